//! What people who come from SWI-Prolog type by habit, and what does it here.

use super::lexicon::tokens;
use crate::logic::syntax::lexer::TokenKind;

/// What to do instead, if a question names something that only Prolog has.
pub fn instead(goal: &str) -> Option<&'static str> {
    if goal.trim_start().starts_with('[') {
        return Some("`load FILE.pl` takes in a file of clauses");
    }
    tokens(goal).iter().find_map(|token| match &token.kind {
        TokenKind::Atom { name, quoted: false } => instead_of(name),
        _ => None,
    })
}

fn instead_of(name: &str) -> Option<&'static str> {
    Some(match name {
        "assert" | "asserta" | "assertz" => {
            "type the clause itself: `special(a1) :- true.` takes effect immediately"
        }
        "retract" | "retractall" | "abolish" => {
            "`forget` drops clauses that you added, `off` and a line switches off one of the game's own"
        }
        "trace" | "spy" | "notrace" | "debug" => "`why GOAL.` explains a goal, rule by rule",
        "apropos" | "current_predicate" | "predicate_property" => {
            "`relations` and a word lists the relations that mention it"
        }
        "cd" | "ls" | "pwd" => "there is no such command; `help` lists all commands",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn habits_are_led_on() {
        assert!(instead("[rules].").unwrap().contains("load"));
        assert!(instead("assertz(foo(1)).").unwrap().contains(":- true."));
        assert_eq!(instead("legal(A)."), None);
    }
}
