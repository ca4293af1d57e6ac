//! Writing PGN.

use std::iter;
use std::sync::Arc;

use super::AS_RECORDED;
use crate::color::Color;
use crate::game::Game;
use crate::notation::fen;
use crate::outcome::Outcome;
use crate::registry::Registry;
use crate::spec::{DrawCount, Spec};
use crate::variant::Variant;

/// The tags that every game has besides `Result`, with what stands for the unknown.
const ROSTER: [(&str, &str); 6] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];

/// The tags that the game itself knows.
const OWN: [&str; 6] = ["Result", "Variant", "Rules", "SetUp", "FEN", "Termination"];

/// The most characters in a line of moves.
const WIDTH: usize = 79;

/// Writes a game, so that [`read`](super::read) with the same registry gives it back.
///
/// `tags` are set over the defaults of the seven tag roster; further ones follow. What the game itself knows is never
/// taken from them: `Result`, `Variant`, `Rules`, `SetUp`, `FEN` and `Termination`.
///
/// `[Variant]` and `[Rules]` are those of the registry's variant of the same id; or, where it has none, of one that
/// becomes the game's variant by settings alone, as with a file that only changes parameters. Where that is not
/// possible either, `[Variant]` is the variant's own name, and only who knows that variant can read the game.
pub fn write(game: &Game, tags: &[(String, String)], registry: &Registry) -> String {
    let variant = game.variant();
    let base = base(variant, registry);
    let outcome = game.outcome();
    let result = outcome.as_ref().map_or("*", Outcome::result);

    let mut text = String::new();
    for (name, unknown) in ROSTER {
        let given = tags.iter().find(|(given, _)| given.eq_ignore_ascii_case(name));
        push_tag(&mut text, name, given.map_or(unknown, |(_, value)| value));
    }
    push_tag(&mut text, "Result", result);
    let spec = base.as_ref().unwrap_or(variant).spec();
    push_tag(&mut text, "Variant", spec.names.pgn.as_ref().unwrap_or(&spec.name));
    let settings = settings(spec, variant.spec());
    if !settings.is_empty() {
        push_tag(&mut text, "Rules", &settings.join(" "));
    }
    // Where arrays are free other programs expect to be told the array, the usual one too.
    if game.start() != variant.start() || variant.castles_freely() {
        push_tag(&mut text, "SetUp", "1");
        push_tag(&mut text, "FEN", &fen::write(variant, game.start()));
    }
    if let Some(outcome) = outcome.as_ref().filter(|outcome| outcome.reason != AS_RECORDED) {
        push_tag(&mut text, "Termination", &outcome.reason);
    }
    for (name, value) in tags {
        let written = ROSTER.iter().map(|(name, _)| name).chain(&OWN);
        if !written.into_iter().any(|written| written.eq_ignore_ascii_case(name)) {
            push_tag(&mut text, name, value);
        }
    }
    text.push('\n');
    let moves = movetext(game);
    push_wrapped(&mut text, moves.iter().map(String::as_str).chain([result]));
    text
}

/// The registered variant that a reader should start from.
fn base(variant: &Variant, registry: &Registry) -> Option<Arc<Variant>> {
    let load = |id: &str| registry.variant(id).and_then(Result::ok);
    load(variant.id()).or_else(|| {
        let mut known = registry.variants().filter_map(|(id, _)| load(id));
        known.find(|known| differ_in_settings(known.spec(), variant.spec()))
    })
}

/// Whether settings can turn one description into the other, apart from its names.
fn differ_in_settings(base: &Spec, spec: &Spec) -> bool {
    let rules = |spec: &Spec| spec.rules.iter().map(|rule| rule.id.clone()).collect::<Vec<_>>();
    let adjusted = Spec {
        id: spec.id.clone(),
        name: spec.name.clone(),
        aliases: spec.aliases.clone(),
        summary: spec.summary.clone(),
        names: spec.names.clone(),
        draws: spec.draws.clone(),
        rules: spec.rules.clone(),
        ..base.clone()
    };
    adjusted == *spec && rules(base) == rules(spec)
}

