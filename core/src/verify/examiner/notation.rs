//! What is checked of notation: what is written reads back.

use std::collections::BTreeSet;

use super::super::check::Check;
use super::super::failure::Finding;
use super::super::naive::Step;
use super::super::random::Random;
use super::Examiner;
use crate::moves::Move;
use crate::notation::{fen, san, uci};
use crate::position::Position;
use crate::variant::Variant;

/// Of the legal moves so many are written and read, and all that promote, castle or take in passing.
const SAMPLE: usize = 4;

impl Examiner<'_> {
    /// The FEN of a position reads back to it, in the variant compiled afresh too. Returns what is read there.
    pub(super) fn fen(&mut self, here: &Position) -> Result<Position, Finding> {
        self.report.count(Check::Fen, 1);
        let text = fen::write(self.variant, here);
        let read = |variant: &Variant, check: Check, message: &str| {
            let read = fen::read(variant, &text)
                .map_err(|errors| Finding::new(check, "its FEN cannot be read", text.clone(), errors.to_string()))?;
            if read == *here && variant.key(&read) == self.variant.key(here) {
                return Ok(read);
            }
            Err(Finding::new(check, message, describe(self.variant, here), describe(variant, &read)))
        };
        read(self.variant, Check::Fen, "read from its FEN it is another position")?;
        read(&self.fresh, Check::Determinism, "the variant compiled afresh reads its FEN as another position")
    }

    /// Moves are told apart by their coordinates, and read back from these and from SAN.
    pub(super) fn notation(&mut self, here: &Position, legal: &[Move], random: &mut Random) -> Result<(), Finding> {
        let names: BTreeSet<String> = legal.iter().map(|&listed| self.name(here, listed)).collect();
        if names.len() < legal.len() {
            let names = names.into_iter().collect::<Vec<_>>().join(" ");
            let message = "two moves have the same coordinates";
            return Err(Finding::new(Check::Uci, message, format!("{} names", legal.len()), names));
        }
        let rare =
            |listed: &Move| listed.promotion().is_some() || listed.castling().is_some() || listed.is_en_passant();
        let rares: Vec<Move> = legal.iter().copied().filter(rare).collect();
        let sample: BTreeSet<Move> = [legal, &rares].into_iter().flat_map(|moves| random.some(SAMPLE, moves)).collect();
        for listed in sample {
            self.at = Some(listed);
            self.report.count(Check::Uci, 1);
            self.report.count(Check::San, 1);
            let (san, uci) = (san::write(self.variant, here, listed), self.name(here, listed));
            for (check, read, text) in [
                (Check::Uci, uci::read(self.variant, here, &uci), &uci),
                (Check::San, san::read(self.variant, here, &san), &san),
            ] {
                let found = match read {
                    Ok(read) if read == listed => continue,
                    Ok(read) => Step::from(read).name(self.variant),
                    Err(error) => error.to_string(),
                };
                let message = format!("{text:?} is not read as the move that it was written for");
                let expected = Step::from(listed).name(self.variant);
                return Err(Finding::new(check, message, expected, found).of(&*uci));
            }
        }
        self.at = None;
        Ok(())
    }
}

/// A position in FEN, and when the next hook with a clock acts.
fn describe(variant: &Variant, position: &Position) -> String {
    let text = fen::write(variant, position);
    match variant.forecast(position) {
        Some(forecast) => format!("{text} (a hook acts in {} plies)", forecast.plies),
        None => text,
    }
}
