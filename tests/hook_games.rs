//! The games that need hooks, and mixtures of their rules: what they do, refuse, write and read, by the lines of
//! `data/hook_games.csv`.

mod program;
mod support;

use std::sync::Arc;

use floe_core::notation::pgn::{self, PgnGame};
use floe_core::notation::{fen, san, uci};
use floe_core::{Game, Move, Position, Variant, config};
use program::Home;
use support::data::{self, variant};

/// A variant of the table: an id, and rules laid over it with their parameters.
fn mixed(words: &str) -> Arc<Variant> {
    let mut parts = words.split(" + ");
    let base = parts.next().expect("an id");
    let rules: Vec<&str> = parts.collect();
    if rules.is_empty() {
        return variant(base, "");
    }
    let mut file = format!("format = 1\nid = \"mixed\"\nname = \"Mixed\"\nextends = \"{base}\"\n");
    for rule in rules {
        let mut words = rule.split(' ');
        file += &format!("[rules.{}]\n", words.next().expect("an id"));
        words.for_each(|setting| file += &format!("{setting}\n"));
    }
    config::load(&file, "mixed.toml", &floe_variants::registry()).unwrap_or_else(|errors| panic!("{words}: {errors}"))
}

/// The moves of a line, played.
struct Line {
    variant: Arc<Variant>,
    position: Position,
    san: Vec<String>,
    uci: Vec<String>,
}

impl Line {
    /// Plays the moves; a move that is refused is the last.
    fn play(&mut self, moves: &str) -> Result<(), String> {
        for text in moves.split_whitespace() {
            let legal = san::read(&self.variant, &self.position, text).map_err(|error| error.to_string())?;
            self.san.push(san::write(&self.variant, &self.position, legal));
            self.uci.push(uci::write(&self.variant, &self.position, legal));
            let next = self.variant.play(&self.position, legal);
            let (told, events) = self.variant.play_and_tell(&self.position, legal);
            assert_eq!(told, next, "told or not, {text} leads to one position");
            assert!(events.iter().all(|event| !event.text.is_empty()));
            self.position = next;
            self.holds_together();
        }
        Ok(())
    }

    /// The hash is true, and FEN, SAN and UCI lead back to what they were written for.
    fn holds_together(&self) {
        let Line { variant, position, .. } = self;
        let text = fen::write(variant, position);
        assert!(variant.hash_is_true(position), "{text}");
        assert_eq!(fen::read(variant, &text).as_ref(), Ok(position), "{text}");
        for legal in variant.legal_moves(position) {
            let (san, uci) = (san::write(variant, position, legal), uci::write(variant, position, legal));
            assert_eq!(san::read(variant, position, &san), Ok(legal), "{san} {text}");
            assert_eq!(uci::read(variant, position, &uci), Ok(legal), "{uci} {text}");
        }
    }

    fn legal(&self) -> String {
        let name = |legal: Move| san::write(&self.variant, &self.position, legal);
        let mut names: Vec<String> = self.variant.legal_moves(&self.position).into_iter().map(name).collect();
        names.sort();
        names.join(" ")
    }
}

/// What the moves of a line of the table lead to, in the form that `what` asks for.
fn found(words: &str, start: &str, moves: &str, what: &str) -> String {
    let variant = mixed(words);
    let start = if start == "start" { Ok(*variant.start()) } else { fen::read(&variant, start) };
    let position = match start {
        Ok(position) => position,
        Err(errors) => return format!("unread: {errors}"),
    };
    let mut line = Line { variant, position, san: Vec::new(), uci: Vec::new() };
    line.holds_together();
    if let Err(refused) = line.play(moves) {
        return format!("refused: {refused}");
    }
    let (variant, position) = (&line.variant, &line.position);
    let value = match what {
        "fen" => fen::write(variant, position),
        "outcome" => variant.outcome(position).map_or("goes on".to_owned(), |outcome| outcome.to_string()),
        "legal" => line.legal(),
        "check" => if variant.checked(position).is_empty() { "no" } else { "yes" }.to_owned(),
        "san" => line.san.join(" "),
        "uci" => line.uci.join(" "),
        other => format!("it is neither {other} nor legal"),
    };
    format!("{what}: {value}")
}

#[test]
fn lines_lead_where_they_should() {
    let mut wrong = Vec::new();
    let lines = data::lines("hook_games.csv");
    assert!(lines.len() > 120, "{}", lines.len());
    for line in lines {
        let [variant, start, moves, expected, _source] = line.split(';').collect::<Vec<_>>()[..] else {
            panic!("not five columns: {line}");
        };
        let what = expected.split(':').next().unwrap_or_default();
        let found = found(variant, start, moves, what);
        if found != expected {
            wrong.push(format!("{variant}; {start}; {moves}\nexpected {expected}\nfound    {found}"));
        }
    }
    assert!(wrong.is_empty(), "{} lines:\n\n{}", wrong.len(), wrong.join("\n\n"));
}

