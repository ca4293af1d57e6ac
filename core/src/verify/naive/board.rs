//! Moves on a plain list of men.

use std::collections::BTreeSet;

use super::laws::Laws;
use super::step::Step;
use crate::color::{Color, Owner};
use crate::hook::Loan;
use crate::piece::{Piece, Royal};
use crate::set::SquareSet;
use crate::setup::{EnPassant, Setup};
use crate::square::Square;

/// What hooks say of the attacks of one board.
#[derive(Default)]
pub(super) struct Said {
    pub(super) loans: Vec<Loan>,
    /// By color: where royal men are not in check.
    pub(super) sheltered: [SquareSet; 2],
}

impl Laws {
    /// Every move that men of the side to move can make, whether or not it leaves a royal man attacked.
    pub(super) fn candidates(&self, board: &Setup, said: &Said) -> BTreeSet<Step> {
        let mut steps = BTreeSet::new();
        self.walk(board, said, &mut steps);
        self.take_in_passing(board, &mut steps);
        self.castle(board, said, &mut steps);
        self.drop_men(board, &mut steps);
        steps.extend(self.grants.may_pass.then_some(Step::PASS));
        steps
    }

    /// Men's steps and captures.
    fn walk(&self, board: &Setup, said: &Said, steps: &mut BTreeSet<Step>) {
        let occupied = occupied(board);
        let prey = self.prey(board);
        for (from, man) in men_of(board, board.turn) {
            for to in self.targets(from, man, occupied, prey, &said.loans) {
                let promotions = self.promotions(man, board.turn, to);
                steps.extend(promotions.into_iter().map(|promotion| Step::man(from, to, promotion)));
            }
        }
    }

    /// Captures in passing: as if the man that has stepped stood where it can be taken.
    fn take_in_passing(&self, board: &Setup, steps: &mut BTreeSet<Step>) {
        let Some(pawn) = board.en_passant else { return };
        let target = SquareSet::from(pawn.target);
        let occupied = occupied(board) | target;
        for (from, man) in men_of(board, board.turn).filter(|(_, man)| self.passes(*man)) {
            if self.own_targets(from, man, occupied, target).contains(pawn.target) {
                let promotions = self.promotions(man, board.turn, pawn.target);
                let step = |promotion| Step { en_passant: true, ..Step::man(from, pawn.target, promotion) };
                steps.extend(promotions.into_iter().map(step));
            }
        }
    }

    /// Men in hand, onto empty squares.
    fn drop_men(&self, board: &Setup, steps: &mut BTreeSet<Step>) {
        let Some(zones) = &self.grants.drops else { return };
        for (_, kind, _) in board.hands().filter(|(color, ..)| *color == board.turn) {
            let zone = zones[board.turn.index()][kind.index()];
            steps.extend((zone & board.vacant()).iter().map(|to| Step::drop(kind, to)));
        }
    }

    fn castle(&self, board: &Setup, said: &Said, steps: &mut BTreeSet<Step>) {
        for rook in board.castling & board.of(board.turn) {
            for (number, squares) in self.castlings(board, rook).into_iter().enumerate() {
                if self.can_castle(board, said, squares) {
                    steps.insert(Step { castling: Some(number as u8), ..Step::man(squares[0], rook, None) });
                }
            }
        }
    }

