//! What attacks a square, and what stands between attackers and a royal man.

use std::cell::Cell;

use super::rules::Rules;
use super::state::State;
use super::tables::{Gait, Threats};
use super::word::Word;
use crate::color::Color;
use crate::hook::{Loan, Loans};
use crate::turn::{Hearing, View};

/// One side's men, gathered by how they attack. It is made once for a position and asked about many squares.
pub(crate) struct Foes<'a, W: Word> {
    rules: &'a Rules<W>,
    state: &'a State<W>,
    color: Color,
    threats: &'a Threats<W>,
    men: W,
    /// The movements lent to men of either side.
    pub(crate) loans: Vec<LentTo<W>>,
    /// Whether some attacks can only be told by walking, or follow from loans.
    has_others: bool,
    /// All squares that they attack, and on a board how occupied, once somebody has asked.
    attacked: Cell<Option<(W, W)>>,
}

/// A movement lent to some men, for moves onto some squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LentTo<W> {
    pub(crate) movement: u8,
    pub(crate) men: W,
    pub(crate) targets: W,
}

/// How the men of the side to move may move without leaving their royal attacked.
pub(crate) struct Guard<W> {
    /// Where men that are not royal may go: everywhere, or where they end the check.
    pub(crate) allowed: W,
    /// The men that are pinned.
    pub(crate) pinned: W,
    /// The one royal, whose targets must not be attacked.
    pub(crate) royal: Option<u8>,
    /// The men that give check.
    pub(crate) checkers: W,
}

impl<W: Word> Guard<W> {
    /// Every man may go everywhere.
    pub(crate) fn open() -> Guard<W> {
        Guard { allowed: !W::EMPTY, pinned: W::EMPTY, royal: None, checkers: W::EMPTY }
    }
}

