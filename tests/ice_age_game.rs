//! A real game of Ice Age Chess, replayed move by move, up to its first Ice Age.

use std::path::Path;

use floe_core::notation::{fen, pgn, uci};
use floe_core::{Color, Owner, Piece, Position, Variant};

fn data(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What the ply takes, as the data says it: `ice`, the letter of a man, or nothing.
fn taken(variant: &Variant, piece: Option<Piece>) -> String {
    match piece {
        None => String::new(),
        Some(Piece { owner: Owner::Neutral, .. }) => "ice".to_owned(),
        Some(Piece { kind, owner }) => variant.kind(kind).fen_letter(owner).to_string(),
    }
}

/// How many men the players have.
fn men(position: &Position) -> usize {
    (position.men(Color::White) | position.men(Color::Black)).len()
}

#[test]
fn a_game_of_2017_replays_exactly() {
    let registry = floe_variants::registry();
    let text = data("ice_age_game.pgn");
    let mut games: Vec<_> = pgn::read(&text, &registry).collect();
    assert_eq!(games.len(), 1);
    let game = games.remove(0).unwrap_or_else(|error| panic!("{error}")).game;
    let variant = game.variant();
    let data = data("ice_age_game.jsonl");
    let lines: Vec<serde_json::Value> =
        data.lines().filter(|line| !line.starts_with('#')).map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((lines.len(), game.plies().len()), (40, 40));

    let mut before = game.start();
    for ((line, ply), after) in lines.iter().zip(game.plies()).zip(&game.positions()[1..]) {
        let captured = variant.captured(before, ply.played).map(|(_, piece)| piece);
        assert_eq!(ply.san, line["san"], "{line}");
        assert_eq!(uci::write(variant, before, ply.played), line["uci"], "{line}");
        assert_eq!(taken(variant, captured), line["takes"], "{line}");
        let fen = fen::write(variant, after);
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        assert_eq!(fields.join(" "), line["fen"], "{line}");
        assert_eq!(ply.events.is_empty(), line["ply"] != 40, "{line}: {:?}", ply.events);
        before = after;
    }

    // The Ice Age after Black's 20th move: Rxd6 took a man, nobody froze, and of the empty squares only g8 stays open.
    let geometry = variant.geometry();
    let ([.., before, after], [.., ply_40]) = (game.positions(), game.plies()) else { unreachable!("there are 40") };
    assert_eq!(men(after), men(before) - 1);
    let open = geometry.squares() - after.men(Color::White) - after.men(Color::Black) - after.men(Owner::Neutral);
    assert_eq!(geometry.names(open), ["g8"]);
    assert_eq!(variant.legal_moves(after).len(), 30);
    assert_eq!(game.outcome(), None);
    let froze = after.men(Owner::Neutral) - before.men(Owner::Neutral);
    assert_eq!(ply_40.events[0].squares, froze.iter().collect::<Vec<_>>());
    let told: Vec<&str> = ply_40.events.iter().map(|event| event.text.as_str()).collect();
    assert_eq!(told, [&*format!("froze over: {} squares", froze.len()), "stays open: g8"]);
}
