//! Reads entries of a document by type, and collects all that is wrong with them.

use std::cell::{Cell, RefCell};
use std::fmt::{self, Display};
use std::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::document::{Document, Entries};
use super::error::ConfigError;
use super::words::{quote, suggest};
use crate::parameter::{Domain, Value};
use crate::text::{nearest, one_of};

/// The greatest length of a string of one line, in bytes. The start of the greatest board has less than 500.
const LONGEST_LINE: usize = 1000;

/// The greatest length of a list: the greatest board has as many squares.
const LONGEST_LIST: usize = 256;

/// A document being read.
pub(super) struct Reader<'r> {
    document: &'r Document,
    table: &'r DeTable<'r>,
    /// Whether to say what is missing.
    complete: Cell<bool>,
    faults: RefCell<Vec<Fault>>,
    /// The entries of which nobody knows whether they are missing.
    forgiven: RefCell<Vec<Vec<String>>>,
}

/// A fault, and the keys that lead to the entry that has it.
pub(super) struct Fault {
    pub(super) path: Vec<String>,
    pub(super) error: ConfigError,
}

impl<'r> Reader<'r> {
    /// Starts to read.
    pub(super) fn new(entries: &'r Entries<'r>) -> Reader<'r> {
        let Entries { document, table } = entries;
        Reader { document, table, complete: Cell::new(true), faults: RefCell::default(), forgiven: RefCell::default() }
    }

    /// From now on nothing is said to be missing, since nobody knows what would be inherited.
    pub(super) fn forgive_what_is_missing(&self) {
        self.complete.set(false);
    }

    /// Whether what cannot be read of the document has this key at the top.
    pub(super) fn is_broken(&self, key: &str) -> bool {
        self.document.is_broken(&[key.to_owned()])
    }

    /// Whether lines cannot be read, and none of these keys is among those that can.
    pub(super) fn is_unlike_a_variant(&self, keys: &[&str]) -> bool {
        !self.document.faults.is_empty() && !keys.iter().any(|key| self.table.contains_key(*key))
    }

    /// Reads the document's outermost table. Keys that `read` did not ask for are faults.
    pub(super) fn root(&'r self, read: impl FnOnce(&mut Table<'r>)) {
        Table::read(self, self.table, Vec::new(), 0..0, read);
    }

    /// All faults found, in the order found, and the entries of which nobody knows whether they are missing.
    pub(super) fn into_faults(self) -> (Vec<Fault>, Vec<Vec<String>>) {
        (self.faults.into_inner(), self.forgiven.into_inner())
    }

    fn fault(&self, path: &[String], span: Range<usize>, message: String, hint: Option<String>) {
        let mut error = ConfigError::new(&self.document.origin, &self.document.text, span, message);
        error.hint = hint;
        self.faults.borrow_mut().push(Fault { path: path.to_vec(), error });
    }
}

/// A table being read.
pub(super) struct Table<'r> {
    reader: &'r Reader<'r>,
    entries: &'r DeTable<'r>,
    path: Vec<String>,
    place: Range<usize>,
    known: Vec<&'static str>,
    free: bool,
}

