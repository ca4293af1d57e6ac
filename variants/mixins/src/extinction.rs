//! Extinction, by R. Wayne Schmittberger (1985): who has lost all men of a kind has lost.

use floe_core::hook::{Appraise, Ending};
use floe_core::spec::ByColor;
use floe_core::{Appraisal, Color, DrawnMaterial, Judge, Kind, Outcome, Rule, RuleBuilder, Values};

use crate::uncrown;

/// The rule `extinction`.
pub struct Extinction;

impl Rule for Extinction {
    fn id(&self) -> &'static str {
        "extinction"
    }

    fn summary(&self, _: &Values) -> String {
        "Who has no man left of a kind that he has at the start has lost; promoting one's last pawn loses too. If it \
         befalls both at once, the side that moved wins. There is no check; pawns promote to kings too."
            .to_owned()
    }

    fn build(&self, _: &Values, game: &mut RuleBuilder<'_>) {
        uncrown(game);
        game.draw_by_material(DrawnMaterial::Nothing);
        let kinds: Vec<(Kind, String)> = game.pieces().map(|(kind, piece)| (kind, piece.name.clone())).collect();
        let of = |color| kinds.iter().filter(|(kind, _)| game.count_at_start(color, *kind) > 0).cloned().collect();
        let species = ByColor { white: of(Color::White), black: of(Color::Black) };
        game.appraise(Reserve { species: species.clone() });
        game.ending(Extinct { species });
    }
}

/// A kind with men to spare is safe for a while.
struct Reserve {
    species: ByColor<Vec<(Kind, String)>>,
}

/// What the second man of a kind is worth besides what he does, in centipawns; the third is worth half of that.
const SPARE: i32 = 80;

impl Appraise for Reserve {
    fn appraise(&self, board: &Appraisal<'_>, color: Color) -> i32 {
        let men = board.men(color);
        let spare = |(kind, _): &(Kind, String)| match (board.of(*kind) & men).len() {
            0 | 1 => 0,
            2 => SPARE,
            _ => SPARE + SPARE / 2,
        };
        self.species.of(color).iter().map(spare).sum()
    }
}

struct Extinct {
    /// The kinds that must not die out, with their names.
    species: ByColor<Vec<(Kind, String)>>,
}

impl Ending for Extinct {
    fn outcome(&self, judge: &Judge<'_>) -> Option<Outcome> {
        // Who has just moved wins if a kind of either side is gone: the other is looked at first.
        [judge.to_move(), !judge.to_move()].into_iter().find_map(|color| {
            let men = judge.men(color);
            let mut species = self.species.of(color).iter();
            let (_, name) =
                species.find(|(kind, _)| (judge.of(*kind) & men).is_empty() && judge.in_hand(color, *kind) == 0)?;
            Some(Outcome::win(!color, format!("{} has no {name} left", color.name())))
        })
    }
}
