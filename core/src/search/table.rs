//! The transposition table: what is known of positions, shared by threads without locks.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use super::score::{LEAST_WIN, Points};
use crate::moves::{Form, Move};
use crate::perft::NoMemory;

/// What a score in the table says of the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// It is at most this.
    Upper = 1,
    /// It is at least this.
    Lower,
    /// It is this.
    Exact,
}

impl Bound {
    /// What the best score found within a window says of the true one.
    pub(crate) fn of(best: Points, alpha: Points, beta: Points) -> Bound {
        match best {
            _ if best >= beta => Bound::Lower,
            _ if best > alpha => Bound::Exact,
            _ => Bound::Upper,
        }
    }
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) best: Option<Move>,
    pub(crate) score: Points,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

impl Entry {
    /// Whether a search with this window would find nothing else than the score.
    pub(crate) fn settles(&self, alpha: Points, beta: Points) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }
}

/// Known positions by their keys.
pub(crate) struct Table {
    buckets: Vec<[Slot; 4]>,
    /// Counts searches, so that what earlier ones have left is replaced first.
    age: AtomicU8,
}

/// A key combined with its data: of two threads that write at once, neither is believed if they mix.
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

// The data, from the lowest bit: move 27, bound 2, depth 8, age 6, score 16. A bound of 0 is an empty slot.
const BOUND: u32 = 27;
const DEPTH: u32 = 29;
const AGE: u32 = 37;
const SCORE: u32 = 43;
const AGES: u8 = 64;

impl Table {
    /// A table of so many MiB; at least one bucket.
    pub(crate) fn new(mebibytes: usize) -> Result<Table, NoMemory> {
        let none = NoMemory { mebibytes };
        let count = (mebibytes.checked_mul(1 << 20).ok_or(none)? / size_of::<[Slot; 4]>()).max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| none)?;
        buckets.resize_with(count, Default::default);
        Ok(Table { buckets, age: AtomicU8::new(0) })
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        for slot in self.buckets.iter().flatten() {
            slot.data.store(0, Relaxed);
            slot.check.store(0, Relaxed);
        }
    }

    /// A new search begins.
    pub(crate) fn begin(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// What is known of a position that stands `ply` plies from the root.
    pub(crate) fn get(&self, key: u64, ply: usize) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.check.load(Relaxed) ^ data == key).then(|| unpack(data, ply)).flatten()
        })
    }

    /// Keeps what is known of a position.
    pub(crate) fn put(&self, key: u64, ply: usize, entry: Entry) {
        let age = self.age.load(Relaxed);
        let bucket = self.bucket(key);
        let old = |slot: &Slot| slot.data.load(Relaxed);
        let same = bucket.iter().find(|slot| slot.check.load(Relaxed) ^ old(slot) == key);
        if let Some(known) = same.map(old)
            && entry.bound != Bound::Exact
            && age_of(known) == age
            && depth_of(known) > entry.depth + 3
        {
            return;
        }
        // What is shallow and old matters least.
        let worth = |slot: &&Slot| match old(slot) {
            0 => i32::MIN,
            data => depth_of(data) - 8 * i32::from((age + AGES - age_of(data)) % AGES),
        };
        let Some(slot) = same.or_else(|| bucket.iter().min_by_key(worth)) else { return };
        let mut data = pack(entry, ply, age);
        if entry.best.is_none() && same.is_some() {
            data |= old(slot) & ((1 << BOUND) - 1);
        }
        slot.data.store(data, Relaxed);
        slot.check.store(key ^ data, Relaxed);
    }

    /// How full it is with what this search has found, in thousandths.
    pub(crate) fn fullness(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let is_new = |slot: &&Slot| matches!(slot.data.load(Relaxed), data if data != 0 && age_of(data) == age);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        (sample.iter().flatten().filter(is_new).count() * 250 / sample.len()) as u32
    }

    /// The bucket of a key: the key as a fraction of all keys.
    fn bucket(&self, key: u64) -> &[Slot; 4] {
        let place = (u128::from(key) * self.buckets.len() as u128) >> u64::BITS;
        &self.buckets[place as usize]
    }
}

fn depth_of(data: u64) -> i32 {
    i32::from((data >> DEPTH) as u8)
}

