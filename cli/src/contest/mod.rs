//! `floe match`: a contest of two players.

mod client;
mod player;
mod tally;

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, value_parser};
use floe_core::notation::pgn;
use floe_core::search::Limits;
use floe_core::{Color, Game, Outcome, Variant};
use indicatif::{ProgressBar, ProgressStyle};
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;

use self::client::Broken;
use self::player::{Contender, Player};
use self::tally::Tally;
use crate::chosen::{self, Settings};
use crate::fault::{Failure, Fault};
use crate::files::why;
use crate::library::Library;
use crate::limits;
use crate::screen::Screen;
use crate::text;

/// The game that is played where none is named.
const DEFAULT: &str = "ice-age";
/// A game that is longer is a draw.
const MOST_PLIES: usize = 600;

/// Let two players play a match: levels of the computer, UCI programs, or one who moves at random
///
/// Colours alternate; each opening of random legal moves is played twice. A player is a level from 1 to 10, `random`,
/// or the command of a UCI program, with options after commas: stockfish,UCI_LimitStrength=true,UCI_Elo=2000. Who makes
/// an illegal move, says nothing in time or ends has lost.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  floe match 5 3 --games 20
  floe match 10 stockfish,UCI_Elo=2000 --variant chess --games 50 --time 1s --pgn games.pgn")]
pub(crate) struct Match {
    /// The first player
    #[arg(value_name = "A")]
    first: Contender,

    /// The second player
    #[arg(value_name = "B")]
    second: Contender,

    /// The variant: an id, or a TOML file
    #[arg(long, value_name = "VARIANT", default_value = DEFAULT)]
    variant: String,

    #[command(flatten)]
    settings: Settings,

    /// How many games
    #[arg(long, value_name = "N", default_value = "10", value_parser = value_parser!(u32).range(1..))]
    games: u32,

    /// The time for each move: 1s, 100ms
    #[arg(long, value_name = "TIME", value_parser = text::duration)]
    time: Option<Duration>,

    /// The positions for each move
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// The plies that are looked ahead
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=127))]
    depth: Option<u32>,

    /// The random plies at the start of each game
    #[arg(long, value_name = "PLIES", default_value = "6", value_parser = value_parser!(u32).range(..=60))]
    opening: u32,

    /// Repeat the openings of an earlier match
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Add the games to this file
    #[arg(long, value_name = "FILE.pgn")]
    pgn: Option<String>,
}

/// What a move may cost where nothing is said of it.
const USUAL_TIME: Duration = Duration::from_millis(100);

impl Match {
    pub(crate) fn run(self, library: &Library, screen: &mut Screen) -> Result<ExitCode, Failure> {
        let variant = library.variant(&self.variant, &self.settings.list)?;
        let seed = self.seed.unwrap_or_else(chosen::seed);
        let mut file = self.pgn.as_deref().map(open).transpose()?;
        let limits = self.limits();
        let unusable = |broken: Broken| Failure::from(Fault::new(broken.to_string()));
        let mut players = [&self.first, &self.second].map(|one| one.sit_down(&variant, &limits, seed));
        for player in &mut players {
            if let Err(broken) = player {
                return Err(unusable(broken.clone()));
            }
        }
        let [Ok(mut first), Ok(mut second)] = players else { return Ok(ExitCode::FAILURE) };
        writeln!(screen, "{} against {}: {}, --seed {seed}.", self.first, self.second, variant.name())?;
        screen.flush()?;
        let bar = bar(self.games);
        let mut tally = Tally::default();
        for number in 0..self.games {
            let first_is_white = number % 2 == 0;
            let start = opening(&variant, seed.wrapping_add(u64::from(number / 2)), self.opening);
            let seats = if first_is_white { [&mut first, &mut second] } else { [&mut second, &mut first] };
            let game = play(start, seats);
            let outcome = game.outcome().unwrap_or_else(|| Outcome::draw("no result"));
            let mine = if first_is_white { Color::White } else { Color::Black };
            tally.add(outcome.winner.map(|winner| winner == mine));
            if let Some(file) = &mut file {
                let names = if first_is_white { [&self.first, &self.second] } else { [&self.second, &self.first] };
                write_game(file, &game, names, number, library).map_err(|error| self.cannot_write(&error))?;
            }
            bar.set_message(tally.to_string());
            bar.inc(1);
        }
        bar.finish_and_clear();
        writeln!(screen, "{tally}.")?;
        Ok(ExitCode::SUCCESS)
    }

