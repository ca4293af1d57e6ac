//! What is checked by asking the same once more.

use std::collections::BTreeSet;

use super::super::check::Check;
use super::super::failure::Finding;
use super::super::random::Random;
use super::Examiner;
use crate::hook::Clock;
use crate::moves::Move;
use crate::notation::fen;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::setup::{GREATEST_CLOCK, Setup};

/// By how many moves a position is put later, times what all clocks have in common: a rule may look at the number of
/// the move at any distance.
const LATER: [u32; 8] = [1, 2, 3, 5, 11, 30, 100, 1000];

impl Examiner<'_> {
    /// The legal moves, asked twice and of the variant compiled afresh; and so the outcome and the forecast.
    pub(super) fn asked_twice(&mut self, here: &Position, again: &Position) -> Result<Vec<Move>, Finding> {
        self.report.count(Check::Determinism, 1);
        let legal = self.variant.legal_moves(here);
        let outcome = self.variant.outcome(here);
        let forecast = self.variant.forecast(here);
        for (variant, place, message) in [
            (&self.fresh, again, "the variant compiled afresh says otherwise"),
            (self.variant, here, "asked twice, the variant says otherwise"),
        ] {
            let other = variant.legal_moves(place);
            if sorted(&legal) != sorted(&other) {
                let only = |a: &[Move], b: &[Move]| {
                    let only: Vec<Move> = a.iter().filter(|listed| !b.contains(listed)).copied().collect();
                    let names: Vec<String> = only.iter().map(|&listed| self.name(here, listed)).collect();
                    (format!("{} legal moves, with {}", a.len(), names.join(" ")), only.first().copied())
                };
                let ((expected, missing), (found, surplus)) = (only(&legal, &other), only(&other, &legal));
                let finding =
                    Finding::new(Check::Determinism, format!("{message}: other moves are legal"), expected, found);
                return Err(match missing.or(surplus) {
                    Some(listed) => finding.of(self.name(here, listed)),
                    None => finding,
                });
            }
            let other = variant.outcome(place);
            if outcome != other {
                let say = |outcome: &Option<Outcome>| outcome.as_ref().map_or("goes on".to_owned(), Outcome::to_string);
                let message = format!("{message}: the outcome");
                return Err(Finding::new(Check::Determinism, message, say(&outcome), say(&other)));
            }
            let other = variant.forecast(place);
            if forecast != other {
                let (expected, found) = (format!("{forecast:?}"), format!("{other:?}"));
                return Err(Finding::new(Check::Determinism, format!("{message}: the forecast"), expected, found));
            }
        }
        Ok(legal)
    }

    /// A position that has the same key, but stands later in the game, has the same moves, outcome and future.
    pub(super) fn key(&mut self, here: &Position, legal: &[Move], random: &mut Random) -> Result<(), Finding> {
        let setup = self.variant.setup(here);
        let by = random.pick(&LATER).unwrap_or(1).saturating_mul(self.period());
        let number = setup.fullmove_number.max(1).saturating_add(by);
        if number > GREATEST_CLOCK {
            return Ok(());
        }
        self.report.count(Check::Key, 1);
        let finding = |message: &str, expected: String, found: String| {
            let message = format!("{message} by move {number}, though the position counts as repeated");
            Finding::new(Check::Key, message, expected, found)
        };
        let later = match self.variant.position(&numbered(setup, number)) {
            Ok(later) => later,
            Err(faults) => {
                let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
                return Err(finding("it cannot be set up", "a true position".to_owned(), faults.join("; ")));
            }
        };
        if self.variant.key(&later) != self.variant.key(here) {
            return Err(finding("it has another key", "the same".to_owned(), fen::write(self.variant, &later)));
        }
        let moves = self.variant.legal_moves(&later);
        if sorted(&moves) != sorted(legal) {
            let names = |position: &Position, moves: &[Move]| {
                moves.iter().map(|&listed| self.name(position, listed)).collect::<Vec<_>>().join(" ")
            };
            let (expected, found) = (names(here, legal), names(&later, &moves));
            return Err(finding("other moves are legal", expected, found));
        }
        let (outcome, other) = (self.variant.outcome(here), self.variant.outcome(&later));
        if outcome != other {
            return Err(finding("the outcome is another", format!("{outcome:?}"), format!("{other:?}")));
        }
        for listed in random.some(2, legal) {
            self.at = Some(listed);
            let next = |position: &Position| numbered(self.variant.setup(&self.variant.play(position, listed)), 1);
            let (next, other) = (next(here), next(&later));
            if next != other {
                let (expected, found) = self.differences(&next, &other);
                return Err(finding("a move leads elsewhere", expected, found).of(self.name(here, listed)));
            }
        }
        self.at = None;
        Ok(())
    }

    /// After how many moves all clocks of hooks are where they were.
    fn period(&self) -> u32 {
        let intervals =
            self.variant.engine.hooks().clocks.iter().map(|&Clock { interval, .. }| u32::from(interval.max(1)));
        intervals.fold(1, least_common_multiple)
    }
}

/// The same setup at another move.
fn numbered(mut setup: Setup, fullmove_number: u32) -> Setup {
    setup.fullmove_number = fullmove_number;
    setup
}

fn sorted(moves: &[Move]) -> BTreeSet<Move> {
    moves.iter().copied().collect()
}

fn least_common_multiple(a: u32, b: u32) -> u32 {
    let greatest_common_divisor = {
        let (mut a, mut b) = (a, b);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    (a / greatest_common_divisor).saturating_mul(b)
}
