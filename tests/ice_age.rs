//! The Ice Age on positions whose answers are known: `tests/data/ice_age_moves.jsonl`, two positions of the rules page,
//! and the faults of other programs that concern castling rights, en passant, material and check.

mod support;

use std::collections::BTreeSet;

use floe_core::notation::{fen, san, uci};
use floe_core::{Owner, SetupFault, Variant};
use serde_json::Value;
use support::data::{self, position, variant, words};
use support::naive::{self, Rules};

/// A line of the file: a move across an Ice Age, and those of its consequences that the line gives.
struct Case(Value);

impl Case {
    fn all() -> Vec<Case> {
        let lines = data::lines("ice_age_moves.jsonl");
        lines.iter().map(|line| Case(serde_json::from_str(line).expect(line))).collect()
    }

    fn text(&self, key: &str) -> &str {
        self.0[key].as_str().unwrap_or_else(|| panic!("no {key} in {}", self.0))
    }

    fn name(&self) -> &str {
        self.text("name")
    }

    /// Calls `check` with the field, if the line has it.
    fn given(&self, key: &str, check: impl FnOnce(&Value)) {
        if let Some(value) = self.0.get(key) {
            check(value);
        }
    }

    fn words(&self, key: &str) -> BTreeSet<String> {
        let list = self.0[key].as_array().unwrap_or_else(|| panic!("no {key} in {}", self.0));
        list.iter().map(|word| word.as_str().expect("a word").to_owned()).collect()
    }
}

/// An implementation that the cases are put to.
trait Program: Sized {
    fn with(settings: &str) -> Self;
    /// What the move leads to; `None` if it is illegal.
    fn play(&self, fen: &str, uci: &str) -> Option<After>;
}

/// A position after a move.
struct After {
    fen: String,
    outcome: Option<String>,
    moves: usize,
    /// Letter and square of each man that became ice.
    frozen: BTreeSet<String>,
    /// The squares that the Ice Age left empty; none if it did not come.
    stays_open: BTreeSet<String>,
}

struct Core(std::sync::Arc<Variant>);

impl Program for Core {
    fn with(settings: &str) -> Core {
        Core(variant("ice-age", settings))
    }

    fn play(&self, fen: &str, uci: &str) -> Option<After> {
        let Core(variant) = self;
        let before = position(variant, fen);
        let legal = uci::read(variant, &before, uci).ok()?;
        let (after, events) = variant.play_and_tell(&before, legal);
        assert_eq!(after, variant.play(&before, legal), "told and untold: {fen} {uci}");
        let told = |start: &str, separator: &str| {
            let list = events.iter().find_map(|event| event.text.strip_prefix(start)).unwrap_or_default();
            list.split(separator).filter(|item| !item.is_empty()).map(str::to_owned).collect::<BTreeSet<_>>()
        };
        Some(After {
            fen: fen::write(variant, &after),
            outcome: variant.outcome(&after).map(words),
            moves: variant.legal_moves(&after).len(),
            frozen: told("frozen: ", ", ").iter().map(|man| short(variant, man)).collect(),
            stays_open: told("stays open: ", " "),
        })
    }
}

/// Letter and square of `white rook h1`: `Rh1`.
fn short(variant: &Variant, man: &str) -> String {
    let [owner, kind, square] = man.split(' ').collect::<Vec<_>>()[..] else { panic!("no man: {man}") };
    let kind = variant.kind(variant.kind_named(kind).expect("a kind"));
    let owner = if owner == "white" { Owner::White } else { Owner::Black };
    format!("{}{square}", kind.fen_letter(owner))
}

struct Naive(Rules);

impl Program for Naive {
    fn with(settings: &str) -> Naive {
        Naive(Rules::new("ice-age", settings))
    }

    fn play(&self, fen: &str, uci: &str) -> Option<After> {
        let before = naive::Position::read(self.0, fen);
        let m = before.find(uci)?;
        let after = before.play(m);
        let moved = before.moved(m).board;
        let came = before.ice_age_follows(m);
        let named = |square| format!("{}{}", naive::at(&moved, square), naive::name(square));
        let at = |square| naive::at(&after.board, square);
        let froze =
            |&square: &naive::Square| came && naive::is_man(naive::at(&moved, square)) && at(square) == naive::ICE;
        let open = |&square: &naive::Square| came && at(square) == naive::EMPTY;
        Some(After {
            fen: after.write(),
            outcome: after.outcome(),
            moves: after.legal_moves().len(),
            frozen: naive::squares().filter(froze).map(named).collect(),
            stays_open: naive::squares().filter(open).map(naive::name).collect(),
        })
    }
}

