//! What is wrong with a configuration, and where.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use thiserror::Error;

use crate::text::{floor, place};

/// How many faults are told one by one; of the others only the number is.
pub(super) const TOLD: usize = 50;

/// Everything that is wrong with a configuration: the file's faults in the order of its text, then those of the
/// settings.
///
/// There is always at least one. After 50, one last entry says how many more there are.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub struct ConfigErrors(pub Vec<ConfigError>);

impl fmt::Display for ConfigErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_slice() {
            [] => f.write_str("no fault in the configuration"),
            [only] => write!(f, "{only}"),
            [first, ..] => write!(f, "{} faults in the configuration, first: {first}", self.0.len()),
        }
    }
}

impl ConfigErrors {
    /// Cuts a list of faults off where nobody would read on.
    pub(super) fn new(mut errors: Vec<ConfigError>) -> ConfigErrors {
        let untold = errors.len().saturating_sub(TOLD);
        errors.truncate(TOLD + 1);
        if let (Some(last), 1..) = (errors.get_mut(TOLD), untold) {
            last.message = match untold {
                1 => "there is one more fault".to_owned(),
                _ => format!("there are {untold} more faults from here on"),
            };
            last.hint = Some("mend those above first".to_owned());
            last.related.clear();
        }
        ConfigErrors(errors)
    }
}

/// One thing that is wrong with a configuration.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{origin}:{}:{}: {message}", self.line(), self.column())]
pub struct ConfigError {
    /// What the text is called: a file's path, an id, `--set ice-age.interval=0`.
    pub origin: String,
    /// The whole text; nothing of it where it is too large to be shown.
    pub text: Arc<str>,
    /// The place in it, in bytes: never past its end, and never inside a character.
    pub span: Range<usize>,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// Other places of the same text that have to do with it, with a word on each.
    pub related: Vec<(Range<usize>, String)>,
}

impl ConfigError {
    /// A fault of a place in a text. A place that the text does not have is moved to the nearest that it has.
    pub(super) fn new(origin: &str, text: &Arc<str>, span: Range<usize>, message: impl Into<String>) -> ConfigError {
        ConfigError {
            origin: origin.to_owned(),
            text: text.clone(),
            span: clamp(text, span),
            message: message.into(),
            hint: None,
            related: Vec::new(),
        }
    }

    /// Says what to do about it.
    pub(super) fn hint(mut self, hint: impl Into<String>) -> ConfigError {
        self.hint = Some(hint.into());
        self
    }

    /// The line of the place, counted from 1.
    pub fn line(&self) -> usize {
        place(&self.text, self.span.start).0
    }

    /// The column of the place in characters, counted from 1. A byte order mark is none.
    pub fn column(&self) -> usize {
        place(&self.text, self.span.start).1
    }
}

/// The part of a span that lies in the text, from character to character.
pub(super) fn clamp(text: &str, span: Range<usize>) -> Range<usize> {
    let start = floor(text, span.start);
    start..floor(text, span.end).max(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_stay_in_the_text_and_between_characters() {
        let span = |text: &str, span| ConfigError::new("x.toml", &text.into(), span, "wrong").span;
        assert_eq!(span("ab", 7..9), 2..2);
        assert_eq!(span("é", 1..1), 0..0);
    }

    #[test]
    fn only_so_many_faults_are_told() {
        let text = "x".repeat(60).into();
        let errors = |n| ConfigErrors::new((0..n).map(|at| ConfigError::new("x", &text, at..at, "wrong")).collect()).0;
        assert_eq!(errors(50).last().unwrap().message, "wrong");
        assert_eq!(errors(51).last().unwrap().message, "there is one more fault");
        let many = errors(60);
        assert_eq!(many.len(), 51);
        assert_eq!(many[50].to_string(), "x:1:51: there are 10 more faults from here on");
    }
}
