//! The start of a variant, and all that is read from it.

use super::builder::Draft;
use super::faults::Faults;
use super::plan::{Plan, grants};
use crate::color::Color;
use crate::engine::rules::Hooks;
use crate::engine::word::{U256, Word};
use crate::generator::{Arrays, Draw};
use crate::material::DrawnMaterial;
use crate::notation::fen::{self, Basis};
use crate::piece::{Kind, Piece, PieceKind, Royal};
use crate::registry::Registry;
use crate::set::SquareSet;
use crate::setup::{Setup, SetupFault};
use crate::spec::{GeneratorSpec, Spec, SpecFault};
use crate::square::Square;
use crate::variant::{Declared, Variant};

/// The entry of the start.
const FEN: [&str; 2] = ["start", "fen"];

/// The sections on which play rests.
const PLAY: [&str; 7] = ["board", "pieces", "start", "castling", "ends", "draws", "rules"];

/// A checked plan, whose start is to be read.
pub(super) struct Start<'a> {
    pub(super) plan: Plan,
    pub(super) draft: Draft,
    pub(super) registry: &'a Registry,
    pub(super) faults: &'a mut Faults,
}

impl Start<'_> {
    /// Reads the start and makes the variant; nothing if that cannot be.
    pub(super) fn read(mut self, spec: Spec) -> Option<Variant> {
        if !(1..=U256::KINDS).contains(&self.plan.kinds.len()) {
            return None;
        }
        let mut variant = self.variant_without_start(spec);
        let fixed = self.setup(&variant);
        self.check_array(&variant.laws);
        let arrays = fixed.as_ref().and_then(|fixed| self.arrays(&variant.laws, fixed));
        // Movements are judged where there is no start, too.
        let mut setup = fixed.clone().unwrap_or_else(|| Setup::empty(self.draft.geometry));
        for (_, change) in self.draft.starts.iter().filter(|_| fixed.is_some()) {
            change(&mut setup);
        }
        let homes = Color::ALL.map(|color| self.home(&setup, color).filter(|_| !variant.castles_freely));
        if let Some(castling) = &mut self.plan.castling {
            castling.home = homes.map(|home| home.map(|(king, _)| king.0));
        }
        self.find_royals(&mut variant, &setup);
        self.compile_play(&mut variant, &setup);
        if fixed.is_none() || !self.faults.knows(&["board"]) {
            return None;
        }
        let start = match variant.position(&setup) {
            Ok(start) => start,
            Err(found) => {
                self.report(&variant, &setup, found);
                return None;
            }
        };
        self.check_outcome(&variant, &start);
        variant.castling_home = homes;
        variant.start = Some(start);
        if let Some(arrays) = arrays {
            let starts = self.draft.starts.into_iter().map(|(_, change)| change).collect();
            variant.draw = Draw::new(arrays, starts);
            if variant.draw.is_none() {
                self.faults.add(SpecFault::new(["start", "generator"], "its parameters leave no array to be drawn"));
            }
        }
        Some(variant)
    }

    /// The variant as far as it can be told without a start: where first moves hold is read from that, so that here
    /// nothing moves.
    fn variant_without_start(&mut self, spec: Spec) -> Variant {
        let Start { plan, draft, faults, .. } = self;
        let laws = Spec {
            pieces: draft.pieces.iter().map(|(piece, _)| piece.clone()).collect(),
            castling: draft.castling.clone(),
            ends: draft.ends.clone(),
            draws: draft.draws.clone(),
            ..spec.clone()
        };
        let usual_material = if laws.draws.material { DrawnMaterial::Orthodox } else { DrawnMaterial::Nothing };
        Variant {
            spec,
            geometry: draft.geometry,
            kinds: plan.kinds.clone(),
            declared: Declared { hands: draft.hands.is_some(), ..draft.declared.clone() },
            spellings: std::mem::take(&mut draft.spellings),
            engine: plan.engine(draft, Hooks::default(), None, &[None, None], faults),
            start: None,
            draw: None,
            castles_freely: laws.castling.as_ref().is_some_and(|castling| castling.free),
            castling_targets: plan.castling.as_ref().map(|castling| castling.targets.clone()).unwrap_or_default(),
            laws,
            castling_home: [None; 2],
            drawn_material: draft.drawn_material.unwrap_or(usual_material),
            royals_may_leave: plan.royals_may_leave(draft),
            royals_may_grow: plan.makes_royals(),
            judges_danger: !draft.hooks.legality.is_empty(),
            forbids_checks: draft.hooks.no_checks.is_some(),
            royals: [0; 2],
            royal_names: [None, None],
            own_prey: draft.own_prey.clone(),
            grants: grants(draft),
            hooks_change_men: draft.hooks.change_men() || draft.hands.is_some(),
            lends_movements: !draft.hooks.lend.is_empty(),
            hooks_end_games: !draft.hooks.endings.is_empty(),
        }
    }

    /// What the FEN says, if it can be read and all is known that it speaks of.
    fn setup(&mut self, variant: &Variant) -> Option<Setup> {
        let faults = &mut *self.faults;
        let pieces = self.plan.letters_are_known && !faults.lacks_a_thing_of("pieces");
        let rules = !faults.is_rootless() && !faults.lacks_a_thing_of("rules");
        let shape = ["files", "ranks", "holes"].iter().all(|key| faults.knows(&["board", key]));
        let wrong = match fen::examine(variant, &variant.spec.start.fen) {
            Ok(setup) => return (pieces && rules && shape && faults.knows(&FEN)).then_some(setup),
            Err(wrong) => wrong,
        };
        for (basis, error) in wrong {
            let is_known = match basis {
                Basis::Itself => true,
                Basis::Shape => shape,
                Basis::Pieces => pieces && rules,
                Basis::Rules => rules,
            };
            if is_known {
                faults.add(SpecFault { within: Some(error.span), ..SpecFault::new(FEN, error.message) });
            }
        }
        None
    }

    /// Where the start is drawn, castling must be free.
    fn check_array(&mut self, laws: &Spec) {
        let is_drawn = laws.start.generator.is_some() && self.faults.knows(&["start", "generator"]);
        if is_drawn && laws.castling.as_ref().is_some_and(|castling| !castling.free) {
            let message = "where the start is drawn, king and rooks castle from anywhere";
            let hint = "write `array = \"free\"`, or `castling = false` for no castling";
            self.faults.add(SpecFault::new(["castling", "array"], message).hint(hint));
        }
    }

    /// What draws the start, if anything does, for this fixed one.
    fn arrays(&mut self, laws: &Spec, fixed: &Setup) -> Option<Box<dyn Arrays>> {
        let GeneratorSpec { id, values } = laws.start.generator.as_ref()?;
        let Some(generator) = self.registry.generator(id) else {
            self.faults.add(SpecFault::new(["start", "generator"], format!("there is no generator {id:?}")));
            return None;
        };
        if !self.faults.knows(&["start"]) {
            return None;
        }
        // A parameter may have its default, and the FEN be inherited: then the generator is what stands in the file.
        let at_generator =
            |fault: SpecFault| SpecFault { related: vec![vec!["start".into(), "generator".into()]], ..fault };
        match generator.arrays(values, fixed, &self.plan.kinds) {
            Ok(arrays) => {
                let number = arrays.number(fixed).filter(|number| arrays.numbers().contains(number));
                if number.is_none_or(|number| arrays.setup(number) != *fixed) {
                    let message = format!("the fixed start is none of the arrays that {id:?} draws from");
                    self.faults.add(at_generator(SpecFault::new(FEN, message)));
                }
                Some(arrays)
            }
            Err(found) => {
                found.into_iter().for_each(|fault| self.faults.add(at_generator(fault)));
                None
            }
        }
    }

    /// The square of a color's castling king at the start, and its rooks.
    fn home(&self, setup: &Setup, color: Color) -> Option<(Square, SquareSet)> {
        let castling = self.plan.castling.as_ref()?;
        let men = |kind: u8| setup.men().filter(move |(_, man)| *man == Piece::new(Kind(kind), color));
        let rooks: SquareSet = men(castling.rook).map(|(square, _)| square).collect();
        let rooks = rooks & setup.castling;
        let rank = setup.geometry().rank(rooks.iter().next()?);
        let (king, _) = men(castling.king).find(|(square, _)| setup.geometry().rank(*square) == rank)?;
        Some((king, rooks))
    }

    /// Counts the royal men at the start.
    fn find_royals(&self, variant: &mut Variant, setup: &Setup) {
        let royals = |color: Color| {
            let royal = move |(kind, known): (usize, &PieceKind)| match men(setup, kind, color).len() {
                count @ 1.. if known.royal != Royal::No => Some((known.name.clone(), count)),
                _ => None,
            };
            self.plan.kinds.iter().enumerate().filter_map(royal)
        };
        variant.royals = Color::ALL.map(|color| royals(color).map(|(_, count)| count).sum());
        variant.royal_names = Color::ALL.map(|color| royals(color).map(|(name, _)| name).next());
    }

    /// Compiles the tables in which men move.
    fn compile_play(&mut self, variant: &mut Variant, setup: &Setup) {
        let Start { plan, draft, faults, .. } = self;
        let hooks = std::mem::take(&mut draft.hooks);
        let initial =
            |kind: usize, color: Color| plan.first[color.index()][kind].unwrap_or_else(|| men(setup, kind, color));
        variant.engine = plan.engine(draft, hooks, Some(&initial), &variant.royal_names, faults);
    }

    /// Reports what of a start cannot be, as far as that is known.
    fn report(&mut self, variant: &Variant, setup: &Setup, found: Vec<SetupFault>) {
        let rules: Vec<_> = self.draft.starts.iter().map(|(rule, _)| vec!["rules".to_owned(), rule.clone()]).collect();
        for fault in found {
            let is_known = match &fault {
                SetupFault::EnPassant(_) => self.faults.knows(&["pieces"]),
                SetupFault::PawnMisplaced(_, square) => {
                    let man = variant.geometry.parse_square(square).and_then(|square| setup.at(square));
                    man.is_none_or(|man| self.knows_zone(&variant.kind(man.kind).name))
                }
                _ => true,
            };
            if is_known {
                let within = fen::span_of(variant, &variant.spec.start.fen, &fault);
                let fault = SpecFault::new(FEN, fault.to_string());
                self.faults.add(SpecFault { within, related: rules.clone(), ..fault });
            }
        }
    }

    /// Whether it is known where a kind must promote.
    fn knows_zone(&self, name: &str) -> bool {
        let zones: [&[&str]; 3] = [&["must"], &["white", "must"], &["black", "must"]];
        zones.iter().all(|zone| self.faults.knows(&[&["pieces", name, "promotion"], *zone].concat()))
    }

    /// No game is over before it begins.
    fn check_outcome(&mut self, variant: &Variant, start: &crate::Position) {
        if let Some(name) = variant.engine.end(start.0.state()) {
            let message = format!("the game would be over before it begins: `{name}` holds at the start");
            let hint = "an end must not hold before a move is made: change it, or the start";
            self.faults.add(SpecFault::new(["ends", name], message).hint(hint));
            return;
        }
        // Without rules a start in which nobody can move is only warned of. What cannot be read might be a way out.
        if variant.spec.rules.is_empty() || !PLAY.iter().all(|section| self.faults.knows(&[section])) {
            return;
        }
        if let Some(outcome) = variant.engine.outcome(start.0.state(), &[]) {
            let message = format!("the game would be over before it begins: {outcome}");
            let hint = "give it another start, or leave out the rule that ends it";
            self.faults.add(SpecFault::new(FEN, message).hint(hint));
        }
    }
}

/// Where a color's men of a kind stand.
fn men(setup: &Setup, kind: usize, color: Color) -> SquareSet {
    let own = |man: &Piece| man.kind.index() == kind && man.owner == color.into();
    setup.men().filter(|(_, man)| own(man)).map(|(square, _)| square).collect()
}
