//! The one writer of a protocol.

use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

/// Writes lines to standard output, each as a whole and at once, from any thread.
#[derive(Clone, Default)]
pub(crate) struct Output {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    /// Held while a line is written.
    writing: Mutex<()>,
    /// Nobody listens any more.
    closed: AtomicBool,
}

impl Output {
    /// Writes a line. Where nobody listens any more, nothing is written.
    pub(crate) fn line(&self, text: &str) {
        let _writing = self.shared.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let mut stdout = io::stdout().lock();
        if writeln!(stdout, "{text}").and_then(|()| stdout.flush()).is_err() {
            self.shared.closed.store(true, Relaxed);
        }
    }

    /// Whether nobody listens any more.
    pub(crate) fn is_closed(&self) -> bool {
        self.shared.closed.load(Relaxed)
    }
}
