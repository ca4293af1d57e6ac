//! The conformance kit on the variants of these tests.

use std::sync::Arc;

use floe_core::spec::{RuleSpec, Spec};
use floe_core::verify::Trial;
use floe_core::{Position, Registry, Values, Variant, config};

use super::registry;

/// Plays random games of a variant, and of the same variant whose moves are all played to be judged: from its start, or
/// from a position.
pub fn check_games(spec: &Spec, registry: &Registry, trial: Trial, from: Option<&str>) {
    let mut played = spec.clone();
    played.rules.retain(|rule| rule.id != "undecided");
    played.rules.push(RuleSpec { id: "undecided".into(), values: Values::default() });
    for spec in [spec, &played] {
        let variant = Variant::compile(spec.clone(), registry).unwrap_or_else(|faults| panic!("{faults:?}"));
        let variant = Arc::new(variant);
        let result = match from {
            Some(fen) => trial.run_from(&super::position(&variant, fen), &variant, registry),
            None => trial.run(&variant, registry),
        };
        result.unwrap_or_else(|failure| panic!("{failure}\nin\n{}", config::write(&variant)));
    }
}

/// Checks one position, and all moves in it.
pub fn check(variant: &Arc<Variant>, position: &Position) {
    let trial = Trial { games: 1, plies: 0, ..Trial::default() };
    trial.run_from(position, variant, &registry()).unwrap_or_else(|failure| panic!("{failure}"));
}
