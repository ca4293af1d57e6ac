//! How a rule adds itself to a variant.

use crate::hook::{Choice, Ending, Legality, PostMove, PreMove, TurnEnd};
use crate::piece::Kind;
use crate::setup::Setup;
use crate::spec::PieceSpec;
use crate::square::Geometry;
use crate::turn::{Counter, Marks};

/// A variant in the making, to which a [`Rule`](crate::Rule) adds pieces, hooks and declared state.
pub struct RuleBuilder<'a> {
    marker: std::marker::PhantomData<&'a ()>,
}

#[allow(unused_variables, missing_docs)]
impl RuleBuilder<'_> {
    pub fn geometry(&self) -> &Geometry {
        todo!()
    }
    /// The kind of a name, such as `king`, if the variant has it.
    pub fn kind(&self, name: &str) -> Option<Kind> {
        todo!()
    }
    /// Adds a kind of piece.
    pub fn piece(&mut self, piece: PieceSpec) -> Kind {
        todo!()
    }
    pub fn counter(&mut self, name: &str, start: u16, greatest: u16) -> Counter {
        todo!()
    }
    pub fn marks(&mut self, name: &str) -> Marks {
        todo!()
    }
    pub fn pre_move(&mut self, hook: impl PreMove + 'static) {
        todo!()
    }
    pub fn post_move(&mut self, hook: impl PostMove + 'static) {
        todo!()
    }
    pub fn legality(&mut self, hook: impl Legality + 'static) {
        todo!()
    }
    pub fn choice(&mut self, hook: impl Choice + 'static) {
        todo!()
    }
    pub fn turn_end(&mut self, hook: impl TurnEnd + 'static) {
        todo!()
    }
    pub fn ending(&mut self, hook: impl Ending + 'static) {
        todo!()
    }
    /// Changes the variant's own start (never a position given by FEN).
    pub fn start(&mut self, change: impl Fn(&mut Setup) + Send + Sync + 'static) {
        todo!()
    }
    /// Says that the rule can take royal men off the board: who has none has lost, for the reason `white king WORD`.
    pub fn royals_may_leave(&mut self, word: &'static str) {
        todo!()
    }
    /// Mate and stalemate are judged before turn-end hooks act; if one stands, they do not.
    pub fn judge_mate_before_turn_end(&mut self) {
        todo!()
    }
    /// Legality is judged after turn-end hooks have acted.
    pub fn judge_legality_after_turn_end(&mut self) {
        todo!()
    }
    /// Says that parameters do not go together. The variant is not compiled.
    pub fn refuse(&mut self, parameters: &[&str], message: impl Into<String>) {
        todo!()
    }
}