impl<'a, W: Word> Foes<'a, W> {
    #[inline(always)]
    pub(crate) fn new(rules: &'a Rules<W>, state: &'a State<W>, color: Color) -> Foes<'a, W> {
        let mut foes = Foes::without_loans(rules, state, color);
        if rules.hooks.presence.lends {
            foes.loans = rules.loans(state);
            foes.has_others |= !foes.loans.is_empty();
        }
        foes
    }

    /// As if nothing was lent.
    #[inline(always)]
    pub(crate) fn without_loans(rules: &'a Rules<W>, state: &'a State<W>, color: Color) -> Foes<'a, W> {
        let threats = &rules.threats[color.index()];
        let men = state.of_color(color);
        Foes {
            rules,
            state,
            color,
            threats,
            men,
            loans: Vec::new(),
            has_others: !threats.walkers.is_empty(),
            attacked: Cell::new(None),
        }
    }

    /// The leapers that attack a square.
    #[inline(always)]
    fn leapers(&self, square: u8) -> W {
        let mut attackers = W::EMPTY;
        for (kind, from) in &self.threats.leapers {
            attackers |= *W::get(from, square) & self.state.of_kind(*kind);
        }
        attackers & self.men
    }

    /// Whether they attack a square, on a board so occupied.
    #[inline]
    pub(crate) fn attack(&self, square: u8, occupied: W) -> bool {
        !self.leapers(square).is_empty() || self.ride_to(square, occupied)
    }

    /// The same, for less if all squares that they attack on that board are known.
    #[inline(always)]
    pub(crate) fn threaten(&self, square: u8, occupied: W) -> bool {
        match self.attacked.get() {
            Some((known, attacked)) if known == occupied => attacked.has(square),
            _ => self.attack(square, occupied),
        }
    }

    /// All squares that they attack, on a board so occupied.
    pub(crate) fn attacked(&self, occupied: W) -> W {
        let mut attacked = W::EMPTY;
        for (kind, mover) in self.rules.movers[self.color.index()].iter().enumerate() {
            let men = self.state.of_kind(kind as u8) & self.men;
            match &mover.gait {
                _ if men.is_empty() => {}
                Gait::Steps => attacked |= mover.steps.iter().fold(W::EMPTY, |all, steps| all | steps.attacked(men)),
                Gait::Leaps => men.squares().for_each(|man| attacked |= *W::get(&mover.attack.leaps, man)),
                Gait::Slides(slide) => men.squares().for_each(|man| attacked |= slide.reach(man, occupied)),
                Gait::SlidesTwice(one, other) => {
                    men.squares().for_each(|man| attacked |= one.reach(man, occupied) | other.reach(man, occupied))
                }
                Gait::Any => men.squares().for_each(|man| attacked |= mover.attack.from(man, occupied)),
            }
        }
        for loan in &self.loans {
            let mover = &self.rules.lent[self.color.index()][loan.movement as usize];
            let men = (loan.men & self.men).squares();
            attacked |= men.fold(W::EMPTY, |all, man| all | mover.attack.from(man, occupied)) & loan.targets;
        }
        self.attacked.set(Some((occupied, attacked)));
        attacked
    }

    /// Whether others than leapers attack a square.
    #[inline]
    fn ride_to(&self, square: u8, occupied: W) -> bool {
        for riders in &self.threats.riders {
            let men = riders.men(self.state) & self.men;
            if W::get(&riders.reach, square).meets(men) {
                for slide in &riders.slides {
                    if slide.reach(square, occupied).meets(men) {
                        return true;
                    }
                }
            }
        }
        self.has_others && !self.others(square, occupied).is_empty()
    }

    /// Which of them attack a square, on a board so occupied.
    pub(crate) fn attackers(&self, square: u8, occupied: W) -> W {
        let mut attackers = self.leapers(square);
        for riders in &self.threats.riders {
            let men = riders.men(self.state) & self.men;
            for slide in &riders.slides {
                attackers |= slide.reach(square, occupied) & men;
            }
        }
        attackers | self.others(square, occupied)
    }

    /// Whether some attacks can only be told by walking, or follow from loans.
    pub(crate) fn needs_walking(&self) -> bool {
        self.has_others
    }

    /// By kind: from where its men would attack a square, by leaps and along lines, on a board so occupied.
    pub(crate) fn attacks_by_kind(&self, square: u8, occupied: W) -> W::PerKind {
        let mut from = W::per_kind(W::EMPTY);
        for (kind, squares) in &self.threats.leapers {
            from.as_mut()[*kind as usize] |= *W::get(squares, square);
        }
        for riders in &self.threats.riders {
            let reached = riders.slides.iter().fold(W::EMPTY, |reached, slide| reached | slide.reach(square, occupied));
            riders.kinds().for_each(|kind| from.as_mut()[kind as usize] |= reached);
        }
        from
    }

    /// The attackers that can only be told by walking, and those by a movement that is lent to them.
    #[cold]
    fn others(&self, square: u8, occupied: W) -> W {
        let mut attackers = W::EMPTY;
        let movers = &self.rules.movers[self.color.index()];
        for &kind in &self.threats.walkers {
            for man in (self.state.of_kind(kind) & self.men).squares() {
                if movers[kind as usize].attack.from(man, occupied).has(square) {
                    attackers |= W::bit(man);
                }
            }
        }
        for loan in self.loans.iter().filter(|loan| loan.targets.has(square)) {
            let mover = &self.rules.lent[self.color.index()][loan.movement as usize];
            let attack = |man: &u8| mover.attack.from(*man, occupied).has(square);
            attackers |= (loan.men & self.men).squares().filter(attack).fold(W::EMPTY, |men, man| men | W::bit(man));
        }
        attackers
    }

    /// How the other side may move without leaving its one royal attacked. Right only where every attack is a leap or
    /// follows a line, which `Presence::test_all` rules out otherwise.
    #[inline(always)]
    pub(crate) fn guard(&self, royal: u8, own: W, occupied: W) -> Guard<W> {
        let checkers = self.leapers(royal);
        let mut guard = Guard { royal: Some(royal), checkers, ..Guard::open() };
        let mut blocks = checkers;
        for riders in &self.threats.riders {
            let men = riders.men(self.state) & self.men;
            if !W::get(&riders.reach, royal).meets(men) {
                continue;
            }
            for axis in riders.slides.iter().flat_map(|slide| &slide.axes) {
                let line = W::get(axis, royal);
                // The first man on either ray, and the squares up to him.
                let seen = line.reach(occupied);
                let checking = seen & men;
                if !checking.is_empty() {
                    for checker in checking.squares() {
                        let ray = if checker > royal { line.upper } else { line.lower } & seen;
                        // A man that checks in two ways at once is only stopped where both are.
                        blocks = if guard.checkers.has(checker) { blocks & ray } else { blocks | ray };
                        guard.checkers |= W::bit(checker);
                    }
                }
                let shields = seen & own;
                if !shields.is_empty() {
                    // The riders seen when the own men in front are away pin them.
                    let behind = line.reach(occupied & !shields) & men & !seen;
                    for pinner in behind.squares() {
                        let ray = if pinner > royal { line.upper } else { line.lower };
                        guard.pinned |= shields & ray;
                    }
                }
            }
        }
        if !guard.checkers.is_empty() {
            guard.allowed = if guard.checkers.without_lowest().is_empty() { blocks } else { W::EMPTY };
        }
        guard
    }

    /// Where a man that is pinned to a royal may go: along every line on which he is pinned.
    #[cold]
    pub(crate) fn pin(&self, royal: u8, man: u8, occupied: W) -> W {
        let bit = W::bit(man);
        let mut allowed = !W::EMPTY;
        for riders in &self.threats.riders {
            let men = riders.men(self.state) & self.men;
            for axis in riders.slides.iter().flat_map(|slide| &slide.axes) {
                let line = W::get(axis, royal);
                let ray = if man > royal { line.upper } else { line.lower };
                let open = line.reach(occupied & !bit) & ray;
                if line.reach(occupied).has(man) && open.meets(men) {
                    allowed &= open;
                }
            }
        }
        allowed
    }
}

impl<W: Word> Rules<W> {
    /// The movements that hooks lend in a position.
    #[cold]
    fn loans(&self, state: &State<W>) -> Vec<LentTo<W>> {
        let mut loans = Loans::default();
        for named in &self.hooks.lend {
            named.hook.lend(&View { hearing: Hearing::Nothing, ..self.view(state) }, &mut loans);
        }
        let narrow = |loan: &Loan| LentTo {
            movement: loan.movement.0,
            men: W::from_set(loan.men),
            targets: W::from_set(loan.targets) & self.board,
        };
        loans.list.iter().map(narrow).collect()
    }

    /// Where a color's royal men are not in check although they are attacked.
    pub(crate) fn shelter(&self, state: &State<W>, color: Color) -> W {
        self.hooks.shelter.iter().fold(W::EMPTY, |sheltered, named| {
            let board = View { hearing: Hearing::Loans, ..self.view(state) };
            sheltered | W::from_set(named.hook.shelter(&board, color))
        })
    }

    /// Whether any of a color's men that may not be left in check is in check.
    #[inline]
    pub(crate) fn in_danger(&self, state: &State<W>, color: Color) -> bool {
        let royals = self.check_royals_of(state, color) & !self.shelter(state, color);
        if royals.is_empty() {
            return false;
        }
        let foes = Foes::new(self, state, !color);
        let occupied = state.occupied();
        royals.squares().any(|royal| foes.attack(royal, occupied))
    }
}
