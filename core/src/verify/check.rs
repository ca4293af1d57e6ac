//! What is checked.

use std::fmt;

/// One of the things that are checked in every random game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Check {
    /// The legal moves are those of the naive generator.
    Moves,
    /// Every legal move can be played, and leads where it says.
    Plays,
    /// No hook changes the board on a turn on which it says that it does not act.
    Idle,
    /// What hooks do does not depend on whether somebody listens, and what they tell is fit to be read.
    Told,
    /// What is not listed as legal is refused with a reason, and nothing else is.
    Refusals,
    /// The hash is what the position hashes to afresh.
    Hash,
    /// What the key leaves out changes nothing: positions that count as repeated have the same future.
    Key,
    /// Every position is one that could be set up: royal men, castling rights, pawns and counters are as they must be.
    Sound,
    /// A position is what its FEN says.
    Fen,
    /// A move is what its SAN says.
    San,
    /// A move is what its UCI coordinates say.
    Uci,
    /// The same question has the same answer: asked twice, in another order, and of the variant compiled afresh.
    Determinism,
    /// A game goes on as long as it has moves, and ends where it must.
    Ends,
    /// Undo and redo lead through the same positions.
    Undo,
    /// No hook panics.
    Panics,
}

impl Check {
    /// All checks, in the order in which reports list them.
    pub const ALL: [Check; 15] = [
        Check::Moves,
        Check::Plays,
        Check::Idle,
        Check::Told,
        Check::Refusals,
        Check::Hash,
        Check::Key,
        Check::Sound,
        Check::Fen,
        Check::San,
        Check::Uci,
        Check::Determinism,
        Check::Ends,
        Check::Undo,
        Check::Panics,
    ];

    /// The check in one word.
    pub const fn name(self) -> &'static str {
        match self {
            Check::Moves => "moves",
            Check::Plays => "plays",
            Check::Idle => "idle",
            Check::Told => "told",
            Check::Refusals => "refusals",
            Check::Hash => "hash",
            Check::Key => "key",
            Check::Sound => "sound",
            Check::Fen => "fen",
            Check::San => "san",
            Check::Uci => "uci",
            Check::Determinism => "determinism",
            Check::Ends => "ends",
            Check::Undo => "undo",
            Check::Panics => "panics",
        }
    }

    /// What holds where the check passes, in words.
    pub const fn meaning(self) -> &'static str {
        match self {
            Check::Moves => "the legal moves are those of a naive generator",
            Check::Plays => "every legal move leads where it says",
            Check::Idle => "hooks act only when they say so",
            Check::Told => "hooks do the same whether somebody listens or not",
            Check::Refusals => "what is not legal is refused with a reason",
            Check::Hash => "the hash is that of the position made afresh",
            Check::Key => "what repetition leaves out changes nothing",
            Check::Sound => "royal men, rights, pawns and counters are as they must be",
            Check::Fen => "positions are what their FEN says",
            Check::San => "moves are what their SAN says",
            Check::Uci => "moves are what their coordinates say",
            Check::Determinism => "the same question has the same answer",
            Check::Ends => "games go on while they can, and end where they must",
            Check::Undo => "undo and redo lead through the same positions",
            Check::Panics => "no hook panics",
        }
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
