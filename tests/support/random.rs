//! Random positions and moves, the same for the same seed, with more of what is rare in play: few men, ice, castling,
//! promotion, en passant, and moves that bring the Ice Age.

use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

use super::naive::{self, Board, EMPTY, Form, ICE, Move, Position, Rules};

pub fn seeded(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

/// The FEN of a random true position of few men, with ice where the rules have it.
pub fn sparse(rng: &mut StdRng, rules: Rules, free_castling: bool) -> String {
    loop {
        let fen = scatter(rng, rules.ice_age.is_some(), free_castling);
        if is_true(rules, &fen) {
            return fen;
        }
    }
}

/// Whether a FEN has both kings, and the side that has just moved is not in check.
pub fn is_true(rules: Rules, fen: &str) -> bool {
    let position = Position::read(rules, fen);
    let kings = [true, false].map(|white| naive::king(&position.board, white).is_some());
    kings == [true, true] && !naive::in_check(&position.board, !position.white_to_move)
}

fn scatter(rng: &mut StdRng, ice: bool, free_castling: bool) -> String {
    let mut board: Board = [[EMPTY; 8]; 8];
    if ice {
        let share = *[0.0, 0.3, 0.8].choose(rng).expect("three shares");
        for square in board.iter_mut().flatten() {
            if rng.random_bool(share) {
                *square = ICE;
            }
        }
    }
    for _ in 0..rng.random_range(0..20) {
        let letter = *b"PPPPpppprRnNbBqQ".choose(rng).expect("letters") as char;
        let rank = if letter.eq_ignore_ascii_case(&'p') { rng.random_range(1..7) } else { rng.random_range(0..8) };
        board[rank][rng.random_range(0..8)] = letter;
    }
    let at_home = [rng.random_bool(0.5), rng.random_bool(0.5)];
    for (home, king) in at_home.into_iter().zip(['K', 'k']) {
        if !home {
            board[rng.random_range(0..8)][rng.random_range(0..8)] = king;
        }
    }
    let mut castling = String::new();
    for (home, (rank, [king, rook])) in at_home.into_iter().zip([(0, ['K', 'R']), (7, ['k', 'r'])]) {
        if !home {
            continue;
        }
        let files = if free_castling { three_files(rng) } else { [0, 4, 7] };
        let rights = if free_castling { files.map(|file| (b'a' + file as u8) as char) } else { ['q', '-', 'k'] };
        for i in [2, 0, 1] {
            board[rank][files[i]] = if i == 1 { king } else { rook };
            if i != 1 && rng.random_bool(0.8) {
                castling.push(if king == 'K' { rights[i].to_ascii_uppercase() } else { rights[i] });
            }
        }
    }
    if castling.is_empty() {
        castling.push('-');
    }
    let side = if rng.random_bool(0.5) { 'w' } else { 'b' };
    let halfmove_clock = if rng.random_bool(0.1) { rng.random_range(120..150) } else { rng.random_range(0..50) };
    let fullmove_number = rng.random_range(80..=101) - *[0, 60, 79].choose(rng).expect("three stages");
    format!("{} {side} {castling} - {halfmove_clock} {fullmove_number}", naive::write_board(&board))
}

/// Three different files, from left to right.
fn three_files(rng: &mut StdRng) -> [usize; 3] {
    let mut files = [0, 1, 2, 3, 4, 5, 6, 7];
    files.shuffle(rng);
    let mut three = [files[0], files[1], files[2]];
    three.sort_unstable();
    three
}

/// The FEN of a Fischer Random start, drawn anew for each side in some, with some of the men between missing in some.
pub fn array(rng: &mut StdRng, ice: bool) -> String {
    let white = back_rank(rng);
    let black = if rng.random_bool(0.5) { white } else { back_rank(rng) };
    let share = *[0.0, 0.6].choose(rng).expect("two shares");
    let mut thinned = |rank: [char; 8]| {
        rank.map(|letter| if !"KR".contains(letter) && rng.random_bool(share) { EMPTY } else { letter })
    };
    let middle = [if ice { ICE } else { EMPTY }; 8];
    let mut board = [middle; 8];
    board[0] = thinned(white);
    board[1] = ['P'; 8];
    board[6] = ['p'; 8];
    board[7] = thinned(black).map(|letter| letter.to_ascii_lowercase());
    format!("{} w KQkq - 0 1", naive::write_board(&board))
}

fn back_rank(rng: &mut StdRng) -> [char; 8] {
    let mut rank = ['R', 'K', 'R', 'N', 'N', 'B', 'B', 'Q'];
    loop {
        rank.shuffle(rng);
        let files = |letter: char| (0..8).filter(move |&file| rank[file] == letter);
        let king = files('K').sum::<usize>();
        let king_between = files('R').filter(|&file| file < king).count() == 1;
        if king_between && files('B').sum::<usize>() % 2 == 1 {
            return rank;
        }
    }
}

/// A legal move: half of the time one of the rare kinds, if there is one.
pub fn choose(rng: &mut StdRng, position: &Position, moves: &[Move]) -> Option<Move> {
    let rare = |m: &&Move| m.promotion.is_some() || m.form != Form::Walk || takes_man(position, m);
    let rare: Vec<&Move> = moves.iter().filter(rare).collect();
    match rare.choose(rng) {
        Some(&&m) if rng.random_bool(0.5) => Some(m),
        _ => moves.choose(rng).copied(),
    }
}

fn takes_man(position: &Position, m: &Move) -> bool {
    m.form == Form::Walk && naive::is_man(naive::at(&position.board, m.to))
}
