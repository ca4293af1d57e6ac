//! `floe replay`.

use std::io::{self, Write as _};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use floe_core::notation::fen;
use floe_core::notation::pgn::{self, PgnError, PgnGame};
use serde::Serialize;

use crate::board::Board;
use crate::fault::{Failure, Fault};
use crate::json::{self, Errors, OutcomeJson};
use crate::library::Library;
use crate::screen::Screen;
use crate::text::plies;
use crate::{NO, files, report};

/// Check the games of a PGN file move by move
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  floe replay game.pgn")]
pub(crate) struct Replay {
    /// A file with one or more games
    #[arg(value_name = "GAME.pgn")]
    path: String,

    /// The TOML file of the variant, if the games are of none that `floe variants` lists
    #[arg(long, value_name = "FILE.toml")]
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
        if let Some(path) = &self.variant {
            library.add_named(path)?;
        }
        let text: Arc<str> = files::read_pgn(&self.path)?.into();
        let games = pgn::read(&text, &library.registry);
        if games.is_empty() {
            return Err(Fault::new(format!("there is no game in `{}`", self.path)).of(&self.path).into());
        }
        let fault = |error: &PgnError| Fault::of_pgn(&self.path, &text, error);
        let errors: Vec<&PgnError> = games.iter().filter_map(|game| game.as_ref().err()).collect();
        let unusable: Vec<Fault> = errors.iter().filter(|error| error.unusable).map(|error| fault(error)).collect();
        if self.json {
            let unusable = (!unusable.is_empty()).then(|| Errors::new(&unusable));
            json::write(screen, &Json { games: games.iter().map(GameJson::from).collect(), unusable })?;
        } else {
            for (i, game) in games.iter().enumerate() {
                if i > 0 {
                    writeln!(screen)?;
                }
                match game {
                    Ok(game) => tell(i + 1, game, screen)?,
                    Err(error) => {
                        writeln!(
                            screen,
                            "Game {}: {}.",
                            i + 1,
                            if error.unusable { "cannot be read" } else { "not legal" }
                        )?;
                        screen.flush()?;
                        report::print(&[fault(error)], report::FAULT, screen.look.ascii)?;
                    }
                }
            }
        }
        Ok(match errors.len() {
            0 => ExitCode::SUCCESS,
            _ if unusable.is_empty() => ExitCode::from(NO),
            _ => ExitCode::from(crate::UNUSABLE),
        })
    }
}

/// A legal game: its end position, and its result.
fn tell(number: usize, PgnGame { game, result, .. }: &PgnGame, screen: &mut Screen) -> io::Result<()> {
    let (variant, position) = (game.variant(), game.position());
    writeln!(screen, "Game {number}: {}, {}, legal.\n", variant.name(), plies(game.plies().len()))?;
    writeln!(screen, "{}", Board::of(game).draw(screen.look))?;
    writeln!(screen, "FEN: {}", fen::write(variant, position))?;
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
