//! What pawns make of each other: passed, doubled and isolated ones.

use super::tapered::Tapered;
use super::values::progress;
use crate::color::Color;
use crate::engine::rules::Rules;
use crate::engine::state::State;
use crate::engine::word::Word;
use crate::square::Square;

/// What is looked up for the pawns of one kind.
pub(crate) struct Structure<W: Word> {
    kind: u8,
    /// By color and square: the squares before it, on its file and those beside it.
    front: [W::PerSquare<W>; 2],
    /// By color and square: the squares before it on its file.
    file: [W::PerSquare<W>; 2],
    /// By square: all squares of the files beside it.
    beside: W::PerSquare<W>,
    /// By color and square: what a passed pawn adds.
    passed: [W::PerSquare<Tapered>; 2],
}

const DOUBLED: Tapered = Tapered::new(-8, -18);
const ISOLATED: Tapered = Tapered::new(-10, -14);

impl<W: Word> Structure<W> {
    /// `None` for a kind that is no pawn, or never promotes.
    pub(crate) fn new(rules: &Rules<W>, kind: usize) -> Option<Structure<W>> {
        if !rules.pawn[kind] || rules.promotion.iter().all(|kinds| kinds[kind].is_none()) {
            return None;
        }
        let geometry = &rules.geometry;
        let squares = |wanted: &dyn Fn(Square) -> bool| {
            let found = rules.board.squares().filter(|&square| wanted(Square(square)));
            found.fold(W::EMPTY, |set, square| set | W::bit(square))
        };
        let apart = |one: Square, other: Square| geometry.file(one).abs_diff(geometry.file(other));
        let table = |set: &dyn Fn(Square) -> W| {
            let mut table = W::per_square(W::EMPTY);
            rules.board.squares().for_each(|square| table.as_mut()[square as usize] = set(Square(square)));
            table
        };
        let before = |color: Color, width: u8| {
            let rank = move |square| geometry.rank_of(color, square);
            table(&|from| squares(&|to| rank(to) > rank(from) && apart(from, to) <= width))
        };
        let passed = |color: Color| {
            let mut table = W::per_square(Tapered::ZERO);
            for square in rules.board.squares() {
                let progress = progress(rules, color, kind, Square(square));
                table.as_mut()[square as usize] = Tapered::new(progress * progress / 170, progress * progress / 75);
            }
            table
        };
        Some(Structure {
            kind: kind as u8,
            front: Color::ALL.map(|color| before(color, 1)),
            file: Color::ALL.map(|color| before(color, 0)),
            beside: table(&|from| squares(&|to| apart(from, to) == 1)),
            passed: Color::ALL.map(passed),
        })
    }

    /// What a color's pawns add.
    pub(crate) fn judge(&self, state: &State<W>, color: Color) -> Tapered {
        let pawns = state.of_kind(self.kind);
        let own = pawns & state.of_color(color);
        let enemy = pawns & state.of_color(!color);
        let mut sum = Tapered::ZERO;
        for pawn in own.squares() {
            if W::get(&self.file[color.index()], pawn).meets(own) {
                sum += DOUBLED;
            } else if !W::get(&self.front[color.index()], pawn).meets(enemy) {
                sum += *W::get(&self.passed[color.index()], pawn);
            }
            if !W::get(&self.beside, pawn).meets(own) {
                sum += ISOLATED;
            }
        }
        sum
    }
}
