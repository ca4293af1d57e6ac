//! The rule `quicksand` for Floe, and a game that has it.

use floe_core::hook::{TurnEnd, When};
use floe_core::{Color, Parameter, Rule, RuleBuilder, SquareSet, Turn, Values};

/// The game as a file: chess with the rule laid over it.
pub const VARIANT: &str = include_str!("../quicksand.toml");

/// After every n-th move of Black the men in the middle of the board sink.
pub struct MyRule;

impl Rule for MyRule {
    fn id(&self) -> &'static str {
        "quicksand"
    }

    fn parameters(&self) -> &'static [Parameter] {
        const { &[Parameter::integer("interval", 5, 1..=1000, "the sand gives way after every n-th move of Black")] }
    }

    fn summary(&self, values: &Values) -> String {
        let interval = values.integer("interval");
        format!("After every {interval} moves of Black the men on the squares in the middle sink. A lost king loses.")
    }

    fn build(&self, values: &Values, game: &mut RuleBuilder<'_>) {
        let board = game.geometry();
        let middle = |length: u8| [(length - 1) / 2, length / 2];
        let files = middle(board.files()).map(|file| board.file_set(file));
        let ranks = middle(board.ranks()).map(|rank| board.rank_set(rank));
        let sand = (files[0] | files[1]) & (ranks[0] | ranks[1]);
        let when = When::every(values.integer("interval") as u16).moves_of(Color::Black);
        game.royals_may_leave("sunk");
        game.turn_end(MyHook { when, sand });
    }
}

/// Takes the men on the sand off the board. A hook holds parameters only: what it must remember lives in the position.
struct MyHook {
    when: When,
    sand: SquareSet,
}

impl TurnEnd for MyHook {
    fn when(&self) -> When {
        self.when
    }

    fn turn_end(&self, turn: &mut Turn<'_>) {
        let sinking = turn.pieces() & self.sand;
        let names = turn.view().describe(sinking);
        if !sinking.is_empty() {
            turn.tell(sinking, || format!("sunk: {names}"));
        }
        turn.clear(sinking);
    }
}
