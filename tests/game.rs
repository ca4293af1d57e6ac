//! Games: undo and redo, repetition, the count of moves, claims, and how games end.

use std::sync::Arc;

use floe_core::hook::Ending;
use floe_core::notation::{fen, san};
use floe_core::{
    Color, Game, Judge, Outcome, Parameter, Position, Refusal, Rule, RuleBuilder, Values, Variant, config,
};
use proptest::prelude::*;

fn variant(id: &str) -> Arc<Variant> {
    floe_variants::registry().variant(id).expect("it is registered").expect("it is sound")
}

/// A variant with other settings.
fn adjusted(id: &str, settings: &[&str]) -> Arc<Variant> {
    let settings: Vec<String> = settings.iter().map(|&setting| setting.to_owned()).collect();
    config::adjust(&variant(id), &settings, &floe_variants::registry()).unwrap()
}

fn game_from(variant: &Arc<Variant>, text: &str) -> Game {
    Game::from_position(variant.clone(), fen::read(variant, text).unwrap())
}

/// Plays moves in SAN.
fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let candidate = san::read(game.variant(), game.position(), text).unwrap();
        game.play(candidate).unwrap();
    }
}

fn chess(moves: &str) -> Game {
    let mut game = Game::new(variant("chess"));
    play(&mut game, moves);
    game
}

/// What a game says of itself: how it has ended, and what may be claimed.
type State = (Option<String>, Option<String>);

fn state(game: &Game) -> State {
    let text = |outcome: Option<Outcome>| outcome.map(|outcome| outcome.to_string());
    (text(game.outcome()), text(game.claimable()))
}

fn ended(text: &str) -> State {
    (Some(text.to_owned()), None)
}

fn may_claim(text: &str) -> State {
    (None, Some(text.to_owned()))
}

const GOES_ON: State = (None, None);

#[test]
fn a_threefold_repetition_may_be_claimed_and_a_fivefold_ends_the_game() {
    let mut game = chess("");
    for times in 1..=5 {
        assert_eq!(game.repetitions(), times);
        let expected = match times {
            1 | 2 => GOES_ON,
            3 | 4 => may_claim("1/2-1/2, threefold repetition"),
            _ => ended("1/2-1/2, fivefold repetition"),
        };
        assert_eq!(state(&game), expected, "{times}");
        if times < 5 {
            play(&mut game, "Nf3 Nf6 Ng1 Ng8");
        }
    }
    let next = game.variant().legal_moves(game.position()).first().copied();
    let refused = next.map(|next| game.play(next).unwrap_err());
    assert_eq!(refused, Some(Refusal::GameOver("1/2-1/2, fivefold repetition".to_owned())));
    game.undo();
    assert_eq!(state(&game), may_claim("1/2-1/2, threefold repetition"));
    play(&mut game, "Nh5");
    assert_eq!(state(&game), GOES_ON);
}

