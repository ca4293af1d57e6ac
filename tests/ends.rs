//! `[ends]`: what ends a game besides mate and stalemate, and what is said of mistakes in it.

use std::sync::Arc;

use floe_core::hook::{TurnEnd, When};
use floe_core::notation::{fen, san};
use floe_core::{Color, Counter, Game, Parameter, Registry, Rule, RuleBuilder, Turn, Values, Variant, config};
use insta::assert_snapshot;

/// Counts for each player the men that he has taken.
struct Takings;

struct Count([Counter; 2]);

impl Rule for Takings {
    fn id(&self) -> &'static str {
        "takings"
    }

    fn parameters(&self) -> &'static [Parameter] {
        &[]
    }

    fn summary(&self, _: &Values) -> String {
        "The men that each player has taken are counted.".to_owned()
    }

    fn build(&self, _: &Values, game: &mut RuleBuilder<'_>) {
        let counters = ["taken-by-white", "taken-by-black"].map(|name| game.counter(name, 0, 32));
        game.turn_end(Count(counters));
    }
}

impl TurnEnd for Count {
    fn when(&self) -> When {
        When::Captures
    }

    fn turn_end(&self, turn: &mut Turn<'_>) {
        let counter = self.0[usize::from(turn.played().mover == Color::Black)];
        turn.set_counter(counter, turn.counter(counter) + 1);
    }
}

fn registry() -> Registry {
    floe_variants::registry().with_rule(Takings)
}

/// Chess with some lines more.
fn text(lines: &str) -> String {
    format!("format = 1\nid = \"test\"\nextends = \"chess\"\n{lines}")
}

fn chess_with(lines: &str) -> Arc<Variant> {
    config::load(&text(lines), "test.toml", &registry()).unwrap_or_else(|errors| panic!("{errors}"))
}

/// How a position is judged, and that the same is said where the configuration has been written and read.
#[track_caller]
fn check(lines: &str, position: &str, expected: &str) {
    let variant = chess_with(lines);
    let again = config::load(&config::write(&variant), "test.toml", &registry()).expect("it loads back");
    assert_eq!(again.spec(), variant.spec());
    for variant in [variant, again] {
        let position = fen::read(&variant, position).expect(position);
        let outcome = variant.outcome(&position);
        assert_eq!(outcome.as_ref().map_or("goes on".to_owned(), ToString::to_string), expected);
        if outcome.is_some_and(|outcome| outcome.reason != "insufficient material") {
            assert_eq!(variant.legal_moves(&position), []);
            assert_eq!(variant.perft(&position, 1).nodes, 0);
        }
    }
}

#[test]
fn mate_and_stalemate_may_differ_by_player() {
    let lines = "[ends]\nstalemate = { white = \"win\", black = \"loss\" }\ncheckmate = { black = \"draw\" }";
    check(lines, "k7/8/1Q6/8/8/8/8/K7 b - - 0 1", "1-0, stalemate");
    check(lines, "k7/8/8/8/8/1q6/8/K7 w - - 0 1", "1-0, stalemate");
    check(lines, "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", "1/2-1/2, checkmate");
    check(lines, "8/8/8/8/8/1k6/1q6/K7 w - - 0 1", "0-1, checkmate");
    check("[ends]\nstalemate = \"loss\"", "k7/8/1Q6/8/8/8/8/K7 b - - 0 1", "1-0, stalemate");
}

#[test]
fn gone() {
    let queens = "[ends.queens-lost]\ngone = [\"queen\"]\nresult = \"loss\"";
    check(queens, "k1q5/8/8/8/8/8/7R/K7 w - - 0 1", "0-1, White queens lost");
    check(queens, "k7/8/8/8/8/8/7R/K1Q5 w - - 0 1", "1-0, Black queens lost");
    check(queens, "k1q5/8/8/8/8/8/7R/1K3Q2 w - - 0 1", "goes on");
    check(queens, "k7/8/8/8/8/8/7R/K7 w - - 0 1", "1/2-1/2, queens lost");
    let either = "[ends.heavy-men-lost]\nplayer = \"white\"\ngone = [\"queen\", \"rook\"]\nresult = \"draw\"";
    check(either, "k7/8/8/8/8/8/7P/K6R w - - 0 1", "goes on");
    check(either, "k7/8/8/8/8/8/7P/K7 w - - 0 1", "1/2-1/2, White heavy men lost");
    check(either, "k7/8/8/8/8/8/7P/K5Q1 w - - 0 1", "goes on");
}

