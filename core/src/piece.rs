//! Men, and the kinds of men that a variant has.

use crate::betza::Movement;
use crate::color::Owner;

/// A kind of piece of one variant, such as the knight: a small handle into [`Variant::kinds`](crate::Variant::kinds).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Kind(pub(crate) u8);

impl Kind {
    /// The place of the kind in the variant's list of kinds.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A man: what it is and whose it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// How it moves.
    pub kind: Kind,
    /// Whose it is.
    pub owner: Owner,
}

impl Piece {
    /// A man of a kind and an owner.
    pub fn new(kind: Kind, owner: impl Into<Owner>) -> Piece {
        Piece { kind, owner: owner.into() }
    }
}

/// What losing a man, or leaving it attacked, means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Royal {
    /// Nothing.
    #[default]
    No,
    /// It may not be left attacked; attacked without a way out, it is mated.
    Check,
    /// It may be left attacked; who loses it loses the game.
    Capture,
}

/// What a variant knows of one of its kinds of piece, compiled from a [`PieceSpec`](crate::spec::PieceSpec).
#[derive(Clone, Debug)]
pub struct PieceKind {
    /// The name, as in TOML: `queen`, `ice-cube`.
    pub name: String,
    /// The letter in FEN and SAN: upper case for a players' kind, a sign such as `^` for a neutral one.
    pub letter: char,
    /// The movement in Betza's notation, as written.
    pub betza: String,
    /// The movement, as White moves; Black's is White's turned by 180°.
    pub movement: Movement,
    /// Whether men of this kind belong to nobody.
    pub neutral: bool,
    /// What it means to lose one.
    pub royal: Royal,
    /// Whether SAN leaves its letter out and its moves reset the half-move clock.
    pub pawn: bool,
    /// The value in centipawns, where the variant gives one.
    pub value: Option<i32>,
    /// What stands for it on a Unicode board: White's and Black's, or the same sign twice for a neutral kind.
    pub glyphs: Option<[String; 2]>,
}

impl PieceKind {
    /// The letter of a man of this kind in FEN: lower case if it is Black's.
    pub fn fen_letter(&self, owner: Owner) -> char {
        match owner {
            Owner::Black => self.letter.to_ascii_lowercase(),
            Owner::White | Owner::Neutral => self.letter,
        }
    }
}
