//! The ends of a variant, checked.

use super::board;
use super::builder::Draft;
use super::faults::Faults;
use super::kinds::Names;
use crate::color::Color;
use crate::engine::ends::{Condition, End, Ends};
use crate::set::SquareSet;
use crate::spec::{ByColor, EndCondition, EndSpec, EndsSpec, Region, Score, SpecFault};

/// Checks the ends of a variant. Those of which something is not known are left out.
pub(super) fn compile(ends: &EndsSpec, draft: &Draft, names: &Names<'_>, faults: &mut Faults) -> Ends<SquareSet> {
    Ends {
        stalemate: ends.stalemate.clone(),
        checkmate: ends.checkmate.clone(),
        own: ends.others.iter().filter_map(|end| Checker { end, draft, names, faults }.end()).collect(),
    }
}

struct Checker<'a> {
    end: &'a EndSpec,
    draft: &'a Draft,
    names: &'a Names<'a>,
    faults: &'a mut Faults,
}

impl Checker<'_> {
    fn end(mut self) -> Option<End<SquareSet>> {
        let end = self.end;
        let condition = match &end.condition {
            EndCondition::Gone(kinds) => Condition::Gone(self.kinds("gone", kinds)?),
            EndCondition::Bare { answer } => {
                if *answer && end.player.is_some() && self.knows("player") {
                    let fault = self.fault(&["answer"], "an answer befalls the other player, so both must be meant");
                    self.faults.add(fault.hint("leave out `answer` or `player`"));
                }
                Condition::Bare { answer: *answer }
            }
            EndCondition::Reach { squares, with } => {
                let squares = self.reach(squares);
                Condition::Reach { squares, with: self.kinds("with", with)? }
            }
            EndCondition::Counter { name, at } => self.counter(name, *at)?,
        };
        let players = Color::ALL.map(|color| self.may_befall(color));
        let is_known = self.faults.knows(&["ends", &end.name]);
        is_known.then(|| End { name: end.name.clone(), players, condition, result: end.result })
    }

    fn may_befall(&self, color: Color) -> bool {
        self.end.player.is_none_or(|player| player == color)
    }

    fn knows(&self, key: &str) -> bool {
        self.faults.knows(&["ends", &self.end.name, key])
    }

    fn path(&self, keys: &[&str]) -> Vec<String> {
        ["ends", &self.end.name].iter().chain(keys).map(|&key| key.to_owned()).collect()
    }

    /// A fault of an entry, by the keys that lead to it.
    fn fault(&self, keys: &[&str], message: impl Into<String>) -> SpecFault {
        SpecFault::new(self.path(keys), message)
    }

    /// The kinds of some names, or that every kind is meant; nothing where one of them is not known.
    fn kinds(&mut self, key: &str, names: &Option<Vec<String>>) -> Option<Option<Vec<u8>>> {
        let Some(names) = names else { return Some(None) };
        let mut kinds = Vec::new();
        for (place, name) in names.iter().enumerate() {
            let path = self.path(&[key, &place.to_string()]);
            kinds.push(self.names.find(name, path, format!("there is no players' kind {name:?}"), self.faults));
        }
        Some(Some(kinds.into_iter().collect::<Option<_>>()?))
    }

    fn reach(&mut self, ByColor { white, black }: &ByColor<Region>) -> [SquareSet; 2] {
        let squares = if white == black {
            [self.squares(&["reach"], white); 2]
        } else {
            [self.squares(&["reach", "white"], white), self.squares(&["reach", "black"], black)]
        };
        let none = Color::ALL.iter().all(|&color| !self.may_befall(color) || squares[color.index()].is_empty());
        if none && self.knows("reach") && self.knows("player") {
            let fault = self.fault(&["reach"], "there is no square to be reached");
            self.faults.add(fault.hint("name squares, ranks or files: `[\"e4\", \"*8\", \"a*\"]`"));
        }
        squares
    }

    fn squares(&mut self, keys: &[&str], words: &Region) -> SquareSet {
        board::region(&self.draft.geometry, words, self.path(keys), self.faults)
    }

    /// A counter that stands at a number; nothing where the counter is not known.
    fn counter(&mut self, name: &str, at: u16) -> Option<Condition<SquareSet>> {
        if self.end.player.is_none() && self.end.result != Score::Draw && self.knows("player") {
            let fault = self.fault(&["result"], "one counter cannot be a win or a loss to both players");
            self.faults.add(fault.hint("say to whom: `player = \"white\"` or `player = \"black\"`"));
        }
        let counters = &self.draft.declared.counters;
        let Some(index) = counters.iter().position(|(known, ..)| known == name) else {
            let known: Vec<&str> = counters.iter().map(|(known, ..)| known.as_str()).collect();
            let hint = match known.join(", ") {
                none if none.is_empty() => "add the rule that counts: `[rules.ID]`".to_owned(),
                known => format!("counters: {known}"),
            };
            let fault = self.fault(&["counter"], format!("no rule of this game has a counter {name:?}"));
            if !self.faults.lacks_a_thing_of("rules") && !self.faults.is_rootless() {
                self.faults.add(fault.hint(hint));
            }
            return None;
        };
        let greatest = counters[index].2;
        if at > greatest {
            self.faults.add(self.fault(&["at"], format!("{name:?} never stands at {at}: it goes up to {greatest}")));
        }
        Some(Condition::Counter { index: index as u8, at })
    }
}
