//! How far men of a kind reach from each square, on boards that are more or less crowded.

use crate::color::Color;
use crate::engine::keys::mix;
use crate::engine::rules::Rules;
use crate::engine::word::Word;

/// On how many boards a reach is tried; they are the same in every run.
const BOARDS: usize = 24;
/// The share of squares that are occupied on a crowded board, of 256: what it is in the middle of a game of chess.
const CROWDED: u64 = 84;
/// The same when few men are left.
const OPEN: u64 = 28;

/// Boards with men on random squares.
pub(crate) struct Boards<W> {
    crowded: Vec<W>,
    open: Vec<W>,
}

/// How many squares a man reaches, in hundredths. Squares that it only moves to, or only takes on, count half.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Mobility {
    pub(crate) crowded: i32,
    pub(crate) open: i32,
}

impl<W: Word> Boards<W> {
    pub(crate) fn new(rules: &Rules<W>) -> Boards<W> {
        let mut seed = 0;
        let mut board = |share: u64| {
            let occupied = rules.board.squares().filter(|_| mix(&mut seed) % 256 < share);
            occupied.fold(W::EMPTY, |set, square| set | W::bit(square))
        };
        Boards {
            crowded: (0..BOARDS).map(|_| board(CROWDED)).collect(),
            open: (0..BOARDS).map(|_| board(OPEN)).collect(),
        }
    }

    /// The mobility of a kind's men on a square.
    pub(crate) fn mobility(&self, rules: &Rules<W>, color: Color, kind: usize, square: u8) -> Mobility {
        let mover = &rules.movers[color.index()][kind];
        let quiet = mover.quiet.as_ref().unwrap_or(&mover.attack);
        let reach = |occupied: &W| {
            let takes = (mover.attack.from(square, *occupied) & rules.board).count();
            takes + (quiet.from(square, *occupied) & rules.board).count()
        };
        let mean = |boards: &[W]| (boards.iter().map(reach).sum::<u32>() * 50 / BOARDS as u32) as i32;
        Mobility { crowded: mean(&self.crowded), open: mean(&self.open) }
    }
}
