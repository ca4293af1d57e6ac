//! What was found.

use thiserror::Error;

use super::check::Check;
use crate::moves::Move;
use crate::notation::{fen, uci};
use crate::position::Position;
use crate::variant::Variant;

/// A check that failed, and how to see it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "{check}: {message}\n  position: {position}\n{}  expected: {expected}\n     found: {found}\n  \
     played from {start}: {}\n  {}",
    .candidate.as_ref().map_or_else(String::new, |candidate| format!("      move: {candidate}\n")),
    if .moves.is_empty() { "nothing".to_owned() } else { .moves.join(" ") },
    if *.repeats { format!("a trial of one game with seed {seed} finds it again") } else {
        format!("it was found in the game of seed {seed}, but did not repeat in a variant compiled afresh")
    }
)]
pub struct Failure {
    /// What failed.
    pub check: Check,
    /// What is wrong, in a clause.
    pub message: String,
    /// What should have been.
    pub expected: String,
    /// What was.
    pub found: String,
    /// The position in which it was found, in FEN.
    pub position: String,
    /// The move that it is about, in UCI coordinates, if it is about one.
    pub candidate: Option<String>,
    /// Where the shortest line starts that shows it, in FEN: a position without history.
    pub start: String,
    /// The moves of that line, in UCI coordinates: the position is reached by them.
    pub moves: Vec<String>,
    /// The seed of the game: a [`Trial`](super::Trial) of one game with this seed plays it again.
    pub seed: u64,
    /// Whether the line failed again in the variant compiled afresh.
    pub repeats: bool,
}

/// What a check has found in a position.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    pub(super) check: Check,
    pub(super) message: String,
    pub(super) candidate: Option<String>,
    pub(super) expected: String,
    pub(super) found: String,
}

impl Finding {
    pub(super) fn new(
        check: Check,
        message: impl Into<String>,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Finding {
        Finding { check, message: message.into(), candidate: None, expected: expected.into(), found: found.into() }
    }

    /// Says which move it is about.
    pub(super) fn of(mut self, candidate: impl Into<String>) -> Finding {
        self.candidate = Some(candidate.into());
        self
    }
}

/// A line of play that ends in the position in which something was found.
pub(super) struct Line<'l> {
    pub(super) positions: &'l [Position],
    pub(super) moves: &'l [Move],
    pub(super) repeats: bool,
}

impl Finding {
    /// The failure that people read. A line has one position more than it has moves.
    pub(super) fn on(self, variant: &Variant, line: &Line<'_>, seed: u64) -> Box<Failure> {
        let write = |position: &Position| fen::write(variant, position);
        let moves = line.positions.iter().zip(line.moves);
        Box::new(Failure {
            check: self.check,
            message: self.message,
            expected: self.expected,
            found: self.found,
            position: line.positions.last().map(write).unwrap_or_default(),
            candidate: self.candidate,
            start: line.positions.first().map(write).unwrap_or_default(),
            moves: moves.map(|(position, &played)| uci::write(variant, position, played)).collect(),
            seed,
            repeats: line.repeats,
        })
    }
}
