//! FEN: six fields, and what rules remember after them as `name=value`, unless a rule spells it in a field of its own.
//!
//! Where players have men in hand, these follow the board in brackets, White's first: `…/RNBQKBNR[QPn]`. A ninth rank
//! `/QPn` after eight, as some programs write it, is read too; so are no brackets, for empty hands.
//!
//! One canonical form is written. More is read:
//! * Fields missing at the end have their defaults: White to move, no castling, no en passant, counters 0 and 1.
//! * On boards of fewer than ten files digits may stand side by side (`44`); on wider ones they are one number (`10`).
//!   Holes count as empty squares.
//! * `~` after a promoted man is dropped.
//! * Castling may be X-FEN, where `KQkq` are the outermost own rooks beside the king, or Shredder-FEN, with the letter
//!   of the rook's file. On boards that have a file k, `K` is the rook on it if one stands there. A right without its
//!   king and rook is dropped: where the array is fixed they must stand as at the start, else on the king's rank.
//! * The square of en passant may be followed by that of the pawn, `c6b5`, and must be where two pawns could be meant.
//!   It is written so where pawns that go diagonally can skip the square from either side. `b5c6`, as other programs
//!   have it, is read too.

mod read;

use std::ops::Range;

use thiserror::Error;

use crate::color::Color;
use crate::piece::{Kind, Piece};
use crate::position::Position;
use crate::set::SquareSet;
use crate::setup::{EnPassant, Setup};
use crate::square::{Geometry, Square};
use crate::variant::Variant;

pub(crate) use read::{Basis, examine, span_of};
pub use read::{read, setup};

/// Everything that is wrong with a FEN.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct FenErrors(pub Vec<FenError>);

/// One thing that is wrong with a FEN.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub struct FenError {
    /// The place in the text, in bytes.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
}

/// The file k: boards that have it use file letters for castling, since `K` would be one.
const FILE_K: u8 = 10;

/// Writes the one canonical FEN of a position.
pub fn write(variant: &Variant, position: &Position) -> String {
    let setup = variant.setup(position);
    let mut fen = format!(
        "{}{} {} {} {}",
        board(variant, &setup),
        hands(variant, &setup),
        setup.turn.letter(),
        castling(variant, &setup),
        en_passant(variant, &setup),
    );
    for spelling in &variant.spellings {
        let values: Vec<u16> = spelling.counters.iter().map(|&counter| setup.counters[counter]).collect();
        fen += &format!(" {}", spelling.field.write(&values));
    }
    fen += &format!(" {} {}", setup.halfmove_clock, setup.fullmove_number);
    let declared = variant.declared();
    let spelled = |counter: &usize| variant.spellings.iter().any(|spelling| spelling.counters.contains(counter));
    for (counter, ((name, start, _), value)) in declared.counters.iter().zip(&setup.counters).enumerate() {
        if value != start && !spelled(&counter) {
            fen += &format!(" {name}={value}");
        }
    }
    for (name, squares) in declared.marks.iter().zip(&setup.marks) {
        if !squares.is_empty() {
            fen += &format!(" {name}={}", setup.geometry().names(*squares).join(","));
        }
    }
    fen
}

/// The king of one colour that may castle, and the rooks on its rank with which it could.
fn castlers(variant: &Variant, setup: &Setup, color: Color) -> Option<(Square, SquareSet)> {
    let spec = variant.laws().castling.as_ref()?;
    let board = variant.geometry();
    let (king, rook) = (variant.kind_named(&spec.king)?, variant.kind_named(&spec.rook)?);
    let men = |kind| -> SquareSet {
        let man = Piece::new(kind, color);
        setup.men().filter(|&(_, other)| other == man).map(|(square, _)| square).collect()
    };
    let home = variant.castling_home(color);
    let is_home = |square: &Square| match (home, &variant.start) {
        (Some((home, _)), _) => *square == home,
        (None, Some(start)) => {
            let kings = start.men(color) & start.of(king);
            variant.castles_freely() && !(kings & board.rank_set(board.rank(*square))).is_empty()
        }
        // The start itself is being read.
        (None, None) => true,
    };
    let king = men(king).iter().find(is_home)?;
    let rooks = men(rook) & board.rank_set(board.rank(king));
    Some((king, home.map_or(rooks, |(_, home)| rooks & home)))
}

/// The rook that stands furthest from the king on one side.
fn outermost_rook(board: &Geometry, king: Square, rooks: SquareSet, h_side: bool) -> Option<Square> {
    let beside = rooks.iter().filter(|&rook| (board.file(rook) > board.file(king)) == h_side);
    if h_side { beside.last() } else { { beside }.next() }
}

/// The pawns that may have skipped a square with the move just made.
fn skippers(variant: &Variant, setup: &Setup, target: Square) -> SquareSet {
    let skipped = |&victim: &Square| variant.can_have_stepped(setup, EnPassant { target, victim });
    setup.of(!setup.turn).iter().filter(skipped).collect()
}

fn board(variant: &Variant, setup: &Setup) -> String {
    let board = setup.geometry();
    let rank = |rank| {
        let mut text = String::new();
        let mut empty = 0;
        for file in 0..board.files() {
            let Some(man) = board.square(file, rank).and_then(|square| setup.at(square)) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text.push(variant.kind(man.kind).fen_letter(man.owner));
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    };
    (0..board.ranks()).rev().map(rank).collect::<Vec<_>>().join("/")
}

/// The men in hand, in brackets; nothing in a variant without hands.
fn hands(variant: &Variant, setup: &Setup) -> String {
    if !variant.declared().hands {
        return String::new();
    }
    let letters = |(color, kind, count): (Color, Kind, u8)| {
        std::iter::repeat_n(variant.kind(kind).fen_letter(color.into()), count.into())
    };
    format!("[{}]", setup.hands().flat_map(letters).collect::<String>())
}

/// The castling field: `KQkq`, with the file's letter where a rook stands further out, and on boards with a file k.
fn castling(variant: &Variant, setup: &Setup) -> String {
    let board = setup.geometry();
    let mut field = String::new();
    for color in Color::ALL {
        let Some((king, rooks)) = castlers(variant, setup, color) else { continue };
        for h_side in [true, false] {
            let outermost = outermost_rook(board, king, rooks, h_side);
            let beside = |rook: &Square| (board.file(*rook) > board.file(king)) == h_side;
            for rook in (setup.castling & rooks).iter().filter(beside) {
                let letter = match h_side {
                    _ if Some(rook) != outermost || board.files() > FILE_K => board.file_letter(board.file(rook)),
                    true => 'k',
                    false => 'q',
                };
                field.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
            }
        }
    }
    if field.is_empty() { "-".to_owned() } else { field }
}

/// The square of en passant, followed by the pawn's where pawns on two squares could have skipped it.
fn en_passant(variant: &Variant, setup: &Setup) -> String {
    let board = setup.geometry();
    match setup.en_passant {
        None => "-".to_owned(),
        Some(EnPassant { target, victim }) if variant.skippers(target, !setup.turn) == victim.into() => {
            board.name(target)
        }
        Some(EnPassant { target, victim }) => board.name(target) + &board.name(victim),
    }
}
