//! A variant: immutable, checked, compiled rules.

use std::fmt;

use crate::betza::Movement;
use crate::color::{Color, Owner};
use crate::compile;
use crate::compile::builder::Spelling;
use crate::engine::Engine;
use crate::generator::Draw;
use crate::material::DrawnMaterial;
use crate::moves::Move;
use crate::outcome::{Event, Forecast, Outcome};
use crate::piece::{Kind, Piece, PieceKind, Royal};
use crate::position::Position;
use crate::registry::Registry;
use crate::set::SquareSet;
use crate::setup::Setup;
use crate::spec::{Spec, SpecFault};
use crate::square::{Geometry, Square};
use crate::turn::{Hearing, Marks, View};

/// A variant: immutable, checked, compiled rules. Share it with `Arc`.
///
/// Positions belong to the variant that made them: a method given another variant's position may panic.
pub struct Variant {
    pub(crate) spec: Spec,
    /// The description after rules have changed it.
    pub(crate) laws: Spec,
    pub(crate) geometry: Geometry,
    pub(crate) kinds: Vec<PieceKind>,
    pub(crate) declared: Declared,
    /// How rules spell counters in FEN.
    pub(crate) spellings: Vec<Spelling>,
    pub(crate) engine: Box<dyn Engine>,
    /// `None` only while the variant is being compiled.
    pub(crate) start: Option<Position>,
    /// What draws the start of a game, where something does.
    pub(crate) draw: Option<Draw>,
    pub(crate) castles_freely: bool,
    pub(crate) castling_targets: [Vec<(u8, u8)>; 2],
    pub(crate) castling_home: [Option<(Square, SquareSet)>; 2],
    /// Which material is drawn.
    pub(crate) drawn_material: DrawnMaterial,
    /// The rules can take royal men off the board.
    pub(crate) royals_may_leave: bool,
    /// Men promote to royal ones, so that a side may have more of them than at the start.
    pub(crate) royals_may_grow: bool,
    /// Rules judge danger, so that a royal may stand attacked.
    pub(crate) judges_danger: bool,
    /// A rule forbids all checks.
    pub(crate) forbids_checks: bool,
    /// How many royal men each side has at the start.
    pub(crate) royals: [usize; 2],
    /// The kinds that their own side may take.
    pub(crate) own_prey: Vec<Kind>,
    pub(crate) grants: Grants,
    /// Rules may put, move or take men, or let them move otherwise than their kind does.
    pub(crate) hooks_change_men: bool,
    /// Rules lend movements to men.
    pub(crate) lends_movements: bool,
    /// Hooks of rules may end the game.
    pub(crate) hooks_end_games: bool,
    /// The name of each side's royal kind, if it starts with one.
    pub(crate) royal_names: [Option<String>; 2],
}

impl Variant {
    /// Checks a description and compiles it.
    ///
    /// # Errors
    /// All faults of the description, in the order of its entries.
    pub fn compile(spec: Spec, registry: &Registry) -> Result<Variant, Vec<SpecFault>> {
        compile::compile(spec, Vec::new(), registry)
    }

    /// The description that this variant was compiled from, with every default filled in.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// What holds after the rules laid over the game have changed its description: pieces (those of rules included),
    /// castling, ends and draws.
    pub fn laws(&self) -> &Spec {
        &self.laws
    }

    /// Which material is drawn: by the description, or by what rules say of it instead.
    pub fn drawn_material(&self) -> DrawnMaterial {
        self.drawn_material
    }

    /// The id: `ice-age`.
    pub fn id(&self) -> &str {
        &self.spec.id
    }

    /// The name: `Ice Age Chess`.
    pub fn name(&self) -> &str {
        &self.spec.name
    }

    /// The shape of the board.
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The kinds of piece, those of rules included.
    pub fn kinds(&self) -> &[PieceKind] {
        &self.kinds
    }

    /// What is known of a kind.
    pub fn kind(&self, kind: Kind) -> &PieceKind {
        &self.kinds[kind.index()]
    }

