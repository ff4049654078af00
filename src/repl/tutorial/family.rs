//! The lesson for a first hour of logic programming: a family as a set of
//! facts, from the first query to recursion, negation and explanations.

use super::lesson::{Done, Lesson, Opening, Step, shown, task};
use crate::repl::session::Event;

/// The lesson.
pub const LESSON: Lesson = Lesson {
    name: "family",
    summary: "logic programming from the start, with a family",
    opening: Opening::Knowledge { file: "family.pl", text: include_str!("family.pl") },
    farewell: "\
That was the lesson. `save mine FILE.pl` keeps the clauses you wrote, `listing`
and a relation shows them, and `tutorial hive` goes on with the rules of a game.
`resume` goes back to where you were.",
    all_steps: STEPS,
};

const STEPS: &[Step] = &[
    shown(
        "\
This program knows a family, as facts: parent(anna, bert) says that Anna is a
parent of Bert. Names begin with small letters. Look at the facts.",
        &["listing parent"],
        Done::Event(|event| *event == Event::Listed),
    ),
    shown(
        "\
A query asks whether something follows from the program. It ends in a full stop.
Is Anna a parent of Bert?",
        &["parent(anna, bert)."],
        Done::Event(|event| matches!(event, Event::Asked(_, answers) if *answers > 0)),
    ),
    shown(
        "\
A word that begins with a capital letter is a variable. The answers are all
values for which the query holds. Who are Clara's children?",
        &["parent(clara, Child)."],
        Done::SameAnswers,
    ),
    task(
        "\
From here on, find the entry yourself; `skip` does a step for you.
The same relation answers in every direction. Who are Clara's parents?",
        &["parent(Parent, clara)."],
        "put the variable in the place of the parent",
        Done::SameAnswers,
    ),
    task(
        "\
The sign _ stands for something whose name does not matter. Who is a parent at
all? (Each person only once.)",
        &["parent(Person, _)."],
        "a variable for the parent, _ for the child",
        Done::SameAnswers,
    ),
    task(
        "\
A comma between goals means \"and\". A variable that stands in both has the same
value in both. Who is whose mother: a parent, and female?",
        &["parent(Mother, Child), female(Mother)."],
        "parent(Mother, Child), and behind a comma what makes Mother a mother",
        Done::SameAnswers,
    ),
    task(
        "\
A variable in the middle joins two goals. Who are Anna's grandchildren?",
        &["parent(anna, _Child), parent(_Child, Grandchild)."],
        "anna is a parent of somebody, and that somebody is a parent of whom you look for",
        Done::SameAnswers,
    ),
    task(
        "\
A rule gives such a query a name: HEAD :- GOALS. means that the head holds if
the goals do. Define grandparent(G, C): G is a grandparent of C.",
        &["grandparent(G, C) :- parent(G, P), parent(P, C)."],
        "grandparent(G, C) :- parent(G, P), and one more goal; the clause ends in a full stop",
        Done::Defines("grandparent(G, C)"),
    ),
    task(
        "\
A \\= B says that two values are different. Define sibling(A, B): A and B are
different, and have a parent in common.",
        &["sibling(A, B) :- parent(P, A), parent(P, B), A \\= B."],
        "the same P is a parent of A and of B; and A \\= B",
        Done::Defines("sibling(A, B)"),
    ),
    task(
        "\
A rule may ask the relation that it defines. Define ancestor(A, D): A is a
parent of D, or a parent of an ancestor of D. \"Or\" takes two clauses; type them
in one entry, one behind the other.",
        &["ancestor(A, D) :- parent(A, D). ancestor(A, D) :- parent(A, C), ancestor(C, D)."],
        "first ancestor(A, D) :- parent(A, D). then ancestor(A, D) :- parent(A, C), and how C is related to D",
        Done::Defines("ancestor(A, D)"),
    ),
    task(
        "\
\\+ in front of a goal says that it does not hold. born(Person, _) lists
everybody. Who has no children?",
        &["born(Person, _), \\+ parent(Person, _)."],
        "first born(Person, _), which gives Person its values; then \\+ and a goal",
        Done::SameAnswers,
    ),
    task(
        "\
aggregate_all(count, Goal, N) counts the answers of a goal. How many descendants
does Otto have?",
        &["aggregate_all(count, ancestor(otto, _), N)."],
        "count the answers of ancestor(otto, _)",
        Done::SameAnswers,
    ),
    task(
        "Every answer can be explained. Why is Anna an ancestor of Hugo?",
        &["why ancestor(anna, hugo)."],
        "`why`, and the goal behind it",
        Done::Event(|event| *event == Event::Explained(true)),
    ),
    task(
        "And why is Hugo not an ancestor of Anna?",
        &["why not ancestor(hugo, anna)."],
        "`why not`, and the goal behind it",
        Done::Event(|event| *event == Event::Explained(false)),
    ),
    task(
        "\
A fact alone would be a query, so a new one is written with the body `true`, as
in born(ida, 2015) :- true. The program does not know that Emil is a parent of
Ida. Add that fact.",
        &["parent(emil, ida) :- true."],
        "parent(emil, ...) :- true.",
        Done::Holds("parent(emil, ida)"),
    ),
    task(
        "\
The rules apply to the new fact at once. Who are Ida's ancestors?",
        &["ancestor(Ancestor, ida)."],
        "ask ancestor with ida in the second place",
        Done::SameAnswers,
    ),
];
