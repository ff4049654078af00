//! Plans as operations: every value in a register, every relation a table.
//!
//! Registers are numbered like the variables of the rule; the constants that it
//! names stand behind them.

use std::sync::Arc;

use super::code::{Code, Codec};
use super::frozen::Frozen;
use crate::logic::arithmetic::NoResult;
use crate::logic::check::types::Type;
use crate::logic::plan::{Access, Source, Step, Test};
use crate::logic::program::{
    AggregateKind, Arg, Binary, Comparison, Expr, Given, Program, RelationId, Rule, Unary,
};
use crate::logic::syntax::source::Span;

/// A register.
pub type Reg = u32;

/// One operation.
pub enum Op {
    /// Goes through all rows that agree.
    Each(Look),
    /// Finds the one cell of an unbounded board that a known step leads to, or
    /// from: the first or last column.
    Walk {
        /// The cell that is known.
        from: Reg,
        /// The direction.
        direction: Reg,
        /// Whether the step leads to the known cell.
        back: bool,
        /// What becomes of the other cell.
        look: Look,
    },
    /// Goes on if a row agrees; or if none does.
    Exists(Look, bool),
    /// Looks up the one value that a static relation gives for a key.
    Follow(Follow),
    /// Goes on if a table has a row of a key; or if it has none.
    Has {
        /// The table.
        table: u32,
        /// Its index, by one column.
        index: u32,
        /// The key.
        key: Reg,
        /// Whether there has to be one.
        is_wanted: bool,
    },
    /// Goes through the rows of a key for the value of one column.
    Find {
        /// The table.
        table: u32,
        /// Its index, by one column.
        index: u32,
        /// The key.
        key: Reg,
        /// The column.
        column: u32,
        /// What gets the value.
        into: Reg,
    },
    /// Goes on if the operations have any answer.
    Any(Box<[Op]>),
    /// Goes on if they have none.
    Not(Box<[Op]>),
    /// Copies a register.
    Copy(Reg, Reg),
    /// Goes on if two registers hold the same; or if they do not.
    Same(Reg, Reg, bool),
    /// Goes on if a comparison holds.
    Compare(Comparison, Number, Number, Span),
    /// Computes a number, into a register or to be compared with it.
    Is(Target, Number, Span),
    /// Computes an aggregate over all answers of the operations.
    Aggregate(Box<Aggregate>),
}

/// What an operation asks of which rows.
pub struct Look {
    /// Where the rows come from.
    pub rows: Rows,
    /// The registers that hold the key, in the order of the key's columns.
    pub key: Box<[Reg]>,
    /// How columns compare with registers.
    pub tests: Box<[(u32, Test, Reg)]>,
    /// Columns that must hold the same as another one.
    pub twins: Box<[(u32, u32)]>,
    /// The columns that give registers their values.
    pub binds: Box<[(u32, Reg)]>,
}

/// Where rows come from.
pub enum Rows {
    /// A table, by one of its indexes.
    Chain {
        /// The table.
        table: u32,
        /// Its index.
        index: u32,
    },
    /// All rows of a table.
    All(u32),
    /// Those that the last round brought.
    Recent(u32),
    /// The one row of a table that is known as a whole, if it is there.
    Member(u32),
    /// Facts that do not change any more.
    Frozen(Arc<Frozen>),
    /// The steps of an unbounded board, of which those ends and that direction
    /// are known. Columns are the cell, the direction and the next cell.
    Steps {
        /// The cell.
        from: Option<Reg>,
        /// The direction.
        direction: Option<Reg>,
        /// The next cell.
        to: Option<Reg>,
    },
    /// A coordinate of a cell of an unbounded board. Columns are the cell and the
    /// number.
    Coordinate {
        /// Whether it is the one across, rather than down.
        across: bool,
    },
    /// The whole numbers of a range. Columns are both ends and the number.
    Range,
    /// The rows of a table on the cells next to one.
    Neighbours {
        /// The table.
        table: u32,
        /// Its index by cell.
        index: u32,
        /// Whether steps lead from those cells to the one in the middle.
        backwards: bool,
        /// The register that the direction goes to.
        direction: Option<Reg>,
        /// How the direction compares with registers.
        tests: Box<[(Test, Reg)]>,
    },
}

