//! Questions to a program: a conjunction of goals, asked of all that is
//! derived from a position.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashSet;

use crate::logic::check::diagnostic::{self, Diagnostic, Severity};
use crate::logic::check::normal_form::{self, Answer, ResolvedGoal};
use crate::logic::check::safety;
use crate::logic::check::strata;
use crate::logic::check::types;
use crate::logic::engine::{Engine, EvalError, Facts, answers};
use crate::logic::program::{Arg, Literal, Name, Program, RelationId, Rule, Var, Wrapper};
use crate::logic::syntax::reader;
use crate::logic::syntax::source::Span;
use crate::logic::{Atom, Rejected, Row, Value};

/// A question that makes sense.
#[derive(Clone)]
pub struct Query {
    pub(in crate::logic) goals: Vec<ResolvedGoal>,
    supposed: Vec<(RelationId, Row)>,
    decided: Option<Decided>,
}

/// The program with types that only the question decides, and the engine for it,
/// made when it is first needed.
#[derive(Clone)]
struct Decided {
    program: Arc<Program>,
    engine: Arc<OnceLock<Engine>>,
}

/// What a variable of a question is bound to.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Bound {
    /// A value.
    Value(Value),
    /// A whole action or state fact.
    Term(Atom, Row),
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bound::Value(value) => write!(f, "{value}"),
            Bound::Term(name, columns) if columns.is_empty() => write!(f, "{name}"),
            Bound::Term(name, columns) => {
                let columns: Vec<_> = columns.iter().map(Value::to_string).collect();
                write!(f, "{name}({})", columns.join(", "))
            }
        }
    }
}

/// One answer: the variables, in the order they are asked.
pub type Bindings = Vec<(Atom, Bound)>;

impl Query {
    /// Reads and checks a question. The text may leave out the full stop, and
    /// may begin with `?-`.
    pub fn parse(program: &Program, text: &str) -> Result<Query, Rejected> {
        let mut sources = (*program.sources).clone();
        let text = text.trim();
        let file = sources.add("query", text.strip_prefix("?-").unwrap_or(text).trim_start());
        let mut complaints = Vec::new();
        let mut goals = Vec::new();
        let mut decided = None;
        match reader::read_goal(&sources, file) {
            Err(error) => complaints.push(error),
            Ok(term) => {
                let (declarations, relations) = (&program.declarations, &program.relations);
                goals = normal_form::goal(declarations, relations, &term, &mut complaints);
                if complaints.is_empty() {
                    decided = infer_types(program, &mut goals, &mut complaints);
                }
                for goal in &mut goals {
                    if complaints.is_empty() {
                        safety::check(declarations, relations, &goal.rule, &mut complaints);
                        complaints.retain(|complaint| complaint.severity == Severity::Error);
                    }
                }
            }
        }
        let mut supposed = Vec::new();
        if complaints.is_empty() {
            for goal in &mut goals {
                drop_local_answers(goal);
                suppositions(program, goal, &mut supposed, &mut complaints);
            }
        }
        if complaints.is_empty() {
            Ok(Query { goals, supposed, decided })
        } else {
            diagnostic::drop_repeated(&mut complaints);
            for complaint in &mut complaints {
                // Nothing can be declared or defined in a question.
                complaint
                    .help
                    .take_if(|help| help.starts_with("declare") || help.starts_with("define"));
            }
            Err(Rejected { sources, diagnostics: complaints })
        }
    }

    /// Whether facts hold, all of them. What a text would suppose is supposed
    /// here too, and it has to be one action.
    pub fn facts(program: &Program, facts: &[(RelationId, Row)]) -> Query {
        // It stands in no text.
        let span = Span { file: program.sources.main(), start: 0, end: 0 };
        let literal = |(relation, row): &(RelationId, Row)| Literal::Fact {
            relation: *relation,
            args: row.iter().copied().map(Arg::Const).collect(),
            span,
        };
        let rule = Rule {
            head: normal_form::NO_HEAD,
            head_args: Vec::new(),
            body: facts.iter().map(literal).collect(),
            variables: Vec::new(),
            constants: Vec::new(),
            span,
        };
        let goal = ResolvedGoal { rule, answers: Vec::new() };
        let (mut supposed, mut complaints) = (Vec::new(), Vec::new());
        suppositions(program, &goal, &mut supposed, &mut complaints);
        debug_assert!(complaints.is_empty(), "one action is supposed at a time");
        Query { goals: vec![goal], supposed, decided: None }
    }

