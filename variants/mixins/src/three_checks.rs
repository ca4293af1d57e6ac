//! Three Checks: who gives the third check wins. Rules as on large servers, where the game is called Three-Check.

use floe_core::hook::{Appraise, TurnEnd, When};
use floe_core::spec::{ByColor, EndCondition, EndSpec, Score};
use floe_core::{
    Appraisal, Color, Counter, DrawnMaterial, FenField, Parameter, Rule, RuleBuilder, SquareSet, Turn, Values,
};

/// The rule `three-checks`.
pub struct ThreeChecks;

const PARAMETERS: &[Parameter] = &[Parameter::integer("checks", 3, 1..=100, "how many checks one must give to win")];

impl Rule for ThreeChecks {
    fn id(&self) -> &'static str {
        "three-checks"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }

    fn summary(&self, values: &Values) -> String {
        match values.integer("checks") {
            1 => "Who gives check wins.".to_owned(),
            checks => format!("Who has given {checks} checks wins. A double check counts once."),
        }
    }

    fn build(&self, values: &Values, game: &mut RuleBuilder<'_>) {
        game.needs_check();
        game.draw_by_material(DrawnMaterial::BareKings);
        let checks = values.integer("checks") as u16;
        let [white, black] = Color::ALL.map(|color| {
            let counter = format!("{}_checks_left", color.name());
            game.ends_mut().others.push(EndSpec {
                name: if checks == 1 { "gave-check".to_owned() } else { format!("gave-{}-checks", number(checks)) },
                player: Some(color),
                condition: EndCondition::Counter { name: counter.clone(), at: 0 },
                result: Score::Win,
            });
            game.counter(&counter, checks, checks)
        });
        game.fen_field(&[white, black], Remaining { checks });
        game.appraise(Nearly { remaining: ByColor { white, black } });
        game.turn_end(Tally { remaining: ByColor { white, black } });
    }
}

fn number(checks: u16) -> String {
    match checks {
        2 => "two".to_owned(),
        3 => "three".to_owned(),
        other => other.to_string(),
    }
}

/// The fewer checks are left to give, the more each that is given counts.
struct Nearly {
    remaining: ByColor<Counter>,
}

/// What it is worth that only one check is left to give, in centipawns; two: half of that.
const LAST_CHECK: i32 = 320;

impl Appraise for Nearly {
    fn appraise(&self, board: &Appraisal<'_>, color: Color) -> i32 {
        LAST_CHECK / i32::from(board.counter(*self.remaining.of(color)).max(1))
    }
}

struct Tally {
    remaining: ByColor<Counter>,
}

impl TurnEnd for Tally {
    fn when(&self) -> When {
        When::Always
    }

    fn turn_end(&self, turn: &mut Turn<'_>) {
        let mover = turn.played().mover;
        if !turn.view().checked(!mover).is_empty() {
            let counter = *self.remaining.of(mover);
            let left = turn.counter(counter).saturating_sub(1);
            turn.set_counter(counter, left);
            turn.tell(SquareSet::EMPTY, || match left {
                0 => format!("{mover} gives the last check"),
                1 => format!("{mover} gives check; 1 more wins"),
                _ => format!("{mover} gives check; {left} more win"),
            });
        }
    }
}

/// `3+3`: the checks that White and Black have still to give; `+0+0` is read too: those that they have given.
struct Remaining {
    checks: u16,
}

impl FenField for Remaining {
    fn write(&self, values: &[u16]) -> String {
        values.iter().map(u16::to_string).collect::<Vec<_>>().join("+")
    }

    fn read(&self, word: &str) -> Option<Vec<u16>> {
        let (word, given) = word.strip_prefix('+').map_or((word, false), |word| (word, true));
        let (white, black) = word.split_once('+')?;
        let number = |text: &str| {
            let digits = text.bytes().all(|byte| byte.is_ascii_digit());
            let number = text.parse::<u16>().ok().filter(|_| digits)?;
            if given { self.checks.checked_sub(number) } else { Some(number) }
        };
        Some(vec![number(white)?, number(black)?])
    }
}
