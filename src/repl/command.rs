//! The commands of the prompt. One table says how each is called, what it takes
//! and what it does; reading, help, hints and completion all go by it.

use crate::logic::names;

/// What a command does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each is described in the table below")]
pub enum Verb {
    Why,
    Open,
    Derivations,
    Mark,
    Relations,
    Listing,
    Rules,
    Off,
    On,
    Replace,
    Forget,
    Changes,
    Reset,
    Reload,
    Board,
    Moves,
    Play,
    WhatIf,
    Undo,
    Redo,
    Goto,
    History,
    Hint,
    Solve,
    Machine,
    Value,
    New,
    Setup,
    Resume,
    Load,
    Save,
    Games,
    Edit,
    Transcript,
    Append,
    EndTranscript,
    Export,
    Options,
    Set,
    Help,
    Tutorial,
    Skip,
    Quit,
}

/// What is written behind a command's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// Nothing that could be completed.
    Words,
    /// A goal, or an action in the game's notation.
    Question,
    /// An action.
    Action,
    /// A piece, a cell, or whatever else an action names.
    Piece,
    /// A relation.
    Relation,
    /// The place of a clause, such as `201`, and for some a clause behind it.
    Place,
    /// A file.
    File,
    /// A game.
    Game,
    /// An option, and its value.
    Option,
    /// A topic of the help.
    Topic,
}

/// A command of the prompt.
pub struct Command {
    /// What it does.
    pub verb: Verb,
    /// What it is called; other names follow the first.
    pub names: &'static [&'static str],
    /// What stands behind the name, as it is shown.
    pub usage: &'static str,
    /// What stands behind the name, as it is completed.
    pub takes: Takes,
    /// What it does, in a line.
    pub summary: &'static str,
}

impl Verb {
    /// Whether it is about a game that is played, which a knowledge base is not.
    pub fn needs_a_game(self) -> bool {
        use Verb::*;
        matches!(
            self,
            Board
                | Moves
                | Play
                | WhatIf
                | Undo
                | Redo
                | Goto
                | History
                | Hint
                | Solve
                | Machine
                | Value
                | Setup
        )
    }
}

const fn command(
    verb: Verb,
    names: &'static [&'static str],
    usage: &'static str,
    takes: Takes,
    summary: &'static str,
) -> Command {
    Command { verb, names, usage, takes, summary }
}

