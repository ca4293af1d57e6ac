#![no_main]
#[allow(dead_code, unreachable_pub)]
#[path = "../../support/robust.rs"]
mod robust;

libfuzzer_sys::fuzz_target!(|text: &str| robust::read_pgn(text));
