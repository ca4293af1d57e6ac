//! The compiled tables against the slow reference: where men of every movement go, on boards of every word size.

use floe_core::betza::Movement;
use floe_core::notation::fen;
use floe_core::spec::{BoardSpec, ByColor, PieceSpec, Spec, StartSpec};
use floe_core::{Color, Geometry, Piece, Setup, Square, SquareSet, Variant};
use rand::prelude::*;

const WORDS: &str = "
    W F K R B Q N NN N2 W2F3 C LL Z GG D DD A0 H fsW flfrN hrN mRcB mNcK nN nNN jN nC jZ nA jD jDD nDD fimR
    ifmnDcfF (0,4) (1,5)2 (4,4) lhNrR fmWfcF nHjG mfWcfFimfnD mfFcfWimfnA mfsWcfFimfnD
";

/// A game of men of one movement, and of pawns that only stand in the way.
fn variant(word: &str, pawn: bool, board: BoardSpec, first: &[String]) -> Variant {
    let registry = floe_variants::registry();
    let chess = registry.variant("chess").expect("it is registered").expect("it is sound");
    let first = ByColor::both(Some(first.to_vec()));
    let name = "walker".into();
    let walker = PieceSpec { name, letter: "X".into(), betza: word.into(), pawn, first, ..PieceSpec::default() };
    let block = PieceSpec { name: "block".into(), letter: "O".into(), betza: "fW".into(), ..PieceSpec::default() };
    let empty = format!("/{}", board.files).repeat(board.ranks as usize - 1);
    let spec = Spec {
        start: StartSpec::fixed(format!("Xx{}{empty}", board.files - 2)),
        board,
        pieces: vec![walker, block],
        castling: None,
        ..chess.spec().clone()
    };
    Variant::compile(spec, &registry).unwrap_or_else(|faults| panic!("{word}: {faults:?}"))
}

fn boards() -> Vec<BoardSpec> {
    let holes = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    let shape = |files, ranks, wrap, names| BoardSpec { files, ranks, wrap, holes: holes(names) };
    vec![
        shape(8, 8, false, &[]),
        shape(8, 8, true, &[]),
        shape(7, 7, false, &["c3", "d4", "e4"]),
        shape(5, 6, true, &["b2"]),
        shape(10, 10, false, &[]),
        shape(16, 7, true, &["f4", "g4"]),
        shape(16, 16, false, &["h8"]),
        shape(13, 16, true, &[]),
    ]
}

#[test]
fn tables_agree_with_the_slow_reference() {
    let mut random = StdRng::seed_from_u64(7);
    let mut men = 0;
    for word in WORDS.split_whitespace() {
        let movement = Movement::parse(word).unwrap();
        for board in boards() {
            let first = ["*2".to_owned(), "b*".to_owned()];
            // Pawns are moved all at once where their steps allow it.
            for pawn in [false, true] {
                let variant = variant(word, pawn, board.clone(), &first);
                for _ in 0..4 {
                    let setup = scatter(&variant, &mut random);
                    men += compare(&variant, &movement, &setup, word);
                }
            }
        }
    }
    assert!(men > 10_000, "only {men} men were compared");
}

/// Men of all kinds on a third of the squares or fewer.
fn scatter(variant: &Variant, random: &mut StdRng) -> Setup {
    let board = variant.geometry();
    let mut setup = Setup::empty(*board);
    let density = random.random_range(0.02..0.4);
    let kinds = ["walker", "block"].map(|name| variant.kind_named(name).expect(name));
    for square in board.squares() {
        if square.index() == 0 || random.random_bool(density) {
            let color = Color::ALL[random.random_range(0..2)];
            setup.put(square, Some(Piece::new(kinds[random.random_range(0..2)], color)));
        }
    }
    setup.turn = Color::ALL[random.random_range(0..2)];
    setup
}

/// Compares every move and every attack of the side to move; returns how many men it looked at.
fn compare(variant: &Variant, movement: &Movement, setup: &Setup, word: &str) -> usize {
    let position = variant.position(setup).unwrap_or_else(|faults| panic!("{word}: {faults:?}"));
    let (us, board) = (setup.turn, variant.geometry());
    let walker = Piece::new(variant.kind_named("walker").expect("it is there"), us);
    let occupied = board.squares() - setup.vacant();
    let first = board.rank_set(1) | board.file_set(1);
    let legal = variant.legal_moves(&position);
    for (from, _) in setup.men().filter(|&(_, man)| man == walker) {
        let found: SquareSet =
            legal.iter().filter(|legal| legal.from() == Some(from)).filter_map(|legal| legal.to()).collect();
        let expected = movement.targets(board, from, us, first.contains(from), occupied, setup.of(!us));
        assert_eq!(
            board.names(found),
            board.names(expected),
            "{word} from {} of {us} on {:?}: {}",
            board.name(from),
            shape(board),
            fen::write(variant, &position)
        );
    }
    let view = variant.view(&position);
    let walkers = view.of(walker.kind) & view.men(us);
    for target in setup.of(!us) {
        let takes = |&from: &Square| {
            movement.targets(board, from, us, first.contains(from), occupied, setup.of(!us)).contains(target)
        };
        assert_eq!(
            board.names(view.attackers(target, us) & walkers),
            board.names(walkers.iter().filter(takes).collect()),
            "{word} attacking {} of {us} on {:?}: {}",
            board.name(target),
            shape(board),
            fen::write(variant, &position)
        );
    }
    walkers.len()
}

fn shape(board: &Geometry) -> (u8, u8, bool) {
    (board.files(), board.ranks(), board.wraps())
}
