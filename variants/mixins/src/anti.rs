//! Anti: who loses all men wins, and who can take must. The king is a man like others.

use floe_core::spec::{ByColor, EndCondition, EndSpec, Score};
use floe_core::{DrawnMaterial, Rule, RuleBuilder, Values};

use crate::uncrown;

/// The rule `anti`.
pub struct Anti;

impl Rule for Anti {
    fn id(&self) -> &'static str {
        "anti"
    }

    fn summary(&self, _: &Values) -> String {
        "Who has no man left, or no move, wins. Who can take a man of the other side must take one. There is no check and \
         no castling; the king is a man like others, and pawns promote to it too."
            .to_owned()
    }

    fn build(&self, _: &Values, game: &mut RuleBuilder<'_>) {
        uncrown(game);
        game.exclude("extinction", "who loses all men of a kind cannot both win and lose");
        game.exclude("massacre", "who has no move cannot both win and lose");
        *game.castling_mut() = None;
        game.draw_by_material(DrawnMaterial::Nothing);
        game.ends_mut().stalemate = ByColor::both(Score::Win);
        game.ends_mut().others.push(EndSpec {
            name: "has-no-men-left".to_owned(),
            player: None,
            condition: EndCondition::Gone(None),
            result: Score::Win,
        });
        // Who has fewer men is nearer to the end of them.
        game.weigh_material(-100);
        game.captures_first("a man can be taken, so one must be");
    }
}
