//! When neither side has the material to win.

use std::collections::BTreeSet;

use once_cell::sync::Lazy;

use crate::betza::{Movement, Path};
use crate::color::{Color, Owner};
use crate::piece::{Kind, PieceKind, Royal};
use crate::position::Position;
use crate::square::Square;
use crate::variant::Variant;

/// Which material is too little to win with, so that the game is drawn.
///
/// Where several rules say, the one that draws least holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum DrawnMaterial {
    /// None: even a bare king can be lost.
    Nothing,
    /// Bare kings (bare royal men of one kind).
    BareKings,
    /// By the rule of chess: bare kings; kings and one knight or bishop; kings and bishops that all stand on squares
    /// of one colour. Where neutral men stand on the board a lone minor piece may mate with their help, so there only
    /// bare kings are a draw.
    Orthodox,
}

/// What a part of a movement does, however it is written.
type Steps = BTreeSet<((i8, i8), u8, bool, bool)>;

/// The steps of a movement, if it is a plain one: no first moves, nothing lame.
fn steps(movement: &Movement) -> Option<Steps> {
    let plain = movement.parts.iter().all(|part| !part.initial && part.path == Path::Any);
    let parts = movement.parts.iter();
    let all = parts.flat_map(|part| part.steps.iter().map(|&step| (step, part.range, part.quiet, part.capture)));
    plain.then(|| all.collect())
}

/// The steps of a word in Betza's notation.
fn named(betza: &str) -> Option<Steps> {
    Movement::parse(betza).ok().and_then(|movement| steps(&movement))
}

static KING: Lazy<Option<Steps>> = Lazy::new(|| named("K"));
static KNIGHT: Lazy<Option<Steps>> = Lazy::new(|| named("N"));
static BISHOP: Lazy<Option<Steps>> = Lazy::new(|| named("B"));

impl Variant {
    /// Whether neither side has the material to win, by what the variant says of it.
    pub fn insufficient_material(&self, position: &Position) -> bool {
        if self.drawn_material == DrawnMaterial::Nothing {
            return false;
        }
        let men = position.men(Owner::White) | position.men(Owner::Black);
        let kind = |square: Square| position.at(square).map(|man| self.kind(man.kind));
        let royal = |square: &Square| kind(*square).is_some_and(|kind| kind.royal == Royal::Check);
        if Color::ALL.iter().any(|&color| position.men(color).iter().filter(royal).count() != 1) {
            return false;
        }
        let others: Vec<Square> = men.iter().filter(|square| !royal(square)).collect();
        if self.hand_kinds().any(|(color, kind)| position.in_hand(color, kind) > 0) {
            return false;
        }
        if others.is_empty() {
            // Two that move alike cannot attack each other, unless by a move that is not legal.
            let kinds: BTreeSet<Option<Kind>> =
                men.iter().map(|royal| position.at(royal).map(|man| man.kind)).collect();
            return kinds.len() == 1;
        }
        if self.drawn_material != DrawnMaterial::Orthodox || !position.men(Owner::Neutral).is_empty() {
            return false;
        }
        let is = |square: &Square, wanted: &Option<Steps>| {
            let moves = |kind: &PieceKind| {
                let (own, wanted) = steps(&kind.movement).zip(wanted.as_ref())?;
                // Who moves so but does not take, or takes but does not move, can do less.
                let known =
                    |(step, range, ..): &((i8, i8), u8, bool, bool)| wanted.contains(&(*step, *range, true, true));
                Some(!kind.pawn && own.iter().all(known))
            };
            kind(*square).and_then(moves).unwrap_or(false)
        };
        let color_of = |square: &Square| (self.geometry.file(*square) + self.geometry.rank(*square)) % 2;
        let lone_knight = others.len() == 1 && is(&others[0], &KNIGHT);
        let bishops = others.iter().all(|man| is(man, &BISHOP) && color_of(man) == color_of(&others[0]));
        men.iter().filter(royal).all(|king| is(&king, &KING)) && (lone_knight || bishops)
    }
}