impl<'r> Table<'r> {
    /// Reads a table; afterwards every key that was not asked for is a fault.
    fn read(
        reader: &'r Reader<'r>,
        entries: &'r DeTable<'r>,
        path: Vec<String>,
        place: Range<usize>,
        read: impl FnOnce(&mut Table<'r>),
    ) {
        let mut table = Table { reader, entries, path, place, known: Vec::new(), free: false };
        read(&mut table);
        for item in table.items().filter(|item| !table.free && !table.known.contains(&item.key())) {
            let place = table.path.join(".");
            let place = match place.as_str() {
                "" if reader.document.is_setting => "in a setting".to_owned(),
                "" => "at the top of a file".to_owned(),
                place => format!("in `{}`", quote(place)),
            };
            let message = format!("unknown key `{}` {place}", quote(item.key()));
            let hint = suggest(item.key(), "known here", &table.known);
            let hint = hint.or_else(|| Some("this table takes no keys: leave it empty".to_owned()));
            // What was probably meant is not known.
            let meant = nearest(item.key(), table.known.iter().copied()).first().map(|key| table.path_of(key));
            Item { path: meant.unwrap_or(item.path.clone()), ..item }.fault_of_key(message, hint);
        }
    }

    /// Every entry, in the order written.
    fn items(&self) -> impl Iterator<Item = Item<'r>> + use<'r> {
        let mut entries: Vec<_> = self.entries.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let (reader, path) = (self.reader, self.path.clone());
        entries.into_iter().map(move |(key, value)| Item {
            reader,
            path: path.iter().cloned().chain([key.get_ref().to_string()]).collect(),
            name: key.span(),
            value,
        })
    }

    /// Every entry, in the order written, of a table whose keys the author chooses.
    pub(super) fn named(&mut self) -> impl Iterator<Item = Item<'r>> + use<'r> {
        self.free = true;
        self.items()
    }

    /// Leaves it open what other keys may mean.
    pub(super) fn judge_no_more(&mut self) {
        self.free = true;
    }

    /// Whether there is such an entry.
    pub(super) fn has(&self, key: &str) -> bool {
        self.entries.contains_key(key)
    }

    /// The entry of a key, which is known from now on.
    pub(super) fn get(&mut self, key: &'static str) -> Option<Item<'r>> {
        self.known.push(key);
        let (name, value) = self.entries.get_key_value(key)?;
        let path = self.path_of(key);
        Some(Item { reader: self.reader, path, name: name.span(), value })
    }

    /// The entry of a key that nobody has asked for; from now on it is known.
    pub(super) fn unknown(&mut self, key: &'static str) -> Option<Item<'r>> {
        let is_new = self.has(key) && !self.known.contains(&key);
        is_new.then(|| self.get(key)).flatten()
    }

    /// Reads an entry into `target`. Where there is none, or it has a fault, `target` stays as it is.
    pub(super) fn set<T>(&mut self, key: &'static str, target: &mut T, read: impl FnOnce(&Item<'r>) -> Option<T>) {
        if let Some(value) = self.get(key).and_then(|item| read(&item)) {
            *target = value;
        }
    }

    /// Whether all that the document builds on is known.
    pub(super) fn is_grounded(&self) -> bool {
        self.reader.complete.get()
    }

    /// Leaves it open what is inherited of a key.
    pub(super) fn leave_open(&self, key: &str) {
        self.reader.forgiven.borrow_mut().push(self.path_of(key));
    }

    /// Whether what cannot be read of the document has the entry of a key.
    pub(super) fn is_broken(&self, key: &str) -> bool {
        self.reader.document.is_broken(&self.path_of(key))
    }

    /// Whether a key that is not known was probably meant to be this one.
    fn is_meant(&self, key: &str) -> bool {
        let mut others = self.entries.keys().map(|other| &**other.get_ref());
        others.any(|other| {
            !self.known.contains(&other) && nearest(other, self.known.iter().copied()).first() == Some(&key)
        })
    }

    fn path_of(&self, key: &str) -> Vec<String> {
        self.path.iter().cloned().chain([key.to_owned()]).collect()
    }

    /// Says what is wrong with the table.
    pub(super) fn fault(&self, message: &str, hint: &str) {
        self.reader.fault(&self.path, self.place.clone(), message.to_owned(), Some(hint.to_owned()));
    }

    /// Says that the entry of a key is missing, unless it is there (and has a fault of its own).
    pub(super) fn missing(&self, key: &str, hint: impl Into<String>) {
        self.missing_all(&[key], hint);
    }

    /// Says that one of some entries is missing, unless one is there (and has a fault of its own).
    pub(super) fn missing_all(&self, keys: &[&str], hint: impl Into<String>) {
        if keys.iter().any(|key| self.has(key) || self.is_broken(key) || self.is_meant(key)) {
            return;
        }
        let path: Vec<String> = self.path.iter().cloned().chain(keys.first().map(|key| key.to_string())).collect();
        if !self.is_grounded() {
            self.reader.forgiven.borrow_mut().push(path);
            return;
        }
        let keys = one_of(keys.iter().map(|key| format!("`{key}`")));
        let message = match noun(&self.path) {
            Some(name) => format!("`{name}` has no {keys}"),
            None => format!("there is no {keys}"),
        };
        self.reader.fault(&path, self.place.clone(), message, Some(hint.into()));
    }
}

/// An entry being read: a key of a table and its value, or a value of a list.
pub(super) struct Item<'r> {
    reader: &'r Reader<'r>,
    path: Vec<String>,
    name: Range<usize>,
    value: &'r Spanned<DeValue<'r>>,
}

impl<'r> Item<'r> {
    /// The key; of a list's value, the number.
    pub(super) fn key(&self) -> &str {
        self.path.last().map_or("", String::as_str)
    }

    /// The place of the value.
    pub(super) fn span(&self) -> Range<usize> {
        self.value.span()
    }

    /// Whether it is the word `false`, which takes things away.
    pub(super) fn is_false(&self) -> bool {
        matches!(self.value.get_ref(), DeValue::Boolean(false))
    }

    /// Whether it is the word `true`.
    pub(super) fn is_true(&self) -> bool {
        matches!(self.value.get_ref(), DeValue::Boolean(true))
    }

