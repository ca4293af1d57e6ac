//! Who plays and who owns a man.

use std::fmt;
use std::ops::Not;

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Color {
    /// The player who starts most games; White's men are capital letters in FEN.
    White,
    /// The other player.
    Black,
}

impl Color {
    /// White, then Black.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    pub(crate) const fn index(self) -> usize {
        self as usize
    }

    /// The lower-case name, as in outcomes: `white` or `black`.
    pub const fn name(self) -> &'static str {
        match self {
            Color::White => "white",
            Color::Black => "black",
        }
    }

    /// The FEN letter: `w` or `b`.
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }
}

impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

/// The name as in a sentence: `White` or `Black`.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "White",
            Color::Black => "Black",
        })
    }
}

/// Whose a man is. Neutral men (ice) block, and either side may take them; nobody moves them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Owner {
    /// White's man.
    White,
    /// Black's man.
    Black,
    /// Nobody's man.
    Neutral,
}

impl Owner {
    /// All owners, in the order of their indices.
    pub const ALL: [Owner; 3] = [Owner::White, Owner::Black, Owner::Neutral];

    pub(crate) const fn index(self) -> usize {
        self as usize
    }

    /// The player, if a player owns the man.
    pub const fn color(self) -> Option<Color> {
        match self {
            Owner::White => Some(Color::White),
            Owner::Black => Some(Color::Black),
            Owner::Neutral => None,
        }
    }
}

impl From<Color> for Owner {
    fn from(color: Color) -> Owner {
        match color {
            Color::White => Owner::White,
            Color::Black => Owner::Black,
        }
    }
}