    /// The kind of a name: `queen`.
    pub fn kind_named(&self, name: &str) -> Option<Kind> {
        self.kinds.iter().position(|kind| kind.name == name).map(|place| Kind(place as u8))
    }

    /// The man that a FEN letter stands for: `n` is a black knight, `^` perhaps an ice cube.
    pub fn piece_of_letter(&self, letter: char) -> Option<Piece> {
        let place = self.kinds.iter().position(|kind| kind.letter == letter.to_ascii_uppercase())?;
        let owner = if self.kinds[place].neutral {
            Owner::Neutral
        } else if letter.is_ascii_uppercase() {
            Owner::White
        } else {
            Owner::Black
        };
        Some(Piece { kind: Kind(place as u8), owner })
    }

    /// What rules have declared to live in the position.
    pub fn declared(&self) -> &Declared {
        &self.declared
    }

    /// Whether there is check in this game: some men may not be left attacked, and no rule forbids to attack them. Without
    /// it there is no mate.
    pub fn has_check(&self) -> bool {
        self.kinds.iter().any(|kind| kind.royal == Royal::Check) && !self.forbids_checks
    }

    /// Whether a side that is not in check may pass.
    pub fn may_pass(&self) -> bool {
        self.grants.may_pass
    }

    /// The position at the start; where arrays are drawn, the one that stands where none is.
    pub fn start(&self) -> &Position {
        self.start.as_ref().expect("a variant that is compiled has a start")
    }

    /// Describes a position as a setup. En passant is there only if a legal move takes so.
    pub fn setup(&self, position: &Position) -> Setup {
        let mut setup = Setup::empty(self.geometry);
        for square in self.geometry.squares() {
            setup.put(square, position.at(square));
        }
        setup.turn = position.turn();
        setup.castling = position.castling();
        setup.en_passant = position.en_passant();
        setup.halfmove_clock = position.halfmove_clock();
        setup.fullmove_number = position.fullmove_number();
        let counters = 0..self.declared.counters.len() as u8;
        setup.counters = counters.map(|index| position.counter(crate::Counter(index))).collect();
        let marks = 0..self.declared.marks.len() as u8;
        setup.marks = marks.map(|index| position.marks(crate::Marks(index))).collect();
        for (color, kind) in self.hand_kinds() {
            setup.set_in_hand(color, kind, position.in_hand(color, kind));
        }
        setup
    }

    /// Every kind that a hand can hold, for each player; none in a variant without hands.
    pub(crate) fn hand_kinds(&self) -> impl Iterator<Item = (Color, Kind)> {
        let kinds = || (0..self.kinds.len()).filter(|&kind| !self.kinds[kind].neutral).map(|kind| Kind(kind as u8));
        let colors = Color::ALL.into_iter().filter(|_| self.declared.hands);
        colors.flat_map(move |color| kinds().map(move |kind| (color, kind)))
    }

    /// The men that a player has in hand: kinds and how many, in the order of the kinds.
    pub fn hand(&self, position: &Position, color: Color) -> Vec<(Kind, u8)> {
        let own = self.hand_kinds().filter(|(owner, _)| *owner == color);
        own.map(|(_, kind)| (kind, position.in_hand(color, kind))).filter(|(_, count)| *count > 0).collect()
    }

    /// The board, to be read as hooks read it.
    pub fn view<'a>(&'a self, position: &'a Position) -> View<'a> {
        View { engine: &*self.engine, state: position.0.state(), hearing: Hearing::All }
    }

    /// All legal moves. There are none when a royal man is gone or a hook says that the game is over.
    pub fn legal_moves(&self, position: &Position) -> Vec<Move> {
        self.engine.legal_moves(position.0.state())
    }

    /// Plays a legal move: the whole turn, turn-end hooks included.
    ///
    /// The move must be one of [`legal_moves`](Self::legal_moves) here; any other leads to a position that means
    /// nothing.
    #[must_use]
    pub fn play(&self, position: &Position, legal: Move) -> Position {
        Position(self.engine.play(position.0.state(), legal))
    }

