//! The kinds of piece of a variant, checked.

use std::collections::{HashMap, HashSet};

use super::builder::Draft;
use super::faults::Faults;
use crate::betza::Movement;
use crate::engine::word::{U256, Word};
use crate::piece::{PieceKind, Royal};
use crate::spec::{ByColor, PieceSpec, SpecFault};

/// A kind of piece, with the rule that adds it, if one does.
pub(super) type Entry = (PieceSpec, Option<String>);

/// Stands where a letter is not known: no FEN has it.
const NO_LETTER: char = '\0';

/// The entry that has to do with a kind's faults: one of its own, or the rule that adds it.
pub(super) fn path_of((piece, rule): &Entry, keys: &[&str]) -> Vec<String> {
    match rule {
        None => ["pieces", &piece.name].iter().chain(keys).map(|&key| key.to_owned()).collect(),
        Some(rule) => vec!["rules".to_owned(), rule.clone()],
    }
}

/// Whether an entry of a kind is known, as those of rules always are.
pub(super) fn knows(entry: &Entry, key: &str, faults: &Faults) -> bool {
    entry.1.is_some() || faults.knows(&path_of(entry, &[key]))
}

/// Every kind of piece. One whose movement has a fault never moves; one whose letter has a fault has none.
pub(super) fn compile(draft: &Draft, faults: &mut Faults) -> Vec<PieceKind> {
    let mut letters: HashMap<char, &Entry> = HashMap::new();
    let mut kinds = Vec::with_capacity(draft.pieces.len());
    for (place, entry) in draft.pieces.iter().enumerate() {
        if draft.pieces[..place].iter().any(|(other, _)| other.name == entry.0.name) {
            let message = format!("two kinds of piece are called {:?}", entry.0.name);
            faults.add(SpecFault::new(path_of(entry, &[]), message));
        }
        let letter = letter(entry, faults).unwrap_or(NO_LETTER);
        if letter != NO_LETTER
            && let Some(other) = letters.insert(letter, entry)
        {
            let message = format!("{letter:?} is the letter of two kinds: {:?} and {:?}", other.0.name, entry.0.name);
            let related = vec![path_of(other, &["letter"])];
            let fault = SpecFault { related, ..SpecFault::new(path_of(entry, &["letter"]), message) };
            faults.add(fault.hint("give one of them another letter"));
        }
        if entry.0.neutral && knows(entry, "neutral", faults) {
            check_neutral(entry, faults);
        }
        kinds.push(kind(entry, letter, faults));
    }
    if draft.pieces.len() > U256::KINDS {
        let message = format!("a variant has at most {} kinds of piece, not {}", U256::KINDS, draft.pieces.len());
        faults.add(SpecFault::new(["pieces"], message));
    }
    kinds
}

/// Whether every kind has a letter, and no other has it too.
pub(super) fn have_letters(kinds: &[PieceKind]) -> bool {
    let mut letters = HashSet::new();
    kinds.iter().all(|kind| kind.letter != NO_LETTER && letters.insert(kind.letter))
}

fn kind(entry: &Entry, letter: char, faults: &mut Faults) -> PieceKind {
    let (piece, rule) = entry;
    let needs_none = piece.neutral || (piece.betza.is_empty() && !knows(entry, "neutral", faults));
    let movement = if needs_none { Ok(Movement::default()) } else { Movement::parse(&piece.betza) };
    let movement = movement.unwrap_or_else(|error| {
        faults.add(SpecFault {
            hint: error.hint,
            within: rule.is_none().then_some(error.at),
            ..SpecFault::new(path_of(entry, &["betza"]), error.message)
        });
        Movement::default()
    });
    PieceKind {
        name: piece.name.clone(),
        letter,
        betza: piece.betza.clone(),
        movement: if knows(entry, "betza", faults) { movement } else { Movement::default() },
        neutral: piece.neutral,
        royal: piece.royal,
        pawn: piece.pawn,
        value: piece.value,
        glyphs: piece.glyphs.clone(),
    }
}

