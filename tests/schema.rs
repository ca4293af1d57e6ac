//! The JSON schema of variant files, held against the reader: what the one takes the other takes, and both know the
//! same keys.

#[allow(unreachable_pub)]
#[path = "support/mutated.rs"]
mod mutated;
mod program;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use floe_core::config;
use floe_core::{Registry, Variant};
use mutated::mutated;
use program::Home;
use proptest::prelude::*;
use regex_lite::Regex;
use serde_json::{Map, Value, json};
use toml::de::{DeTable, DeValue};

static REGISTRY: LazyLock<Registry> = LazyLock::new(floe_variants::registry);

static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let output = Home::new().run(&["schema"], "");
    assert_eq!((output.code, output.stderr.as_str()), (0, ""));
    serde_json::from_str(&output.stdout).expect("a schema is JSON")
});

/// What of a value does not fit a schema, as far as the words of JSON schema go that ours uses.
fn mismatch(schema: &Value, value: &Value) -> Option<String> {
    if schema == &json!(false) {
        return Some(format!("nothing is allowed here, found {value}"));
    }
    schema.as_object()?.iter().find_map(|(word, wanted)| {
        let number = || wanted.as_i64().expect("the schema has whole numbers");
        let all = |schemas: &Value| schemas.as_array().expect("a list").iter().find_map(|one| mismatch(one, value));
        let some = || wanted.as_array().expect("a list").iter().filter(|one| mismatch(one, value).is_none()).count();
        let length = |value: &Value| {
            value
                .as_array()
                .map_or_else(|| value.as_str().map(|text| text.chars().count()), |items| Some(items.len()))
                .map(|length| length as i64)
        };
        let fits = match word.as_str() {
            "$ref" => {
                let pointer = wanted.as_str().expect("a reference").trim_start_matches('#');
                return mismatch(SCHEMA.pointer(pointer).expect("it leads somewhere"), value);
            }
            "allOf" => return all(wanted),
            "anyOf" => some() >= 1,
            "oneOf" => some() == 1,
            "const" => value == wanted,
            "enum" => wanted.as_array().expect("a list").contains(value),
            "type" => match wanted.as_str().expect("one type") {
                "object" => value.is_object(),
                "array" => value.is_array(),
                "string" => value.is_string(),
                "integer" => value.is_i64(),
                "boolean" => value.is_boolean(),
                other => panic!("no type of ours: {other}"),
            },
            "required" => {
                let keys = wanted.as_array().expect("a list").iter().filter_map(Value::as_str);
                return value.as_object().and_then(|entries| {
                    keys.filter(|key| !entries.contains_key(*key)).map(|key| format!("there is no {key}")).next()
                });
            }
            "properties" => {
                return value
                    .as_object()?
                    .iter()
                    .find_map(|(key, value)| mismatch(wanted.get(key)?, value).map(|told| format!("{key}: {told}")));
            }
            "additionalProperties" => {
                let known = |key: &str| schema.pointer("/properties").is_some_and(|known| known.get(key).is_some());
                let mut others = value.as_object()?.iter().filter(|(key, _)| !known(key));
                return others.find_map(|(key, value)| mismatch(wanted, value).map(|told| format!("{key}: {told}")));
            }
            "propertyNames" => return value.as_object()?.keys().find_map(|key| mismatch(wanted, &json!(key))),
            "items" => return value.as_array()?.iter().find_map(|item| mismatch(wanted, item)),
            "minimum" => value.as_i64().is_none_or(|value| value >= number()),
            "maximum" => value.as_i64().is_none_or(|value| value <= number()),
            "minLength" | "minItems" => length(value).is_none_or(|length| length >= number()),
            "maxItems" => length(value).is_none_or(|length| length <= number()),
            "pattern" => value.as_str().is_none_or(|text| {
                Regex::new(wanted.as_str().expect("a pattern")).expect("it is sound").is_match(text)
            }),
            "$schema" | "title" | "description" | "default" | "definitions" => true,
            other => panic!("no word of ours: {other}"),
        };
        (!fits).then(|| format!("{value} does not fit {word} {wanted}"))
    })
}

/// A file as JSON.
fn to_json(toml: &str) -> Value {
    table_to_json(DeTable::parse(toml).expect("it is TOML").get_ref())
}

fn table_to_json(table: &DeTable<'_>) -> Value {
    table
        .iter()
        .map(|(key, value)| (key.get_ref().to_string(), value_to_json(value.get_ref())))
        .collect::<Map<_, _>>()
        .into()
}

