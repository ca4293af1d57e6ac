//! What the other program says, line by line.

use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use crate::input;

/// What a longer line says after this many bytes is not read. A game of a thousand moves is shorter.
const MOST: u64 = 1 << 16;
/// So many lines may wait to be obeyed.
const MOST_WAITING: usize = 64;

/// The lines of standard input, as they come, whatever bytes are in them; they end with it. They are read by a thread of
/// their own.
pub(crate) fn lines() -> Receiver<String> {
    let (sender, receiver) = sync_channel(MOST_WAITING);
    thread::spawn(move || {
        while let Some(line) = input::line(MOST)
            && sender.send(line.trim().to_owned()).is_ok()
        {}
    });
    receiver
}
