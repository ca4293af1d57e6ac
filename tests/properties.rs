//! What holds for every position, every game and every text. `PROPTEST_CASES=10000` tries more of them.

mod support;

use std::sync::{Arc, LazyLock};

use floe_core::hook::{TurnEnd, When};
use floe_core::notation::{fen, uci};
use floe_core::spec::PieceSpec;
use floe_core::{Color, Game, Owner, Parameter, Piece, Position, Rule, RuleBuilder, Turn, Values, Variant, config};
use proptest::prelude::*;
use rand::seq::IndexedRandom;
use support::data::{position, variant};
use support::naive::{self, Rules};
use support::{random, robust};

/// The games that the properties are tried on, with settings.
const GAMES: [(&str, &str); 6] = [
    ("chess", ""),
    ("fischer-random", ""),
    ("ice-age", ""),
    ("ice-age", "ice-age.interval=1"),
    ("ice-age", "ice-age.interval=3 ice-age.counted_by=both ice-age.frozen_king=immune"),
    ("ice-age-fischer-random", "ice-age.interval=2 ice-age.legality=after-ice"),
];

static VARIANTS: LazyLock<Vec<Arc<Variant>>> =
    LazyLock::new(|| GAMES.iter().map(|(id, settings)| variant(id, settings)).collect());

/// A random position of one of the games: the game's number and a FEN.
fn any_position() -> impl Strategy<Value = (usize, String)> {
    (0..GAMES.len(), any::<u64>()).prop_map(|(game, seed)| (game, sparse(game, seed)))
}

fn sparse(game: usize, seed: u64) -> String {
    let (id, settings) = GAMES[game];
    random::sparse(&mut random::seeded(seed), Rules::new(id, settings), VARIANTS[game].castles_freely())
}

