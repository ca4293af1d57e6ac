//! Rules that forbid and lend, and what they add to a position: hands, marks that travel, another order of turns.

use floe_core::hook::{Bans, Forbid, Lend, Loans, Shelter, TurnEnd, When};
use floe_core::{Color, Counter, FenField, Kind, Lent, Marks, Parameter, RuleBuilder, SquareSet, Turn, View};

use super::Plain;

/// The c-file is closed; from the last file nobody goes away, nor from the first rank to the second; nothing becomes a
/// rook.
pub const BANS: Plain = Plain {
    id: "bans",
    parameters: &[Parameter::word("what", &["all", "to", "from", "steps", "promotion"], "which of the four hold")],
    build: |values, game| {
        let what = values.word("what");
        let holds = |word: &str| what == "all" || what == word;
        let rook = game.kind("rook").filter(|_| holds("promotion"));
        game.forbid(Banned { to: holds("to"), from: holds("from"), steps: holds("steps"), rook });
    },
};

struct Banned {
    to: bool,
    from: bool,
    steps: bool,
    rook: Option<Kind>,
}

impl Forbid for Banned {
    fn forbid(&self, board: &View<'_>, bans: &mut Bans) {
        let shape = board.geometry();
        if self.to {
            bans.to(shape.file_set(2), "the c-file is closed");
        }
        if self.from {
            bans.from(shape.file_set(shape.files() - 1), "nobody leaves the last file");
        }
        if self.steps {
            bans.steps(shape.rank_set(0), shape.rank_set(1), "nobody goes from the first rank to the second");
        }
        if let Some(rook) = self.rook {
            bans.promotion(rook, "there are rooks enough");
        }
    }
}

/// Men beside a king of theirs also move as knights; men on the a-file also as rooks, but only onto the upper half. Or
/// only kings also move as rooks.
pub const LOANS: Plain = Plain {
    id: "loans",
    parameters: &[Parameter::word("what", &["both", "leap", "ride", "king"], "which of them holds")],
    build: |values, game| {
        let what = values.word("what");
        let [leap, ride] = [game.lent_movement("N"), game.lent_movement("R")];
        let kings = game.royal_kinds();
        game.lend(Lending {
            leap: ["both", "leap"].contains(&what).then_some(leap),
            ride: ["both", "ride"].contains(&what).then_some(ride),
            king: (what == "king").then_some(ride),
            kings,
        });
    },
};

struct Lending {
    leap: Option<Lent>,
    ride: Option<Lent>,
    king: Option<Lent>,
    kings: Vec<Kind>,
}

impl Lend for Lending {
    fn lend(&self, board: &View<'_>, loans: &mut Loans) {
        let shape = board.geometry();
        let kings = self.kings.iter().fold(SquareSet::EMPTY, |men, &kind| men | board.of(kind));
        for color in Color::ALL {
            let own = board.men(color);
            if let Some(leap) = self.leap {
                loans.lend(leap, (board.neighbours(own & kings) & own) - kings);
            }
            if let Some(ride) = self.ride {
                let upper = (shape.ranks() / 2..shape.ranks()).map(|rank| shape.rank_set(rank));
                let upper = upper.fold(SquareSet::EMPTY, |squares, rank| squares | rank);
                loans.lend_onto(ride, (own & shape.file_set(0)) - kings, upper);
            }
            if let Some(king) = self.king {
                loans.lend(king, own & kings);
            }
        }
    }
}

/// What is taken goes to the taker's hand, but no king; it is dropped on the own half, pawns not on the first rank.
pub const RESERVE: Plain = Plain {
    id: "reserve",
    parameters: &[],
    build: |_, game| {
        game.hands(|board, piece, color| {
            let from = u8::from(piece.pawn);
            let own = |rank| if color == Color::White { rank } else { board.ranks() - 1 - rank };
            (from..board.ranks() / 2).fold(SquareSet::EMPTY, |zone, rank| zone | board.rank_set(own(rank)))
        });
        let kings = game.royal_kinds();
        game.turn_end(Keep(kings));
    },
};

struct Keep(Vec<Kind>);

impl TurnEnd for Keep {
    fn when(&self) -> When {
        When::Captures
    }

