//! A variant as its author describes it: plain data, not checked yet.
//!
//! A TOML file is read into a [`Spec`], laid over the `Spec` that it extends; [`Variant::compile`](crate::Variant::compile)
//! checks it and makes the tables that play uses. Names in a `Spec` are as written: squares are `e4`, kinds are
//! the names of their tables.

use thiserror::Error;

use crate::parameter::Values;
use crate::piece::Royal;

/// A whole variant, not checked yet.
#[derive(Clone, PartialEq, Debug)]
pub struct Spec {
    /// The word that names the variant on the command line: lower case, digits and dashes.
    pub id: String,
    /// The name as people write it; also PGN's `[Variant]` unless `pgn` gives another.
    pub name: String,
    /// Other ids that mean this variant.
    pub aliases: Vec<String>,
    /// The rules in a few sentences, for `floe rules`. Rules laid over the game add their own words.
    pub summary: String,
    /// The board.
    pub board: BoardSpec,
    /// The kinds of piece, in the order written.
    pub pieces: Vec<PieceSpec>,
    /// Where the men stand at the start.
    pub start: StartSpec,
    /// Castling, if the game has it.
    pub castling: Option<CastlingSpec>,
    /// How the game ends.
    pub ends: EndsSpec,
    /// When it is a draw.
    pub draws: DrawsSpec,
    /// The rules laid over the game, in the order in which they act.
    pub rules: Vec<RuleSpec>,
    /// The names that other programs use for the game.
    pub names: NamesSpec,
}

impl Spec {
    /// Whether a game is played by the rules of another, with other parameters at most.
    pub(crate) fn has_rules_of(&self, other: &Spec) -> bool {
        let ids = |spec: &Spec| spec.rules.iter().map(|rule| rule.id.clone()).collect::<Vec<_>>();
        let start = StartSpec { fen: self.start.fen.clone(), ..other.start.clone() };
        ids(self) == ids(other) && self.is_same_game(&Spec { start, rules: self.rules.clone(), ..other.clone() })
    }

    /// Whether two descriptions are of the same game, whatever it is called and however it is described in words.
    pub(crate) fn is_same_game(&self, other: &Spec) -> bool {
        let Spec { id, name, aliases, summary, names, .. } = self.clone();
        *self == Spec { id, name, aliases, summary, names, ..other.clone() }
    }
}

/// The board's shape.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardSpec {
    /// Files, 2 … 16.
    pub files: u8,
    /// Ranks, 2 … 16.
    pub ranks: u8,
    /// Whether the first and last file touch.
    pub wrap: bool,
    /// Squares that are no squares.
    pub holes: Region,
}

/// Squares in words: `e4` is a square, `*8` a rank, `e*` a file.
pub type Region = Vec<String>;

/// A thing that each player has one of.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ByColor<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T: Clone> ByColor<T> {
    /// The same for both.
    pub fn both(value: T) -> ByColor<T> {
        ByColor { white: value.clone(), black: value }
    }
}

impl<T> ByColor<T> {
    /// One player's.
    pub fn of(&self, color: crate::Color) -> &T {
        match color {
            crate::Color::White => &self.white,
            crate::Color::Black => &self.black,
        }
    }
}

/// One kind of piece.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PieceSpec {
    /// The name of its table: `queen`.
    pub name: String,
    /// The letter in FEN and SAN. A players' kind has a capital letter, a neutral one a sign: `^`.
    pub letter: String,
    /// The movement in Betza's notation. A neutral kind has none.
    pub betza: String,
    /// Whether its men belong to nobody.
    pub neutral: bool,
    /// What it means to lose one.
    pub royal: Royal,
    /// Centipawns, for the opponent's judgement; derived from the movement where absent.
    pub value: Option<i32>,
    /// Signs for a Unicode board: White's, Black's.
    pub glyphs: Option<[String; 2]>,
    /// Whether it is a pawn to notation and to the half-move clock: no letter in SAN, its moves reset the clock.
    pub pawn: bool,
    /// Whether it may be taken, and takes, in passing: after a double step, by its like, on the square it skipped.
    pub en_passant: bool,
    /// Where its first-move powers (`i` in Betza) hold; `None`: where the start has this kind.
    pub first: ByColor<Option<Region>>,
    /// What it becomes; `None`: it never promotes.
    pub promotion: ByColor<Option<PromotionSpec>>,
}

/// What a man becomes, and where.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PromotionSpec {
    /// The kinds it may become, by name.
    pub to: Vec<String>,
    /// Where it must promote; `None`: on the last rank.
    pub must: Option<Region>,
    /// Where it may promote.
    pub may: Region,
}

/// Where the men stand at the start.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct StartSpec {
    /// The start in FEN; where there is a generator, the one array that stands where none is drawn.
    pub fen: String,
    /// What draws an array for each new game, if anything does.
    pub generator: Option<GeneratorSpec>,
}

impl StartSpec {
    /// The same start for every game.
    pub fn fixed(fen: impl Into<String>) -> StartSpec {
        StartSpec { fen: fen.into(), generator: None }
    }
}

/// What draws the array of a new game, with its parameters.
#[derive(Clone, PartialEq, Debug)]
pub struct GeneratorSpec {
    /// The generator's id.
    pub id: String,
    /// Every parameter of the generator: those given, and the defaults of the others.
    pub values: Values,
}

/// Castling.
#[derive(Clone, PartialEq, Debug)]
pub struct CastlingSpec {
    /// The kind that castles as the king, by name.
    pub king: String,
    /// The kind that it castles with, by name.
    pub rook: String,
    /// Whether king and rooks may start on any square of their rank (Fischer Random); else only where the start has them.
    pub free: bool,
    /// Where king and rook land towards the first file; the first entry is `O-O-O`.
    pub a_side: Vec<CastlingTarget>,
    /// Where they land towards the last file; the first entry is `O-O`.
    pub h_side: Vec<CastlingTarget>,
}

