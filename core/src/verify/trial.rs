//! A trial of a variant: random games, and the shortest line that shows what was found.

use std::sync::Arc;

use super::check::Check;
use super::failure::{Failure, Finding, Line};
use super::fresh;
use super::naive::Naive;
use super::random::Random;
use super::report::{Report, Skipped};
use super::termination::Termination;
use super::walk::Walk;
use crate::moves::Move;
use crate::notation::fen;
use crate::position::Position;
use crate::registry::Registry;
use crate::variant::Variant;

/// How much is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trial {
    /// How many games are played.
    pub games: u32,
    /// The seed of the first game; the others have those that follow. A seed gives the same game on every machine.
    pub seed: u64,
    /// After how many plies a game is left that has not ended.
    pub plies: usize,
}

impl Default for Trial {
    fn default() -> Trial {
        Trial { games: 20, seed: 1, plies: 120 }
    }
}

impl Trial {
    /// Plays random games of a variant and checks everything that holds for every one; see the
    /// [module](crate::verify).
    ///
    /// # Errors
    /// The first check that fails, on the shortest line that was found to show it.
    pub fn run(self, variant: &Arc<Variant>, registry: &Registry) -> Result<Report, Box<Failure>> {
        self.run_and_tell(variant, registry, |_| {})
    }

    /// The same, and tells before and after every game what has been checked so far.
    ///
    /// # Errors
    /// The first check that fails, on the shortest line that was found to show it.
    pub fn run_and_tell(
        self,
        variant: &Arc<Variant>,
        registry: &Registry,
        tell: impl FnMut(&Report),
    ) -> Result<Report, Box<Failure>> {
        let start = |random: &mut Random| {
            let number = variant.draw_array(&mut |bound| random.below(bound));
            number.and_then(|number| variant.start_at(number)).unwrap_or(*variant.start())
        };
        self.play(variant, registry, start, tell)
    }

    /// The same, with every game from this position of the variant.
    ///
    /// # Errors
    /// The first check that fails, on the shortest line that was found to show it.
    pub fn run_from(
        self,
        start: &Position,
        variant: &Arc<Variant>,
        registry: &Registry,
    ) -> Result<Report, Box<Failure>> {
        self.play(variant, registry, |_| *start, |_| {})
    }

    fn play(
        self,
        variant: &Arc<Variant>,
        registry: &Registry,
        start: impl Fn(&mut Random) -> Position,
        mut tell: impl FnMut(&Report),
    ) -> Result<Report, Box<Failure>> {
        let mut report = Report::new(Termination::of(variant), skipped(variant));
        tell(&report);
        for number in 0..self.games {
            let seed = self.seed.wrapping_add(number.into());
            let mut random = Random::new(seed);
            let start = start(&mut random);
            Round { variant, registry, seed, plies: self.plies }.play(start, random, &mut report)?;
            tell(&report);
        }
        Ok(report)
    }
}

/// What does not apply to a variant, and what the engine is believed in.
fn skipped(variant: &Variant) -> Vec<Skipped> {
    let naive = Naive::new(variant);
    let idle = (!naive.has_acting_hooks())
        .then_some(Skipped { check: Check::Idle, why: "does not apply: no hook changes the board" });
    let judged = naive.asks_engine().then_some(Skipped {
        check: Check::Moves,
        why: "in part: the board that hooks change before legality is judged, or judge themselves, is the engine's",
    });
    idle.into_iter().chain(judged).collect()
}

/// One game of a trial.
struct Round<'v> {
    variant: &'v Arc<Variant>,
    registry: &'v Registry,
    seed: u64,
    plies: usize,
}

impl Round<'_> {
    fn play(&self, start: Position, mut random: Random, report: &mut Report) -> Result<(), Box<Failure>> {
        let walk = Walk::new(self.variant, self.registry, start, report, self.seed);
        let mut walk = walk.map_err(|finding| self.failure(finding, &[start], &[], true))?;
        let mut left = self.plies;
        let found = walk.go(|here, legal| {
            left = left.checked_sub(1)?;
            choose(self.variant, here, legal, &mut random)
        });
        let (positions, moves, over) = (walk.positions.clone(), walk.moves.clone(), walk.outcome().is_some());
        drop(walk);
        if let Err(finding) = found {
            return Err(self.shortest(finding, &positions, &moves));
        }
        report.games += 1;
        report.longest = report.longest.max(moves.len());
        report.unfinished += u32::from(!over);
        Ok(())
    }

    fn failure(&self, finding: Finding, positions: &[Position], moves: &[Move], repeats: bool) -> Box<Failure> {
        finding.on(self.variant, &Line { positions, moves, repeats }, self.seed)
    }

    /// Looks for a shorter line on which the same check fails: from a position before, without what came before that.
    fn shortest(&self, finding: Finding, positions: &[Position], moves: &[Move]) -> Box<Failure> {
        let whole = moves.len();
        let lengths = (0..=8).chain((4..).map(|power| 1 << power)).take_while(|&length| length < whole).chain([whole]);
        for length in lengths {
            let first = whole - length.min(whole);
            if let Some((found, plies)) = self.fails_again(finding.check, &positions[first], &moves[first..]) {
                let line = first..=first + plies;
                return self.failure(found, &positions[line], &moves[first..first + plies], true);
            }
        }
        self.failure(finding, positions, moves, false)
    }

    /// Whether the check fails on a line in the variant compiled afresh, and after how many plies.
    fn fails_again(&self, check: Check, start: &Position, moves: &[Move]) -> Option<(Finding, usize)> {
        let variant = Arc::new(fresh::compile(self.variant, self.registry).ok()?);
        let start = fen::read(&variant, &fen::write(self.variant, start)).unwrap_or(*start);
        let mut report = Report::new(Termination::of(&variant), Vec::new());
        let mut walk = Walk::new(&variant, self.registry, start, &mut report, self.seed).ok()?;
        let mut next = moves.iter();
        let found = walk.go(|_, legal| next.next().copied().filter(|planned| legal.contains(planned)));
        found.err().filter(|found| found.check == check).map(|found| (found, walk.moves.len()))
    }
}

/// A legal move at random: half of the time one that takes, promotes, castles or drops, if there is one.
fn choose(variant: &Variant, here: &Position, legal: &[Move], random: &mut Random) -> Option<Move> {
    let is_rare = |listed: &Move| {
        listed.promotion().is_some()
            || listed.castling().is_some()
            || listed.dropped().is_some()
            || variant.captured(here, *listed).is_some()
    };
    if random.one_in(2) {
        let rare: Vec<Move> = legal.iter().copied().filter(is_rare).collect();
        if let Some(chosen) = random.pick(&rare) {
            return Some(chosen);
        }
    }
    random.pick(legal)
}
