//! Counting leaves with a hash, where rules tell apart what a board alone does not.

mod support;

use std::collections::BTreeSet;

use floe_core::hook::PreMove;
use floe_core::{Counting, Move, View};
use support::rules::Plain;
use support::{load, position, registry};

/// From every fourth move on only kings move: what is legal depends on the number of the move, which no clock tells.
const FIRST_YEARS: Plain = Plain { id: "first-years", parameters: &[], build: |_, game| game.pre_move(FirstYears) };

struct FirstYears;

impl PreMove for FirstYears {
    fn refuse(&self, board: &View<'_>, candidate: Move) -> Option<String> {
        let king = candidate.from().is_some_and(|from| board.royals(board.to_move()).contains(from));
        (board.fullmove_number() >= 4 && !king).then(|| "only kings move now".to_owned())
    }
}

/// One hash serves positions that differ in one thing only, and gives each the leaves that it has without.
fn check(entries: &str, fens: &[&str]) {
    let variant = load(entries, &registry().with_rule(FIRST_YEARS));
    let counting = Counting::new(&variant).with_hash(1).expect("a mebibyte");
    let positions: Vec<_> = fens.iter().map(|fen| position(&variant, fen)).collect();
    for depth in 0..=3 {
        // Once to fill the hash, and once to read it.
        for (fen, here) in fens.iter().zip(&positions).cycle().take(2 * fens.len()) {
            assert_eq!(counting.perft(here, depth), variant.perft(here, depth), "{entries} perft {depth} of {fen}");
            assert_eq!(counting.divide(here, depth), variant.divide(here, depth), "{entries} divide {depth} of {fen}");
        }
    }
    let counts: BTreeSet<u64> = positions.iter().map(|here| variant.perft(here, 3).nodes).collect();
    assert_eq!(counts.len(), fens.len(), "{entries}: mistaken for each other, some of {fens:?} would not be noticed");
}

#[test]
fn a_hash_tells_apart_what_rules_tell_apart() {
    check("", &["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K2R b - - 0 1"]);
    check("", &["4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"]);
    check(
        "[rules.checks]",
        &[
            "4k3/8/8/8/8/8/8/R3K2R w - - 0 1 white-checks=1 black-checks=3",
            "4k3/8/8/8/8/8/8/R3K2R w - - 0 1 white-checks=2 black-checks=3",
        ],
    );
    check("[rules.trail]", &["4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1 trail=e2,d2"]);
    check(
        "[rules.stones]\ninterval = 2\nof = \"white\"",
        &["4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "4k3/8/8/8/8/8/8/R3K2R w - - 0 2"],
    );
    check(
        "[rules.first-years]",
        &["4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "4k3/8/8/8/8/8/8/R3K2R w - - 0 3", "4k3/8/8/8/8/8/8/R3K2R w - - 0 4"],
    );
}
