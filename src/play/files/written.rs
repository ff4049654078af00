//! Writing game files: their head, and the line of an action. Whether a line will
//! be read as it is meant can be checked before it is written.

use std::fmt::Write as _;

use super::line::{
    AGREED, DECLARED, DRAW, FORFEITED, Line, RESIGNED, Statement, fact_set_up, lines, statement,
};
use super::records::pgn;
use super::words::written_words;
use crate::game::{Action, Game, Settlement, Setup, written_facts};
use crate::logic::amend::{Amendments, SwitchedOff};
use crate::logic::syntax::hidden::first_hidden;
use crate::logic::syntax::printer::print_clause;
use crate::logic::syntax::reader;
use crate::logic::syntax::source::Sources;
use crate::logic::syntax::term::Item;

/// The game as a file that [`open_record`](super::open_record) and
/// [`load_record`](super::load_record) read.
pub fn written_record(game: &Game) -> String {
    written_record_of(game, &[])
}

/// The same with a line that says who plays, in the order of the sides.
pub fn written_record_of(game: &Game, players: &[String]) -> String {
    let mut text = written_head(game, players);
    for (index, (before, action)) in game.moves().into_iter().enumerate() {
        text.push_str(&written_action(&before, &action));
        text.push_str(&written_comment(game, index + 1));
    }
    text.extend(game.settlement().map(written_settlement));
    text
}

/// What a file says before the first action: the game, its rules, who plays.
pub fn written_head(game: &Game, players: &[String]) -> String {
    let rules = game.rules();
    let mut text = format!("game {}\n", rules.name());
    if !rules.is_by_the_book() {
        text.push_str(&written_amendments(rules.amendments()));
    }
    if game.is_set_up() {
        let facts = written_facts(&game.beginning());
        facts.iter().for_each(|fact| text.push_str(&format!("setup {fact}\n")));
    }
    if !players.is_empty() {
        text.push_str(&written_players(players));
    }
    for (name, value) in game.about().tags() {
        text.push_str(&(pgn::written_tag(name, value) + "\n"));
    }
    text + &written_comment(game, 0)
}

/// The line that says who plays.
pub fn written_players(players: &[String]) -> String {
    format!("players {}\n", written_words(players))
}

/// The line of an action.
pub fn written_action(before: &Game, action: &Action) -> String {
    format!("{}\n", before.rules().presentation().write(before, action))
}

/// The line that says how the players ended the game.
pub fn written_settlement(settlement: Settlement) -> String {
    let (how, what) = match settlement {
        Settlement::Resigned(player) => (RESIGNED, player.as_str()),
        Settlement::Forfeited(player) => (FORFEITED, player.as_str()),
        Settlement::AgreedDraw => (AGREED, DRAW),
        Settlement::Declared(Some(winner)) => (DECLARED, winner.as_str()),
        Settlement::Declared(None) => (DECLARED, DRAW),
    };
    format!("{how} {what}\n")
}

/// The line of the comment after this many moves, if there is one.
pub fn written_comment(game: &Game, moves: usize) -> String {
    let comment = game.about().comment(moves);
    comment.map_or(String::new(), |text| pgn::written_comment(text) + "\n")
}

/// Whether the first line of a file names the game so that it is found again: a
/// path may contain a line break, or what looks like a comment.
pub fn names_the_game(head: &str, game: &Game) -> bool {
    let first = lines(head).next().filter(|_| first_hidden(head).is_none());
    first.and_then(|line| line.text.strip_prefix("game ")) == Some(game.rules().name())
}

/// Whether the head of a file sets up the position that the game begins from.
pub fn sets_up(head: &str, game: &Game) -> bool {
    if !game.is_set_up() {
        return true;
    }
    let mut setup = Setup::blank(game.rules());
    let mut facts = lines(head).filter_map(|line| fact_set_up(line.text));
    let is_read = facts.all(|fact| setup.add_facts(fact).is_ok());
    let (read, meant) = (setup.shown(), game.beginning());
    is_read && read.position() == meant.position() && read.turn_number() == meant.turn_number()
}

/// Whether a line is read as that action.
pub fn reads_as(line: &str, before: &Game, action: &Action) -> bool {
    let read: Vec<Line> = lines(line).collect();
    let [Line { text, .. }] = read.as_slice() else { return false };
    let Statement::Action(text) = statement(text) else { return false };
    before.rules().presentation().read(before, text).is_ok_and(|read| read == *action)
}

/// How the rules differ from their text, a line each.
fn written_amendments(amendments: &Amendments) -> String {
    let mut lines = String::new();
    for off in &amendments.off {
        let _ = writeln!(lines, "rule off {}: {}.", off.file, off.clause);
    }
    for (name, text) in amendments.texts() {
        let mut sources = Sources::default();
        let file = sources.add(name, text);
        for item in reader::read(&sources, file).0 {
            let Item::Clause(term) = item else { continue };
            // Clauses of an added file may be switched off, too.
            if !amendments.switch_off(&sources, term.span) {
                let clause = print_clause(&term);
                let goals: Vec<&str> = clause.lines().map(str::trim).collect();
                let _ = writeln!(lines, "rule add {}", goals.join(" "));
            }
        }
    }
    lines
}

/// Adds the amendment that a line of a game file makes.
pub fn amend(amendments: &mut Amendments, line: &str) -> Option<()> {
    match line.strip_prefix("rule ")?.trim().split_once(' ')? {
        ("add", clause) => amendments.add([clause.trim().to_string()]),
        ("off", clause) => {
            let (file, clause) = clause.split_once(": ")?;
            let clause = clause.trim().strip_suffix('.')?.to_string();
            amendments.off.push(SwitchedOff { file: file.trim().to_string(), clause });
        }
        _ => return None,
    }
    Some(())
}
