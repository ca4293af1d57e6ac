//! Rules that go with any game: each is a module with one rule, written through the public hooks alone.
//!
//! ```
//! use floe_core::{Registry, config};
//!
//! let registry = floe_mixins::rules(Registry::new().with_variant(include_str!("../../games/chess.toml")));
//! let file = "format = 1\nid = 'blast'\nextends = 'chess'\n[rules.atomic]\n[rules.loop]";
//! let blast = config::load(file, "blast.toml", &registry)?;
//! assert_eq!(blast.legal_moves(blast.start()).len(), 20);
//! # Ok::<(), config::ConfigErrors>(())
//! ```

pub mod anti;
pub mod atomic;
pub mod cheshire_cat;
pub mod extinction;
pub mod grand;
pub mod hand;
pub mod knight_relay;
pub mod massacre;
pub mod racing_kings;
pub mod recycle;
pub mod three_checks;

use floe_core::spec::PieceSpec;
use floe_core::{Kind, Registry, Royal, RuleBuilder, SquareSet, View};

/// Adds all rules and generators of this crate to a registry.
#[must_use]
pub fn rules(registry: Registry) -> Registry {
    registry
        .with_rule(three_checks::ThreeChecks)
        .with_rule(racing_kings::RacingKings)
        .with_rule(anti::Anti)
        .with_rule(extinction::Extinction)
        .with_rule(atomic::Atomic)
        .with_rule(cheshire_cat::CheshireCat)
        .with_rule(knight_relay::KnightRelay)
        .with_rule(hand::Loop)
        .with_rule(recycle::Recycle)
        .with_rule(grand::Grand)
        .with_rule(massacre::Massacre)
        .with_generator(massacre::Shuffled)
}

/// Makes royal men ordinary ones, to which pawns promote like to any other.
fn uncrown(game: &mut RuleBuilder<'_>) {
    let crowned = game.royal_kinds();
    let kinds: Vec<Kind> = game.pieces().map(|(kind, _)| kind).collect();
    let names: Vec<String> = crowned.iter().map(|&kind| game.piece_mut(kind).name.clone()).collect();
    for kind in crowned {
        game.piece_mut(kind).royal = Royal::No;
    }
    for kind in kinds {
        let promotion = &mut game.piece_mut(kind).promotion;
        for promotion in [&mut promotion.white, &mut promotion.black].into_iter().flatten() {
            let known = |name: &&String| !promotion.to.contains(*name);
            let new: Vec<String> = names.iter().filter(known).cloned().collect();
            promotion.to.extend(new);
        }
    }
}

/// The kinds of kings: royal men, and kings that another rule has made ordinary men.
fn kings(game: &RuleBuilder<'_>) -> Vec<Kind> {
    let is_king =
        |(kind, piece): (Kind, &PieceSpec)| (piece.royal != Royal::No || piece.name == "king").then_some(kind);
    game.pieces().filter_map(is_king).collect()
}

/// The squares of all men of some kinds, whosever they are.
fn men_of(board: &View<'_>, kinds: &[Kind]) -> SquareSet {
    kinds.iter().fold(SquareSet::EMPTY, |men, &kind| men | board.of(kind))
}

/// The kinds of pawns.
fn pawns(game: &RuleBuilder<'_>) -> Vec<Kind> {
    game.pieces().filter(|(_, piece)| piece.pawn).map(|(kind, _)| kind).collect()
}
