//! `[Rules]`: what differs from the named variant, as settings.

use toml::de::{DeTable, DeValue};

use crate::config;
use crate::variant::Variant;

/// The words of a text, with blanks between them; blanks in quotes part nothing.
pub(super) fn unquoted_words(text: &str) -> Vec<&str> {
    let (mut quoted, mut escaped) = (false, false);
    let words = text.split(|c: char| {
        quoted ^= c == '"' && !escaped;
        escaped = quoted && c == '\\' && !escaped;
        c.is_whitespace() && !quoted
    });
    words.filter(|word| !word.is_empty()).collect()
}

/// What differs between two variants, their names apart, as settings that make the second of the first.
pub(super) fn settings(base: &Variant, variant: &Variant) -> Vec<String> {
    let [old, new] = [base, variant].map(|variant| {
        let toml = config::write(variant);
        let mut entries = Vec::new();
        if let Ok(table) = DeTable::parse(&toml) {
            collect(table.get_ref(), &toml, "", &mut entries);
        }
        entries
    });
    let mut settings: Vec<String> = Vec::new();
    let there = |way: &str| {
        let below = |path: &str| path.strip_prefix(way).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        new.iter().any(|(path, _)| below(path))
    };
    for (path, _) in &old {
        // Rules are taken away one by one.
        let ways = path.match_indices('.').map(|(end, _)| &path[..end]).filter(|&way| way != "rules");
        let gone = ways.chain([path.as_str()]).find(|way| !there(way)).map(|way| format!("{way}=false"));
        settings.extend(gone.filter(|gone| settings.last() != Some(gone)));
    }
    for entry @ (path, value) in &new {
        if !old.contains(entry) {
            // Of a rule's parameter the short form is the usual one.
            let short = path.strip_prefix("rules.").filter(|path| path.contains('.'));
            settings.push(format!("{}={value}", short.unwrap_or(path)));
        }
    }
    settings
}

/// All entries below a table, as their keys with dots and their values as a setting has them.
fn collect(table: &DeTable<'_>, toml: &str, path: &str, entries: &mut Vec<(String, String)>) {
    for (key, value) in table {
        let path = format!("{path}{}", key.get_ref());
        let text = &toml[value.span()];
        match value.get_ref() {
            // What the variant is called: strings before the first table, and these.
            DeValue::Table(_) if matches!(path.as_str(), "uci" | "cecp" | "pgn") => {}
            _ if !matches!(value.get_ref(), DeValue::Table(_)) && !path.contains('.') => {}
            // An inline table is one value, since parts of it may only go together.
            DeValue::Table(table) if !text.starts_with('{') => {
                if table.is_empty() {
                    entries.push((path.clone(), "{}".to_owned()));
                }
                collect(table, toml, &format!("{path}."), entries);
            }
            DeValue::String(word) if is_bare(word) => entries.push((path, word.to_string())),
            _ => entries.push((path, unquoted_words(text).concat())),
        }
    }
}

/// Whether a string means itself in a setting without quotes.
fn is_bare(word: &str) -> bool {
    word.starts_with(char::is_alphabetic)
        && word.chars().all(|c| c.is_alphanumeric() || c == '-')
        && !matches!(word, "true" | "false" | "inf" | "nan")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_in_quotes_part_no_words() {
        assert_eq!(
            unquoted_words(" a.b=1  c=\"d e\" f=[\"g\", \"\\\" h\"] "),
            ["a.b=1", "c=\"d e\"", "f=[\"g\",", "\"\\\" h\"]"]
        );
        assert_eq!(unquoted_words(" \t"), [""; 0]);
    }
}
