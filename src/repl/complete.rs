//! What Tab completes: commands, relations, moves, pieces, cells, options,
//! games and file names, each where it makes sense.

use rustyline::completion::{FilenameCompleter, Pair, unescape};

use super::command::{self, COMMANDS, Command, Takes, Verb};
use super::help::{self, TOPICS};
use super::lexicon::{Call, Lexicon, open_calls, tokens};
use super::settings::{SETTINGS, Settings};
use crate::game::{Game, shipped_games, unquoted};
use crate::logic::Cell;
use crate::logic::amend::PROMPT;
use crate::logic::check::declarations::WEIGHT;
use crate::logic::check::types::Type;
use crate::logic::engine::Includes;
use crate::logic::program::{Name, Program, RelationId, Rule};
use crate::logic::syntax::hidden::is_hidden;
use crate::logic::syntax::identifier;
use crate::logic::syntax::lexer::TokenKind;

/// Where a completion begins, and what there is to choose from.
pub type Completions = (usize, Vec<Pair>);

/// What completes a line that ends at the cursor.
pub fn complete(game: &Game, lexicon: &Lexicon, line: &str) -> Completions {
    let Some((command, _)) = command::find(line).filter(|_| line.contains(char::is_whitespace))
    else {
        return anything(game, lexicon, line);
    };
    let start = argument_start(line, command.names);
    let argument = &line[start..];
    let among = |words: Vec<String>| (start + last_word(argument), chosen(words, argument));
    // Who may not read files is not told their names.
    let files = game.rules().engine().limits().includes == Includes::Files;
    match command.takes {
        Takes::Words => among(keywords(command).chain(files_of(game, command.verb)).collect()),
        Takes::Topic => {
            let topics = TOPICS.iter().map(|topic| topic.name.to_string());
            let mut words: Vec<String> = topics.chain(commands()).collect();
            // All relations at once would be more than anybody reads.
            if !argument.is_empty() {
                words.extend(help::known(game));
            }
            words.sort();
            words.dedup();
            among(words)
        }
        Takes::Relation if command.verb == Verb::Forget => among(forgettable(game)),
        Takes::Relation => among(lexicon.relations().map(|(word, _)| word.to_string()).collect()),
        Takes::Piece => among(named_in_moves(game)),
        Takes::Game if files => among(games(argument)).or_files(line, start),
        Takes::Game => among(games(argument)),
        Takes::Option => among(options(game, argument)),
        Takes::File if files => among(keywords(command).collect()).or_files(line, start),
        Takes::File => among(keywords(command).collect()),
        Takes::Place if !argument.contains(char::is_whitespace) => {
            among(places(game, command.verb))
        }
        Takes::Action => {
            let start = argument.rfind(';').map_or(start, |at| start + at + 1);
            (start + blanks(&line[start..]), moves(game, line[start..].trim_start()))
        }
        Takes::Question | Takes::Place => {
            let (at, mut pairs) = logic(game, lexicon, argument);
            if !argument.trim().is_empty() && open_calls(argument).is_empty() {
                let start = blanks(argument);
                let moves = moves(game, argument.trim_start());
                if !moves.is_empty() {
                    pairs.retain(|_| at == start);
                    pairs.extend(moves);
                    return (line.len() - argument.len() + start, pairs);
                }
            }
            (line.len() - argument.len() + at, pairs)
        }
    }
}

/// What may stand at the beginning of a line.
fn anything(game: &Game, lexicon: &Lexicon, line: &str) -> Completions {
    let start = blanks(line);
    let text = &line[start..];
    let (at, mut pairs) = logic(game, lexicon, line);
    if at == start {
        let commands = commands().filter(|name| name.starts_with(text));
        pairs.extend(commands.map(|name| same(&name)));
    }
    if !text.is_empty() {
        let moves = moves(game, text);
        if !moves.is_empty() {
            pairs.retain(|_| at == start);
            pairs.extend(moves);
            return (start, pairs);
        }
    }
    (at, pairs)
}

