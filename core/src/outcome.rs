//! How games end, and what happens on the way.

use std::borrow::Cow;
use std::fmt;

use crate::color::Color;
use crate::spec::Score;
use crate::square::Square;

/// The end of a game: who won, and why.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The winner; `None` is a draw.
    pub winner: Option<Color>,
    /// Why, in lower case: `checkmate`, `stalemate`, `white king frozen`, `threefold repetition`.
    pub reason: Cow<'static, str>,
}

impl Outcome {
    /// A win.
    pub fn win(winner: Color, reason: impl Into<Cow<'static, str>>) -> Outcome {
        Outcome { winner: Some(winner), reason: reason.into() }
    }

    /// A draw.
    pub fn draw(reason: impl Into<Cow<'static, str>>) -> Outcome {
        Outcome { winner: None, reason: reason.into() }
    }

    /// The result as PGN writes it: `1-0`, `0-1` or `1/2-1/2`.
    pub fn result(&self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl Score {
    /// The outcome when this befalls a player.
    pub(crate) fn outcome(self, player: Color, reason: impl Into<Cow<'static, str>>) -> Outcome {
        match self {
            Score::Win => Outcome::win(player, reason),
            Score::Draw => Outcome::draw(reason),
            Score::Loss => Outcome::win(!player, reason),
        }
    }
}

/// Result and reason as people write them: `0-1, checkmate`, `1-0, Black resigned`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let player = Color::ALL.into_iter().find_map(|color| Some((color, self.reason.strip_prefix(color.name())?)));
        match player {
            Some((color, rest)) if rest.starts_with(' ') => write!(f, "{}, {color}{rest}", self.result()),
            _ => write!(f, "{}, {}", self.result(), self.reason),
        }
    }
}

/// Something that a hook did, for people to see.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Event {
    /// The ply after which it happened: 1 is White's first move by the full-move number.
    pub ply: u32,
    /// The id of the rule whose hook it was.
    pub rule: String,
    /// What happened, in one line: `frozen: black rook h8`.
    pub text: String,
    /// The squares that it concerns, in the order of their numbers.
    pub squares: Vec<Square>,
}

/// The next thing that a hook will do at a clock, if no man moves until then.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Forecast {
    /// How many plies are to be played until then; 1 is: after the next ply.
    pub plies: u32,
    /// The ids of the rules whose hooks act then.
    pub rules: Vec<String>,
    /// What would happen if it came on the present board.
    pub events: Vec<Event>,
}
