//! Terms and texts as Prolog reads them. What is printed reads the same again.

use std::fmt::{self, Write as _};

use crate::logic::Atom;
use crate::logic::atom::is_symbol_char;
use crate::logic::syntax::operators;
use crate::logic::syntax::term::{CommentPlace, Item, Term, TermKind};

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown(self, 1200))
    }
}

/// A text, one goal a line.
pub fn print(items: &[Item]) -> String {
    let mut text = String::new();
    for item in items {
        match item {
            Item::Comment { lines, place: CommentPlace::Behind } => {
                text.truncate(text.trim_end().len());
                let _ = writeln!(text, "  %{}", lines.join(" "));
            }
            Item::Comment { lines, place } => {
                if !text.is_empty() {
                    text.push('\n');
                }
                lines.iter().for_each(|line| _ = writeln!(text, "%{line}"));
                if *place == CommentPlace::Apart {
                    text.push('\n');
                }
            }
            Item::Clause(term) => {
                text.push_str(&print_clause(term));
                text.push('\n');
            }
        }
    }
    text
}

/// A clause with its full stop, one goal a line.
pub fn print_clause(term: &Term) -> String {
    let text = match &term.kind {
        TermKind::Compound(neck, parts) if neck.as_str() == ":-" => match parts.as_slice() {
            [head, body] => {
                let goals: Vec<_> = body.conjuncts().iter().map(|goal| shown(goal, 998)).collect();
                format!("{} :-\n    {}", shown(head, 1199), goals.join(",\n    "))
            }
            [directive] => format!(":- {}", shown(directive, 1199)),
            _ => shown(term, 1200),
        },
        _ => shown(term, 1200),
    };
    // A full stop right behind a sign would be taken for a part of it.
    let gap = if text.ends_with(is_symbol_char) { " " } else { "" };
    format!("{text}{gap}.")
}

fn shown(term: &Term, max: u32) -> String {
    match &term.kind {
        TermKind::Var(name) => name.as_str().to_string(),
        TermKind::Atom(name) if max != 999 && operators::is_operator(name.as_str()) => {
            format!("({name})")
        }
        TermKind::Atom(name) => name.to_string(),
        TermKind::Int(number) => number.to_string(),
        TermKind::List(parts) => format!("[{}]", list(parts)),
        TermKind::Comma(parts) if term.axial().is_some() => {
            format!("({},{})", parts[0], parts[1])
        }
        TermKind::Comma(parts) => parenthesise(list(parts), 1000, max),
        TermKind::Compound(name, args) => compound(*name, args, max),
    }
}

fn compound(name: Atom, args: &[Term], max: u32) -> String {
    match (args, operators::infix(name.as_str()), operators::prefix(name.as_str())) {
        ([left, right], Some(op), _) => {
            let (left, right) = (shown(left, op.left_max()), shown(right, op.right_max()));
            let text = format!("{left} {} {right}", name.as_str());
            parenthesise(text, op.priority, max)
        }
        ([argument], _, Some(op)) => {
            parenthesise(format!("{name} {}", shown(argument, op.right_max())), op.priority, max)
        }
        _ => format!("{name}({})", list(args)),
    }
}

fn list(parts: &[Term]) -> String {
    parts.iter().map(|part| shown(part, 999)).collect::<Vec<_>>().join(", ")
}

fn parenthesise(text: String, priority: u32, max: u32) -> String {
    if priority > max { format!("({text})") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::syntax::reader::read;
    use crate::logic::syntax::source::Sources;

    fn items(text: &str) -> Vec<Item> {
        let mut sources = Sources::default();
        let file = sources.add("test.pl", text);
        let (items, errors) = read(&sources, file);
        assert!(errors.is_empty(), "{:?}", errors[0].summary(&sources));
        items
    }

    #[test]
    fn printed_texts_read_the_same_again() {
        for text in [
            "a.",
            "p(X) :- q(X, _), \\+ r(X), X \\= 'B c'.",
            "p(X) :- X is 2 ^ (3 - 1) * -1 - (4 - 5), q((0,-1)).",
            "p(X) :- X is - (3), \\+ (a, b), aggregate_all(sum(Y), (q(Y), r), X).",
            ":- players([red, blue]).   % who plays\n% apart\n\n% above\nfoo.",
            "% one\n% two\n\n\n/* three\n   four */\np.\n% last",
            "p :- \\+ a, (\\+). q :- (a, \\+), b(\\+).",
            "(:-). p :- (-) = a, q(-, [+], (*)). x :- (=) \\= (;).",
            "p(A) :- A is 2 ^ 3 ^ 4, A is (2 ^ 3) ^ 4, A =:= 7 mod 3 - 2 - 1.",
        ] {
            let once = items(text);
            let again = items(&print(&once));
            assert_eq!(once, again, "{text}\n--- printed as\n{}", print(&once));
        }
    }

    #[test]
    fn a_sign_at_the_end_is_kept_apart_from_the_full_stop() {
        for text in ["p :- \\+:- .", "+ .", "p :- q, * ."] {
            let once = items(text);
            assert_eq!(items(&print(&once)), once, "{text}: {}", print(&once));
        }
    }

    #[test]
    fn clauses_are_laid_out_a_goal_a_line() {
        let printed = print(&items("p(X):-q(X),\\+r(X)."));
        assert_eq!(printed, "p(X) :-\n    q(X),\n    \\+ r(X).\n");
    }
}
