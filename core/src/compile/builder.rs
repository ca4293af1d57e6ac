//! How a rule adds itself to a variant.

use super::faults::Faults;
use crate::betza::Movement;
use crate::color::Color;
use crate::engine::rules::{Hooks, Named};
use crate::engine::state::{COUNTERS, MARKS};
use crate::hook::{
    Appraise, CapturesFirst, Choice, Ending, Forbid, Legality, Lend, PostMove, PreMove, Shelter, TurnEnd,
};
use crate::material::DrawnMaterial;
use crate::piece::{Kind, Royal};
use crate::set::SquareSet;
use crate::setup::Setup;
use crate::spec::{CastlingSpec, DrawsSpec, EndsSpec, PieceSpec, Spec, SpecFault};
use crate::square::Geometry;
use crate::turn::{Counter, Lent, Marks};
use crate::variant::Declared;

/// Changes the setup of a variant's own start.
pub(crate) type StartChange = Box<dyn Fn(&mut Setup) + Send + Sync>;

/// Where men in hand may be dropped, by kind and color.
pub(crate) type DropZone = Box<dyn Fn(&Geometry, &PieceSpec, Color) -> SquareSet>;

/// How a rule spells its counters in FEN, where `name=value` is not what people write: `3+3` between the square of en
/// passant and the half-move clock. It is read there and at the end.
pub trait FenField: Send + Sync {
    /// The field, a word without spaces and `=`, from the values of the counters.
    fn write(&self, values: &[u16]) -> String;

    /// The values of the counters; `None` if the word is no such field.
    fn read(&self, word: &str) -> Option<Vec<u16>>;
}

/// A field of FEN, and the numbers of the counters that it spells.
pub(crate) struct Spelling {
    pub(crate) counters: Vec<usize>,
    pub(crate) field: Box<dyn FenField>,
}

/// How many movements rules can lend: [`Lent`] counts them in a byte.
const LENT: usize = 1 << u8::BITS;

/// What to do about two rules that do not go together.
pub(crate) const ONE_OF_THE_TWO: &str = "leave one of the two out";

/// A variant in the making.
pub(crate) struct Draft {
    pub(crate) geometry: Geometry,
    /// Every kind of piece, with the rule that adds it, if one does.
    pub(crate) pieces: Vec<(PieceSpec, Option<String>)>,
    /// The start in FEN.
    pub(crate) start: String,
    pub(crate) castling: Option<CastlingSpec>,
    pub(crate) ends: EndsSpec,
    pub(crate) draws: DrawsSpec,
    pub(crate) hooks: Hooks,
    pub(crate) declared: Declared,
    pub(crate) spellings: Vec<Spelling>,
    /// The numbers of the sets of squares that travel with their men.
    pub(crate) travelling: Vec<u8>,
    /// Where men in hand may be dropped, and the rule that says so.
    pub(crate) hands: Option<(String, DropZone)>,
    /// The movements that rules lend.
    pub(crate) lent: Vec<Movement>,
    /// The kinds that their own side may take.
    pub(crate) own_prey: Vec<Kind>,
    pub(crate) may_pass: bool,
    /// The rules that need a royal man that can be in check.
    pub(crate) needs_check: Vec<String>,
    /// The rule that takes check away from a game that had it.
    pub(crate) ends_check: Option<String>,
    /// The rules that do not go with another: their own ids, the other's, and why.
    pub(crate) excluded: Vec<(String, String, String)>,
    /// The names of declared state, with the rules that declare it.
    pub(crate) state_of: Vec<(String, String)>,
    /// What rules change of the variant's own start, with their ids.
    pub(crate) starts: Vec<(String, StartChange)>,
    /// Whether royal men can be captured before rules have had their say.
    pub(crate) royals_captured: bool,
    pub(crate) royal_lost: Option<&'static str>,
    /// What a side does that cannot move and is not in check.
    pub(crate) stuck: Option<&'static str>,
    /// What rules say of material, over the variant's `[draws]`.
    pub(crate) drawn_material: Option<DrawnMaterial>,
    /// The rules that ask for mate to be judged first.
    pub(crate) mate_first: Vec<String>,
    /// The rules that ask for legality to be judged last.
    pub(crate) legality_last: Vec<String>,
    /// What men count in the computer's judgement, in percent.
    pub(crate) material_weight: i32,
    pub(super) faults: Faults,
}