fn value_to_json(value: &DeValue<'_>) -> Value {
    match value {
        DeValue::String(text) => json!(text),
        DeValue::Integer(number) => json!(i64::from_str_radix(number.as_str(), number.radix()).ok()),
        DeValue::Float(number) => json!(number.as_str().parse::<f64>().ok()),
        DeValue::Boolean(flag) => json!(flag),
        DeValue::Datetime(date) => json!({ "a date": date.to_string() }),
        DeValue::Array(items) => items.iter().map(|item| value_to_json(item.get_ref())).collect(),
        DeValue::Table(entries) => table_to_json(entries),
    }
}

/// What of a file does not fit our schema.
fn misfit(toml: &str) -> Option<String> {
    mismatch(&SCHEMA, &to_json(toml))
}

fn variant(id: &str) -> std::sync::Arc<Variant> {
    REGISTRY.variant(id).expect("it is registered").expect("it is sound")
}

#[test]
fn all_that_we_write_fits() {
    for (id, _) in REGISTRY.variants() {
        assert_eq!(misfit(REGISTRY.source(id).expect("it has a file")), None, "{id}");
        assert_eq!(misfit(&config::write(&variant(id))), None, "{id}");
    }
    assert_eq!(misfit(include_str!("data/everything.toml")), None);
}

/// A file that extends Ice Age Chess.
fn extending(rest: &str) -> String {
    format!("format = 1\nid = \"my-game\"\nextends = \"ice-age\"\n{rest}\n")
}

fn faults(source: &str) -> Vec<config::ConfigError> {
    config::load(source, "my.toml", &REGISTRY).err().map(|errors| errors.0).unwrap_or_default()
}

#[test]
fn what_the_reader_takes_fits() {
    for entry in [
        "",
        "aliases = []",
        "castling = false",
        "rules.ice-age = false",
        "rules.ice-age = { interval = 3, counted_by = \"both\", freeze = false }",
        "draws = { repetition = false, moves = { claim = false, end = 60 }, material = true }",
        "pieces.pawn.promotion = { to = [\"queen\"], must = \"last-rank\", may = [\"*7\", \"e*\"], black = false }",
        "pieces.pawn.promotion.white = { may = [\"a6\"] }",
        "pieces.pawn.first = { black = \"start\" }",
        "pieces.pawn.first = \"start\"",
        "ends.stalemate = { white = \"win\" }",
        "ends.a = { player = \"black\", gone = \"all\", result = \"loss\" }",
        "ends.a = { player = \"either\", gone = [\"queen\"], result = \"draw\" }",
        "ends.a-1 = { bare = true, result = \"loss\" }",
        "ends.a = { reach = [\"e4\"], with = [\"king\"], result = \"win\" }",
        "ends.a = { reach = { white = [\"e5\"] }, with = \"all\", result = \"win\" }",
        "pieces.pawn.first = [\"*2\"]",
        "castling.a-side = []",
        "castling = false\nstart.generator = \"arrays\"\nstart.order = \"B/B,Q,NN,RR\"",
        "start.generator = false",
        "board.holes = [\"d4\"]\nstart.fen = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"",
    ] {
        let source = extending(entry);
        assert!(faults(&source).is_empty(), "{entry}: {:?}", faults(&source));
        assert_eq!(misfit(&source), None, "{entry}");
    }
}

#[test]
fn what_the_reader_refuses_for_its_shape_does_not_fit() {
    for entry in [
        "aliases = \"mine\"",
        "aliases = [\"My Game\"]",
        "name = \"\"",
        "summary = 3",
        "castling = true",
        "castling.h-side = [{ king = \"g\" }]",
        "castling.h-side = [{ king = \"g\", rook = \"F\" }]",
        "castling.array = \"random\"",
        "board.files = 17",
        "board.files = 8.0",
        "board.wrap = \"yes\"",
        "board.holes = \"d4\"",
        "board.holes = [\"z4\"]",
        "pieces.Queen.value = 3",
        "pieces.queen = true",
        "pieces.queen.letter = \"q\"",
        "pieces.queen.royal = \"yes\"",
        "pieces.queen.value = -1",
        "pieces.queen.glyphs = [\"Q\"]",
        "pieces.pawn.first = \"last-rank\"",
        "pieces.pawn.promotion.to = []",
        "pieces.pawn.promotion.must = \"start\"",
        "start = \"fen\"",
        "start.generator = \"dice\"",
        "start = { generator = \"arrays\", order = \"R R\" }",
        "ends.stalemate = \"won\"",
        "ends.stalemate = { red = \"win\" }",
        "ends.a = 3",
        "ends.a = { bare = false, result = \"loss\" }",
        "ends.a = { gone = [], result = \"loss\" }",
        "ends.a = { reach = \"e4\", result = \"loss\" }",
        "ends.a = { bare = true, result = \"lost\" }",
        "ends.a = { bare = true, result = \"loss\", player = \"both\" }",
        "ends.a = { counter = \"x\", at = 65536, result = \"draw\" }",
        "ends.A = { bare = true, result = \"loss\" }",
        "draws.repetition = 3",
        "draws.repetition.claim = 0",
        "rules.ice-age.interval = 65536",
        "rules.ice-age.mate = \"later\"",
        "rules.ice-age = true",
        "rules.gravity = {}",
        "uci.name = \"my game\"",
        "format = 2",
    ] {
        let source =
            extending(entry).replace("format = 1\n", if entry.starts_with("format") { "" } else { "format = 1\n" });
        assert!(!faults(&source).is_empty(), "{entry}");
        assert!(misfit(&source).is_some(), "{entry}");
    }
    for source in ["format = 1\nid = \"x\"", "id = \"x\"\nextends = \"chess\"", "format = 1\nextends = \"chess\""] {
        assert!(!faults(source).is_empty() && misfit(source).is_some(), "{source}");
    }
}

