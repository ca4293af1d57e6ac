//! The reader of FEN. It collects the faults of all fields.

use std::ops::Range;

use super::{FenError, FenErrors, castlers, outermost_rook, skippers};
use crate::color::Color;
use crate::compile::builder::Spelling;
use crate::notation::shorten;
use crate::position::Position;
use crate::set::SquareSet;
use crate::setup::{EnPassant, GREATEST_CLOCK, Setup, SetupFault};
use crate::square::Geometry;
use crate::text::{nearest, one_of};
use crate::variant::Variant;

/// Noise has no end of faults: so many are told.
const MOST_FAULTS: usize = 50;

/// Reads a FEN into a setup, whether it makes a true position or not.
///
/// # Errors
/// All that cannot be read.
pub fn setup(variant: &Variant, fen: &str) -> Result<Setup, FenErrors> {
    examine(variant, fen).map_err(|wrong| FenErrors(wrong.into_iter().map(|(_, error)| error).collect()))
}

/// What a fault of a FEN rests on besides the FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Basis {
    /// Nothing else.
    Itself,
    /// How long the board is, how wide, and where it has holes.
    Shape,
    /// The letters of the pieces.
    Pieces,
    /// What rules remember, and what they let players have in hand.
    Rules,
}

/// Reads a FEN into a setup, or tells all that cannot be read, and what each fault rests on.
pub(crate) fn examine(variant: &Variant, fen: &str) -> Result<Setup, Vec<(Basis, FenError)>> {
    let fields = Fields::of(variant, fen);
    let mut reader = Reader::new(variant);
    match &fields.board {
        Some(board) => reader.board(board),
        None => reader.fault(Basis::Itself, 0..fen.len(), "the FEN is empty; it starts with the men on the board"),
    }
    if let Some(turn) = &fields.turn {
        reader.turn(turn);
    }
    if let Some(castling) = &fields.castling {
        reader.castling(castling);
    }
    if let Some(en_passant) = &fields.en_passant {
        reader.en_passant(en_passant);
    }
    if let Some(clock) = &fields.halfmove_clock {
        reader.setup.halfmove_clock = reader.clock(clock, "half-move clock");
    }
    if let Some(number) = &fields.fullmove_number {
        reader.setup.fullmove_number = reader.clock(number, "full-move number");
    }
    for (spelling, values, _) in &fields.spelled {
        for (&counter, &value) in variant.spellings[*spelling].counters.iter().zip(values) {
            reader.setup.counters[counter] = value;
        }
    }
    if let Some(word) = &fields.misspelled {
        reader.misspelled(word);
    }
    reader.state(&fields.state);
    if let Some(extra) = &fields.extra {
        let message = format!("{} is one field too many: six, then state as name=value", shorten(extra.text));
        reader.fault(Basis::Rules, extra.span.clone(), message);
    }
    if reader.faults.is_empty() { Ok(reader.setup) } else { Err(reader.faults) }
}

/// Reads a FEN into a position.
///
/// # Errors
/// All that cannot be read; or, if everything can, all that is wrong with the position.
pub fn read(variant: &Variant, fen: &str) -> Result<Position, FenErrors> {
    let setup = setup(variant, fen)?;
    variant.position(&setup).map_err(|faults| {
        let fields = Fields::of(variant, fen);
        let locate = |fault: SetupFault| FenError {
            span: fields.span_of(variant, &fault).unwrap_or(0..fen.len()),
            message: fault.to_string(),
        };
        FenErrors(faults.into_iter().map(locate).collect())
    })
}

/// Where a FEN says what is wrong with its position.
pub(crate) fn span_of(variant: &Variant, fen: &str, fault: &SetupFault) -> Option<Range<usize>> {
    Fields::of(variant, fen).span_of(variant, fault)
}

/// A word of the text, and where it stands.
#[derive(Clone)]
struct Word<'t> {
    text: &'t str,
    span: Range<usize>,
}

