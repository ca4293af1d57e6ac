//! What a search tells.

use std::time::Duration;

use super::score::Score;
use crate::moves::Move;

/// One of the best lines, when a depth has been searched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The plies that were searched in full.
    pub depth: u32,
    /// The plies of the longest line that was looked at.
    pub deepest: u32,
    /// Which of the lines it is, counted from 1; the first is the best.
    pub rank: usize,
    /// What the line leads to, for the side to move.
    pub score: Score,
    /// The moves.
    pub line: Vec<Move>,
    /// The positions searched so far, by all threads.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
    /// How full the hash is, in thousandths.
    pub hash_full: u32,
}

impl Report {
    /// Positions searched in a second.
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answer {
    /// The best lines of the last depth, best first; none where there is no move.
    pub lines: Vec<Report>,
    /// Every position searched.
    pub nodes: u64,
}

impl Answer {
    /// The best move; `None` where there is none.
    pub fn best(&self) -> Option<Move> {
        self.line().first().copied()
    }

    /// What the other side is expected to answer, to be pondered on.
    pub fn reply(&self) -> Option<Move> {
        self.line().get(1).copied()
    }

    /// What the best move leads to.
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|report| report.score)
    }

    fn line(&self) -> &[Move] {
        self.lines.first().map_or(&[], |report| &report.line)
    }
}
