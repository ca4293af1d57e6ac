//! Generating moves, as sets of targets rather than one by one.

use arrayvec::ArrayVec;

use super::attacks::{Foes, Guard, LentTo};
use super::bans::Banning;
use super::rules::{Castling, Promotion, Rules, Way, kinds_of};
use super::state::{NOBODY, State};
use super::tables::{Gait, Mover, Steps};
use super::word::{Bits, MOST_KINDS, Word};
use crate::hook::Choices;
use crate::moves::{Form, Move};
use crate::square::Geometry;

/// Where the men of a set of targets come from.
#[derive(Clone, Copy)]
pub(crate) enum Origin {
    /// All from one square.
    Square(u8),
    /// Each from the square whose number is less by this.
    Behind(i16),
}

impl Origin {
    #[inline(always)]
    pub(crate) fn of(self, to: u8) -> u8 {
        match self {
            Origin::Square(from) => from,
            Origin::Behind(by) => (to as i16 - by) as u8,
        }
    }
}

/// What is done with the moves that are generated.
pub(crate) trait Visitor<W: Word> {
    /// A man may go to each of these squares.
    fn walks(&mut self, origin: Origin, targets: W);
    /// A man may go to each of these squares, and becomes one of these kinds.
    fn promotions(&mut self, origin: Origin, targets: W, kinds: &[u8]);
    /// A pawn may make its double step of this number to each of these squares.
    #[inline(always)]
    fn doubles(&mut self, origin: Origin, targets: W, number: u8) {
        for to in targets.squares() {
            self.one(Move { form: Form::DoubleStep, from: origin.of(to), to, extra: number });
        }
    }
    /// A man of a kind in hand may be dropped on each of these squares.
    fn drops(&mut self, targets: W, kind: u8) {
        for to in targets.squares() {
            self.one(Move { form: Form::Drop, from: 0, to, extra: kind });
        }
    }
    /// One move of another form.
    fn one(&mut self, candidate: Move);
    /// Whether the visitor has seen enough.
    fn is_done(&self) -> bool {
        false
    }
}

/// Counts moves.
pub(crate) struct Count(pub(crate) u64);

impl<W: Word> Visitor<W> for Count {
    #[inline(always)]
    fn walks(&mut self, _: Origin, targets: W) {
        self.0 += targets.count() as u64;
    }

    fn promotions(&mut self, _: Origin, targets: W, kinds: &[u8]) {
        self.0 += targets.count() as u64 * kinds.len() as u64;
    }

    #[inline(always)]
    fn doubles(&mut self, _: Origin, targets: W, _: u8) {
        self.0 += targets.count() as u64;
    }

    fn drops(&mut self, targets: W, _: u8) {
        self.0 += targets.count() as u64;
    }

    #[inline(always)]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Asks whether there is a move at all.
pub(crate) struct Any(pub(crate) bool);

impl<W: Word> Visitor<W> for Any {
    fn walks(&mut self, _: Origin, targets: W) {
        self.0 |= !targets.is_empty();
    }

    fn promotions(&mut self, _: Origin, targets: W, kinds: &[u8]) {
        self.0 |= !targets.is_empty() && !kinds.is_empty();
    }

    fn one(&mut self, _: Move) {
        self.0 = true;
    }

    fn is_done(&self) -> bool {
        self.0
    }
}

impl<W: Word> Visitor<W> for Vec<Move> {
    #[inline(always)]
    fn walks(&mut self, origin: Origin, targets: W) {
        self.extend(targets.squares().map(|to| Move::walk(origin.of(to), to)));
    }

    fn promotions(&mut self, origin: Origin, targets: W, kinds: &[u8]) {
        for to in targets.squares() {
            self.extend(kinds.iter().map(|kind| Move { extra: kind + 1, ..Move::walk(origin.of(to), to) }));
        }
    }

    #[inline(always)]
    fn one(&mut self, candidate: Move) {
        self.push(candidate);
    }
}

/// Passes on only the moves that are legal when they are played.
struct Tested<'a, W: Word, V: ?Sized> {
    rules: &'a Rules<W>,
    state: &'a State<W>,
    visitor: &'a mut V,
}

