//! What the directives at the head of a rule file declare: title, board,
//! players, types, options, weights, and what positions and actions are made of.

pub use crate::logic::check::boards::{Graph, Measure, Shape, Spot};
use crate::logic::check::diagnostic::Diagnostic;
use crate::logic::check::notation::Notation;
pub use crate::logic::check::option_values::{OptionDecl, Range};
use crate::logic::check::prolog_habits;
use crate::logic::check::protected;
use crate::logic::check::types::Type;
pub use crate::logic::check::weights::{WEIGHT, WeightDecl};
use crate::logic::names;
use crate::logic::program::{Name, Relation};
use crate::logic::syntax::source::Span;
use crate::logic::syntax::term::{Term, TermKind};
use crate::logic::{Atom, Cell};

/// A declared type, by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct EnumId(pub u16);

/// The type of players.
pub const PLAYER: EnumId = EnumId(0);
/// The type of directions.
pub const DIRECTION: EnumId = EnumId(1);

/// A declared type: a name and the atoms it holds.
#[derive(Clone, Debug)]
pub struct EnumType {
    /// Its name.
    pub name: Atom,
    /// Its atoms, in the order they are declared.
    pub values: Vec<Atom>,
    /// Where it is declared.
    pub span: Option<Span>,
}

/// `:- state(tank(cell, player, kind)).`, `:- memory(last(cell)).` or
/// `:- action(move(cell, cell)).`
#[derive(Clone, Debug)]
pub struct Template {
    /// Its name.
    pub name: Atom,
    /// Its columns.
    pub columns: Vec<Type>,
    /// Whether positions that differ only in such facts are the same when
    /// repetitions are counted: `:- memory(moved(piece)).`
    pub is_memory: bool,
    /// Where it is declared.
    pub span: Span,
}

/// Everything the directives say.
#[derive(Clone, Debug)]
pub struct Declarations {
    /// The game's name.
    pub title: Option<Atom>,
    /// The board.
    pub board: Option<Shape>,
    /// The board as large as the options make it, once they are chosen: rules may name
    /// cells that only a larger one has, queries may not.
    pub chosen_shape: Option<Shape<u8>>,
    /// The cells that are taken out of it.
    pub without: Vec<Cell>,
    /// The declared types; players and directions come first.
    pub enums: Vec<EnumType>,
    /// The options.
    pub options: Vec<OptionDecl>,
    /// The weights.
    pub weights: Vec<WeightDecl>,
    /// What a position is made of.
    pub states: Vec<Template>,
    /// What a player can do.
    pub actions: Vec<Template>,
    /// How actions are written, in the order of the text.
    pub notations: Vec<Notation>,
    /// The relations at which explanations stop: `:- opaque(joint/3).`
    pub opaque: Vec<Named>,
    /// `:- dynamic parent/2.`: relations that need no clauses.
    pub dynamic: Vec<Named>,
}

/// A relation that a directive names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Named {
    /// Its name.
    pub name: Atom,
    /// How many columns it has.
    pub arity: usize,
    /// Where it is declared.
    pub span: Span,
}

const DIRECTIVES: [&str; 15] = [
    "title", "board", "without", "players", "type", "option", "weight", "state", "memory",
    "action", "notation", "opaque", "include", "facts", "dynamic",
];

impl Declarations {
    /// The players, in the order they are declared.
    pub fn players(&self) -> &[Atom] {
        &self.enums[PLAYER.0 as usize].values
    }

    /// Whether these are the rules of a game. Without players, actions and state
    /// facts they are a knowledge base, and there is nothing to play.
    pub fn is_game(&self) -> bool {
        let has_players = self.enums[PLAYER.0 as usize].span.is_some();
        has_players || !self.states.is_empty() || !self.actions.is_empty()
    }

    /// The declared action of that name and number of columns.
    pub fn action(&self, name: Atom, arity: usize) -> Option<&Template> {
        self.actions.iter().find(|action| action.name == name && action.columns.len() == arity)
    }

