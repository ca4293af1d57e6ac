//! `floe show`.

use std::io::Write as _;
use std::process::ExitCode;

use clap::Args;
use floe_core::Game;
use floe_core::notation::fen;
use serde::Serialize;

use crate::board::Board;
use crate::chosen::Placed;
use crate::fault::Failure;
use crate::json::{self, ForecastJson, OutcomeJson};
use crate::library::Library;
use crate::screen::Screen;
use crate::status::status;

/// Show a position
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  floe show ice-age --fen 'k3r3/8/8/8/8/8/5PPP/6K1 b - - 0 20'")]
pub(crate) struct Show {
    #[command(flatten)]
    placed: Placed,

    /// Print `{variant,fen,turn,check,outcome,forecast:null|{plies,events}}`; at the start of a drawn array also `array`
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Json<'a> {
    variant: &'a str,
    fen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    array: Option<u64>,
    turn: &'static str,
    check: bool,
    outcome: Option<OutcomeJson>,
    forecast: Option<ForecastJson>,
}

impl Show {
    pub(crate) fn run(self, library: &Library, screen: &mut Screen) -> Result<ExitCode, Failure> {
        let game = self.placed.game(library)?;
        if self.json {
            let (variant, position) = (game.variant(), game.position());
            let forecast = variant.forecast(position);
            json::write(
                screen,
                &Json {
                    variant: variant.id(),
                    fen: fen::write(variant, position),
                    array: variant.array_of(position),
                    turn: position.turn().name(),
                    check: !variant.checked(position).is_empty(),
                    outcome: game.outcome().map(OutcomeJson::from),
                    forecast: forecast.map(|forecast| ForecastJson::new(&forecast, variant.geometry())),
                },
            )?;
        } else {
            show(&game, screen)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The board, its FEN, and the result or what a player must know.
pub(crate) fn show(game: &Game, screen: &mut Screen) -> Result<(), Failure> {
    let (variant, position) = (game.variant(), game.position());
    writeln!(screen, "{}", Board::of(game).draw(screen.look))?;
    writeln!(screen, "FEN: {}", fen::write(variant, position))?;
    if let Some(number) = variant.array_of(position) {
        writeln!(screen, "Array: {number}")?;
    }
    match game.outcome() {
        Some(outcome) => writeln!(screen, "{outcome}.")?,
        None => write!(screen, "{}", status(variant, position))?,
    }
    Ok(())
}
