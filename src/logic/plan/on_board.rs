//! Which columns hold cells of the board and nothing else, so that `cell(To)` need
//! not be asked after `step(From, Dir, To)`.

use rustc_hash::FxHashSet;

use crate::logic::program::{Arg, Given, Literal, Origin, Program, RelationId, Rule, Var};

/// Columns, each as a relation and the column's number.
pub type Columns = FxHashSet<(RelationId, usize)>;

/// The columns of static relations that hold cells of the board. None, if the
/// board has no end: then there is no list of its cells.
pub fn columns(program: &Program) -> Columns {
    if program.declarations.board_is_unbounded() {
        return Columns::default();
    }
    let mut columns = Columns::default();
    for id in program.relations.ids() {
        let relation = &program.relations[id];
        let candidates = match relation.origin {
            Origin::Given(Given::Cell | Given::Row | Given::Column) => vec![0],
            Origin::Given(Given::Step) => vec![0, 2],
            Origin::Rules if relation.is_static => (0..relation.arity).collect(),
            _ => Vec::new(),
        };
        columns.extend(candidates.into_iter().map(|column| (id, column)));
    }
    // A column of which a rule does not say so is none of them, and so on.
    loop {
        let of_rule = |rule: &'_ Rule| {
            let args = rule.head_args.iter().enumerate();
            let unsure = args.filter(|(_, arg)| !says_so(rule, arg, &columns));
            unsure.map(|(column, _)| (rule.head, column)).collect::<Vec<_>>()
        };
        let unsure: Vec<_> = program.rules.iter().flat_map(of_rule).collect();
        let before = columns.len();
        unsure.iter().for_each(|column| _ = columns.remove(column));
        if columns.len() == before {
            return columns;
        }
    }
}

/// Whether a rule's body says that an argument is a cell of the board.
fn says_so(rule: &Rule, arg: &Arg, columns: &Columns) -> bool {
    let Arg::Var(var) = arg else { return false };
    rule.body.iter().any(|goal| vars(goal, columns).any(|known| known == *var))
}

/// The variables of a goal that are cells of the board where it holds.
pub fn vars<'a>(goal: &'a Literal, columns: &'a Columns) -> impl Iterator<Item = Var> + 'a {
    let fact = match goal {
        Literal::Fact { relation, args, .. } => Some((*relation, args)),
        _ => None,
    };
    fact.into_iter().flat_map(move |(relation, args)| {
        let on_board = move |column: usize| columns.contains(&(relation, column));
        let args = args.iter().enumerate().filter(move |(column, _)| on_board(*column));
        args.filter_map(|(_, arg)| match arg {
            Arg::Var(var) => Some(*var),
            Arg::Const(_) => None,
        })
    })
}
