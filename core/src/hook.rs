//! The points of a turn at which a rule's code acts.
//!
//! ```text
//! generate    Lend         men's own moves, castling, pawn steps, drops; and the movements that hooks lend them
//! pre-move    Forbid       refuses moves by sets of squares, with a reason
//!             PreMove      may refuse a single move, with a reason
//! move        men move, captures leave the board
//! post-move   PostMove     changes the board because of this move
//! legality    Shelter      says where royals are not in check although they are attacked
//!             Legality     refuses or allows a move; else the mover's royals may not be in check
//! choice      Choice       narrows the list of legal moves as a whole
//! turn ends   counters advance, the next player is set
//! turn-end    TurnEnd      changes the board because the turn is over
//! outcome     Ending       first of all; then mate and stalemate, then draws
//! ```
//!
//! [`Appraise`] is no part of the turn: it tells the computer what a rule makes of a board.
//!
//! Hooks run in the order in which the variant lists its rules. They hold parameters only; what a rule must remember
//! is declared with [`RuleBuilder::counter`](crate::RuleBuilder::counter),
//! [`RuleBuilder::marks`](crate::RuleBuilder::marks) or [`RuleBuilder::hands`](crate::RuleBuilder::hands) and lives in
//! the position.

use std::ops::Deref;

use arrayvec::ArrayVec;

use crate::color::{Color, Owner};
use crate::moves::Move;
use crate::outcome::Outcome;
use crate::piece::Kind;
use crate::set::SquareSet;
use crate::turn::{Appraisal, Judge, Lent, Turn, View};

/// When a hook may act. Core calls it at no other time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// After every move.
    Always,
    /// After every move that takes a player's man. (Neutral men are no men: taking ice is not one.)
    Captures,
    /// At a clock.
    Clock(Clock),
}

impl When {
    /// After plies n, 2n, 3n, … of the game: White's move k is ply 2k − 1, Black's is ply 2k.
    /// See [`When::moves_of`] for the moves of one player.
    pub const fn every(interval: u16) -> When {
        When::Clock(Clock { interval, side: None })
    }

    /// Counts the moves of one player only, by the full-move number: `When::every(20).moves_of(Color::Black)` is
    /// after Black's 20th, 40th, 60th … move. It changes nothing where there is no clock.
    #[must_use]
    pub const fn moves_of(self, color: Color) -> When {
        match self {
            When::Clock(clock) => When::Clock(Clock { side: Some(color), ..clock }),
            other => other,
        }
    }
}

/// A clock that counts moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// It strikes every so many moves; 0 acts as 1.
    pub interval: u16,
    /// Whose moves it counts; `None`: all plies.
    pub side: Option<Color>,
}

impl Clock {
    /// How many plies are to be played until it strikes, when `turn` is to make move number `fullmove`;
    /// 1: it strikes after the next ply.
    pub const fn plies_left(self, turn: Color, fullmove: u32) -> u32 {
        let fullmove = if fullmove == 0 { 1 } else { fullmove as u64 };
        let interval = if self.interval == 0 { 1 } else { self.interval as u64 };
        let plies = match self.side {
            None => {
                let ply = 2 * fullmove - matches!(turn, Color::White) as u64;
                interval - (ply - 1) % interval
            }
            Some(side) => {
                // The number that `side`'s next move bears.
                let next = fullmove + (matches!(turn, Color::Black) && matches!(side, Color::White)) as u64;
                let moves = interval - (next - 1) % interval;
                2 * moves - (turn as u8 == side as u8) as u64
            }
        };
        plies as u32
    }
}

/// How many bans all hooks together may lay on one position, and how many loans they may make.
pub(crate) const MOST_SAYINGS: usize = 32;

/// Generation: lends men a movement on top of their own. They move, take and give check with it.
pub trait Lend: Send + Sync {
    /// Says which men of either player have which movement on this board. It must follow from the board alone.
    /// What [`View::attackers`] tells here leaves loans out, so that no loan hangs on another.
    fn lend(&self, board: &View<'_>, loans: &mut Loans);
}

/// A movement lent to some men.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Loan {
    pub(crate) movement: Lent,
    pub(crate) men: SquareSet,
    pub(crate) targets: SquareSet,
}

/// The movements that [`Lend`] hooks lend in a position: 32 loans at most.
#[derive(Default)]
pub struct Loans {
    pub(crate) list: ArrayVec<Loan, MOST_SAYINGS>,
}

