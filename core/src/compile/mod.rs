//! From a [`Spec`] to the tables that play uses: every entry is checked, and every fault is reported.

pub(crate) mod builder;
mod ends;
mod region;

use std::collections::HashMap;

use self::builder::{Draft, DropZone, ONE_OF_THE_TWO, RuleBuilder};
use crate::betza::Movement;
use crate::color::Color;
use crate::engine::Engine;
use crate::engine::ends::Ends;
use crate::engine::keys::Keys;
use crate::engine::rules::{Castling, Hooks, Promotion, Rules};
use crate::engine::tables::{Mover, Shape, Threats, Weaver};
use crate::engine::word::{U256, Word};
use crate::generator::{Arrays, Draw};
use crate::material::DrawnMaterial;
use crate::notation::fen;
use crate::piece::{Kind, Piece, PieceKind, Royal};
use crate::registry::Registry;
use crate::set::SquareSet;
use crate::setup::{Setup, SetupFault};
use crate::spec::{
    BoardSpec, ByColor, CastlingSpec, CastlingTarget, GeneratorSpec, PieceSpec, PromotionSpec, Spec, SpecFault,
};
use crate::square::{Geometry, Square};
use crate::turn::Marks;
use crate::variant::{Declared, Grants, Variant};

/// The squares of a region of a variant that is compiled, so that its words have been checked.
pub(crate) fn region(geometry: &Geometry, region: &[String]) -> SquareSet {
    region::squares(geometry, region).0
}

/// Checks a description and compiles it.
pub(crate) fn compile(spec: Spec, registry: &Registry) -> Result<Variant, Vec<SpecFault>> {
    let mut faults = Vec::new();
    let Some(geometry) = geometry(&spec.board, &mut faults) else {
        return Err(faults);
    };
    let mut draft = Draft {
        geometry,
        pieces: spec.pieces.iter().map(|piece| (piece.clone(), None)).collect(),
        start: spec.start.fen.clone(),
        castling: spec.castling.clone(),
        ends: spec.ends.clone(),
        draws: spec.draws.clone(),
        hooks: Hooks::default(),
        declared: Declared::default(),
        spellings: Vec::new(),
        travelling: Vec::new(),
        hands: None,
        lent: Vec::new(),
        own_prey: Vec::new(),
        may_pass: false,
        needs_check: Vec::new(),
        ends_check: None,
        excluded: Vec::new(),
        state_of: Vec::new(),
        starts: Vec::new(),
        royals_captured: spec.pieces.iter().any(|piece| piece.royal == Royal::Capture),
        royal_lost: None,
        drawn_material: None,
        mate_first: Vec::new(),
        legality_last: Vec::new(),
        faults,
    };
    add_rules(&spec, registry, &mut draft);
    let mut faults = Vec::new();
    let kinds = kinds(&draft, &mut faults);
    let are_sound = faults.is_empty();
    faults.splice(0..0, std::mem::take(&mut draft.faults));
    check_needs(&draft, &mut faults);
    let plan = Plan::new(&draft, kinds, &mut faults);
    // Without the kinds the start cannot be read; whatever else is wrong, it can.
    if are_sound { plan.build(spec, draft, registry, faults) } else { Err(faults) }
}

fn geometry(board: &BoardSpec, faults: &mut Vec<SpecFault>) -> Option<Geometry> {
    for (key, number) in [("files", board.files), ("ranks", board.ranks)] {
        if !(Geometry::MIN..=Geometry::MAX).contains(&number) {
            let message = format!("a board has from {} to {} {key}, not {number}", Geometry::MIN, Geometry::MAX);
            faults.push(SpecFault::new(["board", key], message));
        }
    }
    let mut geometry = Geometry::new(board.files, board.ranks)?;
    if board.wrap {
        geometry = geometry.wrapped();
    }
    let path = ["board", "holes"].map(str::to_owned).to_vec();
    let geometry = geometry.without(region_of(&geometry, &board.holes, path, faults));
    if geometry.squares().is_empty() {
        faults.push(SpecFault::new(["board", "holes"], "every square of the board is a hole"));
        return None;
    }
    Some(geometry)
}

