//! Rules that refuse, narrow, judge and end.

use floe_core::hook::{Choice, Choices, Ending, Legality, PreMove, Verdict};
use floe_core::{Color, Judge, Move, Outcome, Parameter, View};

use super::Plain;

/// Nobody goes back.
pub const NO_RETREAT: Plain = Plain { id: "no-retreat", parameters: &[], build: |_, game| game.pre_move(NoRetreat) };

struct NoRetreat;

impl PreMove for NoRetreat {
    fn refuse(&self, board: &View<'_>, candidate: Move) -> Option<String> {
        let rank = |square| board.geometry().rank_of(board.to_move(), square);
        let (from, to) = candidate.from().zip(candidate.to())?;
        (rank(to) < rank(from)).then(|| "nobody goes back".to_owned())
    }
}

/// Says nothing, but makes core play each move to judge it.
pub const UNDECIDED: Plain = Plain { id: "undecided", parameters: &[], build: |_, game| game.legality(Undecided) };

struct Undecided;

impl Legality for Undecided {
    fn judge(&self, _: &View<'_>, _: Color) -> Verdict {
        Verdict::Undecided
    }
}

/// Kings may stay attacked, and be taken.
pub const RECKLESS: Plain = Plain {
    id: "reckless",
    parameters: &[],
    build: |_, game| {
        game.royals_may_leave("taken");
        game.legality(Reckless);
    },
};

struct Reckless;

impl Legality for Reckless {
    fn judge(&self, _: &View<'_>, _: Color) -> Verdict {
        Verdict::Legal
    }
}

/// Nobody may give check.
pub const PEACE: Plain = Plain { id: "peace", parameters: &[], build: |_, game| game.legality(Peace) };

struct Peace;

impl Legality for Peace {
    fn judge(&self, board: &View<'_>, mover: Color) -> Verdict {
        let attacked = |king| !board.attackers(king, mover).is_empty();
        if board.royals(!mover).iter().any(attacked) {
            return Verdict::Illegal("giving check is not allowed".to_owned());
        }
        Verdict::Undecided
    }
}

/// The same, said to core.
pub const NO_CHECKS: Plain =
    Plain { id: "no-checks", parameters: &[], build: |_, game| game.no_checks("giving check is not allowed") };

/// Who can take must; ice and stones are not taken.
pub const MUST_CAPTURE: Plain =
    Plain { id: "must-capture", parameters: &[], build: |_, game| game.choice(MustCapture) };

/// The same, said to core.
pub const CAPTURES_FIRST: Plain =
    Plain { id: "captures-first", parameters: &[], build: |_, game| game.captures_first("a capture must be made") };

struct MustCapture;

fn takes(board: &View<'_>, candidate: Move) -> bool {
    board.captured(candidate).is_some_and(|(_, man)| man.owner.color().is_some())
}

impl Choice for MustCapture {
    fn narrow(&self, board: &View<'_>, moves: &mut Choices<'_>) {
        if moves.iter().any(|&candidate| takes(board, candidate)) {
            moves.keep("a capture must be made", |candidate| takes(board, candidate));
        }
    }
}

/// Who can do without taking must.
pub const QUIET_FIRST: Plain = Plain { id: "quiet-first", parameters: &[], build: |_, game| game.choice(QuietFirst) };

struct QuietFirst;

impl Choice for QuietFirst {
    fn narrow(&self, board: &View<'_>, moves: &mut Choices<'_>) {
        if moves.iter().any(|&candidate| !takes(board, candidate)) {
            moves.keep("there is a move that takes nothing", |candidate| !takes(board, candidate));
        }
    }
}

/// Whose king stands on one of the four middle squares has won.
pub const HILL: Plain = Plain { id: "hill", parameters: &[], build: |_, game| game.ending(Hill) };

struct Hill;

impl Ending for Hill {
    fn outcome(&self, judge: &Judge<'_>) -> Option<Outcome> {
        let board = judge.geometry();
        let middle = |line: u8, lines: u8| line == lines / 2 || line == (lines - 1) / 2;
        let there = |color: &Color| {
            let kings = judge.royals(*color);
            kings.iter().any(|king| middle(board.file(king), board.files()) && middle(board.rank(king), board.ranks()))
        };
        let winner = Color::ALL.into_iter().find(there)?;
        Some(Outcome::win(winner, format!("{} king on the hill", winner.name())))
    }
}

/// Who has fewer legal moves than `least` has lost.
pub const FREEDOM: Plain = Plain {
    id: "freedom",
    parameters: &[Parameter::integer("least", 3, 1..=100, "so many moves one must have")],
    build: |values, game| game.ending(Freedom(values.integer("least") as usize)),
};

struct Freedom(usize);

impl Ending for Freedom {
    fn outcome(&self, judge: &Judge<'_>) -> Option<Outcome> {
        let us = judge.to_move();
        (judge.legal_moves().len() < self.0).then(|| Outcome::win(!us, format!("{} has no freedom", us.name())))
    }
}

/// When the same men stand again as two plies before, with nothing taken in between, the game is drawn.
pub const ECHO: Plain = Plain { id: "echo", parameters: &[], build: |_, game| game.ending(Echo) };

struct Echo;

impl Ending for Echo {
    fn outcome(&self, judge: &Judge<'_>) -> Option<Outcome> {
        let history = judge.history();
        let before = history.get(history.len().checked_sub(4)?)?;
        let squares = judge.geometry().squares();
        let same = squares.iter().all(|square| before.at(square) == judge.at(square));
        same.then(|| Outcome::draw("an echo"))
    }
}

/// First to bring a king to the last rank wins; Black, when White is there first, may follow with his next move, and
/// then it is a draw.
pub const RACE: Plain = Plain { id: "race", parameters: &[], build: |_, game| game.ending(Race) };

struct Race;

impl Ending for Race {
    fn outcome(&self, judge: &Judge<'_>) -> Option<Outcome> {
        let goal = judge.geometry().rank_set(judge.geometry().ranks() - 1);
        let there = |color| !(judge.royals(color) & goal).is_empty();
        let follows = |legal: &Move| {
            let king = legal.from().is_some_and(|from| judge.royals(Color::Black).contains(from));
            king && legal.to().is_some_and(|to| goal.contains(to))
        };
        match Color::ALL.map(there) {
            [false, false] => None,
            [true, true] => Some(Outcome::draw("both kings arrived")),
            [false, true] => Some(Outcome::win(Color::Black, "black king arrived")),
            [true, false] if judge.to_move() == Color::Black && judge.legal_moves().iter().any(follows) => None,
            [true, false] => Some(Outcome::win(Color::White, "white king arrived")),
        }
    }
}