    /// The way of king and rook must be clear, and a king that may not be left attacked must not stand, cross or land
    /// where it is.
    fn can_castle(&self, board: &Setup, said: &Said, [king, rook, king_to, rook_to]: [Square; 4]) -> bool {
        let rank = self.board.rank(king);
        let way = |from: Square, to: Square| {
            let files = self.board.file(from.min(to))..=self.board.file(from.max(to));
            files.map(move |file| self.board.square(file, rank)).collect::<Vec<Option<Square>>>()
        };
        let mut ways = way(king, king_to).into_iter().chain(way(rook, rook_to));
        let is_clear = |square: Square| square == king || square == rook || board.at(square).is_none();
        if king_to == rook_to || !ways.all(|square| square.is_some_and(is_clear)) {
            return false;
        }
        let is_royal = self.royals(board, board.turn).any(|royal| royal == (king, Royal::Check));
        let mut lifted = board.clone();
        lifted.put(king, None);
        let mut landed = lifted.clone();
        landed.put(rook, None);
        landed.put(rook_to, board.at(rook));
        let sheltered = said.sheltered[board.turn.index()];
        let attacked = |board: &Setup, square: Square| {
            !sheltered.contains(square) && self.is_attacked(board, said, square, !board.turn)
        };
        let safe = |square: Option<Square>| match square {
            Some(square) if square == king => !attacked(board, king),
            Some(square) if square == king_to => !attacked(&landed, king_to),
            Some(square) => !attacked(&lifted, square),
            None => true,
        };
        // A king that castles without moving must be safe before and after.
        !is_royal || (way(king, king_to).into_iter().all(safe) && !attacked(&landed, king_to))
    }

    /// Whether a player's men attack a square.
    fn is_attacked(&self, board: &Setup, said: &Said, square: Square, by: Color) -> bool {
        let target = SquareSet::from(square);
        let occupied = occupied(board) | target;
        men_of(board, by).any(|(from, man)| self.targets(from, man, occupied, target, &said.loans).contains(square))
    }

    /// A player's royal men that are attacked and may not be left so.
    pub(super) fn in_check(&self, board: &Setup, said: &Said, color: Color) -> SquareSet {
        let royals = self.royals(board, color).filter(|(_, royal)| *royal == Royal::Check);
        let exposed =
            royals.map(|(square, _)| square).filter(|&square| !said.sheltered[color.index()].contains(square));
        exposed.filter(|&square| self.is_attacked(board, said, square, !color)).collect()
    }

    /// Whether a royal man is attacked that may not be left so.
    pub(super) fn in_danger(&self, board: &Setup, said: &Said, color: Color) -> bool {
        !self.in_check(board, said, color).is_empty()
    }

    /// Whether some capture in passing is legal, as far as the men go.
    pub(super) fn can_pass(&self, board: &Setup) -> bool {
        let mut steps = BTreeSet::new();
        if !self.is_over(board) {
            self.take_in_passing(board, &mut steps);
        }
        steps.into_iter().any(|step| !self.in_danger(&self.moved(board, step), &Said::default(), board.turn))
    }

    /// What a move takes, and where it stands.
    pub(super) fn taken(&self, board: &Setup, step: Step) -> Option<(Square, Piece)> {
        let square = match (step.castling, step.en_passant) {
            (Some(_), _) => None,
            (None, true) => board.en_passant.map(|pawn| pawn.victim),
            (None, false) => step.to.filter(|_| step.from.is_some()),
        };
        square.and_then(|square| Some((square, board.at(square)?)))
    }

    /// Where a move ends: a castling where its king does. `None` for a pass.
    pub(super) fn lands(&self, board: &Setup, step: Step) -> Option<Square> {
        let rook = step.to?;
        let castling = step.castling.and_then(|number| self.castlings(board, rook).get(usize::from(number)).copied());
        Some(castling.map_or(rook, |[_, _, king_to, _]| king_to))
    }

    /// The men after a move; nothing else is changed.
    pub(super) fn moved(&self, board: &Setup, step: Step) -> Setup {
        let mut after = board.clone();
        if let (Some(kind), Some(to)) = (step.dropped, step.to) {
            after.put(to, Some(Piece::new(kind, board.turn)));
            after.set_in_hand(board.turn, kind, board.in_hand(board.turn, kind).saturating_sub(1));
        }
        let (Some(from), Some(to)) = (step.from, step.to) else { return after };
        let man = board.at(from);
        if let Some(number) = step.castling {
            if let Some(&[king, rook, king_to, rook_to]) = self.castlings(board, to).get(usize::from(number)) {
                after.put(king, None);
                after.put(rook, None);
                after.put(king_to, man);
                after.put(rook_to, board.at(rook));
            }
            return after;
        }
        if let Some((square, _)) = self.taken(board, step) {
            after.put(square, None);
        }
        after.put(from, None);
        after.put(to, man.map(|man| Piece { kind: step.promotion.unwrap_or(man.kind), ..man }));
        after
    }

