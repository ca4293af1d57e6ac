//! How the board ends a game.

use super::rules::{Rules, kinds_of};
use super::state::State;
use super::word::Word;
use crate::color::Color;
use crate::outcome::Outcome;
use crate::spec::{ByColor, Score};

/// The ends of a variant, compiled for sets of squares `S`.
#[derive(Clone, Debug)]
pub(crate) struct Ends<S> {
    pub(crate) stalemate: ByColor<Score>,
    pub(crate) checkmate: ByColor<Score>,
    /// The variant's own, in the order in which they are judged.
    pub(crate) own: Vec<End<S>>,
}

impl<S> Ends<S> {
    /// The same ends for other sets of squares.
    pub(crate) fn map<T>(&self, set: impl Fn(&S) -> T) -> Ends<T> {
        Ends {
            stalemate: self.stalemate.clone(),
            checkmate: self.checkmate.clone(),
            own: self.own.iter().map(|end| end.map(&set)).collect(),
        }
    }
}

/// An end of the variant's own.
#[derive(Clone, Debug)]
pub(crate) struct End<S> {
    pub(crate) name: String,
    /// Whom it may befall, by color.
    pub(crate) players: [bool; 2],
    pub(crate) condition: Condition<S>,
    pub(crate) result: Score,
}

/// What may befall a player.
#[derive(Clone, Debug)]
pub(crate) enum Condition<S> {
    /// No man of these kinds is left, on the board or in hand; `None`: no man at all.
    Gone(Option<Vec<u8>>),
    /// Nothing is left but royal men; with an answer, only while the other is to move.
    Bare { answer: bool },
    /// A man of these kinds (`None`: any) stands on one of the color's squares.
    Reach { squares: [S; 2], with: Option<Vec<u8>> },
    /// A counter stands at a value.
    Counter { index: u8, at: u16 },
}

impl<S> End<S> {
    fn map<T>(&self, set: impl Fn(&S) -> T) -> End<T> {
        let condition = match &self.condition {
            Condition::Gone(kinds) => Condition::Gone(kinds.clone()),
            Condition::Bare { answer } => Condition::Bare { answer: *answer },
            Condition::Reach { squares, with } => {
                Condition::Reach { squares: squares.each_ref().map(set), with: with.clone() }
            }
            Condition::Counter { index, at } => Condition::Counter { index: *index, at: *at },
        };
        End { name: self.name.clone(), players: self.players, condition, result: self.result }
    }

    /// The outcome, when the end has befallen some players, by color.
    fn outcome(&self, befallen: [bool; 2]) -> Outcome {
        let words = self.name.replace('-', " ");
        let player = match befallen {
            [true, false] => Color::White,
            [false, true] => Color::Black,
            _ => return Outcome::draw(words),
        };
        self.result.outcome(player, format!("{} {words}", player.name()))
    }
}

impl<W: Word> Rules<W> {
    /// Whether the board itself says that the game is over: royal men are gone, or an end of the variant's own has
    /// come. Mate and stalemate are not looked for.
    #[inline(always)]
    pub(crate) fn is_over(&self, state: &State<W>) -> bool {
        self.hooks.presence.may_be_over && self.find_over(state)
    }

    #[inline]
    fn find_over(&self, state: &State<W>) -> bool {
        let has_own = !self.ends.own.is_empty();
        Color::ALL.iter().any(|&color| self.has_lost(state, color)) || (has_own && self.end(state).is_some())
    }

    /// How the first end of the variant's own that has come ends the game.
    pub(crate) fn own_end(&self, state: &State<W>) -> Option<Outcome> {
        self.end(state).map(|(end, befallen)| end.outcome(befallen))
    }

    /// The first end of the variant's own that has come, and whom it has befallen.
    pub(crate) fn end(&self, state: &State<W>) -> Option<(&End<W>, [bool; 2])> {
        self.ends.own.iter().find_map(|end| {
            let befallen = Color::ALL.map(|color| end.players[color.index()] && self.befalls(state, end, color));
            (befallen != [false; 2]).then_some((end, befallen))
        })
    }

    fn befalls(&self, state: &State<W>, end: &End<W>, color: Color) -> bool {
        let own = state.of_color(color);
        let are_there = |kinds: &Option<Vec<u8>>, men: W| match kinds {
            None => !men.is_empty(),
            Some(kinds) => kinds_of(kinds, state).meets(men),
        };
        let hand = state.hand(color);
        let are_in_hand = |kinds: &Option<Vec<u8>>| match kinds {
            None => hand.iter().any(|&count| count > 0),
            Some(kinds) => kinds.iter().any(|&kind| hand[kind as usize] > 0),
        };
        match &end.condition {
            Condition::Gone(kinds) => !are_there(kinds, own) && !are_in_hand(kinds),
            Condition::Bare { answer } => self.is_bare(state, color) && !(*answer && self.may_answer(state, color)),
            Condition::Reach { squares, with } => are_there(with, own & squares[color.index()]),
            Condition::Counter { index, at } => state.counter(*index) == *at,
        }
    }

    fn is_bare(&self, state: &State<W>, color: Color) -> bool {
        let own = state.of_color(color);
        let empty_hand = state.hand(color).iter().all(|&count| count == 0);
        !own.is_empty() && own == self.royals_of(state, color) && empty_hand
    }

    /// Whether a bare player is to move, and the other is not bare yet.
    fn may_answer(&self, state: &State<W>, color: Color) -> bool {
        state.turn() == color && !self.is_bare(state, !color)
    }
}
