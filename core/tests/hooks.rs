//! The turn, point by point, by rules of these tests' own.

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use floe_core::hook::{Choice, Choices, Clock, Ending, Legality, PostMove, PreMove, TurnEnd, Verdict, When};
use floe_core::notation::fen;
use floe_core::verify::Trial;
use floe_core::{
    Color, Game, Judge, Move, Outcome, Owner, Parameter, Piece, Rule, RuleBuilder, SquareSet, Turn, Values, Variant,
    View,
};
use support::{after, chess_with, game, legal, load, play, position, refusal, registry, told};

fn outcome(game: &Game) -> String {
    game.outcome().map_or_else(|| "goes on".to_owned(), |outcome| outcome.to_string())
}

/// The outcome after moves from a FEN.
fn ends(variant: &Arc<Variant>, text: &str, moves: &str) -> String {
    let mut game = game(variant, text);
    play(&mut game, moves);
    outcome(&game)
}

// Pre-move.

#[test]
fn a_move_is_refused_before_it_is_made() {
    let variant = chess_with("[rules.no-retreat]");
    let fen = "4k3/8/8/8/3R4/8/8/4K3 w - - 0 1";
    assert_eq!(refusal(&variant, fen, "Rd3"), "Rd3 is not legal here: no-retreat: nobody goes back");
    assert_eq!(refusal(&variant, fen, "Rd5"), "legal");
    assert!(!legal(&variant, fen).contains("Rd3"));
    // A king that could only go back is mated, and one that is not attacked stalemated.
    assert_eq!(ends(&variant, "4k2r/8/8/8/8/6r1/K7/8 b - - 0 1", "Rh2"), "0-1, checkmate");
    assert_eq!(ends(&chess_with(""), "4k2r/8/8/8/8/6r1/K7/8 b - - 0 1", "Rh2"), "goes on");
    assert_eq!(ends(&variant, "8/8/8/8/8/7r/K2k4/8 b - - 0 1", "Kc1"), "1/2-1/2, stalemate");
}

#[test]
fn en_passant_that_a_rule_refuses_is_no_en_passant() {
    let variant = chess_with("[rules.trail]");
    let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    assert_eq!(fen::write(&variant, &position(&variant, fen)), fen);
    let gone = position(&variant, &format!("{fen} trail=d6"));
    assert_eq!(fen::write(&variant, &gone), "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1 trail=d6");
    assert_eq!(refusal(&variant, &format!("{fen} trail=f5"), "exd6"), "legal");
}

// Post-move.

#[test]
fn explosions_keep_rights_royals_and_clocks_true() {
    let variant = chess_with("[rules.explosion]\n[rules.stones]\ninterval = 1000");
    for (text, moves, expected, end) in [
        // Row C11: lila #14544, scalachess #68.
        (
            "rnb1k2Q/p5q1/4pp2/1ppp3p/3PP3/2N5/P1P2PPP/R3KBNR b KQq - 5 10",
            "g7h8",
            "rnb1k3/p7/4pp2/1ppp3p/3PP3/2N5/P1P2PPP/R3KBNR w KQq - 0 11",
            "goes on",
        ),
        // A rook takes its own right with it,
        ("r3k2r/8/1b6/8/8/8/8/R3K1BR b KQkq - 3 10", "Bxg1", "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 11", "goes on"),
        // a king both,
        ("4k3/8/8/1b6/8/8/8/R3KB1R b KQ - 5 9", "Bxf1", "4k3/8/8/8/8/8/8/R6R w - - 0 10", "0-1, White king exploded"),
        // and two kings the game.
        ("8/8/8/8/8/4k3/r3P3/4K3 b - - 4 1", "Rxe2", "8/8/8/8/8/8/8/8 w - - 0 2", "1/2-1/2, both kings exploded"),
        // What is taken in passing goes, and what stands around the landing square.
        (
            "4k3/2n1n3/8/3pP3/8/8/8/4K3 w - d6 0 1",
            "exd6",
            "4k3/8/8/8/8/8/8/4K3 b - - 0 1",
            "1/2-1/2, insufficient material",
        ),
        // A rook that takes explodes; pawns around do not.
        ("r3k2r/1p6/8/8/8/8/1P6/R3K2R w KQkq - 4 7", "Rxa8", "4k2r/1p6/8/8/8/8/1P6/4K2R b Kk - 0 7", "goes on"),
        // A stone is nobody's man: nothing explodes.
        ("4k3/8/8/8/8/8/8/R1*1K3 w - - 4 1", "Rxc1", "4k3/8/8/8/8/8/8/2R1K3 b - - 0 1", "goes on"),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 4 1", "Ra7", "4k3/R7/8/8/8/8/8/4K3 b - - 5 1", "goes on"),
    ] {
        assert_eq!(after(&variant, text, moves), expected, "{text} {moves}");
        assert_eq!(ends(&variant, text, moves), end, "{text} {moves}");
        support::holds::check(&variant, &position(&variant, text));
        support::holds::check(&variant, &position(&variant, expected));
    }
}

#[test]
fn an_event_says_when_who_what_and_where() {
    let variant = chess_with("[rules.explosion]");
    let mut game = game(&variant, "rnb1k1nQ/p5q1/4pp2/1ppp3p/3PP3/2N5/P1P2PPP/R3KBNR b KQq - 5 10");
    play(&mut game, "g7h8");
    assert_eq!(told(&game), ["20 explosion [g8 h8] exploded: black knight g8, black queen h8"]);
    play(&mut game, "Kd1");
    assert!(told(&game).is_empty());
}

