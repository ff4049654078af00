//! The help of the prompt: one screen of everything, a topic for each part of
//! it, for each construct of the language and for each relation, all with
//! examples that work as they stand.

pub mod examples;
pub mod language;
pub mod relation;

use self::examples::Examples;
use super::command::{COMMANDS, Command};
use super::layout;
use super::session::{Answer, Error, Screen};
use super::style::{self, paint};
use crate::game::Game;
use crate::logic::names;

/// A part of the prompt to read about.
pub struct Topic {
    /// What it is called.
    pub name: &'static str,
    /// What it is about, in a line.
    pub summary: &'static str,
    /// What there is to say.
    pub text: &'static str,
    /// Lines to try, each of which works in a new game of that kind.
    pub example: (&'static str, &'static [&'static str]),
}

/// All topics.
pub const TOPICS: &[Topic] = &[
    Topic {
        name: "asking",
        summary: "queries, as in Prolog",
        text: "\
A query is a goal and a full stop; ?- in front is optional. Variables begin
with a capital letter, _ stands for anything. A comma means \"and\", \\+ means
\"not\", and aggregate_all counts, adds up and compares. A few answers are
listed as SWI-Prolog does, many as a table.
  mark          shows the answers' cells on the board, `mark To` those of To
  relations     lists what you can ask about
does(Action) supposes that an action is played, and add(Fact) and del(Fact) say
what it changes; refuse(Action, Reason) says what is wrong with it.",
        example: (
            "tanks",
            &[
                "legal(move(From, To)), column(From, 2).",
                "mark To",
                "tank(Cell, bot, heavy).",
                "player(P), aggregate_all(count, tank(_, P, _), N).",
                "does(move(b2, b3)), add(Fact).",
                "refuse(move(b1, b3), Reason).",
            ],
        ),
    },
    Topic {
        name: "why",
        summary: "proofs, and why there is none",
        text: "\
`why` with a goal or a move explains it: which rule derives it, and from what.
On its own it explains the last query, or the move that was just refused. If the
goal does not hold, it shows how far each rule got. A long proof is folded: each
fold has a number, and `open` with that number opens it; `open all` opens all.
`derivations` shows every way to derive a goal, not only the shortest.",
        example: (
            "hive",
            &[
                "wS1",
                "why bS1 wS1-",
                "open 1",
                "why not bQ wS1-",
                "pinned(Piece).",
                "why",
                "derivations entrance((1,0)).",
            ],
        ),
    },
    Topic {
        name: "rules",
        summary: "reading and changing the rules",
        text: "\
`rules` shows the text of the rules, `listing` the clauses of a relation, each
with its line. A clause with :- in it takes effect immediately, checked as in a
file: a new relation, or one more clause for an old one. A fact is written
`special(a1) :- true.` The game continues under the changed rules.
  off 86               ignores the clauses on line 86; `on 86` undoes that
  replace 86 CLAUSE.   puts another clause in its place
  forget lonely        drops clauses that you added
  changes              lists all this; `reset rules` restores the original
  undo rules           takes back the last change; `redo rules` does it again
  edit                 opens your clauses in your editor
  save rules FILE.pl   writes the rules as they are now: a game of its own
  load FILE.pl         loads clauses, or begins a game, whichever it holds",
        example: (
            "tanks",
            &[
                "listing drives",
                "advanced(P, Cell) :- tank(Cell, P, _), rank(P, Cell, R), R > 1.",
                "advanced(bot, Cell).",
                "drives(bot, From, To) :- step(From, n, Over), step(Over, n, To).",
                "moves b2",
                "off 86",
                "changes",
                "reset rules",
            ],
        ),
    },
    Topic {
        name: "playing",
        summary: "moves, undo, looking ahead",
        text: "\
To play a move, type it in the game's notation; `play` in front is optional.
A refused move changes nothing, and the rule that refuses it is named.
  moves b2      the legal moves that name b2; `moves` lists all
  what if b2-b3 looks ahead and comes back; several moves are joined by ;
  undo 2        takes two moves back; `redo` plays them again
  goto 3        goes to the position after move 3, 0 is the start
  hint 5        looks for a good move for five seconds
  solve 5       whether a win can be forced in five actions, and how
  machine 5s    lets a machine play, after five seconds
  value         what the position is worth; `listing value` shows why",
        example: (
            "tanks",
            &[
                "moves b2",
                "b2-b3",
                "what if c7-c6",
                "play c7-c6",
                "history",
                "undo 2",
                "redo",
                "goto 0",
                "value",
                "hint 0.1",
            ],
        ),
    },
    Topic {
        name: "games",
        summary: "new games, files, options",
        text: "\
`new` and a game begins it: hive, hive+mlp with all expansions, gauss, tanks,
tanks:6 on a smaller board, or the path of a rule file of yours. The previous
game is kept, and `resume` goes back to it.
  save FILE      saves the game; `load FILE` continues it
  games          lists the saved games; `load 3` continues the third
  export FILE.pl writes a program for SWI-Prolog; `export uhp` a game of Hive
  options        options and weights of the game, settings of the prompt
  set depth 3    changes one of them",
        example: (
            "tanks",
            &["new hive+m", "options", "set depth 3", "wS1", "export uhp", "new tanks:6", "resume"],
        ),
    },
    Topic {
        name: "setup",
        summary: "positions of your own, and pictures",
        text: "\
`setup` begins with the current position, and changes it step by step. Put ;
between several steps. `setup done` continues from there if the rules allow it.
  setup empty         an empty board; `setup start` the first position
  setup bQ wS1-       a piece as in a move, Tanks: `T b3`, Gauss: `r d4`
  setup at(wS1, (0,0), 1), turn(white).    facts, as `export facts` shows them
  setup remove wS1    a piece, all on a cell, or facts: `remove at(_, (1,0), _)`
  setup turn black    whose turn it is; `setup turn_number 12` which one
  setup load FILE     facts, or a drawing as `board` makes it
  setup paste         the same from the lines below, up to `end`
  setup why           what is wrong with it; `setup cancel` drops it
`board svg FILE.svg` makes a picture, with the cells that `mark` showed last.",
        example: (
            "hive",
            &["setup empty; wS1; bS1 wS1-; wQ -wS1; bQ bS1-", "setup turn black; done", "moves bQ"],
        ),
    },
    Topic {
        name: "notation",
        summary: "how moves are written",
        text: "\
Tanks:  b2-b3 drives, c3xd4 takes.
Gauss:  r d4 places a red piece on d4, b d4 a blue one.
Hive:   wA1 -bQ brings the first white ant west of the black queen; the sign at
        the other piece is the side: -bQ \\bQ /bQ on its left, bQ- bQ/ bQ\\ on its
        right. wB1 bQ climbs on top, wA1 (1,0) names the cell, pass passes.
In other games an action is written as in the rules: put(a1), or put a1.",
        example: ("hive", &["wS1", "bS1 wS1-", "wQ -wS1", "bQ (2,0)", "moves wQ"]),
    },
    Topic {
        name: "keys",
        summary: "editing a line",
        text: "\
Tab completes commands, relations, moves, pieces, cells, options and file names.
Unknown relations are underlined while you type, and what can come next is
shown dimmed behind the cursor. Up and Down go through earlier entries, Ctrl-R
searches them. A query or clause may take several lines, up to its full stop.
Ctrl-C drops what you typed, or stops a query that takes too long; Ctrl-D
leaves. Long answers stop at each screen, and show the keys to continue.",
        example: ("tanks", &["help asking"]),
    },
];

/// The help on everything, or on what is named: a topic, a construct of the
/// language, a relation of the game, a command, whichever there are of it.
pub fn help(argument: &str, game: &Game, screen: Screen) -> Answer {
    let asked = argument.trim();
    if asked.is_empty() {
        return Ok(overview(game, screen));
    }
    let program = game.rules().program();
    let mut said = Vec::new();
    if let Some(topic) = TOPICS.iter().find(|topic| topic.name == asked) {
        let (game, lines) = topic.example;
        let lines: Vec<String> = lines.iter().map(|line| format!("  {line}")).collect();
        let heading = paint(style::STRONG, &format!("Try, in a new game of {game}:"));
        return Ok(format!("{}\n{heading}\n{}", topic.text, lines.join("\n")));
    }
    if let Some(construct) = language::find(asked) {
        said.push(language::describe(construct, &Examples::of(game)));
    }
    said.extend(
        relation::called(program, asked).into_iter().map(|id| relation::describe(game, id)),
    );
    let command = COMMANDS.iter().find(|command| command.names.contains(&asked));
    said.extend(command.map(about_command));
    if said.is_empty() {
        return Err(unknown(asked, game));
    }
    Ok(said.join("\n\n"))
}

fn about_command(command: &Command) -> String {
    let others = match &command.names[1..] {
        [] => String::new(),
        others => format!(" Also called {}.", others.join(", ")),
    };
    let usage = paint(style::STRONG, format!("{} {}", command.name(), command.usage).trim());
    format!("{usage}\n  {}.{others}", names::capitalised(command.summary))
}

fn unknown(asked: &str, game: &Game) -> Error {
    let known = known(game);
    let help = names::suggestion(asked, known.iter().map(String::as_str)).unwrap_or_else(|| {
        let topics: Vec<&str> = TOPICS.iter().map(|topic| topic.name).collect();
        format!(
            "name a topic ({}), a command, a relation, or a word of the language such as \\+",
            topics.join(", ")
        )
    });
    Error::new(format!("there is no help on `{asked}`")).help(help)
}

/// All that there is help on, each by its first name.
pub fn known(game: &Game) -> Vec<String> {
    let topics = TOPICS.iter().map(|topic| topic.name);
    let constructs = language::constructs().map(|construct| construct.names[0]);
    let commands = COMMANDS.iter().map(|command| command.name());
    let relations = game.rules().program().relations.iter().map(|relation| relation.word());
    let mut known: Vec<String> =
        topics.chain(constructs).chain(commands).chain(relations).map(String::from).collect();
    known.sort();
    known.dedup();
    known
}

/// Everything on one screen.
fn overview(game: &Game, screen: Screen) -> String {
    const QUERY: &str = "a query: a goal and a full stop";
    const CLAUSE: &str = "a clause, with :- in it, takes effect immediately";
    let typed: Vec<(String, &str)> = match game.rules().is_game() {
        true => {
            let moves = game.legal().unwrap_or_default();
            let written = |action| game.rules().presentation().write(game, action);
            let example = moves.first().map_or("pass".into(), written);
            vec![
                ("legal(Action).".into(), QUERY),
                (example, "a move in the game's notation"),
                ("next(P) :- turn(P).".into(), CLAUSE),
            ]
        }
        false => {
            let examples = Examples::of(game);
            let query = examples.table().map(|table| (table.open_goal() + ".", QUERY));
            query.into_iter().chain(examples.clause().map(|clause| (clause, CLAUSE))).collect()
        }
    };
    let typed: Vec<(String, String)> =
        typed.into_iter().map(|(line, meaning)| (line, meaning.to_string())).collect();
    let topics: Vec<(String, String)> = TOPICS
        .iter()
        .map(|topic| (format!("help {}", topic.name), topic.summary.to_string()))
        .collect();
    let names: Vec<String> = COMMANDS.iter().map(|command| command.name().to_string()).collect();
    let strong = |text: &str| paint(style::STRONG, text);
    format!(
        "{}\n{}\n{}\n{}\n{}\n{}\n`tutorial` is a guided first ten minutes.",
        strong("Type"),
        layout::glossary(&typed, screen.width),
        strong("Commands (`help NAME` tells more)"),
        layout::columns(&names, screen.width.min(80)),
        strong("Topics; `help legal`, `help \\+` and the like explain the language and relations"),
        layout::glossary(&topics, screen.width),
    )
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::game::Rules;

    fn game() -> Game {
        Game::new(Arc::new(Rules::open("hive").unwrap())).unwrap()
    }

    #[test]
    fn the_overview_fits_one_screen() {
        let text = overview(&game(), Screen::default());
        assert!(text.lines().count() < 24, "{}", text.lines().count());
        let widest = text.lines().map(console::measure_text_width).max().unwrap();
        assert!(widest <= 80, "{widest}");
    }

    #[test]
    fn topics_fit_a_screen_and_commands_have_help() {
        let screen = Screen::default();
        for topic in TOPICS {
            let text = help(topic.name, &game(), screen).unwrap();
            let widest = text.lines().map(console::measure_text_width).max().unwrap();
            assert!(text.lines().count() <= 24 && widest <= 80, "{}", topic.name);
        }
        for command in COMMANDS {
            assert!(help(command.name(), &game(), screen).is_ok(), "{}", command.name());
        }
        assert!(help("asknig", &game(), screen).is_err());
    }
}
