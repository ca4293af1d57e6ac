//! Reading PGN.

use std::sync::Arc;

use super::lexer::{Fault, Lexer, Tag, Token};
use super::rules::unquoted_words;
use super::{AS_RECORDED, PgnError, PgnGame, names};
use crate::color::Color;
use crate::config::{self, ConfigErrors};
use crate::game::Game;
use crate::notation::{fen, san};
use crate::outcome::Outcome;
use crate::registry::Registry;
use crate::text::{cut, place};
use crate::variant::Variant;

/// No move is longer. A longer word is not shown whole.
const LONGEST_MOVE: usize = 40;

/// Reads the games of a text one after the other, main lines only: comments, variations and NAGs are skipped.
///
/// After a fault it goes on with the next game that has tags. The time is linear in the length of the text, whatever
/// it holds.
pub fn read<'a>(text: &'a str, registry: &'a Registry) -> impl Iterator<Item = Result<PgnGame, PgnError>> {
    games(text, registry, None)
}

/// Reads games as [`read`] does, which are to be of a given variant: those that name none, or one that the registry does
/// not know, are of it. A game that names another is an error.
pub fn read_as<'a>(
    text: &'a str,
    registry: &'a Registry,
    variant: Arc<Variant>,
) -> impl Iterator<Item = Result<PgnGame, PgnError>> {
    games(text, registry, Some(variant))
}

fn games<'a>(
    text: &'a str,
    registry: &'a Registry,
    given: Option<Arc<Variant>>,
) -> impl Iterator<Item = Result<PgnGame, PgnError>> {
    let mut reader = Reader { lexer: Lexer::new(text), next: None, registry, given };
    let mut places = Places { text, at: 0, line: 1, column: 1 };
    std::iter::from_fn(move || Some(reader.game()?.map_err(|failure| places.locate(failure))))
}

/// A [`PgnError`] whose place is in bytes still.
struct Failure {
    fault: Fault,
    at_move: Option<String>,
    unusable: bool,
    variant_unknown: bool,
}

/// A fault of the text or of the result.
impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure { fault, at_move: None, unusable: false, variant_unknown: false }
    }
}

/// A fault of what the tags say.
fn unusable(fault: Fault) -> Failure {
    Failure { fault, at_move: None, unusable: true, variant_unknown: false }
}

type Read<'a> = Option<Result<(usize, Token<'a>), Fault>>;

struct Reader<'a> {
    lexer: Lexer<'a>,
    /// A token that was read too early.
    next: Read<'a>,
    registry: &'a Registry,
    /// The variant that the games are to be of.
    given: Option<Arc<Variant>>,
}

impl<'a> Reader<'a> {
    fn token(&mut self) -> Read<'a> {
        self.next.take().or_else(|| self.lexer.next())
    }

    /// The next game, if there is one.
    fn game(&mut self) -> Option<Result<PgnGame, Failure>> {
        self.next = self.token();
        self.next.as_ref()?;
        let game = self.tags().map_err(unusable).and_then(|tags| self.moves(&tags));
        if game.is_err() {
            self.skip_game();
        }
        Some(game)
    }

    /// Goes on to the next game that has tags.
    fn skip_game(&mut self) {
        while let Some(token) = self.token() {
            if let Ok((_, Token::Tag(_))) = token {
                self.next = Some(token);
                return;
            }
        }
    }

    /// All tags of a game; or the first fault in them, but behind them all the same.
    fn tags(&mut self) -> Result<Vec<Tag<'a>>, Fault> {
        let mut tags: Result<Vec<Tag<'a>>, Fault> = Ok(Vec::new());
        let mut first = None;
        while let Some(token) = self.token() {
            match token {
                // A game without moves and without a result ends where the same tags begin again.
                Ok((_, Token::Tag(tag))) if !(tag.after_empty_line && first == Some(tag.name)) => {
                    first = first.or(Some(tag.name));
                    if let Ok(tags) = &mut tags {
                        tags.push(tag);
                    }
                }
                Ok(_) => {
                    self.next = Some(token);
                    break;
                }
                Err(fault) => tags = tags.and(Err(fault)),
            }
        }
        tags
    }

    /// The game from its tags on.
    fn moves(&mut self, tags: &[Tag<'a>]) -> Result<PgnGame, Failure> {
        let mut game = start(tags, self.registry, self.given.as_ref())?;
        let mut ending = None;
        while let Some(token) = self.token() {
            match token? {
                tag @ (_, Token::Tag(_)) => {
                    self.next = Some(Ok(tag));
                    break;
                }
                (at, Token::Open) => self.skip_variation(at)?,
                (at, Token::Close) => {
                    return Err(Fault::new(at, "no variation was opened that ) could close").into());
                }
                (at, Token::Word(word)) => {
                    if let Some(result) = result(word) {
                        ending = Some((at, result));
                        break;
                    }
                    play(&mut game, word).map_err(|message| Failure {
                        fault: Fault::new(at, message),
                        at_move: Some(numbered(&game, word)),
                        unusable: false,
                        variant_unknown: false,
                    })?;
                }
            }
        }
        let result = conclude(&mut game, tags, ending)?;
        let tags = tags.iter().map(|tag| (tag.name.to_owned(), tag.value())).collect();
        Ok(PgnGame { tags, game, result: result.to_owned() })
    }

    /// Skips to the end of a variation, however deep variations are nested in it.
    fn skip_variation(&mut self, open: usize) -> Result<(), Fault> {
        let mut depth = 1usize;
        while depth > 0 {
            match self.token().transpose()? {
                Some((_, Token::Open)) => depth += 1,
                Some((_, Token::Close)) => depth -= 1,
                Some((_, Token::Word(_))) => {}
                end @ (None | Some((_, Token::Tag(_)))) => {
                    self.next = end.map(Ok);
                    return Err(Fault::new(open, "the variation that opens here is not closed; write ) at its end"));
                }
            }
        }
        Ok(())
    }
}

