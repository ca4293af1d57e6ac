//! What `go` asks for.

use std::time::Duration;

use floe_core::notation::uci;
use floe_core::search::{GameClock, Limits};
use floe_core::{Color, Position, Variant};

/// What `go` asks for.
#[derive(Clone, Debug, Default)]
pub(super) struct Go {
    pub(super) limits: Limits,
    /// Think in the other side's time.
    pub(super) ponder: bool,
    /// Count leaves instead.
    pub(super) perft: Option<u32>,
    /// Whether the search ends by itself.
    pub(super) is_bounded: bool,
}

/// The words that may follow `go`: each ends the list of moves after `searchmoves`.
const WORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

impl Go {
    /// Reads the words after `go`. What is not understood is passed over, as the protocol says.
    pub(super) fn read<'w>(words: impl Iterator<Item = &'w str>, variant: &Variant, position: &Position) -> Go {
        let mut words = words.peekable();
        let mut go = Go::default();
        let (mut left, mut increment, mut moves_to_go) = ([None; 2], [Duration::ZERO; 2], None);
        while let Some(word) = words.next() {
            let mut number = || words.next_if(|word| !WORDS.contains(word)).and_then(|word| word.parse::<i64>().ok());
            let time = |number: Option<i64>| number.map(|number| Duration::from_millis(number.max(0) as u64));
            let count = |number: Option<i64>| number.map(|number| number.clamp(1, i64::from(u32::MAX)) as u32);
            match word {
                "wtime" => left[0] = time(number()),
                "btime" => left[1] = time(number()),
                "winc" => increment[0] = time(number()).unwrap_or_default(),
                "binc" => increment[1] = time(number()).unwrap_or_default(),
                "movestogo" => moves_to_go = count(number()),
                "depth" => go.limits.depth = count(number()),
                "nodes" => go.limits.nodes = number().map(|number| number.max(1) as u64),
                "mate" => go.limits.mate = count(number()),
                "movetime" => go.limits.time = time(number()),
                "perft" => go.perft = count(number()),
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    while let Some(text) = words.next_if(|word| !WORDS.contains(word)) {
                        go.limits.moves.extend(uci::read(variant, position, text));
                    }
                }
                _ => {}
            }
        }
        let turn = position.turn();
        let own = left[usize::from(turn == Color::Black)];
        go.limits.clock = own.map(|own| GameClock::of(turn, [own; 2], increment, moves_to_go));
        let Limits { depth, nodes, time, clock, mate, .. } = &go.limits;
        go.is_bounded = depth.is_some() || nodes.is_some() || time.is_some() || clock.is_some() || mate.is_some();
        go
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &str) -> Go {
        let chess = floe_variants::registry().variant("chess").expect("it is known").expect("it is sound");
        Go::read(words.split_whitespace(), &chess, chess.start())
    }

    #[test]
    fn every_form_is_read() {
        let go = read("wtime 1000 btime 2000 winc 10 binc 20 movestogo 5 searchmoves e2e4 e7e5 d2d4 ponder");
        let clock = go.limits.clock.expect("it is there");
        assert_eq!((clock.left.as_millis(), clock.increment.as_millis(), clock.moves_to_go), (1000, 10, Some(5)));
        assert!(go.ponder && go.is_bounded);
        assert_eq!(go.limits.moves.len(), 2);
        assert!(!read("infinite").is_bounded && !read("").is_bounded && read("mate 3").is_bounded);
        assert_eq!(read("perft 3").perft, Some(3));
    }

    #[test]
    fn nonsense_is_passed_over() {
        let go = read("wtime -50 depth x nodes depth 4 movetime");
        assert_eq!(go.limits.clock.map(|clock| clock.left), Some(Duration::ZERO));
        assert_eq!((go.limits.depth, go.limits.nodes, go.limits.time), (Some(4), None, None));
    }
}
