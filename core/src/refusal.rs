//! Why a move is not legal.

use thiserror::Error;

/// Why a move is not legal in a position. Every text is a whole clause: `the bishop on c1 does not move to c5`.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// The game is over.
    #[error("the game is over: {0}")]
    GameOver(String),
    /// Nothing stands where the move starts.
    #[error("there is no man on {0}")]
    NoMan(String),
    /// The man is not the mover's.
    #[error("{0}")]
    NotYours(String),
    /// One's own man stands on the target.
    #[error("{0}")]
    OwnMan(String),
    /// The man does not move like that, or something is in its way.
    #[error("{0}")]
    CannotReach(String),
    /// The move must say what the pawn becomes.
    #[error("{0}")]
    PromotionMissing(String),
    /// The man cannot become that, or not there.
    #[error("{0}")]
    PromotionWrong(String),
    /// Castling's conditions do not hold.
    #[error("{0}")]
    Castling(String),
    /// A royal man would be left attacked.
    #[error("{0}")]
    InDanger(String),
    /// A rule forbids it.
    #[error("{rule}: {reason}")]
    Rule {
        /// The rule's id.
        rule: String,
        /// Its reason.
        reason: String,
    },
}