/// A game is written as PGN and read back: the same moves, positions and outcome.
#[track_caller]
fn check_pgn(words: &str, moves: &str, tags: &[&str]) {
    let registry = floe_variants::registry();
    let variant = mixed(words);
    let mut game = Game::new(variant.clone());
    for text in moves.split(' ') {
        let legal = san::read(&variant, game.position(), text).unwrap_or_else(|error| panic!("{text}: {error}"));
        game.play(legal).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    }
    let text = pgn::write(&game, &[], &registry);
    for tag in tags {
        assert!(text.contains(tag), "{tag} in\n{text}");
    }
    let PgnGame { game: again, .. } =
        pgn::read(&text, &registry).next().expect("a game").unwrap_or_else(|error| panic!("{error}\n{text}"));
    let fens = |game: &Game| game.positions().iter().map(|here| fen::write(&variant, here)).collect::<Vec<_>>();
    assert_eq!(fens(&again), fens(&game));
    assert_eq!(again.outcome(), game.outcome());
    let sans = |game: &Game| game.plies().iter().map(|ply| ply.san.clone()).collect::<Vec<_>>();
    assert_eq!(sans(&again), sans(&game));
}

#[test]
fn games_are_written_and_read_as_pgn() {
    check_pgn("loop", "e4 d5 exd5 Qxd5 @e4 Qxe4 Be2 @d3", &["[Variant \"Loop\"]", "3. @e4 Qxe4+"]);
    check_pgn("recycle", "Rxa2 Qxe7 @a4 @e6", &["[Variant \"Recycle Chess\"]", "1. Rxa2 Qxe7 2. @a4 @e6"]);
    check_pgn("three-checks", "e4 f6 Qh5", &["[Variant \"Three-check\"]"]);
    check_pgn(
        "chess + atomic check=true + three-checks",
        "e4 d5 exd5 e5",
        &["[Variant \"Atomic\"]", "[Rules \"three-checks.checks=3\"]"],
    );
    check_pgn("fischer-random + loop", "e4 d5 exd5 Qxd5 @e4", &["[Variant \"Chess960\"]", "[Rules \"rules.loop={}\"]"]);
    check_pgn("chess + anti + atomic", "e4 d5 exd5 Qxd2", &["[Rules \""]);
    check_pgn("chess + cheshire-cat + loop", "e4 d5 exd5 Qxd5 @e3", &["[Rules \""]);
    check_pgn("cheshire-cat", "e4 e5 Ke3", &["[Variant \"Cheshire Cat Chess\"]"]);
    check_pgn("massacre", "b8c7", &["[Variant \"Massacre Chess\"]"]);
}

/// What `floe` prints, whose words are in this order.
#[track_caller]
fn check_output(arguments: &[&str], expected: &[&str]) {
    let home = Home::new();
    let output = home.run(arguments, "");
    assert_eq!((output.code, output.stderr.as_str()), (0, ""), "{}", output.transcript());
    let mut rest = output.stdout.as_str();
    for words in expected {
        let Some((_, after)) = rest.split_once(words) else { panic!("{words:?} in\n{}", output.stdout) };
        rest = after;
    }
}

#[test]
fn hands_and_marks_are_shown() {
    let hands = "4k3/8/8/8/8/8/8/4K3[QPPn] w - - 0 1";
    let [white, black] = ["1  .  .  .  .  K  .  .  .   [Q 2P]\n", "8  .  .  .  .  k  .  .  .   [n]\n"];
    check_output(&["show", "loop", "--ascii", "--fen", hands], &[black, white]);
    let empty = ["8  r  n  b  q  k  b  n  r   [-]\n", "1  R  N  B  Q  K  B  N  R   [-]\n"];
    check_output(&["show", "loop", "--ascii"], &empty);
    let json = ["\"hands\":{\"black\":{\"knight\":1},\"white\":{\"pawn\":2,\"queen\":1}}"];
    check_output(&["show", "loop", "--json", "--fen", hands], &json);
    check_output(&["moves", "loop", "--fen", hands], &["Q@a1", " @a2"]);
    let gone = "4k3/8/8/8/8/8/8/4K3 w - - 0 1 gone=d4,e2 moved=e1,e8";
    let ranks = ["4  .  .  .  x  .  .  .  .\n", "2  .  .  .  .  x  .  .  .\n", "1  .  .  .  .  K  .  .  .\n"];
    check_output(&["show", "cheshire-cat", "--ascii", "--fen", gone], &ranks);
    let json = ["\"marks\":{\"gone\":[\"e2\",\"d4\"],\"moved\":[\"e1\",\"e8\"]}"];
    check_output(&["show", "cheshire-cat", "--json", "--fen", gone], &json);
    let told = ["After ply 1, Cheshire Cat: gone: e2\n", "After ply 2, Cheshire Cat: gone: e7\n"];
    check_output(&["apply", "cheshire-cat", "--ascii", "e4", "e5"], &told);
}

#[test]
fn mate_is_told_where_there_is_check() {
    for (game, has_check) in [
        ("chess", true),
        ("cheshire-cat", true),
        ("three-checks", true),
        ("atomic-check", true),
        ("racing-kings", false),
        ("antichess", false),
        ("extinction", false),
        ("atomic", false),
        ("massacre", false),
    ] {
        let variant = variant(game, "");
        assert_eq!(variant.has_check(), has_check, "{game}");
        let rules = Home::new().run(&["rules", game], "").stdout;
        assert_eq!(rules.contains("\nMate: "), has_check, "{rules}");
        assert!(rules.contains("\nStalemate: "), "{rules}");
    }
}
