//! Where the program writes its answers, and how they may look.

use std::io::{self, Write};

use anstream::{AutoStream, ColorChoice};

/// How text and boards may look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Look {
    /// Letters and signs of ASCII only.
    pub(crate) ascii: bool,
    /// Colours, by ANSI's escape sequences.
    pub(crate) color: bool,
}

/// Standard output, or what takes its place in tests.
pub(crate) struct Screen {
    out: AutoStream<Box<dyn Write>>,
    pub(crate) look: Look,
}

impl Screen {
    /// Colours are there where they work and are wanted (`NO_COLOR`, `CLICOLOR`, `CLICOLOR_FORCE`), never in ASCII.
    pub(crate) fn new(ascii: bool) -> Screen {
        let choice = if ascii { ColorChoice::Never } else { AutoStream::choice(&io::stdout()) };
        let out: Box<dyn Write> = Box::new(io::stdout());
        let out = AutoStream::new(out, choice);
        let color = out.current_choice() != ColorChoice::Never;
        Screen { out, look: Look { ascii, color } }
    }

    /// Takes down all that is shown, in ASCII.
    #[cfg(test)]
    pub(crate) fn to(out: impl Write + 'static) -> Screen {
        let out: Box<dyn Write> = Box::new(out);
        Screen { out: AutoStream::never(out), look: Look { ascii: true, color: false } }
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
