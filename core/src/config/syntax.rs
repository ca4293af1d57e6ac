//! Faults of syntax in TOML, and all that can be read in spite of them.
//!
//! Where a line (or a list or string that is never closed) has a fault, it is told, blanked out and the rest is read
//! again. So one slip hides no other, and leads to no second fault that is none.

use std::cell::LazyCell;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use super::error::{ConfigError, clamp};
use super::words::quote;
use crate::text::BYTE_ORDER_MARK;

/// How many faults are worth mending one by one; a text with more is no TOML.
const HOPELESS: usize = 50;

/// How often a text is read again after faults have been blanked out. What one fault hides is seen in the next round.
const ROUNDS: usize = 8;

/// A text, parted into what can be read and what cannot.
pub(super) struct Syntax<'t> {
    origin: &'t str,
    text: &'t Arc<str>,
    /// What can be read: every entry stands where it stands in the text. Empty if it is hopeless.
    pub(super) toml: String,
    /// What cannot be read, in the order of the text.
    pub(super) faults: Vec<ConfigError>,
    /// The paths of entries and tables that cannot be read; of a line that has no key, the table in which it stands.
    pub(super) broken: BTreeSet<Vec<String>>,
}

impl<'t> Syntax<'t> {
    /// Reads a text.
    pub(super) fn read(origin: &'t str, text: &'t Arc<str>) -> Syntax<'t> {
        let (toml, faults, broken) = (String::new(), Vec::new(), BTreeSet::new());
        let mut syntax = Syntax { origin, text, toml, faults, broken };
        let mut rest = text.to_string();
        let mut rounds = 0..ROUNDS;
        while rounds.next().is_some() && syntax.faults.len() <= HOPELESS && syntax.blank_out(&mut rest) {}
        syntax.faults.sort_by_key(|fault| fault.span.start);
        syntax
    }

    /// Tells what cannot be read of the rest of the text, and blanks it out. Returns whether to try again.
    fn blank_out(&mut self, rest: &mut String) -> bool {
        let (table, errors) = DeTable::parse_recoverable(rest);
        if errors.is_empty() {
            drop(table);
            self.toml = std::mem::take(rest);
            return false;
        }
        let unplaced = LazyCell::new(|| most_dotted(rest));
        let mut faults: Vec<(Range<usize>, &str)> = errors
            .iter()
            .map(|error| (clamp(self.text, error.span().unwrap_or_else(|| unplaced.clone())), error.message()))
            .collect();
        let unclosed = faults
            .iter()
            .filter(|(_, message)| is_unclosed(message))
            .find_map(|(at, _)| enclosing(table.get_ref(), at.start))
            .map(|span| clamp(self.text, span))
            .filter(|span| rest[span.clone()].contains('\n'));
        if let Some(unclosed) = &unclosed {
            faults.retain(|(span, _)| span.start < unclosed.start);
        }
        faults.sort_by_key(|(span, _)| span.start);

        let mut blanks: Vec<Range<usize>> = Vec::new();
        let mut told = None;
        // Up to where entries are taken for those of another table, since their header cannot be read.
        let mut astray = 0;
        for (span, message) in faults {
            if told.is_some_and(|end| span.start <= end) || (span.start < astray && message == "duplicate key") {
                continue;
            }
            let line = line_of(rest, span.start);
            told = Some(line.end);
            if self.faults.len() > HOPELESS {
                self.faults.push(ConfigError::new(self.origin, self.text, span, message));
                continue;
            }
            self.tell(span, message);
            if blanks.last().is_none_or(|blank| blank.end <= line.start) {
                blanks.push(if is_header(&rest[line.clone()]) {
                    astray = next_header(rest, line.end);
                    line.start..astray
                } else {
                    line
                });
            }
        }
        if let Some(span) = unclosed {
            let line = line_of(rest, span.start);
            self.tell_unclosed(span);
            blanks.push(line.start..next_header(rest, line.end));
        }
        let mut progress = false;
        for span in blanks {
            self.broken.extend(self.paths(&rest[span.clone()], span.start));
            progress |= blank(rest, span);
        }
        progress
    }

    /// The paths of the entries in some lines that start at a place of the text.
    fn paths(&self, lines: &str, start: usize) -> Vec<Vec<String>> {
        let keys = |word: String| word.split('.').map(str::to_owned).collect::<Vec<_>>();
        let header = lines_before(self.text, start).find(|line| is_header(&self.text[line.clone()]));
        let mut table = header.and_then(|line| first_word(&self.text[line])).map(keys).unwrap_or_default();
        let mut paths = Vec::new();
        for line in lines.lines().filter(|line| !line.trim().is_empty() && !is_remark(line)) {
            let path = first_word(line).map(keys).unwrap_or_default();
            if is_header(line) {
                table = path;
                paths.push(table.clone());
            } else {
                paths.push([table.as_slice(), &path].concat());
            }
        }
        paths
    }

    /// Tells that a list, a table or a string never ends.
    fn tell_unclosed(&mut self, span: Range<usize>) {
        let open = &self.text[span.clone()];
        let (what, close) = match open.as_bytes() {
            [b'[', ..] => ("list", "]"),
            [b'{', ..] => ("table", "}"),
            [b'\'', ..] => ("string", "'''"),
            _ => ("string", "\"\"\""),
        };
        let start = span.start..span.start + close.len();
        let message = format!("the {what} that starts here never ends");
        self.faults
            .push(ConfigError::new(self.origin, self.text, start, message).hint(format!("close it with {close}")));
    }

    /// Tells a fault of syntax in words for people who are new to TOML.
    fn tell(&mut self, span: Range<usize>, message: &str) {
        let text = self.text;
        let line = line_of(text, span.start);
        let first = first_word(&text[line.clone()]).unwrap_or_default();
        let trimmed = text[line.clone()].trim_start_matches(BYTE_ORDER_MARK).trim();
        let fault = |span, message: String| ConfigError::new(self.origin, text, span, message);
        let after = |at: usize| text[at..line.end.max(at)].trim();

        let explained = match message.split(", expected ").next().unwrap_or(message) {
            "string values must be quoted" | "invalid float" | "invalid boolean" if span.is_empty() => {
                fault(span, format!("`{first}` has no value")).hint("write one after the `=`")
            }
            "string values must be quoted" | "invalid float" | "invalid boolean" => {
                let (span, hint) = bare_value(text, span, line.end);
                let word = quote(&text[span.clone()]);
                fault(span, format!("expected a value, found the bare text `{word}`")).hint(hint)
            }
            "key with no value" | "invalid unquoted key" if is_remark(trimmed) => {
                fault(line.start..line.end, "this is no line of TOML".to_owned()).hint("a comment starts with `#`")
            }
            "key with no value" | "invalid unquoted key" if trimmed.starts_with(&format!("{first}:")) => {
                let colon = line.start + text[line.clone()].find(':').unwrap_or_default();
                let fault = fault(colon..colon + 1, format!("expected `=` after `{first}`, found `:`"));
                match after(colon + 1) {
                    "" => fault.hint(format!("a table starts with `[{first}]`, a value with `{first} = `")),
                    value if DeTable::parse(&format!("x = {value}")).is_ok() => {
                        fault.hint(format!("write `{first} = {}`", quote(value)))
                    }
                    text => fault.hint(format!("write `{first} = \"{}\"`", quote(text))),
                }
            }
            "key with no value" | "invalid key-value pair" => {
                fault(line.start..line.end, format!("expected `key = value` or `[table]`, found `{}`", quote(trimmed)))
            }
            "unclosed table" if trimmed.ends_with(']') => {
                fault(line.start..line.end, format!("`{}` is no header of a table", quote(trimmed)))
                    .hint("a header is a name in brackets, such as `[board]`")
            }
            "unclosed table" => {
                let name = quote(trimmed.trim_matches(['[', ']']));
                fault(line.start..line.end, format!("the header of `{name}` is not closed"))
                    .hint(format!("write `[{name}]`"))
            }
            "unexpected key or value" => {
                let end = span.start + after(span.start).len();
                let found = &text[span.start..end];
                let fault = fault(span.start..end, format!("expected the end of the line, found `{}`", quote(found)));
                if found.contains('=') { fault.hint("write it on a line of its own") } else { fault }
            }
            "missing escaped value" => fault(span, "a backslash here means nothing".to_owned())
                .hint("write two for a backslash, or the string in single quotes"),
            "invalid basic string" if message.ends_with("`\"`") => {
                fault(span, "the string does not end on its line".to_owned()).hint("close it with \"")
            }
            "invalid literal string" if message.ends_with("`'`") => {
                fault(span, "the string does not end on its line".to_owned()).hint("close it with '")
            }
            "duplicate key" => {
                let key = quote(&text[span.clone()]);
                let mut fault = fault(span, format!("`{key}` is there already")).hint("keep one of the two");
                fault.related.extend(self.first_place(line).map(|span| (span, "it is here".to_owned())));
                fault
            }
            "unexpected leading zero" => {
                let number = text[span.start..].split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
                fault(span.start..span.start + number.len(), "a number does not start with 0".to_owned())
                    .hint(format!("write `{}`", number.trim_start_matches('0').parse().unwrap_or(0u64)))
            }
            "recursion limit" | "cannot recurse further; max recursion depth met" => {
                fault(span, "nested too deep".to_owned())
            }
            "invalid unquoted key" => {
                fault(span, "a key is letters, digits, `-` and `_`; anything else needs quotes".to_owned())
            }
            _ => fault(span, message.to_owned()),
        };
        self.faults.push(explained);
    }

    /// Where the key or header of a line stands before.
    fn first_place(&self, line: Range<usize>) -> Option<Range<usize>> {
        let key = first_word(&self.text[line.clone()])?;
        let header = is_header(&self.text[line.clone()]);
        let before = lines_before(self.text, line.start);
        before
            .take_while(|span| header || !is_header(&self.text[span.clone()]))
            .filter(|span| header == is_header(&self.text[span.clone()]))
            .find(|span| first_word(&self.text[span.clone()]).as_ref() == Some(&key))
            .map(|span| {
                let start = span.start + self.text[span].find(&key).unwrap_or_default();
                start..start + key.len()
            })
    }
}

