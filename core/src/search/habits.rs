//! What a search may take for granted in a variant: worked out from its hooks and ends, never from its name.

use crate::engine::rules::Rules;
use crate::engine::word::Word;
use crate::hook::When;
use crate::spec::Score;

/// What a search may take for granted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Habits {
    /// Moving is better than passing, nearly always: if even a pass is good enough, a move is too.
    pub(crate) passes_are_worst: bool,
    /// Captures on a square follow each other as in chess, and nothing else happens.
    pub(crate) exchanges: bool,
    /// The list of moves is narrowed to some: who would rather not take may have to.
    pub(crate) is_forced: bool,
    /// A board is quiet once no capture pays: captures need not be made, and there are other moves.
    pub(crate) quiets_down: bool,
    /// Every move may change much: a quiet one is not left out because it looks poor.
    pub(crate) is_wild: bool,
    /// Clocks strike so seldom that a line is followed through every stroke.
    pub(crate) follows_clocks: bool,
}

/// A clock that strikes after at least so many plies is followed.
const SELDOM: u16 = 4;

impl Habits {
    pub(crate) fn of<W: Word>(rules: &Rules<W>) -> Habits {
        let hooks = &rules.hooks;
        let acts = |when: &When| matches!(when, When::Always | When::Captures);
        let changes_captures = hooks.post_move.iter().any(|(when, _)| acts(when));
        let is_forced = !hooks.choice.is_empty();
        let ends = &rules.ends;
        let stuck = [&ends.stalemate, &ends.checkmate].map(|score| [score.white, score.black]);
        let good_to_be_stuck = stuck.iter().flatten().any(|score| *score == Score::Win);
        let bad_to_be_stuck = stuck[0].contains(&Score::Loss) && !hooks.forbid.is_empty();
        Habits {
            passes_are_worst: !is_forced && !good_to_be_stuck && !bad_to_be_stuck && rules.material_weight > 0,
            exchanges: !changes_captures && hooks.lend.is_empty() && !is_forced,
            is_forced,
            quiets_down: !bad_to_be_stuck,
            is_wild: is_forced || good_to_be_stuck || bad_to_be_stuck || rules.material_weight <= 0,
            follows_clocks: hooks.clocks.iter().all(|clock| clock.interval >= SELDOM),
        }
    }
}