    /// Whether it is this string.
    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self.value.get_ref(), DeValue::String(text) if text == word)
    }

    /// Whether it is a table.
    pub(super) fn is_table(&self) -> bool {
        matches!(self.value.get_ref(), DeValue::Table(_))
    }

    /// Says what is wrong with the value.
    pub(super) fn fault(&self, message: impl Into<String>, hint: impl Into<Option<String>>) {
        self.reader.fault(&self.path, self.span(), message.into(), hint.into());
    }

    /// Says what is wrong with the key.
    pub(super) fn fault_of_key(&self, message: impl Into<String>, hint: impl Into<Option<String>>) {
        self.reader.fault(&self.path, self.name.clone(), message.into(), hint.into());
    }

    /// Says what is wrong with the key for want of something else, unless that may be inherited from what is not known.
    pub(super) fn fault_of_want(&self, message: impl Into<String>, hint: impl Into<Option<String>>) {
        if self.reader.complete.get() {
            self.fault_of_key(message, hint);
        }
    }

    /// A switch.
    pub(super) fn flag(&self) -> Option<bool> {
        match self.value.get_ref() {
            DeValue::Boolean(flag) => Some(*flag),
            _ => self.wrong(Expected::Domain(&Domain::Flag)),
        }
    }

    /// A whole number of a range.
    pub(super) fn integer<T: TryFrom<i64> + Into<i64> + Copy>(&self, range: RangeInclusive<T>) -> Option<T> {
        let (min, max) = ((*range.start()).into(), (*range.end()).into());
        let number = match self.value.get_ref() {
            DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok(),
            _ => None,
        };
        match number.filter(|number| (min..=max).contains(number)).and_then(|number| T::try_from(number).ok()) {
            None => self.wrong(Expected::Domain(&Domain::Integer { min, max })),
            number => number,
        }
    }

    /// The text of a string, or of what may be one.
    fn text(&self) -> Option<&'r str> {
        match self.value.get_ref() {
            DeValue::String(text) => Some(text),
            DeValue::Array(_) | DeValue::Table(_) => None,
            _ => self.reader.document.text.get(self.span()).filter(|_| self.reader.document.is_setting),
        }
    }

    /// A string.
    pub(super) fn string(&self) -> Option<&'r str> {
        self.text().or_else(|| self.wrong(Expected::String))
    }

    /// A string of one line, and not an empty one.
    pub(super) fn line(&self) -> Option<&'r str> {
        let text = self.string()?;
        if text.trim().is_empty() {
            self.fault(format!("`{}` is empty", self.noun()), None);
        } else if text.contains(char::is_control) {
            self.fault(format!("`{}` must be one line of text", self.noun()), None);
        } else if text.len() > LONGEST_LINE {
            self.fault(format!("`{}` is too long: {LONGEST_LINE} bytes are the limit", self.noun()), None);
        } else {
            return Some(text);
        }
        None
    }

    /// One of some words, and what it stands for.
    pub(super) fn word<T: Copy>(&self, words: &[(&str, T)]) -> Option<T> {
        let known = || words.iter().map(|(word, _)| *word);
        let allowed = one_of(known().map(|word| format!("\"{word}\"")));
        let Some(text) = self.text() else { return self.wrong(Expected::Other(&allowed)) };
        match words.iter().find(|(word, _)| *word == text) {
            Some(&(_, meaning)) => Some(meaning),
            None => self.unknown_word(text, &allowed, known()),
        }
    }

    /// A value of a parameter.
    pub(super) fn parameter(&self, domain: &Domain) -> Option<Value> {
        match domain {
            Domain::Flag => self.flag().map(Value::Flag),
            Domain::Integer { min, max } => self.integer(*min..=*max).map(Value::Integer),
            Domain::Word(words) => {
                let Some(text) = self.text() else { return self.wrong(Expected::Domain(domain)) };
                match words.iter().find(|word| **word == text) {
                    Some(word) => Some(Value::Word((*word).into())),
                    None => self.unknown_word(text, domain, words.iter().copied()),
                }
            }
            Domain::Text => {
                let Some(text) = self.text() else { return self.wrong(Expected::Domain(domain)) };
                let value = Value::Word(text.to_owned().into());
                if !domain.contains(&value) {
                    self.fault(format!("expected {domain} for `{}`, found \"{}\"", self.noun(), quote(text)), None);
                    return None;
                }
                Some(value)
            }
        }
    }

    /// A list of `what`, which are no mere strings.
    pub(super) fn list<T>(&self, what: &str, read: impl FnMut(Item<'r>) -> Option<T>) -> Option<Vec<T>> {
        let DeValue::Array(values) = self.value.get_ref() else {
            return self.wrong(Expected::Other(&format!("a list of {what}")));
        };
        if values.len() > LONGEST_LIST {
            self.fault(format!("`{}` is too long: {LONGEST_LIST} entries are the limit", self.noun()), None);
            return None;
        }
        let items = values.iter().enumerate().map(|(number, value)| Item {
            reader: self.reader,
            path: self.path.iter().cloned().chain([number.to_string()]).collect(),
            name: value.span(),
            value,
        });
        // All are read before the first fault counts.
        let read: Vec<Option<T>> = items.map(read).collect();
        read.into_iter().collect()
    }

    /// A list of `what`, which are strings.
    pub(super) fn strings<T>(&self, what: &str, read: impl FnMut(Item<'r>) -> Option<T>) -> Option<Vec<T>> {
        match self.value.get_ref() {
            DeValue::String(_) => self.wrong(Expected::Strings(what)),
            _ => self.list(what, read),
        }
    }

    /// A table. Keys that `read` did not ask for are faults.
    pub(super) fn table(&self, read: impl FnOnce(&mut Table<'r>)) {
        self.table_or("a table", read);
    }

    /// A table, where something else may stand too, of which `expected` speaks.
    pub(super) fn table_or(&self, expected: &str, read: impl FnOnce(&mut Table<'r>)) {
        match self.value.get_ref() {
            DeValue::Table(entries) => Table::read(self.reader, entries, self.path.clone(), self.span(), read),
            _ => self.wrong(Expected::Table(expected)).unwrap_or_default(),
        }
    }

    /// The last key on the way here that is a name.
    fn noun(&self) -> &str {
        noun(&self.path).unwrap_or_default()
    }

    /// Says that a word is none of those allowed.
    fn unknown_word<'w, T>(
        &self,
        word: &str,
        allowed: &dyn Display,
        known: impl Iterator<Item = &'w str>,
    ) -> Option<T> {
        let hint = nearest(word, known).first().map(|near| format!("did you mean \"{near}\"?"));
        self.fault(format!("expected {allowed} for `{}`, found \"{}\"", self.noun(), quote(word)), hint);
        None
    }

    /// Says that the value is not what is expected.
    fn wrong<T>(&self, expected: Expected<'_>) -> Option<T> {
        let value = self.value.get_ref();
        let found = match value {
            DeValue::String(text) if self.reader.document.is_setting => format!("`{}`", quote(text)),
            DeValue::String(_) => "a string".to_owned(),
            DeValue::Datetime(_) => "a date".to_owned(),
            DeValue::Array(_) => "a list".to_owned(),
            DeValue::Table(_) => "a table".to_owned(),
            scalar => quote(&to_text(scalar)),
        };
        self.fault(format!("expected {expected} for `{}`, found {found}", self.noun()), expected.instead_of(value));
        None
    }
}

/// The last key of a path that is a name, and no number in a list.
fn noun(path: &[String]) -> Option<&str> {
    path.iter().map(String::as_str).rfind(|key| key.parse::<usize>().is_err())
}

/// What ought to stand where something else does.
enum Expected<'e> {
    Domain(&'e Domain),
    String,
    Strings(&'e str),
    Table(&'e str),
    Other(&'e str),
}

impl Display for Expected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Domain(domain) => domain.fmt(f),
            Expected::String => f.write_str("a string"),
            Expected::Strings(what) => write!(f, "a list of {what}"),
            Expected::Table(what) | Expected::Other(what) => f.write_str(what),
        }
    }
}

impl Expected<'_> {
    /// What to write instead of a value of the wrong type, where that is plain.
    fn instead_of(&self, value: &DeValue<'_>) -> Option<String> {
        let text = to_text(value);
        let text = text.trim();
        match self {
            Expected::Domain(Domain::Flag) => match text.to_lowercase().as_str() {
                "true" | "yes" | "on" | "1" => Some("write `true`".to_owned()),
                "false" | "no" | "off" | "0" => Some("write `false`".to_owned()),
                _ => None,
            },
            Expected::Domain(Domain::Integer { min, max }) => {
                let number = text.strip_suffix(".0").unwrap_or(text).parse().ok()?;
                (min..=max).contains(&&number).then(|| format!("write `{number}`"))
            }
            Expected::String if !text.is_empty() => Some(format!("put it in quotes: \"{}\"", quote(text))),
            Expected::Strings(_) => {
                let items = text.split([',', ' ']).filter(|item| !item.is_empty());
                let items: Vec<String> = items.map(|item| format!("\"{item}\"")).collect();
                Some(format!("write `[{}]`", quote(&items.join(", "))))
            }
            Expected::Table(_) => match value {
                DeValue::Array(values) if values.iter().any(|value| matches!(value.get_ref(), DeValue::Table(_))) => {
                    Some("write the header in single brackets".to_owned())
                }
                _ => None,
            },
            _ => None,
        }
    }
}

/// A scalar as text; nothing of a list or a table.
fn to_text(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(flag) => flag.to_string(),
        DeValue::Datetime(date) => date.to_string(),
        DeValue::Array(_) | DeValue::Table(_) => String::new(),
    }
}
