//! FEN, SAN and UCI coordinates through whole variants: what is read, what is written, and what is said of mistakes.

use std::sync::Arc;

use floe_core::notation::fen::FenErrors;
use floe_core::notation::{fen, san, uci};
use floe_core::spec::{CastlingTarget, RuleSpec, Spec};
use floe_core::{Parameter, Position, Rule, RuleBuilder, Values, Variant};
use proptest::prelude::*;

fn variant(id: &str) -> Arc<Variant> {
    floe_variants::registry().variant(id).expect("it is registered").expect("it is sound")
}

/// Chess, changed.
fn changed(change: impl FnOnce(&mut Spec)) -> Arc<Variant> {
    let mut spec = variant("chess").spec().clone();
    change(&mut spec);
    Arc::new(Variant::compile(spec, &floe_variants::registry()).expect("it is sound"))
}

/// Chess with another board and start; castling as in chess where the files allow.
fn on_board(files: u8, ranks: u8, start: &str) -> Arc<Variant> {
    changed(|spec| {
        (spec.board.files, spec.board.ranks) = (files, ranks);
        spec.start.fen = start.to_owned();
        if files < 8 {
            spec.castling = None;
        }
    })
}

fn position(variant: &Variant, text: &str) -> Position {
    fen::read(variant, text).unwrap_or_else(|errors| panic!("{text}: {errors}"))
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Reads a FEN and writes it back.
#[track_caller]
fn check_fen(variant: &Variant, text: &str, expected: &str) {
    let position = position(variant, text);
    let written = fen::write(variant, &position);
    assert_eq!(written, expected, "{text}");
    assert_eq!(fen::read(variant, &written).as_ref(), Ok(&position), "{text}: reading back");
}

/// Reads a FEN that is wrong; `faults` are the parts of it that are, with some words of what is said of each.
#[track_caller]
fn check_faults(variant: &Variant, text: &str, faults: &[(&str, &str)]) {
    let errors = fen::read(variant, text).expect_err(text).0;
    let found: Vec<(&str, &str)> =
        errors.iter().map(|error| (&text[error.span.clone()], error.message.as_str())).collect();
    assert_eq!(found.len(), faults.len(), "{text}: {found:#?}");
    for (found, expected) in found.iter().zip(faults) {
        assert!(found.0 == expected.0 && found.1.contains(expected.1), "{text}: {found:?}, expected {expected:?}");
    }
}

/// Reads a move; the expected answer is how SAN writes it, or `!` and some words of the error.
#[track_caller]
fn check_moves(variant: &Variant, position: &Position, cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        match (san::read(variant, position, text), expected.strip_prefix('!')) {
            (Ok(found), None) => assert_eq!(san::write(variant, position, found), *expected, "{text}"),
            (Err(error), Some(words)) => assert!(error.to_string().contains(words), "{text}: {error}"),
            (found, _) => panic!("{text}: {found:?}, expected {expected}"),
        }
    }
}

/// What has no letter is told apart from everything else without one, not only from its own kind.
#[test]
fn two_kinds_of_pawn_are_told_apart() {
    const TWO_PAWNS: &str = "
        format  = 1
        id      = 'two-pawns'
        extends = 'chess'
        [pieces.berolina]
        letter = 'G'
        betza  = 'mfFcfW'
        pawn   = true
        promotion = { to = ['queen', 'knight'] }
    ";
    let registry = floe_variants::registry();
    let variant = floe_core::config::load(TWO_PAWNS, "two-pawns.toml", &registry).expect("it is sound");
    let written = |fen: &str, uci: &str| {
        let position = fen::read(&variant, fen).expect("a true position");
        let legal = variant.legal_moves(&position);
        for &legal in &legal {
            let text = san::write(&variant, &position, legal);
            assert_eq!(san::read(&variant, &position, &text), Ok(legal), "{text} in {fen}");
        }
        san::write(&variant, &position, uci::read(&variant, &position, uci).expect(uci))
    };
    let quiet = "4k3/8/8/8/8/3GPG2/8/4K3 w - - 0 1";
    for (fen, uci, expected) in [
        (quiet, "e3e4", "ee4"),
        (quiet, "d3e4", "de4"),
        ("4k3/8/8/8/4p3/4GP2/8/4K3 w - - 0 1", "e3e4", "exe4"),
        ("4k3/8/8/8/4p3/4GP2/8/4K3 w - - 0 1", "f3e4", "fxe4"),
        ("8/3GP3/8/8/8/k7/8/4K3 w - - 0 1", "d7e8q", "de8=Q"),
    ] {
        assert_eq!(written(fen, uci), expected, "{uci} in {fen}");
    }
}

#[test]
fn fens_are_written_in_one_form() {
    let chess = variant("chess");
    for (text, expected) in [
        (START, START),
        // Fields at the end may be missing.
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 b", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("  4k3/8/8/8/8/8/8/4K3\tb - -  7 \n", "4k3/8/8/8/8/8/8/4K3 b - - 7 1"),
        // Two numbers may stand side by side, a promoted man may be marked.
        ("4k3/44/8/8/8/11Q~5/8/4K3 w - - 0 1", "4k3/8/8/8/8/2Q5/8/4K3 w - - 0 1"),
        // Rights need their king and rook.
        ("4k3/8/8/8/8/8/8/R3K3 w KQkq - 0 1", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w AHah - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w qK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1"),
        ("r3k2r/8/8/8/8/8/8/R4K1R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R4K1R w kq - 0 1"),
        // En passant stands only where a legal move takes so.
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        ),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3e4 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"),
        ("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1"),
        // A full-move number of 0 is the first move's.
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 65535", "4k3/8/8/8/8/8/8/4K3 w - - 0 65535"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 999999 999999", "4k3/8/8/8/8/8/8/4K3 w - - 999999 999999"),
    ] {
        check_fen(&chess, text, expected);
    }
    assert!(fen::read(&chess, "4k3/8/8/8/8/8/8/4K3 w - - 0 0").is_ok());
}

