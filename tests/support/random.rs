//! Random positions and moves, the same for the same seed, with more of what is rare in play: few men, ice, castling,
//! promotion, en passant, and moves that bring the Ice Age.

use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

use super::naive::{self, EMPTY, Form, ICE, Move, OUTSIDE, Position, Rules};

pub fn seeded(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

/// The FEN of a random true position of few men, with ice where the rules have it.
pub fn sparse(rng: &mut StdRng, rules: Rules, free_castling: bool) -> String {
    loop {
        let fen = scatter(rng, rules, free_castling);
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

fn scatter(rng: &mut StdRng, rules: Rules, free_castling: bool) -> String {
    let files = rules.files;
    let mut board = naive::empty_board(files);
    if rules.ice_age.is_some() {
        let share = *[0.0, 0.3, 0.8].choose(rng).expect("three shares");
        for square in board.iter_mut().flatten() {
            if *square != OUTSIDE && rng.random_bool(share) {
                *square = ICE;
            }
        }
    }
    let (mut file, mut rank) = (4, 4);
    for _ in 0..rng.random_range(0..20) {
        // Every second man stands beside the last, so that not all of them are lonely.
        (file, rank) =
            if rng.random_bool(0.5) { (near(rng, file, files), near(rng, rank, 8)) } else { anywhere(rng, files) };
        let men = match (files, (1..7).contains(&rank)) {
            (8, true) => &b"PPPPpppprRnNbBqQ"[..],
            (8, false) => b"rRnNbBqQ",
            (_, true) => b"PPPPPpppppRrNnBbQqAaCc",
            (_, false) => b"RrNnBbQqAaCc",
        };
        board[rank][file] = *men.choose(rng).expect("letters") as char;
    }
    for (second, fourth, own, other) in [(1, 3, 'P', 'p'), (6, 4, 'p', 'P')] {
        if rng.random_bool(0.3) {
            // A pawn that may step past another, and be taken in passing.
            let file = rng.random_range(0..files - 1);
            (board[second][file], board[fourth][file + 1]) = (own, other);
            (board[(second + fourth) / 2][file], board[fourth][file]) = (EMPTY, EMPTY);
        }
    }
    let at_home = [rng.random_bool(0.5), rng.random_bool(0.5)];
    for (home, king) in at_home.into_iter().zip(['K', 'k']) {
        if !home {
            board[near(rng, rank, 8)][near(rng, file, files)] = king;
        }
    }
    let mut castling = String::new();
    for (home, (rank, [king, rook])) in at_home.into_iter().zip([(0, ['K', 'R']), (7, ['k', 'r'])]) {
        if !home {
            continue;
        }
        let files = if free_castling { three_files(rng, files) } else { [0, 4, 7] };
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

/// A number of a file or rank at most one away, of so many.
fn near(rng: &mut StdRng, line: usize, lines: usize) -> usize {
    rng.random_range(line.saturating_sub(1)..=(line + 1).min(lines - 1))
}

fn anywhere(rng: &mut StdRng, files: usize) -> (usize, usize) {
    (rng.random_range(0..files), rng.random_range(0..8))
}

/// Three different files, from left to right.
fn three_files(rng: &mut StdRng, files: usize) -> [usize; 3] {
    let mut files: Vec<usize> = (0..files).collect();
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
    let black = thinned(black).map(|letter| letter.to_ascii_lowercase());
    let ranks = [thinned(white), ['P'; 8], middle, middle, middle, middle, ['p'; 8], black];
    let mut board = naive::empty_board(8);
    for (rank, men) in board.iter_mut().zip(ranks) {
        rank[..8].copy_from_slice(&men);
    }
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

/// A legal move: half of the time one of the rare kinds, if there is one, and seldom one that costs a king.
pub fn choose(rng: &mut StdRng, position: &Position, moves: &[Move]) -> Option<Move> {
    let mut moves = moves.to_vec();
    if rng.random_bool(0.9) && moves.iter().any(|&m| keeps_kings(position, m)) {
        moves.retain(|&m| keeps_kings(position, m));
    }
    let rare: Vec<Move> = moves.iter().copied().filter(|&m| is_rare(position, m)).collect();
    let pool = if rng.random_bool(0.5) && !rare.is_empty() { rare } else { moves };
    pool.choose(rng).copied()
}

fn keeps_kings(position: &Position, m: Move) -> bool {
    let after = position.play(m);
    [true, false].into_iter().all(|white| naive::king(&after.board, white).is_some())
}

fn is_rare(position: &Position, m: Move) -> bool {
    m.promotion.is_some()
        || m.form != Form::Walk
        || naive::is_man(naive::at(&position.board, m.to))
        || position.moved(m).in_check()
}
