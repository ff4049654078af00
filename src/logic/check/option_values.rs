//! Options as rule files declare them, and the values that may be chosen: a list, or
//! a range.

use super::declarations::{Declarations, at_most, atom, twice, wanted};
use super::diagnostic::Diagnostic;
use super::weights::named_alike;
use crate::logic::syntax::source::Span;
use crate::logic::syntax::term::{Term, TermKind};
use crate::logic::{Atom, Value};

/// `:- option(size, 8, [6, 8, 10]).`
#[derive(Clone, Debug)]
pub struct OptionDecl {
    /// Its name.
    pub name: Atom,
    /// Its value where nobody chooses one.
    pub default: Value,
    /// The values that may be chosen.
    pub allowed: Vec<Value>,
    /// The same as a range, if it was declared as one.
    pub range: Option<Range>,
    /// What the comment behind or above it says.
    pub doc: Option<String>,
    /// Where it is declared.
    pub span: Span,
}

/// `between(6, 26)`, or `between(6, 26, 2)`: numbers with the same distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// The least of them.
    pub least: i64,
    /// The largest.
    pub most: i64,
    /// The distance from one to the next.
    pub step: i64,
}

/// No option has more values.
const MOST_CHOICES: usize = 10_000;

impl OptionDecl {
    /// What may be chosen, in words: `one of 6, 8, 10`, or `from 6 to 26`.
    pub fn choices(&self) -> String {
        match self.range {
            Some(Range { least, most, step: 1 }) => format!("from {least} to {most}"),
            Some(Range { least, most, step }) => {
                format!("from {least} to {most} in steps of {step}")
            }
            None => {
                let unquoted = |value: &Value| match value {
                    Value::Atom(name) => name.as_str().to_string(),
                    value => value.to_string(),
                };
                let values: Vec<String> = self.allowed.iter().map(unquoted).collect();
                format!("one of {}", values.join(", "))
            }
        }
    }
}

impl Declarations {
    /// Takes in an option.
    pub(super) fn option(
        &mut self,
        name: &Term,
        default: &Term,
        allowed: &Term,
        term: &Term,
        earlier: &[&Term],
    ) -> Result<(), Diagnostic> {
        let name = atom(name, "an option's name", "size")?;
        let default_value = constant(default)?;
        let (values, range) = match (&allowed.kind, allowed.parts()) {
            (TermKind::List(listed), _) => {
                (listed.iter().map(constant).collect::<Result<Vec<_>, _>>()?, None)
            }
            (_, Some(("between", [least, most]))) => ranged(least, most, None, allowed)?,
            (_, Some(("between", [least, most, step]))) => {
                ranged(least, most, Some(step), allowed)?
            }
            _ => {
                let what = "a list of the allowed values, or a range";
                return Err(wanted(allowed, what, "[6, 8, 10] or between(6, 26)"));
            }
        };
        if !values.contains(&default_value) {
            let (label, help) = match range {
                None => ("in the list", "add it to the list, or choose one that is in it"),
                Some(_) => ("in the range", "choose one that is in it, or another range"),
            };
            return Err(Diagnostic::error(
                "declaration",
                default.span,
                format!("the default of option `{name}` is not among its allowed values"),
                format!("{default_value} is not {label}"),
            )
            .help(help));
        }
        let is_int = |value: &Value| value.as_int().is_some();
        if let TermKind::List(listed) = &allowed.kind
            && let Some(odd) = values.iter().position(|v| is_int(v) != is_int(&default_value))
        {
            return Err(Diagnostic::error(
                "declaration",
                listed[odd].span,
                format!("option `{name}` mixes integers and atoms"),
                "not of one kind with the default",
            )
            .help("let the values be all integers or all atoms"));
        }
        if self.options.iter().any(|known| known.name == name) {
            return Err(twice(term, earlier));
        }
        if let Some(weight) = self.weight_named(name.as_str()) {
            return Err(named_alike(name, term.span, weight.span));
        }
        let (default, span) = (default_value, term.span);
        self.options.push(OptionDecl { name, default, allowed: values, range, doc: None, span });
        Ok(())
    }
}

/// The numbers of a range.
fn ranged(
    least: &Term,
    most: &Term,
    step: Option<&Term>,
    term: &Term,
) -> Result<(Vec<Value>, Option<Range>), Diagnostic> {
    let number = |term: &Term| match term.kind {
        TermKind::Int(number) => Ok(number),
        _ => Err(wanted(term, "an integer", "8")),
    };
    let (first, last) = (number(least)?, number(most)?);
    let by = match step {
        None => 1,
        Some(step) => match number(step)? {
            by if by > 0 => by,
            _ => {
                return Err(wanted(
                    step,
                    "a distance of 1 or more from one value to the next",
                    "2",
                ));
            }
        },
    };
    if first > last {
        let message = "there is no value in this range";
        return Err(Diagnostic::error("declaration", term.span, message, "the allowed values")
            .help("the least value comes first, for example: between(6, 26)"));
    }
    let count = (last.abs_diff(first) / by.unsigned_abs()) as usize;
    let count = count.saturating_add(1);
    at_most(MOST_CHOICES, count, "values of an option", term).map_err(|error| {
        error.help("choose a shorter range, or larger steps: between(0, 90, 10)")
    })?;
    let values: Vec<i64> = (0..count as i64).map(|index| first + index * by).collect();
    let range = Range { least: first, most: values[count - 1], step: by };
    Ok((values.into_iter().map(Value::Int).collect(), Some(range)))
}

fn constant(term: &Term) -> Result<Value, Diagnostic> {
    match &term.kind {
        TermKind::Atom(name) => Ok(Value::Atom(*name)),
        TermKind::Int(number) => Ok(Value::Int(*number)),
        _ => Err(wanted(term, "an integer or an atom", "8")),
    }
}
