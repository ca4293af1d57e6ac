//! What is legal in a variant, but surely not meant.

use crate::betza::Movement;
use crate::color::{Color, Owner};
use crate::piece::Royal;
use crate::set::SquareSet;
use crate::spec::{EndsSpec, SpecFault};
use crate::square::Square;
use crate::variant::Variant;

/// What is legal in a variant, but surely not meant: pieces that never move or never appear, pawns that are stuck or
/// never promote, a start without a move, a game that nobody can win. Each names the entry that it concerns, as the
/// faults of a description do.
///
/// Where the hooks of its rules could make it right, nothing is said.
pub fn warnings(variant: &Variant) -> Vec<SpecFault> {
    let men = Men::of(variant);
    let mut warnings = Vec::new();
    for (place, _) in variant.spec.pieces.iter().enumerate() {
        warnings.extend(men.movement(place));
        if !variant.hooks_change_men {
            warnings.extend(men.presence(place));
            warnings.extend(men.stuck(place));
            warnings.extend(men.promotion(place));
        }
        warnings.extend(royal_promotion(variant, place));
        warnings.extend(en_passant(variant, place));
    }
    warnings.extend(start(variant));
    warnings.extend(royals(variant));
    warnings.extend(castling(variant));
    warnings
}

/// Where the men of each kind can come to stand, whatever else stands on the board: a little more rather than less.
struct Men<'v> {
    variant: &'v Variant,
    /// By color and kind.
    reach: [Vec<SquareSet>; 2],
}

