//! Counting the leaves of the tree of legal moves, to check and to measure move generation.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use thiserror::Error;

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

/// A way of counting leaves in one variant. How they are counted changes how long it takes, never how many there are.
/// Threads may share it, and with it its hash.
///
/// ```
/// use floe_core::Counting;
/// # fn count(chess: &floe_core::Variant) -> Result<(), floe_core::perft::NoMemory> {
/// let counting = Counting::new(chess).with_hash(1)?;
/// assert_eq!(counting.perft(chess.start(), 4), chess.perft(chess.start(), 4));
/// # Ok(())
/// # }
/// ```
pub struct Counting<'v> {
    variant: &'v Variant,
    manner: Manner,
}

/// How leaves are counted, whatever the variant.
pub(crate) struct Manner {
    /// Whether the last ply is counted without playing it.
    pub(crate) bulk: bool,
    pub(crate) hash: Option<Hash>,
}

impl<'v> Counting<'v> {
    /// Counts the last ply in bulk, and keeps nothing.
    pub fn new(variant: &'v Variant) -> Counting<'v> {
        Counting { variant, manner: Manner { bulk: true, hash: None } }
    }

    /// Plays the last ply too, instead of counting its moves.
    #[must_use]
    pub fn without_bulk(mut self) -> Counting<'v> {
        self.manner.bulk = false;
        self
    }

    /// Keeps what was counted below positions in so many MiB, so that what can be reached in several ways is counted
    /// once.
    ///
    /// A position is known by a key of 64 bits, which also covers the plies left and the number of the move. Two may
    /// have the same by chance: in 128 MiB about one look-up in 2 × 10¹² finds another position's leaves.
    ///
    /// # Errors
    /// If there is not so much memory.
    pub fn with_hash(mut self, mebibytes: usize) -> Result<Counting<'v>, NoMemory> {
        self.manner.hash = Some(Hash::new(mebibytes).ok_or(NoMemory { mebibytes })?);
        Ok(self)
    }

    /// Counts the positions that legal moves reach in `depth` plies (by every way that leads there). A game that is
    /// over has no moves; draws by repetition, by counting moves and by material are not looked at.
    pub fn perft(&self, position: &Position, depth: u32) -> Perft {
        Perft { nodes: self.leaves(position, depth), bulk: self.manner.bulk }
    }

    /// Counts the leaves below each legal move, as [`perft`](Self::perft) does. At a depth of 0 there is no move: the
    /// list is that of depth 1.
    pub fn divide(&self, position: &Position, depth: u32) -> Divide {
        let below = |first| (first, self.leaves(&self.variant.play(position, first), depth.saturating_sub(1)));
        let branches = self.variant.legal_moves(position).into_iter().map(below).collect();
        Divide { branches, bulk: self.manner.bulk }
    }

    fn leaves(&self, position: &Position, depth: u32) -> u64 {
        self.variant.engine.leaves(position.0.state(), depth, &self.manner)
    }
}

impl Variant {
    /// Counts leaves in bulk, as [`Counting::perft`] does.
    pub fn perft(&self, position: &Position, depth: u32) -> Perft {
        Counting::new(self).perft(position, depth)
    }

    /// Counts the leaves below each legal move in bulk, as [`Counting::divide`] does.
    pub fn divide(&self, position: &Position, depth: u32) -> Divide {
        Counting::new(self).divide(position, depth)
    }
}

/// There is not so much memory for a hash.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("there is no memory for a hash of {mebibytes} MiB")]
pub struct NoMemory {
    /// What was asked for.
    pub mebibytes: usize,
}

/// Numbers of leaves by the keys of positions, shared by threads without locks.
pub(crate) struct Hash {
    /// In each bucket the first slot keeps what is deepest, the second what came last.
    buckets: Vec<[Slot; 2]>,
}

/// What was counted below one position.
#[derive(Default)]
struct Slot {
    /// The key, combined with the count: of two threads that write at once, neither is believed if they mix.
    check: AtomicU64,
    /// The number of leaves above the depth, which has the lowest `DEPTH_BITS`; a depth of 0 is an empty slot.
    count: AtomicU64,
}

const DEPTH_BITS: u32 = 8;

impl Slot {
    fn depth(&self) -> u64 {
        self.count.load(Relaxed) & ((1 << DEPTH_BITS) - 1)
    }

    fn get(&self, key: u64, depth: u32) -> Option<u64> {
        let count = self.count.load(Relaxed);
        let same = self.check.load(Relaxed) ^ count == key && self.depth() == u64::from(depth);
        same.then_some(count >> DEPTH_BITS)
    }
}

impl Hash {
    /// `None` if there is no memory for it.
    fn new(mebibytes: usize) -> Option<Hash> {
        let count = (mebibytes.checked_mul(1 << 20)? / size_of::<[Slot; 2]>()).max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).ok()?;
        buckets.resize_with(count, Default::default);
        Some(Hash { buckets })
    }

    /// The leaves that a position of this key has at this depth, if they are known.
    pub(crate) fn get(&self, key: u64, depth: u32) -> Option<u64> {
        self.bucket(key).iter().find_map(|slot| slot.get(key, depth))
    }

    /// Keeps the leaves of a position, if they and the depth, which is not 0, fit.
    pub(crate) fn put(&self, key: u64, depth: u32, leaves: u64) {
        if depth >= 1 << DEPTH_BITS || leaves.leading_zeros() < DEPTH_BITS {
            return;
        }
        let [deepest, last] = self.bucket(key);
        let slot = if deepest.depth() <= u64::from(depth) { deepest } else { last };
        let count = leaves << DEPTH_BITS | u64::from(depth);
        slot.count.store(count, Relaxed);
        slot.check.store(key ^ count, Relaxed);
    }

    /// The bucket of a key: the key as a fraction of all keys.
    fn bucket(&self, key: u64) -> &[Slot; 2] {
        let place = (u128::from(key) * self.buckets.len() as u128) >> u64::BITS;
        &self.buckets[place as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_knows_what_it_was_told_and_nothing_else() {
        let hash = Hash::new(1).expect("a mebibyte");
        let known = |key, depth| hash.get(key, depth);
        for key in [0, 1, u64::MAX, 0x1234_5678_9ABC_DEF0] {
            assert_eq!(known(key, 3), None);
            hash.put(key, 3, key >> 8);
            assert_eq!((known(key, 3), known(key, 2), known(key ^ 1 << 40, 3)), (Some(key >> 8), None, None));
        }
        hash.put(5, 3, u64::MAX >> 7);
        hash.put(5, 256, 1);
        assert_eq!((known(5, 3), known(5, 0)), (None, None), "neither fits");
    }

    #[test]
    fn the_deepest_stays_and_the_last_comes() {
        let hash = Hash::new(0).expect("one bucket");
        for (key, depth) in [(1, 5), (2, 2), (3, 3), (4, 4)] {
            hash.put(key, depth, key);
        }
        assert_eq!(
            [(1, 5), (2, 2), (3, 3), (4, 4)].map(|(key, depth)| hash.get(key, depth)),
            [Some(1), None, None, Some(4)]
        );
        hash.put(6, 5, 6);
        assert_eq!([(1, 5), (4, 4), (6, 5)].map(|(key, depth)| hash.get(key, depth)), [None, Some(4), Some(6)]);
    }

    #[test]
    fn memory_may_not_be_there() {
        assert!(Hash::new(usize::MAX).is_none());
        assert!(Hash::new(1 << 40).is_none());
    }
}
