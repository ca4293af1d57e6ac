//! `floe uci` as other programs drive it: what it answers, and that nothing that they say brings it down.

mod program;

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use program::Home;

/// What the program answers to a whole input.
fn answers(input: impl AsRef<[u8]>) -> String {
    let output = Home::new().run(&["uci"], input);
    assert_eq!((output.code, output.stderr.as_str()), (0, ""));
    output.stdout
}

/// The lines of an answer that begin with a word.
fn lines<'a>(answer: &'a str, word: &'a str) -> Vec<&'a str> {
    answer.lines().filter(|line| line.starts_with(word)).collect()
}

#[test]
fn it_says_who_it_is_and_what_can_be_set() {
    let answer = answers("uci\nisready\nquit\n");
    assert!(answer.starts_with("id name floe "), "{answer}");
    assert!(answer.ends_with("uciok\nreadyok\n"), "{answer}");
    let options = ["Hash", "Threads", "MultiPV", "Level", "Ponder", "UCI_Chess960", "UCI_Variant", "VariantPath"];
    for option in options {
        assert_eq!(lines(&answer, &format!("option name {option} type ")).len(), 1, "{option}");
    }
    assert!(answer.contains(" var chess") && answer.contains(" var ice-age"), "{answer}");
}

/// The best move after some lines.
fn best(input: &str) -> String {
    let answer = answers(input);
    let best = lines(&answer, "bestmove");
    assert_eq!(best.len(), 1, "{input}: {answer}");
    best[0].split_whitespace().nth(1).expect("there is a word").to_owned()
}

#[test]
fn it_finds_mates_from_positions_of_every_form() {
    assert_eq!(best("position startpos moves f2f3 e7e5 g2g4\ngo depth 2\n"), "d8h4");
    assert_eq!(best("position fen r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 0 1\ngo mate 2\n"), "d5d8");
    assert_eq!(best("position startpos\ngo depth 3 searchmoves a2a3\n"), "a2a3");
    assert_eq!(best("position startpos moves f2f3 e7e5 g2g4 d8h4\ngo depth 3\n"), "(none)");
    let ice = "setoption name UCI_Variant value ice-age\nposition fen 8/pk6/8/8/8/6P1/8/7K w - - 0 20\ngo depth 4\n";
    assert!(["h1g2", "h1h2"].contains(&best(ice).as_str()));
}

#[test]
fn a_search_tells_what_it_finds() {
    let answer = answers("setoption name MultiPV value 2\nposition startpos\ngo depth 3\n");
    let told = lines(&answer, "info depth");
    assert_eq!(told.len(), 6, "{answer}");
    for (place, line) in told.iter().enumerate() {
        let start = format!("info depth {} seldepth ", place / 2 + 1);
        assert!(line.starts_with(&start) && line.contains(&format!(" multipv {} score cp ", place % 2 + 1)), "{line}");
        assert!([" nodes ", " nps ", " hashfull ", " time ", " pv "].iter().all(|word| line.contains(word)), "{line}");
    }
}

#[test]
fn variants_are_told_of_and_files_are_read() {
    let home = Home::new();
    home.write(
        "camels.toml",
        "format = 1\nid = 'camels'\nextends = 'chess'\n[pieces.camel]\nletter = 'L'\nbetza = 'C'",
    );
    home.write("broken.toml", "format = 1\nid = 'broken'\nextends = 'chess'\nboard.files = 99");
    let input = "setoption name VariantPath value camels.toml;missing.toml;broken.toml\n\
                 setoption name UCI_Variant value camels\nsetoption name UCI_Variant value nonsense\n\
                 setoption name UCI_Variant value loop\nposition startpos\ngo perft 1\n";
    let output = home.run(&["uci"], input);
    assert_eq!((output.code, output.stderr.as_str()), (0, ""));
    let told = lines(&output.stdout, "info string ");
    let expected = [
        "there is no file `missing.toml`",
        "files",
        "variant camels files 8 ranks 8 pocket 0 template camels startpos rnbqkbnr/",
        "there is no variant `nonsense`",
        "variant loop files 8 ranks 8 pocket 6 template loop startpos rnbqkbnr/",
    ];
    assert_eq!(told.len(), expected.len(), "{told:#?}");
    for (line, part) in told.iter().zip(expected) {
        assert!(line.contains(part), "{line}: {part}");
    }
    assert!(output.stdout.contains("\nNodes searched: 20\n"), "{}", output.stdout);
}

