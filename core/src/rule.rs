//! Rules: bundles of hooks, pieces and setup that a plugin offers under a name.

use crate::parameter::{Parameter, Values};

/// A named, parameterised bundle of hooks, pieces and setup, such as `ice-age`.
///
/// A rule is registered once with a [`Registry`](crate::Registry) and laid over any variant with `[rules.ID]`.
pub trait Rule: Send + Sync {
    /// The id in TOML and on the command line: lower case, digits and dashes.
    fn id(&self) -> &'static str;

    /// The rule in words for `floe rules`, with these values filled in.
    fn summary(&self, values: &Values) -> String;

    /// Adds what the rule is made of to a variant.
    fn build(&self, values: &Values, game: &mut RuleBuilder<'_>);

    /// The parameters, in the order in which `floe config` prints them. None unless a rule says otherwise.
    fn parameters(&self) -> &'static [Parameter] {
        &[]
    }
}

pub use crate::compile::builder::{FenField, RuleBuilder};
