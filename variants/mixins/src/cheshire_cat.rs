//! Cheshire Cat, by Vernon Parton (1970): the square that a man leaves is gone.

use floe_core::hook::{Bans, Forbid, Lend, Loans, TurnEnd, When};
use floe_core::{Color, Lent, Marks, Rule, RuleBuilder, SquareSet, Turn, Values, View};

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
        game.lend(FirstMove { moved, queen });
        game.forbid(Gone { gone });
        game.turn_end(Vanish { gone, moved });
    }
}

/// Kings that have not moved move as queens too.
struct FirstMove {
    moved: Marks,
    queen: Lent,
}

impl Lend for FirstMove {
    fn lend(&self, board: &View<'_>, loans: &mut Loans) {
        let kings = board.royals(Color::White) | board.royals(Color::Black);
        loans.lend(self.queen, kings - board.marks(self.moved));
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

struct Vanish {
    gone: Marks,
    moved: Marks,
}

impl TurnEnd for Vanish {
    fn when(&self) -> When {
        When::Always
    }

    fn turn_end(&self, turn: &mut Turn<'_>) {
        let played = turn.played();
        let (Some(from), Some(to)) = (played.played.from(), played.played.to()) else { return };
        let (gone, moved) = (turn.marks(self.gone), turn.marks(self.moved));
        turn.set_marks(self.gone, gone | from.into());
        if turn.view().royals(played.mover).contains(to) {
            turn.set_marks(self.moved, moved | to.into());
        }
        turn.tell(SquareSet::from(from), || "gone".to_owned());
    }
}
