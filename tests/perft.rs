//! Counts of legal moves, from `tests/data/perft.csv`: counts up to five million leaves in every run, all of them with
//!
//! ```text
//! FLOE_PERFT=all cargo test --release -p floe --test perft
//! ```

mod program;
mod support;

use floe_core::Counting;
use program::Home;
use serde_json::Value;
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

/// A hash so small that it is always overwritten, and leaves that are played, change nothing.
#[test]
fn however_they_are_counted_there_are_as_many() {
    for case in cases() {
        let variant = variant(&case.variant, &case.settings);
        let position = position(&variant, &case.fen);
        let hashed = Counting::new(&variant).with_hash(1).expect("a mebibyte");
        check(&case, 500_000, |depth| hashed.perft(&position, depth).nodes);
        check(&case, 500_000, |depth| hashed.divide(&position, depth).whole().nodes);
        let played = Counting::new(&variant).without_bulk();
        check(&case, 100_000, |depth| played.perft(&position, depth).nodes);
    }
}

/// `floe perft` counts as many below each move, on however many threads.
#[test]
fn threads_count_what_one_counts() {
    let home = Home::new();
    for case in cases() {
        let depth = case.counts.iter().take_while(|&&count| count <= 100_000).count().to_string();
        let mut arguments = vec!["perft", &case.variant, &depth, "--fen", &case.fen, "--json"];
        case.settings.split_whitespace().for_each(|setting| arguments.extend(["--set", setting]));
        let count = |more: &[&str]| {
            let output = home.run(&[&arguments, more].concat(), "");
            assert_eq!((output.code, output.stderr.as_str()), (0, ""), "{arguments:?} {more:?}");
            let mut answer: Value = serde_json::from_str(&output.stdout).expect("JSON");
            answer.as_object_mut().expect("an object").remove("seconds").expect("how long it took");
            answer
        };
        let divided = count(&["--divide"]);
        let last = depth.parse::<usize>().ok().and_then(|depth| case.counts.get(depth.checked_sub(1)?));
        assert_eq!(divided["nodes"].as_u64(), last.copied(), "{arguments:?}");
        for more in [&["--threads", "3"][..], &["--threads", "2", "--hash", "1"]] {
            assert_eq!(count(&[more, &["--divide"]].concat()), divided, "{arguments:?} {more:?}");
            assert_eq!(count(more)["nodes"], divided["nodes"], "{arguments:?} {more:?}");
        }
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
