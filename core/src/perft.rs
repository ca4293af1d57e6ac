//! Counting leaves.

use crate::moves::Move;
use crate::position::Position;
use crate::variant::Variant;

/// How many leaves a tree of legal moves has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perft {
    /// The number of leaves.
    pub nodes: u64,
    /// Whether the last ply was counted without playing it.
    pub bulk: bool,
}

/// The leaves below each legal move.
pub type Divide = Vec<(Move, u64)>;

#[allow(missing_docs)]
impl Variant {
    pub fn perft(&self, position: &Position, depth: u32) -> Perft {
        todo!("{position:?} {depth}")
    }
    pub fn divide(&self, position: &Position, depth: u32) -> Divide {
        todo!("{position:?} {depth}")
    }
}
