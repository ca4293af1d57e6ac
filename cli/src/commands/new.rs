//! `floe new`.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use floe_core::text::{is_id, to_id};
use serde::Serialize;

use crate::fault::{Failure, Fault};
use crate::files::why;
use crate::json;
use crate::library::Library;
use crate::program;
use crate::screen::Screen;
use crate::status::title;

/// Start a game of your own: a TOML file, or a crate with a hook
///
/// What it writes is explained where it stands, passes `floe check` or `cargo test` as it is, and waits to be changed.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  floe new my-game                          the file my-game.toml, a game that changes chess
  floe new my-game --rust --core ../floe    the folder my-game, a crate with a rule of its own")]
pub(crate) struct New {
    /// The id of the game: lower case letters, digits and dashes
    name: String,

    /// Write a crate in Rust: a rule with a hook, a game that has it, its tests, and the whole program; needs --core
    #[arg(long)]
    rust: bool,

    /// Where the source of Floe lies, with which the crate is built
    #[arg(long, value_name = "PATH", requires = "rust")]
    core: Option<PathBuf>,

    /// Print `{"files":[path]}`
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Json {
    files: Vec<String>,
}

/// The file that `floe new my-game` writes, under the name `my-game`.
const FILE: &str = include_str!("../../templates/my-game.toml");

/// The files of the crate that `floe new quicksand --rust` writes.
const CRATE: [(&str, &str); 5] = [
    ("Cargo.toml", include_str!("../../templates/quicksand/manifest.toml")),
    ("quicksand.toml", include_str!("../../templates/quicksand/quicksand.toml")),
    ("src/lib.rs", include_str!("../../templates/quicksand/src/lib.rs")),
    ("src/main.rs", include_str!("../../templates/quicksand/src/main.rs")),
    ("tests/game.rs", include_str!("../../templates/quicksand/tests/game.rs")),
];

impl New {
    pub(crate) fn run(self, library: &Library, screen: &mut Screen) -> Result<ExitCode, Failure> {
        self.judge_name(library)?;
        let (target, files) = if self.rust { self.in_rust()? } else { self.in_toml() };
        if target.exists() {
            let hint = "nothing is overwritten: choose another name, or take it away first";
            return Err(Fault::new(format!("`{}` is there already", target.display())).hint(hint).into());
        }
        for (path, text) in &files {
            write(path, text)
                .map_err(|error| Fault::new(format!("`{}` cannot be written: {}", path.display(), why(&error))))?;
        }
        let files: Vec<String> = files.iter().map(|(path, _)| path.display().to_string()).collect();
        if self.json {
            json::write(screen, &Json { files })?;
        } else {
            for file in &files {
                writeln!(screen, "wrote {file}")?;
            }
            writeln!(screen, "Next: {}", self.next())?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The name must be an id that no variant has, and no rule if it is to be that of one.
    fn judge_name(&self, library: &Library) -> Result<(), Fault> {
        let name = &self.name;
        if !is_id(name) {
            let fault = Fault::new(format!("`{name}` is no id: an id is lower case letters, digits and dashes"));
            return Err(match to_id(name) {
                Some(id) => fault.hint(format!("write `{id}`")),
                None => fault,
            });
        }
        let what = match () {
            () if library.knows(name) => "variant",
            () if self.rust && library.registry.rule(name).is_some() => "rule",
            // Crates of Floe itself.
            () if self.rust && ["core", "variants"].contains(&name.as_str()) => "crate",
            () => return Ok(()),
        };
        Err(Fault::new(format!("there is a {what} `{name}` already")).hint("choose another name"))
    }

    fn in_toml(&self) -> (PathBuf, Vec<(PathBuf, String)>) {
        let path = PathBuf::from(format!("{}.toml", self.name));
        let text = FILE.replace("my-game", &self.name).replace("My Game", &title(&self.name));
        (path.clone(), vec![(path, text)])
    }

    fn in_rust(&self) -> Result<(PathBuf, Vec<(PathBuf, String)>), Fault> {
        let source = source(self.core.as_deref().ok_or_else(|| self.no_source())?)?;
        let rename = |text: &str| {
            text.replace("floe_quicksand", &format!("floe_{}", self.name.replace('-', "_")))
                .replace("quicksand", &self.name)
                .replace("Quicksand", &title(&self.name))
        };
        let folder = PathBuf::from(&self.name);
        let file = |(path, text): (&str, &str)| {
            let text = match path {
                "Cargo.toml" => dependencies(text, &source),
                _ => text.to_owned(),
            };
            (folder.join(rename(path)), rename(&text))
        };
        Ok((folder.clone(), CRATE.map(file).to_vec()))
    }

    fn next(&self) -> String {
        let name = &self.name;
        match self.rust {
            false => format!("{0} check {name}.toml, and {0} play {name}.toml", program()),
            true => format!("cd {name}, cargo test, and cargo run -- play {name}"),
        }
    }

    /// A crate that nobody could build is not written.
    fn no_source(&self) -> Fault {
        let how = format!("say where it lies: {} new {} --rust --core PATH", program(), self.name);
        Fault::new("a crate is built with the source of Floe, since Floe's own crates are not published").hint(how)
    }
}

/// The manifest with what the crate depends on: the source of Floe.
fn dependencies(manifest: &str, source: &Path) -> String {
    let line = |line: &str| match line.split_once(" = \"SOURCE\"") {
        Some((name, _)) => {
            let folder = if name == "floe" { "cli" } else { name.trim_start_matches("floe-") };
            let path = source.join(folder).display().to_string().replace('\\', "\\\\").replace('"', "\\\"");
            format!("{name} = {{ path = \"{path}\" }}\n")
        }
        None => format!("{line}\n"),
    };
    manifest.lines().map(line).collect()
}

/// The folder of the source of Floe, given itself or its folder `core`.
fn source(path: &Path) -> Result<PathBuf, Fault> {
    let full = fs::canonicalize(path).unwrap_or_default();
    let is_source =
        |folder: &&Path| ["core", "cli", "variants"].iter().all(|part| folder.join(part).join("Cargo.toml").is_file());
    let found = full.ancestors().take(2).find(is_source).map(Path::to_owned);
    found.ok_or_else(|| {
        Fault::new(format!("the source of Floe is not in `{}`", path.display()))
            .hint("name the folder that has `core`, `cli` and `variants` in it")
    })
}

/// Writes a file that is not there yet, and the folders on the way.
fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    File::create_new(path)?.write_all(text.as_bytes())
}
