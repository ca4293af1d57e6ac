//! Why a move is not legal.

use thiserror::Error;

use crate::color::{Color, Owner};
use crate::engine::castling::Obstacle;
use crate::engine::play::Illegal;
use crate::moves::Move;
use crate::piece::{Kind, Piece};
use crate::position::Position;
use crate::set::SquareSet;
use crate::square::Square;
use crate::turn::Hearing;
use crate::variant::Variant;

/// Why a move is not legal in a position. Every text is a whole clause: `the bishop on c1 does not reach c5`.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// The game is over.
    #[error("the game is over: {0}")]
    GameOver(String),
    /// Nothing stands where the move starts.
    #[error("there is no man on {0}")]
    NoMan(String),
    /// The man is not the mover's.
    #[error("{0}")]
    NotYours(String),
    /// One's own man stands on the target.
    #[error("{0}")]
    OwnMan(String),
    /// The man does not move like that.
    #[error("{0}")]
    CannotReach(String),
    /// The man moves like that, but what stands on the board, or does not, prevents it.
    #[error("{0}")]
    Blocked(String),
    /// The move must say what the man becomes.
    #[error("{0}")]
    PromotionMissing(String),
    /// The man cannot become that, or not there.
    #[error("{0}")]
    PromotionWrong(String),
    /// The man cannot be dropped: it is not in hand, or may not be dropped there.
    #[error("{0}")]
    Drop(String),
    /// Castling's conditions do not hold.
    #[error("{0}")]
    Castling(String),
    /// A royal man would be left attacked.
    #[error("{0}")]
    InDanger(String),
    /// A rule forbids it.
    #[error("{rule}: {reason}")]
    Rule {
        /// The rule's id.
        rule: String,
        /// Its reason.
        reason: String,
    },
}

impl Variant {
    /// Why the move from one square to another is not legal here; `None` if it is.
    ///
    /// `promotion` is what the man becomes. Castling is asked for by the king's square and the rook's; where the array
    /// is fixed, also by the one where the king lands.
    pub fn refusal(&self, position: &Position, from: Square, to: Square, promotion: Option<Kind>) -> Option<Refusal> {
        let asked = |candidate: &Move| self.is_asked_for(position, *candidate, from, to);
        let matching = |candidate: &Move| candidate.promotion() == promotion;
        let legal = self.legal_moves(position);
        if legal.iter().filter(|candidate| asked(candidate)).any(matching) {
            return None;
        }
        if let Some(outcome) = self.outcome(position) {
            return Some(Refusal::GameOver(outcome.to_string()));
        }
        let us = position.turn();
        let Some(man) = position.at(from) else {
            return Some(Refusal::NoMan(self.geometry().name(from)));
        };
        let name = self.name_on(man, from);
        match man.owner.color() {
            None => return Some(Refusal::NotYours(format!("the {name} belongs to nobody"))),
            Some(color) if color != us => {
                return Some(Refusal::NotYours(format!("the {name} is {color}'s, and {us} is to move")));
            }
            Some(_) => {}
        }
        let state = position.0.state();
        let candidates: Vec<Move> = self.engine.pseudo_legal_moves(state).into_iter().filter(asked).collect();
        if candidates.is_empty() {
            return Some(self.unreachable(position, man, from, to));
        }
        let open: Vec<Move> = candidates.iter().filter(|candidate| legal.contains(candidate)).copied().collect();
        let candidate = match candidates.iter().find(|candidate| matching(candidate)) {
            None if !open.is_empty() => return Some(self.wrong_promotion(&name, &open, to, promotion)),
            // Whatever it became, it may not go there.
            found => *found.unwrap_or(&candidates[0]),
        };
        let nowhere = || Refusal::CannotReach(format!("the {name} may not go to {}", self.geometry().name(to)));
        Some(self.forbidden(position, candidate).unwrap_or_else(nowhere))
    }

    /// Why the side to move may not pass; `None` if it may.
    pub fn pass_refusal(&self, position: &Position) -> Option<Refusal> {
        let passes = |candidate: &Move| candidate.to().is_none();
        if self.legal_moves(position).iter().any(passes) {
            return None;
        }
        if let Some(outcome) = self.outcome(position) {
            return Some(Refusal::GameOver(outcome.to_string()));
        }
        let pass = self.engine.pseudo_legal_moves(position.0.state()).into_iter().find(passes);
        let forbidden = pass.and_then(|pass| self.forbidden(position, pass));
        Some(forbidden.unwrap_or_else(|| Refusal::CannotReach("passing is not allowed here".to_owned())))
    }

