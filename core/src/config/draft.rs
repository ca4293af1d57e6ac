//! A variant in the making: texts laid one over the other, and all that is wrong with them.

use std::sync::Arc;

use super::document::Document;
use super::error::{ConfigError, ConfigErrors};
use super::overlay;
use super::reader::{Fault, Item, Reader, Table};
use super::words::{ID, is_id, nearest, quote, to_id};
use crate::registry::Registry;
use crate::spec::{NamesSpec, Spec, SpecFault};
use crate::variant::Variant;

/// The newest format that this program reads.
const FORMAT: u16 = 1;

/// A variant in the making.
pub(super) struct Draft<'r> {
    registry: &'r Registry,
    spec: Spec,
    /// What the file extends.
    parent: Option<Arc<Variant>>,
    /// The file, if there is one, and the settings, in the order in which they are laid.
    documents: Vec<Document>,
    /// What is wrong with entries, with the number of their document.
    faults: Vec<(usize, Fault)>,
}

impl<'r> Draft<'r> {
    /// Starts with a file.
    pub(super) fn of_file(text: &str, origin: &str, registry: &'r Registry) -> Draft<'r> {
        let mut draft = Draft::new(overlay::nothing(), registry);
        draft.lay(Document::file(text, origin), Draft::read_file);
        draft
    }

    /// Starts with a variant that is there already.
    pub(super) fn of_variant(variant: &Variant, registry: &'r Registry) -> Draft<'r> {
        Draft::new(variant.spec().clone(), registry)
    }

    fn new(spec: Spec, registry: &'r Registry) -> Draft<'r> {
        Draft { registry, spec, parent: None, documents: Vec::new(), faults: Vec::new() }
    }

    /// Lays settings over what is there.
    pub(super) fn set(mut self, settings: &[String]) -> Draft<'r> {
        for setting in settings {
            self.lay(Document::setting(setting), |draft, root, _| draft.read_setting(root));
        }
        self
    }

    fn lay(&mut self, document: Document, read: impl FnOnce(&mut Draft<'r>, &mut Table<'_>, &Reader<'_>)) {
        let table = document.table();
        let reader = Reader::new(&document, &table);
        if document.is_readable() {
            reader.root(|root| read(self, root, &reader));
        }
        let number = self.documents.len();
        self.faults.extend(reader.into_faults().into_iter().map(|fault| (number, fault)));
        drop(table);
        self.documents.push(document);
    }

    fn read_file(&mut self, root: &mut Table<'_>, reader: &Reader<'_>) {
        if let Some(item) = root.get("format") {
            let format = item.integer(1..=u16::MAX).unwrap_or(FORMAT);
            if format > FORMAT {
                let message =
                    format!("this file needs a newer Floe: it has format {format}, and this program reads {FORMAT}");
                item.fault(message, None);
                root.judge_no_more();
                return;
            }
        }
        root.missing("format", format!("add `format = {FORMAT}` at the top"));
        match root.get("extends") {
            Some(item) => match self.find_parent(&item) {
                Some(parent) => {
                    let (aliases, names) = (Vec::new(), NamesSpec::default());
                    self.spec =
                        Spec { id: String::new(), name: String::new(), aliases, names, ..parent.spec().clone() };
                    self.parent = Some(parent);
                }
                None => reader.forgive_what_is_missing(),
            },
            None if reader.is_broken("extends") => reader.forgive_what_is_missing(),
            None => {}
        }
        root.missing("id", "add the word that names the variant on the command line: `id = \"my-game\"`");
        root.set("id", &mut self.spec.id, read_id);
        self.spec.name.clone_from(&self.spec.id);
        root.set("name", &mut self.spec.name, |item| item.line().map(str::to_owned));
        root.set("aliases", &mut self.spec.aliases, |item| item.list("ids", |item| read_id(&item)));
        overlay::lay(root, &mut self.spec, self.registry);
    }

    fn read_setting(&mut self, root: &mut Table<'_>) {
        for key in ["format", "id", "name", "aliases", "extends"] {
            if let Some(item) = root.get(key) {
                let hint = "a setting changes how the game is played, not what it is called; write a file for that";
                item.fault_of_key(format!("`{key}` cannot be set here"), Some(hint.to_owned()));
            }
        }
        for rule in self.registry.rules() {
            if let Some(item) = root.get(rule.id()) {
                overlay::rule(&item, &mut self.spec.rules, self.registry);
            }
        }
        overlay::lay(root, &mut self.spec, self.registry);
    }

    /// The variant that a file extends.
    fn find_parent(&self, item: &Item<'_>) -> Option<Arc<Variant>> {
        let id = item.line()?;
        if let Some(circle) = self.registry.circle(id) {
            item.fault(format!("this leads round in a circle: {circle}"), None);
            return None;
        }
        match self.registry.variant(id) {
            Some(Ok(parent)) => Some(parent),
            Some(Err(errors)) => {
                item.fault(format!("`{}` has faults itself: {errors}", quote(id)), None);
                None
            }
            None => {
                let hint = match nearest(id, self.registry.ids()) {
                    Some(near) => format!("did you mean \"{near}\"?"),
                    None => format!(
                        "variants: {}",
                        self.registry.variants().map(|(id, _)| id).collect::<Vec<_>>().join(", ")
                    ),
                };
                item.fault(format!("there is no variant `{}` to extend", quote(id)), hint);
                None
            }
        }
    }

    /// Says where the file takes the name of a variant that is registered, unless it is that very variant.
    pub(super) fn keep_names_apart(mut self) -> Draft<'r> {
        let Some(document) = self.documents.first() else { return self };
        let ids = std::iter::once((vec!["id".to_owned()], &self.spec.id));
        let aliases = self.spec.aliases.iter().enumerate();
        let aliases = aliases.map(|(number, alias)| (vec!["aliases".to_owned(), number.to_string()], alias));
        let mut faults = Vec::new();
        for (path, id) in ids.chain(aliases) {
            let Some(known) = self.registry.variant(id) else { continue };
            if known.as_ref().is_ok_and(|known| self.is(known)) {
                continue;
            }
            let (_, span) = document.locate(&path);
            let (its_id, its_name) = self.registry.canonical(id).unwrap_or((id, id));
            let message = format!(
                "`{id}`, here of {}, is a name of the registered variant {its_name} already",
                quote(&self.spec.name)
            );
            let hint = format!("choose another; to build on that variant write `extends = \"{its_id}\"`");
            let error = ConfigError::new(&document.origin, &document.text, span, message).hint(hint);
            faults.push((0, Fault { path, error }));
        }
        self.faults.extend(faults);
        self
    }

    /// Whether what has been read so far is a known variant.
    fn is(&self, known: &Variant) -> bool {
        self.is_whole()
            && self.faults.is_empty()
            && (self.spec == *known.spec()
                || Variant::compile(self.spec.clone(), self.registry).is_ok_and(|this| this.spec() == known.spec()))
    }

    /// Whether every text could be read to its end.
    fn is_whole(&self) -> bool {
        self.documents.iter().all(|document| document.faults.is_empty())
    }

    /// Makes the variant, or tells all that is wrong with it.
    pub(super) fn compile(mut self) -> Result<Arc<Variant>, ConfigErrors> {
        if self.is_whole() {
            match Variant::compile(self.spec.clone(), self.registry) {
                Ok(variant) if self.faults.is_empty() => return Ok(Arc::new(variant)),
                Ok(_) => {}
                Err(faults) => {
                    let found: Vec<_> =
                        faults.iter().filter(|fault| self.stands_alone(fault)).map(|fault| self.place(fault)).collect();
                    self.faults.extend(found);
                }
            }
        }
        let mut errors: Vec<(usize, ConfigError)> =
            self.faults.into_iter().map(|(number, fault)| (number, fault.error)).collect();
        for (number, document) in self.documents.into_iter().enumerate() {
            errors.extend(document.faults.into_iter().map(|error| (number, error)));
        }
        errors.sort_by_key(|(number, error)| (*number, error.span.start));
        Err(ConfigErrors::new(errors.into_iter().map(|(_, error)| error).collect()))
    }

    /// Whether a fault of the description is no consequence of those found in reading, which leave gaps in it.
    fn stands_alone(&self, fault: &SpecFault) -> bool {
        let section = fault.path.first().map_or("", String::as_str);
        let depends_on: &[&str] = match section {
            "pieces" => &["board"],
            "start" => &["board", "pieces", "rules"],
            "castling" | "rules" => &["board", "pieces", "start"],
            "ends" => &["board", "pieces", "start", "rules"],
            _ => &[],
        };
        self.faults.iter().all(|(_, read)| {
            let of_section = |section: &&str| read.path.first().is_some_and(|key| key == section);
            let of_entity = |path: &Vec<String>| entity(path) == entity(&read.path);
            !depends_on.iter().any(of_section) && !of_entity(&fault.path) && !fault.related.iter().any(of_entity)
        })
    }

    /// Where the texts speak of what is wrong with the description.
    fn place(&self, fault: &SpecFault) -> (usize, Fault) {
        let paths = || std::iter::once(&fault.path).chain(&fault.related);
        // The last text that has the very entry is to blame, else the one that comes nearest to it.
        let in_text = |path: &Vec<String>, least: usize| {
            let places = self.documents.iter().enumerate().map(|(number, document)| (document.locate(path), number));
            places.filter(|((depth, _), _)| *depth >= least).max_by_key(|((depth, _), number)| (*depth, *number))
        };
        let exact = paths().find_map(|path| Some((path, in_text(path, path.len().max(1))?)));
        let near = || paths().find_map(|path| Some((path, in_text(path, entity(path).len().max(1))?)));
        let (path, number, span) = match exact.clone().or_else(near) {
            Some((path, ((_, span), number))) => (path, number, span),
            None if self.parent.is_some() => (&fault.path, 0, self.documents[0].locate(&["extends".to_owned()]).1),
            None => {
                let last = self.documents.len().saturating_sub(1);
                (&fault.path, last, 0..0)
            }
        };
        let document = &self.documents[number];
        let mut message = fault.message.clone();
        if exact.is_none() && self.inherits(path) {
            message = format!("{message} (`{}` is inherited)", fault.path.join("."));
        }
        let span = match &fault.within {
            Some(part) if exact.is_some() && *path == fault.path => document.part_of_string(span, part.clone()),
            _ => span,
        };
        let mut error = ConfigError::new(&document.origin, &document.text, span, message);
        error.hint.clone_from(&fault.hint);
        for other in paths().filter(|other| *other != path) {
            let (depth, span) = document.locate(other);
            if depth >= entity(other).len() && span != error.span {
                error.related.push((span, "this has to do with it".to_owned()));
            }
        }
        (number, Fault { path: fault.path.clone(), error })
    }

    /// Whether the entry's piece, rule or section comes from what the file extends.
    fn inherits(&self, path: &[String]) -> bool {
        let Some(parent) = self.parent.as_ref().map(|parent| parent.spec()) else { return false };
        match path {
            [section, name, ..] if section == "pieces" => parent.pieces.iter().any(|piece| piece.name == *name),
            [section, id, ..] if section == "rules" => parent.rules.iter().any(|rule| rule.id == *id),
            [section, name, ..] if section == "ends" => parent.ends.others.iter().any(|end| end.name == *name),
            _ => true,
        }
    }
}

/// What a path leads through that one would call a thing: a piece, a rule, an end, or a section.
fn entity(path: &[String]) -> &[String] {
    let keys = match path.first().map(String::as_str) {
        Some("pieces" | "rules" | "ends") => 2,
        _ => 1,
    };
    &path[..keys.min(path.len())]
}

fn read_id(item: &Item<'_>) -> Option<String> {
    let id = item.string()?;
    if !is_id(id) {
        let hint = to_id(id).map(|id| format!("write \"{}\"", quote(&id)));
        item.fault(format!("an id is {ID}"), hint);
        return None;
    }
    Some(id.to_owned())
}