/// What differs between two descriptions, as settings `rule.key=value`, as far as settings can say it.
fn settings(base: &Spec, spec: &Spec) -> Vec<String> {
    let rules = spec.rules.iter().flat_map(|rule| {
        let before = base.rules.iter().find(|before| before.id == rule.id);
        let changed =
            rule.values.iter().filter(move |(key, value)| before.and_then(|rule| rule.values.get(key)) != Some(value));
        changed.map(|(key, value)| format!("{}.{key}={}", rule.id, value.to_string().trim_matches('"')))
    });
    let (old, new) = (&base.draws, &spec.draws);
    let material = (old.material != new.material).then(|| format!("draws.material={}", new.material));
    rules
        .chain(count("repetition", old.repetition, new.repetition))
        .chain(count("moves", old.moves, new.moves))
        .chain(material)
        .collect()
}

fn count(name: &str, old: DrawCount, new: DrawCount) -> impl Iterator<Item = String> {
    [("claim", old.claim, new.claim), ("end", old.end, new.end)].into_iter().filter(|(_, old, new)| old != new).map(
        move |(key, _, new)| {
            let value = new.map_or("false".to_owned(), |count| count.to_string());
            format!("draws.{name}.{key}={value}")
        },
    )
}

/// Writes one tag. What cannot stand in a tag is left out of its name and made a space in its value.
fn push_tag(text: &mut String, name: &str, value: &str) {
    text.push('[');
    text.extend(name.chars().filter(|c| c.is_alphanumeric() || *c == '_'));
    text.push_str(" \"");
    for c in value.chars() {
        if matches!(c, '"' | '\\') {
            text.push('\\');
        }
        text.push(if c.is_control() { ' ' } else { c });
    }
    text.push_str("\"]\n");
}

/// The moves and their numbers, word by word.
fn movetext(game: &Game) -> Vec<String> {
    let before = iter::once(game.start()).chain(game.plies().iter().map(|ply| &ply.position));
    let mut words = Vec::new();
    let mut last = None;
    for (position, ply) in before.zip(game.plies()) {
        let (turn, number) = (position.turn(), position.fullmove_number());
        match turn {
            Color::White => words.push(format!("{number}.")),
            Color::Black if last != Some(Color::White) => words.push(format!("{number}...")),
            Color::Black => {}
        }
        words.push(ply.san.clone());
        last = Some(turn);
    }
    words
}

/// Writes words with spaces between, in lines that are not too long, and ends the last line.
fn push_wrapped<'a>(text: &mut String, words: impl Iterator<Item = &'a str>) {
    let mut column = 0;
    for word in words {
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_escaped_and_cleaned() {
        let mut text = String::new();
        push_tag(&mut text, "Ev ent", "A \"Closed\" day\r\nC:\\x\t½");
        assert_eq!(text, "[Event \"A \\\"Closed\\\" day  C:\\\\x ½\"]\n");
    }

    #[test]
    fn lines_are_as_long_as_they_may_be_and_no_longer() {
        for length in 1..=100 {
            let word = "x".repeat(length);
            let mut text = String::new();
            push_wrapped(&mut text, iter::repeat_n(word.as_str(), 30));
            let lines: Vec<&str> = text.lines().collect();
            let in_line = ((WIDTH + 1) / (length + 1)).clamp(1, 30);
            assert_eq!(lines[0].split(' ').count(), in_line);
            assert_eq!(lines.join(" "), vec![word; 30].join(" "));
            assert!(text.ends_with('\n') && !text.contains(" \n"));
        }
    }

    #[test]
    fn changed_counts_are_settings() {
        let chess = DrawCount { claim: Some(3), end: Some(5) };
        let never = DrawCount { claim: None, end: None };
        assert_eq!(count("repetition", chess, chess).count(), 0);
        let ended = count("repetition", chess, DrawCount { end: Some(3), ..chess });
        assert_eq!(ended.collect::<Vec<_>>(), ["draws.repetition.end=3"]);
        let both = count("moves", chess, never).collect::<Vec<_>>();
        assert_eq!(both, ["draws.moves.claim=false", "draws.moves.end=false"]);
    }
}