fn check<P: Program>(case: &Case) {
    let [standard, ice_judged, mate_first] =
        ["", "ice-age.legality=after-ice", "ice-age.mate=before-ice"].map(|settings| P::with(settings));
    let (name, fen, uci) = (case.name(), case.text("fen"), case.text("move"));
    let after = standard.play(fen, uci);
    case.given("legal", |legal| assert_eq!(after.is_some(), *legal, "{name}: legal"));
    case.given("legal_if_judged_after_ice", |legal| {
        assert_eq!(ice_judged.play(fen, uci).is_some(), *legal, "{name}: legal if judged after ice");
    });
    case.given("outcome_if_mate_before_ice", |outcome| {
        let after = mate_first.play(fen, uci).expect(name);
        assert_eq!(after.outcome.as_deref(), outcome.as_str(), "{name}: outcome if mate before ice");
    });
    let Some(after) = after else {
        let told = ["after", "outcome", "frozen", "stays_open", "moves_after"];
        let told = told.into_iter().find(|&key| case.0.get(key).is_some());
        assert_eq!(told, None, "{name}: the move is not legal");
        return;
    };
    case.given("after", |start| {
        let start = start.as_str().expect(name);
        assert!(after.fen.starts_with(start), "{name}: {} is not {start}", after.fen);
    });
    case.given("outcome", |outcome| assert_eq!(after.outcome.as_deref(), outcome.as_str(), "{name}: outcome"));
    case.given("frozen", |_| assert_eq!(after.frozen, case.words("frozen"), "{name}: frozen"));
    case.given("stays_open", |_| assert_eq!(after.stays_open, case.words("stays_open"), "{name}: stays open"));
    case.given("moves_after", |count| assert_eq!(after.moves as u64, *count, "{name}: moves after"));
}

#[test]
fn the_core_plays_the_known_moves() {
    for case in Case::all() {
        check::<Core>(&case);
    }
}

#[test]
fn the_naive_implementation_plays_the_known_moves() {
    for case in Case::all() {
        check::<Naive>(&case);
    }
}

/// The lines' SAN has no check marks; the naive implementation knows where they belong.
#[test]
fn the_known_moves_have_their_san() {
    let variant = variant("ice-age", "");
    for case in Case::all() {
        case.given("san", |san| {
            let (name, fen, uci) = (case.name(), case.text("fen"), case.text("move"));
            let naive = naive::Position::read(Rules::new("ice-age", ""), fen);
            let after = naive.play(naive.find(uci).expect(name));
            let mark = match after.outcome() {
                Some(outcome) if outcome.ends_with("checkmate") => "#",
                _ if after.in_check() => "+",
                _ => "",
            };
            let position = position(&variant, fen);
            let legal = uci::read(&variant, &position, uci).expect(name);
            assert_eq!(
                san::write(&variant, &position, legal),
                format!("{}{mark}", san.as_str().expect(name)),
                "{name}"
            );
        });
    }
}

/// Source: the rules page ("Found by review").
#[test]
fn positions_of_the_rules_page() {
    for (fen, uci, settings, outcome) in [
        ("k3r3/8/8/8/8/8/5PPP/6K1 b - - 0 20", "e8e1", "", "1-0 black king frozen"),
        ("k3r3/8/8/8/8/8/5PPP/6K1 b - - 0 20", "e8e1", "ice-age.mate=before-ice", "0-1 checkmate"),
        ("8/8/8/N7/8/5k2/7p/7K b - - 0 20", "f3g3", "", "1/2 stalemate"),
        ("8/8/8/N7/8/5k2/7p/7K b - - 0 20", "f3g3", "ice-age.mate=before-ice", "1/2 stalemate"),
    ] {
        let core = Core::with(settings).play(fen, uci).expect(fen).outcome;
        let naive = Naive::with(settings).play(fen, uci).expect(fen).outcome;
        assert_eq!((core.as_deref(), naive.as_deref()), (Some(outcome), Some(outcome)), "{fen} {uci} {settings}");
    }
}

/// Plays moves and compares the FEN that they lead to; the hash is that of a fresh position.
fn check_play(row: &str, id: &str, start: &str, moves: &[&str], expected: &str) {
    let variant = variant(id, "");
    let mut core = position(&variant, start);
    let mut naive = naive::Position::read(Rules::new(id, ""), start);
    for text in moves {
        let legal = uci::read(&variant, &core, text).unwrap_or_else(|error| panic!("{row}: {error}"));
        core = variant.play(&core, legal);
        naive = naive.play(naive.find(text).expect(row));
        let fresh = position(&variant, &fen::write(&variant, &core));
        assert_eq!(variant.key(&core), variant.key(&fresh), "{row}: hash after {text}");
    }
    assert_eq!(fen::write(&variant, &core), expected, "{row}");
    assert_eq!(naive.write(), expected, "{row}");
}

