//! Variants in TOML: reading, laying over, writing, and saying all that is wrong.

use std::ops::Range;
use std::sync::Arc;

use thiserror::Error;

use crate::registry::Registry;
use crate::variant::Variant;

/// Everything that is wrong with a configuration, in the order of its text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{} faults in the configuration, first: {}", .0.len(), .0[0])]
pub struct ConfigErrors(pub Vec<ConfigError>);

/// One thing that is wrong with a configuration.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{origin}:{}:{}: {message}", self.line(), self.column())]
pub struct ConfigError {
    /// What the text is called: a file's path, an id, `--set ice-age.interval=0`.
    pub origin: String,
    /// The whole text.
    pub text: Arc<str>,
    /// The place in it, in bytes.
    pub span: Range<usize>,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// Other places of the same text that have to do with it, with a word on each.
    pub related: Vec<(Range<usize>, String)>,
}

#[allow(missing_docs)]
impl ConfigError {
    /// Counted from 1.
    pub fn line(&self) -> usize {
        todo!()
    }
    /// In characters, counted from 1.
    pub fn column(&self) -> usize {
        todo!()
    }
}

/// What a registry must know of a file before it is read.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Head {
    pub id: String,
    pub name: String,
    pub aliases: Vec<String>,
}

impl Head {
    /// The id and all aliases.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.id.as_str()).chain(self.aliases.iter().map(String::as_str))
    }
}

/// Reads id, name and aliases of an embedded file. Panics, saying what is wrong, if it has none.
pub(crate) fn head(source: &str) -> Head {
    todo!("{source}")
}

/// Reads a variant from TOML.
///
/// # Errors
/// All faults.
pub fn load(source: &str, origin: &str, registry: &Registry) -> Result<Arc<Variant>, ConfigErrors> {
    load_with(source, origin, &[], registry)
}

/// Reads a variant from TOML and lays settings `rule.key=value` over it.
///
/// # Errors
/// All faults of the file and of the settings.
pub fn load_with(
    source: &str,
    origin: &str,
    settings: &[String],
    registry: &Registry,
) -> Result<Arc<Variant>, ConfigErrors> {
    todo!("{source} {origin} {settings:?} {}", registry.rules().count())
}

/// Lays settings `rule.key=value` over a variant that the registry knows.
///
/// # Errors
/// All faults of the settings.
pub fn adjust(variant: &Variant, settings: &[String], registry: &Registry) -> Result<Arc<Variant>, ConfigErrors> {
    todo!("{} {settings:?} {}", variant.id(), registry.rules().count())
}

/// The full effective configuration of a variant, in TOML that [`load`] reads back to the same variant.
pub fn write(variant: &Variant) -> String {
    todo!("{}", variant.id())
}
