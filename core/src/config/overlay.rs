//! The sections of a variant file, laid over a [`Spec`].

use super::ends;
use super::reader::{Item, Table};
use super::words::{ID, quote, suggest};
use crate::generator::Generator;
use crate::parameter::{Parameter, Values};
use crate::piece::Royal;
use crate::registry::Registry;
use crate::spec::{
    BoardSpec, ByColor, CastlingSpec, CastlingTarget, DrawCount, DrawsSpec, EndsSpec, GeneratorSpec, PieceSpec,
    PromotionSpec, Region, RuleSpec, Spec, StartSpec,
};
use crate::square::Geometry;
use crate::text::{is_id, nearest, to_id};

/// What a file without `extends` is laid over: nothing, and the draws and ends of chess.
pub(super) fn nothing() -> Spec {
    Spec {
        id: String::new(),
        name: String::new(),
        aliases: Vec::new(),
        summary: String::new(),
        board: BoardSpec { files: 0, ranks: 0, wrap: false, holes: Region::new() },
        pieces: Vec::new(),
        start: StartSpec::default(),
        castling: None,
        ends: EndsSpec::default(),
        draws: DrawsSpec::default(),
        rules: Vec::new(),
        names: Default::default(),
    }
}

/// How many pieces are worth looking at: boards hold fewer kinds.
const MOST_PIECES: usize = 256;

const SOME_PIECE: &str = "add at least one piece: `[pieces.NAME]` with `letter` and `betza`";

/// Lays every section but those that say what the variant is called over `spec`.
pub(super) fn lay(root: &mut Table<'_>, spec: &mut Spec, registry: &Registry) {
    root.set("summary", &mut spec.summary, |item| item.string().map(str::to_owned));
    if let Some(item) = root.get("board") {
        item.table(|table| board(table, &mut spec.board));
    } else if spec.board.files == 0 {
        let parent = registry.variants().next().map(|(id, _)| format!(", or extend a variant: `extends = \"{id}\"`"));
        root.missing("board", "add `[board]` with `files` and `ranks`".to_owned() + &parent.unwrap_or_default());
    }
    if let Some(item) = root.get("pieces") {
        item.table(|table| pieces(table, &mut spec.pieces));
        if spec.pieces.is_empty() && item.is_table() && root.is_grounded() {
            item.fault("there is no piece", Some(SOME_PIECE.to_owned()));
        }
    } else if spec.pieces.is_empty() {
        root.missing("pieces", SOME_PIECE);
    }
    if let Some(item) = root.get("start") {
        item.table(|table| start(table, &mut spec.start, registry));
    } else if spec.start.fen.is_empty() {
        root.missing("start", "add `[start]` with `fen`");
    }
    if let Some(item) = root.get("castling") {
        if item.is_false() {
            spec.castling = None;
        } else {
            item.table_or("a table or false", |table| castling(table, &mut spec.castling));
        }
    }
    if let Some(item) = root.get("ends") {
        item.table(|table| ends::lay(table, &mut spec.ends));
    }
    if let Some(item) = root.get("draws") {
        item.table(|table| draws(table, &mut spec.draws));
    }
    if let Some(item) = root.get("rules") {
        item.table(|table| rules(table, &mut spec.rules, registry));
    }
    for (section, name) in [("uci", &mut spec.names.uci), ("cecp", &mut spec.names.cecp)] {
        if let Some(item) = root.get(section) {
            item.table(|table| table.set("name", name, |item| protocol_name(item).map(Some)));
        }
    }
    if let Some(item) = root.get("pgn") {
        let names = &mut spec.names.pgn;
        item.table(|table| {
            table.set("name", &mut names.name, |item| owned(item).map(Some));
            table.set("aliases", &mut names.aliases, |item| item.strings("names", |item| owned(&item)));
            table.set("default", &mut names.default, Item::flag);
        });
    }
}

fn board(table: &mut Table<'_>, board: &mut BoardSpec) {
    table.set("files", &mut board.files, |item| item.integer(Geometry::MIN..=Geometry::MAX));
    table.set("ranks", &mut board.ranks, |item| item.integer(Geometry::MIN..=Geometry::MAX));
    table.set("wrap", &mut board.wrap, Item::flag);
    table.set("holes", &mut board.holes, region);
    for (key, length) in [("files", board.files), ("ranks", board.ranks)] {
        if length == 0 {
            table.missing(key, format!("add `{key} = 8`"));
        }
    }
}

