//! Values that change as men leave the board.

use std::ops::{Add, AddAssign, Mul, Sub};

/// A value while all men are on the board, and one for when none is, in centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tapered {
    pub(crate) opening: i32,
    pub(crate) ending: i32,
}

impl Tapered {
    pub(crate) const ZERO: Tapered = Tapered { opening: 0, ending: 0 };

    pub(crate) const fn new(opening: i32, ending: i32) -> Tapered {
        Tapered { opening, ending }
    }

    /// The same throughout.
    pub(crate) const fn flat(value: i32) -> Tapered {
        Tapered { opening: value, ending: value }
    }

    /// The value when so much of what was there at the start is left.
    pub(crate) fn at(self, left: i32, full: i32) -> i32 {
        let left = left.clamp(0, full);
        (self.opening * left + self.ending * (full - left)) / full
    }
}

impl Add for Tapered {
    type Output = Tapered;

    #[inline(always)]
    fn add(self, other: Tapered) -> Tapered {
        Tapered::new(self.opening + other.opening, self.ending + other.ending)
    }
}

impl AddAssign for Tapered {
    #[inline(always)]
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl Sub for Tapered {
    type Output = Tapered;

    #[inline(always)]
    fn sub(self, other: Tapered) -> Tapered {
        Tapered::new(self.opening - other.opening, self.ending - other.ending)
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;

    #[inline(always)]
    fn mul(self, times: i32) -> Tapered {
        Tapered::new(self.opening * times, self.ending * times)
    }
}
