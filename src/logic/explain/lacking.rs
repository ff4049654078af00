//! What there is instead of a fact that is lacking: a fact that differs in one
//! column, or the most general goal that fails as well.

use crate::logic::Row;
use crate::logic::Value;
use crate::logic::explain::description::description;
use crate::logic::explain::nearness::difference;
use crate::logic::explain::prove::Explainer;
use crate::logic::explain::unify::{Asked, unify};
use crate::logic::program::{Literal, Origin, RelationId};

/// So many facts are named that hold instead.
const MOST_NAMED: usize = 2;

const NOT_SUPPOSED: &str = "no action is being played";

impl Explainer<'_> {
    /// What is said of a fact that is not there, and does not come from rules.
    pub(in crate::logic) fn lacking(&self, relation: RelationId, asked: &[Asked]) -> String {
        let info = &self.program.relations[relation];
        let holder = match info.origin {
            Origin::Supposed => return NOT_SUPPOSED.into(),
            Origin::State => "the position holds ",
            Origin::Given(_) | Origin::History | Origin::Rules => "",
        };
        let instead = self.instead(relation, asked);
        if !instead.is_empty() {
            let facts: Vec<String> = instead.iter().map(|row| info.show(row)).collect();
            let holds = match (holder, facts.len()) {
                ("", 1) => " holds",
                ("", _) => " hold",
                _ => "",
            };
            return format!("{holder}{}{holds}", facts.join(" and "));
        }
        let none = self.none_at_all(relation, asked);
        match (holder, none) {
            ("", Some(none)) => format!("there is no {none}"),
            ("", None) => "there is no such fact".into(),
            (holder, Some(none)) => format!("{holder}no {none}"),
            (holder, None) => format!("{holder}no such fact"),
        }
    }

    /// The facts that differ from what is asked in one column, by the least that
    /// there is; none if there are many.
    fn instead(&self, relation: RelationId, asked: &[Asked]) -> Vec<Row> {
        let known = |column: &usize| matches!(asked[*column], Asked::Value(_));
        let columns = (0..asked.len()).filter(known).filter_map(|column| {
            let Asked::Value(wanted) = asked[column] else { return None };
            let rows = self.nearness.instead(relation, asked, column);
            let off_by = rows.iter().map(|row| difference(row[column], wanted)).min()?;
            (rows.len() <= MOST_NAMED).then_some((off_by, rows))
        });
        columns.min_by_key(|(off_by, _)| *off_by).map_or(Vec::new(), |(_, rows)| rows)
    }

    /// The goal with as few known columns as possible that fails as well, if it
    /// says more than the goal itself.
    fn none_at_all(&self, relation: RelationId, asked: &[Asked]) -> Option<String> {
        let mut columns: Vec<Option<Value>> = asked
            .iter()
            .map(|asked| match asked {
                Asked::Value(value) => Some(*value),
                Asked::Any(_) => None,
            })
            .collect();
        for column in (0..columns.len()).rev() {
            let value = columns[column].take();
            if value.is_some() && self.nearness.any_agrees(relation, &columns) {
                columns[column] = value;
            }
        }
        let shown: Vec<String> = columns
            .iter()
            .map(|column| column.map_or("_".to_string(), |value| value.to_string()))
            .collect();
        Some(self.program.relations[relation].show(&shown))
    }

    /// What an opaque relation says.
    pub(in crate::logic) fn opaque(&self, relation: RelationId, asked: &[Asked]) -> Option<String> {
        let info = &self.program.relations[relation];
        if !self.program.declarations.is_opaque(info) {
            return None;
        }
        let columns: Vec<Option<Value>> = asked
            .iter()
            .map(|asked| match asked {
                Asked::Value(value) => Some(*value),
                Asked::Any(_) => None,
            })
            .collect();
        let says = description(self.program, relation, &columns);
        Some(says.unwrap_or_else(|| "its rules say so, which are not shown".into()))
    }

    /// What is lacking where a goal of one fact fails, if there is but one way to
    /// derive it, from one fact of the position: no tank on b3.
    pub(in crate::logic) fn lacking_below(
        &self,
        relation: RelationId,
        asked: &[Asked],
    ) -> Option<String> {
        match self.program.relations[relation].origin {
            Origin::State => Some(self.lacking(relation, asked)),
            Origin::Rules => {
                let mut rules = self.program.rules_for(relation);
                let (rule, None) = (rules.next()?, rules.next()) else { return None };
                let [Literal::Fact { relation: below, args, .. }] = rule.body.as_slice() else {
                    return None;
                };
                let known = unify(&rule.head_args, asked)?;
                let value = |var| known.iter().find(|(other, _)| *other == var).map(|(_, v)| *v);
                if *below == relation {
                    return None;
                }
                self.lacking_below(*below, &super::unify::asked(args, &value))
            }
            _ => None,
        }
    }
}
