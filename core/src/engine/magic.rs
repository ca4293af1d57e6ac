//! Magic tables: where a rider goes from a square, looked up by what stands on its lines.
//!
//! The men on the lines that can block, times a number, give the place in a table ("magic bitboards", Kannan 2007). Such
//! numbers are found by trying. Those for the lines of rooks and bishops on eight by eight squares are rare: they were
//! found so once and stand here, but they are tried like any others, so that a wrong one could only cost time.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::keys::mix;
use super::tables::Line;
use super::word::Word;

/// A table that gives the squares reached along all lines of a rider at once.
pub(crate) trait Table<W: Word>: Sized + Send + Sync {
    /// The table for the lines from each square; `None` if it would be too large, or its numbers too rare.
    fn of_lines(lines: Vec<Vec<Line<W>>>) -> Option<Self>;

    /// The squares reached, up to the first man on every ray, and his.
    fn reach(&self, from: u8, occupied: W) -> W;
}

/// The table of words that have none.
pub(crate) enum NoTable {}

impl<W: Word> Table<W> for NoTable {
    fn of_lines(_: Vec<Vec<Line<W>>>) -> Option<NoTable> {
        None
    }

    fn reach(&self, _: u8, _: W) -> W {
        match *self {}
    }
}

/// How many men can block the lines from one square at most, for a table of 4,096 entries.
const MOST_BLOCKERS: u32 = 12;
/// How many numbers are tried for a square before lines are walked instead.
const TRIES: usize = 10_000;

/// The table of 64 squares. Variants with the same lines share it.
#[derive(Clone)]
pub(crate) struct Magic {
    places: Arc<[Place; 64]>,
    /// As long as a power of two, so that an index needs no check.
    reached: Arc<[u64]>,
}

/// By square: the lines of a rider.
type Lines = Vec<Vec<Line<u64>>>;

/// The lines of tables that were asked for lately, and the tables while somebody has them; `None` where there is none.
static KNOWN: Mutex<Vec<(Lines, Option<Lent>)>> = Mutex::new(Vec::new());
/// How many of them are remembered.
const MOST_KNOWN: usize = 32;

/// A table that is gone when nobody has it any more.
struct Lent {
    places: Weak<[Place; 64]>,
    reached: Weak<[u64]>,
}

impl Lent {
    fn of(magic: &Magic) -> Lent {
        Lent { places: Arc::downgrade(&magic.places), reached: Arc::downgrade(&magic.reached) }
    }

    fn get(&self) -> Option<Magic> {
        Some(Magic { places: self.places.upgrade()?, reached: self.reached.upgrade()? })
    }
}

/// Where the entries of one square are.
#[derive(Clone, Copy, Default)]
struct Place {
    /// The squares on which a man blocks.
    blockers: u64,
    multiplier: u64,
    shift: u32,
    start: u32,
}

impl Place {
    #[inline(always)]
    fn index(&self, occupied: u64) -> usize {
        self.start as usize + ((occupied & self.blockers).wrapping_mul(self.multiplier) >> self.shift) as usize
    }
}

impl Table<u64> for Magic {
    fn of_lines(lines: Lines) -> Option<Magic> {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = known.iter().position(|(others, _)| *others == lines) {
            match known[place].1.as_ref().map(Lent::get) {
                None => return None,
                Some(Some(magic)) => return Some(magic),
                Some(None) => drop(known.remove(place)),
            }
        }
        let magic = Magic::build(&lines);
        if known.len() == MOST_KNOWN {
            known.remove(0);
        }
        known.push((lines, magic.as_ref().map(Lent::of)));
        magic
    }

    #[inline(always)]
    fn reach(&self, from: u8, occupied: u64) -> u64 {
        let index = self.places[from as usize & 63].index(occupied);
        self.reached[index & (self.reached.len() - 1)]
    }
}

impl Magic {
    fn build(lines: &[Vec<Line<u64>>]) -> Option<Magic> {
        let mut places = [Place::default(); 64];
        let mut reached = Vec::new();
        for (square, lines) in lines.iter().enumerate() {
            let mut place = Place { shift: 63, start: reached.len() as u32, ..Place::default() };
            place.blockers = lines.iter().fold(0, |blockers, line| blockers | blockers_of(line));
            let bits = place.blockers.count_ones();
            if bits > MOST_BLOCKERS {
                return None;
            }
            place.shift = 64 - bits.max(1);
            let entries = entries(lines, place.blockers);
            let mut seed = square as u64;
            let mut sparse = || mix(&mut seed) & mix(&mut seed) & mix(&mut seed);
            let known = [STRAIGHT[square], DIAGONAL[square]];
            let mut multipliers = known.into_iter().chain(std::iter::repeat_with(&mut sparse).take(TRIES));
            let table = multipliers.find_map(|multiplier| {
                place.multiplier = multiplier;
                table(&entries, &Place { start: 0, ..place }, 1 << bits.max(1))
            })?;
            places[square] = place;
            reached.extend(table);
        }
        reached.resize(reached.len().next_power_of_two(), 0);
        Some(Magic { places: Arc::new(places), reached: reached.into() })
    }
}

