//! Variants in TOML: laying over, settings, writing, and that nothing breaks the reader.

#[allow(unreachable_pub)]
#[path = "support/mutated.rs"]
mod mutated;

use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use floe_core::config::{self, ConfigError, ConfigErrors};
use floe_core::parameter::Value;
use floe_core::spec::{ByColor, DrawCount, EndsSpec, PieceSpec, PromotionSpec, Score, StartSpec};
use floe_core::{Parameter, Registry, Rule, RuleBuilder, Spec, Values, Variant};
use mutated::mutated;
use proptest::prelude::*;

/// A rule that does nothing, to see where rules stand.
struct Idle(&'static str);

impl Rule for Idle {
    fn id(&self) -> &'static str {
        self.0
    }

    fn parameters(&self) -> &'static [Parameter] {
        const {
            &[
                Parameter::integer("count", 1, 1..=9, "how often"),
                Parameter::flag("loud", false, "whether to be heard"),
                Parameter::word("year", &["1999", "true", "never"], "when"),
            ]
        }
    }

    fn summary(&self, _: &Values) -> String {
        "Nothing happens.".to_owned()
    }

    fn build(&self, _: &Values, _: &mut RuleBuilder<'_>) {}
}

static REGISTRY: LazyLock<Registry> = LazyLock::new(|| {
    floe_variants::registry().with_rule(Idle("zebra")).with_rule(Idle("ant")).with_rule(Idle("mole")).with_variant(
        r#"
        format  = 1
        id      = "idle"
        extends = "chess"
        [rules.zebra]
        count = 2
        [rules.ant]
        "#,
    )
});

fn variant(id: &str) -> Arc<Variant> {
    REGISTRY.variant(id).expect("it is registered").expect("it is sound")
}

fn load(source: &str) -> Result<Arc<Variant>, ConfigErrors> {
    config::load(source, "my.toml", &REGISTRY)
}

/// What a file makes of a variant that it extends.
fn laid(parent: &str, rest: &str) -> Spec {
    let source = format!("format = 1\nid = \"my-game\"\nextends = \"{parent}\"\n{rest}");
    load(&source).unwrap_or_else(|errors| panic!("{errors}")).spec().clone()
}

fn piece<'s>(spec: &'s Spec, name: &str) -> &'s PieceSpec {
    spec.pieces.iter().find(|piece| piece.name == name).unwrap()
}

fn names(spec: &Spec) -> Vec<&str> {
    spec.pieces.iter().map(|piece| piece.name.as_str()).collect()
}

fn rules(spec: &Spec) -> Vec<&str> {
    spec.rules.iter().map(|rule| rule.id.as_str()).collect()
}

fn adjusted(id: &str, settings: &[&str]) -> Spec {
    let settings: Vec<String> = settings.iter().map(|&setting| setting.to_owned()).collect();
    let adjusted = config::adjust(&variant(id), &settings, &REGISTRY);
    adjusted.unwrap_or_else(|errors| panic!("{errors}")).spec().clone()
}

#[test]
fn what_a_variant_is_called_is_not_inherited_but_its_summary_is() {
    let chess = variant("chess");
    let bare = laid("chess", "");
    let own = Spec { id: "my-game".into(), name: "my-game".into(), aliases: vec![], ..chess.spec().clone() };
    assert_eq!(bare, Spec { names: Default::default(), ..own });
    assert_eq!(laid("chess", "summary = \"Mine.\"").summary, "Mine.");
    assert_eq!(laid("960", "").castling, variant("fischer-random").spec().castling);
}

#[test]
fn tables_are_merged_key_by_key() {
    let chess = variant("chess");
    let spec = laid(
        "chess",
        r#"
        [pieces.queen]
        value = 1000
        [pieces.pawn.promotion]
        may = ["*7"]
        [castling]
        array = "free"
        [draws]
        repetition = { end = 4 }
        moves.claim = false
        [ends]
        stalemate = "loss"
        [uci]
        name = "mine"
        "#,
    );
    let queen = PieceSpec { value: Some(1000), ..piece(chess.spec(), "queen").clone() };
    assert_eq!(*piece(&spec, "queen"), queen);
    let white = piece(&spec, "pawn").promotion.white.clone().unwrap();
    assert_eq!((white.to.len(), white.may), (4, vec!["*7".to_owned()]));
    let (before, after) = (chess.spec().castling.clone().unwrap(), spec.castling.clone().unwrap());
    assert!(after.free && !before.free && after.h_side == before.h_side);
    assert_eq!(spec.draws.repetition, DrawCount { claim: Some(3), end: Some(4) });
    assert_eq!(spec.draws.moves, DrawCount { claim: None, end: Some(75) });
    assert_eq!(spec.ends, EndsSpec { stalemate: ByColor::both(Score::Loss), ..EndsSpec::default() });
    assert_eq!((spec.names.uci.as_deref(), spec.names.cecp.as_deref()), (Some("mine"), None));
    assert_eq!(names(&spec), names(chess.spec()));
}

