//! `floe apply`.

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::Args;
use floe_core::notation::{fen, san};
use floe_core::{Event, Game};
use serde::Serialize;

use crate::NO;
use crate::chosen::Placed;
use crate::commands::show::show;
use crate::fault::Failure;
use crate::json::{self, EventJson, OutcomeJson};
use crate::library::Library;
use crate::screen::Screen;
use crate::status::title;
use crate::text::fill;

/// Play moves and show where they lead
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  floe apply ice-age dxe3 d7e6 --json")]
pub(crate) struct Apply {
    #[command(flatten)]
    placed: Placed,

    /// Moves as people write them: exd3, ed3, e2d3, Ngf3, O-O, e8=Q
    #[arg(value_name = "MOVE", required = true)]
    moves: Vec<String>,

    /// Print `{legal:true,fen,events:[{ply,rule,text,squares}],outcome:null|{winner,reason}}`, or
    /// `{legal:false,move,reason}` at the first illegal move
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Legal {
    legal: bool,
    fen: String,
    events: Vec<EventJson>,
    outcome: Option<OutcomeJson>,
}

#[derive(Serialize)]
struct Illegal<'a> {
    legal: bool,
    r#move: &'a str,
    reason: String,
}

impl Apply {
    pub(crate) fn run(self, library: &Library, screen: &mut Screen) -> Result<ExitCode, Failure> {
        let mut game = self.placed.game(library)?;
        for (i, text) in self.moves.iter().enumerate() {
            let Err(reason) = play(&mut game, text) else {
                continue;
            };
            if self.json {
                json::write(screen, &Illegal { legal: false, r#move: text, reason })?;
            } else {
                let position = fen::write(game.variant(), game.position());
                let _ = writeln!(io::stderr(), "error: move {}: {reason}\nThe position: {position}", i + 1);
            }
            return Ok(ExitCode::from(NO));
        }
        let (variant, position) = (game.variant(), game.position());
        let events: Vec<Event> = game.plies().iter().flat_map(|ply| ply.events.clone()).collect();
        if self.json {
            json::write(
                screen,
                &Legal {
                    legal: true,
                    fen: fen::write(variant, position),
                    events: EventJson::list(&events, variant.geometry()),
                    outcome: game.outcome().map(OutcomeJson::from),
                },
            )?;
        } else {
            for event in &events {
                let told = format!("After ply {}, {}: {}", event.ply, title(&event.rule), event.text);
                write!(screen, "{}", fill(&told))?;
            }
            if !events.is_empty() {
                writeln!(screen)?;
            }
            show(&game, None, screen)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Plays one move; the error says why it cannot be played.
fn play(game: &mut Game, text: &str) -> Result<(), String> {
    let read = san::read(game.variant(), game.position(), text).map_err(|error| error.to_string())?;
    game.play(read).map(|_| ()).map_err(|refusal| refusal.to_string())
}
