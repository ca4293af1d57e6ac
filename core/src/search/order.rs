//! Which move is looked at first.

use super::evaluation::Evaluation;
use super::memory::{Made, Memory};
use crate::engine::rules::Rules;
use crate::engine::state::State;
use crate::engine::word::Word;
use crate::moves::{Form, Move};

/// A move, how it is to be searched, and when.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) played: Move,
    /// The kind that makes it.
    pub(crate) kind: u8,
    /// Whether it takes a man of the other side, or promotes.
    pub(crate) is_forcing: bool,
    rank: i32,
}

/// The move that the table knows.
const KNOWN: i32 = 1 << 28;
/// A capture that does not lose, or a promotion.
const GAIN: i32 = 1 << 24;
const KILLER: i32 = 1 << 20;
/// A capture that loses.
const LOSS: i32 = -(1 << 20);

impl Candidate {
    /// Whether it takes and loses by it.
    pub(crate) fn loses(&self) -> bool {
        self.rank < LOSS / 2
    }

    /// Whether it is one that refuted another move here.
    pub(crate) fn is_killer(&self) -> bool {
        (KILLER / 2..GAIN / 2).contains(&self.rank)
    }

    pub(crate) fn made(&self) -> Made {
        Made { played: self.played, kind: self.kind }
    }
}

/// What moves are ranked by.
pub(crate) struct Ranking<'a, W: Word> {
    pub(crate) rules: &'a Rules<W>,
    pub(crate) evaluation: &'a Evaluation<W>,
    pub(crate) memory: &'a Memory,
    /// Whether rows of captures may be counted without playing them.
    pub(crate) exchanges: bool,
    pub(crate) known: Option<Move>,
    pub(crate) killers: [Option<Move>; 2],
    pub(crate) before: Option<Made>,
}

impl<W: Word> Ranking<'_, W> {
    /// Ranks moves and puts them into a list.
    pub(crate) fn rank(&self, state: &State<W>, moves: &[Move], candidates: &mut Vec<Candidate>) {
        candidates.clear();
        candidates.extend(moves.iter().map(|&played| self.candidate(state, played)));
    }

    fn candidate(&self, state: &State<W>, played: Move) -> Candidate {
        let kind = match played.form {
            Form::Drop => played.extra,
            _ => state.kind_at(played.from),
        };
        // A pass has no man; any kind will do for it.
        let kind = if played.form == Form::Pass { 0 } else { kind };
        let taken = self.rules.taken(state, played);
        let promoted = played.promotion().map(|kind| kind.0);
        let is_forcing = taken.is_some() || promoted.is_some();
        let made = Made { played, kind };
        let rank = if self.known == Some(played) {
            KNOWN
        } else if is_forcing {
            let prey = taken.map_or(0, |taken| self.evaluation.price(self.rules, taken));
            let own = self.evaluation.price(self.rules, kind);
            let gain = promoted.map_or(0, |promoted| self.evaluation.value(promoted) - own);
            let loses =
                self.exchanges && own > prey && gain == 0 && self.evaluation.exchange(self.rules, state, played) < 0;
            let order = 16 * (prey + gain) - own.min(2_000);
            if loses || gain < 0 { LOSS * 2 + order } else { GAIN + order }
        } else {
            match self.killers {
                [Some(first), _] if first == played => KILLER + 1,
                [_, Some(second)] if second == played => KILLER,
                _ => self.memory.of(state.turn(), self.before, made),
            }
        };
        Candidate { played, kind, is_forcing, rank }
    }
}

/// The best of the candidates from a place on is brought to it.
pub(crate) fn pick(candidates: &mut [Candidate], place: usize) -> Candidate {
    let mut best = place;
    for other in place + 1..candidates.len() {
        if candidates[other].rank > candidates[best].rank {
            best = other;
        }
    }
    candidates.swap(place, best);
    candidates[place]
}