    /// Why a man in hand cannot be dropped on a square here; `None` if it can.
    pub fn drop_refusal(&self, position: &Position, kind: Kind, to: Square) -> Option<Refusal> {
        let asked = |candidate: &Move| candidate.dropped() == Some(kind) && candidate.to() == Some(to);
        if self.legal_moves(position).iter().any(asked) {
            return None;
        }
        if let Some(outcome) = self.outcome(position) {
            return Some(Refusal::GameOver(outcome.to_string()));
        }
        let us = position.turn();
        let name = &self.kind(kind).name;
        let square = self.geometry().name(to);
        let candidates = self.engine.pseudo_legal_moves(position.0.state());
        if let Some(&candidate) = candidates.iter().find(|candidate| asked(candidate)) {
            let forbidden = self.forbidden(position, candidate);
            return Some(
                forbidden.unwrap_or_else(|| Refusal::Drop(format!("the {name} may not be dropped on {square}"))),
            );
        }
        Some(Refusal::Drop(match position.at(to) {
            _ if !self.declared.hands => format!("{} has no men in hand", self.name()),
            _ if position.in_hand(us, kind) == 0 => format!("{us} has no {name} in hand"),
            Some(man) => format!("the {} is there: men are dropped on empty squares", self.name_on(man, to)),
            None => format!("{us} may not drop {} {name} on {}", article(name), self.closed_to_drops(us, kind, to)),
        }))
    }

    /// A square on which a man may never be dropped; its rank where that holds for all of it.
    fn closed_to_drops(&self, color: Color, kind: Kind, to: Square) -> String {
        let board = self.geometry();
        let rank = board.rank(to);
        let open = self.grants.drops.as_ref().map_or(SquareSet::EMPTY, |drops| drops[color.index()][kind.index()]);
        if (open & board.rank_set(rank)).is_empty() { format!("rank {}", rank + 1) } else { board.name(to) }
    }

    /// Why a move that men can make is not legal, as far as hooks and attacks go.
    fn forbidden(&self, position: &Position, candidate: Move) -> Option<Refusal> {
        let state = position.0.state();
        match self.engine.illegal(state, candidate) {
            Some(Illegal::Rule { rule, reason }) => Some(Refusal::Rule { rule, reason }),
            Some(Illegal::Danger) => Some(Refusal::InDanger(self.danger(position, candidate))),
            None => self.engine.narrowed(state, candidate).map(|(rule, reason)| Refusal::Rule { rule, reason }),
        }
    }

    /// Whether two squares name a move.
    fn is_asked_for(&self, position: &Position, candidate: Move, from: Square, to: Square) -> bool {
        let lands = || {
            let squares = self.castling_squares(position, candidate).filter(|_| !self.castles_freely);
            squares.is_some_and(|[_, _, king_to, _]| king_to == to)
        };
        candidate.from() == Some(from) && (candidate.to() == Some(to) || lands())
    }

    /// A man and its square: `bishop on c1`.
    fn name_on(&self, man: Piece, square: Square) -> String {
        format!("{} on {}", self.kind(man.kind).name, self.geometry().name(square))
    }

    fn unreachable(&self, position: &Position, man: Piece, from: Square, to: Square) -> Refusal {
        if let Some(reason) = self.castling_trouble(position, man, from, to) {
            return Refusal::Castling(reason);
        }
        let us = position.turn();
        let name = self.name_on(man, from);
        let target = self.geometry().name(to);
        if from == to {
            return Refusal::CannotReach(format!("the {name} must go to another square"));
        }
        let barred = |own: &Piece| own.owner == us.into() && !self.own_prey.contains(&own.kind);
        if let Some(own) = position.at(to).filter(barred) {
            return Refusal::OwnMan(format!("your own {} stands on {target}", self.kind(own.kind).name));
        }
        // Where could it go if it stood alone on the board, or with nothing but a man to take?
        let movement = &self.kind(man.kind).movement;
        let first = self.first_zone(man.kind, us).contains(from);
        let goes = |men: SquareSet| movement.targets(self.geometry(), from, us, first, men, men).contains(to);
        let (moves, takes) = (goes(SquareSet::EMPTY), goes(to.into()));
        match (moves, takes, position.at(to)) {
            (true, _, None) | (_, true, Some(_)) => {
                let occupied = Owner::ALL.iter().fold(SquareSet::EMPTY, |men, &owner| men | position.men(owner));
                let target_too = occupied & to.into();
                let blocks = |&square: &Square| square != to && !goes(target_too | square.into());
                let blocker = (occupied - from.into()).iter().find(blocks);
                let blocker =
                    blocker.and_then(|square| Some(format!("the {}", self.name_on(position.at(square)?, square))));
                let blocker = blocker.unwrap_or_else(|| "something".to_owned());
                Refusal::Blocked(format!("{blocker} is in the way of the {name} to {target}"))
            }
            (true, false, Some(blocker)) => {
                let blocker = self.name_on(blocker, to);
                Refusal::Blocked(format!("the {blocker} is in the way: the {name} does not take there"))
            }
            (false, true, None) => Refusal::Blocked(format!("the {name} takes on {target}, but nothing stands there")),
            (false, false, _) => Refusal::CannotReach(format!("the {name} does not move to {target}")),
        }
    }