    /// The position after a move, where no hook acts. A man that has stepped twice may be taken in passing: whether a
    /// legal move does so is not looked at.
    pub(super) fn after(&self, board: &Setup, step: Step) -> Setup {
        let mut after = self.moved(board, step);
        after.turn = !board.turn;
        after.fullmove_number = board.fullmove_number.max(1) + u32::from(board.turn == Color::Black);
        let man = step.from.and_then(|from| board.at(from));
        let pawn = step.castling.is_none() && man.is_some_and(|man| self.is_pawn(man));
        let resets = pawn || step.dropped.is_some() || self.taken(board, step).is_some();
        after.halfmove_clock = if resets { 0 } else { board.halfmove_clock + 1 };
        after.castling = board.castling.iter().filter(|&rook| self.may_still_castle(board, step, rook)).collect();
        let stepped = step.from.zip(step.to).zip(man).filter(|_| step.promotion.is_none() && !step.en_passant);
        after.en_passant = stepped.filter(|_| step.castling.is_none()).and_then(|((from, to), man)| {
            let quiet = board.at(to).is_none();
            let target = self.skipped(from, to, man, board.turn).filter(|_| quiet)?;
            Some(EnPassant { target, victim: to })
        });
        for marks in &self.grants.travelling {
            let marks = &mut after.marks[usize::from(marks.0)];
            *marks = self.carried(board, step, *marks);
        }
        after
    }

    /// Where marks are that travel with men, after a move.
    fn carried(&self, board: &Setup, step: Step, marks: SquareSet) -> SquareSet {
        let squares = step.castling.zip(step.to);
        let squares = squares.and_then(|(number, rook)| self.castlings(board, rook).get(usize::from(number)).copied());
        let steps = match squares {
            Some([king, rook, king_to, rook_to]) => vec![(king, king_to), (rook, rook_to)],
            None => step.from.zip(step.to).into_iter().collect(),
        };
        let gone = steps.iter().map(|(from, _)| *from).chain(self.taken(board, step).map(|(square, _)| square));
        let moved = steps.iter().filter(|(from, _)| marks.contains(*from)).map(|(_, to)| *to);
        (marks - gone.collect()) | moved.collect()
    }

    /// Whether a move leaves a rook and its king where they may castle.
    fn may_still_castle(&self, board: &Setup, step: Step, rook: Square) -> bool {
        let castled = step.castling.is_some() && board.at(rook).is_some_and(|man| man.owner == board.turn.into());
        let touched = |square: Option<Square>| square.is_some() && (step.from == square || step.to == square);
        !(castled || touched(Some(rook)) || touched(self.castling_king(board, rook)))
    }

    /// Castling rights that have lost their rook or their king.
    pub(in crate::verify) fn hollow_rights(&self, board: &Setup) -> SquareSet {
        let rook = |square: Square| board.at(square).is_some_and(|man| self.is_castling_rook(man));
        let hollow = |&square: &Square| !rook(square) || self.castling_king(board, square).is_none();
        board.castling.iter().filter(hollow).collect()
    }
}

fn men_of(board: &Setup, color: Color) -> impl Iterator<Item = (Square, Piece)> {
    board.men().filter(move |(_, man)| man.owner == Owner::from(color))
}

fn occupied(board: &Setup) -> SquareSet {
    board.men().map(|(square, _)| square).collect()
}
