//! Atomic: a capture explodes. Without check by default; with check as on large servers.

use floe_core::hook::{Legality, PostMove, Shelter, Verdict, When};
use floe_core::{Color, DrawnMaterial, Kind, Parameter, Royal, Rule, RuleBuilder, SquareSet, Turn, Values, View};

use crate::{men_of, pawns};

/// The rule `atomic`.
pub struct Atomic;

const PARAMETERS: &[Parameter] =
    &[Parameter::flag("check", false, "kings may not be left in check, unless they touch or the enemy king explodes")];

impl Rule for Atomic {
    fn id(&self) -> &'static str {
        "atomic"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }

    fn summary(&self, values: &Values) -> String {
        let check = if values.flag("check") {
            "A king that touches the enemy king is not in check, and who explodes the enemy king need not mind a check of \
             his own."
        } else {
            "There is no check: kings may stay attacked, and may touch."
        };
        "A capture explodes: the man taken, the man that takes, and every man but pawns on the eight squares around. Who \
         explodes the enemy king wins; nobody may explode his own. "
            .to_owned()
            + check
    }

    fn build(&self, values: &Values, game: &mut RuleBuilder<'_>) {
        let check = values.flag("check");
        if !check {
            for king in game.royal_kinds() {
                game.piece_mut(king).royal = Royal::Capture;
            }
        }
        game.royals_may_leave("exploded");
        game.draw_by_material(DrawnMaterial::BareKings);
        let survivors = pawns(game);
        game.post_move(Explosion { survivors });
        game.legality(Blast);
        if check {
            game.shelter(Touch);
        }
    }
}

struct Explosion {
    /// The kinds that only explode when they take or are taken.
    survivors: Vec<Kind>,
}

impl PostMove for Explosion {
    fn when(&self) -> When {
        When::Captures
    }

    fn post_move(&self, turn: &mut Turn<'_>) {
        let Some(center) = turn.played().played.to() else { return };
        let around = turn.neighbours(center.into()) & turn.pieces();
        let exploding = (around - men_of(&turn.view(), &self.survivors)) | center.into();
        let men = if turn.listens() { turn.view().describe(exploding) } else { String::new() };
        turn.tell(exploding, || format!("exploded: {men}"));
        turn.clear(exploding);
    }
}

struct Blast;

impl Legality for Blast {
    fn when(&self) -> When {
        When::Captures
    }

    fn judge(&self, board: &View<'_>, mover: Color) -> Verdict {
        if board.has_lost_royals(mover) {
            Verdict::Illegal("nobody may explode his own king".to_owned())
        } else if board.has_lost_royals(!mover) {
            Verdict::Legal
        } else {
            Verdict::Undecided
        }
    }
}

/// Kings that touch are not in check: who took the other would explode with him.
struct Touch;

impl Shelter for Touch {
    fn shelter(&self, board: &View<'_>, color: Color) -> SquareSet {
        board.neighbours(board.royals(!color))
    }
}
