//! Any description of a position, true or not.

use crate::color::{Color, Owner};
use crate::piece::Piece;
use crate::set::SquareSet;
use crate::square::{Geometry, Square};

/// A description of a position that nobody has checked: what a FEN says, or what an editor has on its board.
///
/// [`Variant::position`](crate::Variant::position) turns it into a position, or into the list of all its faults.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    geometry: Geometry,
    men: Vec<Option<Piece>>,
    /// Who is to move.
    pub turn: Color,
    /// The squares of the rooks that may still castle.
    pub castling: SquareSet,
    /// The pawn that may be taken in passing.
    pub en_passant: Option<EnPassant>,
    /// Plies since the last capture or pawn move (or hook that changed the men).
    pub halfmove_clock: u32,
    /// The number of the move, 1 at the start; it grows after Black's moves. 0 is read as 1.
    pub fullmove_number: u32,
    /// The counters that rules have declared, in the order declared.
    pub counters: Vec<u16>,
    /// The sets of squares that rules have declared, in the order declared.
    pub marks: Vec<SquareSet>,
}

/// A pawn that has just made a double step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EnPassant {
    /// The square that it skipped, onto which it may be taken.
    pub target: Square,
    /// The square that it stands on.
    pub victim: Square,
}

impl Setup {
    /// An empty board, White to move, move 1.
    pub fn empty(geometry: Geometry) -> Setup {
        Setup {
            geometry,
            men: vec![None; geometry.files() as usize * geometry.ranks() as usize],
            turn: Color::White,
            castling: SquareSet::EMPTY,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
            counters: Vec::new(),
            marks: Vec::new(),
        }
    }

    /// The board's shape.
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The man on a square.
    pub fn at(&self, square: Square) -> Option<Piece> {
        self.men.get(square.index()).copied().flatten()
    }

    /// Puts a man on a square, or clears it. A square that this board does not have stays empty.
    pub fn put(&mut self, square: Square, man: Option<Piece>) {
        if self.geometry.squares().contains(square) {
            self.men[square.index()] = man;
        }
    }

    /// Every man with its square, in the order of the squares.
    pub fn men(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.men.iter().enumerate().filter_map(|(i, man)| man.map(|man| (Square(i as u8), man)))
    }

    /// The squares of one owner's men.
    pub fn of(&self, owner: impl Into<Owner>) -> SquareSet {
        let owner = owner.into();
        self.men().filter(|(_, man)| man.owner == owner).map(|(square, _)| square).collect()
    }

    /// The squares without a man.
    pub fn vacant(&self) -> SquareSet {
        self.geometry.squares() - self.men().map(|(square, _)| square).collect()
    }
}

/// One thing that is wrong with a [`Setup`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupFault {
    /// A royal man is missing, in a variant whose rules cannot take it off the board.
    #[error("{0} has no {1}")]
    RoyalMissing(Color, String),
    /// There are more royal men of a kind than the variant starts with.
    #[error("{0} has {2} {1}s; the game has one")]
    TooManyRoyals(Color, String, usize),
    /// The side that is not to move is in check, so it could be taken.
    #[error("{0} is to move, but the {1} of the other side is attacked")]
    OppositeCheck(Color, String),
    /// A pawn stands where no pawn can stand.
    #[error("a pawn stands on {0}, where none can")]
    PawnMisplaced(String),
    /// There is no pawn that could have made a double step to be taken in passing.
    #[error("{0} is no square for en passant here: no pawn has just skipped it")]
    EnPassant(String),
    /// A counter is greater than its rule allows.
    #[error("{0} is {1}; the greatest is {2}")]
    Counter(String, u16, u16),
    /// The side to move has nothing to play with.
    #[error("the board is empty")]
    NoMen,
}