    /// What it supposes: facts of `does(..)` and `tried(..)`.
    pub fn supposed(&self) -> &[(RelationId, Row)] {
        &self.supposed
    }

    /// The action, if the question is whether one action is legal.
    pub fn legal_action(&self, program: &Program) -> Option<(Atom, Row)> {
        let [ResolvedGoal { rule, .. }] = self.goals.as_slice() else { return None };
        let [Literal::Fact { relation, args, .. }] = rule.body.as_slice() else { return None };
        match program.relations[*relation].name {
            Name::Wrapped(Wrapper::Legal, name) => Some((name, constants(args)?)),
            _ => None,
        }
    }

    /// Calls `visit` with each different answer, until it has enough.
    pub fn solve(
        &self,
        engine: &Engine,
        facts: &dyn Facts,
        visit: &mut dyn FnMut(Bindings) -> ControlFlow<()>,
    ) -> Result<(), EvalError> {
        let engine = self.engine(engine)?;
        let facts = self.suppose(facts);
        let mut seen = FxHashSet::default();
        let is_single = self.goals.len() == 1;
        for goal in &self.goals {
            let rule = &goal.rule;
            let model = engine.derive(&engine.as_written(&strata::asked(&rule.body)), &facts)?;
            let snapshot = model.snapshot();
            let may_repeat = !is_single || hides_variables(goal);
            let (mut enough, mut too_many) = (false, false);
            answers(&snapshot, &snapshot, rule, &rule.body, &[], &mut |registers| {
                let bindings = bindings(goal, registers);
                let is_new = !may_repeat || seen.insert(bindings.clone());
                enough = is_new && visit(bindings).is_break();
                too_many = seen.len() > engine.limits().facts;
                !enough && !too_many
            })?;
            if too_many {
                return Err(EvalError::TooManyAnswers { limit: engine.limits().facts });
            }
            if enough {
                break;
            }
        }
        Ok(())
    }

    /// The engine that answers it: the one at hand, unless the question decides
    /// what the rules leave open.
    pub(in crate::logic) fn engine<'a>(
        &'a self,
        engine: &'a Engine,
    ) -> Result<&'a Engine, EvalError> {
        let Some(Decided { program, engine: own }) = &self.decided else { return Ok(engine) };
        if let Some(own) = own.get() {
            return Ok(own);
        }
        let made = engine.with_types(program.clone())?;
        Ok(own.get_or_init(|| made))
    }

    /// The facts with what the question supposes.
    pub(in crate::logic) fn suppose<'a>(&'a self, facts: &'a dyn Facts) -> Supposing<'a> {
        Supposing { facts, supposed: &self.supposed }
    }
}

/// Infers the types of a question's variables. Where they do not fit what the
/// rules say, the question may decide what these leave open.
fn infer_types(
    program: &Program,
    goals: &mut [ResolvedGoal],
    complaints: &mut Vec<Diagnostic>,
) -> Option<Decided> {
    let as_read = goals.to_vec();
    for goal in goals.iter_mut() {
        let (declarations, relations) = (&program.declarations, &program.relations);
        types::infer_one(declarations, relations, &mut goal.rule, complaints);
    }
    if complaints.is_empty() {
        return None;
    }
    goals.clone_from_slice(&as_read);
    let mut rules: Vec<&mut Rule> = goals.iter_mut().map(|goal| &mut goal.rule).collect();
    let program = Arc::new(types::decide(program, &mut rules)?);
    complaints.clear();
    Some(Decided { program, engine: Arc::default() })
}

