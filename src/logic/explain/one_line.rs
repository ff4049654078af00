//! Why a goal does not hold, in one line: the goal at which the rules that got
//! furthest came to their end.

use std::sync::Arc;

use crate::logic::explain::proof::{Attempt, Failure, Premise, Why, WhyNot};
use crate::logic::syntax::identifier;

impl Why {
    /// For what does not hold: the most telling reason, on one line.
    pub fn in_short(&self) -> Option<String> {
        match self {
            Why::Holds(_) => None,
            Why::Fails(failures) => {
                let furthest = first_max(failures.iter().map(|failure| failure.reach()))?;
                Some(failures[furthest].in_short(None))
            }
        }
    }
}

/// How far the rules got: how many goals hold in the rule or question that a
/// goal stands in, in the rule for it that got furthest, and so on down.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Reach {
    held: Vec<usize>,
    /// Whether that is all: nothing below was left unfollowed. Of two that got
    /// equally far, the one with an end says more.
    ended: bool,
}

impl Failure {
    fn reach(&self) -> Reach {
        let mut reach = match (self.furthest_attempt(), &self.why) {
            (Some(attempt), WhyNot::Rules(attempts)) => attempts[attempt].failed.reach(),
            (_, why) => Reach { held: Vec::new(), ended: !matches!(why, WhyNot::NotFollowed(_)) },
        };
        // A rule that fails at once is no further than no rule.
        if self.held > 0 || !reach.held.is_empty() {
            reach.held.insert(0, self.held);
        }
        reach
    }

    fn furthest_attempt(&self) -> Option<usize> {
        match &self.why {
            WhyNot::Rules(attempts) => {
                first_max(attempts.iter().map(|Attempt { failed, .. }| failed.reach()))
            }
            _ => None,
        }
    }

    /// The goal that fails in the end, where the rules that got furthest lead.
    pub(in crate::logic) fn furthest_end(&self) -> &Failure {
        match (self.furthest_attempt(), &self.why) {
            (Some(attempt), WhyNot::Rules(attempts)) => attempts[attempt].failed.furthest_end(),
            _ => self,
        }
    }

    /// The same, to change it.
    pub(in crate::logic) fn furthest_end_mut(&mut self) -> &mut Failure {
        let Some(attempt) = self.furthest_attempt() else { return self };
        let WhyNot::Rules(attempts) = &mut self.why else { unreachable!("it has attempts") };
        Arc::make_mut(&mut attempts[attempt].failed).furthest_end_mut()
    }

    /// Why it fails, as part of a rule for the goal `above`.
    fn in_short(&self, above: Option<&str>) -> String {
        let goal = match above {
            Some(above) if is_test(&self.goal) => format!("{above} fails, as {}", self.goal),
            _ => self.goal.clone(),
        };
        match &self.why {
            WhyNot::Leaf(word) => format!("{goal} fails: {word}"),
            WhyNot::NoRule => format!("{goal} fails: {NO_RULE}"),
            WhyNot::Because(premises) => format!("{goal} fails, because {}", hold(premises)),
            WhyNot::NotFollowed(unfollowed) => match &unfollowed.end {
                Some(end) => end.in_short(Some(&self.goal)),
                None => format!("{goal} fails"),
            },
            WhyNot::Rules(attempts) => match self.furthest_attempt() {
                Some(attempt) => attempts[attempt].failed.in_short(Some(&self.goal)),
                None => format!("{goal} fails"),
            },
        }
    }
}

/// Whether a goal is a mere comparison or sum, which says little by itself.
fn is_test(goal: &str) -> bool {
    let name = goal.find(|c: char| !identifier::goes_on(c)).unwrap_or(goal.len());
    let is_relation = goal.starts_with(identifier::begins_atom)
        && (name == goal.len() || goal[name..].starts_with('('));
    !is_relation && !goal.starts_with("\\+")
}

/// What is said of a goal that no rule fits.
pub(in crate::logic) const NO_RULE: &str = "no rule or fact matches it";

/// `a holds`, `a and b hold`, `a, b and c hold`.
fn hold(premises: &[Arc<Premise>]) -> String {
    let goals: Vec<&str> = premises.iter().map(|premise| premise.goal.as_str()).collect();
    match goals.as_slice() {
        [goal] => format!("{goal} holds"),
        [goals @ .., last] => format!("{} and {last} hold", goals.join(", ")),
        [] => "what it negates holds".into(),
    }
}

