//! SAN: moves as people write them.
//!
//! One form is written: `e4`, `Ngf3`, `dxe3` (ice is taken too), `e8=Q+`, `O-O`, `O-O-O`; where castling has further
//! targets, `O-Oi` with the king's file. Pawn drops are `@e4`, a pass is `--`.
//!
//! More is read: long forms (`e2-e4`, `Ng1xf3`), coordinates (`e2e4`), `0-0` and `o-o`, captures without their mark,
//! check marks missing or superfluous, annotations (`!?`, `e.p.`), promotions as `e8=Q`, `e8Q`, `e8q`, `e8/Q` and
//! `e8(Q)`, figurines, and small letters: `nf3`; `bc3` is a pawn's move if one fits, else a bishop's. A capture mark where
//! nothing is taken is refused, since who writes it has something else in mind; in PGN it is read.

use super::reading::{Origin, Reading, SHOWN_AS, castling_rooks, castling_target, choose, figurines, file_of, kind_of};
use super::{MoveError, cut, shorten, uci};
use crate::moves::Move;
use crate::piece::Kind;
use crate::position::Position;
use crate::square::{Geometry, Square};
use crate::text::one_of;
use crate::variant::Variant;

/// No move needs more bytes; what is longer is not looked at.
const LONGEST: usize = 64;

/// Reads a move in any notation that people use: SAN, long algebraic, UCI coordinates.
///
/// # Errors
/// If it is not a move, not legal here, if several moves fit, or if it says that it takes and does not.
pub fn read(variant: &Variant, position: &Position, text: &str) -> Result<Move, MoveError> {
    let text = text.trim();
    let written = written(variant, position, text)?;
    let legal = choose(variant, position, text, &written.readings)?;
    match legal.to() {
        Some(to) if written.takes && variant.captured(position, legal).is_none() => Err(MoveError::TakesNothing {
            text: cut(text),
            square: variant.geometry().name(to),
            san: write(variant, position, legal),
        }),
        _ => Ok(legal),
    }
}

/// Reads a move as [`read`] does, but lets it say that it takes where it does not, as some files have it.
///
/// # Errors
/// If it is not a move, not legal here, or if several moves fit.
pub(super) fn read_recorded(variant: &Variant, position: &Position, text: &str) -> Result<Move, MoveError> {
    let text = text.trim();
    choose(variant, position, text, &written(variant, position, text)?.readings)
}

/// How moves can be written here: one legal move of each form (a pawn's, another man's, a capture, a promotion, a
/// castling, a drop, a pass) in SAN, and the first legal move in coordinates. Empty where no move is legal.
pub fn examples(variant: &Variant, position: &Position) -> Vec<String> {
    let legal = variant.legal_moves(position);
    let is_pawn = |legal: &Move| {
        let man = legal.from().and_then(|from| position.at(from));
        man.is_some_and(|man| variant.kind(man.kind).pawn)
    };
    let form = |legal: &Move| match () {
        () if legal.to().is_none() => Form::Pass,
        () if legal.dropped().is_some() => Form::Drop,
        () if legal.castling().is_some() => Form::Castling,
        () if legal.promotion().is_some() => Form::Promotion,
        () if variant.captured(position, *legal).is_some() => Form::Capture,
        () if is_pawn(legal) => Form::Pawn,
        () => Form::Man,
    };
    let of_each = Form::ALL.iter().filter_map(|wanted| legal.iter().find(|legal| form(legal) == *wanted));
    let first = legal.iter().find(|legal| legal.from().is_some());
    let mut examples: Vec<String> = of_each.map(|&legal| write(variant, position, legal)).collect();
    examples.extend(first.map(|&legal| uci::write(variant, position, legal)));
    examples.dedup();
    examples
}

/// What is special in how a move is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Pawn,
    Man,
    Capture,
    Promotion,
    Castling,
    Drop,
    Pass,
}

