//! The men of a variant in words: how they move, what they become, how they castle.

use floe_core::betza::{Movement, Part, Path};
use floe_core::spec::{CastlingSpec, CastlingTarget, PieceSpec, PromotionSpec};
use floe_core::text::one_of;
use floe_core::{Color, PieceKind, Royal, Variant};
use serde::Serialize;

use crate::text::fill_after;

/// A kind of piece, as `floe rules` tells of it.
#[derive(Serialize)]
pub(super) struct PieceJson<'a> {
    name: &'a str,
    letter: char,
    betza: &'a str,
    /// Centipawns.
    value: Option<i32>,
    /// The movement in words, where it is simple.
    movement: Option<String>,
    /// What else is special.
    remarks: Vec<&'static str>,
}

impl<'a> PieceJson<'a> {
    /// All kinds of a variant, those of its rules included.
    pub(super) fn list(variant: &'a Variant) -> Vec<PieceJson<'a>> {
        variant.kinds().iter().zip(&variant.laws().pieces).map(|(kind, spec)| PieceJson::new(kind, spec)).collect()
    }

    fn new(kind: &'a PieceKind, spec: &PieceSpec) -> PieceJson<'a> {
        let remarks = [
            (kind.neutral, "belongs to nobody, and either side may take it"),
            (kind.royal == Royal::Check, "must not be left in check"),
            (kind.royal == Royal::Capture, "may be left attacked, but who loses it loses"),
            (spec.en_passant, "takes in passing"),
        ];
        PieceJson {
            name: &kind.name,
            letter: kind.letter,
            betza: &kind.betza,
            value: kind.value,
            movement: words(&kind.movement).filter(|_| !kind.neutral),
            remarks: remarks.into_iter().filter(|(holds, _)| *holds).map(|(_, remark)| remark).collect(),
        }
    }

    /// What stands behind letter, name, value and Betza's notation.
    fn prose(&self) -> String {
        let movement = self.movement.as_deref();
        movement.into_iter().chain(self.remarks.iter().copied()).collect::<Vec<_>>().join("; ")
    }
}

/// Kinds of piece, one a line.
pub(super) fn table(pieces: &[PieceJson<'_>]) -> String {
    let worth = |piece: &PieceJson<'_>| {
        let pawns = |value: i32| (f64::from(value) / 100.0).to_string();
        piece.value.map(pawns).unwrap_or_default()
    };
    let width = |of: &dyn Fn(&PieceJson<'_>) -> usize| pieces.iter().map(of).max().unwrap_or(0);
    let names = width(&|piece| piece.name.chars().count());
    let values = width(&|piece| worth(piece).len());
    let betzas = width(&|piece| piece.betza.len());
    let line = |piece: &PieceJson<'_>| {
        let PieceJson { name, letter, betza, .. } = piece;
        let head = format!("  {letter} {name:names$}  {:>values$}  {betza:betzas$}  ", worth(piece));
        let line = fill_after(&head, &piece.prose());
        format!("{}\n", line.trim_end())
    };
    pieces.iter().map(line).collect()
}

/// What men become, and where: one sentence for each kind that promotes.
pub(super) fn promotions(variant: &Variant) -> Vec<String> {
    let pieces = variant.laws().pieces.iter();
    pieces
        .flat_map(|piece| match (&piece.promotion.white, &piece.promotion.black) {
            (white, black) if white == black => {
                white.iter().map(|promotion| promotes(&format!("Each {}", piece.name), promotion)).collect()
            }
            _ => Color::ALL
                .into_iter()
                .filter_map(|color| {
                    let promotion = piece.promotion.of(color).as_ref()?;
                    Some(promotes(&format!("Each {} of {color}", piece.name), promotion))
                })
                .collect::<Vec<_>>(),
        })
        .collect()
}

fn promotes(who: &str, PromotionSpec { to, must, may }: &PromotionSpec) -> String {
    let must = must.as_ref().map_or("the last rank".to_owned(), |must| places(must));
    let may = if may.is_empty() { String::new() } else { format!(", and may already on {}", places(may)) };
    format!("{who} becomes {} on {must}{may}.", one_of(to))
}

/// How king and rook castle.
pub(super) fn castling(variant: &Variant) -> String {
    let Some(CastlingSpec { king, rook, free, a_side, h_side }) = &variant.laws().castling else {
        return "There is no castling.".to_owned();
    };
    let sides = [("O-O", h_side), ("O-O-O", a_side)].into_iter().flat_map(|(name, targets)| {
        targets.iter().enumerate().map(move |(place, CastlingTarget { king: to, rook: beside })| {
            let further = if place == 0 { String::new() } else { to.to_string() };
            format!("{name}{further} ({king} to {to}, {rook} to {beside})")
        })
    });
    let from = if *free { "wherever they stand on their rank" } else { "the squares of the start" };
    format!("Castling, from {from}: {}.", sides.collect::<Vec<_>>().join(", "))
}

/// Squares in words: `d4, rank 8 or the e-file`.
pub(super) fn places(region: &[String]) -> String {
    let place = |word: &String| match (word.strip_prefix('*'), word.strip_suffix('*')) {
        (Some(rank), _) => format!("rank {rank}"),
        (_, Some(file)) => format!("the {file}-file"),
        _ => word.clone(),
    };
    one_of(region.iter().map(place))
}

/// A movement in words, where they are simple.
fn words(movement: &Movement) -> Option<String> {
    let mut parts: Vec<Part> = Vec::new();
    for part in &movement.parts {
        // Rook and bishop are a queen.
        let joined = |known: &Part| {
            let mut joined = Part { steps: [known.steps.as_slice(), &part.steps].concat(), ..known.clone() };
            joined.steps.sort_unstable();
            joined.steps.dedup();
            let alike = *part == Part { steps: part.steps.clone(), ..known.clone() };
            (alike && direction(&joined.steps, length(&joined.steps)?).is_some()).then_some(joined)
        };
        match parts.iter_mut().find_map(|known| Some((joined(known)?, known))) {
            Some((joined, known)) => *known = joined,
            None => parts.push(part.clone()),
        }
    }
    let parts: Option<Vec<String>> = parts.iter().map(part_words).collect();
    Some(parts?.join("; "))
}

/// How far all of these steps go, if they go along lines.
fn length(steps: &[(i8, i8)]) -> Option<u8> {
    let far =
        |&(x, y): &(i8, i8)| (x == 0 || y == 0 || x.abs() == y.abs()).then(|| x.unsigned_abs().max(y.unsigned_abs()));
    let first = far(steps.first()?)?;
    steps.iter().all(|step| far(step) == Some(first)).then_some(first)
}

fn part_words(part: &Part) -> Option<String> {
    let Part { steps, range, quiet, capture, initial, path } = part;
    let way = match (length(steps), *range) {
        (Some(1), range) if *path == Path::Any => {
            let direction = direction(steps, 1)?;
            match range {
                1 => format!("one square {direction}"),
                u8::MAX => format!("any number of squares {direction}"),
                most => format!("up to {most} squares {direction}"),
            }
        }
        (Some(far), 1) => {
            let leaps = match path {
                Path::Any => "leaps ",
                Path::Clear => "",
                Path::Blocked => return None,
            };
            format!("{leaps}{far} squares {}", direction(steps, far)?)
        }
        (None, 1) => leap(steps)?,
        (None, u8::MAX) => format!("{}, any number of times one way", leap(steps)?),
        _ => return None,
    };
    let first = if *initial { "as its first move " } else { "" };
    let takes = match (quiet, capture) {
        (true, false) => ", without taking",
        (false, true) => ", only to take",
        _ => "",
    };
    Some(format!("{first}{way}{takes}"))
}

/// Where steps of this length along lines go.
fn direction(steps: &[(i8, i8)], far: u8) -> Option<&'static str> {
    const NAMES: [(&str, &[(i8, i8)]); 9] = [
        ("in every direction", &[(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]),
        ("straight", &[(-1, 0), (0, -1), (0, 1), (1, 0)]),
        ("diagonally", &[(-1, -1), (-1, 1), (1, -1), (1, 1)]),
        ("forward", &[(0, 1)]),
        ("backward", &[(0, -1)]),
        ("sideways", &[(-1, 0), (1, 0)]),
        ("forward or backward", &[(0, -1), (0, 1)]),
        ("diagonally forward", &[(-1, 1), (1, 1)]),
        ("diagonally backward", &[(-1, -1), (1, -1)]),
    ];
    let far = far as i8;
    let units: Vec<(i8, i8)> = steps.iter().map(|&(x, y)| (x / far, y / far)).collect();
    NAMES.iter().find(|(_, wanted)| *wanted == units).map(|(name, _)| *name)
}

/// A leap that goes all eight ways.
fn leap(steps: &[(i8, i8)]) -> Option<String> {
    let &(x, y) = steps.first()?;
    let (a, b) = (x.unsigned_abs().min(y.unsigned_abs()), x.unsigned_abs().max(y.unsigned_abs()));
    let alike = |&(x, y): &(i8, i8)| {
        [x.unsigned_abs(), y.unsigned_abs()].iter().all(|n| [a, b].contains(n)) && x.abs() != y.abs()
    };
    let all = steps.len() == 8 && steps.iter().all(alike);
    all.then(|| if (a, b) == (1, 2) { "leaps as a knight".to_owned() } else { format!("leaps {a} by {b} squares") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn movements_are_told_in_words_where_they_are_simple() {
        for (betza, expected) in [
            ("K", "one square in every direction"),
            ("RB", "any number of squares in every direction"),
            ("Q", "any number of squares in every direction"),
            ("BN", "any number of squares diagonally; leaps as a knight"),
            ("RF", "any number of squares straight; one square diagonally"),
            ("WDA", "one square straight; leaps 2 squares in every direction"),
            ("R4", "up to 4 squares straight"),
            ("C", "leaps 1 by 3 squares"),
            ("NN", "leaps as a knight, any number of times one way"),
            ("fWbF", "one square forward; one square diagonally backward"),
            (
                "mfWcfFimfnD",
                "one square forward, without taking; one square diagonally forward, only to take; \
                 as its first move 2 squares forward, without taking",
            ),
            ("mflF", ""),
            ("fN", ""),
            ("jD", ""),
            ("DD", ""),
        ] {
            let movement = Movement::parse(betza).expect("it is Betza's notation");
            assert_eq!(words(&movement).unwrap_or_default(), expected, "{betza}");
        }
    }
}
