//! Zobrist keys: the same in every run, so that hashes can be written down.

use super::state::{COUNTERS, MARKS};
use super::word::Word;
use crate::color::{Color, Owner};

/// The keys of a variant.
pub(crate) struct Keys<W: Word> {
    /// By kind and owner, three to a kind.
    men: Vec<W::PerSquare<u64>>,
    pub(crate) turn: u64,
}

/// The splitmix64 generator of Steele, Lea and Flood (2014): the next well-mixed number.
pub(crate) const fn mix(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *seed;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// What a key is for; each has seeds of its own.
#[derive(Clone, Copy)]
enum Domain {
    Man = 1,
    Turn,
    Right,
    Target,
    Victim,
    Counter,
    Mark,
    Hand,
    Clock,
    Counted,
}

const fn key(domain: Domain, index: u64, value: u64) -> u64 {
    let mut seed = (domain as u64) << 32 | index;
    let mut seed = mix(&mut seed) ^ value;
    mix(&mut seed)
}

/// The key of a clock's phase: how many plies remain until it strikes.
pub(crate) const fn phase(clock: usize, plies_left: u32) -> u64 {
    key(Domain::Clock, clock as u64, plies_left as u64)
}

/// The key of leaves counted so many plies deep, from a position at this number of the move.
pub(crate) const fn counted(depth: u32, number: u32) -> u64 {
    key(Domain::Counted, depth as u64, number as u64)
}

impl<W: Word> Keys<W> {
    /// Keys for so many kinds of piece.
    pub(crate) fn new(kinds: usize) -> Keys<W> {
        let men = (0..3 * kinds as u64)
            .map(|index| {
                let mut table = W::per_square(0);
                for (square, slot) in table.as_mut().iter_mut().enumerate() {
                    *slot = key(Domain::Man, index, square as u64);
                }
                table
            })
            .collect();
        Keys { men, turn: key(Domain::Turn, 0, 0) }
    }

    #[inline(always)]
    pub(crate) fn man(&self, square: u8, kind: u8, owner: Owner) -> u64 {
        *W::get(&self.men[3 * kind as usize + owner.index()], square)
    }

    pub(crate) fn right(&self, square: u8) -> u64 {
        key(Domain::Right, 0, square as u64)
    }

    pub(crate) fn en_passant(&self, target: u8, victim: u8) -> u64 {
        key(Domain::Target, 0, target as u64) ^ key(Domain::Victim, 0, victim as u64)
    }

    /// A counter that stands at 0 has no key, so that an empty state hashes to 0.
    pub(crate) fn counter(&self, index: u8, value: u16) -> u64 {
        debug_assert!((index as usize) < COUNTERS);
        if value == 0 { 0 } else { key(Domain::Counter, index as u64, value as u64) }
    }

    /// An empty hand has no key.
    pub(crate) fn in_hand(&self, color: Color, kind: u8, count: u8) -> u64 {
        let index = (color.index() as u64) << 8 | kind as u64;
        if count == 0 { 0 } else { key(Domain::Hand, index, count as u64) }
    }

    pub(crate) fn mark(&self, index: u8, square: u8) -> u64 {
        debug_assert!((index as usize) < MARKS);
        key(Domain::Mark, index as u64, square as u64)
    }
}
