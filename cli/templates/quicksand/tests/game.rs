//! The game as it is played.

use floe_core::notation::{fen, san};
use floe_core::{Game, Registry, config};
use floe_quicksand::{MyRule, VARIANT};

fn registry() -> Registry {
    floe_variants::registry().with_rule(MyRule).with_variant(VARIANT)
}

// Random games: legal moves, notation, undo, and that the hook does the same whenever it is asked.
floe_core::conformance!(registry(), "quicksand", games = 5);

#[test]
fn nothing_in_the_file_is_surely_not_meant() {
    let checked = config::check(VARIANT, "quicksand.toml", &[], &registry()).unwrap();
    assert_eq!(checked.warnings, []);
}

#[test]
fn the_middle_sinks() {
    let registry = registry();
    let variant = registry.variant("quicksand").unwrap().unwrap();
    let quick = config::adjust(&variant, &["quicksand.interval=2".to_owned()], &registry).unwrap();
    let mut game = Game::new(quick);
    for text in ["e4", "d5", "Nf3", "Nc6"] {
        let played = san::read(game.variant(), game.position(), text).unwrap();
        game.play(played).unwrap();
    }
    assert_eq!(game.plies()[3].events[0].text, "sunk: white pawn e4, black pawn d5");
    let board = "r1bqkbnr/ppp1pppp/2n5/8/8/5N2/PPPP1PPP/RNBQKB1R";
    assert!(fen::write(game.variant(), game.position()).starts_with(board));
}