/// A random position before a move of Black, after which the Ice Age comes.
fn before_an_ice_age() -> impl Strategy<Value = String> {
    let black_moves = |seed| {
        let mut rng = random::seeded(seed);
        loop {
            let fen = random::sparse(&mut rng, Rules::new("ice-age", "ice-age.interval=1"), false);
            if fen.contains(" b ") {
                return fen;
            }
        }
    };
    any::<u64>().prop_map(black_moves)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_position_is_its_fen_and_its_setup((game, text) in any_position()) {
        let variant = &VARIANTS[game];
        let first = position(variant, &text);
        let written = fen::write(variant, &first);
        let again = position(variant, &written);
        prop_assert_eq!(&fen::write(variant, &again), &written);
        prop_assert_eq!(variant.key(&again), variant.key(&first));
        let rebuilt = variant.position(&variant.setup(&first)).expect("a true position");
        prop_assert_eq!(&fen::write(variant, &rebuilt), &written);
        prop_assert_eq!(variant.key(&rebuilt), variant.key(&first));
    }

    #[test]
    fn the_hash_kept_up_is_the_hash_from_scratch((game, text) in any_position(), seed in any::<u64>()) {
        let variant = &VARIANTS[game];
        let mut rng = random::seeded(seed);
        let mut current = position(variant, &text);
        while let Some(&legal) = variant.legal_moves(&current).choose(&mut rng) {
            current = variant.play(&current, legal);
            let written = fen::write(variant, &current);
            prop_assert_eq!(variant.key(&current), variant.key(&position(variant, &written)), "{}", written);
            if current.fullmove_number().is_multiple_of(16) {
                break;
            }
        }
    }

    /// The same men with the same future are the same position, whatever has gone before; with another future they
    /// are not.
    #[test]
    fn the_hash_knows_the_time_to_the_ice_age(seed in any::<u64>()) {
        let fen = sparse(0, seed);
        let fields: Vec<&str> = fen.split(' ').collect();
        for (id, time_counts) in [("chess", false), ("ice-age", true)] {
            let variant = variant(id, "");
            let at = |clock: u32, number: u32| format!("{} {clock} {number}", fields[..4].join(" "));
            let key = |clock, number| variant.key(&position(&variant, &at(clock, number)));
            prop_assert_eq!(key(0, 3), key(7, 23));
            prop_assert_eq!(key(0, 3) != key(0, 4), time_counts);
        }
    }

    #[test]
    fn a_second_ice_age_finds_nothing_to_do(text in before_an_ice_age(), immune in any::<bool>()) {
        let king = if immune { "immune" } else { "loses" };
        let settings = format!("ice-age.interval=1 ice-age.frozen_king={king}");
        let variant = variant("ice-age", &settings);
        let rule = Rules::new("ice-age", &settings).ice_age.expect("the rule");
        let before = position(&variant, &text);
        for legal in variant.legal_moves(&before) {
            let after = variant.play(&before, legal);
            let idle = |event: &floe_core::Event| event.text.starts_with("stays open");
            let events = variant.forecast(&after).map(|forecast| forecast.events).unwrap_or_default();
            prop_assert!(events.iter().all(idle), "{:?}", events);
            let board = naive::Position::read(Rules::new("ice-age", ""), &fen::write(&variant, &after)).board;
            prop_assert_eq!(naive::ice_age(&board, rule), board);
        }
    }

    /// Two rules, each with one half of the Ice Age, are the Ice Age in either order: the event is simultaneous.
    #[test]
    fn the_two_halves_commute(text in before_an_ice_age()) {
        let [whole, fill_first, freeze_first] = &*HALVES;
        let before = position(whole, &text);
        for legal in whole.legal_moves(&before) {
            let name = uci::write(whole, &before, legal);
            let after = fen::write(whole, &whole.play(&before, legal));
            for halves in [fill_first, freeze_first] {
                let before = position(halves, &text);
                let legal = uci::read(halves, &before, &name).expect("legal in both");
                prop_assert_eq!(fen::write(halves, &halves.play(&before, legal)), after.clone(), "{}", name);
            }
        }
        let board = naive::Position::read(Rules::new("ice-age", ""), &text).board;
        let whole = naive::ice_age(&board, Rules::new("ice-age", "").ice_age.expect("the rule"));
        prop_assert_eq!(naive::freeze(&naive::fill(&board), false), whole);
        prop_assert_eq!(naive::fill(&naive::freeze(&board, false)), whole);
    }

    #[test]
    fn undo_and_redo_lead_back_and_forth((game, text) in any_position(), seed in any::<u64>(), plies in 0..40) {
        let variant = &VARIANTS[game];
        let mut rng = random::seeded(seed);
        let mut game = Game::from_position(variant.clone(), position(variant, &text));
        let mut seen = vec![state(&game)];
        for _ in 0..plies {
            let moves = if game.outcome().is_some() { Vec::new() } else { variant.legal_moves(game.position()) };
            let Some(&legal) = moves.choose(&mut rng) else { break };
            game.play(legal).expect("a legal move");
            seen.push(state(&game));
        }
        for expected in seen.iter().rev().skip(1) {
            prop_assert!(game.undo().is_some());
            prop_assert_eq!(&state(&game), expected);
        }
        prop_assert!(game.undo().is_none());
        for expected in seen.iter().skip(1) {
            prop_assert!(game.redo().is_some());
            prop_assert_eq!(&state(&game), expected);
        }
        prop_assert!(game.redo().is_none());
    }

    #[test]
    fn no_fen_does_harm((game, good) in any_position(), noise in noise(), damage in damage()) {
        robust::read_fen(&noise);
        robust::read_fen(&damage.done_to(&fen::write(&VARIANTS[game], &position(&VARIANTS[game], &good))));
    }

    #[test]
    fn no_move_does_harm(good in MOVE, noise in noise(), damage in damage()) {
        robust::read_move(&noise);
        robust::read_move(&good);
        robust::read_move(&damage.done_to(&good));
    }

    #[test]
    fn no_pgn_does_harm(noise in noise(), damage in damage()) {
        robust::read_pgn(&noise);
        robust::read_pgn(PGN);
        robust::read_pgn(&damage.done_to(PGN));
    }

    #[test]
    fn no_configuration_does_harm(noise in noise(), damage in damage()) {
        robust::read_config(&noise);
        for id in ["chess", "ice-age", "horde"] {
            robust::read_config(&damage.done_to(robust::REGISTRY.source(id).expect("it is bundled")));
        }
    }
}

/// All that a game shows at one ply.
fn state(game: &Game) -> (Position, usize, Option<String>, Option<String>, usize) {
    let text = |outcome: Option<floe_core::Outcome>| outcome.map(|outcome| outcome.to_string());
    (*game.position(), game.plies().len(), text(game.outcome()), text(game.claimable()), game.repetitions())
}

