//! A game: a variant, a start, the moves, and what follows from them.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use crate::color::Color;
use crate::moves::Move;
use crate::outcome::{Event, Outcome};
use crate::position::Position;
use crate::refusal::Refusal;
use crate::spec::DrawCount;
use crate::variant::Variant;

/// A game in progress or over, with undo and redo.
///
/// Plies that were undone are kept for redo until a *different* move is played; playing the very move that redo would
/// play is a redo.
#[derive(Clone)]
pub struct Game {
    variant: Arc<Variant>,
    /// The start, and the position after each ply, those undone included.
    positions: Vec<Position>,
    /// What is known of each of these positions.
    standings: Vec<Standing>,
    /// All plies, those undone included.
    plies: Vec<Ply>,
    /// How many plies are played; the others are undone.
    played: usize,
    /// How often each key stands among `standings`.
    times: HashMap<u64, usize>,
    /// How the players, not the board, ended the game.
    ended: Option<Outcome>,
}

/// One ply of a game.
#[derive(Clone, Debug)]
pub struct Ply {
    /// The move.
    pub played: Move,
    /// The move in SAN.
    pub san: String,
    /// What hooks did.
    pub events: Vec<Event>,
}

/// What is known of a position where it stands in a game. It depends only on what came before it, so undo and redo
/// need not look again.
#[derive(Clone)]
struct Standing {
    key: u64,
    /// How often the position had stood when it came to stand here, this time included.
    times: usize,
    /// How the game ends here, on the board or by history.
    outcome: Option<Outcome>,
}

impl Game {
    /// A game from the variant's own start.
    pub fn new(variant: Arc<Variant>) -> Game {
        let start = *variant.start();
        Game::from_position(variant, start)
    }

    /// A game from any position of the variant.
    pub fn from_position(variant: Arc<Variant>, start: Position) -> Game {
        let mut game = Game {
            variant,
            positions: Vec::new(),
            standings: Vec::new(),
            plies: Vec::new(),
            played: 0,
            times: HashMap::new(),
            ended: None,
        };
        game.stand(start);
        game
    }

    /// The variant played.
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// The position from which the game was started.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The present position.
    pub fn position(&self) -> &Position {
        &self.positions[self.played]
    }

    /// The start, and the position after each ply played: one more than there are [`plies`](Self::plies).
    pub fn positions(&self) -> &[Position] {
        &self.positions[..=self.played]
    }

    /// The plies played, without those undone.
    pub fn plies(&self) -> &[Ply] {
        &self.plies[..self.played]
    }

    /// Plays a legal move. If it is not the move that [`redo`](Self::redo) would play, what was undone is forgotten.
    ///
    /// # Errors
    /// If the game is over or the move is not legal; the game stays as it was.
    pub fn play(&mut self, candidate: Move) -> Result<&Ply, Refusal> {
        if let Some(outcome) = self.outcome() {
            return Err(Refusal::GameOver(outcome.to_string()));
        }
        if self.plies.get(self.played).is_none_or(|undone| undone.played != candidate) {
            self.check(candidate)?;
            self.forget_undone();
            let san = crate::notation::san::write(&self.variant, self.position(), candidate);
            let (position, events) = self.variant.play_and_tell(self.position(), candidate);
            self.stand(position);
            self.plies.push(Ply { played: candidate, san, events });
        }
        self.played += 1;
        Ok(&self.plies[self.played - 1])
    }

    /// Takes one ply back, and with it how the players ended the game, if they did.
    pub fn undo(&mut self) -> Option<Ply> {
        self.ended = None;
        self.played = self.played.checked_sub(1)?;
        Some(self.plies[self.played].clone())
    }

    /// Takes back how the players ended the game, and no ply. Returns whether they had.
    pub fn reopen(&mut self) -> bool {
        self.ended.take().is_some()
    }

    /// Plays again what was undone; nothing if the players have ended the game.
    pub fn redo(&mut self) -> Option<&Ply> {
        if self.ended.is_some() || self.played == self.plies.len() {
            return None;
        }
        self.played += 1;
        self.plies().last()
    }

    /// How the game has ended: on the board, by history, or by the players.
    ///
    /// The board speaks first: a mate on the 75th move is a mate.
    pub fn outcome(&self) -> Option<Outcome> {
        self.ended.clone().or_else(|| self.standing().outcome.clone())
    }

