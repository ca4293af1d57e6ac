//! The games that need hooks, and mixtures of their rules, against the naive implementation of
//! `support/naive_hooks.rs`, on random games: legal moves, positions after them, check, outcome, hash and FEN at every
//! ply. `FLOE_NAIVE_GAMES=50` plays fifty times as many games.

mod support;

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::sync::Arc;

use floe_core::notation::{fen, uci};
use floe_core::{Position, Variant, config};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, IteratorRandom};
use support::data::{self, position, variant};
use support::naive::{EMPTY, ICE, name};
use support::naive_hooks::{self as naive, Castling, Form, Move, Rules};
use support::random;

/// How many games to play of each kind, where one run of the tests plays `games`.
fn times(games: u64) -> u64 {
    let factor =
        std::env::var("FLOE_NAIVE_GAMES").map_or(1, |text| text.parse().expect("FLOE_NAIVE_GAMES is a number"));
    games * factor
}

/// The same game twice.
struct Pair {
    variant: Arc<Variant>,
    rules: Rules,
}

impl Pair {
    /// A bundled game, and what the naive implementation calls its rules.
    fn of(id: &str, words: &str) -> Pair {
        Pair { variant: variant(id, ""), rules: Rules::new(words) }
    }

    /// Rules laid over a bundled game in this order.
    fn mixed(base: &str, rules: &[&str]) -> Pair {
        let mut file = format!("format = 1\nid = \"mixed\"\nextends = \"{base}\"\n");
        for rule in rules {
            file += match *rule {
                "atomic-check" => "[rules.atomic]\ncheck = true\n".to_owned(),
                rule => format!("[rules.{rule}]\n"),
            }
            .as_str();
        }
        let variant = config::load(&file, "mixed.toml", &floe_variants::registry());
        let words = format!("{base} {}", rules.join(" "));
        Pair { variant: variant.unwrap_or_else(|errors| panic!("{errors}")), rules: Rules::new(&words) }
    }

    /// Random games from the start, and from positions made of its men.
    fn play_games(&self, seed: u64, games: u64, plies: usize) {
        let mut rng = random::seeded(seed);
        let start = fen::write(&self.variant, self.variant.start());
        for _ in 0..times(games) {
            self.play(&start, plies, &mut rng);
            for _ in 0..3 {
                let scattered = scattered(&mut rng, &self.rules);
                self.play(&scattered, plies / 2, &mut rng);
            }
        }
    }

    /// Plays a random game from a position and compares the two at every ply.
    fn play(&self, start: &str, plies: usize, rng: &mut StdRng) {
        let mut core = position(&self.variant, start);
        let mut naive = naive::Position::read(&self.rules, start);
        self.check_fen(start, &core, &naive);
        for _ in 0..plies {
            let moves = naive.legal_moves();
            self.check_moves(&core, &naive, &moves);
            self.check_verdict(&core, &naive);
            if moves.is_empty() || naive.outcome().is_some() {
                return;
            }
            let moves: Vec<Move> = moves.into_iter().collect();
            for &m in moves.sample(rng, 2) {
                let line = format!("{} {}", naive.write(), naive.uci(m));
                let (core, naive) = self.after(&core, &naive, m);
                self.check_fen(&line, &core, &naive);
                self.check_verdict(&core, &naive);
            }
            let chosen = choose(rng, &naive, &moves);
            let line = format!("{} {}", naive.write(), naive.uci(chosen));
            (core, naive) = self.after(&core, &naive, chosen);
            self.check_fen(&line, &core, &naive);
        }
    }

