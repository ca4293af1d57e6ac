//! A variant compiled for one word of bits.

use std::sync::OnceLock;

use super::ends::Ends;
use super::keys::{self, Keys};
use super::state::State;
use super::tables::{Mover, Threats};
use super::word::Word;
use crate::color::{Color, Owner};
use crate::hook::{Appraise, Choice, Clock, Ending, Forbid, Legality, Lend, PostMove, PreMove, Shelter, TurnEnd, When};
use crate::search::evaluation::Evaluation;
use crate::square::Geometry;

/// Everything that play on one word of bits looks up.
pub(crate) struct Rules<W: Word> {
    pub(crate) geometry: Geometry,
    /// Every square of the board; holes are none.
    pub(crate) board: W,
    pub(crate) keys: Keys<W>,
    /// By color and kind. Neutral kinds move nowhere.
    pub(crate) movers: [Vec<Mover<W>>; 2],
    /// By the attacking color.
    pub(crate) threats: [Threats<W>; 2],
    /// By kind: a pawn to the half-move clock.
    pub(crate) pawn: Vec<bool>,
    /// Kinds that may be taken in passing, and take so.
    pub(crate) passing: Vec<u8>,
    /// By color and kind.
    pub(crate) promotion: [Vec<Option<Promotion<W>>>; 2],
    /// Kinds that may not be left attacked.
    pub(crate) check_royals: Vec<u8>,
    /// Kinds whose loss loses the game, the former among them.
    pub(crate) royals: Vec<u8>,
    /// Whether a color without royals has lost: it starts with one.
    pub(crate) needs_royal: [bool; 2],
    pub(crate) castling: Option<Castling>,
    /// By the square of a rook: the castlings that start there.
    pub(crate) castling_ways: Vec<Vec<Way<W>>>,
    pub(crate) ends: Ends<W>,
    pub(crate) hooks: Hooks,
    /// What a side does that cannot move and is not in check, where that is no stalemate: `cannot take`.
    pub(crate) stuck: Option<&'static str>,
    /// The word for a royal that rules have taken off the board: `frozen`.
    pub(crate) royal_lost: &'static str,
    /// The name of each color's royal kind, for reasons.
    pub(crate) royal_names: [String; 2],
    /// By kind.
    pub(crate) names: Vec<String>,
    /// By kind: men that belong to nobody.
    pub(crate) neutral: Vec<bool>,
    /// The greatest value of each declared counter.
    pub(crate) greatest: Vec<u16>,
    /// By number: the sets of squares that travel with their men.
    pub(crate) travelling: Vec<u8>,
    /// By color and kind: where men in hand may be dropped; `None` in a variant without hands.
    pub(crate) drops: Option<[Vec<W>; 2]>,
    /// Kinds that may be taken by men of their own side.
    pub(crate) own_prey: Vec<u8>,
    /// Whether a side that is not in check may pass.
    pub(crate) may_pass: bool,
    /// By color and number: the movements that hooks lend.
    pub(crate) lent: [Vec<Mover<W>>; 2],
    /// By kind: its value in centipawns, where the variant gives one.
    pub(crate) stated_values: Vec<Option<i32>>,
    /// What men count in the computer's judgement, in percent.
    pub(crate) material_weight: i32,
    /// What the computer judges boards by, once it has been asked to.
    pub(crate) evaluation: OnceLock<Evaluation<W>>,
}

/// What a kind becomes, and where.
#[derive(Clone, Debug)]
pub(crate) struct Promotion<W> {
    pub(crate) to: Vec<u8>,
    pub(crate) must: W,
    pub(crate) may: W,
}

impl<W: Word> Promotion<W> {
    /// Where a man may promote or must.
    #[inline(always)]
    pub(crate) fn zone(&self) -> W {
        self.must | self.may
    }
}

/// Castling as compiled.
#[derive(Clone, Debug)]
pub(crate) struct Castling {
    pub(crate) king: u8,
    pub(crate) rook: u8,
    /// Files of king and rook, by side: towards the first file, towards the last.
    pub(crate) targets: [Vec<(u8, u8)>; 2],
    /// The only square from which a color's king may castle; `None` where castling is free.
    pub(crate) home: [Option<u8>; 2],
}

