//! Examples that work in the game at hand: built from its relations, the facts
//! that hold in the position, and its legal actions.

use std::ops::ControlFlow;

use crate::game::{Action, Game};
use crate::logic::check::declarations::Template;
use crate::logic::check::types::Type;
use crate::logic::names;
use crate::logic::program::{Name, Origin, Program, RelationId, Wrapper};
use crate::logic::query::{Bindings, Query};
use crate::logic::{Cell, Value};

/// More facts of a relation than these are not looked at.
const MOST_ROWS: usize = 200;

/// This many actions are tried to find one that is refused.
const MOST_TRIED: usize = 400;

/// What examples can be made of.
pub struct Examples<'a> {
    game: &'a Game,
    tables: Vec<Table>,
}

/// A relation that can be asked freely, and facts of it.
pub struct Table {
    name: String,
    /// Names for its columns, all different.
    pub variables: Vec<String>,
    types: Vec<Option<Type>>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A goal: the columns that are given, and `_` for the others.
    pub fn goal(&self, given: &[(usize, &str)]) -> String {
        let column = |index: usize| {
            let found = given.iter().find(|(given, _)| *given == index);
            found.map_or("_", |(_, text)| *text)
        };
        let columns: Vec<&str> = (0..self.types.len()).map(column).collect();
        format!("{}({})", self.name, columns.join(", "))
    }

    /// A goal with a variable in each column.
    pub fn open_goal(&self) -> String {
        format!("{}({})", self.name, self.variables.join(", "))
    }

    /// A value of a column.
    pub fn value(&self, column: usize) -> &str {
        &self.rows[0][column]
    }

    fn values(&self, column: usize) -> impl Iterator<Item = &str> {
        self.rows.iter().map(move |row| row[column].as_str())
    }

    fn is_whole(&self) -> bool {
        self.rows.len() < MOST_ROWS
    }
}

/// A column of a table.
pub type Column<'a> = (&'a Table, usize);

impl<'a> Examples<'a> {
    /// What the game at hand has to offer, the best first: facts of the
    /// position, then what rules derive, then what is built in.
    pub fn of(game: &'a Game) -> Examples<'a> {
        let program = game.rules().program();
        let rank = |id: RelationId| {
            let relation = &program.relations[id];
            match relation.origin {
                Origin::State if relation.arity > 1 => 0,
                Origin::Rules if !relation.is_static => 1,
                Origin::Rules => 2,
                Origin::State => 3,
                _ => 4,
            }
        };
        let mut ids: Vec<RelationId> =
            program.relations.ids().filter(|id| can_be_asked(program, *id)).collect();
        ids.sort_by_key(|id| rank(*id));
        let tables = ids.into_iter().filter_map(|id| table(game, id)).collect();
        Examples { game, tables }
    }

    /// A clause for a relation of one's own, over the relation that shows best what a
    /// query is.
    pub fn clause(&self) -> Option<String> {
        let table = self.table()?;
        let variable = table.variables.first()?;
        Some(format!("mine({variable}) :- {}.", table.goal(&[(0, variable.as_str())])))
    }

    /// The relation that shows best what a query is.
    pub fn table(&self) -> Option<&Table> {
        let several = self.tables.iter().find(|table| table.rows.len() > 1);
        several.or(self.tables.first())
    }

    /// Every column that satisfies a condition, the best tables first.
    fn columns(&self, fits: impl Fn(Option<Type>) -> bool) -> impl Iterator<Item = Column<'_>> {
        self.tables.iter().flat_map(move |table| {
            let fits = (0..table.types.len()).filter(|column| fits(table.types[*column]));
            fits.map(|column| (table, column)).collect::<Vec<_>>()
        })
    }

