//! The command line as a whole.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::commands::{
    analyse, apply, check, config, moves, new, perft, replay, rules, schema, show, variants, verify,
};
use crate::contest;
use crate::fault::Failure;
use crate::library::Library;
use crate::play;
use crate::protocol::uci;
use crate::screen::Screen;

/// Play chess variants in the terminal, and ask about them.
#[derive(Parser, Debug)]
#[command(name = "floe", version, arg_required_else_help = true)]
#[command(after_help = "\
Examples:
  floe play                               a game of Ice Age Chess for two
  floe play ice-age --black random        against a player who moves at random
  floe play --set ice-age.interval=10     with the Ice Age every 10 moves

Wherever VARIANT stands, a TOML file may stand too. Files in the folder
floe/variants in $XDG_CONFIG_HOME (or ~/.config) are found by their ids.
Exit codes: 0 fine; 1 the answer is no (an illegal move or game, a faulty file);
2 what was named cannot be used; 130 stopped by Ctrl-C.")]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Plain ASCII: letters for men, no colours
    #[arg(long, global = true)]
    pub(crate) ascii: bool,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Play(play::Play),
    Check(check::Check),
    Verify(verify::Verify),
    Variants(variants::Variants),
    Rules(rules::Rules),
    Config(config::Config),
    Show(show::Show),
    Moves(moves::Moves),
    Apply(apply::Apply),
    Perft(perft::Perft),
    Replay(replay::Replay),
    Analyse(analyse::Analyse),
    Match(contest::Match),
    Uci(uci::Uci),
    Schema(schema::Schema),
    New(new::New),
}

impl Command {
    /// Does what the command says.
    pub(crate) fn run(self, library: Library, screen: &mut Screen) -> Result<ExitCode, Failure> {
        match self {
            Command::Play(play) => play.run(library, screen),
            Command::Check(check) => check.run(&library, screen),
            Command::Verify(verify) => verify.run(&library, screen),
            Command::Variants(variants) => variants.run(&library, screen),
            Command::Rules(rules) => rules.run(&library, screen),
            Command::Config(config) => config.run(&library, screen),
            Command::Show(show) => show.run(&library, screen),
            Command::Moves(moves) => moves.run(&library, screen),
            Command::Apply(apply) => apply.run(&library, screen),
            Command::Perft(perft) => perft.run(&library, screen),
            Command::Replay(replay) => replay.run(library, screen),
            Command::Analyse(analyse) => analyse.run(library, screen),
            Command::Match(contest) => contest.run(&library, screen),
            Command::Uci(uci) => uci.run(library, screen),
            Command::New(new) => new.run(&library, screen),
            Command::Schema(schema) => schema.run(&library, screen),
        }
    }
}

/// Reads a whole number of a range that is given as an argument; both ends belong to it.
pub(crate) fn whole<T: TryFrom<u64>, const LEAST: u64, const MOST: u64>(text: &str) -> Result<T, String> {
    let number = text.parse().ok().filter(|number| (LEAST..=MOST).contains(number));
    number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| match MOST {
        u64::MAX => format!("write a whole number, {LEAST} or greater"),
        _ => format!("write a whole number from {LEAST} to {MOST}"),
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Args::command().debug_assert();
    }

    #[test]
    fn numbers_are_of_a_range() {
        let of_a_range = |text| whole::<u8, 1, 9>(text);
        assert_eq!([of_a_range("1"), of_a_range("9")], [Ok(1), Ok(9)]);
        for text in ["0", "10", "-1", "", "abc", "1.5", "99999999999999999999"] {
            assert_eq!(of_a_range(text), Err("write a whole number from 1 to 9".to_owned()), "{text}");
        }
        assert_eq!(whole::<u64, 0, { u64::MAX }>("x"), Err("write a whole number, 0 or greater".to_owned()));
    }
}
