//! The computer as a player: one search for every variant.
//!
//! It knows nothing of any game: moves, turns and ends are the variant's own, so that an event at the end of a turn is
//! simply seen when it lies within the depth. What it thinks of a board follows from how men move on it.
//!
//! - `task`, `root`, `tree`: what is to be done, deeper and deeper, line by line
//! - `quiescence`, `ends`: how lines end: when the board is quiet, or the game is over
//! - `habits`: what may be taken for granted in a variant
//! - `order`, `memory`, `exchange`: which move is looked at first
//! - `table`: what is known of positions, shared by threads
//! - `evaluation`: what a board is worth
//! - `level`: playing worse than one could
//!
//! ```
//! use std::sync::Arc;
//!
//! use floe_core::search::{Control, Limits, Score, Searcher};
//! use floe_core::{Game, notation::fen};
//! # fn think(chess: Arc<floe_core::Variant>) -> Result<(), Box<dyn std::error::Error>> {
//! let mated = fen::read(&chess, "7k/8/6K1/8/8/8/8/R7 w - - 0 1")?;
//! let game = Game::from_position(chess.clone(), mated);
//! let answer = Searcher::new(chess)?.search(&game, &Limits::depth(4), &Control::new(), &mut |_| {});
//! assert_eq!(answer.score(), Some(Score::Mate(1)));
//! # Ok(())
//! # }
//! ```

mod control;
mod ends;
pub(crate) mod evaluation;
mod exchange;
mod habits;
mod level;
mod limits;
mod memory;
mod order;
mod quiescence;
mod report;
mod root;
mod score;
mod table;
mod task;
mod tree;

use std::sync::Arc;

pub use self::control::Control;
pub use self::level::Level;
pub use self::limits::{GameClock, Limits};
pub use self::report::{Answer, Report};
pub use self::score::Score;
use self::table::Table;
pub(crate) use self::task::Task;
use crate::game::Game;
use crate::perft::NoMemory;
use crate::piece::Kind;
use crate::position::Position;
use crate::variant::Variant;

/// The memory that a searcher has unless more is asked for, in MiB.
pub const USUAL_HASH: usize = 16;

/// A player of one variant. It keeps what it has found out for the next move.
pub struct Searcher {
    variant: Arc<Variant>,
    table: Table,
    threads: usize,
    level: Option<(Level, u64)>,
    with_rules: bool,
}

impl Searcher {
    /// One thread at full strength.
    ///
    /// # Errors
    /// If there is no memory for its hash of [`USUAL_HASH`] MiB.
    pub fn new(variant: Arc<Variant>) -> Result<Searcher, NoMemory> {
        let table = Table::new(USUAL_HASH)?;
        let start = variant.start().0.state();
        // What boards are judged by is worked out now, not in the time of the first move.
        variant.engine.judge(start, start, false);
        Ok(Searcher { variant, table, threads: 1, level: None, with_rules: true })
    }

    /// Remembers positions in so many MiB.
    ///
    /// # Errors
    /// If there is not so much memory.
    pub fn with_hash(mut self, mebibytes: usize) -> Result<Searcher, NoMemory> {
        self.table = Table::new(mebibytes)?;
        Ok(self)
    }

    /// Searches with so many threads; 0 acts as 1. With more than one, the same search may find another line.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Searcher {
        self.threads = threads.max(1);
        self
    }

    /// Plays at a level. With one thread and limits that no clock has a part in, the same seed plays the same moves.
    #[must_use]
    pub fn with_level(mut self, level: Level, seed: u64) -> Searcher {
        self.level = Some((level, seed));
        self
    }

    /// Leaves out what rules add to the judgement of a board.
    #[must_use]
    pub fn without_rule_terms(mut self) -> Searcher {
        self.with_rules = false;
        self
    }

    /// The variant that it plays.
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// Forgets what it has found out.
    pub fn forget(&self) {
        self.table.clear();
    }

    /// Looks for the best move in a game. After every depth it tells its best lines. There is none when the game is
    /// over.
    ///
    /// # Panics
    /// If the game is of another variant.
    pub fn search(&self, game: &Game, limits: &Limits, control: &Control, tell: &mut dyn FnMut(&Report)) -> Answer {
        if game.outcome().is_some() {
            return Answer::default();
        }
        let level = self.level.map(|(level, _)| level);
        let most = [limits.nodes, level.and_then(Level::nodes)];
        let limits = Limits { nodes: most.into_iter().flatten().min(), ..limits.clone() };
        let (root, before) = (game.position(), &game.positions()[..game.plies().len()]);
        let task = Task {
            variant: &self.variant,
            root,
            history: before.iter().map(|position| self.variant.key(position)).collect(),
            table: &self.table,
            limits: &limits,
            control,
            threads: self.threads,
            handicap: self.level.and_then(|(level, seed)| level.handicap(seed)),
            with_rules: self.with_rules,
        };
        self.variant.engine.think(&task, tell)
    }

    /// What a position is worth at first sight, to the side to move.
    pub fn judge(&self, position: &Position) -> Score {
        let start = self.variant.start().0.state();
        Score::of(self.variant.engine.judge(start, position.0.state(), self.with_rules))
    }
}

impl Variant {
    /// What a man of a kind is worth to the computer, in centipawns: what the variant says, else what follows from its
    /// movement on this board. Neutral men are worth nothing.
    pub fn value(&self, kind: Kind) -> i32 {
        self.engine.value(self.start().0.state(), kind)
    }
}
