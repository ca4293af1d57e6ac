//! Variants in TOML: reading, laying over, writing, and saying all that is wrong.
//!
//! # The format
//! A file *is* a variant. Without `extends` it says everything; with it, only what differs.
//!
//! ```toml
//! format  = 1                # of the file; a newer one needs a newer program
//! id      = "my-game"        # lower case letters, digits and dashes
//! name    = "My Game"        # the id where absent
//! aliases = ["mine"]         # other ids
//! extends = "chess"
//! summary = "…"              # the rules in a few sentences
//!
//! [board]                    # files, ranks (2 … 16), wrap, holes
//! [pieces.NAME]              # letter, betza, neutral, royal, value, glyphs, pawn, en_passant, first
//! [pieces.NAME.promotion]    # to, must, may; white, black: where the players differ
//! [start]                    # fen; generator and its parameters, where an array is drawn for each game
//! [castling]                 # king, rook, array, a-side, h-side
//! [ends]                     # stalemate, checkmate
//! [draws]                    # repetition, moves, material
//! [rules.ID]                 # the rule's parameters
//! [uci]                      # name; so [cecp]
//! [pgn]                      # name, aliases; default, where a game without [Variant] is meant to be this one
//! ```
//!
//! * Squares are lists of words: `["e4", "*8", "e*"]` are a square, a rank and a file.
//! * `first` (where a first move is one) and `must` (where a promotion must be) may be `"start"` and `"last-rank"`: what
//!   holds where nothing is said. `first` may be a table with `white` and `black`.
//!
//! # Laying over
//! * Tables, inline ones too, are merged key by key: `repetition = { end = 4 }` leaves `claim` as it is. Lists and other
//!   values are replaced.
//! * A piece or rule that is there already keeps its place; new ones follow in the order written.
//! * `false` takes away what is there: `[pieces] queen = false`, `castling = false`, `rules.ice-age = false`,
//!   `promotion = false`, `generator = false`, `repetition = false`, `end = false`.
//! * What a variant is called is never inherited: `id`, `name`, `aliases`, `[uci]`, `[cecp]`, `[pgn]`. The `summary` is, where
//!   the file has none.
//! * A file may not take the id or an alias of a registered variant, unless it describes that very variant, as what
//!   [`write`](fn@write) writes does.
//!
//! # Settings
//! A setting such as `ice-age.interval=10` is one entry, laid over the rest: the id of a rule and a parameter, or the keys
//! of a file with dots (`draws.moves.end=100`). Strings need no quotes. Of two that set the same entry the later holds.

mod document;
mod draft;
mod error;
mod overlay;
mod reader;
mod syntax;
mod words;
mod write;

use std::sync::Arc;

use toml::de::DeTable;

use crate::registry::Registry;
use crate::variant::Variant;
use draft::Draft;

pub use error::{ConfigError, ConfigErrors};
pub use write::write;

/// Reads a variant from TOML. `origin` is what errors call the text: a file's path.
///
/// # Errors
/// All faults.
pub fn load(source: &str, origin: &str, registry: &Registry) -> Result<Arc<Variant>, ConfigErrors> {
    load_with(source, origin, &[], registry)
}

/// Reads a variant from TOML and lays settings `rule.key=value` over it.
///
/// # Errors
/// All faults of the file and of the settings.
pub fn load_with(
    source: &str,
    origin: &str,
    settings: &[String],
    registry: &Registry,
) -> Result<Arc<Variant>, ConfigErrors> {
    Draft::of_file(source, origin, registry).keep_names_apart().set(settings).compile()
}

/// Reads a variant that the registry is about to know by this name.
pub(crate) fn load_registered(source: &str, id: &str, registry: &Registry) -> Result<Arc<Variant>, ConfigErrors> {
    Draft::of_file(source, id, registry).compile()
}

/// Lays settings `rule.key=value` over a variant that the registry knows.
///
/// # Errors
/// All faults of the settings.
pub fn adjust(variant: &Variant, settings: &[String], registry: &Registry) -> Result<Arc<Variant>, ConfigErrors> {
    Draft::of_variant(variant, registry).set(settings).compile()
}

/// What a registry must know of a file before it is read.
#[derive(Clone, Debug)]
pub struct Head {
    /// The id.
    pub id: String,
    /// The name as people write it.
    pub name: String,
    /// Other ids that mean the variant.
    pub aliases: Vec<String>,
    /// The id of what it extends.
    pub extends: Option<String>,
}

impl Head {
    /// The id and all aliases.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.id.as_str()).chain(self.aliases.iter().map(String::as_str))
    }
}

/// Reads the top of an embedded file, up to its first table.
///
/// # Panics
/// If it has no id that can be read. The message has the first lines of the file.
pub(crate) fn head(source: &str) -> Head {
    let tops = source.match_indices("\n[").map(|(end, _)| &source[..end + 1]).chain([source]);
    // A bracket in a string of several lines is no header: what stands before it is no TOML.
    let table = tops.filter_map(|top| DeTable::parse(top).ok()).next();
    let string = |key: &str| Some(table.as_ref()?.get_ref().get(key)?.get_ref().as_str()?.to_owned());
    let Some(id) = string("id") else {
        let start: Vec<&str> = source.lines().take(8).collect();
        panic!("an embedded variant has no id that can be read:\n{}", start.join("\n"));
    };
    let aliases = table.as_ref().and_then(|table| table.get_ref().get("aliases")?.get_ref().as_array());
    let aliases = aliases.into_iter().flatten().filter_map(|alias| alias.get_ref().as_str().map(str::to_owned));
    Head {
        name: string("name").unwrap_or_else(|| id.clone()),
        aliases: aliases.collect(),
        extends: string("extends"),
        id,
    }
}
