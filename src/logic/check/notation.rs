//! How players write actions, as `:- notation(move(A, B), [A, '-', B]).` declares it.
//! An action may have several forms. A goal behind a form says when it is used, and
//! may give values to variables that only the form names.

use crate::logic::Atom;
use crate::logic::check::declarations::{Template, wanted};
use crate::logic::check::diagnostic::Diagnostic;
use crate::logic::names;
use crate::logic::program::Program;
use crate::logic::query::Query;
use crate::logic::syntax::source::Span;
use crate::logic::syntax::term::{Term, TermKind};

/// One form of an action.
#[derive(Clone, Debug)]
pub struct Notation {
    /// The name of the action.
    pub action: Atom,
    /// Its arguments: variables and values.
    pub arguments: Vec<Term>,
    /// What is written, part by part.
    pub form: Vec<Part>,
    /// What must hold in a position for the action to be written so.
    pub goal: Option<Term>,
    /// What the comment behind or above it says, for who writes something else.
    pub doc: Option<String>,
    /// Where it is declared.
    pub span: Span,
}

/// A part of a form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// This text.
    Text(Atom),
    /// The value of a variable.
    Variable(Atom),
}

const EXAMPLE: &str = ":- notation(move(From, To), [From, '-', To]).";

impl Notation {
    /// Reads what stands between the parentheses of the directive.
    pub fn read(args: &[Term], term: &Term, actions: &[Template]) -> Result<Notation, Diagnostic> {
        let (action, form, goal) = match args {
            [action, form] => (action, form, None),
            [action, form, goal] => (action, form, Some(goal.clone())),
            _ => return Err(wanted(term, "an action, its form and perhaps a goal", EXAMPLE)),
        };
        let (name, arguments) = known_action(action, actions)?;
        let TermKind::List(parts) = &form.kind else {
            return Err(wanted(form, "a list of variables and texts", "[From, '-', To]"));
        };
        if parts.is_empty() {
            return Err(wanted(form, "a form with at least one part", "[From, '-', To]"));
        }
        let notation = Notation {
            action: name,
            arguments: arguments.to_vec(),
            form: parts.iter().map(part).collect::<Result<_, _>>()?,
            goal,
            doc: None,
            span: term.span,
        };
        notation.check_variables(parts)?;
        Ok(notation)
    }

    /// The variable in the place of an argument, if it has a name.
    pub fn variable(&self, argument: usize) -> Option<Atom> {
        match self.arguments.get(argument)?.kind {
            TermKind::Var(name) if name.as_str() != "_" => Some(name),
            _ => None,
        }
    }

    /// Every variable of the form is one of the action or of the goal: nothing else
    /// gives it a value.
    fn check_variables(&self, parts: &[Term]) -> Result<(), Diagnostic> {
        let mut known = Vec::new();
        for term in self.arguments.iter().chain(&self.goal) {
            term.walk(&mut |part| {
                if let TermKind::Var(name) = part.kind {
                    known.push(name);
                }
            });
        }
        let unknown = parts.iter().find_map(|part| match part.kind {
            TermKind::Var(name) if name.as_str() == "_" || !known.contains(&name) => {
                Some((name, part.span))
            }
            _ => None,
        });
        let Some((name, span)) = unknown else { return Ok(()) };
        let help = format!(
            "name it in `{}(..)`, or in a goal behind the form, such as letter(Kind, {name})",
            self.action
        );
        let message = format!("nothing gives `{name}` a value in this notation");
        Err(Diagnostic::error("notation", span, message, "in the form only").help(help))
    }

    /// Complains of a goal that cannot be asked.
    pub fn check_goal(&self, program: &Program) -> Result<(), Vec<Diagnostic>> {
        let Some(goal) = &self.goal else { return Ok(()) };
        let at = |kind| Term { kind, span: self.span };
        let action = match self.arguments.as_slice() {
            [] => at(TermKind::Atom(self.action)),
            arguments => at(TermKind::Compound(self.action, arguments.to_vec())),
        };
        let legal = at(TermKind::Compound(Atom::new("legal"), vec![action]));
        let goals = std::iter::once(legal).chain(goal.conjuncts().iter().cloned()).collect();
        Query::of(program, &Term { kind: TermKind::Comma(goals), span: goal.span }).map(drop)
    }
}

/// The name and arguments of a declared action.
fn known_action<'a>(
    term: &'a Term,
    actions: &[Template],
) -> Result<(Atom, &'a [Term]), Diagnostic> {
    let Some((name, arguments)) = term.functor() else {
        return Err(wanted(term, "an action with variables", "move(From, To)"));
    };
    let is_declared = |it: &Template| it.name == name && it.columns.len() == arguments.len();
    if !actions.iter().any(is_declared) {
        let message = format!("there is no action `{name}/{}`", arguments.len());
        let error = Diagnostic::error("notation", term.span, message, "not declared");
        let known = actions.iter().map(|action| action.name.as_str());
        let declared = actions.iter().map(|it| format!("{}/{}", it.name, it.columns.len()));
        let declared: Vec<String> = declared.collect();
        let help = match declared.as_slice() {
            [] => "declare it: `:- action(move(cell, cell)).`".to_string(),
            declared => names::suggestion(name.as_str(), known)
                .unwrap_or_else(|| format!("the actions are {}", declared.join(", "))),
        };
        return Err(error.help(help));
    }
    let is_simple = |it: &Term| {
        matches!(it.kind, TermKind::Var(_) | TermKind::Atom(_) | TermKind::Int(_))
            || it.axial().is_some()
    };
    match arguments.iter().find(|it| !is_simple(it)) {
        Some(odd) => Err(wanted(odd, "a variable or a value", "From")),
        None => Ok((name, arguments)),
    }
}

fn part(term: &Term) -> Result<Part, Diagnostic> {
    match &term.kind {
        TermKind::Var(name) => Ok(Part::Variable(*name)),
        TermKind::Atom(text) if !text.as_str().is_empty() => Ok(Part::Text(*text)),
        TermKind::Int(number) => Ok(Part::Text(Atom::new(&number.to_string()))),
        _ => Err(wanted(term, "a variable, or a text between quotes", "'-'")),
    }
}
