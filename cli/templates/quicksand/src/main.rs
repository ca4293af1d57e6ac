//! The whole program `floe`, with one rule and one game more.

use std::process::ExitCode;

use floe_quicksand::{MyRule, VARIANT};

fn main() -> ExitCode {
    floe::run(floe_variants::registry().with_rule(MyRule).with_variant(VARIANT))
}