impl Form {
    const ALL: [Form; 7] =
        [Form::Pawn, Form::Man, Form::Capture, Form::Promotion, Form::Castling, Form::Drop, Form::Pass];
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

/// A text that is written as a move is.
struct Written {
    /// All that it may mean, most likely first.
    readings: Vec<Reading>,
    /// Whether it says that something is taken.
    takes: bool,
}

/// Why a text is not written as a move is.
enum Unwritten {
    /// For this reason.
    Because(String),
    /// It is written as a pawn's, and there are none. Examples say what there is.
    NoPawns,
    /// Examples say it best.
    Nonsense,
}

/// What a text says, if it is written as a move is.
fn written(variant: &Variant, position: &Position, text: &str) -> Result<Written, MoveError> {
    let written = match text.len() {
        0 => Err(Unwritten::Because("it is empty".to_owned())),
        1..=LONGEST => parse(variant, without_annotations(text)),
        _ => Err(Unwritten::Because("it is too long".to_owned())),
    };
    written.map_err(|unwritten| {
        let lead = match unwritten {
            Unwritten::Because(reason) => return MoveError::NotAMove { text: cut(text), reason },
            Unwritten::NoPawns => format!("{} has no pawns; ", variant.name()),
            Unwritten::Nonsense => String::new(),
        };
        let how = match examples(variant, position).as_slice() {
            [] => "no move is legal here".to_owned(),
            examples => format!("write it as {}", one_of(examples)),
        };
        MoveError::NotAMove { text: cut(text), reason: lead + &how }
    })
}

/// What a text without annotations says.
fn parse(variant: &Variant, text: &str) -> Result<Written, Unwritten> {
    let plain = |readings| Written { readings, takes: false };
    if let Some(reading) = special(variant, text) {
        return Ok(plain(vec![reading]));
    }
    if let Some((letter, square)) = text.split_once('@') {
        return Err(Unwritten::Because(no_drop(variant, letter, square)));
    }
    // A capital letter is a piece's: B1c3 is no move from b1.
    let coordinates =
        if text.starts_with(|letter: char| letter.is_ascii_lowercase()) { uci::squares(variant, text) } else { None };
    coordinates.map_or_else(|| man(variant, text), |readings| Ok(plain(readings)))
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

/// Why a text with an `@` is no drop.
fn no_drop(variant: &Variant, letter: &str, square: &str) -> String {
    match square {
        "" => "the square is missing behind the @".to_owned(),
        _ if variant.geometry().parse_square(square).is_none() => {
            format!("{} is no square of this board", shorten(square))
        }
        _ if letter.is_empty() => format!("{} has no pawns", variant.name()),
        _ => format!("{} names no piece of {}", shorten(letter), variant.name()),
    }
}

/// The meanings of a man's move: a letter, an origin, a square, a promotion, each but the square perhaps missing.
fn man(variant: &Variant, text: &str) -> Result<Written, Unwritten> {
    let board = variant.geometry();
    let (text, promotion) = split_promotion(variant, text).map_err(Unwritten::Because)?;
    let start = text.rfind(|letter: char| letter.is_ascii_alphabetic()).ok_or(Unwritten::Nonsense)?;
    let (before, square) = text.split_at(start);
    let Some(to) = board.parse_square(square) else {
        let bare = square.len() == 1;
        let no_square = || Unwritten::Because(format!("{} is no square of this board", shorten(square)));
        return Err(if bare { Unwritten::Nonsense } else { no_square() });
    };
    // A mark stands behind something; an X in front is a piece's letter.
    let without = |marks: &[char]| before.strip_suffix(marks).filter(|before| !before.is_empty());
    let capture = without(&['x', 'X', ':', '×']);
    let takes = capture.is_some();
    let before = capture.or_else(|| without(&['-', '–', '—', '‑'])).unwrap_or(before);
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
            return Ok(Written { readings: uci::from_to(from, to, promotion), takes });
        }
        readings.extend(reading(pawns(variant), before));
    }
    if let Some((kind, from)) = named {
        readings.extend(reading(vec![kind], from));
    }
    match initial {
        _ if !readings.is_empty() => Ok(Written { readings, takes }),
        Some(letter) if named.is_none() && letter.is_uppercase() => {
            Err(Unwritten::Because(format!("{letter:?} names no piece of {}", variant.name())))
        }
        None if pawns(variant).is_empty() => Err(Unwritten::NoPawns),
        _ => Err(Unwritten::Nonsense),
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