#[test]
fn castling_rights_name_rooks_where_the_array_is_free() {
    let fischer = variant("fischer-random");
    for (text, expected) in [
        (START, START),
        ("4k3/8/8/8/8/8/8/4KR2 w K - 0 1", "4k3/8/8/8/8/8/8/4KR2 w K - 0 1"),
        ("4k3/8/8/8/8/8/8/1R2KR1R w K - 0 1", "4k3/8/8/8/8/8/8/1R2KR1R w K - 0 1"),
        ("4k3/8/8/8/8/8/8/1R2KR1R w F - 0 1", "4k3/8/8/8/8/8/8/1R2KR1R w F - 0 1"),
        ("4k3/8/8/8/8/8/8/1R2KR1R w H - 0 1", "4k3/8/8/8/8/8/8/1R2KR1R w K - 0 1"),
        ("r1r1k3/8/8/8/8/8/8/4K3 b c - 0 1", "r1r1k3/8/8/8/8/8/8/4K3 b c - 0 1"),
        ("r1r1k3/8/8/8/8/8/8/4K3 b q - 0 1", "r1r1k3/8/8/8/8/8/8/4K3 b q - 0 1"),
        // No rook, no king at home, no right.
        ("4k3/8/8/8/8/8/8/4K2R w QB - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"),
        ("4k3/8/8/8/4K2R/8/8/8 w K - 0 1", "4k3/8/8/8/4K2R/8/8/8 w - - 0 1"),
    ] {
        check_fen(&fischer, text, expected);
    }
}

#[test]
fn every_fault_of_a_fen_is_located() {
    let chess = variant("chess");
    for (text, faults) in [
        ("", &[("", "empty")][..]),
        ("   ", &[("   ", "empty")]),
        ("rnbqkbnr/pppppppp/7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[("7", "rank 6 has 7 squares, 8 expected")]),
        ("4k3/8/8/8/8/8/8/4K4 w - - 0 1", &[("4K4", "rank 1 has 9 squares, 8 expected")]),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", &[("4k3/8/8/8/8/8/4K3", "7 ranks, 8 expected")]),
        ("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", &[("4k3/8/8/8/8/8/8/8/4K3", "9 ranks, 8 expected")]),
        ("4k3/8/8/3X4/8/8/8/4K3 w - - 0 1", &[("X", "rank 5: 'X' is no piece of Chess; its letters are KQRBNP")]),
        ("4k3/8/8/3é4/8/8/8/4K3 w - - 0 1", &[("é", "rank 5: 'é' is no piece")]),
        ("4k3/8/8/~8/8/8/8/4K3 w - - 0 1", &[("~", "no piece"), ("~8", "9 squares")]),
        ("4k3/08/8/8/8/8/8/4K3 w - - 0 1", &[("0", "\"0\" is no number")]),
        ("4k3/8/8/8/8/8/8/4K3[Qp] w - - 0 1", &[("[Qp]", "no men in hand")]),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", &[("x", "w or b, not \"x\"")]),
        ("4k3/8/8/8/8/8/8/4K3 w KX - 0 1", &[("X", "castling: 'X'")]),
        ("4k3/8/8/8/8/8/8/4K3 w K- - 0 1", &[("-", "castling: '-'")]),
        ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", &[("e9", "\"e9\" is no square")]),
        ("4k3/8/8/8/8/8/8/4K3 w - e6e 0 1", &[("e", "\"e\" is no square")]),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", &[("e6", "e6 is no square for en passant here")]),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", &[("-1", "half-move clock is a number from 0 to")]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999999999", &[("99999999999999999999", "full-move number")]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 +1", &[("+1", "full-move number")]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 2 3", &[("2", "one field too many")]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 clock=3", &[("clock", "\"clock\" is not remembered here")]),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", &[("4k3/8/8/8/8/8/8/8", "White has no king")]),
        // All at once, each in its field.
        (
            "4k3/8/8/3x4/8/8/7/4K3 z KY e x y",
            &[
                ("x", "rank 5"),
                ("7", "rank 2 has 7 squares"),
                ("z", "the side to move"),
                ("Y", "castling"),
                ("e", "en passant"),
                ("x", "half-move clock"),
                ("y", "full-move number"),
            ],
        ),
    ] {
        check_faults(&chess, text, faults);
    }
}

#[test]
fn wide_boards_have_numbers_of_two_digits_and_files_as_rights() {
    let wide = changed(|spec| {
        (spec.board.files, spec.board.ranks) = (13, 10);
        spec.start.fen = "r9k1r/ppppppppppppp/13/13/13/13/13/13/PPPPPPPPPPPPP/R9K1R w AMam - 0 1".into();
        let castling = spec.castling.as_mut().unwrap();
        castling.h_side = vec![CastlingTarget { king: 'l', rook: 'k' }];
    });
    let written = "r9k1r/ppppppppppppp/13/13/13/13/13/13/PPPPPPPPPPPPP/R9K1R w MAma - 0 1";
    check_fen(&wide, "r9k1r/ppppppppppppp/13/13/13/13/13/13/PPPPPPPPPPPPP/R9K1R w KQkq - 0 1", written);
    check_fen(&wide, written, written);
    let position = position(&wide, "r9k1r/13/13/13/13/13/13/13/13/R9K1R w A - 0 1");
    check_moves(
        &wide,
        &position,
        &[("a1a10", "Rxa10+"), ("Ra1a10", "Rxa10+"), ("Ra9", "Ra9"), ("a1b1", "Rb1"), ("a1a11", "!is not a move")],
    );
    for rank in ["14", "67", "99999999999999999999999"] {
        let text = format!("r9k1r/13/13/13/13/13/13/13/{rank}/R9K1R w - - 0 1");
        check_faults(&wide, &text, &[(rank, "rank 2 has")]);
    }
}

