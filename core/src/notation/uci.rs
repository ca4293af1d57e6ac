//! UCI coordinates: `e2e4`, `e7e8q`, `a10b10`, `N@f3`, `0000`.
//!
//! Castling is written as the king's own from and to where the array is fixed (`e1g1`), and as king takes own rook
//! where it is free (`e1h1`), since there the king's step may be a plain move. Where the array is fixed both are read.
//! Where the king may also take that rook, castling is `O-O` or `O-O-O`; where that could be said of several castlings, the
//! file follows on which the king lands: `e1h1g`.

use super::reading::{Reading, castling_rooks, castling_target, choose, file_of, kind_of};
use super::{MoveError, cut, san};
use crate::betza::Movement;
use crate::moves::Move;
use crate::piece::Kind;
use crate::position::Position;
use crate::set::SquareSet;
use crate::square::Square;
use crate::variant::Variant;

/// Reads a move in UCI coordinates. `O-O` and `O-O-O` are read too, and `pass` for `0000`.
///
/// # Errors
/// If it is not a move, or not legal here.
pub fn read(variant: &Variant, position: &Position, text: &str) -> Result<Move, MoveError> {
    let text = text.trim();
    let readings = san::special(variant, text).map(|reading| vec![reading]).or_else(|| squares(variant, text));
    let Some(readings) = readings else {
        let reason = "write the squares that a man leaves and reaches, as in e2e4 or e7e8q";
        return Err(MoveError::NotAMove { text: cut(text), reason: reason.into() });
    };
    choose(variant, position, text, &readings)
}

/// Writes a legal move in UCI coordinates.
pub fn write(variant: &Variant, position: &Position, legal: Move) -> String {
    let board = variant.geometry();
    let Some(to) = legal.to() else { return "0000".to_owned() };
    let Some(from) = legal.from() else {
        let letter = legal.dropped().map_or('?', |kind| variant.kind(kind).letter);
        return format!("{letter}@{}", board.name(to));
    };
    if let Some((h_side, king_file)) = castling_target(variant, legal) {
        let letter = board.file_letter(king_file);
        let lands_at = |file: u8| {
            let targets = [false, true].into_iter().flat_map(|h_side| variant.castling_targets(h_side));
            targets.filter(|(king, _)| *king == file).count()
        };
        // Where the king could go so by itself, or goes one square only, its step would be read; where another castling
        // leads there or takes the rook there, that would be; and of two rooks only one can be meant.
        let another = king_file.abs_diff(board.file(from)) < 2
            || steps_to(variant, position, from, king_file)
            || lands_at(king_file) > 1
            || king_file == board.file(to)
            || castling_rooks(variant, position, from, h_side).len() > 1;
        if !variant.castles_freely() && !another {
            return format!("{}{letter}{}", board.name(from), board.rank(from) + 1);
        }
        // The first of a side is meant by the rook alone, unless the king may take it or another lands there.
        let takes = |other: &Move| other.castling().is_none() && (other.from(), other.to()) == (Some(from), Some(to));
        let is_first = legal.castling() == Some(0);
        let is_taken = !variant.own_prey.is_empty() && variant.legal_moves(position).iter().any(takes);
        if is_first && is_taken && castling_rooks(variant, position, from, h_side).len() == 1 {
            return if h_side { "O-O" } else { "O-O-O" }.to_owned();
        }
        let is_told = is_first && !is_taken && (variant.castles_freely() || lands_at(board.file(to)) == 0);
        let target = if is_told { String::new() } else { letter.to_string() };
        return board.name(from) + &board.name(to) + &target;
    }
    let promotion = legal.promotion().map(|kind| variant.kind(kind).letter.to_ascii_lowercase());
    board.name(from) + &board.name(to) + &promotion.map(String::from).unwrap_or_default()
}

/// Whether a movement that the man on a square has, or may be lent, leads along its rank to a file.
fn steps_to(variant: &Variant, position: &Position, from: Square, file: u8) -> bool {
    let board = variant.geometry();
    let Some((man, to)) = position.at(from).zip(board.square(file, board.rank(from))) else { return false };
    let own = &variant.kind(man.kind).movement;
    let empty = SquareSet::EMPTY;
    let leads = |movement: &Movement| movement.targets(board, from, position.turn(), true, empty, empty).contains(to);
    leads(own) || variant.grants.lent.iter().any(leads)
}

/// The meanings of two squares, perhaps with a letter behind: what the man becomes, or the file that a castling king
/// lands on where that is not the first of its side.
pub(super) fn squares(variant: &Variant, text: &str) -> Option<Vec<Reading>> {
    let board = variant.geometry();
    let (from, rest) = board.read_square(text)?;
    let (to, rest) = board.read_square(rest)?;
    if rest.is_empty() {
        return Some(from_to(from, to, None));
    }
    let promotion = kind_of(variant, rest).map(|kind| Reading::Squares { from, to, promotion: Some(kind) });
    let castling = file_of(board, rest).map(|file| Reading::CastlingSquares { king: from, to, king_file: Some(file) });
    let readings: Vec<Reading> = promotion.into_iter().chain(castling).collect();
    (!readings.is_empty()).then_some(readings)
}

/// The meanings of two squares: a man's step, or a castling unless something is said of promotion.
pub(super) fn from_to(from: Square, to: Square, promotion: Option<Kind>) -> Vec<Reading> {
    let step = Reading::Squares { from, to, promotion };
    let castling = Reading::CastlingSquares { king: from, to, king_file: None };
    if promotion.is_none() { vec![step, castling] } else { vec![step] }
}
