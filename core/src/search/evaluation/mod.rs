//! A judgement of boards that writes itself: everything in it follows from the compiled movement on this board, unless
//! the variant states a value or a rule adds a term.

mod mobility;
mod structure;
mod tapered;
mod values;

use self::mobility::Boards;
use self::structure::Structure;
use self::tapered::Tapered;
use self::values::Worth;
use super::score::{MOST_JUDGED, Points};
use crate::color::Color;
use crate::engine::rules::Rules;
use crate::engine::state::State;
use crate::engine::word::Word;
use crate::set::SquareSet;
use crate::square::Square;
use crate::turn::Appraisal;

/// What a board is judged by.
pub(crate) struct Evaluation<W: Word> {
    /// The kinds that players have.
    kinds: Vec<Man<W>>,
    /// By kind; neutral ones are worth nothing.
    values: Vec<i32>,
    structures: Vec<Structure<W>>,
    /// By square: it and those that touch it.
    ring: W::PerSquare<W>,
    /// The officers at the start, both sides' together, weighed.
    full: i32,
    /// By square: how far it is from the middle, for bare kings.
    edge: W::PerSquare<i32>,
}

/// A kind of men.
struct Man<W: Word> {
    kind: u8,
    worth: Worth<W>,
    is_royal: bool,
    is_pawn: bool,
    /// Whether all its moves keep to squares of one colour: two on different colours are worth more than twice one.
    keeps_color: bool,
    /// What it weighs among the officers that are left.
    weight: i32,
    /// What an attack on a square next to the enemy king weighs.
    menace: i32,
}

/// Whoever is to move has something of it.
const TEMPO: i32 = 10;
/// Two men that keep to squares of different colours.
const PAIR: Tapered = Tapered::new(25, 45);
/// An own pawn next to the king.
const SHELTER: Tapered = Tapered::new(9, 0);
/// The most that attacks near a king weigh.
const MOST_DANGER: i32 = 450;

impl<W: Word> Evaluation<W> {
    /// The judgement for a variant that starts so.
    pub(crate) fn new(rules: &Rules<W>, start: &State<W>) -> Evaluation<W> {
        let boards = Boards::new(rules);
        let kinds = (0..rules.names.len()).filter(|&kind| !rules.neutral[kind]);
        let kinds: Vec<Man<W>> = kinds.map(|kind| Man::new(rules, &boards, kind)).collect();
        let mut values = vec![0; rules.names.len()];
        for man in &kinds {
            values[man.kind as usize] = man.worth.value;
        }
        let mut ring = W::per_square(W::EMPTY);
        let mut edge = W::per_square(0);
        let geometry = &rules.geometry;
        for square in rules.board.squares() {
            let around = geometry.neighbours(SquareSet::from(Square(square)));
            ring.as_mut()[square as usize] = W::from_set(around) | W::bit(square);
            let off = |at: u8, length: u8| (2 * i32::from(at) - i32::from(length - 1)).abs();
            let square = Square(square);
            edge.as_mut()[square.index()] =
                off(geometry.file(square), geometry.files()) + off(geometry.rank(square), geometry.ranks());
        }
        let structures = (0..rules.names.len()).filter_map(|kind| Structure::new(rules, kind)).collect();
        let mut evaluation = Evaluation { kinds, values, structures, ring, full: 1, edge };
        evaluation.full = evaluation.officers(start).max(1);
        evaluation
    }

    /// What a man of a kind is worth.
    #[inline(always)]
    pub(crate) fn value(&self, kind: u8) -> i32 {
        self.values[kind as usize]
    }

    /// The officers of both sides, weighed.
    fn officers(&self, state: &State<W>) -> i32 {
        let players = state.of_color(Color::White) | state.of_color(Color::Black);
        let weigh = |man: &Man<W>| man.weight * (state.of_kind(man.kind) & players).count() as i32;
        self.kinds.iter().map(weigh).sum()
    }

    /// Whether a color has an officer: without one it may be best not to move at all.
    pub(crate) fn has_officer(&self, state: &State<W>, color: Color) -> bool {
        let own = state.of_color(color);
        self.kinds.iter().any(|man| man.weight > 0 && state.of_kind(man.kind).meets(own))
    }

    /// What a board is worth to the side to move.
    pub(crate) fn judge(&self, rules: &Rules<W>, state: &State<W>, with_rules: bool) -> Points {
        let pawn_attacks = Color::ALL.map(|color| self.pawn_attacks(rules, state, color));
        let royals = Color::ALL.map(|color| rules.royals_of(state, color));
        let sides = Color::ALL.map(|color| self.side(rules, state, color, &pawn_attacks, &royals));
        let mut sum = (sides[0] - sides[1]).at(self.officers(state), self.full);
        sum += self.drive_to_edge(state, &royals);
        if with_rules && !rules.hooks.appraise.is_empty() {
            let board = Appraisal { view: rules.view(state), values: &self.values };
            let term = |color| rules.hooks.appraise.iter().map(|named| named.hook.appraise(&board, color)).sum::<i32>();
            sum += term(Color::White) - term(Color::Black);
        }
        let sum = if state.turn() == Color::White { sum } else { -sum };
        (sum + TEMPO).clamp(-MOST_JUDGED, MOST_JUDGED)
    }

