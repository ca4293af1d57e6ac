//! Rules of these tests' own: small, and each acts at one or two points of the turn.

mod board;
mod judges;
mod memory;
mod powers;
mod time;

use floe_core::{Parameter, Rule, RuleBuilder, Values};

/// Every rule, for a registry.
pub const ALL: &[Plain] = &[
    board::EXPLOSION,
    board::ATOMIC,
    board::MOODS,
    board::DITCH,
    board::SACRIFICE,
    board::DESERTION,
    judges::NO_RETREAT,
    judges::UNDECIDED,
    judges::RECKLESS,
    judges::PEACE,
    judges::NO_CHECKS,
    judges::MUST_CAPTURE,
    judges::CAPTURES_FIRST,
    judges::QUIET_FIRST,
    judges::HILL,
    judges::FREEDOM,
    judges::ECHO,
    judges::RACE,
    memory::CHECKS,
    memory::TRAIL,
    time::STONES,
    time::WIND,
    time::EARLY_MATE,
    time::LATE_LAW,
    powers::BANS,
    powers::LOANS,
    powers::RESERVE,
    powers::CANNIBALS,
    powers::PATIENCE,
    powers::FULL,
    powers::TWICE,
    powers::SANCTUARY,
    powers::NEEDS_CHECK,
    powers::NO_CHECK,
    powers::HURRY,
];

/// A rule in one value.
#[derive(Clone, Copy)]
pub struct Plain {
    pub id: &'static str,
    pub parameters: &'static [Parameter],
    pub build: fn(&Values, &mut RuleBuilder<'_>),
}

impl Rule for Plain {
    fn id(&self) -> &'static str {
        self.id
    }

    fn parameters(&self) -> &'static [Parameter] {
        self.parameters
    }

    fn summary(&self, _: &Values) -> String {
        format!("The rule {} of the tests.", self.id)
    }

    fn build(&self, values: &Values, game: &mut RuleBuilder<'_>) {
        (self.build)(values, game);
    }
}
