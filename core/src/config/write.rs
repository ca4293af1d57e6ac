//! Writing a variant as TOML.

use std::fmt::{self, Write};

use super::words::{basic_string, escape};
use crate::material::DrawnMaterial;
use crate::parameter::Values;
use crate::piece::Royal;
use crate::spec::{
    BoardSpec, ByColor, CastlingSpec, CastlingTarget, DrawCount, DrawsSpec, EndCondition, EndSpec, EndsSpec,
    GeneratorSpec, NamesSpec, PgnNames, PieceSpec, PromotionSpec, Region, RuleSpec, Score, StartSpec,
};
use crate::variant::Variant;

/// The full effective configuration of a variant, in TOML that [`load`](super::load) reads back to the same variant.
///
/// It extends nothing. Pieces that rules add are not in it: they come with the rule.
pub fn write(variant: &Variant) -> String {
    let mut toml = Toml::default();
    // Writing into a string does not fail.
    let _ = toml.variant(variant);
    toml.0
}

/// A text in TOML.
#[derive(Default)]
struct Toml(String);

impl Toml {
    fn variant(&mut self, variant: &Variant) -> fmt::Result {
        let spec = variant.spec();
        self.entry("format", 1)?;
        self.entry("id", basic_string(&spec.id))?;
        self.entry("name", basic_string(&spec.name))?;
        if !spec.aliases.is_empty() {
            self.entry("aliases", strings(&spec.aliases))?;
        }
        self.entry("summary", text(&spec.summary))?;
        self.board(&spec.board)?;
        for piece in &spec.pieces {
            self.piece(piece)?;
        }
        self.start(&spec.start)?;
        if let Some(castling) = &spec.castling {
            self.castling(castling)?;
        }
        self.ends(&spec.ends, &variant.laws().ends)?;
        self.draws(&spec.draws, &variant.laws().draws, variant.drawn_material())?;
        for rule in &spec.rules {
            self.rule(rule)?;
        }
        self.names(&spec.names)
    }

    /// An entry, and in its remark what the rules of the variant make of it, if they do.
    fn ruled(&mut self, key: &str, value: String, law: String, remark: &str) -> fmt::Result {
        if value == law {
            return self.remarked(key, value, remark);
        }
        self.remarked(key, value, &format!("{remark}; the rules below make it {law}"))
    }

    fn header(&mut self, name: &str) -> fmt::Result {
        writeln!(self.0, "\n[{name}]")
    }

    fn entry(&mut self, key: &str, value: impl fmt::Display) -> fmt::Result {
        writeln!(self.0, "{key} = {value}")
    }

    /// An entry and a remark on it.
    fn remarked(&mut self, key: &str, value: impl fmt::Display, remark: &str) -> fmt::Result {
        writeln!(self.0, "{key} = {value}  # {remark}")
    }

    fn board(&mut self, board: &BoardSpec) -> fmt::Result {
        self.header("board")?;
        self.entry("files", board.files)?;
        self.entry("ranks", board.ranks)?;
        if board.wrap {
            self.remarked("wrap", true, "the first and the last file touch")?;
        }
        if !board.holes.is_empty() {
            self.remarked("holes", strings(&board.holes), "squares that are none")?;
        }
        Ok(())
    }

