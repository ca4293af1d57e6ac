//! The commands that ask: each reads its arguments, asks core, and prints.

pub(crate) mod analyse;
pub(crate) mod apply;
pub(crate) mod check;
pub(crate) mod config;
pub(crate) mod moves;
pub(crate) mod new;
pub(crate) mod perft;
mod pieces;
pub(crate) mod replay;
pub(crate) mod rules;
pub(crate) mod schema;
pub(crate) mod show;
pub(crate) mod variants;
pub(crate) mod verify;
