//! TOML as text: every fault of syntax, and all that can be read in spite of them.
//!
//! Where a line (or a list or string that is never closed) has a fault, it is told, blanked out and the rest is read
//! again. So one slip hides no other, and leads to no second fault that is none.

use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::{BYTE_ORDER_MARK, ConfigError, clamp};
use super::words::{basic_string, quote};

/// The greatest size of a text, in bytes. Variants have a few thousand.
const LARGEST: usize = 1 << 20;

/// How many faults of syntax are worth mending one by one; a text with more is no TOML.
const HOPELESS: usize = 50;

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
    /// The keys and headers of lines that cannot be read.
    broken: Vec<String>,
}

impl Document {
    /// Reads a file.
    pub(super) fn file(text: &str, origin: &str) -> Document {
        let mut document = Document::empty(text, origin);
        if text.len() > LARGEST {
            let message = format!("too large to be a variant: {} bytes, and {LARGEST} is the limit", text.len());
            document = Document::empty("", origin);
            document.faults.push(ConfigError::new(origin, &document.text, 0..0, message));
            return document;
        }
        let mut rest = text.to_owned();
        while document.blank_out_faults(&mut rest) && document.faults.len() <= HOPELESS {}
        document.faults.sort_by_key(|fault| fault.span.start);
        document
    }

