//! A variant: immutable, checked, compiled rules.

use crate::color::Color;
use crate::moves::Move;
use crate::outcome::{Event, Forecast, Outcome};
use crate::piece::{Kind, Piece, PieceKind};
use crate::position::Position;
use crate::refusal::Refusal;
use crate::registry::Registry;
use crate::set::SquareSet;
use crate::setup::{EnPassant, Setup, SetupFault};
use crate::spec::{Spec, SpecFault};
use crate::square::{Geometry, Square};
use crate::turn::View;

/// A variant: immutable, checked, compiled rules. Share it with `Arc`.
pub struct Variant {}

impl Variant {
    /// Checks a description and compiles it.
    ///
    /// # Errors
    /// All faults of the description, in the order of its entries.
    pub fn compile(spec: Spec, registry: &Registry) -> Result<Variant, Vec<SpecFault>> {
        todo!()
    }

    /// The description that this variant was compiled from, with every default filled in.
    pub fn spec(&self) -> &Spec {
        todo!()
    }

    /// The id: `ice-age`.
    pub fn id(&self) -> &str {
        &self.spec().id
    }

    /// The name: `Ice Age Chess`.
    pub fn name(&self) -> &str {
        &self.spec().name
    }

    /// The shape of the board.
    pub fn geometry(&self) -> &Geometry {
        todo!()
    }

    /// The kinds of piece, those of rules included.
    pub fn kinds(&self) -> &[PieceKind] {
        todo!()
    }

    /// What is known of a kind.
    pub fn kind(&self, kind: Kind) -> &PieceKind {
        &self.kinds()[kind.index()]
    }

    /// The kind of a name: `queen`.
    pub fn kind_named(&self, name: &str) -> Option<Kind> {
        todo!()
    }

    /// The man that a FEN letter stands for: `n` is a black knight, `^` an ice cube.
    pub fn piece_of_letter(&self, letter: char) -> Option<Piece> {
        todo!()
    }

    /// The names of the counters and sets of squares that rules have declared, with the start value of each counter.
    pub fn declared(&self) -> &Declared {
        todo!()
    }

    /// The position at the start.
    pub fn start(&self) -> &Position {
        todo!()
    }

    /// Turns a setup into a position.
    ///
    /// # Errors
    /// All faults of the setup.
    pub fn position(&self, setup: &Setup) -> Result<Position, Vec<SetupFault>> {
        todo!()
    }

    /// Describes a position as a setup. En passant is there only if a legal capture exists.
    pub fn setup(&self, position: &Position) -> Setup {
        todo!()
    }

    /// The board, to be read as hooks read it.
    pub fn view<'a>(&'a self, position: &'a Position) -> View<'a> {
        todo!()
    }

    /// All legal moves. There are none when the game is over.
    pub fn legal_moves(&self, position: &Position) -> Vec<Move> {
        todo!()
    }

    /// Why the move from one square to another is not legal here; `None` if it is legal.
    ///
    /// `promotion` is what the man becomes; castling is the king's square and the rook's.
    pub fn refusal(&self, position: &Position, from: Square, to: Square, promotion: Option<Kind>) -> Option<Refusal> {
        todo!()
    }

    /// Plays a legal move: the whole turn, turn-end hooks included.
    ///
    /// The move must be one of [`legal_moves`](Self::legal_moves) here; any other leads to a position that means nothing.
    #[must_use]
    pub fn play(&self, position: &Position, legal: Move) -> Position {
        todo!()
    }

    /// Plays a legal move and tells what hooks did.
    #[must_use]
    pub fn play_and_tell(&self, position: &Position, legal: Move) -> (Position, Vec<Event>) {
        todo!()
    }

    /// What stands on the square that the move takes, and where: for en passant, the pawn beside.
    pub fn captured(&self, position: &Position, candidate: Move) -> Option<(Square, Piece)> {
        todo!()
    }

    /// The royal men of the side to move that are attacked.
    pub fn checked(&self, position: &Position) -> SquareSet {
        todo!()
    }

    /// How the game has ended on this board, if it has; history (repetition) is the [`Game`](crate::Game)'s to know.
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        todo!()
    }

    /// Whether neither side has the material to mate, by the rule of chess; always `false` where `[draws]` says
    /// `material = false`.
    pub fn insufficient_material(&self, position: &Position) -> bool {
        todo!()
    }

    /// When the next hook with a clock acts, and what it would do on the present board.
    pub fn forecast(&self, position: &Position) -> Option<Forecast> {
        todo!()
    }

    /// What repetition compares: two positions have the same key if the same moves and the same future are possible.
    /// The half-move clock and the number of the move are no part of it, but the phase of every clock is.
    pub fn key(&self, position: &Position) -> u64 {
        todo!()
    }

    /// The pawn that a legal move takes in passing, if there is one.
    pub fn en_passant(&self, position: &Position) -> Option<EnPassant> {
        todo!()
    }

    /// The castling targets towards one side: files of king and rook, counted from 0. The first is `O-O` or `O-O-O`.
    pub fn castling_targets(&self, h_side: bool) -> &[(u8, u8)] {
        todo!()
    }

    /// Whether kings and rooks may start anywhere on their rank, so that castling is written as king takes rook.
    pub fn castles_freely(&self) -> bool {
        todo!()
    }

    /// The squares from which a player's rook may castle at all, and where the king stands for it, as far as the
    /// variant (rather than the FEN) says so: the start's own squares where castling is not free.
    pub fn castling_home(&self, color: Color) -> Option<(Square, SquareSet)> {
        todo!()
    }
}

/// What rules have declared to live in the position.
#[derive(Clone, Debug, Default)]
pub struct Declared {
    /// Counters: name, start value, greatest value.
    pub counters: Vec<(String, u16, u16)>,
    /// Sets of squares, by name; all are empty at the start.
    pub marks: Vec<String>,
}
