//! What hooks see of the board, and how they change it.

use std::ops::Deref;

use crate::color::{Color, Owner};
use crate::engine::Engine;
use crate::moves::Move;
use crate::outcome::Event;
use crate::piece::{Kind, Piece};
use crate::position::{Position, StateRef};
use crate::set::SquareSet;
use crate::square::{Geometry, Square};

/// A small number that a rule has declared; it is copied, hashed, written to FEN and undone with the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counter(pub(crate) u8);

/// A set of squares that a rule has declared; it is copied, hashed, written to FEN and undone with the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Marks(pub(crate) u8);

/// A movement that a rule has declared, to be lent to men.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lent(pub(crate) u8);

/// What a board lets a hook change; each word of bits has its own.
pub(crate) trait Edit {
    fn view(&self) -> View<'_>;
    fn clear(&mut self, squares: SquareSet);
    fn put(&mut self, squares: SquareSet, man: Piece);
    fn set_counter(&mut self, counter: Counter, value: u16);
    fn set_marks(&mut self, marks: Marks, squares: SquareSet);
    fn set_in_hand(&mut self, color: Color, kind: Kind, count: u8);
    fn set_next(&mut self, color: Color, fullmove_number: u32);
    fn forget_en_passant(&mut self);
}

/// A board to read: who stands where, what attacks what, what rules remember.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub(crate) engine: &'a dyn Engine,
    pub(crate) state: StateRef<'a>,
    /// How much of what hooks say of attacks counts.
    pub(crate) hearing: Hearing,
}

/// How much of what hooks say of attacks counts: a hook that has its say hears only those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Hearing {
    /// Nothing: movements are being lent.
    Nothing,
    /// Lent movements: shelters are being named.
    Loans,
    /// Everything.
    All,
}

impl<'a> View<'a> {
    /// The shape of the board.
    pub fn geometry(&self) -> &'a Geometry {
        self.engine.geometry()
    }

    /// The man on a square.
    pub fn at(&self, square: Square) -> Option<Piece> {
        self.state.at(square)
    }

    /// The squares of one owner's men.
    pub fn men(&self, owner: impl Into<Owner>) -> SquareSet {
        self.state.men(owner.into())
    }

    /// The squares of both players' men; neutral men are none.
    pub fn pieces(&self) -> SquareSet {
        self.men(Owner::White) | self.men(Owner::Black)
    }

    /// The squares on which anything stands.
    pub fn occupied(&self) -> SquareSet {
        self.pieces() | self.men(Owner::Neutral)
    }

    /// The squares on which nothing stands.
    pub fn empty(&self) -> SquareSet {
        self.geometry().squares() - self.occupied()
    }

    /// The squares of all men of a kind, whoever owns them.
    pub fn of(&self, kind: Kind) -> SquareSet {
        self.state.of(kind)
    }

    /// The squares of a player's royal men.
    pub fn royals(&self, color: Color) -> SquareSet {
        self.engine.royals(self.state, color)
    }

    /// What a move of this board takes, and where it stands: for en passant, the pawn beside.
    pub fn captured(&self, candidate: Move) -> Option<(Square, Piece)> {
        let square = self.engine.captured(self.state, candidate)?;
        Some((square, self.at(square)?))
    }

    /// The squares of the player's men that attack a square.
    pub fn attackers(&self, square: Square, by: Color) -> SquareSet {
        self.engine.attackers(self.state, square, by, self.hearing)
    }

    /// The player's royal men that are in check: attacked, and not to be left so.
    pub fn checked(&self, color: Color) -> SquareSet {
        self.engine.checked(self.state, color, self.hearing)
    }

    /// Whether a player has lost the royal men that the game starts with.
    pub fn has_lost_royals(&self, color: Color) -> bool {
        self.engine.has_lost(self.state, color)
    }

    /// How many men of a kind a player has in hand.
    pub fn in_hand(&self, color: Color, kind: Kind) -> u8 {
        self.state.in_hand(color, kind)
    }

    /// All squares that touch one of `set`, along an edge or at a corner.
    pub fn neighbours(&self, set: SquareSet) -> SquareSet {
        self.geometry().neighbours(set)
    }

    /// All squares that touch one of `set` along an edge.
    pub fn orthogonal(&self, set: SquareSet) -> SquareSet {
        self.geometry().orthogonal(set)
    }

    /// The squares all of whose neighbours along an edge are in `set`.
    pub fn surrounded(&self, set: SquareSet) -> SquareSet {
        self.geometry().surrounded(set)
    }

    /// The value of a declared counter.
    pub fn counter(&self, counter: Counter) -> u16 {
        self.state.counter(counter)
    }

    /// A declared set of squares.
    pub fn marks(&self, marks: Marks) -> SquareSet {
        self.state.marks(marks)
    }

    /// Names the men on some squares: `white rook h1, black pawn b5`.
    pub fn describe(&self, squares: SquareSet) -> String {
        let name = |square: Square| {
            let man = self.at(square)?;
            let kind = self.engine.kind_name(man.kind);
            let owner = man.owner.color().map_or_else(String::new, |color| format!("{} ", color.name()));
            Some(format!("{owner}{kind} {}", self.geometry().name(square)))
        };
        squares.iter().filter_map(name).collect::<Vec<_>>().join(", ")
    }

    /// The squares to which a leap of so many files and ranks leads from one of `set`: `leaps(set, 1, 2)` are a knight's.
    pub fn leaps(&self, set: SquareSet, files: i8, ranks: i8) -> SquareSet {
        self.geometry().leaps(set, files, ranks)
    }

    /// Who is to move.
    pub fn to_move(&self) -> Color {
        self.state.turn()
    }

    /// The number of the move to come: it grows after Black's moves.
    pub fn fullmove_number(&self) -> u32 {
        self.state.fullmove_number()
    }
}

