//! Moves, four bytes each.

use crate::piece::Kind;
use crate::square::Square;

/// A move of one variant in one position: a man's move, a castling, a drop or a pass.
///
/// A `Move` means something only in the position it was generated in; notation turns it into text and back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    pub(crate) form: Form,
    pub(crate) from: u8,
    pub(crate) to: u8,
    /// By form: the kind promoted to plus one (0: none), the castling target's number, the double step's number, the kind dropped.
    pub(crate) extra: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub(crate) enum Form {
    /// A man's step, with or without capture and promotion.
    Walk,
    /// A pawn's first move over a square on which it may be taken in passing.
    DoubleStep,
    /// A capture in passing.
    EnPassant,
    /// King (`from`) and rook (`to`) castle.
    Castle,
    /// A man comes from the hand onto `to`.
    Drop,
    /// Nothing moves.
    Pass,
}

impl Move {
    pub(crate) const fn walk(from: u8, to: u8) -> Move {
        Move { form: Form::Walk, from, to, extra: 0 }
    }

    /// The square that the man leaves: the king's, in castling. `None` for drops and passes.
    pub fn from(self) -> Option<Square> {
        match self.form {
            Form::Drop | Form::Pass => None,
            _ => Some(Square(self.from)),
        }
    }

    /// The square that the man reaches; in castling the **rook's** square. `None` for a pass.
    pub fn to(self) -> Option<Square> {
        match self.form {
            Form::Pass => None,
            _ => Some(Square(self.to)),
        }
    }

    /// What the man becomes, if the move promotes it.
    pub fn promotion(self) -> Option<Kind> {
        match self.form {
            Form::Walk | Form::EnPassant => self.extra.checked_sub(1).map(Kind),
            _ => None,
        }
    }

    /// The kind that is dropped, if the move is a drop.
    pub fn dropped(self) -> Option<Kind> {
        (self.form == Form::Drop).then_some(Kind(self.extra))
    }

    /// For a castling, which of the side's targets it goes to, counted from 0; `None` for every other move.
    pub fn castling(self) -> Option<u8> {
        (self.form == Form::Castle).then_some(self.extra)
    }

    /// Whether the move takes a pawn in passing.
    pub fn is_en_passant(self) -> bool {
        self.form == Form::EnPassant
    }
}