/// A castling from two squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way<W> {
    pub(crate) king: u8,
    /// The number of its target.
    pub(crate) index: u8,
    pub(crate) king_to: u8,
    pub(crate) rook_to: u8,
    /// Squares on which no other king may stand: of several on a rank the first castles.
    pub(crate) kings_before: W,
    /// Squares that must be empty.
    pub(crate) clear: W,
    /// Squares that the king crosses, without those where it starts and lands.
    pub(crate) crossed: W,
}

/// A hook with the id of its rule.
pub(crate) struct Named<H: ?Sized> {
    pub(crate) rule: String,
    pub(crate) hook: Box<H>,
}

/// The hooks of a variant, in the order in which they act.
#[derive(Default)]
pub(crate) struct Hooks {
    pub(crate) lend: Vec<Named<dyn Lend>>,
    pub(crate) forbid: Vec<Named<dyn Forbid>>,
    pub(crate) pre_move: Vec<Named<dyn PreMove>>,
    pub(crate) post_move: Vec<(When, Named<dyn PostMove>)>,
    pub(crate) shelter: Vec<Named<dyn Shelter>>,
    /// The rule by which no move may give check, and its reason. It is asked before the other hooks of legality.
    pub(crate) no_checks: Option<(String, &'static str)>,
    pub(crate) legality: Vec<(When, Named<dyn Legality>)>,
    pub(crate) choice: Vec<Named<dyn Choice>>,
    /// How many of these only say that captures come first.
    pub(crate) captures_first: usize,
    pub(crate) turn_end: Vec<(When, Named<dyn TurnEnd>)>,
    pub(crate) endings: Vec<Named<dyn Ending>>,
    pub(crate) appraise: Vec<Named<dyn Appraise>>,
    /// Mate and stalemate are judged before turn-end hooks act.
    pub(crate) mate_first: bool,
    /// Legality is judged after turn-end hooks have acted.
    pub(crate) legality_last: bool,
    /// All clocks of all hooks.
    pub(crate) clocks: Vec<Clock>,
    /// What the fast paths ask, worked out once.
    pub(crate) presence: Presence,
}

/// Which hooks there are.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Presence {
    /// On a turn on which no clock strikes there may be something to do: for a hook, or for marks that travel.
    pub(crate) busy: bool,
    /// Some hook may act on a turn on which no clock strikes.
    pub(crate) acts_without_clock: bool,
    /// A move's legality can only be told by playing it.
    pub(crate) test_all: bool,
    /// A capture's legality can only be told by playing it.
    pub(crate) test_captures: bool,
    /// The list of moves must be made to be counted: hooks refuse single moves, or narrow the list.
    pub(crate) list: bool,
    /// All that narrows the list is that captures come first.
    pub(crate) captures_first: bool,
    /// Hooks end the game.
    pub(crate) endings: bool,
    /// Hooks lend movements.
    pub(crate) lends: bool,
    /// Moves are generated that chess has not, or fewer: drops, passes, captures of own men, loans, bans, shelters.
    pub(crate) exotic: bool,
    /// The board may say that the game is over: royal men can leave it, or the variant has ends of its own.
    pub(crate) may_be_over: bool,
}

impl Hooks {
    /// Whether hooks say which squares are attacked, or where royal men are safe.
    pub(crate) fn judge_attacks(&self) -> bool {
        !self.lend.is_empty() || !self.shelter.is_empty()
    }

    /// Whether hooks judge moves by the board after them.
    pub(crate) fn judge_moves(&self) -> bool {
        !self.legality.is_empty() || self.no_checks.is_some()
    }

    /// Whether hooks may put, move or take men, or let them move otherwise than their kind does.
    pub(crate) fn change_men(&self) -> bool {
        !(self.post_move.is_empty() && self.turn_end.is_empty() && self.lend.is_empty())
    }

