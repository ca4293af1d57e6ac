//! Starts that are drawn: how many there are, their numbers, what is drawn, castling from them, and the command line.

mod program;
mod support;

use std::collections::BTreeSet;

use floe_core::notation::{fen, pgn, san, uci};
use floe_core::{ArrayError, Position, Registry, Variant, config};
use insta::assert_snapshot;
use program::Home;
use support::data::{position, variant};

/// The men on White's first rank.
fn array(variant: &Variant, start: &Position) -> String {
    let files = usize::from(variant.geometry().files());
    let men = variant.geometry().squares().iter().take(files).map(|square| start.at(square));
    men.map(|man| variant.kind(man.expect("no gap").kind).letter).collect()
}

/// All arrays in the order of their numbers, after a look at each of them from every side.
fn arrays(variant: &Variant) -> Vec<(u64, String)> {
    let numbers = variant.arrays().expect("many arrays");
    let seen = numbers.map(|number| {
        let start = variant.start_at(number).expect("a true position");
        assert_eq!(variant.array_of(&start), Some(number));
        (number, array(variant, &start))
    });
    seen.collect()
}

/// Every arrangement of some men, each once.
fn permutations(men: &str) -> BTreeSet<String> {
    let mut all = BTreeSet::from([String::new()]);
    for man in men.chars() {
        let with = |part: &String| -> Vec<String> {
            (0..=part.len()).map(|at| format!("{}{man}{}", &part[..at], &part[at..])).collect()
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

fn files(array: &str, man: char) -> Vec<usize> {
    array.match_indices(man).map(|(file, _)| file).collect()
}

fn king_between_rooks(array: &str) -> bool {
    let (king, rooks) = (files(array, 'K')[0], files(array, 'R'));
    rooks[0] < king && king < rooks[1]
}

fn on_two_colours(array: &str, men: [char; 2]) -> bool {
    (files(array, men[0])[0] + files(array, men[1]).last().expect("a man")) % 2 == 1
}

/// Whether each pawn is protected, told by hand from how men move.
fn protects_pawns(array: &str) -> bool {
    let men: Vec<char> = array.chars().collect();
    let stands = |file: usize, distance: usize, kinds: &str| {
        let left = file.checked_sub(distance).map(|file| men[file]);
        let right = men.get(file + distance).copied();
        left.into_iter().chain(right).any(|man| kinds.contains(man))
    };
    (0..men.len()).all(|file| stands(file, 0, "KQRC") || stands(file, 1, "KQBA") || stands(file, 2, "NAC"))
}

#[test]
fn fischer_random_has_960_arrays() {
    let arrays = arrays(&variant("fischer-random", ""));
    let found: BTreeSet<String> = arrays.iter().map(|(_, array)| array.clone()).collect();
    let mut expected = permutations("RNBQKBNR");
    expected.retain(|array| king_between_rooks(array) && on_two_colours(array, ['B', 'B']));
    assert_eq!((arrays.len(), expected.len()), (960, 960));
    assert_eq!(found, expected);
    for (number, array) in [(0, "BBQNNRKR"), (1, "BQNBNRKR"), (518, "RNBQKBNR"), (959, "RKRNNQBB")] {
        assert_eq!(arrays[number], (number as u64, array.to_owned()));
    }
}

#[test]
fn capablanca_random_has_48_000_arrays() {
    let arrays = arrays(&variant("capablanca-random", ""));
    let found: BTreeSet<String> = arrays.iter().map(|(_, array)| array.clone()).collect();
    let mut expected = permutations("RNBQKCABNR");
    expected.retain(|array| king_between_rooks(array) && on_two_colours(array, ['B', 'B']));
    assert_eq!(expected.len(), 84_000);
    expected.retain(|array| on_two_colours(array, ['Q', 'A']));
    assert_eq!((arrays.len(), expected.len()), (48_000, 48_000));
    assert_eq!(found, expected);
    for (number, array) in [
        (2, "QBBACNNRKR"),
        (2026, "NBNCQRBAKR"),
        (25_933, "RNBQCKABNR"),
        (26_733, "RNBQKCABNR"),
        (27_814, "RBQNKANCBR"),
    ] {
        assert_eq!(arrays[number - 1], (number as u64, array.to_owned()));
    }
    // 48000 stands for 0: archbishop, bishops and the rest as far to the left as they may.
    assert_eq!(arrays[47_999], (48_000, "QABBCNNRKR".to_owned()));
}

#[test]
fn capablanca_random_draws_one_of_three_sets() {
    let count = |settings: &str| {
        let variant = variant("capablanca-random", settings);
        variant.arrays().expect("many arrays").filter(|&number| variant.is_drawn(number)).count()
    };
    assert_eq!(count("start.order=B/B,A,Q,C,NN,RKR start.arrays=all"), 84_000);
    assert_eq!(count("start.arrays=all"), 48_000);
    assert_eq!(count(""), 21_836);
    assert_eq!(count("start.arrays=inventor start.unlike="), 12_130);
    assert_eq!(count("start.arrays=inventor"), 12_118);
    let variant = variant("capablanca-random", "");
    for number in variant.arrays().expect("many arrays") {
        let array = array(&variant, &variant.start_at(number).expect("a true position"));
        assert_eq!(variant.is_drawn(number), protects_pawns(&array), "{array}");
    }
}

#[test]
fn corner_and_fortress_have_360_arrays() {
    for (id, middle) in [("corner", "8/8/8/8"), ("fortress", "ppp5/8/8/5PPP")] {
        let variant = variant(id, "");
        let arrays = arrays(&variant);
        let found: BTreeSet<String> = arrays.iter().map(|(_, array)| array.clone()).collect();
        let mut expected: BTreeSet<String> = permutations("RNBQBNR").iter().map(|men| format!("{men}K")).collect();
        expected.retain(|array| on_two_colours(array, ['B', 'B']));
        assert_eq!((arrays.len(), expected.len()), (360, 360));
        assert_eq!(found, expected);
        for (number, white) in [(0, "BBQNNRRK"), (359, "RRNNQBBK")] {
            assert_eq!(arrays[number].1, white);
            let black: String = white.to_lowercase().chars().rev().collect();
            let start = variant.start_at(number as u64).expect("a true position");
            let expected = format!("{black}/pppppppp/{middle}/PPPPPPPP/{white} w - - 0 1");
            assert_eq!(fen::write(&variant, &start), expected);
        }
        assert_eq!(array(&variant, variant.start()), "RNQBNRBK");
    }
}

#[test]
fn every_start_is_read_from_its_fen_in_either_spelling() {
    for (id, stride) in [("fischer-random", 7), ("capablanca-random", 211), ("frozen-capablanca", 997), ("corner", 31)]
    {
        let variant = variant(id, "");
        for number in variant.arrays().expect("many arrays").step_by(stride) {
            let start = variant.start_at(number).expect("a true position");
            let written = fen::write(&variant, &start);
            assert_eq!(position(&variant, &written), start, "{written}");
            let letters: String = files(&array(&variant, &start), 'R')
                .into_iter()
                .rev()
                .map(|file| variant.geometry().file_letter(file as u8))
                .collect();
            let shredder = written.replace("KQkq", &format!("{}{letters}", letters.to_uppercase()));
            assert_eq!(position(&variant, &shredder), start, "{shredder}");
        }
    }
}

#[test]
fn drawn_starts_are_those_of_the_set() {
    for (id, settings) in [("capablanca-random", "start.arrays=inventor"), ("frozen-capablanca", ""), ("corner", "")] {
        let variant = variant(id, settings);
        let mut rng = support::random::seeded(1);
        let mut draw = || {
            let mut random = |bound| rand::RngExt::random_range(&mut rng, 0..bound);
            variant.draw_array(&mut random).expect("many arrays")
        };
        let drawn: BTreeSet<u64> = (0..50).map(|_| draw()).collect();
        assert!(drawn.len() > 40 && drawn.iter().all(|&number| variant.is_drawn(number)), "{id} {drawn:?}");
    }
    // Whoever gives nonsense for chance gets an array all the same.
    let variant = variant("capablanca-random", "");
    let number = variant.draw_array(&mut |_| u64::MAX).expect("many arrays");
    assert!(variant.is_drawn(number), "{number}");
}

#[test]
fn ice_fills_a_drawn_start_too() {
    let variant = variant("frozen-capablanca", "");
    let start = variant.start_at(2).expect("a true position");
    let ice = ["^^^^^^^^^^"; 4].join("/");
    let expected = format!("qbbacnnrkr/pppppppppp/{ice}/PPPPPPPPPP/QBBACNNRKR w KQkq - 0 1");
    assert_eq!(fen::write(&variant, &start), expected);
}

#[test]
fn other_positions_and_variants_have_no_array() {
    let capablanca = variant("capablanca-random", "");
    let start = capablanca.start();
    let moved = capablanca.play(start, san::read(&capablanca, start, "Nc3").expect("legal"));
    assert_eq!((capablanca.array_of(start), capablanca.array_of(&moved)), (Some(26_733), None));
    for wrong in ["w KQk - 0 1", "b KQkq - 0 1", "w KQkq - 0 2"] {
        let fen = format!("rnbqkcabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKCABNR {wrong}");
        assert_eq!(capablanca.array_of(&position(&capablanca, &fen)), None, "{fen}");
    }
    let chess = variant("chess", "");
    assert_eq!((chess.arrays(), chess.array_of(chess.start())), (None, None));
    assert_eq!(chess.start_at(0), Err(ArrayError::OneStart("Chess".to_owned())));
    for number in [0, 48_001, u64::MAX] {
        let error = capablanca.start_at(number).expect_err("there is none").to_string();
        let expected = format!("has no array {number}: its arrays are numbered from 1 to 48000");
        assert_eq!(error, format!("Capablanca Random Chess {expected}"));
    }
}

/// Castles as a person and as a program writes it. Nothing is expected where that is not legal.
#[track_caller]
fn check_castling(id: &str, fen: &str, words: &str, squares: &str, expected: Option<&str>) {
    let variant = variant(id, "");
    let before = position(&variant, fen);
    for (read, text) in [(san::read as fn(&_, &_, &_) -> _, words), (san::read, squares), (uci::read, squares)] {
        let Ok(castling) = read(&variant, &before, text) else {
            assert_eq!(None, expected, "{text} in {fen}");
            continue;
        };
        assert_eq!(san::write(&variant, &before, castling), words, "{text} in {fen}");
        assert_eq!(uci::write(&variant, &before, castling), squares, "{text} in {fen}");
        let after = variant.play(&before, castling);
        assert!(variant.hash_is_true(&after), "{text} in {fen}");
        assert_eq!(Some(fen::write(&variant, &after).as_str()), expected, "{text} in {fen}");
    }
}

#[test]
fn castling_leads_to_c_and_i_from_anywhere() {
    let rest = "pppppppppp/10/10/10/10/10";
    for (rank, words, squares, after) in [
        ("R3K4R", "O-O", "e1j1", Some("R6RK1")),
        ("R3K4R", "O-O-O", "e1a1", Some("2KR5R")),
        // The king stays.
        ("R7KR", "O-O", "i1j1", Some("R6RK1")),
        ("R1K6R", "O-O-O", "c1a1", Some("2KR5R")),
        // The rook stays.
        ("3RK4R", "O-O-O", "e1d1", Some("2KR5R")),
        ("R5KR2", "O-O", "g1h1", Some("R6RK1")),
        // Each goes where the other stood.
        ("2RK5R", "O-O-O", "d1c1", Some("2KR5R")),
        ("R6KR1", "O-O", "h1i1", Some("R6RK1")),
        // The king goes far, away from its rook's side.
        ("RK7R", "O-O-O", "b1a1", Some("2KR5R")),
        ("RK7R", "O-O", "b1j1", Some("R6RK1")),
        // Something stands where king or rook must pass or land.
        ("RNK6R", "O-O-O", "c1a1", None),
        ("RK3N3R", "O-O", "b1j1", None),
        ("R1RK2N1N1", "O-O-O", "d1c1", Some("R1KR2N1N1")),
        ("3N1RKR2", "O-O-O", "g1f1", None),
    ] {
        let fen = format!("3k6/{rest}/{rank} w {} - 4 9", if rank.starts_with("R1RK") { "C" } else { "KQ" });
        let after = after.map(|after| format!("3k6/{rest}/{after} b - - 5 9"));
        check_castling("capablanca-random", &fen, words, squares, after.as_deref());
    }
}

#[test]
fn castling_looks_at_every_square_of_the_king() {
    let rest = "4k5/10/10/10/10/10";
    for (men, words, squares, after) in [
        // Attacks on the way and on the target forbid it; on the rook's way they do not.
        ("5r4/R3K4R", "O-O", "e1j1", None),
        ("8r1/R3K4R", "O-O", "e1j1", None),
        ("1r8/R3K4R", "O-O-O", "e1a1", Some("1r8/2KR5R")),
        // In check nobody castles, even if the king stays.
        ("8r1/R7KR", "O-O", "i1j1", None),
        // The landing is tested with the rook moved: the rook on b no longer stands between.
        ("10/rR1K5R", "O-O-O", "d1b1", None),
        ("10/rR1K5R", "O-O", "d1j1", Some("10/rR5RK1")),
    ] {
        let rights = if men.contains("rR") { "JB" } else { "KQ" };
        let fen = format!("{rest}/{men} w {rights} - 0 1");
        let after = after.map(|after| format!("{rest}/{after} b - - 1 1"));
        check_castling("capablanca-random", &fen, words, squares, after.as_deref());
    }
}

#[test]
fn a_king_step_beside_its_rook_is_no_castling() {
    let variant = variant("capablanca-random", "");
    let before = position(&variant, "4k5/10/10/10/10/10/10/R6K1R w KQ - 0 1");
    for (text, expected) in [("h1i1", "R7KR b"), ("h1j1", "R6RK1 b"), ("Ki1", "R7KR b"), ("O-O", "R6RK1 b")] {
        let read = san::read(&variant, &before, text).unwrap_or_else(|error| panic!("{error}"));
        let after = fen::write(&variant, &variant.play(&before, read));
        assert!(after.contains(expected), "{text}: {after}");
    }
}

#[test]
fn a_game_from_a_drawn_start_keeps_its_array() {
    let registry = floe_variants::registry();
    for (id, number) in [("capablanca-random", 2), ("corner", 0), ("frozen-capablanca", 27_814)] {
        let variant = registry.variant(id).expect("it is bundled").expect("it is sound");
        let start = variant.start_at(number).expect("a true position");
        let mut game = floe_core::Game::from_position(variant.clone(), start);
        game.play(variant.legal_moves(&start)[0]).expect("legal");
        let text = pgn::write(&game, &[], &registry);
        let tags = format!("[SetUp \"1\"]\n[FEN \"{}\"]\n", fen::write(&variant, &start));
        assert!(text.contains(&tags), "{text}");
        let again = pgn::read(&text, &registry).next().unwrap().expect("legal").game;
        assert_eq!((again.start(), again.position()), (game.start(), game.position()));
    }
}

/// Everything that is said of a start in a file that extends Fischer Random, without castling unless it has its own.
fn told(registry: &Registry, start: &str) -> String {
    let castling = if start.contains("castling") { "" } else { "castling = false\n" };
    let text = format!("format = 1\nid = \"mine\"\nextends = \"chess\"\n{castling}{start}");
    match config::load(&text, "mine.toml", registry) {
        Ok(variant) => format!("{:?}", variant.arrays()),
        Err(errors) => {
            let told = errors.0.iter().map(|error| {
                let part = &error.text[error.span.clone()];
                let hint = error.hint.as_ref().map(|hint| format!(" ({hint})")).unwrap_or_default();
                format!("{part} <- {}{hint}", error.message)
            });
            told.collect::<Vec<_>>().join("\n")
        }
    }
}

#[test]
fn faults_of_a_start_are_told_with_their_place() {
    let registry = floe_variants::registry();
    let cases = [
        "[start]\ngenerator = \"arrays\"",
        "[start]\ngenerator = \"arrays\"\norder = \"Q,NN\"\nfirst = 1",
        "[start]\ngenerator = false",
        "[start]\norder = \"B/B\"",
        "[start]\ngenerator = \"arays\"\norder = \"B/B\"",
        "[start]\ngenerator = 960",
        "[start]\ngenerator = \"arrays\"\nfirst = 2\narrays = \"some\"\nodrer = \"Q\"\nunlike = 3",
        "[start]\ngenerator = \"arrays\"\norder = \"B/B,Q,NN,RK\"",
        "[start]\ngenerator = \"arrays\"\norder = \"B/B, Q\"",
        "[start]\ngenerator = \"arrays\"\norder = \"X\"",
        "[start]\ngenerator = \"arrays\"\nunlike = \"QQ\"",
        "[start]\ngenerator = \"arrays\"\nblack = \"turned\"",
        "[start]\ngenerator = \"arrays\"\nfen = \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"",
        "[start]\ngenerator = \"arrays\"\nfen = \"k7/8/8/8/8/8/P7/7K w - - 0 1\"\norder = \"K\"\nblack = \"turned\"",
        "[start]\ngenerator = \"arrays\"\nfen = \"4k3/8/8/8/8/P7/8/4K3 w - - 0 1\"\norder = \"K\"\narrays = \"protected\"",
        "[start]\ngenerator = \"arrays\"\n[castling]\narray = \"fixed\"",
    ];
    let told = cases.map(|start| format!("{start}\n{}\n", told(&registry, start)));
    assert_snapshot!(told.join("\n"));
}

#[test]
fn a_file_with_a_generator_is_written_and_read_back() {
    let registry = floe_variants::registry();
    for id in ["fischer-random", "capablanca-random", "corner", "fortress", "frozen-capablanca"] {
        let variant = registry.variant(id).expect("it is bundled").expect("it is sound");
        let written = config::write(&variant);
        let again = config::load(&written, "written", &registry).unwrap_or_else(|errors| panic!("{errors}\n{written}"));
        assert_eq!(again.spec(), variant.spec());
        assert_eq!(again.arrays(), variant.arrays());
    }
}

#[test]
fn the_command_line_shows_arrays() {
    let floe = |arguments: &[&str]| {
        let transcript = Home::new().run(arguments, "").transcript();
        format!("$ floe {}\n{transcript}", arguments.join(" "))
    };
    let told: [&[&str]; 12] = [
        &["show", "capablanca-random", "--ascii"],
        &["show", "capablanca-random", "--ascii", "--array", "2"],
        &["show", "frozen-capablanca", "--json", "--array", "48000"],
        &["apply", "fischer-random", "--array", "0", "d4", "--ascii"],
        &["moves", "corner", "--array", "359"],
        &["show", "fischer-random", "--array", "960"],
        &["moves", "chess", "--array", "random"],
        &["perft", "ice-age", "1", "--seed", "4"],
        &["show", "corner", "--array", "7", "--seed", "4"],
        &["rules", "capablanca-random"],
        &["show", "massacre", "--array", "3", "--ascii"],
        &["show", "massacre", "--array", "3", "--json"],
    ];
    assert_snapshot!(told.map(floe).join("\n"));
    for wrong in [&["--array", "some"][..], &["--array", "1", "--fen", "8/8"], &["--seed", "1", "--fen", "8/8"]] {
        assert_eq!(Home::new().run(&[&["show", "corner"], wrong].concat(), "").code, 2, "{wrong:?}");
    }
}

#[test]
fn a_seed_draws_the_same_array_everywhere() {
    let run = |arguments: &[&str], input: &str| {
        let output = Home::new().run(arguments, input);
        assert_eq!(output.code, 0, "{arguments:?}: {}", output.stderr);
        output
    };
    let shown = run(&["show", "capablanca-random", "--seed", "77", "--ascii"], "").stdout;
    let number = shown.split("Array: ").nth(1).and_then(|rest| rest.lines().next()).expect("its number");
    let by_number = run(&["show", "capablanca-random", "--array", number, "--ascii"], "").stdout;
    assert_eq!(shown, by_number);
    let random = run(&["show", "capablanca-random", "--array", "random", "--seed", "77", "--ascii"], "");
    assert_eq!((random.stdout.as_str(), random.stderr.as_str()), (shown.as_str(), ""));
    let board = shown.split("\n\n").next().expect("a board");
    let played = run(&["play", "capablanca-random", "--seed", "77", "--ascii"], "quit\n").stdout;
    assert!(played.contains(&format!("Array {number}, drawn with --seed 77.\n")) && played.contains(board), "{played}");

    let drawn = run(&["perft", "capablanca-random", "1", "--array", "random"], "");
    let seed = drawn.stderr.trim().strip_prefix("The array comes from --seed ").and_then(|seed| seed.strip_suffix('.'));
    let again = run(&["perft", "capablanca-random", "1", "--seed", seed.expect("its seed")], "");
    let count = |text: &str| text.split(' ').next().map(str::to_owned);
    assert_eq!(count(&again.stdout), count(&drawn.stdout));
}

/// The number of an array cannot be told from its men in Massacre.
#[test]
fn a_shuffled_array_can_be_had_again() {
    let run = |arguments: &[&str]| {
        let output = Home::new().run(arguments, "quit\n");
        assert_eq!((output.code, output.stderr.as_str()), (0, ""), "{arguments:?}");
        output.stdout
    };
    let drawn = run(&["play", "massacre", "--ascii"]);
    let (_, rest) = drawn.split_once("\nArray ").expect("its number");
    let (number, rest) = rest.split_once(", drawn with --seed ").expect("its seed");
    let (seed, _) = rest.split_once(".\n").expect("its end");
    let board = |text: &str| text.split("\n\n").nth(1).map(str::to_owned);
    let by_number = run(&["play", "massacre", "--array", number, "--ascii"]);
    assert!(by_number.contains(&format!("\nArray {number}.\n")), "{by_number}");
    assert_eq!(board(&by_number), board(&drawn));
    assert_eq!(board(&run(&["play", "massacre", "--seed", seed, "--ascii"])), board(&drawn));
    let shown = run(&["show", "massacre", "--seed", seed, "--json"]);
    assert!(shown.contains(&format!("\"array\":{number},")), "{shown}");
    assert_eq!(shown, run(&["show", "massacre", "--array", number, "--json"]));
}

#[test]
fn play_draws_an_array_unless_told_not_to() {
    let play = |arguments: &[&str]| Home::new().run(&[&["play"], arguments].concat(), "fen\nquit\n").stdout;
    let drawn: BTreeSet<String> = (0..3).map(|_| play(&["capablanca-random", "--ascii"])).collect();
    assert!(drawn.len() > 1, "thrice the same of 21,836 arrays");
    assert!(drawn.iter().all(|text| text.contains(", drawn with --seed ")), "{drawn:?}");
    let told = play(&["fischer-random", "--array", "518", "--ascii"]);
    assert!(told.contains("\nArray 518.\n") && told.contains("rnbqkbnr/pppppppp"), "{told}");
    assert!(!play(&["ice-age", "--ascii"]).contains("Array"));
    let home = Home::new();
    let played = home.run(&["play", "capablanca-random", "--array", "2", "--ascii"], "e4\nsave game.pgn\nquit\n");
    assert_eq!(played.stderr, "");
    let kept = std::fs::read_to_string(&home.kept()[0]).expect("it is kept");
    assert!(kept.contains("[SetUp \"1\"]\n[FEN \"qbbacnnrkr/"), "{kept}");
    let resumed = home.run(&["play", "--load", "game.pgn", "--ascii"], "fen\nquit\n").stdout;
    assert!(resumed.contains("\nArray 2.\n") && resumed.contains("4P5"), "{resumed}");
}

#[test]
fn a_file_may_draw_arrays_of_its_own() {
    let home = Home::new();
    let game = "format = 1\nid = \"los-random\"\nextends = \"chess\"\ncastling = false\nboard = { files = 6, ranks = 6 }\n\
                [pieces]\nbishop = false\npawn = { promotion = { to = [\"queen\"] } }\n\
                [start]\nfen = \"rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1\"\ngenerator = \"arrays\"\n\
                order = \"Q/K,N/N,RR\"\n";
    home.write("los.toml", game);
    for (array, rank) in [("0", "QKNNRR"), ("1", "KQNNRR"), ("71", "RRNNKQ"), ("random", "")] {
        let output = home.run(&["show", "los.toml", "--array", array, "--ascii"], "");
        let spaced: Vec<String> = rank.chars().map(String::from).collect();
        assert!(output.code == 0 && output.stdout.contains(&spaced.join("  ")), "{array}: {}", output.transcript());
    }
}
