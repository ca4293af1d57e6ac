//! Sets of squares, as hooks and callers see them.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitXor, Sub};

use crate::square::Square;

/// A set of squares of one board: 256 bits, whatever word the board uses inside.
///
/// `|` joins, `&` intersects, `-` takes away. There is no complement, since a set does not know its board: write
/// `board.squares() - set`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SquareSet(pub(crate) [u64; 4]);

impl SquareSet {
    /// The set without squares.
    pub const EMPTY: SquareSet = SquareSet([0; 4]);

    /// Every square that any board can have, and so every square of each.
    pub const ALL: SquareSet = SquareSet([u64::MAX; 4]);

    /// Whether no square is in the set.
    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// The number of squares in the set.
    pub fn len(self) -> usize {
        self.0.iter().map(|part| part.count_ones() as usize).sum()
    }

    /// Whether a square is in the set.
    pub const fn contains(self, square: Square) -> bool {
        self.0[(square.0 >> 6) as usize] >> (square.0 & 63) & 1 != 0
    }

    /// Adds a square.
    pub fn insert(&mut self, square: Square) {
        self.0[(square.0 >> 6) as usize] |= 1 << (square.0 & 63);
    }

    /// Takes a square out.
    pub fn remove(&mut self, square: Square) {
        self.0[(square.0 >> 6) as usize] &= !(1 << (square.0 & 63));
    }

    /// The squares in the order of their numbers.
    pub fn iter(self) -> Squares {
        Squares(self)
    }

    /// The squares 0 … `count` − 1.
    pub(crate) fn first(count: u16) -> SquareSet {
        let mut set = [0; 4];
        for (i, part) in set.iter_mut().enumerate() {
            let bits = count.saturating_sub(64 * i as u16).min(64);
            *part = if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
        }
        SquareSet(set)
    }

    /// Every square of one file of a rectangle.
    pub(crate) fn file_mask(files: u8, ranks: u8, file: u8) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        for rank in 0..ranks as u16 {
            set.insert(Square((file as u16 + files as u16 * rank) as u8));
        }
        set
    }

    /// Every square's number raised by `by`, which may be negative; what leaves 0 … 255 is lost.
    pub(crate) fn shift(self, by: i16) -> SquareSet {
        let (words, bits) = ((by.unsigned_abs() / 64) as usize, by.unsigned_abs() as u32 % 64);
        let mut shifted = [0; 4];
        for (i, part) in shifted.iter_mut().enumerate() {
            let at = |index: Option<usize>| index.and_then(|index| self.0.get(index)).copied().unwrap_or(0);
            *part = if by >= 0 {
                let low = at(i.checked_sub(words + 1)).checked_shr(64 - bits).unwrap_or(0);
                at(i.checked_sub(words)) << bits | low
            } else {
                let high = at(Some(i + words + 1)).checked_shl(64 - bits).unwrap_or(0);
                at(Some(i + words)) >> bits | high
            };
        }
        SquareSet(shifted)
    }
}

impl From<Square> for SquareSet {
    fn from(square: Square) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        set.insert(square);
        set
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        self.iter()
    }
}

/// The squares of a set, in the order of their numbers.
#[derive(Clone, Debug)]
pub struct Squares(SquareSet);

impl Iterator for Squares {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let (i, part) = self.0.0.iter_mut().enumerate().find(|(_, part)| **part != 0)?;
        let bit = part.trailing_zeros();
        *part &= *part - 1;
        Some(Square((64 * i as u32 + bit) as u8))
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $combine:expr) => {
        impl $trait for SquareSet {
            type Output = SquareSet;

            fn $method(self, other: SquareSet) -> SquareSet {
                let combine: fn(u64, u64) -> u64 = $combine;
                SquareSet(std::array::from_fn(|i| combine(self.0[i], other.0[i])))
            }
        }
    };
}

operator!(BitOr, bitor, |a, b| a | b);
operator!(BitAnd, bitand, |a, b| a & b);
operator!(BitXor, bitxor, |a, b| a ^ b);
operator!(Sub, sub, |a, b| a & !b);

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Square::index)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifting_moves_every_square() {
        let set: SquareSet = (0..=255).filter(|i| i % 7 == 0 || i % 5 == 1).map(Square).collect();
        for by in -256..=256 {
            let expected: SquareSet =
                set.iter().map(|s| s.0 as i16 + by).filter(|i| (0..256).contains(i)).map(|i| Square(i as u8)).collect();
            assert_eq!(set.shift(by), expected, "{by}");
        }
    }

    #[test]
    fn the_first_squares() {
        for count in [0, 1, 63, 64, 65, 80, 128, 255, 256] {
            let set = SquareSet::first(count);
            assert_eq!(set.len(), count as usize);
            assert!(set.iter().all(|square| square.index() < count as usize));
        }
    }
}
