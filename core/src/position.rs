//! A trusted position: plain data, copied to make a move, never unmade.

use crate::color::{Color, Owner};
use crate::engine::state::State;
use crate::engine::word::{U256, Word};
use crate::piece::{Kind, Piece};
use crate::set::SquareSet;
use crate::setup::EnPassant;
use crate::square::Square;
use crate::turn::{Counter, Marks};

/// A position of one variant that can be played from: men, side to move, rights, counters, and what rules remember.
///
/// It is plain data. Its [`Variant`](crate::Variant) makes it, moves in it and judges it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position(pub(crate) Boards);

/// The state on the word of bits that the variant uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(clippy::large_enum_variant, reason = "a position is plain data: a box would end its being copied")]
pub(crate) enum Boards {
    Small(State<u64>),
    Medium(State<u128>),
    Large(State<U256>),
}

impl Boards {
    pub(crate) fn state(&self) -> StateRef<'_> {
        match self {
            Boards::Small(state) => StateRef::Small(state),
            Boards::Medium(state) => StateRef::Medium(state),
            Boards::Large(state) => StateRef::Large(state),
        }
    }
}

/// A state to read, whatever its word of bits.
#[derive(Clone, Copy)]
pub(crate) enum StateRef<'a> {
    Small(&'a State<u64>),
    Medium(&'a State<u128>),
    Large(&'a State<U256>),
}

/// Evaluates an expression for the state of whichever word.
macro_rules! each {
    ($reference:expr, $state:ident => $value:expr) => {
        match $reference {
            StateRef::Small($state) => $value,
            StateRef::Medium($state) => $value,
            StateRef::Large($state) => $value,
        }
    };
}

impl StateRef<'_> {
    pub(crate) fn turn(self) -> Color {
        each!(self, state => state.turn())
    }

    pub(crate) fn at(self, square: Square) -> Option<Piece> {
        each!(self, state => state.piece_at(square.0))
    }

    pub(crate) fn men(self, owner: Owner) -> SquareSet {
        each!(self, state => state.owned(owner).to_set())
    }

    pub(crate) fn of(self, kind: Kind) -> SquareSet {
        each!(self, state => state.of_kind(kind.0).to_set())
    }

    pub(crate) fn in_hand(self, color: Color, kind: Kind) -> u8 {
        each!(self, state => state.hand(color).get(kind.index()).copied().unwrap_or(0))
    }

    pub(crate) fn counter(self, counter: Counter) -> u16 {
        each!(self, state => state.counter(counter.0))
    }

    pub(crate) fn marks(self, marks: Marks) -> SquareSet {
        each!(self, state => state.marks(marks.0).to_set())
    }

    pub(crate) fn fullmove_number(self) -> u32 {
        each!(self, state => state.fullmove_number)
    }

    fn halfmove_clock(self) -> u32 {
        each!(self, state => state.halfmove_clock)
    }

    fn rights(self) -> SquareSet {
        each!(self, state => state.rights().to_set())
    }

    fn en_passant(self) -> Option<(u8, u8)> {
        each!(self, state => state.en_passant())
    }
}

impl Position {
    /// Who is to move.
    pub fn turn(&self) -> Color {
        self.0.state().turn()
    }

    /// The man on a square.
    pub fn at(&self, square: Square) -> Option<Piece> {
        self.0.state().at(square)
    }

    /// The squares of one owner's men.
    pub fn men(&self, owner: impl Into<Owner>) -> SquareSet {
        self.0.state().men(owner.into())
    }

    /// The squares of all men of a kind, whoever owns them.
    pub fn of(&self, kind: Kind) -> SquareSet {
        self.0.state().of(kind)
    }

    /// The squares of the rooks that may still castle.
    pub fn castling(&self) -> SquareSet {
        self.0.state().rights()
    }

    /// The pawn that may be taken in passing. It is there only if a legal move takes it.
    pub fn en_passant(&self) -> Option<EnPassant> {
        let (target, victim) = self.0.state().en_passant()?;
        Some(EnPassant { target: Square(target), victim: Square(victim) })
    }

    /// Plies since the last capture or pawn move, or hook that changed the men.
    pub fn halfmove_clock(&self) -> u32 {
        self.0.state().halfmove_clock()
    }

    /// The number of the move to come; it grows after Black's moves.
    pub fn fullmove_number(&self) -> u32 {
        self.0.state().fullmove_number()
    }

    /// How many men of a kind a player has in hand.
    pub fn in_hand(&self, color: Color, kind: Kind) -> u8 {
        self.0.state().in_hand(color, kind)
    }

    /// The value of a declared counter.
    pub fn counter(&self, counter: Counter) -> u16 {
        self.0.state().counter(counter)
    }

    /// A declared set of squares.
    pub fn marks(&self, marks: Marks) -> SquareSet {
        self.0.state().marks(marks)
    }
}