    /// Works out what the fast paths ask. `judges_attacks`: there are men that may not be left attacked.
    pub(crate) fn settle(&mut self, judges_attacks: bool) {
        let clock = |when: &When| match when {
            When::Clock(clock) => Some(*clock),
            When::Always | When::Captures => None,
        };
        let whens = || self.post_move.iter().map(|(when, _)| when).chain(self.turn_end.iter().map(|(when, _)| when));
        self.clocks = whens().filter_map(clock).collect();
        let always_at_end = self.turn_end.iter().any(|(when, _)| clock(when).is_none());
        let judges = judges_attacks || self.judge_moves();
        let judged = || {
            let changes = self.post_move.iter().map(|(when, _)| *when).filter(|_| judges);
            changes.chain(self.legality.iter().map(|(when, _)| *when))
        };
        let list = !self.pre_move.is_empty() || self.choice.len() > self.captures_first;
        let acts_without_clock = whens().any(|when| clock(when).is_none());
        self.presence = Presence {
            busy: acts_without_clock,
            acts_without_clock,
            test_all: judged().any(|when| when != When::Captures)
                || (judges && self.legality_last && always_at_end)
                || !self.lend.is_empty()
                || !self.shelter.is_empty(),
            test_captures: judged().any(|when| when == When::Captures),
            list,
            captures_first: self.captures_first > 0 && !list,
            endings: !self.endings.is_empty(),
            lends: !self.lend.is_empty(),
            exotic: !self.lend.is_empty()
                || !self.forbid.is_empty()
                || !self.shelter.is_empty()
                || self.no_checks.is_some(),
            may_be_over: whens().next().is_some(),
        };
    }
}

impl<W: Word> Rules<W> {
    /// The royal men of a color.
    pub(crate) fn royals_of(&self, state: &State<W>, color: Color) -> W {
        kinds_of(&self.royals, state) & state.of_color(color)
    }

    /// The men of a color that may not be left attacked.
    #[inline(always)]
    pub(crate) fn check_royals_of(&self, state: &State<W>, color: Color) -> W {
        kinds_of(&self.check_royals, state) & state.of_color(color)
    }

    /// Whether a color has lost its royal men.
    pub(crate) fn has_lost(&self, state: &State<W>, color: Color) -> bool {
        self.needs_royal[color.index()] && self.royals_of(state, color).is_empty()
    }

    /// Whether the turn that led here may have ended with hooks whose work was not judged for legality.
    pub(crate) fn ended_unjudged(&self, state: &State<W>) -> bool {
        let mover = !state.turn();
        let number = state.fullmove_number.max(1) - u32::from(mover == Color::Black);
        let acted = |when: &When| match when {
            When::Always => true,
            When::Captures => state.halfmove_clock == 0,
            When::Clock(clock) => clock.plies_left(mover, number) == 1,
        };
        number > 0 && !self.hooks.legality_last && self.hooks.turn_end.iter().any(|(when, _)| acted(when))
    }

    /// Plies until the next hook with a clock acts; 0 if there is none.
    pub(crate) fn next_event(&self, turn: Color, fullmove: u32) -> u32 {
        self.hooks.clocks.iter().map(|clock| clock.plies_left(turn, fullmove)).min().unwrap_or(0)
    }

    /// What repetition compares: men, rights, declared state, and the phase of every clock.
    pub(crate) fn key(&self, state: &State<W>) -> u64 {
        let phase = |(i, clock): (usize, &Clock)| keys::phase(i, clock.plies_left(state.turn(), state.fullmove_number));
        self.hooks.clocks.iter().enumerate().map(phase).fold(state.hash(), |key, phase| key ^ phase)
    }

    /// Takes marks that travel with men off squares that their men have left.
    #[inline(always)]
    pub(crate) fn forget_marks(&self, state: &mut State<W>, squares: W) {
        for &index in &self.travelling {
            if state.marks(index).meets(squares) {
                state.set_marks(&self.keys, index, state.marks(index) & !squares);
            }
        }
    }

    /// Brings a state into its one form: the clock's countdown, and en passant only if a legal move takes so.
    pub(crate) fn settle(&self, state: &mut State<W>) {
        state.next_event = self.next_event(state.turn(), state.fullmove_number);
        self.settle_en_passant(state);
    }

    /// The owner that a player's men have.
    #[inline(always)]
    pub(crate) fn owner(color: Color) -> Owner {
        color.into()
    }
}

#[inline(always)]
pub(crate) fn kinds_of<W: Word>(kinds: &[u8], state: &State<W>) -> W {
    kinds.iter().fold(W::EMPTY, |men, &kind| men | state.of_kind(kind))
}