fn pieces(table: &mut Table<'_>, pieces: &mut Vec<PieceSpec>) {
    for item in table.named() {
        let place = pieces.iter().position(|piece| piece.name == item.key());
        if item.is_false() {
            match place {
                Some(place) => drop(pieces.remove(place)),
                None => {
                    let known: Vec<&str> = pieces.iter().map(|piece| piece.name.as_str()).collect();
                    let hint = match nearest(item.key(), known).first() {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => "a piece that a rule brings goes with the rule: `rules.ID = false`".to_owned(),
                    };
                    item.fault_of_want(format!("there is no piece `{}` to take away", quote(item.key())), hint);
                }
            }
            continue;
        }
        if place.is_none() && !is_id(item.key()) {
            let hint = to_id(item.key()).map(|id| format!("write `[pieces.{id}]`"));
            item.fault_of_key(format!("the name of a piece is {ID}"), hint);
        }
        if place.is_none() && pieces.len() == MOST_PIECES {
            item.fault_of_key(format!("there are too many pieces: {MOST_PIECES} are the limit"), None);
            break;
        }
        let place = place.unwrap_or_else(|| {
            pieces.push(PieceSpec { name: item.key().to_owned(), ..PieceSpec::default() });
            pieces.len() - 1
        });
        item.table_or("a table, or false to take it away,", |table| piece(table, &mut pieces[place]));
    }
}

fn piece(table: &mut Table<'_>, piece: &mut PieceSpec) {
    table.set("letter", &mut piece.letter, owned);
    table.set("betza", &mut piece.betza, owned);
    let neutral = table.get("neutral").map(|item| item.flag());
    piece.neutral = neutral.flatten().unwrap_or(piece.neutral);
    let royal = [("no", Royal::No), ("check", Royal::Check), ("capture", Royal::Capture)];
    table.set("royal", &mut piece.royal, |item| item.word(&royal));
    table.set("value", &mut piece.value, |item| item.integer(0..=100_000).map(Some));
    table.set("glyphs", &mut piece.glyphs, |item| glyphs(item).map(Some));
    table.set("pawn", &mut piece.pawn, Item::flag);
    table.set("en_passant", &mut piece.en_passant, Item::flag);
    if let Some(item) = table.get("first") {
        by_color(&item, &mut piece.first, |item| region_or("start", item));
    }
    if let Some(item) = table.get("promotion") {
        promotion(&item, &mut piece.promotion);
    }
    if piece.letter.is_empty() {
        table.missing("letter", "add its letter in FEN: `letter = \"X\"`");
    }
    if piece.betza.is_empty() && !piece.neutral && neutral != Some(None) {
        // A neutral piece has none.
        if !table.is_grounded() {
            table.leave_open("neutral");
        }
        table.missing("betza", "add how it moves: `betza = \"R\"` moves as a rook");
    }
}

/// White's sign and Black's.
fn glyphs(item: &Item<'_>) -> Option<[String; 2]> {
    let signs = item.list("two signs, White's and Black's,", |item| item.line().map(str::to_owned))?;
    let both = signs.try_into().ok();
    if both.is_none() {
        item.fault("`glyphs` are two signs, White's and Black's", None);
    }
    both
}

/// A value for both players, or a table with one for each.
pub(super) fn by_color<T: Clone>(item: &Item<'_>, target: &mut ByColor<T>, read: impl Fn(&Item<'_>) -> Option<T>) {
    if item.is_table() {
        item.table(|table| {
            table.set("white", &mut target.white, |item| read(item));
            table.set("black", &mut target.black, |item| read(item));
        });
    } else if let Some(both) = read(item) {
        *target = ByColor::both(both);
    }
}

/// What both players' men become, and then what is different for one.
fn promotion(item: &Item<'_>, promotion: &mut ByColor<Option<PromotionSpec>>) {
    if item.is_false() {
        *promotion = ByColor::default();
        return;
    }
    item.table_or("a table or false", |table| {
        let both = Terms::read(table);
        both.lay(&mut promotion.white);
        both.lay(&mut promotion.black);
        for (color, promotion) in [("white", &mut promotion.white), ("black", &mut promotion.black)] {
            match table.get(color) {
                Some(item) if item.is_false() => *promotion = None,
                Some(item) => {
                    item.table_or("a table or false", |table| Terms::read(table).lay(promotion));
                }
                None => {}
            }
        }
        let nothing = |promotion: &Option<PromotionSpec>| promotion.as_ref().is_some_and(|terms| terms.to.is_empty());
        if nothing(&promotion.white) || nothing(&promotion.black) {
            table.missing("to", "add what it becomes: `to = [\"queen\"]`");
        }
    });
}

