//! Levels of play: weak ones look less far, judge less surely, and overlook what people overlook.

use crate::engine::keys::mix;

/// How well the computer plays, from 1, a beginner, to 10, as well as it can.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// What a level cannot do: positions that it looks at, by how much it misjudges them (in centipawns), and how many of a
/// thousand moves it overlooks.
const WEAKNESSES: [(u64, i32, u32); 9] = [
    (30, 160, 330),
    (60, 120, 260),
    (120, 90, 200),
    (250, 65, 150),
    (500, 45, 105),
    (1_000, 30, 70),
    (2_000, 18, 40),
    (4_500, 8, 15),
    (10_000, 0, 0),
];

impl Level {
    /// The strongest level.
    pub const MOST: Level = Level(10);

    /// A level from 1 to 10; `None` for another number.
    pub const fn new(number: u8) -> Option<Level> {
        if number >= 1 && number <= Level::MOST.0 { Some(Level(number)) } else { None }
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    fn weakness(self) -> Option<(u64, i32, u32)> {
        WEAKNESSES.get(usize::from(self.0) - 1).copied()
    }

    /// The positions that a player of this level looks at for a move; `None`: as many as there is time for.
    pub fn nodes(self) -> Option<u64> {
        self.weakness().map(|(nodes, ..)| nodes)
    }

    /// What keeps a player of this level from playing better. The same seed makes the same mistakes.
    pub(crate) fn handicap(self, seed: u64) -> Option<Handicap> {
        let (_, noise, blindness) = self.weakness()?;
        (noise > 0 || blindness > 0).then_some(Handicap { seed, noise, blindness })
    }
}

/// How a player misjudges and overlooks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Handicap {
    seed: u64,
    noise: i32,
    blindness: u32,
}

/// How a move looks to a person.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight {
    /// Which position and which move it is.
    pub(crate) key: u64,
    /// How many squares the man goes.
    pub(crate) distance: u8,
    /// Whether it goes back.
    pub(crate) retreats: bool,
    /// Whether it takes on the square where something was just taken or has just arrived.
    pub(crate) retakes: bool,
    /// Whether it is the player's own next move, not one further ahead.
    pub(crate) is_next: bool,
}

impl Handicap {
    /// By how much a position is misjudged: always by the same.
    pub(crate) fn error(&self, key: u64) -> i32 {
        let mut state = self.seed ^ key;
        let one = |number: u64| (number % (2 * self.noise as u64 + 1)) as i32 - self.noise;
        if self.noise == 0 { 0 } else { (one(mix(&mut state)) + one(mix(&mut state))) / 2 }
    }

    /// Whether a move is overlooked. People see what stands before their eyes; they overlook long moves and moves back,
    /// and what may come later more easily than what they may do now.
    pub(crate) fn overlooks(&self, sight: Sight) -> bool {
        if sight.retakes {
            return false;
        }
        let far = match sight.distance {
            0..=1 => 60,
            2..=3 => 100,
            _ => 170,
        };
        let back = if sight.retreats { 150 } else { 100 };
        let later = if sight.is_next { 50 } else { 110 };
        let share = u64::from(self.blindness) * far * back * later / 1_000_000;
        let mut state = self.seed ^ sight.key;
        mix(&mut state) % 1_000 < share.min(900)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_ten_levels_and_each_sees_more_than_the_one_below() {
        assert_eq!((Level::new(0), Level::new(11)), (None, None));
        let levels: Vec<Level> = (1..=10).filter_map(Level::new).collect();
        assert_eq!(levels.len(), 10);
        for pair in levels.windows(2) {
            let most = |level: Level| level.nodes().unwrap_or(u64::MAX);
            assert!(most(pair[0]) < most(pair[1]), "{pair:?}");
        }
        assert!(Level::MOST.handicap(1).is_none());
    }

    #[test]
    fn mistakes_are_the_same_every_time_and_as_many_as_meant() {
        let handicap = Level(1).handicap(7).expect("it is weak");
        let sight = |key| Sight { key, distance: 2, retreats: false, retakes: false, is_next: false };
        let overlooked = (0..1000).filter(|&key| handicap.overlooks(sight(key))).count();
        assert!((320..410).contains(&overlooked), "{overlooked}");
        assert!((0..1000).all(|key| !handicap.overlooks(Sight { retakes: true, ..sight(key) })));
        assert!((0..1000).all(|key| handicap.error(key).abs() <= 160 && handicap.error(key) == handicap.error(key)));
    }
}
