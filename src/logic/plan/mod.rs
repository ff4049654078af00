//! From rules to plans: in which order the goals of a body are asked, by which
//! columns facts are looked up, which goals become one question, and how a
//! relation that depends on itself is evaluated.
//!
//! All of that is decided here, once, in data. The run-time engine runs the plan
//! and the ascent generator prints it, so both do the same.

pub mod bound;
mod existence;
mod keys;
mod neighbours;
mod on_board;
mod order;
mod schedule;
mod step;
#[cfg(test)]
mod tests;

use rustc_hash::FxHashSet;

pub use self::order::{Order, may_fail};
pub use self::schedule::{Recursion, RulePlan, Schedule, StratumPlan};
pub use self::step::{Access, Neighbours, Source, Step, Test};

use self::bound::Bound;
use self::keys::Keys;
use self::neighbours::asked_in_recursion;
use self::order::{AHEAD, Chooser};
use crate::logic::check::strata;
use crate::logic::check::types::Type;
use crate::logic::program::{
    Arg, Expr, Given, Literal, Origin, Program, RelationId, Rule, Var, Vars, vars_of_args,
};
use crate::logic::syntax::source::Span;

/// Makes plans for rules over the relations of a program.
pub struct Planner<'a> {
    program: &'a Program,
    keys: Keys<'a>,
    /// Where the facts next to a cell are one question: relations, and their
    /// columns of cells.
    neighbours: FxHashSet<(RelationId, usize)>,
    /// Whether columns hold what their types say, so that `piece(Piece)` need not
    /// be asked of a piece. Not if an action may be tried that nobody declared.
    typed: bool,
    /// The columns that hold cells of the board.
    on_board: on_board::Columns,
}

/// What a goal is planned for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// Its answers.
    Answers,
    /// How many answers there are.
    Multitude,
}

/// The rule that goals belong to.
pub struct Scope {
    /// How often each variable stands in the rule.
    uses: Vec<usize>,
}

impl Scope {
    /// For a rule.
    pub fn of(rule: &Rule) -> Scope {
        Scope { uses: rule.uses() }
    }

    /// For goals all of whose variables are wanted.
    pub fn of_all(variables: usize) -> Scope {
        Scope { uses: vec![usize::MAX; variables] }
    }

    fn is_used_once(&self, arg: &Arg) -> bool {
        matches!(arg, Arg::Var(var) if self.uses[var.index()] == 1)
    }

    fn wants_all(&self) -> bool {
        self.uses.contains(&usize::MAX)
    }
}

