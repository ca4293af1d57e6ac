//! Floe in the terminal: the whole program `floe`, for any registry of variants.
//!
//! A crate with a rule of its own has the whole program in a five-line `main`:
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! # fn with_my_rule(registry: floe_core::Registry) -> floe_core::Registry { registry }
//! fn main() -> ExitCode {
//!     floe::run(with_my_rule(floe_variants::registry()))
//! }
//! ```

mod args;
mod board;
mod chosen;
mod commands;
mod contest;
mod fault;
mod files;
mod input;
mod interrupt;
mod json;
mod library;
mod limits;
mod play;
mod protocol;
mod report;
mod schema;
mod screen;
mod status;
mod text;

use std::ffi::{OsStr, OsString};
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

use clap::Parser as _;
use clap::error::{ContextKind, ErrorKind};
use floe_core::Registry;

use crate::args::Args;
use crate::fault::{Failure, Fault};
use crate::library::Library;
use crate::screen::Screen;

/// The question could be asked, and the answer is no.
const NO: u8 = 1;
/// What was named cannot be used.
const UNUSABLE: u8 = 2;

/// The whole program, with the variants and rules that `registry` knows: reads the command line, and returns the
/// exit code (0 fine, 1 the answer is no, 2 what was named cannot be used, 130 stopped by Ctrl-C).
pub fn run(registry: Registry) -> ExitCode {
    let json = json_is_asked();
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(mut error) => {
            if error.kind() == ErrorKind::UnknownArgument {
                // "To pass '--json' as a value, use '-- --json'": nothing is called like that.
                error.remove(ContextKind::Suggested);
            }
            if json && error.use_stderr() {
                return fail(&[Fault::of_usage(&error)], UNUSABLE, json, false);
            }
            // Nobody is left to be told if even the help cannot be written.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { UNUSABLE } else { 0 });
        }
    };
    let ascii = args.ascii;
    let mut screen = Screen::new(ascii);
    let result =
        args.command.run(Library::open(registry), &mut screen).and_then(|code| Ok(screen.flush().map(|()| code)?));
    match result {
        Ok(code) => code,
        Err(Failure::Unusable(faults)) => fail(&faults, UNUSABLE, json, ascii),
        Err(Failure::Illegal(fault)) => fail(&[fault], NO, json, ascii),
        // The reader, such as `head`, has had enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Output(error)) => {
            let _ = writeln!(io::stderr(), "error: the answer cannot be written: {}", files::why(&error));
            ExitCode::from(UNUSABLE)
        }
    }
}

/// Says what is wrong: in JSON on standard output, in words on standard error.
fn fail(faults: &[Fault], code: u8, json: bool, ascii: bool) -> ExitCode {
    // Whoever closed the output does not want to know.
    let _ = if json {
        json::write(&mut io::stdout(), &json::Errors::new(faults))
    } else {
        report::print(faults, report::FAULT, ascii)
    };
    ExitCode::from(code)
}

/// The name of the program, as its user types it: the program of another crate has a name of its own.
fn program() -> String {
    let stem = |path: OsString| Some(Path::new(&path).file_stem()?.to_string_lossy().into_owned());
    std::env::args_os().next().and_then(stem).unwrap_or_else(|| "floe".to_owned())
}

/// Whether `--json` is among the arguments, even if they cannot be parsed.
fn json_is_asked() -> bool {
    std::env::args_os().skip(1).take_while(|arg| arg != "--").any(|arg| arg == OsStr::new("--json"))
}

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../../variants/README.md")]
struct Guide;
