//! Guessing what was meant.

/// The words most like `word`, best first, at most three.
pub(crate) fn nearest<'w>(word: &str, known: impl Iterator<Item = &'w str>) -> Vec<&'w str> {
    let word = word.to_lowercase();
    let mut near: Vec<(f64, &str)> =
        known.map(|known| (strsim::normalized_damerau_levenshtein(&word, &known.to_lowercase()), known)).collect();
    near.retain(|(likeness, _)| *likeness >= 0.6);
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    near.into_iter().map(|(_, known)| known).take(3).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_words_come_first() {
        let known = ["chess", "fischer-random", "ice-age", "quick-ice-age"];
        for (word, expected) in [
            ("ice-ag", vec!["ice-age"]),
            ("Chess", vec!["chess"]),
            ("icea-ge", vec!["ice-age"]),
            ("quik-ice-age", vec!["quick-ice-age"]),
            ("backgammon", vec![]),
        ] {
            assert_eq!(nearest(word, known.into_iter()), expected, "{word}");
        }
    }
}