    /// A column of numbers.
    pub fn number(&self) -> Option<Column<'_>> {
        self.columns(|ty| ty == Some(Type::Int)).next()
    }

    /// A column that has different values.
    pub fn different(&self) -> Option<Column<'_>> {
        self.columns(|ty| ty != Some(Type::Int)).find(|(table, column)| {
            table.values(*column).any(|value| value != table.value(*column))
        })
    }

    /// Two columns of one type, in different relations, that share a value.
    pub fn shared(&self) -> Option<(Column<'_>, Column<'_>)> {
        self.pairs(|one, two| {
            one.0.name != two.0.name
                && one.0.values(one.1).any(|value| two.0.values(two.1).any(|other| other == value))
        })
    }

    /// Two columns of one type, the first with a value that the second lacks.
    pub fn lacking(&self) -> Option<(Column<'_>, Column<'_>)> {
        self.pairs(|one, two| {
            let lacks = |value: &str| !two.0.values(two.1).any(|other| other == value);
            two.0.is_whole() && one.0.values(one.1).any(lacks)
        })
    }

    fn pairs(&self, fits: impl Fn(&Column, &Column) -> bool) -> Option<(Column<'_>, Column<'_>)> {
        let seconds: Vec<Column> = self.columns(|ty| ty != Some(Type::Int)).collect();
        // What lists the values of a type goes well before what says more of them.
        let mut firsts = seconds.clone();
        firsts.sort_by_key(|(table, column)| match (table.types.len(), table.types[*column]) {
            (1, Some(Type::Enum(_))) => 0,
            (1, _) => 1,
            _ => 2,
        });
        for one in &firsts {
            let alike = seconds.iter().filter(|two| two.0.types[two.1] == one.0.types[one.1]);
            let different = |two: &&Column| (&two.0.name, two.1) != (&one.0.name, one.1);
            if let Some(two) = alike.filter(different).find(|two| fits(one, two)) {
                return Some((*one, *two));
            }
        }
        None
    }

    /// A relation with two columns of one type, to go from one to the other and
    /// on.
    pub fn link(&self) -> Option<(&Table, usize, usize)> {
        self.tables.iter().filter(|table| table.is_whole()).find_map(|table| {
            let count = table.types.len();
            let mut pairs = (0..count).flat_map(|i| (i + 1..count).map(move |j| (i, j)));
            let alike = |(i, j): &(usize, usize)| {
                table.types[*i] == table.types[*j] && table.types[*i] != Some(Type::Int)
            };
            let (from, to) = pairs.find(alike)?;
            Some((table, from, to))
        })
    }

    /// A legal action, as it is written in rules.
    pub fn legal_action(&self) -> Option<String> {
        self.game.legal().ok()?.first().map(|action| action.to_string())
    }

    /// An action that is refused with a reason.
    pub fn refused_action(&self) -> Option<String> {
        let declarations = &self.game.rules().program().declarations;
        let legal = self.game.legal().ok()?;
        declarations.actions.iter().find_map(|template| {
            let mut attempts = self.attempts(template).filter(|action| !legal.contains(action));
            let is_refused = |action: &Action| {
                self.game.reasons(action).is_ok_and(|reasons| !reasons.is_empty())
            };
            attempts.find(is_refused).map(|action| action.to_string())
        })
    }

    /// Some actions of a kind, legal or not.
    fn attempts(&self, template: &Template) -> impl Iterator<Item = Action> {
        let columns: Vec<Vec<Value>> =
            template.columns.iter().map(|ty| self.some_values(*ty)).collect();
        let count: usize = columns.iter().map(Vec::len).product();
        let name = template.name;
        (0..count.min(MOST_TRIED)).map(move |number| {
            let mut number = number;
            let args = columns.iter().map(|values| {
                let value = values[number % values.len()];
                number /= values.len();
                value
            });
            Action { name, args: args.collect() }
        })
    }

    fn some_values(&self, ty: Type) -> Vec<Value> {
        const FEW: usize = 12;
        let rules = self.game.rules();
        let cells = || -> Vec<Cell> {
            match rules.board() {
                Some(board) if !rules.program().declarations.board_is_unbounded() => {
                    board.cells().take(FEW).collect()
                }
                _ => vec![Cell::Axial(0, 0), Cell::Axial(1, 0), Cell::Axial(5, 5)],
            }
        };
        match ty {
            Type::Cell => cells().into_iter().map(Value::from).collect(),
            Type::Int => (0..FEW as i64).map(Value::from).collect(),
            Type::Enum(id) => {
                let values = rules.program().declarations.values(id).iter().take(FEW);
                values.map(|value| Value::from(*value)).collect()
            }
            Type::Atom => Vec::new(),
        }
    }

    /// The name of a state fact with its columns, such as whose turn it is.
    pub fn state_fact(&self) -> Option<String> {
        let program = self.game.rules().program();
        let state = program.declarations.states.first()?;
        let id = program.relations.plain(state.name.as_str(), state.columns.len())?;
        Some(open_goal(program, id))
    }

    /// A name that no relation has.
    pub fn fresh(&self, name: &str) -> String {
        let relations = &self.game.rules().program().relations;
        let is_taken = |name: &str| relations.iter().any(|relation| relation.word() == name);
        match is_taken(name) {
            false => name.to_string(),
            true => format!("my_{name}"),
        }
    }

    /// The game at hand.
    pub fn game(&self) -> &Game {
        self.game
    }
}

