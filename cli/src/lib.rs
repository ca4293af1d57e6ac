//! Floe in the terminal.

use std::process::ExitCode;

use floe_core::Registry;

/// The whole program, with the variants and rules that `registry` knows.
pub fn run(registry: Registry) -> ExitCode {
    let _ = registry;
    ExitCode::SUCCESS
}
