//! How a search is steered from another thread.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Stops a search that runs in another thread, or tells it that the move it ponders on has been played.
#[derive(Debug, Default)]
pub struct Control {
    stopped: AtomicBool,
    pondering: AtomicBool,
}

impl Control {
    /// Nothing is stopped.
    pub fn new() -> Control {
        Control::default()
    }

    /// The search is made in the other side's time: whatever its limits are, it goes on until it is stopped or
    /// [`ponderhit`](Self::ponderhit) is called.
    pub fn pondering() -> Control {
        Control { pondering: AtomicBool::new(true), ..Control::default() }
    }

    /// Ends the search soon: it answers with the best move that it knows.
    pub fn stop(&self) {
        self.stopped.store(true, Relaxed);
    }

    /// The move that was pondered on has been played: from now on the limits hold.
    pub fn ponderhit(&self) {
        self.pondering.store(false, Relaxed);
    }

    /// Whether the search has been stopped.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    /// Whether the search is made in the other side's time.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }
}