#[test]
fn bare() {
    let lines = "[ends.king-bare]\nbare = true\nresult = \"loss\"";
    check(lines, "k7/p7/8/8/8/8/8/K7 w - - 0 1", "0-1, White king bare");
    check(lines, "k7/p7/8/8/8/8/8/KN6 w - - 0 1", "goes on");
    check(lines, "k7/8/8/8/8/8/8/K7 w - - 0 1", "1/2-1/2, king bare");
}

#[test]
fn a_bared_player_may_answer() {
    let lines = "[ends.king-bare]\nbare = true\nanswer = true\nresult = \"loss\"";
    check(lines, "k7/p7/8/8/8/8/8/K7 w - - 0 1", "goes on");
    check(lines, "k7/p7/8/8/8/8/8/K7 b - - 0 1", "0-1, White king bare");
    check(lines, "k7/8/8/8/8/8/8/KR6 b - - 0 1", "goes on");
    check(lines, "k7/8/8/8/8/8/8/KR6 w - - 0 1", "1-0, Black king bare");
    for turn in ["w", "b"] {
        check(lines, &format!("k7/8/8/8/8/8/8/K7 {turn} - - 0 1"), "1/2-1/2, king bare");
    }

    for (moves, expected) in [
        ("Rxb8 Kxb8", "1/2-1/2, king bare"),
        ("Rxb8 Ka7", "1-0, Black king bare"),
        ("Rb2 Rxb2", "goes on"),
        ("Rb2 Rxb2 Kxb2", "1/2-1/2, king bare"),
        ("Rb2 Rxb2 Kd1", "0-1, White king bare"),
    ] {
        let variant = chess_with(lines);
        let start = fen::read(&variant, "kr6/8/8/8/8/8/8/1RK5 w - - 0 1").unwrap();
        let mut game = Game::from_position(variant, start);
        for text in moves.split(' ') {
            let candidate = san::read(game.variant(), game.position(), text).unwrap();
            game.play(candidate).unwrap();
        }
        assert_eq!(game.outcome().map_or("goes on".to_owned(), |outcome| outcome.to_string()), expected, "{moves}");
    }
}

#[test]
fn reach() {
    let hill = "[ends.king-on-the-hill]\nreach = [\"d4\", \"e4\", \"d5\", \"e5\"]\nwith = [\"king\"]\nresult = \"win\"";
    check(hill, "7k/7p/8/4K3/8/8/8/8 b - - 0 1", "1-0, White king on the hill");
    check(hill, "8/7p/8/8/3k4/8/8/7K w - - 0 1", "0-1, Black king on the hill");
    check(hill, "7k/7p/8/3Q4/8/8/8/K7 w - - 0 1", "goes on");
    let far = "[ends.pawn-across]\nreach = { white = [\"*7\"], black = [\"*2\", \"a3\"] }\nwith = [\"pawn\"]\nresult = \"win\"\n\
        [start]\nfen = \"4k3/8/ppp5/8/8/PPP5/8/4K3 w - - 0 1\"";
    check(far, "7k/P7/8/8/8/8/8/K7 b - - 0 1", "1-0, White pawn across");
    check(far, "7k/8/8/8/8/p7/8/K7 w - - 0 1", "0-1, Black pawn across");
    check(far, "7k/8/8/8/8/P7/P7/K7 w - - 0 1", "goes on");
    let any = "[ends.corner]\nplayer = \"black\"\nreach = [\"a1\"]\nresult = \"loss\"";
    check(any, "7k/8/8/8/8/8/7K/n7 w - - 0 1", "1-0, Black corner");
    check(any, "7k/7p/8/8/8/8/7n/K7 w - - 0 1", "goes on");
}

#[test]
fn a_counter_that_a_rule_declares() {
    let lines = "[ends.second-man]\nplayer = \"white\"\ncounter = \"taken-by-white\"\nat = 2\nresult = \"win\"\n\
        [ends.first-man]\nplayer = \"black\"\ncounter = \"taken-by-black\"\nat = 1\nresult = \"win\"\n[rules.takings]";
    let quiet = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    check(lines, quiet, "goes on");
    check(lines, &format!("{quiet} taken-by-white=2"), "1-0, White second man");
    check(lines, &format!("{quiet} taken-by-white=3"), "goes on");
    check(lines, &format!("{quiet} taken-by-white=2 taken-by-black=1"), "1-0, White second man");
    let variant = chess_with(lines);
    let mut game = floe_core::Game::new(variant.clone());
    for text in ["e4", "d5", "exd5", "e6"] {
        game.play(san::read(&variant, game.position(), text).expect(text)).expect(text);
        assert_eq!(game.outcome(), None, "{text}");
    }
    game.play(san::read(&variant, game.position(), "dxe6").expect("legal")).expect("legal");
    assert_eq!(game.outcome().map(|end| end.to_string()).as_deref(), Some("1-0, White second man"));
    game.undo();
    assert_eq!(game.outcome(), None);
}

