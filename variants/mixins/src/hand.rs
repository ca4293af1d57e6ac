//! Loop: a man that is taken changes sides, and is dropped again.

use floe_core::hook::{TurnEnd, When};
use floe_core::spec::PieceSpec;
use floe_core::{Color, DrawnMaterial, Geometry, Kind, Rule, RuleBuilder, SquareSet, Turn, Values};

/// The rule `loop`.
pub struct Loop;

impl Rule for Loop {
    fn id(&self) -> &'static str {
        "loop"
    }

    fn summary(&self, _: &Values) -> String {
        "A man that is taken changes sides and goes to the taker's hand; one that had promoted stays what it is. Instead of \
         a move a man in hand may be dropped on an empty square, pawns not on the first and last rank: N@f3."
            .to_owned()
    }

    fn build(&self, _: &Values, game: &mut RuleBuilder<'_>) {
        game.hands(drop_zone);
        game.draw_by_material(DrawnMaterial::Nothing);
        game.turn_end(Take);
    }
}

/// Where men may be dropped: everywhere, but pawns not on the first and last rank.
pub(crate) fn drop_zone(board: &Geometry, piece: &PieceSpec, _: Color) -> SquareSet {
    let edges = board.rank_set(0) | board.rank_set(board.ranks() - 1);
    if piece.pawn { board.squares() - edges } else { board.squares() }
}

struct Take;

impl TurnEnd for Take {
    fn when(&self) -> When {
        When::Captures
    }

    fn turn_end(&self, turn: &mut Turn<'_>) {
        if let Some((_, man)) = turn.played().taken {
            take_in_hand(turn, man.kind);
        }
    }
}

/// Puts one man more of a kind into the mover's hand.
pub(crate) fn take_in_hand(turn: &mut Turn<'_>, kind: Kind) {
    let mover = turn.played().mover;
    let count = turn.in_hand(mover, kind);
    turn.set_in_hand(mover, kind, count.saturating_add(1));
}
