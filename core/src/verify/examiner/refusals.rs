//! What is checked of moves that are not legal.

use super::super::check::Check;
use super::super::failure::Finding;
use super::super::naive::Step;
use super::super::random::Random;
use super::Examiner;
use crate::moves::Move;
use crate::piece::Kind;
use crate::position::Position;
use crate::square::Square;

/// A board of so many squares is small: now and then every step that can be named is asked for.
const SMALL: usize = 40;
/// In one position of so many on a small board.
const ALL_IN: u64 = 64;
/// In the others so many steps, and as many of the moves that men can make but may not.
const SAMPLE: usize = 6;

/// A move as one asks for it.
#[derive(Clone, Copy)]
enum Asked {
    /// From, to, and what the man becomes.
    Step(Square, Square, Option<Kind>),
    /// What is dropped, and where.
    Drop(Kind, Square),
}

impl Examiner<'_> {
    /// What is not listed is refused with a reason, and what is listed is not. `illegal` are moves that men can make.
    pub(super) fn refusals(
        &mut self,
        here: &Position,
        legal: &[Move],
        illegal: &[Move],
        random: &mut Random,
    ) -> Result<(), Finding> {
        let squares: Vec<Square> = self.variant.geometry().squares().iter().collect();
        let kinds: Vec<Kind> = (0..self.variant.kinds().len() as u8).map(Kind).collect();
        let becomes: Vec<Option<Kind>> = std::iter::once(None).chain(kinds.iter().copied().map(Some)).collect();
        let mut asked: Vec<Asked> = if squares.len() <= SMALL && random.one_in(ALL_IN) {
            let steps = squares.iter().flat_map(|&from| squares.iter().map(move |&to| (from, to)));
            steps.flat_map(|(from, to)| becomes.iter().map(move |&kind| Asked::Step(from, to, kind))).collect()
        } else {
            let own: Vec<Square> = here.men(here.turn()).iter().collect();
            let asked = |listed: Move| match (listed.from(), listed.dropped()) {
                (Some(from), _) => Some(Asked::Step(from, listed.to()?, listed.promotion())),
                (None, dropped) => Some(Asked::Drop(dropped?, listed.to()?)),
            };
            let able: Vec<Move> = [random.some(SAMPLE, illegal), random.some(1, legal)].concat();
            let any = (0..SAMPLE).filter_map(|_| {
                let from = if random.one_in(8) { random.pick(&squares) } else { random.pick(&own) };
                let kind = if random.one_in(4) { random.pick(&becomes) } else { Some(None) };
                Some(Asked::Step(from?, random.pick(&squares)?, kind?))
            });
            any.chain(able.into_iter().filter_map(asked)).collect()
        };
        if self.variant.declared().hands {
            let any = (0..SAMPLE).filter_map(|_| Some(Asked::Drop(random.pick(&kinds)?, random.pick(&squares)?)));
            asked.extend(any.collect::<Vec<Asked>>());
        }
        for asked in asked {
            self.refusal(here, legal, asked)?;
        }
        Ok(())
    }

    fn refusal(&mut self, here: &Position, legal: &[Move], asked: Asked) -> Result<(), Finding> {
        self.report.count(Check::Refusals, 1);
        let listed = legal.iter().any(|&listed| self.names(here, listed, asked));
        let refusal = match asked {
            Asked::Step(from, to, kind) => self.variant.refusal(here, from, to, kind),
            Asked::Drop(kind, to) => self.variant.drop_refusal(here, kind, to),
        };
        let refusal = refusal.map(|refusal| refusal.to_string());
        let (expected, message) = match &refusal {
            None if listed => return Ok(()),
            None => ("a refusal", "a move that is not listed as legal is not refused"),
            Some(_) if listed => ("no refusal", "a legal move is refused"),
            Some(reason) if is_readable(reason) => return Ok(()),
            Some(_) => ("a reason in one line", "a move is refused without a reason that can be read"),
        };
        let found = refusal.map_or("none".to_owned(), |reason| format!("{reason:?}"));
        let finding = Finding::new(Check::Refusals, message, expected, found);
        let step = match asked {
            Asked::Step(from, to, kind) => Step::man(from, to, kind),
            Asked::Drop(kind, to) => Step::drop(kind, to),
        };
        Err(finding.of(step.name(self.variant)))
    }

    /// Whether a legal move is asked for: castling also by the king's target, where the array is fixed.
    fn names(&self, here: &Position, listed: Move, asked: Asked) -> bool {
        let (from, to, kind) = match asked {
            Asked::Step(from, to, kind) => (from, to, kind),
            Asked::Drop(kind, to) => return listed.dropped() == Some(kind) && listed.to() == Some(to),
        };
        let lands = || self.variant.castling_squares(here, listed).map(|squares| squares[2]);
        let there = listed.to() == Some(to) || (!self.variant.castles_freely() && lands() == Some(to));
        listed.from() == Some(from) && listed.promotion() == kind && there
    }
}

/// Whether a reason says something, in one line. A rule's own words stand after its id and a colon.
fn is_readable(reason: &str) -> bool {
    !reason.contains('\n') && !reason.trim_end().ends_with(':') && !reason.trim().is_empty()
}
