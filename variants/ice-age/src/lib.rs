//! Ice Age Chess, by Köksal Karakuş (2000): the ice cube and the Ice Age.
//!
//! [`IceAge`] is a rule like any other crate's: register it, and `[rules.ice-age]` lays it over any game.
//!
//! ```
//! use floe_core::Registry;
//!
//! let registry = Registry::new().with_rule(floe_ice_age::IceAge);
//! assert!(registry.rule("ice-age").is_some());
//! ```

use floe_core::hook::{Appraise, Clock, TurnEnd, When};
use floe_core::spec::PieceSpec;
use floe_core::{
    Appraisal, Color, DrawnMaterial, Kind, Owner, Parameter, Piece, Rule, RuleBuilder, SquareSet, Turn, Values,
};

/// Ice Age Chess as a file: chess with the rule laid over it and a board full of ice.
pub const VARIANT: &str = include_str!("../ice-age.toml");

/// The rule `ice-age`.
pub struct IceAge;

const PARAMETERS: &[Parameter] = &[
    Parameter::integer("interval", 20, 1..=65535, "the Ice Age follows every n-th move"),
    Parameter::word("counted_by", &["black", "white", "both"], "whose moves are counted; both: every ply"),
    Parameter::flag("fill_start", false, "every empty square of the game's own start holds ice"),
    Parameter::word("mate", &["after-ice", "before-ice"], "whether mate and stalemate are judged before the ice comes"),
    Parameter::word(
        "legality",
        &["before-ice", "after-ice"],
        "whether one may stay in a check that the ice will block",
    ),
    Parameter::flag("freeze", true, "men without a neighbour freeze"),
    Parameter::word("frozen_king", &["loses", "immune"], "what becomes of a king without a neighbour"),
];

impl Rule for IceAge {
    fn id(&self) -> &'static str {
        "ice-age"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }

    fn summary(&self, values: &Values) -> String {
        let every = match values.integer("interval") {
            1 => "every move".to_owned(),
            interval => format!("every {} move", ordinal(interval)),
        };
        let counted = match values.word("counted_by") {
            "both" => format!("After {every}, White's and Black's counted together, "),
            side => format!("After {every} of {}, ", if side == "white" { "White" } else { "Black" }),
        };
        let mut words = format!(
            "An ice cube (^) belongs to nobody, never moves and attacks nothing. It blocks; knights jump it. Either side \
             takes it as it would take a man, and it is written as a capture: dxe3.\n\
             {counted}the Ice Age comes: every empty square turns to ice, except where all orthogonal neighbours are men."
        );
        if values.flag("fill_start") {
            words.push_str("\nAt the start every empty square holds ice.");
        }
        if values.flag("freeze") {
            words.push_str(
                "\nIn the same moment every man without a man of either colour on the squares around it freezes: it is \
                 gone, and ice stands in its place.",
            );
            words.push_str(match values.word("frozen_king") {
                "immune" => " Kings never freeze.",
                _ => " A side whose king freezes loses; if both freeze at once, the game is drawn.",
            });
        }
        words.push_str(match values.word("mate") {
            "before-ice" => "\nMate and stalemate are judged before the ice comes: if one stands, no ice comes.",
            _ => "\nMate and stalemate are judged once, after the ice: ice can save a king from mate.",
        });
        words.push_str(match values.word("legality") {
            "after-ice" => "\nOne may stay in a check that the coming ice blocks.",
            _ => "\nA move must be legal on the board before the ice comes.",
        });
        words
    }

    fn build(&self, values: &Values, game: &mut RuleBuilder<'_>) {
        let cube = game.piece(PieceSpec {
            name: "ice-cube".into(),
            letter: "^".into(),
            neutral: true,
            glyphs: Some(["❄".into(), "❄".into()]),
            ..PieceSpec::default()
        });
        let ice = Piece::new(cube, Owner::Neutral);
        if values.flag("fill_start") {
            game.start(move |start| {
                for square in start.vacant() {
                    start.put(square, Some(ice));
                }
            });
        }
        let freezes = values.flag("freeze");
        let immune = if values.word("frozen_king") == "immune" { game.royal_kinds() } else { Vec::new() };
        if freezes && values.word("frozen_king") == "loses" {
            game.royals_may_leave("frozen");
            game.draw_by_material(DrawnMaterial::Nothing);
        } else {
            game.draw_by_material(DrawnMaterial::BareKings);
        }
        match (values.word("mate"), values.word("legality")) {
            ("before-ice", "after-ice") => game.refuse(
                &["mate", "legality"],
                "mate = \"before-ice\" and legality = \"after-ice\" do not go together: mate cannot be judged before moves are",
            ),
            ("before-ice", _) => game.judge_mate_before_turn_end(),
            (_, "after-ice") => game.judge_legality_after_turn_end(),
            _ => {}
        }
        let interval = When::every(values.integer("interval") as u16);
        let when = match values.word("counted_by") {
            "black" => interval.moves_of(Color::Black),
            "white" => interval.moves_of(Color::White),
            _ => interval,
        };
        if let (true, When::Clock(clock)) = (freezes, when) {
            let royals = game.royal_kinds();
            game.appraise(Chill { clock, immune: immune.clone(), royals });
        }
        game.turn_end(Frost { when, ice, freezes, immune });
    }
}