    fn piece(&mut self, piece: &PieceSpec) -> fmt::Result {
        let table = format!("pieces.{}", piece.name);
        self.header(&table)?;
        self.entry("letter", basic_string(&piece.letter))?;
        if !piece.betza.is_empty() {
            self.entry("betza", basic_string(&piece.betza))?;
        }
        if piece.neutral {
            self.remarked("neutral", true, "its men belong to nobody")?;
        }
        match piece.royal {
            Royal::No => {}
            Royal::Check => self.entry("royal", "\"check\"")?,
            Royal::Capture => self.entry("royal", "\"capture\"")?,
        }
        if let Some(value) = piece.value {
            self.entry("value", value)?;
        }
        if let Some(glyphs) = &piece.glyphs {
            self.entry("glyphs", strings(glyphs))?;
        }
        if piece.pawn {
            self.remarked("pawn", true, "no letter in SAN; its moves reset the half-move clock")?;
        }
        if piece.en_passant {
            self.remarked("en_passant", true, "after its double step its like may take it on the square it skipped")?;
        }
        if piece.first != ByColor::default() {
            let squares = |zone: &Option<Region>| zone.as_ref().map_or("\"start\"".to_owned(), |zone| strings(zone));
            self.entry("first", by_color(&piece.first, squares))?;
        }
        match &piece.promotion {
            // Nobody is to think that it was forgotten.
            ByColor { white: None, black: None } if piece.pawn => {
                self.remarked("promotion", false, "it never promotes")
            }
            ByColor { white: None, black: None } => Ok(()),
            ByColor { white: Some(white), black: Some(black) } if white == black => {
                self.header(&format!("{table}.promotion"))?;
                self.promotion(white)
            }
            ByColor { white, black } => {
                let colors = [("white", white), ("black", black)];
                if let Some((color, _)) = colors.iter().find(|(_, promotion)| piece.pawn && promotion.is_none()) {
                    self.header(&format!("{table}.promotion"))?;
                    self.remarked(color, false, "its pawns never promote")?;
                }
                for (color, promotion) in colors {
                    if let Some(promotion) = promotion {
                        self.header(&format!("{table}.promotion.{color}"))?;
                        self.promotion(promotion)?;
                    }
                }
                Ok(())
            }
        }
    }

    fn promotion(&mut self, promotion: &PromotionSpec) -> fmt::Result {
        self.entry("to", strings(&promotion.to))?;
        if let Some(must) = &promotion.must {
            self.remarked("must", strings(must), "where it must promote")?;
        }
        if !promotion.may.is_empty() {
            self.remarked("may", strings(&promotion.may), "where it may")?;
        }
        Ok(())
    }

    fn castling(&mut self, castling: &CastlingSpec) -> fmt::Result {
        self.header("castling")?;
        self.entry("king", basic_string(&castling.king))?;
        self.entry("rook", basic_string(&castling.rook))?;
        if castling.free {
            self.remarked("array", "\"free\"", "king and rooks start anywhere on their rank")?;
        } else {
            self.remarked("array", "\"fixed\"", "only from the squares of the start")?;
        }
        self.remarked("a-side", targets(&castling.a_side), "O-O-O is the first")?;
        self.remarked("h-side", targets(&castling.h_side), "O-O is the first")
    }

    fn ends(&mut self, ends: &EndsSpec, laws: &EndsSpec) -> fmt::Result {
        let scores = |scores| by_color(scores, score);
        self.header("ends")?;
        let remark = "what it is to the player who cannot move";
        self.ruled("stalemate", scores(&ends.stalemate), scores(&laws.stalemate), remark)?;
        let remark = "what it is to the player who is mated";
        self.ruled("checkmate", scores(&ends.checkmate), scores(&laws.checkmate), remark)?;
        ends.others.iter().try_for_each(|end| self.end(end))
    }

    fn end(&mut self, end: &EndSpec) -> fmt::Result {
        self.header(&format!("ends.{}", end.name))?;
        if let Some(player) = end.player {
            self.remarked("player", basic_string(player.name()), "whom it may befall")?;
        }
        match &end.condition {
            EndCondition::Gone(kinds) => self.remarked("gone", all_or(kinds), "none of these is left")?,
            EndCondition::Bare { answer } => {
                self.remarked("bare", true, "nothing is left but royal men")?;
                if *answer {
                    self.remarked("answer", true, "unless the next move bares the other too")?;
                }
            }
            EndCondition::Reach { squares, with } => {
                let squares = by_color(squares, |squares| strings(squares));
                self.remarked("reach", squares, "a man stands on one of these squares")?;
                self.remarked("with", all_or(with), "which men count")?;
            }
            EndCondition::Counter { name, at } => {
                self.entry("counter", basic_string(name))?;
                self.entry("at", at)?;
            }
        }
        self.remarked("result", score(&end.result), "what it is to that player")
    }

