//! The help on the language: a topic for each construct, with an example built
//! from the relations of the game at hand.

use super::examples::Examples;
use crate::repl::style::{self, paint};

/// A construct of the language.
pub struct Construct {
    /// What it is called; other names follow the first.
    pub names: &'static [&'static str],
    /// How it is written.
    pub usage: &'static str,
    /// What it means.
    pub text: &'static str,
    /// Entries to try, in this order; none if the game has nothing to show it
    /// with. The last one is a query that has answers.
    pub example: fn(&Examples) -> Option<Vec<String>>,
}

/// All constructs.
pub fn constructs() -> impl Iterator<Item = &'static Construct> {
    CONSTRUCTS.iter()
}

/// The construct of that name.
pub fn find(name: &str) -> Option<&'static Construct> {
    constructs().find(|construct| construct.names.contains(&name))
}

/// What there is to say about a construct.
pub fn describe(construct: &Construct, examples: &Examples) -> String {
    let mut said = vec![paint(style::STRONG, construct.usage), construct.text.to_string()];
    if let Some(entries) = (construct.example)(examples) {
        said.push(paint(style::STRONG, "Try:"));
        said.extend(entries.iter().map(|entry| format!("  {entry}")));
    }
    said.join("\n")
}

fn one(entry: String) -> Option<Vec<String>> {
    Some(vec![entry])
}

