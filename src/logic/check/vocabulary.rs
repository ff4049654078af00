//! The relations of a program: those that every game is given, those that its
//! declarations bring, and those that its clauses define.

use rustc_hash::FxHashSet;

use crate::logic::Atom;
use crate::logic::check::declarations::{
    DIRECTION, Declarations, EnumId, EnumType, Named, PLAYER, Template, WEIGHT,
};
use crate::logic::check::diagnostic::Diagnostic;
use crate::logic::check::normal_form::{Clause, count};
use crate::logic::check::protected;
use crate::logic::check::types::Type;
use crate::logic::program::{Given, Name, Origin, Relation, Relations, Wrapper};
use crate::logic::syntax::operators;
use crate::logic::syntax::source::Span;
use crate::logic::syntax::term::Term;

/// The relations that the declarations bring and the clauses define.
pub fn relations(
    declarations: &Declarations,
    clauses: &[Clause],
    errors: &mut Vec<Diagnostic>,
) -> Relations {
    let mut relations = Relations::default();
    add_given(declarations, &mut relations);
    add_templates(declarations, &mut relations);
    if declarations.is_game() {
        add_expected(&mut relations);
    }
    let declared = relations.len();
    let mut refused = FxHashSet::default();
    for clause in clauses {
        // A relation with many facts is complained of once.
        let head = clause.head().functor().map(|(name, args)| (name, args.len()));
        if !head.is_some_and(|head| refused.contains(&head))
            && let Err(error) = define(declarations, &mut relations, clause)
        {
            errors.push(error);
            refused.extend(head);
        }
        if relations.len() - declared > MOST_RELATIONS {
            let message = format!("clauses define more than {MOST_RELATIONS} relations");
            let error = Diagnostic::error("size", clause.head().span, message, "one too many");
            errors.push(error.help("facts of one kind are one relation, with more columns"));
            break;
        }
    }
    for dynamic in &declarations.dynamic {
        if let Err(error) = add_dynamic(declarations, &mut relations, dynamic) {
            errors.push(error);
        }
    }
    for Named { name, arity, span } in &declarations.opaque {
        let defined = relations.find(Name::Plain(*name), *arity);
        if defined.is_none_or(|id| relations[id].origin != Origin::Rules) {
            let message = format!("no rule defines the relation `{name}/{arity}`");
            let error = Diagnostic::error("unknown", *span, message, "not defined by rules");
            errors.push(error.help("only relations with rules can be opaque"));
        }
    }
    relations
}

fn relation(name: Name, columns: Vec<Option<Type>>, origin: Origin) -> Relation {
    Relation {
        name,
        arity: columns.len(),
        columns,
        origin,
        declared_at: None,
        doc: None,
        is_static: false,
    }
}