/// All commands, in the order in which help lists them.
pub const COMMANDS: &[Command] = &[
    command(
        Verb::Why,
        &["why", "explain"],
        "[not] [GOAL. | MOVE | PIECE]",
        Takes::Question,
        "a proof, or why there is none; why a piece is stuck",
    ),
    command(Verb::Open, &["open"], "N | all", Takes::Words, "open a folded part of the last proof"),
    command(
        Verb::Derivations,
        &["derivations"],
        "[GOAL. | MOVE]",
        Takes::Question,
        "every way to derive it",
    ),
    command(
        Verb::Mark,
        &["mark"],
        "[VARIABLE | GOAL.]",
        Takes::Question,
        "show the answers' cells on the board",
    ),
    command(
        Verb::Relations,
        &["relations"],
        "[TEXT]",
        Takes::Relation,
        "what can be asked, with columns",
    ),
    command(
        Verb::Listing,
        &["listing"],
        "[RELATION]",
        Takes::Relation,
        "the clauses of a relation, or all of yours",
    ),
    command(
        Verb::Rules,
        &["rules"],
        "[page | FILE]",
        Takes::Words,
        "the text of the rules, or a page in prose",
    ),
    command(Verb::Off, &["off"], "[FILE:]LINE", Takes::Place, "switch the clauses there off"),
    command(Verb::On, &["on"], "[FILE:]LINE", Takes::Place, "switch them on again"),
    command(
        Verb::Replace,
        &["replace"],
        "[FILE:]LINE CLAUSE.",
        Takes::Place,
        "put another clause in the place of the one there",
    ),
    command(
        Verb::Forget,
        &["forget"],
        "RELATION | LINE | all",
        Takes::Relation,
        "drop clauses that you added",
    ),
    command(
        Verb::Changes,
        &["changes"],
        "",
        Takes::Words,
        "how the rules differ from the original",
    ),
    command(
        Verb::Reset,
        &["reset"],
        "rules | all",
        Takes::Words,
        "back to the original rules; `all` drops your own relations too",
    ),
    command(
        Verb::Reload,
        &["reload", "make"],
        "",
        Takes::Words,
        "read the rule file again, after editing it",
    ),
    command(
        Verb::Board,
        &["board", "show"],
        "[coordinates | svg FILE]",
        Takes::Words,
        "draw the position, also with the names of its cells, or as a picture",
    ),
    command(Verb::Moves, &["moves"], "[PIECE]", Takes::Piece, "the legal moves"),
    command(Verb::Play, &["play"], "MOVE", Takes::Action, "play a move; the move alone does too"),
    command(
        Verb::WhatIf,
        &["what if", "what"],
        "MOVE [; MOVE ...]",
        Takes::Action,
        "look ahead, without playing",
    ),
    command(
        Verb::Undo,
        &["undo"],
        "[rules] [N | all]",
        Takes::Words,
        "take moves back, or changes of the rules",
    ),
    command(Verb::Redo, &["redo"], "[rules] [N]", Takes::Words, "play, or change, them again"),
    command(Verb::Goto, &["goto"], "N", Takes::Words, "go to the position after move N"),
    command(Verb::History, &["history"], "", Takes::Words, "the moves so far"),
    command(Verb::Hint, &["hint"], "[SECONDS]", Takes::Words, "a good move"),
    command(
        Verb::Solve,
        &["solve"],
        "[ACTIONS] [SECONDSs] [refutations | tree]",
        Takes::Words,
        "the shortest win or solution, proved",
    ),
    command(
        Verb::Machine,
        &["machine"],
        "[PLAYER]",
        Takes::Words,
        "let a machine play: 5s, minimax:2, mcts:5s, strong, greedy",
    ),
    command(Verb::Value, &["value"], "", Takes::Words, "what the position is worth"),
    command(
        Verb::New,
        &["new", "restart"],
        "[GAME]",
        Takes::Game,
        "begin a game: hive+mlp, tanks:6, my.pl",
    ),
    command(
        Verb::Setup,
        &["setup"],
        "[PIECE PLACE | FACTS | empty | done ...]",
        Takes::Piece,
        "build a position, and play on from it",
    ),
    command(Verb::Resume, &["resume"], "", Takes::Words, "go back to the previous game"),
    command(
        Verb::Load,
        &["load", "consult"],
        "FILE | N",
        Takes::File,
        "load a game, or rules from FILE.pl",
    ),
    command(
        Verb::Save,
        &["save"],
        "[rules | mine] FILE",
        Takes::File,
        "save the game, the rules, your clauses",
    ),
    command(Verb::Games, &["games"], "[all]", Takes::Words, "saved games, to `load` by number"),
    command(
        Verb::Edit,
        &["edit"],
        "[RELATION | FILE]",
        Takes::Relation,
        "edit your clauses, or a relation's, in EDITOR",
    ),
    command(
        Verb::Transcript,
        &["transcript", "protocol"],
        "FILE | off",
        Takes::File,
        "write the session to a file",
    ),
    command(Verb::Append, &["protocola"], "FILE", Takes::File, "append it to a file"),
    command(Verb::EndTranscript, &["noprotocol"], "", Takes::Words, "end the transcript"),
    command(
        Verb::Export,
        &["export"],
        "facts | uhp | pgn | FILE.pl",
        Takes::File,
        "the position for other programs",
    ),
    command(Verb::Options, &["options"], "", Takes::Words, "all options and settings"),
    command(Verb::Set, &["set"], "NAME VALUE", Takes::Option, "change one of them"),
    command(
        Verb::Help,
        &["help", "?"],
        "[TOPIC | RELATION | WORD]",
        Takes::Topic,
        "explain a topic, a relation or the language",
    ),
    command(
        Verb::Tutorial,
        &["tutorial"],
        "[hive | family] [STEP | stop]",
        Takes::Words,
        "a guided first ten minutes",
    ),
    command(Verb::Skip, &["skip"], "", Takes::Words, "do a step of the tutorial for me"),
    command(Verb::Quit, &["quit", "halt", "exit"], "", Takes::Words, "leave; so does Ctrl-D"),
];

impl Command {
    /// Its first name.
    pub fn name(&self) -> &'static str {
        self.names[0]
    }
}

/// The command that a line begins with, and what is written behind its name.
pub fn find(line: &str) -> Option<(&'static Command, &str)> {
    let line = line.trim_start();
    for command in COMMANDS {
        for name in command.names {
            if let Some(rest) = strip_words(line, name) {
                return Some((command, rest.trim()));
            }
        }
    }
    None
}

/// What follows some words, if the line begins with them as whole words.
fn strip_words<'a>(line: &'a str, words: &str) -> Option<&'a str> {
    let mut rest = line;
    for word in words.split(' ') {
        rest = rest.trim_start().strip_prefix(word)?;
        let goes_on = |c: char| c.is_alphanumeric() || "_(-".contains(c);
        if rest.starts_with(goes_on) {
            return None;
        }
    }
    Some(rest)
}

/// The command that was probably meant.
pub fn nearest(word: &str) -> Option<&'static str> {
    names::nearest(word, COMMANDS.iter().flat_map(|command| command.names.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(line: &str) -> Option<(Verb, &str)> {
        find(line).map(|(command, rest)| (command.verb, rest))
    }

    #[test]
    fn a_command_is_a_whole_word() {
        assert_eq!(found("undo 3"), Some((Verb::Undo, "3")));
        assert_eq!(found("  what  if b2-b3"), Some((Verb::WhatIf, "b2-b3")));
        assert_eq!(found("?"), Some((Verb::Help, "")));
        assert_eq!(found("?- turn(X)."), None);
        assert_eq!(found("undone"), None);
        assert_eq!(found("board(X)."), None);
        assert_eq!(found("on_top(X)."), None);
    }

    #[test]
    fn names_are_not_taken_twice() {
        let mut names: Vec<_> = COMMANDS.iter().flat_map(|command| command.names).collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
