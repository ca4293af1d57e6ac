//! What a variant's description says, with what its rules have changed in it, as plainly as it can be looked up.

use crate::betza::{Movement, Path};
use crate::color::Color;
use crate::compile::region;
use crate::hook::Loan;
use crate::piece::{Kind, Piece, Royal};
use crate::set::SquareSet;
use crate::setup::Setup;
use crate::spec::{ByColor, EndCondition, PieceSpec, PromotionSpec};
use crate::square::{Geometry, Square};
use crate::variant::{Grants, Variant};

/// The laws of a variant: its description and its start, and nothing that was compiled from them.
pub(in crate::verify) struct Laws {
    pub(super) board: Geometry,
    /// By number.
    kinds: Vec<KindLaw>,
    pub(super) grants: Grants,
    /// The kinds that their own side may take.
    own_prey: Vec<Kind>,
    pub(super) castling: Option<CastlingLaw>,
    /// By color: whether who has no royal man has lost.
    needs_royal: [bool; 2],
    ends: Vec<EndLaw>,
}

struct KindLaw {
    movement: Movement,
    royal: Royal,
    pawn: bool,
    /// Whether it takes in passing, and is taken so.
    passes: bool,
    /// By color: where its first-move powers hold.
    first: [SquareSet; 2],
    /// By color.
    promotion: [Option<PromotionLaw>; 2],
}

struct PromotionLaw {
    to: Vec<Kind>,
    must: SquareSet,
    may: SquareSet,
}

pub(super) struct CastlingLaw {
    king: Kind,
    rook: Kind,
    /// By side: the files of king and rook.
    targets: [Vec<(u8, u8)>; 2],
    /// By color: where the king must stand; `None` where castling is free.
    home: [Option<Square>; 2],
}

/// An end of the variant's own.
struct EndLaw {
    players: Vec<Color>,
    condition: EndCondition,
    /// By color, where men must arrive.
    squares: [SquareSet; 2],
    /// The kinds that must be gone or arrive; `None`: any.
    kinds: Option<Vec<Kind>>,
    /// The number of the counter.
    counter: usize,
}

impl Laws {
    pub(in crate::verify) fn of(variant: &Variant) -> Laws {
        let board = *variant.geometry();
        let kinds = variant.kinds().iter().zip(&variant.laws().pieces).map(|(kind, spec)| {
            let of = |color: Color| spec.promotion.of(color).as_ref();
            KindLaw {
                movement: kind.movement.clone(),
                royal: kind.royal,
                pawn: kind.pawn,
                passes: spec.en_passant,
                first: Color::ALL.map(|color| first(variant, spec, color)),
                promotion: Color::ALL.map(|color| of(color).map(|spec| PromotionLaw::new(variant, spec, color))),
            }
        });
        let castling = variant.laws().castling.as_ref().and_then(|spec| {
            let file = |letter: char| letter as u8 - b'a';
            let files = |target: &crate::spec::CastlingTarget| (file(target.king), file(target.rook));
            Some(CastlingLaw {
                king: variant.kind_named(&spec.king)?,
                rook: variant.kind_named(&spec.rook)?,
                targets: [&spec.a_side, &spec.h_side].map(|side| side.iter().map(files).collect()),
                home: Color::ALL.map(|color| variant.castling_home(color).map(|(king, _)| king)),
            })
        });
        let mut laws = Laws {
            board,
            kinds: kinds.collect(),
            grants: variant.grants.clone(),
            own_prey: variant.own_prey.clone(),
            castling,
            needs_royal: [false; 2],
            ends: Vec::new(),
        };
        let start = variant.setup(variant.start());
        laws.needs_royal = Color::ALL.map(|color| laws.royals(&start, color).next().is_some());
        laws.ends = variant.laws().ends.others.iter().map(|end| EndLaw::new(variant, end)).collect();
        laws
    }

    fn kind(&self, man: Piece) -> &KindLaw {
        &self.kinds[man.kind.index()]
    }

    pub(super) fn is_pawn(&self, man: Piece) -> bool {
        self.kind(man).pawn
    }

    pub(super) fn passes(&self, man: Piece) -> bool {
        self.kind(man).passes
    }