#[test]
fn legality_is_judged_after_the_explosion() {
    let (variant, chess) = (chess_with("[rules.explosion]"), chess_with(""));
    // The pinned knight blows up what pins it.
    let pinned = "k7/4r3/3p4/8/4N3/8/8/4K3 w - - 0 1";
    assert_eq!(refusal(&variant, pinned, "Nxd6"), "legal");
    assert_eq!(
        refusal(&chess, pinned, "Nxd6"),
        "Nxd6 is not legal here: it would leave the king on e1 attacked by the rook on e7"
    );
    // The queen blows up what shields her king.
    let shielded = "4r2k/8/8/8/8/3p4/4B3/3QK3 w - - 0 1";
    assert_eq!(refusal(&chess, shielded, "Qxd3"), "legal");
    assert_eq!(
        refusal(&variant, shielded, "Qxd3"),
        "Qxd3 is not legal here: it would leave the king on e1 attacked by the rook on e8"
    );
}

/// Counts on which independent programs agree, for games that are one or two rules over chess.
#[test]
fn games_of_one_rule_have_the_counts_of_other_programs() {
    let no_king = "castling = false\n[pieces.king]\nroyal = \"no\"\n[pieces.pawn.promotion]\n\
                   to = [\"queen\", \"rook\", \"bishop\", \"knight\", \"king\"]\n[rules.must-capture]";
    let racing =
        "castling = false\n[start]\nfen = \"8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1\"\n[rules.peace]\n[rules.race]";
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let no_castling = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
    for (entries, fen, counts) in [
        ("[pieces.king]\nroyal = \"capture\"\n[rules.atomic]", start, &[20, 400, 8902, 197779][..]),
        ("[pieces.king]\nroyal = \"capture\"\n[rules.atomic]", "7k/8/8/8/8/8/3pK3/8 w - - 0 1", &[7, 49, 293]),
        (no_king, no_castling, &[20, 400, 8067, 153299]),
        (
            "[rules.checks]",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 white-checks=1 black-checks=1",
            &[48, 2039, 97848],
        ),
        ("[rules.checks]", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 white-checks=1 black-checks=1", &[26, 562, 13410]),
        (racing, "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1", &[21, 421, 11264]),
        (racing, "4brn1/2K2k2/8/8/8/8/8/8 w - - 0 1", &[6, 33, 178, 3151, 12981]),
    ] {
        let variant = chess_with(entries);
        let position = position(&variant, fen);
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(variant.perft(&position, depth).nodes, count, "{entries} {fen} {depth}");
        }
    }
}

#[test]
fn a_hook_acts_after_every_move() {
    let variant = chess_with("[rules.moods]");
    let start = fen::write(&variant, variant.start());
    let ply = after(&variant, &start, "Nf3");
    assert_eq!(ply, "rnbqkbnr/pppppppp/8/8/8/5B2/PPPPPPPP/RNBQKB1R b KQkq - 0 1");
    assert_eq!(after(&variant, &start, "Nf3 e5 Bxb7"), "rnbqkbnr/pNpp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKB1R b KQkq - 0 2");
    // Whatever it becomes, it was pinned.
    assert_eq!(legal(&variant, "k7/8/8/8/8/8/8/qN5K w - - 0 1"), "Kg1 Kg2 Kh2");
}

#[test]
fn what_covers_the_skipped_square_ends_en_passant() {
    let variant = chess_with("[rules.ditch]");
    let text = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 7 1";
    let expected = "4k3/8/8/8/3pP3/4*3/8/4K3 b - - 0 1";
    assert_eq!(after(&variant, text, "e4"), expected);
    assert_eq!(refusal(&variant, expected, "dxe3"), "legal");
    assert_eq!(after(&variant, expected, "dxe3"), "4k3/8/8/8/4P3/4p3/8/4K3 w - - 0 2");
}

// Legality.

