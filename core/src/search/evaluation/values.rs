//! What men are worth, on which square: from how far they reach on this board.

use super::mobility::{Boards, Mobility};
use super::tapered::Tapered;
use crate::color::Color;
use crate::engine::rules::Rules;
use crate::engine::word::Word;
use crate::square::{Geometry, Square};

/// What a kind is worth, by color.
pub(crate) struct Worth<W: Word> {
    pub(crate) value: i32,
    /// The value as far as men count in this variant.
    pub(crate) material: i32,
    /// What a man adds on each square: his value, what the square does for him, less his usual mobility.
    pub(crate) squares: [W::PerSquare<Tapered>; 2],
    /// What every square that he reaches adds.
    pub(crate) mobility: Tapered,
}

/// A kind reaches so many hundredths of a square more from here than elsewhere: what each square is worth.
const PER_SQUARE: Tapered = Tapered::new(3, 3);
/// Men worth this much reach far by themselves: every square counts less.
const MAJOR: i32 = 700;

impl<W: Word> Worth<W> {
    pub(crate) fn new(rules: &Rules<W>, boards: &Boards<W>, kind: usize) -> Worth<W> {
        let mobilities = Color::ALL.map(|color| {
            let mut table = W::per_square(Mobility::default());
            for square in rules.board.squares() {
                table.as_mut()[square as usize] = boards.mobility(rules, color, kind, square);
            }
            table
        });
        let squares = rules.board.count() as i32;
        let sum = |part: fn(&Mobility) -> i32| mobilities[0].as_ref().iter().map(part).sum::<i32>() / squares.max(1);
        let mean = Mobility { crowded: sum(|mobility| mobility.crowded), open: sum(|mobility| mobility.open) };
        let promotes = rules.promotion.iter().any(|kinds| kinds[kind].is_some());
        let value = rules.stated_values[kind].unwrap_or_else(|| value_of(mean, promotes));
        let is_royal = rules.royals.contains(&(kind as u8));
        let mobility = match (is_royal, promotes && rules.pawn[kind]) {
            (true, _) | (_, true) => Tapered::ZERO,
            _ if value >= MAJOR => Tapered::new(2, 3),
            _ => Tapered::new(4, 4),
        };
        let material = value * rules.material_weight / 100;
        let table = |color: Color| {
            let mut table = W::per_square(Tapered::ZERO);
            for square in rules.board.squares() {
                let here = *W::get(&mobilities[color.index()], square);
                let placed = if is_royal {
                    royal(&rules.geometry, color, Square(square))
                } else if promotes && rules.pawn[kind] {
                    pawn(rules, color, kind, Square(square))
                } else {
                    Tapered::new(here.crowded - mean.crowded, here.open - mean.open).scaled(PER_SQUARE, 100)
                        + Tapered::flat(6).scaled(centrality(&rules.geometry, Square(square)), 100)
                };
                let usual = mobility * (mean.crowded / 100);
                table.as_mut()[square as usize] = Tapered::flat(material) + placed - usual;
            }
            table
        };
        Worth { value, material, squares: Color::ALL.map(table), mobility }
    }
}

impl Tapered {
    /// The product with parts of `whole`.
    fn scaled(self, by: Tapered, whole: i32) -> Tapered {
        Tapered::new(self.opening * by.opening / whole, self.ending * by.ending / whole)
    }
}

/// A value from mobility. The factors are those by which the pieces of chess come out at what is usually said of them;
/// reach is worth more than its sum, since who reaches far attacks two things at once.
fn value_of(mean: Mobility, promotes: bool) -> i32 {
    let reach = mean.crowded;
    let value = 58 * reach * (12_000 + reach) / 1_200_000;
    (value + if promotes { 30 } else { 0 }).max(20)
}

/// How near a square is to the middle of the board: from −100 in the corners to 100.
fn centrality(geometry: &Geometry, square: Square) -> Tapered {
    let near =
        |at: u8, length: u8| 100 - (2 * i32::from(at) - i32::from(length - 1)).abs() * 100 / i32::from(length - 1);
    let files = near(geometry.file(square), geometry.files());
    let ranks = near(geometry.rank(square), geometry.ranks());
    Tapered::flat(files + ranks - 100)
}

/// A royal man hides at its own edge, away from the middle, and comes out when few men are left.
fn royal(geometry: &Geometry, color: Color, square: Square) -> Tapered {
    let advanced = i32::from(geometry.rank_of(color, square)).min(4);
    let files = i32::from(geometry.files() - 1);
    let aside = (2 * i32::from(geometry.file(square)) - files).abs() * 30 / files;
    let center = centrality(geometry, square);
    Tapered::new(aside - 18 * advanced, center.ending / 5)
}

/// A pawn gains as it comes nearer to where it promotes, and in the middle.
fn pawn<W: Word>(rules: &Rules<W>, color: Color, kind: usize, square: Square) -> Tapered {
    let geometry = &rules.geometry;
    let progress = progress(rules, color, kind, square);
    let file = centrality(geometry, square).opening;
    let center = if (30..=60).contains(&progress) { file.max(0) / 6 } else { 0 };
    Tapered::new(progress * progress / 400 + center, progress * progress / 160)
}

/// How far a pawn has come on its way to promotion, in hundredths.
pub(crate) fn progress<W: Word>(rules: &Rules<W>, color: Color, kind: usize, square: Square) -> i32 {
    let geometry = &rules.geometry;
    let Some(promotion) = &rules.promotion[color.index()][kind] else { return 0 };
    let rank = |square: u8| i32::from(geometry.rank_of(color, Square(square)));
    let goal = promotion.must.squares().map(rank).min().unwrap_or(i32::from(geometry.ranks()) - 1).max(1);
    (rank(square.0) * 100 / goal).min(100)
}
