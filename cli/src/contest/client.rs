//! Another program that plays by UCI.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use floe_core::notation::{fen, uci};
use floe_core::search::Limits;
use floe_core::{Game, Move, Variant};
use thiserror::Error;

/// A program that does not do what it should.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub(crate) struct Broken {
    message: String,
}

impl Broken {
    pub(crate) fn new(message: impl Into<String>) -> Broken {
        Broken { message: message.into() }
    }
}

/// A program is given so long to say that it is there.
const START: Duration = Duration::from_secs(20);
/// A program that is so much too late has lost.
const GRACE: Duration = Duration::from_millis(500);
/// So long a program may think where no time is set.
const PATIENCE: Duration = Duration::from_secs(600);

/// A program that plays by UCI. It ends with this.
pub(crate) struct Client {
    name: String,
    child: Child,
    input: ChildStdin,
    answers: Receiver<String>,
    go: String,
    patience: Duration,
}

impl Client {
    /// Starts a program: its command and arguments, parted by blanks.
    pub(crate) fn start(
        command: &str,
        options: &[(String, String)],
        variant: &Arc<Variant>,
        limits: &Limits,
    ) -> Result<Client, Broken> {
        let mut words = command.split_whitespace();
        let name = words.next().unwrap_or_default();
        let mut run = Command::new(name);
        run.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let cannot = |why: &dyn std::fmt::Display| Broken::new(format!("`{name}` cannot be run: {why}"));
        let mut child = run.spawn().map_err(|error| cannot(&error))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(cannot(&"it has no input or output"));
        };
        let (sender, answers) = sync_channel(1_024);
        thread::spawn(move || {
            let mut lines = BufReader::new(output).lines().map_while(Result::ok);
            while lines.next().is_some_and(|line| sender.send(line).is_ok()) {}
        });
        let (go, patience) = go(limits);
        let mut client = Client { name: name.to_owned(), child, input, answers, go, patience };
        client.say("uci")?;
        let known = client.hear("uciok", START)?;
        let has = |option: &str| known.iter().any(|line| line.contains(&format!("name {option} ")));
        let called = variant.spec().names.uci.as_deref().unwrap_or(variant.id());
        if has("UCI_Variant") {
            client.say(&format!("setoption name UCI_Variant value {called}"))?;
        }
        if has("UCI_Chess960") && variant.castles_freely() {
            client.say("setoption name UCI_Chess960 value true")?;
        }
        for (option, value) in options {
            client.say(&format!("setoption name {option} value {value}"))?;
        }
        client.say("isready")?;
        client.hear("readyok", START)?;
        Ok(client)
    }

    /// A new game begins.
    pub(crate) fn begin(&mut self) {
        // Who does not listen any more is found out at the first move.
        let _ = self.say("ucinewgame").and_then(|()| self.say("isready")).and_then(|()| self.hear("readyok", START));
    }

    /// The program's move.
    pub(crate) fn choose(&mut self, game: &Game) -> Result<Move, Broken> {
        let variant = game.variant();
        let start = fen::write(variant, game.start());
        let mut position = format!("position fen {start}");
        for (place, ply) in game.plies().iter().enumerate() {
            let word = if place == 0 { " moves " } else { " " };
            position = position + word + &uci::write(variant, &game.positions()[place], ply.played);
        }
        self.say(&position)?;
        self.say(&self.go.clone())?;
        let answer = self.hear("bestmove", self.patience)?;
        let text = answer.last().and_then(|line| line.split_whitespace().nth(1)).unwrap_or_default();
        uci::read(variant, game.position(), text).map_err(|error| Broken::new(error.to_string()))
    }

    fn say(&mut self, line: &str) -> Result<(), Broken> {
        let said = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        said.map_err(|_| self.ended())
    }

    /// The lines up to one that begins with a word.
    fn hear(&self, word: &str, patience: Duration) -> Result<Vec<String>, Broken> {
        let until = Instant::now() + patience;
        let mut heard = Vec::new();
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.answers.recv_timeout(left) {
                Ok(line) => {
                    let is_last = line.split_whitespace().next() == Some(word);
                    heard.push(line);
                    if is_last {
                        return Ok(heard);
                    }
                }
                Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {
                    return Err(Broken::new(format!("`{}` does not say {word} in time", self.name)));
                }
                Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
    }

    fn ended(&self) -> Broken {
        Broken::new(format!("`{}` has ended", self.name))
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.say("quit");
        let until = Instant::now() + GRACE;
        while matches!(self.child.try_wait(), Ok(None)) {
            if Instant::now() > until {
                let _ = self.child.kill();
                let _ = self.child.wait();
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// What a program is told of its limits, and how long it is waited for.
fn go(limits: &Limits) -> (String, Duration) {
    let words = [
        limits.time.map(|time| format!(" movetime {}", time.as_millis())),
        limits.nodes.map(|nodes| format!(" nodes {nodes}")),
        limits.depth.map(|depth| format!(" depth {depth}")),
    ];
    let go = format!("go{}", words.into_iter().flatten().collect::<String>());
    (go, limits.time.map_or(PATIENCE, |time| time + GRACE))
}
