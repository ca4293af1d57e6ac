//! The search: what it finds in several variants, that it keeps to its limits, and what rules tell it.

mod support;

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use floe_core::hook::Appraise;
use floe_core::notation::uci;
use floe_core::search::{Answer, Control, Level, Limits, Score, Searcher};
use floe_core::{Appraisal, Color, Game, Variant};
use support::rules::Plain;
use support::{game, load, play, position, registry};

/// A bundled variant.
fn bundled(id: &str) -> Arc<Variant> {
    floe_variants::registry().variant(id).expect("it is known").expect("it is sound")
}

fn searcher(variant: &Arc<Variant>) -> Searcher {
    Searcher::new(variant.clone()).expect("there is memory")
}

fn search(game: &Game, limits: &Limits) -> Answer {
    searcher(game.variant()).search(game, limits, &Control::new(), &mut |_| {})
}

/// The best move in coordinates.
fn best(game: &Game, answer: &Answer) -> String {
    answer.best().map_or_else(|| "none".to_owned(), |best| uci::write(game.variant(), game.position(), best))
}

/// What a search of some depth finds: the score, and one of these moves.
fn check(id: &str, fen: &str, depth: u32, score: Score, moves: &str) {
    let game = game(&bundled(id), fen);
    let answer = search(&game, &Limits::depth(depth));
    let found = best(&game, &answer);
    assert_eq!(answer.score(), Some(score), "{id} {fen}: {found}");
    assert!(moves.split(' ').any(|known| known == found), "{id} {fen}: {found}");
}

