//! Words in messages: lists, and what was probably meant.

use crate::text::{cut, nearest};

/// So much of a word is quoted.
const SHOWN: usize = 60;

/// A word as a message quotes it: on one line, and not more of it than fits.
pub(super) fn quote(word: &str) -> String {
    cut(word, SHOWN).replace(char::is_control, " ")
}

/// A string as TOML writes it on one line.
pub(super) fn basic_string(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        escape(c, &mut quoted);
    }
    quoted.push('"');
    quoted
}

/// Adds a character of a string in TOML.
pub(super) fn escape(c: char, quoted: &mut String) {
    match c {
        '"' | '\\' => quoted.extend(['\\', c]),
        '\n' => quoted.push_str("\\n"),
        '\r' => quoted.push_str("\\r"),
        '\t' => quoted.push_str("\\t"),
        c if c.is_control() => quoted.push_str(&format!("\\u{:04X}", u32::from(c))),
        c => quoted.push(c),
    }
}

/// The nearest known word, or else all of them: `did you mean "chess"?`, `known here: a, b`.
pub(super) fn suggest(word: &str, kind: &str, known: &[&str]) -> Option<String> {
    match nearest(word, known.iter().copied()).first() {
        Some(near) => Some(format!("did you mean `{near}`?")),
        None if known.is_empty() => None,
        None => Some(format!("{kind}: {}", known.join(", "))),
    }
}

/// What makes an id: for messages.
pub(super) const ID: &str = "lower case letters, digits and dashes";
