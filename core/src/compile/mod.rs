//! From a [`Spec`] to the tables that play uses: every entry is checked, and every fault is reported.
//!
//! Each step goes on with what is known. A movement that cannot be read never moves, and its piece is there all the same;
//! [`Faults`] keeps what has been told, and drops what would only follow from it.

mod board;
pub(crate) mod builder;
mod castling;
mod ends;
mod faults;
mod kinds;
mod laying;
mod plan;
mod promotion;
mod start;

use self::builder::Draft;
use self::faults::Faults;
use self::plan::Plan;
use self::start::Start;
use crate::registry::Registry;
use crate::set::SquareSet;
use crate::spec::{Spec, SpecFault};
use crate::square::Geometry;
use crate::variant::Variant;

/// The squares of a region of a variant that is compiled, so that its words have been checked.
pub(crate) fn region(geometry: &Geometry, region: &[String]) -> SquareSet {
    board::squares(geometry, region).0
}

/// Checks a description and compiles it. `unknown` leads to the entries that are not known, since what stands there has
/// been told to be wrong: faults that rest on them are not reported.
pub(crate) fn compile(spec: Spec, unknown: Vec<Vec<String>>, registry: &Registry) -> Result<Variant, Vec<SpecFault>> {
    let is_whole = unknown.is_empty();
    let mut faults = Faults::new(unknown);
    let geometry = board::geometry(&spec.board, &mut faults);
    let mut draft = Draft::new(&spec, geometry, faults);
    laying::lay(&spec, registry, &mut draft);
    let mut faults = std::mem::take(&mut draft.faults);
    laying::check_needs(&draft, &mut faults);
    let plan = Plan::new(&draft, &mut faults);
    let variant = Start { plan, draft, registry, faults: &mut faults }.read(spec);
    match variant {
        Some(variant) if is_whole && faults.is_empty() => Ok(variant),
        _ => Err(faults.into_found()),
    }
}
