//! A text in TOML, and where its entries stand.

use std::collections::BTreeSet;
use std::ops::{Bound, Range};
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::{ConfigError, clamp};
use super::syntax::Syntax;
use super::words::{basic_string, quote};

/// The greatest size of a text, in bytes. Variants have a few thousand.
const LARGEST: usize = 1 << 20;

/// A text in TOML: a whole file, or a setting.
pub(super) struct Document {
    /// What the text is called.
    pub(super) origin: String,
    /// The whole text.
    pub(super) text: Arc<str>,
    /// The faults of syntax, in the order of the text.
    pub(super) faults: Vec<ConfigError>,
    /// Whether the text is a setting rather than a file.
    pub(super) is_setting: bool,
    /// What can be read: every entry stands where it stands in `text`. It has no fault of syntax.
    toml: String,
    /// The paths of entries and tables that cannot be read.
    broken: BTreeSet<Vec<String>>,
}

impl Document {
    /// Reads a file.
    pub(super) fn file(text: &str, origin: &str) -> Document {
        if text.len() > LARGEST {
            let mut document = Document::empty("", origin);
            let message = format!("too large to be a variant: {} bytes, and {LARGEST} is the limit", text.len());
            document.faults.push(ConfigError::new(origin, &document.text, 0..0, message));
            return document;
        }
        let document = Document::empty(text, origin);
        let Syntax { toml, faults, broken, .. } = Syntax::read(origin, &document.text);
        Document { toml, faults, broken, ..document }
    }

    /// Reads a setting: one entry, whose value is a string without quotes where it is not TOML.
    pub(super) fn setting(text: &str) -> Document {
        let origin = format!("--set {}", quote(text));
        let mut document = Document { is_setting: true, ..Document::empty(text, &origin) };
        let refuse = |mut document: Document, message: &str| {
            let fault = ConfigError::new(&origin, &document.text, 0..text.len(), message);
            document
                .faults
                .push(fault.hint("write `rule.key=value` or any key of a variant file, such as `draws.moves.end=100`"));
            document
        };
        let Some((key, value)) = text.split_once('=') else {
            return refuse(document, "this is no setting: it has no `=`");
        };
        let is_toml = DeTable::parse(text).is_ok_and(|table| is_one_entry(table.get_ref(), text.trim_end().len()));
        if is_toml {
            document.toml = text.to_owned();
        } else {
            let space = &value[..value.len() - value.trim_start().len()];
            document.toml = format!("{key}={space}{}", basic_string(value.trim()));
            if DeTable::parse(&document.toml).is_err() {
                document.toml.clear();
                return refuse(document, "what stands before `=` is no key");
            }
        }
        document
    }

    fn empty(text: &str, origin: &str) -> Document {
        Document {
            origin: origin.to_owned(),
            text: text.into(),
            faults: Vec::new(),
            is_setting: false,
            toml: String::new(),
            broken: BTreeSet::new(),
        }
    }

    /// Whether enough can be read to judge what it says, and what is missing.
    pub(super) fn is_readable(&self) -> bool {
        self.faults.is_empty() || !self.toml.is_empty()
    }

    /// All that can be read.
    pub(super) fn entries(&self) -> Entries<'_> {
        let table = DeTable::parse(&self.toml).map(Spanned::into_inner).unwrap_or_default();
        Entries { document: self, table }
    }

    /// The place of a part of a string, which is given in bytes of what the string means; the whole where that is not
    /// to be told.
    pub(super) fn part_of_string(&self, span: Range<usize>, part: Range<usize>) -> Range<usize> {
        let Some(raw) = self.text.get(span.clone()) else { return span };
        let places = string_places(raw);
        match (places.get(part.start), places.get(part.end)) {
            (Some(start), Some(end)) if start <= end => span.start + start..span.start + end,
            _ => span,
        }
    }

    /// Whether something that could not be read is this entry or a part of it, or could be anything.
    pub(super) fn is_broken(&self, path: &[String]) -> bool {
        let mut from = self.broken.range::<[String], _>((Bound::Included(path), Bound::Unbounded));
        from.next().is_some_and(|broken| broken.starts_with(path)) || self.broken.contains(&[][..])
    }

    /// The paths of all that could not be read.
    pub(super) fn broken(&self) -> impl Iterator<Item = &Vec<String>> {
        self.broken.iter()
    }
}

/// The entries of a document.
pub(super) struct Entries<'d> {
    pub(super) document: &'d Document,
    pub(super) table: DeTable<'d>,
}