#[test]
fn moves_are_read_as_people_write_them() {
    let chess = variant("chess");
    let opening = position(&chess, "rnbqkbnr/ppp2ppp/8/3pp3/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 3");
    check_moves(
        &chess,
        &opening,
        &[
            ("exd5", "exd5"),
            ("ed5", "exd5"),
            ("ed", "!is not a move"),
            ("e4xd5", "exd5"),
            ("e4d5", "exd5"),
            ("e4-d5", "exd5"),
            ("e4:d5", "exd5"),
            ("E4D5", "exd5"),
            ("  exd5 \n", "exd5"),
            ("exd5!?", "exd5"),
            ("exd5+", "exd5"),
            ("exd5# !!", "exd5"),
            ("Pexd5", "exd5"),
            ("♙xd5", "exd5"),
            ("♟exd5", "exd5"),
            ("Nxd5", "Nxd5"),
            ("Nd5", "Nxd5"),
            ("nd5", "Nxd5"),
            ("n:d5", "Nxd5"),
            ("♘d5", "Nxd5"),
            ("♞\u{fe0e}xd5", "Nxd5"),
            ("Nc3xd5", "Nxd5"),
            ("c3d5", "Nxd5"),
            ("Nge2", "Nge2"),
            ("Ng1e2", "Nge2"),
            ("Ng1-e2", "Nge2"),
            ("N1e2", "Nge2"),
            ("Nc3e2", "Nce2"),
            ("N3e2", "Nce2"),
            ("Ne2", "!Ne2 could be Nge2 or Nce2"),
            ("Nxe2", "!Nge2 or Nce2"),
            ("bb5", "Bb5+"),
            ("b4", "b4"),
            ("Bb5", "Bb5+"),
            ("f1b5", "Bb5+"),
            ("--", "!passing is not allowed"),
            ("0000", "!passing is not allowed"),
            ("", "!it is empty"),
            ("N@f3", "!Chess has no men in hand"),
            ("N@", "!\"N@\" is not a move: the square is missing behind the @"),
            ("@", "!the square is missing behind the @"),
            ("N@f9", "!\"f9\" is no square of this board"),
            ("Z@f3", "!\"Z\" names no piece of Chess"),
            ("Nf6", "!no knight of White can go to f6"),
            ("Naf3", "!White has no knight on the a-file"),
            ("N2f3", "!White has no knight on rank 2"),
            ("Ng1g3", "!the knight on g1 does not move to g3"),
            ("exf5", "!the pawn on e4"),
            ("Qd2", "!your own pawn stands on d2"),
            ("a7a6", "!is Black's"),
            ("e3e4", "!there is no man on e3"),
            ("exd5=Q", "!does not promote"),
            ("e9", "!\"e9\" is no square"),
            ("Nxf3", "!nothing is taken on f3: write Nf3"),
            ("Ng1:f3+", "!nothing is taken on f3: write Nf3"),
            ("d2xd3", "!nothing is taken on d3: write d3"),
            ("bxb3", "!nothing is taken on b3: write b3"),
            ("Xd4", "!'X' names no piece of Chess"),
            ("hello", "!is not a move: write it as"),
            ("Nf3 Nf6", "!is not a move"),
            ("O-O-O-O", "!is not a move"),
            ("exd5=", "!names no piece"),
        ],
    );
    let bishop = position(&chess, "4k3/8/8/8/8/2p5/1P6/B3K3 w - - 0 1");
    check_moves(&chess, &bishop, &[("bc3", "bxc3"), ("bxc3", "bxc3"), ("Bxc3", "!the pawn on b2 is in the way")]);
    let bishop = position(&chess, "4k3/8/8/8/8/2p5/8/B3K3 w - - 0 1");
    check_moves(&chess, &bishop, &[("bc3", "Bxc3"), ("b2", "!no pawn"), ("bb2", "Bb2"), ("b1c3", "!no man on b1")]);
}

/// Examples are moves that can be made.
#[test]
fn examples_are_legal_where_they_are_given() {
    for (id, fen, expected) in [
        ("chess", "", "a3 Na3 b1a3"),
        ("chess", "4k3/P7/8/8/4p3/5P2/8/4K2R w K - 0 1", "f4 Kd1 fxe4 a8=Q+ O-O e1d1"),
        ("racing-kings", "", "Kg3 Nxc2 h2g3"),
        ("loop", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "Kd1 N@a1 e1d1"),
        ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", ""),
    ] {
        let variant = variant(id);
        let here = if fen.is_empty() { *variant.start() } else { position(&variant, fen) };
        assert_eq!(san::examples(&variant, &here).join(" "), expected, "{id} {fen}");
    }
    let racing = variant("racing-kings");
    check_moves(&racing, racing.start(), &[("e4", "!Racing Kings has no pawns; write it as Kg3, Nxc2 or h2g3")]);
}