fn add_rules(spec: &Spec, registry: &Registry, draft: &mut Draft) {
    for (place, rule_spec) in spec.rules.iter().enumerate() {
        if spec.rules[..place].iter().any(|earlier| earlier.id == rule_spec.id) {
            draft.faults.push(SpecFault::new(["rules", &rule_spec.id], "a rule can be laid over a game only once"));
            continue;
        }
        let Some(rule) = registry.rule(&rule_spec.id) else {
            let message = format!("there is no rule {:?}", rule_spec.id);
            draft.faults.push(SpecFault::new(["rules", &rule_spec.id], message));
            continue;
        };
        let had_check = has_check(draft);
        rule.build(&rule_spec.values, &mut RuleBuilder { draft, rule: rule.id() });
        if had_check && !has_check(draft) {
            draft.ends_check = Some(rule_spec.id.clone());
        }
    }
    for (rule, other, because) in &draft.excluded {
        if spec.rules.iter().any(|known| known.id == *other) {
            let message = format!("the rules {rule:?} and {other:?} do not go together: {because}");
            draft.faults.push(clash(rule, other, message));
        }
    }
    if let (Some(first), Some(last)) = (draft.mate_first.first(), draft.legality_last.first()) {
        let message = format!(
            "{first:?} judges mate before the end of the turn and {last:?} judges legality after it: they do not go together"
        );
        let fault = SpecFault {
            related: vec![vec!["rules".into(), last.clone()]],
            ..SpecFault::new(["rules", first], message)
        };
        draft.faults.push(fault);
    }
}

/// Whether some man can be in check.
fn has_check(draft: &Draft) -> bool {
    draft.pieces.iter().any(|(piece, _)| piece.royal == Royal::Check)
}

/// A fault of two rules that do not go together.
fn clash(rule: &str, other: &str, message: String) -> SpecFault {
    let related = vec![vec!["rules".to_owned(), other.to_owned()]];
    SpecFault { related, ..SpecFault::new(["rules", rule], message) }.hint(ONE_OF_THE_TWO)
}