/// A neutral kind has nothing that belongs to men who move.
fn check_neutral(entry: &Entry, faults: &mut Faults) {
    let piece = &entry.0;
    let of_movers = [
        ("first", piece.first != ByColor::default()),
        ("promotion", piece.promotion != ByColor::default()),
        ("pawn", piece.pawn),
        ("en_passant", piece.en_passant),
    ];
    let given = of_movers.into_iter().filter(|(_, given)| *given);
    let given = given.map(|(key, _)| (key, format!("a neutral kind never moves, so it has no `{key}`")));
    let moves =
        (!piece.betza.is_empty()).then(|| ("betza", "a neutral kind never moves, so it has no movement".to_owned()));
    let royal = (piece.royal != Royal::No).then(|| ("royal", "a neutral kind cannot be royal".to_owned()));
    for (key, message) in moves.into_iter().chain(royal).chain(given) {
        faults.add(SpecFault::new(path_of(entry, &[key]), message));
    }
}

/// A players' kind has a capital letter; a neutral one a sign that FEN does not need for itself. `None` where it is not
/// known.
fn letter(entry: &Entry, faults: &mut Faults) -> Option<char> {
    let piece = &entry.0;
    let mut letters = piece.letter.chars();
    let letter = match (letters.next(), letters.next()) {
        (Some(letter), None) => Ok(letter),
        _ => Err(format!("the letter of {:?} must be one character", piece.name)),
    };
    let letter = letter.and_then(|letter| {
        let is_sign = letter.is_ascii_punctuation() && !"/[]~+-=,#@".contains(letter);
        match piece.neutral {
            _ if !knows(entry, "neutral", faults) => Ok(letter),
            true if !is_sign => {
                Err(format!("{letter:?} cannot stand for a neutral kind: take a sign such as \"^\", \"*\" or \"%\""))
            }
            false if !letter.is_ascii_uppercase() => {
                Err(format!("{letter:?} cannot stand for a players' kind: take a capital letter from A to Z"))
            }
            _ => Ok(letter),
        }
    });
    match letter {
        Ok(letter) => knows(entry, "letter", faults).then_some(letter),
        Err(message) => {
            faults.add(SpecFault::new(path_of(entry, &["letter"]), message));
            None
        }
    }
}

/// The kinds that players have, by their names.
pub(super) struct Names<'d> {
    entries: &'d [Entry],
    /// Whether a name that is not there may be that of a kind that is not known.
    is_open: bool,
}

impl<'d> Names<'d> {
    pub(super) fn new(draft: &'d Draft, faults: &Faults) -> Names<'d> {
        let is_open = faults.is_rootless() || faults.lacks_a_thing_of("rules") || !faults.knows_section("pieces");
        Names { entries: &draft.pieces, is_open }
    }

    /// The kind of a name that stands at `path`. Where there is none, that is a fault, of which `message` says what is wrong.
    pub(super) fn find(&self, name: &str, path: Vec<String>, message: String, faults: &mut Faults) -> Option<u8> {
        let place = self.entries.iter().position(|(piece, _)| piece.name == name);
        let is_players = |&place: &usize| {
            let entry = &self.entries[place];
            !entry.0.neutral || !knows(entry, "neutral", faults)
        };
        if let Some(place) = place.filter(is_players) {
            return Some(place as u8);
        }
        let may_be_there = self.is_open || !faults.knows(&["pieces", name]);
        if place.is_some() || !may_be_there {
            let players = self.entries.iter().map(|(piece, _)| piece).filter(|piece| !piece.neutral);
            let known = players.map(|piece| piece.name.as_str()).collect::<Vec<_>>().join(", ");
            faults.add(SpecFault::new(path, message).hint(format!("pieces: {known}")));
        }
        None
    }
}
