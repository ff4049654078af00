//! The relations of a program, by number and by name.

use std::fmt;
use std::ops::{Index, IndexMut};

use rustc_hash::FxHashMap;

use crate::logic::Atom;
use crate::logic::check::declarations::Declarations;
use crate::logic::check::types::Type;
use crate::logic::syntax::source::Span;

/// A relation of a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct RelationId(pub u32);

impl RelationId {
    /// Its place among the relations.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The words that wrap an action or a state fact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Wrapper {
    /// `start(Fact)`: the first position holds it.
    Start,
    /// `add(Fact)`: the action at hand brings it about.
    Add,
    /// `del(Fact)`: the action at hand ends it.
    Del,
    /// `legal(Action)`.
    Legal,
    /// `does(Action)`: it is being played.
    Does,
    /// `tried(Action)`: somebody wants to play it.
    Tried,
    /// `refuse(Action, Reason)`.
    Refuse,
}

impl Wrapper {
    /// All of them.
    pub const ALL: [Wrapper; 7] = [
        Wrapper::Start,
        Wrapper::Add,
        Wrapper::Del,
        Wrapper::Legal,
        Wrapper::Does,
        Wrapper::Tried,
        Wrapper::Refuse,
    ];

    /// The word.
    pub fn name(self) -> &'static str {
        match self {
            Wrapper::Start => "start",
            Wrapper::Add => "add",
            Wrapper::Del => "del",
            Wrapper::Legal => "legal",
            Wrapper::Does => "does",
            Wrapper::Tried => "tried",
            Wrapper::Refuse => "refuse",
        }
    }

    /// The wrapper of that name and number of arguments.
    pub fn find(name: &str, arity: usize) -> Option<Wrapper> {
        Wrapper::ALL.into_iter().find(|w| w.name() == name && w.arity() == arity)
    }

    /// How many arguments the word itself takes.
    pub fn arity(self) -> usize {
        if self == Wrapper::Refuse { 2 } else { 1 }
    }

    /// Whether it wraps actions, rather than state facts.
    pub fn of_actions(self) -> bool {
        !matches!(self, Wrapper::Start | Wrapper::Add | Wrapper::Del)
    }

    /// Whether its facts are supposed from outside, rather than derived.
    pub fn is_supposed(self) -> bool {
        matches!(self, Wrapper::Does | Wrapper::Tried)
    }
}

/// What a relation is called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Name {
    /// `tank`.
    Plain(Atom),
    /// `legal(move(..))`.
    Wrapped(Wrapper, Atom),
    /// `option(size, ..)`.
    Option(Atom),
}

/// Where a relation's facts come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// From the declarations and the board, the same in every position.
    Given(Given),
    /// They make up the position.
    State,
    /// From the position's history: `turn_number`, `repetitions`.
    History,
    /// Supposed from outside: `does`, `tried`.
    Supposed,
    /// From rules.
    Rules,
}

/// The relations that every game has from its declarations and board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Given {
    /// `cell(Cell)`.
    Cell,
    /// `step(From, Direction, To)`.
    Step,
    /// `row(Cell, Number)`.
    Row,
    /// `column(Cell, Number)`.
    Column,
    /// `opposite(Direction, Back)`.
    Opposite,
    /// `straight(Direction)`.
    Straight,
    /// `diagonal(Direction)`.
    Diagonal,
    /// `opponent(Player, Other)`.
    Opponent,
    /// `between(Low, High, Number)`.
    Between,
    /// `player(Player)`, `kind(Kind)`: the values of a declared type.
    Values(crate::logic::check::declarations::EnumId),
    /// `option(Name, Value)`: the option of that number.
    Option(usize),
    /// `weight(Name, Value)`: all weights.
    Weight,
}

impl Given {
    /// Whether a program may have a relation of its own by that name instead, as it
    /// may have a `between/3` in Prolog.
    pub fn is_replaceable(self) -> bool {
        matches!(self, Given::Between | Given::Opposite | Given::Straight | Given::Diagonal)
    }
}

