//! What is done with the moves that are generated.

use super::rules::Rules;
use super::state::State;
use super::word::Word;
use crate::moves::{Form, Move};

/// Where the men of a set of targets come from.
#[derive(Clone, Copy)]
pub(crate) enum Origin {
    /// All from one square.
    Square(u8),
    /// Each from the square whose number is less by this.
    Behind(i16),
}

impl Origin {
    #[inline(always)]
    pub(crate) fn of(self, to: u8) -> u8 {
        match self {
            Origin::Square(from) => from,
            Origin::Behind(by) => (to as i16 - by) as u8,
        }
    }
}

/// What is done with the moves that are generated.
pub(crate) trait Visitor<W: Word> {
    /// A man may go to each of these squares.
    fn walks(&mut self, origin: Origin, targets: W);
    /// A man may go to each of these squares, and becomes one of these kinds.
    fn promotions(&mut self, origin: Origin, targets: W, kinds: &[u8]);
    /// A pawn may make its double step of this number to each of these squares.
    #[inline(always)]
    fn doubles(&mut self, origin: Origin, targets: W, number: u8) {
        for to in targets.squares() {
            self.one(Move { form: Form::DoubleStep, from: origin.of(to), to, extra: number });
        }
    }
    /// A man of a kind in hand may be dropped on each of these squares.
    fn drops(&mut self, targets: W, kind: u8) {
        for to in targets.squares() {
            self.one(Move { form: Form::Drop, from: 0, to, extra: kind });
        }
    }
    /// One move of another form.
    fn one(&mut self, candidate: Move);
    /// Whether the visitor has seen enough.
    fn is_done(&self) -> bool {
        false
    }
}

/// Counts moves.
pub(crate) struct Count(pub(crate) u64);

impl<W: Word> Visitor<W> for Count {
    #[inline(always)]
    fn walks(&mut self, _: Origin, targets: W) {
        // Without an instruction for it, counting costs more than asking.
        if !targets.is_empty() {
            self.0 += targets.count() as u64;
        }
    }

    fn promotions(&mut self, _: Origin, targets: W, kinds: &[u8]) {
        self.0 += targets.count() as u64 * kinds.len() as u64;
    }

    #[inline(always)]
    fn doubles(&mut self, origin: Origin, targets: W, _: u8) {
        self.walks(origin, targets);
    }

    fn drops(&mut self, targets: W, _: u8) {
        self.0 += targets.count() as u64;
    }

    #[inline(always)]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Asks whether there is a move at all.
pub(crate) struct Any(pub(crate) bool);

impl<W: Word> Visitor<W> for Any {
    fn walks(&mut self, _: Origin, targets: W) {
        self.0 |= !targets.is_empty();
    }

    fn promotions(&mut self, _: Origin, targets: W, kinds: &[u8]) {
        self.0 |= !targets.is_empty() && !kinds.is_empty();
    }

    fn one(&mut self, _: Move) {
        self.0 = true;
    }

    fn is_done(&self) -> bool {
        self.0
    }
}

impl<W: Word> Visitor<W> for Vec<Move> {
    #[inline(always)]
    fn walks(&mut self, origin: Origin, targets: W) {
        self.extend(targets.squares().map(|to| Move::walk(origin.of(to), to)));
    }

    fn promotions(&mut self, origin: Origin, targets: W, kinds: &[u8]) {
        for to in targets.squares() {
            self.extend(kinds.iter().map(|kind| Move { extra: kind + 1, ..Move::walk(origin.of(to), to) }));
        }
    }

    #[inline(always)]
    fn one(&mut self, candidate: Move) {
        self.push(candidate);
    }
}

/// Passes on only the moves that are legal when they are played.
pub(crate) struct Tested<'a, W: Word, V: ?Sized> {
    pub(crate) rules: &'a Rules<W>,
    pub(crate) state: &'a State<W>,
    pub(crate) visitor: &'a mut V,
}

impl<W: Word, V: Visitor<W> + ?Sized> Visitor<W> for Tested<'_, W, V> {
    fn walks(&mut self, origin: Origin, targets: W) {
        for to in targets.squares() {
            self.one(Move::walk(origin.of(to), to));
        }
    }

    fn promotions(&mut self, origin: Origin, targets: W, kinds: &[u8]) {
        for to in targets.squares() {
            for kind in kinds {
                self.one(Move { extra: kind + 1, ..Move::walk(origin.of(to), to) });
            }
        }
    }

    fn one(&mut self, candidate: Move) {
        if !self.is_done() && self.rules.survives(self.state, candidate).is_ok() {
            self.visitor.one(candidate);
        }
    }

    fn is_done(&self) -> bool {
        self.visitor.is_done()
    }
}

/// Passes all moves on, and notes whether there was one.
pub(crate) struct Noting<'a, V> {
    pub(crate) visitor: &'a mut V,
    pub(crate) any: bool,
}

impl<W: Word, V: Visitor<W>> Visitor<W> for Noting<'_, V> {
    fn walks(&mut self, origin: Origin, targets: W) {
        self.any |= !targets.is_empty();
        self.visitor.walks(origin, targets);
    }

    fn promotions(&mut self, origin: Origin, targets: W, kinds: &[u8]) {
        self.any |= !targets.is_empty() && !kinds.is_empty();
        self.visitor.promotions(origin, targets, kinds);
    }

    fn one(&mut self, candidate: Move) {
        self.any = true;
        self.visitor.one(candidate);
    }

    fn is_done(&self) -> bool {
        self.visitor.is_done()
    }
}
