//! `floe`, with all bundled games.

use std::process::ExitCode;

fn main() -> ExitCode {
    floe::run(floe_variants::registry())
}
