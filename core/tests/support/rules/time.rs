//! Rules that act at clocks.

use floe_core::hook::{TurnEnd, When};
use floe_core::spec::PieceSpec;
use floe_core::{Color, Owner, Parameter, Piece, RuleBuilder, SquareSet, Turn, Values};

use super::Plain;

const CLOCK: &[Parameter] = &[
    Parameter::integer("interval", 2, 1..=1000, "it comes after every n-th move"),
    Parameter::word("of", &["both", "white", "black"], "whose moves are counted"),
];

fn clock(values: &Values) -> When {
    let every = When::every(values.integer("interval") as u16);
    match values.word("of") {
        "white" => every.moves_of(Color::White),
        "black" => every.moves_of(Color::Black),
        _ => every,
    }
}

/// A stone: nobody's man, which everybody may take.
pub fn stone(game: &mut RuleBuilder<'_>) -> Piece {
    let stone = PieceSpec { name: "stone".into(), letter: "*".into(), neutral: true, ..PieceSpec::default() };
    Piece::new(game.piece(stone), Owner::Neutral)
}

/// On the first empty square a stone appears, and stands in the way.
pub const STONES: Plain = Plain {
    id: "stones",
    parameters: CLOCK,
    build: |values, game| {
        let stone = stone(game);
        game.turn_end(Stones { when: clock(values), stone });
    },
};

struct Stones {
    when: When,
    stone: Piece,
}

impl TurnEnd for Stones {
    fn when(&self) -> When {
        self.when
    }

    fn turn_end(&self, turn: &mut Turn<'_>) {
        let first: SquareSet = turn.empty().iter().take(1).collect();
        let names = turn.view().geometry().names(first).join(" ");
        turn.tell(first, || format!("a stone on {names}"));
        turn.put(first, self.stone);
    }
}

/// All stones are blown away, and who stood behind one is not safe any more.
pub const WIND: Plain = Plain {
    id: "wind",
    parameters: CLOCK,
    build: |values, game| {
        game.royals_may_leave("blown away");
        let stone = stone(game);
        game.turn_end(Wind { when: clock(values), stone });
    },
};

struct Wind {
    when: When,
    stone: Piece,
}

impl TurnEnd for Wind {
    fn when(&self) -> When {
        self.when
    }

    fn turn_end(&self, turn: &mut Turn<'_>) {
        let stones = turn.of(self.stone.kind);
        turn.tell(stones, || "the wind blows".to_owned());
        turn.clear(stones);
    }
}

/// Mate is judged before turns end.
pub const EARLY_MATE: Plain =
    Plain { id: "early-mate", parameters: &[], build: |_, game| game.judge_mate_before_turn_end() };

/// Legality is judged when turns have ended.
pub const LATE_LAW: Plain =
    Plain { id: "late-law", parameters: &[], build: |_, game| game.judge_legality_after_turn_end() };