    fn wrong_promotion(&self, name: &str, candidates: &[Move], to: Square, wanted: Option<Kind>) -> Refusal {
        let square = self.geometry().name(to);
        let name_of = |kind: Kind| self.kind(kind).name.as_str();
        let kinds: Vec<&str> = candidates.iter().filter_map(|candidate| candidate.promotion().map(name_of)).collect();
        let one_of = one_of(&kinds);
        match wanted.map(name_of) {
            _ if kinds.is_empty() => Refusal::PromotionWrong(format!("the {name} does not promote on {square}")),
            None => {
                Refusal::PromotionMissing(format!("the {name} promotes on {square}: say what it becomes, {one_of}"))
            }
            Some(wanted) => {
                let article = article(wanted);
                let message = format!("the {name} cannot become {article} {wanted}; it can become {one_of}");
                Refusal::PromotionWrong(message)
            }
        }
    }

    /// Which royal man the move would leave attacked, and by what.
    fn danger(&self, position: &Position, candidate: Move) -> String {
        let us = position.turn();
        let judged = Position(self.engine.judged(position.0.state(), candidate));
        let state = judged.0.state();
        let royal = self.engine.checked(state, us, Hearing::All).iter().next();
        let attacker = royal.and_then(|royal| {
            let attackers = self.engine.attackers(state, royal, !us, Hearing::All);
            Some((royal, attackers.iter().next()?))
        });
        let Some((royal, attacker)) = attacker else {
            return "it would leave a royal man attacked".to_owned();
        };
        let on = |square: Square| judged.at(square).map(|man| self.name_on(man, square)).unwrap_or_default();
        let verb = if self.checked(position).is_empty() { "would leave" } else { "leaves" };
        format!("it {verb} the {} attacked by the {}", on(royal), on(attacker))
    }

    /// Why a king cannot castle, if the squares are a castling's.
    fn castling_trouble(&self, position: &Position, man: Piece, from: Square, to: Square) -> Option<String> {
        let castling = self.laws().castling.as_ref()?;
        let us = position.turn();
        let board = self.geometry();
        let same_rank = |a: Square, b: Square| board.rank(a) == board.rank(b);
        if self.kind_named(&castling.king) != Some(man.kind) || !same_rank(from, to) {
            return None;
        }
        let home = self.castling_home(us);
        // Of several kings only the one of the start castles.
        if home.is_some_and(|(king, _)| king != from && position.at(king) == Some(man)) {
            return None;
        }
        let h_side = to > from;
        let rook = Piece::new(self.kind_named(&castling.rook)?, us);
        let takes_rook =
            position.at(to) == Some(rook) && (self.castles_freely || home.is_some_and(|(_, rooks)| rooks.contains(to)));
        // A king that goes one square only makes a plain step.
        let lands = home
            .filter(|(king, _)| same_rank(*king, from) && board.file(from).abs_diff(board.file(to)) > 1)
            .and_then(|_| self.castling_targets(h_side).iter().position(|(file, _)| *file == board.file(to)));
        let index = if takes_rook { 0 } else { lands? as u8 };
        let rights = position.castling() & position.men(us);
        let beside = |&rook: &Square| same_rank(rook, from) && (rook > from) == h_side;
        let rook = if takes_rook { Some(to) } else { rights.iter().find(beside) }.filter(|rook| rights.contains(*rook));
        let state = position.0.state();
        let squares = rook.and_then(|rook| self.engine.castling_squares(state, rook, index));
        let Some(squares) = squares.filter(|squares| squares[0] == from) else {
            return Some(
                "castling on that side is no longer possible: the king or that rook has moved or is gone".into(),
            );
        };
        let on = |square: Square| position.at(square).map(|man| self.name_on(man, square));
        let name = board.name(squares[2]);
        Some(match self.engine.castling_obstacle(state, squares)? {
            Obstacle::Blocked(square) => match on(Square(square)) {
                Some(blocker) => format!("the {blocker} stands in the way of king and rook"),
                None => format!("{} is a hole in the way of king and rook", board.name(Square(square))),
            },
            Obstacle::Check => {
                let checker = self.engine.attackers(state, from, !us, Hearing::All).iter().next().and_then(on);
                format!("the {} is in check from the {}", self.name_on(man, from), checker.unwrap_or_default())
            }
            Obstacle::Attacked(square) if Square(square) == squares[2] => {
                format!("the king would land on {name}, which is attacked")
            }
            Obstacle::Attacked(square) => {
                format!("the king would cross {}, which is attacked", board.name(Square(square)))
            }
        })
    }
}

/// The indefinite article of a piece's name: `an archbishop`, `a unicorn`.
fn article(name: &str) -> &'static str {
    if name.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" }
}

/// Names with their article, or articles: `a queen, rook or knight`, `an archbishop or a queen`.
fn one_of(names: &[&str]) -> String {
    let mut text = String::new();
    let shared = names.iter().all(|name| article(name) == article(names[0]));
    for (place, name) in names.iter().enumerate() {
        text += match place {
            0 => "",
            _ if place + 1 == names.len() => " or ",
            _ => ", ",
        };
        if place == 0 || !shared {
            text += article(name);
            text += " ";
        }
        text += name;
    }
    text
}