    fn draws(&mut self, draws: &DrawsSpec, laws: &DrawsSpec, material: DrawnMaterial) -> fmt::Result {
        self.header("draws")?;
        let remark = "how often the position has stood; false: never";
        self.ruled("repetition", draw_count(draws.repetition), draw_count(laws.repetition), remark)?;
        let remark = "of each side, without capture or pawn move; false: never";
        self.ruled("moves", draw_count(draws.moves), draw_count(laws.moves), remark)?;
        let law = match material {
            DrawnMaterial::Nothing => "false",
            DrawnMaterial::BareKings => "true for bare kings only",
            DrawnMaterial::Orthodox => "true",
        };
        self.ruled("material", draws.material.to_string(), law.to_owned(), "neither side can mate")
    }

    fn start(&mut self, start: &StartSpec) -> fmt::Result {
        self.header("start")?;
        self.entry("fen", basic_string(&start.fen))?;
        if let Some(GeneratorSpec { id, values }) = &start.generator {
            self.remarked("generator", basic_string(id), "draws an array for each new game")?;
            self.parameters(values)?;
        }
        Ok(())
    }

    fn rule(&mut self, rule: &RuleSpec) -> fmt::Result {
        self.header(&format!("rules.{}", rule.id))?;
        self.parameters(&rule.values)
    }

    fn parameters(&mut self, values: &Values) -> fmt::Result {
        for (parameter, value) in values.declared() {
            writeln!(self.0, "# {} ({})", parameter.meaning, parameter.domain)?;
            self.entry(parameter.name, value)?;
        }
        Ok(())
    }

    fn names(&mut self, names: &NamesSpec) -> fmt::Result {
        for (section, name) in [("uci", &names.uci), ("cecp", &names.cecp)] {
            if let Some(name) = name {
                self.header(section)?;
                self.entry("name", basic_string(name))?;
            }
        }
        let PgnNames { name, aliases, default } = &names.pgn;
        if names.pgn == PgnNames::default() {
            return Ok(());
        }
        self.header("pgn")?;
        if let Some(name) = name {
            self.entry("name", basic_string(name))?;
        }
        if !aliases.is_empty() {
            self.remarked("aliases", strings(aliases), "in games of other programs")?;
        }
        if *default {
            self.remarked("default", true, "a game without [Variant] is of this variant")?;
        }
        Ok(())
    }
}

/// One value for both players, or a table with one for each.
fn by_color<T: PartialEq, U: fmt::Display>(ByColor { white, black }: &ByColor<T>, value: impl Fn(&T) -> U) -> String {
    if white == black {
        return value(white).to_string();
    }
    format!("{{ white = {}, black = {} }}", value(white), value(black))
}

/// Names of pieces, or `"all"`.
fn all_or(kinds: &Option<Vec<String>>) -> String {
    kinds.as_ref().map_or("\"all\"".to_owned(), |kinds| strings(kinds))
}

fn strings(items: &[String]) -> String {
    let items: Vec<String> = items.iter().map(|item| basic_string(item)).collect();
    format!("[{}]", items.join(", "))
}

/// A string, on several lines if it has several.
fn text(text: &str) -> String {
    if !text.contains('\n') {
        return basic_string(text);
    }
    let mut quoted = String::from("\"\"\"\n");
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '\n' => quoted.push('\n'),
            // Quotes stand for themselves except where three of them would end the string.
            '"' if characters.peek().is_some_and(|&next| next != '"') => quoted.push('"'),
            c => escape(c, &mut quoted),
        }
    }
    quoted.push_str("\"\"\"");
    quoted
}

fn targets(targets: &[CastlingTarget]) -> String {
    let target = |target: &CastlingTarget| format!("{{ king = \"{}\", rook = \"{}\" }}", target.king, target.rook);
    format!("[{}]", targets.iter().map(target).collect::<Vec<_>>().join(", "))
}

fn score(score: &Score) -> &'static str {
    match score {
        Score::Win => "\"win\"",
        Score::Draw => "\"draw\"",
        Score::Loss => "\"loss\"",
    }
}

fn draw_count(count: DrawCount) -> String {
    let number = |count: Option<u16>| count.map_or("false".to_owned(), |count| count.to_string());
    match count {
        DrawCount { claim: None, end: None } => "false".to_owned(),
        DrawCount { claim, end } => format!("{{ claim = {}, end = {} }}", number(claim), number(end)),
    }
}