#[test]
fn castling_is_read_in_every_spelling() {
    let chess = variant("chess");
    let open = position(&chess, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for text in ["O-O", "0-0", "o-o", "O–O", "O-O+", "e1g1", "e1h1", "e1-g1", "E1G1"] {
        check_moves(&chess, &open, &[(text, "O-O")]);
    }
    for text in ["O-O-O", "0-0-0", "o-o-o", "e1c1", "e1a1", "O-O-O!"] {
        check_moves(&chess, &open, &[(text, "O-O-O")]);
    }
    check_moves(
        &chess,
        &open,
        &[
            ("Kg1", "!king on e1"),
            ("Kh1", "!king"),
            ("Kc1", "!king"),
            ("O-Oc", "!"),
            ("O-Og", "O-O"),
            ("O-O-Oc", "O-O-O"),
        ],
    );
    let attacked = position(&chess, "r3kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    check_moves(&chess, &attacked, &[("O-O", "!attacked"), ("e1g1", "!attacked"), ("O-O-O", "O-O-O")]);
    let moved = position(&chess, "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1");
    check_moves(&chess, &moved, &[("O-O", "!castle"), ("e1g1", "!castling"), ("0-0-0", "O-O-O")]);

    let fischer = variant("fischer-random");
    let beside = position(&fischer, "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1");
    check_moves(
        &fischer,
        &beside,
        &[
            ("f1g1", "O-O"),
            ("O-O", "O-O"),
            ("f1b1", "O-O-O"),
            ("Kg1", "!castling is written"),
            ("f1e1", "Ke1"),
            ("f1c1", "!king"),
        ],
    );
    let castle = san::read(&fischer, &beside, "O-O-O").unwrap();
    assert_eq!(uci::write(&fischer, &beside, castle), "f1b1");
    let castle = san::read(&chess, &open, "O-O-O").unwrap();
    assert_eq!(uci::write(&chess, &open, castle), "e1c1");
}

#[test]
fn promotions_are_read_in_every_spelling() {
    let chess = variant("chess");
    let pawn = position(&chess, "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1");
    for text in ["e8=Q", "e8Q", "e8q", "e8/Q", "e8(Q)", "e8=q", "e8=♕", "e7e8q", "e7e8=Q", "e7-e8Q", "E7E8Q", "e8=Q+"]
    {
        check_moves(&chess, &pawn, &[(text, "e8=Q+")]);
    }
    for text in ["exd8=Q+", "ed8Q", "e7d8q", "exd8=Q#", "e7xd8(Q)"] {
        check_moves(&chess, &pawn, &[(text, "exd8=Q+")]);
    }
    check_moves(
        &chess,
        &pawn,
        &[
            ("e8b", "e8=B"),
            ("e8", "!promotes on e8"),
            ("e7e8", "!promotes on e8"),
            ("e8=K", "!cannot become a king"),
            ("e8=P", "!cannot become a pawn"),
            ("e8=X", "!\"=X\" behind it names no piece"),
            ("Ke2=Q", "!does not promote"),
        ],
    );
}

#[test]
fn moves_are_written_in_one_form() {
    for (id, text, coordinates, expected) in [
        ("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
        ("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"),
        ("chess", "4k3/8/8/8/8/8/8/RN2K2R w - - 0 1", "b1c3", "Nc3"),
        ("chess", "4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3"),
        ("chess", "4k3/8/8/R6R/8/8/8/R3K3 w - - 0 1", "a5c5", "Rac5"),
        ("chess", "1k6/8/8/Q6Q/8/8/8/Q3K3 w - - 0 1", "a5e5", "Qa5e5+"),
        ("chess", "8/3P3k/8/8/8/8/8/4K3 w - - 0 1", "d7d8n", "d8=N"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O"),
        ("chess", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "O-O+"),
        ("fischer-random", "4k3/8/8/8/8/8/8/2K4R w H - 0 1", "c1h1", "O-O"),
    ] {
        let variant = variant(id);
        let position = position(&variant, text);
        let found = uci::read(&variant, &position, coordinates).unwrap();
        assert_eq!(san::write(&variant, &position, found), expected, "{text}");
    }
    let ice_age = variant("ice-age");
    let start = *ice_age.start();
    check_moves(
        &ice_age,
        &start,
        &[
            ("de3", "dxe3"),
            ("d2e3", "dxe3"),
            ("Nf3", "Nxf3"),
            ("Ng1f3", "Nxf3"),
            ("e4", "!the ice-cube on e4 is in the way"),
            ("Ne5", "!no knight"),
        ],
    );
}

/// A castling has further targets, written with the file of the king.
#[test]
fn castling_may_have_further_targets() {
    let variant = changed(|spec| {
        let castling = spec.castling.as_mut().unwrap();
        castling.h_side.push(CastlingTarget { king: 'f', rook: 'e' });
        castling.a_side.push(CastlingTarget { king: 'b', rook: 'c' });
    });
    let open = position(&variant, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    for (written, coordinates) in [("O-O", "e1g1"), ("O-Of", "e1h1f"), ("O-O-O", "e1c1"), ("O-O-Ob", "e1b1")] {
        let found = san::read(&variant, &open, written).unwrap();
        assert_eq!(san::write(&variant, &open, found).trim_end_matches('+'), written);
        assert_eq!(uci::write(&variant, &open, found), coordinates);
        assert_eq!(uci::read(&variant, &open, coordinates), Ok(found));
        assert_eq!(san::read(&variant, &open, coordinates), Ok(found));
    }
    check_moves(&variant, &open, &[("e1f1", "Kf1"), ("Kf1", "Kf1"), ("O-Oe", "!")]);
}

/// Castlings that share squares: towards both sides the king lands on g1, or he lands where the rook stands.
#[test]
fn castlings_that_share_squares_have_their_own_coordinates() {
    let targets = |files: &[(char, char)]| files.iter().map(|&(king, rook)| CastlingTarget { king, rook }).collect();
    let cases: [(&[_], &[_], _, &[_]); 3] = [
        (&[('g', 'f')], &[('g', 'f')], "R3K2R", &[("O-O", "e1h1"), ("O-O-O", "e1a1")]),
        (&[('c', 'd')], &[('g', 'f'), ('h', 'g')], "R3K2R", &[("O-O", "e1g1"), ("O-Oh", "e1h1h"), ("O-O-O", "e1c1")]),
        (&[('c', 'd')], &[('g', 'f'), ('h', 'g')], "R4K1R", &[("O-O", "f1h1g"), ("O-Oh", "f1h1h"), ("O-O-O", "f1c1")]),
    ];
    for (a_side, h_side, rank, moves) in cases {
        let fen = format!("4k3/8/8/8/8/8/8/{rank} w KQ - 0 1");
        let variant = changed(|spec| {
            let castling = spec.castling.as_mut().unwrap();
            (castling.a_side, castling.h_side) = (targets(a_side), targets(h_side));
            spec.start.fen.clone_from(&fen);
        });
        for (written, coordinates) in moves {
            let castling = san::read(&variant, variant.start(), written).unwrap();
            assert_eq!(uci::write(&variant, variant.start(), castling), *coordinates);
            assert_eq!(uci::read(&variant, variant.start(), coordinates), Ok(castling));
        }
    }
}

/// Pawns that go diagonally and take straight ahead: two pawns can have skipped one square.
#[test]
fn en_passant_names_the_pawn_where_two_fit() {
    let berolina = changed(|spec| {
        let pawn = spec.pieces.iter_mut().find(|piece| piece.pawn).unwrap();
        pawn.betza = "mfFcfWimfnA".into();
    });
    let one = "4k3/p7/8/1pP5/8/8/8/4K3 w - - 0 1";
    check_fen(&berolina, one, one);
    for (text, expected) in [
        // From d7 to b5 over c6.
        ("4k3/8/8/1pP5/8/8/8/4K3 w - c6 0 1", "4k3/8/8/1pP5/8/8/8/4K3 w - c6b5 0 1"),
        ("4k3/8/8/1pP5/8/8/8/4K3 w - c6b5 0 1", "4k3/8/8/1pP5/8/8/8/4K3 w - c6b5 0 1"),
        ("4k3/8/8/1pP5/8/8/8/4K3 w - b5c6 0 1", "4k3/8/8/1pP5/8/8/8/4K3 w - c6b5 0 1"),
        ("4k3/8/8/1pPp4/8/8/8/4K3 w - c6b5 0 1", "4k3/8/8/1pPp4/8/8/8/4K3 w - c6b5 0 1"),
        ("4k3/8/8/1pPp4/8/8/8/4K3 w - c6d5 0 1", "4k3/8/8/1pPp4/8/8/8/4K3 w - c6d5 0 1"),
    ] {
        check_fen(&berolina, text, expected);
    }
    check_faults(&berolina, "4k3/8/8/1pPp4/8/8/8/4K3 w - c6 0 1", &[("c6", "write c6b5 or c6d5")]);
    check_faults(&berolina, "4k3/8/8/1pP5/8/8/8/4K3 w - c6d5 0 1", &[("c6d5", "no square for en passant")]);
}

/// A rule that remembers things and does nothing with them.
struct Memory;

impl Rule for Memory {
    fn id(&self) -> &'static str {
        "memory"
    }
    fn parameters(&self) -> &'static [Parameter] {
        &[]
    }
    fn summary(&self, _: &Values) -> String {
        "Some things are remembered.".to_owned()
    }
    fn build(&self, _: &Values, game: &mut RuleBuilder<'_>) {
        game.counter("checks", 3, 9);
        game.counter("bonus", 0, 65_535);
        game.marks("mines");
    }
}

#[test]
fn state_of_rules_follows_the_six_fields() {
    let mut spec = variant("chess").spec().clone();
    spec.rules.push(RuleSpec { id: "memory".into(), values: Values::default() });
    let registry = floe_variants::registry().with_rule(Memory);
    let memory = Variant::compile(spec, &registry).expect("it is sound");
    for (text, expected) in [
        (START, START),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 checks=3 bonus=0 mines=-", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 b mines=h8,a1 checks=0", "4k3/8/8/8/8/8/8/4K3 b - - 0 1 checks=0 mines=a1,h8"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 bonus=65535", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 bonus=65535"),
    ] {
        check_fen(&memory, text, expected);
    }
    let position = position(&memory, "4k3/8/8/8/8/8/8/4K2R w K - 0 1 checks=2 mines=d4");
    let next = memory.play(&position, san::read(&memory, &position, "O-O").unwrap());
    assert_eq!(fen::write(&memory, &next), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1 checks=2 mines=d4");
    for (state, faults) in [
        ("checks=10", &[("checks=10", "checks is 10, but can be 9 at most")][..]),
        ("checks=-1", &[("-1", "checks is a number from 0 to 9, not \"-1\"")]),
        ("checks=", &[("", "checks is a number from 0 to 9")]),
        ("bonus=65536", &[("65536", "bonus is a number from 0 to 65535")]),
        ("checks=1 mines=a1 checks=2", &[("checks=2", "checks is given twice")]),
        ("mines=a1,,b9", &[("", "mines: \"\" is no square"), ("b9", "mines: \"b9\" is no square")]),
        ("mine=a1", &[("mine", "did you mean mines?")]),
        ("=", &[("", "\"\" is not remembered here")]),
    ] {
        check_faults(&memory, &format!("4k3/8/8/8/8/8/8/4K3 w - - 0 1 {state}"), faults);
    }
}

#[test]
fn refusals_say_why() {
    let mut told = String::new();
    for (id, text, moves) in [
        (
            "chess",
            "r3kr2/8/8/8/8/8/8/R2QK2R w KQ - 0 1",
            &["O-O", "O-O-O", "e1g1", "Kg1", "Kf2", "Qh9", "Zd4", "d1d9"][..],
        ),
        (
            "chess",
            "7k/3P4/8/8/1b6/2N5/8/R3K1N1 w Q - 0 1",
            &["d8", "d8=K", "Nd5", "Nf6", "Bc4", "O-O", "N@e4", "--", "Ra9"],
        ),
        ("chess", "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", &["Kb8"]),
        ("chess", "4k3/8/8/8/8/8/8/R2RK3 w - - 0 1", &["Rb1", "Rd9", "e8", ""]),
        (
            "fischer-random",
            "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1",
            &["Kg1", "f1h1", "f1c1", "f1d1", "Kc1", "Kxb1", "f1b1"],
        ),
        ("fischer-random", "4k3/8/8/8/8/8/8/4K2R w H - 0 1", &["Kg1", "e1g1", "Kxh1", "Kh1", "e1h1", "Kc1", "e1c1"]),
        ("fischer-random", "5rk1/8/8/8/8/8/8/4K2R w H - 0 1", &["Kg1", "e1g1", "Kxh1"]),
        ("loop", "4k3/8/8/8/8/8/8/4K3[PNn] w - - 0 1", &["P@d8", "@d1", "@e1", "N@d8", "Q@d4"]),
        ("recycle", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", &["P@d8", "@d1"]),
        (
            "ice-age",
            "rnbqkbnr/pppppppp/^^^^^^^^/^^^^^^^^/^^^^^^^^/^^^^^^^^/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            &["e4", "Nf5", "e3"],
        ),
    ] {
        let variant = variant(id);
        let position = position(&variant, text);
        for text in moves {
            told += &match san::read(&variant, &position, text) {
                Ok(found) => format!("{}\n", san::write(&variant, &position, found)),
                Err(error) => format!("{error}\n"),
            };
        }
    }
    insta::assert_snapshot!(told, @r#"
    O-O is not legal here: the king would cross f1, which is attacked
    O-O-O is not legal here: the queen on d1 stands in the way of king and rook
    e1g1 is not legal here: the king would cross f1, which is attacked
    Kg1 is not legal here: the king on e1 does not step there; castling is written O-O or O-O-O
    Kf2 is not legal here: it would leave the king on f2 attacked by the rook on f8
    "Qh9" is not a move: "h9" is no square of this board
    "Zd4" is not a move: 'Z' names no piece of Chess
    "d1d9" is not a move: "d9" is no square of this board
    d8 is not legal here: the pawn on d7 promotes on d8: say what it becomes, a queen, rook, bishop or knight
    d8=K is not legal here: the pawn on d7 cannot become a king; it can become a queen, rook, bishop or knight
    Nd5 is not legal here: it would leave the king on e1 attacked by the bishop on b4
    Nf6 is not legal here: no knight of White can go to f6
    Bc4 is not legal here: White has no bishop
    O-O is not legal here: White has no right to castle towards the h-file
    N@e4 is not legal here: Chess has no men in hand
    -- is not legal here: passing is not allowed here
    "Ra9" is not a move: "a9" is no square of this board
    Kb8 is not legal here: the game is over: 1/2-1/2, stalemate
    Rb1 could be Rab1 or Rdb1
    "Rd9" is not a move: "d9" is no square of this board
    e8 is not legal here: White has no pawn
    "" is not a move: it is empty
    Kg1 is not legal here: the king on f1 does not step there; castling is written O-O or O-O-O
    f1h1 is not legal here: the king on f1 does not move to h1
    f1c1 is not legal here: the king on f1 does not step there; castling is written O-O or O-O-O
    f1d1 is not legal here: the king on f1 does not move to d1
    Kc1 is not legal here: the king on f1 does not step there; castling is written O-O or O-O-O
    Kxb1 is not legal here: the king on f1 does not step there; castling is written O-O or O-O-O
    O-O-O
    Kg1 is not legal here: the king on e1 does not step there; castling is written O-O or O-O-O
    e1g1 is not legal here: the king on e1 does not step there; castling is written O-O or O-O-O
    Kxh1 is not legal here: the king on e1 does not step there; castling is written O-O or O-O-O
    Kh1 is not legal here: the king on e1 does not step there; castling is written O-O or O-O-O
    O-O
    Kc1 is not legal here: the king on e1 does not move to c1
    e1c1 is not legal here: the king on e1 does not move to c1
    Kg1 is not legal here: the king on e1 does not move to g1
    e1g1 is not legal here: the king on e1 does not move to g1
    Kxh1 is not legal here: the king on e1 does not step there; castling is written O-O or O-O-O
    P@d8 is not legal here: White may not drop a pawn on rank 8
    @d1 is not legal here: White may not drop a pawn on rank 1
    @e1 is not legal here: the king on e1 is there: men are dropped on empty squares
    N@d8
    Q@d4 is not legal here: White has no queen in hand
    P@d8 is not legal here: White may not drop a pawn on rank 8
    @d1 is not legal here: White may not drop a pawn on rank 1
    e4 is not legal here: the ice-cube on e4 is in the way: the pawn on e2 does not take there
    Nf5 is not legal here: no knight of White can go to f5
    e3 could be fxe3 or dxe3
    "#);
}

/// Faults of other programs. Each names its source: a project and the number of its issue.
#[test]
fn castling_faults_of_other_programs_are_not_ours() {
    let (chess, fischer) = (variant("chess"), variant("fischer-random"));

    // Stockfish 356: Q is the own rook on b1, whose move would bare c1 to the rook on a1.
    let p = position(&fischer, "4k3/pppppppp/8/8/8/8/PPPPPPPP/rR2K3 w Q - 0 1");
    assert_eq!(fischer.geometry().names(p.castling()), ["b1"]);
    check_moves(&fischer, &p, &[("O-O-O", "!O-O-O is not legal here"), ("e1b1", "!e1b1 is not legal here")]);

    // cutechess 637: there is no castling out of mate.
    let p = position(&fischer, "rk2Q3/1p4p1/1B6/4p3/p5p1/2Kp2P1/PP4P1/R7 b q - 0 34");
    assert_eq!(fischer.legal_moves(&p), []);
    check_moves(&fischer, &p, &[("O-O-O", "!the game is over: 1-0, checkmate")]);

    // Stockfish 2671, kokopu 29: the rook on b1 shields c1; a king's from may be its to, which is no pass.
    let p = position(&fischer, "nrkb2nr/ppppp1p1/6bp/5p2/BPP1P1P1/P7/3P1P1P/qRK1BQNR w BHbh - 0 3");
    check_moves(
        &fischer,
        &p,
        &[("O-O-O", "!O-O-O is not legal"), ("c1c1", "!c1c1 is not legal"), ("c1b1", "!is not legal")],
    );

    // python-chess 143: kings on different files keep their rights.
    let text = "1r1k1r2/5p2/8/8/8/8/3N4/R5KR b KQkq - 0 1";
    check_fen(&fischer, text, text);
    let p = position(&fischer, text);
    check_moves(&fischer, &p, &[("d8f8", "O-O"), ("d8b8", "O-O-O")]);

    // bishop 77: the right of the rook that takes goes, and that of the rook taken.
    let p = position(&chess, "rnbqk1nr/ppp1ppb1/6p1/3p4/8/2N5/PPPPPPP1/R1BQKBNR w KQkq - 0 5");
    let next = chess.play(&p, san::read(&chess, &p, "Rxh8").unwrap());
    assert_eq!(fen::write(&chess, &next), "rnbqk1nR/ppp1ppb1/6p1/3p4/8/2N5/PPPPPPP1/R1BQKBN1 b Qq - 0 5");

    // python-chess 403: Kg1 and Kh1 never castle; both coordinates do.
    let p = position(&chess, "k7/8/8/8/8/8/8/4K2R w K - 0 1");
    check_moves(&chess, &p, &[("Kg1", "!castling is written"), ("Kh1", "!castling is written"), ("O-O", "O-O")]);
    check_moves(&chess, &p, &[("e1g1", "O-O"), ("e1h1", "O-O")]);

    // Fairy-Stockfish 632: king takes rook is read in chess too.
    let p = position(&chess, "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1");
    check_moves(&chess, &p, &[("e8h8", "O-O"), ("e8a8", "O-O-O")]);

    // Fairy-Stockfish 678: a game without castling drops rights.
    let plain = changed(|spec| spec.castling = None);
    check_fen(&plain, START, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
    check_moves(&plain, plain.start(), &[("O-O", "!Chess has no castling"), ("e1g1", "!is not legal")]);

    // chesslib 52: f1 is no rook's home in chess.
    check_fen(&chess, "4k3/8/8/8/8/8/8/4KR2 w K - 0 1", "4k3/8/8/8/8/8/8/4KR2 w - - 0 1");
}

#[test]
fn en_passant_faults_of_other_programs_are_not_ours() {
    let chess = variant("chess");

    // shakmaty 53: nothing takes in passing out of this check, so the square is dropped.
    check_fen(
        &chess,
        "rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6 0 1",
        "rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq - 0 1",
    );

    // shakmaty 71: the square must be the one skipped.
    let text = |square| format!("rnbqkbnr/pppp2pp/5p2/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq {square} 0 1");
    check_faults(&chess, &text("e5"), &[("e5", "e5 is no square for en passant here")]);
    check_moves(&chess, &position(&chess, &text("e6")), &[("dxe6", "dxe6"), ("d5e6", "dxe6")]);

    // Stockfish 3270: the pawn that takes in passing blocks the check.
    let p = position(&chess, "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1");
    let mut moves: Vec<String> = chess.legal_moves(&p).into_iter().map(|m| uci::write(&chess, &p, m)).collect();
    moves.sort_unstable();
    assert_eq!(moves, ["b5a4", "b5a5", "b5b4", "b5b6", "b5c6", "e4d3"]);

    // Raptor 36: a6 is no square for Black to take on.
    let text = "5rk1/pp1n1pbp/1q2rnp1/2p3B1/P3P3/2N1QB1P/1PP3P1/R4R1K b - a6 0 16";
    check_faults(&chess, text, &[("a6", "a6 is no square for en passant here")]);

    // stockfish-mac 91, chess.js 252: the field is there only if a legal move takes so.
    let next = chess.play(chess.start(), san::read(&chess, chess.start(), "e4").unwrap());
    assert_eq!(fen::write(&chess, &next), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
}

#[test]
fn san_faults_of_other_programs_are_not_ours() {
    let chess = variant("chess");

    // python-chess 539: a promotion says to what.
    let p = position(&chess, "7k/3P4/8/8/8/8/8/K7 w - - 0 1");
    check_moves(&chess, &p, &[("d8", "!promotes on d8"), ("d8=K", "!cannot become"), ("d8=P", "!cannot become")]);
    check_moves(&chess, &p, &[("d8=Q", "d8=Q+"), ("d8Q", "d8=Q+"), ("d8q", "d8=Q+")]);

    // chesslib 38, chess.js 75: the knight on c3 is pinned, so only one can move.
    let p = position(&chess, "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1");
    check_moves(&chess, &p, &[("g1e2", "Ne2"), ("Nge2", "Ne2"), ("Nce2", "!attacked by the bishop on b4")]);

    // python-chess 931: a capture without its mark.
    let p = position(&chess, "8/8/8/8/5p2/1k6/5R2/1K6 w - - 0 1");
    check_moves(&chess, &p, &[("Rf4", "Rxf4")]);

    // python-chess 265: chess does not mark a man that was promoted.
    let p = position(&chess, "5R2/3P4/8/8/7r/7r/7k/K7 w - - 0 1");
    let next = chess.play(&p, san::read(&chess, &p, "d8=R").unwrap());
    assert_eq!(next, position(&chess, "3R1R2/8/8/8/7r/7r/7k/K7 b - - 0 1"));

    // liground 228: coordinates are read greedily.
    let tall = on_board(4, 10, "k3/4/4/4/4/4/4/4/4/K1Q1 w - - 0 1");
    check_moves(&tall, tall.start(), &[("c1c10", "Qc10+"), ("c1c1", "!is not legal"), ("c1c11", "!is not a move")]);
    let p = position(&tall, "Q3/4/3k/4/4/4/4/4/4/K3 w - - 0 1");
    check_moves(
        &tall,
        &p,
        &[("a10b10", "Qb10+"), ("Qa10b10", "Qb10+"), ("Qa10-b10", "Qb10+"), ("a10b1", "!is not legal")],
    );
}

#[test]
fn fen_faults_of_other_programs_are_not_ours() {
    let chess = variant("chess");
    // chess.js 558.
    let text = "1n6/8/2Q5/1rK5/8/8/8/5k2 b - - 0 1";
    check_faults(&chess, text, &[("b", "Black is to move, but already attacks the king on c5")]);
    // chesslib 52.
    check_faults(&chess, &START.replace(" w ", " x "), &[("x", "w or b")]);
    check_faults(&chess, &START.replacen("/8/", "/7/", 1), &[("7", "rank 6 has 7 squares, 8 expected")]);
    // cutechess pull request 470: chess has no walls.
    check_faults(
        &chess,
        "rnbqkbnr/pppppppp/8/3*4/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        &[("*", "rank 5: '*' is no piece")],
    );
    // Fairy-Stockfish's own: a start of six ranks on eight.
    let mut spec = chess.spec().clone();
    spec.start.fen = "rnbqkbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".into();
    let faults = Variant::compile(spec, &floe_variants::registry()).expect_err("the start lacks two ranks");
    assert!(faults[0].message.contains("6 ranks, 8 expected"), "{faults:?}");
    // liground 187: missing fields have defaults. cutechess 198: ~ takes no square.
    assert!(fen::read(&chess, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w").is_ok());
    assert!(fen::read(&chess, "4k3/8/8/8/8/P4Q~2/8/4K3 w - - 0 1").is_ok());
}

#[test]
fn noise_is_refused_at_once() {
    let chess = variant("chess");
    for noise in ["\0", "é", "♞♞♞", "((((", "=", "-", "x", "O-", "@", "N@", "@e4@e4", "e4e5e6", "\u{202e}e4"] {
        for repeated in [1, 30, 1_000_000] {
            let noise = noise.repeat(repeated);
            for error in [san::read(&chess, chess.start(), &noise), uci::read(&chess, chess.start(), &noise)] {
                let message = error.expect_err("noise is no move").to_string();
                assert!(message.len() < 400, "{message}");
            }
            let FenErrors(faults) = fen::read(&chess, &noise).expect_err("noise is no FEN");
            assert!(faults.len() <= 50 && faults.iter().all(|fault| fault.message.len() < 400));
        }
    }
    let slashes = "/".repeat(1_000_000);
    assert!(fen::read(&chess, &slashes).is_err());
    assert!(fen::read(&chess, &"a=b ".repeat(1_000_000)).is_err());
}

/// Plays `seed`'s game and looks at every position of it.
fn wander(variant: &Variant, start: Position, seed: u64, plies: usize, mut look: impl FnMut(&Position)) {
    let mut state = seed;
    let mut position = start;
    for _ in 0..plies {
        look(&position);
        let legal = variant.legal_moves(&position);
        if legal.is_empty() {
            return;
        }
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        position = variant.play(&position, legal[(state >> 33) as usize % legal.len()]);
    }
}

#[test]
fn what_is_written_is_read_back() {
    const START_0: &str = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
    for (id, start) in [
        ("chess", START),
        ("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
        ("fischer-random", START_0),
        ("fischer-random", "1rk2r2/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R2KR3 w KQkq - 0 1"),
        ("ice-age", ""),
        ("ice-age", "r3k2r/pppppppp/8/^^^^^^^^/8/8/PPPPPPPP/R3K2R w KQkq - 0 18"),
    ] {
        let variant = variant(id);
        let start = if start.is_empty() { *variant.start() } else { position(&variant, start) };
        for seed in 0..10 {
            wander(&variant, start, seed, 60, |position| {
                let text = fen::write(&variant, position);
                let again = fen::read(&variant, &text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
                assert_eq!(fen::write(&variant, &again), text);
                assert_eq!(variant.key(&again), variant.key(position), "{text}");
                for legal in variant.legal_moves(position) {
                    let written = san::write(&variant, position, legal);
                    assert_eq!(san::read(&variant, position, &written), Ok(legal), "{text}: {written}");
                    let written = uci::write(&variant, position, legal);
                    assert_eq!(uci::read(&variant, position, &written), Ok(legal), "{text}: {written}");
                    assert_eq!(san::read(&variant, position, &written), Ok(legal), "{text}: {written}");
                }
            });
        }
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in "\\PC{0,80}", near in "[a-hKQRBNPkqrbnp1-9xO0=@:/() +#-]{0,12}", field in "[rnbqkpRNBQKP1-9/wb -]{0,60}") {
        let chess = variant("chess");
        for text in [&text, &near] {
            let results = [san::read(&chess, chess.start(), text), uci::read(&chess, chess.start(), text)];
            for found in results.into_iter().flatten() {
                prop_assert!(chess.legal_moves(chess.start()).contains(&found));
            }
        }
        for text in [&text, &field] {
            if let Err(errors) = fen::read(&chess, text) {
                prop_assert!(!errors.0.is_empty());
                for error in errors.0 {
                    prop_assert!(text.get(error.span.clone()).is_some(), "{error:?}");
                }
            }
        }
    }
}

/// A king in hand would be a second one.
#[test]
fn no_king_is_in_hand() {
    let variant = floe_variants::registry().variant("loop").expect("it is registered").expect("it is sound");
    let FenErrors(faults) = fen::read(&variant, "4k3/8/8/8/8/8/8/4K3[Kq] w - - 0 1").expect_err("White has two kings");
    let told: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
    assert_eq!(told, ["White cannot have a king in hand"]);
}
