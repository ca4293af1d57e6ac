//! The players' lines: edited on a terminal, plain from a pipe.

use std::io::{self, IsTerminal as _, Write as _};

use rustyline::completion::{Completer, FilenameCompleter};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use crate::input;
use crate::screen::Screen;

/// What a longer line says after this many bytes is not read: no move, command or path is so long.
const MOST: u64 = 1 << 14;

/// What comes from the player.
pub(crate) enum Reply {
    Line(String),
    /// The input has ended.
    End,
    /// Ctrl-C on a terminal.
    Interrupted,
}

/// Reads the players' lines.
pub(crate) trait Reader {
    /// Whether a person can be asked back.
    fn is_terminal(&self) -> bool;

    /// Reads a line. `words` are those that Tab completes; they are asked for only where there is a Tab key.
    fn line(&mut self, screen: &mut Screen, prompt: &str, words: &dyn Fn() -> Vec<String>) -> io::Result<Reply>;
}

/// A reader that edits lines if both ends are terminals, else one that takes them as they come.
pub(crate) fn open() -> Box<dyn Reader> {
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let config = Config::builder().completion_type(CompletionType::List).build();
    match Editor::with_config(config) {
        Ok(mut editor) if terminal => {
            editor.set_helper(Some(Words::default()));
            Box::new(Terminal(editor))
        }
        _ => Box::new(Plain),
    }
}

/// With editing, history and completion.
struct Terminal(Editor<Words, DefaultHistory>);

impl Reader for Terminal {
    fn is_terminal(&self) -> bool {
        true
    }

    fn line(&mut self, _: &mut Screen, prompt: &str, words: &dyn Fn() -> Vec<String>) -> io::Result<Reply> {
        if let Some(helper) = self.0.helper_mut() {
            helper.words = words();
        }
        Ok(match self.0.readline(prompt) {
            Ok(line) => {
                // A history that is full or forbidden is no reason not to play.
                let _ = self.0.add_history_entry(&line);
                Reply::Line(line)
            }
            Err(ReadlineError::Interrupted) => Reply::Interrupted,
            // A terminal that has gone away can say nothing more.
            Err(_) => Reply::End,
        })
    }
}

/// As they come.
struct Plain;

impl Reader for Plain {
    fn is_terminal(&self) -> bool {
        false
    }

    fn line(&mut self, screen: &mut Screen, prompt: &str, _: &dyn Fn() -> Vec<String>) -> io::Result<Reply> {
        write!(screen, "{prompt}")?;
        screen.flush()?;
        let line = plain_line();
        if !io::stdin().is_terminal() {
            // Without an echo, a transcript would not show what was typed.
            writeln!(screen, "{}", line.as_deref().unwrap_or_default())?;
        }
        Ok(line.map_or(Reply::End, Reply::Line))
    }
}

/// A line of standard input in plain characters.
fn plain_line() -> Option<String> {
    let plain = |line: String| line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>();
    input::line(MOST).map(|line| plain(line).trim().to_owned())
}

/// The words that Tab completes; after `save` and `load`, files.
#[derive(Default)]
pub(crate) struct Words {
    words: Vec<String>,
    files: FilenameCompleter,
}

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, context: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = &line[..at];
        if ["save ", "save! ", "load "].iter().any(|command| typed.starts_with(command)) {
            let (start, pairs) = self.files.complete(line, at, context)?;
            return Ok((start, pairs.into_iter().map(|pair| pair.replacement).collect()));
        }
        Ok((0, self.words.iter().filter(|word| word.starts_with(typed)).cloned().collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}
