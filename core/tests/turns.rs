//! Random games of odd variants with random rules laid over them: what holds for every position holds for theirs.
//! `FLOE_ODD_GAMES=50` draws fifty times as many games.

mod support;

use std::collections::BTreeSet;

use floe_core::notation::fen;
use floe_core::spec::RuleSpec;
use floe_core::{Counting, Move, Position, Values, Variant};
use rand::prelude::*;
use support::odd::{self, Taste};
use support::{holds, registry, rules};

fn times(games: u64) -> u64 {
    games * std::env::var("FLOE_ODD_GAMES").map_or(1, |text| text.parse().expect("FLOE_ODD_GAMES is a number"))
}

/// Some of the rules, in any order. Two that exclude each other do not come together.
fn some_rules(rng: &mut StdRng) -> Vec<&'static str> {
    let mut ids: Vec<&str> = rules::ALL.iter().map(|rule| rule.id).collect();
    ids.shuffle(rng);
    ids.truncate(rng.random_range(1..=4));
    if ids.contains(&"early-mate") {
        ids.retain(|&id| id != "late-law");
    }
    ids
}

/// Plays on from the start and checks every position. `played` is the same game, in which every move is played to be
/// judged.
fn play(variant: &Variant, played: &Variant, plies: usize, rng: &mut StdRng) {
    let counting = Counting::new(variant).with_hash(1).expect("a mebibyte");
    let mut here = *variant.start();
    for _ in 0..plies {
        holds::check(variant, &here);
        let sorted = |variant: &Variant| variant.legal_moves(&here).into_iter().collect::<BTreeSet<Move>>();
        assert_eq!(sorted(variant), sorted(played), "{}", holds::say(variant, &here));
        check_forecast(variant, &here);
        let Some(legal) = odd::choose(rng, variant, &here) else { return };
        let next = variant.play(&here, legal);
        check_divided(variant, &here, &counting);
        here = next;
    }
    holds::check(variant, &here);
}

/// Counted at once, move by move or with a hash, there are as many leaves; and playing on from the FEN leads to the same.
fn check_divided(variant: &Variant, here: &Position, counting: &Counting<'_>) {
    let again = fen::read(variant, &fen::write(variant, here)).expect("it has just been written");
    let leaves: u64 = variant.divide(&again, 2).whole().nodes;
    assert_eq!(leaves, variant.perft(here, 2).nodes, "{}", holds::say(variant, here));
    assert_eq!(leaves, counting.perft(here, 2).nodes, "{}", holds::say(variant, here));
    for legal in variant.legal_moves(here).into_iter().step_by(3) {
        let [one, other] = [here, &again].map(|position| variant.play(position, legal));
        assert_eq!(one, other, "{legal:?} in {}", holds::say(variant, here));
    }
}

/// A clock strikes when it was foretold: hooks without a clock of their own tell nothing in between.
fn check_forecast(variant: &Variant, here: &Position) {
    let Some(forecast) = variant.forecast(here) else { return };
    assert!(forecast.plies >= 1 && !forecast.rules.is_empty(), "{forecast:?}");
    if let Some(&legal) = variant.legal_moves(here).first() {
        let next = variant.play(here, legal);
        let then = variant.forecast(&next).expect("clocks do not stop");
        if forecast.plies > 1 {
            assert_eq!(
                (then.plies, &then.rules),
                (forecast.plies - 1, &forecast.rules),
                "{}",
                holds::say(variant, here)
            );
        }
    }
    assert_eq!(variant.forecast(here), Some(forecast), "{}", holds::say(variant, here));
}

#[test]
fn random_rules_on_odd_boards() {
    let registry = registry();
    for seed in 0..times(100) {
        let mut rng = StdRng::seed_from_u64(seed);
        let taste = Taste::any(&mut rng);
        let ids = some_rules(&mut rng);
        let (mut spec, variant) = odd::variant(&mut rng, &registry, taste, &ids);
        spec.rules.retain(|rule| rule.id != "undecided");
        spec.rules.push(RuleSpec { id: "undecided".into(), values: Values::default() });
        let played = Variant::compile(spec, &registry).unwrap_or_else(|faults| panic!("{faults:?}"));
        play(&variant, &played, 20, &mut rng);
    }
}