/// Whether a query may ask it with nothing known.
fn can_be_asked(program: &Program, id: RelationId) -> bool {
    let relation = &program.relations[id];
    let is_message = relation.word() == "reason";
    matches!(relation.name, Name::Plain(_))
        && relation.arity > 0
        && !is_message
        && !relation.is_computed(&program.declarations)
}

fn table(game: &Game, id: RelationId) -> Option<Table> {
    let program = game.rules().program();
    let relation = &program.relations[id];
    let variables = variables(program, id);
    let goal = relation.show(&variables);
    let rows = answers(game, &goal, MOST_ROWS)?;
    let row = |answer: Bindings| answer.iter().map(|(_, bound)| bound.to_string()).collect();
    let rows: Vec<Vec<String>> = rows.into_iter().map(row).collect();
    let Name::Plain(name) = relation.name else { return None };
    let types = relation.columns.clone();
    (!rows.is_empty()).then(|| Table { name: name.to_string(), variables, types, rows })
}

/// The answers to a query, as many as are wanted; none if it cannot be asked.
pub fn answers(game: &Game, goal: &str, most: usize) -> Option<Vec<Bindings>> {
    let query = Query::parse(game.rules().program(), goal).ok()?;
    let mut answers = Vec::new();
    let solved = query.solve(game.rules().engine(), &game.situation(), &mut |answer| {
        answers.push(answer);
        match answers.len() < most {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    answers.sort();
    solved.ok().map(|_| answers)
}

/// A variable for each column, all different.
pub fn variables(program: &Program, id: RelationId) -> Vec<String> {
    let mut variables: Vec<String> = Vec::new();
    for name in program.column_names(id) {
        let name = names::capitalised(name.trim_start_matches('_'));
        let name = if name.is_empty() { "X".to_string() } else { name };
        let mut fresh = name.clone();
        let mut number = 2;
        while variables.contains(&fresh) {
            fresh = format!("{name}{number}");
            number += 1;
        }
        variables.push(fresh);
    }
    variables
}

/// A goal of a relation with a variable in each column.
pub fn open_goal(program: &Program, id: RelationId) -> String {
    program.relations[id].show(&variables(program, id))
}

/// A query about a relation that has answers here, if there is one.
pub fn example_of(game: &Game, id: RelationId) -> Option<String> {
    let program = game.rules().program();
    let relation = &program.relations[id];
    let mut columns = variables(program, id);
    match relation.name {
        Name::Wrapped(Wrapper::Add | Wrapper::Del, _) => {
            let action = game.legal().ok()?.into_iter().next()?;
            let goal = format!("does({action}), {}", relation.show(&columns));
            return has_answers(game, goal);
        }
        Name::Wrapped(Wrapper::Does, _) => {
            let action = game.legal().ok()?.into_iter().find(|action| {
                program.wrapped(Wrapper::Does, action.name, action.args.len()) == Some(id)
            })?;
            return has_answers(game, format!("does({action}), add(Fact)"));
        }
        Name::Wrapped(Wrapper::Tried | Wrapper::Refuse, _) => return None,
        _ => {}
    }
    if relation.is_computed(&program.declarations) {
        let cell = relation.columns.iter().position(|ty| *ty == Some(Type::Cell))?;
        columns[cell] = "(0,0)".into();
    }
    let open = relation.show(&columns);
    let found = answers(game, &open, MOST_ROWS)?;
    let first = found.first()?;
    // With a value in one of several columns it is a question about something.
    let variable = |column: &String| first.iter().find(|(name, _)| name.as_str() == column);
    let column = (0..columns.len()).find(|index| {
        matches!(relation.columns[*index], Some(Type::Enum(_)))
            && variable(&columns[*index]).is_some()
    });
    if let Some(column) = column.filter(|_| relation.arity > 1) {
        columns[column] = variable(&columns[column])?.1.to_string();
        return has_answers(game, relation.show(&columns));
    }
    Some(format!("{open}."))
}

fn has_answers(game: &Game, goal: String) -> Option<String> {
    let found = answers(game, &goal, 1)?;
    (!found.is_empty()).then(|| format!("{goal}."))
}
