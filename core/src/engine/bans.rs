//! Refusals by sets of squares.

use super::rules::Rules;
use super::state::State;
use super::word::Word;
use crate::hook::{Banned, Bans};
use crate::moves::Move;
use crate::piece::Kind;
use crate::square::Square;

/// All that hooks forbid in one position.
pub(crate) struct Banning<W> {
    /// Where no move may end.
    pub(crate) to: W,
    /// What no man may leave.
    pub(crate) from: W,
    /// Steps from some squares to others.
    steps: Vec<(W, W)>,
    /// The squares from which some of these steps start.
    pub(crate) bound: W,
    /// A bit for every kind that nothing may become.
    pub(crate) promotions: u32,
}

impl<W: Word> Banning<W> {
    /// Everything is allowed.
    #[inline(always)]
    pub(crate) fn none() -> Banning<W> {
        Banning { to: W::EMPTY, from: W::EMPTY, steps: Vec::new(), bound: W::EMPTY, promotions: 0 }
    }

    /// Where a man may go from a square, as far as steps are banned one by one.
    pub(crate) fn allowed(&self, from: u8) -> W {
        let bans = self.steps.iter().filter(|(banned, _)| banned.has(from));
        bans.fold(!W::EMPTY, |allowed, &(_, to)| allowed & !to)
    }

    /// Whether nothing may become a man of this kind.
    pub(crate) fn forbid_promotion(&self, kind: u8) -> bool {
        self.promotions >> kind & 1 != 0
    }

    /// Whether a move that lands on a square is banned. A castling lands where its king does.
    pub(crate) fn forbid(&self, candidate: Move, lands: u8) -> bool {
        let leaves = |from: Square| self.from.has(from.0) || !self.allowed(from.0).has(lands);
        self.to.has(lands)
            || candidate.from().is_some_and(leaves)
            || candidate.promotion().is_some_and(|kind| self.forbid_promotion(kind.0))
    }
}

impl<W: Word> Rules<W> {
    /// All that hooks forbid in a position.
    #[cold]
    pub(crate) fn banning(&self, state: &State<W>) -> Banning<W> {
        let mut banning = Banning::none();
        if self.hooks.forbid.is_empty() {
            return banning;
        }
        let mut bans = Bans::default();
        self.hooks.forbid.iter().for_each(|named| named.hook.forbid(&self.view(state), &mut bans));
        for (banned, _) in bans.list {
            match banned {
                Banned::Steps { from, to } => {
                    let (from, to) = (W::from_set(from) & self.board, W::from_set(to) & self.board);
                    if from == self.board {
                        banning.to |= to;
                    } else if to == self.board {
                        banning.from |= from;
                    } else {
                        banning.steps.push((from, to));
                        banning.bound |= from;
                    }
                }
                Banned::Promotion(Kind(kind)) => banning.promotions |= 1 << kind,
            }
        }
        banning
    }

    /// The rule whose hook bans a move, and its reason.
    pub(crate) fn banned(&self, state: &State<W>, candidate: Move) -> Option<(&str, String)> {
        let squares = candidate.castling().and_then(|index| self.castling_squares(state, candidate.to, index));
        let lands = squares.map_or(candidate.to()?, |[_, _, king_to, _]| Square(king_to));
        let holds = |banned: Banned| match banned {
            Banned::Steps { from, to } => {
                let everywhere = (self.geometry.squares() - from).is_empty();
                to.contains(lands) && candidate.from().map_or(everywhere, |square| from.contains(square))
            }
            Banned::Promotion(kind) => candidate.promotion() == Some(kind),
        };
        self.hooks.forbid.iter().find_map(|named| {
            let mut bans = Bans::default();
            named.hook.forbid(&self.view(state), &mut bans);
            let (_, reason) = bans.list.into_iter().find(|(banned, _)| holds(*banned))?;
            Some((named.rule.as_str(), reason.to_owned()))
        })
    }
}