impl<W: Word, V: Visitor<W> + ?Sized> Visitor<W> for Tested<'_, W, V> {
    fn walks(&mut self, origin: Origin, targets: W) {
        for to in targets.squares() {
            self.one(Move::walk(origin.of(to), to));
        }
    }

    fn promotions(&mut self, origin: Origin, targets: W, kinds: &[u8]) {
        for to in targets.squares() {
            for kind in kinds {
                self.one(Move { extra: kind + 1, ..Move::walk(origin.of(to), to) });
            }
        }
    }

    fn one(&mut self, candidate: Move) {
        if !self.is_done() && self.rules.survives(self.state, candidate).is_ok() {
            self.visitor.one(candidate);
        }
    }

    fn is_done(&self) -> bool {
        self.visitor.is_done()
    }
}

/// Which moves a run of the generator is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    All,
    Captures,
    Quiet,
}

impl<W: Word> Rules<W> {
    /// Visits every move that is legal as far as the board goes; hooks that refuse and narrow come later.
    #[inline]
    pub(crate) fn visit_legal<V: Visitor<W>>(&self, state: &State<W>, visitor: &mut V) {
        if self.is_over(state) {
            return;
        }
        if self.hooks.presence.exotic {
            self.visit_exotic(state, visitor);
        } else {
            self.visit_survivors::<false, V>(state, visitor);
        }
    }

    /// The same where hooks have a say in what is generated. It is compiled once, not for every visitor.
    #[cold]
    fn visit_exotic(&self, state: &State<W>, visitor: &mut dyn Visitor<W>) {
        self.visit_survivors::<true, dyn Visitor<W>>(state, visitor);
    }

    #[inline(always)]
    fn visit_survivors<const EXOTIC: bool, V: Visitor<W> + ?Sized>(&self, state: &State<W>, visitor: &mut V) {
        let presence = self.hooks.presence;
        let us = state.turn();
        let royals = self.check_royals_of(state, us);
        let foes = Foes::new(self, state, !us);
        let open = Guard::open();
        let bans = if EXOTIC { self.banning(state) } else { Banning::none() };
        let last = self.hooks.legality_last && state.next_event == 1;
        if presence.test_all || last || !royals.without_lowest().is_empty() {
            let mut tested = Tested { rules: self, state, visitor };
            return self.visit::<EXOTIC, _>(state, &foes, &open, Scope::All, &bans, &mut tested);
        }
        let guard =
            if royals.is_empty() { open } else { foes.guard(royals.lowest(), state.of_color(us), state.occupied()) };
        if presence.test_captures {
            self.visit::<EXOTIC, V>(state, &foes, &guard, Scope::Quiet, &bans, visitor);
            let mut tested = Tested { rules: self, state, visitor };
            self.visit::<EXOTIC, _>(state, &foes, &Guard::open(), Scope::Captures, &bans, &mut tested);
        } else {
            self.visit::<EXOTIC, V>(state, &foes, &guard, Scope::All, &bans, visitor);
        }
    }

