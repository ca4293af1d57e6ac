//! The variants that the program knows: those of its registry, and the files that the user keeps.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use floe_core::config::{self, Checked};
use floe_core::notation::pgn::{self, PgnError, PgnGame};
use floe_core::text::{nearest, one_of};
use floe_core::{Registry, Variant};

use crate::fault::{Failure, Fault};
use crate::files;
use crate::program;

/// So many variants are proposed for a name that means none.
const MOST_MEANT: usize = 3;

/// All variants that can be named: by an id, or by the path of a file.
pub(crate) struct Library {
    pub(crate) registry: Registry,
    refused: Vec<Refused>,
}

/// A file of the user's folder that the registry cannot take.
pub(crate) struct Refused {
    pub(crate) path: String,
    /// Its id and aliases, if they can be read.
    ids: Vec<String>,
    pub(crate) why: Unfit,
}

/// Why a file is no variant.
#[derive(Clone)]
pub(crate) struct Unfit {
    pub(crate) faults: Vec<Fault>,
    /// Whether it could not even be read.
    pub(crate) unread: bool,
}

impl Unfit {
    fn unread(fault: Fault) -> Unfit {
        Unfit { faults: vec![fault], unread: true }
    }
}

impl From<config::ConfigErrors> for Unfit {
    fn from(errors: config::ConfigErrors) -> Unfit {
        Unfit { faults: errors.0.into_iter().map(Fault::from).collect(), unread: false }
    }
}

impl From<Unfit> for Failure {
    fn from(unfit: Unfit) -> Failure {
        Failure::Unusable(unfit.faults)
    }
}

impl Library {
    /// The variants of the registry.
    pub(crate) fn of(registry: Registry) -> Library {
        Library { registry, refused: Vec::new() }
    }

    /// The variants of the registry and of the user's folder.
    pub(crate) fn open(registry: Registry) -> Library {
        let mut library = Library::of(registry);
        let entries = folder().and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
        paths.sort();
        for path in paths {
            library.add(&path);
        }
        library
    }

    /// Adds a file of the user's folder.
    fn add(&mut self, path: &Path) {
        let path = path.to_string_lossy().into_owned();
        let (ids, why) = match files::read_config(&path) {
            Ok(text) => {
                let head = config::Head::read(&text);
                let ids = head.iter().flat_map(config::Head::ids).map(str::to_owned).collect();
                match self.registry.add_file(text, &path) {
                    Ok(()) => return,
                    Err(errors) => (ids, errors.into()),
                }
            }
            Err(fault) => (Vec::new(), Unfit::unread(fault)),
        };
        self.refused.push(Refused { path, ids, why });
    }

    /// Adds the file of this path, so that games of its variant can be read.
    pub(crate) fn add_named(&mut self, path: &str) -> Result<(), Failure> {
        let text = files::read_config(path)?;
        if let Some(registry) = self.without_rivals(&text) {
            self.registry = registry;
        }
        let variant = config::load(&text, path, &self.registry)?;
        // A file that takes a known id describes that very variant, or it would not have been loaded.
        if self.registry.source(variant.id()).is_none() {
            self.registry.add_file(text, path)?;
        }
        Ok(())
    }

    /// The registry beside which a file stands that is named by its path, where that is another: without the files of
    /// the user's folder that have its id or an alias.
    fn without_rivals(&self, text: &str) -> Option<Registry> {
        let head = config::Head::read(text)?;
        let ids: Vec<&str> = head.ids().filter(|id| self.registry.origin(id).is_some()).collect();
        (!ids.is_empty()).then(|| self.registry.without_files(&ids))
    }