    /// The squares that a color's pawns attack.
    fn pawn_attacks(&self, rules: &Rules<W>, state: &State<W>, color: Color) -> W {
        let own = state.of_color(color);
        let mut attacked = W::EMPTY;
        for man in self.kinds.iter().filter(|man| man.is_pawn) {
            let pawns = state.of_kind(man.kind) & own;
            if let Some(steps) = &rules.movers[color.index()][man.kind as usize].steps {
                for shift in &steps.captures {
                    attacked |= (pawns & shift.from).shift(shift.by);
                }
            }
        }
        attacked
    }

    /// One side's men and squares, mobility, pawns, attacks near the enemy king and hand.
    fn side(&self, rules: &Rules<W>, state: &State<W>, color: Color, pawns: &[W; 2], royals: &[W; 2]) -> Tapered {
        let own = state.of_color(color);
        let occupied = state.occupied();
        let useful = !(own | pawns[(!color).index()]);
        let target = royals[(!color).index()];
        let is_alone = !target.is_empty() && target.without_lowest().is_empty();
        let zone = if is_alone { *W::get(&self.ring, target.lowest()) } else { W::EMPTY };
        let (mut attackers, mut menace) = (0, 0);
        let mut sum = Tapered::ZERO;
        for man in &self.kinds {
            let men = state.of_kind(man.kind) & own;
            if men.is_empty() {
                continue;
            }
            let squares = &man.worth.squares[color.index()];
            if man.is_pawn || man.is_royal {
                men.squares().for_each(|square| sum += *W::get(squares, square));
                continue;
            }
            let mover = &rules.movers[color.index()][man.kind as usize];
            for square in men.squares() {
                let attacked = mover.attack.from(square, occupied);
                sum += *W::get(squares, square) + man.worth.mobility * (attacked & useful).count() as i32;
                let near = (attacked & zone).count() as i32;
                attackers += i32::from(near > 0);
                menace += near * man.menace;
            }
            if man.keeps_color && !men.without_lowest().is_empty() && self.stand_on_both_colors(rules, men) {
                sum += PAIR;
            }
        }
        sum += Tapered::new((attackers * menace / 2).min(MOST_DANGER), 0);
        for royal in royals[color.index()].squares() {
            let shelter = *W::get(&self.ring, royal) & own;
            let pawns = |man: &&Man<W>| man.is_pawn;
            let count =
                self.kinds.iter().filter(pawns).map(|man| (state.of_kind(man.kind) & shelter).count()).sum::<u32>();
            sum += SHELTER * count.min(3) as i32;
        }
        for structure in &self.structures {
            sum += structure.judge(state, color);
        }
        if rules.drops.is_some() {
            let hand = state.hand(color);
            let held = |man: &Man<W>| i32::from(hand[man.kind as usize]) * man.worth.material;
            // A man in hand may come down anywhere.
            sum += Tapered::flat(self.kinds.iter().map(held).sum::<i32>() * 11 / 10);
        }
        sum
    }

    fn stand_on_both_colors(&self, rules: &Rules<W>, men: W) -> bool {
        let geometry = &rules.geometry;
        let mut colors =
            men.squares().map(|square| (geometry.file(Square(square)) + geometry.rank(Square(square))) % 2);
        let first = colors.next();
        colors.any(|color| Some(color) != first)
    }

    /// A side with nothing but its king is driven to the edge, and the other king comes near.
    fn drive_to_edge(&self, state: &State<W>, royals: &[W; 2]) -> i32 {
        let bare = |color: Color| {
            let royals = royals[color.index()];
            !royals.is_empty() && state.of_color(color) == royals && royals.without_lowest().is_empty()
        };
        let driven = match Color::ALL.map(bare) {
            [false, true] => Color::Black,
            [true, false] => Color::White,
            _ => return 0,
        };
        let (hunted, hunter) = (royals[driven.index()].lowest(), royals[(!driven).index()]);
        let mut gain = 6 * *W::get(&self.edge, hunted);
        if !hunter.is_empty() {
            let near = W::get(&self.ring, hunted);
            let around = near.squares().fold(W::EMPTY, |set, square| set | *W::get(&self.ring, square));
            gain += 20 * i32::from(around.meets(hunter));
        }
        if driven == Color::Black { gain } else { -gain }
    }
}

impl<W: Word> Man<W> {
    fn new(rules: &Rules<W>, boards: &Boards<W>, kind: usize) -> Man<W> {
        let worth = Worth::new(rules, boards, kind);
        let is_royal = rules.royals.contains(&(kind as u8));
        let promotes = rules.promotion.iter().any(|kinds| kinds[kind].is_some());
        let is_pawn = rules.pawn[kind] && promotes;
        let attack = &rules.movers[Color::White.index()][kind].attack;
        let geometry = &rules.geometry;
        let color_of = |square: u8| (geometry.file(Square(square)) + geometry.rank(Square(square))) % 2;
        let keeps = |from: u8| attack.from(from, W::EMPTY).squares().all(|to| color_of(to) == color_of(from));
        Man {
            kind: kind as u8,
            is_royal,
            is_pawn,
            keeps_color: !is_pawn && !is_royal && rules.board.squares().all(keeps),
            weight: if is_royal || is_pawn { 0 } else { worth.value.clamp(100, 1000) / 100 },
            menace: worth.value.clamp(100, 1000) / 40,
            worth,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_change_as_men_leave() {
        let value = Tapered::new(100, 200);
        assert_eq!([4, 2, 0, 9].map(|left| value.at(left, 4)), [100, 150, 200, 100]);
    }
}
