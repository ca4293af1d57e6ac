//! Odd games, drawn at random and the same for the same seed: boards of every word, cylinders and holes; compounds,
//! riders of every kind, lame leapers; none, one or two royal men a side; pawns, promotion and castling.

use floe_core::spec::{
    BoardSpec, ByColor, CastlingSpec, CastlingTarget, DrawsSpec, EndsSpec, NamesSpec, PieceSpec, PromotionSpec,
    RuleSpec, Spec, SpecFault, StartSpec,
};
use floe_core::{Move, Position, Registry, Royal, Values, Variant};
use rand::prelude::*;

/// Files, ranks, whether they wrap, and how many holes there are.
const BOARDS: [(u8, u8, bool, usize); 15] = [
    (8, 8, false, 0),
    (8, 8, false, 3),
    (8, 8, true, 0),
    (6, 4, false, 0),
    (7, 5, false, 1),
    (5, 6, true, 1),
    (3, 9, false, 0),
    (3, 7, true, 0),
    (4, 8, true, 1),
    (10, 8, false, 0),
    (10, 10, false, 4),
    (9, 11, true, 2),
    (12, 12, false, 0),
    (16, 16, false, 6),
    (16, 9, true, 2),
];

/// Movements whose attacks are leaps and lines.
const PLAIN: &[&str] = &[
    "R", "B", "Q", "N", "QN", "RN", "BN", "CB", "NN", "BNN", "QNN", "WD", "FA", "RW", "BF", "RD", "BA", "R3", "B2",
    "RW2", "R4B", "W2F3", "C", "Z", "H", "G", "(1,4)", "DD", "AA", "CC", "ND", "fRbB", "mRcB", "mBcN", "cRmN", "fNbR",
    "N2", "sRvN", "mQcK", "RDD", "fBbRN",
];

/// Movements whose attacks must be walked.
const WALKED: &[&str] = &["nN", "nA", "nD", "nZ", "nNN", "jD", "jA", "jDnN", "nNR", "mRcnN"];

const KINGS: &[&str] = &["K", "K", "K", "KAD", "KN", "N", "W", "F", "B2W", "mKcW"];

/// How many games to draw, where one run of the tests draws `games`.
pub fn times(games: u64) -> u64 {
    games * std::env::var("FLOE_ODD_GAMES").map_or(1, |text| text.parse().expect("FLOE_ODD_GAMES is a number"))
}

/// What a drawn game may have.
#[derive(Clone, Copy)]
pub struct Taste {
    pub walked: bool,
    pub royals: usize,
    pub royal: Royal,
    pub castling: bool,
}

impl Taste {
    pub fn any(rng: &mut StdRng) -> Taste {
        Taste {
            walked: rng.random_bool(0.2),
            royals: *[0, 1, 1, 1, 2].choose(rng).expect("some"),
            royal: if rng.random_bool(0.8) { Royal::Check } else { Royal::Capture },
            castling: rng.random_bool(0.4),
        }
    }
}

/// A drawn game with rules laid over it, each with its default parameters but for a short interval.
pub fn variant(rng: &mut StdRng, registry: &Registry, taste: Taste, rules: &[&str]) -> (Spec, Variant) {
    loop {
        let mut spec = draw(rng, taste);
        spec.rules = rules.iter().map(|id| with_values(rng, registry, id)).collect();
        match Variant::compile(spec.clone(), registry) {
            Ok(variant) if variant.outcome(variant.start()).is_none() => return (spec, variant),
            // Rules cannot be laid over a game that is over before it begins.
            Ok(_) => {}
            // Men that stand at random may give check to the wrong side, and double steps may meet round a cylinder.
            Err(faults) => {
                let expected = |fault: &SpecFault| fault.path[0] == "start" || fault.path[2] == "en_passant";
                assert!(faults.iter().all(expected), "{faults:?} {spec:#?}");
            }
        }
    }
}

fn with_values(rng: &mut StdRng, registry: &Registry, id: &str) -> RuleSpec {
    let rule = registry.rule(id).expect("it is registered");
    let mut values = Values::defaults(rule.parameters());
    values.set("interval", floe_core::parameter::Value::Integer(rng.random_range(1..=4)));
    let of = *["both", "white", "black"].choose(rng).expect("three");
    values.set("of", floe_core::parameter::Value::Word(of.into()));
    RuleSpec { id: id.to_owned(), values }
}

fn draw(rng: &mut StdRng, taste: Taste) -> Spec {
    let &(files, ranks, wrap, holes) = BOARDS.choose(rng).expect("boards");
    let mut board = Board::new(files, ranks);
    let holes: Vec<String> = (0..holes)
        .map(|_| {
            let (file, rank) = (rng.random_range(0..files), rng.random_range(0..ranks));
            board.squares[rank as usize][file as usize] = HOLE;
            format!("{}{}", (b'a' + file) as char, rank + 1)
        })
        .collect();
    let pieces = pieces(rng, taste, ranks);
    let castling = taste.castling && taste.royals > 0 && (8..=10).contains(&files) && holes.is_empty();
    board.fill(rng, taste, &pieces, castling);
    let last = |back: u8| (b'a' + files - 1 - back) as char;
    let target = |king, rook| CastlingTarget { king, rook };
    let castling = castling.then(|| CastlingSpec {
        king: "king".into(),
        rook: "rook".into(),
        free: rng.random_bool(0.3),
        a_side: vec![target('c', 'd'), target('b', 'c')],
        h_side: vec![target(last(1), last(2))],
    });
    Spec {
        id: "odd".into(),
        name: "Odd".into(),
        aliases: Vec::new(),
        summary: String::new(),
        board: BoardSpec { files, ranks, wrap, holes },
        pieces,
        start: StartSpec::fixed(format!("{} w {} - 0 1", board.fen(), if castling.is_some() { "KQkq" } else { "-" })),
        castling,
        ends: EndsSpec::default(),
        draws: DrawsSpec::default(),
        rules: Vec::new(),
        names: NamesSpec::default(),
    }
}

