//! What a text may mean as a move, and the legal move that fits it.

use super::{MoveError, cut, san};
use crate::color::Color;
use crate::moves::Move;
use crate::piece::{Kind, PieceKind};
use crate::position::Position;
use crate::refusal::Refusal;
use crate::set::SquareSet;
use crate::square::{Geometry, Square};
use crate::variant::Variant;

/// One meaning of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Reading {
    /// Passing the turn.
    Pass,
    /// Castling towards one side; `king_file` where the king's file is written too, else the side's first target.
    Castling { h_side: bool, king_file: Option<u8> },
    /// A castling as the king's square and either the rook's or, where the array is fixed, the king's target.
    CastlingSquares { king: Square, to: Square, king_file: Option<u8> },
    /// A man from the hand.
    Drop { kind: Kind, to: Square },
    /// A move from square to square, but no castling.
    Squares { from: Square, to: Square, promotion: Option<Kind> },
    /// A move of one of some kinds of men, but no castling.
    Man { kinds: Vec<Kind>, from: Origin, to: Square, promotion: Option<Kind> },
}

/// What a text says of the square that a man leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Origin {
    pub(super) file: Option<u8>,
    pub(super) rank: Option<u8>,
}

impl Origin {
    fn fits(self, board: &Geometry, from: Square) -> bool {
        self.file.is_none_or(|file| file == board.file(from)) && self.rank.is_none_or(|rank| rank == board.rank(from))
    }
}

/// The first meaning that a legal move fits.
///
/// # Errors
/// If several moves fit that meaning, or if no move fits any: then the reason why not that says most.
pub(super) fn choose(
    variant: &Variant,
    position: &Position,
    text: &str,
    readings: &[Reading],
) -> Result<Move, MoveError> {
    let legal = variant.legal_moves(position);
    for reading in readings {
        let fits: Vec<Move> = legal.iter().copied().filter(|&legal| reading.fits(variant, position, legal)).collect();
        match fits[..] {
            [] => {}
            [fit] => return Ok(fit),
            _ => {
                let fits = fits.into_iter().map(|fit| san::write(variant, position, fit)).collect();
                return Err(MoveError::Ambiguous { text: cut(text), fits });
            }
        }
    }
    let refusal = match variant.outcome(position) {
        Some(outcome) => Some(Refusal::GameOver(outcome.to_string())),
        None => most_telling(readings.iter().filter_map(|reading| reading.refusal(variant, position))),
    };
    let refusal = refusal.unwrap_or_else(|| Refusal::CannotReach("no man of yours can make this move".into()));
    Err(MoveError::Illegal { text: cut(text), refusal })
}

/// Where a castling leads: whether towards the last file, and the file that the king lands on, counted from 0.
pub(super) fn castling_target(variant: &Variant, castling: Move) -> Option<(bool, u8)> {
    let board = variant.geometry();
    let h_side = board.file(castling.to()?) > board.file(castling.from()?);
    let (king, _) = variant.castling_targets(h_side).get(castling.castling()? as usize)?;
    Some((h_side, *king))
}

/// The rooks on one side of a king with which it may still castle.
pub(super) fn castling_rooks(variant: &Variant, position: &Position, king: Square, h_side: bool) -> SquareSet {
    let board = variant.geometry();
    let owner = position.at(king).map(|man| man.owner);
    let rooks = position.castling() & board.rank_set(board.rank(king));
    rooks
        .iter()
        .filter(|&rook| position.at(rook).map(|man| man.owner) == owner)
        .filter(|&rook| (board.file(rook) > board.file(king)) == h_side)
        .collect()
}

/// The signs that may follow a figurine to say how to show it.
pub(super) const SHOWN_AS: [char; 2] = ['\u{fe0e}', '\u{fe0f}'];

/// The figurines of a kind, without the signs that say how to show them.
pub(super) fn figurines(kind: &PieceKind) -> impl Iterator<Item = &str> {
    let glyphs = kind.glyphs.iter().flatten();
    glyphs.map(|glyph| glyph.trim_end_matches(SHOWN_AS)).filter(|figurine| !figurine.is_empty())
}