impl Loans {
    /// Lends a movement to the men on some squares, whosever they are.
    ///
    /// # Panics
    /// If there are more than 32 loans: a fault of the rule's code.
    pub fn lend(&mut self, movement: Lent, men: SquareSet) {
        self.lend_onto(movement, men, SquareSet::ALL);
    }

    /// Lends a movement to the men on some squares, but only for moves that end on `targets`.
    ///
    /// # Panics
    /// If there are more than 32 loans: a fault of the rule's code.
    pub fn lend_onto(&mut self, movement: Lent, men: SquareSet, targets: SquareSet) {
        if !men.is_empty() && !targets.is_empty() {
            self.list.push(Loan { movement, men, targets });
        }
    }
}

/// Pre-move: refuses moves by sets of squares, before they are generated. It is faster than [`PreMove`], which is
/// asked about every single move. Bans hold for moves, not for attacks: what may not take a king still gives check.
pub trait Forbid: Send + Sync {
    /// Says which moves of the side to move are not allowed on this board.
    fn forbid(&self, board: &View<'_>, bans: &mut Bans);
}

/// What a ban is laid on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Banned {
    /// Moves that start and end on some squares. A castling is the king's step; a drop is only meant where every start
    /// is.
    Steps { from: SquareSet, to: SquareSet },
    /// Promotions to a kind.
    Promotion(Kind),
}

/// The moves that [`Forbid`] hooks refuse in a position: 32 bans at most.
///
/// Every ban has a reason, in words that fit after "because".
#[derive(Default)]
pub struct Bans {
    pub(crate) list: ArrayVec<(Banned, &'static str), MOST_SAYINGS>,
}

impl Bans {
    /// No move may end on these squares.
    ///
    /// # Panics
    /// Like every ban, if there are more than 32: a fault of the rule's code.
    pub fn to(&mut self, squares: SquareSet, reason: &'static str) {
        self.steps(SquareSet::ALL, squares, reason);
    }

    /// No man may leave these squares.
    pub fn from(&mut self, squares: SquareSet, reason: &'static str) {
        self.steps(squares, SquareSet::ALL, reason);
    }

    /// No man may go from one of some squares to one of others.
    pub fn steps(&mut self, from: SquareSet, to: SquareSet, reason: &'static str) {
        if !from.is_empty() && !to.is_empty() {
            self.list.push((Banned::Steps { from, to }, reason));
        }
    }

    /// Nothing may become a man of this kind.
    pub fn promotion(&mut self, kind: Kind, reason: &'static str) {
        self.list.push((Banned::Promotion(kind), reason));
    }
}

/// Pre-move: may refuse a single move before it is made. Where sets of squares can say it, [`Forbid`] is faster.
pub trait PreMove: Send + Sync {
    /// Why the move may not be made, in words that fit after "because"; `None` lets it pass.
    fn refuse(&self, board: &View<'_>, candidate: Move) -> Option<String>;
}

/// Post-move: changes the board because of the move just made. Legality is judged after it.
pub trait PostMove: Send + Sync {
    /// When it acts.
    fn when(&self) -> When;

