//! Legal moves from pins and checkers against two slower ways: the same game with a hook that says nothing, so that
//! core plays every move to judge it; and a list of men that knows no tables at all. `FLOE_ODD_GAMES=50` draws fifty
//! times as many games.

mod support;

use std::collections::BTreeSet;

use floe_core::spec::{RuleSpec, Spec};
use floe_core::{EnPassant, Move, Position, Registry, Royal, Values, Variant};
use rand::prelude::*;
use support::odd::{self, Taste};
use support::slow::{Slow, Step};
use support::{FREE, chess_with, holds, position, registry};

fn times(games: u64) -> u64 {
    games * std::env::var("FLOE_ODD_GAMES").map_or(1, |text| text.parse().expect("FLOE_ODD_GAMES is a number"))
}

/// A game, and the same game whose moves are all played to be judged.
struct Pair {
    quick: Variant,
    played: Variant,
}

impl Pair {
    fn new(spec: &Spec, registry: &Registry) -> Pair {
        let compile = |spec: Spec| Variant::compile(spec, registry).unwrap_or_else(|faults| panic!("{faults:?}"));
        let undecided = RuleSpec { id: "undecided".into(), values: Values::default() };
        let rules = spec.rules.iter().cloned().chain([undecided]).collect();
        Pair { quick: compile(spec.clone()), played: compile(Spec { rules, ..spec.clone() }) }
    }

    fn check(&self, here: &Position) {
        let same = |what: &str, quick: &dyn std::fmt::Debug, slow: &dyn std::fmt::Debug| {
            let (quick, slow) = (format!("{quick:?}"), format!("{slow:?}"));
            assert_eq!(quick, slow, "{what}: {}", holds::say(&self.quick, here));
        };
        let sorted = |variant: &Variant| variant.legal_moves(here).into_iter().collect::<BTreeSet<Move>>();
        let quick = sorted(&self.quick);
        same("pins, and playing every move", &quick, &sorted(&self.played));
        same("two plies", &self.quick.perft(here, 2).nodes, &self.played.perft(here, 2).nodes);
        let steps = |wanted: &dyn Fn(&Move) -> bool| -> BTreeSet<Step> {
            let step = |legal: &Move| Some((legal.from()?, legal.to()?, legal.promotion()));
            quick.iter().filter(|&legal| wanted(legal)).filter_map(step).collect()
        };
        let slow = Slow::of(&self.quick, here);
        let plain = |legal: &Move| legal.castling().is_none() && !legal.is_en_passant();
        same("steps", &steps(&plain), &slow.steps());
        let passing = here.en_passant().map(|pawn| slow.en_passant(pawn)).unwrap_or_default();
        same("captures in passing", &steps(&|legal| legal.is_en_passant()), &passing);
        same("en passant only where it is legal", &here.en_passant().is_some(), &!passing.is_empty());
    }

    /// A pawn that has just stepped can be taken in passing if, and only if, a legal move takes it.
    fn check_stepped(&self, here: &Position, legal: Move, next: &Position) {
        let (Some(from), Some(to)) = (legal.from(), legal.to()) else { return };
        let stepped = Slow::of(&self.quick, here).stepped(from, to).filter(|_| legal.promotion().is_none());
        let taken = |pawn: &EnPassant| !Slow::of(&self.quick, next).en_passant(*pawn).is_empty();
        let is_quiet = self.quick.captured(here, legal).is_none() && legal.castling().is_none();
        let expected = stepped.filter(|_| is_quiet).filter(taken);
        assert_eq!(next.en_passant(), expected, "{legal:?} in {}", holds::say(&self.quick, here));
    }

    fn play(&self, start: Position, plies: usize, rng: &mut StdRng) {
        let mut here = start;
        for _ in 0..plies {
            self.check(&here);
            holds::check(&self.quick, &here);
            let Some(legal) = odd::choose(rng, &self.quick, &here) else { return };
            let next = self.quick.play(&here, legal);
            self.check_stepped(&here, legal, &next);
            here = next;
        }
    }
}

fn odd_games(seeds: std::ops::Range<u64>, plies: usize, taste: impl Fn(Taste) -> Taste) {
    let registry = registry();
    for seed in seeds.start..seeds.start + times(seeds.end - seeds.start) {
        let mut rng = StdRng::seed_from_u64(seed);
        let drawn = taste(Taste::any(&mut rng));
        let (spec, variant) = odd::variant(&mut rng, &registry, drawn, &[]);
        Pair::new(&spec, &registry).play(*variant.start(), plies, &mut rng);
    }
}

#[test]
fn one_royal_man_on_odd_boards() {
    odd_games(0..60, 24, |taste| Taste { royals: 1, royal: Royal::Check, walked: false, ..taste });
}

#[test]
fn any_royalty_and_men_that_walk() {
    odd_games(1000..1030, 24, |taste| taste);
}

#[test]
fn chess_with_and_without_free_castling() {
    let registry = registry();
    for entries in ["", FREE] {
        let variant = chess_with(entries);
        let pair = Pair::new(variant.spec(), &registry);
        for seed in 0..times(2) {
            pair.play(*variant.start(), 60, &mut StdRng::seed_from_u64(seed));
        }
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1",
            "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBea - 0 1",
        ] {
            pair.play(position(&pair.quick, fen), 30, &mut StdRng::seed_from_u64(9));
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
        let pair = Pair::new(&spec, &registry);
        for fen in ["3qk3/8/8/8/8/3N4/8/3K1R2 w - - 0 1", "k2q4/8/8/3q4/8/1B1P1P2/8/3K3q w - - 0 1"] {
            pair.play(position(&pair.quick, fen), 24, &mut StdRng::seed_from_u64(3));
        }
    }
}