fn pieces(rng: &mut StdRng, taste: Taste, ranks: u8) -> Vec<PieceSpec> {
    let piece = |name: &str, letter: &str, betza: &str, royal| PieceSpec {
        name: name.into(),
        letter: letter.into(),
        betza: betza.into(),
        royal,
        ..PieceSpec::default()
    };
    let mut pieces = vec![piece("rook", "R", "R", Royal::No)];
    for (name, letter) in [("ant", "A"), ("bear", "B"), ("cat", "C"), ("knight", "N"), ("bishop", "D")] {
        let words = if taste.walked && rng.random_bool(0.5) { WALKED } else { PLAIN };
        pieces.push(piece(name, letter, words.choose(rng).expect("words"), Royal::No));
    }
    let royal = if taste.royals > 0 { taste.royal } else { Royal::No };
    pieces.push(piece("king", "K", KINGS.choose(rng).expect("kings"), royal));
    if ranks >= 4 {
        let to =
            vec!["rook".to_owned(), "cat".to_owned(), if rng.random_bool(0.2) { "king" } else { "ant" }.to_owned()];
        let ranks_before_last = rng.random_range(0..3);
        let may = |rank: u8| if ranks_before_last > 0 { vec![format!("*{rank}")] } else { Vec::new() };
        let promotion = |rank| Some(PromotionSpec { to: to.clone(), must: None, may: may(rank) });
        let promotion =
            ByColor { white: promotion(ranks - ranks_before_last), black: promotion(1 + ranks_before_last) };
        let betza = *["mfWcfFimfnD", "mfFcfWimfnA", "mfsWcfFimfnD"].choose(rng).expect("three");
        pieces.push(PieceSpec { pawn: true, en_passant: true, promotion, ..piece("pawn", "P", betza, Royal::No) });
    }
    pieces
}

const EMPTY: char = '.';
const HOLE: char = ' ';

struct Board {
    squares: Vec<Vec<char>>,
}

impl Board {
    fn new(files: u8, ranks: u8) -> Board {
        Board { squares: vec![vec![EMPTY; files as usize]; ranks as usize] }
    }

    fn fill(&mut self, rng: &mut StdRng, taste: Taste, pieces: &[PieceSpec], castling: bool) {
        let (files, ranks) = (self.squares[0].len(), self.squares.len());
        let has_pawns = pieces.iter().any(|piece| piece.pawn);
        let has = |letter: &str| "KP".contains(letter);
        let letters: Vec<char> =
            pieces.iter().filter(|piece| !has(&piece.letter)).flat_map(|piece| piece.letter.chars()).collect();
        for white in [true, false] {
            let own = |letter: char| if white { letter } else { letter.to_ascii_lowercase() };
            let rank = |rank: usize| if white { rank } else { ranks - 1 - rank };
            let mut royals = taste.royals.max(1);
            if castling {
                for (file, letter) in [(0, 'R'), (files / 2, 'K'), (files - 1, 'R')] {
                    self.squares[rank(0)][file] = own(letter);
                }
                royals -= 1;
            }
            for _ in 0..royals {
                self.drop(rng, rank(0), own('K'));
            }
            for _ in 0..rng.random_range(3..=files + 2) {
                let letter = own(*letters.choose(rng).expect("letters"));
                let rank = rank(rng.random_range(0..ranks / 3 + 1));
                self.drop(rng, rank, letter);
            }
            if has_pawns {
                for file in 0..files {
                    let square = &mut self.squares[rank(1)][file];
                    if *square == EMPTY && rng.random_bool(0.6) {
                        *square = own('P');
                    }
                }
            }
        }
    }

    /// Puts a man on an empty square of a rank, or of any other if there is none.
    fn drop(&mut self, rng: &mut StdRng, rank: usize, letter: char) {
        for rank in std::iter::once(rank).chain(0..self.squares.len()) {
            let free = self.squares[rank].iter_mut().filter(|square| **square == EMPTY);
            if let Some(square) = free.choose(rng) {
                *square = letter;
                return;
            }
        }
    }

    fn fen(&self) -> String {
        let rank = |squares: &Vec<char>| {
            let mut text = String::new();
            let mut empty = 0;
            for &square in squares.iter().chain(['/'].iter()) {
                match square {
                    EMPTY | HOLE => empty += 1,
                    man => {
                        if empty > 0 {
                            text += &empty.to_string();
                        }
                        empty = 0;
                        text.push(man);
                    }
                }
            }
            text
        };
        let ranks: String = self.squares.iter().rev().map(rank).collect();
        ranks.trim_end_matches('/').to_owned()
    }
}

/// A legal move: half of the time one that takes, promotes, castles or steps twice, if there is one.
pub fn choose(rng: &mut StdRng, variant: &Variant, position: &Position) -> Option<Move> {
    let legal = variant.legal_moves(position);
    let rare = |candidate: &&Move| {
        variant.captured(position, **candidate).is_some()
            || candidate.promotion().is_some()
            || candidate.castling().is_some()
    };
    let rares: Vec<&Move> = legal.iter().filter(rare).collect();
    let rare = rares.choose(rng).filter(|_| rng.random_bool(0.5));
    rare.map(|candidate| **candidate).or_else(|| legal.choose(rng).copied())
}
