//! `floe check`, `floe new`, and the files of the user's folder, as a whole program.

mod program;

use insta::assert_snapshot;
use program::Home;

const SOUND: &str =
    "format = 1\nid = \"quick\"\nname = \"Quick Ice Age\"\nextends = \"ice-age\"\n[rules.ice-age]\ninterval = 10\n";

const FAULTY: &str = "format = 1\nid = \"faulty\"\nextends = \"chess\"\n[board]\nwrap = maybe\nfile = 9\n[pieces.queen]\nbetza = \"Q?\"\n";

const IDLE: &str = r#"format = 1
id = "duel"
name = "Duel"
extends = "chess"
castling = false

[pieces.camel]
letter = "C"
betza = "C"

[pieces.pawn]
promotion = { to = ["rook"], must = ["a1", "a8"] }

[start]
fen = "4k3/7p/8/8/8/8/7P/8 w - - 0 1"
"#;

fn home() -> Home {
    let home = Home::new();
    home.write("sound.toml", SOUND);
    home.write("faulty.toml", FAULTY);
    home.write("idle.toml", IDLE);
    home.write("latin.toml", b"name = \"\xe9\"");
    home
}

#[test]
fn every_file_is_told_of() {
    let home = home();
    let names = ["sound.toml", "faulty.toml", "idle.toml", "chess", "missing.toml", "latin.toml", "ches"];
    let checked = home.run(&[&["check"], &names[..]].concat(), "");
    assert_snapshot!(checked.transcript());
    let json = home.run(&[&["check", "--json"], &names[..]].concat(), "");
    assert_snapshot!(json.transcript().replace("},{\"file\"", "},\n{\"file\""));
}

#[test]
fn exit_codes() {
    let home = home();
    for (names, code) in [
        (&["sound.toml"][..], 0),
        (&["chess", "ice-age"], 0),
        (&["idle.toml"], 0),
        (&["idle.toml", "faulty.toml", "sound.toml"], 1),
        (&["faulty.toml", "missing.toml"], 2),
        (&["missing.toml", "sound.toml"], 2),
        (&["."], 2),
        (&["backgammon"], 2),
        (&[], 2),
        (&["sound.toml", "--set", "ice-age.interval=3"], 0),
        (&["sound.toml", "--set", "ice-age.interval=0"], 1),
    ] {
        for json in [&[][..], &["--json"]] {
            assert_eq!(home.run(&[&["check"], names, json].concat(), "").code, code, "{names:?}");
        }
    }
}

#[test]
fn play_only_mentions_warnings() {
    let home = home();
    let played = home.run(&["play", "idle.toml", "--ascii"], "quit\n");
    assert_eq!(
        (played.code, played.stderr.as_str()),
        (0, "There are 3 warnings about this variant: floe check idle.toml\n")
    );
    assert_eq!(home.run(&["play", "sound.toml"], "quit\n").stderr, "");
    assert_eq!(home.run(&["perft", "idle.toml", "1"], "").stderr, "");
}

/// A home whose folder of variants has good files and bad ones.
fn furnished() -> Home {
    let home = home();
    home.write("config/floe/variants/quick.toml", SOUND);
    home.write(
        "config/floe/variants/quicker.toml",
        SOUND
            .replace("quick", "quicker")
            .replace("Quick", "Quicker")
            .replace("ice-age\"\n[", "quick\"\n[")
            .replace("10", "2"),
    );
    home.write("config/floe/variants/idle.toml", IDLE);
    home.write("config/floe/variants/faulty.toml", FAULTY);
    home.write("config/floe/variants/chess.toml", SOUND.replace("\"quick\"", "\"chess\""));
    home.write("config/floe/variants/twice.toml", SOUND.replace("\"quick\"", "\"duel\""));
    home.write("config/floe/variants/nothing.toml", "");
    home.write("config/floe/variants/fischer-random.toml", "");
    home.write("config/floe/variants/nameless.toml", "format = 1\n");
    home.write("config/floe/variants/notes.txt", "format = 1\nid = \"notes\"\n");
    home.write("config/floe/variants/folder.toml/x.toml", SOUND);
    home
}

