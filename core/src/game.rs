//! A game: a variant, a start, the moves, and what follows from them.

use std::sync::Arc;

use crate::color::Color;
use crate::moves::Move;
use crate::outcome::{Event, Outcome};
use crate::position::Position;
use crate::refusal::Refusal;
use crate::variant::Variant;

/// A game in progress or over, with undo and redo.
#[derive(Clone)]
pub struct Game {
    variant: Arc<Variant>,
}

/// One ply of a game.
#[derive(Clone, Debug)]
pub struct Ply {
    /// The move.
    pub played: Move,
    /// The move in SAN.
    pub san: String,
    /// What hooks did.
    pub events: Vec<Event>,
    /// The position after it.
    pub position: Position,
}

#[allow(missing_docs, clippy::missing_errors_doc)]
impl Game {
    pub fn new(variant: Arc<Variant>) -> Game {
        Game { variant }
    }
    pub fn from_position(variant: Arc<Variant>, start: Position) -> Game {
        todo!("{} {start:?}", variant.id())
    }
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }
    pub fn start(&self) -> &Position {
        todo!()
    }
    pub fn position(&self) -> &Position {
        todo!()
    }
    /// The plies played, without those undone.
    pub fn plies(&self) -> &[Ply] {
        todo!()
    }
    /// Plays a legal move; what was undone can no longer be redone.
    pub fn play(&mut self, candidate: Move) -> Result<&Ply, Refusal> {
        todo!("{candidate:?}")
    }
    /// Takes one ply back.
    pub fn undo(&mut self) -> Option<Ply> {
        todo!()
    }
    /// Plays again what was undone.
    pub fn redo(&mut self) -> Option<&Ply> {
        todo!()
    }
    /// How the game has ended: on the board, by history, by resignation or agreement.
    pub fn outcome(&self) -> Option<Outcome> {
        todo!()
    }
    /// The draw that the side to move may claim now.
    pub fn claimable(&self) -> Option<Outcome> {
        todo!()
    }
    /// How often the present position has stood, this time included.
    pub fn repetitions(&self) -> usize {
        todo!()
    }
    pub fn resign(&mut self, loser: Color) {
        todo!("{loser}")
    }
    pub fn agree_draw(&mut self) {
        todo!()
    }
    /// Claims the draw that may be claimed. Returns whether there was one.
    pub fn claim_draw(&mut self) -> bool {
        todo!()
    }
}