/// The Ice Age after each of Black's moves: as one rule, and as two in either order.
static HALVES: LazyLock<[Arc<Variant>; 3]> = LazyLock::new(|| {
    let registry = floe_variants::registry().with_rule(Fill).with_rule(Freeze);
    let load = |rules: &str| {
        let head = "format = 1\nid = \"halves\"\nname = \"Halves\"\nextends = \"chess\"\n[draws]\nmaterial = false\n";
        config::load(&format!("{head}{rules}"), "halves", &registry).unwrap_or_else(|errors| panic!("{errors}"))
    };
    ["[rules.ice-age]\ninterval = 1", "[rules.fill]\n[rules.freeze]", "[rules.freeze]\n[rules.fill]"].map(load)
});

struct Fill;
struct Freeze;

fn ice(game: &mut RuleBuilder<'_>) -> Piece {
    let cube = || PieceSpec { name: "ice-cube".into(), letter: "^".into(), neutral: true, ..PieceSpec::default() };
    Piece::new(game.kind("ice-cube").unwrap_or_else(|| game.piece(cube())), Owner::Neutral)
}

impl Rule for Fill {
    fn id(&self) -> &'static str {
        "fill"
    }

    fn parameters(&self) -> &'static [Parameter] {
        &[]
    }

    fn summary(&self, _: &Values) -> String {
        "After each move of Black every empty square that men do not surround becomes ice.".into()
    }

    fn build(&self, _: &Values, game: &mut RuleBuilder<'_>) {
        let ice = ice(game);
        game.turn_end(FillHook(ice));
    }
}

impl Rule for Freeze {
    fn id(&self) -> &'static str {
        "freeze"
    }

    fn parameters(&self) -> &'static [Parameter] {
        &[]
    }

    fn summary(&self, _: &Values) -> String {
        "After each move of Black every man without a neighbour becomes ice.".into()
    }

    fn build(&self, _: &Values, game: &mut RuleBuilder<'_>) {
        let ice = ice(game);
        game.royals_may_leave("frozen");
        game.turn_end(FreezeHook(ice));
    }
}

struct FillHook(Piece);
struct FreezeHook(Piece);

impl TurnEnd for FillHook {
    fn when(&self) -> When {
        When::every(1).moves_of(Color::Black)
    }

    fn turn_end(&self, turn: &mut Turn<'_>) {
        turn.put(turn.empty() - turn.surrounded(turn.pieces()), self.0);
        turn.forget_en_passant();
    }
}

impl TurnEnd for FreezeHook {
    fn when(&self) -> When {
        When::every(1).moves_of(Color::Black)
    }

    fn turn_end(&self, turn: &mut Turn<'_>) {
        turn.put(turn.pieces() - turn.neighbours(turn.pieces()), self.0);
    }
}

/// Texts that look like moves.
const MOVE: &str = "([KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](=?[QRBNK])?|[oO0]-[oO0](-[oO0])?)[+#!?]{0,3}";

const PGN: &str = r#"[Event "A \"closed\" day"]
[Variant "Ice Age"]
[SetUp "1"]
[FEN "rnbqkbnr/pppppppp/^^^^^^^^/^^^^^^^^/^^^^^^^^/^^^^^^^^/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]
[Rules "ice-age.interval=2"]
[Result "*"]

% a line that programs skip
1. dxe3 $1 {a cube} dxe6 (1... exd6 2. exd3) 2. bxc3 bxc6 ; the first Ice Age
3. axb3! *

[Event "Second"]
[Result "1-0"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6?? 4. Qxf7# 1-0
"#;

/// Any text at all, and texts of the signs that notations are made of.
fn noise() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), "[ -~\n]{0,60}", "[a-h1-8KQRBNPkqrbnpxwO0=+#^/ .-]{0,40}"]
}

/// Something done to a good text: a part is cut out, and other text put there.
#[derive(Clone, Debug)]
struct Damage {
    at: prop::sample::Index,
    length: usize,
    instead: String,
}

fn damage() -> impl Strategy<Value = Damage> {
    (any::<prop::sample::Index>(), 0..12usize, prop_oneof![Just(String::new()), noise()])
        .prop_map(|(at, length, instead)| Damage { at, length, instead })
}

impl Damage {
    fn done_to(&self, text: &str) -> String {
        let signs: Vec<char> = text.chars().collect();
        let at = self.at.index(signs.len() + 1);
        let rest = signs.iter().skip(at + self.length);
        signs[..at].iter().copied().chain(self.instead.chars()).chain(rest.copied()).collect()
    }
}
