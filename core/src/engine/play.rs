//! Making a move: the whole turn, from the men's step to the hooks at its end.

use super::editor::Editor;
use super::rules::Rules;
use super::state::{NOBODY, State};
use super::word::Word;
use crate::color::{Color, Owner};
use crate::hook::{Verdict, When};
use crate::moves::{Form, Move};
use crate::outcome::{Event, Forecast};
use crate::piece::Piece;
use crate::square::Square;
use crate::turn::{Played, Turn, View};

/// Why a move that men can make is not legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Illegal {
    /// A royal man would be left attacked.
    Danger,
    /// A rule forbids it, for this reason.
    Rule { rule: String, reason: String },
}

impl<W: Word> Rules<W> {
    /// The state after a legal move: the whole turn.
    #[inline]
    pub(crate) fn play(&self, state: &State<W>, legal: Move) -> State<W> {
        let mut next = self.moved(state, legal);
        if self.hooks.presence.acts {
            self.finish_with_hooks(state, legal, &mut next, None);
        } else {
            next.pass_turn(&self.keys);
            self.settle_en_passant(&mut next);
        }
        next
    }

    /// The state after a legal move, and what hooks did.
    pub(crate) fn play_and_tell(&self, state: &State<W>, legal: Move) -> (State<W>, Vec<Event>) {
        let mut events = Vec::new();
        let mut next = self.moved(state, legal);
        self.finish_with_hooks(state, legal, &mut next, Some(&mut events));
        (next, events)
    }

    /// The rest of the turn after the men have moved. Hooks are only called when one of them may act.
    fn finish_with_hooks(
        &self,
        before: &State<W>,
        legal: Move,
        next: &mut State<W>,
        mut events: Option<&mut Vec<Event>>,
    ) {
        let strikes = before.next_event == 1;
        if strikes || self.hooks.presence.acts_without_clock {
            let played = self.played(before, legal);
            self.post_move(next, played, events.as_deref_mut());
            next.pass_turn(&self.keys);
            self.turn_end(next, played, events);
        } else {
            next.pass_turn(&self.keys);
        }
        if strikes {
            next.next_event = self.next_event(next.turn(), next.fullmove_number);
        } else {
            next.next_event = next.next_event.saturating_sub(1);
        }
        self.settle_en_passant(next);
    }

    fn played(&self, before: &State<W>, legal: Move) -> Played {
        let taken = before.captured(legal).and_then(|square| Some((Square(square), before.piece_at(square)?)));
        Played { mover: before.turn(), played: legal, taken, number: before.fullmove_number.max(1) }
    }

    fn post_move(&self, next: &mut State<W>, played: Played, mut events: Option<&mut Vec<Event>>) {
        for (when, named) in &self.hooks.post_move {
            if is_due(*when, &played) {
                let mut editor = Editor { rules: self, state: next };
                named.hook.post_move(&mut Turn {
                    edit: &mut editor,
                    played,
                    rule: &named.rule,
                    events: events.as_deref_mut(),
                });
            }
        }
    }

    fn turn_end(&self, next: &mut State<W>, played: Played, mut events: Option<&mut Vec<Event>>) {
        let due = |when: &When| is_due(*when, &played);
        if !self.hooks.turn_end.iter().any(|(when, _)| due(when)) {
            return;
        }
        if self.hooks.mate_first {
            // Mate or stalemate that stands now ends the game: nothing more happens on this board.
            let mut judged = *next;
            judged.next_event = self.next_event(judged.turn(), judged.fullmove_number);
            self.settle_en_passant(&mut judged);
            if self.moves_if_on(&judged).is_empty() {
                return;
            }
        }
        for (_, named) in self.hooks.turn_end.iter().filter(|(when, _)| due(when)) {
            let mut editor = Editor { rules: self, state: next };
            named.hook.turn_end(&mut Turn {
                edit: &mut editor,
                played,
                rule: &named.rule,
                events: events.as_deref_mut(),
            });
        }
    }

    /// What hooks with a clock would do if they acted now, on the present board.
    pub(crate) fn foretell(&self, state: &State<W>) -> Forecast {
        let mut forecast = Forecast { plies: state.next_event, rules: Vec::new(), events: Vec::new() };
        let mut board = *state;
        let here = 2 * state.fullmove_number.max(1) - u32::from(state.turn() == Color::White);
        let ply = here + state.next_event.saturating_sub(1);
        let mover = if ply % 2 == 1 { Color::White } else { Color::Black };
        let nothing = Move { form: Form::Pass, from: 0, to: 0, extra: 0 };
        let played = Played { mover, played: nothing, taken: None, number: ply.div_ceil(2) };
        board.set_turn(&self.keys, !mover);
        for (when, named) in &self.hooks.turn_end {
            if matches!(when, When::Clock(_)) && is_due(*when, &played) {
                forecast.rules.push(named.rule.clone());
                let mut editor = Editor { rules: self, state: &mut board };
                named.hook.turn_end(&mut Turn {
                    edit: &mut editor,
                    played,
                    rule: &named.rule,
                    events: Some(&mut forecast.events),
                });
            }
        }
        forecast
    }

