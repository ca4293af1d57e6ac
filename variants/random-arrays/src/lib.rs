//! Arrays that are drawn anew for each game, numbered as Reinhard Scharnagl numbers those of Fischer Random and
//! Capablanca Random.
//!
//! [`RandomArrays`] is the generator `arrays`. Register it, and it draws the start of any game:
//!
//! ```
//! use floe_core::{Registry, config};
//!
//! let registry = Registry::new().with_generator(floe_random_arrays::RandomArrays);
//! let text = r#"
//! format = 1
//! id     = "three-men"
//! board  = { files = 3, ranks = 4 }
//!
//! [pieces]
//! king   = { letter = "K", betza = "K", royal = "check" }
//! knight = { letter = "N", betza = "N" }
//!
//! [start]
//! fen       = "nkn/3/3/NKN"
//! generator = "arrays"
//! order     = "K,NN"
//! "#;
//! let variant = config::load(text, "three-men.toml", &registry)?;
//! assert_eq!(variant.arrays(), Some(0..=2));
//! assert_eq!(variant.array_of(variant.start()), Some(1));
//! # Ok::<(), config::ConfigErrors>(())
//! ```

mod order;

use std::ops::RangeInclusive;

use floe_core::spec::SpecFault;
use floe_core::{Arrays, Color, Generator, Owner, Parameter, Piece, PieceKind, Setup, Square, SquareSet, Values};

use order::Order;

/// The generator `arrays`: the men of the fixed start change places.
///
/// `order` says which men do, as FEN letters in groups. Each group in turn takes some of the squares that are free, and
/// which it takes is a digit of the array's number, or several, the least significant first:
///
/// * `RKR`: these men from left to right, on any squares. Their digit counts the choices of squares: for two men and five
///   squares 01 02 03 04 12 13 14 23 24 34.
/// * `B/B`: two men on squares of different colours. One digit is the light square, counted among the light ones, the next
///   the dark one.
/// * `Q/A`: the same for men of two kinds. A digit before those two is 1 where the first man has the light square, 0 where
///   the second has it.
///
/// Men in no group stay where they are. `black` says how Black's array follows White's.
pub struct RandomArrays;

const PARAMETERS: &[Parameter] = &[
    Parameter::text("order", "B/B,Q,NN,RKR", "which men change places, in groups; B/B: on squares of two colours"),
    Parameter::word("black", &["mirrored", "turned"], "whether Black's array is White's mirrored, or turned by 180°"),
    Parameter::integer("first", 0, 0..=1, "the least number of an array; where it is 1, the greatest stands for 0"),
    Parameter::word(
        "arrays",
        &["all", "protected", "inventor"],
        "what is drawn; protected: every pawn is; inventor: like men of two colours stand apart, too",
    ),
    Parameter::text("unlike", "", "an array from which those of `inventor` differ on three squares at least"),
];

impl Generator for RandomArrays {
    fn id(&self) -> &'static str {
        "arrays"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }

    fn summary(&self, values: &Values) -> String {
        let order = values.word("order").replace(',', ", ");
        let black = match values.word("black") {
            "turned" => "Black's array is White's turned by 180°",
            _ => "Black's array mirrors White's",
        };
        let mut words = format!(
            "The array of each new game is drawn. White's men take their places group by group: {order}. Men of one group \
             stand in this order from left to right, or, where / parts them, on squares of different colours. {black}."
        );
        if values.word("arrays") != "all" {
            words.push_str(" Every pawn is protected.");
        }
        if values.word("arrays") == "inventor" {
            words.push_str(" Like men on squares of different colours do not stand side by side.");
            let unlike = values.word("unlike");
            if !unlike.is_empty() {
                words.push_str(&format!(" At least three squares differ from {unlike}."));
            }
        }
        words
    }

    fn arrays(&self, values: &Values, fixed: &Setup, kinds: &[PieceKind]) -> Result<Box<dyn Arrays>, Vec<SpecFault>> {
        let white = fixed.men().filter(|(_, man)| man.owner == Owner::White);
        let men: Vec<(Square, char)> = white.map(|(square, man)| (square, kinds[man.kind.index()].letter)).collect();
        let order = Order::parse(values.word("order"), &men, fixed.geometry())?;
        let unlike: Vec<char> = values.word("unlike").chars().collect();
        if !unlike.is_empty() && order.number(&unlike).is_none() {
            let message = format!("this is none of the arrays of {}", values.word("order"));
            return Err(vec![SpecFault::new(["start", "unlike"], message)]);
        }
        Ok(Box::new(Shuffled {
            order,
            fixed: fixed.clone(),
            kinds: kinds.to_vec(),
            turned: values.word("black") == "turned",
            first: values.integer("first") as u64,
            protected: values.word("arrays") != "all",
            inventor: values.word("arrays") == "inventor",
            unlike,
        }))
    }
}

