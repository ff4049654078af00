//! What `ascent` keeps each relation in, which depends on how the relation depends
//! on itself.

use crate::logic::ascent::Translator;
use crate::logic::ascent::rule::RuleTranslator;
use crate::logic::check::strata;
use crate::logic::program::{RelationId, Rule};

/// Where the rows of a relation stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kept {
    /// It does not depend on itself: all rows are there before anybody asks.
    Settled,
    /// A single rule goes on from it, row by row.
    Walked,
    /// Rows are found in rounds.
    InRounds,
}

impl Kept {
    /// What `ascent` is told about it, in front of the relation. Relations are
    /// settled unless it is said otherwise.
    pub fn attribute(self) -> &'static str {
        match self {
            Kept::Settled => "",
            Kept::Walked => "#[ds(walked)] ",
            Kept::InRounds => "#[ds(rounds)] ",
        }
    }
}

/// What a relation that rules derive is best kept in.
pub(in crate::logic) fn kept_in(
    translator: &mut Translator<'_>,
    rules: &[Rule],
    relation: RelationId,
) -> Kept {
    let depends = |id: &RelationId| strata::closure(rules, &[*id]).contains(&relation);
    let mut recursive = Vec::new();
    for rule in rules.iter().filter(|rule| rule.head == relation) {
        let asked: Vec<RelationId> =
            strata::asked(&rule.body).into_iter().filter(depends).collect();
        if !asked.is_empty() {
            recursive.push((rule, asked));
        }
    }
    match recursive.as_slice() {
        [] => Kept::Settled,
        [(rule, asked)]
            if *asked == [relation] && RuleTranslator::new(translator, rule).goes_on_by_row() =>
        {
            Kept::Walked
        }
        _ => Kept::InRounds,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::sample::Sample;

    /// What `path/2` is kept in, whose first rule goes along an edge. Who is on
    /// turn makes all of it depend on the position.
    fn path_is_kept(rules: &str) -> Kept {
        let sample = Sample::new(&format!(
            "edge(a, b). edge(b, c). path(X, Y) :- turn(_), edge(X, Y). {rules}"
        ));
        let program = sample.interpreter.program();
        let path = program.relations.plain("path", 2).unwrap();
        kept_in(&mut Translator::new(program), &program.rules, path)
    }

    #[test]
    fn what_does_not_depend_on_itself_is_settled() {
        assert_eq!(path_is_kept("end(Y) :- path(_, Y), \\+ edge(Y, _)."), Kept::Settled);
    }

    #[test]
    fn what_a_single_rule_goes_on_from_is_walked() {
        assert_eq!(path_is_kept("path(X, Z) :- path(X, Y), edge(Y, Z)."), Kept::Walked);
        assert_eq!(path_is_kept("path(Y, X) :- path(X, Y), X \\= Y."), Kept::Walked);
    }

    #[test]
    fn what_rules_go_on_from_otherwise_is_found_in_rounds() {
        for rules in [
            "path(X, Z) :- path(X, Y), path(Y, Z).",
            "path(X, Z) :- path(X, Y), edge(Y, Z). path(Y, X) :- path(X, Y).",
            "path(X, Z) :- way(X, Y), edge(Y, Z). way(X, Y) :- path(X, Y).",
            "path(Y, X) :- edge(X, _), path(X, Y).",
            "path(X, Z) :- path(X, Y), way(Y, Z). way(X, Y) :- turn(_), edge(X, Y).",
            "path(X, b) :- path(X, X), edge(X, _).",
            "path(X, b) :- path(X, c), edge(X, _).",
        ] {
            assert_eq!(path_is_kept(rules), Kept::InRounds, "{rules}");
        }
    }
}
