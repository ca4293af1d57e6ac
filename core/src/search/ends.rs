//! How the game has ended at a place in the tree.

use super::score::{DRAW, Points, WIN};
use super::tree::Tree;
use crate::color::Color;
use crate::engine::state::State;
use crate::engine::word::Word;
use crate::material::DrawnMaterial;
use crate::position::Position;
use crate::spec::Score as Stuck;

impl<W: Word> Tree<'_, W> {
    /// The score of a side that has no move.
    pub(super) fn stuck(&self, us: Color, ply: usize, checked: bool) -> Points {
        let ends = &self.rules.ends;
        let end = if checked { &ends.checkmate } else { &ends.stalemate };
        match end.of(us) {
            Stuck::Win => WIN - ply as Points,
            Stuck::Draw => DRAW,
            Stuck::Loss => -WIN + ply as Points,
        }
    }

    /// How the game has ended, otherwise than by mate and stalemate.
    pub(super) fn ended(&self, state: &State<W>, ply: usize, checked: bool) -> Option<Points> {
        if self.rules.hooks.presence.endings || self.rules.is_over(state) {
            let outcome = self.rules.decided(state, &[]);
            if let Some(outcome) = outcome {
                let won = WIN - ply as Points;
                return Some(match outcome.winner {
                    None => DRAW,
                    Some(winner) if winner == state.turn() => won,
                    Some(_) => -won,
                });
            }
        }
        let idles = self.idle_plies.is_some_and(|most| state.halfmove_clock >= most);
        if self.repeats(state, ply) || self.is_drawn_by_material(state) {
            return Some(DRAW);
        }
        // A mate on the last move of those that count is a mate.
        (idles && (!checked || self.rules.has_legal(state))).then_some(DRAW)
    }

    /// Whether the position stands again within the search, or once more than a game allows.
    fn repeats(&self, state: &State<W>, ply: usize) -> bool {
        let Some(most) = self.repetitions else { return false };
        let last = self.keys.len() - 1;
        let root = last.saturating_sub(ply);
        let reach = (state.halfmove_clock as usize).min(last);
        let same = (1..=reach).map(|back| last - back).filter(|&place| self.keys[place] == self.keys[last]);
        let mut times = 1;
        for place in same {
            times += 1;
            if place > root || times >= most {
                return true;
            }
        }
        false
    }

    fn is_drawn_by_material(&self, state: &State<W>) -> bool {
        let men = state.of_color(Color::White) | state.of_color(Color::Black);
        let few = match self.task.variant.drawn_material() {
            DrawnMaterial::Nothing => return false,
            DrawnMaterial::BareKings => 2,
            DrawnMaterial::Orthodox => 4,
        };
        men.count() <= few && self.task.variant.insufficient_material(&Position(W::boards(*state)))
    }
}
