//! Reading `tests/data`, and variants with settings.

use std::path::Path;
use std::sync::Arc;

use floe_core::notation::fen;
use floe_core::{Outcome, Position, Variant, config};

/// A file of `tests/data`.
pub fn text(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data").join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The lines of a file of `tests/data`, without empty lines and comments.
pub fn lines(file: &str) -> Vec<String> {
    text(file).lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}

/// A bundled variant, with settings such as `ice-age.interval=1` laid over it.
pub fn variant(id: &str, settings: &str) -> Arc<Variant> {
    let registry = floe_variants::registry();
    let settings: Vec<String> = settings.split_whitespace().map(str::to_owned).collect();
    let variant = registry.variant(id).unwrap_or_else(|| panic!("the registry does not know {id}"));
    variant
        .and_then(|variant| config::adjust(&variant, &settings, &registry))
        .unwrap_or_else(|errors| panic!("{id} {settings:?}: {errors}"))
}

/// The position of a FEN.
pub fn position(variant: &Variant, text: &str) -> Position {
    fen::read(variant, text).unwrap_or_else(|errors| panic!("{} {text}: {errors}", variant.id()))
}

/// Result and reason as the cases write them: `0-1 white king frozen`, `1/2 stalemate`.
pub fn words(outcome: Outcome) -> String {
    format!("{} {}", outcome.result().trim_end_matches("-1/2"), outcome.reason)
}
