//! Why a goal does not hold, in one line: the goal at which the rules that got
//! furthest came to their end.

use std::sync::Arc;

use crate::logic::explain::proof::{Alike, Attempt, Because, Failure, Premise, Why, WhyNot};
use crate::logic::explain::prove::COMPUTED;

impl Why {
    /// For what does not hold: the most telling reason, on one line.
    pub fn in_short(&self) -> Option<String> {
        let Why::Fails(failures) = self else { return None };
        let off: Vec<_> = failures.iter().flat_map(|failure| &failure.switched_off).collect();
        if !off.is_empty() {
            let rules: Vec<String> = off.iter().map(|rule| rule.to_string()).collect();
            return Some(format!("{}: {}", switched_off(off.len()), rules.join("; ")));
        }
        let furthest = first_max(failures.iter().map(|failure| failure.reach()))?;
        Some(failures[furthest].in_short(None))
    }
}

/// What is said of rules that are switched off, and would have made a goal hold.
pub(in crate::logic) fn switched_off(count: usize) -> &'static str {
    match count {
        1 => "it would hold by a rule that is switched off",
        _ => "it would hold by rules that are switched off",
    }
}

/// How far the rules got: how many goals hold in the rule or question that a
/// goal stands in, in the rule for it that got furthest, and so on down.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::logic) struct Reach {
    held: Vec<usize>,
    /// Whether that is all: nothing below was left unfollowed. Of two that got
    /// equally far, the one with an end says more.
    ended: bool,
}

impl Failure {
    /// How many more goals of the rule hold than fail.
    pub(in crate::logic) fn balance(&self) -> i64 {
        (self.held + self.held_after) as i64 - (1 + self.also.len()) as i64
    }

    pub(in crate::logic) fn reach(&self) -> Reach {
        let mut reach = match (self.furthest_attempt(), &self.why) {
            (Some(attempt), _) => attempt.failed.reach(),
            (_, why) => Reach { held: Vec::new(), ended: !matches!(why, WhyNot::NotFollowed(_)) },
        };
        // A rule that fails at once is no further than no rule.
        if self.held > 0 || !reach.held.is_empty() {
            reach.held.insert(0, self.held);
        }
        reach
    }

    fn furthest_attempt(&self) -> Option<&Attempt> {
        match &self.why {
            WhyNot::Rules(attempts) => attempts.first(),
            _ => None,
        }
    }

    /// The goal that fails in the end, where the rules that got furthest lead.
    pub(in crate::logic) fn furthest_end(&self) -> &Failure {
        match self.furthest_attempt() {
            Some(attempt) => attempt.failed.furthest_end(),
            None => self,
        }
    }

    /// The same, to change it.
    pub(in crate::logic) fn furthest_end_mut(&mut self) -> &mut Failure {
        if self.furthest_attempt().is_none() {
            return self;
        }
        let WhyNot::Rules(attempts) = &mut self.why else { unreachable!("it has attempts") };
        Arc::make_mut(&mut attempts[0].failed).furthest_end_mut()
    }

    /// Why it fails, as part of a rule for the goal `above`.
    pub(in crate::logic) fn in_short(&self, above: Option<&Failure>) -> String {
        let goal = match above {
            Some(above) if !self.is_telling => format!("{} fails, as {}", above.goal, self.goal),
            _ => self.goal.clone(),
        };
        // The uppermost goal that does not depend on the position says most.
        let above = match above {
            Some(above) if !self.is_telling && !above.is_telling => above,
            _ => self,
        };
        let alike = |alike: &Option<Alike>, fate: &str| {
            alike.as_ref().map_or(String::new(), |alike| format!("; {}", alike.summary(fate)))
        };
        let others = alike(&self.alike, "fail");
        match &self.why {
            WhyNot::Leaf(word) => format!("{goal} fails: {word}{others}"),
            WhyNot::NoRule => format!("{goal} fails: {NO_RULE}{others}"),
            WhyNot::Next(failure) => {
                format!("{goal} fails, since then {}{others}", failure.in_short(None))
            }
            WhyNot::Because { premises, others: more } => {
                let more = alike(more, "hold");
                format!("{goal} fails, because {}{more}{others}", hold(premises))
            }
            WhyNot::NotFollowed(unfollowed) => match &unfollowed.end {
                Some(end) => format!("{}{others}", end.in_short(Some(above))),
                None => format!("{goal} fails"),
            },
            WhyNot::Rules(_) => match self.furthest_attempt() {
                Some(attempt) => format!("{}{others}", attempt.failed.in_short(Some(above))),
                None => format!("{goal} fails"),
            },
        }
    }
}