/// An answer, out of the registers it left.
pub(in crate::logic) fn bindings(goal: &ResolvedGoal, registers: &[Value]) -> Bindings {
    let register = |var: &Var| registers[var.index()];
    goal.answers
        .iter()
        .map(|(name, answer)| {
            let bound = match answer {
                Answer::Value(var) => Bound::Value(register(var)),
                Answer::Term(name, vars) => Bound::Term(*name, vars.iter().map(register).collect()),
            };
            (*name, bound)
        })
        .collect()
}

/// Whether answers that differ may look the same, since a variable is not shown.
fn hides_variables(goal: &ResolvedGoal) -> bool {
    let is_shown = |var: &Var| {
        goal.answers.iter().any(|(_, answer)| match answer {
            Answer::Value(shown) => shown == var,
            Answer::Term(_, shown) => shown.contains(var),
        })
    };
    let mut open = goal.rule.body.iter().flat_map(|literal| literal.open_vars());
    !open.all(|var| is_shown(&var))
}

/// The values, if there are no variables among them.
fn constants(args: &[Arg]) -> Option<Row> {
    args.iter()
        .map(|arg| match arg {
            Arg::Const(value) => Some(*value),
            Arg::Var(_) => None,
        })
        .collect()
}

/// A variable that stands only inside a negation or aggregate gets no value.
fn drop_local_answers(goal: &mut ResolvedGoal) {
    let body = &goal.rule.body;
    let open: FxHashSet<Var> = body.iter().flat_map(|literal| literal.open_vars()).collect();
    goal.answers.retain(|(_, answer)| match answer {
        Answer::Value(var) => open.contains(var),
        Answer::Term(_, vars) => vars.iter().all(|var| open.contains(var)),
    });
}

/// In a question, `does(Action)` and `tried(Action)` suppose it, and so does
/// `refuse(Action, Reason)`.
fn suppositions(
    program: &Program,
    goal: &ResolvedGoal,
    supposed: &mut Vec<(RelationId, Row)>,
    complaints: &mut Vec<Diagnostic>,
) {
    let mut literals = Vec::new();
    goal.rule.body.iter().for_each(|literal| literal.visit(&mut |inner| literals.push(inner)));
    let before = supposed.len();
    for literal in literals {
        let Literal::Fact { relation, args, span } = literal else { continue };
        let Name::Wrapped(wrapper, name) = program.relations[*relation].name else { continue };
        let (wrapper, columns) = match wrapper {
            Wrapper::Does | Wrapper::Tried => (wrapper, args.as_slice()),
            Wrapper::Refuse => (Wrapper::Tried, &args[..args.len() - 1]),
            _ => continue,
        };
        match constants(columns) {
            Some(row) => {
                let relation = program.wrapped(wrapper, name, row.len());
                let fact = (relation.expect("every action is wrapped"), row);
                let clash = supposed[before..].iter().any(|other| {
                    wrapper_of(program, other.0) == wrapper_of(program, fact.0) && *other != fact
                });
                if clash {
                    complaints.push(one_at_a_time(*span, "another action"));
                }
                if !supposed.contains(&fact) {
                    supposed.push(fact);
                }
            }
            None => complaints.push(one_at_a_time(*span, "holds a variable")),
        }
        if !complaints.is_empty() {
            return;
        }
    }
}

fn wrapper_of(program: &Program, relation: RelationId) -> Option<Wrapper> {
    match program.relations[relation].name {
        Name::Wrapped(wrapper, _) => Some(wrapper),
        _ => None,
    }
}

fn one_at_a_time(span: Span, label: &str) -> Diagnostic {
    Diagnostic::error("supposition", span, "one action is supposed at a time", label)
        .help("write one action out in full; legal(Action) lists those that can be played")
}

/// Facts, and what is supposed beyond them.
pub struct Supposing<'a> {
    facts: &'a dyn Facts,
    supposed: &'a [(RelationId, Row)],
}

impl Facts for Supposing<'_> {
    fn each(&self, relation: RelationId, visit: &mut dyn FnMut(&[Value])) {
        self.facts.each(relation, visit);
        for (supposed, row) in self.supposed {
            if *supposed == relation {
                visit(row);
            }
        }
    }
}