const CONSTRUCTS: &[Construct] = &[
    Construct {
        names: &["query", "queries", "question", "goal", "?-"],
        usage: "GOAL.",
        text: "\
A query asks for which values a goal holds; it ends in a full stop. Each
different answer is given once, in order. `mark` shows the answers' cells on the
board, `why` explains them.",
        example: |examples| one(format!("{}.", examples.table()?.open_goal())),
    },
    Construct {
        names: &["variable", "variables", "_"],
        usage: "Name   or   _",
        text: "\
A variable begins with a capital letter or _. It has one value in the whole
clause or query. Each _ is a variable of its own, whose value is not shown.",
        example: |examples| {
            let table = examples.table()?;
            one(format!("{}.", table.goal(&[(0, &table.variables[0])])))
        },
    },
    Construct {
        names: &["and", ",", "conjunction"],
        usage: "GOAL, GOAL",
        text: "\
Both goals hold. A variable that stands in both has the same value in both:
that is how relations are joined.",
        example: |examples| {
            let ((one_table, first), (other, second)) = examples.shared()?;
            let name = one_table.variables[first].as_str();
            one(format!("{}, {}.", one_table.goal(&[(first, name)]), other.goal(&[(second, name)])))
        },
    },
    Construct {
        names: &["\\+", "not", "negation"],
        usage: "\\+ GOAL   or   \\+ (GOAL, GOAL)",
        text: "\
Holds if the goal does not. A variable that has a value before keeps it; one
that stands only inside means \"there is none\". A negation gives no variable a
value, so the goals that do come first.",
        example: |examples| {
            let ((one_table, first), (other, second)) = examples.lacking()?;
            let name = one_table.variables[first].as_str();
            one(format!(
                "{}, \\+ {}.",
                one_table.goal(&[(first, name)]),
                other.goal(&[(second, name)])
            ))
        },
    },
    Construct {
        names: &["cut", "!"],
        usage: "no cut",
        text: "\
Rules have no cut, and need none: all answers are found, each once, and the
order of clauses does not matter. Say with \\+ when a clause does not apply; in a
query, limit(1, GOAL) gives one answer only.",
        example: |examples| one(format!("limit(1, {}).", examples.table()?.open_goal())),
    },
    Construct {
        names: &["\\=", "=", "equality"],
        usage: "A = B   and   A \\= B",
        text: "\
Compare two values of one type: the same, or different. `=` can also give a
variable its value. Neither does arithmetic: for that there are `is` and =:=.",
        example: |examples| {
            let (table, column) = examples.different()?;
            let (a, b) = (table.goal(&[(column, "A")]), table.goal(&[(column, "B")]));
            one(format!("{a}, {b}, A \\= B."))
        },
    },
    Construct {
        names: &["<", "=<", ">", ">=", "=:=", "=\\=", "comparison"],
        usage: "A < B   A =< B   A > B   A >= B   A =:= B   A =\\= B",
        text: "\
Compare numbers, and work out arithmetic on both sides: =< is \"at most\", =:=
\"equal\", =\\= \"not equal\". Goals before must give the variables their values.",
        example: |examples| {
            let (table, column) = examples.number()?;
            let least = table.value(column);
            one(format!("{}, N =< {least} + 1.", table.goal(&[(column, "N")])))
        },
    },
    Construct {
        names: &["is", "arithmetic", "+", "-", "*", "//", "mod", "rem", "^", "**", "abs", "sign"],
        usage: "N is EXPRESSION",
        text: "\
Works the expression out and gives N the result, or compares it with the value
that N has. There are + - * // mod rem ^ min(X, Y) max(X, Y) abs(X) sign(X) on
whole numbers of 64 bits; // divides towards zero.",
        example: |examples| match examples.number() {
            Some((table, column)) => {
                one(format!("{}, M is 2 * N + 1.", table.goal(&[(column, "N")])))
            }
            None => one("M is 2 * 3 + 1.".into()),
        },
    },
    Construct {
        names: &["aggregate_all", "aggregate", "aggregates", "count", "sum", "max", "min"],
        usage: "aggregate_all(count | sum(X) | max(X) | min(X), GOAL, RESULT)",
        text: "\
Counts the different answers of a goal, adds up over them, or finds the greatest
or least. Variables that have a value before keep it: that gives one result for
each. `count` and `sum` of nothing are 0; `max` and `min` of nothing fail.",
        example: |examples| {
            let table = examples.table()?;
            let mut entries = vec![format!("aggregate_all(count, {}, N).", table.goal(&[]))];
            if let Some((table, column)) = examples.number() {
                let goal = table.goal(&[(column, "X")]);
                entries.push(format!("aggregate_all(max(X), {goal}, Most)."));
            }
            if let Some(((each, first), (other, second))) = examples.shared() {
                let name = each.variables[first].as_str();
                entries.push(format!(
                    "{}, aggregate_all(count, {}, Count).",
                    each.goal(&[(first, name)]),
                    other.goal(&[(second, name)])
                ));
            }
            Some(entries)
        },
    },
    Construct {
        names: &["clause", "clauses", "rule", ":-"],
        usage: "HEAD :- GOAL, GOAL.",
        text: "\
The head holds if the goals do. Several clauses for one relation mean \"or\", and
their order does not matter. Every variable of the head must get its value in
the body. Typed at the prompt, a clause takes effect immediately.",
        example: |examples| {
            let table = examples.table()?;
            let (name, variable) = (examples.fresh("listed"), table.variables[0].as_str());
            let goal = table.goal(&[(0, variable)]);
            Some(vec![format!("{name}({variable}) :- {goal}."), format!("{name}({variable}).")])
        },
    },
    Construct {
        names: &["fact", "facts", "true"],
        usage: "FACT.   at the prompt   FACT :- true.",
        text: "\
A clause without a body always holds. At the prompt a fact alone is a query, so
to define one, write it with the body `true`.",
        example: |examples| {
            let (table, column) = (examples.table()?, 0);
            let (name, value) = (examples.fresh("special"), table.value(column));
            Some(vec![format!("{name}({value}) :- true."), format!("{name}(X).")])
        },
    },
    Construct {
        names: &["recursion", "recursive"],
        usage: "p(A, C) :- p(A, B), q(B, C).",
        text: "\
A relation may depend on itself: one clause says where it begins, another how it
continues. It always terminates, whatever the order of goals, unless it computes
new numbers for ever. It may not depend on its own negation.",
        example: |examples| {
            let (table, from, to) = examples.link()?;
            let name = examples.fresh("linked");
            let first = table.goal(&[(from, "A"), (to, "B")]);
            let next = table.goal(&[(from, "B"), (to, "C")]);
            Some(vec![
                format!("{name}(A, B) :- {first}. {name}(A, C) :- {name}(A, B), {next}."),
                format!("{name}({}, X).", table.value(from)),
            ])
        },
    },
    Construct {
        names: &["legal"],
        usage: "legal(ACTION)",
        text: "\
The action can be played in this position. A variable in its place stands for
any action. Every rule for legal also asks \\+ over.",
        example: |examples| {
            examples.legal_action()?;
            Some(vec!["aggregate_all(count, legal(_), N).".into(), "legal(Action).".into()])
        },
    },
    Construct {
        names: &["does", "add", "del"],
        usage: "does(ACTION), add(FACT)   and   does(ACTION), del(FACT)",
        text: "\
In a rule, does(Action) holds while the action is played, and add and del say
which facts it brings and which it ends. In a query, does(Action) supposes that
it is played; the other goals still see the position before it.",
        example: |examples| {
            let action = examples.legal_action()?;
            Some(vec![format!("does({action}), del(Fact)."), format!("does({action}), add(Fact).")])
        },
    },
    Construct {
        names: &["refuse", "tried", "reason"],
        usage: "refuse(ACTION, REASON)",
        text: "\
Says why an action that is tried is not legal; tried(Action) holds while it is
asked about, and reason(Reason, 'message') says what a player is told. In a
query, refuse(Action, Reason) supposes that the action is tried.",
        example: |examples| one(format!("refuse({}, Reason).", examples.refused_action()?)),
    },
    Construct {
        names: &["ending"],
        usage: "ending(CAUSE)   or   ending(CAUSE, VALUE)",
        text: "\
Says what has ended a game that is over; reason(Cause, 'message') says what
players are told. Values take the places of ~w in the message.",
        example: |_| one("reason(Cause, Message).".into()),
    },
    Construct {
        names: &["start"],
        usage: "start(FACT)",
        text: "The first position of the game holds the fact.",
        example: |examples| {
            examples.state_fact()?;
            one("start(Fact).".into())
        },
    },
    Construct {
        names: &["declaration", "declarations", "directive", "directives"],
        usage: ":- DECLARATION.",
        text: "\
Declarations say what a game is made of: title, board, players, type, option,
weight, state, memory, action; include adds another file. `rules` shows them,
and docs/language.md describes each.",
        example: |examples| {
            let table = examples.table()?;
            one(format!("{}.", table.open_goal()))
        },
    },
    Construct {
        names: &[";", "or", "disjunction"],
        usage: "(GOAL ; GOAL)",
        text: "\
One of the goals holds, or both. It binds looser than the comma: put it in
parentheses. A variable that is used behind it gets its value in each branch.",
        example: |examples| {
            let table = examples.table()?;
            let name = table.variables[0].as_str();
            let goal = table.goal(&[(0, name)]);
            one(format!("({goal} ; {name} = {}).", table.value(0)))
        },
    },
    Construct {
        names: &["between", "range"],
        usage: "between(LOW, HIGH, N)",
        text: "N is a whole number from LOW to HIGH. Both ends are known before.",
        example: |_| one("between(1, 5, N), N mod 2 =:= 1.".into()),
    },
    Construct {
        names: &["witness", "max_by", "min_by"],
        usage: "aggregate_all(max(X, WITNESS), GOAL, max(MOST, WHO))",
        text: "\
The greatest X among the answers of the goal, and the witness it comes with;
min(X, Witness) finds the least. A tie gives one answer for each witness.",
        example: |examples| {
            let mut others =
                examples.number().into_iter().filter(|(table, _)| table.variables.len() > 1);
            match others.next() {
                Some((table, column)) => {
                    let witness = usize::from(column == 0);
                    let goal = table.goal(&[(column, "X"), (witness, "W")]);
                    one(format!("aggregate_all(max(X, W), {goal}, max(Most, Who))."))
                }
                None => {
                    one("aggregate_all(max(X, Y), (between(1, 3, X), Y is 2 * X), max(Most, Who))."
                        .into())
                }
            }
        },
    },
    Construct {
        names: &["forall"],
        usage: "forall(CONDITION, GOAL)",
        text: "\
Whenever the condition holds, the goal does: short for
\\+ (CONDITION, \\+ GOAL). It holds if the condition never does.",
        example: |examples| {
            let table = examples.table()?;
            let name = table.variables[0].as_str();
            let goal = table.goal(&[(0, name)]);
            one(format!("forall({goal}, {goal})."))
        },
    },
    Construct {
        names: &["order_by", "limit", "sort"],
        usage: "order_by([asc(X), desc(Y)], GOAL)   and   limit(N, GOAL)",
        text: "\
In queries: the answers in that order, and no more than N of them.",
        example: |examples| {
            let table = examples.table()?;
            let name = table.variables[0].as_str();
            let goal = table.goal(&[(0, name)]);
            one(format!("limit(3, order_by([desc({name})], {goal}))."))
        },
    },
    Construct {
        names: &["findall", "setof", "bagof"],
        usage: "findall(X, GOAL, LIST)   and   setof(X, GOAL, LIST)",
        text: "\
In queries, as the last goal: the values of X in all answers, as a list. setof
sorts them, keeps each once, and fails if there are none. To count, add up or
compare, use aggregate_all.",
        example: |examples| {
            let table = examples.table()?;
            one(format!("findall(X, {}, List).", table.goal(&[(0, "X")])))
        },
    },
    Construct {
        names: &["after"],
        usage: "after(ACTION, GOAL)",
        text: "\
What holds once the action is played. With a variable, for each legal action:
legal(M), after(M, wins(P)) finds the moves that win.",
        example: |examples| {
            examples.legal_action()?;
            one(format!("legal(Action), after(Action, {}).", examples.state_fact()?))
        },
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_construct_has_names_of_its_own() {
        let all: Vec<&str> =
            CONSTRUCTS.iter().flat_map(|construct| construct.names).copied().collect();
        for (index, name) in all.iter().enumerate() {
            assert!(!all[..index].contains(name), "{name} is there twice");
        }
    }

    #[test]
    fn texts_fit_the_screen() {
        for construct in CONSTRUCTS {
            let lines = construct.text.lines().chain([construct.usage]);
            assert!(lines.clone().all(|line| line.chars().count() <= 80), "{}", construct.usage);
        }
    }
}
