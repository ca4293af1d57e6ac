//! All variants, rules and generators that a program knows, by id.

use std::borrow::Cow;
use std::sync::Arc;

use once_cell::sync::OnceCell;

use crate::config::{self, ConfigErrors};
use crate::generator::Generator;
use crate::rule::Rule;
use crate::variant::Variant;

/// All variants, rules and generators that a program knows, by id. Variants are loaded when they are first asked for.
///
/// ```
/// use floe_core::Registry;
///
/// let registry = Registry::new().with_variant(
///     r#"
///     format = 1
///     id     = "tiny"
///     name   = "Tiny Chess"
///     [board]
///     files = 4
///     ranks = 4
///     [pieces.king]
///     letter = "K"
///     betza  = "K"
///     royal  = "check"
///     [start]
///     fen = "3k/4/4/K3 w - - 0 1"
///     "#,
/// );
/// let tiny = registry.variant("tiny").expect("it is registered").expect("its file is right");
/// assert_eq!(tiny.legal_moves(tiny.start()).len(), 3);
/// assert!(registry.variant("nonesuch").is_none());
/// ```
#[derive(Default)]
pub struct Registry {
    variants: Vec<Entry>,
    rules: Vec<Arc<dyn Rule>>,
    generators: Vec<Arc<dyn Generator>>,
}

struct Entry {
    source: Cow<'static, str>,
    /// The file's path; `None` if it is embedded in the program.
    origin: Option<String>,
    head: config::Head,
    variant: OnceCell<Result<Arc<Variant>, ConfigErrors>>,
}

impl Registry {
    /// A registry that knows nothing.
    pub fn new() -> Registry {
        Registry::default()
    }

    /// Adds a rule.
    ///
    /// # Panics
    /// If a rule of this id is there already: the message names it.
    #[must_use]
    pub fn with_rule(mut self, rule: impl Rule + 'static) -> Registry {
        assert!(self.rule(rule.id()).is_none(), "the rule {:?} is registered twice", rule.id());
        self.rules.push(Arc::new(rule));
        self
    }

    /// Adds a generator.
    ///
    /// # Panics
    /// If a generator of this id is there already: the message names it.
    #[must_use]
    pub fn with_generator(mut self, generator: impl Generator + 'static) -> Registry {
        let id = generator.id();
        assert!(self.generator(id).is_none(), "the generator {id:?} is registered twice");
        self.generators.push(Arc::new(generator));
        self
    }

    /// Adds a variant, written in TOML and embedded in the program. It is read when it is first asked for; only its
    /// `id`, `name` and `aliases` are read now.
    ///
    /// # Panics
    /// If the file has no readable id, or a variant of this id or alias is there already: the message names it.
    #[must_use]
    pub fn with_variant(mut self, source: &'static str) -> Registry {
        let Some(head) = config::Head::read(source) else {
            let start: Vec<&str> = source.lines().take(8).collect();
            panic!("an embedded variant has no id that can be read:\n{}", start.join("\n"));
        };
        for id in head.ids() {
            assert!(self.entry(id).is_none(), "the variant {id:?} is registered twice");
        }
        self.variants.push(Entry { source: source.into(), origin: None, head, variant: OnceCell::new() });
        self
    }

    /// Adds a variant from a file of this path. It is read when it is first asked for; only its `id`, `name` and
    /// `aliases` are read now.
    ///
    /// # Errors
    /// If its id cannot be read, or a variant of this id or alias is there already.
    pub fn add_file(&mut self, source: String, path: &str) -> Result<(), ConfigErrors> {
        let head = match config::Head::read(&source) {
            Some(head) => head,
            None => config::Head::of(&*config::load(&source, path, self)?),
        };
        if head.ids().any(|id| self.entry(id).is_some()) {
            return Err(config::names_taken(&source, path, self));
        }
        let entry = Entry { source: source.into(), origin: Some(path.to_owned()), head, variant: OnceCell::new() };
        self.variants.push(entry);
        // What could not be read before may have waited for this file.
        for entry in self.variants.iter_mut().filter(|entry| matches!(entry.variant.get(), Some(Err(_)))) {
            entry.variant = OnceCell::new();
        }
        Ok(())
    }

