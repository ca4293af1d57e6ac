//! The commands that ask, as a whole program: what they print, and their exit codes.

mod program;

use std::io::Read as _;
use std::process::Command;
use std::time::Duration;

use insta::assert_snapshot;
use program::Home;

/// A position one ply before an Ice Age: the white knight f4, pawn c5 and others stand alone.
const BEFORE_ICE: &str = "^^n^kr2/p1p2^^p/^^^^4/2P5/^^3N2/1q5^/PPP2^PP/R3KR2 b - - 3 20";

/// Runs the program in a home of its own and gives its transcript.
fn floe(arguments: &[&str]) -> String {
    Home::new().run(arguments, "").transcript()
}

/// The one object that a command prints with `--json`, and the exit code.
fn json(arguments: &[&str]) -> (i32, String) {
    let output = Home::new().run(arguments, "");
    assert_eq!(output.stderr, "", "{arguments:?}");
    (output.code, output.stdout)
}

#[test]
fn help() {
    let mut text = floe(&["--help"]);
    for command in [
        "play", "check", "verify", "variants", "rules", "config", "show", "moves", "apply", "perft", "replay",
        "schema", "new",
    ] {
        text.push_str(&format!("\n=== {command}\n{}", floe(&[command, "--help"])));
    }
    assert_snapshot!(text);
}

#[test]
fn version() {
    assert_eq!(floe(&["--version"]), "exit code 0\n--- stdout\nfloe 0.1.0\n--- stderr\n");
}

#[test]
fn boards_before_and_after_the_ice() {
    let before = floe(&["show", "ice-age", "--ascii", "--fen", BEFORE_ICE]);
    let after = floe(&["apply", "ice-age", "Qxb2", "--ascii", "--fen", BEFORE_ICE]);
    let unicode = floe(&["show", "ice-age", "--fen", BEFORE_ICE]);
    assert_snapshot!([before, after, unicode].join("\n"));
}

#[test]
fn a_large_board_from_both_sides() {
    let home = Home::new();
    home.write("large.toml", LARGE);
    let shown = home.run(&["show", "large.toml", "--ascii"], "").transcript();
    let flipped = home.run(&["play", "large.toml", "--ascii"], "flip\n").transcript();
    assert_snapshot!(format!("{shown}\n{flipped}"));
}

const LARGE: &str = r#"format = 1
id = "large"
name = "Large"

[board]
files = 12
ranks = 11

[pieces.king]
letter = "K"
betza = "K"
royal = "check"

[pieces.wall]
letter = "*"
neutral = true

[start]
fen = "k11/12/12/12/12/12/12/12/12/3****5/11K w - - 0 1"
"#;

#[test]
fn a_board_in_colour() {
    let home = Home::new();
    let mut command = home.command(&["show", "ice-age", "--fen", BEFORE_ICE]);
    command.env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1");
    let output = home.wait(command.spawn().expect("it is built"));
    assert_snapshot!(output.stdout.replace('\x1b', "<ESC>"));
}

#[test]
fn lists_and_rules() {
    let home = Home::new();
    let mut texts = vec![floe(&["variants"]), floe(&["rules", "ice-age", "--set", "ice-age.interval=7"])];
    texts.push(floe(&["rules", "chess"]));
    texts.push(floe(&["moves", "ice-age"]));
    texts.push(floe(&["moves", "chess", "--fen", "4k3/P7/8/8/8/8/8/4K2R w K - 0 1"]));
    assert_snapshot!(texts.join("\n"));
    assert!(home.kept().is_empty());
}

