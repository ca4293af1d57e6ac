//! What a search remembers of moves that were good elsewhere.

use super::score::MOST_PLIES;
use crate::color::Color;
use crate::engine::rules::Rules;
use crate::engine::word::Word;
use crate::moves::{Form, Move};

/// How good a move was, between this and its negative.
const MOST: i32 = 16_384;
/// The places for pairs of moves: a power of two.
const MOST_PAIRS: usize = 1 << 20;

/// Moves that were good elsewhere in the tree.
pub(crate) struct Memory {
    /// By color, start and end.
    quiet: Vec<i16>,
    /// By the move before, its man and its end, and by the man and end of the move.
    pairs: Vec<i16>,
    /// By ply: quiet moves that refuted their siblings.
    killers: Vec<[Option<Move>; 2]>,
    squares: usize,
    men: usize,
}

/// A move with the kind that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Made {
    pub(crate) played: Move,
    pub(crate) kind: u8,
}

impl Memory {
    pub(crate) fn new<W: Word>(rules: &Rules<W>) -> Memory {
        let squares = usize::from(rules.geometry.files()) * usize::from(rules.geometry.ranks());
        let men = squares * rules.names.len();
        Memory {
            quiet: vec![0; 2 * (squares + 1) * squares],
            pairs: vec![0; (men * men).next_power_of_two().min(MOST_PAIRS)],
            killers: vec![[None; 2]; MOST_PLIES + 2],
            squares,
            men,
        }
    }

    /// A drop starts at a square of its own.
    fn quiet_place(&self, color: Color, Move { form, from, to, .. }: Move) -> usize {
        let from = if matches!(form, Form::Drop | Form::Pass) { self.squares } else { usize::from(from) };
        (color.index() * (self.squares + 1) + from) * self.squares + usize::from(to)
    }

    fn pair_place(&self, before: Made, made: Made) -> usize {
        let man = |made: Made| usize::from(made.kind) * self.squares + usize::from(made.played.to);
        (man(before) * self.men + man(made)) & (self.pairs.len() - 1)
    }

    /// How good a quiet move was elsewhere, also as an answer to the one before.
    pub(crate) fn of(&self, color: Color, before: Option<Made>, made: Made) -> i32 {
        let pair = before.map_or(0, |before| i32::from(self.pairs[self.pair_place(before, made)]));
        i32::from(self.quiet[self.quiet_place(color, made.played)]) + pair
    }

    /// The moves that refuted others at a ply, the last one first.
    pub(crate) fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        self.killers[ply]
    }

    /// Nothing is known yet of the plies after next.
    pub(crate) fn forget_killers(&mut self, ply: usize) {
        if let Some(killers) = self.killers.get_mut(ply + 2) {
            *killers = [None; 2];
        }
    }

    /// A quiet move has refuted the move before it, and others that were tried first have not.
    pub(crate) fn learn(
        &mut self,
        color: Color,
        (ply, depth): (usize, i32),
        before: Option<Made>,
        good: Made,
        bad: &[Made],
    ) {
        let [first, _] = self.killers[ply];
        if first != Some(good.played) {
            self.killers[ply] = [Some(good.played), first];
        }
        let bonus = (depth * depth * 16 + 32 * depth).min(1_600);
        self.shift(color, before, good, bonus);
        for &made in bad {
            self.shift(color, before, made, -bonus);
        }
    }

    fn shift(&mut self, color: Color, before: Option<Made>, made: Made, bonus: i32) {
        let place = self.quiet_place(color, made.played);
        pull(&mut self.quiet[place], bonus);
        if let Some(before) = before {
            let place = self.pair_place(before, made);
            pull(&mut self.pairs[place], bonus);
        }
    }
}

/// Moves a value by a bonus, less the nearer it is to its end already.
fn pull(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / MOST) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_within_their_bounds() {
        let mut value = 0;
        for _ in 0..1000 {
            pull(&mut value, 1_600);
        }
        assert!((10_000..=MOST).contains(&i32::from(value)));
        for _ in 0..1000 {
            pull(&mut value, -1_600);
        }
        assert!((-MOST..=-10_000).contains(&i32::from(value)));
    }
}
