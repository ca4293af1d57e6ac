//! Text in and out: FEN, SAN, UCI coordinates and PGN.

pub mod fen;
pub mod pgn;
pub mod san;
pub mod uci;

use thiserror::Error;

use crate::refusal::Refusal;

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
    /// Several legal moves fit.
    #[error("{text} could be {}", .fits.join(" or "))]
    Ambiguous {
        /// The text.
        text: String,
        /// The moves that fit, in SAN.
        fits: Vec<String>,
    },
}
