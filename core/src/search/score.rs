//! What a position is worth to the side to move.

use std::fmt;

/// Inside the search every score is a number, from the view of the side to move: centipawns, and near the ends of the
/// scale the plies to a decision.
pub(crate) type Points = i32;

/// What a game that is won now is worth.
pub(crate) const WIN: Points = 32_000;
/// More than anything is worth.
pub(crate) const INFINITE: Points = 32_100;
/// What a draw is worth.
pub(crate) const DRAW: Points = 0;
/// The search looks no further ahead than this many plies.
pub(crate) const MOST_PLIES: usize = 128;
/// The least that a decided game is worth to its winner.
pub(crate) const LEAST_WIN: Points = WIN - MOST_PLIES as Points;
/// Judgements of a board stay within this, so that none is taken for a decision.
pub(crate) const MOST_JUDGED: Points = 20_000;

/// Whether a score says that the game is decided.
pub(crate) fn is_decided(points: Points) -> bool {
    points.abs() >= LEAST_WIN
}

/// What a position is worth to the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// An advantage, in hundredths of a pawn; negative: the other side's.
    Centipawns(i32),
    /// The game is won in so many moves of the side to move, by mate or otherwise; negative: it is lost in so many.
    Mate(i32),
}

impl Score {
    pub(crate) fn of(points: Points) -> Score {
        match points {
            LEAST_WIN.. => Score::Mate((WIN - points + 1) / 2),
            _ if points <= -LEAST_WIN => Score::Mate(-(WIN + points + 1) / 2),
            _ => Score::Centipawns(points),
        }
    }

    /// The same position, as the other side sees it.
    #[must_use]
    pub fn reversed(self) -> Score {
        match self {
            Score::Centipawns(points) => Score::Centipawns(-points),
            Score::Mate(moves) => Score::Mate(-moves),
        }
    }

    /// A number that orders scores, decided games outermost: centipawns, and for a win 32 000 less the plies to it.
    pub fn centipawns(self) -> i32 {
        match self {
            Score::Centipawns(points) => points,
            Score::Mate(moves) if moves > 0 => WIN + 1 - 2 * moves,
            Score::Mate(moves) => -WIN - 2 * moves,
        }
    }
}

/// As people write it: `+0.35`, `#3`, `#-2`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Score::Centipawns(points) => {
                let sign = if points < 0 { '-' } else { '+' };
                write!(f, "{sign}{}.{:02}", points.abs() / 100, points.abs() % 100)
            }
            Score::Mate(moves) => write!(f, "#{moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_told_in_pawns_and_moves() {
        for (points, text) in [
            (0, "+0.00"),
            (-5, "-0.05"),
            (123, "+1.23"),
            (WIN - 1, "#1"),
            (WIN - 3, "#2"),
            (-WIN + 2, "#-1"),
            (-WIN + 4, "#-2"),
        ] {
            assert_eq!(Score::of(points).to_string(), text);
            assert_eq!(Score::of(points).centipawns(), points);
            assert_eq!(Score::of(points).reversed().reversed(), Score::of(points));
        }
    }
}
