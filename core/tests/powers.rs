//! What rules forbid and lend, and what they add to a position: hands, marks that travel, own prey, passes, moves in a
//! row, fields of FEN, shelters; and which rules do not go together.

mod support;

use std::sync::Arc;

use floe_core::notation::{fen, san, uci};
use floe_core::{Game, Variant, config};
use support::{after, chess_with, holds, legal, play, position, refusal, registry, told};

const KINGS: &str = "4k3/8/8/8/8/8/8/4K3";

/// What a move is called in SAN and in UCI coordinates.
fn names(variant: &Variant, text: &str, candidate: &str) -> String {
    let here = position(variant, text);
    let legal = san::read(variant, &here, candidate).unwrap_or_else(|error| panic!("{error}"));
    format!("{} {}", san::write(variant, &here, legal), uci::write(variant, &here, legal))
}

/// The legal moves that start with a letter.
fn of(variant: &Variant, text: &str, letter: char) -> String {
    legal(variant, text).split(' ').filter(|san| san.starts_with(letter)).collect::<Vec<_>>().join(" ")
}

fn checked(variant: &Variant, text: &str) -> bool {
    !variant.checked(&position(variant, text)).is_empty()
}

// Bans.

#[test]
fn each_form_of_ban_takes_its_moves_away_and_says_why() {
    let bans = |what: &str| chess_with(&format!("[rules.bans]\nwhat = \"{what}\""));
    for (what, text, candidate, expected) in [
        ("to", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "Rc1", "Rc1 is not legal here: bans: the c-file is closed"),
        ("to", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "Rd1", "legal"),
        // The king that castles lands there, the rook beside it.
        ("to", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", "O-O-O is not legal here: bans: the c-file is closed"),
        ("to", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "legal"),
        ("to", "7k/2P5/8/8/8/8/8/4K3 w - - 0 1", "c8=Q", "c8=Q is not legal here: bans: the c-file is closed"),
        ("to", "4k3/2p5/8/8/8/8/8/4K3 b - - 0 1", "c5", "c5 is not legal here: bans: the c-file is closed"),
        ("from", "4k3/8/8/8/8/8/7R/4K3 w - - 0 1", "Rg2", "Rg2 is not legal here: bans: nobody leaves the last file"),
        ("from", "4k3/8/8/8/8/8/6R1/4K3 w - - 0 1", "Rh2", "legal"),
        (
            "from",
            "4k3/8/8/6p1/7P/8/8/4K3 w - - 0 1",
            "hxg5",
            "hxg5 is not legal here: bans: nobody leaves the last file",
        ),
        // The king leaves his square, and the rook goes with him.
        ("from", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "legal"),
        (
            "steps",
            "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            "Ra2",
            "Ra2 is not legal here: bans: nobody goes from the first rank to the second",
        ),
        ("steps", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra3", "legal"),
        (
            "steps",
            "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            "Kd2",
            "Kd2 is not legal here: bans: nobody goes from the first rank to the second",
        ),
        ("promotion", "7k/2P5/8/8/8/8/8/4K3 w - - 0 1", "c8=R", "c8=R is not legal here: bans: there are rooks enough"),
        ("promotion", "7k/2P5/8/8/8/8/8/4K3 w - - 0 1", "c8=Q", "legal"),
        ("promotion", "7k/2P5/8/8/8/8/8/R3K3 w Q - 0 1", "Ra2", "legal"),
    ] {
        let variant = bans(what);
        assert_eq!(refusal(&variant, text, candidate), expected, "{what} {text}");
        holds::check(&variant, &position(&variant, text));
    }
    assert_eq!(of(&bans("promotion"), "7k/2P5/8/8/8/8/8/4K3 w - - 0 1", 'c'), "c8=B c8=N c8=Q+");
}

#[test]
fn what_is_banned_is_no_en_passant_and_no_way_out_of_mate_but_still_checks() {
    let variant = chess_with("[rules.bans]\nwhat = \"to\"");
    let passed = "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1";
    assert_eq!(fen::write(&variant, &position(&variant, passed)), "4k3/8/8/2pP4/8/8/8/4K3 w - - 0 1");
    // Nobody may take on c8, but a king there would be in check.
    assert!(checked(&variant, "2k5/8/8/8/8/8/8/2R1K3 b - - 0 1"));
    assert_eq!(refusal(&variant, "1k6/8/8/8/8/8/8/2R1K3 b - - 0 1", "Kb7"), "legal");
    // The only flight is closed.
    let mate = "1k5R/pp6/8/8/8/8/8/4K3 b - - 0 1";
    assert_eq!(
        variant.outcome(&position(&variant, mate)).map(|end| end.to_string()).as_deref(),
        Some("1-0, checkmate")
    );
    assert_eq!(chess_with("").outcome(&position(&chess_with(""), mate)), None);
}

// Loans.

#[test]
fn men_move_take_and_check_with_what_is_lent_to_them() {
    let leap = chess_with("[rules.loans]\nwhat = \"leap\"");
    let text = "4k3/8/8/8/8/2p5/4B3/4K3 w - - 0 1";
    assert_eq!(of(&leap, text, 'B'), "Ba6 Bb5+ Bc1 Bc4 Bd1 Bd3 Bd4 Bf1 Bf3 Bf4 Bg1 Bg3 Bg4 Bh5+ Bxc3");
    holds::check(&leap, &position(&leap, text));
    // Off his king's side he does not.
    assert_eq!(of(&leap, "4k3/8/8/8/8/4B3/8/4K3 w - - 0 1", 'B').split(' ').count(), 13 - 2);
    assert!(checked(&leap, "8/8/8/8/8/4k3/8/4KB2 b - - 0 1"));
    assert!(!checked(&chess_with(""), "8/8/8/8/8/4k3/8/4KB2 b - - 0 1"));
    assert_eq!(
        refusal(&leap, "8/8/8/8/8/8/3k4/5K1B b - - 0 1", "Ke3"),
        "legal",
        "a bishop in the corner beside his king reaches f2 and g3"
    );
}

#[test]
fn castling_is_not_written_as_a_step_that_is_lent() {
    let variant = chess_with("[rules.loans]\nwhat = \"king\"");
    let text = "k7/8/8/8/8/8/8/4K2R w K - 0 1";
    assert_eq!(names(&variant, text, "O-O"), "O-O e1h1");
    assert_eq!(names(&variant, text, "e1g1"), "Kg1 e1g1");
    holds::check(&variant, &position(&variant, text));
}

#[test]
fn loans_hold_for_pins_for_castling_and_onto_their_squares() {
    let leap = chess_with("[rules.loans]\nwhat = \"leap\"");
    // Pinned by the rook: he may not leap away.
    assert_eq!(of(&leap, "4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1", 'B'), "");
    // A lent leap blocks a check.
    assert!(of(&leap, "4k3/8/8/8/4r3/8/8/3BK3 w - - 0 1", 'B').contains("Be3"));
    // The pawn on e3 attacks f1.
    let castles = "8/8/8/8/3k4/4p3/8/4K2R w K - 0 1";
    assert_eq!(refusal(&leap, castles, "O-O"), "O-O is not legal here: the king would cross f1, which is attacked");
    // Onto the upper half only, and no attack on the lower one.
    let ride = chess_with("[rules.loans]\nwhat = \"ride\"");
    let text = "7k/8/8/8/8/8/B7/7K w - - 0 1";
    assert_eq!(of(&ride, text, 'B'), "Ba5 Ba6 Ba7 Ba8+ Bb1 Bb3 Bc4 Bd5 Be6 Bf7 Bg8");
    assert!(!checked(&ride, "8/8/8/8/8/8/B3k3/7K b - - 0 1") && checked(&ride, "8/8/8/B3k3/8/8/8/7K b - - 0 1"));
}

#[test]
fn what_two_movements_reach_is_one_move() {
    let both = chess_with("[rules.loans]");
    for text in [
        "4k3/8/8/8/8/8/8/3NK3 w - - 0 1",
        "7k/8/8/8/8/8/R7/K7 w - - 0 1",
        "7k/8/8/8/8/8/Q7/K7 w - - 0 1",
        "7k/8/8/8/8/8/N7/K7 w - - 0 1",
    ] {
        let mut moves = both.legal_moves(&position(&both, text));
        let count = moves.len();
        moves.sort();
        moves.dedup();
        assert_eq!(moves.len(), count, "{text}");
        holds::check(&both, &position(&both, text));
    }
    // A pawn that is lent a leap promotes by it.
    let text = "7k/1P6/K7/8/8/8/8/8 w - - 0 1";
    assert_eq!(of(&both, text, 'd'), "d6 d8=B d8=N d8=Q+ d8=R+");
    assert_eq!(names(&both, text, "b7d8q"), "d8=Q+ b7d8q");
}

// Hands.

#[test]
fn hands_are_filled_written_hashed_and_undone() {
    let variant = chess_with("[rules.reserve]");
    let mut game = Game::new(variant.clone());
    let start = fen::write(&variant, game.position());
    assert!(start.contains("RNBQKBNR[] w"), "{start}");
    play(&mut game, "e4 d5 exd5 Qxd5");
    let text = "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3";
    assert_eq!(fen::write(&variant, game.position()), text);
    holds::check(&variant, game.position());
    play(&mut game, "@e4");
    assert_eq!(
        fen::write(&variant, game.position()),
        "rnb1kbnr/ppp1pppp/8/3q4/4P3/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 0 3"
    );
    assert_eq!(variant.hand(game.position(), floe_core::Color::White), []);
    game.undo();
    assert_eq!(fen::write(&variant, game.position()), text);
    while game.undo().is_some() {}
    assert_eq!(fen::write(&variant, game.position()), start);

    let keys = ["", "P", "p", "PP", "N", "Pp"].map(|hand| {
        let here = position(&variant, &format!("{KINGS}[{hand}] w - - 0 1"));
        holds::check(&variant, &here);
        variant.key(&here)
    });
    for (place, key) in keys.iter().enumerate() {
        assert!(!keys[..place].contains(key), "{place}");
    }
}

#[test]
fn drops_have_names_and_refusals() {
    let variant = chess_with("[rules.reserve]");
    let text = format!("{KINGS}[NPp] w - - 0 1");
    assert_eq!(names(&variant, &text, "n@f3"), "N@f3 N@f3");
    assert_eq!(names(&variant, &text, "P@e3"), "@e3 P@e3");
    for (candidate, expected) in [
        ("N@f5", "White may not drop a knight on rank 5"),
        ("@e8", "the king on e8 is there: men are dropped on empty squares"),
        ("@d1", "White may not drop a pawn on rank 1"),
        ("Q@d1", "White has no queen in hand"),
    ] {
        assert_eq!(refusal(&variant, &text, candidate), format!("{candidate} is not legal here: {expected}"));
    }
    let attacked = "4k3/8/8/8/4r3/8/8/4K3[N] w - - 0 1";
    assert_eq!(of(&variant, attacked, 'N'), "N@e2 N@e3");
    assert_eq!(
        refusal(&variant, attacked, "N@d3"),
        "N@d3 is not legal here: it leaves the king on e1 attacked by the rook on e4"
    );
    assert_eq!(
        refusal(&chess_with(""), "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "N@f3"),
        "N@f3 is not legal here: test has no men in hand"
    );
    // A ban on a square is one on dropping there.
    let closed = chess_with("[rules.reserve]\n[rules.bans]\nwhat = \"to\"");
    assert_eq!(refusal(&closed, &text, "N@c3"), "N@c3 is not legal here: bans: the c-file is closed");
    // A stone is nobody's man, and goes to no hand.
    let stones = chess_with("[rules.stones]\ninterval = 1000\n[rules.reserve]");
    assert_eq!(after(&stones, "4k3/8/8/8/8/8/8/R*2K3[] w - - 0 1", "Rxb1"), "4k3/8/8/8/8/8/8/1R2K3[] b - - 0 1");
}

// Marks that travel.

#[test]
fn marks_go_with_their_men_and_vanish_with_them() {
    let variant = chess_with("[rules.full]\n[rules.stones]\ninterval = 1000\n[rules.explosion]");
    let full = chess_with("[rules.full]");
    for (variant, text, moves, expected) in [
        (&full, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", "4k3/8/8/3P4/8/8/8/4K3 b - - 0 1 full=d5"),
        (&full, "4k3/8/8/3P4/8/8/8/4K3 w - - 0 1 full=d5", "d6", "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1 full=d6"),
        (&full, "4k3/3P4/8/8/8/8/8/4K3 b - - 0 1 full=d7", "Kxd7", "8/3k4/8/8/8/8/8/4K3 w - - 0 2 full=d7"),
        (&full, "4k3/8/8/8/8/8/8/4K2R w K - 0 1 full=e1,h1", "O-O", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1 full=f1,g1"),
        (&full, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 full=d5", "exd6", "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1 full=d6"),
        // A hook that clears a square takes the mark with the man.
        (&variant, "4k3/8/8/2np4/4P3/8/8/4K3 w - - 0 1 full=c5", "exd5", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
    ] {
        assert_eq!(after(variant, text, moves), expected, "{text} {moves}");
        holds::check(variant, &position(variant, text));
    }
    let text = "8/4k3/8/8/8/8/6b1/4K1R1 w - - 1 2 full=g1";
    assert_eq!(refusal(&full, text, "Rxg2"), "Rxg2 is not legal here: full: it has taken before");
    assert_eq!(refusal(&full, text, "Rf1"), "legal");
}

// Own prey, and passes.

#[test]
fn own_men_may_be_taken_if_a_rule_says_so() {
    let variant = chess_with("[rules.cannibals]\n[rules.reserve]");
    let text = "4k3/8/8/8/8/8/8/R3K2R[] w KQ - 0 1";
    assert_eq!(after(&variant, &text.replace("R3K2R[]", "R2NK2R[]"), "Rxd1"), "4k3/8/8/8/8/8/8/3RK2R[N] b K - 0 1");
    assert_eq!(refusal(&variant, text, "Rxe1"), "Rxe1 is not legal here: your own king stands on e1");
    // A king that takes his own rook does not castle.
    let beside = "4k3/8/8/8/8/8/8/4KR2[] w - - 0 1";
    assert_eq!(names(&variant, beside, "Kxf1"), "Kxf1 e1f1");
    // A pawn takes aslant, whosever the man is.
    assert_eq!(of(&variant, "4k3/8/8/8/8/2N5/1P6/4K3[] w - - 0 1", 'b'), "b3 b4 bxc3");
    holds::check(&variant, &position(&variant, text));
    let free = chess_with("[rules.cannibals]\n[castling]\narray = \"free\"");
    let text = "4k3/8/8/8/8/8/8/4KR2 w F - 0 1";
    assert_eq!(names(&free, text, "O-O"), "O-O O-O");
    assert_eq!(names(&free, text, "Kxf1"), "Kxf1 e1f1");
    holds::check(&free, &position(&free, text));
    let crossing =
        chess_with("[rules.cannibals]\n[castling]\narray = \"free\"\nh-side = [{ king = \"d\", rook = \"g\" }]");
    let text = "4k3/8/8/8/8/8/8/4KR1R w HF - 0 1";
    assert_eq!(names(&crossing, text, "e1f1d"), "e1f1d e1f1d");
    assert_eq!(names(&crossing, text, "e1h1"), "e1h1 e1h1");
    holds::check(&crossing, &position(&crossing, text));
}

#[test]
fn who_is_not_in_check_may_pass() {
    let variant = chess_with("[rules.patience]");
    let start = fen::write(&variant, variant.start());
    assert_eq!(after(&variant, &start, "-- e5"), "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2");
    assert_eq!(names(&variant, &start, "pass"), "-- 0000");
    // Nobody is stalemated, but who is in check must leave it.
    let stalemate = "7k/5Q2/8/8/8/8/8/K7 b - - 0 1";
    assert_eq!(legal(&variant, stalemate), "--");
    assert!(!legal(&variant, "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1").contains("--"));
    assert_eq!(
        refusal(&variant, "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", "--"),
        "-- is not legal here: it leaves the king on e8 attacked by the rook on e2"
    );
    holds::check(&variant, &position(&variant, stalemate));
    // A pass ends what could be taken in passing.
    assert_eq!(after(&variant, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "--"), "4k3/8/8/3pP3/8/8/8/4K3 b - - 1 1");
}

// Moves in a row.

#[test]
fn the_same_side_moves_again() {
    let variant = chess_with("[rules.twice]");
    let start = fen::write(&variant, variant.start());
    assert_eq!(start, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - first 0 1");
    for (moves, expected) in [
        ("Nf3", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - second 1 1"),
        ("Nf3 Nc3", "rnbqkbnr/pppppppp/8/8/8/2N2N2/PPPPPPPP/R1BQKB1R b KQkq - first 2 1"),
        ("Nf3 Nc3 Nf6", "rnbqkb1r/pppppppp/5n2/8/8/2N2N2/PPPPPPPP/R1BQKB1R b KQkq - second 3 1"),
        ("Nf3 Nc3 Nf6 Nc6", "r1bqkb1r/pppppppp/2n2n2/8/8/2N2N2/PPPPPPPP/R1BQKB1R w KQkq - first 4 2"),
    ] {
        assert_eq!(after(&variant, &start, moves), expected);
        holds::check(&variant, &position(&variant, expected));
    }
    // A check ends the turn.
    assert_eq!(after(&variant, "4k3/8/8/8/8/8/8/R3K3 w - - first 0 1", "Ra8"), "R3k3/8/8/8/8/8/8/4K3 b - - first 1 1");
    // Nobody takes his own pawn in passing.
    let doubled = after(&variant, "4k3/8/8/8/8/8/3PP3/4K3 w - - first 0 1", "e4");
    assert_eq!(doubled, "4k3/8/8/8/4P3/8/3P4/4K3 w - - second 0 1");
    assert_eq!(of(&variant, &doubled, 'd'), "d3 d4");
    let black = after(&variant, "4k3/8/8/8/3p4/8/4P3/4K3 w - - second 0 1", "e4");
    assert_eq!(black, "4k3/8/8/8/3pP3/8/8/4K3 b - e3 first 0 1");
    assert_eq!(after(&variant, &black, "dxe3"), "4k3/8/8/8/8/4p3/8/4K3 b - - second 0 1");
}

#[test]
fn clocks_go_on_where_somebody_moves_twice() {
    let variant = chess_with("[rules.twice]\n[rules.stones]\ninterval = 2\nof = \"black\"");
    let mut game = Game::new(variant.clone());
    let mut struck = Vec::new();
    for text in "Nf3 Nc3 Nf6 Nc6 Rb1 Rg1 Rb8 Rg8 Ra1 Rh1".split(' ') {
        play(&mut game, text);
        struck.extend(told(&game));
    }
    // After each of the moves that bear the number.
    assert_eq!(struck, ["4 stones [a1] a stone on a1", "4 stones [h1] a stone on h1"]);
}

#[test]
fn fields_of_fen_are_read_at_both_places() {
    let variant = chess_with("[rules.twice]");
    for text in ["w - - second 3 7", "w - - 3 7 second", "w - - 3 7 moved=1"] {
        let here = position(&variant, &format!("{KINGS} {text}"));
        assert_eq!(fen::write(&variant, &here), format!("{KINGS} w - - second 3 7"));
    }
    assert_eq!(fen::write(&variant, &position(&variant, KINGS)), format!("{KINGS} w - - first 0 1"));
    let faults = fen::read(&variant, &format!("{KINGS} w - - third 3 7")).unwrap_err().to_string();
    assert_eq!(faults, "\"third\" cannot be read; at the start of a game first stands here");
}

// Shelters.

#[test]
fn sheltered_kings_are_not_in_check() {
    let variant = chess_with("[rules.sanctuary]");
    assert!(!checked(&variant, "k7/8/8/8/8/8/8/R3K3 b - - 0 1"));
    assert!(checked(&variant, "1k6/8/8/8/8/8/8/1R2K3 b - - 0 1"));
    // It may be left so, and gone to,
    assert_eq!(legal(&variant, "k7/8/8/8/8/8/8/R3K3 b - - 0 1"), "Kb7 Kb8");
    assert_eq!(refusal(&variant, "1k6/8/8/8/8/8/8/R3K3 b - - 0 1", "Ka8"), "legal");
    assert_eq!(
        refusal(&variant, "1k6/8/8/8/8/8/8/R3K3 b - - 0 1", "Ka7"),
        "Ka7 is not legal here: it would leave the king on a7 attacked by the rook on a1"
    );
    // so that no mate is left, but stalemate,
    let cornered = position(&variant, "k7/8/1QK5/8/8/8/8/R7 b - - 0 1");
    assert_eq!(variant.outcome(&cornered).map(|end| end.to_string()).as_deref(), Some("1/2-1/2, stalemate"));
    // and it may be the turn of the side that attacks.
    assert_eq!(after(&variant, "k7/8/8/8/8/8/8/R3K3 w - - 0 1", "Kd2"), "k7/8/8/8/8/8/3K4/R7 b - - 1 1");
    holds::check(&variant, &position(&variant, "k7/8/8/8/8/8/8/R3K3 b - - 0 1"));
}

// What does not go together.

#[track_caller]
fn check_clash(entries: &str, expected: &str) {
    let text = format!("format = 1\nid = \"test\"\nextends = \"chess\"\n{entries}\n");
    let errors = config::load(&text, "test.toml", &registry()).map(|_: Arc<Variant>| ()).unwrap_err();
    let said: Vec<String> = errors.0.iter().map(|error| format!("{error}")).collect();
    assert_eq!(said.join("; "), expected, "{entries}");
    assert!(errors.0.iter().all(|error| error.hint.is_some()), "{errors:?}");
}

#[test]
fn rules_that_do_not_go_together_are_both_named() {
    let clash = "the rules \"hurry\" and \"patience\" do not go together: who hurries does not wait";
    check_clash("[rules.hurry]\n[rules.patience]", &format!("test.toml:4:1: {clash}"));
    check_clash("[rules.patience]\n[rules.hurry]", &format!("test.toml:5:1: {clash}"));
    let taken =
        "the rule \"needs-check\" needs a royal man that can be in check, and the rule \"no-check\" takes check away";
    check_clash("[rules.needs-check]\n[rules.no-check]", &format!("test.toml:4:1: {taken}"));
    check_clash("[rules.no-check]\n[rules.needs-check]", &format!("test.toml:5:1: {taken}"));
    check_clash(
        "[pieces.king]\nroyal = \"no\"\n[rules.needs-check]",
        "test.toml:6:1: the rule \"needs-check\" needs a royal man that can be in check, and this game has none",
    );
    check_clash(
        "[start]\nfen = \"7k/8/8/8/8/8/7R/K5R1 b - - 0 1\"\n[rules.hurry]",
        "test.toml:5:7: the game would be over before it begins: 1-0, checkmate",
    );
}

#[test]
fn hands_are_declared_once() {
    let registry = registry().with_rule(support::rules::Plain {
        id: "stock",
        parameters: &[],
        build: |_, game| game.hands(|board, _, _| board.squares()),
    });
    let text = "format = 1\nid = \"test\"\nextends = \"chess\"\n[rules.reserve]\n[rules.stock]\n";
    let errors = config::load(text, "test.toml", &registry).unwrap_err();
    assert_eq!(errors.to_string(), "test.toml:5:1: the rules \"reserve\" and \"stock\" both say who has men in hand");
}

#[test]
fn a_royal_that_the_game_starts_with_can_be_lost() {
    let variant = chess_with("[rules.explosion]");
    for (text, lost) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", [false, false]),
        ("8/8/8/8/8/8/8/4K2R w - - 0 1", [false, true]),
        ("4k3/8/8/8/8/8/8/7R w - - 0 1", [true, false]),
    ] {
        let here = position(&variant, text);
        let found = floe_core::Color::ALL.map(|color| variant.view(&here).has_lost_royals(color));
        assert_eq!(found, lost, "{text}");
    }
}
