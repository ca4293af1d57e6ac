//! Words in messages: lists, and what was probably meant.

use std::fmt::Display;

/// No word that anybody means is longer (in bytes).
const LONGEST: usize = 60;

/// A word as a message quotes it: on one line, and not more of it than fits.
pub(super) fn quote(word: &str) -> String {
    let (shown, more) = match word.char_indices().nth(LONGEST) {
        Some((end, _)) => (&word[..end], "…"),
        None => (word, ""),
    };
    shown.replace(char::is_control, " ") + more
}

/// A string as TOML writes it on one line.
pub(super) fn basic_string(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        escape(c, &mut quoted);
    }
    quoted.push('"');
    quoted
}

/// Adds a character of a string in TOML.
pub(super) fn escape(c: char, quoted: &mut String) {
    match c {
        '"' | '\\' => quoted.extend(['\\', c]),
        '\n' => quoted.push_str("\\n"),
        '\r' => quoted.push_str("\\r"),
        '\t' => quoted.push_str("\\t"),
        c if c.is_control() => quoted.push_str(&format!("\\u{:04X}", u32::from(c))),
        c => quoted.push(c),
    }
}

/// `a`, `a or b`, `a, b or c`.
pub(super) fn one_of<T: Display>(words: impl IntoIterator<Item = T>) -> String {
    let mut words: Vec<String> = words.into_iter().map(|word| word.to_string()).collect();
    let last = words.pop().unwrap_or_default();
    if words.is_empty() { last } else { format!("{} or {last}", words.join(", ")) }
}

/// The known word that was probably meant: one that differs by a slip of the fingers, by case, or by `_` for `-`.
pub(super) fn nearest<'w>(word: &str, known: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    let plain = |word: &str| word.to_lowercase().replace(['-', ' '], "_");
    if word.len() > LONGEST {
        return None;
    }
    let word = plain(word);
    known
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&word, &plain(candidate)), candidate))
        .filter(|&(distance, candidate)| distance <= candidate.chars().count().div_ceil(3))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// The nearest known word, or else all of them: `did you mean "chess"?`, `known here: a, b`.
pub(super) fn suggest(word: &str, kind: &str, known: &[&str]) -> Option<String> {
    match nearest(word, known.iter().copied()) {
        Some(near) => Some(format!("did you mean `{near}`?")),
        None if known.is_empty() => None,
        None => Some(format!("{kind}: {}", known.join(", "))),
    }
}

/// Whether a word is fit for an id: lower case letters, digits, and dashes between them.
pub(super) fn is_id(word: &str) -> bool {
    !word.is_empty()
        && !word.starts_with('-')
        && !word.ends_with('-')
        && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

/// The nearest id to a word, if anything of it is left.
pub(super) fn to_id(word: &str) -> Option<String> {
    let dashed: String =
        word.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    let parts: Vec<&str> = dashed.split('-').filter(|part| !part.is_empty()).collect();
    (!parts.is_empty()).then(|| parts.join("-"))
}

/// What makes an id: for messages.
pub(super) const ID: &str = "lower case letters, digits and dashes";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_recognised() {
        let known = ["interval", "counted_by", "chess", "ice-age"];
        for (word, meant) in [
            ("intervall", Some("interval")),
            ("intreval", Some("interval")),
            ("counted-by", Some("counted_by")),
            ("ches", Some("chess")),
            ("Chess", Some("chess")),
            ("ice_age", Some("ice-age")),
            ("shogi", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, known), meant, "{word}");
        }
    }

    #[test]
    fn lists_read_as_english() {
        assert_eq!(one_of(["a"]), "a");
        assert_eq!(one_of(["a", "b"]), "a or b");
        assert_eq!(one_of(["a", "b", "c"]), "a, b or c");
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
