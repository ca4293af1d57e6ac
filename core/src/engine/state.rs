//! The state inside a position, and the one place where men appear on squares and vanish from them.

use std::fmt::Debug;

use super::keys::Keys;
use super::word::Word;
use crate::color::{Color, Owner};
use crate::piece::{Kind, Piece};

/// How many counters the rules of one variant may declare.
pub(crate) const COUNTERS: usize = 8;
/// How many sets of squares the rules of one variant may declare.
pub(crate) const MARKS: usize = 4;
/// What the mailbox says of an empty square.
pub(crate) const NOBODY: u8 = u8::MAX;

/// A position on one word of bits: plain data, copied to make a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct State<W: Word> {
    /// Men by kind, whoever owns them.
    kinds: W::PerKind,
    /// Men by owner.
    owners: [W; 3],
    /// The kind that stands on each square, or `NOBODY`.
    mailbox: W::PerSquare<u8>,
    /// The key of men, side to move, rights, en passant and declared state; clocks are no part of it.
    hash: u64,
    /// The rooks that may still castle.
    rights: W,
    /// The square that a pawn has just skipped, and that pawn's own; the same square twice: there is none.
    en_passant: [u8; 2],
    turn: Color,
    counters: [u16; COUNTERS],
    marks: [W; MARKS],
    /// By color: how many men of each kind are in hand.
    hands: [W::Hand; 2],
    pub(crate) halfmove_clock: u32,
    pub(crate) fullmove_number: u32,
    /// Plies until the next hook with a clock acts; 0 in a variant without clocks.
    pub(crate) next_event: u32,
}

impl<W: Word> State<W> {
    /// An empty board with White to move.
    pub(crate) fn empty() -> State<W> {
        State {
            kinds: W::per_kind(W::EMPTY),
            owners: [W::EMPTY; 3],
            mailbox: W::per_square(NOBODY),
            hash: 0,
            rights: W::EMPTY,
            en_passant: [0; 2],
            turn: Color::White,
            counters: [0; COUNTERS],
            marks: [W::EMPTY; MARKS],
            hands: [W::NO_HAND; 2],
            halfmove_clock: 0,
            fullmove_number: 1,
            next_event: 0,
        }
    }

    #[inline(always)]
    pub(crate) fn turn(&self) -> Color {
        self.turn
    }

