//! Rules that only count where an option has a certain value.
//!
//! What a goal such as `option(style, bold)` comes to is settled when a game is
//! loaded. Where it fails, its rule derives nothing, and what only that rule asks
//! need not be worked out. The option named `style` chooses between ways of
//! judging a position, so judging by one style does not pay for the others.

use super::program::{Arg, Given, Literal, Name, Origin, Program, RelationId, Rule};
use super::{Atom, Value};

/// The ways in which a game can judge positions.
pub struct Styles {
    /// The relation of the option that chooses between them.
    pub option: RelationId,
    /// The values that it may have.
    pub values: Vec<Value>,
}

impl Styles {
    /// Those of a game that has an option named `style`.
    pub fn of(program: &Program) -> Option<Styles> {
        let option = program.relations.find(Name::Option(Atom::new("style")), 1)?;
        let Origin::Given(Given::Option(number)) = program.relations[option].origin else {
            return None;
        };
        Some(Styles { option, values: program.declarations.options[number].allowed.clone() })
    }

    /// The rules that count in one style, without asking for it any more.
    pub fn rules(&self, program: &Program, style: Value) -> Vec<Rule> {
        let chosen = |relation: RelationId| (relation == self.option).then_some(style);
        let counting = program.rules.iter().filter(|rule| can_hold(rule, chosen));
        let is_settled = |goal: &Literal| asked(goal).is_some_and(|(id, _)| id == self.option);
        let mut rules: Vec<Rule> = counting.cloned().collect();
        rules.iter_mut().for_each(|rule| rule.body.retain(|goal| !is_settled(goal)));
        rules
    }
}

/// Whether a rule asks no option for another value than the one it has, as far
/// as that is known.
pub fn can_hold(rule: &Rule, chosen: impl Fn(RelationId) -> Option<Value>) -> bool {
    rule.body
        .iter()
        .filter_map(asked)
        .all(|(option, value)| chosen(option).is_none_or(|chosen| chosen == value))
}

/// What a goal with nothing but one value asks: `option(style, bold)`.
fn asked(goal: &Literal) -> Option<(RelationId, Value)> {
    match goal {
        Literal::Fact { relation, args, .. } => match args.as_slice() {
            [Arg::Const(value)] => Some((*relation, *value)),
            _ => None,
        },
        _ => None,
    }
}
