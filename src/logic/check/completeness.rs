//! What every game must say, beyond being a sound program: who plays, whose
//! turn it is, what can be done, and how it ends. A knowledge base need not.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::logic::check::declarations::{Declarations, PLAYER};
use crate::logic::check::diagnostic::Diagnostic;
use crate::logic::check::types::Type;
use crate::logic::program::{Arg, Name, RelationId, Relations, Rule, Wrapper};
use crate::logic::syntax::source::Span;
use crate::logic::{Atom, Value};

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

/// Every reason a rule gives must have a message.
fn check_reasons(relations: &Relations, rules: &[Rule], errors: &mut Vec<Diagnostic>) {
    let Some(reason) = relations.plain("reason", 2) else { return };
    let explained: FxHashSet<Value> = rules
        .iter()
        .filter(|rule| rule.head == reason)
        .filter_map(|rule| constant(&rule.head_args[0]))
        .collect();
    let mut complained = FxHashSet::default();
    for rule in rules {
        let gives_reason = match relations[rule.head].name {
            Name::Wrapped(Wrapper::Refuse, _) => true,
            _ => Some(rule.head) == relations.plain(STUCK, 2),
        };
        if !gives_reason {
            continue;
        }
        let Some(value) = rule.head_args.last().and_then(constant) else { continue };
        if explained.contains(&value) || !complained.insert(value) {
            continue;
        }
        let span = value.as_atom().map_or(rule.span, |atom| rule.constant_span(atom));
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
}

fn constant(arg: &Arg) -> Option<Value> {
    match arg {
        Arg::Const(value) => Some(*value),
        Arg::Var(_) => None,
    }
}
