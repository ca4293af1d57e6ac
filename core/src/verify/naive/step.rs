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
    /// Nothing moves.
    pub(super) const PASS: Step =
        Step { from: None, to: None, promotion: None, dropped: None, castling: None, en_passant: false };

    /// A man comes from the hand.
    pub(in crate::verify) fn drop(kind: Kind, to: Square) -> Step {
        Step { to: Some(to), dropped: Some(kind), ..Step::PASS }
    }

    /// A man's step from square to square, and what it becomes.
    pub(in crate::verify) fn man(from: Square, to: Square, promotion: Option<Kind>) -> Step {
        Step { from: Some(from), to: Some(to), promotion, ..Step::PASS }
    }

    /// The step in UCI coordinates, a castling as king takes rook: `e7e8q`, `e1h1`, `N@f3`.
    pub(in crate::verify) fn name(self, variant: &Variant) -> String {
        let board = variant.geometry();
        let Some(to) = self.to else { return "0000".to_owned() };
        let letter = |kind: Kind| variant.kind(kind).letter;
        let Some(from) = self.from else {
            return format!("{}@{}", self.dropped.map_or('?', letter), board.name(to));
        };
        let targets = variant.castling_targets(to > from);
        let other = self.castling.filter(|&number| number > 0).and_then(|number| targets.get(usize::from(number)));
        let other = other.map(|&(king_file, _)| board.file_letter(king_file));
        let promotion = self.promotion.map(|kind| letter(kind).to_ascii_lowercase());
        let last: String = other.into_iter().chain(promotion).collect();
        format!("{}{}{last}", board.name(from), board.name(to))
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