#[test]
fn new_pieces_follow_in_the_order_written() {
    let rest = r#"
        [pieces.zebra.promotion]
        to = ["queen"]
        [pieces.camel]
        letter = "C"
        betza  = "C"
        [pieces.rook]
        value = 1
        [pieces.ape]
        letter = "A"
        betza  = "W"
        [pieces.zebra]
        letter = "Z"
        betza  = "Z"
        "#;
    let expected = ["king", "queen", "rook", "bishop", "knight", "pawn", "camel", "ape", "zebra"];
    assert_eq!(names(&laid("chess", rest)), expected);
}

#[test]
fn the_two_players_may_differ() {
    let pawn = |rest: &str| piece(&laid("chess", rest), "pawn").clone();
    let to = |kinds: &[&str]| {
        let to = kinds.iter().map(|&kind| kind.to_owned()).collect();
        Some(PromotionSpec { to, ..PromotionSpec::default() })
    };
    let one = pawn("[pieces.pawn.promotion]\nto = [\"queen\"]\nblack = { to = [\"rook\"] }").promotion;
    assert_eq!((one.white, one.black), (to(&["queen"]), to(&["rook"])));
    let white_only = pawn("[pieces.pawn.promotion]\nto = [\"queen\"]\nblack = false").promotion;
    assert_eq!((white_only.white, white_only.black), (to(&["queen"]), None));
    let none = pawn("[pieces.pawn]\npromotion = false").promotion;
    assert_eq!((none.white, none.black), (None, None));
    let new = laid("chess", "[pieces.king.promotion.white]\nto = [\"queen\"]\nmust = [\"e4\", \"*5\"]");
    let new = &piece(&new, "king").promotion;
    assert_eq!(new.white.as_ref().and_then(|white| white.must.clone()), Some(vec!["e4".to_owned(), "*5".to_owned()]));
    assert_eq!(new.black, None);

    let first = pawn("[pieces.pawn]\nfirst = { white = [\"*2\", \"*3\"], black = [\"*7\"] }").first;
    assert_eq!(first.white, Some(vec!["*2".to_owned(), "*3".to_owned()]));
    assert_eq!(first.black, Some(vec!["*7".to_owned()]));
    let both = pawn("[pieces.pawn]\nfirst = [\"*2\", \"*7\"]").first;
    assert_eq!(both.white, both.black);
    let usual = pawn("[pieces.pawn]\nfirst = { white = [\"*2\"], black = \"start\" }").first;
    assert_eq!((usual.white.is_some(), usual.black), (true, None));
}

#[test]
fn inherited_rules_keep_their_place_and_new_ones_follow() {
    let spec = laid("idle", "[rules.mole]\n[rules.ice-age]\n[rules.zebra]\nloud = true");
    assert_eq!(rules(&spec), ["zebra", "ant", "mole", "ice-age"]);
    let zebra = &spec.rules[0].values;
    assert_eq!((zebra.integer("count"), zebra.flag("loud"), zebra.word("year")), (2, true, "1999"));
    assert_eq!(rules(&laid("chess", "rules.zebra = {}\nrules.ant = {}")), ["zebra", "ant"]);
}

#[test]
fn false_takes_away() {
    let spec = laid("idle", "castling = false\nrules.zebra = false\n[draws]\nrepetition = false");
    assert_eq!(spec.castling, None);
    assert_eq!(rules(&spec), ["ant"]);
    assert_eq!(spec.draws.repetition, DrawCount { claim: None, end: None });
    let rest = r#"
        [pieces]
        queen = false
        [pieces.pawn.promotion]
        to = ["rook"]
        [start]
        fen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1"
        "#;
    assert_eq!(names(&laid("chess", rest)), ["king", "rook", "bishop", "knight", "pawn"]);
}

