//! Everything that is checked of one position.

mod notation;
mod refusals;
mod repeats;
mod turns;

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::check::Check;
use super::failure::Finding;
use super::naive::{Difference, Naive, Step};
use super::random::Random;
use super::report::Report;
use crate::moves::Move;
use crate::notation::{fen, uci};
use crate::outcome::Outcome;
use crate::position::Position;
use crate::set::SquareSet;
use crate::variant::Variant;

/// Looks at positions of a variant.
pub(super) struct Examiner<'v> {
    variant: &'v Variant,
    /// The same variant, compiled once more: it knows positions by their FEN.
    fresh: Variant,
    naive: Naive<'v>,
    report: &'v mut Report,
    seed: u64,
    /// The move that is being looked at, for a hook that panics.
    at: Option<Move>,
}

impl<'v> Examiner<'v> {
    pub(super) fn new(variant: &'v Variant, fresh: Variant, report: &'v mut Report, seed: u64) -> Examiner<'v> {
        Examiner { variant, fresh, naive: Naive::new(variant), report, seed, at: None }
    }

    /// Looks at a position, which has been reached through others, oldest first. Returns the legal moves.
    pub(super) fn examine(&mut self, here: &Position, history: &[Position]) -> Result<Vec<Move>, Finding> {
        self.at = None;
        let found = catch_unwind(AssertUnwindSafe(|| self.look(here, history)));
        self.report.count(Check::Panics, 1);
        found.unwrap_or_else(|panic| {
            let message = panic.downcast_ref::<String>().map(String::as_str);
            let message = message.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without words");
            let finding = Finding::new(Check::Panics, "a hook panics", "no panic", message);
            Err(match self.at {
                Some(at) => finding.of(Step::from(at).name(self.variant)),
                None => finding,
            })
        })
    }

    fn look(&mut self, here: &Position, history: &[Position]) -> Result<Vec<Move>, Finding> {
        // The same for the same position, however it was reached: what is found can be found again from its FEN.
        let mut random = Random::new(self.seed ^ self.variant.key(here));
        self.report.positions += 1;
        self.sound(here)?;
        let again = self.fen(here)?;
        let legal = self.asked_twice(here, &again)?;
        let illegal = self.moves(here, &legal)?;
        self.ends(here, &legal, history)?;
        self.turns(here, &again, &legal, &mut random)?;
        self.key(here, &legal, &mut random)?;
        self.notation(here, &legal, &mut random)?;
        self.refusals(here, &legal, &illegal, &mut random)?;
        Ok(legal)
    }

    /// Goes on with a variant compiled just now, to which nothing has happened yet.
    pub(super) fn renew(&mut self, fresh: Variant) {
        self.fresh = fresh;
    }

    /// Counts a check that is made elsewhere.
    pub(super) fn count(&mut self, check: Check) {
        self.report.count(check, 1);
    }

    /// The name of a move in UCI coordinates.
    fn name(&self, here: &Position, listed: Move) -> String {
        uci::write(self.variant, here, listed)
    }

    /// The position could be set up, and its hash is that of the position made afresh.
    fn sound(&mut self, here: &Position) -> Result<(), Finding> {
        self.report.count(Check::Hash, 1);
        self.report.count(Check::Sound, 1);
        if !self.variant.hash_is_true(here) {
            return Err(Finding::new(Check::Hash, "the hash has drifted", "the hash made afresh", "another"));
        }
        let setup = self.variant.setup(here);
        let hollow = self.naive.laws().hollow_rights(&setup);
        if !hollow.is_empty() {
            let rooks = self.variant.geometry().names(hollow).join(" ");
            let message = "a castling right has lost its rook or its king";
            return Err(Finding::new(Check::Sound, message, "no such right", format!("rights of {rooks}")));
        }
        match self.variant.position(&setup) {
            Ok(same) if same == *here => Ok(()),
            Ok(other) => {
                let (expected, found) = (fen::write(self.variant, &other), fen::write(self.variant, here));
                Err(Finding::new(Check::Sound, "the position has another form than one set up so", expected, found))
            }
            Err(faults) => {
                let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
                let message = "this is no position that could be set up";
                Err(Finding::new(Check::Sound, message, "a true position", faults.join("; ")))
            }
        }
    }

    /// The legal moves, and who is in check, are what the naive generator says. Returns the moves that men can make but
    /// that are not legal.
    fn moves(&mut self, here: &Position, legal: &[Move]) -> Result<Vec<Move>, Finding> {
        self.report.count(Check::Moves, 1);
        let illegal = self.naive.compare(here, legal).map_err(|difference| self.of_difference(&difference))?;
        let squares = |set: SquareSet| format!("[{}]", self.variant.geometry().names(set).join(" "));
        let (expected, found) = (self.naive.in_check(here), self.variant.checked(here));
        if expected != found {
            return Err(Finding::new(Check::Moves, "other men are in check", squares(expected), squares(found)));
        }
        let counted = self.variant.perft(here, 1).nodes;
        if counted != legal.len() as u64 {
            let (expected, found) = (legal.len().to_string(), counted.to_string());
            return Err(Finding::new(Check::Moves, "moves are listed and counted differently", expected, found));
        }
        Ok(illegal)
    }

    fn of_difference(&self, Difference { message, missing, surplus }: &Difference) -> Finding {
        let list = |steps: &[Step]| {
            let names: Vec<String> = steps.iter().map(|step| step.name(self.variant)).collect();
            if names.is_empty() { "nothing more".to_owned() } else { names.join(", ") }
        };
        let finding = Finding::new(Check::Moves, *message, list(missing), list(surplus));
        match missing.iter().chain(surplus).next() {
            Some(step) => finding.of(step.name(self.variant)),
            None => finding,
        }
    }

    /// A game that goes on has moves; one that is over has none, but where no side has the material to mate; and
    /// history takes no end back.
    fn ends(&mut self, here: &Position, legal: &[Move], history: &[Position]) -> Result<(), Finding> {
        self.report.count(Check::Ends, 1);
        let say =
            |outcome: &Option<Outcome>| outcome.as_ref().map_or("the game goes on".to_owned(), Outcome::to_string);
        let outcome = self.variant.outcome(here);
        let moves = format!("{} legal moves", legal.len());
        match &outcome {
            None if legal.is_empty() => {
                return Err(Finding::new(Check::Ends, "nobody can move, but the game goes on", "an end", moves));
            }
            Some(end) if !legal.is_empty() && end.reason != INSUFFICIENT => {
                let message = "the game is over, but there are legal moves";
                return Err(Finding::new(Check::Ends, message, "no move", format!("{end}, and {moves}")));
            }
            _ => {}
        }
        let with_history = self.variant.outcome_after(here, history);
        if outcome.is_some() && with_history.is_none() {
            let message = "a hook finds an end that it does not find when it is told the positions before";
            return Err(Finding::new(Check::Ends, message, say(&outcome), say(&with_history)));
        }
        Ok(())
    }
}

