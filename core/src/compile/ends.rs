//! The ends of a variant, checked.

use super::builder::Draft;
use super::region;
use crate::color::Color;
use crate::engine::ends::{Condition, End, Ends};
use crate::set::SquareSet;
use crate::spec::{EndCondition, EndSpec, EndsSpec, Region, Score, SpecFault};

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
            EndCondition::Bare => Condition::Bare,
            EndCondition::Reach { squares, with } => Condition::Reach {
                squares: Color::ALL.map(|color| self.squares(squares.of(color))),
                with: self.kinds("with", with),
            },
            EndCondition::Counter { name, at } => self.counter(name, *at),
        };
        let players = Color::ALL.map(|color| end.player.is_none_or(|player| player == color));
        End { name: end.name.clone(), players, condition, result: end.result }
    }

    fn fault(&mut self, key: &str, message: String) -> &mut SpecFault {
        self.faults.push(SpecFault::new(["ends", &self.end.name, key], message));
        let last = self.faults.len() - 1;
        &mut self.faults[last]
    }

    fn kinds(&mut self, key: &str, names: &Option<Vec<String>>) -> Option<Vec<u8>> {
        let number = self.number;
        let kinds = names.as_ref()?.iter().filter_map(|name| {
            let kind = number(name);
            if kind.is_none() {
                self.fault(key, format!("there is no players' kind {name:?}"));
            }
            kind
        });
        Some(kinds.collect())
    }

    fn squares(&mut self, squares: &Region) -> SquareSet {
        region::squares(&self.draft.geometry, squares).unwrap_or_else(|message| {
            self.fault("reach", message);
            SquareSet::EMPTY
        })
    }

    fn counter(&mut self, name: &str, at: u16) -> Condition<SquareSet> {
        if self.end.player.is_none() && self.end.result != Score::Draw {
            let hint = "say to whom: `player = \"white\"` or `player = \"black\"`";
            self.fault("result", "one counter cannot be a win or a loss to both players".to_owned()).hint =
                Some(hint.to_owned());
        }
        let counters = &self.draft.declared.counters;
        let Some(index) = counters.iter().position(|(known, ..)| known == name) else {
            let known: Vec<&str> = counters.iter().map(|(known, ..)| known.as_str()).collect();
            let hint = match known.join(", ") {
                none if none.is_empty() => "add the rule that counts: `[rules.ID]`".to_owned(),
                known => format!("counters: {known}"),
            };
            self.fault("counter", format!("no rule of this game has a counter {name:?}")).hint = Some(hint);
            return Condition::Bare;
        };
        let greatest = counters[index].2;
        if at > greatest {
            self.fault("at", format!("{name:?} never stands at {at}: it goes up to {greatest}"));
        }
        Condition::Counter { index: index as u8, at }
    }
}