#[test]
fn settings_are_entries_in_a_hurry() {
    let spec = adjusted("ice-age", &["ice-age.interval=10", "ice-age.counted_by=both", "rules.ice-age.freeze = false"]);
    let values = &spec.rules[0].values;
    assert_eq!((values.integer("interval"), values.word("counted_by"), values.flag("freeze")), (10, "both", false));
    assert_eq!(spec.id, "ice-age");
    assert_eq!(
        adjusted("ice-age", &["ice-age.interval=5", "ice-age.interval=6"]).rules[0].values.integer("interval"),
        6
    );
    assert_eq!(rules(&adjusted("ice-age", &["ice-age=false"])), [""; 0]);
    assert_eq!(rules(&adjusted("chess", &["ice-age.interval=10"])), ["ice-age"]);
    assert_eq!(adjusted("chess", &["draws.moves.end=60"]).draws.moves, DrawCount { claim: Some(50), end: Some(60) });
    assert_eq!(adjusted("chess", &["draws.moves={ claim = 9, end = 9 }"]).draws.moves.end, Some(9));
    assert!(!adjusted("chess", &["draws.material=false"]).draws.material);
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(adjusted("chess", &[&format!("start.fen={fen}")]).start, StartSpec::fixed(fen));
    for (word, setting) in [("1999", "zebra.year=1999"), ("true", "zebra.year=true"), ("never", "zebra.year=\"never\"")]
    {
        assert_eq!(adjusted("idle", &[setting]).rules[0].values.get("year"), Some(&Value::Word(word.into())));
    }
    assert_eq!(adjusted("chess", &[]), *variant("chess").spec());
}

#[test]
fn settings_lie_over_files() {
    let source = "format = 1\nid = \"mine\"\nextends = \"ice-age\"\n[rules.ice-age]\ninterval = 7\nfreeze = false";
    let settings = ["ice-age.interval=8".to_owned()];
    let laid = config::load_with(source, "my.toml", &settings, &REGISTRY).unwrap();
    let values = &laid.spec().rules[0].values;
    assert_eq!((values.integer("interval"), values.flag("freeze")), (8, false));
}

#[test]
fn files_may_come_from_any_editor() {
    let source = "\u{feff}format = 1\r\nid = \"mine\"\r\nextends = \"chess\"\r\nsummary = \"\"\"\r\nA\r\nB\"\"\"\r\n";
    assert_eq!(load(source).unwrap().spec().summary.replace('\r', ""), "A\nB");
}

/// What is written loads back to the same description.
fn loads_back(variant: &Variant) {
    let text = config::write(variant);
    let read = load(&text).unwrap_or_else(|errors| panic!("{errors}\n{text}"));
    assert_eq!(read.spec(), variant.spec(), "{text}");
}

#[test]
fn what_is_written_loads_back() {
    for (id, _) in REGISTRY.variants() {
        loads_back(&variant(id));
        // Under another id, it is meant as it was.
        let (known, own) = (variant(id), format!("id = \"{id}\""));
        let renamed = config::write(&known).replacen(&own, "id = \"renamed\"", 1);
        let renamed = renamed.lines().filter(|line| !line.starts_with("aliases")).collect::<Vec<_>>().join("\n");
        let checked = config::check(&renamed, id, &[], &REGISTRY).unwrap_or_else(|errors| panic!("{errors:#?}"));
        let told = |warnings: &[ConfigError]| warnings.iter().map(|told| told.message.clone()).collect::<Vec<_>>();
        assert_eq!(told(&checked.warnings), Vec::<String>::new(), "{id}");
    }
    let everything = include_str!("data/everything.toml");
    let everything = format!("{everything}[rules.mole]\nloud = true\n[rules.ant]\nyear = \"true\"\n");
    loads_back(&load(&everything).unwrap_or_else(|errors| panic!("{errors:#?}")));
}

#[test]
fn a_written_variant_is_for_people() {
    insta::assert_snapshot!(config::write(&variant("ice-age")));
}

#[test]
fn only_the_very_variant_may_have_its_id() {
    let written = config::write(&variant("ice-age"));
    assert!(load(&written).is_ok());
    let settings = ["ice-age.interval=3".to_owned()];
    assert!(config::load_with(&written, "my.toml", &settings, &REGISTRY).is_ok());
    assert!(load(include_str!("../variants/games/chess.toml")).is_ok());
    let changed = |from: &str, to: &str| load(&written.replace(from, to));
    let of_settings = changed("interval = 20", "interval = 21").expect("settings make no other variant");
    assert_eq!(of_settings.spec().rules[0].values.integer("interval"), 21);
    assert!(changed("repetition = { claim = 3", "repetition = { claim = 4").is_ok());
    for (from, to) in [
        ("value = 950", "value = 1000"),
        ("name = \"Ice Age Chess\"", "name = \"Mine\""),
        ("[rules.ice-age]", "[rules.mole]\n[rules.ice-age]"),
    ] {
        let errors = changed(from, to).err().unwrap_or_else(|| panic!("{to}"));
        assert!(errors.to_string().contains("two variants are called `ice-age`"), "{errors}");
    }
    let told = |errors: ConfigErrors| errors.0.iter().map(|error| error.message.clone()).collect::<Vec<_>>();
    let broken = told(changed("interval = 20", "interval = 0").err().unwrap());
    assert!(broken.len() == 1 && broken[0].starts_with("expected a whole number"), "{broken:?}");
}

