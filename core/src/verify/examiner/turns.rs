//! What is checked of the turn: every legal move played.

use super::super::check::Check;
use super::super::failure::Finding;
use super::super::naive::Step;
use super::super::random::Random;
use super::Examiner;
use crate::color::Color;
use crate::moves::Move;
use crate::notation::fen;
use crate::outcome::Event;
use crate::piece::Kind;
use crate::position::Position;
use crate::setup::Setup;

/// Of the positions that moves lead to, so many are looked at as positions.
const LOOKED_AT: usize = 4;
/// In one position of so many, moves are counted two plies deep.
const TWO_PLIES_IN: u64 = 8;
/// So often a move is played once more to see whether it leads to the same position while nobody listens.
const UNHEARD: usize = 5;

impl Examiner<'_> {
    /// Every legal move can be played; it leads where the naive board says, where no hook acts; and it does so whoever
    /// asks, how often, in which order, and whether somebody listens.
    pub(super) fn turns(
        &mut self,
        here: &Position,
        again: &Position,
        legal: &[Move],
        random: &mut Random,
    ) -> Result<(), Finding> {
        let board = self.variant.setup(here);
        let mut nexts: Vec<(Move, Position)> = Vec::with_capacity(legal.len());
        for &listed in legal {
            self.at = Some(listed);
            nexts.push((listed, self.variant.play(here, listed)));
        }
        for (listed, next) in nexts.iter().rev() {
            self.at = Some(*listed);
            self.played_again(here, again, *listed, next)?;
            self.leads(here, &board, *listed, next)?;
        }
        for (listed, next) in random.some(LOOKED_AT, &nexts) {
            self.at = Some(listed);
            self.sound(&next).map_err(|finding| finding.of(self.name(here, listed)))?;
            self.counts_down(here, listed, &next)?;
        }
        self.at = None;
        if random.one_in(TWO_PLIES_IN) {
            let leaves = nexts.iter().map(|(_, next)| self.variant.perft(next, 1).nodes).sum::<u64>();
            let counted = self.variant.perft(here, 2).nodes;
            if counted != leaves {
                let message = "two plies deep there are other numbers of moves";
                return Err(Finding::new(Check::Moves, message, leaves.to_string(), counted.to_string()));
            }
        }
        Ok(())
    }

    /// Where the next hook with a clock is yet to come, it comes a ply nearer.
    fn counts_down(&mut self, here: &Position, listed: Move, next: &Position) -> Result<(), Finding> {
        let Some(forecast) = self.variant.forecast(here).filter(|forecast| forecast.plies > 1) else { return Ok(()) };
        self.report.count(Check::Idle, 1);
        let then = self.variant.forecast(next).map(|then| (then.plies, then.rules));
        let expected = Some((forecast.plies - 1, forecast.rules));
        if then == expected || next.turn() == here.turn() {
            return Ok(());
        }
        let (expected, found) = (format!("{expected:?}"), format!("{then:?}"));
        let message = "the plies until a hook acts are not counted down";
        Err(Finding::new(Check::Idle, message, expected, found).of(self.name(here, listed)))
    }

    /// The move leads to the same position when it is played again, in the variant compiled afresh, and when somebody
    /// listens; and what is told is the same.
    fn played_again(
        &mut self,
        here: &Position,
        again: &Position,
        listed: Move,
        next: &Position,
    ) -> Result<(), Finding> {
        self.report.count(Check::Determinism, 1);
        self.report.count(Check::Told, 1);
        let differs = |check: Check, message: &str, other: &Position| {
            let (expected, found) = self.differences(&self.variant.setup(next), &self.variant.setup(other));
            let what = if expected == found { fen::write(self.variant, other) } else { found };
            Finding::new(check, message, expected, what).of(self.name(here, listed))
        };
        let second = self.variant.play(here, listed);
        if second != *next {
            return Err(differs(Check::Determinism, "played twice, a move leads to two positions", &second));
        }
        let other = self.fresh.play(again, listed);
        if other != *next {
            let message = "in the variant compiled afresh, a move leads to another position";
            return Err(differs(Check::Determinism, message, &other));
        }
        let (told, events) = self.variant.play_and_tell(here, listed);
        if told != *next {
            // Nobody has listened yet: what changes from time to time may only seem to depend on it.
            let restless = (0..UNHEARD).any(|_| self.variant.play(here, listed) != *next);
            let (check, message) = match restless {
                true => (Check::Determinism, "played several times, a move leads to several positions"),
                false => (Check::Told, "a hook does something else when somebody listens"),
            };
            return Err(differs(check, message, &told));
        }
        let (_, other_events) = self.fresh.play_and_tell(again, listed);
        if events != other_events {
            let texts = |events: &[Event]| events.iter().map(|event| format!("{:?}", event.text)).collect::<Vec<_>>();
            let (expected, found) = (texts(&events).join(", "), texts(&other_events).join(", "));
            let finding = Finding::new(
                Check::Determinism,
                "hooks of the variant compiled afresh tell otherwise",
                expected,
                found,
            );
            return Err(finding.of(self.name(here, listed)));
        }
        let unfit = |event: &&Event| event.text.trim().is_empty() || event.text.contains('\n');
        if let Some(event) = events.iter().find(unfit) {
            let message = format!("what the rule {:?} tells cannot be read", event.rule);
            let finding = Finding::new(Check::Told, message, "one line of text", format!("{:?}", event.text));
            return Err(finding.of(self.name(here, listed)));
        }
        Ok(())
    }

    /// The move leads to the position that the naive board has after it, where no hook acts; and where one does, to
    /// one in which the turn has passed and no right was won.
    fn leads(&mut self, here: &Position, board: &Setup, listed: Move, next: &Position) -> Result<(), Finding> {
        let step = Step::from(listed);
        let found = self.variant.setup(next);
        let mut expected = self.naive.after(board, step, &found);
        let acts = self.naive.acts(board, step);
        let check = if acts || !self.naive.has_acting_hooks() { Check::Plays } else { Check::Idle };
        self.report.count(check, 1);
        if acts {
            // Hooks may change men and what they remember, say who is next, and take rights away.
            let plain = std::mem::replace(&mut expected, found.clone());
            let black_is_done = (board.turn, found.turn) == (Color::Black, Color::White);
            expected.fullmove_number = board.fullmove_number.max(1) + u32::from(black_is_done);
            expected.castling = found.castling & plain.castling;
            expected.en_passant = found.en_passant.and(plain.en_passant);
        }
        if found == expected {
            return Ok(());
        }
        let message = match check {
            Check::Idle => "a hook changes the board on a turn on which it says that it does not act",
            _ => "a move leads to another position",
        };
        let (expected, found) = self.differences(&expected, &found);
        Err(Finding::new(check, message, expected, found).of(self.name(here, listed)))
    }

    /// What differs between two setups, in words, of each.
    pub(super) fn differences(&self, one: &Setup, other: &Setup) -> (String, String) {
        let board = one.geometry();
        let mut words = (Vec::new(), Vec::new());
        let mut differ = |what: &str, one: String, other: String| {
            if one != other {
                words.0.push(format!("{what} {one}"));
                words.1.push(format!("{what} {other}"));
            }
        };
        for square in board.squares() {
            let man = |setup: &Setup| {
                let Some(man) = setup.at(square) else { return "empty".to_owned() };
                let owner = man.owner.color().map_or("nobody's", |color| color.name());
                format!("{owner} {}", self.variant.kind(man.kind).name)
            };
            differ(&board.name(square), man(one), man(other));
        }
        let names = |set| format!("[{}]", board.names(set).join(" "));
        differ("to move", one.turn.to_string(), other.turn.to_string());
        differ("castling", names(one.castling), names(other.castling));
        let pawn = |setup: &Setup| setup.en_passant.map_or("-".to_owned(), |pawn| board.name(pawn.target));
        differ("en passant", pawn(one), pawn(other));
        differ("half-move clock", one.halfmove_clock.to_string(), other.halfmove_clock.to_string());
        differ("move", one.fullmove_number.to_string(), other.fullmove_number.to_string());
        differ("counters", format!("{:?}", one.counters), format!("{:?}", other.counters));
        let marks = |setup: &Setup| setup.marks.iter().map(|&set| names(set)).collect::<Vec<_>>().join(" ");
        differ("sets", marks(one), marks(other));
        let hands = |setup: &Setup| {
            let hand = |(color, kind, count): (Color, Kind, u8)| {
                format!("{} {count} {}", color.name(), self.variant.kind(kind).name)
            };
            setup.hands().map(hand).collect::<Vec<_>>().join(" and ")
        };
        differ("in hand:", hands(one), hands(other));
        (words.0.join(", "), words.1.join(", "))
    }
}
