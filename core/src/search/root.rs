//! Deeper and deeper from the root, until the limits are reached.

use super::evaluation::Evaluation;
use super::report::{Answer, Report};
use super::score::{INFINITE, MOST_PLIES, Points, Score, WIN, is_decided};
use super::task::{Shared, Task};
use super::tree::Tree;
use crate::engine::rules::Rules;
use crate::engine::state::State;
use crate::engine::word::Word;
use crate::moves::Move;

/// The first window around the last score.
const WINDOW: Points = 22;
/// A window wider than this is as good as none.
const MOST_WINDOW: Points = 900;

impl<W: Word> Rules<W> {
    /// What boards are judged by, once somebody has asked.
    pub(crate) fn evaluation(&self, start: &State<W>) -> &Evaluation<W> {
        self.evaluation.get_or_init(|| Evaluation::new(self, start))
    }

    /// Searches with several threads: the first tells what it finds, the others fill the table for it.
    pub(crate) fn think(
        &self,
        start: &State<W>,
        root: &State<W>,
        task: &Task<'_>,
        tell: &mut dyn FnMut(&Report),
    ) -> Answer {
        let evaluation = self.evaluation(start);
        let shared = Shared::new(task.limits);
        task.table.begin();
        let mut moves = self.legal_moves(root);
        if !task.limits.moves.is_empty() {
            moves.retain(|candidate| task.limits.moves.contains(candidate));
        }
        let tree = |leads| Tree::new(task, &shared, self, root, evaluation, leads);
        std::thread::scope(|scope| {
            for number in 1..task.threads {
                let moves = &moves;
                scope.spawn(move || tree(false).deepen(moves, 1 + number as i32 % 2, &mut |_| {}));
            }
            let answer = tree(true).deepen(&moves, 1, tell);
            shared.halt();
            answer
        })
    }
}

impl<W: Word> Tree<'_, W> {
    /// Searches deeper and deeper, from a first depth on.
    fn deepen(mut self, moves: &[Move], first: i32, tell: &mut dyn FnMut(&Report)) -> Answer {
        let limits = self.task.limits;
        let lines = limits.lines.clamp(1, moves.len().max(1));
        let most = limits.depth.map_or(MOST_PLIES as i32 - 1, |depth| depth.min(MOST_PLIES as u32 - 1) as i32);
        let mut best: Vec<Report> = Vec::new();
        let mut steady = 0;
        for depth in first..=most.max(first) {
            if moves.is_empty() {
                break;
            }
            let found = self.search_lines(moves, lines, depth, &best, tell);
            if self.stopped {
                // What is best of the moves that were searched in full is better than what was best before.
                if let Some(report) = found.into_iter().next() {
                    best.splice(..best.len().min(1), [report]);
                }
                break;
            }
            steady = if found.first().map(|report| &report.line[..1]) == best.first().map(|report| &report.line[..1]) {
                steady + 1
            } else {
                0
            };
            let fell = found
                .first()
                .zip(best.first())
                .is_some_and(|(now, then)| now.score.centipawns() < then.score.centipawns() - 30);
            best = found;
            self.knows_a_move = true;
            if self.has_enough(&best, depth, moves.len(), steady, fell) {
                break;
            }
        }
        if best.is_empty() {
            // Stopped before anything was known.
            best.extend(moves.first().map(|&only| self.report(1, 0, 0, vec![only])));
        }
        self.look_at_clock();
        Answer { lines: best, nodes: self.shared.nodes() }
    }

    /// The best lines of a depth. Where it is stopped, the first line holds what was found until then.
    fn search_lines(
        &mut self,
        moves: &[Move],
        lines: usize,
        depth: i32,
        last: &[Report],
        tell: &mut dyn FnMut(&Report),
    ) -> Vec<Report> {
        let mut found: Vec<Report> = Vec::new();
        for rank in 1..=lines {
            let is_new = |candidate: &&Move| !found.iter().any(|report| report.line.first() == Some(candidate));
            self.first_moves = moves.iter().filter(is_new).copied().collect();
            let guess = last.get(rank - 1).map(|report| report.score.centipawns());
            let score = self.search_window(guess, depth);
            match self.found.take() {
                Some((found_score, line)) if self.stopped => {
                    if rank == 1 {
                        found.push(self.report(depth, rank, found_score, line));
                    }
                    break;
                }
                None if self.stopped => break,
                Some((_, line)) => found.push(self.report(depth, rank, score, line)),
                None => {}
            }
        }
        if !self.stopped {
            found.sort_by_key(|report| -report.score.centipawns());
            for (place, report) in found.iter_mut().enumerate() {
                report.rank = place + 1;
                tell(report);
            }
        }
        found
    }

    /// The score of the root at a depth, searched in a window around a guess that grows until it holds the score.
    fn search_window(&mut self, guess: Option<Points>, depth: i32) -> Points {
        let Some(guess) = guess.filter(|guess| depth >= 4 && !is_decided(*guess)) else {
            return self.search_root(-INFINITE, INFINITE, depth);
        };
        let (mut alpha, mut beta, mut width) = (guess - WINDOW, guess + WINDOW, WINDOW);
        loop {
            let score = self.search_root(alpha, beta, depth);
            if self.stopped || (alpha < score && score < beta) {
                return score;
            }
            width *= 3;
            let is_wide = width > MOST_WINDOW;
            if score <= alpha {
                alpha = if is_wide { -INFINITE } else { guess - width };
            } else {
                beta = if is_wide { INFINITE } else { guess + width };
            }
        }
    }

    fn report(&self, depth: i32, rank: usize, score: Points, line: Vec<Move>) -> Report {
        Report {
            depth: depth as u32,
            deepest: self.deepest as u32,
            rank,
            score: Score::of(score),
            line,
            nodes: self.shared.nodes().max(self.nodes),
            time: self.shared.elapsed(),
            hash_full: self.task.table.fullness(),
        }
    }

    /// Whether a deeper search would be begun in vain.
    fn has_enough(&self, best: &[Report], depth: i32, moves: usize, steady: u32, fell: bool) -> bool {
        let limits = self.task.limits;
        if self.task.control.is_pondering() {
            return false;
        }
        let score = best.first().map_or(0, |report| report.score.centipawns());
        if let (Some(wanted), Some(Score::Mate(moves))) = (limits.mate, best.first().map(|report| report.score)) {
            return moves > 0 && moves as u32 <= wanted;
        }
        let is_bounded = limits.time.is_some() || limits.clock.is_some() || limits.nodes.is_some();
        if is_bounded && is_decided(score) && depth > WIN - score.abs() + 2 {
            return true;
        }
        let Some(soft) = self.budget.soft else { return false };
        let patience = match steady {
            0 => 1.5,
            1..=3 => 1.0,
            _ => 0.7,
        } * if fell { 1.4 } else { 1.0 };
        (moves == 1 && depth >= 4) || self.budget.since.elapsed() > soft.mul_f64(patience)
    }
}
