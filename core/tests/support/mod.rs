//! What several test programs share; each uses a part of it.
#![allow(dead_code, unreachable_pub)]

pub mod holds;
pub mod odd;
pub mod rules;

use std::sync::Arc;

use floe_core::notation::{fen, san};
use floe_core::{Game, Position, Registry, Variant, config};

/// Chess, and the rules of these tests.
pub fn registry() -> Registry {
    let registry = Registry::new().with_variant(include_str!("../../../variants/games/chess.toml"));
    rules::ALL.iter().fold(registry, |registry, &rule| registry.with_rule(rule))
}

/// Castling from any array.
pub const FREE: &str = "[castling]\narray = \"free\"";

/// Chess with entries of a file laid over it: `[rules.explosion]`.
pub fn chess_with(entries: &str) -> Arc<Variant> {
    load(entries, &registry())
}

/// Chess as a registry knows it, with entries of a file laid over it.
pub fn load(entries: &str, registry: &Registry) -> Arc<Variant> {
    let text = format!("format = 1\nid = \"test\"\nextends = \"chess\"\n{entries}\n");
    config::load(&text, "test.toml", registry).unwrap_or_else(|errors| panic!("{errors}"))
}

/// The position of a FEN.
pub fn position(variant: &Variant, text: &str) -> Position {
    fen::read(variant, text).unwrap_or_else(|errors| panic!("{text}: {errors}"))
}

/// A game from a FEN.
pub fn game(variant: &Arc<Variant>, text: &str) -> Game {
    Game::from_position(variant.clone(), position(variant, text))
}

/// Plays moves in any notation.
pub fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let played = san::read(game.variant(), game.position(), text).unwrap_or_else(|error| panic!("{text}: {error}"));
        game.play(played).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    }
}

/// The FEN after moves from a FEN.
pub fn after(variant: &Arc<Variant>, text: &str, moves: &str) -> String {
    let mut game = game(variant, text);
    play(&mut game, moves);
    fen::write(variant, game.position())
}

/// The legal moves in SAN, sorted.
pub fn legal(variant: &Variant, text: &str) -> String {
    let position = position(variant, text);
    let moves = variant.legal_moves(&position);
    let mut names: Vec<String> = moves.into_iter().map(|legal| san::write(variant, &position, legal)).collect();
    names.sort();
    names.join(" ")
}

/// Why a move is refused, or what it leads to.
pub fn refusal(variant: &Variant, text: &str, candidate: &str) -> String {
    match san::read(variant, &position(variant, text), candidate) {
        Ok(_) => "legal".to_owned(),
        Err(error) => error.to_string(),
    }
}

/// What hooks told of the last ply, one event a line: rule, ply, squares, text.
pub fn told(game: &Game) -> Vec<String> {
    let name = |square: &floe_core::Square| game.variant().geometry().name(*square);
    let events = game.plies().last().map(|ply| ply.events.as_slice()).unwrap_or_default();
    let line = |event: &floe_core::Event| {
        let squares: Vec<String> = event.squares.iter().map(name).collect();
        format!("{} {} [{}] {}", event.ply, event.rule, squares.join(" "), event.text)
    };
    events.iter().map(line).collect()
}