    /// The values of a declared type.
    pub fn values(&self, id: EnumId) -> &[Atom] {
        &self.enums[id.0 as usize].values
    }

    /// Where types, options, weights, state facts and actions are declared.
    pub fn spans(&self) -> impl Iterator<Item = Span> + '_ {
        let enums = self.enums.iter().filter_map(|known| known.span);
        let options = self.options.iter().map(|option| option.span);
        let templates = self.states.iter().chain(&self.actions).map(|template| template.span);
        let weights = self.weights.iter().map(|weight| weight.span);
        enums.chain(options).chain(weights).chain(templates)
    }

    /// The type as words: `a cell`, `a player`.
    pub fn type_name(&self, ty: Type) -> String {
        let name = match ty {
            Type::Int => "integer",
            Type::Cell => "cell",
            Type::Atom => "atom",
            Type::Enum(id) => self.enums[id.0 as usize].name.as_str(),
        };
        let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        format!("{article} {name}")
    }

    /// The type as it is declared: `cell`, `player`.
    pub fn type_word(&self, ty: Type) -> &'static str {
        match ty {
            Type::Int => "int",
            Type::Cell => "cell",
            Type::Atom => "atom",
            Type::Enum(id) => self.enums[id.0 as usize].name.as_str(),
        }
    }

    /// Reads the directives, wherever they stand: first those that types are made of,
    /// then those with columns of these types, then the notation of actions.
    pub fn read(directives: &[&Term], errors: &mut Vec<Diagnostic>) -> Declarations {
        let empty = |name| EnumType { name: Atom::new(name), values: Vec::new(), span: None };
        let mut declarations = Declarations {
            title: None,
            board: None,
            chosen_shape: None,
            without: Vec::new(),
            enums: vec![empty("player"), empty("direction")],
            options: Vec::new(),
            weights: Vec::new(),
            states: Vec::new(),
            actions: Vec::new(),
            notations: Vec::new(),
            opaque: Vec::new(),
            dynamic: Vec::new(),
        };
        let mut in_order: Vec<&Term> = directives.to_vec();
        in_order.sort_by_key(|term| match term.parts() {
            Some(("notation", _)) => 2,
            Some(("state" | "memory" | "action", [_])) => 1,
            _ => 0,
        });
        for (index, term) in in_order.iter().enumerate() {
            if let Err(error) = declarations.directive(term, &in_order[..index]) {
                errors.push(error);
            }
        }
        declarations
    }

    /// Takes down what a comment says about the directive at a place.
    pub fn describe(&mut self, at: Span, doc: Option<&str>) {
        if let Some(option) = self.options.iter_mut().find(|option| option.span == at) {
            option.doc = doc.map(String::from);
        }
        if let Some(weight) = self.weights.iter_mut().find(|weight| weight.span == at) {
            weight.doc = doc.map(String::from);
        }
        if let Some(notation) = self.notations.iter_mut().find(|notation| notation.span == at) {
            notation.doc = doc.map(String::from);
        }
    }

    /// Takes in a directive; `earlier` are those before it.
    fn directive(&mut self, term: &Term, earlier: &[&Term]) -> Result<(), Diagnostic> {
        match term.parts() {
            Some(("title", [title])) => {
                let title = atom(title, "the title", "'My game'")?;
                once(&mut self.title, title, term, earlier)
            }
            Some(("board", [shape])) => {
                let shape = self.shape(shape)?;
                let directions = shape.directions();
                once(&mut self.board, shape, term, earlier)?;
                self.enums[DIRECTION.0 as usize].values =
                    directions.into_iter().map(Atom::new).collect();
                Ok(())
            }
            Some(("without", [cells])) => self.take_out(cells, earlier),
            Some(("players", [players])) => {
                let values = atoms(players, "the players", "[red, blue]")?;
                at_most(MOST_PLAYERS, values.len(), "players", players)?;
                let players = &mut self.enums[PLAYER.0 as usize];
                if players.span.is_some() {
                    return Err(twice(term, earlier));
                }
                (players.values, players.span) = (values, Some(term.span));
                Ok(())
            }
            Some(("type", [name, values])) => self.enum_type(name, values, term),
            Some(("option", [name, default, allowed])) => {
                self.option(name, default, allowed, term, earlier)
            }
            Some((WEIGHT, [name, default, least, most])) => {
                self.weight([name, default, least, most], term, earlier)
            }
            Some((word @ ("state" | "memory"), [template])) => {
                let template = self.template(template)?;
                let template = Template { is_memory: word == "memory", ..template };
                self.check_free(template.name, template.columns.len(), term)?;
                if let Some(known) = self.states.iter().find(|known| known.name == template.name) {
                    return Err(match known.columns.len() == template.columns.len() {
                        true => twice(term, earlier),
                        false => two_of_a_name(known, &template),
                    });
                }
                self.states.push(template);
                Ok(())
            }
            Some(("action", [template])) => {
                let template = self.template(template)?;
                if self.action(template.name, template.columns.len()).is_some() {
                    return Err(twice(term, earlier));
                }
                self.actions.push(template);
                Ok(())
            }
            Some(("notation", args)) => {
                let notation = Notation::read(args, term, &self.actions)?;
                self.notations.push(notation);
                Ok(())
            }
            Some(("opaque", [relations])) => name_relations(&mut self.opaque, relations),
            Some(("dynamic", [relations])) => name_relations(&mut self.dynamic, relations),
            // What they ask of Prolog, every relation has here.
            Some(("discontiguous" | "multifile" | "table", [relations])) => {
                indicators(relations).map(drop)
            }
            Some((name, args)) => Err(unknown_directive(name, args.len(), term)),
            None => Err(unknown_directive("", 0, term)),
        }
    }

    /// Whether explanations stop at a relation.
    pub fn is_opaque(&self, relation: &Relation) -> bool {
        match relation.name {
            Name::Plain(name) => {
                self.opaque.iter().any(|known| known.name == name && known.arity == relation.arity)
            }
            Name::Wrapped(..) | Name::Option(_) => false,
        }
    }

    fn enum_type(&mut self, name: &Term, values: &Term, term: &Term) -> Result<(), Diagnostic> {
        let name = atom(name, "a type's name", "kind")?;
        let listed = values;
        let values = atoms(values, "a type's values", "[medium, heavy]")?;
        at_most(MOST_VALUES, values.len(), "values of a type", listed)?;
        let builtin = matches!(name.as_str(), "int" | "cell" | "atom");
        let known = self.enums.iter().find(|known| known.name == name);
        if builtin || known.is_some() {
            let error = Diagnostic::error(
                "declaration",
                term.span,
                format!("there is a type `{name}` already"),
                "declared again here",
            )
            .help("choose another name");
            return Err(match known.and_then(|known| known.span) {
                Some(first) => error.also(first, "first declared here"),
                None => error,
            });
        }
        self.check_free(name, 1, term)?;
        self.enums.push(EnumType { name, values, span: Some(term.span) });
        Ok(())
    }

    /// Types and state facts become relations, whose names must be free.
    fn check_free(&self, name: Atom, arity: usize, term: &Term) -> Result<(), Diagnostic> {
        let text = name.as_str();
        let by_type = arity == 1 && self.enums.iter().any(|known| known.name == name);
        let by_weights = (text, arity) == (WEIGHT, 2) && !self.weights.is_empty();
        if !by_type && !by_weights && !protected::anywhere(text, arity) {
            return Ok(());
        }
        Err(Diagnostic::error(
            "reserved",
            term.span,
            format!("`{text}/{arity}` is taken already"),
            "declared here",
        )
        .help("choose another name"))
    }

    fn template(&self, term: &Term) -> Result<Template, Diagnostic> {
        let Some((name, args)) = term.functor() else {
            return Err(wanted(term, "a name with the types of its columns", "mark(cell, player)"));
        };
        let columns = args.iter().map(|arg| self.column_type(arg)).collect::<Result<_, _>>()?;
        Ok(Template { name, columns, is_memory: false, span: term.span })
    }

    fn column_type(&self, term: &Term) -> Result<Type, Diagnostic> {
        let TermKind::Atom(name) = &term.kind else {
            return Err(wanted(term, "the name of a type", "cell"));
        };
        let known = match name.as_str() {
            "int" => Some(Type::Int),
            "cell" => Some(Type::Cell),
            "atom" => Some(Type::Atom),
            _ => self
                .enums
                .iter()
                .position(|known| known.name == *name)
                .map(|index| Type::Enum(EnumId(index as u16))),
        };
        known.ok_or_else(|| {
            let names = ["int", "cell", "atom"].into_iter();
            let names = names.chain(self.enums.iter().map(|known| known.name.as_str()));
            let help = names::suggestion(name.as_str(), names)
                .unwrap_or_else(|| format!("declare it: `:- type({name}, [one, two, three]).`"));
            Diagnostic::error(
                "declaration",
                term.span,
                format!("there is no type `{name}`"),
                "not a type",
            )
            .help(help)
        })
    }
}

