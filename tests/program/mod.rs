//! The program `floe` as people and scripts run it: arguments and input in, exit code and output out.
#![allow(dead_code, reason = "each test program uses a part of it")]

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// A home of its own for the program: games are kept in its folder `data`, the user's variants in `config`, and paths
/// are relative to it.
pub(crate) struct Home {
    folder: TempDir,
    program: PathBuf,
}

/// What a run of the program left behind.
pub(crate) struct Output {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Home {
    pub(crate) fn new() -> Home {
        Home::of(env!("CARGO_BIN_EXE_floe"))
    }

    /// A home for another program that has the commands of `floe`.
    pub(crate) fn of(program: impl Into<PathBuf>) -> Home {
        Home { folder: TempDir::new().expect("a folder"), program: program.into() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("it is in the folder")).expect("created");
        fs::write(path, bytes).expect("written");
    }

    /// The games that are kept, oldest first.
    pub(crate) fn kept(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.path("data/floe")).into_iter().flatten();
        let mut games: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
        games.sort();
        games
    }

    /// The program, ready to run.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(arguments);
        self.prepare(command)
    }

    /// A command as it is run in this home: without colours, and with nothing but pipes.
    pub(crate) fn prepare(&self, mut command: Command) -> Command {
        command
            .current_dir(self.folder.path())
            .env("XDG_CONFIG_HOME", self.path("config"))
            .env("XDG_DATA_HOME", self.path("data"))
            .env("NO_COLOR", "1")
            .env_remove("CLICOLOR_FORCE")
            .env_remove("COLUMNS")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs the program with some input.
    pub(crate) fn run(&self, arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
        self.run_command(self.command(arguments), input)
    }

    /// Runs a command with some input.
    pub(crate) fn run_command(&self, mut command: Command, input: impl AsRef<[u8]>) -> Output {
        let mut child = command.spawn().expect("the program is there");
        let mut stdin = child.stdin.take().expect("it is piped");
        let input = input.as_ref().to_vec();
        // The program may end, or fill its output, before it has read everything.
        let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
        let output = self.wait(child);
        writer.join().expect("written");
        output
    }

    /// Waits for the program's end. Paths of this home, and times, are told by names that do not change.
    pub(crate) fn wait(&self, child: Child) -> Output {
        let output = child.wait_with_output().expect("it ends");
        let text = |bytes: Vec<u8>| {
            let text = String::from_utf8(bytes).expect("the program writes UTF-8");
            self.mask(&text)
        };
        Output {
            code: output.status.code().expect("no signal has ended it"),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }

    fn mask(&self, text: &str) -> String {
        let mut masked = text.replace(&*self.folder.path().to_string_lossy(), "HOME");
        while let Some(start) = masked.find("floe/2").map(|at| at + "floe/".len()) {
            let end = masked[start..].find(".pgn").map_or(masked.len(), |at| start + at);
            masked.replace_range(start..end, "TIME");
        }
        masked
    }
}

impl Output {
    /// All that there is to see.
    pub(crate) fn transcript(&self) -> String {
        format!("exit code {}\n--- stdout\n{}--- stderr\n{}", self.code, self.stdout, self.stderr)
    }
}