    /// Plays a legal move, as [`play`](Self::play) does, and tells what hooks did.
    #[must_use]
    pub fn play_and_tell(&self, position: &Position, legal: Move) -> (Position, Vec<Event>) {
        let (boards, events) = self.engine.play_and_tell(position.0.state(), legal);
        (Position(boards), events)
    }

    /// What a move takes, and where it stands: for en passant, the pawn beside.
    pub fn captured(&self, position: &Position, candidate: Move) -> Option<(Square, Piece)> {
        let square = self.engine.captured(position.0.state(), candidate)?;
        Some((square, position.at(square)?))
    }

    /// The royal men of the side to move that are in check.
    pub fn checked(&self, position: &Position) -> SquareSet {
        self.engine.checked(position.0.state(), position.turn(), Hearing::All)
    }

    /// How the game has ended on this board, if it has. What history and clocks say is the
    /// [`Game`](crate::Game)'s to know.
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.outcome_after(position, &[])
    }

    /// How the game has ended on this board; hooks may look at the positions before it, oldest first.
    pub fn outcome_after(&self, position: &Position, history: &[Position]) -> Option<Outcome> {
        let outcome = self.engine.outcome(position.0.state(), history);
        outcome.or_else(|| self.insufficient_material(position).then(|| Outcome::draw("insufficient material")))
    }

    /// When the next hook with a clock acts, and what it would do on the present board.
    pub fn forecast(&self, position: &Position) -> Option<Forecast> {
        self.engine.forecast(position.0.state())
    }

    /// What repetition compares: two positions have the same key if the same moves and the same future are possible.
    /// The half-move clock and the number of the move are no part of it, but the phase of every clock is.
    pub fn key(&self, position: &Position) -> u64 {
        self.engine.key(position.0.state())
    }

    /// Whether the hash that moves and hooks have kept is what the position hashes to afresh. It always is; tests ask.
    pub fn hash_is_true(&self, position: &Position) -> bool {
        self.engine.fresh_hash_agrees(position.0.state())
    }

    /// The castling targets towards one side: files of king and rook, counted from 0. The first is `O-O` or `O-O-O`.
    pub fn castling_targets(&self, h_side: bool) -> &[(u8, u8)] {
        &self.castling_targets[usize::from(h_side)]
    }

    /// Where king and rook stand and go in a castling: king from, rook from, king to, rook to. `None` for another move.
    pub fn castling_squares(&self, position: &Position, castling: Move) -> Option<[Square; 4]> {
        let index = castling.castling()?;
        self.engine.castling_squares(position.0.state(), castling.to()?, index)
    }

    /// Whether kings and rooks may start anywhere on their rank, so that castling is written as king takes rook.
    pub fn castles_freely(&self) -> bool {
        self.castles_freely
    }

    /// Where a color's king and rooks stand at the start, which are the only squares from which they may castle;
    /// `None` where castling is free, or where that color never castles.
    pub fn castling_home(&self, color: Color) -> Option<(Square, SquareSet)> {
        self.castling_home[color.index()]
    }
}

impl fmt::Debug for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Variant").field("spec", &self.spec).finish_non_exhaustive()
    }
}

/// What rules have declared to live in the position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Declared {
    /// Counters: name, start value, greatest value.
    pub counters: Vec<(String, u16, u16)>,
    /// Sets of squares, by name; all are empty at the start.
    pub marks: Vec<String>,
    /// Whether players have men in hand.
    pub hands: bool,
}

/// What rules grant that no description says.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grants {
    /// By number: the movements that hooks lend.
    pub(crate) lent: Vec<Movement>,
    /// By color and kind: where men in hand may be dropped; `None` in a variant without hands.
    pub(crate) drops: Option<[Vec<SquareSet>; 2]>,
    /// The sets of squares that travel with their men.
    pub(crate) travelling: Vec<Marks>,
    /// Whether a side that is not in check may pass.
    pub(crate) may_pass: bool,
}
