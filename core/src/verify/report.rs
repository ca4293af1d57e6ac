//! What was checked.

use super::check::Check;
use super::termination::Termination;

/// What a trial without a fault has checked.
#[derive(Clone, Debug)]
pub struct Report {
    /// How many games were played.
    pub games: u32,
    /// How many positions were looked at.
    pub positions: u64,
    /// How many games were left at the most plies, before their end.
    pub unfinished: u32,
    /// The plies of the longest game.
    pub longest: usize,
    /// What was not checked, and why not.
    pub skipped: Vec<Skipped>,
    /// Whether every game is sure to end.
    pub termination: Termination,
    counts: [u64; Check::ALL.len()],
}

/// A check, or a part of one, that does not apply to a variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Skipped {
    /// The check.
    pub check: Check,
    /// Why, in a clause.
    pub why: &'static str,
}

impl Report {
    pub(super) fn new(termination: Termination, skipped: Vec<Skipped>) -> Report {
        Report {
            games: 0,
            positions: 0,
            unfinished: 0,
            longest: 0,
            skipped,
            termination,
            counts: [0; Check::ALL.len()],
        }
    }

    /// How often a check was made: of positions, of moves, or of games, as the check is about.
    pub fn times(&self, check: Check) -> u64 {
        self.counts[check as usize]
    }

    pub(super) fn count(&mut self, check: Check, times: usize) {
        self.counts[check as usize] += times as u64;
    }
}