impl<'t> Word<'t> {
    /// A part of the word, by bytes from its start.
    fn part(&self, part: Range<usize>) -> Word<'t> {
        Word { text: &self.text[part.clone()], span: self.span.start + part.start..self.span.start + part.end }
    }

    /// The parts between separators.
    fn split(&self, separator: char) -> impl Iterator<Item = Word<'t>> {
        let mut start = 0;
        self.text.split(separator).map(move |text| {
            let part = self.part(start..start + text.len());
            start += text.len() + separator.len_utf8();
            part
        })
    }

    /// The letters with their places.
    fn letters(&self) -> impl Iterator<Item = (char, Range<usize>)> {
        let start = self.span.start;
        self.text.char_indices().map(move |(at, letter)| (letter, start + at..start + at + letter.len_utf8()))
    }
}

/// The fields of a FEN, as far as they are there.
#[derive(Default)]
struct Fields<'t> {
    board: Option<Word<'t>>,
    turn: Option<Word<'t>>,
    castling: Option<Word<'t>>,
    en_passant: Option<Word<'t>>,
    halfmove_clock: Option<Word<'t>>,
    fullmove_number: Option<Word<'t>>,
    /// The words that spell counters: the number of the spelling, the values, and the word.
    spelled: Vec<(usize, Vec<u16>, Word<'t>)>,
    /// The first word in the place of one that spells counters, but which spells none.
    misspelled: Option<Word<'t>>,
    /// The words `name=value`.
    state: Vec<Word<'t>>,
    /// The first word that is neither.
    extra: Option<Word<'t>>,
}

impl<'t> Fields<'t> {
    fn of(variant: &Variant, fen: &'t str) -> Fields<'t> {
        let mut words = fen
            .split_whitespace()
            .map(|text| {
                let start = text.as_ptr() as usize - fen.as_ptr() as usize;
                Word { text, span: start..start + text.len() }
            })
            .peekable();
        let mut next = || words.next_if(|word| !word.text.contains('='));
        let mut fields =
            Fields { board: next(), turn: next(), castling: next(), en_passant: next(), ..Fields::default() };
        for word in words {
            if word.text.contains('=') {
                fields.state.push(word);
                continue;
            }
            let spells = |(number, spelling): (usize, &Spelling)| {
                let values = spelling.field.read(word.text)?;
                (values.len() == spelling.counters.len()).then(|| (number, values, word.clone()))
            };
            let mut spellings = variant.spellings.iter().enumerate();
            let spelled = spellings
                .find_map(spells)
                .filter(|(number, ..)| fields.spelled.iter().all(|(known, ..)| known != number));
            if let Some(spelled) = spelled {
                fields.spelled.push(spelled);
            } else if fields.spelled.len() < variant.spellings.len()
                && fields.misspelled.is_none()
                && !word.text.bytes().all(|byte| byte.is_ascii_digit())
            {
                fields.misspelled = Some(word);
            } else if fields.halfmove_clock.is_none() && fields.state.is_empty() {
                fields.halfmove_clock = Some(word);
            } else if fields.fullmove_number.is_none() && fields.state.is_empty() {
                fields.fullmove_number = Some(word);
            } else if fields.extra.is_none() {
                fields.extra = Some(word);
            }
        }
        fields
    }

    /// Where a fault of the position stands in the text, if it stands in one field.
    fn span_of(&self, variant: &Variant, fault: &SetupFault) -> Option<Range<usize>> {
        let field = match fault {
            SetupFault::OppositeCheck { .. } => self.turn.as_ref(),
            SetupFault::EnPassant(..) => self.en_passant.as_ref(),
            SetupFault::Counter(name, ..) => self.counter(variant, name),
            _ => self.board.as_ref(),
        };
        field.map(|word| word.span.clone())
    }

    /// The word that says where a counter stands.
    fn counter(&self, variant: &Variant, name: &str) -> Option<&Word<'t>> {
        let number = variant.declared().counters.iter().position(|(known, ..)| known == name)?;
        let spells = |spelling: usize| variant.spellings[spelling].counters.contains(&number);
        let named = self.state.iter().find(|word| word.text.split('=').next() == Some(name));
        named.or_else(|| self.spelled.iter().find(|(spelling, ..)| spells(*spelling)).map(|(.., word)| word))
    }
}

/// Reads the fields into a setup, and collects all faults.
struct Reader<'v> {
    variant: &'v Variant,
    setup: Setup,
    faults: Vec<(Basis, FenError)>,
}