/// brighamskarda/chess #2: after 1. e4 e5 nothing could be taken in passing, so the position is the same later.
#[test]
fn a_double_step_that_nobody_can_take_makes_no_other_position() {
    let game = chess("e4 e5 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    assert_eq!(game.repetitions(), 3);
    assert_eq!(state(&game), may_claim("1/2-1/2, threefold repetition"));
}

/// chesslib #39: after 47... f5 gxf6 was legal, so that position was another.
#[test]
fn a_position_with_a_capture_in_passing_is_another() {
    let game = chess(
        "Nf3 Nf6 c4 c5 b3 d6 d4 cxd4 Nxd4 e5 Nb5 Be6 g3 a6 N5c3 d5 cxd5 Nxd5 Bg2 Bb4 Bd2 Nc6 O-O O-O Na4 Rc8 a3 Be7 \
         e3 b5 Nb2 Qb6 Nd3 Rfd8 Qe2 Nf6 Nc1 e4 Bc3 Nd5 Bxe4 Nxc3 Nxc3 Na5 N1a2 Nxb3 Rad1 Bc4 Qf3 Qf6 Qg4 Be6 Qe2 Rxc3 \
         Nxc3 Qxc3 Rxd8+ Bxd8 Rd1 Be7 Bb7 Nc5 Qf3 g6 Bd5 Bxd5 Qxd5 Qxa3 Qe5 Ne6 Ra1 Qd6 Qxd6 Bxd6 Rxa6 Bc5 Kf1 Kf8 \
         Ke2 Ke7 Kd3 Kd7 g4 Kc7 Ra8 Kc6 f4 Be7 Rc8+ Kd5 Re8 Kd6 g5 f5 Rb8 Kc6 Re8 Kd6 Rb8 Kc6 Re8 Kd6",
    );
    let position = fen::write(game.variant(), game.position());
    assert_eq!(position, "4R3/4b2p/3kn1p1/1p3pP1/5P2/3KP3/7P/8 w - - 8 52");
    assert_eq!(game.repetitions(), 2);
    assert_eq!(state(&game), GOES_ON);
}

#[test]
fn moves_without_capture_may_be_claimed_at_fifty_and_end_the_game_at_seventy_five() {
    for (clock, expected) in [
        (98, GOES_ON),
        (99, may_claim("1/2-1/2, fifty moves")),
        (148, may_claim("1/2-1/2, fifty moves")),
        (149, ended("1/2-1/2, seventy-five moves")),
    ] {
        let mut game = game_from(&variant("chess"), &format!("4k3/8/8/8/8/8/8/R3K3 w - - {clock} 100"));
        play(&mut game, "Ra2");
        assert_eq!(state(&game), expected, "{clock}");
        game.undo();
        play(&mut game, "Ra7");
        assert_eq!(state(&game), expected, "{clock}");
    }
}

#[test]
fn a_mate_on_the_seventy_fifth_move_is_a_mate() {
    let mut game = game_from(&variant("chess"), "4k3/7R/8/8/8/8/8/R3K3 w - - 149 100");
    play(&mut game, "Ra8#");
    assert_eq!(state(&game), ended("1-0, checkmate"));
}

#[test]
fn other_counts_have_their_own_words() {
    let knights = "Nf3 Nf6 Ng1 Ng8";
    for (settings, moves, expected) in [
        (vec!["draws.repetition.end=3"], [knights; 2].join(" "), ended("1/2-1/2, threefold repetition")),
        (vec!["draws.repetition.end=4"], [knights; 3].join(" "), ended("1/2-1/2, fourfold repetition")),
        (vec!["draws.repetition.claim=2"], knights.to_owned(), may_claim("1/2-1/2, 2-fold repetition")),
        (vec!["draws.repetition=false"], [knights; 10].join(" "), GOES_ON),
        (vec!["draws.moves.claim=1", "draws.moves.end=2"], "Nf3 Nf6".to_owned(), may_claim("1/2-1/2, 1 move")),
        (vec!["draws.moves.claim=1", "draws.moves.end=2"], "Nf3 Nf6 e4 e5".to_owned(), GOES_ON),
        (vec!["draws.moves.claim=1", "draws.moves.end=2"], knights.to_owned(), ended("1/2-1/2, 2 moves")),
    ] {
        let mut game = Game::new(adjusted("chess", &settings));
        play(&mut game, &moves);
        assert_eq!(state(&game), expected, "{settings:?} {moves}");
    }
}

#[test]
fn players_end_a_game_and_undo_takes_it_back() {
    type End = fn(&mut Game);
    let ends: [(End, &str); 3] = [
        (|game| game.resign(Color::White), "0-1, White resigned"),
        (|game| game.agree_draw(), "1/2-1/2, draw agreed"),
        (|game| game.end(Outcome::win(Color::White, "time forfeit")), "1-0, time forfeit"),
    ];
    for (end, expected) in ends {
        let mut game = chess("e4 e5");
        assert!(!game.claim_draw());
        end(&mut game);
        assert_eq!(state(&game), ended(expected));
        let next = game.variant().legal_moves(game.position())[0];
        assert_eq!(game.play(next).unwrap_err(), Refusal::GameOver(expected.to_owned()));
        // An end is final until it is taken back.
        game.resign(Color::Black);
        game.agree_draw();
        assert!(!game.claim_draw());
        assert_eq!(state(&game), ended(expected));
        assert_eq!(game.undo().unwrap().san, "e5");
        assert_eq!(state(&game), GOES_ON);
        assert_eq!(game.redo().unwrap().san, "e5");
        assert_eq!(state(&game), GOES_ON);
    }
    let mut game = chess("");
    game.resign(Color::White);
    assert!(game.undo().is_none());
    assert_eq!(state(&game), GOES_ON);
}

#[test]
fn nothing_is_redone_behind_an_end() {
    let mut game = chess("e4 e5");
    game.undo();
    game.resign(Color::Black);
    assert!(game.redo().is_none());
    assert_eq!(game.plies().len(), 1);
}

#[test]
fn a_claimed_draw_is_the_outcome() {
    let mut game = chess("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    assert!(game.claim_draw());
    assert_eq!(state(&game), ended("1/2-1/2, threefold repetition"));
    game.undo();
    assert_eq!(state(&game), GOES_ON);
}

#[test]
fn redo_survives_its_own_move_and_no_other() {
    let mut game = chess("e4 e5 Nf3 Nc6");
    for _ in 0..3 {
        game.undo();
    }
    play(&mut game, "e5");
    assert_eq!(game.redo().unwrap().san, "Nf3");
    game.undo();
    game.undo();
    play(&mut game, "c5");
    assert!(game.redo().is_none());
    assert_eq!(game.plies().iter().map(|ply| ply.san.as_str()).collect::<Vec<_>>(), ["e4", "c5"]);
}

#[test]
fn an_illegal_move_changes_nothing_and_says_why() {
    let mut game = chess("e4 e5");
    let before = *game.position();
    // It was legal one ply ago.
    let stale = game.variant().legal_moves(game.start())[0];
    let undone = game.undo().unwrap().played;
    let refusal = game.play(stale).unwrap_err();
    assert!(matches!(refusal, Refusal::NotYours(_)), "{refusal:?}");
    assert_eq!(game.redo().unwrap().played, undone);
    assert_eq!(*game.position(), before);
}

/// Ends the game at its fifth position.
struct Short;

impl Rule for Short {
    fn id(&self) -> &'static str {
        "short"
    }
    fn parameters(&self) -> &'static [Parameter] {
        const { &[Parameter::flag("on", true, "whether games are short")] }
    }
    fn summary(&self, _: &Values) -> String {
        "Games are short.".to_owned()
    }
    fn build(&self, _: &Values, game: &mut RuleBuilder<'_>) {
        game.ending(Short);
    }
}