/// Where a castling leads.
#[derive(Clone, PartialEq, Debug)]
pub struct CastlingTarget {
    /// The king's file, as a letter.
    pub king: char,
    /// The rook's file, as a letter.
    pub rook: char,
}

/// What an end of the game is to the player whom it befalls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Score {
    /// That player wins.
    Win,
    /// The game is drawn.
    #[default]
    Draw,
    /// That player loses.
    Loss,
}

/// How the game ends.
#[derive(Clone, PartialEq, Debug)]
pub struct EndsSpec {
    /// What stalemate is to the player who cannot move.
    pub stalemate: ByColor<Score>,
    /// What mate is to the player who is mated.
    pub checkmate: ByColor<Score>,
    /// The other ends, in the order in which they are judged.
    pub others: Vec<EndSpec>,
}

impl Default for EndsSpec {
    fn default() -> EndsSpec {
        EndsSpec { stalemate: ByColor::both(Score::Draw), checkmate: ByColor::both(Score::Loss), others: Vec::new() }
    }
}

/// An end of the variant's own: what may befall a player on the board, and what that is to that player.
#[derive(Clone, PartialEq, Debug)]
pub struct EndSpec {
    /// The name of its table: `king-bare`. It is the reason that people read: `white king bare`.
    pub name: String,
    /// Whom it may befall; `None`: either player. If it befalls both at once, the game is drawn.
    pub player: Option<crate::Color>,
    /// What befalls that player.
    pub condition: EndCondition,
    /// What it is to that player.
    pub result: Score,
}

/// What may befall a player on the board.
#[derive(Clone, PartialEq, Debug)]
pub enum EndCondition {
    /// The player has no man of these kinds left, on the board or in hand; `None`: no man at all.
    Gone(Option<Vec<String>>),
    /// The player has nothing left but royal men.
    Bare {
        /// Whether a player who has been bared may answer with the next move: then it is judged only while the other is
        /// to move, and if the answer has bared the other too, it has befallen both.
        answer: bool,
    },
    /// A man of the player stands on one of these squares.
    Reach {
        /// The squares, which may be others for each player.
        squares: ByColor<Region>,
        /// The kinds that count; `None`: every kind.
        with: Option<Vec<String>>,
    },
    /// A counter that a rule has declared stands at a value.
    Counter {
        /// The counter's name.
        name: String,
        /// The value.
        at: u16,
    },
}

/// When the game is drawn: `claim` is when a player may claim it, `end` when it has happened. `None` is never.
#[derive(Clone, PartialEq, Debug)]
pub struct DrawsSpec {
    /// How often the same position has stood, this time included (3 and 5 in chess).
    pub repetition: DrawCount,
    /// How many moves of each side without a capture or a pawn move (50 and 75 in chess).
    pub moves: DrawCount,
    /// Whether it is a draw when no side has the material to mate, by the rule of chess.
    pub material: bool,
}

impl Default for DrawsSpec {
    fn default() -> DrawsSpec {
        DrawsSpec {
            repetition: DrawCount { claim: Some(3), end: Some(5) },
            moves: DrawCount { claim: Some(50), end: Some(75) },
            material: false,
        }
    }
}

/// At which count a draw may be claimed, and at which it has happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawCount {
    /// A player may claim the draw from this count on.
    pub claim: Option<u16>,
    /// The game is drawn at this count.
    pub end: Option<u16>,
}

/// A rule laid over the game, with its parameters.
#[derive(Clone, PartialEq, Debug)]
pub struct RuleSpec {
    /// The rule's id: `ice-age`.
    pub id: String,
    /// Every parameter of the rule: those given, and the defaults of the others.
    pub values: Values,
}

/// What other programs call the game; `None` is the id (UCI, CECP) or the name (PGN).
#[derive(Clone, PartialEq, Debug, Default)]
pub struct NamesSpec {
    /// For `UCI_Variant`.
    pub uci: Option<String>,
    /// For CECP's `variant`.
    pub cecp: Option<String>,
    /// For PGN.
    pub pgn: PgnNames,
}

/// What PGN calls the game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PgnNames {
    /// For `[Variant]`.
    pub name: Option<String>,
    /// Other names that `[Variant]` may have in games of other programs.
    pub aliases: Vec<String>,
    /// Whether it is the game that is meant where there is no `[Variant]`.
    pub default: bool,
}

/// One thing that is wrong with a [`Spec`], and which of its entries it concerns.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}: {message}", path.join("."))]
pub struct SpecFault {
    /// The entry, as the keys that lead to it in a TOML file: `["pieces", "pawn", "betza"]`.
    pub path: Vec<String>,
    /// Other entries that have to do with it, such as the first of two equal letters.
    pub related: Vec<Vec<String>>,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What to do about it, if that is known.
    pub hint: Option<String>,
    /// The place inside the entry's text, in bytes from its first character, if only a part of it is wrong.
    pub within: Option<std::ops::Range<usize>>,
}

impl SpecFault {
    /// A fault of one entry.
    pub fn new<S: Into<String>>(path: impl IntoIterator<Item = S>, message: impl Into<String>) -> SpecFault {
        SpecFault {
            path: path.into_iter().map(Into::into).collect(),
            related: Vec::new(),
            message: message.into(),
            hint: None,
            within: None,
        }
    }

    /// Says what to do about it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> SpecFault {
        self.hint = Some(hint.into());
        self
    }
}
