//! What attacks a square, and what stands between attackers and a royal man.

use arrayvec::ArrayVec;

use super::rules::Rules;
use super::state::State;
use super::word::Word;
use crate::color::Color;

/// How many men can be pinned to one royal: one on every ray that leads to it.
pub(crate) const MAX_RAYS: usize = 32;

/// How the men of the side to move may move without leaving their royal attacked.
pub(crate) struct Guard<W> {
    /// Where men that are not royal may go: everywhere, or where they end the check.
    pub(crate) allowed: W,
    /// The men that are pinned.
    pub(crate) pinned: W,
    /// Each pinned man, and the squares to which it may go.
    pins: ArrayVec<(u8, W), MAX_RAYS>,
    /// The one royal, whose targets must not be attacked.
    pub(crate) royal: Option<u8>,
    /// The men that give check.
    pub(crate) checkers: W,
}

impl<W: Word> Guard<W> {
    /// Every man may go everywhere.
    pub(crate) fn open() -> Guard<W> {
        Guard { allowed: !W::EMPTY, pinned: W::EMPTY, pins: ArrayVec::new(), royal: None, checkers: W::EMPTY }
    }

    /// Where a pinned man may go.
    pub(crate) fn pin(&self, man: u8) -> W {
        let own = self.pins.iter().filter(|(pinned, _)| *pinned == man);
        own.fold(!W::EMPTY, |allowed, (_, line)| allowed & *line)
    }
}

impl<W: Word> Rules<W> {
    /// The men of a color that attack a square, on a board so occupied.
    pub(crate) fn attackers(&self, state: &State<W>, square: u8, by: Color, occupied: W) -> W {
        let threats = &self.threats[by.index()];
        let theirs = state.of_color(by);
        let mut attackers = W::EMPTY;
        for (kind, from) in &threats.leapers {
            attackers |= *W::get(from, square) & state.of_kind(*kind);
        }
        for riders in &threats.riders {
            let men = riders.men(state) & theirs;
            if W::get(&riders.reach, square).meets(men) {
                for axis in &riders.axes {
                    attackers |= W::get(axis, square).reach(occupied) & men;
                }
            }
        }
        for &kind in &threats.walkers {
            for man in (state.of_kind(kind) & theirs).squares() {
                if self.movers[by.index()][kind as usize].attack.from(man, occupied).has(square) {
                    attackers |= W::bit(man);
                }
            }
        }
        attackers & theirs
    }

    /// Whether a color attacks a square, on a board so occupied.
    #[inline]
    pub(crate) fn attacked(&self, state: &State<W>, square: u8, by: Color, occupied: W) -> bool {
        let threats = &self.threats[by.index()];
        let theirs = state.of_color(by);
        let mut leapers = W::EMPTY;
        for (kind, from) in &threats.leapers {
            leapers |= *W::get(from, square) & state.of_kind(*kind);
        }
        if leapers.meets(theirs) {
            return true;
        }
        for riders in &threats.riders {
            let men = riders.men(state) & theirs;
            if W::get(&riders.reach, square).meets(men) {
                for axis in &riders.axes {
                    if W::get(axis, square).reach(occupied).meets(men) {
                        return true;
                    }
                }
            }
        }
        !threats.walkers.is_empty() && self.attackers(state, square, by, occupied).meets(theirs)
    }

    /// Whether any of a color's men that may not be left attacked is attacked.
    #[inline]
    pub(crate) fn in_danger(&self, state: &State<W>, color: Color) -> bool {
        let occupied = state.occupied();
        self.check_royals_of(state, color).squares().any(|royal| self.attacked(state, royal, !color, occupied))
    }

    /// How the side to move may move without leaving its one royal on `royal` attacked. Right only where every attack
    /// is a leap or follows a line, which `Presence::test_all` rules out otherwise.
    #[inline]
    pub(crate) fn guard(&self, state: &State<W>, royal: u8) -> Guard<W> {
        let us = state.turn();
        let (own, theirs) = (state.of_color(us), state.of_color(!us));
        let occupied = state.occupied();
        let threats = &self.threats[(!us).index()];
        let mut guard = Guard { royal: Some(royal), ..Guard::open() };
        for (kind, from) in &threats.leapers {
            guard.checkers |= *W::get(from, royal) & state.of_kind(*kind);
        }
        guard.checkers &= theirs;
        let mut blocks = guard.checkers;
        for riders in &threats.riders {
            let men = riders.men(state) & theirs;
            if !W::get(&riders.reach, royal).meets(men) {
                continue;
            }
            for axis in &riders.axes {
                let line = W::get(axis, royal);
                if line.upper.meets(men) {
                    self.look(&mut guard, &mut blocks, own, men, occupied, line.upper, |men| {
                        (men.lowest(), men.up_to_lowest())
                    });
                }
                if line.lower.meets(men) {
                    self.look(&mut guard, &mut blocks, own, men, occupied, line.lower, |men| {
                        (men.highest(), men.highest_and_up())
                    });
                }
            }
        }
        if guard.checkers.without_lowest().is_empty() {
            if !guard.checkers.is_empty() {
                guard.allowed = blocks;
            }
        } else {
            guard.allowed = W::EMPTY;
        }
        guard
    }

    /// Looks along one ray from the royal: a rider that comes first gives check, one behind an own man pins it.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "one ray of `guard`, inlined there")]
    fn look(
        &self,
        guard: &mut Guard<W>,
        blocks: &mut W,
        own: W,
        riders: W,
        occupied: W,
        ray: W,
        nearest: impl Fn(W) -> (u8, W),
    ) {
        let (first, up_to_first) = nearest(ray & occupied);
        if riders.has(first) {
            let line = ray & up_to_first;
            // A man that checks in two ways at once is only stopped where both are.
            *blocks = if guard.checkers.has(first) { *blocks & line } else { *blocks | line };
            guard.checkers |= W::bit(first);
        } else if own.has(first) {
            let rest = ray & occupied & !W::bit(first);
            if rest.is_empty() {
                return;
            }
            let (second, up_to_second) = nearest(rest);
            if riders.has(second) {
                guard.pinned |= W::bit(first);
                guard.pins.push((first, ray & up_to_second));
            }
        }
    }
}