    fn after<'r>(&self, core: &Position, naive: &naive::Position<'r>, m: Move) -> (Position, naive::Position<'r>) {
        let text = naive.uci(m);
        let legal = uci::read(&self.variant, core, &text);
        let legal = legal.unwrap_or_else(|error| self.differ("a legal move", &naive.write(), &error, &text));
        (self.variant.play(core, legal), naive.play(m))
    }

    /// The two write the same FEN, and it reads back to the same position with the same hash.
    fn check_fen(&self, line: &str, core: &Position, naive: &naive::Position<'_>) {
        let text = fen::write(&self.variant, core);
        self.same("FEN", line, &text, &naive.write());
        let again = fen::read(&self.variant, &text);
        self.same("position and its FEN", line, &again.as_ref(), &Ok(core));
        self.same("the hash kept up is the hash from scratch", line, &self.variant.hash_is_true(core), &true);
    }

    fn check_moves(&self, core: &Position, naive: &naive::Position<'_>, moves: &BTreeSet<Move>) {
        let list = self.variant.legal_moves(core);
        let names: BTreeSet<String> = list.iter().map(|&m| uci::write(&self.variant, core, m)).collect();
        self.same("moves and their names", &naive.write(), &names.len(), &list.len());
        let expected: BTreeSet<String> = moves.iter().map(|&m| naive.uci(m)).collect();
        let only = |a: &BTreeSet<String>, b: &BTreeSet<String>| a.difference(b).cloned().collect::<Vec<_>>();
        let (only_core, only_naive) = (only(&names, &expected), only(&expected, &names));
        if (&only_core, &only_naive) != (&vec![], &vec![]) {
            self.differ("moves that only one of the two has", &naive.write(), &only_core, &only_naive)
        }
        self.same("count", &naive.write(), &self.variant.perft(core, 1).nodes, &(moves.len() as u64));
    }

    fn check_verdict(&self, core: &Position, naive: &naive::Position<'_>) {
        let fen = naive.write();
        self.same("check", &fen, &!self.variant.checked(core).is_empty(), &naive.in_check(naive.white_to_move));
        let outcome = self.variant.outcome(core);
        self.same("outcome", &fen, &outcome.as_ref().map(|outcome| outcome.result()), &naive.outcome());
    }

    fn same<T: Debug + PartialEq>(&self, what: &str, line: &str, core: &T, naive: &T) {
        if core != naive {
            self.differ(what, line, core, naive)
        }
    }

    fn differ(&self, what: &str, line: &str, core: &dyn Debug, naive: &dyn Debug) -> ! {
        let rules: Vec<&str> = self.variant.spec().rules.iter().map(|rule| rule.id.as_str()).collect();
        panic!("{what}\n{} {rules:?}\n{line}\n core: {core:?}\nnaive: {naive:?}", self.variant.id())
    }
}

/// A legal move: half of the time a capture, promotion, drop or castling, if there is one, and seldom one that ends
/// the game.
fn choose(rng: &mut StdRng, position: &naive::Position<'_>, moves: &[Move]) -> Move {
    let is_rare = |&&m: &&Move| {
        m.promotion.is_some() || !matches!(m.form, Form::Walk | Form::DoubleStep) || position.takes_a_man(m)
    };
    let rare: Vec<Move> = moves.iter().filter(is_rare).copied().collect();
    let one = |rng: &mut StdRng| {
        let pool = if rng.random_bool(0.5) && !rare.is_empty() { &rare[..] } else { moves };
        *pool.choose(rng).expect("there are moves")
    };
    let chosen = one(rng);
    let ends = rng.random_bool(0.9) && position.play(chosen).outcome().is_some();
    if ends { one(rng) } else { chosen }
}

/// The FEN of a position of some of the men of the start, at home or anywhere.
fn scattered(rng: &mut StdRng, rules: &Rules) -> String {
    loop {
        let fen = scatter(rng, rules);
        let position = naive::Position::read(rules, &fen);
        let us = position.white_to_move;
        let checks = position.in_check(!us) || (rules.forbids_checks() && position.in_check(us));
        if !checks && !position.is_over() {
            return fen;
        }
    }
}