impl<'v> Reader<'v> {
    fn new(variant: &'v Variant) -> Reader<'v> {
        let declared = variant.declared();
        let mut setup = Setup::empty(*variant.geometry());
        setup.counters = declared.counters.iter().map(|(_, start, _)| *start).collect();
        setup.marks = vec![SquareSet::EMPTY; declared.marks.len()];
        Reader { variant, setup, faults: Vec::new() }
    }

    fn geometry(&self) -> &'v Geometry {
        self.variant.geometry()
    }

    fn fault(&mut self, basis: Basis, span: Range<usize>, message: impl Into<String>) {
        if self.faults.len() < MOST_FAULTS {
            self.faults.push((basis, FenError { span, message: message.into() }));
        }
    }

    /// The men, from the last rank to the first.
    fn board(&mut self, field: &Word<'_>) {
        let expected = self.geometry().ranks() as usize;
        // Some programs write hands as one rank more.
        let one_more = || self.variant.declared().hands && field.text.matches('/').count() == expected;
        let bracket = field.text.find('[').or_else(|| if one_more() { field.text.rfind('/') } else { None });
        let hand = bracket.unwrap_or(field.text.len());
        self.hands(&field.part(hand..field.text.len()));
        let field = field.part(0..hand);
        let found = field.text.split('/').count();
        if found != expected {
            let ranks = if found == 1 { "rank" } else { "ranks" };
            self.fault(Basis::Shape, field.span.clone(), format!("the board has {found} {ranks}, {expected} expected"));
        }
        for (rank, text) in (0..expected as u8).rev().zip(field.split('/')) {
            self.rank(rank, &text);
        }
    }

    /// The men in hand, with the bracket or stroke before them; nothing if there is none.
    fn hands(&mut self, field: &Word<'_>) {
        if field.text.is_empty() {
            return;
        }
        if !self.variant.declared().hands {
            let message = format!("{} has no men in hand", self.variant.name());
            return self.fault(Basis::Rules, field.span.clone(), message);
        }
        let closed = field.text.starts_with('[') == field.text.ends_with(']');
        if !closed {
            self.fault(Basis::Itself, field.span.clone(), "the men in hand stand between [ and ]");
        }
        let inside = field.part(1..field.text.len() - usize::from(closed && field.text.starts_with('[')));
        if inside.text == "-" {
            return;
        }
        for (letter, span) in inside.letters().filter(|(letter, _)| !matches!(letter, '[' | ']')) {
            let man = self.variant.piece_of_letter(letter);
            let holder = man.and_then(|man| Some((man.owner.color()?, man.kind)));
            let Some((color, kind)) = holder else {
                self.fault(Basis::Pieces, span, format!("{letter:?} cannot be in a hand"));
                continue;
            };
            match self.setup.in_hand(color, kind).checked_add(1) {
                Some(count) => self.setup.set_in_hand(color, kind, count),
                None => return self.fault(Basis::Itself, span, "no hand holds more than 255 men of a kind"),
            }
        }
    }

    fn rank(&mut self, rank: u8, text: &Word<'_>) {
        let files = self.geometry().files() as usize;
        let mut file = 0_usize;
        let mut after_man = false;
        let mut letters = text.letters().peekable();
        while let Some((letter, span)) = letters.next() {
            if letter == '~' && after_man {
                after_man = false;
                continue;
            }
            after_man = false;
            if letter.is_ascii_digit() {
                let mut end = span.end;
                while files > 9 && letters.next_if(|(letter, _)| letter.is_ascii_digit()).is_some() {
                    end += 1;
                }
                let digits = &text.text[span.start - text.span.start..end - text.span.start];
                if digits.starts_with('0') {
                    let message = format!("rank {}: {} is no number of empty squares", rank + 1, shorten(digits));
                    self.fault(Basis::Shape, span.start..end, message);
                }
                file = file.saturating_add(digits.parse().unwrap_or(usize::MAX));
                continue;
            }
            let man = self.variant.piece_of_letter(letter);
            // What is beyond the edge is counted only: the length of the rank is the fault.
            if file < files {
                match (man, self.geometry().square(file as u8, rank)) {
                    (None, _) => self.fault(Basis::Pieces, span, self.no_piece(rank, letter)),
                    (_, None) => {
                        let name = format!("{}{}", self.geometry().file_letter(file as u8), rank + 1);
                        let message = format!("{letter:?} stands on {name}, which is no square of this board");
                        self.fault(Basis::Shape, span, message);
                    }
                    (Some(man), Some(square)) => self.setup.put(square, Some(man)),
                }
            }
            after_man = man.is_some();
            file = file.saturating_add(1);
        }
        if file != files {
            let found = match file {
                0 => "no squares".to_owned(),
                1 => "1 square".to_owned(),
                2..100 => format!("{file} squares"),
                _ => "far too many squares".to_owned(),
            };
            self.fault(Basis::Shape, text.span.clone(), format!("rank {} has {found}, {files} expected", rank + 1));
        }
    }

