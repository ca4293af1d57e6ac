//! UCI coordinates: `e2e4`, `e7e8q`, `a10b10`.

use super::MoveError;
use crate::moves::Move;
use crate::position::Position;
use crate::variant::Variant;

/// Reads a move in UCI coordinates.
///
/// # Errors
/// If it is not a move, or not legal here.
pub fn read(variant: &Variant, position: &Position, text: &str) -> Result<Move, MoveError> {
    todo!("{} {position:?} {text}", variant.id())
}

/// Writes a move in UCI coordinates. Castling is the king's own from and to where the array is fixed, king takes rook
/// where it is free.
pub fn write(variant: &Variant, position: &Position, legal: Move) -> String {
    todo!("{} {position:?} {legal:?}", variant.id())
}
