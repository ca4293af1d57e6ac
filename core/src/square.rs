//! Squares, and the geometry of a board from 2×2 to 16×16.

use crate::set::SquareSet;

/// A square of a board, numbered file + files × rank: on eight files a1 is 0, h1 is 7, a2 is 8.
///
/// A number means a square only together with the [`Geometry`] it came from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(pub(crate) u8);

impl Square {
    /// The number of the square, 0 … 255.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The shape of a board: files × ranks, which squares exist, and whether the first and last file touch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Geometry {
    files: u8,
    ranks: u8,
    wrap: bool,
    squares: SquareSet,
}

impl Geometry {
    /// The least number of files or ranks.
    pub const MIN: u8 = 2;
    /// The greatest number of files or ranks.
    pub const MAX: u8 = 16;

    /// A rectangular board, or `None` where a side is not 2 … 16 squares long.
    pub fn new(files: u8, ranks: u8) -> Option<Geometry> {
        let range = Self::MIN..=Self::MAX;
        (range.contains(&files) && range.contains(&ranks)).then(|| Geometry {
            files,
            ranks,
            wrap: false,
            squares: (0..=(files as u16 * ranks as u16 - 1) as u8).map(Square).collect(),
        })
    }

    /// The same board with the first and the last file touching (a cylinder).
    #[must_use]
    pub fn wrapped(mut self) -> Geometry {
        self.wrap = true;
        self
    }

    /// The same board without these squares.
    #[must_use]
    pub fn without(mut self, holes: SquareSet) -> Geometry {
        self.squares = self.squares - holes;
        self
    }

    /// The number of files, 2 … 16.
    pub const fn files(&self) -> u8 {
        self.files
    }

    /// The number of ranks, 2 … 16.
    pub const fn ranks(&self) -> u8 {
        self.ranks
    }

    /// Whether the first and the last file touch.
    pub const fn wraps(&self) -> bool {
        self.wrap
    }

    /// Every square of the board; holes are none.
    pub const fn squares(&self) -> SquareSet {
        self.squares
    }

    /// The square on a file and a rank counted from 0, or `None` off the board and in a hole.
    pub fn square(&self, file: u8, rank: u8) -> Option<Square> {
        if file >= self.files || rank >= self.ranks {
            return None;
        }
        let square = Square((file as u16 + self.files as u16 * rank as u16) as u8);
        self.squares.contains(square).then_some(square)
    }

    /// The file of a square, counted from 0.
    pub const fn file(&self, square: Square) -> u8 {
        square.0 % self.files
    }

    /// The rank of a square, counted from 0.
    pub const fn rank(&self, square: Square) -> u8 {
        square.0 / self.files
    }

    /// The rank of a square as a player sees it: White's first rank is Black's last.
    pub fn rank_of(&self, color: crate::Color, square: Square) -> u8 {
        match color {
            crate::Color::White => self.rank(square),
            crate::Color::Black => self.ranks - 1 - self.rank(square),
        }
    }

    /// All squares of a file, counted from 0.
    pub fn file_set(&self, file: u8) -> SquareSet {
        self.squares.iter().filter(|&square| self.file(square) == file).collect()
    }

    /// All squares of a rank, counted from 0.
    pub fn rank_set(&self, rank: u8) -> SquareSet {
        self.squares.iter().filter(|&square| self.rank(square) == rank).collect()
    }

    /// The square that lies `files` to the right and `ranks` up, over the edge of a cylinder where the board is one.
    pub fn step(&self, from: Square, files: i8, ranks: i8) -> Option<Square> {
        let mut file = self.file(from) as i16 + files as i16;
        let rank = self.rank(from) as i16 + ranks as i16;
        if self.wrap {
            file = file.rem_euclid(self.files as i16);
        }
        if file < 0 || rank < 0 {
            return None;
        }
        self.square(file as u8, rank as u8)
    }

    /// The name of a square: file letter and rank number, `e4`, `j10`.
    pub fn name(&self, square: Square) -> String {
        format!("{}{}", self.file_letter(self.file(square)), self.rank(square) + 1)
    }

    /// The letter of a file counted from 0: `a` … `p`.
    pub const fn file_letter(&self, file: u8) -> char {
        (b'a' + file) as char
    }

