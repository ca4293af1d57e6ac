//! Ctrl-C.

use std::ops::ControlFlow;

/// The exit code after Ctrl-C, as shells have it.
pub(crate) const INTERRUPTED: u8 = 130;

/// On Ctrl-C does what is to be done, and ends the program with [`INTERRUPTED`] unless it is to go on.
pub(crate) fn on_ctrl_c(mut act: impl FnMut() -> ControlFlow<()> + Send + 'static) {
    // Where signals cannot be handled, Ctrl-C ends the program all the same, without a word.
    let _ = ctrlc::set_handler(move || {
        if act().is_break() {
            std::process::exit(INTERRUPTED.into());
        }
    });
}
