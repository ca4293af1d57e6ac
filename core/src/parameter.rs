//! The parameters of a rule or a generator: declared once, so that files, `--set`, help and schema all know them.

use std::borrow::Cow;
use std::fmt;
use std::ops::RangeInclusive;

use crate::text::one_of;

/// A parameter that a rule or a generator declares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// The key in TOML and in `--set rule.key=value`.
    pub name: &'static str,
    /// What it may be.
    pub domain: Domain,
    /// What it is where nobody says.
    pub default: Value,
    /// What it means, in one line, for `floe rules` and `floe config`.
    pub meaning: &'static str,
}

impl Parameter {
    /// A switch.
    pub const fn flag(name: &'static str, default: bool, meaning: &'static str) -> Parameter {
        Parameter { name, domain: Domain::Flag, default: Value::Flag(default), meaning }
    }

    /// A whole number.
    pub const fn integer(
        name: &'static str,
        default: i64,
        range: RangeInclusive<i64>,
        meaning: &'static str,
    ) -> Parameter {
        let domain = Domain::Integer { min: *range.start(), max: *range.end() };
        Parameter { name, domain, default: Value::Integer(default), meaning }
    }

    /// One word of a list; the first is the default.
    pub const fn word(name: &'static str, words: &'static [&'static str], meaning: &'static str) -> Parameter {
        Parameter { name, domain: Domain::Word(words), default: Value::Word(Cow::Borrowed(words[0])), meaning }
    }

    /// A word that the author makes up. What its letters mean is for the rule to check.
    pub const fn text(name: &'static str, default: &'static str, meaning: &'static str) -> Parameter {
        Parameter { name, domain: Domain::Text, default: Value::Word(Cow::Borrowed(default)), meaning }
    }
}

/// What a parameter may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Domain {
    /// `true` or `false`.
    Flag,
    /// A whole number from `min` to `max`, both included.
    Integer {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// One of these words.
    Word(&'static [&'static str]),
    /// Any word: letters and signs, but no spaces, quotes and backslashes. It may be empty.
    Text,
}

impl Domain {
    /// Whether a value is one of the domain.
    pub fn contains(&self, value: &Value) -> bool {
        match (self, value) {
            (Domain::Flag, Value::Flag(_)) => true,
            (Domain::Integer { min, max }, Value::Integer(number)) => (min..=max).contains(&number),
            (Domain::Word(words), Value::Word(word)) => words.contains(&&**word),
            (Domain::Text, Value::Word(word)) => {
                !word.contains(|c: char| c.is_whitespace() || c.is_control() || "\"\\".contains(c))
            }
            _ => false,
        }
    }
}

/// What is allowed, as in an error: `true or false`, `a whole number from 1 to 65535`, `"black", "white" or "both"`.
impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Domain::Flag => f.write_str("true or false"),
            Domain::Integer { min, max } => write!(f, "a whole number from {min} to {max}"),
            Domain::Word(words) => f.write_str(&one_of(words.iter().map(|word| format!("\"{word}\"")))),
            Domain::Text => f.write_str("a text without spaces and quotes"),
        }
    }
}

/// The value of a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A switch.
    Flag(bool),
    /// A whole number.
    Integer(i64),
    /// A word.
    Word(Cow<'static, str>),
}

/// The value as TOML writes it: words in quotes.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Flag(flag) => write!(f, "{flag}"),
            Value::Integer(number) => write!(f, "{number}"),
            Value::Word(word) => write!(f, "\"{word}\""),
        }
    }
}

/// A value for each parameter of a rule or a generator, in the order in which it declares them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Values {
    parameters: &'static [Parameter],
    values: Vec<Value>,
}

impl Values {
    /// The defaults.
    pub fn defaults(parameters: &'static [Parameter]) -> Values {
        Values { parameters, values: parameters.iter().map(|parameter| parameter.default.clone()).collect() }
    }

    /// Changes one value. Returns `false`, and changes nothing, if there is no parameter of this name.
    pub fn set(&mut self, name: &str, value: Value) -> bool {
        let slot = self.place(name).and_then(|place| self.values.get_mut(place));
        slot.map(|old| *old = value).is_some()
    }

    /// One value, if there is a parameter of this name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.values.get(self.place(name)?)
    }

    /// All names and values, in the order declared.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.declared().map(|(parameter, value)| (parameter.name, value))
    }

    /// All parameters and their values, in the order declared.
    pub fn declared(&self) -> impl Iterator<Item = (&'static Parameter, &Value)> {
        self.parameters.iter().zip(&self.values)
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.parameters.iter().position(|parameter| parameter.name == name)
    }

    /// A switch.
    ///
    /// # Panics
    /// If the rule declares no flag of this name, which is a fault of the rule's code.
    pub fn flag(&self, name: &str) -> bool {
        match self.get(name) {
            Some(Value::Flag(flag)) => *flag,
            other => panic!("the rule declares no flag {name:?} (found {other:?})"),
        }
    }

    /// A whole number.
    ///
    /// # Panics
    /// If the rule declares no integer of this name, which is a fault of the rule's code.
    pub fn integer(&self, name: &str) -> i64 {
        match self.get(name) {
            Some(Value::Integer(number)) => *number,
            other => panic!("the rule declares no integer {name:?} (found {other:?})"),
        }
    }

    /// A word.
    ///
    /// # Panics
    /// If the rule declares no word of this name, which is a fault of the rule's code.
    pub fn word(&self, name: &str) -> &str {
        match self.get(name) {
            Some(Value::Word(word)) => word,
            other => panic!("the rule declares no word {name:?} (found {other:?})"),
        }
    }
}
