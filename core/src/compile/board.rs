//! The board, and squares in words: `e4` is a square, `*8` a rank, `e*` a file.

use super::faults::Faults;
use crate::set::SquareSet;
use crate::spec::{BoardSpec, SpecFault};
use crate::square::Geometry;

/// The shape of the board. A side whose length is not known is as long as can be: what is no square of that board is
/// none of any.
pub(super) fn geometry(board: &BoardSpec, faults: &mut Faults) -> Geometry {
    let [files, ranks] = [("files", board.files), ("ranks", board.ranks)].map(|(key, number)| {
        if !(Geometry::MIN..=Geometry::MAX).contains(&number) {
            let message = format!("a board has from {} to {} {key}, not {number}", Geometry::MIN, Geometry::MAX);
            faults.add(SpecFault::new(["board", key], message));
        }
        if faults.knows(&["board", key]) { number } else { Geometry::MAX }
    });
    let whole = Geometry::new(files, ranks).expect("both numbers have been checked");
    let whole = if board.wrap { whole.wrapped() } else { whole };
    let path = ["board", "holes"].map(str::to_owned).to_vec();
    let holed = whole.without(region(&whole, &board.holes, path, faults));
    if holed.squares().is_empty() {
        faults.add(SpecFault::new(["board", "holes"], "every square of the board is a hole"));
        return whole;
    }
    holed
}

/// The squares of a region, of which `path` leads to the entry.
pub(super) fn region(geometry: &Geometry, region: &[String], path: Vec<String>, faults: &mut Faults) -> SquareSet {
    let (squares, wrong) = squares(geometry, region);
    for (place, message) in wrong {
        faults.add(SpecFault::new(path.iter().cloned().chain([place.to_string()]), message));
    }
    squares
}

/// The squares of a region, and what is wrong with its words: their places in the list, and messages.
pub(super) fn squares(geometry: &Geometry, region: &[String]) -> (SquareSet, Vec<(usize, String)>) {
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
    let is_hole = || Geometry::new(geometry.files(), geometry.ranks())?.parse_square(word);
    squares.ok_or_else(|| match is_hole() {
        Some(_) => format!("{word:?} is a hole of this board"),
        None => {
            format!("{word:?} names no square of this board: write a square \"e4\", a rank \"*4\" or a file \"e*\"")
        }
    })
}
