//! Legal moves as slowly and plainly as can be: a list of men on squares, each walking as its movement says, and every
//! move made on that list to see whether a royal man is left attacked.
//!
//! # What is independent of the engine, and what is not
//! Independent: which men can go where, promotion, double steps and captures in passing, castling, holes and cylinders,
//! attacks, royal men, the variant's own ends, and the position after a move in which no hook acts. All that is read
//! from the variant's description, and none of the compiled tables, bits, hashes, pins and checkers.
//!
//! Shared: the parser of Betza's notation and [`Movement::targets`](crate::betza::Movement::targets), which walks square by
//! square; the names of squares in a description; the start, as the variant has read it.
//!
//! Asked of hooks: which movements they lend, and which moves they forbid, refuse, judge and narrow. They are called here,
//! one by one, with the engine's view of the board, and what they say is worked out here.
//!
//! Asked of the engine: the board on which legality is judged, where hooks change it before that, judge it, or lend by
//! it; whether a royal man is attacked on it is worked out here again. And whether a hook has ended the game.

mod board;
mod laws;
mod step;

use std::collections::{BTreeMap, BTreeSet};

use self::board::Said;
use self::laws::Laws;
pub(super) use self::step::Step;
use crate::color::Color;
use crate::engine::rules::{Hooks, Named};
use crate::hook::{Banned, Bans, Choices, Loans, PreMove, Verdict, When};
use crate::moves::Move;
use crate::position::Position;
use crate::set::SquareSet;
use crate::setup::Setup;
use crate::turn::{Hearing, View};
use crate::variant::Variant;

/// The naive generator of a variant.
pub(super) struct Naive<'v> {
    variant: &'v Variant,
    laws: Laws,
}

/// The two generators differ.
pub(super) struct Difference {
    pub(super) message: &'static str,
    /// What only the naive one has.
    pub(super) missing: Vec<Step>,
    /// What only the engine has.
    pub(super) surplus: Vec<Step>,
}

impl Difference {
    fn between(naive: &BTreeSet<Step>, engine: &BTreeSet<Step>, message: &'static str) -> Result<(), Difference> {
        let only = |a: &BTreeSet<Step>, b: &BTreeSet<Step>| a.difference(b).copied().collect();
        let difference = Difference { message, missing: only(naive, engine), surplus: only(engine, naive) };
        if naive == engine { Ok(()) } else { Err(difference) }
    }
}

impl<'v> Naive<'v> {
    pub(super) fn new(variant: &'v Variant) -> Naive<'v> {
        Naive { variant, laws: Laws::of(variant) }
    }

    pub(super) fn laws(&self) -> &Laws {
        &self.laws
    }

    fn hooks(&self) -> &'v Hooks {
        self.variant.engine.hooks()
    }

    /// Compares the engine's legal moves with the naive ones. Returns the moves that men can make but that are not
    /// legal.
    pub(super) fn compare(&self, here: &Position, legal: &[Move]) -> Result<Vec<Move>, Difference> {
        let board = self.variant.setup(here);
        let able: BTreeMap<Step, Move> = {
            let moves = self.variant.engine.pseudo_legal_moves(here.0.state());
            moves.into_iter().map(|able| (Step::from(able), able)).collect()
        };
        let candidates = self.laws.candidates(&board, &self.said(here));
        Difference::between(&candidates, &able.keys().copied().collect(), "men can make other moves")?;
        let mut naive: Vec<Move> = Vec::new();
        if !self.is_over(&board, here) {
            let allowed = |(step, able): (&Step, &Move)| self.is_allowed(&board, here, *step, *able).then_some(*able);
            naive.extend(able.iter().filter_map(allowed));
            for named in &self.hooks().choice {
                named.hook.narrow(&self.variant.view(here), &mut Choices::new(&mut naive, None));
            }
        }
        let steps = |moves: &[Move]| moves.iter().copied().map(Step::from).collect::<BTreeSet<Step>>();
        Difference::between(&steps(&naive), &steps(legal), "other moves are legal")?;
        Ok(able.into_values().filter(|able| !legal.contains(able)).collect())
    }

    fn is_over(&self, board: &Setup, here: &Position) -> bool {
        self.laws.is_over(board) || self.variant.engine.ended_by_hook(here.0.state()).is_some()
    }

    /// What hooks say of the attacks in a position.
    fn said(&self, here: &Position) -> Said {
        let mut loans = Loans::default();
        let view = View { hearing: Hearing::Nothing, ..self.variant.view(here) };
        self.hooks().lend.iter().for_each(|named| named.hook.lend(&view, &mut loans));
        let view = View { hearing: Hearing::Loans, ..view };
        let sheltered = Color::ALL.map(|color| {
            let shelters = self.hooks().shelter.iter();
            shelters.fold(SquareSet::EMPTY, |squares, named| squares | named.hook.shelter(&view, color))
        });
        Said { loans: loans.list.to_vec(), sheltered }
    }