#[test]
fn perft() {
    let counted = |arguments: &[&str]| {
        let output = Home::new().run(arguments, "");
        assert_eq!((output.code, output.stderr.as_str()), (0, ""), "{arguments:?}");
        output.stdout
    };
    for (depth, nodes) in [("0", 1), ("1", 18), ("2", 324), ("3", 6264)] {
        let nodes = if nodes == 1 { "1 node".to_owned() } else { format!("{nodes} nodes") };
        for how in [&[][..], &["--divide"], &["--threads", "2"], &["--hash", "1"], &["--threads", "2", "--divide"]] {
            let text = counted(&[&["perft", "ice-age", depth], how].concat());
            assert!(text.lines().last().is_some_and(|line| line.starts_with(&format!("{nodes} in "))), "{text}");
        }
    }
    let divided = counted(&["perft", "chess", "2", "--divide", "--fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]);
    let branches: Vec<&str> = divided.lines().take_while(|line| line.contains(": ")).collect();
    assert_eq!(branches.first(), Some(&"e1d1: 5"));
    let sum: u64 = branches.iter().filter_map(|line| line.split(": ").nth(1)?.parse::<u64>().ok()).sum();
    assert!(divided.ends_with("bulk counted\n") && divided.contains(&format!("\n{sum} nodes")), "{divided}");
    let played = counted(&["perft", "chess", "2", "--no-bulk"]);
    assert!(played.starts_with("400 nodes in ") && played.ends_with(", every leaf played\n"), "{played}");
}

/// Scripts rely on these keys.
#[test]
fn json_keys() {
    let replay = Home::new();
    replay.write("games.pgn", "[Variant \"Ice Age\"]\n\n1. dxe3 dxe6 *\n\n[Variant \"Ice Age\"]\n\n1. dxe3 e5 *\n");
    let replayed = replay.run(&["replay", "games.pgn", "--json"], "");
    let seconds = |text: String| {
        let (start, rest) = text.split_once("\"seconds\":").expect("it says how long");
        format!("{start}\"seconds\":S{}", &rest[rest.find(',').expect("more follows")..])
    };
    let mut texts = vec![
        json(&["variants", "--json"]),
        json(&["rules", "ice-age", "--json"]),
        json(&["show", "ice-age", "--json", "--fen", BEFORE_ICE]),
        json(&["show", "chess", "--json", "--fen", "3Rk3/8/4K3/8/8/8/8/8 b - - 0 1"]),
        json(&["moves", "chess", "--json", "--fen", "7k/3P4/8/8/8/8/8/K7 w - - 0 1"]),
        json(&["apply", "ice-age", "--json", "Qxb2", "--fen", BEFORE_ICE]),
        json(&["apply", "ice-age", "--json", "--fen", "k3r3/8/8/8/8/8/5PPP/6K1 b - - 0 20", "Re1"]),
        json(&["apply", "ice-age", "--json", "dxe3", "e5"]),
        (replayed.code, replayed.stdout),
        json(&["show", "ice-ag", "--json"]),
        json(&["show", "chess", "--json", "--fen", "8/8/9/8/8/8/8/8 x - - 0 1"]),
        json(&["show", "ice-age", "--json", "--set", "ice-age.interval=0", "--set", "ice-age.freez=false"]),
        json(&["perft", "--json"]),
    ];
    for arguments in [&["perft", "ice-age", "2", "--json"][..], &["perft", "chess", "1", "--divide", "--json"]] {
        let (code, text) = json(arguments);
        texts.push((code, seconds(text)));
    }
    let texts: Vec<String> = texts.into_iter().map(|(code, text)| format!("{code} {text}")).collect();
    assert_snapshot!(texts.concat());
}

#[test]
fn what_cannot_be_used_is_told() {
    let home = Home::new();
    home.write("five.toml", FIVE_FAULTS);
    home.write("empty.toml", "");
    home.write("latin.toml", b"name = \"\xe9\"");
    home.write("notes.txt", "no toml at all");
    home.write("empty.pgn", "");
    home.write("unknown.pgn", "[Variant \"Backgammon\"]\n\n1. e4 *\n");
    home.write("17.pgn", ILLEGAL_AT_17);
    home.write("ice.toml", "format = 1\nid = \"ice-age\"\nname = \"Mine\"\nextends = \"ice-age\"\n");
    let cases: [&[&str]; 37] = [
        &[],
        &["shwo"],
        &["perft", "chess"],
        &["verify", "chess", "--games", "0"],
        &["verify", "chess", "--games", "-1"],
        &["verify", "chess", "--seed", "foo"],
        &["perft", "chess", "many"],
        &["perft", "chess", "256"],
        &["perft", "chess", "1", "--threads", "0"],
        &["perft", "chess", "1", "--hash", "0"],
        &["apply", "chess"],
        &["show", "ice-ag"],
        &["show", "backgammon"],
        &["play", "five.toml"],
        &["rules", "empty.toml"],
        &["rules", "latin.toml"],
        &["rules", "notes.txt"],
        &["rules", "."],
        &["rules", "missing.toml"],
        &["rules", "fiv.toml"],
        &["show", "ice-age", "--set", "ice-age.interval=0", "--set", "frost=1", "--set", "nonsense"],
        &["show", "chess", "--fen", "rnbqkbnr/ppppxppp/9/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1"],
        &["show", "chess", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"],
        &["show", "chess", "--fen", "1n6/8/2Q5/1rK5/8/8/8/5k2 b - - 0 1"],
        &["show", "chess", "--fen", ""],
        &["apply", "chess", "e4", "e5", "Ke3"],
        &["apply", "chess", "e4", "nonsense"],
        &["apply", "chess", "Nd2", "--fen", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"],
        &["replay", "missing.pgn"],
        &["replay", "empty.pgn"],
        &["replay", "unknown.pgn"],
        &["replay", "17.pgn"],
        &["replay", "17.pgn", "--variant", "ice.toml"],
        &["play", "--load", "17.pgn"],
        &["replay", "17.pgn", "--variant", "chess"],
        &["play", "chess", "--load", "17.pgn"],
        &["play", "--load", "unknown.pgn"],
    ];
    let tell = |arguments: &[&str]| {
        format!("$ floe {}\n{}", arguments.join(" "), home.run(arguments, "").transcript().replace("\n\n\n", "\n\n"))
    };
    assert_snapshot!(cases.map(tell).join("\n\n"));
    assert!(home.kept().is_empty());
}

const FIVE_FAULTS: &str = r#"format = 1
id = "five"
name = "Five faults"
extends = "ice-age"
colour = "blue"

[rules.ice-age]
interval = 0
freez = true
mate = "later"

[draws]
material = "no"
"#;

const ILLEGAL_AT_17: &str = r#"[Event "Broken"]
[Variant "Ice Age"]
[Result "*"]

1. dxe3 dxe6 2. bxc3 bxc6 3. axb3 Bb7 4. gxf3 cxd6 5. Bg2 exf6 6. exd3 axb6 7. Ne2 Ne7
8. Bb2 Nd7 9. Nd2 Qc7 10. hxg3 hxg6 11. cxd4 cxd5 12. fxe4 dxe4 13. dxe4 O-O-O
14. Nc3 Bc6 15. bxc4 bxc5 16. d5 exd5 17. exd5 {the bishop} Bb4 18. Nxb5 Qb8 *
"#;

#[test]
fn noise_is_refused_at_once() {
    let home = Home::new();
    // Reproducible noise: the high bytes of a multiplicative sequence.
    let noise = |count: u32| (0..count).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8);
    home.write("noise.toml", noise(10 << 20).collect::<Vec<u8>>());
    home.write("noise.pgn", noise(10 << 20).collect::<Vec<u8>>());
    home.write("letters.pgn", noise(1 << 20).map(|byte| b' ' + byte % 95).collect::<Vec<u8>>());
    home.write("letters.toml", noise(100_000).map(|byte| b' ' + byte % 95).collect::<Vec<u8>>());
    for (arguments, code) in [
        (["rules", "noise.toml"], 2),
        (["rules", "letters.toml"], 2),
        (["replay", "noise.pgn"], 2),
        (["replay", "letters.pgn"], 1),
    ] {
        for json in [false, true] {
            let mut arguments = arguments.to_vec();
            arguments.extend(json.then_some("--json"));
            let output = home.run(&arguments, "");
            assert_eq!(output.code, code, "{arguments:?}: {}", output.stderr);
            assert!(output.stdout.len() + output.stderr.len() < 100_000, "{arguments:?}");
        }
    }
}

/// Faults without number are found in time linear in the text, and no more of them are shown than anybody reads.
#[test]
fn very_many_faulty_games_are_counted() {
    let home = Home::new();
    const GAME: &str = "[A \"\"]\nx\n\n";
    let games = (10 << 20) / GAME.len();
    home.write("faulty.pgn", GAME.repeat(games));
    let output = home.run(&["replay", "faulty.pgn"], "");
    assert_eq!(output.code, 1);
    assert_eq!(output.stderr.matches("--> faulty.pgn").count(), 100);
    assert!(output.stderr.contains("--> faulty.pgn:299:1\n"), "{}", output.stderr);
    let rest = format!("\nGame 100: not legal.\n\n...and {} more games with faults.\n", games - 100);
    assert!(output.stdout.ends_with(&rest), "{}", output.stdout);
}

#[test]
fn a_configuration_loads_back() {
    let home = Home::new();
    let written = home.run(&["config", "ice-age"], "");
    assert_eq!((written.code, written.stderr.as_str()), (0, ""));
    home.write("mine.toml", &written.stdout);
    assert_eq!(home.run(&["config", "mine.toml"], "").stdout, written.stdout);
    let mine = written.stdout.replace("id = \"ice-age\"", "id = \"mine\"").replace("aliases = [\"iceage\"]\n", "");
    home.write("mine.toml", mine.replace("interval = 20", "interval = 2"));
    let moves = ["apply", "mine.toml", "dxe3", "dxe6", "Nc3", "Nc6", "--ascii"];
    assert_snapshot!(home.run(&moves, "").transcript());
}

#[test]
fn games_are_replayed() {
    let home = Home::new();
    let pgn = include_str!("data/ice_age_game.pgn");
    home.write("game.pgn", pgn);
    assert_snapshot!(home.run(&["replay", "game.pgn", "--ascii"], "").transcript());

    home.write("mate.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n\n[Event \"open\"]\n\n1. e4 *\n");
    assert_snapshot!(home.run(&["replay", "mate.pgn", "--ascii"], "").transcript());
}

#[test]
fn a_game_of_a_variant_in_a_file_is_replayed_with_the_file() {
    let home = Home::new();
    let duel = "format = 1\nid = \"duel\"\nname = \"Duel\"\nextends = \"chess\"\n[start]\nfen = \"4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1\"\n";
    home.write("duel.toml", duel);
    home.write("duel.pgn", "[Variant \"Duel\"]\n\n1. e4 e5 2. Ke2 *\n");
    assert_eq!(home.run(&["replay", "duel.pgn"], "").code, 2);
    let output = home.run(&["replay", "duel.pgn", "--variant", "duel.toml"], "");
    assert!(output.code == 0 && output.stdout.starts_with("Game 1: Duel, 3 plies, legal."), "{}", output.transcript());
}

/// `floe … | head` ends quietly.
#[test]
fn a_closed_pipe_is_no_fault() {
    let home = Home::new();
    for arguments in [&["config", "chess"][..], &["play", "--white", "random", "--black", "random"], &["--help"]] {
        let mut child = home.command(arguments).spawn().expect("it is built");
        drop(child.stdout.take());
        let mut said = String::new();
        child.stderr.take().expect("it is piped").read_to_string(&mut said).expect("it is read");
        let code = child.wait().expect("it ends").code();
        assert_eq!((code, said.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
fn names_are_found_in_any_case() {
    for name in ["Chess", "CHESS", "STANDARD", "Ice-Age", "ice age chess", "Fischer Random", "960"] {
        assert_eq!(Home::new().run(&["show", name], "").code, 0, "{name}");
    }
    let home = Home::new();
    home.write(
        "config/floe/variants/mine.toml",
        "format = 1\nid = \"mine\"\nname = \"My Game\"\nextends = \"chess\"\n",
    );
    assert_eq!(home.run(&["perft", "MY GAME", "1"], "").code, 0);
    home.write("Chess", "no variant");
    assert_eq!(home.run(&["show", "Chess"], "").code, 2);
}

#[test]
fn moves_of_a_game_that_is_over() {
    let mated = ["moves", "chess", "--fen", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"];
    assert_eq!(floe(&mated), "exit code 0\n--- stdout\nThe game is over: 1-0, checkmate.\n--- stderr\n");
    let (_, told) = json(&[&mated[..], &["--json"]].concat());
    assert!(told.ends_with("\"moves\":[],\"outcome\":{\"winner\":\"white\",\"reason\":\"checkmate\"}}\n"), "{told}");
}

/// The material that is drawn is the Ice Age's to say, whatever the file does.
#[test]
fn what_a_rule_decides_is_told() {
    for (king, told) in [("loses", "no draw."), ("immune", "when nothing is left but the kings, the game is drawn.")] {
        let setting = format!("ice-age.frozen_king={king}");
        let rules = floe(&["rules", "chess", "--set", "ice-age={}", "--set", &setting]);
        assert!(rules.contains(&format!("Lack of material: {told}\n")), "{rules}");
        let config = floe(&["config", "chess", "--set", "ice-age={}", "--set", &setting]);
        assert!(config.contains("material = true  # neither side can mate; the rules below make it "), "{config}");
    }
}

/// Clap would propose `-- --json`.
#[test]
fn an_option_that_is_not_there_is_no_value() {
    let (code, told) = json(&["play", "--json"]);
    let hint = r#""hint":"Usage: floe play [OPTIONS] [VARIANT]\n\nFor more information, try '--help'.""#;
    assert!(code == 2 && told.contains(hint), "{told}");
    assert!(!floe(&["show", "chess", "--frost"]).contains("as a value"));
}

#[test]
fn numbers_below_zero_are_judged_as_numbers() {
    for arguments in [
        &["show", "fischer-random", "--array", "-1"][..],
        &["show", "fischer-random", "--seed", "-1"],
        &["perft", "chess", "-1"],
        &["play", "fischer-random", "--seed", "-1"],
    ] {
        let output = Home::new().run(arguments, "");
        assert_eq!(output.code, 2);
        assert!(output.stderr.starts_with("error: invalid value '-1' for "), "{}", output.stderr);
    }
}

/// Ctrl-C while the program counts or checks.
#[cfg(unix)]
#[test]
fn ctrl_c_stops_quietly() {
    for (arguments, told) in [
        (&["perft", "chess", "20"][..], ""),
        (&["verify", "ice-age", "--games", "1000000"], "\nStopped.\nIce Age Chess: "),
    ] {
        let home = Home::new();
        let child = home.command(arguments).spawn().expect("it is built");
        std::thread::sleep(Duration::from_secs(3));
        let signalled = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill is there");
        assert!(signalled.success());
        let output = home.wait(child);
        assert_eq!((output.code, output.stderr.as_str()), (130, ""), "{arguments:?}");
        assert!(output.stdout.starts_with(told) && output.stdout.is_empty() == told.is_empty(), "{}", output.stdout);
    }
}
