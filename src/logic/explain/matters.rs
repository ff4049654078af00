//! Which of the rules that fail matters, where something else holds because they
//! do: of the rules for a move that is refused, the one that the reason for the
//! refusal speaks of.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::logic::explain::one_line::only_ground;
use crate::logic::explain::proof::{Because, Failure, Premise, Why, WhyNot};

impl Why {
    /// For what fails: the same, with the rules first that fail for what the first
    /// of the proofs of `reasons` rests on: on the negation of a goal that fails
    /// there, or in the end on what a negation fails by.
    pub fn in_view_of(self, reasons: &Why) -> Why {
        let (Why::Fails(mut failures), Why::Holds(proofs)) = (self.clone(), reasons) else {
            return self;
        };
        let mut goals = Decisive::default();
        proofs.iter().take(1).for_each(|proof| goals.gather(proof));
        for failure in &mut failures {
            Arc::make_mut(failure).put_first(&goals);
        }
        Why::Fails(failures)
    }
}

/// What a reason rests on that speaks of a rule. Variables are all the same here.
#[derive(Default)]
struct Decisive {
    /// The goals whose negations hold.
    negated: FxHashSet<String>,
    /// The last goal: the others only say when it counts.
    last: FxHashSet<String>,
}

impl Decisive {
    fn gather(&mut self, proof: &Premise) {
        if let Because::Rule { premises, .. } = &proof.because {
            self.last.extend(premises.last().map(|last| without_names(&last.goal)));
        }
        let mut seen = FxHashSet::default();
        let mut waiting = vec![proof];
        while let Some(premise) = waiting.pop() {
            if !seen.insert(premise.goal.as_str()) {
                continue;
            }
            self.negated.extend(premise.goal.strip_prefix(NOT).map(without_names));
            if let Because::Rule { premises, .. } = &premise.because {
                waiting.extend(premises.iter().map(|premise| &**premise));
            }
        }
    }

    /// Whether a goal fails by what the reason rests on.
    fn decides(&self, failure: &Failure) -> bool {
        if self.negated.contains(&without_names(&failure.goal)) {
            return true;
        }
        let WhyNot::Because { premises, .. } = &failure.why else { return false };
        let [premise] = premises.as_slice() else { return false };
        let ground = only_ground(premise).map(without_names);
        self.last.contains(&without_names(&premise.goal))
            || ground.is_some_and(|ground| self.last.contains(&ground))
    }
}

/// How a negation begins.
const NOT: &str = "\\+ ";

/// A goal with all its variables written `_`.
fn without_names(goal: &str) -> String {
    let mut text = String::new();
    let mut in_word = false;
    let mut in_variable = false;
    for c in goal.chars() {
        let is_letter = c.is_alphanumeric() || c == '_';
        if is_letter && !in_word {
            in_variable = c.is_uppercase() || c == '_';
            text.extend(in_variable.then_some('_'));
        }
        in_word = is_letter;
        in_variable &= is_letter;
        text.extend((!in_variable).then_some(c));
    }
    text
}

impl Failure {
    fn put_first(&mut self, goals: &Decisive) {
        let WhyNot::Rules(attempts) = &mut self.why else { return };
        for attempt in attempts.iter_mut() {
            Arc::make_mut(&mut attempt.failed).put_first(goals);
        }
        attempts.sort_by_key(|attempt| !attempt.failed.is_decided_by(goals));
    }

    fn is_decided_by(&self, goals: &Decisive) -> bool {
        goals.decides(self)
            || match &self.why {
                WhyNot::Rules(attempts) => attempts.iter().any(|a| a.failed.is_decided_by(goals)),
                _ => false,
            }
    }
}

#[cfg(test)]
mod tests {
    use crate::logic::sample::Sample;

    #[test]
    fn variables_are_all_the_same() {
        assert_eq!(super::without_names("p(wA1, Kind, _, (0,-1))"), "p(wA1, _, _, (0,-1))");
    }

    /// The second rule gets further, but the reason speaks of the first.
    #[test]
    fn the_rule_that_the_reason_speaks_of_comes_first() {
        let sample = Sample::new(
            "
go(X) :- turn(X), steps(X), turn(red).
go(X) :- turn(X), turn(red), rides(X).
stuck(X) :- turn(X), \\+ steps(X).
tired(X) :- turn(X), asleep(X).
walk(X) :- \\+ turn(blue), awake(X).
walk(X) :- player(X), \\+ asleep(X).
steps(blue).
rides(blue).
awake(blue).
asleep(X) :- turn(X).
",
        );
        let first_rule = |drawn: String| drawn.lines().nth(1).unwrap().to_string();
        let why = sample.why("go(red)");
        assert!(first_rule(why.render()).contains(":2: go(X)"));
        let in_view = why.in_view_of(&sample.why("stuck(red)"));
        assert!(first_rule(in_view.render()).contains(":1: go(X)"));

        let why = sample.why("walk(red)");
        assert!(first_rule(why.render()).contains(":5: walk(X)"));
        let in_view = why.in_view_of(&sample.why("tired(red)"));
        assert!(first_rule(in_view.render()).contains(":6: walk(X)"));
    }
}