    fn limits(&self) -> Limits {
        limits::given(self.time, self.nodes, self.depth, Some(USUAL_TIME))
    }

    fn cannot_write(&self, error: &io::Error) -> Failure {
        let path = self.pgn.as_deref().unwrap_or_default();
        Fault::new(format!("`{path}` cannot be written: {}", why(error))).of(path).into()
    }
}

/// A file to add games to.
fn open(path: &str) -> Result<File, Failure> {
    let opened = OpenOptions::new().create(true).append(true).open(path);
    opened.map_err(|error| Fault::new(format!("`{path}` cannot be written: {}", why(&error))).of(path).into())
}

fn write_game(
    file: &mut File,
    game: &Game,
    [white, black]: [&Contender; 2],
    number: u32,
    library: &Library,
) -> io::Result<()> {
    let date = jiff::ZonedDateTime::now().strftime("%Y.%m.%d").to_string();
    let tags = [
        ("Event", "Match".to_owned()),
        ("Date", date),
        ("Round", (number + 1).to_string()),
        ("White", white.to_string()),
        ("Black", black.to_string()),
    ];
    let tags: Vec<(String, String)> = tags.into_iter().map(|(tag, value)| (tag.to_owned(), value)).collect();
    writeln!(file, "{}", pgn::write(game, &tags, &library.registry))
}

/// How far the match has come; on a terminal only.
fn bar(games: u32) -> ProgressBar {
    let bar = ProgressBar::new(games.into());
    let style = ProgressStyle::with_template("{bar:20} {pos}/{len} {msg} (still {eta})");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

/// A game after some random legal moves, none of which ends it.
fn opening(variant: &Arc<Variant>, seed: u64, plies: u32) -> Game {
    let mut random = StdRng::seed_from_u64(seed);
    let mut game = Game::new(variant.clone());
    for _ in 0..plies {
        let moves = variant.legal_moves(game.position());
        let Some(&played) = moves.choose(&mut random) else { break };
        // It is one of the legal moves.
        if game.play(played).is_err() || game.outcome().is_some() {
            game.undo();
            break;
        }
    }
    game
}

/// Plays a game to its end.
fn play(mut game: Game, seats: [&mut Player; 2]) -> Game {
    let [white, black] = seats;
    for player in [&mut *white, &mut *black] {
        player.begin();
    }
    while game.outcome().is_none() && !game.claim_draw() {
        if game.plies().len() >= MOST_PLIES {
            game.end(Outcome::draw("the game is too long"));
            break;
        }
        let turn = game.position().turn();
        let player = if turn == Color::White { &mut *white } else { &mut *black };
        let ended = match player.choose(&game) {
            Ok(played) => game.play(played).err().map(|refusal| format!("{turn} made an illegal move: {refusal}")),
            Err(broken) => Some(format!("{turn}: {broken}")),
        };
        if let Some(reason) = ended {
            game.end(Outcome::win(!turn, reason));
        }
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_the_same_for_a_seed_and_over_for_none() {
        let registry = floe_variants::registry();
        for id in ["chess", "ice-age", "racing-kings"] {
            let variant = registry.variant(id).expect("it is known").expect("it is sound");
            for seed in 0..20 {
                let (one, other) = (opening(&variant, seed, 8), opening(&variant, seed, 8));
                assert_eq!(one.position(), other.position());
                assert!(one.outcome().is_none() && one.plies().len() <= 8);
            }
        }
    }
}