/// The place of the largest; of the first, if there are several.
fn first_max<T: Ord>(all: impl Iterator<Item = T>) -> Option<usize> {
    let mut best: Option<(usize, T)> = None;
    for (index, one) in all.enumerate() {
        if best.as_ref().is_none_or(|(_, largest)| one > *largest) {
            best = Some((index, one));
        }
    }
    best.map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use crate::logic::sample::Sample;

    #[track_caller]
    fn check(rules: &str, goal: &str, short: &str) {
        assert_eq!(Sample::new(rules).why(goal).in_short().as_deref(), Some(short));
    }

    #[test]
    fn what_holds_needs_no_excuse() {
        assert_eq!(Sample::new("").why("turn(red)").in_short(), None);
    }

    #[test]
    fn a_leaf_says_what_it_is() {
        check("", "turn(blue)", "turn(blue) fails: the position holds no such fact");
        check("", "turn(X), X = blue", "red = blue fails: they are not the same");
        check("", "turn(X), X \\= red", "red \\= red fails: they are the same");
        check("p(3).", "p(X), X > 5", "3 > 5 fails: it is false");
        check("p(3).", "p(X), 7 is X + 1", "7 is 3 + 1 fails: the result is 4");
        let rules = "p(3). big(X) :- p(X), X > 5.";
        check(rules, "big(3)", "big(3) fails, as 3 > 5 fails: it is false");
        check("p(3).", "p(4)", "p(4) fails: no rule or fact matches it");
        check(
            "",
            "tried(wait), does(wait), turn(blue)",
            "turn(blue) fails: the position holds no such fact",
        );
    }

    #[test]
    fn aggregates_say_what_they_come_to() {
        let rules = "p(3). p(4).";
        check(
            rules,
            "aggregate_all(sum(X), p(X), 8)",
            "aggregate_all(sum(X), p(X), 8) fails: the result is 7",
        );
        check(
            rules,
            "aggregate_all(max(X), (p(X), X > 9), M)",
            "aggregate_all(max(X), (p(X), X > 9), M) fails: there is no answer to choose from",
        );
    }

    #[test]
    fn a_negation_fails_because_of_what_holds() {
        let rules = "p(3). q(X) :- p(X), \\+ (p(Y), Y > 2), turn(red).";
        check(rules, "q(3)", "\\+ (p(Y), Y > 2) fails, because p(3) and 3 > 2 hold");
        check(rules, "\\+ turn(_)", "\\+ turn(_) fails, because turn(red) holds");
    }

    /// The second rule has a goal that holds, the others begin with one that
    /// fails.
    #[test]
    fn the_rule_that_got_furthest_is_followed() {
        let rules = "
able(X) :- weak(X).
able(X) :- turn(X), strong(X), turn(blue).
able(X) :- lucky(X), turn(X).
strong(X) :- turn(X), fed(X).
weak(X) :- turn(X), ill(X).
lucky(X) :- born(X).
fed(blue).
ill(blue).
born(blue).
";
        check(rules, "able(red)", "fed(red) fails: no rule or fact matches it");
    }

    /// Of rules that got equally far, the one whose goal got further in turn.
    #[test]
    fn what_fails_late_is_more_telling() {
        let rules = "
go(X) :- lift(X).
go(X) :- free(X), walk(X).
lift(X) :- pillbug(X), turn(X).
free(X) :- turn(X), \\+ pinned(X).
pinned(X) :- turn(X).
walk(X) :- turn(X).
pillbug(blue).
";
        check(rules, "go(red)", "\\+ pinned(red) fails, because pinned(red) holds");
    }

    #[test]
    fn the_way_is_followed_to_its_end() {
        let rules = "
a(X) :- b(X).
b(X) :- c(X).
c(X) :- d(X).
d(X) :- e(X).
e(X) :- f(X).
f(X) :- turn(X), turn(blue).
";
        check(rules, "a(red)", "turn(blue) fails: the position holds no such fact");
    }

    #[test]
    fn circles_come_to_an_end() {
        let rules = "
a(X) :- b(X).
b(X) :- c(X).
c(X) :- a(X).
a(X) :- turn(X), turn(blue), turn(red).
";
        check(rules, "c(blue)", "turn(blue) fails: the position holds no such fact");
        let rules = "
a(X) :- b(X).
b(X) :- a(X).
a(X) :- f(X).
f(1).
";
        check(rules, "b(2)", "f(2) fails: no rule or fact matches it");
    }
}
