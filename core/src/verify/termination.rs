//! Whether games are sure to end.

use crate::variant::Variant;

/// Whether every game of a variant is sure to end, as far as its rules tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Termination {
    /// It is drawn when a position has stood so often; there are only so many positions.
    Repetition(u16),
    /// It is drawn after so many moves without a capture or a pawn move, and of these there are only so many.
    Moves(u16),
    /// Nothing in the rules says that it ends.
    NotAssured,
}

impl Termination {
    /// Looks at a variant's draws, and at whether its clock can be set back for ever.
    pub(super) fn of(variant: &Variant) -> Termination {
        let draws = &variant.laws().draws;
        match (draws.repetition.end, draws.moves.end) {
            (Some(times), _) => Termination::Repetition(times),
            (None, Some(moves)) if !resets_for_ever(variant) => Termination::Moves(moves),
            _ => Termination::NotAssured,
        }
    }
}

/// Whether hooks that change men, or pawns that can go back, may set the half-move clock back for ever.
fn resets_for_ever(variant: &Variant) -> bool {
    let goes_back = |kind: &crate::PieceKind| {
        let steps = kind.movement.parts.iter().flat_map(|part| &part.steps);
        kind.pawn && { steps }.any(|&(_, ranks)| ranks <= 0)
    };
    variant.hooks_change_men || variant.kinds().iter().any(goes_back)
}
