//! Who moves the men: people, chance, or the computer at a level.

use std::fmt;
use std::str::FromStr;

use floe_core::search::Level;
use floe_core::spec::ByColor;
use floe_core::{Color, Game, Move};
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;

/// The level of who plays alone and says nothing.
pub(crate) const USUAL_LEVEL: u8 = 3;

/// What may play a colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Player {
    /// A person who types
    Human,
    /// Any legal move, each as likely
    Random,
    /// The computer
    Level(Level),
}

impl FromStr for Player {
    type Err = String;

    fn from_str(word: &str) -> Result<Player, String> {
        match word {
            "human" => Ok(Player::Human),
            "random" => Ok(Player::Random),
            number => {
                level(number).map(Player::Level).map_err(|_| "it is human, random, or a level from 1 to 10".into())
            }
        }
    }
}

/// A level from a word of the command line.
pub(crate) fn level(word: &str) -> Result<Level, String> {
    word.parse().ok().and_then(Level::new).ok_or_else(|| "a level is a number from 1 to 10".to_owned())
}

/// Who plays a colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Seat {
    Human,
    /// The same seed makes the same moves, also in a game that is gone on with later.
    Random {
        seed: u64,
    },
    /// The same seed makes the same mistakes.
    Computer {
        level: Level,
        seed: u64,
    },
}

/// The names that PGN's tags have.
const HUMAN: &str = "Human";
const RANDOM: &str = "Random, seed ";
const COMPUTER: &str = "Floe, level ";
const SEED: &str = ", seed ";

impl Seat {
    /// Who is asked for, else who has played before. `seed` is one that is asked for, and `fresh` one that nobody has had.
    pub(crate) fn of(asked: Option<Player>, before: Option<Seat>, seed: Option<u64>, fresh: u64) -> Seat {
        let seed = seed.or(before.and_then(Seat::seed)).unwrap_or(fresh);
        match (asked, before) {
            (Some(Player::Human), _) | (None, None | Some(Seat::Human)) => Seat::Human,
            (Some(Player::Random), _) | (None, Some(Seat::Random { .. })) => Seat::Random { seed },
            (Some(Player::Level(level)), _) | (None, Some(Seat::Computer { level, .. })) => {
                Seat::Computer { level, seed }
            }
        }
    }

    /// The seed of moves that no person makes.
    pub(crate) fn seed(self) -> Option<u64> {
        match self {
            Seat::Human => None,
            Seat::Random { seed } | Seat::Computer { seed, .. } => Some(seed),
        }
    }

    /// Who plays under a name that this program has written.
    pub(crate) fn of_name(name: &str) -> Option<Seat> {
        if name == HUMAN {
            return Some(Seat::Human);
        }
        if let Some(seed) = name.strip_prefix(RANDOM) {
            return Some(Seat::Random { seed: seed.parse().ok()? });
        }
        let (level, seed) = name.strip_prefix(COMPUTER)?.split_once(SEED)?;
        Some(Seat::Computer { level: Level::new(level.parse().ok()?)?, seed: seed.parse().ok()? })
    }
}

/// The name for PGN's tags.
impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Human => f.write_str(HUMAN),
            Seat::Random { seed } => write!(f, "{RANDOM}{seed}"),
            Seat::Computer { level, seed } => write!(f, "{COMPUTER}{}{SEED}{seed}", level.number()),
        }
    }
}

/// Who plays what, as it is asked for on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Wish {
    pub(crate) white: Option<Player>,
    pub(crate) black: Option<Player>,
    pub(crate) level: Option<Level>,
    pub(crate) two: bool,
}

impl Wish {
    /// Whether a person plays alone and has not said which colour.
    pub(crate) fn lacks_color(self, is_alone: bool) -> bool {
        self.wants_opponent(is_alone) && self.white.is_none() && self.black.is_none()
    }