fn add_given(declarations: &Declarations, relations: &mut Relations) {
    let (cell, int) = (Some(Type::Cell), Some(Type::Int));
    let player = Some(Type::Enum(PLAYER));
    let mut give = |name: &str, columns: Vec<Option<Type>>, given: Given, doc: &str| {
        if given.is_replaceable() && is_declared(declarations, name, columns.len()) {
            return;
        }
        let name = Name::Plain(Atom::new(name));
        let doc = Some(doc.to_string());
        relations.add(Relation { doc, ..relation(name, columns, Origin::Given(given)) });
    };
    if declarations.board.is_some() {
        if !declarations.board_is_unbounded() {
            give("cell", vec![cell], Given::Cell, "A cell of the board.");
        }
        let direction = Some(Type::Enum(DIRECTION));
        let step = "One step in that direction leads from the first cell to the second.";
        give("step", vec![cell, direction, cell], Given::Step, step);
        give("row", vec![cell, int], Given::Row, "The cell lies in the row of that number.");
        give(
            "column",
            vec![cell, int],
            Given::Column,
            "The cell lies in the column of that number.",
        );
        let opposite = "The second direction leads back from where the first leads.";
        give("opposite", vec![direction; 2], Given::Opposite, opposite);
        let straight = "A direction that is not diagonal.";
        give("straight", vec![direction], Given::Straight, straight);
        let diagonal = "A direction between two straight ones.";
        give("diagonal", vec![direction], Given::Diagonal, diagonal);
    }
    if declarations.is_game() {
        give("opponent", vec![player, player], Given::Opponent, "Two different players.");
    }
    let between = "Each whole number from the first to the second.";
    give("between", vec![int; 3], Given::Between, between);
    for (index, declared) in declarations.enums.iter().enumerate() {
        // A knowledge base may have players and directions of its own.
        if declared.values.is_empty() && !declarations.is_game() {
            continue;
        }
        let id = EnumId(index as u16);
        let doc = format!("A value of the type {}.", declared.name);
        give(declared.name.as_str(), vec![Some(Type::Enum(id))], Given::Values(id), &doc);
    }
    for (index, option) in declarations.options.iter().enumerate() {
        let ty = option.default.as_int().map(|_| Type::Int);
        let given =
            relation(Name::Option(option.name), vec![ty], Origin::Given(Given::Option(index)));
        let doc = Some(format!("The value of the option {}.", option.name));
        relations.add(Relation { declared_at: Some(option.span), doc, ..given });
    }
    if let Some(first) = declarations.weights.first() {
        let columns = vec![Some(Type::Atom), int];
        let given = relation(Name::Plain(Atom::new(WEIGHT)), columns, Origin::Given(Given::Weight));
        let doc = Some("The weight of that name has that value.".into());
        relations.add(Relation { declared_at: Some(first.span), doc, ..given });
    }
    if !declarations.is_game() {
        return;
    }
    for (name, doc) in [
        (
            "turn_number",
            "The number of the move to come, counted from 1; the moves of all players count.",
        ),
        ("repetitions", "How often this position has occurred, this time included."),
    ] {
        let history = relation(Name::Plain(Atom::new(name)), vec![int], Origin::History);
        relations.add(Relation { doc: Some(doc.into()), ..history });
    }
}

/// Whether a directive declares a relation of that name.
fn is_declared(declarations: &Declarations, name: &str, arity: usize) -> bool {
    let by_type = |known: &EnumType| known.name.as_str() == name && arity == 1;
    let by_state = |state: &Template| state.name.as_str() == name && state.columns.len() == arity;
    let by_name = |named: &Named| named.name.as_str() == name && named.arity == arity;
    declarations.enums.iter().any(by_type)
        || declarations.states.iter().any(by_state)
        || declarations.dynamic.iter().any(by_name)
}

fn add_templates(declarations: &Declarations, relations: &mut Relations) {
    let columns = |template: &Template| template.columns.iter().copied().map(Some).collect();
    for state in &declarations.states {
        let plain = relation(Name::Plain(state.name), columns(state), Origin::State);
        relations.add(Relation { declared_at: Some(state.span), ..plain });
    }
    for wrapper in Wrapper::ALL {
        let templates =
            if wrapper.of_actions() { &declarations.actions } else { &declarations.states };
        let origin = if wrapper.is_supposed() { Origin::Supposed } else { Origin::Rules };
        for template in templates {
            let mut columns: Vec<Option<Type>> = columns(template);
            if wrapper == Wrapper::Refuse {
                columns.push(Some(Type::Atom));
            }
            let wrapped = relation(Name::Wrapped(wrapper, template.name), columns, origin);
            relations.add(Relation { declared_at: Some(template.span), ..wrapped });
        }
    }
}

