//! The core against the naive implementation of `support/naive.rs`, on random games: legal moves, positions after
//! them, check, outcome, hash and FEN at every ply. `FLOE_NAIVE_GAMES=50` plays fifty times as many games:
//!
//! ```text
//! FLOE_NAIVE_GAMES=50 cargo test -p floe --test naive
//! ```

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use floe_core::notation::{fen, uci};
use floe_core::{Event, Position, Variant};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use support::data::{position, variant, words};
use support::naive::{self, EMPTY, ICE, Rules, at, name};
use support::random;

const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const ICE_AGE: &str = "rnbqkbnr/pppppppp/^^^^^^^^/^^^^^^^^/^^^^^^^^/^^^^^^^^/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// How many games to play of each kind, where one run of the tests plays `games`.
fn times(games: u64) -> u64 {
    let factor =
        std::env::var("FLOE_NAIVE_GAMES").map_or(1, |text| text.parse().expect("FLOE_NAIVE_GAMES is a number"));
    games * factor
}

/// Every combination of settings of the Ice Age that may go together.
fn ice_ages() -> Vec<String> {
    let mut combinations = vec![String::new()];
    for (key, values) in [
        ("interval", &["1", "2", "3", "20"][..]),
        ("counted_by", &["black", "white", "both"]),
        ("mate", &["after-ice", "before-ice"]),
        ("legality", &["before-ice", "after-ice"]),
        ("freeze", &["true", "false"]),
        ("frozen_king", &["loses", "immune"]),
    ] {
        let with = |old: &String| values.iter().map(|value| format!("{old} ice-age.{key}={value}")).collect::<Vec<_>>();
        combinations = combinations.iter().flat_map(with).collect();
    }
    combinations.retain(|settings| !(settings.contains("mate=before") && settings.contains("legality=after")));
    combinations
}

/// The same variant twice.
struct Pair {
    variant: std::sync::Arc<Variant>,
    rules: Rules,
    settings: String,
}

impl Pair {
    fn new(id: &str, settings: &str) -> Pair {
        Pair { variant: variant(id, settings), rules: Rules::new(id, settings), settings: settings.to_owned() }
    }

    /// Plays a random game from a position and compares the two at every ply.
    fn play(&self, start: &str, plies: usize, rng: &mut StdRng) {
        let mut core = position(&self.variant, start);
        let mut naive = naive::Position::read(self.rules, start);
        self.check_fen(start, &core, &naive);
        for _ in 0..plies {
            let moves = naive.legal_moves();
            self.check_moves(&core, &naive, &moves);
            self.check_verdict(&core, &naive);
            let chosen = random::choose(rng, &naive, &moves).filter(|_| naive.outcome().is_none());
            let Some(chosen) = chosen else { return };
            for &m in moves.sample(rng, 2) {
                let (core, naive) = self.after(&core, &naive, m);
                self.check_verdict(&core, &naive);
            }
            for &m in &moves {
                let (after_core, after_naive) = self.after(&core, &naive, m);
                let line = format!("{} {}", naive.write(), naive.uci(m));
                self.check_fen(&line, &after_core, &after_naive);
            }
            self.check_events(&core, &naive, chosen);
            (core, naive) = self.after(&core, &naive, chosen);
        }
    }

    /// The FEN of a drawn start.
    fn drawn(&self, rng: &mut StdRng) -> String {
        let number =
            self.variant.draw_array(&mut |bound| rng.random_range(0..bound)).expect("a variant of many arrays");
        fen::write(&self.variant, &self.variant.start_at(number).expect("a true position"))
    }

    fn after(&self, core: &Position, naive: &naive::Position, m: naive::Move) -> (Position, naive::Position) {
        let text = naive.uci(m);
        let legal = uci::read(&self.variant, core, &text);
        let legal = legal.unwrap_or_else(|error| self.differ("a legal move", &naive.write(), &error, &text));
        (self.variant.play(core, legal), naive.play(m))
    }

