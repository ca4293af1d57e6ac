//! From a setup to a position: everything that cannot be is found, and all of it at once.

use crate::color::{Color, Owner};
use crate::piece::{Kind, PieceKind, Royal};
use crate::position::Position;
use crate::set::SquareSet;
use crate::setup::{EnPassant, GREATEST_CLOCK, Setup, SetupFault};
use crate::square::Square;
use crate::turn::Hearing;
use crate::variant::Variant;

impl Variant {
    /// Turns a setup into a position.
    ///
    /// Castling rights without their king and rook are dropped, and so is en passant where no legal move takes so.
    ///
    /// # Errors
    /// All faults of the setup.
    pub fn position(&self, setup: &Setup) -> Result<Position, Vec<SetupFault>> {
        if *setup.geometry() != self.geometry {
            return Err(vec![SetupFault::OtherBoard]);
        }
        let mut faults = Vec::new();
        self.check_owners(setup, &mut faults);
        if !faults.is_empty() {
            return Err(faults);
        }
        let nobody = setup.men().all(|(_, man)| man.owner == Owner::Neutral);
        if nobody && self.royals == [0, 0] && !self.hooks_change_men {
            faults.push(SetupFault::NoMen);
        }
        self.check_royals(setup, &mut faults);
        self.check_pawns(setup, &mut faults);
        self.check_counters(setup, &mut faults);
        self.check_hands(setup, &mut faults);
        if let Some(pawn) = setup.en_passant
            && !self.can_have_stepped(setup, pawn)
        {
            faults.push(SetupFault::EnPassant(self.geometry.name(pawn.target)));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut setup = setup.clone();
        setup.castling = self.possible_rights(&setup);
        let start_counters = self.declared.counters.iter().map(|(_, start, _)| *start);
        let given = setup.counters.len();
        setup.counters.extend(start_counters.skip(given));
        setup.counters.truncate(self.declared.counters.len());
        setup.marks.truncate(self.declared.marks.len());
        let position = Position(self.engine.state(&setup));
        match self.opposite_check(&position) {
            Some(fault) => Err(vec![fault]),
            None => Ok(position),
        }
    }

    fn check_owners(&self, setup: &Setup, faults: &mut Vec<SetupFault>) {
        for (square, man) in setup.men() {
            let kind = self.kinds.get(man.kind.index());
            if kind.is_none_or(|kind| kind.neutral != (man.owner == Owner::Neutral)) {
                let name = kind.map_or_else(|| "man of no kind".to_owned(), |kind| kind.name.clone());
                faults.push(SetupFault::WrongOwner { man: name, square: self.geometry.name(square), owner: man.owner });
            }
        }
    }

    fn check_royals(&self, setup: &Setup, faults: &mut Vec<SetupFault>) {
        for color in Color::ALL {
            let most = self.royals[color.index()];
            let own = setup.men().filter(|(_, man)| man.owner == color.into()).map(|(_, man)| self.kind(man.kind));
            let royals: Vec<&PieceKind> = own.filter(|kind| kind.royal != Royal::No).collect();
            match (royals.last(), &self.royal_names[color.index()]) {
                (None, Some(royal)) if !self.royals_may_leave => {
                    faults.push(SetupFault::RoyalMissing(color, royal.clone()));
                }
                (Some(last), _) if royals.len() > most && !self.royals_may_grow => {
                    let (royal, count) = (last.name.clone(), royals.len());
                    faults.push(SetupFault::TooManyRoyals { color, royal, count, most });
                }
                _ => {}
            }
        }
    }

    /// A pawn that must promote on a rank cannot stand there, nor behind the rank from which its like start: unless it
    /// can be dropped there.
    fn check_pawns(&self, setup: &Setup, faults: &mut Vec<SetupFault>) {
        for (square, man) in setup.men() {
            let Some(color) = man.owner.color().filter(|_| self.kind(man.kind).pawn) else {
                continue;
            };
            let spec = &self.laws.pieces.get(man.kind.index());
            let Some(promotion) = spec.and_then(|piece| piece.promotion.of(color).as_ref()) else {
                continue;
            };
            let last = self.geometry.ranks() - 1;
            let must = match &promotion.must {
                None => self.geometry.rank_of(color, square) == last,
                Some(zone) => crate::compile::region(&self.geometry, zone).contains(square),
            };
            if self.grants.drops.as_ref().is_some_and(|drops| drops[color.index()][man.kind.index()].contains(square)) {
                continue;
            }
            let behind = self.geometry.rank_of(color, square) == 0 && self.starts_above_first_rank(man.kind, color);
            if must || behind {
                faults.push(SetupFault::PawnMisplaced(color, self.geometry.name(square)));
            }
        }
    }

    /// Whether all men of a kind start above their first rank, so that none can ever stand there: unless it is lent a
    /// movement that leads back.
    fn starts_above_first_rank(&self, kind: Kind, color: Color) -> bool {
        let Some(start) = &self.start else {
            return false;
        };
        let men = start.of(kind) & start.men(color);
        let forward = self.kind(kind).movement.parts.iter().all(|part| part.steps.iter().all(|step| step.1 > 0));
        forward
            && !self.lends_movements
            && !men.is_empty()
            && men.iter().all(|square| self.geometry.rank_of(color, square) > 0)
    }

    fn check_hands(&self, setup: &Setup, faults: &mut Vec<SetupFault>) {
        for (color, kind, _) in setup.hands() {
            let royal =
                self.kinds.get(kind.index()).is_some_and(|kind| kind.royal == Royal::Check && !self.royals_may_leave);
            if royal || !self.hand_kinds().any(|holds| holds == (color, kind)) {
                let name = self.kinds.get(kind.index()).map_or("man of no kind", |kind| &kind.name);
                faults.push(SetupFault::Hand(color, name.to_owned()));
            }
        }
    }

    fn check_counters(&self, setup: &Setup, faults: &mut Vec<SetupFault>) {
        for ((name, _, greatest), &value) in self.declared.counters.iter().zip(&setup.counters) {
            if value > *greatest {
                faults.push(SetupFault::Counter(name.clone(), value.into(), (*greatest).into()));
            }
        }
        for (name, value) in [("half-move clock", setup.halfmove_clock), ("full-move number", setup.fullmove_number)] {
            if value > GREATEST_CLOCK {
                faults.push(SetupFault::Counter(format!("the {name}"), value, GREATEST_CLOCK));
            }
        }
    }

    /// Where pawns of a color may stand that have just skipped a square, wherever men stand now.
    pub(crate) fn skippers(&self, target: Square, color: Color) -> SquareSet {
        let passes = self.laws.pieces.iter().filter(|piece| piece.en_passant);
        let kinds = passes.filter_map(|piece| self.kind_named(&piece.name));
        let steps = kinds.flat_map(|kind| self.double_steps(kind, color));
        steps.filter(|&(_, middle, _)| middle == target).map(|(.., to)| to).collect()
    }

    /// Whether a pawn of the side that is not to move can just have made this double step.
    pub(crate) fn can_have_stepped(&self, setup: &Setup, pawn: EnPassant) -> bool {
        let mover = !setup.turn;
        let Some(man) = setup.at(pawn.victim).filter(|man| man.owner == mover.into()) else {
            return false;
        };
        let passes = self.laws.pieces[man.kind.index()].en_passant;
        if !passes || setup.at(pawn.target).is_some() {
            return false;
        }
        self.double_steps(man.kind, mover)
            .any(|(from, middle, to)| middle == pawn.target && to == pawn.victim && setup.at(from).is_none())
    }

    /// Every double step of a kind: where it starts, what it skips, where it ends.
    pub(crate) fn double_steps(&self, kind: Kind, color: Color) -> impl Iterator<Item = (Square, Square, Square)> {
        let sign = if color == Color::White { 1 } else { -1 };
        let parts = self.kind(kind).movement.parts.iter().filter(|part| part.initial && part.quiet);
        let steps = parts.flat_map(move |part| part.steps.iter().map(move |&(x, y)| (sign * x / 2, sign * y / 2)));
        let zone = self.first_zone(kind, color);
        steps.flat_map(move |(x, y)| {
            zone.iter().filter_map(move |from| {
                let middle = self.geometry.step(from, x, y)?;
                Some((from, middle, self.geometry.step(middle, x, y)?))
            })
        })
    }

    /// Where first moves of a kind hold: where the file says, else where the start has such men.
    pub(crate) fn first_zone(&self, kind: Kind, color: Color) -> SquareSet {
        let spec = self.laws.pieces.get(kind.index());
        match (spec.and_then(|piece| piece.first.of(color).as_ref()), &self.start) {
            (Some(zone), _) => crate::compile::region(&self.geometry, zone),
            (None, Some(start)) => start.of(kind) & start.men(color),
            (None, None) => SquareSet::EMPTY,
        }
    }

    /// The rights that king and rook on their squares allow.
    fn possible_rights(&self, setup: &Setup) -> SquareSet {
        let Some(castling) = &self.laws.castling else {
            return SquareSet::EMPTY;
        };
        let (king, rook) = (self.kind_named(&castling.king), self.kind_named(&castling.rook));
        let is = |square: Square, color: Color, kind: Option<Kind>| {
            setup.at(square).is_some_and(|man| man.owner == color.into() && Some(man.kind) == kind)
        };
        let possible = |&square: &Square| {
            Color::ALL.into_iter().any(|color| {
                is(square, color, rook)
                    && match self.castling_home(color) {
                        Some((home, rooks)) => rooks.contains(square) && is(home, color, king),
                        None => self.castles_freely || self.start.is_none(),
                    }
            })
        };
        setup.castling.iter().filter(possible).collect()
    }

    fn opposite_check(&self, position: &Position) -> Option<SetupFault> {
        let state = position.0.state();
        let waiting = !position.turn();
        let over = self.engine.is_over(state);
        let exposed = self.royals_may_leave && (self.judges_danger || self.engine.ended_unjudged(state));
        let attacked = self.engine.checked(state, waiting, Hearing::All);
        let royal = attacked.iter().next().filter(|_| !over && !exposed)?;
        Some(SetupFault::OppositeCheck {
            turn: position.turn(),
            royal: position.at(royal).map(|man| self.kind(man.kind).name.clone()).unwrap_or_default(),
            square: self.geometry.name(royal),
        })
    }
}