#[test]
fn castling_is_written_as_the_game_has_it() {
    let mated = "position fen 5k2/4pp2/8/8/8/8/3P1P2/4K2R w K - 0 1\ngo depth 1 searchmoves";
    assert_eq!(best(&format!("{mated} e1g1\n")), "e1g1");
    assert_eq!(best(&format!("setoption name UCI_Chess960 value true\n{mated} e1h1\n")), "e1h1");
}

/// Whatever is said, it goes on; what is asked for after it is answered.
#[test]
fn nonsense_is_survived() {
    let nonsense: [&[u8]; 12] = [
        b"\xff\xfe\x00garbage\n",
        b"go\x00\n",
        b"stop\nstop\nponderhit\n",
        b"position\nposition fen\nposition fen x y z\nposition startpos moves e2e5 zzzz\n",
        b"setoption\nsetoption name\nsetoption name Hash value -1\nsetoption name Nothing value\nsetoption value x\n",
        b"go depth\ngo depth -5\ngo movetime abc\nstop\n",
        b"go searchmoves a1a8 depth 1\n",
        b"uci uci uci\nposition startpos startpos\n",
        b"go wtime -100 btime -100 movestogo 0\n",
        b"go nodes 0\n",
        b"isready isready\n\n\n   \n",
        b"ucinewgame\nregister later\ndebug on\n",
    ];
    for words in nonsense {
        let rest: &[u8] = b"\nstop\nposition startpos moves f2f3 e7e5 g2g4\ngo depth 2\n";
        let answer = answers([words, rest].concat());
        assert!(lines(&answer, "bestmove").last().is_some_and(|line| line.starts_with("bestmove d8h4")), "{answer}");
    }
    let long = "x".repeat(1 << 20) + "\nposition startpos moves f2f3 e7e5 g2g4\ngo depth 2";
    assert_eq!(best(&long), "d8h4", "half a line is a line");
}

/// A conversation.
struct Talk {
    child: Child,
    input: ChildStdin,
    answers: Receiver<String>,
    _home: Home,
}

impl Talk {
    fn new() -> Talk {
        let home = Home::new();
        let mut child = home.command(&["uci"]).spawn().expect("the program is there");
        let (input, output) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
        Talk { child, input, answers: Talk::listen(output), _home: home }
    }

    fn listen(output: ChildStdout) -> Receiver<String> {
        let (sender, receiver) = channel();
        thread::spawn(move || {
            BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        receiver
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("it listens");
    }

    /// Waits for a line that begins so.
    fn hear(&self, start: &str) -> String {
        loop {
            let line = self.answers.recv_timeout(Duration::from_secs(60)).expect("it answers");
            if line.starts_with(start) {
                return line;
            }
        }
    }
}

#[test]
fn it_thinks_until_it_is_stopped_and_answers_while_it_does() {
    let mut talk = Talk::new();
    talk.say("go infinite");
    talk.hear("info depth 4 ");
    talk.say("isready");
    talk.hear("readyok");
    let stopped = Instant::now();
    talk.say("stop");
    talk.hear("bestmove ");
    // On a machine of its own it takes less than 20 ms; tests share theirs.
    assert!(stopped.elapsed() < Duration::from_secs(2), "{:?}", stopped.elapsed());
    // A search that is through its depth still waits.
    talk.say("position startpos moves f2f3 e7e5 g2g4");
    talk.say("go ponder depth 2");
    talk.hear("info depth 2 ");
    assert!(talk.answers.recv_timeout(Duration::from_millis(100)).is_err(), "it waits for ponderhit");
    talk.say("ponderhit");
    assert!(talk.hear("bestmove ").starts_with("bestmove d8h4"));
    talk.say("go infinite");
    talk.say("quit");
    assert!(talk.child.wait().expect("it ends").success());
}

#[test]
fn a_closed_pipe_ends_it() {
    let Talk { mut child, mut input, answers, _home } = Talk::new();
    // Whoever reads has gone.
    drop(answers);
    for _ in 0..200 {
        if writeln!(input, "isready\ngo infinite\nstop").is_err() {
            break;
        }
        thread::sleep(Duration::from_millis(5));
    }
    drop(input);
    assert!(child.wait().expect("it ends").success());
}
