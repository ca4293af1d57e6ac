//! Refusals by sets of squares.

use super::attacks::Foes;
use super::rules::Rules;
use super::state::State;
use super::word::Word;
use crate::hook::{Banned, Bans};
use crate::moves::Move;
use crate::piece::Kind;
use crate::square::Square;

/// All that hooks forbid in one position.
pub(crate) struct Banning<'a, W: Word> {
    /// Where no move may end.
    pub(crate) to: W,
    /// What no man may leave.
    pub(crate) from: W,
    /// Steps from some squares to others.
    steps: Vec<(W, W)>,
    /// The squares from which some of these steps start.
    starts: W,
    /// A bit for every kind that nothing may become.
    pub(crate) promotions: u32,
    /// Where no check may be given, and moves need not be played to be judged: what would give it.
    pub(crate) checks: Option<Checks<'a, W>>,
}

/// What would give check to the one royal man of the other side.
pub(crate) struct Checks<'a, W: Word> {
    /// The side that is to move.
    movers: Foes<'a, W>,
    royal: u8,
    /// By kind: from where its men would give check.
    from: W::PerKind,
    /// The men that stand alone between a rider of their own side and the royal man.
    discoverers: W,
}

impl<'a, W: Word> Banning<'a, W> {
    /// Everything is allowed.
    #[inline(always)]
    pub(crate) fn none() -> Banning<'a, W> {
        Banning { to: W::EMPTY, from: W::EMPTY, steps: Vec::new(), starts: W::EMPTY, promotions: 0, checks: None }
    }

    /// The men that may not go everywhere where others of their kind may.
    pub(crate) fn bound(&self) -> W {
        self.checks.as_ref().map_or(self.starts, |checks| self.starts | checks.discoverers)
    }

    /// Where men of a kind may go, as far as they would give check there.
    pub(crate) fn allowed_to(&self, kind: u8) -> W {
        self.checks.as_ref().map_or(!W::EMPTY, |checks| !checks.from.as_ref()[kind as usize])
    }

    /// Where a man may go from a square, as far as its steps are banned one by one or uncover an attack.
    pub(crate) fn allowed_from(&self, from: u8, occupied: W) -> W {
        let allowed = self.steps_allowed(from);
        match &self.checks {
            Some(checks) if checks.discoverers.has(from) => allowed & checks.movers.pin(checks.royal, from, occupied),
            _ => allowed,
        }
    }

    fn steps_allowed(&self, from: u8) -> W {
        let bans = self.steps.iter().filter(|(banned, _)| banned.has(from));
        bans.fold(!W::EMPTY, |allowed, &(_, to)| allowed & !to)
    }

    /// Whether nothing may become a man of this kind.
    pub(crate) fn forbid_promotion(&self, kind: u8) -> bool {
        self.promotions >> kind & 1 != 0
    }

    /// Whether hooks ban a move that lands on a square. A castling lands where its king does.
    pub(crate) fn forbid(&self, candidate: Move, lands: u8) -> bool {
        let leaves = |from: Square| self.from.has(from.0) || !self.steps_allowed(from.0).has(lands);
        self.to.has(lands)
            || candidate.from().is_some_and(leaves)
            || candidate.promotion().is_some_and(|kind| self.forbid_promotion(kind.0))
    }
}

impl<W: Word> Rules<W> {
    /// All that hooks forbid in a position.
    #[cold]
    pub(crate) fn banning<'a>(&'a self, state: &'a State<W>) -> Banning<'a, W> {
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
                        banning.starts |= from;
                    }
                }
                Banned::Promotion(Kind(kind)) => banning.promotions |= 1 << kind,
            }
        }
        banning
    }

    /// Bans every check where none may be given, and says whether sets can tell which moves give it: by leaps and along
    /// lines, to one royal man, and by no man that may become another.
    pub(crate) fn ban_checks<'a>(&'a self, state: &'a State<W>, banning: &mut Banning<'a, W>) -> bool {
        let us = state.turn();
        let own = state.of_color(us);
        let royals = self.check_royals_of(state, !us);
        if self.hooks.no_checks.is_none() || royals.is_empty() {
            return true;
        }
        let mut promotion = self.promotion[us.index()].iter().zip(0..);
        let promotes = promotion.any(|(promotion, kind)| promotion.is_some() && state.of_kind(kind).meets(own));
        let movers = Foes::new(self, state, us);
        if promotes || movers.needs_walking() || !royals.without_lowest().is_empty() {
            return false;
        }
        let royal = royals.lowest();
        let guard = movers.guard(royal, own, state.occupied());
        // Who gives check already might go on giving it from farther away.
        if !guard.checkers.is_empty() {
            return false;
        }
        let from = movers.attacks_by_kind(royal, state.occupied());
        banning.checks = Some(Checks { movers, royal, from, discoverers: guard.pinned });
        true
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
