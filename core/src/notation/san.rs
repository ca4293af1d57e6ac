//! SAN: moves as people write them.
//!
//! One form is written: `e4`, `Ngf3`, `dxe3` (ice is taken too), `e8=Q+`, `O-O`, `O-O-O`; where castling has further
//! targets, `O-Oi` with the king's file. Pawn drops are `@e4`, a pass is `--`.
//!
//! More is read: long forms (`e2-e4`, `Ng1xf3`), coordinates (`e2e4`), `0-0` and `o-o`, capture marks and check marks
//! missing or superfluous, annotations (`!?`, `e.p.`), promotions as `e8=Q`, `e8Q`, `e8q`, `e8/Q` and `e8(Q)`,
//! figurines, and small letters: `nf3`; `bc3` is a pawn's move if one fits, else a bishop's.

use super::reading::{Origin, Reading, SHOWN_AS, castling_rooks, castling_target, choose, figurines, file_of, kind_of};
use super::{MoveError, cut, shorten, uci};
use crate::moves::Move;
use crate::piece::Kind;
use crate::position::Position;
use crate::square::{Geometry, Square};
use crate::variant::Variant;

/// No move needs more bytes; what is longer is not looked at.
const LONGEST: usize = 64;

/// Reads a move in any notation that people use: SAN, long algebraic, UCI coordinates.
///
/// # Errors
/// If it is not a move, not legal here, or if several moves fit.
pub fn read(variant: &Variant, position: &Position, text: &str) -> Result<Move, MoveError> {
    let text = text.trim();
    let readings = match text.len() {
        0 => Err("it is empty".to_owned()),
        1..=LONGEST => readings(variant, without_annotations(text)),
        _ => Err("it is too long".to_owned()),
    };
    match readings {
        Ok(readings) => choose(variant, position, text, &readings),
        Err(reason) => Err(MoveError::NotAMove { text: cut(text), reason }),
    }
}

/// Writes a legal move in SAN.
pub fn write(variant: &Variant, position: &Position, legal: Move) -> String {
    let next = variant.play(position, legal);
    let mark = match () {
        () if variant.engine.is_mate(next.0.state()) => "#",
        () if !variant.checked(&next).is_empty() => "+",
        () => "",
    };
    unmarked(variant, position, legal) + mark
}

/// A move in SAN without its mark of check.
fn unmarked(variant: &Variant, position: &Position, legal: Move) -> String {
    let board = variant.geometry();
    let Some(to) = legal.to() else { return "--".to_owned() };
    if let Some(kind) = legal.dropped() {
        return letter(variant, kind).map(String::from).unwrap_or_default() + "@" + &board.name(to);
    }
    let Some((from, man)) = legal.from().and_then(|from| Some((from, position.at(from)?))) else {
        return uci::write(variant, position, legal);
    };
    if let Some((h_side, king_file)) = castling_target(variant, legal) {
        if castling_rooks(variant, position, from, h_side).len() > 1 {
            return uci::write(variant, position, legal);
        }
        let file = if legal.castling() == Some(0) { String::new() } else { board.file_letter(king_file).to_string() };
        return if h_side { "O-O" } else { "O-O-O" }.to_owned() + &file;
    }
    let letter = letter(variant, man.kind);
    let takes = variant.captured(position, legal).is_some();
    let (file, rank) = origin(variant, position, legal, from, letter.is_none() && takes);
    let mut text: String = letter.into_iter().collect();
    if file {
        text.push(board.file_letter(board.file(from)));
    }
    if rank {
        text += &(board.rank(from) + 1).to_string();
    }
    if takes {
        text.push('x');
    }
    text += &board.name(to);
    if let Some(kind) = legal.promotion() {
        text.push('=');
        text.push(variant.kind(kind).letter);
    }
    text
}

/// The letter that SAN writes for a kind; pawns have none.
fn letter(variant: &Variant, kind: Kind) -> Option<char> {
    Some(variant.kind(kind)).filter(|kind| !kind.pawn).map(|kind| kind.letter)
}

