//! Rules that change the board after a move.

use floe_core::hook::{Legality, PostMove, TurnEnd, Verdict, When};
use floe_core::{Color, Kind, Owner, Piece, SquareSet, Turn, View};

use super::Plain;
use super::time::stone;

/// A capture explodes what took, and every man but pawns on the squares around.
pub const EXPLOSION: Plain = Plain {
    id: "explosion",
    parameters: &[],
    build: |_, game| {
        game.royals_may_leave("exploded");
        let pawns = game.kind("pawn");
        game.post_move(Explosion(pawns));
    },
};

/// The same, but nobody may explode his own king, and there is no check.
pub const ATOMIC: Plain = Plain {
    id: "atomic",
    parameters: &[],
    build: |values, game| {
        (EXPLOSION.build)(values, game);
        game.legality(NoSuicide);
    },
};

struct Explosion(Option<Kind>);

impl PostMove for Explosion {
    fn when(&self) -> When {
        When::Captures
    }

    fn post_move(&self, turn: &mut Turn<'_>) {
        let Some(square) = turn.played().played.to() else { return };
        let pawns = self.0.map_or(SquareSet::EMPTY, |pawn| turn.of(pawn));
        let around = (turn.neighbours(square.into()) & turn.pieces()) - pawns;
        let gone = around | square.into();
        let names = turn.view().describe(gone);
        turn.tell(gone, || format!("exploded: {names}"));
        turn.clear(gone);
    }
}

struct NoSuicide;

impl Legality for NoSuicide {
    fn judge(&self, board: &View<'_>, mover: Color) -> Verdict {
        if board.has_lost_royals(mover) {
            Verdict::Illegal("your own king would explode".to_owned())
        } else {
            Verdict::Legal
        }
    }
}

/// A knight that has moved becomes a bishop, and a bishop a knight.
pub const MOODS: Plain = Plain {
    id: "moods",
    parameters: &[],
    build: |_, game| {
        if let (Some(knight), Some(bishop)) = (game.kind("knight"), game.kind("bishop")) {
            game.post_move(Moods([knight, bishop]));
        }
    },
};

struct Moods([Kind; 2]);

impl PostMove for Moods {
    fn when(&self) -> When {
        When::Always
    }

    fn post_move(&self, turn: &mut Turn<'_>) {
        let [knight, bishop] = self.0;
        let Some(square) = turn.played().played.to() else { return };
        let Some(man) = turn.at(square) else { return };
        if man.kind == knight || man.kind == bishop {
            let kind = if man.kind == knight { bishop } else { knight };
            turn.put(square, Piece { kind, ..man });
        }
    }
}

/// On the square that a double step skips a stone appears.
pub const DITCH: Plain = Plain {
    id: "ditch",
    parameters: &[],
    build: |_, game| {
        let stone = stone(game);
        let pawns = game.kind("pawn");
        game.post_move(Ditch { stone, pawns });
    },
};

struct Ditch {
    stone: Piece,
    pawns: Option<Kind>,
}

impl PostMove for Ditch {
    fn when(&self) -> When {
        When::Always
    }

    fn post_move(&self, turn: &mut Turn<'_>) {
        let board = *turn.view().geometry();
        let played = turn.played().played;
        let Some((from, to)) = played.from().zip(played.to()) else { return };
        if turn.at(to).map(|man| man.kind) == self.pawns && board.rank(from).abs_diff(board.rank(to)) == 2 {
            let skipped = board.square(board.file(to), (board.rank(from) + board.rank(to)) / 2);
            turn.put(skipped.into_iter().collect::<SquareSet>(), self.stone);
        }
    }
}

/// What has taken leaves the board when the turn is over, and may leave its king alone.
pub const SACRIFICE: Plain = Plain {
    id: "sacrifice",
    parameters: &[],
    build: |_, game| {
        game.royals_may_leave("sacrificed");
        game.turn_end(Sacrifice);
    },
};

struct Sacrifice;

impl TurnEnd for Sacrifice {
    fn when(&self) -> When {
        When::Captures
    }

    fn turn_end(&self, turn: &mut Turn<'_>) {
        let taker = turn.played().played.to();
        turn.clear(taker.into_iter().collect::<SquareSet>());
    }
}

/// A man that stands alone among three enemies or more changes sides when a turn ends; kings do not.
pub const DESERTION: Plain = Plain {
    id: "desertion",
    parameters: &[],
    build: |_, game| {
        game.royals_may_leave("betrayed");
        let loyal = game.royal_kinds().into_iter().chain(game.kind("pawn")).collect();
        game.turn_end(Desertion(loyal));
    },
};

struct Desertion(Vec<Kind>);

impl TurnEnd for Desertion {
    fn when(&self) -> When {
        When::Always
    }

    fn turn_end(&self, turn: &mut Turn<'_>) {
        let loyal = self.0.iter().fold(SquareSet::EMPTY, |men, &kind| men | turn.of(kind));
        let mut deserters: Vec<(floe_core::Square, Piece)> = Vec::new();
        for color in Color::ALL {
            for square in turn.men(color) - loyal {
                let around = turn.neighbours(square.into());
                let alone = (around & turn.men(color)).is_empty() && (around & turn.men(!color)).len() >= 3;
                deserters.extend(turn.at(square).filter(|_| alone).map(|man| (square, man)));
            }
        }
        for (square, man) in deserters {
            let owner = if man.owner == Owner::White { Owner::Black } else { Owner::White };
            turn.put(square, Piece { owner, ..man });
        }
    }
}
