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
use support::naive::Rules;
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

    /// Plays a random game from a position that cozy-chess takes, and compares the two at every ply.
    fn play(&self, start: &str, plies: usize, rng: &mut StdRng) {
        let Ok(mut board) = start.parse::<Board>() else {
            return;
        };
        let mut core = position(&self.variant, start);
        assert_eq!(self.variant.perft(&core, 3).nodes, perft(&board, 3), "perft 3 of {start}");
        for _ in 0..plies {
            self.check(&core, &board);
            let moves = legal_moves(&board);
            let Some(&chosen) = moves.choose(rng) else {
                return;
            };
            let text = self.uci(&board, chosen);
            let legal = uci::read(&self.variant, &core, &text).unwrap_or_else(|error| panic!("{board}: {error}"));
            core = self.variant.play(&core, legal);
            board.play(chosen);
            // cozy-chess counts no further.
            if board.halfmove_clock() == 100 {
                return;
            }
        }
        assert_eq!(self.variant.perft(&core, 3).nodes, perft(&board, 3), "perft 3 of {board}");
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

#[test]
fn chess() {
    let mut rng = random::seeded(11);
    let pair = Pair::new("chess");
    for _ in 0..60 {
        pair.play("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 150, &mut rng);
        pair.play(&random::sparse(&mut rng, Rules::new("chess", ""), false), 40, &mut rng);
    }
}

#[test]
fn fischer_random() {
    let mut rng = random::seeded(12);
    let pair = Pair::new("fischer-random");
    for _ in 0..100 {
        pair.play(&random::array(&mut rng, false), 60, &mut rng);
        pair.play(&random::sparse(&mut rng, Rules::new("fischer-random", ""), true), 40, &mut rng);
    }
}
