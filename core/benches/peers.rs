//! Floe beside two crates that play nothing but chess, in one process and in turns, so that whatever else the machine
//! does befalls all of them. Where the system tells it, the time is that of the processor, not of the wall.
//!
//! ```sh
//! cargo bench -p floe-core --bench peers                # some minutes
//! cargo bench -p floe-core --bench peers -- --quick     # two plies less
//! ```
//!
//! For `core/benches/instructions` there are `--list`, which tells what can be counted, and
//! `--count PEER PLACE DEPTH [--no-bulk]`, which counts once.

mod support;

use std::fs;
use std::hint::{black_box, spin_loop};
use std::process::ExitCode;
use std::str::FromStr as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use floe_core::notation::fen;
use floe_core::{Counting, Position, Variant};
use support::{KIWIPETE, PLACES, START};

/// How often all are run in turns; odd, so that one of the rounds is the median.
const ROUNDS: usize = 7;

/// How long each is run in a round, again and again if it takes less.
const LEAST: Duration = Duration::from_millis(100);

/// The positions of chess, and the depth to which they are counted.
const POSITIONS: [(&str, &str, u32); 2] = [("start", START, 6), ("kiwipete", KIWIPETE, 5)];

/// Games with a depth of their own, and the speed wanted of them as a part of cozy-chess's on the start of chess. Those
/// that the registry does not know are left out; of all others as many leaves are counted as take about as long.
const GAMES: [(&str, u32, f64); 7] = [
    ("capablanca", 5, 0.42),
    ("grand", 4, 0.48),
    ("loop", 5, 0.47),
    ("three-checks", 6, 0.47),
    ("anti", 6, 0.35),
    ("racing-kings", 5, 0.35),
    ("atomic", 6, 0.36),
];

/// The leaves that are enough for games without a depth of their own.
const ENOUGH: u64 = 10_000_000;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let leaves = match arguments[..] {
        ["--count", peer, place, depth] => count(peer, place, depth, true),
        ["--count", peer, place, depth, "--no-bulk"] => count(peer, place, depth, false),
        _ => None,
    };
    match (&arguments[..], leaves) {
        ([], _) => compare(0),
        (["--quick"], _) => compare(2),
        (["--list"], _) => list(),
        (_, Some(leaves)) => println!("{leaves}"),
        _ => {
            eprintln!("say nothing, --quick, --list, or --count PEER PLACE DEPTH [--no-bulk]");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

/// Says who can count the leaves of which place, and how deep it makes sense.
fn list() {
    for place in PLACES {
        let peers = if place.plays_chess() { &["floe", "cozy-chess", "chess"][..] } else { &["floe"] };
        peers.iter().for_each(|peer| println!("{peer}\t{place}\t{}", place.depth));
    }
}

/// The leaves of a place, counted by one of the crates. Nothing if there is no such place or crate.
fn count(peer: &str, place: &str, depth: &str, bulk: bool) -> Option<u64> {
    let place = PLACES.iter().find(|known| known.name == place)?;
    let depth = depth.parse().ok()?;
    let (variant, position) = place.load();
    let runner = match peer {
        "floe" => floe(&variant, position, depth, bulk),
        _ if place.plays_chess() => peers(&variant, place.fen, depth, bulk).into_iter().find(|one| one.name == peer)?,
        _ => return None,
    };
    Some((runner.leaves)())
}

/// Something that counts leaves.
struct Runner<'a> {
    name: &'a str,
    leaves: Box<dyn Fn() -> u64 + 'a>,
}

/// What is compared with what, `less` plies less deep than it might be.
fn compare(less: u32) {
    let (chess, clock) = (chess(), Clock::new());
    println!("Millions of leaves a second (median of {ROUNDS} rounds), and Floe's speed as a part of each peer's\n");
    println!("{:28} {:>8}  {:>18}  {:>18}", "chess", "Floe", "cozy-chess", "chess (the crate)");
    for (bulk, how) in [(true, "bulk"), (false, "every leaf")] {
        for (name, fen, depth) in POSITIONS {
            let depth = depth - less;
            let runners = peers(&chess, fen, depth, bulk);
            let [ours, theirs @ ..] = runners.each_ref().map(|runner| (runner.leaves)());
            assert_eq!(theirs, [ours; 2], "leaves of {name} at depth {depth}");
            let rounds = rounds(&clock, &runners);
            let [floe, cozy, crate_chess] = [0, 1, 2].map(|runner| median(rounds.iter().map(|round| round[runner])));
            let [by_cozy, by_chess] = [1, 2].map(|peer| median(rounds.iter().map(|round| round[0] / round[peer])));
            let what = format!("{name} {depth}, {how}");
            println!("{what:28} {floe:8.1}  {cozy:8.1} {by_cozy:8.2}×  {crate_chess:8.1} {by_chess:8.2}×");
        }
    }
    println!("\nEvery game from its start in bulk, as a part of cozy-chess's speed on the start of chess\n");
    println!("{:28} {:>8}  {:>10}  {:>6}", "game", "Floe", "by cozy", "wanted");
    let registry = floe_variants::registry();
    let known: Vec<&str> = registry.variants().map(|(id, _)| id).collect();
    for id in known {
        let variant = registry.variant(id).expect("it is listed").unwrap_or_else(|errors| panic!("{errors}"));
        let wanted = GAMES.iter().find(|(game, ..)| *game == id);
        let depth = wanted.map_or_else(|| deep_enough(&variant, ENOUGH >> (4 * less)), |&(_, depth, _)| depth - less);
        let [_, cozy, _] = peers(&chess, START, 6 - less, true);
        let rounds = rounds(&clock, &[floe(&variant, *variant.start(), depth, true), cozy]);
        let speed = median(rounds.iter().map(|round| round[0]));
        let ratio = median(rounds.iter().map(|round| round[0] / round[1]));
        let wanted = wanted.map_or(String::new(), |(_, _, wanted)| format!("{wanted:.2}×"));
        println!("{:28} {speed:8.1}  {ratio:9.2}×  {wanted:>6}", format!("{id} {depth}"));
    }
}

/// Floe, cozy-chess and chess, on a position of chess.
fn peers<'a>(variant: &'a Variant, fen: &'a str, depth: u32, bulk: bool) -> [Runner<'a>; 3] {
    let position = fen::read(variant, fen).expect("the FEN is right");
    let cozy = cozy_chess::Board::from_fen(fen, false).expect("the FEN is right");
    let other = ::chess::Board::from_str(fen).expect("the FEN is right");
    [
        floe(variant, position, depth, bulk),
        Runner { name: "cozy-chess", leaves: Box::new(move || leaves_of_cozy(&cozy, depth, bulk)) },
        Runner { name: "chess", leaves: Box::new(move || leaves_of_chess(&other, depth, bulk)) },
    ]
}