#[test]
fn the_users_files_are_listed() {
    let home = furnished();
    let (list, json) = (home.run(&["variants"], ""), home.run(&["variants", "--json"], ""));
    assert_eq!((list.code, json.code), (0, 0));
    let own = list.stdout.split_inclusive('\n').skip_while(|line| !line.starts_with("quick"));
    let (_, own_json) = json.stdout.split_once("{\"id\":\"quick\"").expect("it is listed");
    // How wide the columns are hangs on the games that are bundled.
    let own: String = own.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ") + "\n").collect();
    assert_snapshot!(own + own_json);
    assert!(list.stdout.contains("fischer-random ") && json.stdout.contains("\"fischer-random\""));
}

#[test]
fn the_users_files_are_found_by_id() {
    let home = furnished();
    for (arguments, code) in [
        (&["rules", "quick"][..], 0),
        (&["perft", "quicker", "2"], 0),
        (&["check", "quick", "quicker"], 0),
        (&["show", "quicker", "--set", "ice-age.interval=1"], 0),
        (&["play", "quicker"], 0),
        // Its own file, by its path.
        (&["show", "config/floe/variants/quick.toml"], 0),
        (&["play", "config/floe/variants/quicker.toml"], 0),
        // The bundled game stays what it is to others.
        (&["show", "ice-age"], 0),
        (&["show", "fischer-random"], 0),
        (&["show", "notes"], 2),
    ] {
        let output = home.run(arguments, "quit\n");
        assert_eq!(output.code, code, "{arguments:?}: {}", output.transcript());
    }
    let moves = ["apply", "quicker", "dxe3", "dxe6", "Nc3", "Nc6", "--json"];
    assert!(home.run(&moves, "").stdout.contains("froze over"));
}

#[test]
fn broken_files_of_the_user_are_told_where_they_are_meant() {
    let home = furnished();
    let cases: [&[&str]; 5] = [
        &["show", "faulty"],
        &["show", "duel"],
        &["show", "nothing"],
        &["check", "nameless", "folder"],
        &["show", "quik"],
    ];
    let tell = |arguments: &[&str]| format!("$ floe {}\n{}", arguments.join(" "), home.run(arguments, "").transcript());
    assert_snapshot!(cases.map(tell).join("\n\n"));
}

#[test]
fn a_file_that_is_there_twice_is_told_of() {
    let home = home();
    for name in ["one", "two"] {
        home.write(&format!("config/floe/variants/{name}.toml"), SOUND);
    }
    let output = home.run(&["variants"], "");
    assert!(output.stderr.is_empty() || output.code == 0, "{}", output.transcript());
    assert!(output.stdout.contains("two variants are called"), "{}", output.transcript());
}

/// An id that two variants have means neither, wherever it stands.
#[test]
fn what_is_there_twice_is_used_by_nobody() {
    let home = home();
    for name in ["one", "two"] {
        home.write(&format!("config/floe/variants/{name}.toml"), SOUND);
    }
    let on_top = "format = 1\nid = \"on-top\"\nname = \"On Top\"\nextends = \"quick\"\n";
    home.write("config/floe/variants/on-top.toml", on_top);
    home.write("beside.toml", on_top.replace("on-top", "beside"));
    for (arguments, code) in [
        (["rules", "quick"], 2),
        (["play", "quick"], 2),
        (["check", "quick"], 1),
        (["rules", "on-top"], 2),
        (["check", "on-top"], 1),
        (["play", "beside.toml"], 2),
        (["check", "beside.toml"], 1),
    ] {
        let output = home.run(&arguments, "");
        assert_eq!(output.code, code, "{}", output.transcript());
        assert!(output.stderr.contains("two variants are called `quick`"), "{}", output.transcript());
    }
    let list = home.run(&["variants"], "").stdout;
    assert!(!list.lines().any(|line| line.starts_with("quick ")) && list.contains("\non-top "), "{list}");
}

