//! The core of Floe: boards, pieces and a turn with hooks. Every game is a plugin.
//!
//! Core does no input or output and prints nothing.

pub mod betza;
mod color;
mod compile;
pub mod config;
mod engine;
pub mod game;
pub mod generator;
pub mod hook;
mod material;
mod moves;
pub mod notation;
mod outcome;
pub mod parameter;
pub mod perft;
mod piece;
mod position;
mod refusal;
mod registry;
mod rule;
pub mod search;
mod set;
mod setup;
pub mod spec;
mod square;
pub mod text;
mod trust;
mod turn;
mod variant;
pub mod verify;

pub use color::{Color, Owner};
pub use game::Game;
pub use generator::{ArrayError, Arrays, Generator};
pub use material::DrawnMaterial;
pub use moves::Move;
pub use outcome::{Event, Forecast, Outcome};
pub use parameter::{Parameter, Values};
pub use perft::{Counting, Divide, Perft};
pub use piece::{Kind, Piece, PieceKind, Royal};
pub use position::Position;
pub use refusal::Refusal;
pub use registry::Registry;
pub use rule::{FenField, Rule, RuleBuilder};
pub use set::{SquareSet, Squares};
pub use setup::{EnPassant, Setup, SetupFault};
pub use spec::Spec;
pub use square::{Geometry, Square};
pub use turn::{Appraisal, Counter, Judge, Lent, Marks, Played, Turn, View};
pub use variant::{Declared, Variant};
