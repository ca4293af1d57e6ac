//! `floe play`.

mod command;
pub(crate) mod computer;
pub(crate) mod keeper;
mod reader;
mod table;
pub(crate) mod thinking;

use std::io::{self, Write as _};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use floe_core::notation::pgn::{PgnError, PgnGame};
use floe_core::search::Level;
use floe_core::spec::ByColor;
use floe_core::{Color, Game, Variant};

use self::computer::{Player, Seat, Wish, level};
use self::keeper::Keeper;
use self::reader::{Reader, Reply};
use self::table::Table;
use self::thinking::{Pace, Thinker};
use crate::args::whole;
use crate::chosen::{self, Array, Settings, Start};
use crate::fault::{Failure, Fault};
use crate::library::Library;
use crate::screen::Screen;
use crate::{files, program, report};

/// The game that is played where none is named.
const DEFAULT: &str = "ice-age";

/// Play a game: type moves as in e4, exd5, Ngf3, O-O, e8=Q or e2e4, and `help` for the commands
///
/// Who plays alone on a terminal has the computer for an opponent; --two is for two people. Without a terminal both
/// sides are people, unless it is said.
///
/// The game is kept in a PGN file of its own in the folder floe in $XDG_DATA_HOME (or ~/.local/share), from the first
/// move on; on leaving it is said where. Without a terminal the moves are read line by line, and the program ends with
/// the game or the input. Ctrl-C ends with exit code 130.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  floe play
  floe play ice-age --white --level 5
  floe play ice-age --black random --seed 7
  floe play my.toml --set ice-age.interval=10
  floe play --load game.pgn
  printf 'dxe3\\ndxe6\\nquit\\n' | floe play ice-age --ascii")]
pub(crate) struct Play {
    /// The id of a variant (`floe variants` lists them), or a TOML file [default: ice-age]
    #[arg(value_name = "VARIANT")]
    name: Option<String>,

    #[command(flatten)]
    settings: Settings,

    #[command(flatten)]
    start: Start,

    /// Go on with the first game of a PGN file; name VARIANT if the game does not, or names one that is not known
    #[arg(long, value_name = "GAME.pgn", conflicts_with_all = ["fen", "array", "list"])]
    load: Option<String>,

    /// Who plays White: human, random, or a level from 1 to 10; without a word it is you
    #[arg(long, value_name = "PLAYER", num_args = 0..=1, default_missing_value = "human")]
    white: Option<Player>,

    /// Who plays Black, in the same way
    #[arg(long, value_name = "PLAYER", num_args = 0..=1, default_missing_value = "human")]
    black: Option<Player>,

    /// The level of the computer, from 1 to 10, for whom no player is named [default: 3]
    #[arg(long, value_name = "N", value_parser = level)]
    level: Option<Level>,

    /// Two people play
    #[arg(long, conflicts_with = "level")]
    two: bool,

    #[command(flatten)]
    pace: Pace,

    /// Repeat the random array and moves of an earlier game
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64, 0, { u64::MAX }>)]
    seed: Option<u64>,
}