#[test]
fn a_verdict_allows_what_is_attacked() {
    let variant = chess_with("[rules.reckless]");
    // The side that is not to move is in check: its king can be taken.
    let text = "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1";
    assert_eq!(ends(&variant, text, "Rxe8"), "1-0, Black king taken");
    assert_eq!(after(&variant, text, "Rxe8"), "4R3/8/8/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(ends(&variant, text, "Re3 Ke7"), "goes on");
    // A side that is attacked and cannot move is mated, but here it can.
    assert_eq!(ends(&variant, "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "Ra8"), "goes on");
    let silent = chess_with("[rules.undecided]");
    assert_eq!(ends(&silent, "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "Ra8"), "1-0, checkmate");
    let faults = fen::read(&silent, text).unwrap_err().to_string();
    assert_eq!(faults, "White is to move, but already attacks the king on e8");
}

#[test]
fn a_verdict_forbids_with_a_reason() {
    let variant = chess_with("[rules.peace]");
    let text = "4k3/8/8/8/8/8/R7/4K3 w - - 0 1";
    assert_eq!(refusal(&variant, text, "Ra8"), "Ra8 is not legal here: peace: giving check is not allowed");
    assert_eq!(refusal(&variant, text, "Ra7"), "legal");
    // Undecided leaves the rest to core.
    assert_eq!(
        refusal(&variant, "4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1", "Ra2"),
        "Ra2 is not legal here: it would leave the king on e1 attacked by the rook on e7"
    );
}

#[test]
fn the_first_verdict_counts() {
    let text = "4k3/4r3/8/8/8/8/R3B3/4K3 w - - 0 1";
    let peace_first = chess_with("[rules.peace]\n[rules.reckless]");
    let reckless_first = chess_with("[rules.reckless]\n[rules.peace]");
    assert_eq!(refusal(&reckless_first, text, "Ra8"), "legal");
    assert_eq!(refusal(&peace_first, text, "Ra8"), "Ra8 is not legal here: peace: giving check is not allowed");
    assert_eq!(refusal(&peace_first, text, "Bd3"), "legal");
}

// Choice.

#[test]
fn the_list_is_narrowed_as_a_whole() {
    let variant = chess_with("[rules.must-capture]");
    let text = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
    assert_eq!(legal(&variant, text), "exd5");
    assert_eq!(refusal(&variant, text, "e5"), "e5 is not legal here: must-capture: a capture must be made");
    assert_eq!(legal(&variant, "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1"), "Kd1 Kd2 Ke2 Kf1 Kf2 e5");
    assert_eq!(legal(&variant, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), "exd6");
    // What is illegal for another reason is no capture that could be made.
    assert_eq!(legal(&variant, "4k3/4r3/8/8/8/3p4/4B3/4K3 w - - 0 1"), "Kd1 Kd2 Kf1 Kf2");
    let both = chess_with("[rules.no-retreat]\n[rules.must-capture]");
    assert_eq!(legal(&both, "7k/8/8/8/4R3/8/8/K3n3 w - - 0 1").split(' ').count(), 14);
}

#[test]
fn en_passant_that_a_choice_takes_away_is_no_en_passant() {
    let variant = chess_with("[rules.quiet-first]");
    let text = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    assert_eq!(fen::write(&variant, &position(&variant, text)), "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1");
    assert_eq!(after(&variant, "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d5"), "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2");
    // The pawn's only way to leave its king unattacked.
    let only = "7k/8/1n6/2pP4/1b1K4/r7/8/4r3 w - c6 0 1";
    assert_eq!(fen::write(&variant, &position(&variant, only)), only);
}

#[test]
fn choices_follow_each_other_and_each_names_its_own_reason() {
    let text = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
    let capture_first = chess_with("[rules.must-capture]\n[rules.quiet-first]");
    assert_eq!(legal(&capture_first, text), "exd5");
    assert_eq!(refusal(&capture_first, text, "e5"), "e5 is not legal here: must-capture: a capture must be made");
    let quiet_first = chess_with("[rules.quiet-first]\n[rules.must-capture]");
    assert_eq!(legal(&quiet_first, text), "Kd1 Kd2 Ke2 Kf1 Kf2 e5");
    assert_eq!(
        refusal(&quiet_first, text, "exd5"),
        "exd5 is not legal here: quiet-first: there is a move that takes nothing"
    );
    assert_eq!(refusal(&quiet_first, text, "Ke3"), "Ke3 is not legal here: the king on e1 does not move to e3");
}

// Turn-end.

/// The plies at which stones come, of so many.
fn stones(clock: &str, text: &str, plies: usize) -> Vec<u32> {
    let variant = chess_with(&format!("[rules.stones]\n{clock}"));
    let mut game = game(&variant, text);
    let mut struck = Vec::new();
    for _ in 0..plies {
        let forecast = variant.forecast(game.position()).expect("there is a clock");
        assert_eq!(forecast.rules, ["stones"]);
        let candidates = variant.legal_moves(game.position());
        let ply = game.play(candidates[0]).expect("a legal move");
        assert_eq!(ply.events.is_empty(), forecast.plies != 1, "{clock} {text}");
        if let [event] = &ply.events[..] {
            struck.push(event.ply);
        }
    }
    struck
}

#[test]
fn clocks_strike_at_their_plies() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let kings = "k7/p7/8/8/8/8/P7/7K b - - 0 7";
    for (clock, text, plies, expected) in [
        ("interval = 1", start, 4, &[1, 2, 3, 4][..]),
        ("interval = 2", start, 7, &[2, 4, 6]),
        ("interval = 3", start, 7, &[3, 6]),
        ("interval = 1\nof = \"white\"", start, 6, &[1, 3, 5]),
        ("interval = 1\nof = \"black\"", start, 6, &[2, 4, 6]),
        ("interval = 2\nof = \"white\"", start, 8, &[3, 7]),
        ("interval = 2\nof = \"black\"", start, 9, &[4, 8]),
        ("interval = 3\nof = \"black\"", start, 9, &[6]),
        ("interval = 7\nof = \"black\"", kings, 1, &[14]),
        ("interval = 7\nof = \"white\"", kings, 1, &[]),
        ("interval = 8\nof = \"white\"", kings, 2, &[15]),
        ("interval = 5", kings, 2, &[15]),
    ] {
        assert_eq!(stones(clock, text, plies), expected, "{clock} {text}");
    }
}

#[test]
fn two_rules_with_two_clocks() {
    let variant = chess_with("[rules.stones]\ninterval = 2\nof = \"white\"\n[rules.wind]\ninterval = 3");
    let mut game = Game::new(variant.clone());
    let mut events = Vec::new();
    for moves in ["Nf3", "Nf6", "Nc3", "Nc6", "Rg1", "Rg8", "Rb1"] {
        let forecast = variant.forecast(game.position()).expect("there are clocks");
        play(&mut game, moves);
        events.extend(
            told(&game).into_iter().map(|told| format!("{}/{}: {told}", forecast.plies, forecast.rules.join("+"))),
        );
    }
    assert_eq!(
        events,
        [
            "1/stones+wind: 3 stones [b1] a stone on b1",
            "1/stones+wind: 3 wind [b1] the wind blows",
            "1/wind: 6 wind [] the wind blows",
            "1/stones: 7 stones [a1] a stone on a1",
        ]
    );
    assert_eq!(fen::write(&variant, game.position()), "r1bqkbr1/pppppppp/2n2n2/8/8/2N2N2/PPPPPPPP/*RBQKBR1 b q - 0 4");
}

/// At the same clock the stone comes first and is blown away, or the wind blows first and the stone stays.
#[test]
fn rules_act_in_the_order_listed() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let stones_first = chess_with("[rules.stones]\ninterval = 1\n[rules.wind]\ninterval = 1");
    assert_eq!(after(&stones_first, start, "e4"), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    let wind_first = chess_with("[rules.wind]\ninterval = 1\n[rules.stones]\ninterval = 1");
    assert_eq!(after(&wind_first, start, "e4"), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP*PPP/RNBQKBNR b KQkq - 0 1");
}

#[test]
fn a_turn_ends_with_what_took_gone() {
    let variant = chess_with("[rules.sacrifice]");
    // The rook shields its king while legality is judged, and then is gone.
    let exposed = "4r2k/8/8/8/8/8/8/4K3 b - - 0 1";
    assert_eq!(after(&variant, "4r2k/8/8/8/R3p3/8/8/4K3 w - - 0 1", "Rxe4"), exposed);
    assert_eq!(ends(&variant, exposed, "Rxe1"), "0-1, White king sacrificed");
    assert_eq!(after(&variant, exposed, "Rxe1"), "7k/8/8/8/8/8/8/8 w - - 0 2");
    // No capture has just been made here, so the position cannot be.
    let faults = fen::read(&variant, "4r2k/8/8/8/8/8/8/4K3 b - - 3 1").unwrap_err().to_string();
    assert_eq!(faults, "Black is to move, but already attacks the king on e1");
    // A rook that goes takes its right with it.
    assert_eq!(after(&variant, "4k3/7p/8/8/8/8/8/4K2R w K - 3 5", "Rxh7"), "4k3/8/8/8/8/8/8/4K3 b - - 0 5");
}

#[test]
fn men_change_sides() {
    let variant = chess_with("[rules.desertion]");
    // Three black men around the rook on h1, and no white one: it takes its right with it.
    assert_eq!(after(&variant, "r3k3/8/8/8/8/5n2/6nn/4K2R b Kq - 3 5", "Ng1"), "r3k3/8/8/8/8/8/6nn/4K1nr w q - 0 6");
    assert_eq!(after(&variant, "r3k3/8/8/8/8/5n2/7n/4K2R b Kq - 3 5", "Ng1"), "r3k3/8/8/8/8/8/7n/4K1nR w Kq - 4 6");
}

// Mate and legality around the turn's end.

#[test]
fn mate_is_judged_before_or_after_turns_end() {
    let text = "r5k1/8/8/8/8/8/6PP/7K b - - 0 1";
    let late = chess_with("[rules.stones]\ninterval = 1");
    assert_eq!(after(&late, text, "Ra1"), "6k1/8/8/8/8/8/6PP/r*5K w - - 0 2");
    assert_eq!(ends(&late, text, "Ra1"), "goes on");
    let early = chess_with("[rules.stones]\ninterval = 1\n[rules.early-mate]");
    assert_eq!(after(&early, text, "Ra1"), "6k1/8/8/8/8/8/6PP/r6K w - - 1 2");
    assert_eq!(ends(&early, text, "Ra1"), "0-1, checkmate");
    // No mate, so the stone comes.
    assert_eq!(after(&early, text, "Ra2"), "6k1/8/8/8/8/8/r5PP/*6K w - - 0 2");
    // An end that a hook finds is neither mate nor stalemate.
    let hill = chess_with("[rules.stones]\ninterval = 1\n[rules.early-mate]\n[rules.hill]");
    assert_eq!(after(&hill, "7k/p7/8/8/8/4K3/8/8 w - - 0 1", "Ke4"), "7k/p7/8/8/4K3/8/8/*7 b - - 0 1");
}

#[test]
fn legality_is_judged_before_or_after_turns_end() {
    let text = "6k1/8/8/8/8/8/6PP/r6K w - - 0 1";
    let early = chess_with("[rules.stones]\ninterval = 1");
    assert_eq!(legal(&early, text), "");
    let late = chess_with("[rules.stones]\ninterval = 1\n[rules.late-law]");
    assert_eq!(legal(&late, text), "Kg1 g3 g4 h3 h4");
    assert_eq!(after(&late, text, "Kg1"), "6k1/8/8/8/8/8/6PP/r*4K1 b - - 0 1");
    // The clock does not strike now, so the check must be answered now.
    let slow = chess_with("[rules.stones]\ninterval = 2\n[rules.late-law]");
    assert_eq!(legal(&slow, text), "");
    // The wind would blow the shield away.
    let wind = chess_with("[rules.wind]\ninterval = 1\n[rules.late-law]");
    let shielded = "6k1/8/8/8/8/8/6PP/r*5K w - - 0 1";
    assert_eq!(legal(&wind, shielded), "");
    assert_eq!(refusal(&wind, shielded, "h3"), "h3 is not legal here: the game is over: 1/2-1/2, stalemate");
    let open = "6k1/8/8/8/8/8/7P/r*5K w - - 0 1";
    assert_eq!(legal(&wind, open), "Kg2");
    assert_eq!(
        refusal(&wind, open, "h3"),
        "h3 is not legal here: it would leave the king on h1 attacked by the rook on a1"
    );
}

#[test]
fn early_mate_and_late_law_do_not_go_together() {
    let text = "format = 1\nid = \"both\"\nextends = \"chess\"\n[rules.early-mate]\n[rules.late-law]\n";
    let errors = floe_core::config::load(text, "both.toml", &registry()).unwrap_err();
    assert_eq!(
        errors.to_string(),
        "both.toml:4:1: \"early-mate\" judges mate before the end of the turn and \"late-law\" judges legality after it: \
         they do not go together"
    );
}

// Outcome.

#[test]
fn an_ending_asks_for_the_legal_moves() {
    let variant = chess_with("[rules.freedom]\nleast = 3");
    assert_eq!(ends(&variant, "k7/8/8/1R6/8/8/8/7K w - - 0 1", "Kg1"), "1-0, Black has no freedom");
    assert_eq!(ends(&variant, "k7/8/8/8/1R6/8/8/7K w - - 0 1", "Rh4"), "goes on");
    // It speaks before mate is looked for.
    assert_eq!(ends(&variant, "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "Ra8"), "1-0, Black has no freedom");
    let narrowed = chess_with("[rules.must-capture]\n[rules.freedom]\nleast = 2");
    assert_eq!(ends(&narrowed, "4k3/3p4/8/8/4P3/8/8/4K3 b - - 0 1", "d5"), "0-1, White has no freedom");
}

#[test]
fn a_game_that_a_hook_ends_has_no_moves() {
    let variant = chess_with("[rules.hill]");
    let over = position(&variant, "7k/8/8/8/4K3/8/8/R7 b - - 0 1");
    assert!(variant.legal_moves(&over).is_empty());
    assert_eq!(variant.perft(&over, 1).nodes, 0);
    let square = |name| variant.geometry().parse_square(name).unwrap();
    let refused = variant.refusal(&over, square("h8"), square("h7"), None).unwrap();
    assert_eq!(refused.to_string(), "the game is over: 1-0, White king on the hill");
}

#[test]
fn an_ending_asks_for_the_history() {
    let variant = chess_with("[rules.echo]");
    let start = fen::write(&variant, variant.start());
    assert_eq!(ends(&variant, &start, "Nf3 Nf6 Ng1"), "goes on");
    let mut game = Game::new(variant.clone());
    play(&mut game, "Nf3 Nf6 Ng1 Ng8");
    assert_eq!(outcome(&game), "1/2-1/2, an echo");
    // Outside the game the position has no history.
    assert_eq!(variant.outcome(game.position()), None);
    game.undo();
    assert_eq!(outcome(&game), "goes on");
}

/// Ends every game that has no history, once a man is gone, to show where core asks.
struct Amnesia;

impl Rule for Amnesia {
    fn id(&self) -> &'static str {
        "amnesia"
    }

    fn parameters(&self) -> &'static [Parameter] {
        &[]
    }

    fn summary(&self, _: &Values) -> String {
        "A position without a history ends the game, once a man is gone.".into()
    }

    fn build(&self, _: &Values, game: &mut RuleBuilder<'_>) {
        game.ending(Amnesia);
    }
}

impl Ending for Amnesia {
    fn outcome(&self, judge: &Judge<'_>) -> Option<Outcome> {
        (judge.history().is_empty() && judge.pieces().len() < 32).then(|| Outcome::draw("nothing before"))
    }
}

#[test]
fn mate_and_stalemate_are_looked_for_after_hooks_have_spoken() {
    let variant = load("[rules.amnesia]", &registry().with_rule(Amnesia));
    let before = position(&variant, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(variant.outcome(&before).map(|outcome| outcome.to_string()).as_deref(), Some("1/2-1/2, nothing before"));
    // With a history the hook says nothing, and nobody is mated because it would have said something without.
    assert_eq!(variant.outcome_after(&before, &[before]), None);
}

#[test]
fn royals_leave_by_the_word_of_their_rule() {
    let text = "4k3/8/8/1b6/8/8/8/R3KB1R b KQ - 5 9";
    for (rules, expected) in [
        ("[rules.explosion]", "0-1, White king exploded"),
        ("[rules.explosion]\n[rules.atomic]", "0-1, White king exploded"),
        ("[rules.explosion]\n[rules.wind]", "0-1, White king lost"),
        ("[rules.wind]\n[rules.explosion]", "0-1, White king lost"),
        ("[pieces.king]\nroyal = \"capture\"\n[rules.explosion]", "0-1, White king lost"),
    ] {
        assert_eq!(ends(&chess_with(rules), text, "Bxf1"), expected, "{rules}");
    }
    let captured = chess_with("[pieces.king]\nroyal = \"capture\"");
    assert_eq!(ends(&captured, "4k3/8/8/8/8/8/4r3/R3K2R b KQ - 5 9", "Rxe1"), "0-1, White king captured");
    assert_eq!(after(&captured, "4k3/8/8/8/8/8/4r3/R3K2R b KQ - 5 9", "Rxe1"), "4k3/8/8/8/8/8/8/R3r2R w - - 0 10");
    support::holds::check(&captured, &position(&captured, "4k3/8/8/8/8/8/4r3/R3K2R b KQ - 5 9"));
}

// Memory.

#[test]
fn counters_are_shown_from_their_start_value_on() {
    let variant = chess_with("[rules.checks]\nneeded = 2");
    let mut game = game(&variant, "4k3/8/8/8/8/8/8/R3K2r w Q - 0 1");
    play(&mut game, "Ke2 Rxa1 Kf2 Kd8");
    assert_eq!(fen::write(&variant, game.position()), "3k4/8/8/8/8/8/5K2/r7 w - - 2 3");
    let mut game = self::game(&variant, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    let seen = ["Ra8", "Kd7", "Ra7"].map(|san| {
        play(&mut game, san);
        (fen::write(&variant, game.position()), told(&game).join("; "), outcome(&game))
    });
    let seen = seen.iter().map(|(fen, told, outcome)| format!("{fen} | {told} | {outcome}")).collect::<Vec<_>>();
    assert_eq!(
        seen,
        [
            "R3k3/8/8/8/8/8/8/4K3 b - - 1 1 white-checks=1 | 1 checks [] check: 1 left | goes on",
            "R7/3k4/8/8/8/8/8/4K3 w - - 2 2 white-checks=1 |  | goes on",
            "8/R2k4/8/8/8/8/8/4K3 b - - 3 2 white-checks=0 | 3 checks [] check: 0 left | 1-0, the last check",
        ]
    );
    // Undone and played again.
    for (plies, expected) in [(1, "white-checks=1"), (1, "white-checks=1"), (1, "- 0 1")] {
        (0..plies).for_each(|_| drop(game.undo()));
        assert!(fen::write(&variant, game.position()).ends_with(expected));
    }
    for _ in 0..3 {
        assert!(game.redo().is_some());
    }
    assert_eq!(outcome(&game), "1-0, the last check");
}

#[test]
fn what_is_remembered_is_part_of_the_position() {
    let variant = chess_with("[rules.checks]\nneeded = 2\n[rules.trail]");
    let men = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
    let keys = ["", " white-checks=1", " black-checks=1", " trail=e4", " trail=e4,e5"].map(|state| {
        let position = position(&variant, &format!("{men}{state}"));
        assert_eq!(fen::write(&variant, &position), format!("{men}{state}"));
        support::holds::check(&variant, &position);
        variant.key(&position)
    });
    for (i, key) in keys.iter().enumerate() {
        assert!(!keys[..i].contains(key), "{i}");
    }
    assert_eq!(
        variant.key(&position(&variant, men)),
        variant.key(&position(&variant, &format!("{men} white-checks=2 black-checks=2 trail=-")))
    );
    for (state, expected) in [
        ("white-checks=3", "white-checks is 3, but can be 2 at most"),
        ("white-checks=x", "white-checks is a number from 0 to 2, not \"x\""),
        ("trail=e9", "trail: \"e9\" is no square; write a1,b2 or -"),
        ("trial=e4", "\"trial\" is not remembered here; did you mean trail?"),
        ("trail=e4 trail=e5", "trail is given twice"),
    ] {
        assert_eq!(fen::read(&variant, &format!("{men} {state}")).unwrap_err().to_string(), expected);
    }
}

#[test]
fn marks_are_refused_written_and_undone() {
    let variant = chess_with("[rules.trail]");
    let mut game = Game::new(variant.clone());
    play(&mut game, "Nf3 Nf6");
    let text = fen::write(&variant, game.position());
    assert_eq!(text, "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2 trail=g1,g8");
    assert_eq!(refusal(&variant, &text, "Ng1"), "Ng1 is not legal here: trail: g1 is gone");
    assert_eq!(refusal(&variant, &text, "Rg1"), "Rg1 is not legal here: trail: g1 is gone");
    game.undo();
    assert!(fen::write(&variant, game.position()).ends_with("trail=g1"));
    game.undo();
    assert_eq!(game.position(), variant.start());
    assert_eq!(game.repetitions(), 1);
}

/// Counts turns, two at a time, to 3 at most.
struct Overflow;

impl Rule for Overflow {
    fn id(&self) -> &'static str {
        "overflow"
    }

    fn parameters(&self) -> &'static [Parameter] {
        &[]
    }

    fn summary(&self, _: &Values) -> String {
        "Counts.".into()
    }

    fn build(&self, _: &Values, game: &mut RuleBuilder<'_>) {
        let turns = game.counter("turns", 0, 3);
        game.turn_end(Overflowing(turns));
    }
}

struct Overflowing(floe_core::Counter);

impl TurnEnd for Overflowing {
    fn when(&self) -> When {
        When::Always
    }

    fn turn_end(&self, turn: &mut Turn<'_>) {
        turn.set_counter(self.0, turn.counter(self.0) + 2);
    }
}

#[test]
fn a_counter_stays_within_its_limit() {
    let registry = registry().with_rule(Overflow);
    let variant = load("[rules.overflow]", &registry);
    let mut game = Game::new(variant.clone());
    for (san, expected) in [("Nf3", "turns=2"), ("Nf6", "turns=3"), ("Ng1", "turns=3")] {
        play(&mut game, san);
        assert!(fen::write(&variant, game.position()).ends_with(expected));
    }
    Trial { games: 1, ..Trial::default() }.run(&variant, &registry).unwrap_or_else(|failure| panic!("{failure}"));
}

/// Puts what cannot be.
struct Careless;

impl Rule for Careless {
    fn id(&self) -> &'static str {
        "careless"
    }

    fn parameters(&self) -> &'static [Parameter] {
        &[]
    }

    fn summary(&self, _: &Values) -> String {
        "Puts a knight that belongs to nobody.".into()
    }

    fn build(&self, _: &Values, game: &mut RuleBuilder<'_>) {
        let knight = game.kind("knight").expect("chess has knights");
        game.turn_end(PutKnight(Piece::new(knight, Owner::Neutral)));
    }
}

struct PutKnight(Piece);

impl TurnEnd for PutKnight {
    fn when(&self) -> When {
        When::Always
    }

    fn turn_end(&self, turn: &mut Turn<'_>) {
        turn.put(turn.empty(), self.0);
    }
}

#[test]
#[should_panic = "a rule puts a knight that would be nobody's"]
fn a_knight_that_belongs_to_nobody_cannot_be_put() {
    let variant = load("[rules.careless]", &registry().with_rule(Careless));
    play(&mut Game::new(variant), "e4");
}

// Castling.

/// The king that castles is the one of the start; another may come and go.
#[test]
fn one_of_two_kings_castles() {
    let variant = chess_with("[start]\nfen = \"r3k2r/8/8/8/8/8/2K5/R3K2R w KQkq - 0 1\"");
    let start = fen::write(&variant, variant.start());
    assert_eq!(after(&variant, &start, "Kc3"), "r3k2r/8/8/8/8/2K5/8/R3K2R b KQkq - 1 1");
    assert_eq!(after(&variant, &start, "Ke2"), "r3k2r/8/8/8/8/8/2K1K3/R6R b kq - 1 1");
    // A king between the castling king and the rook stands in its way, and does not castle himself.
    let beside = after(&variant, &start, "Kc1 Kd8");
    assert_eq!(beside, "r2k3r/8/8/8/8/8/8/R1K1K2R w KQ - 2 2");
    assert_eq!(after(&variant, &beside, "O-O"), "r2k3r/8/8/8/8/8/8/R1K2RK1 b - - 3 2");
    assert_eq!(
        refusal(&variant, &beside, "O-O-O"),
        "O-O-O is not legal here: the king on c1 stands in the way of king and rook"
    );
}

// When hooks are called, and what they are told.

/// Where a spy sits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Point {
    PostMove,
    TurnEnd,
}

/// Counts its calls, fails where it said that it does not act, and tells what it saw.
struct Spy {
    at: Point,
    when: When,
    calls: Arc<AtomicUsize>,
    listened: Arc<AtomicUsize>,
}

impl Spy {
    fn look(&self, turn: &mut Turn<'_>) {
        self.calls.fetch_add(1, Relaxed);
        self.listened.fetch_add(usize::from(turn.listens()), Relaxed);
        let played = turn.played();
        let takes = played.taken.is_some_and(|(_, man)| man.owner != Owner::Neutral);
        let passes = played.played.from().is_none();
        match self.when {
            When::Always => {}
            When::Captures => assert!(takes, "called without a capture: {played:?}"),
            When::Clock(clock) => assert_eq!(clock.plies_left(played.mover, played.number), 1, "{played:?}"),
        }
        let view = turn.view();
        let expected = if self.at == Point::PostMove { played.mover } else { !played.mover };
        assert_eq!(view.to_move(), expected);
        let number = played.number + u32::from(self.at == Point::TurnEnd && played.mover == Color::Black);
        assert_eq!(view.fullmove_number(), number);
        let text = format!("{} {:?} ply {}", played.mover, self.at, played.ply());
        turn.tell(SquareSet::EMPTY, || text + if passes { ", foretold" } else { "" });
    }
}

impl PostMove for Spy {
    fn when(&self) -> When {
        self.when
    }

    fn post_move(&self, turn: &mut Turn<'_>) {
        self.look(turn);
    }
}

impl TurnEnd for Spy {
    fn when(&self) -> When {
        self.when
    }

    fn turn_end(&self, turn: &mut Turn<'_>) {
        self.look(turn);
    }
}

/// The rule of a spy.
struct Spying {
    at: Point,
    when: When,
    calls: Arc<AtomicUsize>,
    listened: Arc<AtomicUsize>,
}

impl Spying {
    fn new(at: Point, when: When) -> Spying {
        Spying { at, when, calls: Arc::default(), listened: Arc::default() }
    }
}

impl Rule for Spying {
    fn id(&self) -> &'static str {
        "spy"
    }

    fn parameters(&self) -> &'static [Parameter] {
        &[]
    }

    fn summary(&self, _: &Values) -> String {
        "Looks on.".into()
    }

    fn build(&self, _: &Values, game: &mut RuleBuilder<'_>) {
        let (calls, listened) = (self.calls.clone(), self.listened.clone());
        let spy = Spy { at: self.at, when: self.when, calls, listened };
        match self.at {
            Point::PostMove => game.post_move(spy),
            Point::TurnEnd => game.turn_end(spy),
        }
    }
}

