//! Leaves counted, in bulk and by playing every one.
//!
//! ```sh
//! cargo bench -p floe-core --bench perft
//! ```

mod support;

use divan::Bencher;
use divan::counter::ItemsCount;
use floe_core::Counting;
use support::{PLACES, Place};

fn main() {
    divan::main();
}

#[divan::bench(args = PLACES, max_time = 2)]
fn bulk(bencher: Bencher<'_, '_>, place: &Place) {
    let (variant, position) = place.load();
    measure(bencher, &Counting::new(&variant), &position, place.depth);
}

#[divan::bench(args = PLACES, max_time = 2)]
fn every_leaf_played(bencher: Bencher<'_, '_>, place: &Place) {
    let (variant, position) = place.load();
    measure(bencher, &Counting::new(&variant).without_bulk(), &position, place.depth);
}

fn measure(bencher: Bencher<'_, '_>, counting: &Counting<'_>, position: &floe_core::Position, depth: u32) {
    let leaves = ItemsCount::new(counting.perft(position, depth).nodes);
    bencher.counter(leaves).bench(|| counting.perft(divan::black_box(position), depth));
}