/// What rules grant that no description says.
fn grants(draft: &Draft) -> Grants {
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

/// Rules that need a royal man that can be in check must have one.
fn check_needs(draft: &Draft, faults: &mut Vec<SpecFault>) {
    if has_check(draft) {
        return;
    }
    for rule in &draft.needs_check {
        let needs = format!("the rule {rule:?} needs a royal man that can be in check");
        faults.push(match &draft.ends_check {
            Some(other) => clash(rule, other, format!("{needs}, and the rule {other:?} takes check away")),
            None => SpecFault::new(["rules", rule], format!("{needs}, and this game has none"))
                .hint("give a piece `royal = \"check\"`, or leave the rule out"),
        });
    }
}

/// A kind of piece, with the rule that adds it, if one does.
type Entry = (PieceSpec, Option<String>);

/// The entry that has to do with a kind's faults: one of its own, or the rule that adds it.
fn path_of((piece, rule): &Entry, keys: &[&str]) -> Vec<String> {
    match rule {
        None => ["pieces", &piece.name].iter().chain(keys).map(|&key| key.to_owned()).collect(),
        Some(rule) => vec!["rules".to_owned(), rule.clone()],
    }
}

/// Every kind of piece, checked.
fn kinds(draft: &Draft, faults: &mut Vec<SpecFault>) -> Vec<PieceKind> {
    let mut letters: HashMap<char, &Entry> = HashMap::new();
    let mut kinds = Vec::with_capacity(draft.pieces.len());
    if draft.pieces.len() > U256::KINDS {
        let message = format!("a variant has at most {} kinds of piece, not {}", U256::KINDS, draft.pieces.len());
        faults.push(SpecFault::new(["pieces"], message));
    }
    for (place, entry) in draft.pieces.iter().enumerate() {
        let (piece, rule) = entry;
        let path = |key: &str| path_of(entry, &[key]);
        if draft.pieces[..place].iter().any(|(other, _)| other.name == piece.name) {
            faults.push(SpecFault::new(path_of(entry, &[]), format!("two kinds of piece are called {:?}", piece.name)));
        }
        let letter = match letter(piece) {
            Ok(letter) => letter,
            Err(message) => {
                faults.push(SpecFault::new(path("letter"), message));
                continue;
            }
        };
        if let Some(other) = letters.insert(letter, entry) {
            let message = format!("{letter:?} is the letter of two kinds: {:?} and {:?}", other.0.name, piece.name);
            let first = path_of(other, &["letter"]);
            let fault = SpecFault { related: vec![first], ..SpecFault::new(path("letter"), message) };
            faults.push(fault.hint("give one of them another letter"));
        }
        if piece.neutral && !piece.betza.is_empty() {
            faults.push(SpecFault::new(path("betza"), "a neutral kind never moves, so it has no movement"));
        }
        if piece.neutral && piece.royal != Royal::No {
            faults.push(SpecFault::new(path("royal"), "a neutral kind cannot be royal"));
        }
        let of_movers = [
            ("first", piece.first != ByColor::default()),
            ("promotion", piece.promotion != ByColor::default()),
            ("pawn", piece.pawn),
            ("en_passant", piece.en_passant),
        ];
        for (key, _) in of_movers.into_iter().filter(|(_, given)| piece.neutral && *given) {
            faults.push(SpecFault::new(path(key), format!("a neutral kind never moves, so it has no `{key}`")));
        }
        let movement = if piece.neutral { Ok(Movement::default()) } else { Movement::parse(&piece.betza) };
        match movement {
            Ok(movement) => kinds.push(PieceKind {
                name: piece.name.clone(),
                letter,
                betza: piece.betza.clone(),
                movement,
                neutral: piece.neutral,
                royal: piece.royal,
                pawn: piece.pawn,
                value: piece.value,
                glyphs: piece.glyphs.clone(),
            }),
            Err(error) => faults.push(SpecFault {
                hint: error.hint,
                within: rule.is_none().then_some(error.at),
                ..SpecFault::new(path("betza"), error.message)
            }),
        }
    }
    kinds
}

/// A players' kind has a capital letter; a neutral one a sign that FEN does not need for itself.
fn letter(piece: &PieceSpec) -> Result<char, String> {
    let mut letters = piece.letter.chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else {
        return Err(format!("the letter of {:?} must be one character", piece.name));
    };
    let sign = letter.is_ascii_punctuation() && !"/[]~+-=,#@".contains(letter);
    match (piece.neutral, letter) {
        (true, _) if sign => Ok(letter),
        (true, _) => {
            Err(format!("{letter:?} cannot stand for a neutral kind: take a sign such as \"^\", \"*\" or \"%\""))
        }
        (false, 'A'..='Z') => Ok(letter),
        (false, _) => Err(format!("{letter:?} cannot stand for a players' kind: take a capital letter from A to Z")),
    }
}

/// Everything that is known before the start is read.
struct Plan {
    kinds: Vec<PieceKind>,
    promotion: [Vec<Option<Promotion<SquareSet>>>; 2],
    passes: Vec<bool>,
    first: [Vec<Option<SquareSet>>; 2],
    castling: Option<(Castling, bool)>,
    ends: Ends<SquareSet>,
}

impl Plan {
    fn new(draft: &Draft, kinds: Vec<PieceKind>, faults: &mut Vec<SpecFault>) -> Plan {
        let geometry = &draft.geometry;
        let number = |name: &str| {
            let place = draft.pieces.iter().position(|(piece, _)| piece.name == name && !piece.neutral);
            place.map(|place| place as u8)
        };
        let players = draft.pieces.iter().map(|(piece, _)| piece).filter(|piece| !piece.neutral);
        let known = format!("pieces: {}", players.map(|piece| piece.name.as_str()).collect::<Vec<_>>().join(", "));
        let mut promotion = [Vec::new(), Vec::new()];
        let mut first = [Vec::new(), Vec::new()];
        for entry in &draft.pieces {
            for color in Color::ALL {
                // What is the same for both players stands in one place.
                let keys = |key, same| if same { vec![key] } else { vec![key, color.name()] };
                let ByColor { white, black } = &entry.0.promotion;
                let promotes = entry.0.promotion.of(color).as_ref().map(|promotion| {
                    let keys = keys("promotion", white == black);
                    promotion_of(geometry, color, promotion, (entry, &keys), &number, &known, faults)
                });
                promotion[color.index()].push(promotes);
                let ByColor { white, black } = &entry.0.first;
                let zone = entry.0.first.of(color).as_ref().map(|zone| {
                    let keys = keys("first", white == black);
                    region_of(geometry, zone, path_of(entry, &keys), faults)
                });
                first[color.index()].push(zone);
            }
        }
        let castling = draft.castling.as_ref().map(|castling| castling_of(geometry, castling, &number, &known, faults));
        let ends = ends::compile(&draft.ends, draft, &number, faults);
        Plan {
            ends,
            kinds,
            promotion,
            passes: draft.pieces.iter().map(|(piece, _)| piece.en_passant).collect(),
            first,
            castling,
        }
    }

    /// Reads the start, and makes the variant if nothing is wrong. `faults` are those found so far.
    fn build(
        mut self,
        spec: Spec,
        mut draft: Draft,
        registry: &Registry,
        mut faults: Vec<SpecFault>,
    ) -> Result<Variant, Vec<SpecFault>> {
        let geometry = draft.geometry;
        let free = self.castling.as_ref().is_some_and(|(_, free)| *free);
        let targets = self.castling.as_ref().map(|(castling, _)| castling.targets.clone()).unwrap_or_default();
        let laws = Spec {
            pieces: draft.pieces.iter().map(|(piece, _)| piece.clone()).collect(),
            castling: draft.castling.clone(),
            ends: draft.ends.clone(),
            draws: draft.draws.clone(),
            ..spec.clone()
        };
        let usual_material = if laws.draws.material { DrawnMaterial::Orthodox } else { DrawnMaterial::Nothing };
        // Where first moves hold is read from the start, so the start is read by rules in which nothing moves.
        let engine = match self.engine(&draft, Hooks::default(), None, &[None, None]) {
            Ok(engine) => engine,
            Err(found) => return Err([faults, found].concat()),
        };
        let mut variant = Variant {
            spec,
            laws,
            geometry,
            kinds: self.kinds.clone(),
            declared: Declared { hands: draft.hands.is_some(), ..draft.declared.clone() },
            spellings: std::mem::take(&mut draft.spellings),
            engine,
            start: None,
            draw: None,
            castles_freely: free,
            castling_targets: targets,
            castling_home: [None; 2],
            drawn_material: draft.drawn_material.unwrap_or(usual_material),
            royals_may_leave: royals_may_leave(&draft, &self.kinds),
            royals_may_grow: self.makes_royals(),
            judges_danger: !draft.hooks.legality.is_empty(),
            royals: [0; 2],
            royal_names: [None, None],
            own_prey: draft.own_prey.clone(),
            grants: grants(&draft),
            hooks_change_men: draft.hooks.change_men() || draft.hands.is_some(),
            lends_movements: !draft.hooks.lend.is_empty(),
            hooks_end_games: !draft.hooks.endings.is_empty(),
        };
        let path = ["start", "fen"];
        let setup = fen::setup(&variant, &variant.spec.start.fen).map_err(|errors| {
            let fault = |error: &fen::FenError| SpecFault {
                within: Some(error.span.clone()),
                ..SpecFault::new(path, error.message.clone())
            };
            faults.extend(errors.0.iter().map(fault));
        });
        let arrays =
            setup.as_ref().ok().and_then(|setup| arrays(&variant.laws, setup, &self.kinds, registry, &mut faults));
        let (Ok(mut setup), true) = (setup, faults.is_empty()) else { return Err(faults) };
        for (_, change) in &draft.starts {
            change(&mut setup);
        }
        let homes = Color::ALL.map(|color| self.home(&setup, color).filter(|_| !free));
        if let Some((castling, _)) = &mut self.castling {
            castling.home = homes.map(|home| home.map(|(king, _)| king.0));
        }
        let of = |kind: usize, color: Color| -> SquareSet {
            let own = |man: &Piece| man.kind.index() == kind && man.owner == color.into();
            setup.men().filter(|(_, man)| own(man)).map(|(square, _)| square).collect()
        };
        let initial = |kind: usize, color: Color| self.first[color.index()][kind].unwrap_or_else(|| of(kind, color));
        let royals = |color: Color| {
            let royal = move |(kind, known): (usize, &PieceKind)| match of(kind, color).len() {
                count @ 1.. if known.royal != Royal::No => Some((known.name.clone(), count)),
                _ => None,
            };
            self.kinds.iter().enumerate().filter_map(royal)
        };
        variant.royals = Color::ALL.map(|color| royals(color).map(|(_, count)| count).sum());
        variant.royal_names = Color::ALL.map(|color| royals(color).map(|(name, _)| name).next());
        let hooks = std::mem::take(&mut draft.hooks);
        variant.engine = self.engine(&draft, hooks, Some(&initial), &variant.royal_names)?;
        let start = variant.position(&setup).map_err(|found| {
            let rules = draft.starts.iter().map(|(rule, _)| vec!["rules".to_owned(), rule.clone()]);
            let related: Vec<Vec<String>> = rules.collect();
            let fault =
                |fault: &SetupFault| SpecFault { related: related.clone(), ..SpecFault::new(path, fault.to_string()) };
            found.iter().map(fault).collect::<Vec<_>>()
        })?;
        if let Some(name) = variant.engine.end(start.0.state()) {
            let message = format!("the game would be over before it begins: `{name}` holds at the start");
            let hint = "an end must not hold before a move is made: change it, or the start";
            return Err(vec![SpecFault::new(["ends", name], message).hint(hint)]);
        }
        // Without rules a start in which nobody can move is only warned of.
        let outcome = variant.engine.outcome(start.0.state(), &[]).filter(|_| !variant.spec.rules.is_empty());
        if let Some(outcome) = outcome {
            let message = format!("the game would be over before it begins: {outcome}");
            let hint = "give it another start, or leave out the rule that ends it";
            return Err(vec![SpecFault::new(path, message).hint(hint)]);
        }
        variant.castling_home = homes;
        variant.start = Some(start);
        if let Some(arrays) = arrays {
            let starts = draft.starts.into_iter().map(|(_, change)| change).collect();
            let nothing = || vec![SpecFault::new(["start", "generator"], "its parameters leave no array to be drawn")];
            variant.draw = Some(Draw::new(arrays, starts).ok_or_else(nothing)?);
        }
        Ok(variant)
    }

    /// The square of a color's castling king at the start, and its rooks.
    fn home(&self, setup: &Setup, color: Color) -> Option<(Square, SquareSet)> {
        let (castling, _) = self.castling.as_ref()?;
        let men = |kind: u8| setup.men().filter(move |(_, man)| *man == Piece::new(Kind(kind), color));
        let rooks: SquareSet = men(castling.rook).map(|(square, _)| square).collect();
        let rooks = rooks & setup.castling;
        let rank = setup.geometry().rank(rooks.iter().next()?);
        let (king, _) = men(castling.king).find(|(square, _)| setup.geometry().rank(*square) == rank)?;
        Some((king, rooks))
    }

    /// Whether some man promotes to a royal one.
    fn makes_royals(&self) -> bool {
        let mut kinds = self.promotion.iter().flatten().flatten().flat_map(|promotion| &promotion.to);
        kinds.any(|&kind| self.kinds[kind as usize].royal != Royal::No)
    }

    /// Whether some royal man promotes.
    fn royals_promote(&self) -> bool {
        let royal = |(promotion, kind): (&Option<_>, &PieceKind)| promotion.is_some() && kind.royal != Royal::No;
        self.promotion.iter().any(|promotion| promotion.iter().zip(&self.kinds).any(royal))
    }

    /// Compiles for the smallest word that holds squares and kinds. `initial` is where first moves hold; without it
    /// nothing moves.
    fn engine(
        &self,
        draft: &Draft,
        hooks: Hooks,
        initial: Option<&dyn Fn(usize, Color) -> SquareSet>,
        royal_names: &[Option<String>; 2],
    ) -> Result<Box<dyn Engine>, Vec<SpecFault>> {
        let squares = draft.geometry.files() as usize * draft.geometry.ranks() as usize;
        let fits = |most_squares: usize, most_kinds: usize| squares <= most_squares && self.kinds.len() <= most_kinds;
        if fits(u64::SQUARES, u64::KINDS) {
            Ok(Box::new(self.rules::<u64>(draft, hooks, initial, royal_names)?))
        } else if fits(u128::SQUARES, u128::KINDS) {
            Ok(Box::new(self.rules::<u128>(draft, hooks, initial, royal_names)?))
        } else {
            Ok(Box::new(self.rules::<U256>(draft, hooks, initial, royal_names)?))
        }
    }

    fn rules<W: Word>(
        &self,
        draft: &Draft,
        mut hooks: Hooks,
        initial: Option<&dyn Fn(usize, Color) -> SquareSet>,
        royal_names: &[Option<String>; 2],
    ) -> Result<Rules<W>, Vec<SpecFault>> {
        let geometry = draft.geometry;
        let mut weaver = Weaver::<W>::new(&geometry);
        let mut faults = Vec::new();
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
        for (kind, entry) in draft.pieces.iter().enumerate() {
            let has_steps = |movers: &Vec<Mover<W>>| movers.get(kind).is_none_or(|mover| mover.steps.is_some());
            if self.passes[kind] && !movers.iter().all(has_steps) {
                let message = "en passant needs a piece of short steps, short captures and first double steps only, \
                               each to another square";
                faults.push(SpecFault::new(path_of(entry, &["en_passant"]), message));
            }
        }
        let threats = Color::ALL.map(|color| -> Threats<W> {
            let kinds: Vec<(u8, &Movement, &Mover<W>)> =
                moving().map(|(kind, piece)| (kind as u8, &piece.movement, &movers[color.index()][kind])).collect();
            weaver.threats(&kinds, &shape(color, 0))
        });
        if !faults.is_empty() {
            return Err(faults);
        }
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
        hooks.presence.acts |= !draft.travelling.is_empty();
        hooks.presence.exotic |= drops.is_some() || !draft.own_prey.is_empty() || draft.may_pass;
        hooks.presence.may_be_over |= royals_may_leave(draft, &self.kinds) || !self.ends.own.is_empty();
        // Pins and checkers tell the whole truth only where every attack is a leap or follows a line, and where a move
        // makes no royal man of another kind.
        hooks.presence.test_all |=
            threats.iter().any(|threats| !threats.walkers.is_empty()) || self.makes_royals() || self.royals_promote();
        Ok(Rules {
            geometry,
            board: W::from_set(geometry.squares()),
            keys: Keys::new(self.kinds.len()),
            movers,
            threats,
            pawn: self.kinds.iter().map(|kind| kind.pawn).collect(),
            passing: (0..).zip(&self.passes).filter(|(_, passes)| **passes).map(|(kind, _)| kind).collect(),
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
                Some((castling, _)) => Rules::castling_ways(castling, &geometry),
                None => Vec::new(),
            },
            castling: self.castling.as_ref().map(|(castling, _)| castling.clone()),
            ends: self.ends.map(|squares| W::from_set(*squares)),
            hooks,
            royal_lost: match draft.royal_lost {
                // Kings may leave in two ways: no word fits both.
                Some(word) if word != CAPTURED && draft.royals_captured => "lost",
                word => word.unwrap_or(CAPTURED),
            },
        })
    }
}

