//! Rules that remember.

use floe_core::hook::{Ending, PreMove, TurnEnd, When};
use floe_core::{Color, Counter, Judge, Marks, Move, Outcome, Parameter, SquareSet, Turn, View};

use super::Plain;

/// Who has given check so often has won.
pub const CHECKS: Plain = Plain {
    id: "checks",
    parameters: &[Parameter::integer("needed", 3, 1..=9, "so many checks win")],
    build: |values, game| {
        let needed = values.integer("needed") as u16;
        let left = ["white-checks", "black-checks"].map(|name| game.counter(name, needed, needed));
        game.turn_end(CountChecks(left));
        game.ending(Checked(left));
    },
};

struct CountChecks([Counter; 2]);

impl TurnEnd for CountChecks {
    fn when(&self) -> When {
        When::Always
    }

    fn turn_end(&self, turn: &mut Turn<'_>) {
        let mover = turn.played().mover;
        let view = turn.view();
        if view.royals(!mover).iter().any(|king| !view.attackers(king, mover).is_empty()) {
            let left = self.0[mover as usize];
            let now = turn.counter(left).saturating_sub(1);
            turn.set_counter(left, now);
            turn.tell(SquareSet::EMPTY, || format!("check: {now} left"));
        }
    }
}

struct Checked([Counter; 2]);

impl Ending for Checked {
    fn outcome(&self, judge: &Judge<'_>) -> Option<Outcome> {
        let winner = Color::ALL.into_iter().find(|&color| judge.counter(self.0[color as usize]) == 0)?;
        Some(Outcome::win(winner, "the last check"))
    }
}

/// A square that a man has left is gone: nobody may go there.
pub const TRAIL: Plain = Plain {
    id: "trail",
    parameters: &[],
    build: |_, game| {
        let gone = game.marks("trail");
        game.pre_move(Avoid(gone));
        game.turn_end(Leave(gone));
    },
};

struct Avoid(Marks);

impl PreMove for Avoid {
    fn refuse(&self, board: &View<'_>, candidate: Move) -> Option<String> {
        let to = candidate.to()?;
        board.marks(self.0).contains(to).then(|| format!("{} is gone", board.geometry().name(to)))
    }
}

struct Leave(Marks);

impl TurnEnd for Leave {
    fn when(&self) -> When {
        When::Always
    }

    fn turn_end(&self, turn: &mut Turn<'_>) {
        let left: SquareSet = turn.played().played.from().into_iter().collect();
        let gone = turn.marks(self.0) | left;
        turn.set_marks(self.0, gone);
    }
}