/// No file takes the program's own games away, by whatever name.
#[test]
fn the_programs_own_games_stay() {
    let home = home();
    let files = "config/floe/variants";
    home.write(&format!("{files}/mine.toml"), SOUND.replace("\"quick\"", "\"chess\""));
    home.write(&format!("{files}/wolves.toml"), SOUND.replace("\"quick\"", "\"wolves\"\naliases = [\"960\"]"));
    for name in ["chess", "standard", "Chess", "960", "fischer-random"] {
        for command in [["rules", name], ["check", name], ["play", name]] {
            let output = home.run(&command, "quit\n");
            assert_eq!(output.code, 0, "{}", output.transcript());
        }
    }
    assert_eq!(home.run(&["rules", "wolves"], "").code, 2);
    assert!(!home.run(&["rules", "chess"], "").stdout.contains("Quick"));
    let list = home.run(&["variants"], "").stdout;
    for (file, fault) in [
        ("mine", "two variants are called `chess`: Quick Ice Age here, and Chess in the program"),
        ("wolves", "two variants are called `960`: Quick Ice Age here, and Fischer Random in the program"),
    ] {
        assert!(list.contains(&format!("\nbroken: HOME/{files}/{file}.toml\n  {fault}\n")), "{list}");
    }
    assert!(list.starts_with("ice-age ") && list.contains("\nchess ") && list.contains("\nfischer-random "), "{list}");
}

/// A file that is named by its path is meant, whatever the folder has under its id.
#[test]
fn a_file_by_its_path_comes_before_the_folders() {
    let home = home();
    let duel = |men: &str| {
        format!(
            "format = 1\nid = \"pawns\"\nname = \"Pawns\"\nextends = \"chess\"\n[start]\nfen = \"{men} w - - 0 1\"\n"
        )
    };
    home.write("pawns.toml", duel("4k3/4p3/8/8/8/8/4P3/4K3"));
    let in_folder = "config/floe/variants/pawns.toml";
    let faulty = FAULTY.replace("faulty", "pawns");
    // Here e4 is no move, so that nobody takes this game for the other.
    let other = duel("4k3/p7/8/8/8/8/P7/4K3");
    let baseless = other.replace("chess", "nonesuch");
    for (text, code) in [(other.as_str(), 0), (&faulty, 2), (&baseless, 2)] {
        home.write(in_folder, text);
        assert_eq!(home.run(&["rules", "pawns"], "").code, code, "{text}");
        let checked = home.run(&["check", "./pawns.toml"], "");
        assert!(checked.stdout.starts_with("./pawns.toml: Pawns, no faults, "), "{}", checked.transcript());
        let played = home.run(&["play", "./pawns.toml"], "e4\ne5\nsave! game.pgn\nload game.pgn\nquit\n");
        assert!(played.code == 0 && played.stdout.contains("\nPawns, 2 plies.\n"), "{}", played.transcript());
        let replayed = home.run(&["replay", "game.pgn", "--variant", "./pawns.toml"], "");
        assert!(replayed.stdout.starts_with("Game 1: Pawns, 2 plies, legal."), "{}", replayed.transcript());
    }
    // What takes the place of another cannot be built on it.
    home.write(in_folder, &other);
    home.write("self.toml", other.replace("\"chess\"", "\"pawns\""));
    assert_eq!(home.run(&["check", "self.toml"], "").code, 1);
}

#[test]
fn games_of_the_users_variants_are_read() {
    let home = furnished();
    let played = home.run(&["play", "quicker", "--ascii"], "dxe3\ndxe6\nNc3\nNc6\nsave game.pgn\nquit\n");
    assert_eq!(played.code, 0, "{}", played.transcript());
    let replayed = home.run(&["replay", "game.pgn"], "");
    assert!(
        replayed.code == 0 && replayed.stdout.contains("Ice Age Chess, 4 plies, legal"),
        "{}",
        replayed.transcript()
    );
    assert_eq!(home.run(&["play", "--load", "game.pgn"], "quit\n").code, 0);
}

