//! What cannot be used, where, and what to do about it.

use std::ops::Range;
use std::sync::Arc;
use std::{fmt, io};

use floe_core::ArrayError;
use floe_core::config::{ConfigError, ConfigErrors};
use floe_core::notation::fen::FenErrors;
use floe_core::notation::pgn::PgnError;
use floe_core::text::{floor, place};

/// Why a command ends early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was named cannot be used; every reason.
    Unusable(Vec<Fault>),
    /// What was named can be read, but is against the rules.
    Illegal(Fault),
    /// The answer cannot be written.
    Output(io::Error),
}

/// In one line.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Unusable(faults) => {
                let faults: Vec<String> = faults.iter().map(Fault::to_string).collect();
                f.write_str(&faults.join("; "))
            }
            Failure::Illegal(fault) => fault.fmt(f),
            Failure::Output(error) => error.fmt(f),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Unusable(vec![fault])
    }
}

impl From<ConfigErrors> for Failure {
    fn from(errors: ConfigErrors) -> Failure {
        Failure::Unusable(errors.0.into_iter().map(Fault::from).collect())
    }
}

/// One reason why something cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Fault {
    /// What is wrong, in one sentence without a full stop.
    pub(crate) message: String,
    /// What to do about it.
    pub(crate) hint: Option<String>,
    /// What the text is called that is at fault: a file's path, `--fen`.
    pub(crate) origin: Option<Arc<str>>,
    /// The text, and the place in it.
    pub(crate) excerpt: Option<Box<Excerpt>>,
}

/// A place in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Excerpt {
    /// The text, or those of its lines that matter.
    pub(crate) text: Arc<str>,
    /// The number of its first line, counted from 1.
    pub(crate) first_line: usize,
    /// The place, in bytes.
    pub(crate) span: Range<usize>,
    /// Other places that have to do with it, with a word on each.
    pub(crate) related: Vec<(Range<usize>, String)>,
}

impl Excerpt {
    /// Line and column (in characters) of the place, counted from 1.
    pub(crate) fn line_and_column(&self) -> (usize, usize) {
        let (line, column) = place(&self.text, self.span.start);
        (line - 1 + self.first_line, column)
    }
}

impl Fault {
    /// A fault that has no place.
    pub(crate) fn new(message: impl Into<String>) -> Fault {
        Fault { message: message.into(), ..Fault::default() }
    }

    /// Says what to do about it.
    #[must_use]
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Fault {
        self.hint = Some(hint.into());
        self
    }

    /// Says which file it is about.
    #[must_use]
    pub(crate) fn of(mut self, file: &str) -> Fault {
        self.origin = Some(file.into());
        self
    }

    /// A command line that makes no sense: the first paragraph of what clap says, and the rest as a hint.
    pub(crate) fn of_usage(error: &clap::Error) -> Fault {
        let text = error.render().to_string();
        let text = text.strip_prefix("error: ").unwrap_or(&text);
        let (message, rest) = text.split_once("\n\n").unwrap_or((text, ""));
        let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
        Fault::new(message).hint(rest.trim())
    }

    /// An array that is not there.
    pub(crate) fn of_array(error: ArrayError) -> Fault {
        let fault = Fault::new(error.to_string());
        match error {
            ArrayError::OneStart(_) => fault.hint("leave --array and --seed out"),
            ArrayError::OutOfRange { .. } | ArrayError::Unsound { .. } => fault,
        }
    }

    /// All faults of a FEN.
    pub(crate) fn of_fen(fen: &str, errors: FenErrors) -> Vec<Fault> {
        let text: Arc<str> = fen.into();
        let fault = |error: floe_core::notation::fen::FenError| Fault {
            message: error.message,
            hint: None,
            origin: Some("--fen".into()),
            excerpt: Some(Box::new(Excerpt {
                text: text.clone(),
                first_line: 1,
                span: error.span,
                related: Vec::new(),
            })),
        };
        errors.0.into_iter().map(fault).collect()
    }

    /// A fault of a game in a PGN file.
    pub(crate) fn of_pgn(file: &str, text: &str, error: &PgnError) -> Fault {
        let (before, rest) = text.split_at(floor(text, error.at));
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        let end = rest.find('\n').map_or(text.len(), |end| before.len() + end);
        let start = before.len() - line;
        // The value of a tag is meant as a whole.
        let ends = |c: char| if before.ends_with('"') { c == '"' || c == '\n' } else { c.is_whitespace() };
        let word = rest.find(ends).unwrap_or(rest.len());
        let message = match &error.at_move {
            Some(at_move) => format!("{at_move}: {}", error.message),
            None => error.message.clone(),
        };
        Fault {
            message,
            hint: None,
            origin: Some(file.into()),
            excerpt: Some(Box::new(Excerpt {
                text: text[line..end].into(),
                first_line: error.line,
                span: start..start + word,
                related: Vec::new(),
            })),
        }
    }
}

/// In one line: `game.pgn:3:7: 17... Nxe4: the knight is pinned (hint)`.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(origin), Some(excerpt)) = (&self.origin, &self.excerpt) {
            let (line, column) = excerpt.line_and_column();
            write!(f, "{origin}:{line}:{column}: ")?;
        }
        f.write_str(&self.message)?;
        self.hint.as_ref().map_or(Ok(()), |hint| write!(f, " ({hint})"))
    }
}

impl From<ConfigError> for Fault {
    fn from(error: ConfigError) -> Fault {
        Fault {
            message: error.message,
            hint: error.hint,
            origin: Some(error.origin.into()),
            excerpt: Some(Box::new(Excerpt {
                text: error.text,
                first_line: 1,
                span: error.span,
                related: error.related,
            })),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_in_a_pgn_is_the_whole_word() {
        let text = "[Event \"?\"]\n\n1. e4 Nxé9 2. d4\n";
        for (line, column, expected) in [(3, 7, "Nxé9"), (3, 15, "d4"), (4, 1, ""), (1, 1, "[Event"), (1, 9, "?")] {
            let start = text.split_inclusive('\n').take(line - 1).map(str::len).sum::<usize>();
            let at = text[start..].char_indices().nth(column - 1).map_or(text.len(), |(at, _)| start + at);
            let error = PgnError {
                at,
                line,
                column,
                message: "no".to_owned(),
                at_move: None,
                unusable: false,
                variant_unknown: false,
            };
            let excerpt = Fault::of_pgn("x.pgn", text, &error).excerpt.expect("it has a place");
            assert_eq!(&excerpt.text[excerpt.span.clone()], expected, "{line}:{column}");
            assert_eq!(excerpt.line_and_column(), (line, column));
        }
    }
}