/// Whether a fault is that a list, an inline table or a string of several lines runs to the end of the text.
fn is_unclosed(message: &str) -> bool {
    message.starts_with("unclosed array")
        || message.starts_with("unclosed inline table")
        || (message.starts_with("invalid multi-line") && (message.ends_with("`\"`") || message.ends_with("`'`")))
}

/// The value at the place `at` of which lists, inline tables or strings of several lines may run on.
fn enclosing(table: &DeTable<'_>, at: usize) -> Option<Range<usize>> {
    table.iter().find_map(|(_, value)| {
        let span = value.span();
        let here = span.start <= at && at <= span.end;
        match value.get_ref() {
            DeValue::String(_) | DeValue::Array(_) if here => Some(span),
            DeValue::Table(table) => enclosing(table, at).or(here.then_some(span)),
            DeValue::Array(array) => array.iter().find_map(|item| match item.get_ref() {
                DeValue::Table(table) => enclosing(table, at),
                _ => None,
            }),
            _ => None,
        }
    })
}

/// What is meant by text without quotes where a value must stand: its place, and a hint.
fn bare_value(text: &str, span: Range<usize>, line_end: usize) -> (Range<usize>, String) {
    let word = &text[span.clone()];
    let line = text[span.start..line_end.max(span.end)].split('#').next().unwrap_or_default().trim_end();
    if line[word.len().min(line.len())..].trim_start().starts_with('=') {
        return (span, "write each `key = value` on a line of its own".to_owned());
    }
    let hint = match word.to_lowercase().as_str() {
        "yes" | "on" | "true" => "write `true`".to_owned(),
        "no" | "off" | "false" => "write `false`".to_owned(),
        "none" | "null" | "nil" => "leave the line out".to_owned(),
        _ if word.starts_with(['“', '”', '„', '‘', '’']) => {
            format!("write straight quotes: \"{}\"", quote(word.trim_matches(['“', '”', '„', '‘', '’'])))
        }
        _ if [" //", " ;", " --"].iter().any(|mark| word.contains(mark)) => "a comment starts with `#`".to_owned(),
        _ if line.contains(',') && !line.contains(['[', ']', '{', '}', '"', '\'']) => {
            let items: Vec<String> = line.split(',').map(|item| format!("\"{}\"", item.trim())).collect();
            return (span.start..span.start + line.len(), format!("write a list: [{}]", quote(&items.join(", "))));
        }
        _ => format!("put quotes around it: \"{}\"", quote(word)),
    };
    (span, hint)
}

