//! The core against cozy-chess, an engine's move generator, on random games of chess and Fischer Random: legal moves,
//! positions after them, check, and perft.

mod support;

use std::collections::BTreeSet;

use cozy_chess::util::display_uci_move;
use cozy_chess::{Board, Move};
use floe_core::notation::{fen, uci};
use floe_core::{Position, Variant};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use support::data::{position, variant};
use support::naive::{self, Rules};
use support::random;

/// A variant of the core beside cozy-chess, which plays both games.
struct Pair {
    variant: std::sync::Arc<Variant>,
    free_castling: bool,
}

impl Pair {
    fn new(id: &str) -> Pair {
        let variant = variant(id, "");
        Pair { free_castling: variant.castles_freely(), variant }
    }

    /// Plays a random game from a position, and compares the two at every ply. Returns how many positions were compared.
    fn play(&self, start: &str, plies: usize, rng: &mut StdRng) -> usize {
        let parsed = Board::from_fen(
            &if self.free_castling { with_rooks_named(start) } else { start.to_owned() },
            self.free_castling,
        );
        let mut board = parsed.unwrap_or_else(|error| panic!("cozy-chess does not take {start}: {error}"));
        let mut core = position(&self.variant, start);
        assert_eq!(self.variant.perft(&core, 3).nodes, perft(&board, 3), "perft 3 of {start}");
        for ply in 0..plies {
            self.check(&core, &board);
            let moves = legal_moves(&board);
            let Some(&chosen) = moves.choose(rng) else {
                return ply + 1;
            };
            let text = self.uci(&board, chosen);
            let legal = uci::read(&self.variant, &core, &text).unwrap_or_else(|error| panic!("{board}: {error}"));
            core = self.variant.play(&core, legal);
            board.play(chosen);
            // cozy-chess counts no further.
            if board.halfmove_clock() == 100 {
                return ply + 1;
            }
        }
        assert_eq!(self.variant.perft(&core, 3).nodes, perft(&board, 3), "perft 3 of {board}");
        plies
    }

    fn check(&self, core: &Position, board: &Board) {
        // Shredder-FEN names every castling rook; the core writes what it reads in its own way.
        let text = if self.free_castling { format!("{board:#}") } else { board.to_string() };
        assert_eq!(fen::write(&self.variant, core), fen::write(&self.variant, &position(&self.variant, &text)));
        let ours = self.variant.legal_moves(core).into_iter().map(|m| uci::write(&self.variant, core, m));
        let theirs = legal_moves(board).into_iter().map(|m| self.uci(board, m));
        assert_eq!(ours.collect::<BTreeSet<_>>(), theirs.collect(), "{text}");
        assert_eq!(!self.variant.checked(core).is_empty(), !board.checkers().is_empty(), "check in {text}");
    }

    /// cozy-chess itself always writes castling as king takes rook.
    fn uci(&self, board: &Board, m: Move) -> String {
        if self.free_castling { m.to_string() } else { display_uci_move(board, m).to_string() }
    }
}

fn legal_moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.generate_moves(|some| {
        moves.extend(some);
        false
    });
    moves
}

fn perft(board: &Board, depth: u32) -> u64 {
    let moves = legal_moves(board);
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = |m| {
        let mut after = board.clone();
        after.play_unchecked(m);
        perft(&after, depth - 1)
    };
    moves.into_iter().map(after).sum()
}

/// A FEN whose castling rights name the rooks' files, as cozy-chess wants them where castling is free: of several rooks
/// on one side of the king the outermost is meant.
fn with_rooks_named(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let rights = fields[2].chars().map(|right| {
        let rank = if right.is_ascii_uppercase() { fields[0].rsplit('/').next() } else { fields[0].split('/').next() };
        let blanks = |letter: char| letter.to_digit(10).map_or(letter.to_string(), |count| ".".repeat(count as usize));
        let rank: String = rank.expect("a rank").chars().map(blanks).collect();
        let rook = if right.is_ascii_uppercase() { 'R' } else { 'r' };
        let file = match right.to_ascii_uppercase() {
            'K' => rank.rfind(rook),
            'Q' => rank.find(rook),
            _ => return right,
        };
        let file = (b'A' + file.expect("a rook") as u8) as char;
        if right.is_ascii_uppercase() { file } else { file.to_ascii_lowercase() }
    });
    let rights: String = rights.collect();
    [&[fields[0], fields[1], &rights], &fields[3..]].concat().join(" ")
}

/// A random position of few men that is not beyond what cozy-chess takes: a clock up to 99, at most eight pawns a side,
/// and no more than two men that give check.
fn sparse(rng: &mut StdRng, id: &'static str, free_castling: bool) -> String {
    let rules = Rules::new(id, "");
    loop {
        let fen = random::sparse(rng, rules, free_castling);
        let pawns = |pawn: char| fen.matches(pawn).count();
        let clock: u32 = fen.split(' ').nth(4).and_then(|clock| clock.parse().ok()).expect("a clock");
        let here = naive::Position::read(rules, &fen);
        let king = naive::king(&here.board, here.white_to_move).expect("a king");
        let checks = |&from: &naive::Square| {
            naive::belongs_to(naive::at(&here.board, from), !here.white_to_move)
                && naive::attacks(&here.board, from).contains(&king)
        };
        if clock < 100 && pawns('P') <= 8 && pawns('p') <= 8 && naive::squares().filter(checks).count() <= 2 {
            return fen;
        }
    }
}

#[test]
fn chess() {
    let mut rng = random::seeded(11);
    let pair = Pair::new("chess");
    let mut compared = 0;
    for _ in 0..60 {
        compared += pair.play("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 150, &mut rng);
        compared += pair.play(&sparse(&mut rng, "chess", false), 40, &mut rng);
    }
    assert!(compared > 9_000, "{compared} positions were compared");
}

#[test]
fn fischer_random() {
    let mut rng = random::seeded(12);
    let pair = Pair::new("fischer-random");
    let mut compared = 0;
    for _ in 0..100 {
        compared += pair.play(&random::array(&mut rng, false), 60, &mut rng);
        compared += pair.play(&sparse(&mut rng, "fischer-random", true), 40, &mut rng);
    }
    assert!(compared > 9_000, "{compared} positions were compared");
}