    /// Every move that men can make, legal or not, banned or not.
    pub(crate) fn pseudo_legal(&self, state: &State<W>) -> Vec<Move> {
        let foes = Foes::new(self, state, !state.turn());
        let mut moves = Vec::new();
        self.visit::<true, dyn Visitor<W>>(state, &foes, &Guard::open(), Scope::All, &Banning::none(), &mut moves);
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
        self.visit_legal(state, &mut moves);
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
        scope: Scope,
        bans: &Banning<W>,
        visitor: &mut V,
    ) {
        let us = state.turn();
        let own = state.of_color(us);
        let occupied = state.occupied();
        let barred = if EXOTIC { own & !kinds_of(&self.own_prey, state) } else { own };
        let mut targets = match scope {
            Scope::All => !barred,
            Scope::Captures => occupied & !barred,
            Scope::Quiet => !occupied,
        };
        if EXOTIC {
            targets &= !bans.to;
        }
        let scene = Scene { state, foes, own, barred, occupied, guard, targets, bans };
        let movers = &self.movers[us.index()];
        let mut others = own;
        if EXOTIC {
            others &= !bans.from;
        }
        if let Some(royal) = guard.royal {
            if others.has(royal) {
                self.visit_royal::<EXOTIC, V>(&scene, &movers[state.kind_at(royal) as usize], royal, visitor);
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
            match &mover.gait {
                Gait::Steps => {
                    self.visit_steps::<EXOTIC, V>(&scene, kind as u8, mover, men, visitor);
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
                        let targets = scene.reach(mover, from) & guard.allowed;
                        scene.offer::<EXOTIC, V>(visitor, Origin::Square(from), targets, promotion);
                    }
                }
            }
            for from in (men & bound).squares() {
                let targets = scene.reach(mover, from) & guard.allowed & scene.limit::<EXOTIC>(from);
                scene.offer::<EXOTIC, V>(
                    visitor,
                    Origin::Square(from),
                    targets,
                    self.promotion[us.index()][kind].as_ref(),
                );
            }
            if visitor.is_done() {
                return;
            }
        }
        if scope != Scope::Quiet && state.en_passant().is_some() {
            self.visit_en_passant(state, |candidate| {
                // Two men leave the rank at once, which pins do not tell of.
                let allowed = !EXOTIC || !bans.forbid(candidate, candidate.to);
                if allowed && (guard.royal.is_none() || self.survives(state, candidate).is_ok()) {
                    visitor.one(candidate);
                }
            });
        }
        if scope != Scope::Captures && state.rights().meets(own) && guard.checkers.is_empty() {
            self.visit_castling::<EXOTIC, V>(&scene, visitor);
        }
        if EXOTIC {
            self.visit_others(&scene, scope, visitor);
        }
    }

    /// Visits what only hooks and rules bring: moves by lent movements, drops, and passes.
    fn visit_others<V: Visitor<W> + ?Sized>(&self, scene: &Scene<'_, W>, scope: Scope, visitor: &mut V) {
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
        if scope == Scope::Captures {
            return;
        }
        if let Some(zones) = &self.drops {
            let empty = self.board & !scene.occupied & guard.allowed & scene.targets;
            for (kind, &zone) in zones[us.index()].iter().enumerate().filter(|&(kind, _)| state.hand(us)[kind] > 0) {
                visitor.drops(zone & empty, kind as u8);
            }
        }
        if self.may_pass && guard.checkers.is_empty() {
            visitor.one(Move { form: Form::Pass, from: 0, to: 0, extra: 0 });
        }
    }

    #[inline(always)]
    fn visit_royal<const EXOTIC: bool, V: Visitor<W> + ?Sized>(
        &self,
        scene: &Scene<'_, W>,
        mover: &Mover<W>,
        royal: u8,
        visitor: &mut V,
    ) {
        let without = scene.occupied & !W::bit(royal);
        let mut safe = W::EMPTY;
        let mut targets = scene.reach(mover, royal);
        if EXOTIC {
            targets &= scene.bans.allowed(royal);
        }
        // One square is soon asked about; for several it pays to know all that leapers attack.
        let several = !targets.without_lowest().is_empty();
        for to in targets.squares() {
            let attacked = if several { scene.foes.threaten(to, without) } else { scene.foes.attack(to, without) };
            if !attacked {
                safe |= W::bit(to);
            }
        }
        visitor.walks(Origin::Square(royal), safe);
    }

