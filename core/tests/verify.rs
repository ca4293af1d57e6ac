//! The conformance kit finds faults that are planted in rules: each is one that an author could make, and each is found
//! by the check that is meant for it, on a short line that shows it again.

mod support;

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use floe_core::hook::{Ending, Legality, PreMove, TurnEnd, Verdict, When};
use floe_core::verify::{Check, Failure, Trial};
use floe_core::{Color, Judge, Move, Outcome, Owner, Piece, Registry, RuleBuilder, Turn, Values, Variant, View};
use support::rules::Plain;
use support::{load, registry};

/// A hook at the end of turns.
struct AtEnd<F>(When, F);

impl<F: Fn(&mut Turn<'_>) + Send + Sync> TurnEnd for AtEnd<F> {
    fn when(&self) -> When {
        self.0
    }

    fn turn_end(&self, turn: &mut Turn<'_>) {
        (self.1)(turn);
    }
}

fn at_end(when: When, act: impl Fn(&mut Turn<'_>) + Send + Sync + 'static) -> impl TurnEnd + 'static {
    AtEnd(when, act)
}

/// A hook that refuses moves.
struct Veto<F>(F);

impl<F: Fn(&View<'_>, Move) -> Option<String> + Send + Sync> PreMove for Veto<F> {
    fn refuse(&self, board: &View<'_>, candidate: Move) -> Option<String> {
        (self.0)(board, candidate)
    }
}

fn veto(refuse: impl Fn(&View<'_>, Move) -> Option<String> + Send + Sync + 'static) -> impl PreMove + 'static {
    Veto(refuse)
}

/// A hook that ends the game.
struct End<F>(F);

impl<F: Fn(&Judge<'_>) -> Option<Outcome> + Send + Sync> Ending for End<F> {
    fn outcome(&self, judge: &Judge<'_>) -> Option<Outcome> {
        (self.0)(judge)
    }
}

fn end(outcome: impl Fn(&Judge<'_>) -> Option<Outcome> + Send + Sync + 'static) -> impl Ending + 'static {
    End(outcome)
}

