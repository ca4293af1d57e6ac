//! Generating moves, as sets of targets rather than one by one.

use arrayvec::ArrayVec;

use super::attacks::{Foes, Guard, LentTo};
use super::bans::Banning;
use super::rules::{Promotion, Rules, kinds_of};
use super::state::{NOBODY, State};
use super::tables::{Gait, Mover, Steps};
use super::visitor::{Any, Count, Noting, Origin, Tested, Visitor};
use super::word::{Bits, MOST_KINDS, Word};
use crate::color::Color;
use crate::hook::Choices;
use crate::moves::{Form, Move};

/// Which moves a run of the generator is for.
#[derive(Clone, Copy)]
struct Scope<W> {
    /// Where they end.
    targets: W,
    /// Captures in passing are among them.
    in_passing: bool,
    /// Castling, drops and passes are among them.
    others: bool,
}

impl<W: Word> Scope<W> {
    #[inline(always)]
    fn all() -> Scope<W> {
        Scope { targets: !W::EMPTY, in_passing: true, others: true }
    }

    /// The moves of the scope that take one of some men, with captures in passing.
    fn captures(self, prey: W) -> Scope<W> {
        Scope { targets: self.targets & prey, others: false, ..self }
    }

    /// The moves of the scope that take none of them.
    fn without_captures(self, prey: W) -> Scope<W> {
        Scope { targets: self.targets & !prey, in_passing: false, ..self }
    }
}

impl<W: Word> Rules<W> {
    /// Visits every move that is legal as far as the board goes; hooks that refuse and narrow come later.
    #[inline]
    pub(crate) fn visit_legal<V: Visitor<W>>(&self, state: &State<W>, visitor: &mut V) {
        if self.is_over(state) {
            return;
        }
        if self.hooks.presence.captures_first {
            self.visit_captures_first(state, visitor);
        } else {
            self.visit_scope(state, Scope::all(), visitor);
        }
    }

    /// Adds the legal moves to a list, after hooks have refused and narrowed them. Whether a hook says that the game is
    /// over is not asked.
    pub(crate) fn add_moves(&self, state: &State<W>, moves: &mut Vec<Move>) {
        if self.hooks.presence.list {
            moves.extend(self.moves_if_on(state));
        } else {
            self.visit_legal(state, moves);
        }
    }

    /// Adds those of the legal moves that take a man of the other side.
    pub(crate) fn add_takes(&self, state: &State<W>, moves: &mut Vec<Move>) {
        if self.hooks.presence.list {
            let takes = |candidate: &Move| self.taken(state, *candidate).is_some();
            moves.extend(self.moves_if_on(state).into_iter().filter(takes));
        } else if !self.is_over(state) {
            self.visit_scope(state, Scope::all().captures(state.of_color(!state.turn())), moves);
        }
    }

    /// The kind of the man of the other side that a move takes.
    #[inline(always)]
    pub(crate) fn taken(&self, state: &State<W>, candidate: Move) -> Option<u8> {
        let square = state.captured(candidate)?;
        state.of_color(!state.turn()).has(square).then(|| state.kind_at(square))
    }

    /// Visits the captures of the other side's men, and if there is none, all other moves.
    fn visit_captures_first<V: Visitor<W>>(&self, state: &State<W>, visitor: &mut V) {
        let prey = state.of_color(!state.turn());
        let mut noting = Noting { visitor, any: false };
        self.visit_scope(state, Scope::all().captures(prey), &mut noting);
        if !noting.any {
            self.visit_scope(state, Scope::all().without_captures(prey), visitor);
        }
    }

    #[inline(always)]
    fn visit_scope<V: Visitor<W>>(&self, state: &State<W>, scope: Scope<W>, visitor: &mut V) {
        if self.hooks.presence.exotic {
            self.visit_exotic(state, scope, visitor);
        } else {
            self.visit_survivors::<false, V>(state, scope, visitor);
        }
    }

    /// The same where hooks have a say in what is generated. It is compiled once, not for every visitor.
    #[cold]
    fn visit_exotic(&self, state: &State<W>, scope: Scope<W>, visitor: &mut dyn Visitor<W>) {
        self.visit_survivors::<true, dyn Visitor<W>>(state, scope, visitor);
    }

