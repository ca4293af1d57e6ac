//! Words of bits: how a board's sets of squares are held inside.
//!
//! A variant uses the smallest word that holds its squares and its kinds of piece. Nothing outside core sees which.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::position::{Boards, StateRef};
use crate::set::SquareSet;

use super::magic::{Magic, NoTable, Table};
use super::state::State;

/// How many kinds of piece a variant may have on the largest word.
pub(crate) const MOST_KINDS: usize = 32;

/// A set of squares in one machine word or a few.
pub(crate) trait Word:
    Copy
    + Eq
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// How many squares it holds; a power of two.
    const SQUARES: usize;
    /// How many kinds of piece a variant on this word may have.
    const KINDS: usize;
    /// No square.
    const EMPTY: Self;

    /// Something for every square.
    type PerSquare<T: Copy + Eq + Debug + Send + Sync + 'static>: Copy
        + Eq
        + Debug
        + Send
        + Sync
        + AsRef<[T]>
        + AsMut<[T]>
        + 'static;
    /// A set for every kind.
    type PerKind: Copy + Eq + Debug + Send + Sync + AsRef<[Self]> + AsMut<[Self]> + 'static;

    /// How many men of every kind.
    type Hand: Copy + Eq + Debug + Send + Sync + AsRef<[u8]> + AsMut<[u8]> + 'static;
    /// No man of any kind.
    const NO_HAND: Self::Hand;

    /// Looks up where riders go; none on words that have no fast one.
    type Table: Table<Self>;

    /// The same for every square.
    fn per_square<T: Copy + Eq + Debug + Send + Sync + 'static>(value: T) -> Self::PerSquare<T>;
    /// The same for every kind.
    fn per_kind(value: Self) -> Self::PerKind;

    /// The set of one square.
    fn bit(square: u8) -> Self;
    /// Whether the set has no square.
    fn is_empty(self) -> bool;
    /// How many squares it has.
    fn count(self) -> u32;
    /// The square of the lowest number; the set is not empty.
    fn lowest(self) -> u8;
    /// The set without its lowest square; the empty set stays empty.
    fn without_lowest(self) -> Self;
    /// The squares numbered below the lowest of the set, and that square; every square if the set is empty.
    fn up_to_lowest(self) -> Self;
    /// The squares numbered above the highest of the set, and that square; every square if the set is empty.
    fn highest_and_up(self) -> Self;
    /// Every square's number raised by `by`, less than `SQUARES` either way. What leaves the word is lost or comes back
    /// at its other end: mask it before.
    fn shift(self, by: i16) -> Self;

    /// The word's part of a public set.
    fn from_set(set: SquareSet) -> Self;
    /// The set as callers see it.
    fn to_set(self) -> SquareSet;

    /// The state behind a reference, if it is of this word.
    fn state(state: StateRef<'_>) -> Option<&State<Self>>;
    /// A reference that forgets the word.
    fn erase(state: &State<Self>) -> StateRef<'_>;
    /// A position of this word.
    fn boards(state: State<Self>) -> Boards;

    /// The entry of a square. The mask spares the check of the bounds.
    #[inline(always)]
    fn get<T: Copy + Eq + Debug + Send + Sync + 'static>(table: &Self::PerSquare<T>, square: u8) -> &T {
        &table.as_ref()[square as usize & (Self::SQUARES - 1)]
    }

    /// Whether a square is in the set.
    #[inline(always)]
    fn has(self, square: u8) -> bool {
        !(self & Self::bit(square)).is_empty()
    }

    /// Whether the sets share a square.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// The squares, lowest first.
    #[inline(always)]
    fn squares(self) -> Bits<Self> {
        Bits(self)
    }
}

/// The squares of a word, lowest first.
pub(crate) struct Bits<W>(W);

impl<W: Word> Iterator for Bits<W> {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(square)
    }
}

