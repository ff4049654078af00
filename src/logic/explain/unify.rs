//! Which rules fit a goal, what they get from it, and what their expressions come
//! to then.

use crate::logic::program::{Arg, Expr, Var};
use crate::logic::{Row, Value};

/// What is asked for in a column: a value, or whatever a variable stands for.
#[derive(Clone, Copy, Debug)]
pub enum Asked {
    /// A value.
    Value(Value),
    /// Anything; the same in all columns with that variable.
    Any(Var),
}

/// The columns of a goal, with the values of the variables that have one.
pub fn asked(args: &[Arg], value: &dyn Fn(Var) -> Option<Value>) -> Vec<Asked> {
    args.iter()
        .map(|arg| match arg {
            Arg::Var(var) => value(*var).map_or(Asked::Any(*var), Asked::Value),
            Arg::Const(constant) => Asked::Value(*constant),
        })
        .collect()
}

/// What stands in a register or is written out.
pub fn value_of(arg: &Arg, registers: &[Value]) -> Value {
    match arg {
        Arg::Var(var) => registers[var.index()],
        Arg::Const(value) => *value,
    }
}

/// What stands in the columns of a literal.
pub fn row_of(args: &[Arg], registers: &[Value]) -> Row {
    args.iter().map(|arg| value_of(arg, registers)).collect()
}

/// The variables that a head gets from a fact, if it fits.
pub fn head_of(head: &[Arg], row: &[Value]) -> Option<Vec<(Var, Value)>> {
    unify(head, &row.iter().copied().map(Asked::Value).collect::<Vec<_>>())
}

/// The variables that a head gets from what is asked, if it fits.
pub fn unify(head: &[Arg], asked: &[Asked]) -> Option<Vec<(Var, Value)>> {
    let mut known: Vec<(Var, Value)> = Vec::new();
    for (column, arg) in head.iter().enumerate() {
        let value = match asked[column] {
            Asked::Value(value) => Some(value),
            // The same variable in another column: what stands there.
            Asked::Any(var) => (0..head.len())
                .filter(|other| matches!(asked[*other], Asked::Any(twin) if twin == var))
                .find_map(|other| known_value(&head[other], &known)),
        };
        let Some(value) = value else { continue };
        match (known_value(arg, &known), arg) {
            (Some(known), _) if known != value => return None,
            (None, Arg::Var(var)) => known.push((*var, value)),
            _ => {}
        }
    }
    Some(known)
}

fn known_value(arg: &Arg, known: &[(Var, Value)]) -> Option<Value> {
    match arg {
        Arg::Const(value) => Some(*value),
        Arg::Var(var) => known.iter().find(|(other, _)| other == var).map(|(_, value)| *value),
    }
}

/// The value of an expression, if it has one.
pub fn evaluate(expr: &Expr, registers: &[Value]) -> Option<i64> {
    match expr {
        Expr::Arg(arg) => value_of(arg, registers).as_int(),
        Expr::Unary(op, inner) => op.apply(evaluate(inner, registers)?).ok(),
        Expr::Binary(op, left, right) => {
            op.apply(evaluate(left, registers)?, evaluate(right, registers)?).ok()
        }
    }
}
