//! Recycle: one's own men may be taken and dropped again.

use floe_core::hook::{PostMove, TurnEnd, When};
use floe_core::spec::ByColor;
use floe_core::{DrawnMaterial, Kind, Owner, Rule, RuleBuilder, Turn, Values};

use crate::hand::{drop_zone, take_in_hand};
use crate::{kings, pawns};

/// The rule `recycle`.
pub struct Recycle;

impl Rule for Recycle {
    fn id(&self) -> &'static str {
        "recycle"
    }

    fn summary(&self, _: &Values) -> String {
        "One's own men, but not the king, may be taken by one's own men, and go to one's own hand. Instead of a move a man \
         in hand may be dropped on an empty square, pawns not on the first and last rank: N@f3. Enemy men that are taken \
         are gone. A pawn on the last rank vanishes."
            .to_owned()
    }

    fn build(&self, _: &Values, game: &mut RuleBuilder<'_>) {
        let kings = kings(game);
        let players = game.pieces().filter(|(kind, piece)| !piece.neutral && !kings.contains(kind));
        let kinds: Vec<Kind> = players.map(|(kind, _)| kind).collect();
        game.take_own(kinds);
        game.exclude("grand", "pawns on the last rank cannot both vanish and promote");
        game.hands(drop_zone);
        game.draw_by_material(DrawnMaterial::Nothing);
        let pawns = pawns(game);
        for &pawn in &pawns {
            game.piece_mut(pawn).promotion = ByColor::default();
        }
        game.post_move(Vanish { pawns });
        game.turn_end(Recover);
    }
}

struct Vanish {
    pawns: Vec<Kind>,
}

impl PostMove for Vanish {
    fn when(&self) -> When {
        When::Always
    }

    fn post_move(&self, turn: &mut Turn<'_>) {
        let played = turn.played();
        let Some(to) = played.played.to() else { return };
        let board = *turn.view().geometry();
        let is_pawn = turn.at(to).is_some_and(|man| self.pawns.contains(&man.kind));
        if is_pawn && board.rank_of(played.mover, to) == board.ranks() - 1 {
            turn.clear(to);
            turn.tell(to.into(), || format!("the pawn on {} vanished", board.name(to)));
        }
    }
}

struct Recover;

impl TurnEnd for Recover {
    fn when(&self) -> When {
        When::Captures
    }

    fn turn_end(&self, turn: &mut Turn<'_>) {
        let played = turn.played();
        if let Some((_, man)) = played.taken.filter(|(_, man)| man.owner == Owner::from(played.mover)) {
            take_in_hand(turn, man.kind);
        }
    }
}