    /// The two write the same FEN, and it reads back to the same position with the same hash.
    fn check_fen(&self, line: &str, core: &Position, naive: &naive::Position) {
        let text = fen::write(&self.variant, core);
        self.same("FEN", line, &text, &naive.write());
        let again = position(&self.variant, &text);
        self.same("FEN read and written", line, &fen::write(&self.variant, &again), &text);
        self.same("hash of a position and of its FEN", line, &self.variant.key(core), &self.variant.key(&again));
        self.same("the hash kept up is the hash from scratch", line, &self.variant.hash_is_true(core), &true);
    }

    fn check_moves(&self, core: &Position, naive: &naive::Position, moves: &[naive::Move]) {
        let name = |m| uci::write(&self.variant, core, m);
        let core: BTreeSet<String> = self.variant.legal_moves(core).into_iter().map(name).collect();
        let naive_moves: BTreeSet<String> = moves.iter().map(|&m| naive.uci(m)).collect();
        let only = |a: &BTreeSet<String>, b: &BTreeSet<String>| a.difference(b).cloned().collect::<Vec<_>>();
        let (only_core, only_naive) = (only(&core, &naive_moves), only(&naive_moves, &core));
        if (&only_core, &only_naive) != (&vec![], &vec![]) {
            self.differ("moves that only one of the two has", &naive.write(), &only_core, &only_naive)
        }
    }

    fn check_verdict(&self, core: &Position, naive: &naive::Position) {
        let fen = naive.write();
        self.same("check", &fen, &!self.variant.checked(core).is_empty(), &naive.in_check());
        self.same("outcome", &fen, &self.variant.outcome(core).map(words), &naive.outcome());
    }

    /// What the core tells of a move is what the naive implementation's board shows.
    fn check_events(&self, core: &Position, naive: &naive::Position, m: naive::Move) {
        let legal = uci::read(&self.variant, core, &naive.uci(m)).expect("a legal move");
        let (after, events) = self.variant.play_and_tell(core, legal);
        let names = |event: &Event| event.squares.iter().map(|&square| self.variant.geometry().name(square)).collect();
        let told: Told = events.iter().map(|event| (event.text.clone(), names(event))).collect();
        let line = format!("{} {}", naive.write(), naive.uci(m));
        self.same("events", &line, &told, &texts(naive, m));
        self.same("position told and untold", &line, &after, &self.variant.play(core, legal));
    }

    fn same<T: Debug + PartialEq>(&self, what: &str, line: &str, core: &T, naive: &T) {
        if core != naive {
            self.differ(what, line, core, naive)
        }
    }

    fn differ(&self, what: &str, line: &str, core: &dyn Debug, naive: &dyn Debug) -> ! {
        let Pair { variant, settings, .. } = self;
        panic!("{what}\n{}{settings}\n{line}\n core: {core:?}\nnaive: {naive:?}", variant.id())
    }
}

/// What is told of a move, and the squares that it concerns.
type Told = BTreeMap<String, BTreeSet<String>>;

/// What there is to tell of a move, read off the board before the ice and the board after it.
fn texts(position: &naive::Position, m: naive::Move) -> Told {
    let mut texts = Told::new();
    if !position.ice_age_follows(m) {
        return texts;
    }
    let (before, after) = (position.moved(m).board, position.play(m).board);
    let changed = |was: fn(char) -> bool| {
        naive::squares().filter(move |&square| was(at(&before, square)) && at(&after, square) == ICE)
    };
    let open = naive::squares().filter(|&square| at(&after, square) == EMPTY);
    let frozen: Vec<naive::Square> = changed(naive::is_man).collect();
    let frozen_men = frozen.iter().map(|&square| format!("{} {}", man(at(&before, square)), name(square)));
    let mut tell = |what: &str, list: String, squares: Vec<String>| {
        if !squares.is_empty() {
            texts.insert(format!("{what}: {list}"), squares.into_iter().collect());
        }
    };
    tell("frozen", frozen_men.collect::<Vec<_>>().join(", "), frozen.iter().map(|&square| name(square)).collect());
    // More than eight squares are counted only.
    let list = |squares: &[String]| match squares.len() {
        many @ 9.. => format!("{many} squares"),
        _ => squares.join(" "),
    };
    let froze_over: Vec<String> = changed(|letter| letter == EMPTY).map(name).collect();
    tell("froze over", list(&froze_over), froze_over);
    let open: Vec<String> = open.map(name).collect();
    tell("stays open", list(&open), open);
    texts
}