/// Those entries of a promotion that a table has.
struct Terms {
    to: Option<Vec<String>>,
    must: Option<Option<Region>>,
    may: Option<Region>,
}

impl Terms {
    fn read(table: &mut Table<'_>) -> Terms {
        let kinds = |item: Item<'_>| {
            let kinds = item.strings("pieces", |item| owned(&item))?;
            if kinds.is_empty() {
                item.fault(
                    "a promotion leads to at least one piece",
                    Some("for none write `promotion = false`".to_owned()),
                );
            }
            Some(kinds)
        };
        Terms {
            to: table.get("to").and_then(kinds),
            must: table.get("must").and_then(|item| region_or("last-rank", &item)),
            may: table.get("may").and_then(|item| region(&item)),
        }
    }

    fn lay(&self, promotion: &mut Option<PromotionSpec>) {
        if self.to.is_none() && self.must.is_none() && self.may.is_none() {
            return;
        }
        let promotion = promotion.get_or_insert_default();
        if let Some(to) = &self.to {
            promotion.to.clone_from(to);
        }
        if let Some(must) = &self.must {
            promotion.must.clone_from(must);
        }
        if let Some(may) = &self.may {
            promotion.may.clone_from(may);
        }
    }
}

fn start(table: &mut Table<'_>, start: &mut StartSpec, registry: &Registry) {
    table.set("fen", &mut start.fen, owned);
    if start.fen.is_empty() {
        table.missing("fen", "add where the men stand, in FEN");
    }
    if let Some(item) = table.get("generator") {
        if item.is_false() {
            start.generator = None;
        } else if let Some(generator) = generator(&item, registry) {
            if start.generator.as_ref().is_none_or(|inherited| inherited.id != generator.id()) {
                let values = Values::defaults(generator.parameters());
                start.generator = Some(GeneratorSpec { id: generator.id().to_owned(), values });
            }
        } else {
            table.judge_no_more();
        }
    } else if table.is_broken("generator") || !table.is_grounded() {
        table.judge_no_more();
    }
    if let Some(GeneratorSpec { id, values }) = &mut start.generator
        && let Some(generator) = registry.generator(id)
    {
        parameters(table, generator.parameters(), values);
    } else if table.is_grounded() && !table.has("generator") && !table.is_broken("generator") {
        registry.generators().for_each(|generator| without_generator(table, generator));
    }
}

/// Parameters of a generator that is not there.
fn without_generator(table: &mut Table<'_>, generator: &dyn Generator) {
    for Parameter { name, .. } in generator.parameters() {
        if let Some(item) = table.unknown(name) {
            let hint = format!("add `generator = \"{}\"`", generator.id());
            item.fault_of_want(format!("`{name}` goes with a generator"), hint);
        }
    }
}

/// The generator that an entry names.
fn generator<'r>(item: &Item<'_>, registry: &'r Registry) -> Option<&'r dyn Generator> {
    let id = item.line()?;
    let generator = registry.generator(id);
    if generator.is_none() {
        let known: Vec<&str> = registry.generators().map(|generator| generator.id()).collect();
        item.fault(format!("there is no generator `{}`", quote(id)), suggest(id, "generators", &known));
    }
    generator
}

/// The parameters of a rule or a generator.
fn parameters(table: &mut Table<'_>, parameters: &[Parameter], values: &mut Values) {
    for parameter in parameters {
        if let Some(value) = table.get(parameter.name).and_then(|item| item.parameter(&parameter.domain)) {
            values.set(parameter.name, value);
        }
    }
}

fn castling(table: &mut Table<'_>, castling: &mut Option<CastlingSpec>) {
    let castling = castling.get_or_insert_with(|| CastlingSpec {
        king: String::new(),
        rook: String::new(),
        free: false,
        a_side: Vec::new(),
        h_side: Vec::new(),
    });
    table.set("king", &mut castling.king, owned);
    table.set("rook", &mut castling.rook, owned);
    table.set("array", &mut castling.free, |item| item.word(&[("fixed", false), ("free", true)]));
    table.set("a-side", &mut castling.a_side, castling_targets);
    table.set("h-side", &mut castling.h_side, castling_targets);
    for (key, kind) in [("king", &castling.king), ("rook", &castling.rook)] {
        if kind.is_empty() {
            table.missing(key, format!("add the name of a piece: `{key} = \"{key}\"`"));
        }
    }
    if castling.a_side.is_empty() && castling.h_side.is_empty() && !table.has("a-side") {
        table.missing("h-side", "add where king and rook land: `h-side = [{ king = \"g\", rook = \"f\" }]`");
    }
}