/// The kind that a text names by its letter, large or small, or by its figurine.
pub(super) fn kind_of(variant: &Variant, text: &str) -> Option<Kind> {
    let mut letters = text.chars();
    let letter = letters.next().filter(|_| letters.next().is_none()).map(|letter| letter.to_ascii_uppercase());
    let text = text.trim_end_matches(SHOWN_AS);
    let kind = variant
        .kinds()
        .iter()
        .filter(|kind| !kind.neutral)
        .find(|kind| letter == Some(kind.letter) || figurines(kind).any(|figurine| figurine == text))?;
    variant.kind_named(&kind.name)
}

/// The file, counted from 0, that a text names by its small letter.
pub(super) fn file_of(board: &Geometry, text: &str) -> Option<u8> {
    match text.as_bytes() {
        [letter @ b'a'..=b'z'] => Some(letter - b'a').filter(|&file| file < board.files()),
        _ => None,
    }
}

/// The first of the refusals that come closest to a legal move.
fn most_telling(refusals: impl Iterator<Item = Refusal>) -> Option<Refusal> {
    let distance = |refusal: &Refusal| match refusal {
        Refusal::CannotReach(_) => 3,
        Refusal::Blocked(_) => 2,
        Refusal::NoMan(_) | Refusal::NotYours(_) | Refusal::OwnMan(_) => 1,
        _ => 0,
    };
    refusals.min_by_key(distance)
}

impl Reading {
    fn fits(&self, variant: &Variant, position: &Position, legal: Move) -> bool {
        let board = variant.geometry();
        let castling = castling_target(variant, legal);
        // Without the king's file, the side's first target is meant.
        let to_king_file = |wanted: Option<u8>, (_, file): (bool, u8)| match wanted {
            Some(wanted) => wanted == file,
            None => legal.castling() == Some(0),
        };
        match self {
            Reading::Pass => legal.to().is_none(),
            Reading::Castling { h_side, king_file } => {
                castling.is_some_and(|target| target.0 == *h_side && to_king_file(*king_file, target))
            }
            Reading::CastlingSquares { king, to, king_file } => castling.is_some_and(|target| {
                let takes_rook = legal.to() == Some(*to) && to_king_file(*king_file, target);
                let lands = !variant.castles_freely()
                    && king_file.is_none()
                    && (board.file(*to), board.rank(*to)) == (target.1, board.rank(*king));
                legal.from() == Some(*king) && (takes_rook || lands)
            }),
            Reading::Drop { kind, to } => legal.dropped() == Some(*kind) && legal.to() == Some(*to),
            Reading::Squares { from, to, promotion } => {
                castling.is_none()
                    && (legal.from(), legal.to(), legal.promotion()) == (Some(*from), Some(*to), *promotion)
            }
            Reading::Man { kinds, from, to, promotion } => {
                let is_man = |square| {
                    from.fits(board, square) && position.at(square).is_some_and(|man| kinds.contains(&man.kind))
                };
                castling.is_none()
                    && legal.from().is_some_and(is_man)
                    && (legal.to(), legal.promotion()) == (Some(*to), *promotion)
            }
        }
    }

