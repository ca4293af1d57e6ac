//! A variant whose entries have been checked, and the tables that play needs of it.

use std::sync::OnceLock;

use super::board;
use super::builder::{Draft, DropZone};
use super::faults::Faults;
use super::kinds::{self, Names, path_of};
use super::{castling, ends, promotion};
use crate::betza::Movement;
use crate::color::Color;
use crate::engine::Engine;
use crate::engine::ends::Ends;
use crate::engine::keys::Keys;
use crate::engine::rules::{Castling, Hooks, Promotion, Rules};
use crate::engine::tables::{Mover, Shape, Threats, Weaver};
use crate::engine::word::{U256, Word};
use crate::piece::{PieceKind, Royal};
use crate::set::SquareSet;
use crate::spec::{ByColor, PieceSpec, SpecFault};
use crate::turn::Marks;
use crate::variant::Grants;

/// The word for royal men that no rule takes off the board.
const CAPTURED: &str = "captured";

/// What en passant asks of a movement.
const PASSING: &str =
    "en passant needs a piece of short steps, short captures and first double steps only, each to another square";

/// Everything that is known before the start is read.
pub(super) struct Plan {
    pub(super) kinds: Vec<PieceKind>,
    /// Whether every letter in a FEN can be told from the others.
    pub(super) letters_are_known: bool,
    promotion: [Vec<Option<Promotion<SquareSet>>>; 2],
    passes: Vec<bool>,
    pub(super) first: [Vec<Option<SquareSet>>; 2],
    pub(super) castling: Option<Castling>,
    ends: Ends<SquareSet>,
}

impl Plan {
    pub(super) fn new(draft: &Draft, faults: &mut Faults) -> Plan {
        let geometry = &draft.geometry;
        let kinds = kinds::compile(draft, faults);
        let names = Names::new(draft, faults);
        let mut promotion = [Vec::new(), Vec::new()];
        let mut first = [Vec::new(), Vec::new()];
        for entry in &draft.pieces {
            for color in Color::ALL {
                promotion[color.index()].push(promotion::compile(geometry, color, entry, &names, faults));
                let ByColor { white, black } = &entry.0.first;
                let path = path_of(entry, &promotion::keys("first", color, white == black));
                let zone = entry.0.first.of(color).as_ref();
                first[color.index()].push(zone.map(|zone| board::region(geometry, zone, path, faults)));
            }
        }
        let castling = draft.castling.as_ref().and_then(|spec| castling::compile(geometry, spec, &names, faults));
        let ends = ends::compile(&draft.ends, draft, &names, faults);
        let passes = draft.pieces.iter().map(|(piece, _)| piece.en_passant).collect();
        let letters_are_known = kinds::have_letters(&kinds);
        Plan { kinds, letters_are_known, promotion, passes, first, castling, ends }
    }

    /// Whether some man promotes to a royal one.
    pub(super) fn makes_royals(&self) -> bool {
        let mut kinds = self.promotion.iter().flatten().flatten().flat_map(|promotion| &promotion.to);
        kinds.any(|&kind| self.kinds[kind as usize].royal != Royal::No)
    }

    /// Whether some royal man promotes.
    fn royals_promote(&self) -> bool {
        let royal = |(promotion, kind): (&Option<_>, &PieceKind)| promotion.is_some() && kind.royal != Royal::No;
        self.promotion.iter().any(|promotion| promotion.iter().zip(&self.kinds).any(royal))
    }

    /// Whether the rules can take royal men off the board.
    pub(super) fn royals_may_leave(&self, draft: &Draft) -> bool {
        draft.royal_lost.is_some() || self.kinds.iter().any(|kind| kind.royal == Royal::Capture)
    }

    /// Compiles for the smallest word that holds squares and kinds. `initial` is where first moves hold; without it
    /// nothing moves.
    pub(super) fn engine(
        &self,
        draft: &Draft,
        hooks: Hooks,
        initial: Option<&dyn Fn(usize, Color) -> SquareSet>,
        royal_names: &[Option<String>; 2],
        faults: &mut Faults,
    ) -> Box<dyn Engine> {
        let squares = draft.geometry.files() as usize * draft.geometry.ranks() as usize;
        let fits = |most_squares: usize, most_kinds: usize| squares <= most_squares && self.kinds.len() <= most_kinds;
        if fits(u64::SQUARES, u64::KINDS) {
            Box::new(self.rules::<u64>(draft, hooks, initial, royal_names, faults))
        } else if fits(u128::SQUARES, u128::KINDS) {
            Box::new(self.rules::<u128>(draft, hooks, initial, royal_names, faults))
        } else {
            Box::new(self.rules::<U256>(draft, hooks, initial, royal_names, faults))
        }
    }

