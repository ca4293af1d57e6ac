//! Words in columns and in lines.

use std::fmt::Write as _;

/// The width of a page in characters.
const WIDTH: usize = 80;

/// Words in as many columns as fit, read from left to right; every line ends with a line break.
pub(crate) fn columns(words: &[String]) -> String {
    let width = words.iter().map(|word| word.chars().count()).max().unwrap_or(0) + 2;
    let mut text = String::new();
    for line in words.chunks((WIDTH / width).max(1)) {
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
    let mut text = String::new();
    let mut column = 0;
    for word in prose.split_whitespace() {
        let length = word.chars().count();
        if column > 0 {
            let fits = column + 1 + length <= WIDTH;
            text.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        text.push_str(word);
        column += length;
    }
    text.push('\n');
    text
}

/// A number of plies in words.
pub(crate) fn plies(count: usize) -> String {
    if count == 1 { "1 ply".to_owned() } else { format!("{count} plies") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_in_columns() {
        let words: Vec<String> = (1..=30).map(|i| "e".repeat(i % 6 + 1)).collect();
        insta::assert_snapshot!(columns(&words), @r"
        ee      eee     eeee    eeeee   eeeeee  e       ee      eee     eeee    eeeee
        eeeeee  e       ee      eee     eeee    eeeee   eeeeee  e       ee      eee
        eeee    eeeee   eeeeee  e       ee      eee     eeee    eeeee   eeeeee  e
        ");
        assert_eq!(columns(&[]), "");
        assert_eq!(columns(&["x".repeat(99)]), "x".repeat(99) + "\n");
    }

    #[test]
    fn prose_stands_in_lines() {
        assert_eq!(fill("one\n  two "), "one two\n");
        let word = "x".repeat(39);
        assert_eq!(fill(&[word.as_str(); 3].join(" ")), format!("{word} {word}\n{word}\n"));
        assert_eq!(fill(""), "\n");
    }
}