    /// The draw that the side to move may claim now: the position on the board has stood often enough, or enough
    /// moves were played without a capture or a pawn move. There is nothing to claim when the game is over.
    pub fn claimable(&self) -> Option<Outcome> {
        if self.outcome().is_some() {
            return None;
        }
        self.draw_at(|count| count.claim, self.position(), self.repetitions())
    }

    /// How often the present position has stood, this time included.
    pub fn repetitions(&self) -> usize {
        self.standing().times
    }

    /// A player gives up. Does nothing if the game is over.
    pub fn resign(&mut self, loser: Color) {
        self.end(Outcome::win(!loser, format!("{} resigned", loser.name())));
    }

    /// The players agree to a draw. Does nothing if the game is over.
    pub fn agree_draw(&mut self) {
        self.end(Outcome::draw("draw agreed"));
    }

    /// Claims the draw that may be claimed. Returns whether there was one.
    pub fn claim_draw(&mut self) -> bool {
        let draw = self.claimable();
        let claimed = draw.is_some();
        self.ended = self.ended.take().or(draw);
        claimed
    }

    /// Records an end that is not on the board: on time, by an arbiter, as a file has it. Does nothing if the game is
    /// over.
    pub fn end(&mut self, outcome: Outcome) {
        if self.outcome().is_none() {
            self.ended = Some(outcome);
        }
    }

    fn standing(&self) -> &Standing {
        &self.standings[self.played]
    }

    /// Why a move is not legal here, if it is not.
    fn check(&self, candidate: Move) -> Result<(), Refusal> {
        let position = self.position();
        if self.variant.legal_moves(position).contains(&candidate) {
            return Ok(());
        }
        let known = match (candidate.from(), candidate.to(), candidate.dropped()) {
            (Some(from), Some(to), _) => self.variant.refusal(position, from, to, candidate.promotion()),
            (None, Some(to), Some(kind)) => self.variant.drop_refusal(position, kind, to),
            _ => None,
        };
        Err(known.unwrap_or_else(|| Refusal::CannotReach("it is not a move of this position".to_owned())))
    }

    fn forget_undone(&mut self) {
        self.plies.truncate(self.played);
        self.positions.truncate(self.played + 1);
        for gone in self.standings.drain(self.played + 1..) {
            // The count is there: it was raised when the position came to stand.
            self.times.entry(gone.key).and_modify(|times| *times -= 1);
        }
    }

    /// Puts a position at the end of the line and judges it.
    fn stand(&mut self, position: Position) {
        let key = self.variant.key(&position);
        let times = self.times.entry(key).or_default();
        *times += 1;
        let times = *times;
        let on_board = self.variant.outcome_after(&position, &self.positions);
        let outcome = on_board.or_else(|| self.draw_at(|count| count.end, &position, times));
        self.positions.push(position);
        self.standings.push(Standing { key, times, outcome });
    }

    /// The draw whose count (`claim` or `end`) is reached.
    fn draw_at(&self, limit: impl Fn(DrawCount) -> Option<u16>, position: &Position, times: usize) -> Option<Outcome> {
        let draws = &self.variant.laws().draws;
        let repetition = limit(draws.repetition).filter(|&limit| times >= limit.into());
        let moves = limit(draws.moves).filter(|&limit| position.halfmove_clock() >= 2 * u32::from(limit));
        repetition.map(repetition_reason).or_else(|| moves.map(moves_reason)).map(Outcome::draw)
    }
}

fn repetition_reason(times: u16) -> Cow<'static, str> {
    match times {
        3 => "threefold repetition".into(),
        4 => "fourfold repetition".into(),
        5 => "fivefold repetition".into(),
        n => format!("{n}-fold repetition").into(),
    }
}

fn moves_reason(moves: u16) -> Cow<'static, str> {
    match moves {
        50 => "fifty moves".into(),
        75 => "seventy-five moves".into(),
        1 => "1 move".into(),
        n => format!("{n} moves").into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_lower_case_words() {
        let repetition = [2, 3, 4, 5, 6].map(repetition_reason);
        assert_eq!(
            repetition,
            [
                "2-fold repetition",
                "threefold repetition",
                "fourfold repetition",
                "fivefold repetition",
                "6-fold repetition"
            ]
        );
        assert_eq!([1, 50, 60, 75].map(moves_reason), ["1 move", "fifty moves", "60 moves", "seventy-five moves"]);
    }
}
