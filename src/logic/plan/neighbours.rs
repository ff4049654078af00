//! Facts next to a cell of the unbounded board.
//!
//! A step to or from a cell yet unknown, together with a fact on that cell, asks
//! which of the six cells around have such facts. Recursive rules ask it for every
//! row they go on from, so there the two goals become one question.

use rustc_hash::FxHashSet;

use super::bound::Bound;
use super::step::Neighbours;
use crate::logic::check::strata;
use crate::logic::optimise::is_looked_up;
use crate::logic::program::{Given, Literal, Origin, Program, RelationId, Rule};

impl Neighbours {
    /// What answers a step and a fact at its unknown end together.
    pub fn find(
        program: &Program,
        step: &Literal,
        fact: &Literal,
        bound: &Bound,
    ) -> Option<Neighbours> {
        let (
            Literal::Fact { relation: step, args: ends, .. },
            Literal::Fact { relation, args, .. },
        ) = (step, fact)
        else {
            return None;
        };
        let is_step = program.relations[*step].origin == Origin::Given(Given::Step)
            && program.relations[*step].is_computed(&program.declarations);
        let is_given = is_looked_up(program, *relation) && !program.relations[*relation].is_static;
        // A direction that the fact holds as well is left to two questions.
        if !is_step || !is_given || bound.has(&ends[1]) || args.contains(&ends[1]) {
            return None;
        }
        let (backwards, unknown) = match (bound.has(&ends[0]), bound.has(&ends[2])) {
            (true, false) => (false, ends[2]),
            (false, true) => (true, ends[0]),
            _ => return None,
        };
        let cell = args.iter().position(|arg| *arg == unknown)?;
        Some(Neighbours { relation: *relation, cell, backwards })
    }
}

/// The relations, with their columns of cells, whose facts recursive rules may
/// ask for next to a cell.
pub fn asked_in_recursion(program: &Program, rules: &[Rule]) -> FxHashSet<(RelationId, usize)> {
    let mut asked = FxHashSet::default();
    let recursive =
        |rule: &&Rule| strata::closure(rules, &strata::asked(&rule.body)).contains(&rule.head);
    let has_steps = program.declarations.board_is_unbounded();
    for rule in rules.iter().filter(|_| has_steps).filter(recursive) {
        let pairs =
            rule.body.iter().flat_map(|step| rule.body.iter().map(move |fact| (step, fact)));
        for (step, fact) in pairs {
            for end in [0, 2] {
                let mut bound = Bound::none(rule.variables.len());
                let Literal::Fact { args, .. } = step else { continue };
                if let Some(known) = args.get(end) {
                    bound.add(known);
                }
                if let Some(found) = Neighbours::find(program, step, fact, &bound) {
                    asked.insert((found.relation, found.cell));
                }
            }
        }
    }
    asked
}
