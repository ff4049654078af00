//! Options known at load: rules that ask for another value than an option has
//! are removed, and so are the goals that ask for the value it has.
//!
//! What a goal such as `option(style, bold)` comes to is known when a game is
//! loaded. The option named `style` chooses between ways of judging a position,
//! so judging by one style does not pay for the others.

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

    /// The rules that apply in one style.
    pub fn rules(&self, program: &Program, style: Value) -> Vec<Rule> {
        with_options(&program.rules, |relation| (relation == self.option).then_some(style))
    }
}

/// The rules that apply where options have the chosen values, as far as those are
/// known, without asking for them any more.
pub fn with_options(rules: &[Rule], chosen: impl Fn(RelationId) -> Option<Value>) -> Vec<Rule> {
    let mut specialised = Vec::new();
    for rule in rules {
        let known: Vec<Option<bool>> = rule.body.iter().map(|goal| holds(goal, &chosen)).collect();
        if !known.contains(&Some(false)) {
            let unknown = rule.body.iter().zip(&known).filter(|(_, known)| known.is_none());
            let body = unknown.map(|(goal, _)| goal.clone()).collect();
            specialised.push(Rule { body, ..rule.clone() });
        }
    }
    specialised
}

/// Whether a goal holds, if it asks for nothing but the value of an option.
fn holds(goal: &Literal, chosen: &impl Fn(RelationId) -> Option<Value>) -> Option<bool> {
    match goal {
        Literal::Fact { relation, args, .. } => match args.as_slice() {
            [Arg::Const(value)] => Some(chosen(*relation)? == *value),
            _ => None,
        },
        Literal::Not { goal, .. } => match goal.as_slice() {
            [goal] => holds(goal, chosen).map(|holds| !holds),
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
        let program = sample.engine.program();
        let styles = Styles::of(program).unwrap();
        let value = program.relations.plain("value", 2).unwrap();
        let judged_by = |style: &Value| {
            let rules = styles.rules(program, *style).into_iter();
            let rules = rules.filter(|rule| rule.head == value);
            rules.map(|rule| (rule.head_args[1], rule.body.len())).collect::<Vec<_>>()
        };
        let worth = |number: i64, goals: usize| (Arg::Const(Value::Int(number)), goals);
        let judged: Vec<_> = styles.values.iter().map(judged_by).collect();
        assert_eq!(judged, [vec![worth(1, 2)], vec![worth(2, 1), worth(3, 1)]]);
    }

    #[test]
    fn not_every_game_has_styles() {
        assert!(Styles::of(Sample::new("").engine.program()).is_none());
    }
}