impl Draft {
    /// A variant to which no rule has added anything.
    pub(super) fn new(spec: &Spec, geometry: Geometry, faults: Faults) -> Draft {
        Draft {
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
            stuck: None,
            drawn_material: None,
            mate_first: Vec::new(),
            legality_last: Vec::new(),
            material_weight: 100,
            faults,
        }
    }
}

/// A variant in the making, to which a [`Rule`](crate::Rule) adds pieces, hooks and declared state.
pub struct RuleBuilder<'a> {
    pub(crate) draft: &'a mut Draft,
    pub(crate) rule: &'a str,
}

impl RuleBuilder<'_> {
    /// The shape of the board.
    pub fn geometry(&self) -> &Geometry {
        &self.draft.geometry
    }

    /// The kind of a name, such as `king`, if the variant or an earlier rule has it.
    pub fn kind(&self, name: &str) -> Option<Kind> {
        let place = self.draft.pieces.iter().position(|(piece, _)| piece.name == name)?;
        Some(Kind(place as u8))
    }

    /// The royal kinds that the variant and earlier rules have.
    pub fn royal_kinds(&self) -> Vec<Kind> {
        let royal =
            |(place, (piece, _)): (usize, &(PieceSpec, _))| (piece.royal != Royal::No).then_some(Kind(place as u8));
        self.draft.pieces.iter().enumerate().filter_map(royal).collect()
    }

    /// Every kind of piece that the variant and earlier rules have.
    pub fn pieces(&self) -> impl Iterator<Item = (Kind, &PieceSpec)> {
        self.draft.pieces.iter().enumerate().map(|(place, (piece, _))| (Kind(place as u8), piece))
    }

    /// What a kind is, to be changed by the rule. Its name must stay.
    pub fn piece_mut(&mut self, kind: Kind) -> &mut PieceSpec {
        &mut self.draft.pieces[kind.index()].0
    }

    /// Castling, to be changed by the rule.
    pub fn castling_mut(&mut self) -> &mut Option<CastlingSpec> {
        &mut self.draft.castling
    }

    /// How the game ends, to be changed by the rule.
    pub fn ends_mut(&mut self) -> &mut EndsSpec {
        &mut self.draft.ends
    }

    /// When the game is drawn, to be changed by the rule.
    pub fn draws_mut(&mut self) -> &mut DrawsSpec {
        &mut self.draft.draws
    }

    /// How many men of a kind a player has at the start, by the variant's own FEN.
    pub fn count_at_start(&self, color: Color, kind: Kind) -> usize {
        let PieceSpec { letter, neutral, .. } = &self.draft.pieces[kind.index()].0;
        if *neutral {
            return 0;
        }
        let letter = if color == Color::White { letter.clone() } else { letter.to_ascii_lowercase() };
        let board = self.draft.start.split_whitespace().next().unwrap_or_default();
        board.split('[').next().unwrap_or_default().matches(&letter).count()
    }

    /// Adds a kind of piece, or finds the same kind if it is there already. Another kind of that name, or of that
    /// letter, is a fault of the variant that names both.
    pub fn piece(&mut self, piece: PieceSpec) -> Kind {
        match self.kind(&piece.name) {
            Some(kind) => {
                let (known, by) = &self.draft.pieces[kind.index()];
                if *known != piece {
                    let other = by.as_ref().map_or("the variant".to_owned(), |rule| format!("the rule {rule:?}"));
                    let message = format!("the rule {:?} and {other} define {:?} differently", self.rule, piece.name);
                    let place = by.as_ref().map_or(["pieces", &piece.name], |rule| ["rules", rule]);
                    let related = vec![place.map(str::to_owned).to_vec()];
                    self.draft.faults.add(SpecFault { related, ..SpecFault::new(["rules", self.rule], message) });
                }
                kind
            }
            None => {
                self.draft.pieces.push((piece, Some(self.rule.to_owned())));
                Kind((self.draft.pieces.len() - 1) as u8)
            }
        }
    }

    /// Declares a counter: its name in FEN, its value at the start, and its greatest value. A variant may have
    /// eight. What is declared twice, or by a name that is no word, is a fault of the variant.
    pub fn counter(&mut self, name: &str, start: u16, greatest: u16) -> Counter {
        self.name_state(name);
        if start > greatest {
            self.fault(format!(
                "the rule {:?} starts {name:?} at {start}, but lets it be {greatest} at most",
                self.rule
            ));
        }
        let index = self.draft.declared.counters.len();
        if self.has_room(index, COUNTERS, "counters") {
            self.draft.declared.counters.push((name.to_owned(), start.min(greatest), greatest));
        }
        Counter(index.min(COUNTERS - 1) as u8)
    }

    /// Declares a set of squares, empty at the start, by its name in FEN. A variant may have four.
    pub fn marks(&mut self, name: &str) -> Marks {
        self.name_state(name);
        let index = self.draft.declared.marks.len();
        if self.has_room(index, MARKS, "sets of squares") {
            self.draft.declared.marks.push(name.to_owned());
        }
        Marks(index.min(MARKS - 1) as u8)
    }

    /// Declares a set of squares whose marks travel with the men on them, empty at the start. When a marked man moves,
    /// his mark goes with him; when he leaves the board or his square is filled by a hook, it is gone.
    pub fn travelling_marks(&mut self, name: &str) -> Marks {
        let marks = self.marks(name);
        self.draft.travelling.push(marks.0);
        marks
    }

    /// Declares that players have men in hand, and where each may drop them instead of a move: always on an empty
    /// square of this set. Hands are empty at the start; hooks fill them with
    /// [`Turn::set_in_hand`](crate::Turn::set_in_hand). If two rules say so, the variant is not compiled.
    pub fn hands(&mut self, zone: impl Fn(&Geometry, &PieceSpec, Color) -> SquareSet + 'static) {
        match &self.draft.hands {
            Some((other, _)) => {
                let message = format!("the rules {other:?} and {:?} both say who has men in hand", self.rule);
                let related = vec![vec!["rules".to_owned(), other.clone()]];
                let fault = SpecFault { related, ..SpecFault::new(["rules", self.rule], message) };
                self.draft.faults.add(fault.hint(ONE_OF_THE_TWO));
            }
            None => self.draft.hands = Some((self.rule.to_owned(), Box::new(zone))),
        }
    }

    /// Declares a movement in Betza's notation that [`Lend`] hooks lend to men. A variant may have 256. What cannot be
    /// read is a fault of the variant.
    pub fn lent_movement(&mut self, betza: &str) -> Lent {
        let movement = Movement::parse(betza).unwrap_or_else(|error| {
            self.fault(format!("the rule {:?} lends the movement {betza:?}: {}", self.rule, error.message));
            Movement::default()
        });
        let index = self.draft.lent.len();
        if self.has_room(index, LENT, "movements to lend") {
            self.draft.lent.push(movement);
        }
        Lent(index.min(LENT - 1) as u8)
    }

    /// Lets men of these kinds be taken by men of their own side.
    pub fn take_own(&mut self, kinds: impl IntoIterator<Item = Kind>) {
        self.draft.own_prey.extend(kinds);
    }

    /// Lets a side that is not in check pass instead of moving.
    pub fn may_pass(&mut self) {
        self.draft.may_pass = true;
    }

    /// Says that the rule makes sense only where a royal man can be in check. A variant without one, or whose rules
    /// take that away, is not compiled.
    pub fn needs_check(&mut self) {
        self.draft.needs_check.push(self.rule.to_owned());
    }

    /// Says that the rule does not go with another, whichever comes first, and why: a whole clause. A variant that has
    /// both is not compiled.
    pub fn exclude(&mut self, rule: &str, because: &str) {
        self.draft.excluded.push((self.rule.to_owned(), rule.to_owned(), because.to_owned()));
    }

    /// Spells counters in FEN in a field of their own. The rule must have declared them.
    pub fn fen_field(&mut self, counters: &[Counter], field: impl FenField + 'static) {
        let counters = counters.iter().map(|counter| counter.0 as usize).collect();
        self.draft.spellings.push(Spelling { counters, field: Box::new(field) });
    }

    /// Whether one more can be declared. If not, that is a fault, and the number that its author gets means nothing.
    fn has_room(&mut self, index: usize, most: usize, what: &str) -> bool {
        if index == most {
            self.fault(format!("the rules of a variant can declare {most} {what}, and {:?} declares more", self.rule));
        }
        index < most
    }

    /// Checks the name of declared state: it stands in FEN as `name=value`.
    fn name_state(&mut self, name: &str) {
        let rule = self.rule;
        if name.is_empty() || name.contains(|letter: char| letter == '=' || !letter.is_ascii_graphic()) {
            self.fault(format!(
                "the rule {rule:?} cannot call its state {name:?}: take a word without spaces and \"=\""
            ));
        }
        match self.draft.state_of.iter().find(|(known, _)| known == name).map(|(_, by)| by.clone()) {
            Some(other) if other == rule => self.fault(format!("the rule {rule:?} declares {name:?} twice")),
            Some(other) => self.fault(format!("the rules {other:?} and {rule:?} both declare {name:?}")),
            None => self.draft.state_of.push((name.to_owned(), rule.to_owned())),
        }
    }

    fn fault(&mut self, message: String) {
        self.draft.faults.add(SpecFault::new(["rules", self.rule], message));
    }

    /// Adds a hook that lends movements.
    pub fn lend(&mut self, hook: impl Lend + 'static) {
        self.draft.hooks.lend.push(Named { rule: self.rule.to_owned(), hook: Box::new(hook) });
    }

    /// Adds a pre-move hook that refuses by sets of squares.
    pub fn forbid(&mut self, hook: impl Forbid + 'static) {
        self.draft.hooks.forbid.push(Named { rule: self.rule.to_owned(), hook: Box::new(hook) });
    }

    /// Adds a pre-move hook.
    pub fn pre_move(&mut self, hook: impl PreMove + 'static) {
        self.draft.hooks.pre_move.push(Named { rule: self.rule.to_owned(), hook: Box::new(hook) });
    }

    /// Adds a post-move hook.
    pub fn post_move(&mut self, hook: impl PostMove + 'static) {
        let when = hook.when();
        self.draft.hooks.post_move.push((when, Named { rule: self.rule.to_owned(), hook: Box::new(hook) }));
    }

    /// Adds a hook that says where royal men are not in check although they are attacked. Unless some rule says that
    /// [`royals_may_leave`](Self::royals_may_leave), the variant is not compiled.
    pub fn shelter(&mut self, hook: impl Shelter + 'static) {
        self.draft.hooks.shelter.push(Named { rule: self.rule.to_owned(), hook: Box::new(hook) });
    }

    /// Adds a legality hook.
    pub fn legality(&mut self, hook: impl Legality + 'static) {
        let when = hook.when();
        self.draft.hooks.legality.push((when, Named { rule: self.rule.to_owned(), hook: Box::new(hook) }));
    }

    /// Says that no move may leave a royal man of the other side in check, and why, in words that fit after "because".
    /// It is faster than a [`Legality`] hook that asks the same, and is asked before all of them.
    pub fn no_checks(&mut self, reason: &'static str) {
        self.draft.hooks.no_checks.get_or_insert((self.rule.to_owned(), reason));
    }

    /// Says that whoever can take a man of the other side must take one. `reason` says why another move is not legal,
    /// in words that fit after "because". It is faster than a [`Choice`] hook that says the same.
    pub fn captures_first(&mut self, reason: &'static str) {
        self.draft.hooks.captures_first += 1;
        self.choice(CapturesFirst(reason));
    }

    /// Adds a choice hook.
    pub fn choice(&mut self, hook: impl Choice + 'static) {
        self.draft.hooks.choice.push(Named { rule: self.rule.to_owned(), hook: Box::new(hook) });
    }

    /// Adds a turn-end hook.
    pub fn turn_end(&mut self, hook: impl TurnEnd + 'static) {
        let when = hook.when();
        self.draft.hooks.turn_end.push((when, Named { rule: self.rule.to_owned(), hook: Box::new(hook) }));
    }

    /// Adds an outcome hook.
    pub fn ending(&mut self, hook: impl Ending + 'static) {
        self.draft.hooks.endings.push(Named { rule: self.rule.to_owned(), hook: Box::new(hook) });
    }

    /// Adds a term to the computer's judgement of a board.
    pub fn appraise(&mut self, hook: impl Appraise + 'static) {
        self.draft.hooks.appraise.push(Named { rule: self.rule.to_owned(), hook: Box::new(hook) });
    }

    /// Says what men count in the computer's judgement, in percent of what they do elsewhere: 0 where it does not matter
    /// how many one has, −100 where it is good to lose them. Of several rules the last one holds.
    pub fn weigh_material(&mut self, percent: i32) {
        self.draft.material_weight = percent;
    }

    /// Changes every start of the variant, drawn ones too, but never a position given by FEN.
    pub fn start(&mut self, change: impl Fn(&mut Setup) + Send + Sync + 'static) {
        self.draft.starts.push((self.rule.to_owned(), Box::new(change)));
    }

    /// Says that the rule can take royal men off the board, or leave them where they can be taken: who has none left
    /// has lost, and if nobody has, it is a draw. The reason is `white king WORD`, `both kings WORD`; where two rules say so with different words, `lost`.
    pub fn royals_may_leave(&mut self, word: &'static str) {
        let known = self.draft.royal_lost.get_or_insert(word);
        if *known != word {
            *known = "lost";
        }
    }

    /// Says what a side does that cannot move and is not in check, where people would not call that a stalemate: the
    /// reason of the outcome is `white WORDS`. Of several rules the first one's words hold.
    pub fn name_stalemate(&mut self, words: &'static str) {
        self.draft.stuck.get_or_insert(words);
    }

    /// Says which material is drawn, whatever the variant's `[draws]` say. Of several rules, the one that draws least
    /// holds.
    pub fn draw_by_material(&mut self, drawn: DrawnMaterial) {
        let known = self.draft.drawn_material.get_or_insert(drawn);
        *known = drawn.min(*known);
    }

    /// Mate and stalemate are judged before turn-end hooks act; if one stands, they do not act.
    pub fn judge_mate_before_turn_end(&mut self) {
        self.draft.mate_first.push(self.rule.to_owned());
    }

    /// Legality is judged after turn-end hooks have acted: a royal may stay attacked if the hooks end that.
    pub fn judge_legality_after_turn_end(&mut self) {
        self.draft.legality_last.push(self.rule.to_owned());
    }

    /// Says that the values of these parameters do not go together, or not with this variant. It is not compiled.
    pub fn refuse(&mut self, parameters: &[&str], message: impl Into<String>) {
        let path = |parameter: &&str| vec!["rules".to_owned(), self.rule.to_owned(), parameter.to_string()];
        let mut paths = parameters.iter().map(path);
        let first = paths.next().unwrap_or_else(|| vec!["rules".to_owned(), self.rule.to_owned()]);
        let fault = SpecFault { related: paths.collect(), ..SpecFault::new(first, message) };
        self.draft.faults.add(fault);
    }
}