#[test]
fn wins_are_found() {
    use Score::Mate;
    check("chess", "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 2, Mate(1), "h5f7");
    check("chess", "r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 0 1", 6, Mate(2), "d5d8");
    check("chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 9, Mate(3), "f6a6");
    check("three-checks", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", 3, Mate(1), "a1a8");
    check("atomic", "rnbqkbnr/pppppppp/8/4N3/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1", 2, Mate(1), "e5f7 e5d7");
    check("racing-kings", "8/4K3/8/8/8/8/8/k7 w - - 0 1", 3, Mate(1), "e7d8 e7e8 e7f8");
    check("extinction", "rnb1kbnr/pppppppp/8/8/q7/8/1PPPPPPP/RNBQKBNR w KQkq - 0 1", 2, Mate(1), "a1a4");
}

/// Who loses all men wins, and who can take must.
#[test]
fn losing_is_winning_where_it_is() {
    check("anti", "8/8/8/8/8/1p6/8/R7 w - - 0 1", 4, Score::Mate(1), "a1a2");
    check("anti", "8/8/8/8/8/8/1p6/K7 w - - 0 1", 4, Score::Mate(-1), "a1b2");
}

/// The Ice Age is a part of the move: it is seen like a capture.
#[test]
fn an_ice_age_within_the_depth_is_seen() {
    check("ice-age", "8/pk6/8/8/8/8/8/7K b - - 0 20", 2, Score::Mate(1), "b7b6 b7a6 b7a8 b7b8 a7a6");
    let game = game(&bundled("ice-age"), "8/pk6/8/8/8/6P1/8/7K w - - 0 20");
    let answer = search(&game, &Limits::depth(4));
    assert!(["h1g2", "h1h2"].contains(&&*best(&game, &answer)), "{}", best(&game, &answer));
    assert!(matches!(answer.score(), Some(Score::Centipawns(_))), "{answer:?}");
}

#[test]
fn a_draw_by_counting_moves_is_seen() {
    check("chess", "7k/8/8/8/8/3K4/8/Q7 b - - 99 80", 6, Score::Centipawns(0), "h8g8 h8h7");
}

/// Black has nothing left but a check for ever.
#[test]
fn a_check_for_ever_is_a_draw() {
    let fen = "7k/R5pp/8/8/6q1/8/Q4P1P/7K b - - 0 1";
    check("chess", fen, 12, Score::Centipawns(0), "g4f3 g4d1 g4e4");
}

/// What a search found, without what depends on time.
fn essence(answer: &Answer) -> Vec<(Score, Vec<floe_core::Move>, u64)> {
    answer.lines.iter().map(|report| (report.score, report.line.clone(), report.nodes)).collect()
}

#[test]
fn the_same_search_finds_the_same() {
    for id in ["chess", "ice-age", "capablanca", "anti", "loop"] {
        let game = Game::new(bundled(id));
        for level in [1, 3, 6, 10].map(|number| Level::new(number).expect("there is one")) {
            let once = || {
                let searcher = searcher(game.variant()).with_level(level, 7);
                searcher.search(&game, &Limits::nodes(3_000), &Control::new(), &mut |_| {})
            };
            let (one, other) = (once(), once());
            assert_eq!(essence(&one), essence(&other), "{id} {level:?}");
            assert!(one.best().is_some_and(|best| game.variant().legal_moves(game.position()).contains(&best)));
            assert!(one.nodes <= 3_001, "{}", one.nodes);
        }
    }
}

#[test]
fn weak_players_overlook_what_strong_ones_see() {
    // A queen stands to be taken from afar.
    let game = game(&bundled("chess"), "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPP1/qN1QKBNR w Kkq - 0 1");
    let sees = |level: u8, seed: u64| {
        let level = Level::new(level).expect("there is one");
        let searcher = searcher(game.variant()).with_level(level, seed);
        let answer = searcher.search(&game, &Limits::nodes(10_000), &Control::new(), &mut |_| {});
        answer.score().map_or(0, Score::centipawns)
    };
    let spread = |level: u8| {
        let scores: Vec<i32> = (0..20).map(|seed| sees(level, seed)).collect();
        scores.iter().max().expect("twenty") - scores.iter().min().expect("twenty")
    };
    assert!(spread(1) > 50, "{}", spread(1));
    assert_eq!(spread(10), 0);
}

#[test]
fn several_lines_are_told_best_first() {
    let game = Game::new(bundled("chess"));
    let answer = search(&game, &Limits { lines: 4, ..Limits::depth(5) });
    let scores: Vec<i32> = answer.lines.iter().map(|report| report.score.centipawns()).collect();
    assert_eq!(scores.len(), 4);
    assert!(scores.is_sorted_by(|better, worse| better >= worse), "{scores:?}");
    let mut firsts: Vec<_> = answer.lines.iter().map(|report| report.line[0]).collect();
    firsts.sort();
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
}

#[test]
fn only_the_moves_that_are_asked_for_are_looked_at() {
    let game = Game::new(bundled("chess"));
    let wanted = uci::read(game.variant(), game.position(), "a2a3").expect("it is legal");
    let answer = search(&game, &Limits { moves: vec![wanted], ..Limits::depth(4) });
    assert_eq!(answer.best(), Some(wanted));
}

#[test]
fn a_game_that_is_over_has_no_best_move() {
    let mut game = Game::new(bundled("chess"));
    play(&mut game, "f3 e5 g4 Qh4");
    assert_eq!(search(&game, &Limits::depth(3)), Answer::default());
}

#[test]
fn a_search_that_is_stopped_at_once_still_has_a_move() {
    for id in ["chess", "ice-age", "grand"] {
        let game = Game::new(bundled(id));
        let control = Control::new();
        control.stop();
        let answer = searcher(game.variant()).search(&game, &Limits::default(), &control, &mut |_| {});
        assert!(answer.best().is_some_and(|best| game.variant().legal_moves(game.position()).contains(&best)), "{id}");
    }
}

/// The limits are generous: other programs may run beside the tests.
#[test]
fn a_search_ends_when_it_must() {
    let game = Game::new(bundled("chess"));
    let limits = Limits::time(Duration::from_millis(10));
    let (one, two) = (searcher(game.variant()), searcher(game.variant()).with_threads(2));
    let (pondering, endless) = (Control::pondering(), Control::new());
    thread::scope(|scope| {
        let ponders = scope.spawn(|| one.search(&game, &limits, &pondering, &mut |_| {}));
        thread::sleep(Duration::from_millis(100));
        assert!(!ponders.is_finished(), "its own time has not begun");
        let hit = Instant::now();
        pondering.ponderhit();
        assert!(ponders.join().expect("it ends").best().is_some());
        assert!(hit.elapsed() < Duration::from_secs(5), "{:?}", hit.elapsed());

        let thinks = scope.spawn(|| two.search(&game, &Limits::default(), &endless, &mut |_| {}));
        thread::sleep(Duration::from_millis(50));
        let stopped = Instant::now();
        endless.stop();
        assert!(thinks.join().expect("it ends").best().is_some());
        assert!(stopped.elapsed() < Duration::from_secs(5), "{:?}", stopped.elapsed());
    });
}

#[test]
fn men_are_worth_what_is_said_of_them_or_what_they_reach() {
    let chess = load("pieces.queen.value = 1234", &registry());
    let value = |variant: &Variant, name: &str| variant.value(variant.kind_named(name).expect("it is known"));
    assert_eq!(value(&chess, "queen"), 1234);
    let words = "[pieces.archbishop]\nletter = 'A'\nbetza = 'BN'\n[pieces.wazir]\nletter = 'W'\nbetza = 'W'\n\
                 [pieces.other-rook]\nletter = 'S'\nbetza = 'R'\n[pieces.other-knight]\nletter = 'H'\nbetza = 'N'";
    let fairy = load(words, &registry());
    assert!((420..580).contains(&value(&fairy, "other-rook")), "{}", value(&fairy, "other-rook"));
    assert!((270..370).contains(&value(&fairy, "other-knight")), "{}", value(&fairy, "other-knight"));
    assert!((600..950).contains(&value(&fairy, "archbishop")), "{}", value(&fairy, "archbishop"));
    assert!((90..260).contains(&value(&fairy, "wazir")), "{}", value(&fairy, "wazir"));
    let ice = bundled("ice-age");
    assert_eq!(value(&ice, "ice-cube"), 0);
}

/// White's rooks are worth more on the last rank.
struct Seventh;

impl Appraise for Seventh {
    fn appraise(&self, board: &Appraisal<'_>, color: Color) -> i32 {
        let far = board.geometry().rank_set(7) & board.men(color);
        let values = far.iter().filter_map(|square| board.at(square)).map(|man| board.value(man.kind));
        if color == Color::White { values.sum() } else { 0 }
    }
}

#[test]
fn rules_have_a_say_in_the_judgement() {
    let rule = Plain { id: "seventh", parameters: &[], build: |_, game| game.appraise(Seventh) };
    let variant = load("[rules.seventh]", &registry().with_rule(rule));
    let here = position(&variant, "R7/8/6k1/8/8/8/8/6K1 w - - 0 1");
    let points = |searcher: Searcher| searcher.judge(&here).centipawns();
    let rook = variant.value(variant.kind_named("rook").expect("it is known"));
    assert_eq!(points(searcher(&variant)), points(searcher(&variant).without_rule_terms()) + rook);
}

#[test]
fn where_men_are_a_burden_fewer_are_better() {
    let anti = bundled("anti");
    let judge = |fen: &str| searcher(&anti).judge(&position(&anti, fen)).centipawns();
    assert!(judge("4n3/8/8/8/8/8/8/6N1 w - - 0 1") > judge("4n3/8/8/8/8/8/8/R5N1 w - - 0 1"));
}

/// Men who stand alone are in danger, and the more so the nearer the Ice Age is.
#[test]
fn the_ice_age_is_feared_in_time() {
    let ice = bundled("ice-age");
    let judge = |number: u32| {
        let fen = format!("8/pk6/8/8/8/8/6PK/R7 w - - 0 {number}");
        searcher(&ice).judge(&position(&ice, &fen)).centipawns()
    };
    assert_eq!(judge(10), judge(14), "there is time");
    assert!(judge(14) > judge(17) && judge(17) > judge(20), "{} {} {}", judge(14), judge(17), judge(20));
}
