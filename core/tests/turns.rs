//! Random games of odd variants with random rules laid over them. `FLOE_ODD_GAMES=50` draws fifty times as many.

mod support;

use floe_core::verify::Trial;
use rand::prelude::*;
use support::odd::{self, Taste};
use support::{holds, registry, rules};

/// Some of the rules, in any order. Two that exclude each other do not come together.
fn some_rules(rng: &mut StdRng) -> Vec<&'static str> {
    // Two only say what they go with, and a race is over where black kings start on the last rank.
    let acts = |id: &&str| !["needs-check", "hurry", "race"].contains(id);
    let mut ids: Vec<&str> = rules::ALL.iter().map(|rule| rule.id).filter(acts).collect();
    ids.shuffle(rng);
    ids.truncate(rng.random_range(1..=4));
    if ids.contains(&"early-mate") {
        ids.retain(|&id| id != "late-law");
    }
    ids
}

#[test]
fn random_rules_on_odd_boards() {
    let registry = registry();
    for seed in 0..odd::times(100) {
        let mut rng = StdRng::seed_from_u64(seed);
        let taste = Taste::any(&mut rng);
        let ids = some_rules(&mut rng);
        let (spec, _) = odd::variant(&mut rng, &registry, taste, &ids);
        holds::check_games(&spec, &registry, Trial { games: 1, seed, plies: 20 }, None);
    }
}
