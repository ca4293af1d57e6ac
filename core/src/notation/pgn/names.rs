//! `[Variant]`: the variant of a name, and a name for a variant.

use std::sync::Arc;

use crate::notation::shorten;
use crate::registry::{Registry, plain};
use crate::text::nearest;
use crate::variant::Variant;

/// The variant of a name as people write it: an id, a name or an alias; the first registered, where there are two.
pub(super) fn find(wanted: &str, registry: &Registry) -> Result<Arc<Variant>, String> {
    match id(wanted, registry) {
        Some(id) => load(&id, registry).ok_or_else(|| format!("the file of the variant {wanted:?} has faults")),
        None => Err(unknown(wanted, registry)),
    }
}

/// The variant that is meant where there is no name.
pub(super) fn default(registry: &Registry) -> Option<Arc<Variant>> {
    all(registry).find(|variant| variant.spec().names.pgn.default)
}

/// A name by which a reader finds a variant: the one that people know it by, or its id where that is another's.
pub(super) fn name<'v>(variant: &'v Variant, registry: &Registry) -> &'v str {
    let known = registry.variant(variant.id()).is_some();
    let finds = |name: &&str| match id(name, registry) {
        Some(id) => id == variant.id(),
        None => !known,
    };
    let pgn = variant.spec().names.pgn.name.as_deref();
    pgn.into_iter().chain([variant.name()]).find(finds).unwrap_or(variant.id())
}

fn load(id: &str, registry: &Registry) -> Option<Arc<Variant>> {
    registry.variant(id)?.ok()
}

/// All variants whose files have no faults.
pub(super) fn all(registry: &Registry) -> impl Iterator<Item = Arc<Variant>> {
    registry.variants().filter_map(|(id, _)| load(id, registry))
}

/// The id of the variant of a name.
fn id(wanted: &str, registry: &Registry) -> Option<String> {
    if let Some(id) = registry.find(wanted) {
        return Some(id.to_owned());
    }
    // The names for PGN are in the files alone.
    let called_so = |variant: &Arc<Variant>| {
        let names = &variant.spec().names.pgn;
        names.name.iter().chain(&names.aliases).any(|name| plain(name) == plain(wanted))
    };
    all(registry).find(called_so).map(|variant| variant.id().to_owned())
}

/// Says that no variant has this name, which comes nearest, and which there are.
fn unknown(wanted: &str, registry: &Registry) -> String {
    let names = || registry.variants().flat_map(|(id, name)| [(id, name), (name, name)]);
    let near = nearest(wanted, names().map(|(known, _)| known)).first().copied();
    let meant = names().find(|(known, _)| Some(*known) == near);
    let meant = meant.map(|(_, name)| format!("; did you mean {name:?}?")).unwrap_or_default();
    let known: Vec<&str> = registry.variants().map(|(_, name)| name).collect();
    format!("no variant is called {}{}; known: {}", shorten(wanted), meant, known.join(", "))
}
