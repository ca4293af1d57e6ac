//! Text in and out: FEN, SAN, UCI coordinates and PGN.

pub mod fen;
pub mod pgn;
mod reading;
pub mod san;
pub mod uci;

use thiserror::Error;

use crate::refusal::Refusal;
use crate::text;

/// Why a text is no move here.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveError {
    /// The text is not written as a move is.
    #[error("{text:?} is not a move: {reason}")]
    NotAMove {
        /// The text.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// It is a move, but not legal here.
    #[error("{text} is not legal here: {refusal}")]
    Illegal {
        /// The text.
        text: String,
        /// Why not.
        refusal: Refusal,
    },
    /// It is legal, but says that it takes, and takes nothing.
    #[error("nothing is taken on {square}: write {san}")]
    TakesNothing {
        /// The text.
        text: String,
        /// The square that the move reaches.
        square: String,
        /// The move, as it is written.
        san: String,
    },
    /// Several legal moves fit.
    #[error("{text} could be {}", .fits.join(" or "))]
    Ambiguous {
        /// The text.
        text: String,
        /// The moves that fit, in SAN.
        fits: Vec<String>,
    },
}

/// So many characters of a text are shown.
const SHOWN: usize = 30;

/// A text from outside, cut where it is long.
fn cut(text: &str) -> String {
    text::cut(text, SHOWN)
}

/// A text from outside in quotes, fit for a message: control characters escaped, and cut where it is long.
fn shorten(text: &str) -> String {
    format!("{:?}", cut(text))
}