/// The arrays: the fixed start with its men in other places.
struct Shuffled {
    order: Order,
    fixed: Setup,
    kinds: Vec<PieceKind>,
    /// Whether Black's array is White's turned by 180°, not mirrored.
    turned: bool,
    first: u64,
    /// Only arrays that protect every pawn are drawn.
    protected: bool,
    /// Only arrays in which like men of a pair stand apart, and that differ from `unlike`, are drawn.
    inventor: bool,
    /// An array, or nothing.
    unlike: Vec<char>,
}

impl Arrays for Shuffled {
    fn numbers(&self) -> RangeInclusive<u64> {
        self.first..=self.first + (self.order.count() - 1)
    }

    fn setup(&self, number: u64) -> Setup {
        let mut setup = self.fixed.clone();
        for (&square, letter) in self.order.squares().iter().zip(self.array(number)) {
            let kind = self.fixed.men().map(|(_, man)| man.kind).find(|kind| self.kinds[kind.index()].letter == letter);
            for color in Color::ALL {
                if let Some(square) = self.seen_by(color, square) {
                    setup.put(square, kind.map(|kind| Piece::new(kind, color)));
                }
            }
        }
        setup.castling = self.fixed.castling.iter().filter_map(|rook| self.follow(rook, &setup)).collect();
        setup
    }

    fn number(&self, setup: &Setup) -> Option<u64> {
        let letter = |&square: &Square| {
            let man = setup.at(square).filter(|man| man.owner == Owner::White)?;
            Some(self.kinds[man.kind.index()].letter)
        };
        let array: Option<Vec<char>> = self.order.squares().iter().map(letter).collect();
        let number = self.order.number(&array?)?;
        Some(if number < self.first { self.order.count() } else { number })
    }

    fn is_drawn(&self, number: u64) -> bool {
        (!self.protected || self.protects_pawns(&self.setup(number)))
            && (!self.inventor || self.is_inventors(&self.array(number)))
    }
}

impl Shuffled {
    /// White's men, in the order of their squares.
    fn array(&self, number: u64) -> Vec<char> {
        self.order.array(number % self.order.count())
    }

    /// The square that is to a player what this one is to White.
    fn seen_by(&self, color: Color, square: Square) -> Option<Square> {
        let board = self.fixed.geometry();
        let file = board.file(square);
        let turned = color == Color::Black && self.turned;
        board.square(if turned { board.files() - 1 - file } else { file }, board.rank_of(color, square))
    }

    /// The square of a man of the fixed start in another array: the first rook from the left is the first still.
    fn follow(&self, square: Square, setup: &Setup) -> Option<Square> {
        let man = self.fixed.at(square)?;
        let like = |setup: &Setup| setup.men().filter(|(_, other)| *other == man).map(|(square, _)| square).collect();
        let before: Vec<Square> = like(&self.fixed);
        let now: Vec<Square> = like(setup);
        now.get(before.iter().position(|&other| other == square)?).copied()
    }

    /// Whether some other man of White protects each of White's pawns.
    fn protects_pawns(&self, setup: &Setup) -> bool {
        let board = setup.geometry();
        let men: SquareSet = setup.men().map(|(square, _)| square).collect();
        let white = || setup.men().filter(|(_, man)| man.owner == Owner::White);
        let protected = white().fold(SquareSet::EMPTY, |protected, (square, man)| {
            let movement = &self.kinds[man.kind.index()].movement;
            protected | movement.targets(board, square, Color::White, true, men, men)
        });
        let mut pawns = white().filter(|(_, man)| self.kinds[man.kind.index()].pawn);
        pawns.all(|(square, _)| protected.contains(square))
    }

    /// Whether no two like men of a pair stand side by side, and at least three squares differ from `unlike`.
    fn is_inventors(&self, array: &[char]) -> bool {
        let board = self.fixed.geometry();
        let squares = |letter: char| -> SquareSet {
            let places = self.order.squares().iter().zip(array);
            places.filter(|(_, other)| **other == letter).map(|(square, _)| *square).collect()
        };
        let apart = |letter: char| (board.orthogonal(squares(letter)) & squares(letter)).is_empty();
        let mut like_pairs = self.order.pairs().filter(|[one, other]| one == other);
        let differing = array.iter().zip(&self.unlike).filter(|(one, other)| one != other).count();
        like_pairs.all(|[letter, _]| apart(letter)) && (self.unlike.is_empty() || differing >= 3)
    }
}
