//! Who moves the men.

use clap::ValueEnum;
use floe_core::{Move, Position, Variant};
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;

/// Who plays a colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Player {
    /// A person who types
    Human,
    /// The computer: any legal move, each as likely
    Random,
}

/// A player who makes any legal move; the same seed makes the same moves.
pub(crate) struct Random {
    pub(crate) seed: u64,
    rng: StdRng,
}

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random { seed, rng: StdRng::seed_from_u64(seed) }
    }

    /// A move; `None` if there is no legal one.
    pub(crate) fn choose(&mut self, variant: &Variant, position: &Position) -> Option<Move> {
        variant.legal_moves(position).choose(&mut self.rng).copied()
    }
}
