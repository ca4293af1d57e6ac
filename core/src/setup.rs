//! Any description of a position, true or not.

use crate::color::{Color, Owner};
use crate::piece::{Kind, Piece};
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
    /// By color and kind: how many men are in hand. Kinds that are not there are in no hand.
    hands: [Vec<u8>; 2],
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
            hands: [Vec::new(), Vec::new()],
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

    /// How many men of a kind a player has in hand.
    pub fn in_hand(&self, color: Color, kind: Kind) -> u8 {
        self.hands[color.index()].get(kind.index()).copied().unwrap_or(0)
    }

    /// Changes how many men of a kind a player has in hand.
    pub fn set_in_hand(&mut self, color: Color, kind: Kind, count: u8) {
        let hand = &mut self.hands[color.index()];
        hand.resize(hand.len().max(kind.index() + 1), 0);
        hand[kind.index()] = count;
        while hand.last() == Some(&0) {
            hand.pop();
        }
    }

    /// The men in hand: whose, of which kind, and how many; White's first, in the order of the kinds.
    pub fn hands(&self) -> impl Iterator<Item = (Color, Kind, u8)> {
        let of = |color: Color| {
            let hand = self.hands[color.index()].iter().enumerate();
            hand.filter(|(_, count)| **count > 0).map(move |(kind, &count)| (color, Kind(kind as u8), count))
        };
        Color::ALL.into_iter().flat_map(of)
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

/// The greatest number that a clock may show.
pub(crate) const GREATEST_CLOCK: u32 = 999_999;

/// One thing that is wrong with a [`Setup`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupFault {
    /// The setup is of a board of another shape.
    #[error("the setup is of another board")]
    OtherBoard,
    /// A man of a neutral kind belongs to a player, or one of a players' kind to nobody.
    #[error("the {man} on {square} cannot be {}", whose(*owner))]
    WrongOwner {
        /// The name of the kind.
        man: String,
        /// Where it stands.
        square: String,
        /// Whose it is said to be.
        owner: Owner,
    },
    /// A royal man is missing, in a variant whose rules cannot take it off the board.
    #[error("{0} has no {1}")]
    RoyalMissing(Color, String),
    /// A side has more royal men than it starts with.
    #[error("{color} has {count} royal men ({royal}), but can have {most} at most")]
    TooManyRoyals {
        /// Whose they are.
        color: Color,
        /// The name of the kind.
        royal: String,
        /// How many there are.
        count: usize,
        /// How many there can be.
        most: usize,
    },
    /// The side that is not to move is in check, so its royal man could be taken.
    #[error("{turn} is to move, but already attacks the {royal} on {square}")]
    OppositeCheck {
        /// Who is to move.
        turn: Color,
        /// What is attacked.
        royal: String,
        /// Where it stands.
        square: String,
    },
    /// A pawn stands where none can.
    #[error("a pawn of {0} stands on {1}, where none can be")]
    PawnMisplaced(Color, String),
    /// There is no pawn that could just have made a double step over this square.
    #[error("{0} is no square for en passant here: no pawn can just have skipped it")]
    EnPassant(String),
    /// A counter is greater than its rule allows, or a clock greater than FEN can show.
    #[error("{0} is {1}, but can be {2} at most")]
    Counter(String, u32, u32),
    /// Men are in hand in a variant without hands, or of a kind that is in none: such as a royal one that is never lost.
    #[error("{0} cannot have a {1} in hand")]
    Hand(Color, String),
    /// No player has a man.
    #[error("no player has a man on the board")]
    NoMen,
}

/// Whose a man is, at the end of a sentence.
pub(crate) fn whose(owner: Owner) -> String {
    owner.color().map_or_else(|| "nobody's".to_owned(), |color| format!("{color}'s"))
}
