//! The conformance kit on every bundled game, and on mixtures of them.
//! `FLOE_VERIFY_GAMES=1000` plays so many of each instead of twenty.

use std::sync::Arc;
use std::thread;

use floe_core::verify::Trial;
use floe_core::{Registry, Variant, config};

/// Plays random games of variants, several at a time; none of them shows a fault.
fn check(variants: &[Arc<Variant>], registry: &Registry) {
    let games = std::env::var("FLOE_VERIFY_GAMES").ok().map_or(20, |games| games.parse().expect("a number of games"));
    let trial = Trial { games, ..Trial::default() };
    let play = |variant: &Arc<Variant>| {
        let report = trial.run(variant, registry).unwrap_or_else(|failure| panic!("{}: {failure}", variant.id()));
        assert_eq!(report.games, games, "{}", variant.id());
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for first in 0..threads {
            scope.spawn(move || variants.iter().skip(first).step_by(threads).for_each(play));
        }
    });
}

#[test]
fn bundled_games_conform() {
    let registry = floe_variants::registry();
    let load = |(id, _)| registry.variant(id).expect("it is registered").expect("its file is right");
    let variants: Vec<Arc<Variant>> = registry.variants().map(load).collect();
    check(&variants, &registry);
}

/// Rules over games that they were not made for.
const MIXTURES: [(&str, &str, &str); 6] = [
    ("blasts-and-checks", "capablanca", "[rules.atomic]\ncheck = true\n[rules.three-checks]"),
    ("relay-on-ice", "ice-age", "[rules.knight-relay]"),
    ("dropped-anywhere", "fischer-random", "[rules.loop]\n[rules.three-checks]"),
    ("recycled-berolina", "berolina", "[rules.recycle]"),
    ("vanishing-knights", "knightmate", "[rules.cheshire-cat]\n[rules.ice-age]"),
    ("round-and-extinct", "cylinder", "[rules.extinction]\n[rules.ice-age]"),
];

#[test]
fn mixtures_conform() {
    let registry = floe_variants::registry();
    let load = |(id, extends, rules): (&str, &str, &str)| {
        let file = format!("format = 1\nid = \"{id}\"\nextends = \"{extends}\"\n{rules}\n");
        config::load(&file, id, &registry).unwrap_or_else(|errors| panic!("{errors}"))
    };
    check(&MIXTURES.map(load), &registry);
}