    #[inline(always)]
    fn visit_survivors<const EXOTIC: bool, V: Visitor<W> + ?Sized>(
        &self,
        state: &State<W>,
        scope: Scope<W>,
        visitor: &mut V,
    ) {
        let presence = self.hooks.presence;
        let us = state.turn();
        let royals = self.check_royals_of(state, us);
        let foes = Foes::new(self, state, !us);
        let open = Guard::open();
        let mut bans = if EXOTIC { self.banning(state) } else { Banning::none() };
        let last = self.hooks.legality_last && state.next_event == 1;
        let tested = presence.test_all || last || !royals.without_lowest().is_empty();
        if tested || (EXOTIC && !self.ban_checks(state, &mut bans)) {
            let mut tested = Tested { rules: self, state, visitor };
            return self.visit::<EXOTIC, _>(state, &foes, &open, scope, &bans, &mut tested);
        }
        let guard =
            if royals.is_empty() { open } else { foes.guard(royals.lowest(), state.of_color(us), state.occupied()) };
        if presence.test_captures {
            let men = state.of_color(Color::White) | state.of_color(Color::Black);
            self.visit::<EXOTIC, V>(state, &foes, &guard, scope.without_captures(men), &bans, visitor);
            let mut tested = Tested { rules: self, state, visitor };
            // What gives check on this board may not do so on the one after the capture.
            bans.checks = None;
            self.visit::<EXOTIC, _>(state, &foes, &Guard::open(), scope.captures(men), &bans, &mut tested);
        } else {
            self.visit::<EXOTIC, V>(state, &foes, &guard, scope, &bans, visitor);
        }
    }

    /// Every move that men can make, legal or not, banned or not.
    pub(crate) fn pseudo_legal(&self, state: &State<W>) -> Vec<Move> {
        let foes = Foes::new(self, state, !state.turn());
        let mut moves = Vec::new();
        self.visit::<true, dyn Visitor<W>>(state, &foes, &Guard::open(), Scope::all(), &Banning::none(), &mut moves);
        moves
    }

    /// The legal moves, after hooks have refused and narrowed them. There are none when a hook says that the game is over.
    pub(crate) fn legal_moves(&self, state: &State<W>) -> Vec<Move> {
        if self.has_ended(state) {
            return Vec::new();
        }
        self.moves_if_on(state)
    }

    /// The legal moves, whether or not a hook says that the game is over.
    pub(crate) fn moves_if_on(&self, state: &State<W>) -> Vec<Move> {
        let mut moves = self.moves_to_choose_from(state);
        for named in &self.hooks.choice {
            named.hook.narrow(&self.view(state), &mut Choices::new(&mut moves, None));
        }
        moves
    }

    /// The hook that takes a legal move out of the list, and its reason.
    pub(crate) fn narrowed(&self, state: &State<W>, candidate: Move) -> Option<(&str, String)> {
        let mut moves = self.moves_to_choose_from(state);
        self.hooks.choice.iter().find_map(|named| {
            let mut choices = Choices::new(&mut moves, Some(candidate));
            named.hook.narrow(&self.view(state), &mut choices);
            Some((named.rule.as_str(), choices.into_reason()?))
        })
    }