    fn turn_end(&self, turn: &mut Turn<'_>) {
        let played = turn.played();
        if let Some((_, man)) = played.taken.filter(|(_, man)| !self.0.contains(&man.kind)) {
            let count = turn.in_hand(played.mover, man.kind);
            turn.set_in_hand(played.mover, man.kind, count.saturating_add(1));
        }
    }
}

/// One's own men, but no kings, may be taken.
pub const CANNIBALS: Plain = Plain {
    id: "cannibals",
    parameters: &[],
    build: |_, game| {
        let kings = game.royal_kinds();
        let prey = game.pieces().filter(|(kind, piece)| !piece.neutral && !kings.contains(kind));
        let prey: Vec<Kind> = prey.map(|(kind, _)| kind).collect();
        game.take_own(prey);
    },
};

/// Who is not in check may pass.
pub const PATIENCE: Plain = Plain { id: "patience", parameters: &[], build: |_, game| game.may_pass() };

/// Who has taken does not take again.
pub const FULL: Plain = Plain {
    id: "full",
    parameters: &[],
    build: |_, game| {
        let full = game.travelling_marks("full");
        game.forbid(Full(full));
        game.turn_end(Eat(full));
    },
};

struct Full(Marks);

impl Forbid for Full {
    fn forbid(&self, board: &View<'_>, bans: &mut Bans) {
        bans.steps(board.marks(self.0), board.occupied(), "it has taken before");
    }
}

struct Eat(Marks);

impl TurnEnd for Eat {
    fn when(&self) -> When {
        When::Captures
    }

    fn turn_end(&self, turn: &mut Turn<'_>) {
        let taker = turn.played().played.to().into_iter().collect::<SquareSet>() & turn.view().occupied();
        let full = turn.marks(self.0) | taker;
        turn.set_marks(self.0, full);
    }
}

/// Everybody moves twice, unless the first move gives check.
pub const TWICE: Plain = Plain {
    id: "twice",
    parameters: &[],
    build: |_, game| {
        let moved = game.counter("moved", 0, 1);
        game.fen_field(&[moved], Half);
        game.turn_end(Again(moved));
    },
};

struct Again(Counter);

impl TurnEnd for Again {
    fn when(&self) -> When {
        When::Always
    }

    fn turn_end(&self, turn: &mut Turn<'_>) {
        let mover = turn.played().mover;
        let again = turn.counter(self.0) == 0 && turn.view().checked(!mover).is_empty();
        turn.set_counter(self.0, again.into());
        if again {
            turn.set_next(mover);
        }
    }
}

/// `first` or `second`: which of a side's two moves is to be made.
struct Half;

impl FenField for Half {
    fn write(&self, values: &[u16]) -> String {
        if values == [0] { "first" } else { "second" }.to_owned()
    }

    fn read(&self, word: &str) -> Option<Vec<u16>> {
        let value = ["first", "second"].iter().position(|known| *known == word)?;
        Some(vec![value as u16])
    }
}

/// A king in a corner is not in check, but may be taken.
pub const SANCTUARY: Plain = Plain {
    id: "sanctuary",
    parameters: &[],
    build: |_, game| {
        game.royals_may_leave("taken");
        game.shelter(Corners);
    },
};

struct Corners;

impl Shelter for Corners {
    fn shelter(&self, board: &View<'_>, _: Color) -> SquareSet {
        let shape = board.geometry();
        let files = shape.file_set(0) | shape.file_set(shape.files() - 1);
        files & (shape.rank_set(0) | shape.rank_set(shape.ranks() - 1))
    }
}

/// A rule that makes sense only with check.
pub const NEEDS_CHECK: Plain = Plain { id: "needs-check", parameters: &[], build: |_, game| game.needs_check() };

/// Takes check away.
pub const NO_CHECK: Plain = Plain { id: "no-check", parameters: &[], build: |_, game| uncheck(game) };

fn uncheck(game: &mut RuleBuilder<'_>) {
    for king in game.royal_kinds() {
        game.piece_mut(king).royal = floe_core::Royal::Capture;
    }
}

/// Goes with everything but patience.
pub const HURRY: Plain =
    Plain { id: "hurry", parameters: &[], build: |_, game| game.exclude("patience", "who hurries does not wait") };
