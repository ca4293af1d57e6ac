//! `floe rules`.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::ExitCode;

use clap::Args;
use floe_core::parameter::Value;
use floe_core::spec::{ByColor, DrawCount, DrawsSpec, EndCondition, EndSpec, EndsSpec, GeneratorSpec, RuleSpec, Score};
use floe_core::text::one_of;
use floe_core::{Color, DrawnMaterial, Parameter, Registry, Values, Variant};
use serde::Serialize;

use super::pieces::{self, PieceJson, places};
use crate::chosen::Chosen;
use crate::fault::Failure;
use crate::json;
use crate::library::Library;
use crate::screen::Screen;
use crate::text::{fill, fill_after};

/// Tell the rules of a variant, with its parameters filled in
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  floe rules ice-age --set ice-age.interval=10")]
pub(crate) struct Rules {
    #[command(flatten)]
    chosen: Chosen,

    /// Print `{variant,name,summary,rules:[{id,summary,parameters:[{name,value,allowed,meaning}]}],
    /// pieces:[{name,letter,betza,value,movement,remarks}],promotions,castling,endings}`; where arrays are drawn also
    /// `arrays:{generator,summary,parameters,first,last,fixed}`
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Json<'a> {
    variant: &'a str,
    name: &'a str,
    summary: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    arrays: Option<ArraysJson<'a>>,
    rules: Vec<RuleJson<'a>>,
    pieces: Vec<PieceJson<'a>>,
    promotions: Vec<String>,
    castling: String,
    endings: Vec<String>,
}

#[derive(Serialize)]
struct RuleJson<'a> {
    id: &'a str,
    summary: String,
    parameters: Vec<ParameterJson>,
}

/// What is drawn for a new game, the numbers of all arrays, and that of the array which stands where none is drawn.
#[derive(Serialize)]
struct ArraysJson<'a> {
    generator: &'a str,
    summary: String,
    parameters: Vec<ParameterJson>,
    first: u64,
    last: u64,
    fixed: Option<u64>,
}

#[derive(Serialize)]
struct ParameterJson {
    name: &'static str,
    /// As TOML writes it.
    value: String,
    allowed: String,
    meaning: &'static str,
}

