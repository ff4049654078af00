//! Questions to a program: a conjunction of goals, asked of all that is
//! derived from a position.

pub(in crate::logic) mod lookahead;
mod sequence;

use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashSet;

use self::lookahead::Known;
use self::sequence::{Collect, Modifier, Peeled, peel};

use crate::logic::check::diagnostic::{self, Diagnostic, Severity};
use crate::logic::check::query_form::{self, Answer, ResolvedGoal};
use crate::logic::check::safety;
use crate::logic::check::strata;
use crate::logic::check::types;
use crate::logic::engine::{Engine, EvalError, Facts, answers};
use crate::logic::program::{Arg, Literal, Name, Program, RelationId, Rule, Var, Wrapper};
use crate::logic::syntax::reader;
use crate::logic::syntax::source::Span;
use crate::logic::syntax::term::Term;
use crate::logic::{Atom, Rejected, Row, Value};

/// A question that makes sense.
#[derive(Clone)]
pub struct Query {
    pub(in crate::logic) goals: Vec<ResolvedGoal>,
    /// Its variables, in the order in which its text names them.
    names: Vec<Atom>,
    supposed: Vec<(RelationId, Row)>,
    /// What becomes of the answers, and for a list, what is asked outside of it.
    modifiers: Vec<(Modifier, Option<Box<Query>>)>,
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
    /// Two values of an element of a list.
    Pair(Box<Bound>, Box<Bound>),
    /// All answers.
    List(Vec<Bound>),
    /// Nothing: the answer leaves it open.
    Free,
}

