//! What holds for every position of every game.

use std::collections::BTreeSet;

use floe_core::notation::{fen, uci};
use floe_core::{Kind, Move, Position, Square, Variant};

/// A position, for messages.
pub fn say(variant: &Variant, position: &Position) -> String {
    let pieces = variant.spec().pieces.iter().map(|piece| format!("{}={}", piece.letter, piece.betza));
    let pieces: Vec<String> = pieces.collect();
    format!("{} on {:?} with {}", fen::write(variant, position), variant.spec().board, pieces.join(" "))
}

/// The hash is true, FEN and setup lead back to the position, and moves are told apart. Of the moves every fifth is
/// looked at.
pub fn check(variant: &Variant, position: &Position) {
    let here = || say(variant, position);
    assert!(variant.hash_is_true(position), "the hash has drifted: {}", here());
    let text = fen::write(variant, position);
    let again = fen::read(variant, &text).unwrap_or_else(|errors| panic!("{errors}: {}", here()));
    assert_eq!(again, *position, "read from its FEN it is another position: {}", here());
    let rebuilt = variant.position(&variant.setup(position));
    assert_eq!(rebuilt.as_ref(), Ok(position), "made from its setup it is another position: {}", here());
    assert_eq!(variant.key(&again), variant.key(position));

    let legal = variant.legal_moves(position);
    let names: BTreeSet<String> = legal.iter().map(|&legal| uci::write(variant, position, legal)).collect();
    assert_eq!(names.len(), legal.len(), "two moves have one name: {names:?} {}", here());
    assert_eq!(variant.perft(position, 1).nodes, legal.len() as u64, "{}", here());
    let outcome = variant.outcome(position);
    if outcome.is_none() {
        assert!(!legal.is_empty(), "nobody can move, but the game goes on: {}", here());
    }
    for &legal in legal.iter().step_by(5) {
        let refused = match (legal.dropped(), legal.from(), legal.to()) {
            (Some(kind), _, Some(to)) => variant.drop_refusal(position, kind, to),
            (None, Some(from), Some(to)) => variant.refusal(position, from, to, legal.promotion()),
            _ => None,
        };
        assert_eq!(refused, None, "{}", here());
        let (next, events) = variant.play_and_tell(position, legal);
        assert_eq!(variant.play(position, legal), next, "told or not, a move leads to one position: {}", here());
        assert!(events.iter().all(|event| !event.text.is_empty() && !event.rule.is_empty()));
        let name = uci::write(variant, position, legal);
        let read = uci::read(variant, position, &name).unwrap_or_else(|error| panic!("{error}: {}", here()));
        assert_eq!(read, legal, "{name} {}", here());
    }
}

/// A move that nobody lists is refused with a reason, and one that is listed is not.
pub fn check_refusals(variant: &Variant, position: &Position) {
    let legal = variant.legal_moves(position);
    let squares = variant.geometry().squares();
    let kinds = (0..variant.kinds().len()).filter_map(|kind| variant.kind_named(&variant.kinds()[kind].name));
    let promotions: Vec<Option<Kind>> = std::iter::once(None).chain(kinds.map(Some)).collect();
    for (from, to) in squares.iter().flat_map(|from| squares.iter().map(move |to| (from, to))) {
        for &promotion in &promotions {
            let listed = legal.iter().any(|&legal| names(variant, position, legal, (from, to, promotion)));
            let refusal = variant.refusal(position, from, to, promotion);
            let squares = [from, to].map(|square| variant.geometry().name(square));
            assert_eq!(
                refusal.is_none(),
                listed,
                "{squares:?} {promotion:?}: {refusal:?} in {}",
                say(variant, position)
            );
            if let Some(refusal) = refusal {
                let text = refusal.to_string();
                assert!(text.len() > 10 && !text.contains("  "), "{text:?}");
            }
        }
    }
}

/// Whether squares and promotion name a legal move: castling also by the king's target, where the array is fixed.
fn names(variant: &Variant, position: &Position, legal: Move, step: (Square, Square, Option<Kind>)) -> bool {
    let lands = variant.castling_squares(position, legal).map(|squares| squares[2]);
    let to = legal.to() == Some(step.1) || (!variant.castles_freely() && lands == Some(step.1));
    legal.from() == Some(step.0) && to && legal.promotion() == step.2
}
