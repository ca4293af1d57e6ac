//! Cheshire Cat, by Vernon Parton (1970): the square that a man leaves is gone.

use floe_core::hook::{Bans, Forbid, Lend, Loans, PostMove, TurnEnd, When};
use floe_core::{DrawnMaterial, Kind, Lent, Marks, Rule, RuleBuilder, Turn, Values, View};

use crate::{kings, men_of};

/// The rule `cheshire-cat`.
pub struct CheshireCat;

impl Rule for CheshireCat {
    fn id(&self) -> &'static str {
        "cheshire-cat"
    }

    fn summary(&self, _: &Values) -> String {
        "The square that a man leaves is gone: nobody may land there, but men move and give check across it. A king's \
         first move may be as a queen, and until then the king attacks as one. There is no castling."
            .to_owned()
    }

    fn build(&self, _: &Values, game: &mut RuleBuilder<'_>) {
        *game.castling_mut() = None;
        let gone = game.marks("gone");
        let moved = game.travelling_marks("moved");
        let queen = game.lent_movement("Q");
        let kings = kings(game);
        game.draw_by_material(DrawnMaterial::Nothing);
        game.lend(FirstMove { kings: kings.clone(), moved, queen });
        game.forbid(Gone { gone });
        game.post_move(Remember { kings, moved });
        game.turn_end(Vanish { gone });
    }
}

/// Kings that have not moved move as queens too.
struct FirstMove {
    kings: Vec<Kind>,
    moved: Marks,
    queen: Lent,
}

impl Lend for FirstMove {
    fn lend(&self, board: &View<'_>, loans: &mut Loans) {
        loans.lend(self.queen, men_of(board, &self.kings) - board.marks(self.moved));
    }
}

struct Gone {
    gone: Marks,
}

impl Forbid for Gone {
    fn forbid(&self, board: &View<'_>, bans: &mut Bans) {
        bans.to(board.marks(self.gone), "that square is gone");
    }
}

/// A king that has moved is no cat any more.
struct Remember {
    kings: Vec<Kind>,
    moved: Marks,
}

impl PostMove for Remember {
    fn when(&self) -> When {
        When::Always
    }

    fn post_move(&self, turn: &mut Turn<'_>) {
        let played = turn.played().played;
        let (Some(_), Some(to)) = (played.from(), played.to()) else { return };
        let moved = turn.marks(self.moved) | (men_of(&turn.view(), &self.kings) & to.into());
        turn.set_marks(self.moved, moved);
    }
}

struct Vanish {
    gone: Marks,
}

impl TurnEnd for Vanish {
    fn when(&self) -> When {
        When::Always
    }

    fn turn_end(&self, turn: &mut Turn<'_>) {
        let Some(from) = turn.played().played.from() else { return };
        let gone = turn.marks(self.gone) | from.into();
        turn.set_marks(self.gone, gone);
        let board = *turn.view().geometry();
        turn.tell(from.into(), || format!("gone: {}", board.name(from)));
    }
}
