//! Where the program writes its answers, and how they may look.

use std::io::{self, Stdout, Write};

use anstream::{AutoStream, ColorChoice};

/// How text and boards may look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Look {
    /// Letters and signs of ASCII only.
    pub(crate) ascii: bool,
    /// Colours, by ANSI's escape sequences.
    pub(crate) color: bool,
}

/// Standard output.
pub(crate) struct Screen {
    out: AutoStream<Stdout>,
    pub(crate) look: Look,
}

impl Screen {
    /// Colours are there where they work and are wanted (`NO_COLOR`, `CLICOLOR`, `CLICOLOR_FORCE`), never in ASCII.
    pub(crate) fn new(ascii: bool) -> Screen {
        let choice = if ascii { ColorChoice::Never } else { AutoStream::choice(&io::stdout()) };
        let out = AutoStream::new(io::stdout(), choice);
        let color = out.current_choice() != ColorChoice::Never;
        Screen { out, look: Look { ascii, color } }
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