/// Whether file and rank of the origin must be written, so that no other legal move of a man of this letter fits.
fn origin(variant: &Variant, position: &Position, legal: Move, from: Square, file_anyway: bool) -> (bool, bool) {
    let board = variant.geometry();
    let letter_at = |square| position.at(square).map(|man| letter(variant, man.kind));
    let rivals: Vec<Square> = variant
        .legal_moves(position)
        .into_iter()
        .filter(|other| other.to() == legal.to() && other.castling().is_none())
        .filter_map(Move::from)
        .filter(|&other| other != from && letter_at(other) == letter_at(from))
        .collect();
    let file_tells = !rivals.iter().any(|&other| board.file(other) == board.file(from));
    let rank_tells = !rivals.iter().any(|&other| board.rank(other) == board.rank(from));
    match () {
        () if rivals.is_empty() => (file_anyway, false),
        () if file_tells => (true, false),
        () if rank_tells => (file_anyway, true),
        () => (true, true),
    }
}

/// A move without marks of check and mate, annotations, and `e.p.`.
fn without_annotations(mut text: &str) -> &str {
    loop {
        let shorter = text.trim_end_matches(['+', '#', '!', '?', '†', '‡']).trim_end();
        let shorter = shorter.strip_suffix("e.p.").or(shorter.strip_suffix("ep")).unwrap_or(shorter).trim_end();
        if shorter == text {
            return text;
        }
        text = shorter;
    }
}

/// All that a text may mean, most likely first, or why it means nothing.
fn readings(variant: &Variant, text: &str) -> Result<Vec<Reading>, String> {
    if let Some(reading) = special(variant, text) {
        return Ok(vec![reading]);
    }
    // A capital letter is a piece's: B1c3 is no move from b1.
    let coordinates =
        if text.starts_with(|letter: char| letter.is_ascii_lowercase()) { uci::squares(variant, text) } else { None };
    coordinates.map_or_else(|| man(variant, text), Ok)
}

/// A pass, a castling in words, or a drop.
pub(super) fn special(variant: &Variant, text: &str) -> Option<Reading> {
    let board = variant.geometry();
    if matches!(text, "0000" | "--" | "pass" | "Z0") {
        return Some(Reading::Pass);
    }
    if let Some((letter, square)) = text.split_once('@') {
        let to = board.parse_square(square)?;
        let kind = if letter.is_empty() { pawns(variant).first().copied()? } else { kind_of(variant, letter)? };
        return Some(Reading::Drop { kind, to });
    }
    let canonical = |letter| match letter {
        'o' | '0' => 'O',
        '–' | '—' | '‑' => '-',
        other => other,
    };
    let text: String = text.chars().map(canonical).collect();
    let (h_side, file) = match text.strip_prefix("O-O-O") {
        Some(file) => (false, file),
        None => (true, text.strip_prefix("O-O")?),
    };
    match file {
        "" => Some(Reading::Castling { h_side, king_file: None }),
        _ => Some(Reading::Castling { h_side, king_file: Some(file_of(board, &file.to_ascii_lowercase())?) }),
    }
}