/// Whether the rules can take royal men off the board.
fn royals_may_leave(draft: &Draft, kinds: &[PieceKind]) -> bool {
    draft.royal_lost.is_some() || kinds.iter().any(|kind| kind.royal == Royal::Capture)
}

/// What draws the start, if anything does, for this fixed one.
fn arrays(
    spec: &Spec,
    fixed: &Setup,
    kinds: &[PieceKind],
    registry: &Registry,
    faults: &mut Vec<SpecFault>,
) -> Option<Box<dyn Arrays>> {
    let GeneratorSpec { id, values } = spec.start.generator.as_ref()?;
    let Some(generator) = registry.generator(id) else {
        faults.push(SpecFault::new(["start", "generator"], format!("there is no generator {id:?}")));
        return None;
    };
    if spec.castling.as_ref().is_some_and(|castling| !castling.free) {
        let message = "where the start is drawn, king and rooks castle from anywhere";
        let hint = "write `array = \"free\"`, or `castling = false` for no castling";
        faults.push(SpecFault::new(["castling", "array"], message).hint(hint));
    }
    // A parameter may have its default, and the FEN be inherited: then the generator is what stands in the file.
    let at_generator =
        |fault: SpecFault| SpecFault { related: vec![vec!["start".into(), "generator".into()]], ..fault };
    match generator.arrays(values, fixed, kinds) {
        Ok(arrays) => {
            let number = arrays.number(fixed).filter(|number| arrays.numbers().contains(number));
            if number.is_none_or(|number| arrays.setup(number) != *fixed) {
                let message = format!("the fixed start is none of the arrays that {id:?} draws from");
                faults.push(at_generator(SpecFault::new(["start", "fen"], message)));
            }
            Some(arrays)
        }
        Err(found) => {
            faults.extend(found.into_iter().map(at_generator));
            None
        }
    }
}

