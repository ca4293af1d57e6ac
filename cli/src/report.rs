//! Faults in words, with the place, the line itself and a caret.

use std::io::{self, Write as _};
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use anstream::{AutoStream, ColorChoice};
use anstyle::Style;

use floe_core::text::floor;

use crate::fault::{Excerpt, Fault};

/// More faults than a person will read at once are counted only.
pub(crate) const MOST: usize = 100;

/// What cannot be.
pub(crate) const FAULT: Level<'static> = Level::ERROR;
/// What can be, but is surely not meant.
pub(crate) const WARNING: Level<'static> = Level::WARNING;

/// Writes faults, or warnings, to standard error.
pub(crate) fn print(faults: &[Fault], level: Level<'static>, ascii: bool) -> io::Result<()> {
    let choice = if ascii { ColorChoice::Never } else { AutoStream::choice(&io::stderr()) };
    let renderer = if choice == ColorChoice::Never { Renderer::plain() } else { Renderer::styled() };
    let mut stderr = AutoStream::new(io::stderr(), choice);
    writeln!(stderr, "{}", render(faults, &level, &renderer))
}

/// Writes one line to standard error, so that it does not press itself forward.
pub(crate) fn remark(text: &str, ascii: bool) -> io::Result<()> {
    let choice = if ascii { ColorChoice::Never } else { AutoStream::choice(&io::stderr()) };
    let dim = Style::new().dimmed();
    writeln!(AutoStream::new(io::stderr(), choice), "{dim}{text}{dim:#}")
}

/// Draws faults, one after the other; those of the same single line in one picture.
fn render(faults: &[Fault], level: &Level<'static>, renderer: &Renderer) -> String {
    let shown = &faults[..faults.len().min(MOST)];
    let mut pictures: Vec<String> =
        shown.chunk_by(share_a_line).map(|group| renderer.render(&[picture(group, level)])).collect();
    if faults.len() > shown.len() {
        pictures.push(format!("...and {} more faults", faults.len() - shown.len()));
    }
    pictures.join("\n\n")
}

/// Whether two faults are of the same text of one line, as a FEN is, and all is said in it.
fn share_a_line(a: &Fault, b: &Fault) -> bool {
    if a.hint.is_some() || b.hint.is_some() {
        return false;
    }
    let line = |fault: &Fault| fault.excerpt.as_ref().map(|excerpt| excerpt.text.clone());
    a.origin == b.origin && line(a).is_some_and(|text| Some(&text) == line(b).as_ref() && !text.contains('\n'))
}

/// The picture of one fault, or of several in one line.
fn picture<'f>(faults: &'f [Fault], level: &Level<'static>) -> Group<'f> {
    let title = match faults {
        [fault] => fault.message.clone(),
        [first, ..] => format!("{} faults in {}", faults.len(), first.origin.as_deref().unwrap_or("this")),
        [] => String::new(),
    };
    let mut group = Group::with_title(level.clone().primary_title(title));
    let excerpts: Vec<(&Excerpt, &Fault)> =
        faults.iter().filter_map(|fault| fault.excerpt.as_ref().map(|excerpt| (&**excerpt, fault))).collect();
    let origin = faults.iter().find_map(|fault| fault.origin.as_deref());
    if let [(first, _), ..] = excerpts[..] {
        let spans = excerpts.iter().flat_map(|(excerpt, _)| spans(excerpt));
        let (lines, before) = lines_around(&first.text, spans);
        let shift = |span: &Range<usize>| clamp(&first.text, span, &lines);
        let mut snippet =
            Snippet::source(&first.text[lines.clone()]).line_start(first.first_line + before).path(origin);
        for &(excerpt, fault) in &excerpts {
            let mark = AnnotationKind::Primary.span(shift(&excerpt.span));
            snippet = snippet.annotation(if faults.len() > 1 { mark.label(&fault.message) } else { mark });
            for (span, word) in &excerpt.related {
                snippet = snippet.annotation(AnnotationKind::Context.span(shift(span)).label(word));
            }
        }
        group = group.element(snippet);
    } else if let Some(origin) = origin {
        group = group.element(Origin::path(origin));
    }
    group.elements(faults.iter().filter_map(|fault| fault.hint.as_deref()).map(|hint| Level::HELP.message(hint)))
}

/// All places of an excerpt.
fn spans(excerpt: &Excerpt) -> impl Iterator<Item = &Range<usize>> {
    std::iter::once(&excerpt.span).chain(excerpt.related.iter().map(|(span, _)| span))
}

