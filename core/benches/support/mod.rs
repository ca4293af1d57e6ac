//! The positions that are measured, and the rules that are laid over chess to measure what hooks cost.
#![allow(dead_code, unreachable_pub, reason = "each bench uses a part of this")]

use std::fmt;
use std::sync::Arc;

use floe_core::hook::{TurnEnd, When};
use floe_core::notation::fen;
use floe_core::{Parameter, Position, Registry, Rule, RuleBuilder, Turn, Values, Variant, config};

/// Chess from its start.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// A position of chess with all kinds of move, by Peter McKenzie.
pub const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// A position to measure, and how deep its leaves are counted: a few hundred thousand of them, or a few million.
pub struct Place {
    pub name: &'static str,
    pub game: Game,
    /// Empty: the game's own start.
    pub fen: &'static str,
    pub depth: u32,
}

/// The game of a place.
pub enum Game {
    /// A bundled one, by its id.
    Bundled(&'static str),
    /// What a file says besides `format`, `id` and `name`.
    File(&'static str),
}

use Game::{Bundled, File};

const fn place(name: &'static str, game: Game, fen: &'static str, depth: u32) -> Place {
    Place { name, game, fen, depth }
}

/// Every place. A game that is new in the registry takes one line.
pub const PLACES: &[Place] = &[
    place("chess, start", Bundled("chess"), START, 5),
    place("chess, Kiwipete", Bundled("chess"), KIWIPETE, 4),
    place("chess, endgame", Bundled("chess"), "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5),
    place("chess, promotions", Bundled("chess"), "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4),
    place("chess, check", Bundled("chess"), "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4),
    place(
        "chess, middle game",
        Bundled("chess"),
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        4,
    ),
    place(
        "Fischer Random",
        Bundled("fischer-random"),
        "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
        4,
    ),
    place("Ice Age, start", Bundled("ice-age"), "", 5),
    place(
        "Ice Age, after an Ice Age",
        Bundled("ice-age"),
        "^^^q1rk^/^^^bpp^^/^^^p1bP^/^^^^n^^^/^^^^P^^^/^Nr^^P^^/PPPQ^^^^/1K1R^^^^ w - - 0 21",
        4,
    ),
    place("Ice Age, every move", File("extends = \"ice-age\"\n[rules.ice-age]\ninterval = 1"), "", 5),
    place("Capablanca", Bundled("capablanca"), "", 4),
    place("Grand", Bundled("grand"), "", 3),
    place("Loop", Bundled("loop"), "", 4),
    place("Three Checks", Bundled("three-checks"), "", 4),
    place("Anti", Bundled("anti"), "", 4),
    place("Racing Kings", Bundled("racing-kings"), "", 4),
    place("Atomic", Bundled("atomic"), "", 4),
    place("16 × 16", File(SIXTEEN), "", 4),
    place("1 idle hook with a clock", File("extends = \"chess\"\n[rules.idle]\nclocks = 1"), START, 5),
    place("10 idle hooks with clocks", File("extends = \"chess\"\n[rules.idle]\nclocks = 10"), START, 5),
    place("1 idle hook every turn", File("extends = \"chess\"\n[rules.idle]\nalways = 1"), START, 5),
    place("10 idle hooks every turn", File("extends = \"chess\"\n[rules.idle]\nalways = 10"), START, 5),
];

/// Chess on the largest board, with two sets of men a side and one king.
const SIXTEEN: &str = r#"
extends  = "chess"
castling = false
board    = { files = 16, ranks = 16 }
[start]
fen = "rnbqrnbkqbnrqbnr/pppppppppppppppp/16/16/16/16/16/16/16/16/16/16/16/16/PPPPPPPPPPPPPPPP/RNBQRNBKQBNRQBNR w - - 0 1"
"#;

impl Place {
    /// Whether it is one of chess, which others play too.
    pub fn plays_chess(&self) -> bool {
        matches!(self.game, Bundled("chess"))
    }

    /// The variant and the position.
    pub fn load(&self) -> (Arc<Variant>, Position) {
        let registry = registry();
        let variant = match self.game {
            Bundled(id) => registry.variant(id).unwrap_or_else(|| panic!("there is no variant {id}")),
            File(text) => {
                let text = format!("format = 1\nid = \"measured\"\nname = \"Measured\"\n{text}");
                config::load(&text, self.name, &registry)
            }
        };
        let variant = variant.unwrap_or_else(|errors| panic!("{errors}"));
        let position = match self.fen {
            "" => *variant.start(),
            text => fen::read(&variant, text).unwrap_or_else(|errors| panic!("{text}: {errors}")),
        };
        (variant, position)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The bundled games, and the rule [`Idle`].
pub fn registry() -> Registry {
    floe_variants::registry().with_rule(Idle)
}

/// Hooks that do nothing: some with clocks that strike later than anybody counts, some at the end of every turn.
struct Idle;

impl Rule for Idle {
    fn id(&self) -> &'static str {
        "idle"
    }

    fn parameters(&self) -> &'static [Parameter] {
        const {
            &[
                Parameter::integer("clocks", 0, 0..=10, "hooks with a clock"),
                Parameter::integer("always", 0, 0..=10, "hooks that act on every turn"),
            ]
        }
    }

    fn summary(&self, _: &Values) -> String {
        "Nothing happens.".into()
    }

    fn build(&self, values: &Values, game: &mut RuleBuilder<'_>) {
        for hook in 0..values.integer("clocks") as u16 {
            game.turn_end(Nothing(When::every(40 + hook)));
        }
        for _ in 0..values.integer("always") {
            game.turn_end(Nothing(When::Always));
        }
    }
}

struct Nothing(When);

impl TurnEnd for Nothing {
    fn when(&self) -> When {
        self.0
    }

    fn turn_end(&self, _: &mut Turn<'_>) {}
}
