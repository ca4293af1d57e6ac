//! FEN.

use thiserror::Error;

use crate::position::Position;
use crate::setup::Setup;
use crate::variant::Variant;

/// Everything that is wrong with a FEN.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct FenErrors(pub Vec<FenError>);

/// One thing that is wrong with a FEN.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub struct FenError {
    /// The place in the text, in bytes.
    pub span: std::ops::Range<usize>,
    /// What is wrong.
    pub message: String,
}

/// Reads a FEN into a setup, whether it makes a true position or not.
///
/// # Errors
/// All that cannot be read.
pub fn setup(variant: &Variant, fen: &str) -> Result<Setup, FenErrors> {
    todo!("{fen} {}", variant.id())
}

/// Reads a FEN into a position.
///
/// # Errors
/// All that cannot be read; or, if everything can, all that is wrong with the position.
pub fn read(variant: &Variant, fen: &str) -> Result<Position, FenErrors> {
    todo!("{fen} {}", variant.id())
}

/// Writes the one canonical FEN of a position.
pub fn write(variant: &Variant, position: &Position) -> String {
    todo!("{} {position:?}", variant.id())
}
