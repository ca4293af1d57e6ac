//! `floe rules`.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::ExitCode;

use clap::Args;
use floe_core::spec::{DrawCount, DrawsSpec, EndsSpec, RuleSpec, Score};
use floe_core::{Parameter, Registry, Variant};
use serde::Serialize;

use crate::chosen::Chosen;
use crate::fault::Failure;
use crate::json;
use crate::screen::Screen;

#[derive(Args, Debug)]
#[command(after_help = "Example:\n  floe rules ice-age --set ice-age.interval=10")]
pub(crate) struct Rules {
    #[command(flatten)]
    chosen: Chosen,

    /// Print `{variant,name,summary,rules:[{id,summary,parameters:[{name,value,allowed,meaning}]}],endings}`
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Json<'a> {
    variant: &'a str,
    name: &'a str,
    summary: &'a str,
    rules: Vec<RuleJson<'a>>,
    endings: Vec<String>,
}

#[derive(Serialize)]
struct RuleJson<'a> {
    id: &'a str,
    summary: String,
    parameters: Vec<ParameterJson>,
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
    pub(crate) fn run(self, registry: &Registry, screen: &mut Screen) -> Result<ExitCode, Failure> {
        let variant = self.chosen.variant(registry)?;
        let rules = Json::new(&variant, registry);
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
            rules: spec.rules.iter().map(|rule| RuleJson::new(rule, registry)).collect(),
            endings: [ends(&spec.ends), draws(&spec.draws)].concat(),
        }
    }

    fn text(&self) -> String {
        let mut text = format!("{} ({})\n\n{}\n", self.name, self.variant, self.summary);
        for rule in &self.rules {
            let _ = write!(text, "\n[{}]\n{}\n\n", rule.id, rule.summary.trim());
            let width = |of: fn(&ParameterJson) -> &str| rule.parameters.iter().map(|p| of(p).len()).max().unwrap_or(0);
            let (names, values) = (width(|p| p.name), width(|p| &p.value));
            for parameter in &rule.parameters {
                let ParameterJson { name, value, allowed, meaning } = parameter;
                let _ = writeln!(text, "  {name:names$} = {value:values$}  {meaning} ({allowed})");
            }
        }
        let _ = write!(text, "\nThe end\n");
        for ending in &self.endings {
            let _ = writeln!(text, "  {ending}");
        }
        text
    }
}

impl<'a> RuleJson<'a> {
    /// A rule that the variant has is in the registry that made the variant.
    fn new(rule: &'a RuleSpec, registry: &Registry) -> RuleJson<'a> {
        let known = registry.rule(&rule.id);
        let parameters = known.map_or(&[][..], |known| known.parameters());
        let value = |parameter: &Parameter| ParameterJson {
            name: parameter.name,
            value: rule.values.get(parameter.name).unwrap_or(&parameter.default).to_string(),
            allowed: parameter.domain.to_string(),
            meaning: parameter.meaning,
        };
        RuleJson {
            id: &rule.id,
            summary: known.map(|known| known.summary(&rule.values)).unwrap_or_default(),
            parameters: parameters.iter().map(value).collect(),
        }
    }
}

/// What mate and stalemate mean.
fn ends(ends: &EndsSpec) -> Vec<String> {
    let word = |score| match score {
        Score::Win => "wins",
        Score::Draw => "draws",
        Score::Loss => "loses",
    };
    vec![format!("Who is mated {}.", word(ends.checkmate)), format!("Who is stalemated {}.", word(ends.stalemate))]
}

/// When the game is drawn.
fn draws(draws: &DrawsSpec) -> Vec<String> {
    let count = |DrawCount { claim, end }: DrawCount, what: &str, at: fn(u16) -> String| match (claim, end) {
        (None, None) => format!("There is no draw by {what}."),
        (Some(claim), None) => format!("By {what} a player may claim a draw {}.", at(claim)),
        (None, Some(end)) => format!("By {what} the game is drawn {}.", at(end)),
        (Some(claim), Some(end)) => {
            format!("By {what} a player may claim a draw {}; {} the game is drawn.", at(claim), at(end))
        }
    };
    let material = if draws.material {
        "When neither side has the material to mate, the game is drawn."
    } else {
        "There is no draw by lack of material."
    };
    vec![
        count(draws.repetition, "repetition", |times| format!("when the position has stood {times} times")),
        count(draws.moves, "moves without a capture or a pawn move", |moves| format!("after {moves} of each side")),
        material.to_owned(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_told_in_words() {
        let mut spec = DrawsSpec::default();
        insta::assert_snapshot!(draws(&spec).join("\n"), @r"
        By repetition a player may claim a draw when the position has stood 3 times; when the position has stood 5 times the game is drawn.
        By moves without a capture or a pawn move a player may claim a draw after 50 of each side; after 75 of each side the game is drawn.
        There is no draw by lack of material.
        ");
        spec.repetition = DrawCount { claim: None, end: Some(3) };
        spec.moves = DrawCount { claim: None, end: None };
        spec.material = true;
        insta::assert_snapshot!(draws(&spec).join("\n"), @r"
        By repetition the game is drawn when the position has stood 3 times.
        There is no draw by moves without a capture or a pawn move.
        When neither side has the material to mate, the game is drawn.
        ");
        spec.repetition = DrawCount { claim: Some(2), end: None };
        insta::assert_snapshot!(draws(&spec)[0], @"By repetition a player may claim a draw when the position has stood 2 times.");
        let win = EndsSpec { stalemate: Score::Win, checkmate: Score::Loss };
        insta::assert_snapshot!(ends(&win).join("\n"), @r"
        Who is mated loses.
        Who is stalemated wins.
        ");
    }
}