fn age_of(data: u64) -> u8 {
    (data >> AGE) as u8 % AGES
}

/// A decided game is kept by the plies from its own position, not from the root.
fn pack(entry: Entry, ply: usize, age: u8) -> u64 {
    let away = match entry.score {
        LEAST_WIN.. => ply as Points,
        score if score <= -LEAST_WIN => -(ply as Points),
        _ => 0,
    };
    let score = (entry.score + away) as i16 as u16;
    let depth = entry.depth.clamp(0, 255) as u64;
    entry.best.map_or(0, pack_move)
        | (entry.bound as u64) << BOUND
        | depth << DEPTH
        | u64::from(age) << AGE
        | u64::from(score) << SCORE
}

fn unpack(data: u64, ply: usize) -> Option<Entry> {
    let bound = match data >> BOUND & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    let score = Points::from((data >> SCORE) as u16 as i16);
    let away = match score {
        LEAST_WIN.. => -(ply as Points),
        _ if score <= -LEAST_WIN => ply as Points,
        _ => 0,
    };
    Some(Entry { best: unpack_move(data), score: score + away, depth: depth_of(data), bound })
}

/// A move in 27 bits; none is 0, and so a form is counted from 1.
fn pack_move(Move { form, from, to, extra }: Move) -> u64 {
    (form as u64 + 1) | u64::from(from) << 3 | u64::from(to) << 11 | u64::from(extra) << 19
}

fn unpack_move(data: u64) -> Option<Move> {
    const FORMS: [Form; 6] = [Form::Walk, Form::DoubleStep, Form::EnPassant, Form::Castle, Form::Drop, Form::Pass];
    let form = *FORMS.get((data as usize & 7).checked_sub(1)?)?;
    Some(Move { form, from: (data >> 3) as u8, to: (data >> 11) as u8, extra: (data >> 19) as u8 })
}

#[cfg(test)]
mod tests {
    use super::super::score::WIN;
    use super::*;

    const MOVE: Move = Move { form: Form::Drop, from: 255, to: 17, extra: 31 };

    #[test]
    fn what_is_put_is_got_back() {
        let table = Table::new(1).expect("a mebibyte");
        for (key, score, bound) in [(1, 0, Bound::Exact), (2, -20_000, Bound::Upper), (u64::MAX, WIN - 9, Bound::Lower)]
        {
            for best in [None, Some(MOVE)] {
                let entry = Entry { best, score, depth: 7, bound };
                table.put(key ^ u64::from(best.is_some()) << 40, 4, entry);
                assert_eq!(table.get(key ^ u64::from(best.is_some()) << 40, 4), Some(entry));
            }
        }
        assert_eq!(table.get(3, 4), None);
        assert_eq!(table.get(u64::MAX, 6).map(|entry| entry.score), Some(WIN - 11), "a win is as far as before");
        table.clear();
        assert_eq!(table.get(1, 4), None);
    }

    #[test]
    fn a_best_move_outlives_a_search_that_found_none() {
        let table = Table::new(1).expect("a mebibyte");
        table.put(1, 0, Entry { best: Some(MOVE), score: 5, depth: 3, bound: Bound::Lower });
        table.put(1, 0, Entry { best: None, score: 4, depth: 4, bound: Bound::Upper });
        assert_eq!(table.get(1, 0), Some(Entry { best: Some(MOVE), score: 4, depth: 4, bound: Bound::Upper }));
    }

    #[test]
    fn old_and_shallow_entries_make_room() {
        let table = Table::new(0).expect("one bucket");
        let entry = |depth| Entry { best: None, score: 0, depth, bound: Bound::Exact };
        for (key, depth) in [(1, 9), (2, 1), (3, 9), (4, 9)] {
            table.put(key, 0, entry(depth));
        }
        table.put(5, 0, entry(2));
        assert_eq!([1, 2, 3, 4, 5].map(|key| table.get(key, 0).is_some()), [true, false, true, true, true]);
        table.begin();
        table.begin();
        for key in 6..10 {
            table.put(key, 0, entry(3));
        }
        assert!((6..10).all(|key| table.get(key, 0).is_some()));
    }
}