const WHENS: [When; 6] = [
    When::Always,
    When::Captures,
    When::every(1),
    When::every(3),
    When::every(2).moves_of(Color::White),
    When::every(3).moves_of(Color::Black),
];

#[test]
fn hooks_are_called_when_they_say_and_never_else() {
    let moves = "e4 d5 exd5 Qxd5 Nc3 Qxg2 Bxg2 Nf6 a4 a5 Nb5 Na6 Nd4 c6";
    for when in WHENS {
        for at in [Point::PostMove, Point::TurnEnd] {
            let rule = Spying::new(at, when);
            let (calls, listened) = (rule.calls.clone(), rule.listened.clone());
            let variant = load("[rules.spy]", &registry().with_rule(rule));
            let mut here = *variant.start();
            for text in moves.split(' ') {
                let played = floe_core::notation::san::read(&variant, &here, text).unwrap();
                let captures = variant.captured(&here, played).is_some();
                let due = match when {
                    When::Always => true,
                    When::Captures => captures,
                    When::Clock(Clock { interval, side }) => {
                        let number = here.fullmove_number();
                        let ply = 2 * number - u32::from(here.turn() == Color::White);
                        let count = if side.is_some() { number } else { ply };
                        side.is_none_or(|side| side == here.turn()) && count.is_multiple_of(interval.into())
                    }
                };
                let told = variant.play_and_tell(&here, played).1;
                assert_eq!(told.len(), usize::from(due), "{when:?} {at:?} {text}");
                calls.store(0, Relaxed);
                listened.store(0, Relaxed);
                here = variant.play(&here, played);
                assert_eq!(calls.load(Relaxed), usize::from(due), "{when:?} {at:?} {text}");
                variant.legal_moves(&here);
                variant.perft(&here, 2);
                variant.outcome(&here);
                assert_eq!(listened.load(Relaxed), 0, "the fast paths tell nobody: {when:?} {at:?} {text}");
            }
        }
    }
}