/// A static relation that gives one value for a key of one or two columns.
pub struct Follow {
    /// Its facts by the key, one at most for each.
    pub facts: Arc<Frozen>,
    /// The first column of the key.
    pub key: Reg,
    /// The second one, if there are two.
    pub second: Option<Reg>,
    /// The column with the value.
    pub column: u32,
    /// What gets the value.
    pub into: Reg,
}

impl Follow {
    /// The value, if there is one.
    #[inline(always)]
    pub fn value(&self, registers: &[Code]) -> Option<Code> {
        let first = registers[self.key as usize];
        let row = match self.second {
            None => self.facts.get(&[first]),
            Some(second) => self.facts.get(&[first, registers[second as usize]]),
        };
        row.get(self.column as usize).copied()
    }
}

/// What becomes of a number that is computed.
#[derive(Clone, Copy)]
pub enum Target {
    /// It goes into a register.
    Into(Reg),
    /// It must be what a register holds.
    Equal(Reg),
}

/// An aggregate.
pub struct Aggregate {
    /// Which one.
    pub kind: AggregateKind,
    /// Over what, except for `count`.
    pub value: Option<Number>,
    /// Whose answers.
    pub ops: Box<[Op]>,
    /// What becomes of the result.
    pub target: Target,
    /// Where it stands.
    pub span: Span,
}

/// An arithmetic expression over registers.
pub enum Number {
    /// What a register holds.
    Reg(Reg),
    /// An operation on one number.
    Unary(Unary, Box<Number>),
    /// An operation on two.
    Binary(Binary, Box<(Number, Number)>),
}

impl Number {
    /// Its value, if there is one and it fits.
    #[inline]
    pub fn value(&self, registers: &[Code]) -> Result<i64, NoResult> {
        match self {
            Number::Reg(reg) => Ok(registers[*reg as usize] as i64),
            Number::Unary(op, inner) => op.apply(inner.value(registers)?),
            Number::Binary(op, sides) => {
                op.apply(sides.0.value(registers)?, sides.1.value(registers)?)
            }
        }
    }
}

/// The operations of a rule or goal.
pub struct Assembled {
    /// The operations.
    pub ops: Box<[Op]>,
    /// The registers of the head's columns.
    pub head: Box<[Reg]>,
    /// What registers hold at first.
    pub registers: Box<[Code]>,
}

/// Knows where the facts of relations are.
pub trait Relate {
    /// The rows of a relation, to be looked up by some of its columns.
    fn rows(&mut self, relation: RelationId, keys: &[usize], inside: bool) -> Rows;

    /// Its rows that the last round brought.
    fn recent(&mut self, relation: RelationId) -> Rows;

    /// The rows on the cells next to one: a table and its index by cell.
    fn by_cell(&mut self, relation: RelationId, cell: usize, inside: bool) -> (u32, u32);
}

/// Turns steps into operations.
pub struct Assembler<'a, R> {
    program: &'a Program,
    codec: &'a Codec,
    rule: &'a Rule,
    relate: &'a mut R,
    registers: Vec<Code>,
    constants: Vec<(Option<Type>, Arg, Reg)>,
}