#[test]
fn files_are_registered_unless_their_names_are_taken() {
    let mut registry = floe_variants::registry();
    let file = |id: &str, rest: &str| format!("format = 1\nid = \"{id}\"\n{rest}");
    registry.add_file(file("two", "extends = \"one\"\naliases = [\"ii\"]"), "/two.toml").unwrap();
    registry.add_file(file("one", "extends = \"chess\""), "/one.toml").unwrap();
    registry.add_file(file("bad", "extends = \"ches\""), "/bad.toml").unwrap();
    assert_eq!(registry.variant("ii").unwrap().unwrap().id(), "two");
    assert_eq!(
        (registry.origin("ii"), registry.origin("chess"), registry.origin("x")),
        (Some("/two.toml"), None, None)
    );
    assert!(
        registry
            .variant("bad")
            .unwrap()
            .unwrap_err()
            .to_string()
            .starts_with("/bad.toml:3:11: there is no variant `ches`")
    );

    let mut refused = |source: String| registry.add_file(source, "/x.toml").unwrap_err().to_string();
    assert!(
        refused(file("two", "extends = \"chess\""))
            .ends_with("two variants are called `two`: two here, and two in /two.toml")
    );
    assert!(
        refused(file("x", "aliases = [\"960\"]"))
            .contains("two variants are called `960`: x here, and Fischer Random in the program")
    );
    assert!(refused(config::write(&variant("ice-age"))).contains("two variants are called `ice-age`"));
    assert!(refused("format = 1\nextends = \"chess\"".to_owned()).ends_with("there is no `id`"));
    assert!(refused("\0".to_owned()).contains("/x.toml:1:1: this is no variant file"));
}

/// To refuse a name, the file that has it is read, whose parent may not be there yet.
#[test]
fn files_may_be_registered_before_those_that_they_extend() {
    let mut registry = floe_variants::registry();
    let file = |id: &str, rest: &str| format!("format = 1\nid = \"{id}\"\n{rest}");
    registry.add_file(file("child", "extends = \"parent\""), "/child.toml").unwrap();
    registry.add_file(file("child", "extends = \"chess\""), "/twin.toml").unwrap_err();
    assert!(registry.variant("child").unwrap().is_err());
    registry.add_file(file("parent", "extends = \"chess\""), "/parent.toml").unwrap();
    assert_eq!(registry.variant("child").unwrap().unwrap().id(), "child");
}

#[test]
fn circles_are_told_and_not_followed() {
    let file = |id: &str, parent: &str| -> &'static str {
        format!("format = 1\nid = \"{id}\"\nextends = \"{parent}\"").leak()
    };
    let registry = Registry::new()
        .with_variant(file("a", "b"))
        .with_variant(file("b", "a"))
        .with_variant(file("self", "self"))
        .with_variant(file("outside", "a"));
    for (id, circle) in [("a", "b → a → b"), ("b", "a → b → a"), ("self", "self → self"), ("outside", "a → b → a")]
    {
        let errors = registry.variant(id).unwrap().err().unwrap();
        assert_eq!(errors.to_string(), format!("{id}:3:11: this leads round in a circle: {circle}"));
    }
}

#[test]
fn faults_of_a_parent_are_told_where_it_is_named() {
    let registry = Registry::new().with_variant("format = 1\nid = \"broken\"\n[board]\nfiles = 99");
    let source = "format = 1\nid = \"mine\"\nextends = \"broken\"";
    let errors = config::load(source, "my.toml", &registry).err().unwrap();
    let (error, rest) = errors.0.split_first().unwrap();
    assert_eq!((error.line(), error.column(), rest.len()), (3, 11, 0));
    assert!(error.message.contains("`broken` has faults itself"), "{error}");
}

#[test]
#[should_panic(expected = "no id that can be read")]
fn an_embedded_file_without_an_id_is_no_variant() {
    let _ = Registry::new().with_variant("format = 1\nname = \"x\"\n[board]\nid = \"y\"");
}