fn scatter(rng: &mut StdRng, rules: &Rules) -> String {
    let start = naive::Position::read(rules, &rules.start);
    let (files, ranks) = (rules.files, rules.ranks);
    let share = *[0.3, 0.6, 0.9].choose(rng).expect("three shares");
    let at_home = *[0.0, 0.5, 0.8].choose(rng).expect("three shares");
    let mut board = vec![vec![EMPTY; files as usize]; ranks as usize];
    let mut seen = BTreeSet::new();
    for square in start.squares() {
        let letter = start.at(square);
        // One man of each kind stays.
        if [EMPTY, ICE].contains(&letter) || !(seen.insert(letter) || rng.random_bool(share)) {
            continue;
        }
        let pawn = letter.eq_ignore_ascii_case(&'p');
        let fits = |&(file, rank): &(i32, i32)| {
            board[rank as usize][file as usize] == EMPTY && !(pawn && (rank == 0 || rank == ranks - 1))
        };
        let home = Some(square).filter(|square| rng.random_bool(at_home) && fits(square));
        let Some((file, rank)) = home.or_else(|| start.squares().filter(fits).choose(rng)) else { continue };
        board[rank as usize][file as usize] = letter;
    }
    if rules.ice_age.is_some() {
        let share = *[0.0, 0.3, 0.8].choose(rng).expect("three shares");
        for square in board.iter_mut().flatten().filter(|square| **square == EMPTY) {
            if rng.random_bool(share) {
                *square = ICE;
            }
        }
    }
    let mut castling = String::new();
    for (rank, king, rook) in [(0, 'K', 'R'), (ranks - 1, 'k', 'r')] {
        let row = &board[rank as usize];
        let home = files / 2;
        let king_file = match rules.castling {
            Castling::None => None,
            Castling::Fixed => Some(home).filter(|&file| row[file as usize] == king),
            Castling::Free => (0..files).find(|&file| row[file as usize] == king),
        };
        let Some(king_file) = king_file else { continue };
        for h_side in [true, false] {
            let beyond = |file: &i32| row[*file as usize] == rook && (*file > king_file) == h_side;
            let corner = if h_side { files - 1 } else { 0 };
            let file = match rules.castling {
                Castling::Free => (0..files).filter(beyond).choose(rng),
                _ => Some(corner).filter(beyond),
            };
            let letter = match (rules.castling, h_side) {
                (Castling::Free, _) => file.map(|file| (b'a' + file as u8) as char),
                (_, true) => file.map(|_| 'k'),
                (_, false) => file.map(|_| 'q'),
            };
            castling.extend(letter.map(|letter| if king == 'K' { letter.to_ascii_uppercase() } else { letter }));
        }
    }
    let mut text = naive::write_board(&board);
    if rules.hands() {
        let letters: Vec<char> = rules.letters().into_iter().filter(|letter| !"Kk".contains(*letter)).collect();
        let count = rng.random_range(0..6);
        let hand = (0..count).map(|_| letters.choose(rng).expect("letters"));
        text += &format!("[{}]", hand.collect::<String>());
    }
    text += if rng.random_bool(0.5) { " w " } else { " b " };
    text += if castling.is_empty() { "-" } else { &castling };
    text += " -";
    if rules.three_checks {
        text += &format!(" {}+{}", rng.random_range(1..=3), rng.random_range(1..=3));
    }
    text += &format!(" {} {}", rng.random_range(0..50), rng.random_range(15..=21));
    if rules.squares_vanish() {
        let is = |letters: &'static str| {
            let board = &board;
            move |&(file, rank): &(i32, i32)| letters.contains(board[rank as usize][file as usize])
        };
        let names = |squares: Vec<(i32, i32)>| squares.into_iter().map(name).collect::<Vec<_>>().join(",");
        let gone = start.squares().filter(is(".")).filter(|_| rng.random_bool(0.3)).collect();
        text += &format!(" gone={}", names(gone));
        let moved = start.squares().filter(is("Kk")).filter(|_| rng.random_bool(0.5)).collect();
        text += &format!(" moved={}", names(moved));
        text = text.replace(" gone= ", " ");
        text = text.trim_end_matches(" moved=").to_owned();
    }
    text
}