/// Finds lines and columns, in one pass over the text: it is asked in the order of the text.
struct Places<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    column: usize,
}

impl Places<'_> {
    fn locate(&mut self, failure: Failure) -> PgnError {
        let Failure { fault, at_move, unusable, variant_unknown } = failure;
        let (lines, column) = place(&self.text[self.at..fault.at], fault.at - self.at);
        self.column = if lines == 1 { self.column + column - 1 } else { column };
        self.line += lines - 1;
        self.at = fault.at;
        let message = fault.message;
        let (line, column) = (self.line, self.column);
        PgnError { at: fault.at, line, column, message, at_move, unusable, variant_unknown }
    }
}

/// A tag by its name, in any case; the first, where there are two.
fn find<'t, 'a>(tags: &'t [Tag<'a>], name: &str) -> Option<&'t Tag<'a>> {
    tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name))
}

/// The game that the tags describe, before its first move.
fn start(tags: &[Tag<'_>], registry: &Registry, given: Option<&Arc<Variant>>) -> Result<Game, Failure> {
    let variant = ruled(tags, base(tags, registry, given)?, registry).map_err(unusable)?;
    if let (Some(given), Some(tag)) = (given, find(tags, "Variant")) {
        judge(given, &variant, tag).map_err(unusable)?;
    }
    let Some(tag) = find(tags, "FEN") else { return Ok(Game::new(variant)) };
    let start = fen::read(&variant, &tag.value()).map_err(|errors| {
        let first = errors.0.first().map_or(0, |error| error.span.start);
        unusable(Fault::new(tag.place(first), format!("the FEN cannot be used: {errors}")))
    })?;
    Ok(Game::from_position(variant, start))
}

/// The variant that the tags name; the given one where they name none that is known.
fn base(tags: &[Tag<'_>], registry: &Registry, given: Option<&Arc<Variant>>) -> Result<Arc<Variant>, Failure> {
    let Some(tag) = find(tags, "Variant") else {
        return given.cloned().or_else(|| names::default(registry)).ok_or_else(|| {
            let at = tags.first().map_or(0, |tag| tag.value_at);
            unusable(Fault::new(at, "there is no [Variant] tag, and no variant that is meant without one"))
        });
    };
    let wanted = tag.value();
    let known = names::find(&wanted, registry).map_err(|message| unusable(Fault::new(tag.value_at, message)))?;
    known.or_else(|| given.cloned()).ok_or_else(|| {
        let fault = Fault::new(tag.value_at, names::unknown(&wanted, registry));
        Failure { variant_unknown: true, ..unusable(fault) }
    })
}

/// A variant with what `[Rules]` say laid over it.
fn ruled(tags: &[Tag<'_>], variant: Arc<Variant>, registry: &Registry) -> Result<Arc<Variant>, Fault> {
    let Some(tag) = find(tags, "Rules") else { return Ok(variant) };
    let settings: Vec<String> = unquoted_words(&tag.value()).into_iter().map(str::to_owned).collect();
    config::adjust(&variant, &settings, registry)
        .map_err(|errors| Fault::new(tag.value_at, format!("the rules cannot be used: {}", all(&errors))))
}

/// A game must be of the given variant, whatever its own is called.
fn judge(given: &Variant, variant: &Variant, tag: &Tag<'_>) -> Result<(), Fault> {
    if variant.id() == given.id() || variant.spec().is_same_game(given.spec()) {
        return Ok(());
    }
    Err(Fault::new(tag.value_at, format!("the game is of {}, not of {}", variant.name(), given.name())))
}

/// All faults in one line, each with what to do about it.
fn all(errors: &ConfigErrors) -> String {
    let lines = errors.0.iter().map(|error| match &error.hint {
        Some(hint) => format!("{} ({hint})", error.message),
        None => error.message.clone(),
    });
    lines.collect::<Vec<_>>().join("; ")
}

/// A result as people write it.
fn result(word: &str) -> Option<&'static str> {
    match word.replace('–', "-").as_str() {
        "1-0" => Some("1-0"),
        "0-1" => Some("0-1"),
        "1/2-1/2" | "1/2" | "½-½" | "½" => Some("1/2-1/2"),
        "*" => Some("*"),
        _ => None,
    }
}

/// Plays a move in any notation, or says why it cannot be played.
fn play(game: &mut Game, text: &str) -> Result<(), String> {
    if let Some(outcome) = game.outcome() {
        return Err(format!("the game had already ended: {outcome}"));
    }
    if text.chars().nth(LONGEST_MOVE).is_some() {
        return Err(format!("{:?} is not a move: it is too long", cut(text, LONGEST_MOVE)));
    }
    let candidate = san::read_recorded(game.variant(), game.position(), text).map_err(|error| error.to_string())?;
    game.play(candidate).map_err(|refusal| refusal.to_string())?;
    Ok(())
}

/// A move with its number: `17... Nxe4`.
fn numbered(game: &Game, text: &str) -> String {
    let position = game.position();
    let dots = if position.turn() == Color::White { "." } else { "..." };
    format!("{}{dots} {}", position.fullmove_number(), cut(text, LONGEST_MOVE))
}

/// Compares the results that the text gives with each other and with the board's, and ends the game accordingly.
/// Returns the text's result.
fn conclude(game: &mut Game, tags: &[Tag<'_>], ending: Option<(usize, &'static str)>) -> Result<&'static str, Fault> {
    let tag = find(tags, "Result").and_then(|tag| Some((tag.value_at, result(tag.value().trim())?)));
    let told = |&(_, result): &(usize, &str)| result != "*";
    let (tag, ending) = (tag.filter(told), ending.filter(told));
    if let (Some((_, tag)), Some((at, ending))) = (tag, ending)
        && tag != ending
    {
        return Err(Fault::new(at, format!("the game says {ending}, but its [Result] tag says {tag}")));
    }
    let Some((at, result)) = ending.or(tag) else {
        return Ok("*");
    };
    match game.outcome() {
        Some(outcome) if outcome.result() != result => {
            return Err(Fault::new(at, format!("the game says {result}, but the board says {outcome}")));
        }
        Some(_) => {}
        None => {
            let winner = match result {
                "1-0" => Some(Color::White),
                "0-1" => Some(Color::Black),
                _ => None,
            };
            let reason = find(tags, "Termination").map(Tag::value).map(|reason| reason.trim().to_owned());
            let reason = reason.filter(|reason| !reason.is_empty() && !reason.eq_ignore_ascii_case("normal"));
            game.end(Outcome { winner, reason: reason.map_or(AS_RECORDED.into(), Into::into) });
        }
    }
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_as_people_write_them() {
        for draw in ["1/2-1/2", "1/2", "½-½", "½–½"] {
            assert_eq!(result(draw), Some("1/2-1/2"), "{draw}");
        }
        assert_eq!(["1-0", "0–1", "*", "0-0", "e4"].map(result), [Some("1-0"), Some("0-1"), Some("*"), None, None]);
    }

    #[test]
    fn places_are_counted_in_lines_and_characters() {
        let text = "½½a\nb\r\n\nc";
        let mut places = Places { text, at: 0, line: 1, column: 1 };
        let mut locate = |sign: char| {
            let at = text.find(sign).unwrap();
            let error = places.locate(Fault::new(at, "").into());
            (error.line, error.column)
        };
        assert_eq!([locate('a'), locate('b'), locate('c')], [(1, 3), (2, 1), (4, 1)]);
    }
}
