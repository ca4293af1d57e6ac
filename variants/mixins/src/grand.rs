//! The promotion of Grand Chess, by Christian Freeling (1984): only to what one has lost.

use floe_core::hook::{Bans, Forbid};
use floe_core::spec::ByColor;
use floe_core::{Color, Kind, Rule, RuleBuilder, Values, View};

/// The rule `grand`.
pub struct Grand;

impl Rule for Grand {
    fn id(&self) -> &'static str {
        "grand"
    }

    fn summary(&self, _: &Values) -> String {
        "A man promotes only to a kind of which its side has lost one. While none is lost, a pawn may not step where it \
         must promote, but it still gives check there."
            .to_owned()
    }

    fn build(&self, _: &Values, game: &mut RuleBuilder<'_>) {
        let kinds: Vec<Kind> = game.pieces().map(|(kind, _)| kind).collect();
        let of = |color| kinds.iter().map(|&kind| (kind, game.count_at_start(color, kind))).collect();
        let complete = ByColor { white: of(Color::White), black: of(Color::Black) };
        game.forbid(Complete { complete });
    }
}

struct Complete {
    /// How many men of each kind a side has at the start.
    complete: ByColor<Vec<(Kind, usize)>>,
}

impl Forbid for Complete {
    fn forbid(&self, board: &View<'_>, bans: &mut Bans) {
        let mover = board.to_move();
        for &(kind, count) in self.complete.of(mover) {
            let left = (board.of(kind) & board.men(mover)).len() + usize::from(board.in_hand(mover, kind));
            if left >= count {
                bans.promotion(kind, "a man promotes only to a kind of which one is lost");
            }
        }
    }
}