    /// This registry without the variants from files that have one of these ids or aliases. What is embedded in the
    /// program stays; other files are read anew, since they may extend what is gone.
    #[must_use]
    pub fn without_files(&self, ids: &[&str]) -> Registry {
        let goes = |entry: &&Entry| entry.origin.is_some() && entry.head.ids().any(|id| ids.contains(&id));
        let keep = |entry: &Entry| Entry {
            source: entry.source.clone(),
            origin: entry.origin.clone(),
            head: entry.head.clone(),
            variant: if entry.origin.is_none() { entry.variant.clone() } else { OnceCell::new() },
        };
        Registry {
            variants: self.variants.iter().filter(|entry| !goes(entry)).map(keep).collect(),
            rules: self.rules.clone(),
            generators: self.generators.clone(),
        }
    }

    /// The ids and display names of all variants, in the order registered.
    pub fn variants(&self) -> impl Iterator<Item = (&str, &str)> {
        self.variants.iter().map(|entry| (entry.head.id.as_str(), entry.head.name.as_str()))
    }

    /// All rules, in the order registered.
    pub fn rules(&self) -> impl Iterator<Item = &dyn Rule> {
        self.rules.iter().map(|rule| &**rule)
    }

    /// A rule by its id.
    pub fn rule(&self, id: &str) -> Option<&dyn Rule> {
        self.rules().find(|rule| rule.id() == id)
    }

    /// All generators, in the order registered.
    pub fn generators(&self) -> impl Iterator<Item = &dyn Generator> {
        self.generators.iter().map(|generator| &**generator)
    }

    /// A generator by its id.
    pub fn generator(&self, id: &str) -> Option<&dyn Generator> {
        self.generators().find(|generator| generator.id() == id)
    }

    /// A variant by its id or an alias; `None` if no variant has that name.
    ///
    /// # Errors
    /// What is wrong with its file; tests rule that out for the bundled variants.
    pub fn variant(&self, id: &str) -> Option<Result<Arc<Variant>, ConfigErrors>> {
        let entry = self.entry(id)?;
        let origin = entry.origin.as_deref().unwrap_or(&entry.head.id);
        Some(entry.variant.get_or_init(|| config::load_registered(&entry.source, origin, self)).clone())
    }

    /// The id of the variant that people mean by a word: its id, an alias or its name, where need be in any case and without
    /// regard to blanks and dashes; the first registered, where there are two.
    pub fn find(&self, word: &str) -> Option<&str> {
        let means = |entry: &&Entry| {
            let names = entry.head.ids().chain([entry.head.name.as_str()]);
            names.map(plain).any(|name| name == plain(word))
        };
        let entry =
            self.entry(word.trim()).or_else(|| self.variants.iter().find(means).filter(|_| !plain(word).is_empty()));
        entry.map(|entry| entry.head.id.as_str())
    }

    /// The text of a variant's file, by its id or an alias.
    pub fn source(&self, id: &str) -> Option<&str> {
        self.entry(id).map(|entry| &*entry.source)
    }

    /// The path of the file that a variant comes from, by its id or an alias; `None` if it is embedded in the program.
    pub fn origin(&self, id: &str) -> Option<&str> {
        self.entry(id).and_then(|entry| entry.origin.as_deref())
    }

    /// The id of what a variant extends, by its own id or an alias, as its file has it.
    pub fn extends(&self, id: &str) -> Option<&str> {
        self.entry(id)?.head.extends.as_deref()
    }

    /// The circle into which a variant's chain of `extends` leads, as in `a → b → a`. Such a variant must not be loaded.
    pub(crate) fn circle(&self, id: &str) -> Option<String> {
        let mut ids: Vec<&str> = Vec::new();
        let mut next = self.entry(id);
        while let Some(entry) = next {
            let id = entry.head.id.as_str();
            let seen = ids.contains(&id);
            ids.push(id);
            if seen {
                return Some(ids.join(" → "));
            }
            next = entry.head.extends.as_deref().and_then(|parent| self.entry(parent));
        }
        None
    }

    /// All ids and aliases.
    pub(crate) fn ids(&self) -> impl Iterator<Item = &str> {
        self.variants.iter().flat_map(|entry| entry.head.ids())
    }

    /// The id and the name of the variant that has this id or alias.
    pub(crate) fn canonical(&self, id: &str) -> Option<(&str, &str)> {
        self.entry(id).map(|entry| (entry.head.id.as_str(), entry.head.name.as_str()))
    }

    fn entry(&self, id: &str) -> Option<&Entry> {
        self.variants.iter().find(|entry| entry.head.ids().any(|known| known == id))
    }
}

/// A name without what people write in different ways: case, blanks and dashes.
pub(crate) fn plain(name: &str) -> String {
    name.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_as_people_write_them() {
        for name in ["Ice Age", "ice-age", "ICE AGE", " Iceage "] {
            assert_eq!(plain(name), "iceage", "{name}");
        }
    }
}
