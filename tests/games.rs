//! The bundled games: what is special in each is there.

mod program;
mod support;

use floe_core::notation::{fen, san, uci};
use floe_core::{Move, Variant, config};
use insta::assert_snapshot;
use program::Home;
use support::data::{position, variant};

#[test]
fn every_game_is_written_so_that_it_loads_back() {
    let registry = floe_variants::registry();
    for (id, _) in registry.variants() {
        let variant = variant(id, "");
        let written = config::write(&variant);
        let again = config::load(&written, id, &registry).unwrap_or_else(|errors| panic!("{id}: {errors}"));
        assert_eq!(again.spec(), variant.spec());
    }
}

#[test]
fn the_rules_are_told() {
    for id in [
        "capablanca",
        "janus",
        "embassy",
        "amazon",
        "berolina",
        "los-alamos",
        "legan",
        "knightmate",
        "maharajah",
        "horde",
    ] {
        assert_snapshot!(format!("rules_of_{id}"), Home::new().run(&["rules", id], "").stdout);
    }
}

/// Moves as `SAN coordinates`, in the order of the coordinates, of the men on one square; of all men for `""`.
fn moves_from(variant: &Variant, text: &str, from: &str) -> String {
    let position = position(variant, text);
    let name = |&legal: &Move| (uci::write(variant, &position, legal), san::write(variant, &position, legal));
    let mut moves: Vec<(String, String)> = variant.legal_moves(&position).iter().map(name).collect();
    moves.retain(|(uci, _)| uci.starts_with(from));
    moves.sort();
    moves.iter().map(|(_, san)| san.as_str()).collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn check_moves(id: &str, text: &str, from: &str, expected: &str) {
    assert_eq!(moves_from(&variant(id, ""), text, from), expected, "{id} {text} {from}");
}

/// Plays moves and compares the FEN that they lead to.
#[track_caller]
fn check_play(id: &str, text: &str, moves: &str, expected: &str) {
    let variant = variant(id, "");
    let mut position = position(&variant, text);
    for text in moves.split(' ') {
        let legal = san::read(&variant, &position, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        position = variant.play(&position, legal);
    }
    assert_eq!(fen::write(&variant, &position), expected, "{id} {text} {moves}");
}

/// How a position is judged: an outcome such as `1-0, checkmate`, or `goes on`.
#[track_caller]
fn check_outcome(id: &str, text: &str, expected: &str) {
    let variant = variant(id, "");
    let outcome = variant.outcome(&position(&variant, text));
    assert_eq!(outcome.map_or("goes on".to_owned(), |end| end.to_string()), expected, "{id} {text}");
}

#[test]
fn castling_on_ten_files() {
    let open = |king: &str| format!("r{king}r/10/10/10/10/10/10/R{}R w KQkq - 0 1", king.to_uppercase());
    for (id, text, castlings) in [
        ("capablanca", open("4k3"), &[("O-O", "f1i1", "R6RK1"), ("O-O-O", "f1c1", "2KR5R")][..]),
        ("janus", open("3k4"), &[("O-O", "e1i1", "R6RK1"), ("O-O-O", "e1b1", "1KR6R")]),
        (
            "embassy",
            open("3k4"),
            &[
                ("O-O", "e1h1", "R5RK2"),
                ("O-Oi", "e1i1", "R6RK1"),
                ("O-O-O", "e1b1", "1KR6R"),
                ("O-O-Oc", "e1c1", "2KR5R"),
            ],
        ),
    ] {
        let variant = variant(id, "");
        let before = position(&variant, &text);
        let count = variant.legal_moves(&before).iter().filter(|legal| legal.castling().is_some()).count();
        assert_eq!(count, castlings.len(), "{id}");
        for &(written, coordinates, rank) in castlings {
            let legal = san::read(&variant, &before, written).expect(written);
            assert_eq!(san::write(&variant, &before, legal).trim_end_matches('+'), written);
            assert_eq!(uci::write(&variant, &before, legal), coordinates);
            assert_eq!(uci::read(&variant, &before, coordinates), Ok(legal));
            let after = fen::write(&variant, &variant.play(&before, legal));
            assert!(after.contains(&format!("/{rank} b kq - ")), "{id} {written}: {after}");
        }
    }
}

#[test]
fn embassy_castles_in_two_widths() {
    check_moves("embassy", "4k3r1/10/10/10/10/10/10/4K4R w K - 0 1", "e1", "Kd1 Kd2 Ke2 Kf1 Kf2 O-O");
    check_moves("embassy", "1r2k5/10/10/10/10/10/10/R3K5 w Q - 0 1", "e1", "O-O-Oc Kd1 Kd2 Ke2 Kf1 Kf2");
    check_moves("embassy", "4k5/10/10/10/10/10/10/4K3NR w K - 0 1", "e1", "Kd1 Kd2 Ke2 Kf1 Kf2");
    let embassy = variant("embassy", "");
    let attacked = position(&embassy, "4k3r1/10/10/10/10/10/10/4K4R w K - 0 1");
    for text in ["O-Oi", "e1i1"] {
        let error = san::read(&embassy, &attacked, text).expect_err("i1 is attacked").to_string();
        assert!(error.contains("would land on i1"), "{text}: {error}");
    }
    let elsewhere = "format = 1\nid = \"far\"\nextends = \"embassy\"\n[castling]\n\
        a-side = [{ king = \"b\", rook = \"c\" }]\nh-side = [{ king = \"h\", rook = \"g\" }]";
    let elsewhere = config::load(elsewhere, "far.toml", &floe_variants::registry()).expect("it is sound");
    let king = "r3k4r/10/10/10/10/10/10/R3K4R w KQkq - 0 1";
    assert_eq!(moves_from(&elsewhere, king, "e1"), "O-O-O Kd1 Kd2 Ke2 Kf1 Kf2 O-O");
}

#[test]
fn pawns_promote_to_the_men_of_their_game() {
    for (id, text, expected) in [
        ("capablanca", "4k5/P9/10/10/10/10/10/4K5 w - - 0 1", "a8=A a8=B a8=C+ a8=N a8=Q+ a8=R+"),
        ("janus", "4k5/P9/10/10/10/10/10/4K5 w - - 0 1", "a8=B a8=J a8=N a8=Q+ a8=R+"),
        ("embassy", "4k5/P9/10/10/10/10/10/4K5 w - - 0 1", "a8=A a8=B a8=C+ a8=N a8=Q+ a8=R+"),
        ("amazon", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=A+ a8=B a8=N a8=R+"),
        ("knightmate", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=B a8=M a8=Q+ a8=R+"),
        ("los-alamos", "4k1/P5/6/6/6/4K1 w - - 0 1", "a6=N a6=Q+ a6=R+"),
    ] {
        check_moves(id, text, "a", expected);
    }
}

/// Fairy-Stockfish 4: of Chigorin's game the two players promote to different men.
#[test]
fn each_player_has_a_list_of_promotions() {
    let chigorin = "format = 1\nid = \"chigorin\"\nextends = \"chess\"\n\
        [pieces.chancellor]\nletter = \"C\"\nbetza = \"RN\"\n\
        [pieces.pawn.promotion]\nwhite = { to = [\"chancellor\", \"rook\", \"knight\"] }\n\
        black = { to = [\"queen\", \"rook\", \"bishop\"] }\n\
        [start]\nfen = \"rbbqkbbr/pppppppp/8/8/8/8/PPPPPPPP/RNNCKNNR w KQkq - 0 1\"";
    let chigorin = config::load(chigorin, "chigorin.toml", &floe_variants::registry()).expect("it is sound");
    let text = |turn| format!("8/P6k/8/8/8/8/p6K/8 {turn} - - 0 1");
    assert_eq!(moves_from(&chigorin, &text("w"), "a7"), "a8=C a8=N a8=R");
    assert_eq!(moves_from(&chigorin, &text("b"), "a2"), "a1=B a1=Q a1=R");
    assert!(san::read(&chigorin, &position(&chigorin, &text("b")), "a1=C").is_err());
}

#[test]
fn an_amazon_mates_alone() {
    check_outcome("amazon", "k7/8/8/2A5/8/8/8/7K b - - 0 1", "goes on");
    check_outcome("amazon", "k7/8/2A5/8/8/8/8/7K b - - 0 1", "1-0, checkmate");
}

#[test]
fn berolina_pawns_step_aslant_and_take_ahead() {
    check_moves("berolina", "4k3/8/8/8/8/3p4/3P4/4K3 w - - 0 1", "d2", "b4 c3 dxd3 e3 f4");
    let start = "4k3/3p4/8/2P5/8/8/8/4K3 b - - 0 1";
    check_moves("berolina", start, "d7", "b5 c6 e6 f5");
    // A man on the middle square stops the double step, and nothing may be jumped.
    check_moves("berolina", "4k3/3p4/2N5/2P5/8/8/8/4K3 b - - 0 1", "d7", "e6 f5");
    check_play("berolina", start, "b5", "4k3/8/8/1pP5/8/8/8/4K3 w - c6b5 0 2");
    check_moves("berolina", "4k3/8/8/1pP5/8/8/8/4K3 w - c6b5 0 2", "c5", "b6 cxc6 d6");
    check_play("berolina", start, "b5 c5xc6", "4k3/8/2P5/8/8/8/8/4K3 b - - 0 2");
    // The other way round, where another pawn stands as if it had skipped the square.
    let start = "4k3/8/8/8/2pP4/8/3P4/4K3 w - - 0 1";
    check_play("berolina", start, "b4", "4k3/8/8/8/1PpP4/8/8/4K3 b - c3b4 0 1");
    check_play("berolina", start, "b4 cxc3", "4k3/8/8/8/3P4/2p5/8/4K3 w - - 0 2");
}

#[test]
fn los_alamos_has_no_double_step_and_no_castling() {
    check_moves("los-alamos", "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1", "a2", "a3");
    check_moves("los-alamos", "3k2/6/6/6/6/R2K1R w KQ - 0 1", "d1", "Kc1 Kc2 Kd2 Ke1 Ke2");
    let board = variant("los-alamos", "");
    let error = fen::read(&board, "bnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1").expect_err("no bishops").to_string();
    assert!(error.contains("'b' is no piece of Los Alamos Chess"), "{error}");
}

/// Of a pawn on b7 that may step to a8 and take on b8, before a king on h2.
const PROMOTIONS: &str = "a8=B a8=N a8=Q a8=R bxb8=B+ bxb8=N bxb8=Q+ bxb8=R";

#[test]
fn legan_pawns_go_to_the_corner() {
    // Up and to the left; taking up or to the left.
    check_moves("legan", "7k/8/4n3/3nP3/8/8/8/7K w - - 0 1", "e5", "exd5 d6 exe6");
    check_moves("legan", "7k/8/8/4pN2/4N3/8/8/7K b - - 0 1", "e5", "exe4 f4 exf5");
    // Promotion is forced on seven squares and found nowhere else.
    check_moves("legan", "1r6/1P6/8/8/8/8/7k/K7 w - - 0 1", "b7", PROMOTIONS);
    check_moves("legan", "7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7", "d8=B d8=N d8=Q+ d8=R+");
    check_moves("legan", "7k/5P2/8/8/8/8/8/K7 w - - 0 1", "f7", "e8");
    check_moves("legan", "7k/8/8/8/6p1/8/8/K7 b - - 0 1", "g4", "h3=B h3=N h3=Q h3=R");
    // Stuck on the edge: on a4 until it can take up, on e8 until it can take to the left.
    check_moves("legan", "7k/8/8/8/P7/8/8/7K w - - 0 1", "a4", "");
    check_moves("legan", "7k/8/8/n7/P7/8/8/7K w - - 0 1", "a4", "axa5=B axa5=N axa5=Q axa5=R");
    check_moves("legan", "4P2k/8/8/8/8/8/8/7K w - - 0 1", "e8", "");
    check_moves("legan", "3nP2k/8/8/8/8/8/8/7K w - - 0 1", "e8", "exd8=B exd8=N exd8=Q+ exd8=R+");
    check_outcome("legan", "k7/8/8/8/P7/1q6/8/K7 w - - 0 1", "1/2-1/2, stalemate");
    let legan = variant("legan", "");
    let error = fen::read(&legan, "7k/P7/8/8/8/8/8/7K w - - 0 1").expect_err("it would have promoted").to_string();
    assert_eq!(error, "a pawn of White stands on a7, where none can be");
    assert!(fen::read(&legan, "4P2k/8/8/8/8/8/8/p6K w - - 0 1").is_ok());
}

#[test]
fn knightmate_is_about_a_king_that_leaps() {
    check_moves("knightmate", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1", "O-O-O Kc2 Kd3 Kf3 O-O Kg2");
    // A commoner steps like a king of chess, may stand attacked, and may be taken.
    check_moves("knightmate", "4k3/8/8/8/8/8/1m6/M3K3 w - - 0 1", "a1", "Ma2 Mb1 Mxb2");
    check_outcome("knightmate", "k7/8/2M5/8/8/8/8/RR2K3 b - - 0 1", "1-0, checkmate");
    check_outcome("knightmate", "k7/8/8/8/8/8/8/4K3 w - - 0 1", "1/2-1/2, insufficient material");
    check_outcome("knightmate", "k7/8/8/8/8/8/8/M3K3 w - - 0 1", "goes on");
}

#[test]
fn the_maharajah_mates_and_is_mated() {
    check_outcome("maharajah", "k7/8/2M5/8/8/8/8/8 b - - 0 1", "1-0, checkmate");
    check_outcome("maharajah", "k7/8/8/8/8/8/8/6M1 w - - 0 1", "goes on");
    check_outcome("maharajah", "rk6/8/8/8/3n4/8/1p5r/M6q w - - 0 1", "0-1, checkmate");
    check_moves("maharajah", "rk6/8/8/8/8/8/1p5r/M6q w - - 0 1", "", "Mb3+");
    // A black pawn on the last rank stays a pawn, and cannot move.
    check_play("maharajah", "k7/8/8/8/8/8/4p3/6M1 b - - 0 1", "e1 Mg4 Ka7", "8/k7/8/8/6M1/8/8/4p3 w - - 2 3");
    check_moves("maharajah", "k7/8/8/8/8/8/8/1M2p3 b - - 0 1", "e1", "");
    check_moves("maharajah", "rnbqkbnr/pppppppp/8/8/8/8/8/4M3 w kq - 0 1", "e1d", "Md1 Md2 Md3");
    let maharajah = variant("maharajah", "");
    for (text, expected) in [
        ("k7/8/8/8/8/8/8/8 w - - 0 1", "White has no maharajah"),
        ("k7/8/8/8/8/8/8/MM6 w - - 0 1", "White has 2 royal men (maharajah), but can have 1 at most"),
    ] {
        let error = fen::read(&maharajah, text).expect_err(text).to_string();
        assert_eq!(error, expected);
    }
}

#[test]
fn the_horde_mates_or_is_taken() {
    let last = "8/8/8/8/3p4/4P3/8/4K3 w - - 0 1";
    check_play("horde", last, "exd4", "8/8/8/8/3P4/8/8/4K3 b - - 0 1");
    check_outcome("horde", "8/8/8/8/3P4/8/8/4K3 b - - 0 1", "1-0, Black horde taken");
    check_outcome("horde", "8/8/8/8/3P4/8/8/4K3 w - - 0 1", "1-0, Black horde taken");
    check_outcome("horde", "8/8/8/8/3p4/3P4/8/4K3 b - - 0 1", "1/2-1/2, stalemate");
    check_outcome("horde", "8/8/8/8/8/8/q7/1r4K1 w - - 0 1", "0-1, checkmate");
    // A promoted man is one of the horde.
    check_outcome("horde", "8/8/8/8/8/8/8/q3K3 w - - 0 1", "goes on");
    // Double steps begin on the seventh rank: not on the eighth, nor on the sixth.
    check_moves("horde", "p7/1p6/2p5/8/8/8/8/7K b - - 0 1", "", "a7 b5 b6 c5");
    check_moves("horde", "8/8/8/8/8/8/4p3/6K1 b - - 0 1", "e2", "e1=B e1=N e1=Q+ e1=R+");
    check_play("horde", "8/1p6/8/P7/8/8/8/7K b - - 0 1", "b5 axb6", "8/8/1P6/8/8/8/8/7K b - - 0 2");
}
