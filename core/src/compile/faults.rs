//! What is wrong with a description, and what cannot be known of it for that.

use crate::spec::SpecFault;

/// What is wrong with a description, and which of its entries nobody knows, since what stands there has been told to
/// be wrong. What follows from a fault that has been told is none of its own.
#[derive(Default)]
pub(crate) struct Faults {
    found: Vec<SpecFault>,
    unknown: Vec<Vec<String>>,
}

impl Faults {
    /// None so far, of a description of which these entries are not known.
    pub(super) fn new(unknown: Vec<Vec<String>>) -> Faults {
        Faults { found: Vec::new(), unknown }
    }

    /// Adds a fault, unless it has been told, or one of the entries that it is about is not known.
    pub(super) fn add(&mut self, fault: SpecFault) {
        let mut about = std::iter::once(&fault.path).chain(&fault.related);
        let rests_on = |path: &Vec<String>| self.unknown.iter().any(|unknown| is_part(path, unknown));
        if !about.any(rests_on) && !self.found.contains(&fault) {
            self.found.push(fault);
        }
    }

    /// Says that an entry is not known from now on.
    pub(super) fn lose(&mut self, path: [&str; 2]) {
        self.unknown.push(path.map(str::to_owned).to_vec());
    }

    /// Whether nothing is wrong with an entry, with a part of it, or with all that it is a part of.
    pub(super) fn knows<S: AsRef<str>>(&self, path: &[S]) -> bool {
        let path: Vec<String> = path.iter().map(|key| key.as_ref().to_owned()).collect();
        let mut told = self.unknown.iter().chain(self.found.iter().map(|fault| &fault.path));
        !told.any(|told| told.starts_with(&path) || path.starts_with(told))
    }

    /// Whether the description extends what nobody knows, so that anything may be inherited.
    pub(super) fn is_rootless(&self) -> bool {
        self.unknown.iter().any(|path| *path == ["extends"])
    }

    /// Whether it is known which things a section has.
    pub(super) fn knows_section(&self, section: &str) -> bool {
        !self.unknown.iter().any(|path| path.len() <= 1 && path.first().is_none_or(|first| first == section))
    }

    /// Whether a whole section, or a thing of it, is not known.
    pub(super) fn lacks_a_thing_of(&self, section: &str) -> bool {
        self.unknown.iter().any(|path| path.len() <= 2 && path.first().is_none_or(|first| first == section))
    }

    /// Leaves out the faults that do not hold on their own.
    pub(super) fn retain(&mut self, holds: impl FnMut(&SpecFault) -> bool) {
        self.found.retain(holds);
    }

    /// All that has been found.
    pub(super) fn into_found(self) -> Vec<SpecFault> {
        self.found
    }

    /// Whether nothing has been found.
    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }
}

/// Whether an entry is a part of another, or has it as a part. A rule stands apart from its parameters: that it does
/// not go with another holds whatever they are.
fn is_part(path: &[String], other: &[String]) -> bool {
    path.starts_with(other) || (other.starts_with(path) && path.first().is_none_or(|section| section != "rules"))
}