    fn no_piece(&self, rank: u8, letter: char) -> String {
        let known: String = self.variant.kinds().iter().map(|kind| kind.letter).collect();
        format!("rank {}: {letter:?} is no piece of {}; its letters are {known}", rank + 1, self.variant.name())
    }

    fn turn(&mut self, field: &Word<'_>) {
        match field.text {
            "w" => self.setup.turn = Color::White,
            "b" => self.setup.turn = Color::Black,
            other => {
                let message = format!("the side to move is w or b, not {}", shorten(other));
                self.fault(Basis::Itself, field.span.clone(), message);
            }
        }
    }

    fn castling(&mut self, field: &Word<'_>) {
        if field.text == "-" {
            return;
        }
        for (letter, span) in field.letters() {
            let files = self.geometry().files();
            let file = letter.is_ascii_alphabetic().then(|| letter.to_ascii_lowercase() as u8 - b'a');
            let outermost = match letter.to_ascii_uppercase() {
                'K' => Some(true),
                'Q' => Some(false),
                _ => None,
            };
            let Some(file) = file.filter(|&file| file < files || outermost.is_some()) else {
                self.fault(
                    Basis::Itself,
                    span,
                    format!("castling: {letter:?} is neither one of KQkq nor the letter of a file"),
                );
                continue;
            };
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let Some((king, rooks)) = castlers(self.variant, &self.setup, color) else { continue };
            let named = rooks.iter().find(|&rook| self.geometry().file(rook) == file);
            let rook = match outermost {
                Some(h_side) => named.or(outermost_rook(self.geometry(), king, rooks, h_side)),
                None => named,
            };
            if let Some(rook) = rook {
                self.setup.castling.insert(rook);
            }
        }
    }

    fn en_passant(&mut self, field: &Word<'_>) {
        if field.text == "-" {
            return;
        }
        let board = self.geometry();
        let Some((target, rest)) = board.read_square(field.text) else {
            let message = format!("en passant: {} is no square", shorten(field.text));
            return self.fault(Basis::Itself, field.span.clone(), message);
        };
        let victim = if rest.is_empty() {
            let victims = skippers(self.variant, &self.setup, target);
            let mut victims = victims.iter();
            match (victims.next(), victims.next()) {
                (Some(one), Some(other)) => {
                    let [target, one, other] = [target, one, other].map(|square| board.name(square));
                    let message =
                        format!("two pawns could be taken on {target}: write {target}{one} or {target}{other}");
                    return self.fault(Basis::Itself, field.span.clone(), message);
                }
                // No pawn has skipped the square: the position's check says so.
                (victim, _) => victim.unwrap_or(target),
            }
        } else {
            let Some(victim) = board.parse_square(rest) else {
                let span = field.span.end - rest.len()..field.span.end;
                return self.fault(Basis::Itself, span, format!("en passant: {} is no square", shorten(rest)));
            };
            if self.variant.can_have_stepped(&self.setup, EnPassant { target: victim, victim: target }) {
                self.setup.en_passant = Some(EnPassant { target: victim, victim: target });
                return;
            }
            victim
        };
        self.setup.en_passant = Some(EnPassant { target, victim });
    }

    /// A word that ought to spell counters, and does not.
    fn misspelled(&mut self, word: &Word<'_>) {
        let counters = &self.variant.declared().counters;
        let spelled = self.variant.spellings.iter().map(|spelling| {
            let values: Vec<u16> = spelling.counters.iter().map(|&counter| counters[counter].1).collect();
            spelling.field.write(&values)
        });
        let usual = one_of(spelled);
        let message = format!("{} cannot be read; at the start of a game {usual} stands here", shorten(word.text));
        self.fault(Basis::Itself, word.span.clone(), message);
    }

