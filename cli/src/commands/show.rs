//! `floe show`.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::process::ExitCode;

use clap::Args;
use floe_core::notation::fen;
use floe_core::{Color, Game, Position, Variant};
use serde::Serialize;

use crate::board::Board;
use crate::chosen::Placed;
use crate::fault::Failure;
use crate::json::{self, ForecastJson, OutcomeJson};
use crate::library::Library;
use crate::screen::Screen;
use crate::status::{counters, status};

/// Show a position
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  floe show ice-age --fen 'k3r3/8/8/8/8/8/5PPP/6K1 b - - 0 20'")]
pub(crate) struct Show {
    #[command(flatten)]
    placed: Placed,

    /// Print `{variant,fen,turn,check,outcome,forecast:null|{plies,events}}`; at the start of a drawn array also `array`,
    /// where men may be in hand `hands:{white:{KIND:COUNT},black}`, where rules count `counters:{NAME:NUMBER}`, where they mark
    /// squares `marks:{NAME:[SQUARE]}`
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
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    hands: BTreeMap<&'static str, BTreeMap<&'a str, u8>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    counters: BTreeMap<&'a str, u16>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    marks: BTreeMap<&'a str, Vec<String>>,
}

impl Show {
    pub(crate) fn run(self, library: &Library, screen: &mut Screen) -> Result<ExitCode, Failure> {
        let (game, array) = self.placed.start(library)?;
        if self.json {
            let (variant, position) = (game.variant(), game.position());
            let forecast = variant.forecast(position);
            json::write(
                screen,
                &Json {
                    variant: variant.id(),
                    fen: fen::write(variant, position),
                    array,
                    turn: position.turn().name(),
                    check: !variant.checked(position).is_empty(),
                    outcome: game.outcome().map(OutcomeJson::from),
                    forecast: forecast.map(|forecast| ForecastJson::new(&forecast, variant.geometry())),
                    hands: hands(variant, position),
                    counters: values(variant, position),
                    marks: marks(variant, position),
                },
            )?;
        } else {
            show(&game, array, screen)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The men in hand, by player; empty where there are no hands.
fn hands<'v>(variant: &'v Variant, position: &Position) -> BTreeMap<&'static str, BTreeMap<&'v str, u8>> {
    let name = |(kind, count)| (variant.kind(kind).name.as_str(), count);
    let hand = |color: Color| (color.name(), variant.hand(position, color).into_iter().map(name).collect());
    Color::ALL.into_iter().filter(|_| variant.declared().hands).map(hand).collect()
}

/// The counters that rules have declared, by name.
fn values<'v>(variant: &'v Variant, position: &Position) -> BTreeMap<&'v str, u16> {
    let names = variant.declared().counters.iter().map(|(name, ..)| name.as_str());
    names.zip(variant.setup(position).counters).collect()
}

/// The squares that rules have marked, by the name of the set.
fn marks<'v>(variant: &'v Variant, position: &Position) -> BTreeMap<&'v str, Vec<String>> {
    let names = variant.declared().marks.iter().map(String::as_str);
    let squares = variant.setup(position).marks.into_iter().map(|marks| variant.geometry().names(marks));
    names.zip(squares).collect()
}

/// The board, its FEN, the number of its array if it is the start of one, and the result or what a player must know.
pub(crate) fn show(game: &Game, array: Option<u64>, screen: &mut Screen) -> Result<(), Failure> {
    let (variant, position) = (game.variant(), game.position());
    writeln!(screen, "{}", Board::of(game).draw(screen.look))?;
    writeln!(screen, "FEN: {}", fen::write(variant, position))?;
    if let Some(number) = array {
        writeln!(screen, "Array: {number}")?;
    }
    write!(screen, "{}", counters(variant, position))?;
    match game.outcome() {
        Some(outcome) => writeln!(screen, "{outcome}.")?,
        None => write!(screen, "{}", status(variant, position))?,
    }
    Ok(())
}