/// The reason of a draw by material, which leaves moves to make.
const INSUFFICIENT: &str = "insufficient material";

#[cfg(test)]
mod tests {
    use super::super::fresh;
    use super::*;
    use crate::hook::{TurnEnd, When};
    use crate::{Parameter, Registry, Rule, RuleBuilder, Turn, Values, config};

    const GAME: &str = r#"
        format = 1
        id     = "game"
        [board]
        files = 6
        ranks = 6
        [pieces.king]
        letter = "K"
        betza  = "K"
        royal  = "check"
        [pieces.rook]
        letter = "R"
        betza  = "R"
        [pieces.pawn]
        letter     = "P"
        betza      = "mfWcfFimfnD"
        pawn       = true
        en_passant = true
        first      = { white = ["*2"], black = ["*5"] }
        [pieces.pawn.promotion]
        to = ["rook"]
        [castling]
        king   = "king"
        rook   = "rook"
        array  = "fixed"
        a-side = []
        h-side = [{ king = "e", rook = "d" }]
        [start]
        fen = "2k2r/pppppp/6/6/PPPPPP/2K2R w Kk - 0 1"
    "#;

    /// After so many plies the last file is flooded.
    struct Flood;

    impl Rule for Flood {
        fn id(&self) -> &'static str {
            "flood"
        }

        fn parameters(&self) -> &'static [Parameter] {
            const { &[Parameter::integer("interval", 1000, 1..=1000, "when the water comes")] }
        }

        fn summary(&self, _: &Values) -> String {
            "The last file is flooded.".to_owned()
        }

        fn build(&self, values: &Values, game: &mut RuleBuilder<'_>) {
            game.royals_may_leave("drowned");
            game.turn_end(Wave(values.integer("interval") as u16));
        }
    }

    struct Wave(u16);

    impl TurnEnd for Wave {
        fn when(&self) -> When {
            When::every(self.0)
        }

        fn turn_end(&self, turn: &mut Turn<'_>) {
            let last = turn.view().geometry().file_set(5);
            turn.clear(last);
        }
    }

    /// What is found in a random game whose positions are judged by the laws of the game with other settings.
    fn judged_by(settings: &str, laws: &str) -> Option<Check> {
        let registry = Registry::new().with_rule(Flood).with_variant(GAME);
        let load = |settings: &str| {
            let file = format!("format = 1\nid = \"changed\"\nextends = \"game\"\n{settings}");
            config::load(&file, "changed.toml", &registry).unwrap_or_else(|errors| panic!("{errors}"))
        };
        let (variant, laws) = (load(settings), load(laws));
        let mut report = Report::new(super::super::Termination::of(&variant), Vec::new());
        let fresh = fresh::compile(&variant, &registry).expect("it compiles again");
        let mut examiner = Examiner::new(&variant, fresh, &mut report, 1);
        examiner.naive = Naive::new(&laws);
        let mut random = Random::new(1);
        let mut here = *variant.start();
        for _ in 0..60 {
            match examiner.examine(&here, &[]) {
                Ok(legal) => here = variant.play(&here, random.pick(&legal)?),
                Err(finding) => return Some(finding.check),
            }
        }
        None
    }

    #[track_caller]
    fn check(settings: &str, laws: &str, expected: Check) {
        assert_eq!(judged_by(settings, laws), Some(expected), "{settings:?} by the laws of {laws:?}");
        assert_eq!(judged_by(settings, settings), None);
    }

    #[test]
    fn moves_that_the_laws_do_not_know_are_found() {
        check("pieces.rook.betza = 'RF'", "", Check::Moves);
        for laws in [
            "pieces.rook.betza = 'RF'",
            "pieces.pawn.promotion.may = ['*5', '*2']",
            "castling.h-side = []",
            "board.wrap = true",
            "pieces.king.royal = 'capture'",
        ] {
            check("", laws, Check::Moves);
        }
    }

    #[test]
    fn rights_that_the_laws_do_not_know_are_found() {
        check("", "castling = false", Check::Sound);
    }

    #[test]
    fn turns_that_end_otherwise_are_found() {
        check("", "pieces.pawn.pawn = false", Check::Plays);
        check("", "pieces.pawn.en_passant = false", Check::Plays);
        check("pieces.pawn.en_passant = false", "", Check::Plays);
    }

    #[test]
    fn a_hook_that_acts_when_it_does_not_say_so_is_found() {
        check("rules.flood.interval = 3", "rules.flood.interval = 1000", Check::Idle);
    }
}
