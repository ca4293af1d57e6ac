//! Protocols by which other programs play with the computer.
//!
//! A thread of its own reads lines, so that a search can be stopped; a search has one too. Both sides' lines go through
//! one writer.

mod lines;
mod output;
mod thinking;
pub(crate) mod uci;

pub(crate) use self::lines::lines;
pub(crate) use self::output::Output;
pub(crate) use self::thinking::{Thinking, wait_for_leave};
