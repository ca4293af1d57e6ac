//! Knight Relay, by Mannis Charosh (1972): knights lend their move to the men that they guard.

use floe_core::hook::{Bans, Forbid, Lend, Loans};
use floe_core::{Color, Kind, Lent, Owner, Rule, RuleBuilder, SquareSet, Values, View};

use crate::{kings, men_of, pawns};

/// The rule `knight-relay`.
pub struct KnightRelay;

impl Rule for KnightRelay {
    fn id(&self) -> &'static str {
        "knight-relay"
    }

    fn summary(&self, _: &Values) -> String {
        "A man that a knight of its own side guards also moves and takes as a knight; kings and knights themselves do not, \
         and pawns not onto the first or last rank. Knights neither take nor are taken, and give no check. There is no en \
         passant."
            .to_owned()
    }

    fn build(&self, _: &Values, game: &mut RuleBuilder<'_>) {
        let Some(knight) = game.kind("knight") else {
            return game.refuse(&[], "knight-relay needs a piece called \"knight\", and this game has none");
        };
        game.piece_mut(knight).betza = "mN".to_owned();
        let pawns = pawns(game);
        for &pawn in &pawns {
            game.piece_mut(pawn).en_passant = false;
        }
        let last = game.geometry().ranks() - 1;
        let edges = game.geometry().rank_set(0) | game.geometry().rank_set(last);
        let leap = game.lent_movement("N");
        let kings = kings(game);
        game.lend(Relay { knight, kings, pawns, leap, edges });
        game.forbid(Safe { knight });
    }
}

struct Relay {
    knight: Kind,
    kings: Vec<Kind>,
    pawns: Vec<Kind>,
    leap: Lent,
    edges: SquareSet,
}

impl Lend for Relay {
    fn lend(&self, board: &View<'_>, loans: &mut Loans) {
        let knights = board.of(self.knight);
        let (kings, pawns) = (men_of(board, &self.kings), men_of(board, &self.pawns));
        let relayed = Color::ALL.into_iter().fold(SquareSet::EMPTY, |relayed, color| {
            let guarded = board.leaps(board.men(color) & knights, 1, 2) & board.men(color);
            relayed | (guarded - knights - kings)
        });
        loans.lend(self.leap, relayed - pawns);
        loans.lend_onto(self.leap, relayed & pawns, board.geometry().squares() - self.edges);
        // What belongs to nobody is no man: a knight takes it.
        loans.lend_onto(self.leap, knights, board.men(Owner::Neutral));
    }
}

struct Safe {
    knight: Kind,
}

impl Forbid for Safe {
    fn forbid(&self, board: &View<'_>, bans: &mut Bans) {
        bans.to(board.of(self.knight), "knights cannot be taken");
    }
}