/// What is known of a relation.
#[derive(Clone, Debug)]
pub struct Relation {
    /// What it is called.
    pub name: Name,
    /// How many columns it has.
    pub arity: usize,
    /// The columns' types; all are known in a checked program.
    pub columns: Vec<Option<Type>>,
    /// Where its facts come from.
    pub origin: Origin,
    /// Where it is declared or first defined.
    pub declared_at: Option<Span>,
    /// The comment above its first clause.
    pub doc: Option<String>,
    /// Whether its facts are the same in every position.
    pub is_static: bool,
}

impl Relation {
    /// Whether its facts are computed on demand, because there is no end of
    /// them: ranges of numbers, and the geometry of an unbounded board.
    pub fn is_computed(&self, declarations: &Declarations) -> bool {
        match self.origin {
            Origin::Given(Given::Between) => true,
            Origin::Given(Given::Step | Given::Row | Given::Column) => {
                declarations.board_is_unbounded()
            }
            _ => false,
        }
    }

    /// Whether a goal about it can be asked, given which columns are known. What
    /// is computed needs something to begin with: both ends of a range, or a cell.
    pub fn is_askable(
        &self,
        declarations: &Declarations,
        is_known: impl Fn(usize) -> bool,
    ) -> bool {
        let cell_is_known =
            || (0..self.arity).any(|c| self.columns[c] == Some(Type::Cell) && is_known(c));
        match self.origin {
            _ if !self.is_computed(declarations) => true,
            Origin::Given(Given::Between) => is_known(0) && is_known(1),
            _ => cell_is_known(),
        }
    }

    /// `tank/3`, `legal(move/2)`.
    pub fn indicator(&self) -> String {
        match self.name {
            Name::Plain(name) => format!("{name}/{}", self.arity),
            Name::Wrapped(Wrapper::Refuse, name) => format!("refuse({name}/{}, _)", self.arity - 1),
            Name::Wrapped(wrapper, name) => format!("{}({name}/{})", wrapper.name(), self.arity),
            Name::Option(name) => format!("option({name}, _)"),
        }
    }

    /// A fact or goal of this relation, as it is written in Prolog.
    pub fn show<T: fmt::Display>(&self, columns: &[T]) -> String {
        let term = |name: Atom, columns: &[T]| {
            if columns.is_empty() {
                return name.to_string();
            }
            let columns: Vec<_> = columns.iter().map(T::to_string).collect();
            format!("{name}({})", columns.join(", "))
        };
        match self.name {
            Name::Plain(name) => term(name, columns),
            Name::Wrapped(Wrapper::Refuse, name) => {
                let (reason, action) = columns.split_last().expect("refuse has a reason");
                format!("refuse({}, {reason})", term(name, action))
            }
            Name::Wrapped(wrapper, name) => format!("{}({})", wrapper.name(), term(name, columns)),
            Name::Option(name) => format!("option({name}, {})", columns[0]),
        }
    }
}

/// The relations of a program, by number and by name.
#[derive(Clone, Debug, Default)]
pub struct Relations {
    all: Vec<Relation>,
    by_name: FxHashMap<(Name, usize), RelationId>,
}

impl Relations {
    /// Takes in a relation, unless one of that name and arity is there.
    pub fn add(&mut self, relation: Relation) -> RelationId {
        let key = (relation.name, relation.arity);
        *self.by_name.entry(key).or_insert_with(|| {
            self.all.push(relation);
            RelationId(self.all.len() as u32 - 1)
        })
    }

    /// The relation of that name and arity.
    pub fn find(&self, name: Name, arity: usize) -> Option<RelationId> {
        self.by_name.get(&(name, arity)).copied()
    }

    /// The relation written `name/arity`.
    pub fn plain(&self, name: &str, arity: usize) -> Option<RelationId> {
        self.find(Name::Plain(Atom::new(name)), arity)
    }

    /// Every relation.
    pub fn iter(&self) -> impl Iterator<Item = &Relation> {
        self.all.iter()
    }

    /// Every relation's number.
    pub fn ids(&self) -> impl Iterator<Item = RelationId> + use<> {
        (0..self.all.len() as u32).map(RelationId)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}

impl Index<RelationId> for Relations {
    type Output = Relation;
    fn index(&self, id: RelationId) -> &Relation {
        &self.all[id.index()]
    }
}

impl IndexMut<RelationId> for Relations {
    fn index_mut(&mut self, id: RelationId) -> &mut Relation {
        &mut self.all[id.index()]
    }
}