/// The lines of a text, as a range of bytes, that hold all these places, and how many stand before them.
fn lines_around<'s>(text: &str, spans: impl Iterator<Item = &'s Range<usize>>) -> (Range<usize>, usize) {
    let (first, last) = spans.fold((text.len(), 0), |(low, high), span| (low.min(span.start), high.max(span.end)));
    let first = floor(text, first);
    let start = text[..first].rfind('\n').map_or(0, |end| end + 1);
    let last = floor(text, last.max(first));
    let end = text[last..].find('\n').map_or(text.len(), |end| last + end);
    (start..end, text[..start].matches('\n').count())
}

/// A span of a text as a span of some of its lines, at least as wide as what it is to point at allows.
fn clamp(text: &str, span: &Range<usize>, lines: &Range<usize>) -> Range<usize> {
    let place = |at: usize| floor(text, at).clamp(lines.start, lines.end) - lines.start;
    let start = place(span.start);
    start..place(span.end).max(start)
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::*;

    const FILE: &str = "id = \"quick\"\n\n[rules.ice-age]\nintervall = 10\nmate = \"after-ice\"\nmate = 3\n";

    /// A fault of `word` in `FILE`.
    fn fault(word: &str, message: &str) -> Fault {
        let start = FILE.find(word).expect("the word is there");
        let excerpt =
            Excerpt { text: FILE.into(), first_line: 1, span: start..start + word.len(), related: Vec::new() };
        Fault { excerpt: Some(excerpt.into()), ..Fault::new(message).of("quick.toml") }
    }

    fn plain(faults: &[Fault]) -> String {
        render(faults, &FAULT, &Renderer::plain())
    }

    #[test]
    fn a_fault_shows_its_line_and_a_hint() {
        assert_snapshot!(plain(&[fault("intervall", "there is no parameter `intervall`").hint("did you mean `interval`?")]), @r"
        error: there is no parameter `intervall`
         --> quick.toml:4:1
          |
        4 | intervall = 10
          | ^^^^^^^^^
          |
          = help: did you mean `interval`?
        ");
    }

    #[test]
    fn related_places_are_shown() {
        let mut twice = fault("mate = 3", "`mate` is given twice");
        if let Some(excerpt) = &mut twice.excerpt {
            let first = FILE.find("mate").expect("it is there");
            excerpt.related.push((first..first + 4, "first here".to_owned()));
        }
        assert_snapshot!(plain(&[twice]), @r#"
        error: `mate` is given twice
         --> quick.toml:6:1
          |
        5 | mate = "after-ice"
          | ---- first here
        6 | mate = 3
          | ^^^^^^^^
        "#);
    }

    #[test]
    fn faults_of_one_line_are_one_picture() {
        let fen = "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1";
        let at = |span: Range<usize>, message: &str| Fault {
            excerpt: Some(Excerpt { text: fen.into(), first_line: 1, span, related: Vec::new() }.into()),
            ..Fault::new(message).of("--fen")
        };
        assert_snapshot!(plain(&[at(18..19, "rank 6 has 9 squares, not 8"), at(43..44, "the side to move is w or b")]), @r"
        error: 2 faults in --fen
         --> --fen:1:19
          |
        1 | rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1
          |                   ^                        ^ the side to move is w or b
          |                   |
          |                   rank 6 has 9 squares, not 8
        ");
        assert_snapshot!(plain(&[at(43..44, "the side to move is w or b")]), @r"
        error: the side to move is w or b
         --> --fen:1:44
          |
        1 | rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1
          |                                            ^
        ");
    }

    #[test]
    fn a_fault_without_a_place_is_a_line() {
        assert_snapshot!(plain(&[Fault::new("there is no variant `chss`").hint("did you mean `chess`?")]), @r"
        error: there is no variant `chss`
         |
         = help: did you mean `chess`?
        ");
        assert_snapshot!(plain(&[Fault::new("there is no such file").of("x.toml")]), @r"
        error: there is no such file
        --> x.toml
        ");
    }

    #[test]
    fn places_beyond_the_text_and_long_lines_do_no_harm() {
        let long = format!("{}\u{1f600}{}", "x".repeat(100_000), "y".repeat(100_000));
        for span in [100_001..100_002, 300_000..300_001, 0..300_000, 5..5] {
            let excerpt = Excerpt { text: long.as_str().into(), first_line: 1, span, related: Vec::new() };
            let picture = plain(&[Fault { excerpt: Some(excerpt.into()), ..Fault::new("noise").of("x.toml") }]);
            assert!(picture.len() < 2000, "{}", picture.len());
        }
    }

    #[test]
    fn very_many_faults_are_counted() {
        let faults: Vec<Fault> = (0..1000).map(|i| Fault::new(format!("fault {i}"))).collect();
        assert!(plain(&faults).ends_with("error: fault 99\n\n...and 900 more faults"));
    }
}