/// Whether a line starts as the header of a table does.
fn is_header(line: &str) -> bool {
    line.trim_start().starts_with('[')
}

/// Whether a line is a comment: in TOML, or in another language.
fn is_remark(line: &str) -> bool {
    line.trim_start().starts_with(['#', '/', ';', '-', '%'])
}

/// The key or header that a line starts with, without brackets.
fn first_word(line: &str) -> Option<String> {
    let line = line.trim_start_matches(|c: char| c == '[' || c == BYTE_ORDER_MARK || c.is_whitespace());
    let word: String = line.chars().take_while(|&c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.')).collect();
    (!word.is_empty()).then_some(word)
}

/// The line around a place, without its end.
fn line_of(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[at..].find('\n').map_or(text.len(), |newline| at + newline);
    start..end
}

/// The lines before a place, the last first.
fn lines_before(text: &str, start: usize) -> impl Iterator<Item = Range<usize>> {
    let before = move |start: usize| (start > 0).then(|| line_of(text, start - 1));
    std::iter::successors(before(start), move |line| before(line.start))
}

/// Where the next line starts that is a header without doubt.
fn next_header(text: &str, from: usize) -> usize {
    text[from..]
        .match_indices('\n')
        .map(|(newline, _)| from + newline + 1)
        .find(|&start| {
            let line = text[start..].lines().next().unwrap_or_default().trim();
            let name = line.trim_start_matches('[');
            name.len() < line.len() && name.starts_with(|c: char| c.is_ascii_alphabetic()) && !line.contains(',')
        })
        .unwrap_or(text.len())
}

/// The line with most dots: where a key has too many parts, of which the parser does not say the place.
fn most_dotted(text: &str) -> Range<usize> {
    let mut end = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        end += line.len();
        end - line.len()..end
    });
    lines.max_by_key(|line| text[line.clone()].matches('.').count()).unwrap_or_default()
}

/// Overwrites a part of the text with spaces, so that every other place stays where it is. Returns whether there was
/// anything to overwrite.
fn blank(text: &mut String, span: Range<usize>) -> bool {
    let blanked: String = text[span.clone()].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
    let changed = text[span.clone()] != blanked;
    text.replace_range(span, &blanked);
    changed
}
