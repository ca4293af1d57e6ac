//! Counting the leaves of the tree of legal moves, to check and to measure move generation.

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

/// The leaves of a tree of legal moves, by its first moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Divide {
    /// Each legal move, and the number of leaves below it.
    pub branches: Vec<(Move, u64)>,
    /// Whether the last ply was counted without playing it.
    pub bulk: bool,
}

impl Divide {
    /// The leaves below all moves.
    pub fn whole(&self) -> Perft {
        Perft { nodes: self.branches.iter().map(|(_, nodes)| nodes).sum(), bulk: self.bulk }
    }
}

impl Variant {
    /// Counts the positions that legal moves reach in `depth` plies (by every way that leads there). A game that is
    /// over has no moves; draws by repetition, by counting moves and by material are not looked at.
    pub fn perft(&self, position: &Position, depth: u32) -> Perft {
        self.engine.perft(position.0.state(), depth)
    }

    /// Counts the leaves below each legal move, as [`perft`](Self::perft) does. At a depth of 0 there is no move: the list is that of depth 1.
    pub fn divide(&self, position: &Position, depth: u32) -> Divide {
        self.engine.divide(position.0.state(), depth.max(1))
    }
}
