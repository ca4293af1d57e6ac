//! The JSON schema of a variant's file, by which editors complete and explain it.
//!
//! The types mirror the format of [`floe_core::config`]; what they say of an entry is what an editor shows of it. They
//! are there for their schema only. Tests hold the keys against those that the reader knows.

#![expect(dead_code, reason = "nothing but their schema is wanted of the types")]

use std::borrow::Cow;
use std::collections::BTreeMap;

use floe_core::parameter::{Domain, Value as Default};
use floe_core::{Parameter, Registry};
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

/// The schema of the files that a program with this registry reads. It is of draft 7, which editors know.
pub(crate) fn schema(registry: &Registry) -> Value {
    // Before the others, which look for siblings of `$ref`.
    let settings =
        SchemaSettings::draft07().with(|settings| settings.transforms.insert(0, Box::new(RecursiveTransform(plain))));
    let mut schema = settings.into_generator().into_root_schema_for::<File>().to_value();
    if let Some(rules) = schema.pointer_mut("/properties/rules") {
        *rules = rules_of(registry);
    }
    if let Some(Value::Object(start)) = schema.pointer_mut("/definitions/Start/properties") {
        start.extend(generators_of(registry));
    }
    schema
}

/// TOML has no null: what is optional is left out. Nor do the sizes of integers say anything where a range is given.
fn plain(schema: &mut Schema) {
    schema.remove("format");
    let null = [json!("null"), Value::Null, json!({ "type": "null" })];
    for key in ["type", "enum", "anyOf"] {
        if let Some(Value::Array(alternatives)) = schema.get_mut(key) {
            alternatives.retain(|alternative| !null.contains(alternative));
        }
    }
    let only = |value: &Value| value.as_array().filter(|values| values.len() == 1).map(|values| values[0].clone());
    if let Some(name) = schema.get("type").and_then(only) {
        schema.insert("type".to_owned(), name);
    }
    if let Some(Value::Object(entries)) = schema.get("anyOf").and_then(only) {
        schema.remove("anyOf");
        for (key, value) in entries {
            schema.ensure_object().entry(key).or_insert(value);
        }
    }
}

/// `[rules]`: a table of parameters for each rule that the program has.
fn rules_of(registry: &Registry) -> Value {
    let rule = |rule: &dyn floe_core::Rule| {
        let parameters: Map<String, Value> =
            rule.parameters().iter().map(|parameter| (parameter.name.to_owned(), parameter_of(parameter))).collect();
        let table = json!({ "type": "object", "properties": parameters, "additionalProperties": false });
        (rule.id().to_owned(), json!({ "anyOf": [table, False::gone()] }))
    };
    json!({
        "description": "The rules laid over the game, in the order in which they act. Inherited ones keep their place.",
        "type": "object",
        "properties": registry.rules().map(rule).collect::<Map<_, _>>(),
        "additionalProperties": false,
    })
}

/// What `[start]` has for generators: which there are, and the parameters of all.
fn generators_of(registry: &Registry) -> Map<String, Value> {
    let ids: Vec<&str> = registry.generators().map(|generator| generator.id()).collect();
    let generator = json!({
        "description": "What draws an array for each game; `fen` is one of its arrays",
        "anyOf": [{ "type": "string", "enum": ids }, False::gone()],
    });
    let mut entries: Map<String, Value> = Map::from_iter([("generator".to_owned(), generator)]);
    for parameter in registry.generators().flat_map(|generator| generator.parameters()) {
        let schema = parameter_of(parameter);
        // Generators may have parameters of the same name.
        let either = match entries.remove(parameter.name) {
            Some(other) if other != schema => json!({ "anyOf": [other, schema] }),
            _ => schema,
        };
        entries.insert(parameter.name.to_owned(), either);
    }
    entries
}

fn parameter_of(parameter: &Parameter) -> Value {
    let default = match &parameter.default {
        Default::Flag(flag) => json!(flag),
        Default::Integer(number) => json!(number),
        Default::Word(word) => json!(word),
    };
    let mut schema = match parameter.domain {
        Domain::Flag => json!({ "type": "boolean" }),
        Domain::Integer { min, max } => json!({ "type": "integer", "minimum": min, "maximum": max }),
        Domain::Word(words) => json!({ "type": "string", "enum": words }),
        Domain::Text => json!({ "type": "string", "pattern": r#"^[^\s"\\]*$"# }),
    };
    schema["description"] = json!(parameter.meaning);
    schema["default"] = default;
    schema
}

/// A variant of a chess game for Floe
#[derive(JsonSchema)]
#[schemars(
    deny_unknown_fields,
    title = "Floe variant",
    extend("anyOf" = [{ "required": ["extends"] }, { "required": ["board", "pieces", "start"] }])
)]
struct File {
    /// The format of the file; a newer one needs a newer program
    #[schemars(range(min = 1, max = 1))]
    format: u16,
    /// The word that names the variant on the command line
    id: Id,
    /// The name as people write it; the id where absent
    name: Option<Line>,
    /// Other ids that mean the variant
    aliases: Option<Vec<Id>>,
    /// The id of the variant that this one changes: the file says only what differs
    extends: Option<Line>,
    /// The rules in a few sentences
    summary: Option<String>,
    /// The shape of the board
    board: Option<Board>,
    /// The kinds of piece, by name; `false` takes an inherited one away
    #[schemars(extend("propertyNames" = { "pattern": ID }))]
    pieces: Option<BTreeMap<String, Removable<Piece>>>,
    /// Where the men stand at the start
    start: Option<Start>,
    /// Castling; `false` where there is none
    castling: Option<Removable<Castling>>,
    /// What mate and stalemate mean, and what else ends the game; `false` takes an inherited end away
    ends: Option<Ends>,
    /// When the game is drawn
    draws: Option<Draws>,
    /// The rules laid over the game
    rules: Option<BTreeMap<String, bool>>,
    /// The game's name in UCI
    uci: Option<Protocol>,
    /// The game's name in CECP
    cecp: Option<Protocol>,
    /// The game's name in PGN
    pgn: Option<Pgn>,
}