    /// The legal moves before hooks have narrowed them as a whole.
    fn moves_to_choose_from(&self, state: &State<W>) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        if !self.is_over(state) {
            self.visit_scope(state, Scope::all(), &mut moves);
        }
        if !self.hooks.pre_move.is_empty() {
            moves.retain(|&candidate| self.refused(state, candidate).is_none());
        }
        moves
    }

    /// How many legal moves there are.
    #[inline]
    pub(crate) fn count_legal(&self, state: &State<W>) -> u64 {
        if self.has_ended(state) {
            return 0;
        }
        if self.hooks.presence.list {
            return self.moves_if_on(state).len() as u64;
        }
        let mut count = Count(0);
        self.visit_legal(state, &mut count);
        count.0
    }

    /// Whether there is a legal move, whether or not a hook says that the game is over.
    pub(crate) fn has_legal(&self, state: &State<W>) -> bool {
        if self.hooks.presence.list {
            return !self.moves_if_on(state).is_empty();
        }
        let mut any = Any(false);
        self.visit_legal(state, &mut any);
        any.0
    }

    /// Visits the moves of a scope. Without `EXOTIC` there are no bans, loans, drops, passes and captures of own men.
    #[inline(always)]
    fn visit<const EXOTIC: bool, V: Visitor<W> + ?Sized>(
        &self,
        state: &State<W>,
        foes: &Foes<'_, W>,
        guard: &Guard<W>,
        scope: Scope<W>,
        bans: &Banning<'_, W>,
        visitor: &mut V,
    ) {
        let us = state.turn();
        let own = state.of_color(us);
        let occupied = state.occupied();
        let barred = if EXOTIC { own & !kinds_of(&self.own_prey, state) } else { own };
        let mut targets = scope.targets & !barred;
        if EXOTIC {
            targets &= !bans.to;
        }
        let (asked, safe) = (W::EMPTY, W::EMPTY);
        let mut scene = Scene { state, foes, own, barred, occupied, guard, targets, bans, asked, safe };
        let movers = &self.movers[us.index()];
        let mut others = own;
        if EXOTIC {
            others &= !bans.from;
        }
        if let Some(royal) = guard.royal {
            if others.has(royal) {
                let mover = &movers[state.kind_at(royal) as usize];
                (scene.asked, scene.safe) = self.visit_royal::<EXOTIC, V>(&scene, mover, royal, visitor);
            }
            if guard.allowed.is_empty() {
                return;
            }
            others &= !W::bit(royal);
        }
        let bound = scene.bound::<EXOTIC>();
        let allowed = scene.targets & guard.allowed;
        for (kind, mover) in movers.iter().enumerate() {
            let men = state.of_kind(kind as u8) & others;
            if men.is_empty() {
                continue;
            }
            let free = (men & !bound).squares();
            let allowed = if EXOTIC { allowed & bans.allowed_to(kind as u8) } else { allowed };
            match &mover.gait {
                Gait::Steps => {
                    self.visit_steps::<EXOTIC, V>(&scene, kind as u8, mover, men, allowed, visitor);
                    continue;
                }
                Gait::Leaps => walk(visitor, free, allowed, |from| *W::get(&mover.attack.leaps, from)),
                Gait::Slides(slide) => walk(visitor, free, allowed, |from| slide.reach(from, occupied)),
                Gait::SlidesTwice(one, other) => {
                    walk(visitor, free, allowed, |from| one.reach(from, occupied) | other.reach(from, occupied));
                }
                Gait::Any => {
                    let promotion = self.promotion[us.index()][kind].as_ref();
                    for from in free {
                        let targets = scene.reach(mover, from) & allowed;
                        scene.offer::<EXOTIC, V>(visitor, Origin::Square(from), targets, promotion);
                    }
                }
            }
            for from in (men & bound).squares() {
                let targets = scene.reach(mover, from) & allowed & scene.limit::<EXOTIC>(from);
                let promotion = self.promotion[us.index()][kind].as_ref();
                scene.offer::<EXOTIC, V>(visitor, Origin::Square(from), targets, promotion);
            }
            if visitor.is_done() {
                return;
            }
        }
        if scope.in_passing && state.en_passant().is_some() {
            self.visit_en_passant(state, |candidate| {
                // Two men leave the rank at once, which pins do not tell of.
                let allowed = !EXOTIC || !bans.forbid(candidate, candidate.to);
                let is_known = guard.royal.is_none() && !(EXOTIC && bans.checks.is_some());
                if allowed && (is_known || self.survives(state, candidate).is_ok()) {
                    visitor.one(candidate);
                }
            });
        }
        if scope.others && state.rights().meets(own) && guard.checkers.is_empty() {
            self.visit_castling::<EXOTIC, V>(&scene, visitor);
        }
        if EXOTIC {
            self.visit_others(&scene, scope, visitor);
        }
    }

    /// Visits what only hooks and rules bring: moves by lent movements, drops, and passes.
    fn visit_others<V: Visitor<W> + ?Sized>(&self, scene: &Scene<'_, W>, scope: Scope<W>, visitor: &mut V) {
        let (state, guard) = (scene.state, scene.guard);
        let us = state.turn();
        let loans = &scene.foes.loans;
        let lent = loans.iter().fold(W::EMPTY, |men, loan| men | loan.men) & scene.own & !scene.bans.from;
        for from in lent.squares() {
            let kind = state.kind_at(from) as usize;
            let theirs = loans.iter().filter(|loan| loan.men.has(from));
            let reach =
                |loan: &LentTo<W>| scene.reach(&self.lent[us.index()][loan.movement as usize], from) & loan.targets;
            let lent = theirs.fold(W::EMPTY, |reached, loan| reached | reach(loan));
            // What the man reaches by itself is one move, not two.
            let targets = lent & !scene.reach(&self.movers[us.index()][kind], from) & scene.limit::<true>(from);
            scene.offer::<true, V>(visitor, Origin::Square(from), targets, self.promotion[us.index()][kind].as_ref());
        }
        if !scope.others {
            return;
        }
        if let Some(zones) = &self.drops {
            let empty = self.board & !scene.occupied & guard.allowed & scene.targets;
            for (kind, &zone) in zones[us.index()].iter().enumerate().filter(|&(kind, _)| state.hand(us)[kind] > 0) {
                visitor.drops(zone & empty & scene.bans.allowed_to(kind as u8), kind as u8);
            }
        }
        if self.may_pass && guard.checkers.is_empty() {
            visitor.one(Move { form: Form::Pass, from: 0, to: 0, extra: 0 });
        }
    }

    /// Visits the steps of the one royal. Returns the squares that were asked about, and which of them are safe.
    #[inline(always)]
    fn visit_royal<const EXOTIC: bool, V: Visitor<W> + ?Sized>(
        &self,
        scene: &Scene<'_, W>,
        mover: &Mover<W>,
        royal: u8,
        visitor: &mut V,
    ) -> (W, W) {
        let without = scene.occupied & !W::bit(royal);
        let mut targets = scene.reach(mover, royal);
        if EXOTIC {
            targets &=
                scene.bans.allowed_to(scene.state.kind_at(royal)) & scene.bans.allowed_from(royal, scene.occupied);
        }
        // A few squares are soon asked about; for more it pays to know all that is attacked.
        let few = targets.without_lowest().without_lowest().is_empty();
        let safe = if few {
            let safe = targets.squares().filter(|&to| !scene.foes.attack(to, without));
            safe.fold(W::EMPTY, |safe, to| safe | W::bit(to))
        } else {
            targets & !scene.foes.attacked(without)
        };
        visitor.walks(Origin::Square(royal), safe);
        (targets, safe)
    }

    #[inline(always)]
    fn visit_steps<const EXOTIC: bool, V: Visitor<W> + ?Sized>(
        &self,
        scene: &Scene<'_, W>,
        kind: u8,
        mover: &Mover<W>,
        men: W,
        allowed: W,
        visitor: &mut V,
    ) {
        let Some(steps) = &mover.steps else { return };
        let promotion = self.promotion[scene.state.turn().index()][kind as usize].as_ref();
        let bound = scene.bound::<EXOTIC>();
        self.steps_of::<EXOTIC, V>(scene, kind, steps, promotion, men & !bound, allowed, visitor);
        for from in (men & bound).squares() {
            let allowed = allowed & scene.limit::<EXOTIC>(from);
            self.steps_of::<EXOTIC, V>(scene, kind, steps, promotion, W::bit(from), allowed, visitor);
        }
    }

    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "the body of `visit_steps`, for men that share their allowed targets")]
    fn steps_of<const EXOTIC: bool, V: Visitor<W> + ?Sized>(
        &self,
        scene: &Scene<'_, W>,
        kind: u8,
        steps: &Steps<W>,
        promotion: Option<&Promotion<W>>,
        men: W,
        allowed: W,
        visitor: &mut V,
    ) {
        let empty = self.board & !scene.occupied;
        let prey = scene.occupied & !scene.barred;
        for shift in &steps.quiet {
            let targets = (men & shift.from).shift(shift.by) & empty & allowed;
            scene.offer::<EXOTIC, V>(visitor, Origin::Behind(shift.by), targets, promotion);
        }
        for shift in &steps.captures {
            let targets = (men & shift.from).shift(shift.by) & prey & allowed;
            scene.offer::<EXOTIC, V>(visitor, Origin::Behind(shift.by), targets, promotion);
        }
        for (index, double) in steps.doubles.iter().enumerate() {
            let middle = (men & double.from).shift(double.first) & empty;
            let mut targets = middle.shift(double.second) & empty & allowed;
            let origin = Origin::Behind(double.first + double.second);
            if !self.passing.contains(&kind) {
                scene.offer::<EXOTIC, V>(visitor, origin, targets, promotion);
                continue;
            }
            if let Some(promotion) = promotion.filter(|_| double.promotes) {
                scene.promote::<EXOTIC, V>(visitor, origin, targets & promotion.zone(), promotion);
                targets &= !promotion.must;
            }
            visitor.doubles(origin, targets, index as u8);
        }
    }

    /// Every capture in passing that men can make, legal or not.
    pub(crate) fn visit_en_passant(&self, state: &State<W>, mut visit: impl FnMut(Move)) {
        let Some((target, _)) = state.en_passant() else {
            return;
        };
        let us = state.turn();
        for &kind in &self.passing {
            let Some(steps) = &self.movers[us.index()][kind as usize].steps else {
                continue;
            };
            for shift in &steps.captures {
                let from = W::bit(target).shift(-shift.by) & shift.from & state.of_kind(kind) & state.of_color(us);
                if from.is_empty() {
                    continue;
                }
                let capture = Move { form: Form::EnPassant, from: from.lowest(), to: target, extra: 0 };
                let promotion = self.promotion[us.index()][kind as usize].as_ref();
                if promotion.is_none_or(|promotion| !promotion.must.has(target)) {
                    visit(capture);
                }
                if let Some(promotion) = promotion.filter(|promotion| promotion.zone().has(target)) {
                    promotion.to.iter().for_each(|kind| visit(Move { extra: kind + 1, ..capture }));
                }
            }
        }
    }
}

