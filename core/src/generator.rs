//! Starts that are drawn anew for each game, such as those of Fischer Random.

use std::ops::RangeInclusive;

use thiserror::Error;

use crate::compile::builder::StartChange;
use crate::engine::keys::mix;
use crate::parameter::{Parameter, Values};
use crate::piece::PieceKind;
use crate::position::Position;
use crate::setup::{Setup, SetupFault};
use crate::spec::SpecFault;
use crate::variant::Variant;

/// A family of starts that a plugin offers, such as all arrays in which the king stands between the rooks.
///
/// A generator is registered once with a [`Registry`](crate::Registry); a variant uses it with `generator = ID` in
/// `[start]`, where its parameters stand too.
pub trait Generator: Send + Sync {
    /// The id in TOML: lower case, digits and dashes.
    fn id(&self) -> &'static str;

    /// The parameters, in the order in which `floe config` prints them. None may be called `fen` or `generator`.
    fn parameters(&self) -> &'static [Parameter];

    /// What is drawn, in words for `floe rules`, with these values filled in.
    fn summary(&self, values: &Values) -> String;

    /// The arrays of a variant. `fixed` is the start that its file gives, which must be one of them, without what rules
    /// change in it; `kinds` are the kinds of its men.
    ///
    /// # Errors
    /// All that does not fit, with paths such as `["start", PARAMETER]`.
    fn arrays(&self, values: &Values, fixed: &Setup, kinds: &[PieceKind]) -> Result<Box<dyn Arrays>, Vec<SpecFault>>;
}

/// Numbered starts of one variant.
pub trait Arrays: Send + Sync {
    /// The numbers of all arrays.
    fn numbers(&self) -> RangeInclusive<u64>;

    /// The start of one of these numbers, without what rules change in it. Each number has another.
    fn setup(&self, number: u64) -> Setup;

    /// The number of the only array that a setup could be, judged by its men: [`setup`](Self::setup) of that number
    /// tells whether it is. Other men may stand on squares that are empty in all arrays.
    fn number(&self, setup: &Setup) -> Option<u64>;

    /// Whether games are drawn to start from this array. All arrays are as likely as each other.
    fn is_drawn(&self, number: u64) -> bool {
        let _ = number;
        true
    }
}

/// Numbers that follow from a seed, the same on every machine, for arrays that are shuffled.
///
/// ```
/// use floe_core::generator::Numbers;
///
/// let mut numbers = Numbers::of_seed(7);
/// assert_eq!([numbers.below(10), numbers.below(10)], [7, 4]);
/// ```
pub struct Numbers {
    seed: u64,
}

impl Numbers {
    /// The numbers of a seed.
    pub fn of_seed(seed: u64) -> Numbers {
        Numbers { seed }
    }

    /// The next number, at least 0 and below a limit, each as likely, as nearly as makes no difference to a limit of 2^32.
    ///
    /// # Panics
    /// If the limit is 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        mix(&mut self.seed) % limit
    }
}

/// Why there is no such start.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ArrayError {
    /// The variant has one start only.
    #[error("{0} always starts from the same array")]
    OneStart(String),
    /// No array has this number.
    #[error("{variant} has no array {number}: its arrays are numbered from {first} to {last}")]
    OutOfRange {
        /// The name of the variant.
        variant: String,
        /// What was asked for.
        number: u64,
        /// The least number.
        first: u64,
        /// The greatest number.
        last: u64,
    },
    /// The array is no true position.
    #[error("array {number} is no position to play from: {}", .faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Unsound {
        /// Which it is.
        number: u64,
        /// All that is wrong with it.
        faults: Vec<SetupFault>,
    },
}

/// How many arrays are looked at for one from which games are drawn to start.
const TRIES: u64 = 1 << 16;

/// The arrays of a variant, ready to be drawn.
pub(crate) struct Draw {
    arrays: Box<dyn Arrays>,
    /// One that is drawn.
    known: u64,
    /// What rules change in a start.
    changes: Vec<StartChange>,
}

impl Draw {
    /// Nothing if no array is drawn, as far as can be seen.
    pub(crate) fn new(arrays: Box<dyn Arrays>, changes: Vec<StartChange>) -> Option<Draw> {
        let numbers = arrays.numbers();
        let stride = (count(&numbers) / TRIES).max(1);
        let mut spread = numbers.step_by(usize::try_from(stride).unwrap_or(usize::MAX));
        let known = spread.find(|&number| arrays.is_drawn(number))?;
        Some(Draw { arrays, known, changes })
    }

    /// Draws one of the arrays that are drawn.
    fn number(&self, random: &mut dyn FnMut(u64) -> u64) -> u64 {
        let numbers = self.arrays.numbers();
        let count = count(&numbers);
        let tries = (0..TRIES).map(|_| numbers.start() + random(count).min(count - 1));
        { tries }.find(|&number| self.arrays.is_drawn(number)).unwrap_or(self.known)
    }
}

fn count(numbers: &RangeInclusive<u64>) -> u64 {
    numbers.end().saturating_sub(*numbers.start()).saturating_add(1)
}

impl Variant {
    /// The numbers of the arrays from which a game may start; `None` where every game has the same start.
    pub fn arrays(&self) -> Option<RangeInclusive<u64>> {
        self.draw.as_ref().map(|draw| draw.arrays.numbers())
    }

    /// The position at the start of a game from the array of this number.
    ///
    /// # Errors
    /// If the variant has one start only, if there is no such array, or if it is no true position.
    pub fn start_at(&self, number: u64) -> Result<Position, ArrayError> {
        let draw = self.draw()?;
        let numbers = draw.arrays.numbers();
        if !numbers.contains(&number) {
            let (first, last) = numbers.into_inner();
            return Err(ArrayError::OutOfRange { variant: self.name().to_owned(), number, first, last });
        }
        let mut setup = draw.arrays.setup(number);
        draw.changes.iter().for_each(|change| change(&mut setup));
        self.position(&setup).map_err(|faults| ArrayError::Unsound { number, faults })
    }

    /// Draws the array of a new game and returns its number. `random` gives a number from 0 to its argument, which
    /// it does not reach, each as likely.
    ///
    /// # Errors
    /// If the variant has one start only.
    pub fn draw_array(&self, random: &mut dyn FnMut(u64) -> u64) -> Result<u64, ArrayError> {
        Ok(self.draw()?.number(random))
    }

    /// Whether [`draw_array`](Self::draw_array) may give this number.
    pub fn is_drawn(&self, number: u64) -> bool {
        self.draw.as_ref().is_some_and(|draw| draw.arrays.numbers().contains(&number) && draw.arrays.is_drawn(number))
    }

    /// The number of the array at whose start this is the position; `None` in the middle of a game, and where every
    /// game has the same start.
    pub fn array_of(&self, position: &Position) -> Option<u64> {
        let number = self.draw.as_ref()?.arrays.number(&self.setup(position))?;
        self.start_at(number).is_ok_and(|start| start == *position).then_some(number)
    }

    fn draw(&self) -> Result<&Draw, ArrayError> {
        self.draw.as_ref().ok_or_else(|| ArrayError::OneStart(self.name().to_owned()))
    }
}
