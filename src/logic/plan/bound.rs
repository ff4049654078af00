//! Which variables of a rule have a value at some point of its body. The
//! checks, the planner and the compiler all walk a body with this in hand.

use crate::logic::program::{Arg, Expr, Literal, Var, Vars};

/// The variables of a rule that have a value.
#[derive(Clone, Debug)]
pub struct Bound(Vec<bool>);

impl Bound {
    /// None of that many variables.
    pub fn none(variables: usize) -> Bound {
        Bound(vec![false; variables])
    }

    /// How many variables the rule has.
    pub fn variables(&self) -> usize {
        self.0.len()
    }

    /// Whether the variable has a value.
    pub fn has_var(&self, var: Var) -> bool {
        self.0[var.index()]
    }

    /// Whether the argument has a value: a bound variable, or a constant.
    pub fn has(&self, arg: &Arg) -> bool {
        match arg {
            Arg::Var(var) => self.has_var(*var),
            Arg::Const(_) => true,
        }
    }

    /// Whether all that stands in an expression has a value.
    pub fn has_all(&self, expr: &Expr) -> bool {
        let mut all = true;
        expr.each_arg(&mut |arg| all &= self.has(arg));
        all
    }

    /// Gives the variable a value.
    pub fn add_var(&mut self, var: Var) {
        self.0[var.index()] = true;
    }

    /// Gives the argument a value; whether it had one before.
    pub fn add(&mut self, arg: &Arg) -> bool {
        let before = self.has(arg);
        if let Arg::Var(var) = arg {
            self.add_var(*var);
        }
        before
    }

    /// The variables that have a value.
    pub fn vars(&self) -> impl Iterator<Item = Var> {
        (0..self.0.len() as u16).map(Var).filter(|var| self.has_var(*var))
    }

    /// The variables that tell one answer to a goal from another: those it is
    /// the first to give values to.
    pub fn answer_vars(&self, goal: &[Literal]) -> Vars {
        let mut vars = Vars::new();
        for var in goal.iter().flat_map(|literal| literal.open_vars()) {
            if !self.has_var(var) && !vars.contains(&var) {
                vars.push(var);
            }
        }
        vars
    }
}
