//! A move as people tell it apart from all others.

use crate::moves::Move;
use crate::piece::Kind;
use crate::square::Square;
use crate::variant::Variant;

/// A move without anything that the engine has compiled into it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::verify) struct Step {
    pub(super) from: Option<Square>,
    /// In castling, the rook's square.
    pub(super) to: Option<Square>,
    pub(super) promotion: Option<Kind>,
    pub(super) dropped: Option<Kind>,
    /// In castling, the number of the side's target.
    pub(super) castling: Option<u8>,
    pub(super) en_passant: bool,
}

impl Step {
    /// A man's step from square to square.
    pub(super) fn man(from: Square, to: Square) -> Step {
        Step { from: Some(from), to: Some(to), promotion: None, dropped: None, castling: None, en_passant: false }
    }

    /// The step in words: `e7e8 to queen`, `e1h1 castling`.
    pub(in crate::verify) fn describe(self, variant: &Variant) -> String {
        let square = |square: Option<Square>| square.map(|square| variant.geometry().name(square)).unwrap_or_default();
        let kind = |words: &str, kind: Option<Kind>| {
            kind.map(|kind| format!("{words}{}", variant.kind(kind).name)).unwrap_or_default()
        };
        let form = match (self.castling, self.en_passant) {
            (Some(0), _) => " castling",
            (Some(_), _) => " castling the other way",
            (None, true) => " in passing",
            (None, false) => "",
        };
        let (dropped, promotion) = (kind("drop of ", self.dropped), kind(" to ", self.promotion));
        format!("{dropped}{}{}{promotion}{form}", square(self.from), square(self.to))
    }
}

impl From<Move> for Step {
    fn from(listed: Move) -> Step {
        Step {
            from: listed.from(),
            to: listed.to(),
            promotion: listed.promotion(),
            dropped: listed.dropped(),
            castling: listed.castling(),
            en_passant: listed.is_en_passant(),
        }
    }
}
