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
use crate::turn::{Hearing, Played, Turn, View};

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
        let mut next = *state;
        self.advance(state, &mut next, legal);
        next
    }

    /// Plays a legal move in a copy of the state before it.
    #[inline(always)]
    pub(crate) fn advance(&self, before: &State<W>, next: &mut State<W>, legal: Move) {
        self.move_men(before, next, legal);
        if self.hooks.presence.busy || before.next_event == 1 {
            self.finish_with_hooks(before, legal, next, None);
        } else {
            next.pass_turn(&self.keys);
            next.next_event = next.next_event.saturating_sub(1);
            self.settle_en_passant(next);
        }
    }

    /// The state after a legal move, and what hooks did.
    pub(crate) fn play_and_tell(&self, state: &State<W>, legal: Move) -> (State<W>, Vec<Event>) {
        let mut events = Vec::new();
        let mut next = *state;
        self.move_men(state, &mut next, legal);
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
        self.carry_marks(next, before, legal);
        let strikes = before.next_event == 1;
        if strikes || self.hooks.presence.acts_without_clock {
            let played = self.played(before, legal);
            self.post_move(next, played, events.as_deref_mut());
            next.pass_turn(&self.keys);
            self.turn_end(next, played, events);
        } else {
            next.pass_turn(&self.keys);
        }
        if strikes || next.turn() == before.turn() {
            next.next_event = self.next_event(next.turn(), next.fullmove_number);
        } else {
            next.next_event = next.next_event.saturating_sub(1);
        }
        self.settle_en_passant(next);
    }

    /// Takes marks that travel with men along with those that have moved; those that were taken have none any more.
    fn carry_marks(&self, next: &mut State<W>, before: &State<W>, made: Move) {
        if self.travelling.is_empty() {
            return;
        }
        let castled = (made.form == Form::Castle).then(|| self.castling_squares(before, made.to, made.extra)).flatten();
        let steps = match castled {
            Some([king, rook, king_to, rook_to]) => [Some((king, king_to)), Some((rook, rook_to))],
            None => [made.from().zip(made.to()).map(|(from, to)| (from.0, to.0)), None],
        };
        let steps = || steps.iter().flatten();
        let left = steps().fold(W::EMPTY, |squares, &(from, _)| squares | W::bit(from));
        let taken = before.captured(made).map_or(W::EMPTY, W::bit);
        for &index in &self.travelling {
            let marks = before.marks(index);
            let moved = steps().filter(|(from, _)| marks.has(*from)).fold(W::EMPTY, |set, &(_, to)| set | W::bit(to));
            let carried = (marks & !left & !taken) | moved;
            if carried != marks {
                next.set_marks(&self.keys, index, carried);
            }
        }
    }

    fn played(&self, before: &State<W>, legal: Move) -> Played {
        let taken = before.captured(legal).and_then(|square| Some((Square(square), before.piece_at(square)?)));
        Played { mover: before.turn(), played: legal, taken, number: before.fullmove_number.max(1) }
    }

    fn post_move(&self, next: &mut State<W>, played: Played, events: Option<&mut Vec<Event>>) {
        self.act_post_move(next, played, events, |when| is_due(when, &played));
    }

    fn turn_end(&self, next: &mut State<W>, played: Played, events: Option<&mut Vec<Event>>) {
        if !self.hooks.turn_end.iter().any(|(when, _)| is_due(*when, &played)) {
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
        self.act_turn_end(next, played, events, |when| is_due(when, &played));
    }

    fn act_post_move(
        &self,
        next: &mut State<W>,
        played: Played,
        mut events: Option<&mut Vec<Event>>,
        acts: impl Fn(When) -> bool,
    ) {
        for (_, named) in self.hooks.post_move.iter().filter(|(when, _)| acts(*when)) {
            let edit = &mut Editor { rules: self, state: next };
            named.hook.post_move(&mut Turn { edit, played, rule: &named.rule, events: events.as_deref_mut() });
        }
    }

    fn act_turn_end(
        &self,
        next: &mut State<W>,
        played: Played,
        mut events: Option<&mut Vec<Event>>,
        acts: impl Fn(When) -> bool,
    ) {
        for (_, named) in self.hooks.turn_end.iter().filter(|(when, _)| acts(*when)) {
            let edit = &mut Editor { rules: self, state: next };
            named.hook.turn_end(&mut Turn { edit, played, rule: &named.rule, events: events.as_deref_mut() });
        }
    }

    /// What hooks with a clock would do if they acted now, on the present board.
    pub(crate) fn foretell(&self, state: &State<W>) -> Forecast {
        let here = 2 * state.fullmove_number.max(1) - u32::from(state.turn() == Color::White);
        let ply = here + state.next_event.saturating_sub(1);
        let mover = if ply % 2 == 1 { Color::White } else { Color::Black };
        let nothing = Move { form: Form::Pass, from: 0, to: 0, extra: 0 };
        let played = Played { mover, played: nothing, taken: None, number: ply.div_ceil(2) };
        let strikes = |when| matches!(when, When::Clock(_)) && is_due(when, &played);
        let post_move = self.hooks.post_move.iter().map(|(when, named)| (*when, &named.rule));
        let turn_end = self.hooks.turn_end.iter().map(|(when, named)| (*when, &named.rule));
        let mut rules: Vec<String> = Vec::new();
        for (when, rule) in post_move.chain(turn_end) {
            if strikes(when) && !rules.contains(rule) {
                rules.push(rule.clone());
            }
        }
        let mut board = *state;
        board.set_turn(&self.keys, mover);
        board.fullmove_number = played.number;
        let mut events = Vec::new();
        self.act_post_move(&mut board, played, Some(&mut events), strikes);
        board.pass_turn(&self.keys);
        self.act_turn_end(&mut board, played, Some(&mut events), strikes);
        Forecast { plies: state.next_event, rules, events }
    }

    /// The men's part of a move, in a copy of the state before it: the same side is still to move.
    #[inline(always)]
    fn move_men(&self, state: &State<W>, next: &mut State<W>, candidate: Move) {
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
                self.drop_rights_of(next, state, candidate, kind, taken);
            }
            Form::DoubleStep => {
                let kind = state.kind_at(from);
                next.shift(keys, from, to, kind, owner);
                resets = self.pawn[kind as usize];
                let steps = self.movers[us.index()][kind as usize].steps.as_ref();
                if let Some(double) = steps.and_then(|steps| steps.doubles.get(extra as usize)) {
                    let target = (from as i16 + double.first) as u8;
                    if self.may_pass(next, target, !us) {
                        next.set_en_passant(keys, Some((target, to)));
                    }
                }
                self.drop_rights_of(next, state, candidate, kind, NOBODY);
            }
            Form::EnPassant => {
                let kind = state.kind_at(from);
                if let Some((_, victim)) = state.en_passant() {
                    next.take(keys, victim, state.kind_at(victim), Self::owner(!us));
                }
                next.take(keys, from, kind, owner);
                next.put(keys, to, extra.checked_sub(1).unwrap_or(kind), owner);
                resets = true;
                self.drop_rights_of(next, state, candidate, kind, NOBODY);
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
            Form::Drop => {
                next.put(keys, to, extra, owner);
                let left = state.hand(us)[extra as usize].saturating_sub(1);
                next.set_in_hand(keys, us, extra, left);
                resets = true;
            }
            Form::Pass => {}
        }
        next.halfmove_clock = if resets { 0 } else { next.halfmove_clock.saturating_add(1) };
    }

    /// Drops the castling rights that a man's step from square to square ends, its own and those of the man it takes.
    #[inline(always)]
    fn drop_rights_of(&self, next: &mut State<W>, before: &State<W>, step: Move, kind: u8, taken: u8) {
        if before.rights().is_empty() {
            return;
        }
        let kings = self.rights_of_king(before, step.from, kind) | self.rights_of_king(before, step.to, taken);
        next.drop_rights(&self.keys, W::bit(step.from) | W::bit(step.to) | kings);
    }

    /// The castling rights that end when the man of this kind leaves its square because it is the king that castles.
    #[inline(always)]
    pub(crate) fn rights_of_king(&self, state: &State<W>, square: u8, kind: u8) -> W {
        if self.castling.as_ref().is_none_or(|castling| castling.king != kind) {
            return W::EMPTY;
        }
        let rights = state.rights() & state.owned(state.owner_at(square));
        let castles = !rights.is_empty() && self.castling_king(state, rights.lowest()) == Some(square);
        if castles { rights } else { W::EMPTY }
    }

    /// Whether a man of a color stands so that it could take in passing onto a square.
    fn may_pass(&self, state: &State<W>, target: u8, by: Color) -> bool {
        self.passing.iter().any(|&kind| {
            let men = state.of_kind(kind) & state.of_color(by);
            self.movers[by.index()][kind as usize].steps.as_ref().is_some_and(|steps| {
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
        let mut legal = false;
        let presence = self.hooks.presence;
        if presence.list || presence.endings || presence.exotic {
            legal = self.legal_moves(state).into_iter().any(Move::is_en_passant);
        } else if !self.is_over(state) {
            self.visit_en_passant(state, |candidate| legal = legal || self.survives(state, candidate).is_ok());
        }
        if !legal {
            state.forget_en_passant(&self.keys);
        }
    }

    /// The board on which the legality of a move that men can make is judged.
    pub(crate) fn judged(&self, state: &State<W>, candidate: Move) -> State<W> {
        let mut next = *state;
        self.move_men(state, &mut next, candidate);
        self.carry_marks(&mut next, state, candidate);
        let last = self.hooks.legality_last && (state.next_event == 1 || self.hooks.presence.acts_without_clock);
        if last || !self.hooks.post_move.is_empty() {
            let played = self.played(state, candidate);
            self.post_move(&mut next, played, None);
            if last {
                next.pass_turn(&self.keys);
                self.turn_end(&mut next, played, None);
            }
        }
        next
    }

    /// Plays a move that men can make, and says why it is not legal.
    pub(crate) fn survives(&self, state: &State<W>, candidate: Move) -> Result<(), Illegal> {
        let us = state.turn();
        let next = self.judged(state, candidate);
        if let Some((rule, reason)) = &self.hooks.no_checks
            && self.in_danger(&next, !us)
        {
            return Err(Illegal::Rule { rule: rule.clone(), reason: (*reason).to_owned() });
        }
        // Not all hooks are asked about every move.
        let played = (!self.hooks.legality.is_empty()).then(|| self.played(state, candidate));
        let asked = |when: When| played.is_some_and(|played| is_due(when, &played));
        for (_, named) in self.hooks.legality.iter().filter(|(when, _)| asked(*when)) {
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
        View { engine: self, state: W::erase(state), hearing: Hearing::All }
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