fn once<T>(
    place: &mut Option<T>,
    value: T,
    term: &Term,
    earlier: &[&Term],
) -> Result<(), Diagnostic> {
    if place.is_some() {
        return Err(twice(term, earlier));
    }
    *place = Some(value);
    Ok(())
}

/// State facts are told apart by their names alone, as players see them.
fn two_of_a_name(known: &Template, template: &Template) -> Diagnostic {
    let name = template.name;
    Diagnostic::error(
        "declaration",
        template.span,
        format!("two state facts are called `{name}`"),
        format!("`{name}/{}`", template.columns.len()),
    )
    .also(known.span, format!("`{name}/{}`", known.columns.len()))
    .help("give one of them another name; only actions may differ by their number of columns")
}

/// A declaration of what one of the earlier directives declares already.
pub(super) fn twice(term: &Term, earlier: &[&Term]) -> Diagnostic {
    let (word, subject, columns) = subject(term);
    let shown = match subject {
        Some(name) => format!("`{name}`"),
        None => format!("the {word}"),
    };
    let is = if word == "players" { "are" } else { "is" };
    let error = Diagnostic::error(
        "declaration",
        term.span,
        format!("{shown} {is} declared twice"),
        "declared again here",
    )
    .help("keep one of the two");
    match earlier.iter().find(|other| self::subject(other) == (word, subject, columns)) {
        Some(first) => error.also(first.span, "first declared here"),
        None => error,
    }
}