#[test]
fn what_config_writes_can_be_changed_and_played() {
    let home = Home::new();
    let written = home.run(&["config", "ice-age", "--set", "ice-age.interval=2"], "");
    home.write("mine.toml", &written.stdout);
    let played = home.run(&["play", "mine.toml", "--ascii"], "dxe3\ndxe6\nNc3\nNc6\nsave game.pgn\nquit\n");
    assert!(played.code == 0 && played.stdout.contains("froze over"), "{}", played.transcript());
    let replayed = home.run(&["replay", "game.pgn", "--json"], "");
    assert!(replayed.code == 0 && replayed.stdout.contains("\"legal\":true"), "{}", replayed.transcript());
    assert_eq!(home.run(&["check", "mine.toml"], "").code, 0);
}

#[test]
fn new_files_are_sound_as_they_stand() {
    let home = Home::new();
    let written = home.run(&["new", "my-game"], "");
    assert_eq!(
        (written.code, written.stdout.as_str()),
        (0, "wrote my-game.toml\nNext: floe check my-game.toml, and floe play my-game.toml\n")
    );
    let checked = home.run(&["check", "my-game.toml"], "");
    assert_eq!((checked.code, checked.stdout.as_str()), (0, "my-game.toml: My Game, no faults, no warnings.\n"));
    assert_eq!(home.run(&["perft", "my-game.toml", "2"], "").code, 0);
    // What is commented out is sound too.
    let is_key = |word: &str| !word.contains(|c: char| !c.is_ascii_alphabetic());
    let text = std::fs::read_to_string(home.path("my-game.toml")).expect("it is there");
    let whole: String = text
        .lines()
        .map(|line| match line.strip_prefix("# ") {
            Some(entry)
                if entry.starts_with('[') || entry.split_once('=').is_some_and(|(key, _)| is_key(key.trim())) =>
            {
                format!("{entry}\n")
            }
            _ => format!("{line}\n"),
        })
        .collect();
    assert!(whole.contains("\n[rules.ice-age]\ninterval = 10\n") && whole.contains("\n[draws]\n"), "{whole}");
    home.write("whole.toml", whole);
    assert_eq!(
        home.run(&["check", "whole.toml"], "").transcript(),
        "exit code 0\n--- stdout\nwhole.toml: My Game, no faults, no warnings.\n--- stderr\n"
    );
}

#[test]
fn new_overwrites_nothing_and_takes_no_name_twice() {
    let home = furnished();
    home.write("there.toml", "");
    home.write("folder/x", "");
    let cases: [&[&str]; 11] = [
        &["new", "there"],
        &["new", "folder", "--rust"],
        &["new", "My Game"],
        &["new", "?"],
        &["new", ""],
        &["new", "960"],
        &["new", "quick"],
        &["new", "ice-age", "--rust"],
        &["new", "sand", "--rust", "--core", "folder"],
        &["new", "sand", "--core", "folder"],
        &["new", "sand", "--rust"],
    ];
    let tell = |arguments: &[&str]| format!("$ floe {}\n{}", arguments.join(" "), home.run(arguments, "").transcript());
    assert_snapshot!(cases.map(tell).join("\n\n"));
    assert_eq!(std::fs::read(home.path("there.toml")).expect("it is there"), b"");
    assert!(!home.path("sand").exists());
    let json = home.run(&["new", "other", "--json"], "");
    assert_eq!((json.code, json.stdout.as_str()), (0, "{\"files\":[\"other.toml\"]}\n"));
}

#[test]
fn random_games_of_a_file_are_told_of() {
    let home = home();
    let verified = home.run(&["verify", "sound.toml", "--games", "2", "--set", "ice-age.interval=5"], "");
    let digits = regex_lite::Regex::new("[0-9]").expect("it is sound");
    assert_snapshot!(digits.replace_all(&verified.transcript(), "0"));
    let json = home.run(&["verify", "sound.toml", "--games", "1", "--json"], "");
    assert_snapshot!(digits.replace_all(&json.transcript(), "0"));
    let again = || home.run(&["verify", "chess", "--games", "2", "--seed", "7"], "").stdout;
    assert_eq!(again(), again());
    for name in ["faulty.toml", "missing.toml", "backgammon"] {
        assert_eq!(home.run(&["verify", name], "").code, 2, "{name}");
    }
}