impl Entries<'_> {
    /// The span of the deepest entry on the way that `path` describes, and how many of its keys lead there.
    pub(super) fn locate(&self, path: &[String]) -> (usize, Range<usize>) {
        let mut place = (0, 0..0);
        let mut keys = path.iter();
        let bare_rule = self.document.is_setting && !self.table.contains_key("rules");
        if bare_rule && path.first().is_some_and(|key| key == "rules") {
            keys.next();
            place.0 = 1;
        }
        let mut next = keys.next().and_then(|key| self.table.get(key.as_str()));
        while let Some(value) = next {
            place = (place.0 + 1, value.span());
            next = keys.next().and_then(|key| match value.get_ref() {
                DeValue::Table(table) => table.get(key.as_str()),
                DeValue::Array(values) => key.parse::<usize>().ok().and_then(|number| values.get(number)),
                _ => None,
            });
        }
        (place.0, clamp(&self.document.text, place.1))
    }

    /// Whether the value at a span is the word `false`.
    pub(super) fn is_false(&self, span: Range<usize>) -> bool {
        self.document.text.get(span) == Some("false")
    }
}

/// For each byte that a string means, and for its end, where it stands in the text of the string.
fn string_places(raw: &str) -> Vec<usize> {
    let quote = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quote| raw.starts_with(quote)).unwrap_or_default();
    let mut at = quote.len();
    let end = if raw.len() >= 2 * at && raw.ends_with(quote) { raw.len() - at } else { raw.len() };
    if quote.len() == 3 {
        at += ["\r\n", "\n"].into_iter().find(|line| raw[at..].starts_with(line)).map_or(0, str::len);
    }
    let mut places = Vec::new();
    while let Some(c) = raw[at..end.max(at)].chars().next() {
        let (read, meant) = match c {
            '\\' if quote.starts_with('"') => escape_at(&raw[at..end]),
            _ => (c.len_utf8(), c.len_utf8()),
        };
        places.extend(std::iter::repeat_n(at, meant));
        at += read;
    }
    places.push(at);
    places
}

/// How many bytes an escape at the start of a text takes, and how many the character has that it means.
fn escape_at(text: &str) -> (usize, usize) {
    let digits = match text.as_bytes().get(1) {
        Some(b'x') => 2,
        Some(b'u') => 4,
        Some(b'U') => 8,
        Some(b'\n' | b'\r' | b' ' | b'\t') => return (text.len() - text[1..].trim_start().len(), 0),
        _ => return (text.len().min(2), 1),
    };
    let code = text.get(2..2 + digits).and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let meant = code.and_then(char::from_u32).map_or(0, char::len_utf8);
    (text.len().min(2 + digits), meant)
}

/// Whether all that a table has is one entry, whose value ends at `end`.
fn is_one_entry(table: &DeTable<'_>, end: usize) -> bool {
    let mut entries = table.values();
    let (Some(value), None) = (entries.next(), entries.next()) else { return false };
    match value.get_ref() {
        _ if value.span().end == end => true,
        DeValue::Table(table) => is_one_entry(table, end),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks which part of a text is the part `meant` of the string that the text means.
    fn check(raw: &str, meant: &str, expected: &str) {
        let text = format!("a = {raw}");
        let document = Document::file(&text, "x.toml");
        let table = document.entries().table;
        let value = table["a"].get_ref().as_str().unwrap();
        let start = value.find(meant).unwrap();
        let span = document.part_of_string(table["a"].span(), start..start + meant.len());
        assert_eq!(&text[span], expected, "{raw}");
    }

    #[test]
    fn parts_of_strings_are_found_behind_quotes_and_escapes() {
        check("\"mfWcX\"", "X", "X");
        check("'mf\\X'", "X", "X");
        check("\"\\u0046\\x46\\U00000046\\t\\\"é\\u00e9X!\"", "X", "X");
        check("\"a\\u00e9b\"", "é", "\\u00e9");
        check("\"\"\"\none \\\n  two\"\"\"", "two", "two");
        check("\"\"\"\r\none\"\"\"", "one", "one");
        check("'''it's X'''", "X", "X");
        check("\"\"", "", "");
    }

    #[test]
    fn a_setting_is_a_document_of_its_own() {
        for (setting, value) in [("a.b=x y", "x y"), ("a.b = \"x\"", "\"x\""), ("a.b=  [x", "[x"), ("a.b=", "")] {
            let document = Document::setting(setting);
            let (depth, span) = document.entries().locate(&["a".to_owned(), "b".to_owned()]);
            assert_eq!((depth, &setting[span]), (2, value), "{setting}");
        }
    }

    #[test]
    fn rules_need_no_section_in_a_setting() {
        let path = ["rules", "x", "y"].map(str::to_owned);
        assert_eq!(Document::setting("x.y=12").entries().locate(&path), (3, 4..6));
        assert_eq!(Document::setting("rules.x.y=12").entries().locate(&path), (3, 10..12));
        assert_eq!(Document::file("x.y=12", "x.toml").entries().locate(&path), (0, 0..0));
    }
}