/// What completes a goal.
fn logic(game: &Game, lexicon: &Lexicon, text: &str) -> Completions {
    let program = game.rules().program();
    let calls = open_calls(text);
    // A cell of an unbounded board is a call of its own: `(0,`.
    let cell = calls.iter().rposition(|call| !call.name.is_empty()).filter(|at| {
        let is_cell = lexicon.wanted(game, &calls[..=*at]) == Some(Type::Cell);
        is_cell && program.declarations.board_is_unbounded()
    });
    if let Some(call) = cell.map(|at| &calls[at]) {
        let start = call.start + blanks(&text[call.start..]);
        let cells: Vec<String> = cells(game).iter().map(Cell::to_string).collect();
        if !text[start..].starts_with(|c: char| c.is_alphabetic()) {
            return (start, starting_with(cells, &text[start..]));
        }
    }
    let start = text.len() - word_at_end(text).len();
    let word = &text[start..];
    let mut words: Vec<Pair> = Vec::new();
    match (lexicon.wrapper(&calls), lexicon.wanted(game, &calls)) {
        (Some(wrapper), _) => {
            let declarations = &program.declarations;
            let templates =
                if wrapper.of_actions() { &declarations.actions } else { &declarations.states };
            words.extend(templates.iter().map(|known| {
                let open = if known.columns.is_empty() { "" } else { "(" };
                same(&format!("{}{open}", known.name))
            }));
            // Actions may differ in their number of columns alone.
            words.dedup_by(|one, other| one.replacement == other.replacement);
        }
        (None, Some(Type::Enum(id))) => {
            let values = program.declarations.values(id);
            words.extend(values.iter().map(|value| same(&value.to_string())));
        }
        (None, Some(Type::Atom)) if is_weight(program, &calls) => {
            let weights = program.declarations.weights.iter();
            words.extend(weights.map(|weight| same(&weight.name.to_string())));
        }
        (None, Some(Type::Cell)) => {
            words.extend(cells(game).iter().map(|cell| same(&cell.to_string())));
        }
        (None, Some(_)) => {}
        (None, None) if calls.last().is_some_and(|call| call.name == "option") => {
            words.extend(program.declarations.options.iter().map(|o| same(&o.name.to_string())));
        }
        (None, None) if word.is_empty() && !calls.is_empty() => {}
        (None, None) => words.extend([same("aggregate_all(")].into_iter().chain(
            lexicon.relations().map(|(word, ids)| {
                let is_called = ids.iter().any(|id| program.relations[*id].arity > 0);
                Pair {
                    display: display(program, word, ids),
                    replacement: format!("{word}{}", if is_called { "(" } else { "" }),
                }
            }),
        )),
    }
    if word.starts_with(identifier::begins_variable) {
        words.extend(variables(&text[..start]).iter().map(|name| same(name)));
    }
    words.retain(|pair| pair.replacement.starts_with(word));
    (start, words)
}

/// Whether the name of a weight is being written.
fn is_weight(program: &Program, calls: &[Call]) -> bool {
    let is_first = |call: &Call| call.name == WEIGHT && call.argument == 0;
    !program.declarations.weights.is_empty() && calls.last().is_some_and(is_first)
}

/// How a relation is listed: with its columns, if there is only one.
fn display(program: &Program, word: &str, ids: &[RelationId]) -> String {
    match ids {
        [id] if matches!(program.relations[*id].name, Name::Plain(_)) => program.signature(*id),
        _ => word.to_string(),
    }
}

/// The variables that a text has so far.
fn variables(text: &str) -> Vec<String> {
    let mut names: Vec<String> = tokens(text)
        .into_iter()
        .filter_map(|token| match token.kind {
            TokenKind::Var(name) if name != "_" => Some(name),
            _ => None,
        })
        .collect();
    names.sort();
    names.dedup();
    names
}

/// The words that a command takes as they stand, unlike `FILE` or `N`.
fn keywords(command: &Command) -> impl Iterator<Item = String> + use<> {
    let is_keyword = |word: &&str| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase());
    command.usage.split([' ', '|', '[', ']']).filter(is_keyword).map(String::from)
}

/// The files that the rules are in, for who wants to read them.
fn files_of(game: &Game, verb: Verb) -> Vec<String> {
    let sources = &game.rules().program().sources;
    match verb {
        Verb::Rules => sources.iter().map(|(_, file)| file.name.clone()).collect(),
        _ => Vec::new(),
    }
}

/// What was added, and can be forgotten.
fn forgettable(game: &Game) -> Vec<String> {
    let program = game.rules().program();
    let amends = |rule: &&Rule| program.sources.amendments().contains(&rule.span.file);
    let added = program.rules.iter().filter(amends);
    let added = added.filter(|rule| program.sources.file(rule.span.file).name == PROMPT);
    let mut words: Vec<String> =
        added.map(|rule| program.relations[rule.head].word().to_string()).collect();
    let files = game.rules().amendments().files.iter().map(|taken| taken.file.clone());
    words.extend(files.chain(["all".to_string()]));
    words.sort();
    words.dedup();
    words
}

/// The places of clauses that can be switched on again.
fn places(game: &Game, verb: Verb) -> Vec<String> {
    let clauses = game.rules().program().clauses();
    let off = clauses.iter().filter(|clause| verb == Verb::On && !clause.is_on);
    off.map(|clause| clause.at.to_string()).collect()
}

/// The legal moves that begin with a text.
fn moves(game: &Game, text: &str) -> Vec<Pair> {
    let actions = game.legal().unwrap_or_default();
    let presentation = game.rules().presentation();
    starting_with(actions.iter().map(|action| presentation.write(game, action)).collect(), text)
}