    /// The games of a text in PGN, which are to be of a variant if one is given.
    pub(crate) fn games<'a>(
        &'a self,
        text: &'a str,
        variant: Option<Arc<Variant>>,
    ) -> Box<dyn Iterator<Item = Result<PgnGame, PgnError>> + 'a> {
        match variant {
            Some(variant) => Box::new(pgn::read_as(text, &self.registry, variant)),
            None => Box::new(pgn::read(text, &self.registry)),
        }
    }

    /// The files of the user's folder that the registry cannot take.
    pub(crate) fn refused(&self) -> &[Refused] {
        &self.refused
    }

    /// The file that a word means which is not the id of a variant.
    pub(crate) fn file<'n>(&self, name: &'n str) -> Option<&'n str> {
        (!self.knows(name) && is_path(name)).then_some(name)
    }

    /// Whether two of the user's files have an id: then it means neither.
    pub(crate) fn is_contested(&self, id: &str) -> bool {
        self.registry.origin(id).is_some()
            && self.refused.iter().any(|refused| refused.ids.iter().any(|known| known == id))
    }

    /// Whether a word is the id of a variant, a broken one of the user's too.
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.registry.source(name).is_some() || self.means_refused(name).is_some()
    }

    /// The id that a word means: itself, or that of a variant which people call so, unless it is a file.
    pub(crate) fn id<'a>(&'a self, name: &'a str) -> &'a str {
        if self.knows(name) || is_path(name) { name } else { self.registry.find(name).unwrap_or(name) }
    }

    /// The file of the user's folder that a word means and that the registry cannot take: by its id, or by its name
    /// where the word means nothing else. No file takes a name of the program's own variants away.
    fn means_refused(&self, name: &str) -> Option<&Refused> {
        let is_known = self.registry.source(name).is_some();
        if is_known && self.registry.origin(name).is_none() {
            return None;
        }
        let by_name =
            |refused: &&Refused| !is_known && Path::new(&refused.path).file_stem().is_some_and(|stem| stem == name);
        let by_id = self.refused.iter().find(|refused| refused.ids.iter().any(|id| id == name));
        by_id.or_else(|| self.refused.iter().find(by_name))
    }

    /// The refused file that a word means; or that has the id of a file which the word's variant extends, over however
    /// many others. What the program has itself stays what it is to all that extends it.
    fn stands_on_refused(&self, name: &str) -> Option<&Refused> {
        let mut seen: Vec<&str> = Vec::new();
        let mut next = self.registry.extends(name);
        while let Some(id) = next.filter(|id| !seen.contains(id)) {
            if self.is_contested(id) {
                return self.means_refused(id);
            }
            seen.push(id);
            next = self.registry.extends(id);
        }
        self.means_refused(name)
    }

    /// The same for the text of a file.
    fn text_stands_on_refused(&self, text: &str) -> Option<&Refused> {
        let parent = config::Head::read(text)?.extends.filter(|parent| self.registry.origin(parent).is_some())?;
        self.stands_on_refused(&parent)
    }

    /// The variant of a name or in a file, with settings laid over it.
    pub(crate) fn variant(&self, name: &str, settings: &[String]) -> Result<Arc<Variant>, Failure> {
        let name = self.id(name);
        if let Some(refused) = self.stands_on_refused(name) {
            return Err(refused.why.clone().into());
        }
        match self.registry.variant(name) {
            Some(known) if settings.is_empty() => Ok(known?),
            Some(known) => Ok(config::adjust(&*known?, settings, &self.registry)?),
            None => {
                let path = self.file(name).ok_or_else(|| self.unknown(name))?;
                let text = files::read_config(path)?;
                if let Some(refused) = self.text_stands_on_refused(&text) {
                    return Err(refused.why.clone().into());
                }
                let registry = self.without_rivals(&text);
                Ok(config::load_with(&text, path, settings, registry.as_ref().unwrap_or(&self.registry))?)
            }
        }
    }

    /// The variant of a name or in a file, with settings laid over it, and what of it is surely not meant.
    pub(crate) fn check(&self, name: &str, settings: &[String]) -> Result<Checked, Unfit> {
        let name = self.id(name);
        if let Some(refused) = self.stands_on_refused(name) {
            return Err(refused.why.clone());
        }
        match self.registry.source(name) {
            Some(text) => {
                let origin = self.registry.origin(name).unwrap_or(name);
                Ok(config::check(text, origin, settings, &self.registry)?)
            }
            None => {
                let path = self.file(name).ok_or_else(|| Unfit::unread(self.unknown(name)))?;
                let text = files::read_config(path).map_err(Unfit::unread)?;
                if let Some(refused) = self.text_stands_on_refused(&text) {
                    return Err(refused.why.clone());
                }
                let registry = self.without_rivals(&text);
                Ok(config::check(&text, path, settings, registry.as_ref().unwrap_or(&self.registry))?)
            }
        }
    }

    /// No variant has this name.
    fn unknown(&self, name: &str) -> Fault {
        let near = nearest(name, self.registry.variants().map(|(id, _)| id));
        let mut near: Vec<String> = near.into_iter().take(MOST_MEANT).map(|id| format!("`{id}`")).collect();
        near.extend(files::near(name).filter(|path| path.ends_with(".toml")).map(|path| format!("the file `{path}`")));
        let list = format!("`{} variants` lists all; the name of a file ends in .toml", program());
        let hint = match near.as_slice() {
            [] => list,
            near => format!("did you mean {}? {list}", one_of(near)),
        };
        Fault::new(format!("there is no variant `{name}`")).hint(hint)
    }
}

/// Whether a word is the path of a file.
fn is_path(name: &str) -> bool {
    name.ends_with(".toml") || name.contains(std::path::is_separator) || Path::new(name).exists()
}

/// The folder of the user's own variants.
fn folder() -> Option<PathBuf> {
    let absolute = |path: &PathBuf| path.is_absolute();
    let config = env::var_os("XDG_CONFIG_HOME").map(PathBuf::from).filter(absolute);
    let config = config.or_else(|| env::home_dir().filter(absolute).map(|home| home.join(".config")));
    config.map(|config| config.join("floe/variants"))
}