fn floe(variant: &Variant, position: Position, depth: u32, bulk: bool) -> Runner<'_> {
    let counting = Counting::new(variant);
    let counting = if bulk { counting } else { counting.without_bulk() };
    Runner { name: "floe", leaves: Box::new(move || counting.perft(&position, depth).nodes) }
}

/// As the crate's own example counts: the closure for the last ply does nothing else.
fn leaves_of_cozy(board: &cozy_chess::Board, depth: u32, bulk: bool) -> u64 {
    let mut leaves = 0;
    match depth {
        0 => {
            black_box(board);
            leaves = 1;
        }
        1 if bulk => {
            board.generate_moves(|moves| {
                leaves += moves.len() as u64;
                false
            });
        }
        _ => {
            board.generate_moves(|moves| {
                for legal in moves {
                    let mut next = board.clone();
                    next.play_unchecked(legal);
                    leaves += leaves_of_cozy(&next, depth - 1, bulk);
                }
                false
            });
        }
    }
    leaves
}

fn leaves_of_chess(board: &::chess::Board, depth: u32, bulk: bool) -> u64 {
    if depth == 0 {
        black_box(board);
        return 1;
    }
    let moves = ::chess::MoveGen::new_legal(board);
    if depth == 1 && bulk {
        return moves.len() as u64;
    }
    moves.map(|legal| leaves_of_chess(&board.make_move_new(legal), depth - 1, bulk)).sum()
}

/// The least depth with so many leaves; less where the tree stops growing.
fn deep_enough(variant: &Variant, enough: u64) -> u32 {
    let leaves = |&depth: &u32| variant.perft(variant.start(), depth).nodes;
    (1..20).find(|depth| leaves(depth) >= enough).unwrap_or(20)
}

/// The speed of each runner in each round, in millions of leaves a second. Every other round is run backwards, so that
/// nobody always comes after the same.
fn rounds(clock: &Clock, runners: &[Runner<'_>]) -> Vec<Vec<f64>> {
    let run = |runner: &Runner<'_>| {
        let (start, mut leaves) = (clock.now(), 0);
        loop {
            leaves += (runner.leaves)();
            let spent = clock.now() - start;
            if spent >= LEAST {
                return leaves as f64 / spent.as_secs_f64() / 1e6;
            }
        }
    };
    let round = |number: usize| {
        let mut speeds = vec![0.0; runners.len()];
        let forwards = 0..runners.len();
        let order: Vec<usize> = if number.is_multiple_of(2) { forwards.collect() } else { forwards.rev().collect() };
        for place in order {
            speeds[place] = run(&runners[place]);
        }
        speeds
    };
    (0..ROUNDS).map(round).collect()
}

/// What time is measured by.
enum Clock {
    /// How long this thread has had a processor, as Linux tells it.
    Processor,
    /// How long ago this was.
    Wall(Instant),
}

impl Clock {
    /// The processor's, if it goes.
    fn new() -> Clock {
        let start = Instant::now();
        while start.elapsed() < Duration::from_millis(20) {
            spin_loop();
        }
        if Clock::processor() > Some(Duration::ZERO) { Clock::Processor } else { Clock::Wall(start) }
    }

    fn now(&self) -> Duration {
        match self {
            Clock::Processor => Clock::processor().expect("it has gone so far"),
            Clock::Wall(start) => start.elapsed(),
        }
    }

    fn processor() -> Option<Duration> {
        let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        Some(Duration::from_nanos(text.split_whitespace().next()?.parse().ok()?))
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn chess() -> Arc<Variant> {
    let chess = floe_variants::registry().variant("chess").expect("chess is bundled");
    chess.unwrap_or_else(|errors| panic!("{errors}"))
}
