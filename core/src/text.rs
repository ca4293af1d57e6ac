//! Texts from outside, as messages speak of them: places, cuts, and what was probably meant.

use std::fmt::Display;

/// What some editors put at the start of a file. It has no width.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// No word that anybody means is longer (in bytes).
const LONGEST: usize = 60;

/// The boundary between characters at a byte of a text, or the last before it.
pub fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// Line and column of a byte of a text, both counted from 1; the column in characters.
pub fn place(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..floor(text, at)];
    let line = before.rsplit('\n').next().unwrap_or_default();
    (1 + before.matches('\n').count(), 1 + line.chars().filter(|&c| c != BYTE_ORDER_MARK).count())
}

/// A text, or so many of its characters and an ellipsis.
pub fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A list in words: `a`, `a or b`, `a, b or c`.
pub fn one_of<T: Display>(words: impl IntoIterator<Item = T>) -> String {
    let mut words: Vec<String> = words.into_iter().map(|word| word.to_string()).collect();
    let last = words.pop().unwrap_or_default();
    if words.is_empty() { last } else { format!("{} or {last}", words.join(", ")) }
}

/// The known words that may have been meant, the likeliest first: those that differ by slips of the fingers, by case, or by
/// `_` for `-`.
pub fn nearest<'w>(word: &str, known: impl IntoIterator<Item = &'w str>) -> Vec<&'w str> {
    let plain = |word: &str| word.to_lowercase().replace(['-', ' '], "_");
    if word.len() > LONGEST {
        return Vec::new();
    }
    let word = plain(word);
    let distance = |candidate: &'w str| (strsim::damerau_levenshtein(&word, &plain(candidate)), candidate);
    let is_near = |&(distance, candidate): &(usize, &str)| distance <= candidate.chars().count().div_ceil(3);
    let mut near: Vec<(usize, &str)> = known.into_iter().map(distance).filter(is_near).collect();
    near.sort_by_key(|&(distance, _)| distance);
    near.into_iter().map(|(_, candidate)| candidate).collect()
}

/// Whether a word is fit for an id: lower case letters, digits, and dashes between them.
pub fn is_id(word: &str) -> bool {
    !word.is_empty()
        && !word.starts_with('-')
        && !word.ends_with('-')
        && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

/// The nearest id to a word, if anything of it is left.
pub fn to_id(word: &str) -> Option<String> {
    let dashed: String =
        word.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    let parts: Vec<&str> = dashed.split('-').filter(|part| !part.is_empty()).collect();
    (!parts.is_empty()).then(|| parts.join("-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_in_lines_and_characters() {
        for (text, at, expected) in [
            ("", 0, (1, 1)),
            ("a = 1\nb = 2", 6, (2, 1)),
            ("a = 1\r\nb = 2", 11, (2, 5)),
            ("é = ü", 5, (1, 5)),
            ("é", 1, (1, 1)),
            ("\u{feff}a = 1", 3, (1, 1)),
            ("a\nb\n", 99, (3, 1)),
        ] {
            assert_eq!(place(text, at), expected, "{text:?}");
        }
    }

    #[test]
    fn slips_are_recognised() {
        let known = ["interval", "counted_by", "chess", "ice-age", "quick-ice-age"];
        for (word, meant) in [
            ("intervall", Some("interval")),
            ("intreval", Some("interval")),
            ("counted-by", Some("counted_by")),
            ("ches", Some("chess")),
            ("Chess", Some("chess")),
            ("ice_age", Some("ice-age")),
            ("quik-ice-age", Some("quick-ice-age")),
            ("shogi", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, known).first().copied(), meant, "{word}");
        }
        assert_eq!(nearest("kid", ["kids", "kiddo", "kid"]), ["kid", "kids", "kiddo"]);
    }

    #[test]
    fn lists_read_as_english() {
        assert_eq!(one_of(["a"]), "a");
        assert_eq!(one_of(["a", "b"]), "a or b");
        assert_eq!(one_of(["a", "b", "c"]), "a, b or c");
        assert_eq!(one_of([""; 0]), "");
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(cut("ééé", 3), "ééé");
        assert_eq!(cut("éééé", 3), "ééé…");
    }

    #[test]
    fn ids_are_plain() {
        for good in ["chess", "960", "ice-age", "a1-b2"] {
            assert!(is_id(good), "{good}");
        }
        for (bad, near) in
            [("Ice Age", Some("ice-age")), ("-a-", Some("a")), ("é", None), ("", None), ("a_b", Some("a-b"))]
        {
            assert!(!is_id(bad), "{bad}");
            assert_eq!(to_id(bad).as_deref(), near);
        }
    }
}