fn castling_targets(item: &Item<'_>) -> Option<Vec<CastlingTarget>> {
    item.list("tables like { king = \"g\", rook = \"f\" }", |item| {
        let (mut king, mut rook) = (None, None);
        item.table_or("a table like { king = \"g\", rook = \"f\" }", |table| {
            table.set("king", &mut king, |item| file(item).map(Some));
            table.set("rook", &mut rook, |item| file(item).map(Some));
            table.missing("king", "add the file on which the king lands: `king = \"g\"`");
            table.missing("rook", "add the file on which the rook lands: `rook = \"f\"`");
        });
        Some(CastlingTarget { king: king?, rook: rook? })
    })
}

/// The letter of a file.
fn file(item: &Item<'_>) -> Option<char> {
    let text = item.string()?;
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(letter @ 'a'..='p'), None) => Some(letter),
        _ => {
            let hint = text.chars().next().map(|c| c.to_ascii_lowercase()).filter(|c| ('a'..='p').contains(c));
            item.fault("a file is one letter from a to p", hint.map(|letter| format!("write \"{letter}\"")));
            None
        }
    }
}

fn draws(table: &mut Table<'_>, draws: &mut DrawsSpec) {
    // A position that stands for the first time is no repetition.
    for (key, least, count) in [("repetition", 2, &mut draws.repetition), ("moves", 1, &mut draws.moves)] {
        if let Some(item) = table.get(key) {
            draw_count(&item, least, count);
        }
    }
    table.set("material", &mut draws.material, Item::flag);
}

fn draw_count(item: &Item<'_>, least: u16, count: &mut DrawCount) {
    if item.is_false() {
        *count = DrawCount { claim: None, end: None };
        return;
    }
    let number = |item: &Item<'_>| if item.is_false() { Some(None) } else { item.integer(least..=u16::MAX).map(Some) };
    item.table_or("a table like { claim = 3, end = 5 } or false", |table| {
        table.set("claim", &mut count.claim, number);
        table.set("end", &mut count.end, number);
        if let (Some(claim), Some(end)) = (count.claim, count.end)
            && claim > end
            && (table.is_grounded() || table.has("claim") && table.has("end"))
        {
            item.fault(
                format!("`{}` can be claimed at {claim}, but ends the game at {end} already", item.key()),
                Some("give both, `claim` not above `end`; `claim = false` is never".to_owned()),
            );
        }
    });
}

fn rules(table: &mut Table<'_>, rules: &mut Vec<RuleSpec>, registry: &Registry) {
    for item in table.named() {
        rule(&item, rules, registry);
    }
}

/// Sets parameters of a rule, adds it, or takes it away.
pub(super) fn rule(item: &Item<'_>, rules: &mut Vec<RuleSpec>, registry: &Registry) {
    let Some(rule) = registry.rule(item.key()) else {
        let known: Vec<&str> = registry.rules().map(|rule| rule.id()).collect();
        item.fault_of_key(format!("there is no rule `{}`", quote(item.key())), suggest(item.key(), "rules", &known));
        return;
    };
    let place = rules.iter().position(|rule| rule.id == item.key());
    if item.is_false() {
        match place {
            Some(place) => drop(rules.remove(place)),
            None => item.fault_of_want(format!("there is no rule `{}` here to take away", item.key()), None),
        }
        return;
    }
    if item.is_true() {
        item.fault("a rule is a table of its parameters", format!("for none of them write `{} = {{}}`", rule.id()));
        return;
    }
    let place = place.unwrap_or_else(|| {
        rules.push(RuleSpec { id: rule.id().to_owned(), values: Values::defaults(rule.parameters()) });
        rules.len() - 1
    });
    item.table_or("a table, or false to take it away,", |table| {
        parameters(table, rule.parameters(), &mut rules[place].values);
    });
}

/// A name without spaces, as protocols need them.
fn protocol_name(item: &Item<'_>) -> Option<String> {
    let name = item.line()?;
    if name.contains(char::is_whitespace) {
        let hint = to_id(name).map(|id| format!("write \"{id}\""));
        item.fault("a name in this protocol has no spaces", hint);
        return None;
    }
    Some(name.to_owned())
}

fn owned(item: &Item<'_>) -> Option<String> {
    item.line().map(str::to_owned)
}

/// Squares in words.
pub(super) fn region(item: &Item<'_>) -> Option<Region> {
    item.strings("squares", |item| owned(&item))
}

/// Squares in words, or a word that stands for those that are meant where nothing is said.
fn region_or(usual: &str, item: &Item<'_>) -> Option<Option<Region>> {
    if item.is_word(usual) { Some(None) } else { region(item).map(Some) }
}
