//! Rules that only count where an option has a certain value.
//!
//! What a goal such as `option(style, bold)` comes to is settled when a game is
//! loaded. Where it fails, its rule derives nothing, and what only that rule asks
//! need not be worked out. The option named `style` chooses between ways of
//! judging a position, so judging by one style does not pay for the others.

use crate::logic::program::{Arg, Given, Literal, Name, Origin, Program, RelationId, Rule};
use crate::logic::{Atom, Value};

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::sample::Sample;

    const RULES: &str = "
        :- option(style, bold, [bold, timid]).
        value(P, 1) :- turn(P), option(style, bold), brave(P).
        value(P, 2) :- option(style, timid), turn(P).
        value(P, 3) :- turn(P), \\+ option(style, bold).
        brave(P) :- turn(P).
    ";

    #[test]
    fn what_another_style_judges_by_is_left_out() {
        let sample = Sample::new(RULES);
        let program = sample.interpreter.program();
        let styles = Styles::of(program).unwrap();
        let value = program.relations.plain("value", 2).unwrap();
        let judged_by = |style: &Value| {
            let rules = styles.rules(program, *style).into_iter();
            let rules = rules.filter(|rule| rule.head == value);
            rules.map(|rule| (rule.head_args[1], rule.body.len())).collect::<Vec<_>>()
        };
        let worth = |number: i64, goals: usize| (Arg::Const(Value::Int(number)), goals);
        let judged: Vec<_> = styles.values.iter().map(judged_by).collect();
        assert_eq!(judged, [[worth(1, 2), worth(3, 2)], [worth(2, 1), worth(3, 2)]]);
    }

    #[test]
    fn not_every_game_has_styles() {
        assert!(Styles::of(Sample::new("").interpreter.program()).is_none());
    }
}
