//! Why a move is not legal.

use thiserror::Error;

use crate::color::Owner;
use crate::engine::play::Illegal;
use crate::moves::Move;
use crate::piece::{Kind, Piece};
use crate::position::Position;
use crate::set::SquareSet;
use crate::square::Square;
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
    /// The man does not move like that, or something is in its way.
    #[error("{0}")]
    CannotReach(String),
    /// The move must say what the man becomes.
    #[error("{0}")]
    PromotionMissing(String),
    /// The man cannot become that, or not there.
    #[error("{0}")]
    PromotionWrong(String),
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
    /// `promotion` is what the man becomes. Castling is asked for by the king's square and either the rook's or the
    /// one where the king lands.
    pub fn refusal(&self, position: &Position, from: Square, to: Square, promotion: Option<Kind>) -> Option<Refusal> {
        let here = |candidate: &&Move| candidate.from() == Some(from) && candidate.to() == Some(to);
        let legal = self.legal_moves(position);
        let matching = |candidate: &Move| candidate.promotion() == promotion;
        if legal.iter().filter(here).any(matching) {
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
        let pseudo = self.engine.pseudo_legal_moves(position.0.state());
        let mut candidates = pseudo.iter().filter(here).peekable();
        if candidates.peek().is_none() {
            return Some(self.unreachable(position, man, from, to));
        }
        let Some(&candidate) = candidates.clone().find(|candidate| matching(candidate)) else {
            return Some(self.wrong_promotion(&name, candidates.map(|candidate| candidate.promotion()), to, promotion));
        };
        Some(match self.engine.illegal(position.0.state(), candidate) {
            Some(Illegal::Rule { rule, reason }) => Refusal::Rule { rule, reason },
            Some(Illegal::Danger) => Refusal::InDanger(self.danger(position, candidate)),
            None => match self.engine.choices(position.0.state()).into_iter().next() {
                Some((rule, reason)) => Refusal::Rule { rule, reason },
                None => Refusal::CannotReach(format!("the {name} may not go to {}", self.geometry().name(to))),
            },
        })
    }

    /// A man and its square: `bishop on c1`.
    fn name_on(&self, man: Piece, square: Square) -> String {
        format!("{} on {}", self.kind(man.kind).name, self.geometry().name(square))
    }

    fn unreachable(&self, position: &Position, man: Piece, from: Square, to: Square) -> Refusal {
        let us = position.turn();
        if let Some(reason) = self.castling_trouble(position, man, from, to) {
            return Refusal::Castling(reason);
        }
        let name = self.name_on(man, from);
        let target = self.geometry().name(to);
        if let Some(own) = position.at(to).filter(|own| own.owner == us.into()) {
            return Refusal::OwnMan(format!("your own {} stands on {target}", self.kind(own.kind).name));
        }
        let kind = self.kind(man.kind);
        let geometry = self.geometry();
        // Alone on the board, could it go there?
        let occupied = position.at(to).map_or(SquareSet::EMPTY, |_| SquareSet::from(to));
        let alone = kind.movement.targets(geometry, from, us, true, occupied, occupied);
        let passes = kind.movement.targets(geometry, from, us, true, SquareSet::EMPTY, SquareSet::EMPTY);
        Refusal::CannotReach(if alone.contains(to) {
            format!("something is in the way of the {name} to {target}")
        } else if passes.contains(to) {
            format!("the {name} moves to {target}, but does not take there")
        } else {
            format!("the {name} does not move to {target}")
        })
    }

    fn wrong_promotion(
        &self,
        name: &str,
        possible: impl Iterator<Item = Option<Kind>>,
        to: Square,
        wanted: Option<Kind>,
    ) -> Refusal {
        let square = self.geometry().name(to);
        let kinds: Vec<&str> = possible.flatten().map(|kind| self.kind(kind).name.as_str()).collect();
        match wanted {
            _ if kinds.is_empty() => Refusal::PromotionWrong(format!("the {name} does not promote on {square}")),
            None => Refusal::PromotionMissing(format!(
                "the {name} promotes on {square}: say to what ({})",
                kinds.join(", ")
            )),
            Some(kind) => {
                let wanted = &self.kind(kind).name;
                Refusal::PromotionWrong(format!("the {name} cannot become a {wanted}, but a {}", kinds.join(", ")))
            }
        }
    }

    /// Which royal man the move would leave attacked, and by what.
    fn danger(&self, position: &Position, candidate: Move) -> String {
        let us = position.turn();
        let next = Position(self.engine.play(position.0.state(), candidate));
        let state = next.0.state();
        let royal = self.engine.checked(state, us).iter().next();
        let attacker = royal.and_then(|royal| {
            let attackers = self.engine.attackers(state, royal, !us);
            Some((royal, attackers.iter().next()?))
        });
        let Some((royal, attacker)) = attacker else {
            return "it would leave a royal man attacked".to_owned();
        };
        let on = |square: Square| next.at(square).map(|man| self.name_on(man, square)).unwrap_or_default();
        let verb = if self.checked(position).is_empty() { "would leave" } else { "leaves" };
        format!("it {verb} the {} attacked by the {}", on(royal), on(attacker))
    }

    /// Why a king cannot castle, if the move asked for looks like castling.
    fn castling_trouble(&self, position: &Position, man: Piece, from: Square, to: Square) -> Option<String> {
        let castling = self.spec().castling.as_ref()?;
        let us = position.turn();
        let geometry = self.geometry();
        if self.kind_named(&castling.king) != Some(man.kind) || geometry.rank(from) != geometry.rank(to) {
            return None;
        }
        let rook = self.kind_named(&castling.rook)?;
        let takes_rook = position.at(to) == Some(Piece { kind: rook, owner: us.into() });
        let far = geometry.file(from).abs_diff(geometry.file(to)) > 1;
        let h_side = to > from;
        let lands = self.castling_targets(h_side).iter().position(|(king, _)| *king == geometry.file(to));
        if !(takes_rook || (far && lands.is_some() && geometry.rank_of(us, from) == 0)) {
            return None;
        }
        let rights = position.castling() & position.men(us);
        let rook = if takes_rook {
            Some(to).filter(|rook| rights.contains(*rook))
        } else {
            rights.iter().find(|&rook| (rook > from) == h_side)
        };
        let Some(rook) = rook else {
            return Some(
                "castling on that side is no longer possible: the king or that rook has moved or is gone".into(),
            );
        };
        if let Some(checker) = self.engine.attackers(position.0.state(), from, !us).iter().next() {
            let name = position.at(checker).map(|man| self.name_on(man, checker)).unwrap_or_default();
            return Some(format!("the {} is in check from the {name}", self.name_on(man, from)));
        }
        let target = lands.filter(|_| !takes_rook).unwrap_or_default() as u8;
        let [king, rook, king_to, rook_to] = self.engine.castling_squares(position.0.state(), rook, target)?;
        let ranks = |a: Square, b: Square| (a.0.min(b.0)..=a.0.max(b.0)).map(Square);
        let way = ranks(king, king_to).chain(ranks(rook, rook_to)).filter(|square| ![king, rook].contains(square));
        let occupied = position.men(Owner::White) | position.men(Owner::Black) | position.men(Owner::Neutral);
        if let Some(blocker) = way.clone().find(|&square| occupied.contains(square)) {
            let name = position.at(blocker).map(|man| self.name_on(man, blocker)).unwrap_or_default();
            return Some(format!("the {name} stands between or where king or rook would land"));
        }
        let attacked = |square: &Square| !self.engine.attackers(position.0.state(), *square, !us).is_empty();
        let crossed = ranks(king, king_to).find(attacked).unwrap_or(king_to);
        Some(format!(
            "the {} would cross or reach {}, which is attacked",
            self.kind(man.kind).name,
            geometry.name(crossed)
        ))
    }
}
