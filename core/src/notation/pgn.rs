//! PGN, in and out.

use thiserror::Error;

use crate::game::Game;
use crate::registry::Registry;

/// A game read from PGN, played through.
pub struct PgnGame {
    /// All tags, in the order written.
    pub tags: Vec<(String, String)>,
    /// The game of the main line, through to its last move.
    pub game: Game,
    /// The result that the text gives: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}

/// Why a game in PGN cannot be read or played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}, column {column}: {message}")]
pub struct PgnError {
    /// Counted from 1, in the whole text.
    pub line: usize,
    /// In characters, counted from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// The move that is not legal, as a number and text: `17... Nxe4`.
    pub at_move: Option<String>,
    /// Whether the named variant, its rules or the FEN cannot be used (rather than a move being wrong).
    pub unusable: bool,
}

/// Reads all games of a text, main lines only: comments, variations and NAGs are skipped.
pub fn read(text: &str, registry: &Registry) -> Vec<Result<PgnGame, PgnError>> {
    todo!("{text} {}", registry.rules().count())
}

/// Writes a game. `tags` are set over the seven tag roster's defaults.
pub fn write(game: &Game, tags: &[(String, String)]) -> String {
    todo!("{} {tags:?}", game.variant().id())
}