#[test]
fn the_top_of_a_file_may_have_brackets_in_its_strings() {
    let registry =
        Registry::new().with_variant("summary = \"\"\"\n[board]\n\"\"\"\naliases = [\n\"b\"]\nid = \"a\"\n[x]\n!");
    assert_eq!(registry.variants().collect::<Vec<_>>(), [("a", "a")]);
    assert!(registry.source("b").is_some());
}

/// Reads a text, however bad, and checks what is said of it.
fn survives(source: &str) {
    let start = Instant::now();
    if let Err(errors) = load(source) {
        assert!((1..=51).contains(&errors.0.len()));
        for error in &errors.0 {
            assert!(error.text.get(error.span.clone()).is_some(), "{error:?}");
            assert!(error.related.iter().all(|(span, _)| error.text.get(span.clone()).is_some()), "{error:?}");
            assert!(error.line() <= error.text.matches('\n').count() + 1 && error.column() >= 1);
            assert!(
                !error.message.is_empty() && !error.message.ends_with('.') && error.message.len() < 2000,
                "{error}"
            );
        }
        assert!(errors.0.is_sorted_by_key(|error| error.span.start));
    }
    assert!(start.elapsed() < Duration::from_secs(20), "{:?} for {} bytes", start.elapsed(), source.len());
}

#[test]
fn noise_is_refused_quickly() {
    const SIZE: usize = 300_000;
    for piece in [
        "\0",
        "[",
        "]",
        "{",
        "a\n",
        "a=1\n",
        "=",
        "=\n",
        "\"",
        "'",
        "\"\"\"\n",
        "a.",
        "[a.b]\n",
        "[[a]]\n",
        "x={a=",
        "é",
        "\r",
        "[rules.x]\n",
        "[pieces.x]\n",
        "a=[\n",
        "\n[a",
        "]\n[",
        ",\n",
        "#\n",
        "a = {b = [",
    ] {
        survives(&piece.repeat(SIZE / piece.len()));
    }
    let noise: String =
        (0..SIZE as u32).map(|i| char::from((i.wrapping_mul(2_654_435_761) >> 17) as u8 & 127)).collect();
    survives(&noise);
    survives(&format!("{}x = 1\n", "a.".repeat(100)).repeat(SIZE / 206));
    for (key, bit) in [
        ("start.fen", "x"),
        ("start.fen", "/"),
        ("start.fen", " "),
        ("pieces.queen.betza", "?"),
        ("pieces.queen.betza", "QK"),
        ("summary", "x"),
        ("id", "x"),
    ] {
        survives(&format!("format = 1\nextends = \"chess\"\n{key} = \"{}\"", bit.repeat(SIZE / bit.len())));
    }
    for list in ["board.holes", "aliases", "pieces.pawn.promotion.to", "pieces.pawn.first", "castling.a-side"] {
        survives(&format!("format = 1\nid = \"x\"\nextends = \"chess\"\n{list} = [{}]", "\"x1\", ".repeat(SIZE / 6)));
    }
    let many: String = (0..250).map(|i| format!("pieces.p{i}.promotion.to = [{}]\n", "\"x\",".repeat(250))).collect();
    survives(&format!("format = 1\nid = \"x\"\nextends = \"chess\"\n{many}"));
    let many: String = (0..SIZE / 30).map(|i| format!("[pieces.p{i}]\nletter = \"A\"\n")).collect();
    survives(&format!("format = 1\nid = \"x\"\nextends = \"chess\"\n{many}"));
    let errors = load(&noise.repeat(10)).err().unwrap();
    assert_eq!(errors.0.len(), 1);
    assert!(errors.to_string().starts_with("my.toml:1:1: too large to be a variant: 3000000 bytes"), "{errors}");
    let unknown: String = (0..30_000).map(|i| format!("key{i} = 1\n")).collect();
    let errors = load(&unknown).err().unwrap();
    assert_eq!(errors.0.len(), 51);
    assert!(errors.0[50].message.contains("more faults"), "{}", errors.0[50]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn no_file_breaks_the_reader(source in mutated()) {
        survives(&source);
    }

    #[test]
    fn no_setting_breaks_the_reader(setting in "([a-z-]{1,8}|ice-age|board|pieces|draws|rules)[.=](\\PC|[.=\"\\[{\n]){0,12}") {
        if let Err(errors) = config::adjust(&variant("ice-age"), std::slice::from_ref(&setting), &REGISTRY) {
            for error in &errors.0 {
                prop_assert_eq!(&*error.text, setting.as_str());
                prop_assert!(error.text.get(error.span.clone()).is_some());
            }
        }
    }
}
