//! Legal moves as slowly and plainly as can be: from [`Movement::targets`](floe_core::betza::Movement::targets), by
//! playing every move on a list of men. It knows no hooks and no castling.

use std::collections::{BTreeMap, BTreeSet};

use floe_core::betza::Movement;
use floe_core::spec::PieceSpec;
use floe_core::{Color, EnPassant, Kind, Owner, Piece, Position, Royal, Square, SquareSet, Variant};

/// From, to, and what the man becomes.
pub type Step = (Square, Square, Option<Kind>);

#[derive(Clone)]
pub struct Slow<'v> {
    variant: &'v Variant,
    men: BTreeMap<Square, Piece>,
    turn: Color,
}

impl<'v> Slow<'v> {
    pub fn of(variant: &'v Variant, position: &Position) -> Slow<'v> {
        let squares = variant.geometry().squares();
        let men = squares.iter().filter_map(|square| Some((square, position.at(square)?))).collect();
        Slow { variant, men, turn: position.turn() }
    }

    /// Every legal step and capture, without captures in passing. There is none when a side has lost its royal men.
    pub fn steps(&self) -> BTreeSet<Step> {
        let mut steps = BTreeSet::new();
        if self.is_over() {
            return steps;
        }
        for from in self.men_of(self.turn) {
            for to in self.targets(from, self.occupied() - self.men_of(self.turn)) {
                for promotion in self.promotions(from, to) {
                    if !self.after(from, to, promotion).in_danger(self.turn) {
                        steps.insert((from, to, promotion));
                    }
                }
            }
        }
        steps
    }

    /// Every legal capture in passing of a man that has just stepped.
    pub fn en_passant(&self, pawn: EnPassant) -> BTreeSet<Step> {
        let mut steps = BTreeSet::new();
        if self.is_over() {
            return steps;
        }
        for from in self.men_of(self.turn) {
            let mut there = self.clone();
            there.men.insert(pawn.target, self.men[&pawn.victim]);
            if !self.spec(from).en_passant || !there.targets(from, pawn.target.into()).contains(pawn.target) {
                continue;
            }
            for promotion in self.promotions(from, pawn.target) {
                let mut after = self.after(from, pawn.target, promotion);
                after.men.remove(&pawn.victim);
                if !after.in_danger(self.turn) {
                    steps.insert((from, pawn.target, promotion));
                }
            }
        }
        steps
    }

    /// The pawn that the double step from one square to another lets be taken in passing.
    pub fn stepped(&self, from: Square, to: Square) -> Option<EnPassant> {
        let board = self.variant.geometry();
        let sign = if self.turn == Color::White { 1 } else { -1 };
        let movement = self.movement(from);
        let doubles = movement.parts.iter().filter(|part| part.initial && part.quiet).flat_map(|part| &part.steps);
        let mut skipped = doubles.filter_map(|(x, y)| {
            let middle = board.step(from, sign * x / 2, sign * y / 2)?;
            (board.step(from, sign * x, sign * y) == Some(to)).then_some(middle)
        });
        let target = skipped.next_back().filter(|_| self.spec(from).en_passant && self.is_first(from))?;
        Some(EnPassant { target, victim: to })
    }

    /// Whether a side has lost the royal men that it starts with.
    fn is_over(&self) -> bool {
        let royals = |men: &BTreeMap<Square, Piece>, color: Color| {
            men.values().filter(|man| man.owner == color.into() && self.royal(**man) != Royal::No).count()
        };
        let start = Slow::of(self.variant, self.variant.start()).men;
        Color::ALL.into_iter().any(|color| royals(&start, color) > 0 && royals(&self.men, color) == 0)
    }

    fn in_danger(&self, color: Color) -> bool {
        let royals = self.men_of(color).iter().filter(|square| self.royal(self.men[square]) == Royal::Check);
        let royals: Vec<Square> = royals.collect();
        let enemies = self.men_of(!color);
        royals.iter().any(|&royal| enemies.iter().any(|from| self.targets(from, royal.into()).contains(royal)))
    }

    fn after(&self, from: Square, to: Square, promotion: Option<Kind>) -> Slow<'v> {
        let mut after = Slow { turn: !self.turn, ..self.clone() };
        if let Some(man) = after.men.remove(&from) {
            after.men.insert(to, Piece { kind: promotion.unwrap_or(man.kind), ..man });
        }
        after
    }

    fn targets(&self, from: Square, capturable: SquareSet) -> SquareSet {
        let man = self.men[&from];
        let color = man.owner.color().expect("a player's man");
        let board = self.variant.geometry();
        self.movement(from).targets(board, from, color, self.is_first(from), self.occupied(), capturable)
    }

    fn promotions(&self, from: Square, to: Square) -> Vec<Option<Kind>> {
        let board = self.variant.geometry();
        let color = self.turn;
        let Some(promotion) = self.spec(from).promotion.of(color) else {
            return vec![None];
        };
        let named = |zone: &[String]| zone.iter().any(|word| *word == format!("*{}", board.rank(to) + 1));
        let last = board.rank_of(color, to) == board.ranks() - 1;
        let must = promotion.must.as_ref().map_or(last, |zone| named(zone));
        let kinds =
            promotion.to.iter().map(|name| self.variant.kind_named(name)).filter(|_| must || named(&promotion.may));
        kinds.chain((!must).then_some(None)).collect()
    }

    fn is_first(&self, from: Square) -> bool {
        let man = self.men[&from];
        self.variant.start().at(from) == Some(man)
    }

    fn movement(&self, from: Square) -> &'v Movement {
        &self.variant.kind(self.men[&from].kind).movement
    }

    fn royal(&self, man: Piece) -> Royal {
        self.variant.kind(man.kind).royal
    }

    fn spec(&self, from: Square) -> &'v PieceSpec {
        &self.variant.spec().pieces[self.men[&from].kind.index()]
    }

    fn occupied(&self) -> SquareSet {
        self.men.keys().copied().collect()
    }

    fn men_of(&self, color: Color) -> SquareSet {
        let own = self.men.iter().filter(|(_, man)| man.owner == Owner::from(color));
        own.map(|(square, _)| *square).collect()
    }
}