    /// Where a player's man may go as far as its movement says: onto empty squares, and onto those of `prey` on which
    /// something stands.
    pub(super) fn own_targets(&self, from: Square, man: Piece, occupied: SquareSet, prey: SquareSet) -> SquareSet {
        let Some(color) = man.owner.color() else { return SquareSet::EMPTY };
        let kind = self.kind(man);
        let first = kind.first[color.index()].contains(from);
        kind.movement.targets(&self.board, from, color, first, occupied, prey)
    }

    /// Where it may go so, and by the movements that hooks lend it.
    pub(super) fn targets(
        &self,
        from: Square,
        man: Piece,
        occupied: SquareSet,
        prey: SquareSet,
        loans: &[Loan],
    ) -> SquareSet {
        let Some(color) = man.owner.color() else { return SquareSet::EMPTY };
        let lent = loans.iter().filter(|loan| loan.men.contains(from)).filter_map(|loan| {
            let movement = self.grants.lent.get(usize::from(loan.movement.0))?;
            Some(movement.targets(&self.board, from, color, false, occupied, prey) & loan.targets)
        });
        lent.fold(self.own_targets(from, man, occupied, prey), |targets, lent| targets | lent)
    }

    /// What a man of the side to move may take.
    pub(super) fn prey(&self, board: &Setup) -> SquareSet {
        let barred = |man: Piece| man.owner == board.turn.into() && !self.own_prey.contains(&man.kind);
        board.men().filter(|(_, man)| !barred(*man)).map(|(square, _)| square).collect()
    }

    /// What a man may become when it reaches a square; `None` is to stay what it is.
    pub(super) fn promotions(&self, man: Piece, color: Color, to: Square) -> Vec<Option<Kind>> {
        let Some(promotion) = &self.kind(man).promotion[color.index()] else {
            return vec![None];
        };
        let must = promotion.must.contains(to);
        let kinds = promotion.to.iter().copied().map(Some).filter(|_| must || promotion.may.contains(to));
        kinds.chain((!must).then_some(None)).collect()
    }

    /// The square that a man skips in a first double step, and on which it may be taken in passing.
    pub(super) fn skipped(&self, from: Square, to: Square, man: Piece, color: Color) -> Option<Square> {
        let kind = self.kind(man);
        if !kind.passes || !kind.first[color.index()].contains(from) {
            return None;
        }
        let sign = if color == Color::White { 1 } else { -1 };
        let parts = kind.movement.parts.iter().filter(|part| part.initial && part.quiet && part.path == Path::Clear);
        parts.flat_map(|part| &part.steps).find_map(|(files, ranks)| {
            let half = |step: &i8| sign * step / 2;
            let middle = self.board.step(from, half(files), half(ranks))?;
            (self.board.step(from, sign * files, sign * ranks) == Some(to)).then_some(middle)
        })
    }

