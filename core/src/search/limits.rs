//! How far a search may go.

use std::time::{Duration, Instant};

use crate::color::Color;
use crate::moves::Move;

/// How far a search may go: until any of these is reached. Without one it goes on until it is stopped.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// So many plies.
    pub depth: Option<u32>,
    /// So many positions.
    pub nodes: Option<u64>,
    /// So long.
    pub time: Option<Duration>,
    /// As long as the clocks of a game allow.
    pub clock: Option<GameClock>,
    /// Until a win in so many moves is found.
    pub mate: Option<u32>,
    /// Only these moves are looked at; empty: all.
    pub moves: Vec<Move>,
    /// So many best moves are wanted, each with its line; 0 acts as 1.
    pub lines: usize,
}

/// What the clock of the side to move says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameClock {
    /// The time left.
    pub left: Duration,
    /// What is added after each move.
    pub increment: Duration,
    /// The moves until more time is given; `None`: there are to be no more.
    pub moves_to_go: Option<u32>,
}

/// What is kept back for the way from the search to the board.
const OVERHEAD: Duration = Duration::from_millis(15);
/// A game without a time control lasts about so many more moves.
const USUAL_MOVES: u32 = 32;

impl Limits {
    /// So many plies.
    pub fn depth(plies: u32) -> Limits {
        Limits { depth: Some(plies), ..Limits::default() }
    }

    /// So many positions.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// So long.
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }
}

/// How long a search may take, from when its clock began to run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    pub(crate) since: Instant,
    /// After this no deeper search is begun.
    pub(crate) soft: Option<Duration>,
    /// After this the search ends.
    pub(crate) hard: Option<Duration>,
}

impl Budget {
    pub(crate) fn new(limits: &Limits) -> Budget {
        let (mut soft, mut hard) = (None, None);
        if let Some(clock) = limits.clock {
            let left = clock.left.saturating_sub(OVERHEAD);
            let moves = clock.moves_to_go.unwrap_or(USUAL_MOVES).clamp(1, USUAL_MOVES);
            let share = left / (moves + 1) + clock.increment * 3 / 4;
            soft = Some((share * 7 / 10).min(left / 2));
            hard = Some((share * 4).min(left * 6 / 10));
        }
        if let Some(time) = limits.time {
            let time = time.saturating_sub(Duration::from_millis(2));
            hard = Some(hard.map_or(time, |hard| hard.min(time)));
        }
        Budget { since: Instant::now(), soft, hard }
    }

    pub(crate) fn is_spent(&self) -> bool {
        self.hard.is_some_and(|hard| self.since.elapsed() >= hard)
    }
}

impl GameClock {
    /// The clock of a side, where both are told.
    pub fn of(color: Color, left: [Duration; 2], increment: [Duration; 2], moves_to_go: Option<u32>) -> GameClock {
        GameClock { left: left[color.index()], increment: increment[color.index()], moves_to_go }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_move_takes_more_than_is_left() {
        for left in [0, 1, 50, 1_000, 60_000] {
            for (increment, moves_to_go) in [(0, None), (0, Some(1)), (2_000, None), (0, Some(40))] {
                let left = Duration::from_millis(left);
                let increment = Duration::from_millis(increment);
                let clock = Some(GameClock { left, increment, moves_to_go });
                let budget = Budget::new(&Limits { clock, ..Limits::default() });
                assert!(budget.soft <= budget.hard.or(budget.soft), "{clock:?}");
                assert!(budget.hard.is_some_and(|hard| hard <= left), "{clock:?}");
            }
        }
    }
}