/// The meanings of a man's move: a letter, an origin, a square, a promotion, each but the square perhaps missing.
fn man(variant: &Variant, text: &str) -> Result<Vec<Reading>, String> {
    let board = variant.geometry();
    let no_move = || "write it as e4, Nf3, exd5, e8=Q, O-O or e2e4".to_owned();
    let (text, promotion) = split_promotion(variant, text)?;
    let start = text.rfind(|letter: char| letter.is_ascii_alphabetic()).ok_or_else(no_move)?;
    let (before, square) = text.split_at(start);
    let Some(to) = board.parse_square(square) else {
        let bare = square.len() == 1;
        return Err(if bare { no_move() } else { format!("{} is no square of this board", shorten(square)) });
    };
    let marks = ['x', 'X', ':', '×', '-', '–', '—', '‑'];
    let before = before.strip_suffix(marks).filter(|before| !before.is_empty()).unwrap_or(before);
    let initial = before.chars().next();
    let letter = initial.map(|letter| before.split_at(letter.len_utf8()));
    let reading = |kinds: Vec<Kind>, from: &str| {
        let from = parse_origin(board, from)?;
        (!kinds.is_empty()).then_some(Reading::Man { kinds, from, to, promotion })
    };

    // A capital letter or a figurine is a piece's; a small letter is a file's first of all.
    let named = figurine(variant, before).or_else(|| {
        let (letter, from) = letter?;
        Some((kind_of(variant, letter)?, from))
    });
    let small = initial.is_some_and(|letter| letter.is_ascii_lowercase());
    let mut readings = Vec::new();
    if named.is_none() || small {
        if let Some(from) = board.parse_square(before) {
            return Ok(uci::from_to(from, to, promotion));
        }
        readings.extend(reading(pawns(variant), before));
    }
    if let Some((kind, from)) = named {
        readings.extend(reading(vec![kind], from));
    }
    match initial {
        _ if !readings.is_empty() => Ok(readings),
        Some(letter) if named.is_none() && letter.is_uppercase() => {
            Err(format!("{letter:?} names no piece of {}", variant.name()))
        }
        _ => Err(no_move()),
    }
}

/// Parts a text behind its last digit from the promotion that follows: `=Q`, `Q`, `q`, `/Q`, `(Q)`.
fn split_promotion<'t>(variant: &Variant, text: &'t str) -> Result<(&'t str, Option<Kind>), String> {
    let end = text.rfind(|letter: char| letter.is_ascii_digit()).map_or(text.len(), |digit| digit + 1);
    let (text, promotion) = text.split_at(end);
    if promotion.is_empty() {
        return Ok((text, None));
    }
    let name = promotion.strip_prefix(['=', '/', '(']).unwrap_or(promotion);
    match kind_of(variant, name.strip_suffix(')').unwrap_or(name)) {
        Some(kind) => Ok((text, Some(kind))),
        None => Err(format!("{} behind it names no piece of {}", shorten(promotion), variant.name())),
    }
}

/// The kind whose figurine a text starts with, and the rest.
fn figurine<'t>(variant: &Variant, text: &'t str) -> Option<(Kind, &'t str)> {
    variant.kinds().iter().filter(|kind| !kind.neutral).find_map(|kind| {
        let rest = figurines(kind).find_map(|figurine| text.strip_prefix(figurine))?;
        Some((variant.kind_named(&kind.name)?, rest.trim_start_matches(SHOWN_AS)))
    })
}

/// What a text says of the origin: nothing, a file, a rank, or both.
fn parse_origin(board: &Geometry, text: &str) -> Option<Origin> {
    if text.is_empty() {
        return Some(Origin::default());
    }
    if let Some(from) = board.parse_square(text) {
        return Some(Origin { file: Some(board.file(from)), rank: Some(board.rank(from)) });
    }
    if let Some(file) = file_of(board, text) {
        return Some(Origin { file: Some(file), rank: None });
    }
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let rank = text.parse::<u8>().ok().filter(|rank| digits && (1..=board.ranks()).contains(rank))?;
    Some(Origin { file: None, rank: Some(rank - 1) })
}

/// The kinds that SAN writes without a letter.
fn pawns(variant: &Variant) -> Vec<Kind> {
    let pawns = variant.kinds().iter().filter(|kind| kind.pawn && !kind.neutral);
    pawns.filter_map(|kind| variant.kind_named(&kind.name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_are_left_out() {
        for (text, bare) in [
            ("e4", "e4"),
            ("Qxf7#", "Qxf7"),
            ("exd6 e.p.+!?", "exd6"),
            ("exd6ep", "exd6"),
            ("Nf3++ !!", "Nf3"),
            ("+!?", ""),
            ("e8=Q†", "e8=Q"),
        ] {
            assert_eq!(without_annotations(text), bare, "{text}");
        }
    }
}