/// The move that was just made, as hooks are told of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// Who moved.
    pub mover: Color,
    /// The move; in a forecast, where nothing has moved, a pass.
    pub played: Move,
    /// What was taken, and where it stood.
    pub taken: Option<(Square, Piece)>,
    /// The full-move number of the move: White's first and Black's first are both 1.
    pub number: u32,
}

impl Played {
    /// The ply of the move: White's move k is ply 2k − 1, Black's 2k.
    pub fn ply(&self) -> u32 {
        2 * self.number.max(1) - u32::from(self.mover == Color::White)
    }
}

/// A turn in which a hook acts: it reads the board, changes it, and tells people what it did.
///
/// Every change goes through here, so that hash, castling rights, en passant and clocks stay true whatever a hook
/// does: a rook or king that leaves its square loses its castling right, a pawn that leaves can no longer be taken in
/// passing, and the half-move clock starts again when men change.
pub struct Turn<'a> {
    pub(crate) edit: &'a mut dyn Edit,
    pub(crate) played: Played,
    pub(crate) rule: &'a str,
    /// Where to tell what happens; `None` where nobody listens.
    pub(crate) events: Option<&'a mut Vec<Event>>,
}

impl Turn<'_> {
    /// The board as it is now.
    pub fn view(&self) -> View<'_> {
        self.edit.view()
    }

    /// The man on a square.
    pub fn at(&self, square: Square) -> Option<Piece> {
        self.view().at(square)
    }

    /// The squares of one owner's men.
    pub fn men(&self, owner: impl Into<Owner>) -> SquareSet {
        self.view().men(owner)
    }

    /// The squares of both players' men; neutral men are none.
    pub fn pieces(&self) -> SquareSet {
        self.view().pieces()
    }

    /// The squares on which nothing stands.
    pub fn empty(&self) -> SquareSet {
        self.view().empty()
    }

    /// The squares of all men of a kind, whoever owns them.
    pub fn of(&self, kind: Kind) -> SquareSet {
        self.view().of(kind)
    }

    /// All squares that touch one of `set`, along an edge or at a corner.
    pub fn neighbours(&self, set: SquareSet) -> SquareSet {
        self.view().neighbours(set)
    }

    /// All squares that touch one of `set` along an edge.
    pub fn orthogonal(&self, set: SquareSet) -> SquareSet {
        self.view().orthogonal(set)
    }

    /// The squares all of whose neighbours along an edge are in `set`.
    pub fn surrounded(&self, set: SquareSet) -> SquareSet {
        self.view().surrounded(set)
    }

    /// Who moved, what, what was taken, and the number of the move.
    pub fn played(&self) -> Played {
        self.played
    }

    /// Takes whatever stands on these squares off the board.
    pub fn clear(&mut self, squares: impl Into<SquareSet>) {
        self.edit.clear(squares.into());
    }

    /// Puts a man on each of these squares, in the place of what stands there. Holes stay empty.
    ///
    /// # Panics
    /// If the man's kind is neutral and its owner a player, or the other way round: a fault of the rule's code.
    pub fn put(&mut self, squares: impl Into<SquareSet>, man: Piece) {
        self.edit.put(squares.into(), man);
    }

    /// How many men of a kind a player has in hand.
    pub fn in_hand(&self, color: Color, kind: Kind) -> u8 {
        self.view().in_hand(color, kind)
    }

    /// Changes how many men of a kind a player has in hand. It does nothing where no rule declares
    /// [`hands`](crate::RuleBuilder::hands).
    pub fn set_in_hand(&mut self, color: Color, kind: Kind, count: u8) {
        self.edit.set_in_hand(color, kind, count);
    }

    /// Says who moves next, in a [`TurnEnd`](crate::hook::TurnEnd) hook: `turn.set_next(turn.played().mover)` lets the
    /// mover move again. The number of the move grows only when White moves after Black; a clock strikes after each of
    /// several moves in a row that bear its number.
    pub fn set_next(&mut self, color: Color) {
        let black_is_done = self.played.mover == Color::Black && color == Color::White;
        self.edit.set_next(color, self.played.number.saturating_add(black_is_done.into()));
    }

    /// The value of a declared counter.
    pub fn counter(&self, counter: Counter) -> u16 {
        self.view().counter(counter)
    }

    /// Changes a declared counter; it never exceeds its greatest value.
    pub fn set_counter(&mut self, counter: Counter, value: u16) {
        self.edit.set_counter(counter, value);
    }

    /// A declared set of squares.
    pub fn marks(&self, marks: Marks) -> SquareSet {
        self.view().marks(marks)
    }

    /// Changes a declared set of squares.
    pub fn set_marks(&mut self, marks: Marks, squares: SquareSet) {
        self.edit.set_marks(marks, squares);
    }

    /// Nobody may be taken in passing on the next move.
    pub fn forget_en_passant(&mut self) {
        self.edit.forget_en_passant();
    }

    /// Whether somebody wants to know what happens. The fast paths record nothing.
    pub fn listens(&self) -> bool {
        self.events.is_some()
    }

    /// Tells people what the hook did, in one line, and which squares it concerns. Does nothing where nobody listens.
    pub fn tell(&mut self, squares: SquareSet, text: impl FnOnce() -> String) {
        let ply = self.played.ply();
        if let Some(events) = self.events.as_deref_mut() {
            events.push(Event { ply, rule: self.rule.to_owned(), text: text(), squares: squares.iter().collect() });
        }
    }
}

