//! A walk through one game, and back.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::check::Check;
use super::examiner::Examiner;
use super::failure::Finding;
use super::fresh;
use super::report::Report;
use crate::game::Game;
use crate::moves::Move;
use crate::notation::uci;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::registry::Registry;
use crate::variant::Variant;

/// After so many plies hooks are built anew, lest they remember the same as those of the variant that plays.
const RENEWED_EVERY: usize = 8;

/// A game that is played to look at all its positions.
pub(super) struct Walk<'v> {
    registry: &'v Registry,
    game: Game,
    examiner: Examiner<'v>,
    /// The start, and the position after each move.
    pub(super) positions: Vec<Position>,
    pub(super) moves: Vec<Move>,
    passed: Vec<Passed>,
    /// How often each key has stood.
    times: HashMap<u64, usize>,
}

/// What was true of a position when it was first reached.
#[derive(PartialEq)]
struct Passed {
    position: Position,
    repetitions: usize,
    outcome: Option<Outcome>,
    legal: Vec<Move>,
}

impl<'v> Walk<'v> {
    /// A walk from a position.
    pub(super) fn new(
        variant: &'v Arc<Variant>,
        registry: &'v Registry,
        start: Position,
        report: &'v mut Report,
        seed: u64,
    ) -> Result<Walk<'v>, Finding> {
        let fresh = fresh::compile(variant, registry)?;
        Ok(Walk {
            registry,
            game: Game::from_position(variant.clone(), start),
            examiner: Examiner::new(variant, fresh, report, seed),
            positions: vec![start],
            moves: Vec::new(),
            passed: Vec::new(),
            times: HashMap::new(),
        })
    }

    /// Plays as long as the game goes on and `choose` has a move, looks at every position, and goes back.
    pub(super) fn go(&mut self, mut choose: impl FnMut(&Position, &[Move]) -> Option<Move>) -> Result<(), Finding> {
        loop {
            let here = *self.game.position();
            if self.moves.len() % RENEWED_EVERY == 1 {
                self.examiner.renew(fresh::compile(self.game.variant(), self.registry)?);
            }
            let before = &self.positions[..self.positions.len() - 1];
            let legal = self.examiner.examine(&here, before)?;
            self.ends_by_repetition(&here)?;
            let chosen = choose(&here, &legal).filter(|_| self.game.outcome().is_none());
            self.passed.push(self.standing(legal));
            match chosen {
                Some(chosen) => self.play(&here, chosen)?,
                None => break,
            }
        }
        self.back_and_forth()
    }

    /// The end of the game, if it has come.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn standing(&self, legal: Vec<Move>) -> Passed {
        Passed {
            position: *self.game.position(),
            repetitions: self.game.repetitions(),
            outcome: self.game.outcome(),
            legal,
        }
    }

    fn play(&mut self, here: &Position, chosen: Move) -> Result<(), Finding> {
        let played = catch_unwind(AssertUnwindSafe(|| self.game.play(chosen).map(|_| ())));
        let finding = match played {
            Ok(Ok(())) => {
                self.moves.push(chosen);
                self.positions.push(*self.game.position());
                return Ok(());
            }
            Ok(Err(refusal)) => {
                Finding::new(Check::Plays, "a legal move is refused in a game", "no refusal", refusal.to_string())
            }
            Err(_) => Finding::new(Check::Panics, "a hook panics in a game", "no panic", "a panic"),
        };
        Err(finding.of(uci::write(self.game.variant(), here, chosen)))
    }

    /// A position that has stood as often as the variant says is a draw, if nothing else has ended the game.
    fn ends_by_repetition(&mut self, here: &Position) -> Result<(), Finding> {
        let times = self.times.entry(self.game.variant().key(here)).or_default();
        *times += 1;
        let (stood, times) = (self.game.repetitions(), *times);
        let end = self.game.variant().laws().draws.repetition.end.map(usize::from);
        if stood != times {
            let message = "the game counts repetitions otherwise";
            return Err(Finding::new(Check::Ends, message, times.to_string(), stood.to_string()));
        }
        if end.is_some_and(|end| times >= end) && self.game.outcome().is_none() {
            let message = "the position has stood often enough for a draw";
            return Err(Finding::new(
                Check::Ends,
                message,
                "an end",
                format!("it stands {times} times, and the game goes on"),
            ));
        }
        Ok(())
    }

    /// Undoes all moves and plays them again: every position is what it was.
    fn back_and_forth(&mut self) -> Result<(), Finding> {
        let last = self.passed.len() - 1;
        for place in (0..=last).rev().chain(1..=last) {
            let came = self.game.plies().len();
            let stepped =
                if place < came { self.game.undo().is_some() } else { place == came || self.game.redo().is_some() };
            let legal = self.game.variant().legal_moves(&self.passed[place].position);
            self.examiner.count(Check::Undo);
            if !stepped || self.standing(legal) != self.passed[place] {
                let message = format!("after undo or redo, the game is not what it was after ply {place}");
                return Err(Finding::new(Check::Undo, message, "the same position, end and moves", "another"));
            }
        }
        Ok(())
    }
}
