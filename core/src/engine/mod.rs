//! Play on words of bits: everything that depends on the word is behind [`Engine`].
//!
//! - `word`: the words; `state`: the position on one; `keys`: its hash
//! - `tables`, `magic`: compiled movement; `rules`: the whole compiled variant
//! - `attacks`, `generate`, `visitor`, `castling`, `bans`: what attacks, what may move and what may not
//! - `play`: the turn
//! - `ends`: what ends the game besides mate and stalemate
//! - `editor`: the one hand through which hooks change a board

pub(crate) mod attacks;
mod bans;
pub(crate) mod castling;
mod editor;
pub(crate) mod ends;
mod generate;
pub(crate) mod keys;
mod magic;
mod perft;
pub(crate) mod play;
pub(crate) mod rules;
pub(crate) mod state;
pub(crate) mod tables;
mod visitor;
pub(crate) mod word;

use std::borrow::Cow;

use self::attacks::Foes;
use self::castling::Obstacle;
use self::play::Illegal;
use self::rules::{Hooks, Rules};
use self::state::State;
use self::word::Word;
use crate::color::{Color, Owner};
use crate::moves::Move;
use crate::outcome::{Event, Forecast, Outcome};
use crate::perft::Manner;
use crate::piece::Kind;
use crate::position::{Boards, Position, StateRef};
use crate::search::{Answer, Report, Task};
use crate::set::SquareSet;
use crate::setup::Setup;
use crate::square::{Geometry, Square};
use crate::turn::{Hearing, Judge};