type Build = fn(&Values, &mut RuleBuilder<'_>);

/// Chess with a rule laid over it.
fn chess(build: Build) -> (Registry, Arc<Variant>) {
    let registry = registry().with_rule(Plain { id: "faulty", parameters: &[], build });
    let variant = load("[rules.faulty]", &registry);
    (registry, variant)
}

/// A fault in a rule is found by this check, with these words; and if it is sure to, it shows again on a line that
/// starts from a FEN.
#[track_caller]
fn check(build: Build, check: Check, message: &str, repeats: bool) -> Box<Failure> {
    let (registry, variant) = chess(build);
    let failure = Trial::default().run(&variant, &registry).expect_err("the fault is found");
    assert_eq!(failure.check, check, "{failure}");
    assert!(failure.message.contains(message), "{failure}");
    assert!(failure.repeats || !repeats, "{failure}");
    assert_line_leads_to_position(&failure);
    failure
}

/// What is told of a failure can be followed, in chess where no rule disturbs it.
#[track_caller]
fn assert_line_leads_to_position(failure: &Failure) {
    assert!(!failure.position.is_empty() && !failure.start.is_empty(), "{failure}");
    assert!(!failure.moves.is_empty() || failure.start == failure.position, "{failure}");
}

/// Takes the men off the first file.
fn drown(turn: &mut Turn<'_>) {
    let royal = turn.view().royals(Color::White) | turn.view().royals(Color::Black);
    let file = turn.view().geometry().file_set(0);
    turn.clear((turn.pieces() & file) - royal);
}

#[test]
fn a_hook_that_keeps_what_it_remembers_to_itself() {
    let build: Build = |_, game| {
        let captures = AtomicUsize::new(0);
        game.turn_end(at_end(When::Captures, move |turn| {
            if captures.fetch_add(1, Relaxed) % 3 == 2 {
                drown(turn);
            }
        }));
    };
    check(build, Check::Determinism, "a move leads to", false);
}

#[test]
fn a_counter_that_is_not_in_the_key() {
    // The number of the move is a counter that repetition does not see.
    let build: Build = |_, game| {
        game.pre_move(veto(|board, candidate| {
            let late = board.fullmove_number() > 12;
            (late && board.captured(candidate).is_some()).then(|| "the truce has begun".to_owned())
        }));
    };
    let failure = check(build, Check::Key, "though the position counts as repeated", true);
    assert!(failure.moves.is_empty(), "{failure}");
}

#[test]
fn a_veto_that_depends_on_time() {
    let build: Build = |_, game| {
        let start = Instant::now();
        game.pre_move(veto(move |_, _| {
            (start.elapsed().as_nanos() / 100).is_multiple_of(2).then(|| "not now".to_owned())
        }));
    };
    check(build, Check::Determinism, "other moves are legal", false);
}

#[test]
fn a_hook_that_takes_a_king_and_does_not_say_so() {
    let build: Build = |_, game| {
        game.turn_end(at_end(When::Captures, |turn| {
            let around = turn.neighbours(turn.played().played.to().into_iter().collect());
            let kings = turn.view().royals(Color::White) | turn.view().royals(Color::Black);
            turn.clear(around & kings);
        }));
    };
    let failure = check(build, Check::Sound, "no position that could be set up", true);
    assert!(failure.found.contains("has no king"), "{failure}");
}

#[test]
fn a_verdict_that_leaves_a_king_to_be_taken() {
    struct Legal;
    impl Legality for Legal {
        fn judge(&self, _: &View<'_>, _: Color) -> Verdict {
            Verdict::Legal
        }
    }
    let failure = check(|_, game| game.legality(Legal), Check::Sound, "no position that could be set up", true);
    assert!(failure.found.contains("already attacks the king"), "{failure}");
}

#[test]
fn a_hook_that_acts_only_when_somebody_listens() {
    let build: Build = |_, game| {
        game.turn_end(at_end(When::every(4), |turn| {
            if turn.listens() {
                drown(turn);
            }
        }));
    };
    let failure = check(build, Check::Told, "when somebody listens", true);
    // After the fourth ply, and thus from the position before it.
    assert!(failure.moves.is_empty() && failure.start.contains(" b ") && failure.start.ends_with(" 2"), "{failure}");
}

#[test]
fn a_hook_that_has_nothing_to_say() {
    let build: Build = |_, game| {
        game.turn_end(at_end(When::Captures, |turn| {
            let empty = turn.empty();
            turn.tell(empty, String::new);
        }));
    };
    check(build, Check::Told, "cannot be read", true);
}

#[test]
fn a_veto_without_a_reason() {
    let build: Build = |_, game| {
        game.pre_move(veto(|board, candidate| board.captured(candidate).map(|_| String::new())));
    };
    check(build, Check::Refusals, "without a reason", true);
}

#[test]
fn an_end_that_history_takes_back() {
    let build: Build = |_, game| {
        game.ending(end(|judge| {
            let bare = judge.pieces().len() < 30;
            (bare && judge.history().is_empty()).then(|| Outcome::draw("a draw without a past"))
        }));
    };
    check(build, Check::Ends, "does not find when it is told the positions before", true);
}

#[test]
fn a_hook_that_panics() {
    let build: Build = |_, game| {
        let pawn = game.kind("pawn").expect("chess has pawns");
        game.turn_end(at_end(When::Captures, move |turn| {
            let to = turn.played().played.to().into_iter().collect::<floe_core::SquareSet>();
            turn.put(to, Piece::new(pawn, Owner::Neutral));
        }));
    };
    let failure = check(build, Check::Panics, "a hook panics", true);
    assert_eq!(failure.found, "a rule puts a pawn that would be nobody's");
    assert!(failure.candidate.is_some(), "{failure}");
}

#[test]
fn a_rule_that_is_never_built_twice_alike() {
    static BUILT: AtomicUsize = AtomicUsize::new(0);
    let build: Build = |_, game| {
        let interval = 1 + BUILT.fetch_add(1, Relaxed) % 3;
        game.turn_end(at_end(When::every(interval as u16), drown));
    };
    check(build, Check::Determinism, "compiled afresh", false);
}

#[test]
fn a_hook_that_puts_a_pawn_where_none_can_be() {
    let build: Build = |_, game| {
        let pawn = game.kind("pawn").expect("chess has pawns");
        game.turn_end(at_end(When::Captures, move |turn| {
            let board = turn.view();
            let last = board.geometry().rank_set(board.geometry().ranks() - 1) & board.empty();
            turn.put(last, Piece::new(pawn, Color::White));
        }));
    };
    let failure = check(build, Check::Sound, "no position that could be set up", true);
    assert!(failure.found.contains("a pawn of White stands on"), "{failure}");
}

#[test]
fn a_hook_that_remembers_answers_to_other_questions() {
    let build: Build = |_, game| {
        let known = Mutex::new(HashMap::new());
        game.pre_move(veto(move |board, candidate| {
            let mut known = known.lock().expect("nobody panics");
            let rank = |square| board.geometry().rank_of(board.to_move(), square);
            let backward = candidate.from().zip(candidate.to()).is_some_and(|(from, to)| rank(to) < rank(from));
            // Where the man came from is forgotten.
            let refused = *known.entry(candidate.to()).or_insert(backward);
            refused.then(|| "nobody goes back".to_owned())
        }));
    };
    check(build, Check::Determinism, "other moves are legal", false);
}
