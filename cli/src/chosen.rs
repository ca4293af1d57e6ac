//! The variant and the position that a command is about.

use std::path::Path;
use std::sync::Arc;

use clap::Args;
use floe_core::notation::fen;
use floe_core::{Game, Position, Registry, Variant, config};

use crate::fault::{Failure, Fault};
use crate::files;
use crate::near::nearest;

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
    pub(crate) fn variant(&self, registry: &Registry) -> Result<Arc<Variant>, Failure> {
        variant(&self.name, &self.settings, registry)
    }
}

impl Placed {
    /// The game before its first move, from the start or the given FEN.
    pub(crate) fn game(&self, registry: &Registry) -> Result<Game, Failure> {
        let variant = self.chosen.variant(registry)?;
        let start = start(&variant, self.fen.as_deref())?;
        Ok(Game::from_position(variant, start))
    }
}

/// The variant of a name or in a file, with all settings.
pub(crate) fn variant(name: &str, settings: &Settings, registry: &Registry) -> Result<Arc<Variant>, Failure> {
    match registry.variant(name) {
        Some(known) if settings.list.is_empty() => Ok(known?),
        Some(known) => Ok(config::adjust(&*known?, &settings.list, registry)?),
        None if is_file(name) => Ok(config::load_with(&files::read_config(name)?, name, &settings.list, registry)?),
        None => Err(unknown(name, registry).into()),
    }
}

/// The position of a FEN, or the variant's own start.
pub(crate) fn start(variant: &Variant, text: Option<&str>) -> Result<Position, Failure> {
    match text {
        None => Ok(*variant.start()),
        Some(text) => fen::read(variant, text).map_err(|errors| Failure::Unusable(Fault::of_fen(text, errors))),
    }
}

/// Whether what stands for a variant means a file.
pub(crate) fn is_file(name: &str) -> bool {
    name.ends_with(".toml") || name.contains(std::path::is_separator) || Path::new(name).exists()
}

/// No variant has this name.
fn unknown(name: &str, registry: &Registry) -> Fault {
    let near = nearest(name, registry.variants().map(|(id, _)| id));
    let list = "`floe variants` lists all; the name of a file ends in .toml";
    let hint = match near[..] {
        [] => list.to_owned(),
        _ => {
            format!("did you mean {}? {list}", near.iter().map(|id| format!("`{id}`")).collect::<Vec<_>>().join(" or "))
        }
    };
    Fault::new(format!("there is no variant `{name}`")).hint(hint)
}

/// The registry with the variant of a file, so that games of it can be read.
pub(crate) fn with_file(registry: Registry, path: &str) -> Result<Registry, Failure> {
    let text = files::read_config(path)?;
    let variant = config::load(&text, path, &registry)?;
    Ok(match registry.source(variant.id()) {
        // A file that takes a known id describes that very variant, or it would not have been loaded.
        Some(_) => registry,
        // The program ends with its registry, so nothing is gained by freeing the text earlier.
        None => registry.with_variant(text.leak()),
    })
}
