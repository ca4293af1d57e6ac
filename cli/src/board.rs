//! A board in text: in ASCII, in Unicode, in colour.

use std::fmt::Write as _;

use anstyle::{Ansi256Color, Style};
use floe_core::{Color, Game, Owner, Piece, Position, Square, SquareSet, Variant};
use unicode_width::UnicodeWidthStr as _;

use crate::screen::Look;

/// A position to be drawn, and what is to be marked in it.
pub(crate) struct Board<'a> {
    pub(crate) variant: &'a Variant,
    pub(crate) position: &'a Position,
    /// The squares that the last move left and reached.
    pub(crate) last: SquareSet,
    /// Whether Black sits below.
    pub(crate) flip: bool,
}

impl<'a> Board<'a> {
    /// The board of a game, with its last move.
    pub(crate) fn of(game: &'a Game) -> Board<'a> {
        Board { variant: game.variant(), position: game.position(), last: last_move(game), flip: false }
    }

    /// The board, a rank a line, with coordinates. Every square is three characters wide:
    ///
    /// ```text
    ///  n     a man; Black's in lower case
    /// [n]    the last move left or reached this square (in colour: another ground)
    /// (n)    this man is taken if what comes at the next clock came now
    ///  x     a rule has marked this empty square
    /// ```
    ///
    /// Men in hand stand in brackets beside the rank on which their player sits: `[Q 2p]`.
    pub(crate) fn draw(&self, look: Look) -> String {
        let board = self.variant.geometry();
        let margin = board.ranks().to_string().len();
        let doomed = doomed(self.variant, self.position);
        let marked = marked(self.variant, self.position);
        let mut files: Vec<u8> = (0..board.files()).collect();
        let mut ranks: Vec<u8> = (0..board.ranks()).rev().collect();
        if self.flip {
            files.reverse();
            ranks.reverse();
        }
        let mut text = String::new();
        let sides = if self.flip { [Color::White, Color::Black] } else { [Color::Black, Color::White] };
        let seats = [ranks[0], ranks[ranks.len() - 1]];
        for rank in ranks {
            let mut line = format!("{:margin$} ", rank + 1);
            for &file in &files {
                match board.square(file, rank) {
                    Some(square) => self.draw_square(&mut line, square, (file + rank) % 2 == 0, doomed, marked, look),
                    None => line.push_str("   "),
                }
            }
            if self.variant.declared().hands {
                let sits = sides.into_iter().zip(seats).filter(|(_, seat)| *seat == rank);
                sits.for_each(|(color, _)| line += &format!("  {}", in_hand(self.variant, self.position, color)));
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        let letters: String = files.iter().map(|&file| format!(" {} ", board.file_letter(file))).collect();
        let _ = writeln!(text, "{:margin$} {}", "", letters.trim_end());
        text
    }

    fn draw_square(
        &self,
        text: &mut String,
        square: Square,
        dark: bool,
        doomed: SquareSet,
        marked: SquareSet,
        look: Look,
    ) {
        let man = self.position.at(square);
        let (doomed, last) = (doomed.contains(square), self.last.contains(square));
        let (left, right) = match (doomed, last && !look.color) {
            (true, _) => ('(', ')'),
            (false, true) => ('[', ']'),
            (false, false) => (' ', ' '),
        };
        let sign = match man {
            Some(man) => sign(self.variant, man, look),
            None if marked.contains(square) => if look.ascii { "x" } else { "\u{d7}" }.to_owned(),
            None if look.color => " ".to_owned(),
            None if look.ascii => ".".to_owned(),
            None => "\u{b7}".to_owned(),
        };
        // A sign that is two columns wide, as some are, takes the place of the space after it.
        let right = if sign.width() > 1 && right == ' ' { String::new() } else { right.to_string() };
        if look.color {
            let style = style(man.map(|man| man.owner), dark, doomed, last);
            let _ = write!(text, "{style}{left}{sign}{right}{style:#}");
        } else {
            let _ = write!(text, "{left}{sign}{right}");
        }
    }
}

/// What stands for a man: its glyph if it has one that fits, else its letter.
fn sign(variant: &Variant, man: Piece, look: Look) -> String {
    let kind = variant.kind(man.kind);
    let letter = kind.fen_letter(man.owner).to_string();
    let Some([white, black]) = kind.glyphs.as_ref().filter(|_| !look.ascii) else {
        return letter;
    };
    // Unicode has the chess men hollow and filled; the filled ones read better where colours tell the sides apart.
    let hollow = ("\u{2654}"..="\u{2659}").contains(&white.as_str());
    let glyph = if man.owner == Owner::Black || hollow && look.color { black } else { white };
    if (1..=2).contains(&glyph.width()) { glyph.clone() } else { letter }
}

/// The colours of a square: green board, pale blue for what belongs to nobody, yellow for the last move, red for
/// men in danger.
fn style(owner: Option<Owner>, dark: bool, doomed: bool, last: bool) -> Style {
    let by_square = |light_square: u8, dark_square: u8| Ansi256Color(if dark { dark_square } else { light_square });
    let ground = match owner {
        _ if doomed => by_square(174, 167),
        _ if last => by_square(179, 136),
        Some(Owner::Neutral) => by_square(195, 153),
        _ => by_square(108, 65),
    };
    let ink = match owner {
        Some(Owner::White) => Ansi256Color(231),
        Some(Owner::Neutral) => Ansi256Color(32),
        Some(Owner::Black) | None => Ansi256Color(16),
    };
    Style::new().bg_color(Some(ground.into())).fg_color(Some(ink.into())).bold()
}

/// The squares of players' men that would be taken if what comes at the next clock came now.
pub(crate) fn doomed(variant: &Variant, position: &Position) -> SquareSet {
    let events = variant.forecast(position).map(|forecast| forecast.events).unwrap_or_default();
    let men = position.men(Owner::White) | position.men(Owner::Black);
    events.into_iter().flat_map(|event| event.squares).filter(|&square| men.contains(square)).collect()
}

/// The squares that rules have marked.
fn marked(variant: &Variant, position: &Position) -> SquareSet {
    variant.setup(position).marks.into_iter().fold(SquareSet::EMPTY, |all, marks| all | marks)
}

/// The men that a player has in hand: `[Q 2P]`, or `[-]`.
fn in_hand(variant: &Variant, position: &Position, color: Color) -> String {
    let men = variant.hand(position, color).into_iter().map(|(kind, count)| {
        let letter = variant.kind(kind).fen_letter(color.into());
        if count > 1 { format!("{count}{letter}") } else { letter.to_string() }
    });
    let men: Vec<String> = men.collect();
    if men.is_empty() { "[-]".to_owned() } else { format!("[{}]", men.join(" ")) }
}

/// The squares that the last move of a game left and reached.
fn last_move(game: &Game) -> SquareSet {
    let (Some(last), [.., before, after]) = (game.plies().last(), game.positions()) else {
        return SquareSet::EMPTY;
    };
    let mover = before.turn();
    let reached = after.men(mover) - before.men(mover);
    reached | last.played.from().map(SquareSet::from).unwrap_or_default()
}
