//! The one hand through which hooks change a board.

use super::rules::Rules;
use super::state::{NOBODY, State};
use super::word::Word;
use crate::color::{Color, Owner};
use crate::piece::{Kind, Piece};
use crate::set::SquareSet;
use crate::setup::whose;
use crate::turn::{Counter, Edit, Marks, View};

/// Changes a state and keeps true what follows from its men: rights, en passant, hash and half-move clock.
pub(crate) struct Editor<'a, W: Word> {
    pub(crate) rules: &'a Rules<W>,
    pub(crate) state: &'a mut State<W>,
}

impl<W: Word> Editor<'_, W> {
    /// Takes off what stands on a square, and what depends on it.
    fn lift(&mut self, square: u8) {
        let kind = self.state.kind_at(square);
        if kind == NOBODY {
            return;
        }
        let keys = &self.rules.keys;
        let owner = self.state.owner_at(square);
        let lost = W::bit(square) | self.rules.rights_of_king(self.state, square, kind);
        self.state.take(keys, square, kind, owner);
        self.rules.forget_marks(self.state, W::bit(square));
        self.state.halfmove_clock = 0;
        self.state.drop_rights(keys, lost);
        if self.state.en_passant().is_some_and(|(_, victim)| victim == square) {
            self.state.forget_en_passant(keys);
        }
    }
}

impl<W: Word> Edit for Editor<'_, W> {
    fn view(&self) -> View<'_> {
        self.rules.view(self.state)
    }

    fn clear(&mut self, squares: SquareSet) {
        for square in (W::from_set(squares) & self.state.occupied()).squares() {
            self.lift(square);
        }
    }

    fn put(&mut self, squares: SquareSet, man: Piece) {
        let neutral = self.rules.neutral[man.kind.index()];
        let name = &self.rules.names[man.kind.index()];
        assert!(neutral == (man.owner == Owner::Neutral), "a rule puts a {name} that would be {}", whose(man.owner));
        for square in (W::from_set(squares) & self.rules.board).squares() {
            if self.state.piece_at(square) == Some(man) {
                continue;
            }
            self.lift(square);
            let keys = &self.rules.keys;
            self.state.put(keys, square, man.kind.0, man.owner);
            self.state.halfmove_clock = 0;
            if self.state.en_passant().is_some_and(|(target, _)| target == square) {
                self.state.forget_en_passant(keys);
            }
        }
    }

    fn set_counter(&mut self, counter: Counter, value: u16) {
        let greatest = self.rules.greatest[counter.0 as usize];
        self.state.set_counter(&self.rules.keys, counter.0, value.min(greatest));
    }

    fn set_marks(&mut self, marks: Marks, squares: SquareSet) {
        self.state.set_marks(&self.rules.keys, marks.0, W::from_set(squares) & self.rules.board);
    }

    fn set_in_hand(&mut self, color: Color, kind: Kind, count: u8) {
        if self.rules.drops.is_some() && !self.rules.neutral[kind.index()] {
            self.state.set_in_hand(&self.rules.keys, color, kind.0, count);
        }
    }

    fn set_next(&mut self, color: Color, fullmove_number: u32) {
        // Nobody takes his own pawn in passing.
        if self.state.en_passant().is_some_and(|(_, pawn)| self.state.owner_at(pawn) == color.into()) {
            self.forget_en_passant();
        }
        self.state.set_turn(&self.rules.keys, color);
        self.state.fullmove_number = fullmove_number;
    }

    fn forget_en_passant(&mut self) {
        self.state.forget_en_passant(&self.rules.keys);
    }
}
