//! Writing PGN.

use std::sync::Arc;

use super::lexer::is_in_tag_names;
use super::rules::settings;
use super::{AS_RECORDED, names};
use crate::color::Color;
use crate::config;
use crate::game::Game;
use crate::notation::fen;
use crate::outcome::Outcome;
use crate::registry::Registry;
use crate::variant::Variant;

/// What is remarked on a ply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// What stands behind the move: `?`, `??`; empty for nothing.
    pub glyph: &'static str,
    /// The comment after it. Braces in it are left out.
    pub comment: String,
}

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
/// `[Variant]` is the variant of the same id that the program has embedded, and `[Rules]` says what differs from it. Where
/// there is none, as with a file that only changes parameters, it is one with the same board, men and start. Where there is
/// none of these either, only who has the variant's file can read the game. `[Variant]` is the name that people know the
/// variant by; or its id, where the registry would find another variant by that name.
pub fn write(game: &Game, tags: &[(String, String)], registry: &Registry) -> String {
    write_with(game, tags, registry, |_| None)
}

/// Writes a game as [`write()`] does, with what is remarked on its plies, counted from 0.
pub fn write_with(
    game: &Game,
    tags: &[(String, String)],
    registry: &Registry,
    remark: impl Fn(usize) -> Option<Remark>,
) -> String {
    let variant = game.variant();
    let (base, settings) = base(variant, registry).unwrap_or_else(|| (variant.clone(), Vec::new()));
    let outcome = game.outcome();
    let result = outcome.as_ref().map_or("*", Outcome::result);

    let mut text = String::new();
    for (name, unknown) in ROSTER {
        let given = tags.iter().find(|(given, _)| given.eq_ignore_ascii_case(name));
        push_tag(&mut text, name, given.map_or(unknown, |(_, value)| value));
    }
    push_tag(&mut text, "Result", result);
    push_tag(&mut text, "Variant", names::name(&base, registry));
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
    let moves = movetext(game, remark);
    push_wrapped(&mut text, moves.iter().map(String::as_str).chain([result]));
    text
}

/// The registered variant that a reader should start from, and the settings that make the played one of it.
fn base(variant: &Variant, registry: &Registry) -> Option<(Arc<Variant>, Vec<String>)> {
    let spec = variant.spec();
    let with_settings = |known: Arc<Variant>| {
        let settings = settings(&known, variant);
        (known, settings)
    };
    let tells_all = |(known, settings): &(Arc<Variant>, Vec<String>)| match settings.is_empty() {
        true => known.spec().is_same_game(spec),
        false => config::adjust(known, settings, registry).is_ok_and(|told| told.spec().is_same_game(spec)),
    };
    let like = |known: &Arc<Variant>| {
        let known = known.spec();
        known.board == spec.board && known.pieces == spec.pieces && known.start == spec.start
    };
    let same_id = || registry.variant(variant.id()).and_then(Result::ok).map(with_settings).filter(tells_all);
    let of_the_program = |id: &str| registry.origin(id).is_none();
    same_id().filter(|(known, _)| of_the_program(known.id())).or_else(|| {
        let known = names::all(registry).filter(|known| of_the_program(known.id())).filter(like);
        let mut known: Vec<_> = known.map(with_settings).collect();
        known.sort_by_key(|(_, settings)| settings.len());
        known.into_iter().find(tells_all).or_else(same_id)
    })
}

/// Writes one tag. What cannot stand in a tag is left out of its name and made a space in its value; a tag without a
/// name is none.
fn push_tag(text: &mut String, name: &str, value: &str) {
    let name: String = name.chars().filter(|&c| is_in_tag_names(c)).collect();
    if name.is_empty() {
        return;
    }
    text.push('[');
    text.push_str(&name);
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
fn movetext(game: &Game, remark: impl Fn(usize) -> Option<Remark>) -> Vec<String> {
    let mut words = Vec::new();
    let mut last = None;
    for (place, (position, ply)) in game.positions().iter().zip(game.plies()).enumerate() {
        let (turn, number) = (position.turn(), position.fullmove_number());
        match turn {
            Color::White => words.push(format!("{number}.")),
            Color::Black if last != Some(Color::White) => words.push(format!("{number}...")),
            Color::Black => {}
        }
        last = Some(turn);
        match remark(place) {
            None => words.push(ply.san.clone()),
            Some(Remark { glyph, comment }) => {
                words.push(format!("{}{glyph}", ply.san));
                let inside = comment.replace(['{', '}'], "");
                words.extend(format!("{{{inside}}}").split_whitespace().map(str::to_owned));
                // After a comment Black's move has its number.
                last = None;
            }
        }
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
    use std::iter;

    use super::*;

    #[test]
    fn tags_are_escaped_and_cleaned() {
        let mut text = String::new();
        push_tag(&mut text, " ", "no name");
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
}
