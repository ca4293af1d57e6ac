//! What the other program says, line by line.

use std::io::{self, BufRead as _, Read as _};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

/// What a longer line says after this many bytes is not read. A game of a thousand moves is shorter.
const MOST: u64 = 1 << 16;
/// So many lines may wait to be obeyed.
const MOST_WAITING: usize = 64;

/// The lines of standard input, as they come, whatever bytes are in them; they end with it. They are read by a thread of
/// their own.
pub(crate) fn lines() -> Receiver<String> {
    let (sender, receiver) = sync_channel(MOST_WAITING);
    thread::spawn(move || {
        while let Some(line) = line()
            && sender.send(line).is_ok()
        {}
    });
    receiver
}

fn line() -> Option<String> {
    let mut stdin = io::stdin().lock();
    let mut bytes = Vec::new();
    stdin.by_ref().take(MOST).read_until(b'\n', &mut bytes).ok()?;
    if bytes.is_empty() {
        return None;
    }
    if !bytes.ends_with(b"\n") {
        stdin.skip_until(b'\n').ok()?;
    }
    Some(String::from_utf8_lossy(&bytes).trim().to_owned())
}
