//! The first lesson, on a position of Hive: ask, explain, define, change the
//! rules, play.

use super::lesson::{Done, Lesson, Opening, Step, shown, task};
use crate::repl::session::Event;

/// The lesson.
pub const LESSON: Lesson = Lesson {
    name: "hive",
    summary: "asking, explaining and changing the rules of a game",
    // White has climbed, and black's spider holds the hive together.
    opening: Opening::Position {
        game: "hive",
        moves: "Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wB1 -wQ;bA1 bQ-;wB1 wQ;bA1 \\wQ;wB1 wS1",
    },
    farewell: "\
That was the tutorial. `help` has a topic for each part, `hint` looks for a good
move, and `save rules FILE.pl` makes a game of rules that you changed. `resume`
goes back to the previous game.",
    all_steps: STEPS,
};

const STEPS: &[Step] = &[
    shown(
        "\
This is a game of Hive, after a few moves. You can ask about anything its rules
define, and you can read and change the rules. First, look at the board.",
        &["board"],
        Done::Event(|event| *event == Event::Drew),
    ),
    shown(
        "\
The dots are empty cells, and wB1+ is white's first beetle on top of another
piece. A query is a goal with a full stop, as in Prolog. Is there a piece on
(0,0)?",
        &["occupied((0,0))."],
        Done::Event(|event| matches!(event, Event::Asked(_, answers) if *answers > 0)),
    ),
    shown(
        "\
Words with a capital letter are variables: Hornet finds all values that fit.
Which pieces are where, and at which level?",
        &["at(Piece, Cell, Level)."],
        Done::SameAnswers,
    ),
    task(
        "\
From here on, find the entry yourself; `skip` does a step for you.
`relations` lists what you can ask about. One of them is pinned(Piece): without
that piece the hive would split. Goals are joined by commas. Which pieces are
pinned, and on which cells are they?",
        &["pinned(Piece), at(Piece, Cell, _)."],
        "ask pinned(Piece) and at(Piece, Cell, _), joined by a comma",
        Done::SameAnswers,
    ),
    shown(
        "Answers that hold cells can be shown on the board.",
        &["mark"],
        Done::Event(|event| *event == Event::Marked),
    ),
    task(
        "\
\\+ in front of a goal says that it does not hold. Which pieces are in the hive
and not pinned?",
        &["at(Piece, _, _), \\+ pinned(Piece)."],
        "first at(Piece, _, _), which gives Piece its values, then \\+ pinned(Piece)",
        Done::SameAnswers,
    ),
    task(
        "\
aggregate_all(count, Goal, N) counts the answers of a goal; a goal in front says
for what. (`help aggregate_all` has examples.) player(P) lists the players, and
bug(Piece, P, Kind, _) says whose a piece is. How many pieces does each player
have in the hive?",
        &["player(P), aggregate_all(count, (bug(B, P, _, _), at(B, _, _)), N)."],
        "player(P), aggregate_all(count, (bug(B, P, _, _), ...), N): what says that B is in the hive?",
        Done::SameAnswers,
    ),
    task(
        "Every answer can be explained with `why`. Why is the spider bS1 pinned?",
        &["why pinned(bS1)."],
        "`why`, and the goal behind it",
        Done::Event(|event| *event == Event::Explained(true)),
    ),
    shown(
        "\
A proof names each rule with its file and line. Folded parts have numbers, to
open them by.",
        &["open 1"],
        Done::Event(|event| *event == Event::Opened),
    ),
    shown(
        "\
It is black's turn. A move says next to which piece it leads: `bS1 wQ\\` brings
the spider to the lower right of the white queen. Try it, though it is pinned.",
        &["bS1 wQ\\"],
        Done::Event(|event| *event == Event::Refused),
    ),
    shown(
        "\
Every refusal names its rule. `why` alone explains what was asked or refused
last.",
        &["why"],
        Done::Event(|event| *event == Event::Explained(false)),
    ),
    task(
        "\
You can define relations of your own: a clause, HEAD :- GOALS., takes effect
immediately. Define above(Top, Low): both pieces are on the same cell, and Top
at a higher level than Low.",
        &["above(Top, Low) :- at(Top, Cell, H), at(Low, Cell, L), H > L."],
        "above(Top, Low) :- at(Top, Cell, H), at(Low, ...), and a comparison of the levels",
        Done::Defines("above(Top, Low)"),
    ),
    task(
        "\
A relation may depend on itself. adjacent(A, B) says that two pieces touch.
Define linked(A, B): one gets from A to B over pieces that touch, in one step or
more. That takes two clauses; type them in one entry, one after the other.",
        &["linked(A, B) :- adjacent(A, B). linked(A, C) :- linked(A, B), adjacent(B, C)."],
        "one clause for one step, and one that adds a step to linked(A, B)",
        Done::Defines("linked(A, B)"),
    ),
    task(
        "\
after(Action, Goal) asks what holds once an action is played, and legal(M) lists
the actions. After which moves is the ant bA1 pinned?",
        &["legal(M), after(M, pinned(bA1))."],
        "legal(M), and after(M, ...) with what should hold then",
        Done::SameAnswers,
    ),
    task(
        "\
The rules of the game are clauses too, and each can be switched off: `listing
goes` shows by which rules pieces move, each with its line, and `off LINE`
switches one off. Take away the ants' way of moving.",
        &["off @goes(Piece, From, To) :- sets_out(Piece, ant, From)"],
        "in `listing goes`, look for sets_out(Piece, ant, From), and switch that clause off",
        Done::Fails("legal(move(bA1, _, _))"),
    ),
    task(
        "\
The star in the prompt says that the rules have been changed. Rules can be
added as well. What if the queen could jump like a grasshopper? `listing
sets_out` says which piece sets out in whose way, and movable(Piece, From, _)
that a piece may move at all. Add a clause for sets_out.",
        &["sets_out(Q, grasshopper, From) :- movable(Q, From, _), bug(Q, _, queen, _)."],
        "sets_out(Q, grasshopper, From) :- movable(Q, From, _), and a goal that says Q is a queen",
        Done::Holds("legal(move(bQ, _, (0,1)))"),
    ),
    task(
        "`moves bQ` now lists a jump over the spider: play it.",
        &["bQ wB1\\"],
        "the jump leads to the lower right of wB1: `bQ wB1\\`",
        Done::Event(|event| *event == Event::Played),
    ),
    shown("Nothing is final.", &["undo"], Done::Event(|event| *event == Event::Undone)),
    shown(
        "And back to the original rules.",
        &["reset rules"],
        Done::Event(|event| *event == Event::Changed(true)),
    ),
];