/// The word for royal men that no rule takes off the board.
const CAPTURED: &str = "captured";

fn region_of(geometry: &Geometry, region: &[String], path: Vec<String>, faults: &mut Vec<SpecFault>) -> SquareSet {
    let (squares, wrong) = region::squares(geometry, region);
    for (place, message) in wrong {
        let path = path.iter().cloned().chain([place.to_string()]);
        report(faults, SpecFault::new(path, message));
    }
    squares
}

/// Reports what may be wrong for both players but is one fault.
fn report(faults: &mut Vec<SpecFault>, fault: SpecFault) {
    if !faults.contains(&fault) {
        faults.push(fault);
    }
}

/// What a kind becomes. `entry` and `keys` lead to where the file says so; `number` finds a players' kind by its name, and
/// `known` tells which there are.
fn promotion_of(
    geometry: &Geometry,
    color: Color,
    promotion: &PromotionSpec,
    (entry, keys): (&Entry, &[&str]),
    number: &dyn Fn(&str) -> Option<u8>,
    known: &str,
    faults: &mut Vec<SpecFault>,
) -> Promotion<SquareSet> {
    let name = &entry.0.name;
    let path = |more: &[&str]| path_of(entry, &[keys, more].concat());
    let mut to = Vec::new();
    for (place, wanted) in promotion.to.iter().enumerate() {
        let fault = |message, hint| SpecFault::new(path(&["to", &place.to_string()]), message).hint(hint);
        match number(wanted) {
            Some(kind) if !to.contains(&kind) => to.push(kind),
            Some(_) => report(faults, fault(format!("{wanted:?} is there twice"), "leave it out")),
            None => {
                let message = format!("{name:?} cannot promote to {wanted:?}: there is no such players' kind");
                report(faults, fault(message, known));
            }
        }
    }
    if promotion.to.is_empty() {
        report(faults, SpecFault::new(path(&["to"]), format!("{name:?} must have something to promote to")));
    }
    let last = match color {
        Color::White => geometry.ranks() - 1,
        Color::Black => 0,
    };
    let must = match &promotion.must {
        None => geometry.rank_set(last),
        Some(zone) => region_of(geometry, zone, path(&["must"]), faults),
    };
    let may = region_of(geometry, &promotion.may, path(&["may"]), faults);
    Promotion { to, must, may: may - must }
}

