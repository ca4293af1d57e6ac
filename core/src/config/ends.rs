//! The ends of a game: mate, stalemate, and those that authors add.

use super::overlay::{by_color, region};
use super::reader::{Item, Table};
use super::words::{ID, quote, suggest};
use crate::color::Color;
use crate::spec::{EndCondition, EndSpec, EndsSpec, Score};
use crate::text::{is_id, to_id};

const SCORES: [(&str, Score); 3] = [("win", Score::Win), ("draw", Score::Draw), ("loss", Score::Loss)];

/// The ends that every game has.
const COMMON: [&str; 2] = ["stalemate", "checkmate"];

/// The entries of which an end has exactly one.
const CONDITIONS: [&str; 4] = ["gone", "bare", "reach", "counter"];

/// Lays ends over those that are there.
pub(super) fn lay(table: &mut Table<'_>, ends: &mut EndsSpec) {
    for (key, score) in COMMON.into_iter().zip([&mut ends.stalemate, &mut ends.checkmate]) {
        if let Some(item) = table.get(key) {
            by_color(&item, score, |item| item.word(&SCORES));
        }
    }
    for item in table.named().filter(|item| !COMMON.contains(&item.key())) {
        own(&item, &mut ends.others);
    }
}

/// Changes an end of the author's own, adds it, or takes it away.
fn own(item: &Item<'_>, ends: &mut Vec<EndSpec>) {
    let place = ends.iter().position(|end| end.name == item.key());
    if item.is_false() {
        match place {
            Some(place) => drop(ends.remove(place)),
            None => {
                let known: Vec<&str> = ends.iter().map(|end| end.name.as_str()).collect();
                let hint = suggest(item.key(), "ends", &known);
                item.fault_of_want(format!("there is no end `{}` to take away", quote(item.key())), hint);
            }
        }
        return;
    }
    if place.is_none() && !item.is_table() {
        let hint = suggest(item.key(), "an end of your own is a table; known here", &COMMON);
        item.fault_of_key(format!("unknown key `{}` in `ends`", quote(item.key())), hint);
        return;
    }
    if place.is_none() && !is_id(item.key()) {
        let hint = to_id(item.key()).map(|id| format!("write `[ends.{id}]`"));
        item.fault_of_key(format!("the name of an end is {ID}"), hint);
    }
    let old = place.map(|place| &ends[place]);
    let mut player = old.and_then(|end| end.player);
    let mut result = old.map(|end| end.result);
    let mut condition = old.map(|end| end.condition.clone());
    item.table_or("a table, or false to take it away,", |table| {
        let players = [("white", Some(Color::White)), ("black", Some(Color::Black)), ("either", None)];
        table.set("player", &mut player, |item| item.word(&players));
        table.set("result", &mut result, |item| item.word(&SCORES).map(Some));
        read_condition(table, &mut condition);
        if condition.is_none() {
            table.missing_all(&CONDITIONS, "say what must befall a player: `bare = true`, `reach = [\"e4\"]`");
        }
        if result.is_none() {
            table.missing("result", "say what it is to the player whom it befalls: `result = \"loss\"`");
        }
    });
    // What is not there has a fault, and no variant is made.
    let condition = condition.unwrap_or(EndCondition::Gone(None));
    let end = EndSpec { name: item.key().to_owned(), player, condition, result: result.unwrap_or_default() };
    match place {
        Some(place) => ends[place] = end,
        None => ends.push(end),
    }
}

/// Reads what must befall a player. Another condition takes the place of the one that is there.
fn read_condition(table: &mut Table<'_>, condition: &mut Option<EndCondition>) {
    let given: Vec<&str> = CONDITIONS.into_iter().filter(|key| table.has(key)).collect();
    if let Some(item) = table.get("gone")
        && let Some(kinds) = kinds(&item)
    {
        *condition = Some(EndCondition::Gone(kinds));
    }
    bare(table, condition);
    reach(table, condition);
    counter(table, condition);
    if let [first, .., last] = given[..]
        && let Some(item) = table.get(last)
    {
        let hint = "write a table for each";
        item.fault_of_key(format!("an end has one condition, not both `{first}` and `{last}`"), Some(hint.to_owned()));
    }
}

fn bare(table: &mut Table<'_>, condition: &mut Option<EndCondition>) {
    let mut answer = matches!(condition, Some(EndCondition::Bare { answer: true }));
    let there = matches!(condition, Some(EndCondition::Bare { .. })) || table.has("bare");
    if let Some(item) = table.get("bare")
        && item.flag() == Some(false)
    {
        item.fault("`bare = false` says nothing", Some("leave it out".to_owned()));
    }
    if let Some(item) = table.get("answer") {
        match there {
            true => answer = item.flag().unwrap_or(answer),
            false => item.fault_of_want("`answer` goes with `bare`", Some("add `bare = true`".to_owned())),
        }
    }
    if there {
        *condition = Some(EndCondition::Bare { answer });
    }
}

fn reach(table: &mut Table<'_>, condition: &mut Option<EndCondition>) {
    let (mut squares, mut with) = match condition {
        Some(EndCondition::Reach { squares, with }) => (squares.clone(), with.clone()),
        _ => Default::default(),
    };
    let there = matches!(condition, Some(EndCondition::Reach { .. })) || table.has("reach");
    if let Some(item) = table.get("reach") {
        by_color(&item, &mut squares, region);
    }
    if let Some(item) = table.get("with") {
        match there {
            true => with = kinds(&item).unwrap_or(with),
            false => item.fault_of_want("`with` goes with `reach`", Some("add `reach = [\"e4\"]`".to_owned())),
        }
    }
    if there {
        *condition = Some(EndCondition::Reach { squares, with });
    }
}

fn counter(table: &mut Table<'_>, condition: &mut Option<EndCondition>) {
    let (mut name, mut at) = match condition {
        Some(EndCondition::Counter { name, at }) => (name.clone(), Some(*at)),
        _ => (String::new(), None),
    };
    let there = !name.is_empty() || table.has("counter");
    table.set("counter", &mut name, |item| item.line().map(str::to_owned));
    if let Some(item) = table.get("at") {
        match there {
            true => at = item.integer(0..=u16::MAX).or(at),
            false => item.fault_of_want("`at` goes with `counter`", Some("add the counter's name".to_owned())),
        }
    }
    if there {
        if at.is_none() {
            table.missing("at", "add the number at which the game ends: `at = 3`");
        }
        *condition = Some(EndCondition::Counter { name, at: at.unwrap_or_default() });
    }
}

/// Names of pieces, or `"all"`.
fn kinds(item: &Item<'_>) -> Option<Option<Vec<String>>> {
    if item.is_word("all") {
        return Some(None);
    }
    let kinds = item.strings("pieces, or \"all\",", |item| item.line().map(str::to_owned))?;
    if kinds.is_empty() {
        item.fault(format!("`{}` names no piece", item.key()), Some("for every piece write \"all\"".to_owned()));
        return None;
    }
    Some(Some(kinds))
}