const ID: &str = "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$";

/// Lower case letters, digits and dashes
#[derive(JsonSchema)]
#[schemars(inline)]
struct Id(#[schemars(regex(pattern = ID))] String);

/// A line of text
#[derive(JsonSchema)]
#[schemars(inline)]
struct Line(#[schemars(length(min = 1))] String);

/// `false`, which takes away what is inherited.
struct False;

impl False {
    fn gone() -> Value {
        json!({ "const": false, "description": "Takes away what is inherited" })
    }
}

impl JsonSchema for False {
    fn schema_name() -> Cow<'static, str> {
        "False".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "const": false })
    }
}

// A thing, or `false` for none. What it is where it stands is told there.
#[derive(JsonSchema)]
#[schemars(untagged, inline)]
enum Removable<T> {
    There(T),
    Gone(False),
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Board {
    /// The number of files
    #[schemars(range(min = 2, max = 16))]
    files: Option<u8>,
    /// The number of ranks
    #[schemars(range(min = 2, max = 16))]
    ranks: Option<u8>,
    /// Whether the first and the last file touch
    wrap: Option<bool>,
    /// Squares that are none
    holes: Option<Squares>,
}

/// A square "e4", a rank "*4" or a file "e*"
#[derive(JsonSchema)]
#[schemars(inline)]
struct Square(#[schemars(regex(pattern = r"^(\*[0-9]+|[a-p](\*|[0-9]+))$"))] String);

/// Squares, such as ["e4", "*8", "e*"]: a square, a rank and a file
#[derive(JsonSchema)]
#[schemars(inline)]
struct Squares(Vec<Square>);

/// A word that stands for what holds where nothing is said
#[derive(JsonSchema)]
#[schemars(untagged, inline)]
enum SquaresOr<Usual> {
    Squares(Squares),
    Usual(Usual),
}

#[derive(JsonSchema)]
#[schemars(inline, rename_all = "kebab-case")]
enum AtStart {
    Start,
}

#[derive(JsonSchema)]
#[schemars(inline, rename_all = "kebab-case")]
enum OnLastRank {
    LastRank,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Piece {
    /// The letter in FEN and SAN: a capital letter, or a sign such as "^" for a neutral kind
    #[schemars(regex(pattern = r#"^[A-Z!"$%&'()*.:;<>?\\^_`{|}]$"#))]
    letter: Option<String>,
    /// How it moves, in Betza's notation: "R" as a rook, "KN" as king and knight, "mfWcF" forward, taking diagonally
    betza: Option<Line>,
    /// Whether its men belong to nobody: they block, either side may take them, nobody moves them
    neutral: Option<bool>,
    /// What it means to lose one
    royal: Option<Royal>,
    /// Its value in centipawns for the computer; worked out from the movement where absent
    #[schemars(range(min = 0, max = 100_000))]
    value: Option<i32>,
    /// What a Unicode board shows: White's sign and Black's
    #[schemars(length(equal = 2))]
    glyphs: Option<Vec<Line>>,
    /// Whether it is a pawn to notation and to the half-move clock: no letter in SAN, its moves reset the clock
    pawn: Option<bool>,
    /// Whether after its double step its like may take it on the square it skipped
    en_passant: Option<bool>,
    /// Where its first-move powers (`i` in Betza) hold; "start": where the start has this kind
    first: Option<ByColor<SquaresOr<AtStart>>>,
    /// What it becomes; `false`: it never promotes
    promotion: Option<Removable<Promotion>>,
}

#[derive(JsonSchema)]
#[schemars(inline, rename_all = "kebab-case")]
enum Royal {
    /// Nothing
    No,
    /// It may not be left attacked; attacked without a way out, it is mated
    Check,
    /// It may be left attacked; who loses it loses the game
    Capture,
}

/// A value for both players, or one for each
#[derive(JsonSchema)]
#[schemars(untagged, inline)]
enum ByColor<T> {
    Both(T),
    Each(Each<T>),
}

/// Where the players differ
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, inline)]
struct Each<T> {
    /// White's
    white: Option<T>,
    /// Black's
    black: Option<T>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Promotion {
    /// The kinds it may become, by name
    #[schemars(length(min = 1))]
    to: Option<Vec<Line>>,
    /// Where it must promote
    must: Option<SquaresOr<OnLastRank>>,
    /// Where it may promote
    may: Option<Squares>,
    /// What is different for White; `false`: White's never promotes
    white: Option<Removable<Terms>>,
    /// What is different for Black; `false`: Black's never promotes
    black: Option<Removable<Terms>>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Terms {
    /// The kinds it may become, by name
    #[schemars(length(min = 1))]
    to: Option<Vec<Line>>,
    /// Where it must promote
    must: Option<SquaresOr<OnLastRank>>,
    /// Where it may promote
    may: Option<Squares>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Start {
    /// The position in FEN; of a start that is drawn, one that can be
    fen: Option<Line>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Castling {
    /// The kind that castles as the king
    king: Option<Line>,
    /// The kind that it castles with
    rook: Option<Line>,
    /// From where they castle
    array: Option<Array>,
    /// Where they land towards the first file; the first is O-O-O
    #[schemars(rename = "a-side")]
    a_side: Option<Vec<Target>>,
    /// Where they land towards the last file; the first is O-O
    #[schemars(rename = "h-side")]
    h_side: Option<Vec<Target>>,
}

#[derive(JsonSchema)]
#[schemars(inline, rename_all = "kebab-case")]
enum Array {
    /// Only from the squares of the start
    Fixed,
    /// From anywhere on their rank
    Free,
}

/// Where a castling leads, such as { king = "g", rook = "f" }
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Target {
    /// The file on which the king lands
    king: FileLetter,
    /// The file on which the rook lands
    rook: FileLetter,
}

/// The letter of a file
#[derive(JsonSchema)]
#[schemars(inline)]
struct FileLetter(#[schemars(regex(pattern = "^[a-p]$"))] String);

#[derive(JsonSchema)]
#[schemars(extend("propertyNames" = { "pattern": ID }))]
struct Ends {
    /// What stalemate is to the player who cannot move
    stalemate: Option<ByColor<Score>>,
    /// What mate is to the player who is mated
    checkmate: Option<ByColor<Score>>,
    #[schemars(flatten)]
    own: BTreeMap<String, Removable<End>>,
}

#[derive(JsonSchema)]
#[schemars(inline, rename_all = "kebab-case")]
enum Score {
    Win,
    Draw,
    Loss,
}

/// An end of your own; its name is the reason that people read. It has one of `gone`, `bare`, `reach` and `counter`
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct End {
    /// Whom it may befall; either player where absent
    player: Option<Player>,
    /// The player has no man of these kinds left; "all": no man at all
    gone: Option<Kinds>,
    /// The player has nothing left but royal men
    bare: Option<True>,
    /// With `bare`: whether the bared player has one move to bare the other too, by which it befalls both
    answer: Option<bool>,
    /// A man of the player stands on one of these squares
    reach: Option<ByColor<Squares>>,
    /// With `reach`: the kinds that count; "all": every man
    with: Option<Kinds>,
    /// A counter that a rule has declared stands at the number `at`
    counter: Option<Line>,
    /// With `counter`: the number
    at: Option<u16>,
    /// What it is to that player; if it befalls both at once, the game is drawn
    result: Option<Score>,
}

#[derive(JsonSchema)]
#[schemars(inline, rename_all = "kebab-case")]
enum Player {
    White,
    Black,
    Either,
}

#[derive(JsonSchema)]
#[schemars(untagged, inline)]
enum Kinds {
    Some(#[schemars(length(min = 1))] Vec<Line>),
    All(All),
}

#[derive(JsonSchema)]
#[schemars(inline, rename_all = "kebab-case")]
enum All {
    All,
}

/// `true`, and nothing else
#[derive(JsonSchema)]
#[schemars(inline)]
struct True(#[schemars(extend("const" = true))] bool);

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Draws {
    /// How often the same position has stood; `false`: never
    repetition: Option<Removable<Count>>,
    /// How many moves of each side without a capture or a pawn move; `false`: never
    moves: Option<Removable<Count>>,
    /// Whether it is a draw when neither side has the material to mate
    material: Option<bool>,
}

/// The counts at which a draw may be claimed and at which it has happened, such as { claim = 3, end = 5 }
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Count {
    /// From this count on a player may claim the draw; `false`: never
    claim: Option<Removable<Times>>,
    /// At this count the game is drawn; `false`: never
    end: Option<Removable<Times>>,
}

#[derive(JsonSchema)]
#[schemars(inline)]
struct Times(#[schemars(range(min = 1, max = 65535))] u16);

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Protocol {
    /// A name without spaces
    #[schemars(regex(pattern = r"^\S+$"))]
    name: Option<String>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Pgn {
    /// What stands in [Variant]
    name: Option<Line>,
    /// Other names that [Variant] may have
    aliases: Option<Vec<Line>>,
    /// Whether a game without [Variant] is this one
    default: Option<bool>,
}
