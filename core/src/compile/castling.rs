//! Castling, checked.

use super::faults::Faults;
use super::kinds::Names;
use crate::engine::rules::Castling;
use crate::spec::{CastlingSpec, CastlingTarget, SpecFault};
use crate::square::Geometry;

/// Castling on a board; nothing where it is not known who castles.
pub(super) fn compile(
    geometry: &Geometry,
    castling: &CastlingSpec,
    names: &Names<'_>,
    faults: &mut Faults,
) -> Option<Castling> {
    let mut kind = |key: &str, name: &str| {
        let path = vec!["castling".to_owned(), key.to_owned()];
        names.find(name, path, format!("there is no players' kind {name:?}"), faults)
    };
    let (king, rook) = (kind("king", &castling.king), kind("rook", &castling.rook));
    if castling.king == castling.rook && faults.knows(&["castling", "king"]) {
        faults.add(SpecFault::new(["castling", "rook"], "king and rook must be of two kinds"));
    }
    let targets = [("a-side", &castling.a_side), ("h-side", &castling.h_side)].map(|(key, targets)| {
        targets
            .iter()
            .enumerate()
            .filter_map(|(place, target)| {
                landing(geometry, target, &targets[..place])
                    .map_err(|(who, message)| {
                        let place = place.to_string();
                        faults.add(SpecFault::new(["castling", key, &place].into_iter().chain(who), message));
                    })
                    .ok()
            })
            .collect()
    });
    if !faults.knows(&["board"]) {
        return None;
    }
    Some(Castling { king: king?, rook: rook?, targets, home: [None; 2] })
}

/// The files on which king and rook land, if no earlier castling of the side takes the king there; or whose is wrong,
/// if it is one of them alone, and what is wrong with it.
fn landing(
    geometry: &Geometry,
    target: &CastlingTarget,
    earlier: &[CastlingTarget],
) -> Result<(u8, u8), (Option<&'static str>, String)> {
    let file = |who, letter: char| {
        let file = (letter as u32).wrapping_sub('a' as u32);
        let last = geometry.file_letter(geometry.files() - 1);
        let message = || format!("there is no file {letter:?}: this board has the files a to {last}");
        if file < geometry.files() as u32 { Ok(file as u8) } else { Err((Some(who), message())) }
    };
    let (king, rook) = (file("king", target.king)?, file("rook", target.rook)?);
    if king == rook {
        return Err((None, "king and rook cannot land on the same file".to_owned()));
    }
    if earlier.iter().any(|earlier| earlier.king == target.king) {
        let message =
            format!("the king goes to file {:?} in another castling to this side: each needs its own", target.king);
        return Err((Some("king"), message));
    }
    Ok((king, rook))
}
