//! What follows the depth: captures, until the board is quiet.

use super::order::{Candidate, pick};
use super::score::{DRAW, INFINITE, MOST_PLIES, Points};
use super::table::{Bound, Entry};
use super::tree::Tree;
use crate::engine::state::State;
use crate::engine::word::Word;

/// Captures are followed so many plies beyond the depth, where they must be made.
const MOST_FORCED: i32 = 10;

impl<W: Word> Tree<'_, W> {
    /// Only captures are looked at, until none pays: a board is judged when it is quiet.
    pub(super) fn quiesce(
        &mut self,
        state: &State<W>,
        mut alpha: Points,
        beta: Points,
        ply: usize,
        depth: i32,
        checked: bool,
    ) -> Points {
        self.plies[ply].line.clear();
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        if self.must_stop() {
            return DRAW;
        }
        if let Some(end) = self.ended(state, ply, checked) {
            return end;
        }
        let is_deep = depth <= -MOST_FORCED || !(self.habits.quiets_down || checked);
        if ply >= MOST_PLIES || is_deep {
            return self.judge(state);
        }
        let key = self.key();
        let entry = self.task.table.get(key, ply);
        if let Some(entry) = entry
            && beta - alpha == 1
            && entry.settles(alpha, beta)
        {
            return entry.score;
        }
        // In check, and where captures must be made, all moves are looked at; nobody may stand still.
        let looks_at_all = checked || self.habits.is_forced;
        let us = state.turn();
        let before = ply.checked_sub(1).and_then(|ply| self.plies[ply].made);
        let known = entry.and_then(|entry| entry.best);
        let mut candidates = Vec::new();
        let mut must_move = looks_at_all;
        if looks_at_all {
            candidates = self.candidates(state, ply, known, before, false);
            if candidates.is_empty() {
                self.plies[ply].candidates = candidates;
                return self.stuck(us, ply, checked);
            }
            must_move = checked || candidates.iter().all(|candidate| candidate.is_forcing);
        }
        let (start, mut best) = (alpha, -INFINITE);
        let mut judged = -INFINITE;
        if !must_move {
            judged = self.judge(state);
            best = judged;
            if best >= beta {
                self.plies[ply].candidates = candidates;
                return best;
            }
            alpha = alpha.max(best);
        }
        if !looks_at_all {
            candidates = self.candidates(state, ply, known, before, true);
        }
        let mut best_move = None;
        for place in 0..candidates.len() {
            let candidate = pick(&mut candidates, place);
            if !must_move {
                if !candidate.is_forcing || candidate.loses() {
                    continue;
                }
                if !self.habits.is_wild && self.gain(state, &candidate) + judged + 150 <= alpha {
                    continue;
                }
            }
            let mut next = *state;
            self.rules.advance(state, &mut next, candidate.played);
            let gives_check = self.rules.in_danger(&next, next.turn());
            self.plies[ply].made = Some(candidate.made());
            self.keys.push(self.rules.key(&next));
            let score = if next.turn() == us {
                self.quiesce(&next, alpha, beta, ply + 1, depth - 1, gives_check)
            } else {
                -self.quiesce(&next, -beta, -alpha, ply + 1, depth - 1, gives_check)
            };
            self.keys.pop();
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(candidate.played);
                    self.lengthen(ply, candidate.played);
                }
                if score >= beta {
                    break;
                }
            }
        }
        self.plies[ply].candidates = candidates;
        if self.stopped {
            return DRAW;
        }
        let bound = Bound::of(best, start, beta);
        self.task.table.put(key, ply, Entry { best: best_move, score: best, depth: 0, bound });
        best
    }

    /// What a move wins at once.
    fn gain(&self, state: &State<W>, candidate: &Candidate) -> Points {
        let taken = self.rules.taken(state, candidate.played);
        let promoted = candidate.played.promotion().map(|kind| kind.0);
        taken.map_or(0, |kind| self.evaluation.price(self.rules, kind))
            + promoted.map_or(0, |kind| self.evaluation.value(kind))
    }
}