    #[inline(always)]
    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }

    #[inline(always)]
    pub(crate) fn owned(&self, owner: Owner) -> W {
        self.owners[owner.index()]
    }

    #[inline(always)]
    pub(crate) fn of_color(&self, color: Color) -> W {
        self.owners[color.index()]
    }

    /// Every man, neutral ones included.
    #[inline(always)]
    pub(crate) fn occupied(&self) -> W {
        self.owners[0] | self.owners[1] | self.owners[2]
    }

    #[inline(always)]
    pub(crate) fn of_kind(&self, kind: u8) -> W {
        self.kinds.as_ref()[kind as usize & (W::KINDS - 1)]
    }

    /// The kind on a square, or `NOBODY`.
    #[inline(always)]
    pub(crate) fn kind_at(&self, square: u8) -> u8 {
        *W::get(&self.mailbox, square)
    }

    /// Who owns the man on a square; a square where nobody stands counts as neutral.
    #[inline(always)]
    pub(crate) fn owner_at(&self, square: u8) -> Owner {
        if self.owners[0].has(square) {
            Owner::White
        } else if self.owners[1].has(square) {
            Owner::Black
        } else {
            Owner::Neutral
        }
    }

    pub(crate) fn piece_at(&self, square: u8) -> Option<Piece> {
        let kind = self.kind_at(square);
        (kind != NOBODY).then(|| Piece { kind: Kind(kind), owner: self.owner_at(square) })
    }

    #[inline(always)]
    pub(crate) fn rights(&self) -> W {
        self.rights
    }

    /// The square skipped and the pawn's own.
    #[inline(always)]
    pub(crate) fn en_passant(&self) -> Option<(u8, u8)> {
        let [target, victim] = self.en_passant;
        (target != victim).then_some((target, victim))
    }

    pub(crate) fn counter(&self, index: u8) -> u16 {
        self.counters[index as usize]
    }

    pub(crate) fn marks(&self, index: u8) -> W {
        self.marks[index as usize]
    }

    /// How many men of each kind a color has in hand.
    #[inline(always)]
    pub(crate) fn hand(&self, color: Color) -> &[u8] {
        self.hands[color.index()].as_ref()
    }

    /// Puts a man on an empty square.
    #[inline(always)]
    pub(crate) fn put(&mut self, keys: &Keys<W>, square: u8, kind: u8, owner: Owner) {
        self.toggle(keys, square, kind, owner);
        self.mailbox.as_mut()[square as usize & (W::SQUARES - 1)] = kind;
    }

    /// Takes a man of a known kind and owner off its square.
    #[inline(always)]
    pub(crate) fn take(&mut self, keys: &Keys<W>, square: u8, kind: u8, owner: Owner) {
        self.toggle(keys, square, kind, owner);
        self.mailbox.as_mut()[square as usize & (W::SQUARES - 1)] = NOBODY;
    }

    /// Moves a man of a known kind and owner to an empty square.
    #[inline(always)]
    pub(crate) fn shift(&mut self, keys: &Keys<W>, from: u8, to: u8, kind: u8, owner: Owner) {
        let bits = W::bit(from) | W::bit(to);
        self.kinds.as_mut()[kind as usize & (W::KINDS - 1)] ^= bits;
        self.owners[owner.index()] ^= bits;
        self.hash ^= keys.man(from, kind, owner) ^ keys.man(to, kind, owner);
        let mailbox = self.mailbox.as_mut();
        mailbox[from as usize & (W::SQUARES - 1)] = NOBODY;
        mailbox[to as usize & (W::SQUARES - 1)] = kind;
    }

    #[inline(always)]
    fn toggle(&mut self, keys: &Keys<W>, square: u8, kind: u8, owner: Owner) {
        let bit = W::bit(square);
        self.kinds.as_mut()[kind as usize & (W::KINDS - 1)] ^= bit;
        self.owners[owner.index()] ^= bit;
        self.hash ^= keys.man(square, kind, owner);
    }

    /// Passes the turn to the other side and counts Black's moves.
    #[inline(always)]
    pub(crate) fn pass_turn(&mut self, keys: &Keys<W>) {
        self.fullmove_number = self.fullmove_number.max(1).saturating_add(u32::from(self.turn == Color::Black));
        self.set_turn(keys, !self.turn);
    }

    pub(crate) fn set_turn(&mut self, keys: &Keys<W>, turn: Color) {
        if turn != self.turn {
            self.hash ^= keys.turn;
            self.turn = turn;
        }
    }

    /// Takes castling rights away.
    #[inline(always)]
    pub(crate) fn drop_rights(&mut self, keys: &Keys<W>, rooks: W) {
        let lost = self.rights & rooks;
        if !lost.is_empty() {
            self.set_rights(keys, self.rights & !lost);
        }
    }

    pub(crate) fn set_rights(&mut self, keys: &Keys<W>, rooks: W) {
        for square in (self.rights ^ rooks).squares() {
            self.hash ^= keys.right(square);
        }
        self.rights = rooks;
    }

    #[inline(always)]
    pub(crate) fn forget_en_passant(&mut self, keys: &Keys<W>) {
        if self.en_passant().is_some() {
            self.set_en_passant(keys, None);
        }
    }

    pub(crate) fn set_en_passant(&mut self, keys: &Keys<W>, pawn: Option<(u8, u8)>) {
        for (target, victim) in [self.en_passant(), pawn].into_iter().flatten() {
            self.hash ^= keys.en_passant(target, victim);
        }
        self.en_passant = pawn.map_or([0; 2], |(target, victim)| [target, victim]);
    }

    pub(crate) fn set_counter(&mut self, keys: &Keys<W>, index: u8, value: u16) {
        let slot = &mut self.counters[index as usize];
        self.hash ^= keys.counter(index, *slot) ^ keys.counter(index, value);
        *slot = value;
    }

    pub(crate) fn set_marks(&mut self, keys: &Keys<W>, index: u8, squares: W) {
        let slot = &mut self.marks[index as usize];
        for square in (*slot ^ squares).squares() {
            self.hash ^= keys.mark(index, square);
        }
        *slot = squares;
    }

    pub(crate) fn set_in_hand(&mut self, keys: &Keys<W>, color: Color, kind: u8, count: u8) {
        let slot = &mut self.hands[color.index()].as_mut()[kind as usize];
        self.hash ^= keys.in_hand(color, kind, *slot) ^ keys.in_hand(color, kind, count);
        *slot = count;
    }

    /// The hash, made afresh from everything that it covers.
    pub(crate) fn fresh_hash(&self, keys: &Keys<W>) -> u64 {
        let mut fresh = State::empty();
        for square in self.occupied().squares() {
            fresh.put(keys, square, self.kind_at(square), self.owner_at(square));
        }
        fresh.set_turn(keys, self.turn);
        fresh.set_rights(keys, self.rights);
        fresh.set_en_passant(keys, self.en_passant());
        for index in 0..COUNTERS as u8 {
            fresh.set_counter(keys, index, self.counter(index));
        }
        for index in 0..MARKS as u8 {
            fresh.set_marks(keys, index, self.marks(index));
        }
        for color in Color::ALL {
            for (kind, &count) in self.hand(color).iter().enumerate() {
                fresh.set_in_hand(keys, color, kind as u8, count);
            }
        }
        fresh.hash
    }
}
