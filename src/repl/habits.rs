//! What people who come from SWI-Prolog type by habit, and what does it here.

use super::lexicon::tokens;
use crate::logic::syntax::lexer::{Token, TokenKind};

/// What to do instead, if a question names something that only Prolog has.
pub fn instead(goal: &str) -> Option<String> {
    if goal.trim_start().starts_with('[') {
        return Some("`load FILE.pl` takes in a file of clauses".into());
    }
    let tokens = tokens(goal);
    tokens.iter().enumerate().find_map(|(at, token)| match &token.kind {
        TokenKind::Atom { name, quoted: false } => {
            let fact = || argument(goal, &tokens[at + 1..]);
            instead_of(name, fact)
        }
        _ => None,
    })
}

/// What stands between the parentheses that follow a name.
fn argument<'a>(goal: &'a str, behind: &[Token]) -> Option<&'a str> {
    let open = behind.first().filter(|token| token.kind == TokenKind::Punct('('))?;
    let close = behind.iter().rfind(|token| token.kind == TokenKind::Punct(')'))?;
    goal.get(open.span.end as usize..close.span.start as usize)
}

fn instead_of<'a>(name: &str, argument: impl Fn() -> Option<&'a str>) -> Option<String> {
    let instead = match name {
        "assert" | "asserta" | "assertz" => {
            let clause = match argument().map(str::trim) {
                Some(rule) if rule.contains(":-") => format!("{}.", without_parentheses(rule)),
                Some(fact) => format!("{fact} :- true."),
                None => "special(a1) :- true.".into(),
            };
            return Some(format!("type the clause itself: `{clause}` takes effect immediately"));
        }
        "retract" | "retractall" | "abolish" => {
            "`forget` drops clauses that you added, `off` and a line switches off one of the game's own"
        }
        "trace" | "spy" | "notrace" | "debug" => "`why GOAL.` explains a goal, rule by rule",
        "apropos" | "current_predicate" | "predicate_property" => {
            "`relations` and a word lists the relations that mention it"
        }
        "once" => "in a query, `limit(1, GOAL)` gives one answer only",
        "time" if argument().is_some() => {
            "leave it out: below its answers, a query shows how long it took"
        }
        "cd" | "ls" | "pwd" => "there is no such command; `help` lists all commands",
        _ => return None,
    };
    Some(instead.into())
}

/// `p :- q` for `(p :- q)`.
fn without_parentheses(clause: &str) -> &str {
    let inside = clause.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    inside.unwrap_or(clause).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn habits_are_led_on() {
        assert!(instead("[rules].").unwrap().contains("load"));
        assert!(instead("assertz(foo(1)).").unwrap().contains("`foo(1) :- true.`"));
        assert!(instead("assert((p(X) :- q(X))).").unwrap().contains("`p(X) :- q(X).`"));
        assert!(instead("once(turn(P)).").unwrap().contains("limit(1, GOAL)"));
        assert!(instead("time(turn(P)).").unwrap().contains("how long"));
        assert_eq!(instead("turn(time)."), None);
        assert_eq!(instead("legal(A)."), None);
    }
}
