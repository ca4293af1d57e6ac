//! Who moves the men.

use clap::ValueEnum;
use floe_core::{Game, Move};
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;

/// What may play a colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Player {
    /// A person who types
    Human,
    /// The computer: any legal move, each as likely
    Random,
}

/// Who plays a colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Seat {
    Human,
    /// The same seed makes the same moves, also in a game that is gone on with later.
    Random {
        seed: u64,
    },
}

/// The names that PGN's tags have.
const HUMAN: &str = "Human";
const RANDOM: &str = "Random, seed ";

impl Seat {
    /// Who is asked for, else who has played before. `seed` is one that is asked for, and `fresh` one that nobody has had.
    pub(crate) fn of(asked: Option<Player>, before: Option<Seat>, seed: Option<u64>, fresh: u64) -> Seat {
        let before_seed = before.and_then(Seat::seed);
        let random = match asked {
            Some(player) => player == Player::Random,
            None => before_seed.is_some(),
        };
        if random { Seat::Random { seed: seed.or(before_seed).unwrap_or(fresh) } } else { Seat::Human }
    }

    /// The seed of the computer's moves.
    pub(crate) fn seed(self) -> Option<u64> {
        match self {
            Seat::Human => None,
            Seat::Random { seed } => Some(seed),
        }
    }

    /// The name for PGN's tags.
    pub(crate) fn name(self) -> String {
        match self {
            Seat::Human => HUMAN.to_owned(),
            Seat::Random { seed } => format!("{RANDOM}{seed}"),
        }
    }

    /// Who plays under a name that this program has written.
    pub(crate) fn of_name(name: &str) -> Option<Seat> {
        let random = || Some(Seat::Random { seed: name.strip_prefix(RANDOM)?.parse().ok()? });
        (name == HUMAN).then_some(Seat::Human).or_else(random)
    }
}

/// A move of the computer; `None` if there is no legal one.
pub(crate) fn choose(seed: u64, game: &Game) -> Option<Move> {
    // An odd step, so that no seed repeats the draws of the next one.
    let step = (game.plies().len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut draws = StdRng::seed_from_u64(seed.wrapping_add(step));
    game.variant().legal_moves(game.position()).choose(&mut draws).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_known_by_their_names() {
        for seat in [Seat::Human, Seat::Random { seed: 7 }] {
            assert_eq!(Seat::of_name(&seat.name()), Some(seat));
        }
        for name in ["Random", "Random, seed x", "Kasparov, Garry", ""] {
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
}