impl<'a, R: Relate> Assembler<'a, R> {
    /// For a rule or a query.
    pub fn new(
        program: &'a Program,
        codec: &'a Codec,
        rule: &'a Rule,
        relate: &'a mut R,
    ) -> Assembler<'a, R> {
        let registers = vec![0; rule.variables.len()];
        Assembler { program, codec, rule, relate, registers, constants: Vec::new() }
    }

    /// The operations for a rule with those steps.
    pub fn rule(mut self, steps: &[Step]) -> Assembled {
        let ops = self.steps(steps, false);
        let columns = match self.rule.head_args.is_empty() {
            true => &[],
            false => self.program.relations[self.rule.head].columns.as_slice(),
        };
        let head: Vec<Reg> = self
            .rule
            .head_args
            .iter()
            .zip(columns)
            .map(|(arg, ty)| self.register(arg, *ty))
            .collect();
        Assembled { ops, head: head.into(), registers: self.registers.into() }
    }

    fn steps(&mut self, steps: &[Step], inside: bool) -> Box<[Op]> {
        steps.iter().map(|step| self.step(step, inside)).collect()
    }

    fn step(&mut self, step: &Step, inside: bool) -> Op {
        match step {
            Step::Each(access) => {
                let look = self.look(access, inside);
                match look.rows {
                    Rows::Steps { from: Some(from), direction: Some(direction), to: None } => {
                        Op::Walk { from, direction, back: false, look }
                    }
                    Rows::Steps { from: None, direction: Some(direction), to: Some(from) } => {
                        Op::Walk { from, direction, back: true, look }
                    }
                    _ => each(look),
                }
            }
            Step::Exists(access) => exists(self.look(access, inside), true),
            Step::Any(steps) => Op::Any(self.steps(steps, inside)),
            Step::Not { steps, .. } => match steps.as_slice() {
                [Step::Exists(access)] => exists(self.look(access, true), false),
                steps => Op::Not(self.steps(steps, true)),
            },
            Step::Bind(var, arg) => {
                let ty = self.rule.variables[var.index()].ty;
                Op::Copy(u32::from(var.0), self.register(arg, Some(ty)))
            }
            Step::Same(left, right) => self.same(left, right, true),
            Step::Differ(left, right) => self.same(left, right, false),
            Step::Compare(op, left, right, span) => {
                Op::Compare(*op, self.number(left), self.number(right), *span)
            }
            Step::Is { target, known, expr, span } => {
                let number = self.number(expr);
                Op::Is(self.target(target, *known), number, *span)
            }
            Step::Aggregate { kind, value, steps, target, known, span, .. } => {
                let value = value.as_ref().map(|value| self.number(value));
                let ops = self.steps(steps, true);
                let target = self.target(target, *known);
                Op::Aggregate(Box::new(Aggregate { kind: *kind, value, ops, target, span: *span }))
            }
        }
    }

    fn same(&mut self, left: &Arg, right: &Arg, is_same: bool) -> Op {
        let ty = self.type_of(left).or(self.type_of(right));
        Op::Same(self.register(left, ty), self.register(right, ty), is_same)
    }

    fn type_of(&self, arg: &Arg) -> Option<Type> {
        match arg {
            Arg::Var(var) => Some(self.rule.variables[var.index()].ty),
            Arg::Const(_) => None,
        }
    }

    fn target(&mut self, target: &Arg, known: bool) -> Target {
        let register = self.register(target, Some(Type::Int));
        if known { Target::Equal(register) } else { Target::Into(register) }
    }

    fn number(&mut self, expr: &Expr) -> Number {
        match expr {
            Expr::Arg(arg) => Number::Reg(self.register(arg, Some(Type::Int))),
            Expr::Unary(op, inner) => Number::Unary(*op, Box::new(self.number(inner))),
            Expr::Binary(op, left, right) => {
                Number::Binary(*op, Box::new((self.number(left), self.number(right))))
            }
        }
    }

    /// The register of a variable, or of a constant in a column of that type.
    fn register(&mut self, arg: &Arg, ty: Option<Type>) -> Reg {
        let Arg::Const(value) = arg else {
            let Arg::Var(var) = arg else { unreachable!("an argument is one or the other") };
            return u32::from(var.0);
        };
        let known = self.constants.iter().find(|(known, other, _)| *known == ty && other == arg);
        if let Some((_, _, register)) = known {
            return *register;
        }
        let register = self.registers.len() as Reg;
        self.registers.push(self.codec.encode(ty, *value));
        self.constants.push((ty, *arg, register));
        register
    }

    fn look(&mut self, access: &Access, inside: bool) -> Look {
        let columns: Vec<Option<Type>> = self.columns(&access.source);
        let key: Vec<Reg> =
            access.key.iter().map(|(column, arg)| self.register(arg, columns[*column])).collect();
        let keys: Vec<usize> = access.key.iter().map(|(column, _)| *column).collect();
        let tests: Vec<(u32, Test, Reg)> = access
            .tests
            .iter()
            .map(|(column, test, arg)| {
                (*column as u32, *test, self.register(arg, columns[*column]))
            })
            .collect();
        let twins: Vec<(u32, u32)> =
            access.twins.iter().map(|(one, other)| (*one as u32, *other as u32)).collect();
        let binds: Vec<(u32, Reg)> =
            access.binds.iter().map(|(column, var)| (*column as u32, u32::from(var.0))).collect();
        let mut look = Look {
            rows: Rows::All(0),
            key: key.into(),
            tests: tests.into(),
            twins: twins.into(),
            binds: binds.into(),
        };
        look.rows = match &access.source {
            Source::Relation(relation) => self.relate.rows(*relation, &keys, inside),
            Source::Recent(relation) => self.relate.recent(*relation),
            Source::Computed(Given::Step) => {
                let known = |column: usize| {
                    keys.iter().position(|known| *known == column).map(|place| look.key[place])
                };
                Rows::Steps { from: known(0), direction: known(1), to: known(2) }
            }
            Source::Computed(Given::Between) => Rows::Range,
            Source::Computed(given) => {
                // A known number is compared with the coordinate.
                if let [_, number] = *look.key {
                    look.tests = [(1, Test::Same, number)].into();
                }
                Rows::Coordinate { across: *given == Given::Column }
            }
            Source::Neighbours(neighbours) => {
                let (table, index) =
                    self.relate.by_cell(neighbours.relation, neighbours.cell, inside);
                let of_direction = look.binds.iter().find(|(column, _)| *column == 0);
                let direction = of_direction.map(|(_, register)| *register);
                let (first, others): (Vec<_>, Vec<_>) =
                    look.tests.iter().partition(|(column, _, _)| *column == 0);
                let tests = first.into_iter().map(|(_, test, register)| (test, register)).collect();
                look.tests = others.into_iter().map(|(c, test, r)| (c - 1, test, r)).collect();
                look.binds = look
                    .binds
                    .iter()
                    .filter(|(column, _)| *column > 0)
                    .map(|(column, register)| (column - 1, *register))
                    .collect();
                debug_assert!(look.twins.iter().all(|(one, _)| *one > 0), "directions stand once");
                look.twins = look.twins.iter().map(|(one, other)| (one - 1, other - 1)).collect();
                let backwards = neighbours.backwards;
                Rows::Neighbours { table, index, backwards, direction, tests }
            }
        };
        look
    }

    /// The types of a source's columns.
    fn columns(&self, source: &Source) -> Vec<Option<Type>> {
        let cell = Some(Type::Cell);
        let direction = Some(Type::Enum(crate::logic::check::declarations::DIRECTION));
        match source {
            Source::Relation(id) | Source::Recent(id) => {
                self.program.relations[*id].columns.clone()
            }
            Source::Computed(Given::Step) => vec![cell, direction, cell],
            Source::Computed(Given::Between) => vec![Some(Type::Int); 3],
            Source::Computed(_) => vec![cell, Some(Type::Int)],
            Source::Neighbours(neighbours) => {
                let mut columns = vec![direction];
                columns.extend(self.program.relations[neighbours.relation].columns.iter());
                columns
            }
        }
    }
}

/// Goes through rows, by the quickest operation that does.
fn each(look: Look) -> Op {
    let is_plain = look.tests.is_empty() && look.twins.is_empty();
    match (&look.rows, &*look.key, &*look.binds) {
        (Rows::Frozen(frozen), [key, more @ ..], [(column, into)])
            if is_plain && more.len() < 2 =>
        {
            match frozen.is_function() {
                true => Op::Follow(Follow {
                    facts: frozen.clone(),
                    key: *key,
                    second: more.first().copied(),
                    column: *column,
                    into: *into,
                }),
                false => Op::Each(look),
            }
        }
        (Rows::Chain { table, index }, [key], [(column, into)]) if is_plain => {
            Op::Find { table: *table, index: *index, key: *key, column: *column, into: *into }
        }
        _ => Op::Each(look),
    }
}

/// Asks whether there is a row, by the quickest operation that does.
fn exists(look: Look, is_wanted: bool) -> Op {
    let is_plain = look.tests.is_empty() && look.twins.is_empty();
    match (&look.rows, &*look.key) {
        (Rows::Chain { table, index }, [key]) if is_plain => {
            Op::Has { table: *table, index: *index, key: *key, is_wanted }
        }
        _ => Op::Exists(look, is_wanted),
    }
}