/// The squares of a line on which a man hides others: all but the last of each ray.
fn blockers_of(line: &Line<u64>) -> u64 {
    let last_up = if line.upper == 0 { 0 } else { 1 << line.upper.ilog2() };
    (line.upper & !last_up) | (line.lower & line.lower.wrapping_sub(1))
}

/// What is reached for every set of blockers.
fn entries(lines: &[Line<u64>], blockers: u64) -> Vec<(u64, u64)> {
    let mut entries = Vec::with_capacity(1 << blockers.count_ones());
    let mut men = 0_u64;
    loop {
        entries.push((men, lines.iter().fold(0, |reached, line| reached | line.reach(men))));
        men = men.wrapping_sub(blockers) & blockers;
        if men == 0 {
            return entries;
        }
    }
}

/// The table that a multiplier makes; `None` if it would put two different entries in one place.
fn table(entries: &[(u64, u64)], place: &Place, size: usize) -> Option<Vec<u64>> {
    // Nothing is reached only where there is no ray, and then the table may say so.
    let mut table = vec![0; size];
    for &(men, reached) in entries {
        let slot = &mut table[place.index(men)];
        if *slot != 0 && *slot != reached {
            return None;
        }
        *slot = reached;
    }
    Some(table)
}

/// Multipliers for the rank and file through each square of eight by eight.
const STRAIGHT: [u64; 64] = [
    0x0180_0088_e011_4000,
    0x0040_0010_0040_2008,
    0x4200_2010_0840_8200,
    0x0200_0841_0420_1200,
    0x0100_0408_0011_0002,
    0x0900_0100_0400_0802,
    0x0880_0080_0100_0200,
    0xa100_1023_0001_c882,
    0xc082_8000_c000_8060,
    0x0011_4010_0042_2002,
    0x2281_0040_1020_0100,
    0x2001_0020_0904_1000,
    0x0a02_8080_0800_0400,
    0x0016_0004_0200_1009,
    0x0146_0001_48a4_0200,
    0x0002_0002_1400_9041,
    0x2080_0040_2000_4000,
    0x0120_8180_4000_2000,
    0x1800_8080_2000_1001,
    0x0010_0100_0921_1100,
    0x6002_1100_0800_0500,
    0x2000_8080_0200_0400,
    0x0008_0400_0801_0210,
    0x1148_0200_0040_8104,
    0x0080_0040_4000_2000,
    0x0021_0821_0040_0082,
    0x8239_0011_0020_0041,
    0x8000_0800_8010_0082,
    0x6004_0004_8080_0800,
    0x0810_0400_8080_0200,
    0x0040_0804_0001_0210,
    0x0010_1402_0028_4881,
    0x0180_0020_0040_0040,
    0x00c0_8040_0080_2000,
    0x2001_8020_0180_1000,
    0x0000_0800_8080_1000,
    0x1000_0800_8080_0400,
    0x8014_0002_0080_0480,
    0x0020_8002_0080_0100,
    0x4000_0085_0e00_0044,
    0x0800_2040_0090_8000,
    0x0010_0820_0044_4000,
    0x8220_2001_0049_0010,
    0x0000_200a_0042_0010,
    0x0008_0020_4004_0400,
    0x0406_0108_0422_0030,
    0x0500_1201_080c_00f0,
    0x3200_1084_6c02_0003,
    0x0014_800c_4010_2080,
    0x0220_c000_80a0_0180,
    0x0310_2000_1000_8080,
    0x0000_0802_1000_8280,
    0x9208_0042_0004_0040,
    0x0000_0200_8004_0080,
    0x0000_1081_0802_0400,
    0x4081_0002_2040_8100,
    0x9006_02a0_4111_0782,
    0x40aa_0019_0020_8042,
    0x0002_000c_8010_2042,
    0x4410_0020_0410_0901,
    0x0009_00a2_3004_0801,
    0x0802_0048_1084_2102,
    0x0000_1008_4102_0084,
    0x1400_1424_4401_0082,
];
/// Multipliers for the two diagonals through each square of eight by eight.
const DIAGONAL: [u64; 64] = [
    0x2004_3000_8204_0044,
    0x4885_080a_0846_0080,
    0x0cd0_410a_0621_8000,
    0x0c18_20a0_201c_8100,
    0x8001_1040_3400_40a0,
    0x0040_8220_a040_2a00,
    0x2200_4802_0820_1800,
    0x0000_1401_0402_2100,
    0x0100_1104_0880_8400,
    0x8080_0405_0244_030a,
    0x2810_1000_8089_0400,
    0x0000_0444_0281_a108,
    0x0000_0848_4001_2000,
    0x0010_1208_2208_0400,
    0x0020_0441_0420_a000,
    0x0008_1041_0828_0212,
    0x2044_4c08_1030_6210,
    0x0114_0612_a832_0c14,
    0x8001_1010_0544_8100,
    0x0801_0420_2041_8000,
    0x0000_8094_00a0_9001,
    0x0000_4002_0042_2040,
    0x9c08_5842_0202_2000,
    0x4888_4000_8044_1010,
    0x0005_1138_2020_0100,
    0x0210_0400_8328_0a00,
    0x0018_1408_0800_2220,
    0x2202_1008_0800_8020,
    0x4f10_0884_4500_4000,
    0x5010_0080_2100_80a2,
    0x8468_4040_218c_0442,
    0x0102_0080_004c_0080,
    0x9102_2020_0012_2228,
    0x0004_0221_0008_8903,
    0x800a_1050_0098_0080,
    0x4002_0040_4004_0100,
    0x0024_0040_1204_0100,
    0x2820_0244_1002_8200,
    0x1002_2200_40a4_0401,
    0x1109_1c01_0100_2106,
    0x0002_3120_2088_080c,
    0x0008_4210_4400_1020,
    0x0840_1210_8800_3008,
    0x0050_0202_1404_4200,
    0x0021_0809_0244_0402,
    0x0820_0204_8108_0204,
    0x0088_0204_1420_0040,
    0x0021_0262_0040_2201,
    0x4062_080c_0258_0302,
    0x0385_0c02_0202_0000,
    0x0020_8042_00d0_0000,
    0x0140_4004_2088_0800,
    0x8401_0210_4202_0024,
    0x2000_4018_8830_c000,
    0x0004_0910_0400_8111,
    0x2008_1004_1498_2800,
    0x0021_0021_1002_100c,
    0x80c8_1288_8090_5002,
    0x0883_4050_2108_0800,
    0x0020_4010_0020_8800,
    0x0000_2800_4065_0101,
    0x0004_1004_2810_4900,
    0x0024_a085_1002_2240,
    0x0842_2808_5806_8220,
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares a table with its lines for men at random.
    fn check(steps: [i32; 2]) {
        let lines: Vec<Vec<Line<u64>>> = (0..64).map(|from| steps.map(|step| line(from, step)).to_vec()).collect();
        let magic = Magic::build(&lines).expect("a table of eight by eight squares");
        let mut seed = 1;
        for (from, lines) in lines.iter().enumerate() {
            for _ in 0..500 {
                let men = mix(&mut seed) & mix(&mut seed);
                let walked = lines.iter().fold(0, |reached, line| reached | line.reach(men));
                assert_eq!(magic.reach(from as u8, men), walked, "from {from} among {men:x}");
            }
        }
    }

    /// The line through a square whose next number is greater by `step`.
    fn line(from: i32, step: i32) -> Line<u64> {
        let ray = |step: i32| {
            let next = move |&at: &i32| {
                let to = at + step;
                let files = (to & 7) - (at & 7);
                ((0..64).contains(&to) && files.abs() <= 1).then_some(to)
            };
            std::iter::successors(next(&from), next).fold(0, |set, square| set | 1 << square)
        };
        Line { lower: ray(-step), upper: ray(step) }
    }

    #[test]
    fn tables_agree_with_lines() {
        check([1, 8]);
        check([7, 9]);
    }

    #[test]
    fn the_same_lines_share_a_table() {
        let lines = || (0..64).map(|from| vec![line(from, 1)]).collect();
        let table: Magic = Table::of_lines(lines()).expect("a table of ranks");
        let again: Magic = Table::of_lines(lines()).expect("the same");
        assert!(Arc::ptr_eq(&table.reached, &again.reached));
    }

    #[test]
    fn long_lines_have_no_table() {
        let line = Line { lower: 0, upper: 0xffff };
        assert!(Magic::build(&[vec![line]]).is_none());
    }
}