/// What a directive declares: `state` and `memory` declare facts alike, there is one
/// title, one board and one list of players, and actions of one name may differ in
/// their number of columns.
fn subject(directive: &Term) -> (&'static str, Option<Atom>, usize) {
    let (word, args) = directive.parts().unwrap_or_default();
    let functor = args.first().and_then(Term::functor);
    let name = functor.map(|(name, _)| name);
    match word {
        "title" | "board" | "players" => (word, None, 0),
        "memory" => ("state", name, 0),
        "action" => (word, name, functor.map_or(0, |(_, columns)| columns.len())),
        _ => (word, name, 0),
    }
}

/// A complaint of a term that should be something else, such as the example.
pub fn wanted(term: &Term, what: &str, example: &str) -> Diagnostic {
    Diagnostic::error(
        "declaration",
        term.span,
        format!("expected {what}"),
        format!("`{term}` is not"),
    )
    .help(format!("for example: {example}"))
}

/// No game has more players, and no type more values.
const MOST_PLAYERS: usize = 100;
const MOST_VALUES: usize = 10_000;

pub(super) fn at_most(
    most: usize,
    number: usize,
    what: &str,
    term: &Term,
) -> Result<(), Diagnostic> {
    if number <= most {
        return Ok(());
    }
    let message = format!("there are {number} {what}, and {most} at most can be declared");
    Err(Diagnostic::error("size", term.span, message, "too many"))
}

