//! A search in a thread of its own.

use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use floe_core::search::Control;

/// A search in progress. When it is dropped it is stopped, and waited for.
pub(crate) struct Thinking {
    control: Arc<Control>,
    thread: Option<JoinHandle<()>>,
    /// Whether it ends by itself.
    is_bounded: bool,
}

/// How long a search that has nothing left to do sleeps before it asks again whether it may answer.
const NAP: Duration = Duration::from_millis(1);

impl Thinking {
    /// Starts a search that tells what it finds by itself. Where it `is_bounded` it ends by itself.
    pub(crate) fn start(
        control: Arc<Control>,
        is_bounded: bool,
        search: impl FnOnce(&Control) + Send + 'static,
    ) -> Thinking {
        let own = control.clone();
        Thinking { control, thread: Some(thread::spawn(move || search(&own))), is_bounded }
    }

    /// The move that was pondered on has been played.
    pub(crate) fn ponderhit(&self) {
        self.control.ponderhit();
    }

    /// Waits for its end where it comes by itself, and stops it elsewhere.
    pub(crate) fn finish(mut self) {
        if self.is_bounded && !self.control.is_pondering() {
            self.join();
        }
    }

    fn join(&mut self) {
        if let Some(thread) = self.thread.take() {
            // A search that panicked has nothing more to say.
            let _ = thread.join();
        }
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.control.stop();
        self.join();
    }
}

/// Waits until a search may answer: not while it ponders, nor, if it has no bounds, before it is stopped.
pub(crate) fn wait_for_leave(control: &Control, is_bounded: bool) {
    while !control.is_stopped() && (control.is_pondering() || !is_bounded) {
        thread::sleep(NAP);
    }
}