    /// Whether the computer is to take the side that nobody is asked for. `is_alone`: somebody sits at a terminal, with a
    /// new game.
    fn wants_opponent(self, is_alone: bool) -> bool {
        !self.two && (self.level.is_some() || is_alone)
    }

    /// Who is asked for, when a person who plays alone has the colour `mine`.
    pub(crate) fn players(self, is_alone: bool, mine: Color) -> ByColor<Option<Player>> {
        let computer = || Level::new(USUAL_LEVEL).map(|usual| Player::Level(self.level.unwrap_or(usual)));
        let is_person = |player: Option<Player>| player == Some(Player::Human);
        let (white, black) = match (self.white, self.black) {
            _ if !self.wants_opponent(is_alone) => (self.white, self.black),
            (None, None) if mine == Color::White => (Some(Player::Human), computer()),
            (None, None) => (computer(), Some(Player::Human)),
            (white, None) if is_person(white) => (white, computer()),
            (None, black) if is_person(black) => (computer(), black),
            (white, black) => (white.or(Some(Player::Human)), black.or(Some(Player::Human))),
        };
        ByColor { white, black }
    }
}

/// Any legal move; `None` if there is none.
pub(crate) fn any_move(seed: u64, game: &Game) -> Option<Move> {
    // An odd step, so that no seed repeats the draws of the next one.
    let step = (game.plies().len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut draws = StdRng::seed_from_u64(seed.wrapping_add(step));
    game.variant().legal_moves(game.position()).choose(&mut draws).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_level(number: u8) -> Player {
        Player::Level(Level::new(number).expect("there is one"))
    }

    #[test]
    fn players_are_known_by_their_names() {
        let level = Level::new(3).expect("there is one");
        for seat in [Seat::Human, Seat::Random { seed: 7 }, Seat::Computer { level, seed: 9 }] {
            assert_eq!(Seat::of_name(&seat.to_string()), Some(seat));
        }
        for name in ["Random", "Random, seed x", "Floe, level 11, seed 1", "Kasparov, Garry", ""] {
            assert_eq!(Seat::of_name(name), None, "{name}");
        }
    }

    #[test]
    fn who_is_asked_for_takes_the_seat() {
        let seven = Some(Seat::Random { seed: 7 });
        for (asked, before, seed, expected) in [
            (None, None, None, Seat::Human),
            (None, None, Some(3), Seat::Human),
            (None, seven, None, Seat::Random { seed: 7 }),
            (None, seven, Some(3), Seat::Random { seed: 3 }),
            (Some(Player::Human), seven, None, Seat::Human),
            (Some(Player::Random), seven, None, Seat::Random { seed: 7 }),
            (Some(Player::Random), Some(Seat::Human), None, Seat::Random { seed: 9 }),
            (Some(Player::Random), None, Some(3), Seat::Random { seed: 3 }),
        ] {
            assert_eq!(Seat::of(asked, before, seed, 9), expected, "{asked:?} {before:?} {seed:?}");
        }
    }

    #[test]
    fn who_plays_alone_has_an_opponent() {
        let (human, two) = (Some(Player::Human), Some(of_level(2)));
        let (usual, random) = (Some(of_level(USUAL_LEVEL)), Some(Player::Random));
        let wish =
            |white, black, level: Option<u8>| Wish { white, black, level: level.and_then(Level::new), two: false };
        for (wish, is_alone, expected) in [
            (wish(None, None, None), true, [usual, human]),
            (wish(None, None, None), false, [None, None]),
            (wish(None, None, Some(2)), false, [two, human]),
            (wish(human, None, None), true, [human, usual]),
            (wish(human, None, None), false, [human, None]),
            (wish(None, human, Some(2)), false, [two, human]),
            (wish(None, random, None), true, [human, random]),
            (wish(random, random, None), true, [random, random]),
            (Wish { two: true, ..wish(None, None, None) }, true, [None, None]),
        ] {
            let ByColor { white, black } = wish.players(is_alone, Color::Black);
            assert_eq!([white, black], expected, "{wish:?}");
        }
    }
}
