//! Facts around a cell of the unbounded board.
//!
//! A step to or from a cell yet unknown, together with a fact on that cell, asks
//! which of the six cells around have such facts. Rules that go round by round
//! ask it for every row they go on from. So for these the facts are found before
//! the rounds begin, by the cell they are next to.

use crate::logic::optimise::inline::is_looked_up;
use crate::logic::plan::bound::Bound;
use crate::logic::program::{Given, Literal, Origin, Program, RelationId};

/// The facts on cells that a step leads to or from, by the cell at its other end.
#[derive(Clone, PartialEq)]
pub struct Surroundings {
    /// What they are facts of.
    pub relation: RelationId,
    /// The column with the cell that a fact is on.
    pub cell: usize,
}

impl Surroundings {
    /// What answers a step and a fact at its unknown end together.
    pub fn find(
        program: &Program,
        step: &Literal,
        fact: &Literal,
        bound: &Bound,
    ) -> Option<Surroundings> {
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
        if !is_step || !is_given || bound.has(&ends[1]) {
            return None;
        }
        let unknown = match (bound.has(&ends[0]), bound.has(&ends[2])) {
            (true, false) => ends[2],
            (false, true) => ends[0],
            _ => return None,
        };
        let cell = args.iter().position(|arg| *arg == unknown)?;
        Some(Surroundings { relation: *relation, cell })
    }

    /// Code for the keys and values that a row of so many columns gives: the
    /// directions to its cell and back, the cell, and the other columns.
    pub fn parts(&self, arity: usize) -> String {
        let cell = format!("row.{}", self.cell);
        let others = (0..arity).filter(|column| *column != self.cell);
        let others: String = others.map(|column| format!(", row.{column}")).collect();
        format!(
            "statics.plane.around({cell}).map(move |(next, to, back)| ((next,), (to, back, {cell}{others})))"
        )
    }
}
