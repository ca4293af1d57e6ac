//! What a search is to do, and what its threads share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use super::control::Control;
use super::level::Handicap;
use super::limits::{Budget, Limits};
use super::table::Table;
use crate::position::Position;
use crate::variant::Variant;

/// What a search is to do.
pub(crate) struct Task<'a> {
    pub(crate) variant: &'a Variant,
    pub(crate) root: &'a Position,
    /// The keys of the positions before, oldest first.
    pub(crate) history: Vec<u64>,
    pub(crate) table: &'a Table,
    pub(crate) limits: &'a Limits,
    pub(crate) control: &'a Control,
    pub(crate) threads: usize,
    pub(crate) handicap: Option<Handicap>,
    /// Whether the terms that rules add to the judgement count.
    pub(crate) with_rules: bool,
}

/// What the threads of a search share.
pub(crate) struct Shared {
    budget: Budget,
    halted: AtomicBool,
    nodes: AtomicU64,
}

impl Shared {
    pub(crate) fn new(limits: &Limits) -> Shared {
        Shared { budget: Budget::new(limits), halted: AtomicBool::new(false), nodes: AtomicU64::new(0) }
    }

    pub(crate) fn budget(&self) -> Budget {
        self.budget
    }

    /// The time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.budget.since.elapsed()
    }

    /// Ends the other threads.
    pub(crate) fn halt(&self) {
        self.halted.store(true, Relaxed);
    }

    pub(crate) fn is_halted(&self) -> bool {
        self.halted.load(Relaxed)
    }

    pub(crate) fn count(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
    }

    /// The positions that all threads have counted.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }
}
