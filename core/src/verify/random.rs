//! Chance that repeats on every machine.

use crate::engine::keys::mix;

/// Numbers drawn by splitmix64: the same for the same seed, on every machine and in every version.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(mut seed: u64) -> Random {
        Random(mix(&mut seed))
    }

    /// A number from 0 to `bound`, which it does not reach. A bound of 0 gives 0.
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(mix(&mut self.0)) * u128::from(bound)) >> 64) as u64
    }

    pub(super) fn one_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// So many of the items, perhaps the same several times; none if there is none.
    pub(super) fn some<T: Copy>(&mut self, times: usize, items: &[T]) -> Vec<T> {
        (0..times).filter_map(|_| self.pick(items)).collect()
    }

    /// One of the items, each as likely; `None` if there is none.
    pub(super) fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        items.get(self.below(items.len() as u64) as usize).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_below_the_bound_is_drawn_and_no_other() {
        let mut random = Random::new(1);
        let mut times = [0; 7];
        (0..7000).for_each(|_| times[random.below(7) as usize] += 1);
        assert!(times.iter().all(|times| (900..1100).contains(times)), "{times:?}");
        assert_eq!(random.pick::<u8>(&[]), None);
    }

    #[test]
    fn a_seed_gives_the_same_numbers_for_ever() {
        let mut random = Random::new(2017);
        assert_eq!([0; 4].map(|_| random.below(1000)), [792, 657, 431, 949]);
    }
}