impl<'a> Planner<'a> {
    /// A planner for some rules of a program.
    pub fn new(program: &'a Program, rules: &[Rule]) -> Planner<'a> {
        let is_supposed = |rule: &Rule| {
            let mut asked = strata::asked(&rule.body).into_iter();
            asked.any(|relation| program.relations[relation].origin == Origin::Supposed)
        };
        Planner {
            program,
            keys: Keys::new(program),
            neighbours: asked_in_recursion(program, rules),
            typed: !rules.iter().any(is_supposed),
            on_board: on_board::columns(program),
        }
    }

    /// A planner for goals as they are written, for whatever may be asked.
    pub fn for_queries(program: &'a Program) -> Planner<'a> {
        let keys = Keys::new(program);
        let (neighbours, on_board) = (FxHashSet::default(), FxHashSet::default());
        Planner { program, keys, neighbours, typed: false, on_board }
    }

    /// The steps of a rule's body.
    pub fn body(&self, rule: &Rule, order: Order) -> Vec<Step> {
        let mut bound = Bound::none(rule.variables.len());
        let head = vars_of_args(&rule.head_args);
        let scope = Scope::of(rule);
        let steps = self.goal(&rule.body, order, &mut bound, &head, &scope, Purpose::Answers);
        existence::group(steps, &head, |access| self.finds_one(access))
    }

    /// Whether an access finds one row at most, as a rule: few games put several
    /// things on a cell. The recent rows come one by one anyway.
    fn finds_one(&self, access: &Access) -> bool {
        let Source::Relation(id) = access.source else { return true };
        let relation = &self.program.relations[id];
        let is_cell = |column: usize| relation.columns[column] == Some(Type::Cell);
        relation.origin == Origin::State && access.key.iter().any(|(column, _)| is_cell(*column))
    }

    /// The steps of a goal of a rule, with some variables known beforehand. All
    /// of its variables get their values.
    pub fn all_answers(&self, rule: &Rule, goal: &[Literal], known: &[Var]) -> Vec<Step> {
        let mut bound = Bound::none(rule.variables.len());
        known.iter().for_each(|var| bound.add_var(*var));
        let scope = Scope::of_all(rule.variables.len());
        self.goal(goal, Order::Best, &mut bound, &Vars::new(), &scope, Purpose::Answers)
    }

    /// The steps of a goal by itself, as a part of a rule whose variables are all
    /// wanted, given those that are bound.
    pub fn part(&self, goal: &[Literal], bound: &mut Bound) -> Vec<Step> {
        let scope = Scope::of_all(bound.variables());
        self.goal(goal, Order::Best, bound, &Vars::new(), &scope, Purpose::Answers)
    }

    fn goal(
        &self,
        goal: &[Literal],
        order: Order,
        bound: &mut Bound,
        outside: &Vars,
        scope: &Scope,
        purpose: Purpose,
    ) -> Vec<Step> {
        let (relations, declarations) = (&self.program.relations, &self.program.declarations);
        let chooser = Chooser::new(relations, declarations, goal, outside);
        let mut waiting = chooser.order(order, bound);
        let mut steps = Vec::new();
        let mut cells = Vars::new();
        while !waiting.is_empty() {
            let index = waiting.remove(0);
            let literal = &goal[index];
            let is_certain = self.is_certain(literal, bound, &cells);
            cells.extend(on_board::vars(literal, &self.on_board));
            let neighbours = waiting.iter().enumerate().find_map(|(place, fact)| {
                let found = Neighbours::find(self.program, literal, &goal[*fact], bound)?;
                let is_wanted = self.neighbours.contains(&(found.relation, found.cell));
                is_wanted.then_some((place, found))
            });
            if let Some((place, neighbours)) = neighbours {
                let fact = &goal[waiting.remove(place)];
                let access = self.next_to(literal, fact, neighbours, bound, scope);
                steps.push(asking(access, purpose));
            } else if !is_certain {
                let is_recent = order == Order::RecentFirst(index);
                let outer = &chooser.outer[index];
                steps.push(self.step(literal, is_recent, bound, outer, scope, purpose));
            }
        }
        self.fuse_tests(steps, outside, scope, purpose)
    }

    /// Whether a goal only says what the types say anyway, or that something is a
    /// cell which is known to be one.
    fn is_certain(&self, literal: &Literal, bound: &Bound, cells: &Vars) -> bool {
        let Literal::Fact { relation, args, .. } = literal else { return false };
        let Some(Arg::Var(var)) = args.first() else { return false };
        match self.program.relations[*relation].origin {
            Origin::Given(Given::Values(_)) => self.typed && bound.has_var(*var),
            Origin::Given(Given::Cell) => cells.contains(var),
            _ => false,
        }
    }

    /// A step on the board, and a fact at its unknown end.
    fn next_to(
        &self,
        step: &Literal,
        fact: &Literal,
        neighbours: Neighbours,
        bound: &mut Bound,
        scope: &Scope,
    ) -> Access {
        let (Literal::Fact { args: ends, span, .. }, Literal::Fact { args, .. }) = (step, fact)
        else {
            unreachable!("both are facts")
        };
        let (middle, other) =
            if neighbours.backwards { (ends[2], ends[0]) } else { (ends[0], ends[2]) };
        let cell = neighbours.cell;
        let source = Source::Neighbours(neighbours);
        let mut access = Access {
            source,
            key: vec![(0, middle)],
            tests: Vec::new(),
            twins: Vec::new(),
            binds: Vec::new(),
            span: *span,
        };
        let mut columns = vec![(0, ends[1])];
        // The cell itself stands in both goals.
        let is_wanted = |arg: &Arg| match arg {
            Arg::Var(var) => scope.uses[var.index()] > 2,
            Arg::Const(_) => true,
        };
        let others = args.iter().enumerate().filter(|(column, _)| *column != cell);
        columns.extend(Some((cell + 1, other)).filter(|(_, arg)| is_wanted(arg)));
        columns.extend(others.map(|(column, arg)| (column + 1, *arg)));
        for (column, arg) in columns {
            let is_cell = column == cell + 1;
            if !is_cell && scope.is_used_once(&arg) {
                continue;
            }
            give(&mut access, column, arg, bound);
        }
        bound.add(&other);
        access
    }

    fn step(
        &self,
        literal: &Literal,
        is_recent: bool,
        bound: &mut Bound,
        outer: &Vars,
        scope: &Scope,
        purpose: Purpose,
    ) -> Step {
        match literal {
            Literal::Fact { relation, args, span } => {
                let access = self.access(*relation, args, is_recent, *span, bound, scope);
                asking(access, purpose)
            }
            Literal::Not { goal, .. } => {
                let inner = &mut bound.clone();
                let steps = self.goal(goal, Order::Best, inner, outer, scope, Purpose::Answers);
                Step::Not { steps, goal: goal.clone() }
            }
            Literal::Same { left, right, .. } => match (bound.has(left), bound.has(right)) {
                (false, _) => bind(left, *right, bound),
                (true, false) => bind(right, *left, bound),
                (true, true) => Step::Same(*left, *right),
            },
            Literal::Differ { left, right, .. } => Step::Differ(*left, *right),
            Literal::Compare { op, left, right, span } => {
                Step::Compare(*op, left.clone(), right.clone(), *span)
            }
            Literal::Is { target, expr, span } => {
                let (target, expr) = (*target, expr.clone());
                Step::Is { target, known: bound.add(&target), expr, span: *span }
            }
            Literal::Aggregate { kind, value, goal, result, span } => {
                let mut inside = outer.clone();
                if let Some(value) = value {
                    value.each_arg(&mut |arg| inside.extend(vars_of_args(&[*arg])));
                }
                let inner = &mut bound.clone();
                let steps = self.goal(goal, Order::Best, inner, &inside, scope, Purpose::Multitude);
                Step::Aggregate {
                    kind: *kind,
                    value: value.clone(),
                    steps,
                    goal: goal.clone(),
                    target: *result,
                    known: bound.add(result),
                    span: *span,
                }
            }
            Literal::After { .. } => unreachable!("{AHEAD}"),
        }
    }

    /// A question to a relation, or to what is computed.
    fn access(
        &self,
        relation: RelationId,
        args: &[Arg],
        is_recent: bool,
        span: Span,
        bound: &mut Bound,
        scope: &Scope,
    ) -> Access {
        let known: Vec<usize> =
            (0..args.len()).filter(|column| bound.has(&args[*column])).collect();
        let asked = &self.program.relations[relation];
        let (source, keys) = match asked.origin {
            Origin::Given(given) if asked.is_computed(&self.program.declarations) => {
                (Source::Computed(given), known.clone())
            }
            _ if is_recent => (Source::Recent(relation), Vec::new()),
            _ if known.len() == args.len() => (Source::Relation(relation), known.clone()),
            _ => (Source::Relation(relation), self.keys.choose(relation, &known)),
        };
        let key = keys.iter().map(|column| (*column, args[*column])).collect();
        let (tests, twins, binds) = (Vec::new(), Vec::new(), Vec::new());
        let mut access = Access { source, key, tests, twins, binds, span };
        for (column, arg) in args.iter().enumerate() {
            if !keys.contains(&column) && !scope.is_used_once(arg) {
                give(&mut access, column, *arg, bound);
            }
        }
        args.iter().for_each(|arg| _ = bound.add(arg));
        access
    }

    /// Has comparisons with what is known decide about a row before it is taken.
    fn fuse_tests(
        &self,
        steps: Vec<Step>,
        outside: &Vars,
        scope: &Scope,
        purpose: Purpose,
    ) -> Vec<Step> {
        let mut fused: Vec<Step> = Vec::with_capacity(steps.len());
        let mut waiting = steps.as_slice();
        while let [step, rest @ ..] = waiting {
            waiting = rest;
            let Step::Each(access) = step else {
                fused.push(step.clone());
                continue;
            };
            let mut access = access.clone();
            while let Some(test) = waiting.first().and_then(|next| test_of(&access, next)) {
                access.tests.push(test);
                waiting = &waiting[1..];
            }
            let is_read = |var: Var| {
                let mut is_read = scope.wants_all() || outside.contains(&var);
                waiting.iter().for_each(|step| step.reads(&mut |read| is_read |= read == var));
                is_read
            };
            if !access.tests.is_empty() {
                let is_twin =
                    |column: usize| access.twins.iter().any(|(first, _)| *first == column);
                let binds = access.binds.iter();
                let needed = binds.filter(|(column, var)| is_twin(*column) || is_read(*var));
                access.binds = needed.copied().collect();
            }
            fused.push(asking(access, purpose));
        }
        fused
    }
}

/// Asks whether there is a row, where that is all that matters.
fn asking(access: Access, purpose: Purpose) -> Step {
    match access.binds.is_empty() && purpose == Purpose::Answers {
        true => Step::Exists(access),
        false => Step::Each(access),
    }
}

/// A column that is compared, or that gives a variable its value.
fn give(access: &mut Access, column: usize, arg: Arg, bound: &mut Bound) {
    let first = access.binds.iter().find(|(_, var)| Arg::Var(*var) == arg).map(|(c, _)| *c);
    match (first, arg) {
        (Some(first), _) => access.twins.push((first, column)),
        (None, Arg::Var(var)) if !bound.has_var(var) => {
            bound.add_var(var);
            access.binds.push((column, var));
        }
        (None, arg) => access.tests.push((column, Test::Same, arg)),
    }
}

/// A comparison of a column that an access gives with what was known before it.
fn test_of(access: &Access, step: &Step) -> Option<(usize, Test, Arg)> {
    let column = |arg: &Arg| {
        let bind = access.binds.iter().find(|(_, var)| Arg::Var(*var) == *arg);
        bind.map(|(column, _)| *column)
    };
    let compared =
        |left: Arg, right: Arg, test: Test, turned: Test| match (column(&left), column(&right)) {
            (Some(column), None) => Some((column, test, right)),
            (None, Some(column)) => Some((column, turned, left)),
            _ => None,
        };
    match step {
        Step::Same(left, right) => compared(*left, *right, Test::Same, Test::Same),
        Step::Differ(left, right) => compared(*left, *right, Test::Differ, Test::Differ),
        Step::Compare(op, Expr::Arg(left), Expr::Arg(right), _) => {
            compared(*left, *right, Test::Compare(*op), Test::Compare(op.turned()))
        }
        _ => None,
    }
}

fn bind(arg: &Arg, value: Arg, bound: &mut Bound) -> Step {
    match arg {
        Arg::Var(var) => {
            bound.add_var(*var);
            Step::Bind(*var, value)
        }
        Arg::Const(_) => Step::Same(*arg, value),
    }
}
