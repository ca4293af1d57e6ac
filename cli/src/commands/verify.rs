//! `floe verify`.

use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::panic;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use clap::Args;
use floe_core::Variant;
use floe_core::notation::fen;
use floe_core::verify::{self, Check, Report, Termination, Trial};
use serde::Serialize;

use crate::args::whole;
use crate::chosen::Chosen;
use crate::fault::Failure;
use crate::library::Library;
use crate::play::keeper::quoted;
use crate::screen::Screen;
use crate::text::{counted, fill};
use crate::{NO, interrupt, json, program};

/// Play random games of a variant and check all that must hold in each
///
/// Legal moves are compared with those of a plainer generator; rules must do the same whenever they are asked, and
/// only when they say that they act; what is written must read back. The exit code is 1 if a fault is found: then the
/// shortest line that shows it is told. Ctrl-C ends with exit code 130, and tells what has been checked so far.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  floe verify my.toml --games 1000")]
pub(crate) struct Verify {
    #[command(flatten)]
    chosen: Chosen,

    /// How many games to play
    #[arg(long, value_name = "N", default_value_t = Trial::default().games, allow_negative_numbers = true,
        value_parser = whole::<u32, 1, { u32::MAX as u64 }>)]
    games: u32,

    /// The seed of the first game; the others have the numbers that follow
    #[arg(long, value_name = "N", default_value_t = Trial::default().seed, allow_negative_numbers = true,
        value_parser = whole::<u64, 0, { u64::MAX }>)]
    seed: u64,

    /// Print `{variant,games,positions,checks:[{check,times}],skipped:[{check,why}],termination,longest,unfinished,
    /// fault:null}`, or `{variant,fault:{check,message,position,move,expected,found,start,moves,seed,repeats,commands}}`
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Passed<'a> {
    variant: &'a str,
    games: u32,
    positions: u64,
    checks: Vec<CheckJson>,
    skipped: Vec<SkippedJson>,
    termination: String,
    longest: usize,
    unfinished: u32,
    fault: Option<FaultJson<'a>>,
}

#[derive(Serialize)]
struct CheckJson {
    check: &'static str,
    times: u64,
}

#[derive(Serialize)]
struct SkippedJson {
    check: &'static str,
    why: &'static str,
}

#[derive(Serialize)]
struct Failed<'a> {
    variant: &'a str,
    fault: FaultJson<'a>,
}

#[derive(Serialize)]
struct FaultJson<'a> {
    check: &'static str,
    message: &'a str,
    position: &'a str,
    r#move: Option<&'a str>,
    expected: &'a str,
    found: &'a str,
    start: &'a str,
    moves: &'a [String],
    seed: u64,
    repeats: bool,
    commands: Vec<String>,
}

