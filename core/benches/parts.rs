//! The parts of play, one by one: making moves, generating them, hashing, asking what attacks what.
//!
//! ```sh
//! cargo bench -p floe-core --bench parts
//! ```

mod support;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use floe_core::Color;
use support::{PLACES, Place};

fn main() {
    divan::main();
}

/// The list of legal moves; an item is a move.
#[divan::bench(args = PLACES)]
fn generate(bencher: Bencher<'_, '_>, place: &Place) {
    let (variant, position) = place.load();
    let moves = ItemsCount::new(variant.legal_moves(&position).len());
    bencher.counter(moves).bench(|| variant.legal_moves(black_box(&position)));
}

/// Every legal move made.
#[divan::bench(args = PLACES)]
fn play(bencher: Bencher<'_, '_>, place: &Place) {
    let (variant, position) = place.load();
    let moves = variant.legal_moves(&position);
    bencher.counter(ItemsCount::new(moves.len())).bench(|| {
        for &legal in &moves {
            black_box(variant.play(black_box(&position), legal));
        }
    });
}

/// Every legal move made, and what hooks did told.
#[divan::bench(args = PLACES)]
fn play_and_tell(bencher: Bencher<'_, '_>, place: &Place) {
    let (variant, position) = place.load();
    let moves = variant.legal_moves(&position);
    bencher.counter(ItemsCount::new(moves.len())).bench(|| {
        for &legal in &moves {
            black_box(variant.play_and_tell(black_box(&position), legal));
        }
    });
}

/// The key that repetition compares.
#[divan::bench(args = PLACES)]
fn key(bencher: Bencher<'_, '_>, place: &Place) {
    let (variant, position) = place.load();
    bencher.bench(|| variant.key(black_box(&position)));
}

/// The hash made afresh.
#[divan::bench(args = PLACES)]
fn hash_afresh(bencher: Bencher<'_, '_>, place: &Place) {
    let (variant, position) = place.load();
    bencher.bench(|| variant.hash_is_true(black_box(&position)));
}

/// What attacks each square, asked for either side; an item is a question.
#[divan::bench(args = PLACES)]
fn attackers(bencher: Bencher<'_, '_>, place: &Place) {
    let (variant, position) = place.load();
    let view = variant.view(&position);
    let squares = variant.geometry().squares();
    bencher.counter(ItemsCount::new(2 * squares.len())).bench(|| {
        for square in squares {
            for color in Color::ALL {
                black_box(view.attackers(black_box(square), color));
            }
        }
    });
}

/// The royal men in check.
#[divan::bench(args = PLACES)]
fn checked(bencher: Bencher<'_, '_>, place: &Place) {
    let (variant, position) = place.load();
    bencher.bench(|| variant.checked(black_box(&position)));
}

/// How the game stands.
#[divan::bench(args = PLACES)]
fn outcome(bencher: Bencher<'_, '_>, place: &Place) {
    let (variant, position) = place.load();
    bencher.bench(|| variant.outcome(black_box(&position)));
}
