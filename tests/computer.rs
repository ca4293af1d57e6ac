//! The computer as a player: it never makes an illegal move, and what it finds holds against the naive generator.
//!
//! `data/found.csv` has positions that were looked for by `find_positions`, which says how:
//!
//! ```text
//! cargo test --release -p floe --test computer -- --ignored --nocapture find_positions
//! ```

mod support;

use std::sync::Arc;
use std::time::Duration;

use floe_core::notation::{fen, uci};
use floe_core::search::{Answer, Control, Level, Limits, Score, Searcher};
use floe_core::{Color, Game, Move, Position, Variant};
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use support::data::{self, position, variant};
use support::naive;

fn searcher(variant: &Arc<Variant>) -> Searcher {
    Searcher::new(variant.clone()).and_then(|searcher| searcher.with_hash(1)).expect("there is memory")
}

fn search(searcher: &Searcher, game: &Game, limits: &Limits) -> Answer {
    searcher.search(game, limits, &Control::new(), &mut |_| {})
}

/// Two weak players on every bundled game, from its start to its end or for many plies.
#[test]
fn no_move_is_illegal() {
    let registry = floe_variants::registry();
    for (id, _) in registry.variants() {
        let variant = registry.variant(id).expect("it is known").expect("it is sound");
        let mut game = Game::new(variant.clone());
        let player = |level, seed| {
            let level = Level::new(level).expect("there is one");
            searcher(&variant).with_level(level, seed)
        };
        let players = [player(2, 1), player(4, 2)];
        for ply in 0..120 {
            match search(&players[ply % 2], &game, &Limits::depth(5)).best() {
                Some(best) => drop(game.play(best).unwrap_or_else(|refusal| panic!("{id} ply {ply}: {refusal}"))),
                None => {
                    assert!(game.outcome().is_some(), "{id} ply {ply}: {}", fen::write(&variant, game.position()));
                    break;
                }
            }
        }
    }
}

/// A position with what is to be found in it.
struct Case {
    kind: String,
    variant: Arc<Variant>,
    id: String,
    fen: String,
}

fn cases(kind: &str) -> Vec<Case> {
    let case = |line: String| {
        let mut fields = line.split(',').map(str::to_owned);
        let mut field = || fields.next().expect("kind, variant, FEN");
        let (kind, id, fen) = (field(), field(), field());
        Case { kind, variant: variant(&id, ""), id, fen }
    };
    data::lines("found.csv").into_iter().map(case).filter(|case| case.kind == kind).collect()
}

/// The search's move, at full strength.
fn best(searcher: &Searcher, here: &Position, nodes: u64) -> (String, Option<Score>) {
    let game = Game::from_position(searcher.variant().clone(), *here);
    let answer = search(searcher, &game, &Limits::nodes(nodes));
    let best = answer.best().map(|best| uci::write(searcher.variant(), here, best));
    (best.unwrap_or_default(), answer.score())
}

const NODES: u64 = 200_000;

/// Whether the side to move wins in so many of its moves, by the search's moves, whatever the naive generator answers.
/// Returns how the lines end.
fn wins(searcher: &Searcher, naive: &naive::Position, moves: u32, ends: &mut Vec<String>) -> bool {
    let here = position(searcher.variant(), &naive.write());
    let (text, _) = best(searcher, &here, NODES);
    let Some(found) = naive.find(&text) else { return false };
    let mine = naive.play(found);
    let winner = if naive.white_to_move { "1-0" } else { "0-1" };
    if let Some(outcome) = mine.outcome() {
        ends.push(outcome.clone());
        return outcome.starts_with(winner);
    }
    moves > 1
        && mine.legal_moves().into_iter().all(|answer| {
            let next = mine.play(answer);
            match next.outcome() {
                Some(outcome) => {
                    ends.push(outcome.clone());
                    outcome.starts_with(winner)
                }
                None => wins(searcher, &next, moves - 1, ends),
            }
        })
}

