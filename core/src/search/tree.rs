//! The tree of lines: principal variation search, on the fast states inside positions.

use super::evaluation::Evaluation;
use super::habits::Habits;
use super::level::Sight;
use super::limits::Budget;
use super::memory::{Made, Memory};
use super::order::{Candidate, Ranking, pick};
use super::score::{DRAW, INFINITE, LEAST_WIN, MOST_JUDGED, MOST_PLIES, Points, WIN, is_decided};
use super::table::{Bound, Entry};
use super::task::{Shared, Task};
use crate::color::Color;
use crate::engine::rules::Rules;
use crate::engine::state::State;
use crate::engine::word::Word;
use crate::moves::{Form, Move};
use crate::spec::DrawCount;
use crate::square::Square;

/// A thread's own part of a search.
pub(crate) struct Tree<'a, W: Word> {
    pub(super) task: &'a Task<'a>,
    pub(super) shared: &'a Shared,
    pub(super) rules: &'a Rules<W>,
    pub(super) root: &'a State<W>,
    pub(super) evaluation: &'a Evaluation<W>,
    pub(super) habits: Habits,
    pub(super) memory: Memory,
    /// The keys of all positions from the start of the game to the one looked at.
    pub(super) keys: Vec<u64>,
    pub(super) plies: Vec<Ply>,
    pub(super) moves: Vec<Move>,
    pub(super) reductions: Vec<i32>,
    /// The moves that are looked at first of all, without those whose lines are known already.
    pub(super) first_moves: Vec<Move>,
    /// The best line of the search in progress.
    pub(super) found: Option<(Points, Vec<Move>)>,
    pub(super) nodes: u64,
    /// Those of the nodes that the other threads know of.
    pub(super) counted: u64,
    pub(super) deepest: usize,
    /// The depth of the search in progress: lines are not extended beyond twice that.
    pub(super) wanted: usize,
    pub(super) stopped: bool,
    /// Whether a depth has been searched to its end.
    pub(super) knows_a_move: bool,
    /// The thread that keeps the time.
    pub(super) leads: bool,
    pub(super) most_nodes: u64,
    pub(super) budget: Budget,
    pub(super) was_pondering: bool,
    /// How often a position stands, and how many plies are played without progress, when it is a draw.
    pub(super) repetitions: Option<usize>,
    pub(super) idle_plies: Option<u32>,
}

/// What is kept for a ply of the line looked at.
#[derive(Default)]
pub(super) struct Ply {
    pub(super) candidates: Vec<Candidate>,
    /// Quiet moves that were tried.
    pub(super) tried: Vec<Made>,
    pub(super) line: Vec<Move>,
    pub(super) judged: Option<Points>,
    /// The move that led to the next ply.
    pub(super) made: Option<Made>,
}

/// A position to be searched.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) alpha: Points,
    pub(crate) beta: Points,
    pub(crate) depth: i32,
    pub(crate) ply: usize,
    /// Whether the side to move is in check.
    pub(crate) checked: bool,
    /// Whether a pass may be tried.
    pub(crate) may_pass: bool,
}

/// Nodes between two looks at the clock.
const LOOK: u64 = 128;
const PASS: Move = Move { form: Form::Pass, from: 0, to: 0, extra: 0 };