#[test]
fn ends_are_judged_in_the_order_written_and_before_mate() {
    let two = |first: &str, second: &str| format!("{first}\n{second}");
    let win = "[ends.corner]\nplayer = \"white\"\nreach = [\"a8\"]\nresult = \"win\"";
    let draw = "[ends.alone]\nplayer = \"white\"\ngone = [\"pawn\"]\nresult = \"draw\"";
    let both = "Q6k/8/8/8/8/8/8/K7 b - - 0 1";
    check(&two(win, draw), both, "1-0, White corner");
    check(&two(draw, win), both, "1/2-1/2, White alone");
    let mate = "[ends.seventh]\nplayer = \"white\"\nreach = [\"b7\"]\nresult = \"loss\"";
    check(mate, "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", "0-1, White seventh");
}

#[test]
fn ends_are_laid_over_those_that_are_there() {
    let load = |lines: &str| {
        let text = format!("format = 1\nid = \"test\"\nextends = \"horde\"\n{lines}");
        config::load(&text, "test.toml", &registry()).unwrap_or_else(|errors| panic!("{errors}"))
    };
    let taken = "8/8/8/8/3P4/8/8/4K3 b - - 0 1";
    for (lines, expected) in [
        ("", "1-0, Black horde taken"),
        ("[ends.horde-taken]\nresult = \"draw\"", "1/2-1/2, Black horde taken"),
        ("[ends.horde-taken]\nbare = true", "1/2-1/2, stalemate"),
        ("[ends]\nhorde-taken = false", "1/2-1/2, stalemate"),
        ("[ends.emptied]\ngone = \"all\"\nresult = \"win\"", "1-0, Black horde taken"),
    ] {
        let variant = load(lines);
        let position = fen::read(&variant, taken).expect(taken);
        assert_eq!(variant.outcome(&position).map(|end| end.to_string()).as_deref(), Some(expected), "{lines}");
    }
}

#[test]
fn mistakes_are_told() {
    let files = [
        "[ends]\nstalemat = \"win\"\ncheckmate = \"lost\"",
        "[ends]\nstalemate = { white = \"loss\", balck = \"draw\" }",
        "[ends.king-bare]",
        "[ends]\nking-bare = false",
        "[ends.\"King bare\"]\nbare = false\nresult = \"loss\"\nplayer = \"both\"",
        "[ends.two]\nbare = true\ngone = [\"queen\"]\nresult = \"loss\"",
        "[ends.lost]\ngone = [\"queen\"]\nanswer = true\nresult = \"loss\"",
        "[ends.lost]\nbare = true\nanswer = \"yes\"\nresult = \"loss\"",
        "[ends.lost]\nbare = true\nanswer = true\nplayer = \"white\"\nresult = \"loss\"",
        "[ends.far]\nreach = []\nresult = \"win\"",
        "[ends.far]\nreach = { white = [\"*8\"] }\nplayer = \"black\"\nresult = \"win\"",
        "[ends.lost]\ngone = [\"quen\", \"duke\"]\nresult = \"loss\"",
        "[ends.lost]\ngone = []\nresult = \"loss\"\nwith = [\"king\"]\nat = 3",
        "[ends.hill]\nreach = [\"e4\"]\nwith = \"king\"\nresult = \"win\"",
        "[ends.hill]\nreach = [\"e4\", \"d9\"]\nwith = [\"kong\"]\nresult = \"win\"",
        "[ends.many]\ncounter = \"taken\"\nresult = \"win\"",
        "[ends.many]\ncounter = \"taken\"\nat = 3\nresult = \"win\"",
        "[ends.many]\ncounter = \"takn\"\nat = 3\nplayer = \"white\"\nresult = \"win\"\n[rules.takings]",
        "[ends.many]\ncounter = \"taken-by-white\"\nat = 33\nresult = \"loss\"\n[rules.takings]",
        "[ends.home]\nreach = [\"e1\"]\nwith = [\"king\"]\nresult = \"win\"",
    ];
    assert_snapshot!(files.map(faults).join("\n"));
}

/// What is said of a file: each message with its place, the text there, and the hint.
fn faults(lines: &str) -> String {
    let source = text(lines);
    let errors = config::load(&source, "test.toml", &registry()).expect_err(lines).0;
    let told = errors.iter().map(|error| {
        let place = &source[error.span.clone()];
        format!("> {error}\n  at {place:?}\n  hint: {}\n", error.hint.as_deref().unwrap_or("-"))
    });
    format!("{lines}\n{}", told.collect::<String>())
}