    /// Reads a square's name from the start of a text: a letter and one or two digits, as many as still name a
    /// square of this board. Returns the square and what follows it.
    pub fn read_square<'t>(&self, text: &'t str) -> Option<(Square, &'t str)> {
        let bytes = text.as_bytes();
        let letter = bytes.first()?.to_ascii_lowercase();
        if !letter.is_ascii_lowercase() {
            return None;
        }
        let file = letter - b'a';
        for digits in [2, 1] {
            let Some(number) = text.get(1..1 + digits) else {
                continue;
            };
            if !number.bytes().all(|byte| byte.is_ascii_digit()) || number.starts_with('0') {
                continue;
            }
            let Ok(rank) = number.parse::<u8>() else {
                continue;
            };
            if let Some(square) = self.square(file, rank - 1) {
                return Some((square, &text[1 + digits..]));
            }
        }
        None
    }

    /// The square that a whole text names, such as `e4` or `j10`; `None` if it names none of this board.
    pub fn parse_square(&self, text: &str) -> Option<Square> {
        self.read_square(text).and_then(|(square, rest)| rest.is_empty().then_some(square))
    }

    /// The names of squares, in the order of their numbers.
    pub fn names(&self, squares: SquareSet) -> Vec<String> {
        squares.iter().map(|square| self.name(square)).collect()
    }

    /// All squares that touch one of `set` along an edge.
    pub fn orthogonal(&self, set: SquareSet) -> SquareSet {
        (set.shift(self.files as i16) | set.shift(-(self.files as i16)) | self.beside(set)) & self.squares
    }

    /// All squares that touch one of `set` along an edge or at a corner (up to eight for a single square).
    pub fn neighbours(&self, set: SquareSet) -> SquareSet {
        let column = set | set.shift(self.files as i16) | set.shift(-(self.files as i16));
        let column = column & self.rectangle();
        (self.beside(column) | set.shift(self.files as i16) | set.shift(-(self.files as i16))) & self.squares
    }

    /// All squares that a leap of so many files and ranks, either way and with the two exchanged, leads to from one of
    /// `set`: `leaps(set, 1, 2)` are a knight's.
    pub fn leaps(&self, set: SquareSet, files: i8, ranks: i8) -> SquareSet {
        let steps = [(files, ranks), (ranks, files)];
        let steps = steps.into_iter().flat_map(|(x, y)| [(x, y), (x, -y), (-x, y), (-x, -y)]);
        steps.flat_map(|(x, y)| set.iter().filter_map(move |from| self.step(from, x, y))).collect()
    }

    /// The squares all of whose orthogonal neighbours on the board are in `set`.
    pub fn surrounded(&self, set: SquareSet) -> SquareSet {
        self.squares - self.orthogonal(self.squares - set)
    }

    /// The squares left and right of `set`.
    fn beside(&self, set: SquareSet) -> SquareSet {
        let first = SquareSet::file_mask(self.files, self.ranks, 0);
        let last = SquareSet::file_mask(self.files, self.ranks, self.files - 1);
        let mut sides = (set - last).shift(1) | (set - first).shift(-1);
        if self.wrap {
            let around = self.files as i16 - 1;
            sides = sides | (set & last).shift(-around) | (set & first).shift(around);
        }
        sides
    }

    /// The whole rectangle, holes included.
    fn rectangle(&self) -> SquareSet {
        SquareSet::first(self.files as u16 * self.ranks as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_have_names() {
        let board = Geometry::new(10, 10).unwrap();
        for (name, index) in [("a1", 0), ("j1", 9), ("a2", 10), ("a10", 90), ("j10", 99)] {
            assert_eq!(board.parse_square(name).map(Square::index), Some(index), "{name}");
            assert_eq!(board.name(Square(index as u8)), name);
        }
        for wrong in ["", "a", "k1", "a0", "a11", "a01", "1a", "e4e", "é4"] {
            assert_eq!(board.parse_square(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn coordinates_are_read_greedily() {
        let tall = Geometry::new(4, 10).unwrap();
        let (from, rest) = tall.read_square("a10b10").unwrap();
        assert_eq!((tall.name(from).as_str(), rest), ("a10", "b10"));
        let short = Geometry::new(4, 8).unwrap();
        assert_eq!(short.read_square("a10").map(|(_, rest)| rest), Some("0"));
    }

    /// Steps one square at a time, which is slow and plainly right.
    fn walk(board: &Geometry, set: SquareSet, directions: &[(i8, i8)]) -> SquareSet {
        set.iter().flat_map(|square| directions.iter().filter_map(move |&(x, y)| board.step(square, x, y))).collect()
    }

    #[test]
    fn neighbours_agree_with_single_steps_on_every_shape() {
        const EDGES: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        const ALL: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
        for files in 2..=16 {
            for ranks in 2..=16 {
                let plain = Geometry::new(files, ranks).unwrap();
                let hole: SquareSet = plain.square(1, 1).into_iter().collect();
                for board in [plain, plain.wrapped(), plain.without(hole)] {
                    for square in board.squares() {
                        let one = SquareSet::from(square);
                        assert_eq!(board.orthogonal(one), walk(&board, one, &EDGES));
                        assert_eq!(board.neighbours(one), walk(&board, one, &ALL));
                    }
                    let odd: SquareSet = board.squares().iter().filter(|s| s.index() % 3 != 0).collect();
                    assert_eq!(board.neighbours(odd), walk(&board, odd, &ALL));
                    for square in board.squares() {
                        let around = walk(&board, square.into(), &EDGES);
                        assert_eq!(board.surrounded(odd).contains(square), (around - odd).is_empty());
                    }
                }
            }
        }
    }
}