    /// The men's part of a move: the same side is still to move.
    #[inline(always)]
    pub(crate) fn moved(&self, state: &State<W>, candidate: Move) -> State<W> {
        let mut next = *state;
        let keys = &self.keys;
        let us = state.turn();
        let owner = Self::owner(us);
        next.forget_en_passant(keys);
        let Move { form, from, to, extra } = candidate;
        let mut resets = false;
        match form {
            Form::Walk => {
                let kind = state.kind_at(from);
                let taken = state.kind_at(to);
                if taken != NOBODY {
                    next.take(keys, to, taken, state.owner_at(to));
                }
                match extra.checked_sub(1) {
                    None => next.shift(keys, from, to, kind, owner),
                    Some(promoted) => {
                        next.take(keys, from, kind, owner);
                        next.put(keys, to, promoted, owner);
                    }
                }
                resets = taken != NOBODY || self.pawn[kind as usize];
                self.drop_rights_of(&mut next, state, kind, W::bit(from) | W::bit(to), us);
            }
            Form::DoubleStep => {
                let kind = state.kind_at(from);
                next.shift(keys, from, to, kind, owner);
                resets = self.pawn[kind as usize];
                let steps = self.movers[us.index()][kind as usize].steps.as_ref();
                if let Some(double) = steps.and_then(|steps| steps.doubles.get(extra as usize)) {
                    let target = (from as i16 + double.first) as u8;
                    if self.may_pass(&next, target, !us) {
                        next.set_en_passant(keys, Some((target, to)));
                    }
                }
                self.drop_rights_of(&mut next, state, kind, W::bit(from), us);
            }
            Form::EnPassant => {
                let kind = state.kind_at(from);
                if let Some((_, victim)) = state.en_passant() {
                    // After a hook has acted a man of another kind, or ice, may stand on the target.
                    for square in [victim, to] {
                        let taken = next.kind_at(square);
                        if taken != NOBODY {
                            next.take(keys, square, taken, next.owner_at(square));
                        }
                    }
                }
                next.shift(keys, from, to, kind, owner);
                resets = true;
            }
            Form::Castle => {
                if let Some([king, rook, king_to, rook_to]) = self.castling_squares(state, to, extra) {
                    let (king_kind, rook_kind) = (state.kind_at(king), state.kind_at(rook));
                    next.take(keys, king, king_kind, owner);
                    next.take(keys, rook, rook_kind, owner);
                    next.put(keys, king_to, king_kind, owner);
                    next.put(keys, rook_to, rook_kind, owner);
                    next.drop_rights(keys, state.of_color(us));
                }
            }
            Form::Drop => next.put(keys, to, extra, owner),
            Form::Pass => {}
        }
        next.halfmove_clock = if resets { 0 } else { next.halfmove_clock.saturating_add(1) };
        next
    }

    #[inline(always)]
    fn drop_rights_of(&self, next: &mut State<W>, before: &State<W>, kind: u8, touched: W, us: Color) {
        if before.rights().is_empty() {
            return;
        }
        let castles = self.castling.as_ref().is_some_and(|castling| castling.king == kind);
        let lost = if castles { touched | before.of_color(us) } else { touched };
        next.drop_rights(&self.keys, lost);
    }

    /// Whether a man of a color stands so that it could take in passing onto a square.
    fn may_pass(&self, state: &State<W>, target: u8, by: Color) -> bool {
        self.movers[by.index()].iter().enumerate().any(|(kind, mover)| {
            let men = state.of_kind(kind as u8) & state.of_color(by);
            self.passes[kind]
                && mover.steps.as_ref().is_some_and(|steps| {
                    let behind = |by: i16| W::bit(target).shift(-by);
                    steps.captures.iter().any(|shift| (behind(shift.by) & shift.from).meets(men))
                })
        })
    }

    /// Forgets the pawn that may be taken in passing unless a legal move takes it: there is one form of a position.
    #[inline(always)]
    pub(crate) fn settle_en_passant(&self, state: &mut State<W>) {
        if state.en_passant().is_some() {
            self.check_en_passant(state);
        }
    }

    #[cold]
    fn check_en_passant(&self, state: &mut State<W>) {
        let over = self.has_lost(state, Color::White) || self.has_lost(state, Color::Black);
        let legal =
            |candidate: &Move| self.survives(state, *candidate).is_ok() && self.refused(state, *candidate).is_none();
        if over || !self.en_passant_moves(state).iter().any(legal) {
            state.forget_en_passant(&self.keys);
        }
    }

    /// Plays a move that men can make, and says why it is not legal.
    pub(crate) fn survives(&self, state: &State<W>, candidate: Move) -> Result<(), Illegal> {
        let us = state.turn();
        let mut next = self.moved(state, candidate);
        let last = self.hooks.legality_last && (state.next_event == 1 || self.hooks.presence.acts_without_clock);
        if last || !self.hooks.post_move.is_empty() {
            let played = self.played(state, candidate);
            self.post_move(&mut next, played, None);
            if last {
                next.pass_turn(&self.keys);
                self.turn_end(&mut next, played, None);
            }
        }
        for named in &self.hooks.legality {
            match named.hook.judge(&self.view(&next), us) {
                Verdict::Undecided => {}
                Verdict::Legal => return Ok(()),
                Verdict::Illegal(reason) => {
                    return Err(Illegal::Rule { rule: named.rule.clone(), reason });
                }
            }
        }
        if self.in_danger(&next, us) { Err(Illegal::Danger) } else { Ok(()) }
    }

    /// The pre-move hook that refuses a move, and its reason.
    pub(crate) fn refused(&self, state: &State<W>, candidate: Move) -> Option<(&str, String)> {
        let view = self.view(state);
        self.hooks.pre_move.iter().find_map(|named| Some((named.rule.as_str(), named.hook.refuse(&view, candidate)?)))
    }

    /// The state as hooks read it.
    pub(crate) fn view<'a>(&'a self, state: &'a State<W>) -> View<'a> {
        View { engine: self, state: W::erase(state) }
    }
}

/// Whether a hook acts on a turn.
fn is_due(when: When, played: &Played) -> bool {
    match when {
        When::Always => true,
        When::Captures => matches!(played.taken, Some((_, Piece { owner: Owner::White | Owner::Black, .. }))),
        When::Clock(clock) => clock.plies_left(played.mover, played.number) == 1,
    }
}