    /// A player's royal men.
    pub(super) fn royals<'s>(&'s self, board: &'s Setup, color: Color) -> impl Iterator<Item = (Square, Royal)> {
        let own = board.men().filter(move |(_, man)| man.owner == color.into());
        own.map(|(square, man)| (square, self.kind(man).royal)).filter(|(_, royal)| *royal != Royal::No)
    }

    /// Whether the board says that the game is over: a player has lost the royal men, or an end of the variant's own
    /// has come.
    pub(super) fn is_over(&self, board: &Setup) -> bool {
        let lost = |color: &Color| self.needs_royal[color.index()] && self.royals(board, *color).next().is_none();
        let ended = |end: &EndLaw| end.players.iter().any(|&player| self.befalls(board, end, player));
        Color::ALL.iter().any(lost) || self.ends.iter().any(ended)
    }

    fn befalls(&self, board: &Setup, end: &EndLaw, player: Color) -> bool {
        let own = || board.men().filter(|(_, man)| man.owner == player.into());
        let counts = |man: Piece| end.kinds.as_ref().is_none_or(|kinds| kinds.contains(&man.kind));
        match &end.condition {
            EndCondition::Gone(_) => {
                let in_hand = |kind| end.kinds.as_ref().is_none_or(|kinds| kinds.contains(&kind));
                let held = board.hands().any(|(color, kind, _)| color == player && in_hand(kind));
                !held && !own().any(|(_, man)| counts(man))
            }
            EndCondition::Bare { answer } => {
                let answers = *answer && board.turn == player && !self.is_bare(board, !player);
                self.is_bare(board, player) && !answers
            }
            EndCondition::Reach { .. } => {
                own().any(|(square, man)| counts(man) && end.squares[player.index()].contains(square))
            }
            EndCondition::Counter { at, .. } => board.counters.get(end.counter) == Some(at),
        }
    }

    /// Whether a player has nothing but royal men, neither on the board nor in hand.
    fn is_bare(&self, board: &Setup, player: Color) -> bool {
        let mut men = board.men().filter(|(_, man)| man.owner == player.into()).peekable();
        let empty_hand = board.hands().all(|(color, ..)| color != player);
        men.peek().is_some() && men.all(|(_, man)| self.kind(man).royal != Royal::No) && empty_hand
    }

    /// The king that would castle with a rook.
    pub(super) fn castling_king(&self, board: &Setup, rook: Square) -> Option<Square> {
        let castling = self.castling.as_ref()?;
        let owner = board.at(rook)?.owner;
        let is_king = |square: Square| board.at(square) == Some(Piece { kind: castling.king, owner });
        match owner.color().and_then(|color| castling.home[color.index()]) {
            Some(home) => Some(home).filter(|&home| is_king(home)),
            None => self.board.rank_set(self.board.rank(rook)).iter().find(|&square| is_king(square)),
        }
    }

    /// Where king and rook stand and go: king from, rook from, king to, rook to. One for each target of that side.
    pub(super) fn castlings(&self, board: &Setup, rook: Square) -> Vec<[Square; 4]> {
        let (Some(castling), Some(king)) = (&self.castling, self.castling_king(board, rook)) else {
            return Vec::new();
        };
        let rank = self.board.rank(rook);
        let square = |file: u8| self.board.square(file, rank);
        let targets = &castling.targets[usize::from(rook > king)];
        // A target in a hole keeps its number.
        let squares = |&(king_file, rook_file): &(u8, u8)| {
            let to = square(king_file).zip(square(rook_file));
            to.map_or([king, rook, king, king], |(king_to, rook_to)| [king, rook, king_to, rook_to])
        };
        targets.iter().map(squares).collect()
    }

    /// Whether a man is of the kind that castles with the king.
    pub(super) fn is_castling_rook(&self, man: Piece) -> bool {
        self.castling.as_ref().is_some_and(|castling| castling.rook == man.kind)
    }
}

impl PromotionLaw {
    fn new(variant: &Variant, spec: &PromotionSpec, color: Color) -> PromotionLaw {
        let board = variant.geometry();
        let last = match color {
            Color::White => board.ranks() - 1,
            Color::Black => 0,
        };
        PromotionLaw {
            to: spec.to.iter().filter_map(|name| variant.kind_named(name)).collect(),
            must: spec.must.as_ref().map_or_else(|| board.rank_set(last), |zone| region(board, zone)),
            may: region(board, &spec.may),
        }
    }
}

impl EndLaw {
    fn new(variant: &Variant, end: &crate::spec::EndSpec) -> EndLaw {
        let board = variant.geometry();
        let named = |names: &Vec<String>| names.iter().filter_map(|name| variant.kind_named(name)).collect();
        let (squares, kinds) = match &end.condition {
            EndCondition::Reach { squares: ByColor { white, black }, with } => {
                ([region(board, white), region(board, black)], with.as_ref().map(named))
            }
            EndCondition::Gone(kinds) => ([SquareSet::EMPTY; 2], kinds.as_ref().map(named)),
            EndCondition::Bare { .. } | EndCondition::Counter { .. } => ([SquareSet::EMPTY; 2], None),
        };
        let counter = match &end.condition {
            EndCondition::Counter { name, .. } => {
                variant.declared().counters.iter().position(|(known, ..)| known == name)
            }
            _ => None,
        };
        EndLaw {
            players: end.player.map_or_else(|| Color::ALL.to_vec(), |player| vec![player]),
            condition: end.condition.clone(),
            squares,
            kinds,
            counter: counter.unwrap_or(usize::MAX),
        }
    }
}

/// Where first-move powers hold: where the file says, else where the start has such men.
fn first(variant: &Variant, spec: &PieceSpec, color: Color) -> SquareSet {
    match (spec.first.of(color), variant.kind_named(&spec.name)) {
        (Some(zone), _) => region(variant.geometry(), zone),
        (None, Some(kind)) => variant.start().of(kind) & variant.start().men(color),
        (None, None) => SquareSet::EMPTY,
    }
}