/// The naive implementation has to be right too, or agreeing with it means little.
#[test]
fn the_naive_implementation_counts_what_others_count() {
    let known = [
        "three-checks",
        "racing-kings",
        "anti",
        "extinction",
        "loop",
        "grand",
        "massacre",
        "cylinder",
        "knight-relay",
        "atomic",
        "atomic-check",
        "cheshire-cat",
        "recycle",
    ];
    let mut checked = 0;
    for line in data::lines("perft.csv") {
        let [id, fen, _, counts, _] = line.split(';').collect::<Vec<_>>()[..] else { panic!("{line}") };
        if known.contains(&id) {
            let rules = Rules::new(id);
            let position = naive::Position::read(&rules, fen);
            for (count, depth) in counts.split(' ').map(|count| count.parse::<u64>().expect(&line)).zip(1..) {
                if count < 20_000 {
                    assert_eq!(position.perft(depth), count, "{line} {depth}");
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 30, "{checked}");
}

macro_rules! games {
    ($($name:ident: $pair:expr, $seed:expr, $games:expr, $plies:expr;)*) => {
        $(
            #[test]
            fn $name() {
                $pair.play_games($seed, $games, $plies);
            }
        )*
    };
}

games! {
    three_checks: Pair::of("three-checks", "three-checks"), 1, 4, 80;
    racing_kings: Pair::of("racing-kings", "racing-kings"), 2, 4, 60;
    anti: Pair::of("anti", "anti"), 3, 4, 80;
    extinction: Pair::of("extinction", "extinction"), 4, 4, 80;
    atomic: Pair::of("atomic", "atomic"), 5, 4, 60;
    atomic_with_check: Pair::of("atomic-check", "atomic-check"), 6, 4, 60;
    cheshire_cat: Pair::of("cheshire-cat", "cheshire-cat"), 7, 4, 60;
    knight_relay: Pair::of("knight-relay", "knight-relay"), 8, 4, 80;
    cylinder: Pair::of("cylinder", "cylinder"), 9, 4, 80;
    looping: Pair::of("loop", "loop"), 10, 4, 60;
    recycle: Pair::of("recycle", "recycle"), 11, 4, 60;
    grand: Pair::of("grand", "grand"), 12, 2, 80;
    massacre: Pair::of("massacre", "massacre"), 13, 4, 40;

    atomic_on_capablanca: Pair::mixed("capablanca", &["atomic"]), 20, 2, 60;
    three_checks_on_ice_age: Pair::mixed("ice-age", &["three-checks"]), 21, 2, 60;
    loop_on_fischer_random: Pair::mixed("fischer-random", &["loop"]), 22, 3, 60;
    cheshire_cat_and_loop: Pair::mixed("chess", &["cheshire-cat", "loop"]), 23, 3, 60;
    knight_relay_on_ice_age: Pair::mixed("ice-age", &["knight-relay"]), 24, 2, 60;
    anti_and_atomic: Pair::mixed("chess", &["anti", "atomic"]), 25, 3, 40;
    atomic_and_anti: Pair::mixed("chess", &["atomic", "anti"]), 26, 3, 40;
    atomic_with_check_and_three_checks: Pair::mixed("chess", &["atomic-check", "three-checks"]), 27, 3, 40;
    recycle_and_atomic: Pair::mixed("fischer-random", &["recycle", "atomic"]), 28, 3, 40;
    racing_with_cats: Pair::mixed("racing-kings", &["cheshire-cat"]), 29, 3, 40;
    extinction_with_loops: Pair::mixed("chess", &["extinction", "loop"]), 30, 2, 40;
    relay_and_recycle_on_capablanca: Pair::mixed("capablanca", &["knight-relay", "recycle"]), 31, 2, 40;
}
