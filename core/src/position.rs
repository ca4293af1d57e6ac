//! A trusted position: plain data, copied to make a move, never unmade.

use crate::color::{Color, Owner};
use crate::piece::{Kind, Piece};
use crate::set::SquareSet;
use crate::setup::EnPassant;
use crate::square::Square;
use crate::turn::{Counter, Marks};

/// A position of one variant that can be played from: men, side to move, rights, counters, and what rules remember.
///
/// It is plain data. Its [`Variant`](crate::Variant) makes it, moves in it and judges it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {}

impl Position {
    /// Who is to move.
    pub fn turn(&self) -> Color {
        todo!()
    }

    /// The man on a square.
    pub fn at(&self, square: Square) -> Option<Piece> {
        todo!("{square:?}")
    }

    /// The squares of one owner's men.
    pub fn men(&self, owner: impl Into<Owner>) -> SquareSet {
        todo!("{:?}", owner.into())
    }

    /// The squares of all men of a kind, whoever owns them.
    pub fn of(&self, kind: Kind) -> SquareSet {
        todo!("{kind:?}")
    }

    /// The squares of the rooks that may still castle.
    pub fn castling(&self) -> SquareSet {
        todo!()
    }

    /// The pawn that may be taken in passing, if a man of the side to move stands so that it could; the capture may
    /// still be illegal. [`Variant::en_passant`](crate::Variant::en_passant) looks at that too.
    pub fn en_passant(&self) -> Option<EnPassant> {
        todo!()
    }

    /// Plies since the last capture or pawn move, or hook that changed the men.
    pub fn halfmove_clock(&self) -> u32 {
        todo!()
    }

    /// The number of the move to come; it grows after Black's moves.
    pub fn fullmove_number(&self) -> u32 {
        todo!()
    }

    /// The value of a declared counter.
    pub fn counter(&self, counter: Counter) -> u16 {
        todo!("{counter:?}")
    }

    /// A declared set of squares.
    pub fn marks(&self, marks: Marks) -> SquareSet {
        todo!("{marks:?}")
    }
}