/// What is said of a goal that no rule fits.
pub(in crate::logic) const NO_RULE: &str = "no rule or fact matches it";

/// `a holds`, `a and b hold`, `a, b and c hold`. If `a` follows from one fact of
/// the position, that is named too.
fn hold(premises: &[Arc<Premise>]) -> String {
    let goals: Vec<&str> = premises.iter().map(|premise| premise.goal.as_str()).collect();
    match goals.as_slice() {
        [goal] => match only_ground(&premises[0]) {
            Some(ground) => format!("{goal} holds, by {ground}"),
            None => format!("{goal} holds"),
        },
        [goals @ .., last] => format!("{} and {last} hold", goals.join(", ")),
        [] => "what it negates holds".into(),
    }
}

/// The fact that a proof rests on, if it is but one, comparisons apart.
pub(in crate::logic) fn only_ground(premise: &Premise) -> Option<&str> {
    let Because::Rule { premises, .. } = &premise.because else { return None };
    let is_computed = |because: &Because| matches!(because, Because::Leaf(COMPUTED));
    let mut others = premises.iter().filter(|premise| !is_computed(&premise.because));
    let (only, None) = (others.next()?, others.next()) else { return None };
    match &only.because {
        Because::Leaf(_) => Some(&only.goal),
        _ => only_ground(only),
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
        check("", "turn(blue)", "turn(blue) fails: the position holds turn(red)");
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
            "turn(blue) fails: the position holds turn(red)",
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
        let short = "q(3) fails, as \\+ (p(Y), Y > 2) fails, because p(3) and 3 > 2 hold";
        check(rules, "q(3)", short);
        check(rules, "\\+ turn(_)", "\\+ turn(_) fails, because turn(red) holds");
    }

    /// The second rule lacks one goal of three, the others one of two, or all.
    #[test]
    fn the_rule_that_got_furthest_is_followed() {
        let rules = "
able(X) :- weak(X).
able(X) :- turn(X), strong(X), turn(red).
able(X) :- lucky(X), turn(X).
strong(X) :- turn(X), fed(X).
weak(X) :- turn(X), ill(X).
lucky(X) :- born(X).
fed(blue).
ill(blue).
born(blue).
";
        let short = "strong(red) fails, as fed(red) fails: no rule or fact matches it";
        check(rules, "able(red)", short);
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
        check(rules, "go(red)", "\\+ pinned(red) fails, because pinned(red) holds, by turn(red)");
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
        check(rules, "a(red)", "turn(blue) fails: the position holds turn(red)");
    }

    #[test]
    fn the_instance_nearest_to_holding_is_named() {
        let rules = "p(1). p(9). p(5). big(X) :- p(X), X > 10.";
        let short = "big(X) fails, as 9 > 10 fails: it is false; 2 other values of X fail alike";
        check(rules, "big(X)", short);
        // What fails after the goal that fails counts first.
        let rules = "p(1). p(9). p(5). odd(5). r(X) :- p(X), X > 10, odd(X).";
        let short = "r(X) fails, as 5 > 10 fails: it is false; 2 other values of X fail alike";
        check(rules, "r(X)", short);
    }

    #[test]
    fn what_holds_instead_is_said() {
        let rules = "son(ann, bob). son(ann, cid). son(eve, dan).";
        check(rules, "son(eve, bob)", "son(eve, bob) fails: son(eve, dan) holds");
        check(rules, "son(bob, eve)", "son(bob, eve) fails: no rule or fact matches it");
    }

    #[test]
    fn an_opaque_relation_is_described() {
        let rules = "
:- opaque(deep/1).
top(X) :- deep(X).
% X stands deep. It takes long to find out.
deep(X) :- turn(X), turn(blue).
";
        check(rules, "top(red)", "deep(red) fails: it holds only if red stands deep");
        check(rules, "deep(red)", "turn(blue) fails: the position holds turn(red)");
    }

    #[test]
    fn circles_come_to_an_end() {
        let rules = "
a(X) :- b(X).
b(X) :- c(X).
c(X) :- a(X).
a(X) :- turn(X), turn(blue), turn(red).
";
        check(rules, "c(blue)", "turn(blue) fails: the position holds turn(red)");
        let rules = "
a(X) :- b(X).
b(X) :- a(X).
a(X) :- f(X).
f(1).
";
        check(rules, "b(2)", "b(2) fails, as f(2) fails: no rule or fact matches it");
    }
}
