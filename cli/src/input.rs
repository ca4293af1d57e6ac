//! Lines of standard input, whatever bytes are in them.

use std::io::{self, BufRead as _, Read as _};

/// The next line, or what its first `most` bytes say of it: the rest is skipped. `None` at the end, and where no more can
/// be read.
pub(crate) fn line(most: u64) -> Option<String> {
    let mut stdin = io::stdin().lock();
    let mut bytes = Vec::new();
    stdin.by_ref().take(most).read_until(b'\n', &mut bytes).ok()?;
    if bytes.is_empty() {
        return None;
    }
    if !bytes.ends_with(b"\n") {
        stdin.skip_until(b'\n').ok()?;
    }
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