fn unknown_directive(name: &str, arity: usize, term: &Term) -> Diagnostic {
    let message = match name {
        "" => "this is not a directive".to_string(),
        name => format!("unknown directive `{name}/{arity}`"),
    };
    let error =
        Diagnostic::error("directive", term.span, message, "not a directive of the rule language");
    let usage = DIRECTIVES.contains(&name).then(|| {
        let usage = match name {
            "title" => ":- title('My game').",
            "board" => ":- board(square(8, 8)).",
            "without" => ":- without([a2, b3]).",
            "players" => ":- players([red, blue]).",
            "type" => ":- type(kind, [medium, heavy]).",
            "option" => ":- option(size, 8, [6, 8, 10]).",
            "weight" => ":- weight(heavy, 150, 0, 400).",
            "state" => ":- state(mark(cell, player)).",
            "memory" => ":- memory(last(cell)).",
            "action" => ":- action(put(cell)).",
            "notation" => ":- notation(move(A, B), [A, '-', B]).",
            "opaque" => ":- opaque(joint/3).",
            "facts" => ":- facts(parent/2, 'parents.csv').",
            "dynamic" => ":- dynamic parent/2.",
            _ => ":- include('shared.pl').",
        };
        format!("it is written {usage}")
    });
    let help = usage
        .or_else(|| prolog_habits::directive(name).map(str::to_string))
        .or_else(|| names::suggestion(name, DIRECTIVES))
        .unwrap_or_else(|| format!("the directives are: {}", DIRECTIVES.join(", ")));
    error.help(help)
}

/// `parent/2`, taken apart.
pub fn indicator(term: &Term) -> Result<(Atom, usize), Diagnostic> {
    if let Some(("/", [name, arity])) = term.parts()
        && let (TermKind::Atom(name), TermKind::Int(arity)) = (&name.kind, &arity.kind)
        && let Ok(arity) = usize::try_from(*arity)
    {
        return Ok((*name, arity));
    }
    Err(wanted(term, "a relation with its number of columns", "parent/2"))
}

/// Takes in the relations that a directive names.
fn name_relations(named: &mut Vec<Named>, relations: &Term) -> Result<(), Diagnostic> {
    for relation in indicators(relations)? {
        if !named.iter().any(|known| (known.name, known.arity) == (relation.name, relation.arity)) {
            named.push(relation);
        }
    }
    Ok(())
}

/// The relations that a directive such as `:- dynamic a/1, b/2.` names: one, several
/// with commas between them, or a list.
fn indicators(relations: &Term) -> Result<Vec<Named>, Diagnostic> {
    let each = match &relations.kind {
        TermKind::List(parts) => parts,
        _ => relations.conjuncts(),
    };
    let taken_apart = |relation: &Term| {
        let (name, arity) = indicator(relation)?;
        Ok(Named { name, arity, span: relation.span })
    };
    each.iter().map(taken_apart).collect()
}

pub(super) fn atom(term: &Term, what: &str, example: &str) -> Result<Atom, Diagnostic> {
    match &term.kind {
        TermKind::Atom(name) => Ok(*name),
        _ => Err(wanted(term, &format!("{what}, an atom"), example)),
    }
}

/// A name that a list holds already.
pub(super) fn stands_twice(name: Atom, part: &Term) -> Diagnostic {
    let message = format!("`{name}` stands in the list twice");
    Diagnostic::error("declaration", part.span, message, "the second time")
        .help("keep one of the two")
}

fn atoms(term: &Term, what: &str, example: &str) -> Result<Vec<Atom>, Diagnostic> {
    let TermKind::List(parts) = &term.kind else {
        return Err(wanted(term, &format!("{what}, a list of atoms"), example));
    };
    let mut atoms = Vec::new();
    for part in parts {
        let name = atom(part, what, example)?;
        if atoms.contains(&name) {
            return Err(stands_twice(name, part));
        }
        atoms.push(name);
    }
    if atoms.is_empty() {
        return Err(wanted(term, &format!("{what}, at least one"), example));
    }
    Ok(atoms)
}