impl Ending for Short {
    fn outcome(&self, judge: &Judge<'_>) -> Option<Outcome> {
        (judge.history().len() == 4).then(|| Outcome::draw("long enough"))
    }
}

#[test]
fn hooks_are_told_the_history() {
    let registry = floe_variants::registry().with_rule(Short);
    let text = "format = 1\nid = \"short\"\nname = \"Short\"\nextends = \"chess\"\n[rules.short]\n";
    let mut game = Game::new(config::load(text, "short.toml", &registry).unwrap());
    play(&mut game, "e4 e5 Nf3");
    assert_eq!(state(&game), GOES_ON);
    play(&mut game, "Nc6");
    assert_eq!(state(&game), ended("1/2-1/2, long enough"));
    game.undo();
    assert_eq!(state(&game), GOES_ON);
    game.redo();
    assert_eq!(state(&game), ended("1/2-1/2, long enough"));
}

/// Everything that a game knows of the place where it stands.
fn whole(game: &Game) -> (Position, Vec<String>, usize, State) {
    let sans = game.plies().iter().map(|ply| ply.san.clone()).collect();
    (*game.position(), sans, game.repetitions(), state(game))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Ludii #35: history is part of the state. However it got there, a game is what its plies make it.
    #[test]
    fn a_game_is_what_its_plies_make_it(steps in prop::collection::vec((0u8..10, any::<u16>()), 1..120)) {
        // Few men, so that positions repeat.
        let quick = adjusted("ice-age", &["ice-age.interval=5", "draws.repetition.end=4"]);
        let start = fen::read(&quick, "k7/1p6/8/8/8/8/6P1/7K w - - 0 1").unwrap();
        let mut game = Game::from_position(quick.clone(), start);
        for (kind, number) in steps {
            let moves = quick.legal_moves(game.position());
            match kind {
                0 | 1 => drop(game.undo()),
                2 => drop(game.redo()),
                3 => _ = game.claim_draw(),
                _ if moves.is_empty() || game.outcome().is_some() => {}
                _ => drop(game.play(moves[number as usize % moves.len().min(4)]).unwrap()),
            }
            let mut again = Game::from_position(quick.clone(), start);
            for ply in game.plies() {
                prop_assert_eq!(&again.play(ply.played).unwrap().events, &ply.events);
            }
            prop_assert_eq!(again.positions(), game.positions());
            if game.claimable().is_none() && again.claimable().is_some() {
                // The claim of step 3.
                again.claim_draw();
            }
            prop_assert_eq!(whole(&game), whole(&again));
        }
    }
}

#[test]
fn a_game_that_the_players_have_ended_is_opened_again() {
    let mut game = chess("e4 e5");
    assert!(!game.reopen());
    game.resign(Color::White);
    assert!(game.reopen() && game.outcome().is_none());
    assert_eq!(game.plies().len(), 2);
    let mut mated = chess("f3 e5 g4 Qh4");
    assert!(!mated.reopen() && mated.outcome().is_some());
}
