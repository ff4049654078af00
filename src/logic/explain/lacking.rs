//! What there is instead of a fact that is lacking: a fact that differs in one
//! column, or the most general goal that fails as well.

use crate::logic::explain::description::description;
use crate::logic::explain::prove::Explainer;
use crate::logic::explain::unify::{self, Asked, unify};
use crate::logic::program::{Literal, Origin, RelationId};
use crate::logic::{Row, Value};

/// So many facts are named that hold instead.
const MOST_NAMED: usize = 2;

/// So many rules may lie between a goal and the fact it is derived from.
const MOST_BELOW: usize = 4;

const NOT_SUPPOSED: &str = "no action is being played";

impl Explainer<'_> {
    /// What is said of a fact that is not there, and does not come from rules.
    pub(in crate::logic) fn lacking(&self, relation: RelationId, asked: &[Asked]) -> String {
        if self.program.relations[relation].origin == Origin::Supposed {
            return NOT_SUPPOSED.into();
        }
        self.what_holds(relation, asked).unwrap_or_else(|| self.nothing_like(relation, asked))
    }

    /// What holds instead of a fact, if it is little.
    pub(in crate::logic) fn what_holds(
        &self,
        relation: RelationId,
        asked: &[Asked],
    ) -> Option<String> {
        let instead = self.instead(relation, asked);
        if instead.is_empty() {
            return None;
        }
        let info = &self.program.relations[relation];
        let facts: Vec<String> = instead.iter().map(|row| info.show(row)).collect();
        let facts = facts.join(" and ");
        Some(match (info.origin, instead.len()) {
            (Origin::State, _) => format!("the position holds {facts}"),
            (_, 1) => format!("{facts} holds"),
            (_, _) => format!("{facts} hold"),
        })
    }

    /// That there is nothing like a fact, as generally as it is true.
    fn nothing_like(&self, relation: RelationId, asked: &[Asked]) -> String {
        let columns = self.least_known(relation, asked);
        let shown =
            columns.iter().map(|column| column.map_or("_".into(), |value| value.to_string()));
        let none = self.program.relations[relation].show(&shown.collect::<Vec<String>>());
        let dropped = columns
            .iter()
            .zip(asked)
            .any(|(column, asked)| column.is_none() && matches!(asked, Asked::Value(_)));
        match self.program.relations[relation].origin {
            Origin::State => format!("the position holds no {none}"),
            _ if dropped => format!("there is no {none}"),
            _ => "there is no such fact".into(),
        }
    }

    /// The facts that differ from what is asked in one column, if they are few. What
    /// the other columns lead to mostly stands last, so the last column goes first.
    fn instead(&self, relation: RelationId, asked: &[Asked]) -> Vec<Row> {
        let known = |column: &usize| matches!(asked[*column], Asked::Value(_));
        // Another fact of the same relation is no news, unless it is the turn.
        let is_state = self.program.relations[relation].origin == Origin::State;
        if !is_state && (0..asked.len()).filter(known).count() < 2 {
            return Vec::new();
        }
        let rows = (0..asked.len())
            .rev()
            .filter(known)
            .map(|column| self.nearness.instead(relation, asked, column));
        rows.into_iter().find(|rows| (1..=MOST_NAMED).contains(&rows.len())).unwrap_or_default()
    }

    /// As few of the known columns as possible for the goal to fail.
    fn least_known(&self, relation: RelationId, asked: &[Asked]) -> Vec<Option<Value>> {
        let mut columns = known_columns(asked);
        for column in (0..columns.len()).rev() {
            let value = columns[column].take();
            if value.is_some() && self.nearness.any_agrees(relation, &columns) {
                columns[column] = value;
            }
        }
        columns
    }

    /// What an opaque relation says.
    pub(in crate::logic) fn opaque(&self, relation: RelationId, asked: &[Asked]) -> Option<String> {
        let info = &self.program.relations[relation];
        if !self.program.declarations.is_opaque(info) {
            return None;
        }
        let says = description(self.program, relation, &known_columns(asked));
        Some(says.unwrap_or_else(|| "its rules say so, which are not shown".into()))
    }

    /// What is lacking where a goal of one fact fails, if there is but one way to
    /// derive it, from one fact of the position: no tank on b3.
    pub(in crate::logic) fn lacking_below(
        &self,
        relation: RelationId,
        asked: &[Asked],
    ) -> Option<String> {
        let (mut relation, mut columns) = (relation, asked.to_vec());
        for _ in 0..MOST_BELOW {
            match self.program.relations[relation].origin {
                Origin::State => return Some(self.nothing_like(relation, &columns)),
                Origin::Rules => {}
                _ => return None,
            }
            let mut rules = self.program.rules_for(relation);
            let (rule, None) = (rules.next()?, rules.next()) else { return None };
            let [Literal::Fact { relation: below, args, .. }] = rule.body.as_slice() else {
                return None;
            };
            let known = unify(&rule.head_args, &columns)?;
            let value = |var| known.iter().find(|(other, _)| *other == var).map(|(_, v)| *v);
            (relation, columns) = (*below, unify::asked(args, &value));
        }
        None
    }
}

/// The values that are asked for; nothing for what may be anything.
fn known_columns(asked: &[Asked]) -> Vec<Option<Value>> {
    asked
        .iter()
        .map(|asked| match asked {
            Asked::Value(value) => Some(*value),
            Asked::Any(_) => None,
        })
        .collect()
}
