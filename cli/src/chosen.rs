//! The variant and the position that a command is about.

use std::sync::Arc;

use clap::Args;
use floe_core::notation::fen;
use floe_core::{Game, Position, Variant};

use crate::fault::{Failure, Fault};
use crate::library::Library;

/// VARIANT and `--set`.
#[derive(Args, Debug)]
pub(crate) struct Chosen {
    /// The id of a variant (`floe variants` lists them), or a TOML file
    #[arg(value_name = "VARIANT")]
    pub(crate) name: String,

    #[command(flatten)]
    pub(crate) settings: Settings,
}

/// `--set`.
#[derive(Args, Debug, Default)]
pub(crate) struct Settings {
    /// Change a parameter of a rule, such as ice-age.interval=10 (repeatable)
    #[arg(long = "set", value_name = "RULE.KEY=VALUE")]
    pub(crate) list: Vec<String>,
}

/// VARIANT, `--set` and `--fen`.
#[derive(Args, Debug)]
pub(crate) struct Placed {
    #[command(flatten)]
    pub(crate) chosen: Chosen,

    /// Start from this position instead of the variant's own start
    #[arg(long, value_name = "FEN")]
    pub(crate) fen: Option<String>,
}

impl Chosen {
    /// The variant of this name or in this file, with all settings.
    pub(crate) fn variant(&self, library: &Library) -> Result<Arc<Variant>, Failure> {
        library.variant(&self.name, &self.settings.list)
    }
}

impl Placed {
    /// The game before its first move, from the start or the given FEN.
    pub(crate) fn game(&self, library: &Library) -> Result<Game, Failure> {
        let variant = self.chosen.variant(library)?;
        let start = start(&variant, self.fen.as_deref())?;
        Ok(Game::from_position(variant, start))
    }
}

/// The position of a FEN, or the variant's own start.
pub(crate) fn start(variant: &Variant, text: Option<&str>) -> Result<Position, Failure> {
    match text {
        None => Ok(*variant.start()),
        Some(text) => fen::read(variant, text).map_err(|errors| Failure::Unusable(Fault::of_fen(text, errors))),
    }
}