/// Faults of other programs: the row's name, where it was found, and what is right.
#[test]
fn rights_go_with_their_men() {
    // C9, bishop #77: a rook takes a rook on its square; both rights go.
    check_play(
        "C9",
        "chess",
        "rnbqk1nr/ppp1ppb1/6p1/3p4/8/2N5/PPPPPPP1/R1BQKBNR w KQkq - 0 5",
        &["h1h8"],
        "rnbqk1nR/ppp1ppb1/6p1/3p4/8/2N5/PPPPPPP1/R1BQKBN1 b Qq - 0 5",
    );
    // E13, vchess: the Ice Age follows a double step; the pawn can no longer be taken in passing.
    check_play(
        "E13",
        "ice-age",
        "4k3/3pp3/8/4P3/8/8/4P3/4K3 b - - 0 20",
        &["d7d5"],
        "^^^^k^^^/^^^^p^^^/^^^^^^^^/^^^pP^^^/^^^^^^^^/^^^^^^^^/^^^^P^^^/^^^^K^^^ w - - 0 21",
    );
    // E13: taking onto that square takes the cube only.
    check_play(
        "E13",
        "ice-age",
        "4k3/3pp3/8/4P3/8/8/4P3/4K3 b - - 0 20",
        &["d7d5", "e5d6"],
        "^^^^k^^^/^^^^p^^^/^^^P^^^^/^^^p1^^^/^^^^^^^^/^^^^^^^^/^^^^P^^^/^^^^K^^^ b - - 0 21",
    );
    // L17, vchess; L15, bishop: a rook that freezes loses its right, and only it does.
    check_play(
        "L17",
        "ice-age",
        "4k2r/3p3p/p7/8/8/8/P3P3/R3K2R b KQk - 0 20",
        &["a6a5"],
        "^^^^k^^r/^^^p^^^p/^^^^^^^^/^^^^^^^^/^^^^^^^^/^^^^^^^^/P^^^P^^^/R^^^K^^^ w Qk - 0 21",
    );
    // L17: the right stays lost when another rook comes to that square.
    check_play(
        "L17",
        "ice-age",
        "4k3/3p4/p7/8/8/8/4P3/4KR1R b K - 0 20",
        &["a6a5", "f1g1", "e8d8", "g1h1", "d8e8"],
        "^^^1k^^^/^^^p^^^^/^^^^^^^^/^^^^^^^^/^^^^^^^^/^^^^^^^^/^^^^P^^^/^^^^K2R w - - 1 23",
    );
}

#[test]
fn material_for_a_draw() {
    for (row, id, fen, expected) in [
        // M1, python-chess #634: bishops on squares of one colour.
        ("M1", "chess", "5K2/8/8/1B6/8/k7/6b1/8 w - - 0 39", true),
        // M3, its counter-case: bishops on different colours.
        ("M3", "chess", "5K2/8/8/1B6/8/k7/5b2/8 w - - 0 39", false),
        // M5, chesslib #67: bishop against knight.
        ("M5", "chess", "1n6/8/8/2k1K3/8/8/8/5B2 w - - 0 50", false),
        // M7, Fairy-Stockfish #139: a knight, and a pawn on the other side.
        ("M7", "chess", "8/8/8/7p/2N5/3k4/1K6/8 w - - 0 1", false),
        // M9, lila #555: draws belong to the variant; the men of M1 can still freeze a king.
        ("M9", "ice-age", "5K2/8/8/1B6/8/k7/6b1/8 w - - 0 39", false),
        // M11, derived: so can kings alone.
        ("M11", "ice-age", "5K2/8/^^^^^^^^/8/8/k7/8/8 w - - 0 39", false),
        ("M11", "chess", "5K2/8/8/8/8/k7/8/8 w - - 0 39", true),
    ] {
        let variant = variant(id, "");
        let position = position(&variant, fen);
        assert_eq!(variant.insufficient_material(&position), expected, "{row} {fen}");
        assert_eq!(variant.outcome(&position).is_some(), expected, "{row} {fen}");
    }
}

/// F1, chess.js #558: the side that is not to move is in check.
#[test]
fn check_of_the_wrong_side_is_a_fault() {
    let variant = variant("chess", "");
    let setup = fen::setup(&variant, "1n6/8/2Q5/1rK5/8/8/8/5k2 b - - 0 1").expect("it can be read");
    let faults = variant.position(&setup).expect_err("White's king can be taken");
    assert!(matches!(faults[..], [SetupFault::OppositeCheck { .. }]), "{faults:?}");
}
