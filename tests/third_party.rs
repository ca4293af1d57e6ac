//! Crates outside the workspace get the whole program for rules of their own: the one in `fixtures/third-party`, and
//! the one that `floe new --rust` writes. They are built in the workspace's folder `target`, with its `Cargo.lock`, and
//! without the network.

#![cfg(unix)]

mod program;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use program::{Home, Output};

/// The source of Floe.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The folder of targets.
fn target() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("it is in the folder of targets")
}

/// An empty folder of this name, the same each time, so that crates in it are not built anew from the ground.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("removed");
    }
    fs::create_dir_all(&folder).expect("created");
    folder
}

/// Runs a command in a folder with the workspace's targets; it must succeed.
fn run(mut command: Command, folder: &Path, input: &str) -> Output {
    let home = Home::new();
    let floe = Path::new(env!("CARGO_BIN_EXE_floe")).parent().expect("it lies in a folder");
    let path = format!("{}:{}", floe.display(), std::env::var("PATH").unwrap_or_default());
    command.env("PATH", path).env("CARGO_TARGET_DIR", target()).env("CARGO_NET_OFFLINE", "true");
    let mut command = home.prepare(command);
    command.current_dir(folder);
    let output = home.run_command(command, input);
    assert_eq!(output.code, 0, "{}", output.transcript());
    output
}

/// The example, with whose rule its program knows all that `floe` knows.
fn example() -> PathBuf {
    let source = Path::new(ROOT).join("tests/fixtures/third-party");
    let folder = folder("third-party");
    fs::create_dir(folder.join("src")).expect("created");
    for file in ["Cargo.toml", "bounty.toml", "src/lib.rs", "src/main.rs"] {
        let text = fs::read_to_string(source.join(file)).expect("it is there");
        fs::write(folder.join(file), text.replace("../../..", ROOT)).expect("written");
    }
    // What the workspace does not use would have to be fetched.
    fs::copy(Path::new(ROOT).join("Cargo.lock"), folder.join("Cargo.lock")).expect("copied");
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--quiet"]);
    run(cargo, &folder, "");
    target().join("debug/bounty")
}

const FILE: &str = "format = 1\nid = \"hunt\"\nextends = \"ice-age\"\n[rules.bounty]\ngoal = 2\n";

#[test]
fn a_rule_of_another_crate_has_the_whole_program() {
    let home = Home::of(example());
    home.write("hunt.toml", FILE);
    home.write("faulty.toml", FILE.replace("goal = 2", "gaol = 0"));
    let cases: [(&[&str], &str); 8] = [
        (&["rules", "bounty-chess"], ""),
        (&["check", "hunt.toml", "bounty-chess"], ""),
        (&["check", "faulty.toml"], ""),
        (&["show", "bounty-chess", "--set", "bounty.goal=0"], ""),
        (&["show", "hunt.toml", "--ascii"], ""),
        (&["apply", "hunt.toml", "exd5", "--json", "--fen", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"], ""),
        (
            &[
                "apply",
                "bounty-chess",
                "e4",
                "d5",
                "exd5",
                "Qxd5",
                "Nc3",
                "Qxd2",
                "Bxd2",
                "c6",
                "Ba6",
                "bxa6",
                "--json",
            ],
            "",
        ),
        (&["play", "bounty-chess", "--ascii"], "e4\nd5\nexd5\nfen\nundo\nfen\nresign\n"),
    ];
    let tell = |(arguments, input): (&[&str], &str)| {
        format!("$ bounty {}\n{}", arguments.join(" "), home.run(arguments, input).transcript())
    };
    insta::assert_snapshot!(cases.map(tell).join("\n\n"));

    let answer = |arguments: &[&str]| home.run(arguments, "").stdout;
    assert!(answer(&["variants"]).contains("\nbounty-chess "));
    assert!(answer(&["perft", "bounty-chess", "3", "--json"]).contains("\"nodes\":8902,"));
    assert!(answer(&["schema"]).contains("\"description\": \"how many men one must take to win\""));
    let written = home.run(&["config", "bounty-chess"], "");
    assert!(written.code == 0 && written.stdout.contains("[rules.bounty]\n# how many men"), "{}", written.transcript());
    home.write("mine.toml", written.stdout.replace("bounty-chess", "mine"));
    assert_eq!(home.run(&["check", "mine.toml"], "").code, 0);
    let verified = home.run(&["verify", "mine.toml", "--games", "2"], "");
    assert!(verified.code == 0 && verified.stdout.contains("no fault"), "{}", verified.transcript());
    find_the_truce(&home);
}

/// `floe verify` finds what is wrong with the rule `truce`, and what it says to type shows it again.
fn find_the_truce(home: &Home) {
    home.write("truce.toml", "format = 1\nid = \"truce\"\nname = \"Truce\"\nextends = \"chess\"\n[rules.truce]\n");
    let found = home.run(&["verify", "truce.toml"], "");
    assert_eq!(found.code, 1, "{}", found.transcript());
    assert!(found.stdout.contains("\nkey: "), "{}", found.transcript());
    let commands: Vec<&str> = found.stdout.lines().filter_map(|line| line.strip_prefix("  bounty ")).collect();
    let run = |command: &str| {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("{} {command}", target().join("debug/bounty").display())]);
        home.run_command(home.prepare(shell), "").code
    };
    assert_eq!(commands.iter().map(|command| run(command)).collect::<Vec<_>>(), [0, 1], "{}", found.transcript());
    let json = home.run(&["verify", "truce.toml", "--json"], "").stdout;
    assert!(json.starts_with("{\"variant\":\"truce\",\"fault\":{\"check\":\"key\","), "{json}");
}

/// Runs what the guide says of a crate of one's own.
#[test]
fn a_new_crate_passes_its_tests_as_it_stands() {
    let (_, rest) = include_str!("../variants/README.md").split_once("```sh\nfloe new").expect("the guide tells of it");
    let (steps, _) = rest.split_once("```").expect("it ends");
    let lock = format!("cd quicksand\ncp {ROOT}/Cargo.lock .\n");
    let script = format!("floe new{steps}").replace("path/to/floe", ROOT).replace("cd quicksand\n", &lock);
    assert!(script.contains(ROOT) && script.contains(&lock), "{script}");
    let mut shell = Command::new("sh");
    shell.args(["-e", "-c", &script]);
    let output = run(shell, &folder("new"), "e4\nd5\nquit\n");
    for expected in [
        "wrote quicksand/src/lib.rs",
        "test result: ok. 3 passed",
        "Quicksand. Type a move",
        "quicksand.toml: Quicksand, no faults, no warnings",
        "Quicksand: 2 games, ",
    ] {
        assert!(output.stdout.contains(expected), "{}", output.transcript());
    }
}