/// Relations that Hornet asks of every game, known even where no rule is.
fn expected() -> [(&'static str, Vec<Option<Type>>); 5] {
    let player = Some(Type::Enum(PLAYER));
    [
        ("wins", vec![player]),
        ("draw", vec![]),
        ("value", vec![player, Some(Type::Int)]),
        ("leads", vec![player]),
        ("reason", vec![Some(Type::Atom); 2]),
    ]
}

fn add_expected(relations: &mut Relations) {
    for (name, columns) in expected() {
        relations.add(relation(Name::Plain(Atom::new(name)), columns, Origin::Rules));
    }
}

/// Whether a relation is known even where no rule is.
pub fn is_expected(relation: &Relation) -> bool {
    match relation.name {
        Name::Plain(name) => expected()
            .iter()
            .any(|(known, columns)| *known == name.as_str() && columns.len() == relation.arity),
        Name::Wrapped(..) | Name::Option(_) => true,
    }
}

/// More relations than anybody writes. Rules that stand on one another in a chain longer
/// than this would take more time and stack than there is.
const MOST_RELATIONS: usize = 2_000;

/// More columns than anybody can keep apart.
const MOST_COLUMNS: usize = 32;

/// Takes in the relation that a clause's head defines.
fn define(
    declarations: &Declarations,
    relations: &mut Relations,
    clause: &Clause,
) -> Result<(), Diagnostic> {
    let head = clause.head();
    let Some((name, args)) = head.functor().filter(|(name, args)| !is_operator(*name, args)) else {
        let (message, help) = match head.parts() {
            Some(("?-", _)) => (
                "a query does not stand in a rule file",
                "ask it at the prompt, or with `hornet query`",
            ),
            Some(("-->", _)) => (
                "grammar rules are not part of the rule language: there are no lists to parse",
                "write a clause with `:-`",
            ),
            _ => (
                "this cannot be the head of a clause",
                "a clause begins with a relation: name(Argument, ...)",
            ),
        };
        let error = Diagnostic::error("syntax", head.span, message, "not a relation");
        return Err(error.help(help));
    };
    if args.len() > MOST_COLUMNS {
        return Err(too_many_columns(args.len(), head.span));
    }
    match Wrapper::find(name.as_str(), args.len()) {
        Some(wrapper) if wrapper.is_supposed() => {
            let word = wrapper.name();
            return Err(Diagnostic::error(
                "reserved",
                head.span,
                format!("`{word}` is supposed from outside, and no rule derives it"),
                "defined here",
            )
            .help(format!("ask it in the body of a rule: ... :- {word}(Action), ...")));
        }
        Some(_) => {
            document_wrapped(relations, name, args, clause);
            return Ok(());
        }
        None => {}
    }
    // Most clauses add to a relation that others have defined before. What every game
    // shares may not be added to.
    let is_shared = (name.as_str(), args.len()) == ("over", 0);
    if !is_shared
        && let Some(id) = relations.find(Name::Plain(name), args.len())
        && relations[id].origin == Origin::Rules
        && relations[id].declared_at.is_some()
    {
        if relations[id].doc.is_none() {
            relations[id].doc = clause.doc.clone();
        }
        return Ok(());
    }
    // A name that may not be defined is taken in all the same, so that it is
    // complained of once.
    let refused = match (name.as_str(), args.len()) {
        ("over", 0) if clause.shared => None,
        _ => reserved(declarations, relations, name, args.len(), head.span),
    };
    let new = relation(Name::Plain(name), vec![None; args.len()], Origin::Rules);
    let id = relations.add(new.clone());
    if is_replaceable(relations[id].origin) {
        relations[id] = new;
    }
    if let Some(error) = refused {
        return Err(error);
    }
    let known = &mut relations[id];
    known.declared_at.get_or_insert(head.span);
    if known.doc.is_none() {
        known.doc = clause.doc.clone();
    }
    Ok(())
}

fn is_replaceable(origin: Origin) -> bool {
    matches!(origin, Origin::Given(given) if given.is_replaceable())
}

/// Takes in a relation that need not have clauses.
fn add_dynamic(
    declarations: &Declarations,
    relations: &mut Relations,
    dynamic: &Named,
) -> Result<(), Diagnostic> {
    let Named { name, arity, span } = *dynamic;
    if arity > MOST_COLUMNS {
        return Err(too_many_columns(arity, span));
    }
    // A state fact needs no rules anyway.
    let known = relations.find(Name::Plain(name), arity).map(|id| relations[id].origin);
    if known == Some(Origin::State) {
        return Ok(());
    }
    if let Some(error) = reserved(declarations, relations, name, arity, span) {
        return Err(error);
    }
    let id = relations.add(relation(Name::Plain(name), vec![None; arity], Origin::Rules));
    relations[id].declared_at.get_or_insert(span);
    Ok(())
}

fn too_many_columns(arity: usize, span: Span) -> Diagnostic {
    let message = format!("a relation has at most {MOST_COLUMNS} columns, not {arity}");
    Diagnostic::error("arity", span, message, "too many").help("make several relations of it")
}

/// Whether a head can be resolved; otherwise it has been complained of.
pub fn is_definable(head: &Term) -> bool {
    head.functor().is_some_and(|(name, args)| {
        let supposed = Wrapper::find(name.as_str(), args.len()).is_some_and(Wrapper::is_supposed);
        !supposed && !is_operator(name, args)
    })
}

fn is_operator(name: Atom, args: &[Term]) -> bool {
    match args.len() {
        1 => operators::prefix(name.as_str()).is_some(),
        2 => operators::infix(name.as_str()).is_some(),
        _ => false,
    }
}

fn document_wrapped(relations: &mut Relations, name: Atom, args: &[Term], clause: &Clause) {
    let wrapper = Wrapper::find(name.as_str(), args.len()).expect("just found");
    let Some((inner, inner_args)) = args[0].functor() else { return };
    let arity = inner_args.len() + usize::from(wrapper == Wrapper::Refuse);
    if let Some(id) = relations.find(Name::Wrapped(wrapper, inner), arity)
        && relations[id].doc.is_none()
    {
        relations[id].doc = clause.doc.clone();
    }
}

/// Names that a clause may not define.
fn reserved(
    declarations: &Declarations,
    relations: &Relations,
    name: Atom,
    arity: usize,
    span: Span,
) -> Option<Diagnostic> {
    let text = name.as_str();
    if let Some(wrapper) = Wrapper::ALL.into_iter().find(|w| w.name() == text) {
        return Some(
            Diagnostic::error(
                "reserved",
                span,
                format!("`{text}` takes {} here, not {arity}", count(wrapper.arity(), "argument")),
                "wrong number of arguments",
            )
            .help(wrapper_usage(wrapper)),
        );
    }
    let known = relations.find(Name::Plain(name), arity).map(|id| &relations[id]);
    let (message, help) = match known.map(|known| known.origin) {
        Some(origin) if is_replaceable(origin) => return None,
        Some(Origin::Given(Given::Weight)) => (
            "weights are declared, not derived, where a file declares any".into(),
            "write :- weight(name, default, least, most).".to_string(),
        ),
        Some(Origin::Given(_) | Origin::History) => (
            format!("`{text}/{arity}` is built in"),
            "choose another name; rules can only ask it".to_string(),
        ),
        Some(Origin::State) => (
            format!("`{text}/{arity}` is a state fact, which no rule derives"),
            format!("say when it begins to hold with add({text}(..)) or start({text}(..))"),
        ),
        _ if text == "option" && arity == 2 => (
            "options are declared, not derived".into(),
            "write :- option(name, default, [allowed, values]).".into(),
        ),
        _ if declarations.action(name, arity).is_some() => (
            format!("`{text}/{arity}` is an action, which no rule derives"),
            format!("say when it is legal: legal({text}(..)) :- ..."),
        ),
        _ if protected::by_prolog(text, arity) => (
            format!("`{text}/{arity}` is built into Prolog and cannot be defined again"),
            "choose another name, so that the rules stay valid Prolog".into(),
        ),
        _ if text == "over" && arity == 0 => (
            "`over/0` belongs to every game: it holds once there is an outcome".into(),
            "say how the game ends with wins(Player) and draw".into(),
        ),
        _ if protected::by_prelude(text, arity) => {
            (format!("`{text}/{arity}` is taken by Hornet"), "choose another name".into())
        }
        _ => return None,
    };
    Some(Diagnostic::error("reserved", span, message, "defined here").help(help))
}

fn wrapper_usage(wrapper: Wrapper) -> String {
    match wrapper {
        Wrapper::Refuse => "it is written refuse(Action, Reason)".into(),
        wrapper if wrapper.of_actions() => format!("it is written {}(Action)", wrapper.name()),
        wrapper => format!("it is written {}(Fact)", wrapper.name()),
    }
}
