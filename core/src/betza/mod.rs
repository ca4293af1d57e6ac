//! Betza's notation for how pieces move.
//!
//! A word is a row of atoms, each with modifiers before it and perhaps a range after it: `mfWcFimfnD` is the pawn.
//!
//! | atoms | |
//! |---|---|
//! | `W F` | one square straight, one diagonally |
//! | `D A H G` | leaps (0,2), (2,2), (0,3), (3,3) |
//! | `N`, `C` or `L`, `Z` or `J` | leaps (1,2), (1,3), (2,3) |
//! | `R B Q K` | `W0`, `F0`, `W0F0`, `WF` |
//! | `(a,b)` | a leap of a files and b ranks, or b files and a ranks |
//!
//! An atom written twice (`NN`) repeats its step as far as it can; a number (`N2`, `R4`) says how often at most, and
//! 0 is no limit.
//!
//! | modifiers | |
//! |---|---|
//! | `f b l r` | forward, backward, left, right; on an atom of eight leaps, the two that go furthest that way |
//! | `v s` | `f` and `b`, `l` and `r` |
//! | `fl`, `lf`, … | both at once: on `N` the leap that goes further as the second letter says; on `W` either |
//! | `fh bh lh rh` | half of the leaps: all that go that way at all |
//! | `hr hl` | on an atom of eight leaps, the four that turn to the right, or to the left |
//! | `m c` | only to an empty square, only taking |
//! | `i` | only as a man's first move |
//! | `n j` | only over empty squares, only over a man |
//!
//! The path of a step goes straight along its longer side first, then diagonally.

mod parse;

pub use parse::BetzaError;

use crate::color::Color;
use crate::set::SquareSet;
use crate::square::{Geometry, Square};

/// How a kind of piece moves, as White moves it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Movement {
    /// The parts; a piece may make any move of any part.
    pub parts: Vec<Part>,
}

/// One atom of a movement with its modifiers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The steps, as files to the right and ranks up for White, each −15 … 15. Sorted, without doubles.
    pub steps: Vec<(i8, i8)>,
    /// How many steps in one direction the piece may make in one move: 1 for a leaper, `u8::MAX` for a rider.
    pub range: u8,
    /// Whether it may move to an empty square.
    pub quiet: bool,
    /// Whether it may take.
    pub capture: bool,
    /// Whether it holds only for a man's first move (`i`).
    pub initial: bool,
    /// What must be between start and end of one step (`n`, `j`).
    pub path: Path,
}

/// What must be on the squares that one step passes over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Path {
    /// Anything.
    #[default]
    Any,
    /// Nothing (`n`): a lame leaper.
    Clear,
    /// Something (`j`): it must jump.
    Blocked,
}

impl Movement {
    /// Where a man may go by this movement alone: the slow reference that faster tables are tested against.
    ///
    /// `occupied` are the squares on which anything stands, `capturable` those of them whose men may be taken.
    /// `first` says whether first-move powers (`i`) hold. A hole is no square: nothing lands on it, a lame leaper
    /// does not pass it, and there is nothing on it to jump over.
    pub fn targets(
        &self,
        board: &Geometry,
        from: Square,
        color: Color,
        first: bool,
        occupied: SquareSet,
        capturable: SquareSet,
    ) -> SquareSet {
        let mut targets = SquareSet::EMPTY;
        for part in self.parts.iter().filter(|part| first || !part.initial) {
            for &step in &part.steps {
                let mut at = from;
                for _ in 0..part.range {
                    let Some(to) = part.step(board, at, step, color, occupied) else {
                        break;
                    };
                    if to == from {
                        break; // All around a cylinder.
                    }
                    let stopped = occupied.contains(to);
                    if if stopped { part.capture && capturable.contains(to) } else { part.quiet } {
                        targets.insert(to);
                    }
                    if stopped {
                        break;
                    }
                    at = to;
                }
            }
        }
        targets
    }
}

impl Part {
    /// Where one step leads, if it stays on the board and its path is as it must be.
    fn step(
        &self,
        board: &Geometry,
        from: Square,
        (files, ranks): (i8, i8),
        color: Color,
        occupied: SquareSet,
    ) -> Option<Square> {
        let turn = if color == Color::White { 1 } else { -1 };
        let to = board.step(from, turn * files, turn * ranks)?;
        let mut between = path((files, ranks)).map(|(x, y)| board.step(from, turn * x, turn * y));
        let free = match self.path {
            Path::Any => true,
            Path::Clear => between.all(|square| square.is_some_and(|square| !occupied.contains(square))),
            Path::Blocked => between.flatten().any(|square| occupied.contains(square)),
        };
        free.then_some(to)
    }
}

/// The squares strictly between start and end of a step, as steps from the start: straight along the longer side
/// first, then diagonally.
pub(crate) fn path((files, ranks): (i8, i8)) -> impl Iterator<Item = (i8, i8)> {
    let (short, long) = (files.abs().min(ranks.abs()), files.abs().max(ranks.abs()));
    (1..long).map(move |along| {
        let across = (along - (long - short)).max(0);
        let (x, y) = if files.abs() > ranks.abs() { (along, across) } else { (across, along) };
        (x * files.signum(), y * ranks.signum())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_go_straight_then_diagonally() {
        for (step, squares) in [
            ((0, 1), vec![]),
            ((-1, 1), vec![]),
            ((0, -2), vec![(0, -1)]),
            ((1, 2), vec![(0, 1)]),
            ((-2, 1), vec![(-1, 0)]),
            ((2, 2), vec![(1, 1)]),
            ((3, -1), vec![(1, 0), (2, 0)]),
            ((-2, -3), vec![(0, -1), (-1, -2)]),
            ((3, 3), vec![(1, 1), (2, 2)]),
        ] {
            assert_eq!(path(step).collect::<Vec<_>>(), squares, "{step:?}");
        }
    }
}