macro_rules! native_word {
    ($word:ty, $squares:literal, $kinds:literal, $variant:ident, $table:ty) => {
        impl Word for $word {
            const SQUARES: usize = $squares;
            const KINDS: usize = $kinds;
            const EMPTY: Self = 0;

            type PerSquare<T: Copy + Eq + Debug + Send + Sync + 'static> = [T; $squares];
            type PerKind = [Self; $kinds];
            type Hand = [u8; $kinds];
            type Table = $table;
            const NO_HAND: [u8; $kinds] = [0; $kinds];

            fn per_square<T: Copy + Eq + Debug + Send + Sync + 'static>(value: T) -> [T; $squares] {
                [value; $squares]
            }

            fn per_kind(value: Self) -> [Self; $kinds] {
                [value; $kinds]
            }

            #[inline(always)]
            fn bit(square: u8) -> Self {
                1 << (square & ($squares - 1))
            }

            #[inline(always)]
            fn is_empty(self) -> bool {
                self == 0
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn lowest(self) -> u8 {
                self.trailing_zeros() as u8
            }

            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn up_to_lowest(self) -> Self {
                self ^ self.wrapping_sub(1)
            }

            #[inline(always)]
            fn highest_and_up(self) -> Self {
                Self::MAX << (self | 1).ilog2()
            }

            #[inline(always)]
            fn shift(self, by: i16) -> Self {
                self.rotate_left(by as u32 & ($squares - 1))
            }

            fn from_set(set: SquareSet) -> Self {
                (set.0[0] as u128 | (set.0[1] as u128) << 64) as $word
            }

            fn to_set(self) -> SquareSet {
                let wide = self as u128;
                SquareSet([wide as u64, (wide >> 64) as u64, 0, 0])
            }

            fn state(state: StateRef<'_>) -> Option<&State<Self>> {
                match state {
                    StateRef::$variant(state) => Some(state),
                    _ => None,
                }
            }

            fn erase(state: &State<Self>) -> StateRef<'_> {
                StateRef::$variant(state)
            }

            fn boards(state: State<Self>) -> Boards {
                Boards::$variant(state)
            }
        }
    };
}

native_word!(u64, 64, 16, Small, Magic);
native_word!(u128, 128, 32, Medium, NoTable);

/// 256 bits, lowest part first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct U256([u64; 4]);

macro_rules! bitwise {
    ($trait:ident, $method:ident, $assign:ident, $assign_method:ident, $operator:tt) => {
        impl $trait for U256 {
            type Output = U256;

            #[inline(always)]
            fn $method(self, other: U256) -> U256 {
                U256(std::array::from_fn(|i| self.0[i] $operator other.0[i]))
            }
        }

        impl $assign for U256 {
            #[inline(always)]
            fn $assign_method(&mut self, other: U256) {
                *self = *self $operator other;
            }
        }
    };
}

bitwise!(BitAnd, bitand, BitAndAssign, bitand_assign, &);
bitwise!(BitOr, bitor, BitOrAssign, bitor_assign, |);
bitwise!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

impl Not for U256 {
    type Output = U256;

    #[inline(always)]
    fn not(self) -> U256 {
        U256(self.0.map(|part| !part))
    }
}

impl U256 {
    /// The index of the lowest part with a square; 3 if there is none.
    #[inline(always)]
    fn low_part(self) -> usize {
        (0..3).find(|&i| self.0[i] != 0).unwrap_or(3)
    }

    /// The index of the highest part with a square; 0 if there is none.
    #[inline(always)]
    fn high_part(self) -> usize {
        (1..4).rev().find(|&i| self.0[i] != 0).unwrap_or(0)
    }
}

impl Word for U256 {
    const SQUARES: usize = 256;
    const KINDS: usize = 32;
    const EMPTY: Self = U256([0; 4]);

    type PerSquare<T: Copy + Eq + Debug + Send + Sync + 'static> = [T; 256];
    type PerKind = [Self; 32];
    type Hand = [u8; 32];
    type Table = NoTable;
    const NO_HAND: [u8; 32] = [0; 32];