/// A table of the format: the keys that lead there, a list on the way written as `[]`.
type Place = Vec<String>;

/// Every table of a schema at which authors do not choose the keys, with the keys that it may have.
fn tables(schema: &Value, place: &Place, found: &mut Vec<(Place, BTreeSet<String>)>) {
    let below = |key: &str| place.iter().cloned().chain([key.to_owned()]).collect();
    if let Some(pointer) = schema.get("$ref").and_then(Value::as_str) {
        tables(SCHEMA.pointer(pointer.trim_start_matches('#')).expect("it leads somewhere"), place, found);
    }
    for word in ["allOf", "anyOf", "oneOf"] {
        for one in schema.get(word).and_then(Value::as_array).into_iter().flatten() {
            tables(one, place, found);
        }
    }
    if let Some(items) = schema.get("items") {
        tables(items, &below("[]"), found);
    }
    if let Some(named @ Value::Object(_)) = schema.get("additionalProperties") {
        tables(named, &below("name"), found);
    }
    if let Some(Value::Object(properties)) = schema.get("properties") {
        found.push((place.clone(), properties.keys().cloned().collect()));
        for (key, one) in properties {
            tables(one, &below(key), found);
        }
    }
}

/// The keys that the reader says it knows in a table, when it is asked for one that it does not.
fn known_to_the_reader(place: &Place) -> BTreeSet<String> {
    const UNKNOWN: &str = "zzzzzzzzzzzz";
    let entry = match place.split_last() {
        Some((last, list)) if last == "[]" => format!("{} = [{{ {UNKNOWN} = 1 }}]", list.join(".")),
        _ => place.iter().map(String::as_str).chain([UNKNOWN]).collect::<Vec<_>>().join(".") + " = 1",
    };
    // A start has the parameters of what draws it.
    let generators = REGISTRY.generators().map(|generator| format!("start.generator = \"{}\"\n", generator.id()));
    let others: Vec<String> = match place.as_slice() {
        [section] if section == "start" => generators.collect(),
        _ => vec![String::new()],
    };
    let keys = |other: String| {
        let faults = faults(&format!("format = 1\nid = \"my-game\"\nextends = \"chess\"\n{other}{entry}\n"));
        let said = faults.iter().find(|fault| fault.message.contains(UNKNOWN));
        let hint = said.and_then(|fault| fault.hint.clone()).unwrap_or_else(|| panic!("{entry}: {faults:?}"));
        match hint.split_once(": ").unwrap_or_else(|| panic!("{entry}: {hint}")) {
            ("this table takes no keys", _) => Vec::new(),
            (_, keys) => keys.split(", ").map(str::to_owned).collect::<Vec<_>>(),
        }
    };
    others.into_iter().flat_map(keys).collect()
}

#[test]
fn schema_and_reader_know_the_same_keys() {
    let mut found = Vec::new();
    tables(&SCHEMA, &Vec::new(), &mut found);
    assert!(found.len() >= 15, "{found:?}");
    for (place, keys) in found {
        assert_eq!(keys, known_to_the_reader(&place), "keys of the schema and of the reader in `{}`", place.join("."));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn no_file_is_taken_that_does_not_fit(source in mutated()) {
        if faults(&source).is_empty() {
            prop_assert_eq!(misfit(&source), None);
        }
    }
}
