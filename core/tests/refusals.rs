//! Why a move is not legal: every reason in words, and a reason for every move that is not listed.

mod support;

use std::fmt::Write;

use floe_core::notation::{fen, uci};
use floe_core::{Kind, Move, Position, Registry, Square, Variant};
use rand::prelude::*;
use support::odd::{self, Taste};
use support::{FREE, chess_with, position, registry};

/// Why a move, as two squares and perhaps a letter, is not legal.
fn why(variant: &Variant, here: &Position, text: &str) -> String {
    let board = variant.geometry();
    let (from, rest) = board.read_square(text).expect(text);
    let (to, rest) = board.read_square(rest).expect(text);
    let promotion: Option<Kind> = rest.chars().next().and_then(|letter| Some(variant.piece_of_letter(letter)?.kind));
    let refusal = variant.refusal(here, from, to, promotion);
    refusal.map_or_else(|| "legal".to_owned(), |refusal| format!("{refusal} [{}]", kind_of(&refusal)))
}

fn kind_of(refusal: &floe_core::Refusal) -> String {
    let text = format!("{refusal:?}");
    text.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default().to_owned()
}

#[test]
fn every_reason_in_words() {
    let exotic = "[pieces.queen]\nbetza = \"QN\"\n[pieces.archbishop]\nletter = \"A\"\nbetza = \"BN\"\n[pieces.unicorn]\n\
                  letter = \"U\"\nbetza = \"(2,3)\"\n[pieces.pawn.promotion]\nto = [\"archbishop\", \"unicorn\"]";
    let one = "[pieces.pawn.promotion]\nto = [\"queen\"]";
    let second_rank = "castling = { king = \"king\", rook = \"rook\", array = \"fixed\" }\n[start]\n\
                       fen = \"r3k2r/8/8/8/8/8/R3K2R/8 w KQkq - 0 1\"";
    let hole = "[board]\nholes = [\"f1\"]\n[start]\nfen = \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"";
    let mut table = String::new();
    for (entries, fen, moves) in [
        (
            "",
            "4k3/4P3/8/8/1b6/2N1p3/4P3/R2QKB1R w KQ - 0 1",
            "a3a4 e8e7 e1f1 d1d2 a1b2 c3e4 c3c4 e2e4 e2e3 e2f3 e2e5 e1e1",
        ),
        ("", "3qk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8 e7d8q e7d8k e7d8p e7e8 e1e2q"),
        (one, "3qk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8 e7d8r"),
        (exotic, "3qk3/4P3/8/8/8/8/8/A3K2U w - - 0 1", "e7d8 e7d8q e7d8a a1a2 h1g3"),
        ("", "k3r3/8/8/8/8/8/4B3/4K3 w - - 0 1", "e2d3 e1d1 e1f1"),
        ("", "k7/8/8/8/4r3/8/3PN3/4K3 w - - 0 1", "e2c3 d2d3 e1d1"),
        ("", "k3r3/8/8/8/8/8/3P4/4K3 w - - 0 1", "d2d4 e1e2 e1f1"),
        ("", "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1", "g8h8 f7f6"),
        // Castling: legal by the rook's square and the king's,
        ("", "k7/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1 e1h1 e1c1 e1f1"),
        ("", "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8g8 e8h8 e8c8 e8a8 e8b8"),
        // without the right, through men, out of check, through it and into it,
        ("", "1k6/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1g1 e1h1 e1c1 e1a1"),
        ("", "1k6/8/8/8/8/8/8/RN2KB1R w KQ - 0 1", "e1g1 e1h1 e1c1 e1a1"),
        ("", "1k6/8/8/8/8/8/8/R2QK1nR w KQ - 0 1", "e1g1 e1c1"),
        ("", "1k2r3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1 e1h1 e1c1"),
        ("", "1k1r1r2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1 e1h1 e1c1 e1a1"),
        ("", "1kr3r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1 e1h1 e1c1"),
        ("", "1k6/8/8/8/8/8/8/R2K3R w - - 0 1", "d1g1 d1b1 d1h1 d1f1"),
        // on any rank, over a hole,
        (second_rank, "r3k2r/8/8/8/8/8/R3K2R/8 w KQkq - 0 1", "e2g2 e2h2 e2c2"),
        (second_rank, "r3k2r/8/8/5q2/8/8/R3K2R/8 w KQkq - 0 1", "e2g2 e2h2 e2c2 e2b2"),
        (hole, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1 e1h1"),
        // and where the array is free only by the rook's.
        (FREE, "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1", "f1g1 f1b1 f1c1 f1d1 f1h1"),
        (FREE, "4k3/8/8/8/8/8/PPPPPPPP/rR2K3 w B - 0 1", "e1b1 e1c1"),
        (FREE, "4k3/8/8/8/8/8/8/1R3KR1 w G - 0 1", "f1b1 f1g1"),
        (FREE, "k5r1/8/8/8/8/8/8/4K2R w H - 0 1", "e1h1"),
        // Rules have reasons of their own.
        ("[rules.must-capture]", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4e5 e4d5 e4f5"),
        ("[rules.no-retreat]", "4k3/8/8/8/3R4/8/8/4K3 w - - 0 1", "d4d3 d4d5"),
        ("[rules.peace]", "4k3/8/8/8/3R4/8/8/4K2R w K - 0 1", "d4d8 d4e4 h1h8 e1g1"),
        ("[rules.stones]", "4k3/8/8/8/3R4/3*4/8/4K3 w - - 0 1", "d3d2 d4d2 d4d3"),
        ("castling = false", "k7/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1 e1h1"),
        ("[rules.hill]", "7k/8/8/8/4K3/8/8/R7 b - - 0 1", "h8h7"),
    ] {
        let variant = chess_with(entries);
        let here = position(&variant, fen);
        writeln!(table, "{}{fen}", if entries.is_empty() { String::new() } else { entries.replace('\n', " ") + " | " })
            .expect("a string takes every text");
        for text in moves.split(' ') {
            writeln!(table, "  {text}: {}", why(&variant, &here, text)).expect("a string takes every text");
        }
    }
    insta::assert_snapshot!(table);
}

/// A move that nobody lists is refused with a reason, and one that is listed is not.
fn check_refusals(variant: &Variant, position: &Position) {
    let legal = variant.legal_moves(position);
    let squares = variant.geometry().squares();
    let kinds = (0..variant.kinds().len()).filter_map(|kind| variant.kind_named(&variant.kinds()[kind].name));
    let promotions: Vec<Option<Kind>> = std::iter::once(None).chain(kinds.map(Some)).collect();
    for (from, to) in squares.iter().flat_map(|from| squares.iter().map(move |to| (from, to))) {
        for &promotion in &promotions {
            let listed = legal.iter().any(|&legal| names(variant, position, legal, (from, to, promotion)));
            let refusal = variant.refusal(position, from, to, promotion);
            let squares = [from, to].map(|square| variant.geometry().name(square));
            assert_eq!(
                refusal.is_none(),
                listed,
                "{squares:?} {promotion:?}: {refusal:?} in {}",
                fen::write(variant, position)
            );
            if let Some(refusal) = refusal {
                let text = refusal.to_string();
                assert!(text.len() > 10 && !text.contains("  "), "{text:?}");
            }
        }
    }
}

/// Whether squares and promotion name a legal move: castling also by the king's target, where the array is fixed.
fn names(variant: &Variant, position: &Position, legal: Move, step: (Square, Square, Option<Kind>)) -> bool {
    let lands = variant.castling_squares(position, legal).map(|squares| squares[2]);
    let to = legal.to() == Some(step.1) || (!variant.castles_freely() && lands == Some(step.1));
    legal.from() == Some(step.0) && to && legal.promotion() == step.2
}

/// A random game on a small board, with every from × to × promotion asked for at some of its positions.
fn small_game(seed: u64, registry: &Registry, rules: &[&str]) {
    let mut rng = StdRng::seed_from_u64(seed);
    let variant = loop {
        let taste = Taste { castling: true, ..Taste::any(&mut rng) };
        let (_, variant) = odd::variant(&mut rng, registry, taste, rules);
        if variant.geometry().squares().len() <= 64 {
            break variant;
        }
    };
    let mut here = *variant.start();
    for ply in 0..16 {
        if ply == 8 {
            check_refusals(&variant, &here);
        }
        let Some(legal) = odd::choose(&mut rng, &variant, &here) else { break };
        here = variant.play(&here, legal);
    }
    check_refusals(&variant, &here);
}

#[test]
fn every_move_that_is_not_listed_has_a_reason() {
    let registry = registry();
    for seed in 0..6 {
        small_game(seed, &registry, &[]);
    }
    for (seed, rules) in (100..).zip([
        &["must-capture"][..],
        &["no-retreat", "quiet-first"],
        &["explosion", "peace"],
        &["stones", "wind", "late-law"],
        &["trail", "hill"],
        &["atomic", "freedom"],
    ]) {
        small_game(seed, &registry, rules);
    }
}

#[test]
fn chess_positions_have_a_reason_for_every_move() {
    for (entries, text) in [
        ("", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
        (FREE, "nr1kb1rq/1P4P1/8/8/8/8/8/1RK3RN w GBgb - 0 1"),
        ("", "r3k2r/8/8/8/8/8/8/R3K1rR w KQkq - 0 1"),
    ] {
        let variant = chess_with(entries);
        check_refusals(&variant, &position(&variant, text));
    }
}

#[test]
fn a_stale_move_is_refused() {
    let variant = chess_with("");
    let here = position(&variant, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let castling = uci::read(&variant, &here, "e1g1").expect("legal");
    let mut game = floe_core::Game::from_position(variant.clone(), here);
    game.play(castling).expect("legal");
    assert_eq!(fen::write(&variant, game.position()), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    assert_eq!(game.play(castling).unwrap_err().to_string(), "there is no man on e1");
}
