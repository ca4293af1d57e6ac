//! Racing Kings, by Vernon Parton (1961): nobody gives check, and the first king on the last rank wins.

use floe_core::hook::{Appraise, Ending};
use floe_core::{Appraisal, Color, DrawnMaterial, Judge, Move, Outcome, Rule, RuleBuilder, SquareSet, Values};

/// The rule `racing-kings`.
pub struct RacingKings;

impl Rule for RacingKings {
    fn id(&self) -> &'static str {
        "racing-kings"
    }

    fn summary(&self, _: &Values) -> String {
        "Nobody may give check. The first king on the last rank of the board wins; but when White arrives and Black can \
         arrive with the next move, Black moves once more, and it is a draw if Black does arrive."
            .to_owned()
    }

    fn build(&self, _: &Values, game: &mut RuleBuilder<'_>) {
        game.needs_check();
        game.exclude("three-checks", "nobody may give check, so nobody gives three");
        game.draw_by_material(DrawnMaterial::Nothing);
        let goal = game.geometry().rank_set(game.geometry().ranks() - 1);
        game.no_checks("nobody may give check");
        game.appraise(Lead);
        game.ending(Race { goal });
    }
}

/// Who is nearer to the goal is ahead: men only help or hinder on the way.
struct Lead;

/// What a step of the king is worth, in centipawns.
const STEP: i32 = 130;

impl Appraise for Lead {
    fn appraise(&self, board: &Appraisal<'_>, color: Color) -> i32 {
        let ranks = board.royals(color).iter().map(|king| i32::from(board.geometry().rank(king)));
        ranks.max().map_or(0, |rank| rank * STEP)
    }
}

struct Race {
    goal: SquareSet,
}

impl Ending for Race {
    fn outcome(&self, judge: &Judge<'_>) -> Option<Outcome> {
        let arrived = |color: Color| !(judge.royals(color) & self.goal).is_empty();
        match (arrived(Color::White), arrived(Color::Black)) {
            (false, false) => None,
            (true, true) => Some(Outcome::draw("both kings arrived")),
            (false, true) => Some(Outcome::win(Color::Black, "black king arrived")),
            (true, false) => {
                let catches_up =
                    judge.to_move() == Color::Black && judge.legal_moves().iter().any(|&m| self.arrives(judge, m));
                (!catches_up).then(|| Outcome::win(Color::White, "white king arrived"))
            }
        }
    }
}

impl Race {
    fn arrives(&self, judge: &Judge<'_>, candidate: Move) -> bool {
        let king = |square| judge.royals(Color::Black).contains(square);
        candidate.from().is_some_and(king) && candidate.to().is_some_and(|square| self.goal.contains(square))
    }
}
