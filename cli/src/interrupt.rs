//! Ctrl-C.

/// The exit code after Ctrl-C, as shells have it.
pub(crate) const INTERRUPTED: u8 = 130;

/// On Ctrl-C says what is to be said, and ends the program with [`INTERRUPTED`].
pub(crate) fn on_ctrl_c(mut say: impl FnMut() + Send + 'static) {
    // Where signals cannot be handled, Ctrl-C ends the program all the same, without a word.
    let _ = ctrlc::set_handler(move || {
        say();
        std::process::exit(INTERRUPTED.into());
    });
}