/// How a win that the search sees ends, if it holds.
fn proved(case: &Case, most: u32) -> Result<Vec<String>, String> {
    let searcher = searcher(&case.variant);
    let naive = naive::Position::read(naive::Rules::new(&case.id, ""), &case.fen);
    let (_, score) = best(&searcher, &position(&case.variant, &case.fen), NODES);
    let Some(Score::Mate(moves)) = score.filter(|score| matches!(score, Score::Mate(moves) if *moves > 0)) else {
        return Err(format!("{}: {score:?}", case.fen));
    };
    let mut ends = Vec::new();
    let holds = moves as u32 <= most && wins(&searcher, &naive, moves as u32, &mut ends);
    if holds { Ok(ends) } else { Err(format!("{}: not won in {moves}", case.fen)) }
}

#[test]
fn mates_in_three_are_seen() {
    let cases = cases("mate");
    assert!(cases.len() >= 30, "{}", cases.len());
    for case in cases {
        let ends = proved(&case, 3).unwrap_or_else(|wrong| panic!("{wrong}"));
        assert!(ends.iter().any(|end| end.contains("checkmate")), "{}: {ends:?}", case.fen);
    }
}

#[test]
fn a_king_that_will_freeze_is_seen() {
    let cases = cases("freeze");
    assert!(cases.len() >= 30, "{}", cases.len());
    for case in cases {
        let ends = proved(&case, 4).unwrap_or_else(|wrong| panic!("{wrong}"));
        assert!(ends.iter().any(|end| end.contains("frozen")), "{}: {ends:?}", case.fen);
    }
}

/// The moves after which the own king does not freeze, of a player whom the Ice Age follows; `None` if none or all do.
fn saving(naive: &naive::Position) -> Option<Vec<String>> {
    let loser = if naive.white_to_move { "white king frozen" } else { "black king frozen" };
    let freezes = |m: &naive::Move| {
        let ends = |outcome: Option<String>| outcome.is_some_and(|outcome| outcome.contains(loser));
        let next = naive.play(*m);
        // The other side may have the last move before the ice.
        ends(next.outcome())
            || (next.outcome().is_none()
                && next.legal_moves().into_iter().any(|answer| ends(next.play(answer).outcome())))
    };
    let (lost, saved): (Vec<naive::Move>, Vec<naive::Move>) = naive.legal_moves().into_iter().partition(freezes);
    let names = || saved.iter().map(|&m| naive.uci(m)).collect();
    (!lost.is_empty() && !saved.is_empty()).then(names)
}

#[test]
fn the_own_king_is_saved_from_freezing() {
    let cases = cases("save");
    assert!(cases.len() >= 30, "{}", cases.len());
    for case in cases {
        let naive = naive::Position::read(naive::Rules::new(&case.id, ""), &case.fen);
        let saving = saving(&naive).expect("some moves save the king, and some do not");
        assert!(saving.len() <= 3, "{}: {saving:?}", case.fen);
        let (found, _) = best(&searcher(&case.variant), &position(&case.variant, &case.fen), 20_000);
        assert!(saving.contains(&found), "{}: {found}, not {saving:?}", case.fen);
    }
}

/// Looks for positions in games of weak players, and prints them as lines of `data/found.csv`.
#[test]
#[ignore = "it looks for positions, which takes minutes"]
fn find_positions() {
    const WANTED: usize = 34;
    let ids = ["ice-age", "chess", "ice-age"];
    let mut found = [("mate", 0), ("freeze", 0), ("save", 0)];
    for seed in 0..2_000_u64 {
        let id = ids[seed as usize % ids.len()];
        let variant = variant(id, "");
        let level = Level::new(1 + (seed % 3) as u8).expect("there is one");
        let player = searcher(&variant).with_level(level, seed);
        let judge = searcher(&variant);
        let mut game = Game::new(variant.clone());
        let mut kinds_of_game = Vec::new();
        while let Some(best_move) = search(&player, &game, &Limits::default()).best() {
            let here = fen::write(&variant, game.position());
            let naive = naive::Position::read(naive::Rules::new(id, ""), &here);
            let case = |kind: &str| Case {
                kind: kind.to_owned(),
                variant: variant.clone(),
                id: id.to_owned(),
                fen: here.clone(),
            };
            let near = variant.forecast(game.position()).is_some_and(|forecast| forecast.plies <= 6);
            let (_, score) = best(&judge, game.position(), 3_000);
            let kind = match score {
                Some(Score::Mate(3)) if !near && proved(&case("mate"), 3).is_ok() => "mate",
                Some(Score::Mate(2..=4)) if near => match proved(&case("freeze"), 4) {
                    Ok(ends) if ends.iter().any(|end| end.contains("frozen")) => "freeze",
                    _ => "",
                },
                _ if near && saving(&naive).is_some_and(|moves| moves.len() <= 3) => "save",
                _ => "",
            };
            if let Some((_, count)) = found.iter_mut().find(|(known, count)| *known == kind && *count < WANTED)
                && !kinds_of_game.contains(&kind)
            {
                println!("{kind},{id},{here}");
                *count += 1;
                // One of a kind is enough from each game.
                kinds_of_game.push(kind);
            }
            if game.plies().len() > 260 || game.claimable().is_some() || game.play(best_move).is_err() {
                break;
            }
        }
        if found.iter().all(|(_, count)| *count == WANTED) {
            return;
        }
    }
}