    fn rules<W: Word>(
        &self,
        draft: &Draft,
        mut hooks: Hooks,
        initial: Option<&dyn Fn(usize, Color) -> SquareSet>,
        royal_names: &[Option<String>; 2],
        faults: &mut Faults,
    ) -> Rules<W> {
        let geometry = draft.geometry;
        let mut weaver = Weaver::<W>::new(&geometry);
        let shape = |color, kind| {
            let initial = initial.map_or(SquareSet::EMPTY, |initial| initial(kind, color));
            Shape { geometry: &geometry, color, initial }
        };
        let moving = || self.kinds.iter().enumerate().filter(|_| initial.is_some());
        let promotion = self.promotion.each_ref().map(|kinds| {
            let compiled = |promotion: &Promotion<SquareSet>| Promotion {
                to: promotion.to.clone(),
                must: W::from_set(promotion.must),
                may: W::from_set(promotion.may),
            };
            kinds.iter().map(|promotion| promotion.as_ref().map(compiled)).collect::<Vec<_>>()
        });
        let movers = Color::ALL.map(|color| -> Vec<Mover<W>> {
            let mover = |(kind, piece): (usize, &PieceKind)| {
                let pawn = (piece.pawn || self.passes[kind]) && piece.royal == Royal::No;
                let zone = promotion[color.index()][kind].as_ref().map(Promotion::zone);
                weaver.mover(&piece.movement, &shape(color, kind), zone, pawn)
            };
            moving().map(mover).collect()
        });
        let mut passes = self.passes.clone();
        for (kind, entry) in draft.pieces.iter().enumerate().filter(|(kind, _)| self.passes[*kind]) {
            let has_steps = |movers: &Vec<Mover<W>>| movers.get(kind).is_none_or(|mover| mover.steps.is_some());
            if !movers.iter().all(has_steps) {
                faults.add(SpecFault::new(path_of(entry, &["en_passant"]), PASSING));
                passes[kind] = false;
            }
        }
        let threats = Color::ALL.map(|color| -> Threats<W> {
            let kinds: Vec<(u8, &Movement, &Mover<W>)> =
                moving().map(|(kind, piece)| (kind as u8, &piece.movement, &movers[color.index()][kind])).collect();
            weaver.threats(&kinds, &shape(color, 0))
        });
        let of_royalty = |wanted: &dyn Fn(Royal) -> bool| -> Vec<u8> {
            (0..self.kinds.len()).filter(|&kind| wanted(self.kinds[kind].royal)).map(|kind| kind as u8).collect()
        };
        let check_royals = of_royalty(&|royal| royal == Royal::Check);
        let royals = of_royalty(&|royal| royal != Royal::No);
        let lent = Color::ALL.map(|color| -> Vec<Mover<W>> {
            let shape = Shape { geometry: &geometry, color, initial: SquareSet::EMPTY };
            let lent = draft.lent.iter().filter(|_| initial.is_some());
            lent.map(|movement| weaver.mover(movement, &shape, None, false)).collect()
        });
        let drops = grants(draft).drops.map(|zones| zones.map(|of| of.into_iter().map(W::from_set).collect()));
        hooks.mate_first = !draft.mate_first.is_empty();
        hooks.legality_last = !draft.legality_last.is_empty();
        hooks.settle(!check_royals.is_empty());
        hooks.presence.busy |= !draft.travelling.is_empty();
        hooks.presence.exotic |= drops.is_some() || !draft.own_prey.is_empty() || draft.may_pass;
        hooks.presence.may_be_over |= self.royals_may_leave(draft) || !self.ends.own.is_empty();
        // Pins and checkers tell the whole truth only where every attack is a leap or follows a line, and where a move
        // makes no royal man of another kind.
        hooks.presence.test_all |=
            threats.iter().any(|threats| !threats.walkers.is_empty()) || self.makes_royals() || self.royals_promote();
        Rules {
            geometry,
            board: W::from_set(geometry.squares()),
            keys: Keys::new(self.kinds.len()),
            movers,
            threats,
            pawn: self.kinds.iter().map(|kind| kind.pawn).collect(),
            passing: (0..).zip(passes).filter(|(_, passes)| *passes).map(|(kind, _)| kind).collect(),
            promotion,
            check_royals,
            royal_names: royal_names.each_ref().map(|name| name.clone().unwrap_or_default()),
            names: self.kinds.iter().map(|kind| kind.name.clone()).collect(),
            neutral: self.kinds.iter().map(|kind| kind.neutral).collect(),
            greatest: draft.declared.counters.iter().map(|(_, _, greatest)| *greatest).collect(),
            travelling: draft.travelling.clone(),
            drops,
            own_prey: draft.own_prey.iter().map(|kind| kind.0).collect(),
            may_pass: draft.may_pass,
            lent,
            royals,
            needs_royal: royal_names.each_ref().map(Option::is_some),
            castling_ways: match &self.castling {
                Some(castling) => Rules::castling_ways(castling, &geometry),
                None => Vec::new(),
            },
            castling: self.castling.clone(),
            ends: self.ends.map(|squares| W::from_set(*squares)),
            hooks,
            stated_values: self.kinds.iter().map(|kind| kind.value).collect(),
            material_weight: draft.material_weight,
            evaluation: OnceLock::new(),
            stuck: draft.stuck,
            royal_lost: match draft.royal_lost {
                // Kings may leave in two ways: no word fits both.
                Some(word) if word != CAPTURED && draft.royals_captured => "lost",
                word => word.unwrap_or(CAPTURED),
            },
        }
    }
}

/// What rules grant that no description says.
pub(super) fn grants(draft: &Draft) -> Grants {
    let geometry = &draft.geometry;
    let zone = |zone: &DropZone, piece: &PieceSpec, color: Color| match piece.neutral {
        true => SquareSet::EMPTY,
        false => zone(geometry, piece, color) & geometry.squares(),
    };
    let drops = draft.hands.as_ref().map(|(_, squares)| {
        Color::ALL.map(|color| draft.pieces.iter().map(|(piece, _)| zone(squares, piece, color)).collect())
    });
    Grants {
        lent: draft.lent.clone(),
        drops,
        travelling: draft.travelling.iter().map(|&index| Marks(index)).collect(),
        may_pass: draft.may_pass,
    }
}
