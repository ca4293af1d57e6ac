//! What a player must know of a position, in a few lines.

use floe_core::{Forecast, Owner, Position, SquareSet, Variant};

use crate::text::fill;

/// Who is to move, check, and what is coming; every line ends with a line break.
pub(crate) fn status(variant: &Variant, position: &Position) -> String {
    let mut text = format!("{} to move, move {}", position.turn(), position.fullmove_number().max(1));
    text.push_str(if variant.checked(position).is_empty() { ".\n" } else { ", in check.\n" });
    if let Some(forecast) = variant.forecast(position) {
        let men = position.men(Owner::White) | position.men(Owner::Black);
        text.push_str(&coming(&forecast, men));
    }
    text
}

/// How the counters stand that rules have declared: `White checks left: 3, black checks left: 2.` Nothing where there are
/// none.
pub(crate) fn counters(variant: &Variant, position: &Position) -> String {
    let names = variant.declared().counters.iter().map(|(name, ..)| name.replace('_', " "));
    let values = variant.setup(position).counters;
    let list: Vec<String> = names.zip(values).map(|(name, value)| format!("{name}: {value}")).collect();
    if list.is_empty() { String::new() } else { fill(&format!("{}.", sentence(&list.join(", ")))) }
}

/// A text with a capital letter in front.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

/// When something is coming, and what it would do to the men on the board as it is.
fn coming(forecast: &Forecast, men: SquareSet) -> String {
    let rules: Vec<String> = forecast.rules.iter().map(|id| title(id)).collect();
    let taking: Vec<&str> = forecast
        .events
        .iter()
        .filter(|event| event.squares.iter().any(|&square| men.contains(square)))
        .map(|event| event.text.as_str())
        .collect();
    let effect =
        if taking.is_empty() { ", it would take no man".to_owned() } else { format!(": {}", taking.join("; ")) };
    fill(&format!("Next {} {}. If it came now{effect}.", rules.join(" and "), when(forecast.plies)))
}

/// A rule's id as a title: `ice-age` is `Ice Age`.
pub(crate) fn title(id: &str) -> String {
    id.split('-').map(sentence).collect::<Vec<_>>().join(" ")
}

/// A number of plies in words.
fn when(plies: u32) -> String {
    match plies {
        1 => "after this move".to_owned(),
        2 => "in 1 move (2 plies)".to_owned(),
        _ => format!("in {} moves ({plies} plies)", plies.div_ceil(2)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_have_titles() {
        assert_eq!(["ice-age", "atomic", ""].map(title), ["Ice Age", "Atomic", ""]);
    }

    #[test]
    fn plies_are_told_in_moves() {
        for (plies, expected) in [
            (1, "after this move"),
            (2, "in 1 move (2 plies)"),
            (3, "in 2 moves (3 plies)"),
            (40, "in 20 moves (40 plies)"),
        ] {
            assert_eq!(when(plies), expected);
        }
    }
}