/// `white rook`, of `R`.
fn man(letter: char) -> String {
    let kind = match letter.to_ascii_lowercase() {
        'p' => "pawn",
        'n' => "knight",
        'b' => "bishop",
        'r' => "rook",
        'q' => "queen",
        'k' => "king",
        'a' => "archbishop",
        'c' => "chancellor",
        other => panic!("no man: {other}"),
    };
    format!("{} {kind}", if letter.is_ascii_uppercase() { "white" } else { "black" })
}

#[test]
fn chess() {
    let mut rng = random::seeded(1);
    let pair = Pair::new("chess", "");
    assert_eq!(fen::write(&pair.variant, pair.variant.start()), CHESS);
    for _ in 0..times(20) {
        pair.play(CHESS, 160, &mut rng);
    }
    for _ in 0..times(200) {
        pair.play(&random::sparse(&mut rng, pair.rules, false), 30, &mut rng);
    }
}

#[test]
fn fischer_random() {
    let mut rng = random::seeded(2);
    let pair = Pair::new("fischer-random", "");
    for _ in 0..times(100) {
        pair.play(&random::array(&mut rng, false), 40, &mut rng);
        pair.play(&random::sparse(&mut rng, pair.rules, true), 30, &mut rng);
    }
}

#[test]
fn ice_age_from_the_start() {
    let mut rng = random::seeded(3);
    for settings in ice_ages() {
        let pair = Pair::new("ice-age", &settings);
        assert_eq!(fen::write(&pair.variant, pair.variant.start()), ICE_AGE);
        for _ in 0..times(1) {
            pair.play(ICE_AGE, 90, &mut rng);
        }
    }
}

#[test]
fn ice_age_with_few_men() {
    let mut rng = random::seeded(4);
    for settings in ice_ages() {
        let pair = Pair::new("ice-age", &settings);
        for _ in 0..times(3) {
            pair.play(&random::sparse(&mut rng, pair.rules, false), 30, &mut rng);
        }
    }
}

#[test]
fn ice_age_over_fischer_random() {
    let mut rng = random::seeded(5);
    for settings in ice_ages() {
        let pair = Pair::new("ice-age-fischer-random", &settings);
        for _ in 0..times(1) {
            pair.play(&random::array(&mut rng, true), 30, &mut rng);
            pair.play(&random::sparse(&mut rng, pair.rules, true), 20, &mut rng);
        }
    }
}

#[test]
fn capablanca_random() {
    let mut rng = random::seeded(6);
    let pair = Pair::new("capablanca-random", "");
    for _ in 0..times(40) {
        pair.play(&pair.drawn(&mut rng), 40, &mut rng);
        pair.play(&random::sparse(&mut rng, pair.rules, true), 30, &mut rng);
    }
}

#[test]
fn ice_age_over_capablanca_random() {
    let mut rng = random::seeded(7);
    for settings in ice_ages() {
        let pair = Pair::new("frozen-capablanca", &settings);
        for _ in 0..times(1) {
            pair.play(&pair.drawn(&mut rng), 20, &mut rng);
            pair.play(&random::sparse(&mut rng, pair.rules, true), 15, &mut rng);
        }
    }
}

#[test]
fn other_drawn_arrays() {
    let mut rng = random::seeded(8);
    for id in ["corner", "fortress", "fischer-random", "ice-age-fischer-random"] {
        let pair = Pair::new(id, "");
        for _ in 0..times(10) {
            pair.play(&pair.drawn(&mut rng), 60, &mut rng);
        }
    }
}
