//! Massacre, by Andrew McGee (2007): a full board, and every move takes.

use std::ops::RangeInclusive;

use floe_core::generator::Numbers;
use floe_core::hook::{Appraise, Bans, Forbid};
use floe_core::spec::{ByColor, Score, SpecFault};
use floe_core::{
    Appraisal, Arrays, Color, DrawnMaterial, Generator, Parameter, Piece, PieceKind, Rule, RuleBuilder, Setup, Square,
    Values, View,
};

/// The rule `massacre`.
pub struct Massacre;

impl Rule for Massacre {
    fn id(&self) -> &'static str {
        "massacre"
    }

    fn summary(&self, _: &Values) -> String {
        "Every move takes a man of the other side; who cannot has lost.".to_owned()
    }

    fn build(&self, _: &Values, game: &mut RuleBuilder<'_>) {
        game.draw_by_material(DrawnMaterial::Nothing);
        game.ends_mut().stalemate = ByColor::both(Score::Loss);
        for hands in ["loop", "recycle"] {
            game.exclude(hands, "every move takes a man of the other side, so nothing is ever dropped");
        }
        game.weigh_material(20);
        game.appraise(Prey);
        game.forbid(MustTake);
        game.name_stalemate("cannot take");
    }
}

struct MustTake;

impl Forbid for MustTake {
    fn forbid(&self, board: &View<'_>, bans: &mut Bans) {
        let prey = board.men(!board.to_move());
        bans.to(board.geometry().squares() - prey, "every move must take a man of the other side");
    }
}

/// Who has more men to take has more moves left.
struct Prey;

/// What a man that can be taken is worth to the taker, in centipawns.
const MOVE: i32 = 60;

impl Appraise for Prey {
    fn appraise(&self, board: &Appraisal<'_>, color: Color) -> i32 {
        let prey = board.men(!color).iter().filter(|&square| !board.attackers(square, color).is_empty());
        prey.count() as i32 * MOVE
    }
}

/// The generator `shuffled`: all men of the fixed start stand on the same squares in any order, whosever they are.
///
/// The array of number 0 is the fixed start; every other number is shuffled in another way.
pub struct Shuffled;

impl Generator for Shuffled {
    fn id(&self) -> &'static str {
        "shuffled"
    }

    fn parameters(&self) -> &'static [Parameter] {
        &[]
    }

    fn summary(&self, _: &Values) -> String {
        "All men of the start are shuffled.".to_owned()
    }

    fn arrays(&self, _: &Values, fixed: &Setup, _: &[PieceKind]) -> Result<Box<dyn Arrays>, Vec<SpecFault>> {
        Ok(Box::new(Shuffles { fixed: fixed.clone() }))
    }
}

struct Shuffles {
    fixed: Setup,
}

impl Arrays for Shuffles {
    fn numbers(&self) -> RangeInclusive<u64> {
        0..=u64::from(u32::MAX)
    }

    fn setup(&self, number: u64) -> Setup {
        let mut setup = self.fixed.clone();
        if number > 0 {
            let (squares, mut men): (Vec<Square>, Vec<Piece>) = self.fixed.men().unzip();
            let mut numbers = Numbers::of_seed(number);
            for last in (1..men.len()).rev() {
                men.swap(last, numbers.below(last as u64 + 1) as usize);
            }
            squares.into_iter().zip(men).for_each(|(square, man)| setup.put(square, Some(man)));
        }
        setup
    }

    fn number(&self, setup: &Setup) -> Option<u64> {
        // There are far more orders than numbers: which number a shuffled array has cannot be told.
        setup.men().eq(self.fixed.men()).then_some(0)
    }
}
