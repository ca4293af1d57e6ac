//! The variant and the position that a command is about.

use std::io::{self, Write as _};
use std::str::FromStr;
use std::sync::Arc;

use clap::Args;
use floe_core::notation::fen;
use floe_core::{ArrayError, Game, Position, Variant};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use crate::args::whole;
use crate::fault::{Failure, Fault};
use crate::library::Library;

/// VARIANT and `--set`.
#[derive(Args, Debug)]
pub(crate) struct Chosen {
    /// The id of a variant (`floe variants` lists them), or a TOML file
    #[arg(value_name = "VARIANT")]
    pub(crate) name: String,

    #[command(flatten)]
    pub(crate) settings: Settings,
}

/// `--set`.
#[derive(Args, Debug, Default)]
pub(crate) struct Settings {
    /// Change a parameter of a rule, such as ice-age.interval=10 (repeatable)
    #[arg(long = "set", value_name = "RULE.KEY=VALUE")]
    pub(crate) list: Vec<String>,
}

/// VARIANT, `--set`, and where to start.
#[derive(Args, Debug)]
pub(crate) struct Placed {
    #[command(flatten)]
    pub(crate) chosen: Chosen,

    #[command(flatten)]
    pub(crate) start: Start,

    /// Start from the array that this seed draws
    #[arg(long, value_name = "N", conflicts_with = "fen", allow_negative_numbers = true, value_parser = whole::<u64, 0, { u64::MAX }>)]
    seed: Option<u64>,
}

/// `--fen` and `--array`.
#[derive(Args, Debug)]
pub(crate) struct Start {
    /// Start from this position instead of the variant's own start
    #[arg(long, value_name = "FEN")]
    pub(crate) fen: Option<String>,

    /// Start from the array of this number, or a random one, where the variant has many
    #[arg(long, value_name = "N|random", conflicts_with = "fen", allow_negative_numbers = true)]
    pub(crate) array: Option<Array>,
}

/// Which array of a variant that has many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Array {
    Number(u64),
    Random,
}

impl FromStr for Array {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Array, Self::Err> {
        match text.parse() {
            Ok(number) => Ok(Array::Number(number)),
            Err(_) if text.eq_ignore_ascii_case("random") => Ok(Array::Random),
            Err(_) => Err("write the number of an array, or `random`"),
        }
    }
}

impl Chosen {
    /// The variant of this name or in this file, with all settings.
    pub(crate) fn variant(&self, library: &Library) -> Result<Arc<Variant>, Failure> {
        library.variant(&self.name, &self.settings.list)
    }
}

impl Placed {
    /// The game before its first move, from the start, the given FEN or the given array.
    pub(crate) fn game(&self, library: &Library) -> Result<Game, Failure> {
        Ok(self.start(library)?.0)
    }

    /// The same, and the number of its array if it is known. What was drawn without a seed is told on the error output,
    /// so that it can be had again.
    pub(crate) fn start(&self, library: &Library) -> Result<(Game, Option<u64>), Failure> {
        let variant = self.chosen.variant(library)?;
        let array = match (self.start.array, self.seed) {
            (None, Some(_)) => Some(Array::Random),
            (Some(Array::Number(_)), Some(_)) => {
                return Err(Fault::new("an array of a given number is not drawn").hint("leave --seed out").into());
            }
            (array, _) => array,
        };
        let seed = self.seed.unwrap_or_else(seed);
        let (start, number) = Start { fen: self.start.fen.clone(), array }.position(&variant, seed)?;
        if array == Some(Array::Random) && self.seed.is_none() {
            // Nobody is hurt if this cannot be told.
            let _ = writeln!(io::stderr(), "The array comes from --seed {seed}.");
        }
        Ok((Game::from_position(variant, start), number))
    }
}

impl Start {
    /// The position of the FEN or the array, or the variant's own start; and the number of its array if it is known.
    pub(crate) fn position(&self, variant: &Variant, seed: u64) -> Result<(Position, Option<u64>), Failure> {
        let position = match (&self.fen, self.array) {
            (Some(text), _) => {
                fen::read(variant, text).map_err(|errors| Failure::Unusable(Fault::of_fen(text, errors)))?
            }
            (None, Some(array)) => {
                let number = array.number(variant, seed).map_err(Fault::of_array)?;
                return Ok((variant.start_at(number).map_err(Fault::of_array)?, Some(number)));
            }
            (None, None) => *variant.start(),
        };
        Ok((position, variant.array_of(&position)))
    }
}

impl Array {
    /// The number, drawn if it is not given.
    fn number(self, variant: &Variant, seed: u64) -> Result<u64, ArrayError> {
        match self {
            Array::Number(number) => Ok(number),
            Array::Random => {
                let mut rng = StdRng::seed_from_u64(seed);
                variant.draw_array(&mut |bound| rng.random_range(0..bound))
            }
        }
    }
}

/// A seed that nobody has chosen; a short one, since people type it.
pub(crate) fn seed() -> u64 {
    rand::random::<u32>().into()
}
