//! The points of a turn at which a rule's code acts.
//!
//! ```text
//! generate    men's own moves, castling, pawn steps
//! pre-move    PreMove      may refuse a move, with a reason
//! move        men move, captures leave the board
//! post-move   PostMove     changes the board because of this move
//! legality    Legality     refuses, or says whether a royal is in danger; else the mover's royals may not be attacked
//! choice      Choice       narrows the list of legal moves as a whole
//! turn ends   counters advance, the next player is set
//! turn-end    TurnEnd      changes the board because the turn is over
//! outcome     Ending       first of all; then mate and stalemate, then draws
//! ```
//!
//! Hooks run in the order in which the variant lists its rules. They hold parameters only; what a rule must remember
//! is declared with [`RuleBuilder::counter`](crate::RuleBuilder::counter) or
//! [`RuleBuilder::marks`](crate::RuleBuilder::marks) and lives in the position.

use std::ops::Deref;

use crate::color::Color;
use crate::moves::Move;
use crate::outcome::Outcome;
use crate::turn::{Judge, Turn, View};

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

/// Pre-move: may refuse a move before it is made.
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
}

/// What a [`Legality`] hook says of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The next hook decides, and after the last one: the mover's royals may not be attacked.
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
    /// How the game has ended, if it has. A position outside a game has no history: with it a hook may find an end
    /// that it did not find without, never the other way round.
    fn outcome(&self, judge: &Judge<'_>) -> Option<Outcome>;
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