/// A simple player for comparison.
trait Simple {
    fn choose(&self, game: &Game, rng: &mut StdRng) -> Move;
}

/// Takes a man where it can, else any.
struct Captures;

impl Simple for Captures {
    fn choose(&self, game: &Game, rng: &mut StdRng) -> Move {
        let (variant, here) = (game.variant(), game.position());
        let moves = variant.legal_moves(here);
        let takes =
            |legal: &Move| variant.captured(here, *legal).is_some_and(|(_, man)| man.owner == (!here.turn()).into());
        let captures: Vec<Move> = moves.iter().copied().filter(takes).collect();
        let list = if captures.is_empty() { &moves } else { &captures };
        *list.choose(rng).expect("the game goes on")
    }
}

/// Looks two plies ahead and counts men by their values.
struct TwoPlies;

impl TwoPlies {
    /// The men on the board, for the side that has just moved: its own less the other's.
    fn count(variant: &Variant, here: &Position, own: Color) -> i32 {
        let sum = |color: Color| {
            here.men(color).iter().filter_map(|at| here.at(at)).map(|man| variant.value(man.kind)).sum::<i32>()
        };
        match variant.outcome(here).map(|outcome| outcome.winner) {
            Some(Some(winner)) if winner == own => 100_000,
            Some(Some(_)) => -100_000,
            Some(None) => 0,
            None => sum(own) - sum(!own),
        }
    }
}

impl Simple for TwoPlies {
    fn choose(&self, game: &Game, rng: &mut StdRng) -> Move {
        let (variant, here) = (game.variant(), game.position());
        let own = here.turn();
        let worth = |&first: &Move| {
            let next = variant.play(here, first);
            let answers = variant.legal_moves(&next).into_iter();
            let worst = answers.map(|answer| Self::count(variant, &variant.play(&next, answer), own)).min();
            worst.unwrap_or_else(|| Self::count(variant, &next, own))
        };
        let moves = variant.legal_moves(here);
        let best = moves.iter().map(worth).max().expect("the game goes on");
        let equals: Vec<Move> = moves.into_iter().filter(|first| worth(first) == best).collect();
        *equals.choose(rng).expect("one is best")
    }
}

/// The highest level, 100 ms a move, against simple players on Ice Age: 50 games each, colours in turn.
#[test]
#[ignore = "it plays a hundred games, which takes an hour"]
fn simple_players_are_beaten() {
    let ice = variant("ice-age", "");
    let simple: [(&str, &dyn Simple, u32); 2] = [("captures", &Captures, 50), ("two plies", &TwoPlies, 47)];
    for (name, other, least) in simple {
        let mut won = 0;
        for number in 0..50_u64 {
            let mut rng = StdRng::seed_from_u64(number);
            let computer = searcher(&ice);
            let own = if number % 2 == 0 { Color::White } else { Color::Black };
            let mut game = Game::new(ice.clone());
            while game.outcome().is_none() && game.plies().len() < 400 {
                let chosen = if game.position().turn() == own {
                    search(&computer, &game, &Limits::time(Duration::from_millis(100)))
                        .best()
                        .expect("the game goes on")
                } else {
                    other.choose(&game, &mut rng)
                };
                game.play(chosen).unwrap_or_else(|refusal| panic!("{refusal}"));
            }
            won += u32::from(game.outcome().is_some_and(|outcome| outcome.winner == Some(own)));
            println!("{name}: {won} of {} won, {} plies", number + 1, game.plies().len());
        }
        assert!(won >= least, "{name}: {won} of 50");
    }
}
