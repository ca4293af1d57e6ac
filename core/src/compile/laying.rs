//! Rules, laid over a variant in the making.

use super::builder::{Draft, ONE_OF_THE_TWO, RuleBuilder};
use super::faults::Faults;
use crate::piece::Royal;
use crate::registry::Registry;
use crate::spec::{Spec, SpecFault};

/// Lets every rule add to the draft, and reports the rules that do not go together.
pub(super) fn lay(spec: &Spec, registry: &Registry, draft: &mut Draft) {
    for (place, rule_spec) in spec.rules.iter().enumerate() {
        if spec.rules[..place].iter().any(|earlier| earlier.id == rule_spec.id) {
            draft.faults.add(SpecFault::new(["rules", &rule_spec.id], "a rule can be laid over a game only once"));
            continue;
        }
        let Some(rule) = registry.rule(&rule_spec.id) else {
            let message = format!("there is no rule {:?}", rule_spec.id);
            draft.faults.add(SpecFault::new(["rules", &rule_spec.id], message));
            draft.faults.lose(["rules", &rule_spec.id]);
            continue;
        };
        let had_check = has_check(draft);
        rule.build(&rule_spec.values, &mut RuleBuilder { draft, rule: rule.id() });
        if had_check && !has_check(draft) {
            draft.ends_check = Some(rule_spec.id.clone());
        }
    }
    for (rule, other, because) in &draft.excluded {
        if spec.rules.iter().any(|known| known.id == *other) {
            let message = format!("the rules {rule:?} and {other:?} do not go together: {because}");
            draft.faults.add(clash(rule, other, message));
        }
    }
    if let (Some(first), Some(last)) = (draft.mate_first.first(), draft.legality_last.first()) {
        let message = format!(
            "{first:?} judges mate before the end of the turn and {last:?} judges legality after it: they do not go together"
        );
        let fault = SpecFault {
            related: vec![vec!["rules".into(), last.clone()]],
            ..SpecFault::new(["rules", first], message)
        };
        draft.faults.add(fault);
    }
    // What a rule refuses for want of a piece or of room may be there after all.
    if draft.faults.lacks_a_thing_of("pieces") || !draft.faults.knows(&["board"]) {
        draft.faults.retain(|fault| fault.path.len() != 2 || fault.path[0] != "rules" || !fault.related.is_empty());
    }
}

/// Whether some man can be in check.
fn has_check(draft: &Draft) -> bool {
    draft.pieces.iter().any(|(piece, _)| piece.royal == Royal::Check)
}

/// A fault of two rules that do not go together.
fn clash(rule: &str, other: &str, message: String) -> SpecFault {
    let related = vec![vec!["rules".to_owned(), other.to_owned()]];
    SpecFault { related, ..SpecFault::new(["rules", rule], message) }.hint(ONE_OF_THE_TWO)
}

/// Rules must have what they need: a royal man that can be in check, and where royal men are sheltered, what becomes of
/// them if they are taken.
pub(super) fn check_needs(draft: &Draft, faults: &mut Faults) {
    let may_leave = draft.royal_lost.is_some() || draft.royals_captured;
    if let Some(named) = draft.hooks.shelter.first().filter(|_| !may_leave) {
        let rule = &named.rule;
        let message = format!(
            "the rule {rule:?} shelters royal men from check, so that they can be taken, and says of none that it may leave"
        );
        faults.add(SpecFault::new(["rules", rule], message).hint("its code must call `royals_may_leave`"));
    }
    let may_have_check = faults.is_rootless() || faults.lacks_a_thing_of("pieces") || faults.lacks_a_thing_of("rules");
    let knows_royals = draft.pieces.iter().all(|(piece, _)| faults.knows(&["pieces", &piece.name, "royal"]));
    if has_check(draft) || may_have_check || !knows_royals {
        return;
    }
    for rule in &draft.needs_check {
        let needs = format!("the rule {rule:?} needs a royal man that can be in check");
        faults.add(match &draft.ends_check {
            Some(other) => clash(rule, other, format!("{needs}, and the rule {other:?} takes check away")),
            None => SpecFault::new(["rules", rule], format!("{needs}, and this game has none"))
                .hint("give a piece `royal = \"check\"`, or leave the rule out"),
        });
    }
}