impl Play {
    pub(crate) fn run(self, mut library: Library, screen: &mut Screen) -> Result<ExitCode, Failure> {
        let file = self.name.as_deref().and_then(|name| library.file(name));
        let seed = self.seed.unwrap_or_else(chosen::seed);
        let mut drawn = false;
        let (game, tags, array) = match (&self.load, &self.name) {
            (Some(path), name) => {
                let variant = name.as_deref().map(|name| library.variant(name, &[])).transpose()?;
                if let Some(file) = file {
                    library.add_named(file)?;
                }
                let loaded = load(path, &library, variant)?;
                let array = loaded.game.variant().array_of(loaded.game.start());
                (loaded.game, loaded.tags, array)
            }
            (None, name) => {
                let name = library.id(name.as_deref().unwrap_or(DEFAULT)).to_owned();
                let variant = library.variant(&name, &self.settings.list)?;
                if let Some(file) = file {
                    library.add_named(file)?;
                }
                if let Some(remark) = remark(&name, &library) {
                    // Whoever does not see standard error does not want to know.
                    let _ = report::remark(&remark, screen.look.ascii);
                }
                let mut start = self.start;
                if start.fen.is_none() && variant.arrays().is_some() {
                    start.array.get_or_insert(Array::Random);
                }
                drawn = start.array == Some(Array::Random);
                let (position, array) = start.position(&variant, seed)?;
                (Game::from_position(variant, position), Vec::new(), array)
            }
        };
        let wish = Wish { white: self.white, black: self.black, level: self.level, two: self.two };
        let mut reader = reader::open();
        let is_alone = reader.is_terminal() && self.load.is_none();
        let mine = if wish.lacks_color(is_alone) && reader.is_terminal() {
            match ask_color(&mut *reader, screen, seed)? {
                Some(color) => color,
                // Who leaves here has not begun.
                None => return Ok(ExitCode::SUCCESS),
            }
        } else {
            Color::White
        };
        let players = wish.players(is_alone, mine);
        let seat = |asked, tag| Seat::of(asked, table::seated(&tags, tag), self.seed, seed);
        let seats = ByColor { white: seat(players.white, "White"), black: seat(players.black, "Black") };
        let thinker = Thinker::new(self.pace);
        writeln!(screen, "{}. Type a move, or help.", game.variant().name())?;
        if let Some(number) = array {
            let drawn = if drawn { format!(", drawn with --seed {seed}") } else { String::new() };
            writeln!(screen, "Array {number}{drawn}.")?;
        }
        if self.seed.is_none()
            && let Some(seed) = [seats.white, seats.black].into_iter().find_map(Seat::seed)
        {
            writeln!(screen, "The computer's moves come from --seed {seed}.")?;
        }
        let resume = match file {
            Some(file) => format!("{} play {} --load", program(), keeper::quoted(file)),
            None => format!("{} play --load", program()),
        };
        let keeper = Keeper::new(resume, keeper::data_folder());
        Ok(Table::new((game, tags), seats, thinker, &library, screen, reader, keeper).play()?)
    }
}

/// Asks who plays alone which colour it is to be; `None` if that one leaves instead.
fn ask_color(reader: &mut dyn Reader, screen: &mut Screen, seed: u64) -> io::Result<Option<Color>> {
    loop {
        let Reply::Line(line) = reader.line(screen, "Do you play white, black, or either? ", &Vec::new)? else {
            return Ok(None);
        };
        match line.trim().to_lowercase().as_str() {
            "w" | "white" => return Ok(Some(Color::White)),
            "b" | "black" => return Ok(Some(Color::Black)),
            "e" | "either" | "" => return Ok(Some(Color::ALL[(seed % 2) as usize])),
            "q" | "quit" | "exit" => return Ok(None),
            _ => {}
        }
    }
}

/// That a file has warnings, if it is the user's own.
fn remark(name: &str, library: &Library) -> Option<String> {
    let path = library.file(name).or_else(|| library.registry.origin(name))?;
    let there_are = match library.check(name, &[]).ok()?.warnings.len() {
        0 => return None,
        1 => "There is a warning".to_owned(),
        count => format!("There are {count} warnings"),
    };
    Some(format!("{there_are} about this variant: {} check {}", program(), keeper::quoted(path)))
}

/// The first game of a PGN file, which is to be of a variant if one is given.
fn load(path: &str, library: &Library, variant: Option<Arc<Variant>>) -> Result<PgnGame, Failure> {
    let text = files::read_pgn(path)?;
    let fault = |error: &PgnError| Fault::of_pgn(path, &text, error);
    match library.games(&text, variant).next() {
        Some(Ok(game)) => Ok(game),
        Some(Err(error)) if error.variant_unknown => {
            let named = keeper::quoted(path);
            let how =
                format!("`{0} variants` lists all; if you have its file: {0} play FILE.toml --load {named}", program());
            Err(fault(&error).hint(how).into())
        }
        Some(Err(error)) if error.unusable => Err(fault(&error).into()),
        Some(Err(error)) => Err(Failure::Illegal(fault(&error))),
        None => Err(Fault::new(format!("there is no game in `{path}`")).of(path).into()),
    }
}
