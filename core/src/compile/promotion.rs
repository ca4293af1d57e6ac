//! What kinds become, checked.

use super::board;
use super::faults::Faults;
use super::kinds::{Entry, Names, path_of};
use crate::color::Color;
use crate::engine::rules::Promotion;
use crate::set::SquareSet;
use crate::spec::{ByColor, PromotionSpec, SpecFault};
use crate::square::Geometry;

/// What a player's men of a kind become, if anything.
pub(super) fn compile(
    geometry: &Geometry,
    color: Color,
    entry: &Entry,
    names: &Names<'_>,
    faults: &mut Faults,
) -> Option<Promotion<SquareSet>> {
    let ByColor { white, black } = &entry.0.promotion;
    let keys = keys("promotion", color, white == black);
    let promotion = entry.0.promotion.of(color).as_ref()?;
    let path = |more: &[&str]| path_of(entry, &[keys.as_slice(), more].concat());
    let last = match color {
        Color::White => geometry.ranks() - 1,
        Color::Black => 0,
    };
    let to = kinds(promotion, entry, path(&["to"]), names, faults);
    let must = match &promotion.must {
        None => geometry.rank_set(last),
        Some(zone) => board::region(geometry, zone, path(&["must"]), faults),
    };
    let may = board::region(geometry, &promotion.may, path(&["may"]), faults);
    Some(Promotion { to, must, may: may - must })
}

/// The keys of an entry that players may have one each of: what is the same for both stands in one place, and is told
/// once.
pub(super) fn keys(key: &'static str, color: Color, same: bool) -> Vec<&'static str> {
    if same { vec![key] } else { vec![key, color.name()] }
}

fn kinds(
    promotion: &PromotionSpec,
    entry: &Entry,
    path: Vec<String>,
    names: &Names<'_>,
    faults: &mut Faults,
) -> Vec<u8> {
    let name = &entry.0.name;
    let mut to = Vec::new();
    for (place, wanted) in promotion.to.iter().enumerate() {
        let path: Vec<String> = path.iter().cloned().chain([place.to_string()]).collect();
        let message = format!("{name:?} cannot promote to {wanted:?}: there is no such players' kind");
        match names.find(wanted, path.clone(), message, faults) {
            Some(kind) if to.contains(&kind) => {
                faults.add(SpecFault::new(path, format!("{wanted:?} is there twice")).hint("leave it out"));
            }
            kind => to.extend(kind),
        }
    }
    // What both players' men become may stand in one place for both.
    if promotion.to.is_empty() && faults.knows(&path_of(entry, &["promotion", "to"])) {
        faults.add(SpecFault::new(path, format!("{name:?} must have something to promote to")));
    }
    to
}
