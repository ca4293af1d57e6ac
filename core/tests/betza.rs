//! Movements on boards, as another program and the rules have them.

use floe_core::betza::Movement;
use floe_core::{Color, Geometry, Square, SquareSet};

fn squares(board: &Geometry, names: &str) -> SquareSet {
    names.split_whitespace().map(|name| board.parse_square(name).expect(name)).collect()
}

/// Where a man of this movement goes, by name, with every other man to be taken.
fn targets(board: &Geometry, betza: &str, color: Color, from: &str, first: bool, men: &str) -> String {
    let movement = Movement::parse(betza).unwrap_or_else(|error| panic!("{betza}: {error}"));
    let from = board.parse_square(from).expect(from);
    let others = squares(board, men);
    let targets = movement.targets(board, from, color, first, others | from.into(), others);
    let mut names = board.names(targets);
    names.sort_unstable();
    names.join(" ")
}

#[test]
fn words_have_the_targets_that_fairy_stockfish_gives() {
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/betza.csv");
    let table = std::fs::read_to_string(table).expect("tests/data/betza.csv");
    let board = Geometry::new(8, 8).unwrap();
    let mut words = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(';').collect();
        for (color, expected) in Color::ALL.into_iter().zip(&fields[1..]) {
            assert_eq!(targets(&board, fields[0], color, "e4", true, ""), *expected, "{} {color}", fields[0]);
        }
        words += 1;
    }
    assert_eq!(words, 58);
}

#[test]
fn directions_choose_as_in_xboard_and_fairy_stockfish() {
    let board = Geometry::new(8, 8).unwrap();
    for (word, expected) in [
        ("hrN", "c5 d2 f6 g3"),
        ("hlN", "c3 d6 f2 g5"),
        ("flK", "d4 d5"),
        ("lfK", "d5 e5"),
        ("fsK", "d4 d5 f4 f5"),
        ("fhK", "d5 e5 f5"),
        ("lrN", "c3 c5 g3 g5"),
        ("flfrN", "c5 g5"),
        ("fhD", "e6"),
        ("vlW", "d4 e3 e5"),
        ("fhF", "d5 f5"),
        ("vhN", "c3 c5 d2 d6 f2 f6 g3 g5"),
        ("vlN", "c3 c5"),
        ("lvN", "d2 d6"),
        ("fs(1,3)", "b5 h5"),
    ] {
        assert_eq!(targets(&board, word, Color::White, "e4", true, ""), expected, "{word}");
    }
}

#[test]
fn men_stand_in_the_way() {
    let board = Geometry::new(8, 8).unwrap();
    for (word, first, men, expected) in [
        ("R", true, "e6 c4 f4", "c4 d4 e1 e2 e3 e5 e6 f4"),
        ("mR2", true, "e5", "c4 d4 e2 e3 f4 g4"),
        ("cK", true, "d5 f4", "d5 f4"),
        ("mfWcfF", true, "e5 d5", "d5"),
        ("mfWcfFimfnD", true, "f5", "e5 e6 f5"),
        ("mfWcfFimfnD", false, "f5", "e5 f5"),
        ("mfWcfFimfnD", true, "e5", ""),
        ("mfWcfFimfnD", true, "e6", "e5"),
        ("nN", true, "e5 d4", "d2 f2 g3 g5"),
        ("jN", true, "e5 d4", "c3 c5 d6 f6"),
        ("nA", true, "d5", "c2 g2 g6"),
        ("jD", true, "d4", "c4"),
        ("nZ", true, "f6", "b2 b6 c1 c7 g1 h2 h6"),
        ("fnNN", true, "d7", "d6 f6 g8"),
        ("flnNN", true, "c5", "c5"),
        ("nW", true, "e5", "d4 e3 e5 f4"),
    ] {
        assert_eq!(targets(&board, word, Color::White, "e4", first, men), expected, "{word} {men}");
    }
}

#[test]
fn boards_may_wrap_and_have_holes() {
    let plain = Geometry::new(5, 5).unwrap();
    let cylinder = plain.wrapped();
    assert_eq!(targets(&cylinder, "sR", Color::White, "a1", true, ""), "b1 c1 d1 e1");
    assert_eq!(targets(&cylinder, "sR", Color::White, "a1", true, "d1"), "b1 c1 d1 e1");
    assert_eq!(targets(&cylinder, "F2", Color::White, "a1", true, ""), "b2 c3 d3 e2");
    assert_eq!(targets(&cylinder, "N", Color::White, "a1", true, ""), "b3 c2 d2 e3");
    let holed = plain.without(squares(&plain, "c2"));
    assert_eq!(targets(&holed, "R", Color::White, "c1", true, ""), "a1 b1 d1 e1");
    assert_eq!(targets(&holed, "fN", Color::White, "c1", true, ""), "b3 d3");
    assert_eq!(targets(&holed, "fnN", Color::White, "c1", true, ""), "");
    assert_eq!(targets(&holed, "fjN", Color::White, "c1", true, ""), "");
}

#[test]
fn holes_and_edges_never_panic() {
    let small = Geometry::new(2, 2).unwrap();
    for board in [small, small.wrapped(), Geometry::new(16, 16).unwrap().wrapped()] {
        for word in ["Q", "NN", "nCC", "jGG", "(15,15)(15,15)", "(0,15)0", "(2,0)0"] {
            let movement = Movement::parse(word).unwrap();
            for from in board.squares() {
                for color in Color::ALL {
                    let from: Square = from;
                    let targets = movement.targets(&board, from, color, true, from.into(), SquareSet::EMPTY);
                    assert!(!targets.contains(from), "{word}");
                }
            }
        }
    }
}
