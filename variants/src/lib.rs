//! The registry of all games bundled with Floe.

use floe_core::Registry;

/// Every bundled variant and rule.
pub fn registry() -> Registry {
    Registry::new()
}