impl<'v> Men<'v> {
    fn of(variant: &'v Variant) -> Men<'v> {
        let reach = Color::ALL.map(|color| {
            let mut reach: Vec<SquareSet> = variant.kinds.iter().map(|_| SquareSet::EMPTY).collect();
            // Where arrays are drawn, all but pawns may start elsewhere.
            let drawn = |kind: usize| variant.arrays().is_some() && !variant.kinds[kind].pawn;
            let seed = |kind: usize| match at_start(variant, kind, color) {
                men if !men.is_empty() && drawn(kind) => variant.geometry.squares(),
                men => men,
            };
            let mut newcomers: Vec<(usize, SquareSet)> =
                (0..variant.kinds.len()).map(|kind| (kind, seed(kind))).collect();
            while let Some((kind, squares)) = newcomers.pop() {
                let squares = squares - reach[kind];
                if squares.is_empty() {
                    continue;
                }
                reach[kind] = reach[kind] | squares;
                let moved =
                    squares.iter().fold(SquareSet::EMPTY, |moved, from| moved | steps(variant, kind, color, from));
                newcomers.push((kind, moved));
                let promoted = squares & zone(variant, kind, color);
                for to in becomes(variant, kind, color) {
                    newcomers.push((to, promoted));
                }
            }
            reach
        });
        Men { variant, reach }
    }

    /// Whether a kind cannot move from any square of the board.
    fn never_moves(&self, kind: usize) -> bool {
        let moves = |from| Color::ALL.iter().any(|&color| !steps(self.variant, kind, color, from).is_empty());
        !self.variant.kinds[kind].neutral && !self.variant.geometry.squares().iter().any(moves)
    }

    fn movement(&self, kind: usize) -> Option<SpecFault> {
        let name = &self.variant.kinds[kind].name;
        let message = format!("`{name}` can never move: the board is too small for its steps");
        self.never_moves(kind).then(|| SpecFault::new(["pieces", name, "betza"], message))
    }

    fn presence(&self, kind: usize) -> Option<SpecFault> {
        let name = &self.variant.kinds[kind].name;
        let neutral = self.variant.start().of(crate::Kind(kind as u8)) & self.variant.start().men(Owner::Neutral);
        let absent = neutral.is_empty() && self.reach.iter().all(|reach| reach[kind].is_empty());
        let message =
            format!("no `{name}` ever comes onto the board: none is at the start, and nothing promotes to it");
        let hint = "put its letter into `start.fen`, or leave the piece out";
        absent.then(|| SpecFault::new(["pieces", name], message).hint(hint))
    }

    /// Pawns that stand at the start where they can never leave.
    fn stuck(&self, kind: usize) -> Option<SpecFault> {
        let variant = self.variant;
        let is_pawn =
            |color: Color| variant.kinds[kind].pawn || variant.laws.pieces[kind].promotion.of(color).is_some();
        let stuck: SquareSet = Color::ALL
            .into_iter()
            .filter(|&color| is_pawn(color))
            .flat_map(|color| {
                let stuck = move |from: &Square| steps(variant, kind, color, *from).is_empty();
                at_start(variant, kind, color).iter().filter(stuck)
            })
            .collect();
        let men = variant.view(variant.start()).describe(stuck);
        let message = format!("can never move from where it starts: {men}");
        (!stuck.is_empty() && !self.never_moves(kind)).then(|| SpecFault::new(["start", "fen"], message))
    }

    /// Pawns that never promote: they can reach no square where they may, or become nothing and cannot turn back.
    fn promotion(&self, kind: usize) -> Option<SpecFault> {
        let variant = self.variant;
        let name = &variant.kinds[kind].name;
        let whose = |colors: &[Color]| match colors {
            [color] => format!("{color}'s `{name}`"),
            _ => format!("`{name}`"),
        };
        let of_colors = |wanted: &dyn Fn(Color) -> bool| -> Vec<Color> {
            let there = |color: &Color| !self.reach[color.index()][kind].is_empty();
            Color::ALL.into_iter().filter(there).filter(|&color| wanted(color)).collect()
        };
        let promotes = |color: Color| variant.laws.pieces[kind].promotion.of(color).is_some();
        let path = |colors: &[Color]| {
            let color = match colors {
                [color] => Some(color.name()),
                _ => None,
            };
            ["pieces", name, "promotion"].into_iter().chain(color).map(str::to_owned).collect::<Vec<_>>()
        };
        let kept_off = of_colors(&|color| {
            promotes(color) && (zone(variant, kind, color) & self.reach[color.index()][kind]).is_empty()
        });
        if !kept_off.is_empty() {
            let message = format!("{} can never promote: it cannot reach a square where it may", whose(&kept_off));
            return Some(SpecFault::new(path(&kept_off), message));
        }
        let only_forward =
            |movement: &Movement| movement.parts.iter().flat_map(|part| &part.steps).all(|step| step.1 > 0);
        let bound = variant.kinds[kind].pawn && only_forward(&variant.kinds[kind].movement);
        let stays = |color: Color| becomes(variant, kind, color).all(|other| other == kind);
        let stranded = of_colors(&|color| bound && stays(color));
        if !stranded.is_empty() {
            let message = format!("{} becomes nothing at the end of its way, and is stuck there", whose(&stranded));
            let key = path(&stranded).pop().unwrap_or_default();
            let hint =
                format!("add what it becomes: `{key} = {{ to = [\"queen\"] }}`; `{key} = false` says that it is meant");
            return Some(SpecFault::new(path(&stranded), message).hint(hint));
        }
        None
    }
}

/// Where the men of a kind stand at the start.
fn at_start(variant: &Variant, kind: usize, color: Color) -> SquareSet {
    variant.start().of(crate::Kind(kind as u8)) & variant.start().men(color)
}

/// Where a man may go in one move, if what stands on the way and at the end is as it needs.
fn steps(variant: &Variant, kind: usize, color: Color, from: Square) -> SquareSet {
    let sign = if color == Color::White { 1 } else { -1 };
    let mut to = SquareSet::EMPTY;
    for part in &variant.kinds[kind].movement.parts {
        for &(files, ranks) in &part.steps {
            let on = |at: &Square| variant.geometry.step(*at, sign * files, sign * ranks);
            let way = std::iter::successors(on(&from), on).take_while(|&at| at != from);
            to = way.take(part.range.into()).fold(to, |to, at| to | at.into());
        }
    }
    to
}

/// The squares on which a kind may promote.
fn zone(variant: &Variant, kind: usize, color: Color) -> SquareSet {
    let Some(promotion) = variant.laws.pieces.get(kind).and_then(|piece| piece.promotion.of(color).as_ref()) else {
        return SquareSet::EMPTY;
    };
    let last = match color {
        Color::White => variant.geometry.ranks() - 1,
        Color::Black => 0,
    };
    let squares = |zone: &Vec<String>| crate::compile::region(&variant.geometry, zone);
    let must = promotion.must.as_ref().map_or_else(|| variant.geometry.rank_set(last), squares);
    must | squares(&promotion.may)
}

/// The kinds that a kind may become.
fn becomes(variant: &Variant, kind: usize, color: Color) -> impl Iterator<Item = usize> {
    let promotion = variant.laws.pieces.get(kind).and_then(|piece| piece.promotion.of(color).as_ref());
    let names = promotion.into_iter().flat_map(|promotion| &promotion.to);
    names.filter_map(|name| variant.kind_named(name)).map(crate::Kind::index)
}

/// A promotion to a man who must not be lost.
fn royal_promotion(variant: &Variant, kind: usize) -> Option<SpecFault> {
    let mut royals = Color::ALL.into_iter().flat_map(|color| becomes(variant, kind, color));
    let royal = &variant.kinds[royals.find(|&to| variant.kinds[to].royal != Royal::No)?].name;
    let name = &variant.kinds[kind].name;
    let message = format!("`{name}` may become a royal `{royal}`, and its side then has one more to lose");
    Some(SpecFault::new(["pieces", name, "promotion"], message).hint(format!("leave `{royal}` out of `to`")))
}

/// En passant of a kind that never passes a square.
fn en_passant(variant: &Variant, kind: usize) -> Option<SpecFault> {
    let never = !variant.kinds[kind].movement.parts.iter().any(|part| part.initial && part.quiet);
    let name = &variant.kinds[kind].name;
    let message = format!("`{name}` is never taken in passing: it has no double step as a first move");
    let hint = "add one to `betza`, as `imfnD` is, or write `en_passant = false`";
    let told = || SpecFault::new(["pieces", name, "en_passant"], message).hint(hint);
    (variant.laws.pieces[kind].en_passant && never).then(told)
}

/// A start at which the game is over.
fn start(variant: &Variant) -> Option<SpecFault> {
    let outcome = variant.outcome(variant.start())?;
    Some(SpecFault::new(["start", "fen"], format!("the game is over before the first move: {outcome}")))
}

/// A side that cannot lose, because nothing it has is royal and nothing else ends the game.
fn royals(variant: &Variant) -> Option<SpecFault> {
    let otherwise = variant.hooks_end_games || variant.laws.ends != EndsSpec::default();
    let message = match variant.royals {
        _ if otherwise => return None,
        [0, 0] => "nobody can win: no man is royal, and nothing else ends the game".to_owned(),
        [0, _] => "Black can never win: White has no royal man, and nothing else ends the game".to_owned(),
        [_, 0] => "White can never win: Black has no royal man, and nothing else ends the game".to_owned(),
        _ => return None,
    };
    let hint = match variant.kinds.iter().find(|kind| kind.royal != Royal::No) {
        Some(royal) => format!("put its `{}` on the board", royal.name),
        None => "give a piece `royal = \"check\"`, or say in `[ends]` how the game ends".to_owned(),
    };
    Some(SpecFault::new(["start", "fen"], message).hint(hint))
}

/// Castling that nobody has the right to.
fn castling(variant: &Variant) -> Option<SpecFault> {
    let none = variant.laws.castling.is_some() && variant.start().castling().is_empty();
    let message = "nobody can ever castle: the start gives no right to it";
    let hint = "name the rooks in `start.fen`, such as `KQkq` after `w`, or write `castling = false`";
    none.then(|| SpecFault::new(["castling"], message).hint(hint))
}
