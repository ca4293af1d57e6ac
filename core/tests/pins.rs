//! Legal moves from pins and checkers, and the same games with a hook that says nothing, so that core plays every move
//! to judge it: random games of both against the naive generator of the conformance kit. `FLOE_ODD_GAMES=50` draws fifty
//! times as many games.

mod support;

use floe_core::Royal;
use floe_core::verify::Trial;
use rand::prelude::*;
use support::odd::{self, Taste};
use support::{FREE, chess_with, holds, registry};

fn odd_games(seeds: std::ops::Range<u64>, rules: &[&str], taste: impl Fn(Taste) -> Taste) {
    let registry = registry();
    for seed in seeds.start..seeds.start + odd::times(seeds.end - seeds.start) {
        let mut rng = StdRng::seed_from_u64(seed);
        let drawn = taste(Taste::any(&mut rng));
        let (spec, _) = odd::variant(&mut rng, &registry, drawn, rules);
        holds::check_games(&spec, &registry, Trial { games: 1, seed, plies: 24 }, None);
    }
}

#[test]
fn one_royal_man_on_odd_boards() {
    odd_games(0..60, &[], |taste| Taste { royals: 1, royal: Royal::Check, walked: false, ..taste });
}

#[test]
fn any_royalty_and_men_that_walk() {
    odd_games(1000..1030, &[], |taste| taste);
}

/// What core knows of checks and captures by sets, alone and where moves are played to be judged.
#[test]
fn no_checks_and_captures_first() {
    let rules: [&[&str]; 8] = [
        &["no-checks"],
        &["captures-first"],
        &["no-checks", "captures-first"],
        &["explosion", "no-checks"],
        &["captures-first", "explosion"],
        &["reserve", "no-checks", "captures-first"],
        &["cannibals", "captures-first"],
        &["bans", "no-checks"],
    ];
    for (place, rules) in rules.into_iter().enumerate() {
        let seeds = 2000 + 100 * place as u64;
        let royal = if place == 6 { Royal::Capture } else { Royal::Check };
        odd_games(seeds..seeds + 8, rules, |taste| Taste { royals: taste.royals.max(1), royal, ..taste });
    }
}

#[test]
fn chess_with_and_without_free_castling() {
    let registry = registry();
    for entries in ["", FREE] {
        let spec = chess_with(entries).spec().clone();
        let games = odd::times(2) as u32;
        holds::check_games(&spec, &registry, Trial { games, seed: 0, plies: 60 }, None);
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1",
            "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBea - 0 1",
        ] {
            holds::check_games(&spec, &registry, Trial { games: 1, seed: 9, plies: 30 }, Some(fen));
        }
    }
}

/// Kings beside compounds whose leap and line lie on the same squares, and pins by riders that skip squares.
#[test]
fn leaps_and_lines_along_the_same_squares() {
    let registry = registry();
    let chess = chess_with("");
    for word in ["RW", "RD", "WD", "QN", "NN", "CB", "R2W", "RW2", "BA", "DD", "AAF", "BNN", "(0,3)R", "R3D", "N2"] {
        let mut spec = chess.spec().clone();
        spec.draws.material = false;
        for piece in spec.pieces.iter_mut().filter(|piece| ["queen", "rook"].contains(&piece.name.as_str())) {
            piece.betza = word.into();
        }
        for fen in ["3qk3/8/8/8/8/3N4/8/3K1R2 w - - 0 1", "k2q4/8/8/3q4/8/1B1P1P2/8/3K3q w - - 0 1"] {
            holds::check_games(&spec, &registry, Trial { games: 1, seed: 3, plies: 24 }, Some(fen));
        }
    }
}
