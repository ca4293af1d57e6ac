//! Castling: which king goes where with which rook, and what keeps them from it.

use super::attacks::Foes;
use super::generate::Scene;
use super::rules::{Castling, Rules, Way};
use super::state::State;
use super::visitor::Visitor;
use super::word::Word;
use crate::moves::{Form, Move};
use crate::square::Geometry;

impl<W: Word> Rules<W> {
    pub(super) fn visit_castling<const EXOTIC: bool, V: Visitor<W> + ?Sized>(
        &self,
        scene: &Scene<'_, W>,
        visitor: &mut V,
    ) {
        let Some(castling) = &self.castling else {
            return;
        };
        let kings = scene.state.of_kind(castling.king) & scene.own;
        let judged = self.check_royals.contains(&castling.king);
        for rook in (scene.state.rights() & scene.own).squares() {
            for way in &self.castling_ways[rook as usize] {
                if !kings.has(way.king) || scene.occupied.meets(way.clear) || kings.meets(way.kings_before) {
                    continue;
                }
                let castling = Move { form: Form::Castle, from: way.king, to: rook, extra: way.index };
                let banned = EXOTIC && scene.bans.forbid(castling, way.king_to);
                let safe = || match EXOTIC && !self.hooks.shelter.is_empty() {
                    true => self
                        .castling_obstacle(scene.state, scene.foes, [way.king, rook, way.king_to, way.rook_to])
                        .is_none(),
                    false => is_safe(scene, rook, way),
                };
                let silent =
                    || !(EXOTIC && scene.bans.checks.is_some()) || self.survives(scene.state, castling).is_ok();
                if !banned && (!judged || safe()) && silent() {
                    visitor.one(castling);
                }
            }
        }
    }

    /// The king that would castle with a rook: the own king on its home square, or where castling is free on its rank.
    pub(crate) fn castling_king(&self, state: &State<W>, rook: u8) -> Option<u8> {
        let castling = self.castling.as_ref()?;
        let files = self.geometry.files();
        let owner = state.owner_at(rook);
        let kings = state.of_kind(castling.king) & state.owned(owner);
        match owner.color().and_then(|color| castling.home[color.index()]) {
            Some(home) => kings.has(home).then_some(home),
            None => kings.squares().find(|king| king / files == rook / files),
        }
    }

    /// Where king and rook stand and go for a castling.
    pub(crate) fn castling_squares(&self, state: &State<W>, rook: u8, index: u8) -> Option<[u8; 4]> {
        let king = self.castling_king(state, rook)?;
        let side = usize::from(rook > king);
        let (king_file, rook_file) = *self.castling.as_ref()?.targets[side].get(index as usize)?;
        let first = rook - rook % self.geometry.files();
        Some([king, rook, first + king_file, first + rook_file])
    }

    /// By the square of a rook: the castlings that start there. A hole on the way is never clear, so there is none.
    pub(crate) fn castling_ways(castling: &Castling, geometry: &Geometry) -> Vec<Vec<Way<W>>> {
        let files = geometry.files();
        let board = W::from_set(geometry.squares());
        let ways = |rook: u8| {
            let first = rook - rook % files;
            let of_king = move |king: u8| {
                let targets = castling.targets[usize::from(rook > king)].iter().zip(0..);
                targets.map(move |(&(king_file, rook_file), index)| {
                    let (king_to, rook_to) = (first + king_file, first + rook_file);
                    let ends = W::bit(king) | W::bit(rook);
                    Way {
                        king,
                        index,
                        king_to,
                        rook_to,
                        kings_before: if king == first || castling.home != [None; 2] {
                            W::EMPTY
                        } else {
                            span::<W>(first, king - 1)
                        },
                        clear: (span::<W>(king, king_to) | span::<W>(rook, rook_to)) & !ends,
                        crossed: span::<W>(king, king_to) & !W::bit(king) & !W::bit(king_to),
                    }
                })
            };
            (first..=first + (files - 1)).filter(move |&king| king != rook).flat_map(of_king)
        };
        let starts_at_home = |way: &Way<W>| castling.home == [None; 2] || castling.home.contains(&Some(way.king));
        let is_whole = |way: &Way<W>| (way.clear & !board).is_empty();
        let squares = 0..files as u16 * geometry.ranks() as u16;
        squares.map(|rook| ways(rook as u8).filter(starts_at_home).filter(is_whole).collect()).collect()
    }

    /// What keeps a king and a rook from castling: the way must be clear, and the king's squares not attacked.
    pub(crate) fn castling_obstacle(&self, state: &State<W>, foes: &Foes<'_, W>, squares: [u8; 4]) -> Option<Obstacle> {
        let [king, rook, king_to, rook_to] = squares;
        let occupied = state.occupied();
        let movers = W::bit(king) | W::bit(rook);
        let way = (span::<W>(king, king_to) | span::<W>(rook, rook_to)) & !movers;
        let blocked = way & (occupied | !self.board);
        if !blocked.is_empty() {
            return Some(Obstacle::Blocked(blocked.lowest()));
        }
        if !self.check_royals.contains(&state.kind_at(king)) {
            return None;
        }
        let sheltered = self.shelter(state, state.turn());
        let unsafe_at = |square: u8, occupied: W| !sheltered.has(square) && foes.attack(square, occupied);
        if unsafe_at(king, occupied) {
            return Some(Obstacle::Check);
        }
        let crossed = span::<W>(king, king_to) & !W::bit(king_to) & !W::bit(king);
        let without_king = occupied & !W::bit(king);
        if let Some(square) = crossed.squares().find(|&square| unsafe_at(square, without_king)) {
            return Some(Obstacle::Attacked(square));
        }
        let landed = (occupied & !movers) | W::bit(rook_to);
        unsafe_at(king_to, landed).then_some(Obstacle::Attacked(king_to))
    }
}

/// Whether the king of a castling is not attacked where it stands, and on no square that it crosses or reaches.
fn is_safe<W: Word>(scene: &Scene<'_, W>, rook: u8, way: &Way<W>) -> bool {
    let (foes, occupied) = (scene.foes, scene.occupied);
    let without_king = occupied & !W::bit(way.king);
    // A guard has told already that its royal is not attacked.
    let known = scene.guard.royal == Some(way.king);
    (known || !foes.attack(way.king, occupied))
        && !way.crossed.meets(scene.asked & !scene.safe)
        && !(way.crossed & !scene.safe).squares().any(|square| foes.threaten(square, without_king))
        && !foes.attack(way.king_to, (without_king & !W::bit(rook)) | W::bit(way.rook_to))
}

/// What keeps a king and a rook from castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Obstacle {
    /// A man, or a hole of the board, on the way.
    Blocked(u8),
    /// The king is attacked.
    Check,
    /// A square that the king crosses or reaches is attacked.
    Attacked(u8),
}

/// The squares from one to another of the same rank, both included.
pub(super) fn span<W: Word>(from: u8, to: u8) -> W {
    W::bit(from.max(to)).up_to_lowest() & W::bit(from.min(to)).highest_and_up()
}
