//! The conformance kit: random games of any variant, and everything that must hold in each of them.
//!
//! [`Trial::run`] plays the games; [`Check`] lists what is checked. What is found is a [`Failure`]: the check, the
//! position and the move, and the shortest line that was found to show it. In the tests of a crate, the macro
//! [`conformance!`](crate::conformance) is a whole test; on the command line it is `floe verify`.
//!
//! ```
//! use floe_core::Registry;
//! use floe_core::verify::{Check, Trial};
//!
//! let registry = Registry::new().with_variant(
//!     r#"
//!     format = 1
//!     id     = "tiny"
//!     [board]
//!     files = 4
//!     ranks = 4
//!     [pieces.king]
//!     letter = "K"
//!     betza  = "K"
//!     royal  = "check"
//!     [start]
//!     fen = "3k/4/4/K3 w - - 0 1"
//!     "#,
//! );
//! let tiny = registry.variant("tiny").expect("it is registered").expect("its file is right");
//! let report = Trial { games: 2, ..Trial::default() }.run(&tiny, &registry).expect("no fault");
//! assert_eq!(report.games, 2);
//! assert!(report.times(Check::Moves) > 0);
//! ```
//!
//! # The naive generator
//! Legal moves are compared with those of a generator that is as plain as can be. It is independent of the compiled
//! tables, of bits and hashes, of pins and checkers: men walk square by square as their movement says, and every move is
//! made on a list of men to see whether a royal man is left attacked. It shares with the engine the parser of Betza's
//! notation, [`Movement::targets`](crate::betza::Movement::targets), and the description of the variant. What hooks do it
//! asks them: it calls those that refuse, judge and narrow one by one, and where hooks change the board before legality
//! is judged, it takes that board from the engine and looks for attacks on it by itself.
//!
//! # What cannot be found
//! A fault that no random game meets; one that comes of what is the same whenever the kit asks, such as the date; and one
//! in which hooks do consistently what their rule does not mean.

mod check;
mod examiner;
mod failure;
mod fresh;
mod naive;
mod random;
mod report;
mod termination;
mod trial;
mod walk;

pub use check::Check;
pub use failure::Failure;
pub use report::{Report, Skipped};
pub use termination::Termination;
pub use trial::Trial;

/// A test that plays random games of a variant and checks everything that must hold in each; see [`verify`](crate::verify).
///
/// ```
/// # fn registry() -> floe_core::Registry { floe_core::Registry::new() }
/// floe_core::conformance!(registry(), "my-game");
/// ```
///
/// The test is called `conformance`. To try more than twenty games, or to have several of these tests in one module, say
/// so:
///
/// ```
/// # fn registry() -> floe_core::Registry { floe_core::Registry::new() }
/// floe_core::conformance!(registry(), "my-game", games = 100);
/// floe_core::conformance!(registry(), "other-game", games = 20, test = the_other_game_conforms);
/// ```
#[macro_export]
macro_rules! conformance {
    ($registry:expr, $id:expr $(,)?) => {
        $crate::conformance!($registry, $id, games = 20);
    };
    ($registry:expr, $id:expr, games = $games:expr $(,)?) => {
        $crate::conformance!($registry, $id, games = $games, test = conformance);
    };
    ($registry:expr, $id:expr, games = $games:expr, test = $test:ident $(,)?) => {
        #[test]
        fn $test() {
            let registry: $crate::Registry = $registry;
            let variant = registry.variant($id).unwrap_or_else(|| panic!("there is no variant {:?}", $id));
            let variant = variant.unwrap_or_else(|errors| panic!("{errors}"));
            let trial = $crate::verify::Trial { games: $games, ..$crate::verify::Trial::default() };
            if let Err(failure) = trial.run(&variant, &registry) {
                panic!("{}: {failure}", $id);
            }
        }
    };
}
