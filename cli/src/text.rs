//! Words in columns and in lines.

use std::fmt::Write as _;
use std::io;
use std::time::Duration;

use terminal_size::{Width, terminal_size_of};

/// The width of a page in characters, where there is no terminal.
const USUAL_WIDTH: usize = 80;
/// No page is narrower.
const LEAST_WIDTH: usize = 20;

/// The width of the terminal that the answers go to.
fn page_width() -> usize {
    let width = terminal_size_of(io::stdout()).map(|(Width(width), _)| width.into());
    width.unwrap_or(USUAL_WIDTH).max(LEAST_WIDTH)
}

/// The first line of a text, as far as it fits on a line of the page.
pub(crate) fn cut_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().chars().take(page_width() - 1).collect()
}

/// A time from a word of the command line: `5s`, `500ms`, `2m`.
pub(crate) fn duration(word: &str) -> Result<Duration, String> {
    let digits = word.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let milliseconds = match &word[digits.len()..] {
        "ms" => 1.0,
        "s" => 1_000.0,
        "m" => 60_000.0,
        _ => return Err("a time is a number and ms, s or m, such as 5s".to_owned()),
    };
    let number: f64 = digits.parse().map_err(|_| format!("{digits:?} is no number"))?;
    let time = Duration::try_from_secs_f64(number * milliseconds / 1_000.0);
    time.ok().filter(|time| !time.is_zero()).ok_or_else(|| "a time must be more than nothing".to_owned())
}

/// Words in as many columns as fit, read from left to right; every line ends with a line break.
pub(crate) fn columns(words: &[String]) -> String {
    columns_within(page_width(), words)
}

fn columns_within(page: usize, words: &[String]) -> String {
    let width = words.iter().map(|word| word.chars().count()).max().unwrap_or(0) + 2;
    let mut text = String::new();
    for line in words.chunks((page / width).max(1)) {
        let line: String = line.iter().fold(String::new(), |mut line, word| {
            let _ = write!(line, "{word:width$}");
            line
        });
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Prose in lines that are no longer than a page is wide; every line ends with a line break.
pub(crate) fn fill(prose: &str) -> String {
    fill_within(page_width(), prose)
}

fn fill_within(page: usize, prose: &str) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in prose.split_whitespace() {
        let length = word.chars().count();
        if column > 0 {
            let fits = column + 1 + length <= page;
            text.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        text.push_str(word);
        column += length;
    }
    text.push('\n');
    text
}

/// Prose behind a head, in lines that stand below each other.
pub(crate) fn fill_after(head: &str, prose: &str) -> String {
    fill_after_within(page_width(), head, prose)
}

fn fill_after_within(page: usize, head: &str, prose: &str) -> String {
    let width = head.chars().count();
    let (start, margin) = if 2 * width <= page { (head.to_owned(), width) } else { (format!("{head}\n      "), 6) };
    let lines = fill_within(page.saturating_sub(margin), prose);
    start + &lines.trim_end().replace('\n', &format!("\n{}", " ".repeat(margin))) + "\n"
}

/// A number of things: `1 ply`, `2 plies`.
pub(crate) fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        for (word, milliseconds) in [("5s", 5_000), ("500ms", 500), ("0.5s", 500), ("2m", 120_000)] {
            assert_eq!(duration(word), Ok(Duration::from_millis(milliseconds)), "{word}");
        }
        for word in ["5", "", "s", "0s", "-1s", "1e400s", "5h", "ü"] {
            assert!(duration(word).is_err(), "{word}");
        }
    }

    #[test]
    fn words_stand_in_columns() {
        let words: Vec<String> = (1..=30).map(|i| "e".repeat(i % 6 + 1)).collect();
        insta::assert_snapshot!(columns_within(80, &words), @r"
        ee      eee     eeee    eeeee   eeeeee  e       ee      eee     eeee    eeeee
        eeeeee  e       ee      eee     eeee    eeeee   eeeeee  e       ee      eee
        eeee    eeeee   eeeeee  e       ee      eee     eeee    eeeee   eeeeee  e
        ");
        assert_eq!(columns_within(80, &[]), "");
        assert_eq!(columns_within(80, &["x".repeat(99)]), "x".repeat(99) + "\n");
    }

    #[test]
    fn prose_stands_beside_its_head() {
        assert_eq!(fill_after_within(16, "a = 1  ", "one two three"), "a = 1  one two\n       three\n");
        assert_eq!(fill_after_within(13, "a = 1  ", "one two three"), "a = 1  \n      one two\n      three\n");
    }

    #[test]
    fn prose_stands_in_lines() {
        assert_eq!(fill_within(80, "one\n  two "), "one two\n");
        let word = "x".repeat(39);
        assert_eq!(fill_within(79, &[word.as_str(); 3].join(" ")), format!("{word} {word}\n{word}\n"));
        assert_eq!(fill_within(80, ""), "\n");
        assert_eq!(fill_within(7, "one two three"), "one two\nthree\n");
    }
}
