//! `floe moves`.

use std::io::Write as _;
use std::process::ExitCode;

use clap::Args;
use floe_core::Move;
use floe_core::notation::{fen, san, uci};
use serde::Serialize;

use crate::chosen::Placed;
use crate::fault::Failure;
use crate::json::{self, OutcomeJson};
use crate::library::Library;
use crate::screen::Screen;
use crate::text::columns;

/// List the legal moves
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  floe moves chess --fen '7k/3P4/8/8/8/8/8/K7 w - - 0 1'")]
pub(crate) struct Moves {
    #[command(flatten)]
    placed: Placed,

    /// Print `{fen,moves:[{uci,san}],outcome:null|{winner,reason}}`
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Json {
    fen: String,
    moves: Vec<MoveJson>,
    outcome: Option<OutcomeJson>,
}

#[derive(Serialize)]
struct MoveJson {
    uci: String,
    san: String,
}

impl Moves {
    pub(crate) fn run(self, library: &Library, screen: &mut Screen) -> Result<ExitCode, Failure> {
        let game = self.placed.game(library)?;
        let (variant, position) = (game.variant(), game.position());
        let moves = variant.legal_moves(position).into_iter();
        let san = |legal: Move| san::write(variant, position, legal);
        if self.json {
            let moves = moves.map(|legal| MoveJson { uci: uci::write(variant, position, legal), san: san(legal) });
            let outcome = game.outcome().map(OutcomeJson::from);
            json::write(screen, &Json { fen: fen::write(variant, position), moves: moves.collect(), outcome })?;
        } else if let Some(outcome) = game.outcome() {
            writeln!(screen, "The game is over: {outcome}.")?;
        } else {
            write!(screen, "{}", columns(&moves.map(san).collect::<Vec<_>>()))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
