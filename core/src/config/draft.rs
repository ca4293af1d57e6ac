//! A variant in the making: texts laid one over the other, and all that is wrong with them.

use std::collections::HashSet;
use std::sync::Arc;

use super::Checked;
use super::document::{Document, Entries};
use super::error::{ConfigError, ConfigErrors, TOLD};
use super::overlay;
use super::reader::{Fault, Item, Reader, Table};
use super::warnings::warnings;
use super::words::{ID, quote};
use crate::compile::compile;
use crate::parameter::Parameter;
use crate::registry::Registry;
use crate::spec::{NamesSpec, Spec, SpecFault};
use crate::text::{is_id, nearest, to_id};
use crate::variant::Variant;

/// The newest format that this program reads.
const FORMAT: u16 = 1;

/// What a variant file looks like.
const UNLIKE: &str =
    "a variant is written in TOML, and starts with `format = 1`, `id = \"my-game\"` and `extends = \"chess\"`";

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
    /// The entries that may be inherited from what is not known.
    inherited: Vec<Vec<String>>,
    /// Whether so much is unknown that there is nothing to compile.
    hollow: bool,
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
        Draft {
            registry,
            spec,
            parent: None,
            documents: Vec::new(),
            faults: Vec::new(),
            inherited: Vec::new(),
            hollow: false,
        }
    }

    /// Lays settings over what is there.
    pub(super) fn set(mut self, settings: &[String]) -> Draft<'r> {
        for setting in settings {
            self.lay(Document::setting(setting), |draft, root, _| draft.read_setting(root));
        }
        self
    }

    fn lay(&mut self, document: Document, read: impl FnOnce(&mut Draft<'r>, &mut Table<'_>, &Reader<'_>)) {
        let entries = document.entries();
        let reader = Reader::new(&entries);
        if document.is_readable() {
            reader.root(|root| read(self, root, &reader));
        }
        let number = self.documents.len();
        let (faults, inherited) = reader.into_faults();
        self.faults.extend(faults.into_iter().map(|fault| (number, fault)));
        self.inherited.extend(inherited);
        drop(entries);
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
                self.hollow = true;
                return;
            }
        }
        if reader.is_unlike_a_variant(&["format", "id", "extends", "board", "pieces"]) {
            reader.forgive_what_is_missing();
            root.fault("this is no variant file", UNLIKE);
            self.hollow = true;
        }
        root.missing("format", format!("add `format = {FORMAT}` at the top"));
        root.missing("id", "add the word that names the variant on the command line: `id = \"my-game\"`");
        root.set("id", &mut self.spec.id, read_id);
        if let Some(item) = root.get("extends") {
            self.parent = self.find_parent(&item);
            if self.parent.is_none() {
                reader.forgive_what_is_missing();
            }
        }
        if let Some(parent) = &self.parent {
            let (id, name) = (self.spec.id.clone(), String::new());
            self.spec = Spec { id, name, aliases: Vec::new(), names: NamesSpec::default(), ..parent.spec().clone() };
        } else if reader.is_broken("extends") {
            reader.forgive_what_is_missing();
        }
        self.spec.name.clone_from(&self.spec.id);
        root.set("name", &mut self.spec.name, |item| item.line().map(str::to_owned));
        if let Some(item) = root.get("aliases") {
            let mut known = vec![self.spec.id.clone()];
            let alias = |item: Item<'_>| {
                let alias = read_id(&item)?;
                if known.contains(&alias) {
                    item.fault(format!("`{alias}` is there already"), Some("leave it out".to_owned()));
                }
                known.push(alias.clone());
                Some(alias)
            };
            self.spec.aliases = item.strings("ids", alias).unwrap_or_default();
        }
        overlay::lay(root, &mut self.spec, self.registry);
        if let Some(parent) = self.parent.as_ref().map(|parent| parent.spec())
            && !root.has("summary")
            && !self.spec.has_rules_of(parent)
        {
            // What is said of the other game need not hold of this one.
            self.spec.summary = format!("Based on {}: {}", parent.name, parent.summary);
        }
    }

    fn read_setting(&mut self, root: &mut Table<'_>) {
        for key in ["format", "id", "name", "aliases", "extends"] {
            if let Some(item) = root.has(key).then(|| root.get(key)).flatten() {
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
        for rule in self.spec.rules.iter().filter_map(|rule| self.registry.rule(&rule.id)) {
            for Parameter { name, .. } in rule.parameters() {
                if let Some(item) = root.unknown(name) {
                    let hint = format!("did you mean `{}.{name}`?", rule.id());
                    item.fault_of_key(format!("`{name}` is a parameter of a rule"), hint);
                }
            }
        }
    }

    /// The variant that a file extends.
    fn find_parent(&self, item: &Item<'_>) -> Option<Arc<Variant>> {
        let id = item.line()?;
        if id.contains(['/', '\\']) || id.ends_with(".toml") {
            let hint =
                "write the `id` that stands in that file; it is found by that where it lies in your folder of variants";
            item.fault(format!("`extends` takes an id, and no path: `{}`", quote(id)), Some(hint.to_owned()));
            return None;
        }
        if id == self.spec.id && self.registry.canonical(id).is_none() {
            let hint = "name the variant that it builds on, or leave `extends` out";
            item.fault("a variant cannot extend itself", Some(hint.to_owned()));
            return None;
        }
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
                let hint = match nearest(id, self.registry.ids()).first() {
                    Some(near) => format!("did you mean \"{near}\"?"),
                    None => "`floe variants` lists those that there are".to_owned(),
                };
                item.fault(format!("there is no variant `{}` to extend", quote(id)), hint);
                None
            }
        }
    }

    /// Says where the file takes the name of a variant that is registered, unless it is that very variant.
    pub(super) fn keep_names_apart(mut self) -> Draft<'r> {
        let text = self.documents.first().map(|document| &*document.text);
        let is_same_file = |id: &str| self.registry.source(id).is_some_and(|source| Some(source) == text);
        let taken = self.taken(|id, known| is_same_file(id) || known.is_some_and(|known| self.is(known)));
        self.faults.extend(taken.into_iter().map(|fault| (0, fault)));
        self
    }

    /// Every name of the file that a registered variant has.
    pub(super) fn names_taken(self) -> ConfigErrors {
        ConfigErrors::new(self.taken(|_, _| false).into_iter().map(|fault| fault.error).collect())
    }

    /// Every name of the file that a registered variant has, unless `is_same` says of its id, and of the variant if it
    /// has no faults, that it is the file's own.
    fn taken(&self, is_same: impl Fn(&str, Option<&Variant>) -> bool) -> Vec<Fault> {
        let Some(document) = self.documents.first() else { return Vec::new() };
        let ids = std::iter::once((vec!["id".to_owned()], &self.spec.id));
        let aliases = self.spec.aliases.iter().enumerate();
        let aliases = aliases.map(|(number, alias)| (vec!["aliases".to_owned(), number.to_string()], alias));
        let entries = document.entries();
        let mut faults = Vec::new();
        for (path, id) in ids.chain(aliases) {
            let Some(known) = self.registry.variant(id) else { continue };
            if is_same(id, known.ok().as_deref()) {
                continue;
            }
            let (_, span) = entries.locate(&path);
            let (its_id, its_name) = self.registry.canonical(id).unwrap_or((id, id));
            let its_place = self.registry.origin(id).unwrap_or("the program");
            let message = format!(
                "two variants are called `{id}`: {} here, and {its_name} in {its_place}",
                quote(&self.spec.name)
            );
            let hint = format!("choose another word; to build on {its_name} write `extends = \"{its_id}\"`");
            let error = ConfigError::new(&document.origin, &document.text, span, message).hint(hint);
            faults.push(Fault { path, error });
        }
        faults
    }

    /// Whether what has been read so far is a known variant with other settings at most, as far as that can be told: a
    /// section with a fault may be as it was.
    fn is(&self, known: &Variant) -> bool {
        let rules = |spec: &Spec| spec.rules.iter().map(|rule| rule.id.clone()).collect::<Vec<_>>();
        let known = known.spec();
        let mut settled = Spec { draws: known.draws.clone(), ..self.spec.clone() };
        if rules(&settled) == rules(known) {
            settled.rules.clone_from(&known.rules);
        }
        for path in self.unknown() {
            // It may be the summary of the parent, and whether that still holds depends on every section.
            settled.summary.clone_from(&known.summary);
            match path.first().map(String::as_str) {
                Some("id") => settled.id.clone_from(&known.id),
                Some("name") => settled.name.clone_from(&known.name),
                Some("aliases") => settled.aliases.clone_from(&known.aliases),
                Some("board") => settled.board.clone_from(&known.board),
                Some("pieces") => settled.pieces.clone_from(&known.pieces),
                Some("start") => settled.start.clone_from(&known.start),
                Some("castling") => settled.castling.clone_from(&known.castling),
                Some("ends") => settled.ends.clone_from(&known.ends),
                Some("rules") => settled.rules.clone_from(&known.rules),
                Some("uci" | "cecp" | "pgn") => settled.names.clone_from(&known.names),
                Some("format" | "draws" | "summary") => {}
                _ => return [&known.name, &self.spec.id].contains(&&self.spec.name),
            }
        }
        settled == *known
    }

    /// Makes the variant, or tells all that is wrong with it.
    pub(super) fn compile(mut self) -> Result<Arc<Variant>, ConfigErrors> {
        self.make()
    }

    /// Makes the variant and tells what is surely not meant, or tells all that is wrong with it.
    pub(super) fn check(mut self) -> Result<Checked, ConfigErrors> {
        let variant = self.make()?;
        let mut warnings = self.place_all(&warnings(&variant), |fault, texts| self.is_of_interest(fault, texts));
        warnings.sort_by_key(|(number, warning)| (*number, warning.error.span.start));
        let warnings = warnings.into_iter().map(|(_, warning)| warning.error).collect();
        Ok(Checked { variant, warnings })
    }

    fn make(&mut self) -> Result<Arc<Variant>, ConfigErrors> {
        let is_readable = self.documents.iter().all(Document::is_readable);
        let is_faultless = self.faults.is_empty() && self.documents.iter().all(|document| document.faults.is_empty());
        if is_readable && !self.hollow && self.faults.len() <= TOLD {
            match compile(self.spec.clone(), self.unknown(), self.registry) {
                Ok(variant) if is_faultless => return Ok(Arc::new(variant)),
                Ok(_) => {}
                Err(faults) => {
                    if self.documents.is_empty() {
                        // A variant of another registry.
                        self.documents.push(Document::file("", &self.spec.id));
                    }
                    let placed = self.place_all(&faults, |_, _| true);
                    self.faults.extend(placed);
                }
            }
        }
        let read = std::mem::take(&mut self.faults).into_iter().map(|(number, fault)| (number, fault.error));
        let syntax = std::mem::take(&mut self.documents).into_iter().enumerate();
        let syntax =
            syntax.flat_map(|(number, document)| document.faults.into_iter().map(move |error| (number, error)));
        let mut errors: Vec<(usize, ConfigError)> = read.chain(syntax).collect();
        errors.sort_by_key(|(number, error)| (*number, error.span.start));
        errors.dedup_by(|(number, error), (earlier_number, earlier)| {
            number == earlier_number && error.span == earlier.span && error.message == earlier.message
        });
        Err(ConfigErrors::new(errors.into_iter().map(|(_, error)| error).collect()))
    }

    /// Finds the places of what is said of the description, as far as it is to be told, with the numbers of their texts.
    fn place_all(
        &self,
        faults: &[SpecFault],
        is_told: impl Fn(&SpecFault, &[Entries<'_>]) -> bool,
    ) -> Vec<(usize, Fault)> {
        let texts: Vec<Entries<'_>> = self.documents.iter().map(Document::entries).collect();
        let mut elsewhere = HashSet::new();
        let mut placed = Vec::new();
        for fault in faults.iter().filter(|fault| is_told(fault, &texts)) {
            let (number, exact, error) = self.place(fault, &texts);
            // One fault is enough of an entry that stands in no text.
            if exact || elsewhere.insert(&fault.path) {
                placed.push((number, Fault { path: fault.path.clone(), error }));
            }
        }
        placed
    }

    /// Whether a warning is of interest to the author of these texts: a thing that is inherited as it is may be idle
    /// here, and where `false` stands it is meant.
    fn is_of_interest(&self, warning: &SpecFault, texts: &[Entries<'_>]) -> bool {
        let path = &warning.path;
        let places = || texts.iter().map(|text| (text, text.locate(path)));
        let idle = path.len() == thing(path).len()
            && self.inherits(path)
            && places().all(|(_, (depth, _))| depth < path.len());
        let meant = places().any(|(text, (_, span))| text.is_false(span));
        !idle && !meant
    }

    /// The entries of the description that are not known, since what stands there has been told to be wrong.
    fn unknown(&self) -> Vec<Vec<String>> {
        let read = self.faults.iter().map(|(_, fault)| &fault.path);
        let broken = self.documents.iter().flat_map(Document::broken);
        read.chain(broken).chain(&self.inherited).cloned().collect()
    }

    /// Where the texts speak of what is wrong with the description: the number of the text, and whether it has the very
    /// entry.
    fn place(&self, fault: &SpecFault, texts: &[Entries<'_>]) -> (usize, bool, ConfigError) {
        let paths = || std::iter::once(&fault.path).chain(&fault.related);
        // The last text that has the very entry is to blame, else the one that comes nearest to it.
        let find = |path: &Vec<String>, least: usize| {
            let places = texts.iter().enumerate().map(|(number, text)| (number, text.locate(path)));
            let place =
                places.filter(|(_, (depth, _))| *depth >= least).max_by_key(|(number, (depth, _))| (*depth, *number));
            place.map(|(number, (depth, span))| (path.clone(), depth, number, span))
        };
        let exact = paths().find_map(|path| find(path, path.len().max(1)));
        let near = || paths().find_map(|path| find(path, thing(path).len().max(1)));
        let is_exact = exact.is_some();
        let extends = || texts.first().map(|file| file.locate(&["extends".to_owned()]).1).unwrap_or_default();
        let (path, depth, number, span) = exact.or_else(near).unwrap_or_else(|| {
            let number = if self.parent.is_some() { 0 } else { self.documents.len().saturating_sub(1) };
            let document = &self.documents[number];
            let whole = if document.is_setting { document.text.len() } else { 0 };
            let span = if self.parent.is_some() { extends() } else { 0..whole };
            (fault.path.clone(), 0, number, span)
        });
        let document = &self.documents[number];
        let entry = path.iter().filter(|key| key.parse::<usize>().is_err()).cloned().collect::<Vec<_>>().join(".");
        // Of what the file itself says more of than a thing's name, nobody knows whether it is inherited.
        let is_inherited = !is_exact && depth <= thing(&path).len() && self.inherits(&path);
        let message = match &fault.message {
            message if is_exact => message.clone(),
            message if is_inherited => format!("{message} (`{entry}` is inherited)"),
            message => format!("{message} (`{entry}`)"),
        };
        let span = match &fault.within {
            Some(part) if is_exact && path == fault.path => document.part_of_string(span, part.clone()),
            _ => span,
        };
        let mut error = ConfigError::new(&document.origin, &document.text, span, message);
        error.hint =
            fault.hint.clone().or_else(|| is_inherited.then(|| format!("to change it, set `{entry}` in this file")));
        for other in paths().filter(|other| **other != path) {
            let (depth, span) = texts[number].locate(other);
            if depth == other.len() {
                error.related.push((span, "this has to do with it".to_owned()));
            } else if number == 0 && self.inherits(other) {
                error.related.push((extends(), format!("`{}` is inherited", other.join("."))));
            }
        }
        (number, is_exact, error)
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
fn thing(path: &[String]) -> &[String] {
    let keys = match path.first().map(String::as_str) {
        Some("pieces" | "rules" | "ends") => 2,
        _ => 1,
    };
    &path[..keys.min(path.len())]
}

fn read_id(item: &Item<'_>) -> Option<String> {
    let id = item.line()?;
    if !is_id(id) {
        let hint = to_id(id).map(|id| format!("write \"{}\"", quote(&id)));
        item.fault(format!("an id is {ID}"), hint);
        return None;
    }
    Some(id.to_owned())
}
