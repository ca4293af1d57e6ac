//! `floe replay`.

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::Args;
use floe_core::notation::fen;
use floe_core::notation::pgn::{PgnError, PgnGame};
use serde::Serialize;

use crate::board::Board;
use crate::fault::{Failure, Fault};
use crate::json::{self, Errors, OutcomeJson};
use crate::library::Library;
use crate::play::keeper::quoted;
use crate::screen::Screen;
use crate::status::counters;
use crate::text::counted;
use crate::{NO, UNUSABLE, files, program, report};

/// Check the games of a PGN file move by move
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  floe replay game.pgn")]
pub(crate) struct Replay {
    /// A file with one or more games
    #[arg(value_name = "GAME.pgn")]
    path: String,

    /// The variant that the games are of, where they name none, or one that `floe variants` does not list; mostly a TOML file
    #[arg(long, value_name = "FILE|VARIANT")]
    variant: Option<String>,

    /// Print `{"games":[{variant,plies,fen,outcome,result,legal,error:null|{line,column,move,message}}]}`; of an
    /// illegal game only `legal` and `error` are not null
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Json {
    games: Vec<GameJson>,
    /// Only where a game names what cannot be used.
    #[serde(flatten)]
    unusable: Option<Errors>,
}

#[derive(Serialize, Default)]
struct GameJson {
    variant: Option<String>,
    plies: Option<usize>,
    fen: Option<String>,
    outcome: Option<OutcomeJson>,
    result: Option<String>,
    legal: bool,
    error: Option<GameErrorJson>,
}

#[derive(Serialize)]
struct GameErrorJson {
    line: usize,
    column: usize,
    r#move: Option<String>,
    message: String,
}

impl Replay {
    pub(crate) fn run(self, mut library: Library, screen: &mut Screen) -> Result<ExitCode, Failure> {
        let variant = self.variant.as_deref().map(|name| library.variant(name, &[])).transpose()?;
        if let Some(file) = self.variant.as_deref().and_then(|name| library.file(name)) {
            library.add_named(file)?;
        }
        let text = files::read_pgn(&self.path)?;
        let mut games = library.games(&text, variant).peekable();
        if games.peek().is_none() {
            return Err(Fault::new(format!("there is no game in `{}`", self.path)).of(&self.path).into());
        }
        let fault = |error: &PgnError| {
            let fault = Fault::of_pgn(&self.path, &text, error);
            let named = quoted(&self.path);
            let hint = || {
                format!(
                    "`{0} variants` lists all; if you have its file: {0} replay --variant FILE.toml {named}",
                    program()
                )
            };
            if error.variant_unknown { fault.hint(hint()) } else { fault }
        };
        let faults = if self.json { write_json(games, fault, screen) } else { tell_all(games, fault, screen) }?;
        Ok(match faults {
            Faults { all: 0, .. } => ExitCode::SUCCESS,
            Faults { unusable: 0, .. } => ExitCode::from(NO),
            _ => ExitCode::from(UNUSABLE),
        })
    }
}

/// How many games have faults.
#[derive(Default)]
struct Faults {
    all: usize,
    /// Those that name what cannot be used.
    unusable: usize,
}

impl Faults {
    fn count(&mut self, error: &PgnError) {
        self.all += 1;
        self.unusable += usize::from(error.unusable);
    }
}

/// All games, each with its fault; of what cannot be used only as much is repeated as a person would read.
fn write_json(
    games: impl Iterator<Item = Result<PgnGame, PgnError>>,
    fault: impl Fn(&PgnError) -> Fault,
    screen: &mut Screen,
) -> io::Result<Faults> {
    let mut faults = Faults::default();
    let (mut told, mut unusable) = (Vec::new(), Vec::new());
    for game in games {
        if let Err(error) = &game {
            faults.count(error);
            if error.unusable && faults.unusable <= report::MOST {
                unusable.push(fault(error));
            }
        }
        told.push(GameJson::from(&game));
    }
    let unusable = (!unusable.is_empty()).then(|| Errors::new(&unusable));
    json::write(screen, &Json { games: told, unusable })?;
    Ok(faults)
}

/// Tells of one game after the other. More faults than a person would read are counted only.
fn tell_all(
    games: impl Iterator<Item = Result<PgnGame, PgnError>>,
    fault: impl Fn(&PgnError) -> Fault,
    screen: &mut Screen,
) -> io::Result<Faults> {
    let mut faults = Faults::default();
    for (number, game) in (1..).zip(games) {
        if let Err(error) = &game {
            faults.count(error);
            if faults.all > report::MOST {
                continue;
            }
        }
        if number > 1 {
            writeln!(screen)?;
        }
        match game {
            Ok(game) => tell(number, &game, screen)?,
            Err(error) => {
                writeln!(screen, "Game {number}: {}.", if error.unusable { "cannot be read" } else { "not legal" })?;
                screen.flush()?;
                report::print(&[fault(&error)], report::FAULT, screen.look.ascii)?;
            }
        }
    }
    if faults.all > report::MOST {
        writeln!(screen, "\n...and {} more games with faults.", faults.all - report::MOST)?;
    }
    Ok(faults)
}

/// A legal game: its end position, and its result.
fn tell(number: usize, PgnGame { game, result, .. }: &PgnGame, screen: &mut Screen) -> io::Result<()> {
    let (variant, position) = (game.variant(), game.position());
    writeln!(
        screen,
        "Game {number}: {}, {}, legal.\n",
        variant.name(),
        counted(game.plies().len() as u64, "ply", "plies")
    )?;
    writeln!(screen, "{}", Board::of(game).draw(screen.look))?;
    writeln!(screen, "FEN: {}", fen::write(variant, position))?;
    write!(screen, "{}", counters(variant, position))?;
    match game.outcome() {
        Some(outcome) => writeln!(screen, "Result: {outcome}."),
        None => writeln!(screen, "Result: {result}, as the file says."),
    }
}

impl From<&Result<PgnGame, PgnError>> for GameJson {
    fn from(read: &Result<PgnGame, PgnError>) -> GameJson {
        match read {
            Ok(PgnGame { game, result, .. }) => GameJson {
                variant: Some(game.variant().id().to_owned()),
                plies: Some(game.plies().len()),
                fen: Some(fen::write(game.variant(), game.position())),
                outcome: game.outcome().map(OutcomeJson::from),
                result: Some(result.clone()),
                legal: true,
                error: None,
            },
            Err(PgnError { line, column, message, at_move, .. }) => GameJson {
                error: Some(GameErrorJson {
                    line: *line,
                    column: *column,
                    r#move: at_move.clone(),
                    message: message.clone(),
                }),
                ..GameJson::default()
            },
        }
    }
}
