//! Small programs for tests: rules without a board to speak of.

use std::sync::Arc;

use crate::logic::engine::{Engine, Facts, Host, Limits};
use crate::logic::explain::explain;
use crate::logic::explain::proof::Why;
use crate::logic::program::{Given, RelationId};
use crate::logic::query::Query;
use crate::logic::{Atom, Loader, Row, Value, load};

/// What every game must have.
const FRAME: &str = "
:- board(square(1, 1)).
:- players([red, blue]).
:- state(turn(player)).
:- action(wait).
start(turn(red)).
legal(wait) :- turn(_).
add(turn(P)) :- turn(Q), opponent(Q, P).
del(turn(P)) :- turn(P).
draw :- \\+ turn(_).
";

struct Nothing;

impl Loader for Nothing {
    fn load(&self, _: &str, _: &str) -> Result<(String, String), String> {
        Err("there are no files".into())
    }
}

impl Host for Nothing {
    fn facts(&self, _: Given) -> Vec<Row> {
        Vec::new()
    }

    fn steps(&self) -> Vec<(Atom, i16, i16)> {
        Vec::new()
    }
}

/// Rules to ask, in a position that holds `turn(red)` alone.
pub struct Sample {
    pub engine: Engine,
}

impl Sample {
    /// Rules, the first of them on the first line of `sample.pl`.
    pub fn new(rules: &str) -> Sample {
        let text = format!("{}{FRAME}", rules.trim_start());
        let checked = load("sample.pl", &text, &Nothing).unwrap_or_else(|error| panic!("{error}"));
        let engine = Engine::new(Arc::new(checked.program), &Nothing, Limits::default());
        Sample { engine: engine.unwrap() }
    }

    pub fn query(&self, goal: &str) -> Query {
        let parsed = Query::parse(self.engine.program(), goal);
        parsed.unwrap_or_else(|error| panic!("{goal}: {error}"))
    }

    pub fn why(&self, goal: &str) -> Why {
        explain(&self.engine, &self.query(goal), self).unwrap()
    }
}

impl Facts for Sample {
    fn each(&self, relation: RelationId, visit: &mut dyn FnMut(&[Value])) {
        if self.engine.program().relations.plain("turn", 1) == Some(relation) {
            visit(&[Atom::new("red").into()]);
        }
    }
}
