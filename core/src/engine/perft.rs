//! Counting leaves.

use std::hint::black_box;

use super::keys;
use super::rules::Rules;
use super::state::State;
use super::word::Word;
use crate::moves::Move;
use crate::perft::Manner;

impl<W: Word> Rules<W> {
    /// The number of leaves at a depth.
    pub(crate) fn leaves(&self, state: &State<W>, depth: u32, manner: &Manner) -> u64 {
        // One list serves all plies: each uses the end of it.
        self.leaves_of(state, depth, manner, &mut Vec::with_capacity(256))
    }

    fn leaves_of(&self, state: &State<W>, depth: u32, manner: &Manner, moves: &mut Vec<Move>) -> u64 {
        match (depth, &manner.hash) {
            (0, _) => 1,
            (1, _) if manner.bulk => self.count_legal(state),
            (2.., Some(hash)) => {
                // Hooks may read the number of the move, which also tells how far every clock is.
                let key = state.hash() ^ keys::counted(depth, state.fullmove_number);
                hash.get(key, depth).unwrap_or_else(|| {
                    let leaves = self.leaves_below(state, depth, manner, moves);
                    hash.put(key, depth, leaves);
                    leaves
                })
            }
            _ => self.leaves_below(state, depth, manner, moves),
        }
    }

    fn leaves_below(&self, state: &State<W>, depth: u32, manner: &Manner, moves: &mut Vec<Move>) -> u64 {
        if self.has_ended(state) {
            return 0;
        }
        let first = moves.len();
        self.add_moves(state, moves);
        let mut leaves = 0;
        for place in first..moves.len() {
            let mut next = *state;
            self.advance(state, &mut next, moves[place]);
            leaves += if depth == 1 {
                // It was played to be looked at: the compiler may not leave it out.
                black_box(&next);
                1
            } else {
                self.leaves_of(&next, depth - 1, manner, moves)
            };
        }
        moves.truncate(first);
        leaves
    }
}