    /// Whether hooks let a move pass, and it leaves no royal man attacked.
    fn is_allowed(&self, board: &Setup, here: &Position, step: Step, able: Move) -> bool {
        let hooks = self.hooks();
        let view = self.variant.view(here);
        let refuses = |named: &Named<dyn PreMove>| named.hook.refuse(&view, able).is_some();
        if self.is_banned(board, &view, step) || hooks.pre_move.iter().any(refuses) {
            return false;
        }
        let asks_engine = self.changes_before_judged(board, step) || hooks.judge_moves() || hooks.judge_attacks();
        if !asks_engine {
            return !self.laws.in_danger(&self.laws.moved(board, step), &Said::default(), board.turn);
        }
        let judged = Position(self.variant.engine.judged(here.0.state(), able));
        if hooks.no_checks.is_some()
            && self.laws.in_danger(&self.variant.setup(&judged), &self.said(&judged), !board.turn)
        {
            return false;
        }
        for (_, named) in hooks.legality.iter().filter(|(when, _)| self.is_due(*when, board, step)) {
            match named.hook.judge(&self.variant.view(&judged), board.turn) {
                Verdict::Undecided => {}
                Verdict::Legal => return true,
                Verdict::Illegal(_) => return false,
            }
        }
        !self.laws.in_danger(&self.variant.setup(&judged), &self.said(&judged), board.turn)
    }

    /// Whether a hook forbids a move by the squares that it leaves and reaches. A castling is its king's step, and a
    /// drop leaves every square; nobody forbids to pass.
    fn is_banned(&self, board: &Setup, view: &View<'_>, step: Step) -> bool {
        let mut bans = Bans::default();
        self.hooks().forbid.iter().for_each(|named| named.hook.forbid(view, &mut bans));
        let Some(to) = self.laws.lands(board, step) else { return false };
        bans.list.iter().any(|(banned, _)| match banned {
            Banned::Steps { from, to: onto } => {
                let leaves = match step.from {
                    Some(square) => from.contains(square),
                    None => (self.laws.board.squares() - *from).is_empty(),
                };
                leaves && onto.contains(to)
            }
            Banned::Promotion(kind) => step.promotion == Some(*kind),
        })
    }

    /// The royal men of the side to move that are attacked and may not stay so.
    pub(super) fn in_check(&self, here: &Position) -> SquareSet {
        self.laws.in_check(&self.variant.setup(here), &self.said(here), here.turn())
    }

    /// Whether hooks may change the board between a move and the judgement of it.
    fn changes_before_judged(&self, board: &Setup, step: Step) -> bool {
        let due = |when: When| self.is_due(when, board, step);
        let hooks = self.hooks();
        hooks.post_move.iter().any(|(when, _)| due(*when))
            || (hooks.legality_last && hooks.turn_end.iter().any(|(when, _)| due(*when)))
    }

    /// Whether the variant has a hook that changes the board.
    pub(super) fn has_acting_hooks(&self) -> bool {
        !self.hooks().post_move.is_empty() || !self.hooks().turn_end.is_empty()
    }

    /// Whether the board on which legality is judged may be the engine's.
    pub(super) fn asks_engine(&self) -> bool {
        let hooks = self.hooks();
        !hooks.post_move.is_empty() || hooks.judge_moves() || hooks.judge_attacks() || hooks.legality_last
    }

    /// Whether some hook may change the board on the turn of this move.
    pub(super) fn acts(&self, board: &Setup, step: Step) -> bool {
        let hooks = self.hooks();
        let whens = hooks.post_move.iter().map(|(when, _)| when).chain(hooks.turn_end.iter().map(|(when, _)| when));
        { whens }.any(|when| self.is_due(*when, board, step))
    }

    /// Whether a hook acts on the turn of this move, by what it says.
    fn is_due(&self, when: When, board: &Setup, step: Step) -> bool {
        match when {
            When::Always => true,
            When::Captures => self.laws.taken(board, step).is_some_and(|(_, man)| man.owner.color().is_some()),
            When::Clock(clock) => {
                let interval = u32::from(clock.interval.max(1));
                let number = board.fullmove_number.max(1);
                match clock.side {
                    Some(side) => side == board.turn && number.is_multiple_of(interval),
                    None => (2 * number - u32::from(board.turn == Color::White)).is_multiple_of(interval),
                }
            }
        }
    }

    /// The position after a move in which no hook acts. `found` is what the engine made of it: where hooks refuse,
    /// judge or narrow moves, its word is taken for whether a legal move takes in passing.
    pub(super) fn after(&self, board: &Setup, step: Step, found: &Setup) -> Setup {
        let mut after = self.laws.after(board, step);
        if after.en_passant.is_some() {
            let hooks = self.hooks();
            let judged = self.asks_engine()
                || !hooks.forbid.is_empty()
                || !hooks.pre_move.is_empty()
                || !hooks.choice.is_empty()
                || !hooks.endings.is_empty();
            let taken = if judged { found.en_passant.is_some() } else { self.laws.can_pass(&after) };
            after.en_passant = after.en_passant.filter(|_| taken);
        }
        after
    }
}
