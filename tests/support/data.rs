//! Reading `tests/data`, and variants with settings.

use std::path::Path;
use std::sync::Arc;

use floe_core::notation::fen;
use floe_core::{Position, Variant, config};

/// The lines of a file of `tests/data`, without empty lines and comments.
pub fn lines(file: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}

/// A bundled variant with settings such as `ice-age.interval=1 ice-age.mate=before-ice` laid over it.
pub fn variant(id: &str, settings: &str) -> Arc<Variant> {
    let registry = floe_variants::registry();
    let variant = registry.variant(id).unwrap_or_else(|| panic!("the registry does not know {id}"));
    let variant = variant.unwrap_or_else(|errors| panic!("{id}: {errors}"));
    let settings: Vec<String> = settings.split_whitespace().map(str::to_owned).collect();
    config::adjust(&variant, &settings, &registry).unwrap_or_else(|errors| panic!("{id} {settings:?}: {errors}"))
}

/// The position of a FEN.
pub fn position(variant: &Variant, text: &str) -> Position {
    fen::read(variant, text).unwrap_or_else(|errors| panic!("{} {text}: {errors}", variant.id()))
}
