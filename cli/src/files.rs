//! Text files, read with care.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

use floe_core::text::nearest;

use crate::fault::Fault;

/// A configuration is a page or two; what is larger is something else.
const MOST_CONFIG: u64 = 1 << 20;
/// Games are read into memory as a whole.
const MOST_PGN: u64 = 64 << 20;

/// The text of a variant's file.
///
/// # Errors
/// If it is missing, no file, not readable, empty, too large or not UTF-8.
pub(crate) fn read_config(path: &str) -> Result<String, Fault> {
    let text = String::from_utf8(read(path, MOST_CONFIG)?).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Fault::new(format!("`{path}` is not text: byte {} is not UTF-8", at + 1))
            .hint("a variant's file is TOML, in UTF-8")
            .of(path)
    })?;
    Ok(without_mark(text))
}

/// The text of a PGN file. Old ones are in Latin-1, which is read too.
///
/// # Errors
/// If it is missing, no file, not readable, empty, too large or no text.
pub(crate) fn read_pgn(path: &str) -> Result<String, Fault> {
    let bytes = read(path, MOST_PGN)?;
    if bytes.contains(&0) {
        return Err(Fault::new(format!("`{path}` is not text")).hint("name a file of games in PGN").of(path));
    }
    let text = String::from_utf8(bytes).unwrap_or_else(|error| error.as_bytes().iter().map(|&b| b as char).collect());
    Ok(without_mark(text))
}

/// A text without the mark of its byte order, which some editors put in front.
fn without_mark(text: String) -> String {
    text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)
}

/// The bytes of a file that is there, has some, and no more than `most`.
fn read(path: &str, most: u64) -> Result<Vec<u8>, Fault> {
    if Path::new(path).is_dir() {
        return Err(Fault::new(format!("`{path}` is a directory, not a file")).hint("name a file in it").of(path));
    }
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes));
    match read {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(missing(path)),
        Err(error) => Err(Fault::new(format!("`{path}` cannot be read: {}", why(&error))).of(path)),
        Ok(0) => Err(Fault::new(format!("`{path}` is empty")).of(path)),
        Ok(length) if length as u64 > most => {
            Err(Fault::new(format!("`{path}` is too large: at most {} MB are read", most >> 20)).of(path))
        }
        Ok(_) => Ok(bytes),
    }
}

/// Why a file cannot be read or written, without the system's number for it.
pub(crate) fn why(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut letters = text.chars();
    letters.next().map(|first| first.to_ascii_lowercase()).into_iter().chain(letters).collect()
}

/// A file that is not there; perhaps another of the folder was meant.
fn missing(path: &str) -> Fault {
    let fault = Fault::new(format!("there is no file `{path}`")).of(path);
    match near(path) {
        None => fault,
        Some(near) => fault.hint(format!("did you mean `{near}`?")),
    }
}

/// The path of a file in the same folder whose name is much like that of this path.
pub(crate) fn near(path: &str) -> Option<String> {
    let path = Path::new(path);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let files = fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten().flatten();
    let names: Vec<String> = files.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    let near = *nearest(&path.file_name()?.to_string_lossy(), names.iter().map(String::as_str)).first()?;
    Some(path.with_file_name(near).to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_the_system_are_told_in_words() {
        assert_eq!(why(&io::Error::from_raw_os_error(13)), "permission denied");
        assert_eq!(why(&io::ErrorKind::AlreadyExists.into()), "entity already exists");
    }

    #[test]
    fn files_that_cannot_be_used_say_why() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
        fs::write(path("empty"), "").expect("written");
        fs::write(path("noise"), [b'x', 0xff]).expect("written");
        fs::write(path("zero"), [b'x', 0]).expect("written");
        fs::write(path("large"), vec![b'x'; MOST_CONFIG as usize + 1]).expect("written");
        fs::write(path("marked"), "\u{feff}id = 1").expect("written");
        let message = |result: Result<String, Fault>| {
            let said = result.unwrap_or_else(|fault| fault.message);
            said.replace(&folder.path().to_string_lossy().into_owned(), "DIR")
        };
        for (name, expected) in [
            ("", "`DIR/` is a directory, not a file"),
            ("missing", "there is no file `DIR/missing`"),
            ("empty", "`DIR/empty` is empty"),
            ("noise", "`DIR/noise` is not text: byte 2 is not UTF-8"),
            ("large", "`DIR/large` is too large: at most 1 MB are read"),
            ("marked", "id = 1"),
        ] {
            assert_eq!(message(read_config(&path(name))), expected);
        }
        assert_eq!(message(read_pgn(&path("noise"))), "xÿ");
        assert_eq!(message(read_pgn(&path("zero"))), "`DIR/zero` is not text");
        assert_eq!(read_config(&path("emty")).unwrap_err().hint, Some(format!("did you mean `{}`?", path("empty"))));
    }
}
