//! Counting leaves.

use super::rules::Rules;
use super::state::State;
use super::word::Word;
use crate::moves::Move;

impl<W: Word> Rules<W> {
    /// The number of leaves at a depth. The last ply is counted without playing it.
    pub(crate) fn leaves(&self, state: &State<W>, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_legal(state),
            _ => {
                if self.has_ended(state) {
                    return 0;
                }
                if self.hooks.presence.list {
                    return self.leaves_below(state, &self.moves_if_on(state), depth);
                }
                let mut moves: Vec<Move> = Vec::with_capacity(64);
                self.visit_legal(state, &mut moves);
                self.leaves_below(state, &moves, depth)
            }
        }
    }

    fn leaves_below(&self, state: &State<W>, moves: &[Move], depth: u32) -> u64 {
        let mut leaves = 0;
        for &legal in moves {
            let mut next = *state;
            self.advance(state, &mut next, legal);
            leaves += self.leaves(&next, depth - 1);
        }
        leaves
    }
}
