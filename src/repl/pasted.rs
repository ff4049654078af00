//! Programs among what somebody typed or pasted: sentences of Prolog that are meant
//! to be taken in together, facts included.
//!
//! A fact typed alone is a question, as in SWI-Prolog. Beside a clause with `:-` it is
//! a fact. Several facts without one are a program too, if some of their relations
//! are unknown: asked, they could only be an error.

use super::command;
use super::statement::{
    Statement, action_of, command_of, is_clause, is_game_string, names_action, sentence,
    skip_blank, without_comment,
};
use crate::game::Game;
use crate::logic::program::{Name, Origin, Wrapper};
use crate::logic::syntax::operators;
use crate::logic::syntax::reader;
use crate::logic::syntax::source::Sources;
use crate::logic::syntax::term::{Term, TermKind};

/// What a sentence is in a program.
enum Kind {
    /// A rule, a directive, or a fact that says so: `special(a1) :- true.`
    Clause,
    /// A fact of a relation that is known, or not.
    Fact { is_known: bool },
    /// Nothing that a program could hold.
    Other,
}

/// The program that an entry begins with, and what follows it.
pub fn program<'a>(game: &Game, entry: &'a str) -> Option<(Statement, &'a str)> {
    let (mut has_clause, mut facts, mut has_unknown) = (false, 0, false);
    let mut rest = entry;
    loop {
        let text = skip_blank(rest);
        if text.is_empty() || is_aside(game, text) {
            break;
        }
        let (sentence, after, is_complete) = sentence(text);
        match kind(game, sentence) {
            _ if !is_complete => break,
            Kind::Clause => has_clause = true,
            Kind::Fact { is_known } => {
                facts += 1;
                has_unknown |= !is_known;
            }
            Kind::Other => break,
        }
        rest = after;
    }
    let text = entry[..entry.len() - rest.len()].trim().to_string();
    match has_clause {
        true => Some((Statement::Clauses(text), rest)),
        false if facts > 1 && has_unknown => Some((Statement::Facts(text), rest)),
        false => None,
    }
}

/// Whether a text begins with a move or a whole game, or with a command as Hornet has it.
fn is_aside(game: &Game, text: &str) -> bool {
    let line = without_comment(text.lines().next().unwrap_or_default());
    let is_move = || action_of(game, line).is_some();
    is_game_string(game, line)
        || (names_action(game, line) && is_move())
        || command_of(game, line).is_some()
        || is_move()
}

/// Words that ask for something in Prolog's manner, such as `listing(parent).`
const REQUESTS: [&str; 10] =
    ["listing", "consult", "load", "save", "help", "why", "explain", "mark", "set", "new"];

fn kind(game: &Game, sentence: &str) -> Kind {
    if is_clause(sentence) {
        return Kind::Clause;
    }
    let mut sources = Sources::default();
    let file = sources.add("", sentence);
    let Ok(term) = reader::read_goal(&sources, file) else { return Kind::Other };
    let Some((name, args)) = term.functor() else { return Kind::Other };
    let word = name.as_str();
    let is_request = REQUESTS.contains(&word) || (args.is_empty() && command::find(word).is_some());
    if is_request || operators::is_operator(word) || !is_ground(&term) {
        return Kind::Other;
    }
    if Wrapper::find(word, args.len()).is_some() {
        return Kind::Fact { is_known: true };
    }
    let relations = &game.rules().program().relations;
    match relations.find(Name::Plain(name), args.len()).map(|id| relations[id].origin) {
        None => Kind::Fact { is_known: false },
        Some(Origin::Rules) => Kind::Fact { is_known: true },
        Some(_) => Kind::Other,
    }
}

fn is_ground(term: &Term) -> bool {
    let mut has_variable = false;
    term.walk(&mut |part| has_variable |= matches!(part.kind, TermKind::Var(_)));
    !has_variable
}
