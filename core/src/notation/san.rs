//! SAN: moves as people write them.

use super::MoveError;
use crate::moves::Move;
use crate::position::Position;
use crate::variant::Variant;

/// Reads a move in any notation that people use: SAN, long algebraic, UCI coordinates.
///
/// # Errors
/// If it is not a move, not legal here, or if several moves fit.
pub fn read(variant: &Variant, position: &Position, text: &str) -> Result<Move, MoveError> {
    todo!("{} {position:?} {text}", variant.id())
}

/// Writes a legal move in SAN.
pub fn write(variant: &Variant, position: &Position, legal: Move) -> String {
    todo!("{} {position:?} {legal:?}", variant.id())
}