    /// Why no legal move fits, as far as this meaning goes.
    fn refusal(&self, variant: &Variant, position: &Position) -> Option<Refusal> {
        let board = variant.geometry();
        match self {
            Reading::Pass => variant.pass_refusal(position),
            Reading::Castling { h_side, king_file } => {
                let Some((king, rook)) = castlers(variant, position, *h_side) else {
                    return Some(Refusal::Castling(no_right(variant, position.turn(), *h_side)));
                };
                // Where the array is fixed, the king's target tells of which castling to speak.
                let lands = king_file.filter(|_| !variant.castles_freely());
                let target = lands.and_then(|file| board.square(file, board.rank(king)));
                variant.refusal(position, king, target.unwrap_or(rook), None)
            }
            Reading::CastlingSquares { king, to, .. } => variant.refusal(position, *king, *to, None),
            Reading::Drop { kind, to } => variant.drop_refusal(position, *kind, *to),
            Reading::Squares { from, to, .. } if lands_castling(variant, position, *from, *to) => {
                Some(no_step(variant, position, *from))
            }
            Reading::Squares { from, to, promotion } => variant.refusal(position, *from, *to, *promotion),
            Reading::Man { kinds, from, to, promotion } => {
                let men = position.men(position.turn()).iter().filter(|&square| from.fits(board, square));
                let men: Vec<Square> =
                    men.filter(|&square| position.at(square).is_some_and(|man| kinds.contains(&man.kind))).collect();
                let refusal = |&man: &Square| match variant.refusal(position, man, *to, *promotion) {
                    // The squares are a castling's, which is never written with the king's letter.
                    None | Some(Refusal::Castling(_)) => Some(no_step(variant, position, man)),
                    Some(_) if lands_castling(variant, position, man, *to) => Some(no_step(variant, position, man)),
                    refusal => refusal,
                };
                match most_telling(men.iter().filter_map(refusal)) {
                    Some(refusal) if men.len() == 1 || !matches!(refusal, Refusal::CannotReach(_)) => Some(refusal),
                    _ => Some(Refusal::CannotReach(no_man(variant, position.turn(), kinds, *from, *to, men.len()))),
                }
            }
        }
    }
}

/// The king of the side to move and a rook with which it may still castle towards one side.
fn castlers(variant: &Variant, position: &Position, h_side: bool) -> Option<(Square, Square)> {
    let king = variant.kind_named(&variant.laws().castling.as_ref()?.king)?;
    let kings = position.men(position.turn()) & position.of(king);
    let home = variant.castling_home(position.turn());
    let may_castle = |king: &Square| home.is_none_or(|(home, _)| home == *king);
    kings
        .iter()
        .filter(may_castle)
        .find_map(|king| Some((king, castling_rooks(variant, position, king, h_side).iter().next()?)))
}

/// Whether a man is a king that may castle here and would land on a square.
fn lands_castling(variant: &Variant, position: &Position, king: Square, to: Square) -> bool {
    let board = variant.geometry();
    variant.legal_moves(position).into_iter().filter(|legal| legal.from() == Some(king)).any(|legal| {
        castling_target(variant, legal).is_some_and(|(_, file)| board.square(file, board.rank(king)) == Some(to))
    })
}

/// That a king does not step to a square which means a castling.
fn no_step(variant: &Variant, position: &Position, king: Square) -> Refusal {
    let name = position.at(king).map_or("king", |man| &variant.kind(man.kind).name);
    let square = variant.geometry().name(king);
    Refusal::CannotReach(format!("the {name} on {square} does not step there; castling is written O-O or O-O-O"))
}

fn no_right(variant: &Variant, color: Color, h_side: bool) -> String {
    if variant.laws().castling.is_none() {
        return format!("{} has no castling", variant.name());
    }
    let letter = variant.geometry().file_letter(if h_side { variant.geometry().files() - 1 } else { 0 });
    format!("{color} has no right to castle towards the {letter}-file")
}

/// That no man so described goes there: `no knight of White can go to f6`.
fn no_man(variant: &Variant, color: Color, kinds: &[Kind], from: Origin, to: Square, men: usize) -> String {
    let board = variant.geometry();
    let names: Vec<&str> = kinds.iter().map(|&kind| variant.kind(kind).name.as_str()).collect();
    let kind = names.join(" or ");
    let place = match (from.file, from.rank) {
        (None, None) => String::new(),
        (Some(file), None) => format!(" on the {}-file", board.file_letter(file)),
        (None, Some(rank)) => format!(" on rank {}", rank + 1),
        (Some(file), Some(rank)) => format!(" on {}{}", board.file_letter(file), rank + 1),
    };
    if men == 0 {
        format!("{color} has no {kind}{place}")
    } else {
        format!("no {kind} of {color}{place} can go to {}", board.name(to))
    }
}