impl Rules {
    pub(crate) fn run(self, library: &Library, screen: &mut Screen) -> Result<ExitCode, Failure> {
        let variant = self.chosen.variant(library)?;
        let rules = Json::new(&variant, &library.registry);
        if self.json {
            json::write(screen, &rules)?;
        } else {
            write!(screen, "{}", rules.text())?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl<'a> Json<'a> {
    fn new(variant: &'a Variant, registry: &Registry) -> Json<'a> {
        let spec = variant.spec();
        Json {
            variant: &spec.id,
            name: &spec.name,
            summary: spec.summary.trim(),
            arrays: ArraysJson::new(variant, registry),
            rules: spec.rules.iter().map(|rule| RuleJson::new(rule, registry)).collect(),
            pieces: PieceJson::list(variant),
            promotions: pieces::promotions(variant),
            castling: pieces::castling(variant),
            endings: [
                ends(&variant.laws().ends, variant.has_check()),
                draws(&variant.laws().draws, variant.drawn_material()),
            ]
            .concat(),
        }
    }

    fn text(&self) -> String {
        let mut text = format!("{} ({})\n\n{}", self.name, self.variant, fill(self.summary));
        if let Some(ArraysJson { summary, parameters, first, last, fixed, .. }) = &self.arrays {
            let _ = write!(text, "\n[start]\n{}", fill(summary));
            let numbers = format!("The arrays are numbered from {first} to {last}.");
            let fixed = fixed.map(|fixed| format!(" Where none is drawn it is {fixed}.")).unwrap_or_default();
            let _ = write!(text, "{}{}", fill(&(numbers + &fixed)), list(parameters));
        }
        for rule in &self.rules {
            let summary: String = rule.summary.lines().map(fill).collect();
            let _ = write!(text, "\n[rules.{}]\n{summary}{}", rule.id, list(&rule.parameters));
        }
        let _ =
            write!(text, "\nThe men: letter, name, value in pawns, Betza's notation\n{}", pieces::table(&self.pieces));
        text.extend(self.promotions.iter().chain([&self.castling]).map(|sentence| fill(sentence)));
        text.push_str("\nThe end of the game\n");
        text.extend(self.endings.iter().map(|ending| fill(ending)));
        text
    }
}

/// Parameters, one a line, below an empty line; nothing where there are none.
fn list(parameters: &[ParameterJson]) -> String {
    let width = |of: fn(&ParameterJson) -> &str| parameters.iter().map(|p| of(p).len()).max().unwrap_or(0);
    let (names, values) = (width(|p| p.name), width(|p| &p.value));
    let line = |ParameterJson { name, value, allowed, meaning }: &ParameterJson| {
        fill_after(&format!("  {name:names$} = {value:values$}  "), &format!("{meaning} ({allowed})"))
    };
    let lines: String = parameters.iter().map(line).collect();
    if lines.is_empty() { lines } else { format!("\n{lines}") }
}

impl<'a> ArraysJson<'a> {
    fn new(variant: &'a Variant, registry: &Registry) -> Option<ArraysJson<'a>> {
        let GeneratorSpec { id, values } = variant.spec().start.generator.as_ref()?;
        let (first, last) = variant.arrays()?.into_inner();
        Some(ArraysJson {
            generator: id,
            summary: registry.generator(id).map(|generator| generator.summary(values)).unwrap_or_default(),
            parameters: ParameterJson::list(values),
            first,
            last,
            fixed: variant.array_of(variant.start()),
        })
    }
}

impl ParameterJson {
    fn list(values: &Values) -> Vec<ParameterJson> {
        let parameter = |(parameter, value): (&'static Parameter, &Value)| ParameterJson {
            name: parameter.name,
            value: value.to_string(),
            allowed: parameter.domain.to_string(),
            meaning: parameter.meaning,
        };
        values.declared().map(parameter).collect()
    }
}

impl<'a> RuleJson<'a> {
    /// A rule that the variant has is in the registry that made the variant.
    fn new(rule: &'a RuleSpec, registry: &Registry) -> RuleJson<'a> {
        let known = registry.rule(&rule.id);
        RuleJson {
            id: &rule.id,
            summary: known.map(|known| known.summary(&rule.values)).unwrap_or_default(),
            parameters: ParameterJson::list(&rule.values),
        }
    }
}

/// What mate, where there is check, and stalemate mean, and what else ends the game.
fn ends(ends: &EndsSpec, has_check: bool) -> Vec<String> {
    let mate = format!("Mate: {}", verdicts(&ends.checkmate, "mated", "the side that is mated"));
    let stalemate = format!("Stalemate: {}", verdicts(&ends.stalemate, "unable to move", "the side that cannot move"));
    has_check.then_some(mate).into_iter().chain([stalemate]).chain(ends.others.iter().map(end)).collect()
}

/// What follows for a side.
fn verdict(score: Score, side: &str) -> String {
    match score {
        Score::Win => format!("{side} wins"),
        Score::Draw => "the game is drawn".to_owned(),
        Score::Loss => format!("{side} loses"),
    }
}

/// What follows for either side, told once where it is the same.
fn verdicts(scores: &ByColor<Score>, when: &str, side: &str) -> String {
    let of = |color: Color| format!("if {color} is {when}, {}", verdict(*scores.of(color), &color.to_string()));
    if scores.white == scores.black {
        return verdict(scores.white, side) + ".";
    }
    format!("{}; {}.", of(Color::White), of(Color::Black))
}

/// An end of the variant's own: `Horde taken: when Black has no man left, Black loses.`
fn end(end: &EndSpec) -> String {
    let (player, same) = match end.player {
        Some(color) => (color.to_string(), color.to_string()),
        None => ("a player".to_owned(), "that player".to_owned()),
    };
    let condition = match &end.condition {
        EndCondition::Gone(None) => format!("{player} has no man left"),
        EndCondition::Gone(Some(kinds)) => format!("{player} has no {} left", one_of(kinds)),
        EndCondition::Bare { answer: false } => format!("{player} has nothing left but royal men"),
        EndCondition::Bare { answer: true } => {
            format!("{player} has nothing left but royal men, and does not bare the other with the next move")
        }
        EndCondition::Reach { squares, with } => {
            let kinds = with.as_ref().map(|kinds| format!(" ({})", one_of(kinds))).unwrap_or_default();
            let squares = match end.player {
                Some(color) => places(squares.of(color)),
                None if squares.white == squares.black => places(&squares.white),
                None => format!("{} (White) or {} (Black)", places(&squares.white), places(&squares.black)),
            };
            format!("{player} has a man{kinds} on {squares}")
        }
        EndCondition::Counter { name, at } => format!("the count of {} is {at}", name.replace('_', " ")),
    };
    let name = end.name.replace('-', " ");
    let (first, rest) = name.split_at(1);
    format!("{}{rest}: when {condition}, {}.", first.to_uppercase(), verdict(end.result, &same))
}

/// When the game is drawn.
fn draws(draws: &DrawsSpec, material: DrawnMaterial) -> Vec<String> {
    let material = match material {
        DrawnMaterial::Nothing => "no draw.",
        DrawnMaterial::BareKings => "when nothing is left but the kings, the game is drawn.",
        DrawnMaterial::Orthodox => "when neither side has the material to mate, the game is drawn.",
    };
    vec![
        format!("Repetition: {}", count(draws.repetition, |times| format!("when a position has stood {times} times"))),
        format!(
            "Moves without a capture or a pawn move: {}",
            count(draws.moves, |moves| format!("after {moves} of each side"))
        ),
        format!("Lack of material: {material}"),
    ]
}

/// What follows at the counts of a draw.
fn count(DrawCount { claim, end }: DrawCount, at: impl Fn(u16) -> String) -> String {
    match (claim, end) {
        (None, None) => "no draw.".to_owned(),
        (Some(claim), None) => format!("{}, a player may claim a draw.", at(claim)),
        (None, Some(end)) => format!("{}, the game is drawn.", at(end)),
        (Some(claim), Some(end)) => {
            format!("{}, a player may claim a draw; {}, the game is drawn.", at(claim), at(end))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_told_in_words() {
        let mut spec = DrawsSpec::default();
        insta::assert_snapshot!(draws(&spec, DrawnMaterial::BareKings).join("\n"), @r"
        Repetition: when a position has stood 3 times, a player may claim a draw; when a position has stood 5 times, the game is drawn.
        Moves without a capture or a pawn move: after 50 of each side, a player may claim a draw; after 75 of each side, the game is drawn.
        Lack of material: when nothing is left but the kings, the game is drawn.
        ");
        spec.repetition = DrawCount { claim: None, end: Some(3) };
        spec.moves = DrawCount { claim: None, end: None };
        insta::assert_snapshot!(draws(&spec, DrawnMaterial::Orthodox).join("\n"), @r"
        Repetition: when a position has stood 3 times, the game is drawn.
        Moves without a capture or a pawn move: no draw.
        Lack of material: when neither side has the material to mate, the game is drawn.
        ");
        spec.repetition = DrawCount { claim: Some(2), end: None };
        insta::assert_snapshot!(draws(&spec, DrawnMaterial::Nothing)[0], @"Repetition: when a position has stood 2 times, a player may claim a draw.");
    }

    #[test]
    fn ends_are_told_in_words() {
        let list = |words: &[&str]| words.iter().map(|word| word.to_string()).collect::<Vec<_>>();
        let end = |name: &str, player, condition, result| EndSpec { name: name.to_owned(), player, condition, result };
        let squares = ByColor { white: list(&["a8", "h8", "*7"]), black: list(&["a1"]) };
        let hill = EndCondition::Reach { squares: ByColor::both(list(&["d4", "e4"])), with: Some(list(&["king"])) };
        let spec = EndsSpec {
            stalemate: ByColor { white: Score::Win, black: Score::Draw },
            checkmate: ByColor::both(Score::Loss),
            others: vec![
                end("horde-taken", Some(Color::Black), EndCondition::Gone(None), Score::Loss),
                end("lost", None, EndCondition::Gone(Some(list(&["queen", "rook"]))), Score::Loss),
                end("king-bare", None, EndCondition::Bare { answer: false }, Score::Draw),
                end("bared", None, EndCondition::Bare { answer: true }, Score::Loss),
                end("king-on-the-hill", None, hill, Score::Win),
                end("corner", None, EndCondition::Reach { squares: squares.clone(), with: None }, Score::Win),
                end("home", Some(Color::Black), EndCondition::Reach { squares, with: None }, Score::Win),
                end(
                    "third-check",
                    Some(Color::White),
                    EndCondition::Counter { name: "checks".into(), at: 3 },
                    Score::Win,
                ),
            ],
        };
        let told = ends(&spec, true);
        assert_eq!(ends(&spec, false), told[1..]);
        insta::assert_snapshot!(told.join("\n"), @r"
        Mate: the side that is mated loses.
        Stalemate: if White is unable to move, White wins; if Black is unable to move, the game is drawn.
        Horde taken: when Black has no man left, Black loses.
        Lost: when a player has no queen or rook left, that player loses.
        King bare: when a player has nothing left but royal men, the game is drawn.
        Bared: when a player has nothing left but royal men, and does not bare the other with the next move, that player loses.
        King on the hill: when a player has a man (king) on d4 or e4, that player wins.
        Corner: when a player has a man on a8, h8 or rank 7 (White) or a1 (Black), that player wins.
        Home: when Black has a man on a1, Black wins.
        Third check: when the count of checks is 3, White wins.
        ");
    }
}
