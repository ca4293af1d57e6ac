//! Squares in words: `e4` is a square, `*8` a rank, `e*` a file.

use crate::set::SquareSet;
use crate::square::Geometry;

/// The squares of a region, and what is wrong with its words: their places in the list, and messages.
pub(crate) fn squares(geometry: &Geometry, region: &[String]) -> (SquareSet, Vec<(usize, String)>) {
    let mut squares = SquareSet::EMPTY;
    let mut faults = Vec::new();
    for (place, word) in region.iter().enumerate() {
        match word_squares(geometry, word) {
            Ok(more) => squares = squares | more,
            Err(message) => faults.push((place, message)),
        }
    }
    (squares, faults)
}

fn word_squares(geometry: &Geometry, word: &str) -> Result<SquareSet, String> {
    let rank = |number: &str| number.parse::<u8>().ok().filter(|rank| (1..=geometry.ranks()).contains(rank));
    let file = |letter: &str| {
        let file = letter.as_bytes()[0].wrapping_sub(b'a');
        (letter.len() == 1 && file < geometry.files()).then_some(file)
    };
    let squares = match (word.strip_prefix('*'), word.strip_suffix('*')) {
        (Some(number), _) if !number.is_empty() => rank(number).map(|rank| geometry.rank_set(rank - 1)),
        (_, Some(letter)) if !letter.is_empty() => file(letter).map(|file| geometry.file_set(file)),
        _ => geometry.parse_square(word).map(SquareSet::from),
    };
    squares.ok_or_else(|| {
        format!("{word:?} names no square of this board: write a square \"e4\", a rank \"*4\" or a file \"e*\"")
    })
}
