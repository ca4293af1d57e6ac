//! `[Variant]`: the variant of a name, and a name for a variant.

use std::sync::Arc;

use crate::notation::shorten;
use crate::registry::{Registry, plain};
use crate::text::nearest;
use crate::variant::Variant;

/// The variant of a name as people write it: for PGN, else an id, a name or an alias; the first registered, where there
/// are two.
/// `None` if no variant has the name.
///
/// # Errors
/// If its file has faults, in words.
pub(super) fn find(wanted: &str, registry: &Registry) -> Result<Option<Arc<Variant>>, String> {
    let load = |id: String| {
        load(&id, registry).ok_or_else(|| format!("the file of the variant {} has faults", shorten(wanted)))
    };
    id(wanted, registry).map(load).transpose()
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

/// The id of the variant of a name. The names for PGN come before ids, which other programs do not know: `Atomic` is what
/// they call so, whatever has the id `atomic`. But a variant that has no such name goes by its id, if that is exact.
fn id(wanted: &str, registry: &Registry) -> Option<String> {
    let goes_by = |variant: &Arc<Variant>| variant.spec().names.pgn.name.is_none() && variant.id() == wanted;
    let called_so = |variant: &Arc<Variant>| {
        let names = &variant.spec().names.pgn;
        names.name.iter().chain(&names.aliases).any(|name| plain(name) == plain(wanted))
    };
    let named = || all(registry).find(goes_by).or_else(|| all(registry).find(called_so));
    named().map(|variant| variant.id().to_owned()).or_else(|| registry.find(wanted).map(str::to_owned))
}

/// Says that no variant has this name, and which comes nearest.
pub(super) fn unknown(wanted: &str, registry: &Registry) -> String {
    let names: Vec<(String, &str)> =
        registry.variants().flat_map(|(id, name)| [(telling(id), name), (telling(name), name)]).collect();
    let near = nearest(&telling(wanted), names.iter().map(|(known, _)| known.as_str())).first().copied();
    let meant = names.iter().find(|(known, _)| Some(known.as_str()) == near);
    let meant = meant.map(|(_, name)| format!("; did you mean {name:?}?")).unwrap_or_default();
    format!("no variant is called {}{meant}", shorten(wanted))
}

/// What tells a name from others: all names may end in "chess".
fn telling(name: &str) -> String {
    let name = plain(name);
    name.strip_suffix("chess").filter(|rest| !rest.is_empty()).unwrap_or(&name).to_owned()
}
