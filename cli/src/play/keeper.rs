//! Keeps the game in progress in a file, so that it cannot be lost.

use std::env;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::files::why;

/// Keeps one game: it is written after every move, so that whatever ends the program, the game is there.
pub(crate) struct Keeper {
    /// The folder of the user's games, if there is one. Where it cannot be written to, the current one serves.
    data: Option<PathBuf>,
    /// The file, once there is something to keep.
    path: Option<PathBuf>,
    /// The game that could not be written.
    unwritten: Option<String>,
    /// Whether there is nothing to go on with.
    is_over: bool,
    /// The command that goes on with a game whose file follows it: `floe play --load`.
    resume: String,
}

impl Keeper {
    /// Keeps a game that has nothing yet to be kept, in this folder or, where that cannot be written to, the current one.
    pub(crate) fn new(resume: impl Into<String>, data: Option<PathBuf>) -> Keeper {
        Keeper { data, path: None, unwritten: None, is_over: false, resume: resume.into() }
    }

    /// Keeps another game, in the same folder.
    pub(crate) fn another(&self) -> Keeper {
        Keeper::new(self.resume.clone(), self.data.clone())
    }

    /// Keeps the game as it is now, which may be over; `None` forgets it, since nothing has been played.
    ///
    /// Returns what the players must be told: where the game cannot be kept, and why, as soon as that shows.
    pub(crate) fn keep(&mut self, pgn: Option<String>, is_over: bool) -> Option<String> {
        self.is_over = is_over;
        let Some(pgn) = pgn else {
            if let Some(path) = self.path.take() {
                // A file that cannot be removed does no harm.
                let _ = fs::remove_file(path);
            }
            self.unwritten = None;
            return None;
        };
        let was_written = self.unwritten.is_none();
        let mut told = Vec::new();
        if self.path.is_none() {
            self.path = self.data.iter().cloned().chain(env::current_dir()).find_map(|folder| {
                let cannot = |error| told.push(format!("`{}` cannot be written to: {}", folder.display(), why(&error)));
                create(&folder).map_err(cannot).ok()
            });
        }
        let written = self.path.as_ref().is_some_and(|path| match replace(path, &pgn) {
            Ok(()) => true,
            Err(error) => {
                told.push(format!("`{}` cannot be written: {}", path.display(), why(&error)));
                false
            }
        });
        self.unwritten = (!written).then_some(pgn);
        let rest =
            if written { "The game is kept in the current folder" } else { "The game is not kept: save FILE keeps it" };
        (was_written && !told.is_empty()).then(|| format!("{}. {rest}.", told.join("; ")))
    }

    /// Where the game is kept, or the game itself if it could not be written; `None` if there is nothing to keep.
    pub(crate) fn farewell(&self) -> Option<String> {
        match (&self.unwritten, &self.path) {
            (Some(pgn), _) => Some(format!("The game could not be written to a file. Here it is:\n\n{pgn}")),
            (None, Some(path)) => {
                let path = quoted(&path.to_string_lossy());
                let kept = format!("The game is kept in {path}");
                let resume = format!("\nTo go on with it: {} {path}", self.resume);
                Some(if self.is_over { kept } else { kept + &resume })
            }
            (None, None) => None,
        }
    }
}

/// A word as a shell takes it.
pub(crate) fn quoted(word: &str) -> String {
    let plain = word.chars().all(|c| c.is_alphanumeric() || "/._-+,:@%".contains(c));
    if plain { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// The folder of the user's games.
pub(crate) fn data_folder() -> Option<PathBuf> {
    let absolute = |path: &PathBuf| path.is_absolute();
    let data = env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(absolute);
    let data = data.or_else(|| env::home_dir().filter(absolute).map(|home| home.join(".local/share")));
    data.map(|data| data.join("floe"))
}

/// Creates a new file, named by date and time.
fn create(folder: &Path) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let time = jiff::ZonedDateTime::now().strftime("%Y-%m-%d-%H%M%S").to_string();
    let names = std::iter::once(format!("{time}.pgn")).chain((2..100).map(|i| format!("{time}_{i}.pgn")));
    for path in names.map(|name| folder.join(name)) {
        match File::create_new(&path) {
            Ok(_) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Replaces a file's text as a whole: it is never there by half.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    let replaced = fs::write(&part, text).and_then(|()| fs::rename(&part, path));
    if replaced.is_err() {
        let _ = fs::remove_file(&part);
    }
    replaced
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_kept_in_a_new_file_and_replaced_as_a_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let first = create(folder.path()).expect("created");
        let second = create(folder.path()).expect("created");
        assert_ne!(first, second);
        let mut keeper = Keeper { path: Some(first.clone()), ..Keeper::new("floe play --load", None) };
        for text in ["1. e4 *", "1. e4 e5 *"] {
            assert_eq!(keeper.keep(Some(text.to_owned()), false), None);
            assert_eq!(fs::read_to_string(&first).expect("it is there"), text);
        }
        let path = first.display();
        let told = format!("The game is kept in {path}\nTo go on with it: floe play --load {path}");
        assert_eq!(keeper.farewell(), Some(told));
        keeper.keep(Some("1. e4 1-0".to_owned()), true);
        assert_eq!(keeper.farewell(), Some(format!("The game is kept in {path}")));
        keeper.keep(None, false);
        assert!(!first.exists());
        assert_eq!(keeper.farewell(), None);
        assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 1);
    }

    #[test]
    fn a_game_that_cannot_be_written_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut keeper =
            Keeper { path: Some(folder.path().join("gone/x.pgn")), ..Keeper::new("floe play --load", None) };
        let warned = keeper.keep(Some("1. e4 *".to_owned()), false).expect("it is told");
        assert!(
            warned.ends_with("cannot be written: no such file or directory. The game is not kept: save FILE keeps it.")
        );
        assert_eq!(keeper.keep(Some("1. e4 *".to_owned()), false), None);
        let told = keeper.farewell().expect("there is a game");
        assert!(told.ends_with("\n\n1. e4 *"), "{told}");
    }

    #[test]
    fn words_are_quoted_where_a_shell_would_split_them() {
        for (word, expected) in
            [("/a/b.pgn", "/a/b.pgn"), ("/a b", "'/a b'"), ("it's", r"'it'\''s'"), ("é.pgn", "é.pgn")]
        {
            assert_eq!(quoted(word), expected);
        }
    }
}
