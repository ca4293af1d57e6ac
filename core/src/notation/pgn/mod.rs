//! PGN, in and out.
//!
//! What the reader forgives: missing or unordered tags, a missing result, missing empty lines, `[FEN]` without
//! `[SetUp]` (which is not looked at), move numbers that do not count, results and castling as people write them, and
//! any case of a variant's name. Where a tag is written twice, the first counts.
//!
//! What it does not forgive: a move that is not legal, a move after the end, a result that the board contradicts, and
//! anything that is neither a move, a comment nor a variation.

mod lexer;
mod names;
mod reader;
mod rules;
mod writer;

use thiserror::Error;

use crate::game::Game;

pub use reader::{read, read_as};
pub use writer::{Remark, write, write_with};

/// A game read from PGN, played through.
#[derive(Clone)]
pub struct PgnGame {
    /// All tags, in the order written.
    pub tags: Vec<(String, String)>,
    /// The game of the main line, through to its last move. Its outcome is the board's; or, where the board has none,
    /// the result with the reason of `[Termination]`.
    pub game: Game,
    /// The result that the text gives: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}

/// Why a game in PGN cannot be read or played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}, column {column}: {message}")]
pub struct PgnError {
    /// The place in the whole text, in bytes.
    pub at: usize,
    /// Counted from 1, in the whole text.
    pub line: usize,
    /// In characters, counted from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// The move that is not legal, as a number and text: `17... Nxe4`.
    pub at_move: Option<String>,
    /// Whether what the tags say (the variant, its rules, the FEN) cannot be used, rather than a move being wrong.
    pub unusable: bool,
    /// Whether the registry knows no variant of the name that the game has: who has its file can use [`read_as`].
    pub variant_unknown: bool,
}

/// The reason of an outcome of which a file tells only the result. Such a reason is not written as `[Termination]`.
const AS_RECORDED: &str = "as recorded";
