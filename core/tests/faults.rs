//! What is wrong with a description of a variant: every message once, to be read.

mod support;

use std::fmt::Write;

use floe_core::spec::{CastlingTarget, PieceSpec, RuleSpec, Spec, SpecFault, StartSpec};
use floe_core::{Geometry, Owner, Piece, Registry, Royal, Setup, SetupFault, Values, Variant};
use support::registry;
use support::rules::Plain;

fn chess() -> Spec {
    registry().variant("chess").expect("it is registered").expect("it is sound").spec().clone()
}

fn piece<'s>(spec: &'s mut Spec, name: &str) -> &'s mut PieceSpec {
    spec.pieces.iter_mut().find(|piece| piece.name == name).expect("chess has it")
}

fn rule(id: &str) -> RuleSpec {
    RuleSpec { id: id.to_owned(), values: Values::default() }
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

/// One fault a line: entry, message, place in the entry, related entries, hint.
fn say(fault: &SpecFault) -> String {
    let within = fault.within.as_ref().map_or_else(String::new, |within| format!(" (bytes {within:?})"));
    let related: String = fault.related.iter().map(|path| format!(" (see {})", path.join("."))).collect();
    let hint = fault.hint.as_ref().map_or_else(String::new, |hint| format!(" (hint: {hint})"));
    format!("{fault}{within}{related}{hint}")
}

fn table<C>(cases: &[(&str, C)], mut faults: impl FnMut(&C) -> Vec<SpecFault>) -> String {
    let mut table = String::new();
    for (name, case) in cases {
        let faults = faults(case);
        assert!(!faults.is_empty(), "{name}");
        writeln!(table, "{name}").expect("a string takes every text");
        const MOST: usize = 6;
        for fault in faults.iter().take(MOST) {
            writeln!(table, "  {}", say(fault)).expect("a string takes every text");
        }
        if faults.len() > MOST {
            writeln!(table, "  and {} more", faults.len() - MOST).expect("a string takes every text");
        }
    }
    table
}

fn compile(spec: Spec, registry: &Registry) -> Vec<SpecFault> {
    Variant::compile(spec, registry).err().unwrap_or_default()
}

#[test]
fn entries_that_cannot_be() {
    type Change = fn(&mut Spec);
    let cases: &[(&str, Change)] = &[
        ("a board too wide and too low", |spec| (spec.board.files, spec.board.ranks) = (17, 1)),
        ("a hole that is no square", |spec| spec.board.holes = words(&["z9", "**", "*9"])),
        ("nothing but holes", |spec| spec.board.holes = words(&["*1", "*2", "*3", "*4", "*5", "*6", "*7", "*8"])),
        ("a rule twice", |spec| spec.rules = vec![rule("hill"), rule("hill")]),
        ("a rule that nobody knows", |spec| spec.rules = vec![rule("hull")]),
        ("mate first, legality last", |spec| spec.rules = vec![rule("late-law"), rule("early-mate")]),
        ("too many kinds", |spec| {
            let letter = |i: usize| char::from(b'A' + i as u8 % 26).to_string();
            spec.pieces.extend((0..59).map(|i| PieceSpec {
                name: format!("kind-{i}"),
                letter: letter(i),
                betza: "W".into(),
                ..PieceSpec::default()
            }));
        }),
        ("two pieces of one name", |spec| {
            let second = PieceSpec { letter: "A".into(), ..spec.pieces[1].clone() };
            spec.pieces.push(second);
        }),
        ("letters", |spec| {
            piece(spec, "queen").letter = "Qu".into();
            piece(spec, "rook").letter = String::new();
            piece(spec, "bishop").letter = "b".into();
            piece(spec, "knight").letter = "K".into();
        }),
        ("neutral men", |spec| {
            let cube = |name: &str, letter: &str| PieceSpec {
                name: name.into(),
                letter: letter.into(),
                neutral: true,
                ..PieceSpec::default()
            };
            spec.pieces.push(PieceSpec { betza: "W".into(), ..cube("stone", "*") });
            spec.pieces.push(PieceSpec { royal: Royal::Check, ..cube("idol", "!") });
            spec.pieces.push(cube("duck", "D"));
            spec.pieces.push(cube("wall", "/"));
        }),
        ("movements", |spec| {
            piece(spec, "queen").betza = "RBx".into();
            piece(spec, "rook").betza = String::new();
        }),
        ("first moves", |spec| piece(spec, "pawn").first.white = Some(words(&["*2", "i2"]))),
        ("en passant", |spec| piece(spec, "rook").en_passant = true),
        ("promotions", |spec| {
            let promotion = piece(spec, "pawn").promotion.white.as_mut().expect("pawns promote");
            promotion.to = words(&["queen", "queen", "princess"]);
            promotion.must = Some(words(&["*9"]));
            promotion.may = words(&["e0"]);
            piece(spec, "pawn").promotion.black.as_mut().expect("pawns promote").to.clear();
        }),
        ("a promotion to a kind with a fault of its own", |spec| piece(spec, "queen").letter = "1".into()),
        ("castling's men", |spec| {
            let castling = spec.castling.as_mut().expect("chess has castling");
            (castling.king, castling.rook) = ("emperor".into(), "queen".into());
        }),
        ("castling's king and rook", |spec| spec.castling.as_mut().expect("chess has castling").rook = "king".into()),
        ("castling's squares", |spec| {
            let castling = spec.castling.as_mut().expect("chess has castling");
            castling.a_side = vec![CastlingTarget { king: 'c', rook: 'c' }, CastlingTarget { king: 'i', rook: 'd' }];
            castling.h_side = vec![CastlingTarget { king: 'g', rook: 'F' }];
        }),
        ("a start that is no FEN", |spec| spec.start = StartSpec::fixed("rnbqkbnr/ppppppppp/8/7/8/8/8/RNBX w KQkq")),
        ("a start that cannot be", |spec| {
            spec.start = StartSpec::fixed("P3k3/8/8/8/8/8/4R3/4K2p w - - 0 1");
        }),
    ];
    let registry = registry();
    let faults = table(cases, |change| {
        let mut spec = chess();
        change(&mut spec);
        compile(spec, &registry)
    });
    insta::assert_snapshot!(faults);
}

#[test]
fn rules_that_do_not_fit() {
    type Build = fn(&mut floe_core::RuleBuilder<'_>);
    fn stone_of(letter: &str) -> PieceSpec {
        PieceSpec { name: "stone".into(), letter: letter.into(), neutral: true, ..PieceSpec::default() }
    }
    let cases: &[(&str, [Build; 2])] = &[
        ("a piece of another's name", [|game| _ = game.piece(stone_of("*")), |game| _ = game.piece(stone_of("!"))]),
        (
            "a piece of the variant's name",
            [
                |game| {
                    _ = game.piece(PieceSpec {
                        name: "queen".into(),
                        letter: "A".into(),
                        betza: "QN".into(),
                        ..PieceSpec::default()
                    })
                },
                |_| {},
            ],
        ),
        (
            "a piece of the variant's letter",
            [
                |game| {
                    _ = game.piece(PieceSpec {
                        name: "quail".into(),
                        letter: "Q".into(),
                        betza: "W".into(),
                        ..PieceSpec::default()
                    })
                },
                |_| {},
            ],
        ),
        (
            "a piece of another's letter",
            [
                |game| _ = game.piece(stone_of("*")),
                |game| _ = game.piece(PieceSpec { name: "star".into(), ..stone_of("*") }),
            ],
        ),
        (
            "pieces with faults of their own",
            [
                |game| {
                    let bad = |name: &str, letter: &str, betza: &str| PieceSpec {
                        name: name.into(),
                        letter: letter.into(),
                        betza: betza.into(),
                        ..PieceSpec::default()
                    };
                    game.piece(bad("hopper", "H", "pR"));
                    game.piece(bad("nameless", "", "W"));
                },
                |_| {},
            ],
        ),
        (
            "a piece that cannot be taken in passing",
            [
                |game| {
                    let rook =
                        PieceSpec { name: "ram".into(), letter: "A".into(), betza: "R".into(), ..PieceSpec::default() };
                    game.piece(PieceSpec { en_passant: true, ..rook });
                },
                |_| {},
            ],
        ),
        (
            "nine counters",
            [
                |game| (0..5).for_each(|i| _ = game.counter(&format!("a{i}"), 0, 1)),
                |game| (0..6).for_each(|i| _ = game.counter(&format!("b{i}"), 0, 1)),
            ],
        ),
        ("five sets of squares", [|game| (0..5).for_each(|i| _ = game.marks(&format!("a{i}"))), |_| {}]),
        (
            "state of one name",
            [
                |game| {
                    game.counter("left", 3, 3);
                    game.marks("left");
                },
                |game| _ = game.counter("left", 2, 2),
            ],
        ),
        (
            "state whose name is no word",
            [
                |game| {
                    game.counter("checks left", 3, 3);
                    game.counter("", 3, 3);
                    game.marks("a=b");
                },
                |_| {},
            ],
        ),
        ("a counter that starts too high", [|game| _ = game.counter("left", 4, 3), |_| {}]),
        (
            "parameters that do not go together",
            [
                |game| game.refuse(&["width", "height"], "width = 3 and height = 4 do not go together"),
                |game| game.refuse(&[], "it needs a board of odd width"),
            ],
        ),
        (
            "a start that a rule spoils",
            [
                |game| {
                    let pawn = game.kind("pawn").expect("chess has pawns");
                    game.start(move |start| {
                        let last = start.men().last().expect("chess has men").0;
                        start.put(last, Some(floe_core::Piece::new(pawn, floe_core::Color::White)));
                    });
                },
                |_| {},
            ],
        ),
        (
            "a start with somebody's stone",
            [
                |game| {
                    let stone = game.piece(stone_of("*"));
                    game.start(move |start| {
                        let square = start.vacant().iter().next().expect("chess has vacant squares");
                        start.put(square, Some(floe_core::Piece::new(stone, floe_core::Color::Black)));
                    });
                },
                |_| {},
            ],
        ),
    ];
    let faults = table(cases, |&[first, second]| {
        let registry = Registry::new()
            .with_variant(include_str!("../../variants/games/chess.toml"))
            .with_rule(Built { id: "first", build: first })
            .with_rule(Built { id: "second", build: second });
        compile(Spec { rules: vec![rule("first"), rule("second")], ..chess() }, &registry)
    });
    insta::assert_snapshot!(faults);
}

/// A rule that a case builds.
struct Built {
    id: &'static str,
    build: fn(&mut floe_core::RuleBuilder<'_>),
}

impl floe_core::Rule for Built {
    fn id(&self) -> &'static str {
        self.id
    }

    fn parameters(&self) -> &'static [floe_core::Parameter] {
        &[]
    }

    fn summary(&self, _: &Values) -> String {
        String::new()
    }

    fn build(&self, _: &Values, game: &mut floe_core::RuleBuilder<'_>) {
        (self.build)(game);
    }
}

/// A file whose rule adds a piece with a fault is told of the rule, not of a place in a piece that it does not have.
#[test]
fn faults_of_a_rule_stand_at_the_rule() {
    const BAD: Plain = Plain {
        id: "bad",
        parameters: &[],
        build: |_, game| {
            game.piece(PieceSpec {
                name: "hopper".into(),
                letter: "H".into(),
                betza: "WpR".into(),
                ..PieceSpec::default()
            });
        },
    };
    let text = "format = 1\nid = \"test\"\nextends = \"chess\"\n\n[rules.bad]\n";
    let errors = floe_core::config::load(text, "test.toml", &registry().with_rule(BAD)).unwrap_err();
    assert_eq!(
        errors.to_string(),
        "test.toml:5:1: `p` (hopping over one man, as the cannon does) is not supported yet"
    );
}

/// A setup that no FEN could say is refused, or cut to what the variant has.
#[test]
fn setups_from_outside() {
    let variant = support::chess_with("[rules.checks]\n[rules.trail]\n[rules.stones]");
    let chess = support::chess_with("");
    let start = variant.setup(variant.start());
    let square = |name: &str| variant.geometry().parse_square(name).expect(name);
    let faults = |change: &dyn Fn(&mut Setup)| {
        let mut setup = start.clone();
        change(&mut setup);
        let faults = variant.position(&setup).expect_err("it cannot be");
        faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    let kind = |name: &str| variant.kind_named(name).expect(name);
    let man = |name, owner| Some(Piece { kind: kind(name), owner });
    assert_eq!(
        faults(&|setup| {
            setup.put(square("e4"), man("stone", Owner::White));
            setup.put(square("e5"), man("knight", Owner::Neutral));
        }),
        "the stone on e4 cannot be White's; the knight on e5 cannot be nobody's"
    );
    assert_eq!(
        faults(&|setup| (setup.halfmove_clock, setup.fullmove_number) = (u32::MAX, 1_000_000)),
        "the half-move clock is 4294967295, but can be 999999 at most; \
         the full-move number is 1000000, but can be 999999 at most"
    );
    let small = Setup::empty(Geometry::new(4, 4).expect("a board"));
    assert_eq!(variant.position(&small).unwrap_err(), [SetupFault::OtherBoard]);
    // A kind that only another variant has.
    let mut strange = chess.setup(chess.start());
    strange.put(square("e4"), man("stone", Owner::Neutral));
    assert_eq!(chess.position(&strange).unwrap_err()[0].to_string(), "the man of no kind on e4 cannot be nobody's");

    let mut long = start.clone();
    long.counters.extend([7; 20]);
    long.marks.extend([start.vacant(); 20]);
    assert_eq!(variant.position(&long).as_ref(), Ok(variant.start()));
    let mut short = start.clone();
    short.counters.clear();
    short.marks.clear();
    assert_eq!(variant.position(&short).as_ref(), Ok(variant.start()));
}
