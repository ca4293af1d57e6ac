//! What a row of captures on one square wins, without playing it.

use super::evaluation::Evaluation;
use super::score::Points;
use crate::engine::attacks::Foes;
use crate::engine::rules::Rules;
use crate::engine::state::{NOBODY, State};
use crate::engine::word::Word;
use crate::moves::{Form, Move};

/// Royal men are taken last.
const ROYAL: Points = 10_000;
/// No row of captures is longer.
const MOST_CAPTURES: usize = 32;

impl<W: Word> Evaluation<W> {
    /// What a man is worth in an exchange.
    #[inline(always)]
    pub(crate) fn price(&self, rules: &Rules<W>, kind: u8) -> Points {
        if rules.royals.contains(&kind) { ROYAL } else { self.value(kind) }
    }

    /// What a move wins when both sides take on its square as long as it pays, the cheapest man first. Pins are not
    /// looked at.
    pub(crate) fn exchange(&self, rules: &Rules<W>, state: &State<W>, candidate: Move) -> Points {
        let Move { form, from, to, .. } = candidate;
        if !matches!(form, Form::Walk | Form::DoubleStep | Form::EnPassant) {
            return 0;
        }
        let price = |kind: u8| if kind == NOBODY { 0 } else { self.price(rules, kind) };
        let mut gains = [0; MOST_CAPTURES];
        gains[0] = rules.taken(state, candidate).map_or(0, price);
        let mut stands = price(state.kind_at(from));
        let mut occupied = (state.occupied() & !W::bit(from)) | W::bit(to);
        if form == Form::EnPassant
            && let Some(victim) = state.captured(candidate)
        {
            occupied &= !W::bit(victim);
        }
        let foes = [state.turn(), !state.turn()].map(|color| Foes::new(rules, state, color));
        let mut side = 1;
        let mut last = 0;
        while last + 1 < MOST_CAPTURES {
            let attackers = foes[side].attackers(to, occupied) & occupied & !W::bit(to);
            let cheapest = attackers.squares().min_by_key(|&square| price(state.kind_at(square)));
            let Some(square) = cheapest else { break };
            last += 1;
            gains[last] = stands - gains[last - 1];
            // Neither side goes on where it can only lose.
            if gains[last].max(-gains[last - 1]) < 0 {
                break;
            }
            stands = price(state.kind_at(square));
            occupied &= !W::bit(square);
            side = 1 - side;
        }
        while last > 0 {
            gains[last - 1] = -gains[last].max(-gains[last - 1]);
            last -= 1;
        }
        gains[0]
    }
}