    #[inline(always)]
    fn visit_steps<const EXOTIC: bool, V: Visitor<W> + ?Sized>(
        &self,
        scene: &Scene<'_, W>,
        kind: u8,
        mover: &Mover<W>,
        men: W,
        visitor: &mut V,
    ) {
        let Some(steps) = &mover.steps else { return };
        let promotion = self.promotion[scene.state.turn().index()][kind as usize].as_ref();
        let guard = scene.guard;
        let bound = scene.bound::<EXOTIC>();
        self.steps_of::<EXOTIC, V>(scene, kind, steps, promotion, men & !bound, guard.allowed, visitor);
        for from in (men & bound).squares() {
            let allowed = guard.allowed & scene.limit::<EXOTIC>(from);
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
        let allowed = allowed & scene.targets;
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
            if !self.passes[kind as usize] {
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
        for (kind, mover) in self.movers[us.index()].iter().enumerate() {
            let Some(steps) = mover.steps.as_ref().filter(|_| self.passes[kind]) else {
                continue;
            };
            for shift in &steps.captures {
                let from =
                    W::bit(target).shift(-shift.by) & shift.from & state.of_kind(kind as u8) & state.of_color(us);
                if from.is_empty() {
                    continue;
                }
                let capture = Move { form: Form::EnPassant, from: from.lowest(), to: target, extra: 0 };
                let promotion = self.promotion[us.index()][kind].as_ref();
                if promotion.is_none_or(|promotion| !promotion.must.has(target)) {
                    visit(capture);
                }
                if let Some(promotion) = promotion.filter(|promotion| promotion.zone().has(target)) {
                    promotion.to.iter().for_each(|kind| visit(Move { extra: kind + 1, ..capture }));
                }
            }
        }
    }

    fn visit_castling<const EXOTIC: bool, V: Visitor<W> + ?Sized>(&self, scene: &Scene<'_, W>, visitor: &mut V) {
        let Some(castling) = &self.castling else {
            return;
        };
        let kings = scene.state.of_kind(castling.king) & scene.own;
        let judged = self.check_royals.contains(&castling.king);
        for rook in (scene.state.rights() & scene.own).squares() {
            for way in &self.castling_ways[rook as usize] {
                if !kings.has(way.king) || scene.occupied.meets(way.clear) || kings.meets(way.kings_before) {
                    continue;
                }
                let castling = Move { form: Form::Castle, from: way.king, to: rook, extra: way.index };
                let banned = EXOTIC && scene.bans.forbid(castling, way.king_to);
                let safe = || match EXOTIC && !self.hooks.shelter.is_empty() {
                    true => self
                        .castling_obstacle(scene.state, scene.foes, [way.king, rook, way.king_to, way.rook_to])
                        .is_none(),
                    false => is_safe(scene, rook, way),
                };
                if !banned && (!judged || safe()) {
                    visitor.one(castling);
                }
            }
        }
    }

    /// The king that would castle with a rook: the own king on its home square, or where castling is free on its rank.
    pub(crate) fn castling_king(&self, state: &State<W>, rook: u8) -> Option<u8> {
        let castling = self.castling.as_ref()?;
        let files = self.geometry.files();
        let owner = state.owner_at(rook);
        let kings = state.of_kind(castling.king) & state.owned(owner);
        match owner.color().and_then(|color| castling.home[color.index()]) {
            Some(home) => kings.has(home).then_some(home),
            None => kings.squares().find(|king| king / files == rook / files),
        }
    }

    /// Where king and rook stand and go for a castling.
    pub(crate) fn castling_squares(&self, state: &State<W>, rook: u8, index: u8) -> Option<[u8; 4]> {
        let king = self.castling_king(state, rook)?;
        let side = usize::from(rook > king);
        let (king_file, rook_file) = *self.castling.as_ref()?.targets[side].get(index as usize)?;
        let first = rook - rook % self.geometry.files();
        Some([king, rook, first + king_file, first + rook_file])
    }

    /// By the square of a rook: the castlings that start there. A hole on the way is never clear, so there is none.
    pub(crate) fn castling_ways(castling: &Castling, geometry: &Geometry) -> Vec<Vec<Way<W>>> {
        let files = geometry.files();
        let board = W::from_set(geometry.squares());
        let ways = |rook: u8| {
            let first = rook - rook % files;
            let of_king = move |king: u8| {
                let targets = castling.targets[usize::from(rook > king)].iter().zip(0..);
                targets.map(move |(&(king_file, rook_file), index)| {
                    let (king_to, rook_to) = (first + king_file, first + rook_file);
                    let ends = W::bit(king) | W::bit(rook);
                    Way {
                        king,
                        index,
                        king_to,
                        rook_to,
                        kings_before: if king == first || castling.home != [None; 2] {
                            W::EMPTY
                        } else {
                            span::<W>(first, king - 1)
                        },
                        clear: (span::<W>(king, king_to) | span::<W>(rook, rook_to)) & !ends,
                        crossed: span::<W>(king, king_to) & !W::bit(king) & !W::bit(king_to),
                    }
                })
            };
            (first..first + files).filter(move |&king| king != rook).flat_map(of_king)
        };
        let starts_at_home = |way: &Way<W>| castling.home == [None; 2] || castling.home.contains(&Some(way.king));
        let is_whole = |way: &Way<W>| (way.clear & !board).is_empty();
        let squares = 0..files as u16 * geometry.ranks() as u16;
        squares.map(|rook| ways(rook as u8).filter(starts_at_home).filter(is_whole).collect()).collect()
    }

    /// What keeps a king and a rook from castling: the way must be clear, and the king's squares not attacked.
    pub(crate) fn castling_obstacle(&self, state: &State<W>, foes: &Foes<'_, W>, squares: [u8; 4]) -> Option<Obstacle> {
        let [king, rook, king_to, rook_to] = squares;
        let occupied = state.occupied();
        let movers = W::bit(king) | W::bit(rook);
        let way = (span::<W>(king, king_to) | span::<W>(rook, rook_to)) & !movers;
        let blocked = way & (occupied | !self.board);
        if !blocked.is_empty() {
            return Some(Obstacle::Blocked(blocked.lowest()));
        }
        if !self.check_royals.contains(&state.kind_at(king)) {
            return None;
        }
        let sheltered = self.shelter(state, state.turn());
        let unsafe_at = |square: u8, occupied: W| !sheltered.has(square) && foes.attack(square, occupied);
        if unsafe_at(king, occupied) {
            return Some(Obstacle::Check);
        }
        let crossed = span::<W>(king, king_to) & !W::bit(king_to) & !W::bit(king);
        let without_king = occupied & !W::bit(king);
        if let Some(square) = crossed.squares().find(|&square| unsafe_at(square, without_king)) {
            return Some(Obstacle::Attacked(square));
        }
        let landed = (occupied & !movers) | W::bit(rook_to);
        unsafe_at(king_to, landed).then_some(Obstacle::Attacked(king_to))
    }
}

/// Whether the king of a castling is not attacked where it stands, and on no square that it crosses or reaches.
fn is_safe<W: Word>(scene: &Scene<'_, W>, rook: u8, way: &Way<W>) -> bool {
    let (foes, occupied) = (scene.foes, scene.occupied);
    let without_king = occupied & !W::bit(way.king);
    // A guard has told already that its royal is not attacked.
    let known = scene.guard.royal == Some(way.king);
    (known || !foes.threaten(way.king, occupied))
        && !way.crossed.squares().any(|square| foes.threaten(square, without_king))
        && !foes.threaten(way.king_to, (without_king & !W::bit(rook)) | W::bit(way.rook_to))
}

/// What keeps a king and a rook from castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Obstacle {
    /// A man, or a hole of the board, on the way.
    Blocked(u8),
    /// The king is attacked.
    Check,
    /// A square that the king crosses or reaches is attacked.
    Attacked(u8),
}

/// What a run of the generator looks at.
struct Scene<'a, W: Word> {
    state: &'a State<W>,
    foes: &'a Foes<'a, W>,
    own: W,
    /// The own men that cannot be taken by their own side.
    barred: W,
    occupied: W,
    guard: &'a Guard<W>,
    /// Where moves of the run's scope may end.
    targets: W,
    bans: &'a Banning<W>,
}

impl<W: Word> Scene<'_, W> {
    /// The men that may not go everywhere where the others may: they are pinned, or bans are laid on their squares.
    #[inline(always)]
    fn bound<const EXOTIC: bool>(&self) -> W {
        if EXOTIC { self.guard.pinned | self.bans.bound } else { self.guard.pinned }
    }

    /// Where a man that is bound may go.
    fn limit<const EXOTIC: bool>(&self, man: u8) -> W {
        let pin = self.guard.royal.map_or(!W::EMPTY, |royal| self.foes.pin(royal, man, self.occupied));
        if EXOTIC { pin & self.bans.allowed(man) } else { pin }
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

/// The squares from one to another of the same rank, both included.
fn span<W: Word>(from: u8, to: u8) -> W {
    W::bit(from.max(to)).up_to_lowest() & W::bit(from.min(to)).highest_and_up()
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