/// The Ice Age itself.
struct Frost {
    when: When,
    ice: Piece,
    freezes: bool,
    /// The kinds that never freeze.
    immune: Vec<Kind>,
}

impl TurnEnd for Frost {
    fn when(&self) -> When {
        self.when
    }

    fn turn_end(&self, turn: &mut Turn<'_>) {
        // One event: both halves are told from the board before it.
        let men = turn.pieces();
        let stays_open = turn.empty() & turn.surrounded(men);
        let freezing = turn.empty() - stays_open;
        let frozen = if self.freezes { men - turn.neighbours(men) - self.immune(turn) } else { SquareSet::EMPTY };
        self.tell(turn, freezing, stays_open, frozen);
        turn.put(freezing | frozen, self.ice);
        turn.forget_en_passant();
    }
}

impl Frost {
    fn immune(&self, turn: &Turn<'_>) -> SquareSet {
        self.immune.iter().fold(SquareSet::EMPTY, |men, &kind| men | turn.of(kind))
    }

    fn tell(&self, turn: &mut Turn<'_>, freezing: SquareSet, stays_open: SquareSet, frozen: SquareSet) {
        if !turn.listens() {
            return;
        }
        let names = |squares: SquareSet, turn: &Turn<'_>| match squares.len() {
            many if many > MOST_NAMED => format!("{many} squares"),
            _ => turn.view().geometry().names(squares).join(" "),
        };
        let texts = [
            (frozen, "frozen", turn.view().describe(frozen)),
            (freezing, "froze over", names(freezing, turn)),
            (stays_open, "stays open", names(stays_open, turn)),
        ];
        for (squares, what, which) in texts {
            if !squares.is_empty() {
                turn.tell(squares, || format!("{what}: {which}"));
            }
        }
    }
}

/// Men who stand alone are in danger, the more so the nearer the Ice Age is. What it does within its depth the search
/// sees by itself; this tells it in time to bring men together. What ice leaves open needs no term: it is in how far
/// men reach.
struct Chill {
    clock: Clock,
    /// The kinds that never freeze.
    immune: Vec<Kind>,
    /// The kinds whose freezing loses.
    royals: Vec<Kind>,
}

/// So many plies before the Ice Age nobody needs to care yet.
const CAREFREE: i32 = 12;
/// What a king who stands alone stakes, in centipawns: less than the game, since he has time to move.
const KING_AT_STAKE: i32 = 800;

impl Appraise for Chill {
    fn appraise(&self, board: &Appraisal<'_>, color: Color) -> i32 {
        let plies = self.clock.plies_left(board.to_move(), board.fullmove_number());
        let urgency = i32::try_from(plies).map_or(0, |plies| CAREFREE - plies);
        if urgency <= 0 {
            return 0;
        }
        let men = board.pieces();
        let alone = (men - board.neighbours(men)) & board.men(color);
        let at_stake = |kind: Kind| match kind {
            _ if self.immune.contains(&kind) => 0,
            _ if self.royals.contains(&kind) => KING_AT_STAKE,
            _ => board.value(kind),
        };
        let men_alone = alone.iter().filter_map(|square| board.at(square));
        -men_alone.map(|man| at_stake(man.kind)).sum::<i32>() * urgency / (2 * CAREFREE)
    }
}

/// More squares are counted only.
const MOST_NAMED: usize = 8;

/// `1st`, `2nd`, `20th`.
fn ordinal(number: i64) -> String {
    let suffix = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{suffix}")
}

#[cfg(test)]
mod tests {
    use super::ordinal;

    #[test]
    fn ordinals() {
        let cases =
            [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (21, "21st"), (113, "113th")];
        for (number, expected) in cases {
            assert_eq!(ordinal(number), expected);
        }
    }
}