    fn per_square<T: Copy + Eq + Debug + Send + Sync + 'static>(value: T) -> [T; 256] {
        [value; 256]
    }

    fn per_kind(value: Self) -> [Self; 32] {
        [value; 32]
    }

    #[inline(always)]
    fn bit(square: u8) -> Self {
        let mut parts = [0; 4];
        parts[(square >> 6) as usize] = 1 << (square & 63);
        U256(parts)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|part| part.count_ones()).sum()
    }

    #[inline(always)]
    fn lowest(self) -> u8 {
        let part = self.low_part();
        (64 * part) as u8 | self.0[part].trailing_zeros() as u8 & 63
    }

    #[inline(always)]
    fn without_lowest(mut self) -> Self {
        let part = self.low_part();
        self.0[part] &= self.0[part].wrapping_sub(1);
        self
    }

    #[inline(always)]
    fn up_to_lowest(self) -> Self {
        let lowest = self.low_part();
        U256(std::array::from_fn(|i| match i.cmp(&lowest) {
            std::cmp::Ordering::Less => u64::MAX,
            std::cmp::Ordering::Equal => self.0[i] ^ self.0[i].wrapping_sub(1),
            std::cmp::Ordering::Greater => 0,
        }))
    }

    #[inline(always)]
    fn highest_and_up(self) -> Self {
        let highest = self.high_part();
        U256(std::array::from_fn(|i| match i.cmp(&highest) {
            std::cmp::Ordering::Less => 0,
            std::cmp::Ordering::Equal => u64::MAX << (self.0[i] | 1).ilog2(),
            std::cmp::Ordering::Greater => u64::MAX,
        }))
    }

    #[inline(always)]
    fn shift(self, by: i16) -> Self {
        U256(SquareSet(self.0).shift(by).0)
    }

    fn from_set(set: SquareSet) -> Self {
        U256(set.0)
    }

    fn to_set(self) -> SquareSet {
        SquareSet(self.0)
    }

    fn state(state: StateRef<'_>) -> Option<&State<Self>> {
        match state {
            StateRef::Large(state) => Some(state),
            _ => None,
        }
    }

    fn erase(state: &State<Self>) -> StateRef<'_> {
        StateRef::Large(state)
    }

    fn boards(state: State<Self>) -> Boards {
        Boards::Large(state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::Square;

    /// Compares a word's arithmetic with that of a public set, square by square.
    fn check<W: Word>() {
        let sets = [vec![], vec![0], vec![W::SQUARES - 1], vec![3, 17, 40, 63], (0..W::SQUARES).step_by(5).collect()];
        for squares in sets {
            let public: SquareSet = squares.iter().map(|&i| Square(i as u8)).collect();
            let word = W::from_set(public);
            assert_eq!(word.to_set(), public);
            assert_eq!(word.count() as usize, squares.len());
            assert_eq!(word.squares().map(usize::from).collect::<Vec<_>>(), squares);
            let all = 0..W::SQUARES;
            let below: Vec<usize> = all.clone().filter(|i| squares.first().is_none_or(|first| i <= first)).collect();
            let above: Vec<usize> = all.filter(|i| squares.last().is_none_or(|last| i >= last)).collect();
            assert_eq!(word.up_to_lowest().squares().map(usize::from).collect::<Vec<_>>(), below);
            assert_eq!(word.highest_and_up().squares().map(usize::from).collect::<Vec<_>>(), above);
            for by in [-20, -9, -1, 0, 1, 7, 16, 31] {
                let stays = |square: &Square| (0..W::SQUARES as i16).contains(&(square.0 as i16 + by));
                let staying: SquareSet = public.iter().filter(stays).collect();
                assert_eq!(W::from_set(staying).shift(by).to_set(), staying.shift(by));
            }
            if let Some(&first) = squares.first() {
                assert_eq!(word.lowest() as usize, first);
                assert_eq!(word.without_lowest().count() as usize, squares.len() - 1);
            }
        }
    }

    #[test]
    fn words_agree_with_public_sets() {
        check::<u64>();
        check::<u128>();
        check::<U256>();
    }
}
