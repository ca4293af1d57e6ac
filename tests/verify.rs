//! The conformance kit on every bundled game, and on mixtures of them.
//! `FLOE_VERIFY_GAMES=1000` plays so many of each instead of twenty.

use std::sync::Arc;

use floe_core::verify::{Report, Trial};
use floe_core::{Registry, Variant, config};

fn trial() -> Trial {
    let games = std::env::var("FLOE_VERIFY_GAMES").ok().map_or(20, |games| games.parse().expect("a number of games"));
    Trial { games, ..Trial::default() }
}

/// Plays games of a variant, none of which shows a fault.
fn check(variant: &Arc<Variant>, registry: &Registry) -> Report {
    trial().run(variant, registry).unwrap_or_else(|failure| panic!("{}: {failure}", variant.id()))
}

#[test]
fn every_bundled_game() {
    let registry = floe_variants::registry();
    for (id, _) in registry.variants() {
        let start = std::time::Instant::now();
        let variant = registry.variant(id).expect("it is registered").expect("its file is right");
        let report = check(&variant, &registry);
        eprintln!("{id}: {} {:?} {:?}", report.positions, start.elapsed(), report.termination);
    }
}
