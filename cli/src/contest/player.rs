//! The players of a match.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use floe_core::search::{Control, Level, Limits, Searcher};
use floe_core::{Game, Move, Variant};

use super::client::{Broken, Client};
use crate::play::computer::any_move;

/// Who is to play, as it is said on the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Contender {
    Level(Level),
    Random,
    /// A UCI program: its command, and options.
    Program {
        command: String,
        options: Vec<(String, String)>,
    },
}

impl FromStr for Contender {
    type Err = Infallible;

    fn from_str(word: &str) -> Result<Contender, Infallible> {
        if word == "random" {
            return Ok(Contender::Random);
        }
        if let Some(level) = word.parse().ok().and_then(Level::new) {
            return Ok(Contender::Level(level));
        }
        let mut parts = word.split(',').map(str::trim);
        let command = parts.next().unwrap_or_default().to_owned();
        let option = |part: &str| part.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
        Ok(Contender::Program { command, options: parts.filter_map(option).collect() })
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contender::Level(level) => write!(f, "Level {}", level.number()),
            Contender::Random => f.write_str("Random"),
            Contender::Program { command, options } => {
                f.write_str(command)?;
                options.iter().try_for_each(|(name, value)| write!(f, " {name}={value}"))
            }
        }
    }
}

impl Contender {
    /// The player, ready to play.
    ///
    /// # Errors
    /// If the program cannot be run or does not play this variant, or there is no memory.
    pub(crate) fn sit_down(&self, variant: &Arc<Variant>, limits: &Limits, seed: u64) -> Result<Player, Broken> {
        Ok(match self {
            Contender::Random => Player::Random { seed },
            Contender::Level(level) => {
                let searcher = Searcher::new(variant.clone()).map_err(|error| Broken::new(error.to_string()))?;
                Player::Computer { searcher: Box::new(searcher.with_level(*level, seed)), limits: limits.clone() }
            }
            Contender::Program { command, options } => {
                Player::Program(Box::new(Client::start(command, options, variant, limits)?))
            }
        })
    }
}

/// A player at the board.
pub(crate) enum Player {
    Random { seed: u64 },
    Computer { searcher: Box<Searcher>, limits: Limits },
    Program(Box<Client>),
}

impl Player {
    /// A new game begins.
    pub(crate) fn begin(&mut self) {
        match self {
            Player::Random { seed } => *seed = seed.wrapping_add(1),
            Player::Computer { searcher, .. } => searcher.forget(),
            Player::Program(client) => client.begin(),
        }
    }

    /// A move in a game that is not over.
    ///
    /// # Errors
    /// If the program does not answer as it should.
    pub(crate) fn choose(&mut self, game: &Game) -> Result<Move, Broken> {
        let nothing = || Broken::new("there is no move");
        match self {
            Player::Random { seed } => any_move(*seed, game).ok_or_else(nothing),
            Player::Computer { searcher, limits } => {
                searcher.search(game, limits, &Control::new(), &mut |_| {}).best().ok_or_else(nothing)
            }
            Player::Program(client) => client.choose(game),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read_from_words() {
        let read = |word: &str| word.parse::<Contender>().expect("every word is a player");
        assert_eq!(read("3"), Contender::Level(Level::new(3).expect("there is one")));
        assert_eq!(read("random"), Contender::Random);
        let program = read("stockfish -x,UCI_Elo=2000, Hash=1");
        assert_eq!(program.to_string(), "stockfish -x UCI_Elo=2000 Hash=1");
    }
}
