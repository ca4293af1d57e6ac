//! The guide `variants/README.md`: its files and commands do what it says, and rules go together as it says. (Its Rust
//! runs as doc tests, and what it says of crates in `third_party.rs`.)
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

/// The refused pairs of rules, as the guide's table has them: two ids and why.
fn refused_pairs() -> Vec<([&'static str; 2], &'static str)> {
    let (_, rest) = GUIDE.split_once("All rules go with all others but these:").expect("the guide tells of it");
    let rows = rest.lines().skip(4).take_while(|line| line.starts_with('|'));
    let pairs = rows.flat_map(|row| {
        let [rule, others, because] = row.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("not three columns: {row}");
        };
        let rule = rule.trim_matches('`');
        others.split(", ").map(move |other| ([rule, other.trim_matches('`')], because)).collect::<Vec<_>>()
    });
    pairs.collect()
}

#[test]
fn rules_go_together_as_the_guide_says() {
    let registry = floe_variants::registry();
    let ids: Vec<&str> = registry.rules().map(|rule| rule.id()).collect();
    let refused = refused_pairs();
    assert!(refused.len() > 10 && refused.iter().flat_map(|(pair, _)| pair).all(|id| ids.contains(id)), "{refused:?}");
    assert!(ids.iter().all(|id| GUIDE.contains(&format!("| `{id}` | "))), "{ids:?}");
    for (place, one) in ids.iter().enumerate() {
        for other in &ids[place + 1..] {
            // Two rules need the board of their own games.
            let own = ["racing-kings", "massacre"].into_iter().find(|id| [one, other].contains(&id));
            let base = own.unwrap_or("chess");
            let expected = refused.iter().find(|(pair, _)| pair.contains(one) && pair.contains(other));
            for order in [[one, other], [other, one]] {
                let rules = order.iter().filter(|id| **id != &base).map(|id| format!("[rules.{id}]\n"));
                let rules: String = rules.collect();
                let text = format!("format = 1\nid = \"pair\"\nextends = \"{base}\"\n{rules}");
                match (floe_core::config::load(&text, "pair.toml", &registry), expected) {
                    (Ok(_), None) => {}
                    (Ok(_), Some((_, because))) => panic!("{order:?} go together, in spite of {because:?}"),
                    (Err(errors), None) => panic!("{order:?} are refused: {errors}"),
                    (Err(errors), Some((_, because))) => {
                        let [error] = &errors.0[..] else { panic!("{order:?}: not one fault: {:?}", errors.0) };
                        let named = |id: &str| error.message.contains(&format!("\"{id}\""));
                        let both =
                            (named(one) && named(other)) || (base == "massacre" && error.message.contains("this game"));
                        assert!(both && error.message.contains(because), "{order:?}: {error}");
                        assert!(error.hint.is_some(), "{order:?}: {error}");
                    }
                }
            }
        }
    }
}

#[test]
fn rules_with_boards_of_their_own_say_so() {
    let registry = floe_variants::registry();
    for (rule, outcome) in [("racing-kings", "0-1, Black king arrived"), ("massacre", "0-1, White cannot take")] {
        let text = format!("format = 1\nid = \"own\"\nextends = \"chess\"\n[rules.{rule}]\n");
        let error = floe_core::config::load(&text, "own.toml", &registry).unwrap_err().to_string();
        assert!(error.contains(&format!("the game would be over before it begins: {outcome}")), "{error}");
    }
}