    /// Acts.
    fn post_move(&self, turn: &mut Turn<'_>);
}

/// Legality: judges the board after the move and the post-move hooks.
pub trait Legality: Send + Sync {
    /// The verdict on `mover`'s move that led to this board. Whether the turn has passed already depends on when
    /// legality is judged, so ask `mover`, never the board, whose move it was.
    fn judge(&self, board: &View<'_>, mover: Color) -> Verdict;

    /// On which moves it is asked: on every one unless the hook says otherwise. Moves on which no hook is asked and
    /// none changes the board are not played to be judged, which is faster.
    fn when(&self) -> When {
        When::Always
    }
}

/// Legality: says where royal men are safe though they are attacked. There they are not in check: they need not leave,
/// may castle, and are not mated. If so a royal man can be taken, the rule must also say
/// [`royals_may_leave`](crate::RuleBuilder::royals_may_leave).
pub trait Shelter: Send + Sync {
    /// The squares on which the royal men of a color are not in check on this board. Shelters are left out of what
    /// [`View::checked`] tells here, so that no shelter hangs on another.
    fn shelter(&self, board: &View<'_>, color: Color) -> SquareSet;
}

/// What a [`Legality`] hook says of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The next hook decides, and after the last one: the mover's royals may not be in check.
    Undecided,
    /// The move is legal, whatever is attacked. If so a royal man can be taken, the rule must also say
    /// [`royals_may_leave`](crate::RuleBuilder::royals_may_leave).
    Legal,
    /// The move is illegal, for a reason that fits after "because".
    Illegal(String),
}

/// Choice: narrows the list of legal moves as a whole, for example to captures if there is one.
pub trait Choice: Send + Sync {
    /// Takes moves out of the list.
    fn narrow(&self, board: &View<'_>, moves: &mut Choices<'_>);
}

/// The list of legal moves that [`Choice`] hooks narrow, to be read as a slice. Nothing can be added to it.
pub struct Choices<'a> {
    moves: &'a mut Vec<Move>,
    /// The move that somebody asks about, and why it is no longer there.
    asked: Option<Move>,
    reason: Option<String>,
}

impl<'a> Choices<'a> {
    pub(crate) fn new(moves: &'a mut Vec<Move>, asked: Option<Move>) -> Choices<'a> {
        Choices { moves, asked, reason: None }
    }

    /// Keeps only the moves that `may_stay` allows. `reason` says why the others may not be made, in words that fit
    /// after "because".
    pub fn keep(&mut self, reason: &str, mut may_stay: impl FnMut(Move) -> bool) {
        let (asked, answer) = (self.asked, &mut self.reason);
        self.moves.retain(|&candidate| {
            let stays = may_stay(candidate);
            if !stays && asked == Some(candidate) {
                *answer = Some(reason.to_owned());
            }
            stays
        });
    }

    pub(crate) fn into_reason(self) -> Option<String> {
        self.reason
    }
}

impl Deref for Choices<'_> {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        self.moves
    }
}

/// The choice hook by which captures of the other side's men come first, for this reason. Where no other hook needs the
/// list, moves are not listed to find that out.
pub(crate) struct CapturesFirst(pub(crate) &'static str);

impl Choice for CapturesFirst {
    fn narrow(&self, board: &View<'_>, moves: &mut Choices<'_>) {
        let enemy = Owner::from(!board.to_move());
        let takes = |candidate: Move| board.captured(candidate).is_some_and(|(_, man)| man.owner == enemy);
        if moves.iter().any(|&candidate| takes(candidate)) {
            moves.keep(self.0, takes);
        }
    }
}

/// Turn-end: changes the board because the turn is over. What it does is not judged for legality, unless the rule
/// asks for [`judge_legality_after_turn_end`](crate::RuleBuilder::judge_legality_after_turn_end): if it can leave a
/// royal man where it can be taken, the rule must say [`royals_may_leave`](crate::RuleBuilder::royals_may_leave).
pub trait TurnEnd: Send + Sync {
    /// When it acts.
    fn when(&self) -> When;

    /// Acts.
    fn turn_end(&self, turn: &mut Turn<'_>);
}

/// Outcome: ends the game. It is asked before mate, stalemate and draws are looked for.
pub trait Ending: Send + Sync {
    /// How the game has ended, if it has. It is asked in every position, so that what is cheap should be looked at
    /// first. A position outside a game has no history: with it a hook may find an end
    /// that it did not find without, never the other way round.
    fn outcome(&self, judge: &Judge<'_>) -> Option<Outcome>;
}

/// Judgement: what the computer must know of a rule to play well by it, beyond what it sees coming.
///
/// Play itself never asks: it changes how well the computer plays, not what is legal.
pub trait Appraise: Send + Sync {
    /// What the rule makes of this board for a color, in centipawns. What it makes of it for the other color is
    /// subtracted. The search asks at every leaf, so that what is cheap should be looked at first.
    fn appraise(&self, board: &Appraisal<'_>, color: Color) -> i32;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts on, move by move, until the clock's words say that it strikes.
    fn slow(clock: Clock, mut turn: Color, fullmove: u32) -> u32 {
        let mut number = fullmove.max(1);
        for plies in 1.. {
            let count = match clock.side {
                None => Some(2 * number - u32::from(turn == Color::White)),
                Some(side) => (side == turn).then_some(number),
            };
            if count.is_some_and(|count| count % u32::from(clock.interval.max(1)) == 0) {
                return plies;
            }
            number += u32::from(turn == Color::Black);
            turn = !turn;
        }
        unreachable!("every clock strikes")
    }

    #[test]
    fn clocks_strike_after_every_nth_move() {
        for interval in 0..=7 {
            for side in [None, Some(Color::White), Some(Color::Black)] {
                let clock = Clock { interval, side };
                for number in 0..=30 {
                    for turn in Color::ALL {
                        let left = clock.plies_left(turn, number);
                        assert_eq!(left, slow(clock, turn, number), "{clock:?} {turn} {number}");
                    }
                }
            }
        }
    }
}