#[test]
fn a_forecast_runs_the_same_hooks() {
    for at in [Point::PostMove, Point::TurnEnd] {
        for when in WHENS.into_iter().filter(|when| matches!(when, When::Clock(_))) {
            let variant = load("[rules.spy]", &registry().with_rule(Spying::new(at, when)));
            let mut game = Game::new(variant.clone());
            for san in "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8".split(' ') {
                let before = *game.position();
                let forecast = variant.forecast(&before).expect("there is a clock");
                assert_eq!((forecast.rules.as_slice(), forecast.events.len()), (&["spy".to_owned()][..], 1));
                let foretold = &forecast.events[0];
                let ply = 2 * before.fullmove_number() - u32::from(before.turn() == Color::White);
                assert_eq!(foretold.ply, ply + forecast.plies - 1);
                play(&mut game, san);
                let told = &game.plies().last().expect("a ply").events;
                assert_eq!(told.is_empty(), forecast.plies > 1);
                if let [told] = &told[..] {
                    assert_eq!(foretold.text, format!("{}, foretold", told.text), "{when:?} {at:?}");
                }
            }
        }
    }
    // Without a clock nothing can be foretold.
    let variant = load("[rules.spy]", &registry().with_rule(Spying::new(Point::TurnEnd, When::Always)));
    assert_eq!(variant.forecast(variant.start()), None);
}

