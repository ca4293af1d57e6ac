//! How a rule adds itself to a variant.

use crate::engine::rules::{Hooks, Named};
use crate::engine::state::{COUNTERS, MARKS};
use crate::hook::{Choice, Ending, Legality, PostMove, PreMove, TurnEnd};
use crate::material::DrawnMaterial;
use crate::piece::{Kind, Royal};
use crate::setup::Setup;
use crate::spec::{PieceSpec, SpecFault};
use crate::square::Geometry;
use crate::turn::{Counter, Marks};
use crate::variant::Declared;

/// Changes the setup of a variant's own start.
pub(crate) type StartChange = Box<dyn Fn(&mut Setup) + Send + Sync>;

/// A variant in the making.
pub(crate) struct Draft {
    pub(crate) geometry: Geometry,
    /// Every kind of piece, with the rule that adds it, if one does.
    pub(crate) pieces: Vec<(PieceSpec, Option<String>)>,
    pub(crate) hooks: Hooks,
    pub(crate) declared: Declared,
    /// The names of declared state, with the rules that declare it.
    pub(crate) state_of: Vec<(String, String)>,
    /// What rules change of the variant's own start, with their ids.
    pub(crate) starts: Vec<(String, StartChange)>,
    pub(crate) royal_lost: Option<&'static str>,
    /// What rules say of material, over the variant's `[draws]`.
    pub(crate) drawn_material: Option<DrawnMaterial>,
    /// The rules that ask for mate to be judged first.
    pub(crate) mate_first: Vec<String>,
    /// The rules that ask for legality to be judged last.
    pub(crate) legality_last: Vec<String>,
    pub(crate) faults: Vec<SpecFault>,
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
                    self.draft.faults.push(SpecFault { related, ..SpecFault::new(["rules", self.rule], message) });
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
        let counters = &mut self.draft.declared.counters;
        counters.push((name.to_owned(), start, greatest));
        let index = counters.len() - 1;
        self.limit(index, COUNTERS, "counters");
        Counter(index.min(COUNTERS - 1) as u8)
    }

    /// Declares a set of squares, empty at the start, by its name in FEN. A variant may have four.
    pub fn marks(&mut self, name: &str) -> Marks {
        self.name_state(name);
        let marks = &mut self.draft.declared.marks;
        marks.push(name.to_owned());
        let index = marks.len() - 1;
        self.limit(index, MARKS, "sets of squares");
        Marks(index.min(MARKS - 1) as u8)
    }

    fn limit(&mut self, index: usize, most: usize, what: &str) {
        if index == most {
            self.fault(format!(
                "the rules of a variant can declare {most} {what}, and {:?} declares one too many",
                self.rule
            ));
        }
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
        self.draft.faults.push(SpecFault::new(["rules", self.rule], message));
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

    /// Adds a legality hook.
    pub fn legality(&mut self, hook: impl Legality + 'static) {
        self.draft.hooks.legality.push(Named { rule: self.rule.to_owned(), hook: Box::new(hook) });
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

    /// Changes the variant's own start, never a position given by FEN.
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
        self.draft.faults.push(fault);
    }
}
