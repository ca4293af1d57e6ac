//! A variant compiled once more.

use super::check::Check;
use super::failure::Finding;
use crate::notation::fen;
use crate::registry::Registry;
use crate::variant::Variant;

/// Compiles a variant once more: hooks are built anew, and remember nothing.
pub(super) fn compile(variant: &Variant, registry: &Registry) -> Result<Variant, Finding> {
    let fresh = Variant::compile(variant.spec().clone(), registry).map_err(|faults| {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        Finding::new(Check::Determinism, "the variant cannot be compiled once more", "no faults", faults.join("; "))
    })?;
    let start = |variant: &Variant| fen::write(variant, variant.start());
    if start(&fresh) == start(variant) {
        return Ok(fresh);
    }
    let message = "the variant compiled afresh has another start";
    Err(Finding::new(Check::Determinism, message, start(variant), start(&fresh)))
}