#[test]
fn a_forecast_is_what_comes() {
    let variant = chess_with("[rules.wind]\ninterval = 2\n[rules.stones]\ninterval = 3");
    let mut game = game(&variant, "4k3/8/8/8/4***1/8/7K/RRRR4 w - - 0 1");
    let mut struck = Vec::new();
    for san in "Kg2 Ke7 Kh2 Ke8 Kg2 Ke7".split(' ') {
        let forecast = variant.forecast(game.position()).expect("there are clocks");
        play(&mut game, san);
        let told = &game.plies().last().expect("a ply").events;
        if forecast.plies == 1 {
            assert_eq!(*told, forecast.events, "{san}");
        } else {
            assert!(told.is_empty(), "{san}");
        }
        struck.extend(told.iter().map(|event| format!("{} {}", event.ply, event.text)));
    }
    assert_eq!(
        struck,
        ["2 the wind blows", "3 a stone on e1", "4 the wind blows", "6 the wind blows", "6 a stone on e1"]
    );
}

/// Hooks of every kind that neither refuse, nor narrow, nor judge, nor end.
struct Silent;

impl Rule for Silent {
    fn id(&self) -> &'static str {
        "silent"
    }

    fn parameters(&self) -> &'static [Parameter] {
        &[]
    }

    fn summary(&self, _: &Values) -> String {
        "Says nothing.".into()
    }

    fn build(&self, _: &Values, game: &mut RuleBuilder<'_>) {
        game.pre_move(Silent);
        game.legality(Silent);
        game.choice(Silent);
        game.ending(Silent);
    }
}

impl PreMove for Silent {
    fn refuse(&self, _: &View<'_>, _: Move) -> Option<String> {
        None
    }
}

impl Legality for Silent {
    fn judge(&self, board: &View<'_>, mover: Color) -> Verdict {
        assert_eq!(board.to_move(), mover);
        Verdict::Undecided
    }
}

impl Choice for Silent {
    fn narrow(&self, _: &View<'_>, moves: &mut Choices<'_>) {
        let before = moves.len();
        moves.keep("nothing", |_| true);
        assert_eq!(moves.len(), before);
    }
}

impl Ending for Silent {
    fn outcome(&self, judge: &Judge<'_>) -> Option<Outcome> {
        assert!(judge.legal_moves().len() < 300);
        None
    }
}

#[test]
fn hooks_that_say_nothing_change_nothing() {
    let silent = load("[rules.silent]", &registry().with_rule(Silent));
    let chess = chess_with("");
    for text in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ] {
        let counts =
            |variant: &Variant| (1..=3).map(|n| variant.perft(&position(variant, text), n).nodes).collect::<Vec<_>>();
        assert_eq!(counts(&silent), counts(&chess), "{text}");
    }
}
