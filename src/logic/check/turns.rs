//! Whether the rules pass the turn on, as far as their text alone shows it: a rule that
//! gives somebody the turn without one that ends a turn leaves two players to move, and
//! the other way round nobody. What only some positions show, play has to find.

use rustc_hash::FxHashMap;

use crate::logic::check::declarations::Declarations;
use crate::logic::check::diagnostic::Diagnostic;
use crate::logic::program::{Arg, Name, Relations, Rule, Wrapper};
use crate::logic::{Atom, Value};

/// Warns of turns that do not pass from one player to the other.
pub fn check(
    declarations: &Declarations,
    relations: &Relations,
    rules: &[Rule],
    warnings: &mut Vec<Diagnostic>,
) {
    let turn = Atom::new("turn");
    let Some(declared) = declarations.states.iter().find(|state| state.name == turn) else {
        return;
    };
    let about_turn = |wrapper: Wrapper| {
        let relation = relations.find(Name::Wrapped(wrapper, turn), 1);
        rules.iter().filter(move |rule| Some(rule.head) == relation)
    };
    let mut first: FxHashMap<Value, &Rule> = FxHashMap::default();
    for rule in about_turn(Wrapper::Start).filter(|rule| rule.body.is_empty()) {
        if let [Arg::Const(player)] = rule.head_args.as_slice() {
            first.entry(*player).or_insert(rule);
        }
    }
    let mut begin: Vec<&Rule> = first.into_values().collect();
    begin.sort_by_key(|rule| (rule.span.file, rule.span.start));
    if let [one, .., other] = begin.as_slice() {
        warnings.push(
            Diagnostic::warning("turn", other.span, "two players begin the game", "and here")
                .also(one.span, "the turn is given here")
                .help("keep one of the two: it is one player's turn at a time"),
        );
    }
    let (given, ended) = (about_turn(Wrapper::Add).next(), about_turn(Wrapper::Del).next());
    let warning = match (given, ended) {
        (Some(given), None) => Diagnostic::warning(
            "turn",
            given.span,
            "a turn is given, but none is ever ended: several players will have it",
            "given here",
        )
        .help("end it: del(turn(Player)) :- turn(Player)."),
        (None, Some(ended)) => Diagnostic::warning(
            "turn",
            ended.span,
            "a turn is ended, but nobody is ever given the next one",
            "ended here",
        )
        .help("give it: add(turn(Other)) :- turn(Player), opponent(Player, Other)."),
        (None, None) if declarations.players().len() > 1 => Diagnostic::warning(
            "turn",
            declared.span,
            "the turn never passes to another player",
            "no rule adds or deletes it",
        )
        .help(
            "pass it on: del(turn(Player)) :- turn(Player). \
             add(turn(Other)) :- turn(Player), opponent(Player, Other).",
        ),
        _ => return,
    };
    warnings.push(warning);
}