/// The pieces and cells that legal moves name.
fn named_in_moves(game: &Game) -> Vec<String> {
    let actions = game.legal().unwrap_or_default();
    let mut named: Vec<String> =
        actions.iter().flat_map(|action| &action.args).map(unquoted).collect();
    named.sort();
    named.dedup();
    named
}

/// The cells of the board; of an unbounded one, those that the position names.
fn cells(game: &Game) -> Vec<Cell> {
    if let Some(board) = game.rules().board() {
        let all: Vec<Cell> = board.cells().collect();
        if !all.is_empty() {
            return all;
        }
    }
    let facts = game.position().sorted();
    let mut cells: Vec<Cell> =
        facts.iter().flat_map(|(_, row)| row.iter().filter_map(|value| value.as_cell())).collect();
    cells.sort();
    cells.dedup();
    cells
}

/// The games to choose from.
fn games(argument: &str) -> Vec<String> {
    let names = shipped_games().iter().map(|game| game.name.to_string());
    names.filter(|name| name.starts_with(argument.trim())).collect()
}

/// Options, weights and settings, or the values of one.
fn options(game: &Game, argument: &str) -> Vec<String> {
    let declarations = &game.rules().program().declarations;
    let declared = &declarations.options;
    let mut words = argument.split_whitespace();
    let name = words.next().unwrap_or_default();
    if !argument.trim_start().contains(char::is_whitespace) {
        let names = declared.iter().map(|option| option.name.as_str().to_string());
        let weights = declarations.weights.iter().map(|weight| weight.name.as_str().to_string());
        return names
            .chain(weights)
            .chain(SETTINGS.iter().map(|(name, _)| name.to_string()))
            .collect();
    }
    match declared.iter().find(|option| option.name.as_str() == name) {
        Some(option) => option.allowed.iter().map(unquoted).collect(),
        None if is_switch(name) => vec!["on".into(), "off".into()],
        None => Vec::new(),
    }
}

/// Whether a setting is on or off.
fn is_switch(name: &str) -> bool {
    Settings::default().get(name).is_some_and(|value| matches!(value.as_str(), "on" | "off"))
}

fn commands() -> impl Iterator<Item = String> {
    COMMANDS.iter().map(|command| command.name().to_string())
}

fn same(text: &str) -> Pair {
    Pair { display: text.to_string(), replacement: text.to_string() }
}

fn starting_with(words: Vec<String>, text: &str) -> Vec<Pair> {
    words.iter().filter(|word| word.starts_with(text)).map(|word| same(word)).collect()
}

/// Those that begin as the last word of a text does.
fn chosen(words: Vec<String>, text: &str) -> Vec<Pair> {
    starting_with(words, &text[last_word(text)..])
}

/// Where the last word of a text begins.
fn last_word(text: &str) -> usize {
    text.len() - text.rsplit(char::is_whitespace).next().unwrap_or_default().len()
}

fn blanks(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

/// The name, or the beginning of one, that a text ends in.
fn word_at_end(text: &str) -> &str {
    let start = text.trim_end_matches(identifier::goes_on).len();
    &text[start..]
}

/// Where a command's argument begins.
fn argument_start(line: &str, names: &[&str]) -> usize {
    let mut best = 0;
    for name in names {
        let mut at = 0;
        let mut fits = true;
        for word in name.split(' ') {
            at += blanks(&line[at..]);
            fits &= line[at..].starts_with(word);
            at = (at + word.len()).min(line.len());
        }
        if fits {
            best = best.max(at);
        }
    }
    best + blanks(&line[best..])
}

trait OrFiles {
    fn or_files(self, line: &str, start: usize) -> Completions;
}

impl OrFiles for Completions {
    /// Also the files that the text from `start` begins to name.
    fn or_files(self, line: &str, start: usize) -> Completions {
        let (at, mut pairs) = self;
        let from = start + last_word(&line[start..]);
        let named = &line[from..];
        let files = FilenameCompleter::new().complete_path(named, named.len());
        let files = files.map(|(offset, files)| {
            // What follows a command is taken as it stands.
            let plain = |pair: Pair| Pair {
                replacement: unescape(&pair.replacement, Some('\\')).into_owned(),
                ..pair
            };
            let files = files
                .into_iter()
                .filter(|pair| !pair.display.contains(|c| is_hidden(c) || c == '\n'));
            (offset, files.map(plain).collect::<Vec<_>>())
        });
        match files {
            Ok((0, files)) if at == from => {
                pairs.extend(files);
                (at, pairs)
            }
            Ok((offset, files)) if pairs.is_empty() => (from + offset, files),
            _ => (at, pairs),
        }
    }
}
