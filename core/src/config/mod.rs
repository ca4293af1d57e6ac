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
//! [ends.NAME]                # player, result, and one of: gone; bare, answer; reach, with; counter, at
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
//! # Ends
//! * `stalemate` and `checkmate` say what they are to the player whom they befall: `"win"`, `"draw"` or `"loss"`; or
//!   `{ white = "loss", black = "draw" }` where the players differ.
//! * `[ends.NAME]` is an end of your own. Its name is the reason that people read: the player's color and the name, as in
//!   `black horde taken`. It says what must befall a player, and with `result` what that is to that player:
//!   * `gone = ["queen", "rook"]`: no man of these kinds is left; `gone = "all"`: no man at all;
//!   * `bare = true`: nothing is left but royal men. With `answer = true` a player who is bared has one move more: if it
//!     bares the other too, it has befallen both, as in shatranj; so it is judged only while the other is to move;
//!   * `reach = ["d4", "e4"]`: a man stands on one of these squares, `{ white = […], black = […] }` where they differ;
//!     `with = ["king"]` says which kinds count;
//!   * `counter = "…"`, `at = 3`: a counter that a rule has declared stands at this number.
//! * `player = "white"` or `"black"` says whom it may befall; without it either. If it befalls both at once, the game is
//!   drawn. Ends are looked for in the order written, after what rules say and before mate and stalemate.
//! * What it is to lose a royal man stands with the piece: `royal = "capture"` loses with the last of them.
//!
//! ```toml
//! [ends.king-on-the-hill]
//! reach  = ["d4", "e4", "d5", "e5"]
//! with   = ["king"]
//! result = "win"
//! ```
//!
//! # Laying over
//! * Tables, inline ones too, are merged key by key: `repetition = { end = 4 }` leaves `claim` as it is. Lists and other
//!   values are replaced.
//! * A piece, rule or end that is there already keeps its place; new ones follow in the order written.
//! * `false` takes away what is there: `[pieces] queen = false`, `castling = false`, `rules.ice-age = false`,
//!   `ends.king-bare = false`, `promotion = false`, `generator = false`, `repetition = false`, `end = false`.
//! * What a variant is called is never inherited: `id`, `name`, `aliases`, `[uci]`, `[cecp]`, `[pgn]`. The `summary` is, where
//!   the file has none.
//! * A file may not take the id or an alias of a registered variant, unless it describes that very variant, as what
//!   [`write`](fn@write) writes does, with other settings at most: the parameters of its rules, and `[draws]`.
//!
//! # Settings
//! A setting such as `ice-age.interval=10` is one entry, laid over the rest: the id of a rule and a parameter, or the keys
//! of a file with dots (`draws.moves.end=100`). Strings need no quotes. Of two that set the same entry the later holds.

mod document;
mod draft;
mod ends;
mod error;
mod overlay;
mod reader;
mod syntax;
mod warnings;
mod words;
mod write;

use std::sync::Arc;

use toml::de::DeTable;

use crate::registry::Registry;
use crate::variant::Variant;
use draft::Draft;

pub use error::{ConfigError, ConfigErrors};
pub use warnings::warnings;
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

/// A variant from a file, and what of it is legal but surely not meant.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The variant.
    pub variant: Arc<Variant>,
    /// What [`warnings`](fn@warnings) finds, with its place in the file; of what is inherited as it is only what matters
    /// here.
    pub warnings: Vec<ConfigError>,
}

/// Reads a variant as [`load_with`] does, and looks for what is legal but surely not meant.
///
/// # Errors
/// All faults of the file and of the settings.
pub fn check(source: &str, origin: &str, settings: &[String], registry: &Registry) -> Result<Checked, ConfigErrors> {
    Draft::of_file(source, origin, registry).keep_names_apart().set(settings).check()
}

/// Reads a variant that the registry is about to know.
pub(crate) fn load_registered(source: &str, origin: &str, registry: &Registry) -> Result<Arc<Variant>, ConfigErrors> {
    Draft::of_file(source, origin, registry).compile()
}

/// Says which names of a file the registry has given to other files.
pub(crate) fn names_taken(source: &str, origin: &str, registry: &Registry) -> ConfigErrors {
    Draft::of_file(source, origin, registry).names_taken()
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
    /// Reads the top of a file, up to its first table; `None` if it has no id that can be read.
    pub fn read(source: &str) -> Option<Head> {
        let top = source.find("\n[").map_or(source, |end| &source[..end]);
        // A bracket in a string of several lines is no header: what stands before it is no TOML.
        let table = DeTable::parse(top).unwrap_or_else(|_| DeTable::parse_recoverable(source).0);
        let string = |key: &str| Some(table.get_ref().get(key)?.get_ref().as_str()?.to_owned());
        let id = string("id")?;
        let aliases = table.get_ref().get("aliases").and_then(|aliases| aliases.get_ref().as_array());
        let aliases = aliases.into_iter().flatten().filter_map(|alias| alias.get_ref().as_str().map(str::to_owned));
        Some(Head {
            name: string("name").unwrap_or_else(|| id.clone()),
            aliases: aliases.collect(),
            extends: string("extends"),
            id,
        })
    }

    /// What the file of a variant has at its top.
    pub(crate) fn of(variant: &Variant) -> Head {
        let spec = variant.spec();
        Head { id: spec.id.clone(), name: spec.name.clone(), aliases: spec.aliases.clone(), extends: None }
    }

    /// The id and all aliases.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.id.as_str()).chain(self.aliases.iter().map(String::as_str))
    }
}
