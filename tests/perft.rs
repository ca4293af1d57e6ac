//! Counts of legal moves, from `tests/data/perft.csv`: counts up to five million leaves in every run, all of them with
//!
//! ```text
//! FLOE_PERFT=all cargo test --release -p floe --test perft
//! ```

mod support;

use support::data::{self, position, variant};
use support::naive;

/// A line of the table.
struct Case {
    variant: String,
    fen: String,
    settings: String,
    /// At depth 1, 2, 3, …
    counts: Vec<u64>,
}

fn cases() -> Vec<Case> {
    let case = |line: String| {
        let [variant, fen, settings, counts, _source] = line.split(';').collect::<Vec<_>>()[..] else {
            panic!("not five columns: {line}");
        };
        Case {
            variant: variant.to_owned(),
            fen: fen.to_owned(),
            settings: settings.to_owned(),
            counts: counts.split(' ').map(|count| count.parse().expect(&line)).collect(),
        }
    };
    data::lines("perft.csv").into_iter().map(case).collect()
}

/// Compares every count up to a limit with what `count` makes of the case at that depth.
fn check(case: &Case, limit: u64, count: impl Fn(u32) -> u64) {
    for (&expected, depth) in case.counts.iter().zip(1..) {
        if expected <= limit {
            let Case { variant, fen, settings, .. } = case;
            assert_eq!(count(depth), expected, "{variant} {settings} perft {depth} of {fen}");
        }
    }
}

#[test]
fn the_core_counts_what_others_count() {
    let limit = if std::env::var("FLOE_PERFT").is_ok_and(|value| value == "all") { u64::MAX } else { 5_000_000 };
    for case in cases() {
        let variant = variant(&case.variant, &case.settings);
        let position = position(&variant, &case.fen);
        check(&case, limit, |depth| variant.perft(&position, depth).nodes);
    }
}

/// The naive implementation has to be right too, or agreeing with it means little.
#[test]
fn the_naive_implementation_counts_what_others_count() {
    let known = ["chess", "fischer-random", "ice-age", "capablanca-random", "corner", "fortress"];
    for case in cases().iter().filter(|case| known.contains(&&*case.variant)) {
        let position = naive::Position::read(naive::Rules::new(&case.variant, &case.settings), &case.fen);
        check(case, 30_000, |depth| position.perft(depth));
    }
}
