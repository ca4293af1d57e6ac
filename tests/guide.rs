//! The guide `variants/README.md`: its files and commands do what it says. (Its Rust runs as doc tests, and what it says
//! of crates in `third_party.rs`.)
#![cfg(unix)]

mod program;

use std::path::Path;
use std::process::Command;

use program::Home;

const GUIDE: &str = include_str!("../variants/README.md");

/// The blocks of code in these languages, in the order of the text.
fn blocks<'g>(languages: &[&str]) -> Vec<(&'g str, &'g str)> {
    let mut blocks = Vec::new();
    let mut rest = GUIDE;
    while let Some((language, after)) = rest.split_once("```").and_then(|(_, after)| after.split_once('\n')) {
        let (block, after) = after.split_once("```").expect("a block ends");
        if languages.contains(&language) {
            blocks.push((language, block));
        }
        rest = after;
    }
    blocks
}

#[test]
fn files_are_sound_and_commands_work() {
    let home = Home::new();
    let folder = Path::new(env!("CARGO_BIN_EXE_floe")).parent().expect("it lies in a folder");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let mut commands = 0;
    for (language, block) in blocks(&["toml", "sh"]) {
        if language == "toml" {
            let name =
                block.lines().next().and_then(|line| line.strip_prefix("# ")).expect("a file starts with its name");
            home.write(name, block);
        } else if !block.contains("cargo") {
            let mut shell = Command::new("sh");
            shell.args(["-e", "-c", block]);
            let mut shell = home.prepare(shell);
            shell.env("PATH", &path).env("HOME", home.path("")).env_remove("XDG_CONFIG_HOME");
            let output = home.run_command(shell, "quit\n");
            assert_eq!((output.code, output.stderr.as_str()), (0, ""), "{block}\n{}", output.transcript());
            commands += block.lines().count();
        }
    }
    assert!(commands >= 8, "{commands}");
    for name in ["camels.toml", "frozen-camels.toml", "hill.toml"] {
        let mut check = home.command(&["check", name]);
        check.env("XDG_CONFIG_HOME", home.path(".config"));
        let checked = home.run_command(check, "");
        assert!(checked.code == 0 && checked.stdout.ends_with("no faults, no warnings.\n"), "{}", checked.transcript());
    }
}
