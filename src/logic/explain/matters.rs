//! Which of the rules that fail matters, where something else holds because they
//! do: of the rules for a move that is refused, the one that the reason for the
//! refusal speaks of.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::logic::explain::proof::{Because, Failure, Premise, Why, WhyNot};

impl Why {
    /// For what fails: the same, with the rules first that fail for what the
    /// proofs of `reasons` rest on. A proof speaks of a rule if it rests on the
    /// negation of the goal that fails there, or on what a negation fails by.
    pub fn in_view_of(self, reasons: &Why) -> Why {
        let (Why::Fails(mut failures), Why::Holds(proofs)) = (self.clone(), reasons) else {
            return self;
        };
        let mut goals = FxHashSet::default();
        proofs.iter().for_each(|proof| gather(proof, &mut goals));
        for failure in &mut failures {
            Arc::make_mut(failure).put_first(&goals);
        }
        Why::Fails(failures)
    }
}

/// The goals of a proof.
fn gather<'a>(premise: &'a Premise, goals: &mut FxHashSet<&'a str>) {
    if let (true, Because::Rule { premises, .. }) = (goals.insert(&premise.goal), &premise.because) {
        premises.iter().for_each(|premise| gather(premise, goals));
    }
}

impl Failure {
    fn put_first(&mut self, goals: &FxHashSet<&str>) {
        let WhyNot::Rules(attempts) = &mut self.why else { return };
        for attempt in attempts.iter_mut() {
            Arc::make_mut(&mut attempt.failed).put_first(goals);
        }
        attempts.sort_by_key(|attempt| !attempt.failed.is_among(goals));
    }

    fn is_among(&self, goals: &FxHashSet<&str>) -> bool {
        let negation = format!("\\+ {}", self.goal);
        goals.contains(negation.as_str())
            || match &self.why {
                WhyNot::Because { premises, .. } => {
                    premises.iter().all(|premise| goals.contains(premise.goal.as_str()))
                }
                WhyNot::Rules(attempts) => attempts.iter().any(|a| a.failed.is_among(goals)),
                _ => false,
            }
    }
}