fn castling_of(
    geometry: &Geometry,
    castling: &CastlingSpec,
    number: &dyn Fn(&str) -> Option<u8>,
    known: &str,
    faults: &mut Vec<SpecFault>,
) -> (Castling, bool) {
    let mut kind = |key: &str, name: &str| {
        number(name).unwrap_or_else(|| {
            let message = format!("there is no players' kind {name:?}");
            faults.push(SpecFault::new(["castling", key], message).hint(known));
            0
        })
    };
    let (king, rook) = (kind("king", &castling.king), kind("rook", &castling.rook));
    if king == rook && castling.king == castling.rook {
        faults.push(SpecFault::new(["castling", "rook"], "king and rook must be of two kinds"));
    }
    let mut side = |key: &str, targets: &[CastlingTarget]| -> Vec<(u8, u8)> {
        let mut files = Vec::new();
        for (place, target) in targets.iter().enumerate() {
            let place = place.to_string();
            let file = |letter: char| {
                let file = (letter as u32).wrapping_sub('a' as u32);
                (file < geometry.files() as u32).then_some(file as u8)
            };
            match (file(target.king), file(target.rook)) {
                (Some(king), Some(rook)) if king != rook => files.push((king, rook)),
                (Some(_), Some(_)) => {
                    let message = "king and rook cannot land on the same file";
                    faults.push(SpecFault::new(["castling", key, &place], message));
                }
                (king, _) => {
                    let (who, letter) = if king.is_none() { ("king", target.king) } else { ("rook", target.rook) };
                    let last = geometry.file_letter(geometry.files() - 1);
                    let message = format!("there is no file {letter:?}: this board has the files a to {last}");
                    faults.push(SpecFault::new(["castling", key, &place, who], message));
                }
            }
        }
        files
    };
    let targets = [side("a-side", &castling.a_side), side("h-side", &castling.h_side)];
    (Castling { king, rook, targets, home: [None; 2] }, castling.free)
}