impl Bound {
    /// The values in it.
    pub fn values(&self) -> Vec<Value> {
        match self {
            Bound::Value(value) => vec![*value],
            Bound::Term(_, row) => row.to_vec(),
            Bound::Pair(left, right) => [left.values(), right.values()].concat(),
            Bound::List(elements) => elements.iter().flat_map(Bound::values).collect(),
            Bound::Free => Vec::new(),
        }
    }
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
            Bound::Pair(left, right) => write!(f, "{left}-{right}"),
            Bound::List(elements) => {
                let elements: Vec<_> = elements.iter().map(Bound::to_string).collect();
                write!(f, "[{}]", elements.join(", "))
            }
            Bound::Free => write!(f, "_"),
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
        let read = reader::read_goal(&sources, file);
        let query = read.map_err(|error| vec![error]).and_then(|term| Query::of(program, &term));
        let mut complaints = match query {
            Ok(query) => return Ok(query),
            Err(complaints) => complaints,
        };
        diagnostic::drop_repeated(&mut complaints);
        for complaint in &mut complaints {
            // Nothing can be declared or defined in a question.
            complaint
                .help
                .take_if(|help| help.starts_with("declare") || help.starts_with("define"));
        }
        Err(Rejected { sources, diagnostics: complaints })
    }

    /// Checks a question that was read already.
    pub fn of(program: &Program, question: &Term) -> Result<Query, Vec<Diagnostic>> {
        let Peeled { goal, modifiers } = peel(question).map_err(|error| vec![error])?;
        let (declarations, relations) = (&program.declarations, &program.relations);
        let mut complaints = Vec::new();
        let mut goals = query_form::goal(declarations, relations, &goal, &mut complaints);
        let mut decided = None;
        if complaints.is_empty() {
            decided = infer_types(program, &mut goals, &mut complaints);
        }
        for goal in &mut goals {
            if complaints.is_empty() {
                safety::check(declarations, relations, &goal.rule, &mut complaints);
                complaints.retain(|complaint| complaint.severity == Severity::Error);
            }
        }
        let mut supposed = Vec::new();
        // Each branch still has all of them.
        let names: Vec<Atom> = goals
            .first()
            .map(|goal| goal.answers.iter().map(|(name, _)| *name).collect())
            .unwrap_or_default();
        if complaints.is_empty() {
            for goal in &mut goals {
                drop_local_answers(goal);
                suppositions(program, &goal.rule.body, &mut supposed, &mut complaints);
            }
        }
        if !complaints.is_empty() {
            return Err(complaints);
        }
        let with_outer = |modifier: Modifier| {
            let outer = match &modifier {
                Modifier::Collect(Collect { outer: Some(outer), .. }) => {
                    Some(Box::new(Query::of(program, outer)?))
                }
                _ => None,
            };
            Ok((modifier, outer))
        };
        let modifiers =
            modifiers.into_iter().map(with_outer).collect::<Result<_, Vec<Diagnostic>>>()?;
        Ok(Query { goals, names, supposed, modifiers, decided })
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
            head: query_form::NO_HEAD,
            head_args: Vec::new(),
            body: facts.iter().map(literal).collect(),
            variables: Vec::new(),
            constants: Vec::new(),
            span,
            branch: None,
        };
        let goal = ResolvedGoal { rule, answers: Vec::new(), after_any: Vec::new() };
        let (mut supposed, mut complaints) = (Vec::new(), Vec::new());
        suppositions(program, &goal.rule.body, &mut supposed, &mut complaints);
        debug_assert!(complaints.is_empty(), "one action is supposed at a time");
        let (names, modifiers) = (Vec::new(), Vec::new());
        Query { goals: vec![goal], names, supposed, modifiers, decided: None }
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

    /// The variables that it asks for, in the order in which it names them. What lists
    /// gather is not among them, and a query for lists tells none.
    pub fn variables(&self) -> Vec<Atom> {
        if self.modifiers.iter().any(|(modifier, _)| matches!(modifier, Modifier::Collect(_))) {
            return Vec::new();
        }
        let is_asked = |name: &&Atom| {
            self.goals.iter().any(|goal| goal.answers.iter().any(|it| it.0 == **name))
        };
        self.names.iter().filter(is_asked).copied().collect()
    }

    /// Whether it says in which order answers come.
    pub fn is_ordered(&self) -> bool {
        self.modifiers.iter().any(|(modifier, _)| matches!(modifier, Modifier::OrderBy(_)))
    }

    /// Whether it asks about positions that actions lead to.
    pub fn looks_ahead(&self) -> bool {
        self.goals.iter().any(|goal| goal.rule.body.iter().any(Literal::looks_ahead))
    }

    /// Whether it supposes that an action is played, and asks nothing that depends
    /// on it: the position at hand is still the one before the action.
    pub fn supposes_in_vain(&self, program: &Program) -> bool {
        let is_does = |id: &RelationId| wrapper_of(program, *id) == Some(Wrapper::Does);
        let asked = self.goals.iter().flat_map(|goal| strata::asked(&goal.rule.body));
        let others: Vec<RelationId> = asked.filter(|id| !is_does(id)).collect();
        self.supposed.iter().any(|(id, _)| is_does(id))
            && !others.is_empty()
            && !strata::closure(&program.rules, &others).iter().any(is_does)
    }

    /// The actions, written out in full, after which it asks something of the
    /// next position.
    pub fn played(&self, program: &Program) -> Vec<(Atom, Row)> {
        let mut actions = Vec::new();
        for goal in &self.goals {
            for literal in &goal.rule.body {
                if let Literal::After { legal, action, span, .. } = literal
                    && !goal.after_any.contains(span)
                    && let Name::Wrapped(_, name) = program.relations[*legal].name
                {
                    actions.extend(constants(action).map(|row| (name, row)));
                }
            }
        }
        actions
    }

    /// Calls `visit` with each different answer, until it has enough.
    pub fn solve(
        &self,
        engine: &Engine,
        facts: &dyn Facts,
        visit: &mut dyn FnMut(Bindings) -> ControlFlow<()>,
    ) -> Result<(), EvalError> {
        if self.modifiers.is_empty() {
            return self.each_answer(engine, facts, visit);
        }
        for answer in self.modified(engine, facts)? {
            if visit(answer).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// All answers, as the modifiers make them.
    fn modified(&self, engine: &Engine, facts: &dyn Facts) -> Result<Vec<Bindings>, EvalError> {
        let most = match self.modifiers.first() {
            Some((Modifier::Limit(most), _)) => (*most).max(1),
            _ => usize::MAX,
        };
        let limit = engine.limits().facts;
        let mut answers = Vec::new();
        self.each_answer(engine, facts, &mut |answer| {
            answers.push(answer);
            match answers.len() < most && answers.len() <= limit {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        })?;
        if answers.len() > limit {
            return Err(EvalError::TooManyAnswers { limit });
        }
        answers.sort();
        for (modifier, outer) in &self.modifiers {
            let outer = outer.as_ref().map(|outer| outer.modified(engine, facts)).transpose()?;
            answers = modifier.apply(answers, outer);
        }
        Ok(answers)
    }

    fn each_answer(
        &self,
        engine: &Engine,
        facts: &dyn Facts,
        visit: &mut dyn FnMut(Bindings) -> ControlFlow<()>,
    ) -> Result<(), EvalError> {
        let engine = self.engine(engine)?;
        let mut seen = FxHashSet::default();
        let is_single = self.goals.len() == 1;
        for goal in &self.goals {
            let rule = &goal.rule;
            let may_repeat = !is_single || hides_variables(goal);
            let (mut enough, mut too_many) = (false, false);
            let mut take = |bindings: Bindings| {
                let is_new = !may_repeat || seen.insert(bindings.clone());
                enough = is_new && visit(bindings).is_break();
                too_many = seen.len() > engine.limits().facts;
                !enough && !too_many
            };
            if rule.body.iter().any(Literal::looks_ahead) {
                let value = |known: &Known, var: &Var| known[var.index()];
                let nothing = vec![None; rule.variables.len()];
                lookahead::solve(engine, rule, &rule.body, facts, &nothing, &mut |known| {
                    Ok(take(bindings(goal, |var| value(known, var).expect("an answer has it"))))
                })?;
            } else {
                let facts = self.suppose(facts);
                let model =
                    engine.derive(&engine.as_written(&strata::asked(&rule.body)), &facts)?;
                let snapshot = model.snapshot();
                answers(&snapshot, &snapshot, rule, &rule.body, &[], &mut |registers| {
                    take(bindings(goal, |var| registers[var.index()]))
                })?;
            }
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

/// An answer, out of the values it gives variables.
pub(in crate::logic) fn bindings(goal: &ResolvedGoal, value: impl Fn(&Var) -> Value) -> Bindings {
    goal.answers
        .iter()
        .map(|(name, answer)| {
            let bound = match answer {
                Answer::Value(var) => Bound::Value(value(var)),
                Answer::Term(name, vars) => Bound::Term(*name, vars.iter().map(&value).collect()),
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
/// `refuse(Action, Reason)`; after an action they do so in the next position.
fn suppositions(
    program: &Program,
    goal: &[Literal],
    supposed: &mut Vec<(RelationId, Row)>,
    complaints: &mut Vec<Diagnostic>,
) {
    let (mut here, mut ahead) = (Vec::new(), Vec::new());
    in_one_position(goal, &mut here, &mut ahead);
    let before = supposed.len();
    for literal in here {
        let Literal::Fact { relation, args, span } = literal else { continue };
        let Some((fact, is_whole)) = supposition(program, *relation, args) else { continue };
        if !is_whole {
            complaints.push(one_at_a_time(*span, "holds a variable"));
            return;
        }
        let clash = supposed[before..].iter().any(|other| {
            wrapper_of(program, other.0) == wrapper_of(program, fact.0) && *other != fact
        });
        if clash {
            complaints.push(one_at_a_time(*span, "another action"));
            return;
        }
        if !supposed.contains(&fact) {
            supposed.push(fact);
        }
    }
    for goal in ahead {
        suppositions(program, goal, &mut Vec::new(), complaints);
    }
}

/// What a goal supposes in the position it is asked of.
pub(in crate::logic) fn supposed_by(program: &Program, goal: &[Literal]) -> Vec<(RelationId, Row)> {
    let mut supposed = Vec::new();
    suppositions(program, goal, &mut supposed, &mut Vec::new());
    supposed
}

/// The literals of a goal that are asked of one position, and the goals that are
/// asked of others.
fn in_one_position<'a>(
    goal: &'a [Literal],
    here: &mut Vec<&'a Literal>,
    ahead: &mut Vec<&'a [Literal]>,
) {
    for literal in goal {
        match literal {
            Literal::After { goal, .. } => ahead.push(goal),
            Literal::Not { goal, .. } | Literal::Aggregate { goal, .. } => {
                in_one_position(goal, here, ahead);
            }
            literal => here.push(literal),
        }
    }
}

/// The fact that a goal supposes, if it does, and whether it holds no variable.
fn supposition(
    program: &Program,
    relation: RelationId,
    args: &[Arg],
) -> Option<((RelationId, Row), bool)> {
    let Name::Wrapped(wrapper, name) = program.relations[relation].name else { return None };
    let (wrapper, columns) = match wrapper {
        Wrapper::Does | Wrapper::Tried => (wrapper, args),
        Wrapper::Refuse => (Wrapper::Tried, &args[..args.len() - 1]),
        _ => return None,
    };
    let row = constants(columns);
    let is_whole = row.is_some();
    let relation = program.wrapped(wrapper, name, columns.len());
    Some(((relation.expect("every action is wrapped"), row.unwrap_or_default()), is_whole))
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
    pub(in crate::logic) facts: &'a dyn Facts,
    pub(in crate::logic) supposed: &'a [(RelationId, Row)],
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

    fn after(&self, action: Atom, args: &Row) -> Result<Option<Box<dyn Facts>>, EvalError> {
        self.facts.after(action, args)
    }
}
