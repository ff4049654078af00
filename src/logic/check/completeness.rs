//! What every game must say, beyond being a sound program: who plays, whose
//! turn it is, what can be done, and how it ends. A knowledge base need not.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::logic::check::declarations::{Declarations, PLAYER};
use crate::logic::check::diagnostic::Diagnostic;
use crate::logic::check::types::Type;
use crate::logic::program::{Arg, Name, RelationId, Relations, Rule, Wrapper};
use crate::logic::syntax::source::Span;
use crate::logic::{Atom, Value};

/// The relation that says what ended a game.
pub const ENDING: &str = "ending";

/// The most columns it has.
pub const MOST_OF_ENDING: usize = 3;

/// What stands for a value in the message of a cause, as in Prolog's `format`.
pub const PLACEHOLDER: &str = "~w";

/// Checks that nothing is missing. `top` is where to point for what is not
/// there.
pub fn check(
    declarations: &Declarations,
    relations: &Relations,
    rules: &[Rule],
    top: Span,
    errors: &mut Vec<Diagnostic>,
) {
    warn_of_repeated_facts(rules, errors);
    if !declarations.is_game() {
        return;
    }
    let mut missing = |message: &str, help: &str| {
        errors.push(Diagnostic::error("missing", top, message, "in these rules").help(help));
    };
    let derived: FxHashSet<RelationId> = rules.iter().map(|rule| rule.head).collect();
    let defined =
        |name, arity| relations.plain(name, arity).is_some_and(|id| derived.contains(&id));
    if declarations.players().is_empty() {
        missing("nobody plays this game", "declare the players: `:- players([red, blue]).`");
    }
    let turn = declarations.states.iter().find(|state| state.name.as_str() == "turn");
    match turn {
        None => missing("nothing says whose turn it is", "declare it: `:- state(turn(player)).`"),
        Some(turn) if turn.columns != [Type::Enum(PLAYER)] => {
            missing("`turn` must hold a player", "declare it: `:- state(turn(player)).`");
        }
        Some(_) => {
            let start = relations.find(Name::Wrapped(Wrapper::Start, Atom::new("turn")), 1);
            if !start.is_some_and(|id| derived.contains(&id)) {
                missing("nothing says who begins", "say it: start(turn(red)).");
            }
        }
    }
    if declarations.actions.is_empty() {
        missing("there is nothing a player can do", "declare an action: `:- action(put(cell)).`");
    }
    if !defined("wins", 1) && !defined("draw", 0) {
        missing(
            "nothing says how the game ends",
            "add a rule for wins(Player), for draw, or for both",
        );
    }
    check_legal(declarations, relations, &derived, errors);
    check_board(declarations, errors);
    check_reasons(relations, rules, errors);
}

/// A fact written twice is one fact here, but Prolog counts it twice.
fn warn_of_repeated_facts(rules: &[Rule], errors: &mut Vec<Diagnostic>) {
    let mut seen: FxHashMap<(RelationId, Vec<Value>), Span> = FxHashMap::default();
    for rule in rules.iter().filter(|rule| rule.body.is_empty()) {
        let row: Vec<Value> = rule.head_args.iter().filter_map(constant).collect();
        if let Some(first) = seen.insert((rule.head, row), rule.span) {
            errors.push(
                Diagnostic::warning("repeated", rule.span, "this fact stands here twice", "again")
                    .also(first, "the first time")
                    .help("take one of them out"),
            );
        }
    }
}

/// An action that is never legal is most likely a slip.
fn check_legal(
    declarations: &Declarations,
    relations: &Relations,
    derived: &FxHashSet<RelationId>,
    errors: &mut Vec<Diagnostic>,
) {
    for action in &declarations.actions {
        let legal =
            relations.find(Name::Wrapped(Wrapper::Legal, action.name), action.columns.len());
        if !legal.is_some_and(|id| derived.contains(&id)) {
            let name = action.name;
            let columns = if action.columns.is_empty() { "" } else { "(..)" };
            errors.push(
                Diagnostic::error(
                    "missing",
                    action.span,
                    format!("nothing says when `{name}` is legal"),
                    "declared here",
                )
                .help(format!("add a rule: legal({name}{columns}) :- ...")),
            );
        }
    }
}

fn check_board(declarations: &Declarations, errors: &mut Vec<Diagnostic>) {
    if declarations.board.is_some() {
        return;
    }
    let mut templates = declarations.states.iter().chain(&declarations.actions);
    if let Some(template) = templates.find(|template| template.columns.contains(&Type::Cell)) {
        errors.push(
            Diagnostic::error(
                "missing",
                template.span,
                "there are cells, but no board",
                "has a column of type cell",
            )
            .help("declare the board: `:- board(square(8, 8)).`"),
        );
    }
}

/// The relation that says why nothing can be done with a piece: `stuck(Piece, Reason)`.
pub const STUCK: &str = "stuck";

/// The relation that says what is wrong with a position that is set up.
pub const UNSOUND: &str = "unsound";

/// Whether a relation says what ended the game: the cause comes first, then what takes
/// the place of each placeholder in its message.
pub fn is_ending(name: &str, arity: usize) -> bool {
    name == ENDING && (1..=MOST_OF_ENDING).contains(&arity)
}

/// Every reason a rule gives, and every cause of an ending, must have a message, and
/// that of a cause a place for each value that is given with it.
fn check_reasons(relations: &Relations, rules: &[Rule], errors: &mut Vec<Diagnostic>) {
    let Some(reason) = relations.plain("reason", 2) else { return };
    let mut messages: FxHashMap<Value, Option<Value>> = FxHashMap::default();
    for rule in rules.iter().filter(|rule| rule.head == reason) {
        if let Some(name) = constant(&rule.head_args[0]) {
            messages.entry(name).or_insert(constant(&rule.head_args[1]));
        }
    }
    let mut complained = FxHashSet::default();
    for rule in rules {
        let args = &rule.head_args;
        let (given, values) = match relations[rule.head].name {
            Name::Wrapped(Wrapper::Refuse, _) => (args.last(), None),
            Name::Plain(name) if is_ending(name.as_str(), args.len()) => {
                (args.first(), Some(args.len() - 1))
            }
            _ if Some(rule.head) == relations.plain(STUCK, 2) => (args.last(), None),
            _ if Some(rule.head) == relations.plain(UNSOUND, 1) => (args.last(), None),
            _ => continue,
        };
        let Some(value) = given.and_then(constant) else { continue };
        let span = value.as_atom().map_or(rule.span, |atom| rule.constant_span(atom));
        let Some(message) = messages.get(&value) else {
            if complained.insert(value) {
                errors.push(
                    Diagnostic::error(
                        "missing",
                        span,
                        format!("the reason `{value}` has no message"),
                        "given here",
                    )
                    .help(format!("add a fact: reason({value}, 'what a player should read').")),
                );
            }
            continue;
        };
        let message = message.and_then(|message| message.as_atom());
        let (Some(message), Some(values)) = (message, values) else { continue };
        let places = message.as_str().matches(PLACEHOLDER).count();
        if places != values {
            let what = format!(
                "values behind `{value}`: {values}, but places for them in its message: {places}"
            );
            errors.push(Diagnostic::error("arity", span, what, "given here").help(format!(
                "write {PLACEHOLDER} in the message once for each value behind `{value}`"
            )));
        }
    }
}

fn constant(arg: &Arg) -> Option<Value> {
    match arg {
        Arg::Const(value) => Some(*value),
        Arg::Var(_) => None,
    }
}
