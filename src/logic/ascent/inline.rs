//! Relations that only give another name to given facts need not be derived.

use crate::logic::Atom;
use crate::logic::program::{Arg, Literal, Origin, Program, RelationId, Rule, Var, Variable};
use crate::logic::types::Type;

/// The rules, with each relation that only gives another name to given facts,
/// as `occupied(Cell) :- tank(Cell, _, _)` does, replaced by those facts.
pub fn inline(program: &Program) -> Vec<Rule> {
    let mut rules = program.rules.clone();
    for Rule { body, variables, .. } in &mut rules {
        body.iter_mut().for_each(|literal| inline_in(program, literal, variables));
    }
    rules
}

/// An aggregate is left alone: it counts the facts of the relation it names.
fn inline_in(program: &Program, literal: &mut Literal, variables: &mut Vec<Variable>) {
    match literal {
        Literal::Not { goal, .. } => {
            goal.iter_mut().for_each(|literal| inline_in(program, literal, variables));
        }
        Literal::Fact { relation, args, span } => {
            let Some((given, columns)) = other_name_of(program, *relation) else { return };
            let types = &program.relations[given].columns;
            let columns = columns.iter().zip(types).map(|(column, ty)| match column {
                Some(column) => args[*column],
                None => {
                    let ty = ty.unwrap_or(Type::Atom);
                    variables.push(Variable { name: Atom::new("_"), span: *span, ty });
                    Arg::Var(Var(variables.len() as u16 - 1))
                }
            });
            (*args, *relation) = (columns.collect(), given);
        }
        _ => {}
    }
}

/// If a relation is another name for given facts: which, and for each of their
/// columns the column of the relation, if it has it.
fn other_name_of(
    program: &Program,
    relation: RelationId,
) -> Option<(RelationId, Vec<Option<usize>>)> {
    let mut rules = program.rules_for(relation);
    let (rule, None) = (rules.next()?, rules.next()) else { return None };
    let [Literal::Fact { relation: given, args, .. }] = rule.body.as_slice() else { return None };
    if program.relations[*given].origin == Origin::Rules || program.relations[*given].is_static {
        return None;
    }
    let head_column = |arg: &Arg| rule.head_args.iter().position(|head| head == arg);
    let columns: Vec<Option<usize>> = args.iter().map(head_column).collect();
    let plain = (0..rule.head_args.len())
        .all(|column| columns.iter().filter(|known| **known == Some(column)).count() == 1);
    let variables = args.iter().chain(&rule.head_args).all(|arg| matches!(arg, Arg::Var(_)));
    let distinct = (0..args.len()).all(|index| !args[..index].contains(&args[index]));
    (plain && variables && distinct).then_some((*given, columns))
}