/// What a run of the generator looks at.
pub(super) struct Scene<'a, W: Word> {
    pub(super) state: &'a State<W>,
    pub(super) foes: &'a Foes<'a, W>,
    pub(super) own: W,
    /// The own men that cannot be taken by their own side.
    barred: W,
    pub(super) occupied: W,
    pub(super) guard: &'a Guard<W>,
    /// Where moves of the run's scope may end.
    targets: W,
    pub(super) bans: &'a Banning<'a, W>,
    /// The squares next to the one royal that were asked about, and which of them are not attacked.
    pub(super) asked: W,
    pub(super) safe: W,
}

impl<W: Word> Scene<'_, W> {
    /// The men that may not go everywhere where the others may: they are pinned, or bans are laid on their squares.
    #[inline(always)]
    fn bound<const EXOTIC: bool>(&self) -> W {
        if EXOTIC { self.guard.pinned | self.bans.bound() } else { self.guard.pinned }
    }

    /// Where a man that is bound may go.
    fn limit<const EXOTIC: bool>(&self, man: u8) -> W {
        let pin = self.guard.royal.map_or(!W::EMPTY, |royal| self.foes.pin(royal, man, self.occupied));
        if EXOTIC { pin & self.bans.allowed_from(man, self.occupied) } else { pin }
    }

    /// Offers targets to a visitor: as promotions where the man must or may promote.
    #[inline(always)]
    fn offer<const EXOTIC: bool, V: Visitor<W> + ?Sized>(
        &self,
        visitor: &mut V,
        origin: Origin,
        targets: W,
        promotion: Option<&Promotion<W>>,
    ) {
        let Some(promotion) = promotion else {
            return visitor.walks(origin, targets);
        };
        let promoting = targets & promotion.zone();
        visitor.walks(origin, targets & !promotion.must);
        if !promoting.is_empty() {
            self.promote::<EXOTIC, V>(visitor, origin, promoting, promotion);
        }
    }

    /// Offers promotions to all kinds that are not banned.
    #[inline(always)]
    fn promote<const EXOTIC: bool, V: Visitor<W> + ?Sized>(
        &self,
        visitor: &mut V,
        origin: Origin,
        targets: W,
        promotion: &Promotion<W>,
    ) {
        if EXOTIC && self.bans.promotions != 0 {
            let kinds: ArrayVec<u8, MOST_KINDS> =
                promotion.to.iter().copied().filter(|&kind| !self.bans.forbid_promotion(kind)).collect();
            visitor.promotions(origin, targets, &kinds);
        } else {
            visitor.promotions(origin, targets, &promotion.to);
        }
    }

    /// Where a man may go as far as its movement says.
    #[inline(always)]
    fn reach(&self, mover: &Mover<W>, from: u8) -> W {
        let attacked = mover.attack.from(from, self.occupied);
        let reached = match &mover.quiet {
            None => attacked,
            Some(quiet) => (attacked & self.occupied) | (quiet.from(from, self.occupied) & !self.occupied),
        };
        reached & self.targets
    }
}

/// Offers where each of some men goes, as far as it is allowed.
#[inline(always)]
fn walk<W: Word, V: Visitor<W> + ?Sized>(visitor: &mut V, men: Bits<W>, allowed: W, reach: impl Fn(u8) -> W) {
    for from in men {
        visitor.walks(Origin::Square(from), reach(from) & allowed);
    }
}

impl<W: Word> State<W> {
    /// Whether a move takes something: for en passant, the pawn beside.
    pub(crate) fn captured(&self, candidate: Move) -> Option<u8> {
        match candidate.form {
            Form::Walk | Form::DoubleStep => (self.kind_at(candidate.to) != NOBODY).then_some(candidate.to),
            Form::EnPassant => self.en_passant().map(|(_, victim)| victim),
            Form::Castle | Form::Drop | Form::Pass => None,
        }
    }
}