    fn clock(&mut self, field: &Word<'_>, name: &str) -> u32 {
        let digits = field.text.bytes().all(|byte| byte.is_ascii_digit());
        match field.text.parse() {
            Ok(number @ 0..=GREATEST_CLOCK) if digits => number,
            _ => {
                let message = format!("the {name} is a number from 0 to {GREATEST_CLOCK}, not {}", shorten(field.text));
                self.fault(Basis::Rules, field.span.clone(), message);
                0
            }
        }
    }

    /// The words `name=value`.
    fn state(&mut self, words: &[Word<'_>]) {
        let declared = self.variant.declared();
        let mut seen: Vec<&str> = Vec::new();
        for word in words {
            let (name, value) = word.text.split_once('=').unwrap_or((word.text, ""));
            let value = word.part(word.text.len() - value.len()..word.text.len());
            let counter = declared.counters.iter().position(|(known, ..)| known == name);
            let marks = declared.marks.iter().position(|known| known == name);
            if counter.is_none() && marks.is_none() {
                self.fault(Basis::Rules, word.span.start..word.span.start + name.len(), self.unknown_state(name));
            } else if seen.contains(&name) {
                self.fault(Basis::Itself, word.span.clone(), format!("{name} is given twice"));
            } else {
                seen.push(name);
            }
            if let Some(i) = counter {
                match value.text.parse() {
                    Ok(number) if value.text.bytes().all(|byte| byte.is_ascii_digit()) => {
                        self.setup.counters[i] = number
                    }
                    _ => self.fault(
                        Basis::Itself,
                        value.span,
                        format!("{name} is a number from 0 to {}, not {}", declared.counters[i].2, shorten(value.text)),
                    ),
                }
            } else if let Some(i) = marks {
                self.setup.marks[i] = self.squares(name, &value);
            }
        }
    }

    fn unknown_state(&self, name: &str) -> String {
        let declared = self.variant.declared();
        let known = declared.counters.iter().map(|(name, ..)| name).chain(&declared.marks);
        let known: Vec<&str> = known.map(String::as_str).collect();
        let why = match (nearest(name, known.iter().copied()).first(), &known[..]) {
            (Some(near), _) => format!("; did you mean {near}?"),
            (None, []) => format!(": {} has no state of its own", self.variant.name()),
            (None, known) => format!("; known: {}", known.join(", ")),
        };
        format!("{} is not remembered here{why}", shorten(name))
    }

    /// Squares between commas, or `-` for none.
    fn squares(&mut self, name: &str, value: &Word<'_>) -> SquareSet {
        let mut squares = SquareSet::EMPTY;
        if value.text == "-" {
            return squares;
        }
        for word in value.split(',') {
            match self.geometry().parse_square(word.text) {
                Some(square) => squares.insert(square),
                None => {
                    let message = format!("{name}: {} is no square; write a1,b2 or -", shorten(word.text));
                    self.fault(Basis::Itself, word.span, message);
                }
            }
        }
        squares
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Registry;

    fn variant() -> std::sync::Arc<Variant> {
        let registry = Registry::new().with_variant(include_str!("../../../../variants/games/chess.toml"));
        registry.variant("chess").expect("it is registered").expect("its file is right")
    }

    #[test]
    fn words_have_their_places() {
        let chess = variant();
        let fields = Fields::of(&chess, "  8/8  w - - 7 1 a=1 b c=2 d ");
        assert_eq!(fields.board.map(|word| word.span), Some(2..5));
        assert_eq!(fields.fullmove_number.map(|word| word.span), Some(15..16));
        assert_eq!(fields.state.iter().map(|word| word.text).collect::<Vec<_>>(), ["a=1", "c=2"]);
        assert_eq!(fields.extra.map(|word| word.span), Some(21..22));
        let short = Fields::of(&chess, "8/8 b a=1");
        assert!(short.castling.is_none());
        assert_eq!(short.state[0].span, 6..9);
    }
}