impl Verify {
    pub(crate) fn run(self, library: &Library, screen: &mut Screen) -> Result<ExitCode, Failure> {
        let variant = self.chosen.variant(library)?;
        let trial = Trial { games: self.games, seed: self.seed, ..Trial::default() };
        // A rule that panics is told of like every other fault, not in the words of a program that breaks.
        let hook = panic::take_hook();
        panic::set_hook(Box::new(|_| {}));
        let so_far = self.tell_on_ctrl_c(&variant);
        let result = trial.run_and_tell(&variant, &library.registry, |report| *lock(&so_far) = Some(report.clone()));
        panic::set_hook(hook);
        match (result, self.json) {
            (Ok(report), true) => json::write(screen, &Passed::new(&variant, &report))?,
            (Ok(report), false) => write!(screen, "{}", passed(&variant, &report))?,
            (Err(failure), as_json) => {
                let commands = self.commands(&variant, &failure);
                if as_json {
                    json::write(screen, &Failed { variant: variant.id(), fault: FaultJson::new(&failure, commands) })?;
                } else {
                    write!(screen, "{}", failed(variant.name(), &failure, &commands))?;
                }
                return Ok(ExitCode::from(NO));
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    /// What has been checked so far, told on Ctrl-C once it is something.
    fn tell_on_ctrl_c(&self, variant: &Arc<Variant>) -> Arc<Mutex<Option<Report>>> {
        let so_far = Arc::new(Mutex::new(None));
        let (told, variant, as_json) = (so_far.clone(), variant.clone(), self.json);
        interrupt::on_ctrl_c(move || {
            let Some(report) = &*lock(&told) else { return ControlFlow::Break(()) };
            // Whoever closed the output does not want to know.
            let _ = match as_json {
                true => json::write(&mut io::stdout(), &Passed::new(&variant, report)),
                false => write!(io::stdout(), "\nStopped.\n{}", passed(&variant, report)),
            };
            ControlFlow::Break(())
        });
        so_far
    }

    /// What to type to see the line that was found, and to find it again.
    fn commands(&self, variant: &Variant, failure: &verify::Failure) -> Vec<String> {
        let named: String = std::iter::once(quoted(&self.chosen.name))
            .chain(self.chosen.settings.list.iter().map(|setting| format!("--set {}", quoted(setting))))
            .collect::<Vec<_>>()
            .join(" ");
        let program = program();
        let start = match fen::write(variant, variant.start()) == failure.start {
            true => String::new(),
            false => format!(" --fen {}", quoted(&failure.start)),
        };
        let moves: Vec<&str> = failure.moves.iter().chain(&failure.candidate).map(String::as_str).collect();
        let line = match moves.as_slice() {
            [] => format!("{program} moves {named}{start}"),
            moves => format!("{program} apply {named}{start} {}", moves.join(" ")),
        };
        vec![line, format!("{program} verify {named} --seed {} --games 1", failure.seed)]
    }
}

impl<'a> Passed<'a> {
    fn new(variant: &'a Variant, report: &Report) -> Passed<'a> {
        let check = |&check: &Check| CheckJson { check: check.name(), times: report.times(check) };
        let skipped = report.skipped.iter().map(|skip| SkippedJson { check: skip.check.name(), why: skip.why });
        Passed {
            variant: variant.id(),
            games: report.games,
            positions: report.positions,
            checks: Check::ALL.iter().map(check).collect(),
            skipped: skipped.collect(),
            termination: termination(report.termination),
            longest: report.longest,
            unfinished: report.unfinished,
            fault: None,
        }
    }
}

impl<'a> FaultJson<'a> {
    fn new(failure: &'a verify::Failure, commands: Vec<String>) -> FaultJson<'a> {
        FaultJson {
            check: failure.check.name(),
            message: &failure.message,
            position: &failure.position,
            r#move: failure.candidate.as_deref(),
            expected: &failure.expected,
            found: &failure.found,
            start: &failure.start,
            moves: &failure.moves,
            seed: failure.seed,
            repeats: failure.repeats,
            commands,
        }
    }
}

/// What was checked.
fn passed(variant: &Variant, report: &Report) -> String {
    let games = if report.games == 1 { "game" } else { "games" };
    let mut text =
        format!("{}: {} {games}, {} positions, no fault.\n\n", variant.name(), report.games, report.positions);
    for check in Check::ALL.into_iter().filter(|&check| report.times(check) > 0) {
        text += &format!("{:>9} x {:11}  {}\n", report.times(check), check.name(), check.meaning());
    }
    for skip in &report.skipped {
        text += &format!("{:>9}   {:11}  {}\n", "-", skip.check.name(), skip.why);
    }
    let left = match report.unfinished {
        0 => "every game was played to its end".to_owned(),
        1 => "1 game was stopped there, before its end".to_owned(),
        many => format!("{many} games were stopped there, before their end"),
    };
    let longest = counted(report.longest as u64, "ply", "plies");
    text + "\n" + &fill(&format!("The longest game had {longest}; {left}. {}", termination(report.termination)))
}

/// Whether games are sure to end, in a sentence.
fn termination(termination: Termination) -> String {
    match termination {
        Termination::Repetition(times) => {
            format!("No game can go on for ever: a position that has stood {times} times is a draw.")
        }
        Termination::Moves(moves) => {
            format!(
                "No game can go on for ever: {moves} moves of each side without a capture or a pawn move are a draw."
            )
        }
        Termination::NotAssured => {
            "A game could go on for ever: neither repetition nor a number of moves is a draw by itself.".to_owned()
        }
    }
}

/// The report; a thread that panicked has left it whole.
fn lock<T>(report: &Mutex<T>) -> MutexGuard<'_, T> {
    report.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What was found, and how to see it.
fn failed(name: &str, failure: &verify::Failure, commands: &[String]) -> String {
    let mut text = format!("{name}: a fault in the game of seed {}.\n\n", failure.seed);
    text += &format!("{}: {}\n", failure.check, failure.message);
    let candidate = failure.candidate.iter().map(|candidate| ("move", candidate));
    let rest = [("expected", &failure.expected), ("found", &failure.found)];
    for (what, value) in std::iter::once(("position", &failure.position)).chain(candidate).chain(rest) {
        text += &format!("  {what:9} {value}\n");
    }
    if !failure.repeats {
        text +=
            "\nPlayed once more by rules built anew it did not show: it hangs on time, or on what was asked before.\n";
    }
    text + "\n" + &commands.iter().map(|command| format!("  {command}\n")).collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_told_with_what_to_type() {
        let failure = verify::Failure {
            check: Check::Determinism,
            message: "played twice, a move leads to two positions".to_owned(),
            expected: "e5 black pawn".to_owned(),
            found: "e5 empty".to_owned(),
            position: "4k3/8/8/4p3/8/8/8/4K3 w - - 0 1".to_owned(),
            candidate: Some("e1d1".to_owned()),
            start: "4k3/4p3/8/8/8/8/8/4K3 b - - 0 1".to_owned(),
            moves: vec!["e7e5".to_owned()],
            seed: 4,
            repeats: false,
        };
        insta::assert_snapshot!(failed("Sand", &failure, &["floe show sand".to_owned()]), @r"
        Sand: a fault in the game of seed 4.

        determinism: played twice, a move leads to two positions
          position  4k3/8/8/4p3/8/8/8/4K3 w - - 0 1
          move      e1d1
          expected  e5 black pawn
          found     e5 empty

        Played once more by rules built anew it did not show: it hangs on time, or on what was asked before.

          floe show sand
        ");
    }
}