impl<'a, W: Word> Tree<'a, W> {
    pub(crate) fn new(
        task: &'a Task<'a>,
        shared: &'a Shared,
        rules: &'a Rules<W>,
        root: &'a State<W>,
        evaluation: &'a Evaluation<W>,
        leads: bool,
    ) -> Tree<'a, W> {
        let mut keys = task.history.clone();
        keys.push(rules.key(root));
        let draws = &task.variant.laws().draws;
        let at = |count: DrawCount| count.claim.or(count.end);
        let reduction = |place: usize| {
            let (depth, number) = ((place / 64) as f64, (place % 64) as f64);
            if depth < 1.0 || number < 1.0 { 0 } else { (0.6 + depth.ln() * number.ln() / 2.1) as i32 }
        };
        let nodes = task.limits.nodes.map(|nodes| nodes / task.threads.max(1) as u64);
        Tree {
            task,
            shared,
            rules,
            root,
            evaluation,
            habits: Habits::of(rules),
            memory: Memory::new(rules),
            keys,
            plies: (0..MOST_PLIES + 2).map(|_| Ply::default()).collect(),
            moves: Vec::with_capacity(256),
            reductions: (0..64 * 64).map(reduction).collect(),
            first_moves: Vec::new(),
            found: None,
            nodes: 0,
            counted: 0,
            deepest: 0,
            wanted: 0,
            stopped: false,
            knows_a_move: false,
            leads,
            most_nodes: nodes.filter(|_| leads).unwrap_or(u64::MAX).max(1),
            budget: shared.budget(),
            was_pondering: task.control.is_pondering(),
            repetitions: at(draws.repetition).map(usize::from),
            idle_plies: at(draws.moves).map(|moves| 2 * u32::from(moves)),
        }
    }

    /// The first moves are searched so deep, with a window.
    pub(crate) fn search_root(&mut self, alpha: Points, beta: Points, depth: i32) -> Points {
        let checked = self.rules.in_danger(self.root, self.root.turn());
        self.found = None;
        self.wanted = depth as usize;
        self.search(self.root, Node { alpha, beta, depth, ply: 0, checked, may_pass: false })
    }

    /// Whether the search must end.
    pub(super) fn must_stop(&mut self) -> bool {
        if self.stopped {
            return true;
        }
        if self.nodes >= self.most_nodes && !self.task.control.is_pondering() {
            self.stopped = true;
        } else if self.nodes - self.counted >= LOOK {
            self.look_at_clock();
        }
        self.stopped
    }

    /// Tells the other threads how far it has come, and asks whether it may go on.
    pub(crate) fn look_at_clock(&mut self) {
        self.shared.count(self.nodes - self.counted);
        self.counted = self.nodes;
        self.stopped |= self.shared.is_halted() || self.task.control.is_stopped();
        if self.leads && !self.task.control.is_pondering() {
            if self.was_pondering {
                // From now on it is the own time that passes.
                self.was_pondering = false;
                self.budget.since = std::time::Instant::now();
            }
            // A machine that was busy elsewhere is no excuse for a move that nobody has looked at.
            self.stopped |= self.knows_a_move && self.budget.is_spent();
        }
    }

    /// Searches the position after a move of `us`: the score is theirs, and the window too.
    pub(super) fn follow(&mut self, us: Color, next: &State<W>, node: Node) -> Points {
        if next.turn() == us {
            self.search(next, node)
        } else {
            -self.search(next, Node { alpha: -node.beta, beta: -node.alpha, ..node })
        }
    }

    /// The score of a position within a window: at most `alpha`, at least `beta`, or exact in between.
    pub(super) fn search(&mut self, state: &State<W>, node: Node) -> Points {
        let Node { mut alpha, mut beta, mut depth, ply, checked, may_pass } = node;
        let is_principal = beta - alpha > 1;
        if depth <= 0 {
            if !self.habits.follows_clocks || state.next_event != 1 {
                return self.quiesce(state, alpha, beta, ply, 0, checked);
            }
            // Something is about to happen: it is looked at.
            depth = 1;
        }
        self.plies[ply].line.clear();
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        if self.must_stop() {
            return DRAW;
        }
        let us = state.turn();
        if ply > 0 {
            if let Some(end) = self.ended(state, ply, checked) {
                return end;
            }
            alpha = alpha.max(-WIN + ply as Points);
            beta = beta.min(WIN - ply as Points - 1);
            if alpha >= beta {
                return alpha;
            }
        }
        if ply >= MOST_PLIES {
            return self.judge(state);
        }
        let key = self.key();
        let entry = self.task.table.get(key, ply);
        let known = entry.and_then(|entry| entry.best);
        if let Some(entry) = entry
            && !is_principal
            && entry.depth >= depth
            && self.idle_plies.is_none_or(|most| state.halfmove_clock + 10 < most)
            && entry.settles(alpha, beta)
        {
            return entry.score;
        }

        let judged = (!checked).then(|| self.judge(state));
        self.plies[ply].judged = judged;
        let before = ply.checked_sub(1).and_then(|ply| self.plies[ply].made);
        self.memory.forget_killers(ply);
        let improves = match (judged, ply.checked_sub(2).and_then(|ply| self.plies[ply].judged)) {
            (Some(now), Some(then)) => now > then,
            _ => false,
        };
        // What strikes within the depth may turn everything over: nothing is left out then.
        let is_calm = state.next_event == 0 || state.next_event as i32 > depth + 1;
        let prunes = !checked && is_calm && !is_principal && !self.habits.is_wild;
        if let Some(judged) = judged.filter(|_| prunes && !is_decided(beta)) {
            // A table's score is a better judgement, where it bounds the right way.
            let judged = match entry {
                Some(entry) if entry.bound == Bound::Exact => entry.score,
                Some(entry) if entry.bound == Bound::Lower => judged.max(entry.score),
                Some(entry) if entry.bound == Bound::Upper => judged.min(entry.score),
                _ => judged,
            };
            if depth <= 7 && judged - 85 * (depth - i32::from(improves)) >= beta && judged < LEAST_WIN {
                return judged;
            }
            if depth <= 2 && judged + 220 * depth < alpha {
                let quiet = self.quiesce(state, alpha, beta, ply, 0, false);
                if quiet <= alpha || self.stopped {
                    return quiet;
                }
            }
            if may_pass
                && depth >= 3
                && judged >= beta
                && self.habits.passes_are_worst
                && self.evaluation.has_officer(state, us)
                && let Some(score) = self.try_pass(state, Node { beta, depth, ..node }, judged)
            {
                return score;
            }
        }
        if depth >= 4 && known.is_none() {
            depth -= 1;
        }

        let mut candidates = self.candidates(state, ply, known, before, false);
        if candidates.is_empty() {
            self.plies[ply].candidates = candidates;
            return self.stuck(us, ply, checked);
        }
        let mut tried = std::mem::take(&mut self.plies[ply].tried);
        tried.clear();
        let start = alpha;
        let (mut best, mut best_move) = (-INFINITE, None);
        let mut searched = 0;
        for place in 0..candidates.len() {
            let candidate = pick(&mut candidates, place);
            let is_quiet = !candidate.is_forcing;
            let may_skip = prunes && best > -LEAST_WIN && searched > 0;
            if may_skip && is_quiet && depth <= 6 && searched >= (4 + depth * depth) / (2 - i32::from(improves)) {
                continue;
            }
            if may_skip && candidate.loses() && depth <= 4 && candidate.is_forcing {
                continue;
            }
            let mut next = *state;
            self.rules.advance(state, &mut next, candidate.played);
            let gives_check = self.rules.in_danger(&next, next.turn());
            if may_skip
                && is_quiet
                && !gives_check
                && depth <= 6
                && judged.is_some_and(|judged| judged + 110 + 95 * depth <= alpha)
            {
                continue;
            }
            let extends = gives_check && !candidate.loses() && ply < 2 * self.wanted;
            let deeper = depth - 1 + i32::from(extends);
            let reduction = if depth >= 3 && searched > i32::from(is_principal) && !checked && !self.habits.is_forced {
                self.reduction(us, before, &candidate, (depth, searched), (is_principal, improves, gives_check))
            } else {
                0
            };
            self.plies[ply].made = Some(candidate.made());
            self.keys.push(self.rules.key(&next));
            let child = Node { alpha, beta, depth: deeper, ply: ply + 1, checked: gives_check, may_pass: true };
            let zero = Node { beta: alpha + 1, ..child };
            let score = if searched == 0 {
                self.follow(us, &next, child)
            } else {
                let mut score = self.follow(us, &next, Node { depth: (deeper - reduction).max(1.min(deeper)), ..zero });
                if score > alpha && reduction > 0 {
                    score = self.follow(us, &next, zero);
                }
                if score > alpha && score < beta && is_principal {
                    score = self.follow(us, &next, child);
                }
                score
            };
            self.keys.pop();
            if self.stopped {
                break;
            }
            searched += 1;
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(candidate.played);
                    self.lengthen(ply, candidate.played);
                    if ply == 0 {
                        self.found = Some((score, self.plies[0].line.clone()));
                    }
                }
                if score >= beta {
                    if is_quiet {
                        self.memory.learn(us, (ply, depth), before, candidate.made(), &tried);
                    }
                    break;
                }
            }
            if is_quiet {
                tried.push(candidate.made());
            }
        }
        self.plies[ply].candidates = candidates;
        self.plies[ply].tried = tried;
        if self.stopped {
            return DRAW;
        }
        // Lines that are already known leave the root with moves that are not its best.
        if ply > 0 || self.is_whole() {
            let bound = Bound::of(best, start, beta);
            self.task.table.put(key, ply, Entry { best: best_move, score: best, depth, bound });
        }
        best
    }

    /// Lets the other side move twice: if even that is good enough, the position is. `None` if it is not.
    fn try_pass(&mut self, state: &State<W>, node: Node, judged: Points) -> Option<Points> {
        let Node { beta, depth, ply, .. } = node;
        let us = state.turn();
        let mut next = *state;
        self.rules.advance(state, &mut next, PASS);
        if next.turn() == us {
            return None;
        }
        let less = 3 + depth / 4 + ((judged - beta) / 200).min(3);
        self.plies[ply].made = None;
        self.keys.push(self.rules.key(&next));
        let checked = self.rules.in_danger(&next, next.turn());
        let node = Node { alpha: beta - 1, beta, depth: depth - less, ply: ply + 1, checked, may_pass: false };
        let score = self.follow(us, &next, node);
        self.keys.pop();
        // A win that needs a pass is none.
        (!self.stopped && score >= beta).then(|| if is_decided(score) { beta } else { score })
    }

    /// By how much less deep a move is searched that is probably not the best.
    fn reduction(
        &self,
        us: Color,
        before: Option<Made>,
        candidate: &Candidate,
        (depth, searched): (i32, i32),
        (is_principal, improves, gives_check): (bool, bool, bool),
    ) -> i32 {
        let usual = self.reductions[(depth.min(63) * 64 + searched.min(63)) as usize];
        if candidate.is_forcing {
            return if candidate.loses() && !gives_check { usual / 2 } else { 0 };
        }
        let known = self.memory.of(us, before, candidate.made()) / 8_192;
        let less = i32::from(is_principal) + i32::from(gives_check) + i32::from(candidate.is_killer()) + known;
        (usual - less + i32::from(!improves)).max(0)
    }

    /// The ranked moves of a position. The list is the ply's own; it must be given back.
    pub(super) fn candidates(
        &mut self,
        state: &State<W>,
        ply: usize,
        known: Option<Move>,
        before: Option<Made>,
        takes_only: bool,
    ) -> Vec<Candidate> {
        let mut candidates = std::mem::take(&mut self.plies[ply].candidates);
        self.moves.clear();
        if ply == 0 {
            self.moves.extend_from_slice(&self.first_moves);
        } else if takes_only {
            self.rules.add_takes(state, &mut self.moves);
        } else {
            self.rules.add_moves(state, &mut self.moves);
        }
        self.overlook(state, ply, before);
        let ranking = Ranking {
            rules: self.rules,
            evaluation: self.evaluation,
            memory: &self.memory,
            exchanges: self.habits.exchanges,
            known,
            killers: self.memory.killers(ply),
            before,
        };
        ranking.rank(state, &self.moves, &mut candidates);
        candidates
    }

    /// Leaves out what a weak player does not see; never all moves.
    fn overlook(&mut self, state: &State<W>, ply: usize, before: Option<Made>) {
        let Some(handicap) = self.task.handicap else { return };
        let geometry = &self.rules.geometry;
        let key = self.key();
        let sees = |&candidate: &Move| {
            let Some((from, to)) = candidate.from().zip(candidate.to()) else { return true };
            let files = geometry.file(from).abs_diff(geometry.file(to));
            let ranks = geometry.rank(from).abs_diff(geometry.rank(to));
            let rank = |square: Square| geometry.rank_of(state.turn(), square);
            !handicap.overlooks(Sight {
                key: key ^ (u64::from(from.0) << 8 | u64::from(to.0)).wrapping_mul(0x9E37_79B9_7F4A_7C15),
                distance: files.max(ranks),
                retreats: rank(to) < rank(from),
                retakes: before.is_some_and(|before| before.played.to == to.0),
                is_next: ply == 0,
            })
        };
        if self.moves.iter().any(sees) {
            self.moves.retain(sees);
        }
    }

    /// Puts a move before the line of the next ply.
    pub(super) fn lengthen(&mut self, ply: usize, first: Move) {
        let (here, below) = self.plies.split_at_mut(ply + 1);
        let line = &mut here[ply].line;
        line.clear();
        line.push(first);
        line.extend_from_slice(&below[0].line);
    }

    /// Whether no line from the root is known yet, so that its best move is the best of all.
    pub(super) fn is_whole(&self) -> bool {
        self.task.limits.lines <= 1 && self.task.limits.moves.is_empty()
    }

    pub(super) fn key(&self) -> u64 {
        self.keys.last().copied().unwrap_or_default()
    }

    /// What the board is worth to the side to move.
    pub(super) fn judge(&self, state: &State<W>) -> Points {
        let mut points = self.evaluation.judge(self.rules, state, self.task.with_rules);
        if self.idle_plies.is_some() {
            // Who is ahead must get on.
            points = points * (240 - state.halfmove_clock.min(120) as Points) / 240;
        }
        match self.task.handicap {
            Some(handicap) => (points + handicap.error(self.key())).clamp(-MOST_JUDGED, MOST_JUDGED),
            None => points,
        }
    }
}
