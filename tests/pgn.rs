//! PGN, in and out.

use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use floe_core::notation::fen;
use floe_core::notation::pgn::{self, PgnError, PgnGame};
use floe_core::{Color, Game, Outcome, Registry, Variant, config};
use proptest::prelude::*;

static REGISTRY: LazyLock<Registry> = LazyLock::new(floe_variants::registry);

fn variant(id: &str) -> Arc<Variant> {
    REGISTRY.variant(id).expect("it is registered").expect("it is sound")
}

fn only(text: &str) -> Result<PgnGame, PgnError> {
    let mut games: Vec<_> = pgn::read(text, &REGISTRY).collect();
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

fn readable(text: &str) -> PgnGame {
    only(text).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

/// A game's moves in SAN, then the text's result.
fn sans(game: &PgnGame) -> String {
    game.game.plies().iter().map(|ply| ply.san.as_str()).chain([&*game.result]).collect::<Vec<_>>().join(" ")
}

/// Reads one game; `expected` are its moves in SAN and the text's result.
fn check(text: &str, expected: &str) {
    assert_eq!(sans(&readable(text)), expected, "{text}");
}

/// Reads one game that is not right; `expected` is `LINE:COLUMN MOVE: MESSAGE`, where the move may be missing.
fn check_error(text: &str, expected: &str) {
    assert_eq!(described(only(text), false), expected, "{text}");
}

/// The same for a game whose tags cannot be used.
fn check_unusable(text: &str, expected: &str) {
    assert_eq!(described(only(text), true), expected, "{text}");
}

fn described(game: Result<PgnGame, PgnError>, unusable: bool) -> String {
    match game {
        Ok(game) => format!("it was read: {}", sans(&game)),
        Err(error) => {
            assert_eq!(error.unusable, unusable, "{error}");
            let at_move = error.at_move.map(|at_move| format!(" {at_move}")).unwrap_or_default();
            format!("{}:{}{at_move}: {}", error.line, error.column, error.message)
        }
    }
}

fn outcome(text: &str) -> String {
    readable(text).game.outcome().map_or("none".to_owned(), |outcome| outcome.to_string())
}

#[test]
fn movetext_is_read_as_people_write_it() {
    check("[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n", "e4 e5 Nf3 Nc6 1-0");
    check("1.e4 e5 2.Nf3 2...Nc6 *", "e4 e5 Nf3 Nc6 *");
    check("e4 e5 Nf3", "e4 e5 Nf3 *");
    check("[Event \"x\"]\n1. e4 e5", "e4 e5 *");
    check("\u{feff}[Event \"x\"]\r\n\r\n1. e4\r\ne5\r\n1/2-1/2\r\n", "e4 e5 1/2-1/2");
    check("1. e2e4 e7-e5 2. Ng1f3 ½-½", "e4 e5 Nf3 1/2-1/2");
    check("1. e4 e5 2. Nxf3+ Nxc6# *", "e4 e5 Nf3 Nc6 *");
    check("1. e4! e5?! 2. Nf3 $1 $146 Nc6 !? +- 0-1", "e4 e5 Nf3 Nc6 0-1");
    check("[Event \"no moves\"]\n[Result \"*\"]\n\n*", "*");
    check("[Event \"no moves\"]", "*");
    // scalachess #11
    check("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 *", "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O *");
    // Genetic_Chess #142
    check("% exported\n1. e4 e5\n% 2. d4\n2. Nf3 *", "e4 e5 Nf3 *");
    // brettbates #8
    check("1. e4\n{c} e5 ; 2. d4\n2. Nf3 *", "e4 e5 Nf3 *");
    // shakmaty #125
    check("1. e4 (1. d4 d5 (1... Nf6 {) (} 2. c4 *) 2. c4 1-0) 1... e5 ( 2. f4 ) 2. Nf3 *", "e4 e5 Nf3 *");
}

#[test]
fn a_text_without_games_has_none() {
    for text in ["", "\u{feff}", " \r\n\n", "{a comment}\n; another\n% and a line\n"] {
        assert_eq!(pgn::read(text, &REGISTRY).count(), 0, "{text:?}");
    }
}

#[test]
fn tags_are_kept_in_their_order() {
    // mliebelt pgn-parser #309 and python-chess #353
    let game = readable(
        "[Event \"A \\\"Closed\\\" day\"]\n[Opening \"St. George (Baker) defense\"]\n[Event \"again\"]\n[Path \"C:\\\\x\"]\n*",
    );
    let tags: Vec<(&str, &str)> = game.tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(
        tags,
        [
            ("Event", "A \"Closed\" day"),
            ("Opening", "St. George (Baker) defense"),
            ("Event", "again"),
            ("Path", "C:\\x")
        ]
    );
}

#[test]
fn many_games_are_read_and_faults_stay_in_theirs() {
    let text = "[Event \"1\"]\n\n1. e4 *\n\n\
                [Event \"2\"]\n[Variant \"Nonesuch\"]\n\n1. xx *\n\n\
                [Event \"3\"]\n1. e4 e4\n\n\
                [Event \"4\"]\n1. d4 {open } ( *\n\
                [Event \"5\"]\n1. c4 c5 *\n\
                [Event \"6\"\n[Site \"?\"]\n1. a4\n\
                [Event \"7\"]\n\n1. Nf3 Nf6 1-0 2. b3 *\n\
                [Event \"9\"]\n[Result \"1-0\"]\n\n\
                [Event \"10\"]\n[Result \"0-1\"]\n{not closed\n\n\
                [Event \"11\"]\n1. f4\n";
    let games: Vec<String> = pgn::read(text, &REGISTRY)
        .map(|game| match game {
            Ok(game) => sans(&game),
            Err(error) => format!("line {}", error.line),
        })
        .collect();
    assert_eq!(
        games,
        ["e4 *", "line 6", "line 11", "line 14", "c4 c5 *", "line 17", "Nf3 Nf6 1-0", "b3 *", "1-0", "line 28", "f4 *"]
    );
}

#[test]
fn moves_that_cannot_be_played_are_located() {
    let errors = [
        "1. e4 e5\n2. Nf3 Nc6 3. Bxc6 *",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ke2 b5 5. Ke1 Nf6 6. O-O",
        "1. e4 e5 2. Ke2 Qh4 3. Ke3 Bc5 4. d4 exd4 5. Ke2 Nxe4",
        "1. e4 banana",
        "1. Nf3 Nf6 2. Nc3 Nc6 3. d3 d6 4. Nd2 Ng4 5. Nb1 Na5 6. Nf3 Nc6 7. Nd2 Nf6 8. Nf3 Nd7 9. Nd2 Nb6 10. Nc4 Nd7 \
         11. Na3 Ndb8 12. Nb5 Nd7 13. N1c3",
        "1. e4 e5 2. --",
        "1. e4 } e5",
    ];
    let found: Vec<String> = errors.iter().map(|text| described(only(text), false)).collect();
    insta::assert_snapshot!(found.join("\n"), @r#"
    2:15 3. Bxc6: Bxc6 is not legal here: no bishop of White can go to c6
    1:55 6. O-O: O-O is not legal here: White has no right to castle towards the h-file
    1:50 5... Nxe4: Nxe4 is not legal here: no knight of Black can go to e4
    1:7 1... banana: "banana" is not a move: write it as a6, Na6 or b8a6
    1:46 5. Nb1: Nb1 could be Ndb1 or Ncb1
    1:13 2. --: -- is not legal here: passing is not allowed here
    1:7 1... }: "}" is not a move: write it as a6, Na6 or b8a6
    "#);
}

#[test]
fn long_words_are_not_shown_whole() {
    let word = "x".repeat(10_000);
    check_error(
        &format!("1. e4 {word}"),
        &format!("1:7 1... {0}…: \"{0}…\" is not a move: it is too long", &word[..40]),
    );
}

#[test]
fn moves_after_the_end_are_errors() {
    let mate = "1. f3 e5 2. g4 Qh4#";
    check_error(&format!("{mate} 3. e4 0-1"), "1:24 3. e4: the game had already ended: 0-1, checkmate");
    check_error(
        "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 9. e4",
        "1:92 9. e4: the game had already ended: 1/2-1/2, fivefold repetition",
    );
}

#[test]
fn results_agree_with_the_board() {
    let mate = "1. f3 e5 2. g4 Qh4#";
    assert_eq!(outcome(&format!("{mate} 0-1")), "0-1, checkmate");
    assert_eq!(outcome(&format!("{mate} *")), "0-1, checkmate");
    assert_eq!(outcome(mate), "0-1, checkmate");
    assert_eq!(outcome(&format!("[Termination \"time forfeit\"]\n{mate} 0-1")), "0-1, checkmate");
    let wrong = "the game says 1-0, but the board says 0-1, checkmate";
    check_error(&format!("{mate} 1-0"), &format!("1:21: {wrong}"));
    check_error(&format!("[Result \"1-0\"]\n\n{mate} *"), &format!("1:10: {wrong}"));
    check_error("[Result \"1-0\"]\n\n1. e4 0-1", "3:7: the game says 0-1, but its [Result] tag says 1-0");
}

#[test]
fn results_that_are_not_on_the_board_end_the_game() {
    for (text, expected) in [
        ("1. e4 1-0", "1-0, as recorded"),
        ("[Result \"0-1\"]\n1. e4", "0-1, as recorded"),
        ("[Result \"0-1\"]\n1. e4 *", "0-1, as recorded"),
        ("[Result \"*\"]\n1. e4 1/2-1/2", "1/2-1/2, as recorded"),
        ("[Result \"1–0\"]\n[Termination \"Normal\"]\n1. e4", "1-0, as recorded"),
        ("[Termination \"Time forfeit\"]\n1. e4 0-1", "0-1, Time forfeit"),
        ("[Termination \"white resigned\"]\n1. e4 *", "none"),
        ("1. e4 *", "none"),
    ] {
        assert_eq!(outcome(text), expected, "{text}");
    }
}

#[test]
fn variants_are_found_by_any_of_their_names() {
    for (name, id) in [
        ("Ice Age", "ice-age"),
        ("ice age chess", "ice-age"),
        ("ice-age", "ice-age"),
        ("ICEAGE", "ice-age"),
        ("Standard", "chess"),
        ("chess", "chess"),
        ("From Position", "chess"),
        ("Chess960", "fischer-random"),
        ("chess 960", "fischer-random"),
        ("Fischer Random Chess", "fischer-random"),
        ("Fischer Random960", "fischer-random"),
        ("Fischerandom", "fischer-random"),
        // What other programs call so is atomic with check; the id is Floe's alone.
        ("Atomic", "atomic-check"),
        ("atomic", "atomic-check"),
        ("Atomic without Check", "atomic"),
        ("atomic-check", "atomic-check"),
    ] {
        let game = readable(&format!("[Variant \"{name}\"]\n*"));
        assert_eq!(game.game.variant().id(), id, "{name}");
    }
    assert_eq!(readable("[variant \"Ice Age\"]\n*").game.variant().id(), "ice-age");
    assert_eq!(readable("*").game.variant().id(), "chess");
}

#[test]
fn an_unknown_variant_is_told_with_its_likes() {
    // pychess-variants #693; the arrays of Ice Age are not random; what all names share says nothing.
    for (name, meant) in [
        ("Capahouse960", ""),
        ("Ice Age 960", ""),
        ("Backgammon", ""),
        ("Shogi Chess", ""),
        ("Gothic Chess", ""),
        ("Ise Age", "; did you mean \"Ice Age Chess\"?"),
        ("Capablanka", "; did you mean \"Capablanca Chess\"?"),
        ("Chses", "; did you mean \"Chess\"?"),
    ] {
        check_unusable(
            &format!("[Event \"?\"]\n[Variant \"{name}\"]\n1. e4 *"),
            &format!("2:11: no variant is called \"{name}\"{meant}"),
        );
    }
}

/// Reads one game that is to be of a given variant; `expected` is the id of the variant that it is of, or the fault.
fn check_read_as(given: &str, text: &str, expected: &str) {
    let game = pgn::read_as(text, &REGISTRY, variant(given)).next().expect("there is a game");
    let found = match game {
        Ok(game) => game.game.variant().id().to_owned(),
        Err(error) => {
            assert!(error.unusable && !error.variant_unknown, "{error}");
            error.message
        }
    };
    assert_eq!(found, expected, "{given}: {text}");
}

#[test]
fn a_variant_that_is_given_stands_in_for_one_that_is_not_known() {
    check_read_as("ice-age", "[Variant \"Backgammon\"]\n\n1. dxe3 *", "ice-age");
    check_read_as("ice-age", "1. dxe3 *", "ice-age");
    check_read_as("ice-age", "[Variant \"Ice Age\"]\n[Rules \"ice-age.interval=1\"]\n*", "ice-age");
    check_read_as("ice-age", "[Variant \"Standard\"]\n\n1. e4 *", "the game is of Chess, not of Ice Age Chess");
    let unknown = only("[Variant \"Backgammon\"]\n*").err().expect("nobody knows it");
    assert!(unknown.unusable && unknown.variant_unknown);
}

#[test]
fn rules_are_laid_over_the_variant() {
    let game = readable("[Variant \"Ice Age\"]\n[Rules \"ice-age.interval=1 draws.material=true\"]\n\n1. dxe3 dxe6 *");
    assert_eq!(game.game.plies()[1].events.len(), 1);
    let spec = game.game.variant().spec();
    assert!(spec.draws.material);
    let broken = only("[Rules \"ice-age.interval=0 nonsense\"]\n[Variant \"Ice Age\"]\n*").err().unwrap();
    insta::assert_snapshot!(broken, @r#"line 1, column 9: the rules cannot be used: expected a whole number from 1 to 65535 for `interval`, found 0; this is no setting: it has no `=` (write `rule.key=value` or any key of a variant file, such as `draws.moves.end=100`)"#);
    assert!(broken.unusable);
}

#[test]
fn positions_are_read_with_and_without_setup() {
    // chess.js #152
    for setup in ["", "[SetUp \"1\"]\n", "[SetUp \"0\"]\n"] {
        check(&format!("{setup}[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *"), "O-O *");
    }
    let broken = only("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/9/4K2R x K - 0 1\"]\n\n1. O-O *").err().unwrap();
    insta::assert_snapshot!(broken, @r#"line 2, column 21: the FEN cannot be used: rank 2 has 9 squares, 8 expected; the side to move is w or b, not "x""#);
    assert!(broken.unusable);
}

#[test]
fn broken_text_is_located() {
    check_unusable("[Event \"x\n[Site \"y\"]\n1. e4", "1:9: the value of the tag Event has no closing quote");
    check_error("1. e4 {e5\n2. Nf3", "1:7: the comment that opens here is not closed; write } at its end");
    check_error("1. e4 (1. d4\n\n", "1:7: the variation that opens here is not closed; write ) at its end");
    check_error("1. e4) e5", "1:6: no variation was opened that ) could close");
    check_error("1. e4 [%clk 1:00] e5", "1:7: this is no tag; one is written [Name \"value\"], and a comment in {}");
}

/// 10 MB of whatever may be in a file takes a moment, and no more stack for deeper nesting.
#[test]
fn noise_is_read_in_linear_time() {
    const SIZE: usize = 10_000_000;
    let mut state = 1u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    let bytes: Vec<u8> = (0..SIZE).map(|_| random()).collect();
    check_noise(&String::from_utf8_lossy(&bytes));
    let signs = b"{}()[]\"\\;%$*.\n 1-0/e4NfaO#!?x=";
    check_noise(&(0..SIZE).map(|_| signs[random() as usize % signs.len()] as char).collect::<String>());
    for piece in [
        "(",
        "{",
        "[",
        "\"",
        "[A \"",
        "[A \"\"]",
        "\n[A\n",
        "{\n[A \"\"]\n",
        "x",
        "e4 ",
        "; ",
        "%\n",
        "$",
        "1.",
        ".",
        "\n",
        "½",
        "\\",
        "[A \"\\\"",
        "(e4) ",
        "\u{feff}",
        "}{",
    ] {
        let front = if piece.contains('[') { "" } else { "1. e4 " };
        check_noise(&(front.to_owned() + &piece.repeat(SIZE / piece.len())));
    }
}

#[test]
fn a_long_game_takes_no_longer_per_ply() {
    let front = "[Rules \"draws.repetition=false draws.moves=false\"]\n";
    let text = front.to_owned() + &"Nf3 Nf6 Ng1 Ng8 ".repeat(10_000);
    let started = Instant::now();
    let game = readable(&text).game;
    assert_eq!((game.plies().len(), game.repetitions(), game.outcome()), (40_000, 10_001, None));
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}

fn check_noise(text: &str) {
    let started = Instant::now();
    let games: Vec<_> = pgn::read(text, &REGISTRY).map(|game| game.map(drop)).collect();
    let name: String = text.chars().take(20).collect();
    assert!(started.elapsed() < Duration::from_secs(20), "{name:?} took {:?}", started.elapsed());
    let lines = text.matches('\n').count() + 1;
    let mut last = 0;
    for error in games.iter().filter_map(|game| game.as_ref().err()) {
        assert!(last <= error.line && error.line <= lines, "{name:?}: {error}");
        last = error.line;
    }
}

fn written(game: &Game, tags: &[(&str, &str)]) -> String {
    let tags: Vec<(String, String)> = tags.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    pgn::write(game, &tags, &REGISTRY)
}

/// Plays moves in SAN from a FEN, or from the start where it is empty.
fn played(variant: &Arc<Variant>, fen: &str, moves: &str) -> Game {
    let mut game = match fen {
        "" => Game::new(variant.clone()),
        fen => Game::from_position(variant.clone(), fen::read(variant, fen).unwrap()),
    };
    for text in moves.split_whitespace() {
        let candidate = floe_core::notation::san::read(variant, game.position(), text).unwrap();
        game.play(candidate).unwrap();
    }
    game
}

fn adjusted(id: &str, settings: &[&str]) -> Arc<Variant> {
    let settings: Vec<String> = settings.iter().map(|&setting| setting.to_owned()).collect();
    config::adjust(&variant(id), &settings, &REGISTRY).unwrap()
}

#[test]
fn a_game_is_written_with_all_that_it_knows() {
    let mut game = played(
        &variant("chess"),
        "",
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 c4 c6 cxb5 axb5 Nc3 Bb7 Bg5 b4 Nb1 h6",
    );
    game.resign(Color::Black);
    let text = written(
        &game,
        &[("White", "Fischer \"Bobby\""), ("result", "0-1"), ("Annotator", "a\nb"), ("date", "1992.09.02")],
    );
    insta::assert_snapshot!(text, @r#"
    [Event "?"]
    [Site "?"]
    [Date "1992.09.02"]
    [Round "?"]
    [White "Fischer \"Bobby\""]
    [Black "?"]
    [Result "1-0"]
    [Variant "Standard"]
    [Termination "black resigned"]
    [Annotator "a b"]

    1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3
    O-O 9. h3 Nb8 10. d4 Nbd7 11. c4 c6 12. cxb5 axb5 13. Nc3 Bb7 14. Bg5 b4 15.
    Nb1 h6 1-0
    "#);
}

#[test]
fn a_game_of_a_changed_variant_from_a_position_says_so() {
    let variant = adjusted("ice-age", &["ice-age.interval=7", "ice-age.mate=before-ice", "draws.repetition.end=3"]);
    let game = played(&variant, "kb6/1p6/8/8/8/8/6P1/6BK b - - 0 6", "b5 g4 b4");
    insta::assert_snapshot!(written(&game, &[]), @r#"
    [Event "?"]
    [Site "?"]
    [Date "????.??.??"]
    [Round "?"]
    [White "?"]
    [Black "?"]
    [Result "*"]
    [Variant "Ice Age"]
    [Rules "draws.repetition={claim=3,end=3} ice-age.interval=7 ice-age.mate=before-ice"]
    [SetUp "1"]
    [FEN "kb6/1p6/8/8/8/8/6P1/6BK b - - 0 6"]

    6... b5 7. g4 b4 *
    "#);
}

/// The tags that tell the variant of a game.
fn variant_tags(variant: &Arc<Variant>) -> String {
    let text = written(&Game::new(variant.clone()), &[]);
    let tags = text.lines().filter(|line| line.starts_with("[Variant") || line.starts_with("[Rules"));
    tags.collect::<Vec<_>>().join(" ")
}

#[test]
fn rules_say_what_differs_and_are_read_back() {
    for (id, settings, expected) in [
        ("ice-age", vec![], r#"[Variant "Ice Age"]"#),
        (
            "ice-age",
            vec!["ice-age.interval=7", "ice-age.mate=before-ice", "draws.material=true"],
            r#"[Variant "Ice Age"] [Rules "draws.material=true ice-age.interval=7 ice-age.mate=before-ice"]"#,
        ),
        (
            "chess",
            vec!["draws.repetition={claim=6,end=9}", "draws.moves=false"],
            r#"[Variant "Standard"] [Rules "draws.repetition={claim=6,end=9} draws.moves=false"]"#,
        ),
        (
            "chess",
            vec!["castling=false", "ends.stalemate=loss", "pieces.queen.betza=QN", "pieces.pawn.en_passant=false"],
            r#"[Variant "Standard"] [Rules "pieces.pawn.en_passant=false castling=false pieces.queen.betza=QN ends.stalemate=loss"]"#,
        ),
        ("ice-age", vec!["rules.ice-age=false"], r#"[Variant "Ice Age"] [Rules "rules.ice-age=false"]"#),
        (
            "chess",
            vec!["start.fen=4k3/8/8/8/8/8/8/4K2R w K - 0 1"],
            r#"[Variant "Standard"] [Rules "start.fen=\"4k3/8/8/8/8/8/8/4K2R w K - 0 1\""]"#,
        ),
    ] {
        let variant = adjusted(id, &settings);
        assert_eq!(variant_tags(&variant), expected, "{settings:?}");
        let read = readable(&written(&Game::new(variant.clone()), &[]));
        assert_eq!(read.game.variant().spec(), variant.spec(), "{settings:?}");
        assert_eq!(read.game.position(), variant.start(), "{settings:?}");
    }
}

#[test]
fn a_file_that_changes_parameters_is_written_as_what_it_extends() {
    let load = |toml: &str| config::load(toml, "own.toml", &REGISTRY).unwrap();
    let quick = "format = 1\nid = \"quick\"\nname = \"Quick\"\nextends = \"ice-age\"\n[rules.ice-age]\ninterval = 10\n";
    assert_eq!(variant_tags(&load(quick)), "[Variant \"Ice Age\"] [Rules \"ice-age.interval=10\"]");
    // A variant of the same name is another one all the same.
    let namesake = quick.replace("\"Quick\"", "\"Ice Age Chess\"") + "[pgn]\nname = \"Ice Age\"\n";
    assert_eq!(variant_tags(&load(&namesake)), "[Variant \"Ice Age\"] [Rules \"ice-age.interval=10\"]");
    let own = "format = 1\nid = \"own\"\nname = \"Own\"\nextends = \"chess\"\n[start]\nfen = \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"\n";
    assert_eq!(variant_tags(&load(own)), "[Variant \"Own\"]");
    assert_eq!(variant_tags(&load(&own.replace("\"Own\"", "\"Chess\""))), "[Variant \"own\"]");
}

#[test]
fn a_registered_variant_is_found_again_whatever_it_is_called() {
    const NAMESAKE: &str = "format = 1\nid = \"mine\"\nname = \"Ice Age Chess\"\nextends = \"ice-age\"\n\
        [rules.ice-age]\ninterval = 1\n[pgn]\nname = \"Ice Age\"\n";
    let registry = floe_variants::registry().with_variant(NAMESAKE);
    for (id, _) in registry.variants() {
        let variant = registry.variant(id).unwrap().unwrap();
        let text = pgn::write(&Game::new(variant.clone()), &[], &registry);
        let read = pgn::read(&text, &registry).next().unwrap().unwrap();
        assert_eq!(read.game.variant().id(), id, "{text}");
        assert_eq!(read.game.variant().spec(), variant.spec());
    }
}

#[test]
fn the_array_is_always_written_where_arrays_are_free() {
    let text = written(&Game::new(variant("fischer-random")), &[]);
    assert!(text.contains("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"rnbqkbnr/"), "{text}");
}

/// Variants and starts to play random games from.
fn starts() -> Vec<Game> {
    let ice = "1qkr1b1r/1b2npp1/^n1N1pp^/^NpP^^^^/^^P2^^^/^3P1P^/1BP2PB1/R2QK2R b KQ - 0 20";
    [
        (variant("chess"), ""),
        (variant("chess"), "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 3 17"),
        (variant("ice-age"), ""),
        (variant("ice-age"), ice),
        (adjusted("ice-age", &["ice-age.interval=2", "ice-age.counted_by=both", "draws.moves.claim=false"]), ""),
        (adjusted("ice-age", &["ice-age.legality=after-ice", "draws.material=true"]), ice),
        (variant("fischer-random"), "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9"),
    ]
    .map(|(variant, fen)| played(&variant, fen, ""))
    .into()
}

static STARTS: LazyLock<Vec<Game>> = LazyLock::new(starts);

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn what_is_written_is_read_back(
        start in 0..STARTS.len(),
        choices in prop::collection::vec(any::<u16>(), 0..160),
        end in 0..5u8,
        event in "\\PC*",
        (name, value) in ("[A-Z][a-z_]{2,9}x", "\\PC{0,20}"),
    ) {
        let mut game = STARTS[start].clone();
        for choice in choices {
            let moves = game.variant().legal_moves(game.position());
            if game.outcome().is_some() {
                break;
            }
            game.play(moves[choice as usize % moves.len()]).unwrap();
        }
        match end {
            0 => game.resign(Color::White),
            1 => game.agree_draw(),
            2 => game.end(Outcome::win(Color::Black, "adjudication")),
            _ => {}
        }
        let text = written(&game, &[("Event", &event), (&name, &value)]);
        prop_assert!(text.lines().filter(|line| !line.starts_with('[')).all(|line| line.chars().count() < 80));
        let read = only(&text);
        prop_assert!(read.is_ok(), "{}\n{text}", read.err().unwrap());
        let read = read.unwrap();
        prop_assert_eq!(read.game.start(), game.start());
        prop_assert_eq!(read.game.position(), game.position());
        let plies = |game: &Game| game.plies().iter().map(|ply| (ply.played, ply.san.clone())).collect::<Vec<_>>();
        prop_assert_eq!(plies(&read.game), plies(&game));
        prop_assert_eq!(read.game.outcome(), game.outcome());
        prop_assert_eq!(read.game.variant().spec(), game.variant().spec());
        let tag = |wanted: &str| read.tags.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.clone());
        prop_assert_eq!(tag("Event"), Some(event));
        prop_assert_eq!(tag(&name), Some(value));
        prop_assert_eq!(pgn::write(&read.game, &read.tags, &REGISTRY), text);
    }
}