/// A compiled variant, whatever its word of bits.
///
/// # Panics
/// Every method panics when it is given a state of another variant's word, which only a caller that mixes the
/// positions of two variants can do.
pub(crate) trait Engine: Send + Sync {
    fn geometry(&self) -> &Geometry;
    fn kind_name(&self, kind: Kind) -> &str;
    fn royals(&self, state: StateRef<'_>, color: Color) -> SquareSet;
    /// The men of a color that attack a square.
    fn attackers(&self, state: StateRef<'_>, square: Square, by: Color, hearing: Hearing) -> SquareSet;
    fn legal_moves(&self, state: StateRef<'_>) -> Vec<Move>;
    fn pseudo_legal_moves(&self, state: StateRef<'_>) -> Vec<Move>;
    /// Why a move that men can make is not legal; choices over the whole list are not looked at.
    fn illegal(&self, state: StateRef<'_>, candidate: Move) -> Option<Illegal>;
    /// The rule that takes a legal move out of the list, and its reason.
    fn narrowed(&self, state: StateRef<'_>, candidate: Move) -> Option<(String, String)>;
    /// The board on which the legality of a move is judged.
    fn judged(&self, state: StateRef<'_>, candidate: Move) -> Boards;
    fn play(&self, state: StateRef<'_>, legal: Move) -> Boards;
    fn play_and_tell(&self, state: StateRef<'_>, legal: Move) -> (Boards, Vec<Event>);
    fn captured(&self, state: StateRef<'_>, candidate: Move) -> Option<Square>;
    fn castling_squares(&self, state: StateRef<'_>, rook: Square, index: u8) -> Option<[Square; 4]>;
    /// What keeps a king and a rook from castling.
    fn castling_obstacle(&self, state: StateRef<'_>, squares: [Square; 4]) -> Option<Obstacle>;
    /// A color's royal men that are in check.
    fn checked(&self, state: StateRef<'_>, color: Color, hearing: Hearing) -> SquareSet;
    /// Whether a color has lost the royal men that it starts with.
    fn has_lost(&self, state: StateRef<'_>, color: Color) -> bool;
    fn outcome(&self, state: StateRef<'_>, history: &[Position]) -> Option<Outcome>;

    /// Whether the side to move is mated, and nothing has ended the game before.
    fn is_mate(&self, state: StateRef<'_>) -> bool;
    /// How hooks say that the game has ended, outside a game.
    fn ended_by_hook(&self, state: StateRef<'_>) -> Option<Outcome>;
    /// The hooks, in the order in which they act.
    fn hooks(&self) -> &Hooks;
    /// Plies until the next hook with a clock acts, and what it would do now.
    fn forecast(&self, state: StateRef<'_>) -> Option<Forecast>;
    fn key(&self, state: StateRef<'_>) -> u64;
    fn fresh_hash_agrees(&self, state: StateRef<'_>) -> bool;
    /// The number of leaves at a depth.
    fn leaves(&self, state: StateRef<'_>, depth: u32, manner: &Manner) -> u64;
    /// The state of a setup, in its one form. Nothing but the shape is checked.
    fn state(&self, setup: &Setup) -> Boards;
    /// Whether the turn that led here may have ended with hooks whose work was not judged for legality.
    fn ended_unjudged(&self, state: StateRef<'_>) -> bool;
    /// Whether royal men are gone, or an end of the variant's own has come.
    fn is_over(&self, state: StateRef<'_>) -> bool;
    /// The name of the first end of the variant's own that has come.
    fn end(&self, state: StateRef<'_>) -> Option<&str>;
    /// Searches for the best move.
    fn think(&self, task: &Task<'_>, tell: &mut dyn FnMut(&Report)) -> Answer;
    /// What a position is worth at first sight to the side to move, in a variant that starts so.
    fn judge(&self, start: StateRef<'_>, state: StateRef<'_>, with_rules: bool) -> i32;
    /// What a man of a kind is worth, in centipawns.
    fn value(&self, start: StateRef<'_>, kind: Kind) -> i32;
}

fn own<W: Word>(state: StateRef<'_>) -> &State<W> {
    W::state(state).expect("the position belongs to a variant with another word of bits")
}

impl<W: Word> Engine for Rules<W> {
    fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    fn kind_name(&self, kind: Kind) -> &str {
        &self.names[kind.index()]
    }

    fn royals(&self, state: StateRef<'_>, color: Color) -> SquareSet {
        self.royals_of(own::<W>(state), color).to_set()
    }

    fn attackers(&self, state: StateRef<'_>, square: Square, by: Color, hearing: Hearing) -> SquareSet {
        let state = own::<W>(state);
        self.foes(state, by, hearing).attackers(square.0, state.occupied()).to_set()
    }

    fn legal_moves(&self, state: StateRef<'_>) -> Vec<Move> {
        Rules::legal_moves(self, own::<W>(state))
    }

    fn pseudo_legal_moves(&self, state: StateRef<'_>) -> Vec<Move> {
        self.pseudo_legal(own::<W>(state))
    }

    fn illegal(&self, state: StateRef<'_>, candidate: Move) -> Option<Illegal> {
        let state = own::<W>(state);
        let refused = self.banned(state, candidate).or_else(|| self.refused(state, candidate));
        if let Some((rule, reason)) = refused {
            return Some(Illegal::Rule { rule: rule.to_owned(), reason });
        }
        self.survives(state, candidate).err()
    }

    fn narrowed(&self, state: StateRef<'_>, candidate: Move) -> Option<(String, String)> {
        let (rule, reason) = Rules::narrowed(self, own::<W>(state), candidate)?;
        Some((rule.to_owned(), reason))
    }

    fn judged(&self, state: StateRef<'_>, candidate: Move) -> Boards {
        W::boards(Rules::judged(self, own::<W>(state), candidate))
    }

    fn play(&self, state: StateRef<'_>, legal: Move) -> Boards {
        W::boards(Rules::play(self, own::<W>(state), legal))
    }

    fn play_and_tell(&self, state: StateRef<'_>, legal: Move) -> (Boards, Vec<Event>) {
        let (next, events) = Rules::play_and_tell(self, own::<W>(state), legal);
        (W::boards(next), events)
    }

    fn captured(&self, state: StateRef<'_>, candidate: Move) -> Option<Square> {
        own::<W>(state).captured(candidate).map(Square)
    }

    fn castling_squares(&self, state: StateRef<'_>, rook: Square, index: u8) -> Option<[Square; 4]> {
        Some(Rules::castling_squares(self, own::<W>(state), rook.0, index)?.map(Square))
    }

    fn castling_obstacle(&self, state: StateRef<'_>, squares: [Square; 4]) -> Option<Obstacle> {
        let state = own::<W>(state);
        let foes = Foes::new(self, state, !state.turn());
        Rules::castling_obstacle(self, state, &foes, squares.map(|square| square.0))
    }

    fn checked(&self, state: StateRef<'_>, color: Color, hearing: Hearing) -> SquareSet {
        let state = own::<W>(state);
        let occupied = state.occupied();
        let foes = self.foes(state, !color, hearing);
        let attacked = |royal: &u8| foes.attack(*royal, occupied);
        let sheltered = if hearing == Hearing::All { self.shelter(state, color) } else { W::EMPTY };
        (self.check_royals_of(state, color) & !sheltered).squares().filter(attacked).map(Square).collect()
    }

    fn has_lost(&self, state: StateRef<'_>, color: Color) -> bool {
        Rules::has_lost(self, own::<W>(state), color)
    }

    fn outcome(&self, state: StateRef<'_>, history: &[Position]) -> Option<Outcome> {
        let state = own::<W>(state);
        self.decided(state, history).or_else(|| self.no_moves(state))
    }

    fn is_mate(&self, state: StateRef<'_>) -> bool {
        let state = own::<W>(state);
        self.decided(state, &[]).is_none() && !self.has_legal(state) && self.in_danger(state, state.turn())
    }

    fn ended_by_hook(&self, state: StateRef<'_>) -> Option<Outcome> {
        self.ending(own::<W>(state), &[])
    }

    fn hooks(&self) -> &Hooks {
        &self.hooks
    }

    fn forecast(&self, state: StateRef<'_>) -> Option<Forecast> {
        let state = own::<W>(state);
        (state.next_event > 0).then(|| self.foretell(state))
    }

    fn key(&self, state: StateRef<'_>) -> u64 {
        Rules::key(self, own::<W>(state))
    }

    fn fresh_hash_agrees(&self, state: StateRef<'_>) -> bool {
        let state = own::<W>(state);
        state.fresh_hash(&self.keys) == state.hash()
    }

    fn leaves(&self, state: StateRef<'_>, depth: u32, manner: &Manner) -> u64 {
        Rules::leaves(self, own::<W>(state), depth, manner)
    }

    fn state(&self, setup: &Setup) -> Boards {
        let keys = &self.keys;
        let mut state = State::empty();
        for (square, man) in setup.men() {
            state.put(keys, square.0, man.kind.0, man.owner);
        }
        state.set_turn(keys, setup.turn);
        state.halfmove_clock = setup.halfmove_clock;
        state.fullmove_number = setup.fullmove_number;
        for (index, &value) in setup.counters.iter().enumerate() {
            state.set_counter(keys, index as u8, value);
        }
        for (index, &squares) in setup.marks.iter().enumerate() {
            state.set_marks(keys, index as u8, W::from_set(squares) & self.board);
        }
        for (color, kind, count) in setup.hands() {
            state.set_in_hand(keys, color, kind.0, count);
        }
        if let Some(pawn) = setup.en_passant {
            state.set_en_passant(keys, Some((pawn.target.0, pawn.victim.0)));
        }
        let castles = |rook: &u8| {
            let player = state.owner_at(*rook) != Owner::Neutral;
            let castling = self.castling.as_ref().filter(|castling| state.kind_at(*rook) == castling.rook);
            player && castling.is_some() && self.castling_squares_exist(&state, *rook)
        };
        let rights =
            W::from_set(setup.castling).squares().filter(castles).fold(W::EMPTY, |set, rook| set | W::bit(rook));
        state.set_rights(keys, rights);
        self.settle(&mut state);
        W::boards(state)
    }

    fn ended_unjudged(&self, state: StateRef<'_>) -> bool {
        Rules::ended_unjudged(self, own::<W>(state))
    }

    fn is_over(&self, state: StateRef<'_>) -> bool {
        Rules::is_over(self, own::<W>(state))
    }

    fn end(&self, state: StateRef<'_>) -> Option<&str> {
        Rules::end(self, own::<W>(state)).map(|(end, _)| end.name.as_str())
    }

    fn think(&self, task: &Task<'_>, tell: &mut dyn FnMut(&Report)) -> Answer {
        let start = task.variant.start().0.state();
        Rules::think(self, own::<W>(start), own::<W>(task.root.0.state()), task, tell)
    }

    fn judge(&self, start: StateRef<'_>, state: StateRef<'_>, with_rules: bool) -> i32 {
        self.evaluation(own::<W>(start)).judge(self, own::<W>(state), with_rules)
    }

    fn value(&self, start: StateRef<'_>, kind: Kind) -> i32 {
        self.evaluation(own::<W>(start)).value(kind.0)
    }
}

impl<W: Word> Rules<W> {
    fn foes<'a>(&'a self, state: &'a State<W>, color: Color, hearing: Hearing) -> Foes<'a, W> {
        match hearing {
            Hearing::Nothing => Foes::without_loans(self, state, color),
            Hearing::Loans | Hearing::All => Foes::new(self, state, color),
        }
    }

    fn castling_squares_exist(&self, state: &State<W>, rook: u8) -> bool {
        Rules::castling_squares(self, state, rook, 0).is_some()
    }

    /// What the hooks that end games say.
    pub(crate) fn ending(&self, state: &State<W>, history: &[Position]) -> Option<Outcome> {
        let moves = || self.moves_if_on(state);
        let judge = Judge { view: self.view(state), moves: &moves, history };
        self.hooks.endings.iter().find_map(|named| named.hook.outcome(&judge))
    }

    /// Whether a hook says that the game is over.
    #[inline(always)]
    pub(crate) fn has_ended(&self, state: &State<W>) -> bool {
        self.hooks.presence.endings && self.ending(state, &[]).is_some()
    }

    /// Who has lost the royal men has lost the game.
    fn royals_gone(&self, state: &State<W>) -> Option<Outcome> {
        let (word, [white, black]) = (self.royal_lost, &self.royal_names);
        match Color::ALL.map(|color| self.has_lost(state, color)) {
            [false, false] => None,
            [true, true] if white == black => Some(Outcome::draw(format!("both {white}s {word}"))),
            [true, true] => Some(Outcome::draw(format!("white {white} and black {black} {word}"))),
            [true, false] => Some(Outcome::win(Color::Black, format!("white {white} {word}"))),
            [false, true] => Some(Outcome::win(Color::White, format!("black {black} {word}"))),
        }
    }

    /// How the game has ended otherwise than by mate or stalemate.
    pub(crate) fn decided(&self, state: &State<W>, history: &[Position]) -> Option<Outcome> {
        self.royals_gone(state).or_else(|| self.ending(state, history)).or_else(|| self.own_end(state))
    }

    /// Mate and stalemate.
    fn no_moves(&self, state: &State<W>) -> Option<Outcome> {
        if self.has_legal(state) {
            return None;
        }
        let us = state.turn();
        let (score, reason) = match self.stuck {
            _ if self.in_danger(state, us) => (&self.ends.checkmate, "checkmate".into()),
            Some(words) => (&self.ends.stalemate, format!("{} {words}", us.name()).into()),
            None => (&self.ends.stalemate, Cow::from("stalemate")),
        };
        Some(score.of(us).outcome(us, reason))
    }
}