    /// Reads a setting: one entry, whose value is a string without quotes where it is not TOML.
    pub(super) fn setting(text: &str) -> Document {
        let origin = format!("--set {text}");
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
            broken: Vec::new(),
        }
    }

    /// Whether enough can be read to judge what it says, and what is missing.
    pub(super) fn is_readable(&self) -> bool {
        self.faults.is_empty() || !self.toml.is_empty()
    }

    /// All that can be read.
    pub(super) fn table(&self) -> DeTable<'_> {
        DeTable::parse(&self.toml).map(Spanned::into_inner).unwrap_or_default()
    }

    /// The span of the deepest entry on the way that `path` describes, and how many of its keys lead there.
    pub(super) fn locate(&self, path: &[String]) -> (usize, Range<usize>) {
        let table = self.table();
        let mut place = (0, 0..0);
        let mut keys = path.iter();
        if self.is_setting && path.first().is_some_and(|key| key == "rules") && !table.contains_key("rules") {
            keys.next();
            place.0 = 1;
        }
        let mut next = keys.next().and_then(|key| table.get(key.as_str()));
        while let Some(value) = next {
            place = (place.0 + 1, value.span());
            next = keys.next().and_then(|key| match value.get_ref() {
                DeValue::Table(table) => table.get(key.as_str()),
                DeValue::Array(values) => key.parse::<usize>().ok().and_then(|number| values.get(number)),
                _ => None,
            });
        }
        (place.0, clamp(&self.text, place.1))
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

    /// Whether a line that could not be read has this key or is the header of this table.
    pub(super) fn is_broken(&self, key: &str) -> bool {
        self.broken.iter().any(|words| words.split('.').any(|word| word == key))
    }

    /// Tells what cannot be read of the rest of the text, and blanks it out. Returns whether to try again.
    fn blank_out_faults(&mut self, rest: &mut String) -> bool {
        let (table, errors) = DeTable::parse_recoverable(rest);
        if errors.is_empty() {
            drop(table);
            self.toml = std::mem::take(rest);
            return false;
        }
        let mut faults: Vec<(Range<usize>, &str)> = errors
            .iter()
            .map(|error| (clamp(rest, error.span().unwrap_or_else(|| most_dotted(rest))), error.message()))
            .collect();
        let unclosed = faults
            .iter()
            .filter(|(_, message)| is_unclosed(message))
            .find_map(|(at, _)| enclosing(table.get_ref(), at.start).filter(|span| rest[span.clone()].contains('\n')));
        if let Some(unclosed) = &unclosed {
            faults.retain(|(span, _)| span.start < unclosed.start);
        }
        faults.sort_by_key(|(span, _)| span.start);

        let mut blanks: Vec<Range<usize>> = Vec::new();
        let mut line_end = None;
        for (span, message) in faults {
            if line_end.is_some_and(|end| span.start <= end) {
                continue;
            }
            let line = line_of(rest, span.start);
            line_end = Some(line.end);
            if self.faults.len() > HOPELESS {
                self.faults.push(ConfigError::new(&self.origin, &self.text, span, message));
                continue;
            }
            self.tell(span, message);
            let header = rest[line.clone()].trim_start().starts_with('[');
            blanks.push(if header { line.start..next_header(rest, line.end) } else { line });
        }
        if let Some(span) = unclosed {
            let line = line_of(rest, span.start);
            self.tell_unclosed(span);
            blanks.push(line.start..next_header(rest, line.end));
        }
        let mut progress = false;
        for span in blanks {
            self.broken.extend(rest[span.clone()].lines().filter_map(first_word));
            progress |= blank(rest, span);
        }
        progress
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
            .push(ConfigError::new(&self.origin, &self.text, start, message).hint(format!("close it with {close}")));
    }

    /// Tells a fault of syntax in words for people who are new to TOML.
    fn tell(&mut self, span: Range<usize>, message: &str) {
        let text = &self.text;
        let line = line_of(text, span.start);
        let first = first_word(&text[line.clone()]).unwrap_or_default();
        let trimmed = text[line.clone()].trim_start_matches(BYTE_ORDER_MARK).trim();
        let fault = |span, message: String| ConfigError::new(&self.origin, text, span, message);
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
            "key with no value" | "invalid unquoted key" if trimmed.starts_with(['/', ';', '-', '%']) => {
                fault(line.start..line.end, "this is no line of TOML".to_owned()).hint("a comment starts with `#`")
            }
            "key with no value" | "invalid unquoted key" if trimmed.starts_with(&format!("{first}:")) => {
                let colon = line.start + text[line.clone()].find(':').unwrap_or_default();
                let fault = fault(colon..colon + 1, format!("expected `=` after `{first}`, found `:`"));
                match after(colon + 1) {
                    "" => fault.hint(format!("a table starts with `[{first}]`, a value with `{first} = `")),
                    value => fault.hint(format!("write `{first} = {}`", quote(value))),
                }
            }
            "key with no value" | "invalid key-value pair" => {
                fault(line.start..line.end, format!("expected `key = value` or `[table]`, found `{}`", quote(trimmed)))
            }
            "unclosed table" => {
                let name = quote(trimmed.trim_matches(['[', ']']));
                fault(line.start..line.end, format!("the header of `{name}` is not closed"))
                    .hint(format!("write `[{name}]`"))
            }
            "unexpected key or value" => {
                let end = span.start + after(span.start).len();
                fault(
                    span.start..end,
                    format!("expected the end of the line, found `{}`", quote(&text[span.start..end])),
                )
            }
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
                    .hint(format!("write `{}`", number.trim_start_matches('0')))
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
        let is_header = |line: &str| line.trim_start().starts_with('[');
        let header = is_header(&self.text[line.clone()]);
        let before = lines_before(&self.text, line.start);
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
        _ if line.contains(',') && !line.contains(['[', ']', '{', '}', '"', '\'']) => {
            let items: Vec<String> = line.split(',').map(|item| format!("\"{}\"", item.trim())).collect();
            return (span.start..span.start + line.len(), format!("write a list: [{}]", quote(&items.join(", "))));
        }
        _ => format!("put quotes around it: \"{}\"", quote(word)),
    };
    (span, hint)
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
    let blanked: String = text[span.clone()]
        .chars()
        .map(|c| if c == '\n' { "\n".to_owned() } else { " ".repeat(c.len_utf8()) })
        .collect();
    let changed = text[span.clone()] != blanked;
    text.replace_range(span, &blanked);
    changed
}
