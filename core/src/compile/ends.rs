//! The ends of a variant, checked.

use super::builder::Draft;
use super::region;
use crate::color::Color;
use crate::engine::ends::{Condition, End, Ends};
use crate::set::SquareSet;
use crate::spec::{ByColor, EndCondition, EndSpec, EndsSpec, Region, Score, SpecFault};

/// Checks the ends of a variant. `number` finds a players' kind by its name.
pub(super) fn compile(
    ends: &EndsSpec,
    draft: &Draft,
    number: &dyn Fn(&str) -> Option<u8>,
    faults: &mut Vec<SpecFault>,
) -> Ends<SquareSet> {
    Ends {
        stalemate: ends.stalemate.clone(),
        checkmate: ends.checkmate.clone(),
        own: ends.others.iter().map(|end| Checker { end, draft, number, faults }.end()).collect(),
    }
}

struct Checker<'a> {
    end: &'a EndSpec,
    draft: &'a Draft,
    number: &'a dyn Fn(&str) -> Option<u8>,
    faults: &'a mut Vec<SpecFault>,
}

impl Checker<'_> {
    fn end(mut self) -> End<SquareSet> {
        let end = self.end;
        let condition = match &end.condition {
            EndCondition::Gone(kinds) => Condition::Gone(self.kinds("gone", kinds)),
            EndCondition::Bare { answer } => {
                if *answer && end.player.is_some() {
                    let fault = self.fault(&["answer"], "an answer befalls the other player, so both must be meant");
                    self.faults.push(fault.hint("leave out `answer` or `player`"));
                }
                Condition::Bare { answer: *answer }
            }
            EndCondition::Reach { squares: ByColor { white, black }, with } => {
                let squares = if white == black {
                    [self.squares(&["reach"], white); 2]
                } else {
                    [self.squares(&["reach", "white"], white), self.squares(&["reach", "black"], black)]
                };
                if Color::ALL.iter().all(|&color| !self.may_befall(color) || squares[color.index()].is_empty()) {
                    let fault = self.fault(&["reach"], "there is no square to be reached");
                    self.faults.push(fault.hint("name squares, ranks or files: `[\"e4\", \"*8\", \"a*\"]`"));
                }
                Condition::Reach { squares, with: self.kinds("with", with) }
            }
            EndCondition::Counter { name, at } => self.counter(name, *at),
        };
        let players = Color::ALL.map(|color| self.may_befall(color));
        End { name: end.name.clone(), players, condition, result: end.result }
    }

    fn may_befall(&self, color: Color) -> bool {
        self.end.player.is_none_or(|player| player == color)
    }

    /// A fault of an entry, by the keys that lead to it.
    fn fault(&self, keys: &[&str], message: impl Into<String>) -> SpecFault {
        SpecFault::new(["ends", &self.end.name].iter().chain(keys).copied(), message)
    }

    fn kinds(&mut self, key: &str, names: &Option<Vec<String>>) -> Option<Vec<u8>> {
        let mut kinds = Vec::new();
        for (place, name) in names.as_ref()?.iter().enumerate() {
            if let Some(kind) = (self.number)(name) {
                kinds.push(kind);
                continue;
            }
            let fault = self.fault(&[key, &place.to_string()], format!("there is no players' kind {name:?}"));
            let players = self.draft.pieces.iter().map(|(piece, _)| piece).filter(|piece| !piece.neutral);
            let known: Vec<&str> = players.map(|piece| piece.name.as_str()).collect();
            self.faults.push(fault.hint(format!("pieces: {}", known.join(", "))));
        }
        Some(kinds)
    }

    fn squares(&mut self, keys: &[&str], words: &Region) -> SquareSet {
        let (squares, wrong) = region::squares(&self.draft.geometry, words);
        for (place, message) in wrong {
            let fault = self.fault(&[keys, &[&place.to_string()]].concat(), message);
            self.faults.push(fault);
        }
        squares
    }

    fn counter(&mut self, name: &str, at: u16) -> Condition<SquareSet> {
        if self.end.player.is_none() && self.end.result != Score::Draw {
            let fault = self.fault(&["result"], "one counter cannot be a win or a loss to both players");
            self.faults.push(fault.hint("say to whom: `player = \"white\"` or `player = \"black\"`"));
        }
        let counters = &self.draft.declared.counters;
        let Some(index) = counters.iter().position(|(known, ..)| known == name) else {
            let known: Vec<&str> = counters.iter().map(|(known, ..)| known.as_str()).collect();
            let hint = match known.join(", ") {
                none if none.is_empty() => "add the rule that counts: `[rules.ID]`".to_owned(),
                known => format!("counters: {known}"),
            };
            let fault = self.fault(&["counter"], format!("no rule of this game has a counter {name:?}"));
            self.faults.push(fault.hint(hint));
            return Condition::Gone(None);
        };
        let greatest = counters[index].2;
        if at > greatest {
            self.faults.push(self.fault(&["at"], format!("{name:?} never stands at {at}: it goes up to {greatest}")));
        }
        Condition::Counter { index: index as u8, at }
    }
}