/// The board that an [`Appraise`](crate::hook::Appraise) hook weighs: a [`View`], and what men are worth.
pub struct Appraisal<'a> {
    pub(crate) view: View<'a>,
    pub(crate) values: &'a [i32],
}

impl<'a> Deref for Appraisal<'a> {
    type Target = View<'a>;

    fn deref(&self) -> &View<'a> {
        &self.view
    }
}

impl Appraisal<'_> {
    /// What a man of a kind is worth, in centipawns: what the variant says, else what follows from its movement.
    pub fn value(&self, kind: Kind) -> i32 {
        self.values[kind.index()]
    }
}

/// The board that an [`Ending`](crate::hook::Ending) judges: a [`View`], the legal moves, and the history.
pub struct Judge<'a> {
    pub(crate) view: View<'a>,
    pub(crate) moves: &'a dyn Fn() -> Vec<Move>,
    pub(crate) history: &'a [Position],
}

impl<'a> Deref for Judge<'a> {
    type Target = View<'a>;

    fn deref(&self) -> &View<'a> {
        &self.view
    }
}

impl Judge<'_> {
    /// The legal moves of the side to move, as they would be if the game went on.
    pub fn legal_moves(&self) -> Vec<Move> {
        (self.moves)()
    }

    /// The positions before this one, oldest first; empty where a position is judged outside a game.
    pub fn history(&self) -> &[Position] {
        self.history
    }
}
