//! What `--json` prints: one object on standard output, with keys that stay.

use std::io::{self, Write};

use floe_core::{Event, Forecast, Geometry, Outcome};
use serde::Serialize;

use crate::fault::Fault;

/// Writes one object on a line of its own.
pub(crate) fn write(out: &mut impl Write, object: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, object)?;
    writeln!(out)
}

/// Something that a hook did.
#[derive(Serialize)]
pub(crate) struct EventJson {
    ply: u32,
    rule: String,
    text: String,
    squares: Vec<String>,
}

impl EventJson {
    pub(crate) fn list(events: &[Event], board: &Geometry) -> Vec<EventJson> {
        let json = |event: &Event| EventJson {
            ply: event.ply,
            rule: event.rule.clone(),
            text: event.text.clone(),
            squares: event.squares.iter().map(|&square| board.name(square)).collect(),
        };
        events.iter().map(json).collect()
    }
}

/// What a hook will do at its clock.
#[derive(Serialize)]
pub(crate) struct ForecastJson {
    plies: u32,
    events: Vec<EventJson>,
}

impl ForecastJson {
    pub(crate) fn new(forecast: &Forecast, board: &Geometry) -> ForecastJson {
        ForecastJson { plies: forecast.plies, events: EventJson::list(&forecast.events, board) }
    }
}

/// How a game ended.
#[derive(Serialize)]
pub(crate) struct OutcomeJson {
    winner: Option<&'static str>,
    reason: String,
}

impl From<Outcome> for OutcomeJson {
    fn from(outcome: Outcome) -> OutcomeJson {
        OutcomeJson { winner: outcome.winner.map(|color| color.name()), reason: outcome.reason.into_owned() }
    }
}

/// What cannot be used: the first fault, and all of them.
#[derive(Serialize)]
pub(crate) struct Errors {
    error: Option<ErrorJson>,
    errors: Vec<ErrorJson>,
}

impl Errors {
    pub(crate) fn new(faults: &[Fault]) -> Errors {
        let errors: Vec<ErrorJson> = faults.iter().map(ErrorJson::from).collect();
        Errors { error: errors.first().cloned(), errors }
    }
}

/// One fault; line and column are counted from 1, the column in characters.
#[derive(Serialize, Clone)]
pub(crate) struct ErrorJson {
    message: String,
    file: Option<String>,
    line: Option<usize>,
    column: Option<usize>,
    hint: Option<String>,
}

impl From<&Fault> for ErrorJson {
    fn from(fault: &Fault) -> ErrorJson {
        let place = fault.excerpt.as_ref().map(|excerpt| excerpt.line_and_column());
        ErrorJson {
            message: fault.message.clone(),
            file: fault.origin.as_deref().map(str::to_owned),
            line: place.map(|(line, _)| line),
            column: place.map(|(_, column)| column),
            hint: fault.hint.clone(),
        }
    }
}
