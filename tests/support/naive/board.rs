//! The board as letters: who attacks what, and what freezes.

pub const EMPTY: char = '.';
pub const ICE: char = '^';
/// What stands beyond the last file of a board that has fewer than ten.
pub const OUTSIDE: char = '#';

/// Letters by rank, then file: `board[0][4]` is e1.
pub type Board = [[char; 10]; 8];

/// File and rank, counted from 0.
pub type Square = (i32, i32);

const STRAIGHT: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

pub fn name((file, rank): Square) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

/// A board of so many files on which nothing stands.
pub fn empty_board(files: usize) -> Board {
    let mut rank = [OUTSIDE; 10];
    rank[..files].fill(EMPTY);
    [rank; 8]
}

/// Every square of the largest board.
pub fn squares() -> impl Iterator<Item = Square> {
    (0..8).flat_map(|rank| (0..10).map(move |file| (file, rank)))
}

pub fn at(board: &Board, (file, rank): Square) -> char {
    board[rank as usize][file as usize]
}

pub fn put(board: &mut Board, (file, rank): Square, letter: char) {
    board[rank as usize][file as usize] = letter;
}

fn on_board(board: &Board, (file, rank): Square) -> bool {
    (0..10).contains(&file) && (0..8).contains(&rank) && at(board, (file, rank)) != OUTSIDE
}

/// Whether the letter is a man of a player; ice is nobody's.
pub fn is_man(letter: char) -> bool {
    letter.is_ascii_alphabetic()
}

pub fn belongs_to(letter: char, white: bool) -> bool {
    is_man(letter) && letter.is_ascii_uppercase() == white
}

pub fn king(board: &Board, white: bool) -> Option<Square> {
    squares().find(|&square| at(board, square) == if white { 'K' } else { 'k' })
}

/// The squares next to one in the given directions, as far as the board goes.
fn beside(board: &Board, (file, rank): Square, directions: &[(i32, i32)]) -> Vec<Square> {
    directions.iter().map(|(x, y)| (file + x, rank + y)).filter(|&square| on_board(board, square)).collect()
}

/// The squares up to and including the first one in each direction that is not empty.
fn lines(board: &Board, (file, rank): Square, directions: &[(i32, i32)]) -> Vec<Square> {
    let mut reached = Vec::new();
    for (x, y) in directions {
        let mut next = (file + x, rank + y);
        while on_board(board, next) {
            reached.push(next);
            if at(board, next) != EMPTY {
                break;
            }
            next = (next.0 + x, next.1 + y);
        }
    }
    reached
}

pub fn forward(white: bool) -> i32 {
    if white { 1 } else { -1 }
}

/// The squares that the man here attacks, whatever stands on them.
pub fn attacks(board: &Board, from: Square) -> Vec<Square> {
    let letter = at(board, from);
    let up = forward(letter.is_ascii_uppercase());
    match letter.to_ascii_lowercase() {
        'p' => beside(board, from, &[(-1, up), (1, up)]),
        'n' => beside(board, from, &KNIGHT),
        'a' => [lines(board, from, &DIAGONAL), beside(board, from, &KNIGHT)].concat(),
        'c' => [lines(board, from, &STRAIGHT), beside(board, from, &KNIGHT)].concat(),
        'b' => lines(board, from, &DIAGONAL),
        'r' => lines(board, from, &STRAIGHT),
        'q' => [lines(board, from, &STRAIGHT), lines(board, from, &DIAGONAL)].concat(),
        'k' => [beside(board, from, &STRAIGHT), beside(board, from, &DIAGONAL)].concat(),
        _ => Vec::new(),
    }
}

pub fn attacked(board: &Board, square: Square, by_white: bool) -> bool {
    squares().any(|from| belongs_to(at(board, from), by_white) && attacks(board, from).contains(&square))
}

/// Whether the player has a king, and it is attacked.
pub fn in_check(board: &Board, white: bool) -> bool {
    king(board, white).is_some_and(|square| attacked(board, square, !white))
}

fn is_surrounded(board: &Board, square: Square) -> bool {
    beside(board, square, &STRAIGHT).into_iter().all(|next| is_man(at(board, next)))
}

fn is_lonely(board: &Board, square: Square) -> bool {
    let around = [beside(board, square, &STRAIGHT), beside(board, square, &DIAGONAL)].concat();
    !around.into_iter().any(|next| is_man(at(board, next)))
}

/// One half of the Ice Age: every empty square becomes ice, unless men are on all its sides.
pub fn fill(board: &Board) -> Board {
    let mut after = *board;
    for square in squares() {
        if at(board, square) == EMPTY && !is_surrounded(board, square) {
            put(&mut after, square, ICE);
        }
    }
    after
}

/// The other half: every man without a neighbour becomes ice.
pub fn freeze(board: &Board, immune_kings: bool) -> Board {
    let mut after = *board;
    for square in squares() {
        let letter = at(board, square);
        let immune = immune_kings && letter.eq_ignore_ascii_case(&'k');
        if is_man(letter) && !immune && is_lonely(board, square) {
            put(&mut after, square, ICE);
        }
    }
    after
}

/// The squares from one to another on the same rank, both included.
pub fn between(a: Square, b: Square) -> Vec<Square> {
    (a.0.min(b.0)..=a.0.max(b.0)).map(|file| (file, a.1)).collect()
}

/// The first field of a FEN.
pub fn write_board(board: &Board) -> String {
    let mut rows = Vec::new();
    for rank in board.iter().rev() {
        let mut row = String::new();
        let mut empty = 0;
        for &letter in rank.iter().filter(|&&letter| letter != OUTSIDE) {
            if letter == EMPTY {
                empty += 1;
                continue;
            }
            if empty > 0 {
                row += &empty.to_string();
                empty = 0;
            }
            row.push(letter);
        }
        if empty > 0 {
            row += &empty.to_string();
        }
        rows.push(row);
    }
    rows.join("/")
}
