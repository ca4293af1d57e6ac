//! Betza's notation for how pieces move.

use thiserror::Error;

/// How a kind of piece moves, as White moves it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Movement {
    /// The parts; a piece may make any move of any part.
    pub parts: Vec<Part>,
}

/// One atom of a movement with its modifiers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The steps, as files to the right and ranks up for White, each −15 … 15. Sorted, without doubles.
    pub steps: Vec<(i8, i8)>,
    /// How many steps in one direction the piece may make in one move: 1 for a leaper, `u8::MAX` for a rider.
    pub range: u8,
    /// Whether it may move to an empty square.
    pub quiet: bool,
    /// Whether it may take.
    pub capture: bool,
    /// Whether it holds only for a man's first move (`i`).
    pub initial: bool,
    /// What must be between start and end of one step (`n`, `j`).
    pub path: Path,
}

/// What must be on the squares that one step passes over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Path {
    /// Anything.
    #[default]
    Any,
    /// Nothing (`n`): a lame leaper.
    Clear,
    /// Something (`j`): it must jump.
    Blocked,
}

/// Why a word is not Betza's notation.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub struct BetzaError {
    /// Where in the text, in bytes.
    pub at: std::ops::Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl Movement {
    /// Reads a word in Betza's notation.
    ///
    /// # Errors
    /// The first letter that cannot be read.
    pub fn parse(betza: &str) -> Result<Movement, BetzaError> {
        todo!("{betza}")
    }
}
