//! What the names of a rule text stand for, found without the checker, so that an
//! editor is answered at every key, also where the text is broken: names are
//! understood by where they stand among the tokens of their clause.
//!
//! A text is taken apart sentence by sentence, each up to its full stop, and no sentence
//! depends on another. So of a text that has changed only those are read anew in which,
//! or right before which, something is different.

mod change;
mod clauses;
mod context;

use std::ops::Range;

pub use self::change::Change;
pub use self::context::{Context, Frame};

use self::context::Walk;
use crate::logic::Atom;
use crate::logic::program::Wrapper;
use crate::logic::syntax::lexer::{self, Token, TokenKind};
use crate::logic::syntax::source::{FileId, Sources};

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Symbol {
    /// A relation with its number of columns; state facts are relations, too.
    Relation(Atom, usize),
    /// An action with its number of columns.
    Action(Atom, usize),
    /// A variable of the clause of that number.
    Variable(Atom, usize),
    /// A type of columns.
    Type(Atom),
    /// An atom that stands for itself.
    Value(Atom),
    /// An option.
    Option(Atom),
    /// What a directive begins with.
    Directive(Atom),
    /// The name of a file.
    Path(Atom),
    /// Any other word or sign of the language.
    Word(Atom),
}

impl Symbol {
    /// The name itself.
    pub fn name(self) -> Atom {
        match self {
            Symbol::Relation(name, _)
            | Symbol::Action(name, _)
            | Symbol::Variable(name, _)
            | Symbol::Type(name)
            | Symbol::Value(name)
            | Symbol::Option(name)
            | Symbol::Directive(name)
            | Symbol::Path(name)
            | Symbol::Word(name) => name,
        }
    }
}

/// What a name does where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// It is the head of a clause.
    Defines,
    /// A directive says that there is such a thing.
    Declares,
    /// It is used.
    Uses,
}

/// A name in a text.
#[derive(Clone, PartialEq, Debug)]
pub struct Occurrence {
    /// What it stands for.
    pub symbol: Symbol,
    /// What it does.
    pub role: Role,
    /// Where it stands, quotes included.
    pub bytes: Range<usize>,
    /// The number of its clause.
    pub clause: usize,
}

/// A clause or directive.
#[derive(Clone, PartialEq, Debug)]
pub struct Clause {
    /// Where it stands, the full stop included.
    pub bytes: Range<usize>,
    /// Its names.
    names: Range<usize>,
    /// Whether it is a directive.
    pub is_directive: bool,
    /// What the comment above it says, or that behind a directive.
    pub comment: Option<String>,
}

/// All up to a full stop, and the comments on its line.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Sentence {
    /// Where it begins: where the one before it ends.
    start: usize,
    /// Whether all of it could be read; if not, it may depend on all that follows.
    is_sound: bool,
}

/// A text, taken apart.
#[derive(Debug, Default, PartialEq)]
pub struct Analysis {
    sentences: Vec<Sentence>,
    clauses: Vec<Clause>,
    names: Vec<Occurrence>,
    comments: Vec<Range<usize>>,
}

impl Analysis {
    /// Takes a text apart.
    pub fn of(text: &str) -> Analysis {
        let mut analysis = Analysis::default();
        let mut at = 0;
        while at < text.len() {
            at = analysis.add_sentence(text, at);
        }
        analysis
    }

    /// Takes the sentence apart that begins at a byte. Gives where it ends.
    fn add_sentence(&mut self, text: &str, start: usize) -> usize {
        let text = &text[start..];
        let lexer::Sentence { tokens, end, is_sound } = lexer::sentence(only_file(), text);
        self.sentences.push(Sentence { start, is_sound });
        for clause in clauses::split(text, &tokens) {
            self.add_clause(text, &tokens, clause, start);
        }
        let comments = clauses::comments(text, &tokens).into_iter();
        self.comments.extend(comments.map(|bytes| start + bytes.start..start + bytes.end));
        start + end
    }

    /// Takes a clause apart that consists of some tokens of a sentence.
    fn add_clause(&mut self, text: &str, tokens: &[Token], clause: Range<usize>, start: usize) {
        let (number, first_name) = (self.clauses.len(), self.names.len());
        let inside = &tokens[clause.clone()];
        let mut walk = Walk::new(text, inside);
        while let Some((symbol, role, bytes)) = walk.next_name(number) {
            let bytes = start + bytes.start..start + bytes.end;
            self.names.push(Occurrence { symbol, role, bytes, clause: number });
        }
        let is_directive =
            matches!(&inside[0].kind, TokenKind::Atom { name, quoted: false } if name == ":-");
        let behind = is_directive.then(|| clauses::comment_behind(text, tokens, &clause));
        let comment =
            behind.flatten().or_else(|| clauses::comment_above(text, tokens, clause.start));
        let (first, last) = (&inside[0].span, &inside[inside.len() - 1].span);
        self.clauses.push(Clause {
            bytes: start + first.start as usize..start + last.end as usize,
            names: first_name..self.names.len(),
            is_directive,
            comment,
        });
    }

    /// All names, in the order of the text.
    pub fn names(&self) -> &[Occurrence] {
        &self.names
    }

    /// All clauses and directives.
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// The clause of a name.
    pub fn clause_of(&self, name: &Occurrence) -> &Clause {
        &self.clauses[name.clause]
    }

    /// The names of a clause.
    pub fn names_of(&self, clause: &Clause) -> &[Occurrence] {
        &self.names[clause.names.clone()]
    }

    /// The name at a byte, or the one that ends there.
    pub fn name_at(&self, offset: usize) -> Option<&Occurrence> {
        let next = self.names.partition_point(|name| name.bytes.end <= offset);
        let at = self.names.get(next).filter(|name| name.bytes.start <= offset);
        at.or_else(|| self.names[..next].iter().next_back().filter(|name| name.bytes.end == offset))
    }

    /// The clause around a byte: from its first letter to its full stop.
    pub fn clause_at(&self, offset: usize) -> Option<usize> {
        let next = self.clauses.partition_point(|clause| clause.bytes.end < offset);
        self.clauses.get(next).filter(|clause| clause.bytes.start <= offset).map(|_| next)
    }

    /// What a clause defines: the relation of its head, and the action or state fact
    /// inside, if it wraps one.
    pub fn head(&self, clause: &Clause) -> Option<(&Occurrence, Option<&Occurrence>)> {
        let mut names = self.names_of(clause).iter();
        let head = names.next().filter(|name| name.role == Role::Defines)?;
        let wraps = is_wrapper(head.symbol.name().as_str());
        let inner = names.next().filter(|inner| {
            wraps && matches!(inner.symbol, Symbol::Action(..) | Symbol::Relation(..))
        });
        Some((head, inner))
    }

    /// The directives of that name, each with its names behind that.
    pub fn directives<'a>(
        &'a self,
        wanted: &'a [&'a str],
    ) -> impl Iterator<Item = (&'a Clause, &'a [Occurrence])> {
        let directives = self.clauses.iter().filter(|clause| clause.is_directive);
        directives.filter_map(|clause| {
            let names = self.names_of(clause);
            let at = names.iter().position(|name| match name.symbol {
                Symbol::Directive(name) => wanted.contains(&name.as_str()),
                _ => false,
            })?;
            Some((clause, &names[at + 1..]))
        })
    }

    /// The files that are included.
    pub fn includes(&self) -> impl Iterator<Item = &'static str> {
        self.directives(&["include"]).filter_map(|(_, names)| match names.first()?.symbol {
            Symbol::Path(path) => Some(path.as_str()),
            _ => None,
        })
    }

    /// Comments of several lines: where each begins and ends.
    pub fn comments(&self) -> &[Range<usize>] {
        &self.comments
    }

    /// Where a cursor stands that types the word which begins at a byte: in which
    /// arguments of what. `None` inside of a comment or a quoted name.
    pub fn frames_at(&self, text: &str, offset: usize) -> Option<Vec<Frame>> {
        let sentence = self.sentences[..self.sentences_before(offset)].last();
        let start = sentence.map_or(0, |sentence| sentence.start);
        let (text, offset) = (&text[start..], offset - start);
        let tokens = lexer::sentence(only_file(), text).tokens;
        let before = tokens.partition_point(|token| (token.span.end as usize) <= offset);
        if tokens.get(before).is_some_and(|token| (token.span.start as usize) < offset) {
            return None;
        }
        let is_line_comment = |token: &Token| {
            let TokenKind::Comment(_) = token.kind else { return false };
            let between = &text[token.span.end as usize..offset];
            text[token.span.start as usize..].starts_with('%') && !between.contains('\n')
        };
        if tokens[..before].last().is_some_and(is_line_comment) {
            return None;
        }
        // An unfinished clause may have been split off from the one before it.
        let clauses = clauses::split(text, &tokens);
        let begin = match clauses.iter().rev().find(|clause| clause.start < before) {
            Some(clause) if clause.end >= before => clause.start,
            Some(clause) => clause.end,
            None => 0,
        };
        let inside = &tokens[begin..before];
        let inside = match inside.last() {
            Some(Token { kind: TokenKind::End, .. }) => &[],
            _ => inside,
        };
        let mut walk = Walk::new(text, inside);
        while walk.next_name(0).is_some() {}
        Some(walk.into_frames())
    }
}

/// What a text is called that is read by itself.
fn only_file() -> FileId {
    Sources::default().next()
}

/// Whether a relation of that name wraps actions or state facts.
pub fn is_wrapper(name: &str) -> bool {
    Wrapper::ALL.iter().any(|wrapper| wrapper.name() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of a text, each with what it stands for.
    fn read(text: &str) -> Vec<String> {
        let analysis = Analysis::of(text);
        let shown = analysis.names().iter().map(|name| {
            let kind = match name.symbol {
                Symbol::Relation(_, arity) => format!("relation/{arity}"),
                Symbol::Action(_, arity) => format!("action/{arity}"),
                Symbol::Variable(..) => "variable".into(),
                Symbol::Type(_) => "type".into(),
                Symbol::Value(_) => "value".into(),
                Symbol::Option(_) => "option".into(),
                Symbol::Directive(_) => "directive".into(),
                Symbol::Path(_) => "path".into(),
                Symbol::Word(_) => return String::new(),
            };
            let role = match name.role {
                Role::Defines => " (defines)",
                Role::Declares => " (declares)",
                Role::Uses => "",
            };
            format!("{} {kind}{role}", &text[name.bytes.clone()])
        });
        shown.filter(|line| !line.is_empty()).collect()
    }

    #[test]
    fn directives_declare() {
        assert_eq!(
            read(":- players([x, o]).\n:- type(kind, [m]).\n:- state(tank(cell, kind))."),
            [
                "players directive",
                "x value (declares)",
                "o value (declares)",
                "type directive",
                "kind type (declares)",
                "m value (declares)",
                "state directive",
                "tank relation/2 (declares)",
                "cell type",
                "kind type"
            ]
        );
        assert_eq!(
            read(":- dynamic a/1, 'b c'/2. :- opaque(j/3). :- facts(p/2, 'x.csv', [header])."),
            [
                "dynamic directive",
                "a relation/1 (declares)",
                "'b c' relation/2 (declares)",
                "opaque directive",
                "j relation/3",
                "facts directive",
                "p relation/2 (declares)",
                "'x.csv' path"
            ]
        );
        assert_eq!(
            read(":- option(size, 8, [6, 8]). :- board(square(size, 3)). :- include('a.pl')."),
            [
                "option directive",
                "size option (declares)",
                "board directive",
                "size option",
                "include directive",
                "'a.pl' path"
            ]
        );
        assert_eq!(
            read(":- notation(go(A, B), [A, x, B], taken(B))."),
            [
                "notation directive",
                "go action/2",
                "A variable",
                "B variable",
                "A variable",
                "x value",
                "B variable",
                "taken relation/1",
                "B variable"
            ]
        );
    }

    #[test]
    fn goals_are_relations_and_arguments_are_values() {
        assert_eq!(
            read("p(X) :- \\+ (q(X, red), r), X = red, N is max(X, 2), mod_free ; N < 3."),
            [
                "p relation/1 (defines)",
                "X variable",
                "q relation/2",
                "X variable",
                "red value",
                "r relation/0",
                "X variable",
                "red value",
                "N variable",
                "X variable",
                "mod_free relation/0",
                "N variable"
            ]
        );
        assert_eq!(
            read("v(N) :- aggregate_all(max(R, C), (t(C), row(C, R)), max(N, _)), forall(a, b)."),
            [
                "v relation/1 (defines)",
                "N variable",
                "R variable",
                "C variable",
                "t relation/1",
                "C variable",
                "row relation/2",
                "C variable",
                "R variable",
                "N variable",
                "a relation/0",
                "b relation/0"
            ]
        );
    }

    #[test]
    fn wrapped_terms_are_actions_and_state_facts() {
        assert_eq!(
            read(
                "refuse(put(C), full) :- tried(put(C)). add(mark(a1, x)) :- does(A), option(s, on)."
            ),
            [
                "refuse relation/2 (defines)",
                "put action/1",
                "C variable",
                "full value",
                "tried relation/1",
                "put action/1",
                "C variable",
                "add relation/1 (defines)",
                "mark relation/2",
                "a1 value",
                "x value",
                "does relation/1",
                "A variable",
                "s option",
                "on value"
            ]
        );
    }

    #[test]
    fn a_clause_that_is_being_typed_leaves_the_next_one_alone() {
        for unfinished in ["taken(C) :- mark(", "taken(C) :- ma", "taken(C) :- mark(C, _),\n"] {
            let names = read(&format!("{unfinished}\n\nlegal(put(C)) :- cell(C)."));
            assert!(names.contains(&"legal relation/1 (defines)".into()), "{names:?}");
        }
        let names = read("a :- b\nc(X).");
        assert_eq!(names[2], "c relation/1 (defines)");
        // What reads as one clause stays one, however it is laid out.
        let names = read("a :-\n\nb,\n\nc(X).");
        assert_eq!(names[2], "c relation/1");
    }

    #[test]
    fn names_and_clauses_are_found_by_their_place() {
        let text = "p(Xy) :- q(Xy).\n\nr.";
        let analysis = Analysis::of(text);
        let name = |offset| analysis.name_at(offset).map(|name| &text[name.bytes.clone()]);
        assert_eq!(name(0), Some("p"));
        assert_eq!(name(1), Some("p"), "behind it");
        assert_eq!(name(3), Some("Xy"));
        assert_eq!(name(16), None);
        assert_eq!(analysis.clause_at(5), Some(0));
        assert_eq!(analysis.clause_at(16), None);
        assert_eq!(analysis.clause_at(18), Some(1));
    }

    #[test]
    fn the_cursor_knows_where_it_is() {
        let at = |text: &str| {
            let frames = Analysis::of(text).frames_at(text, text.len())?;
            let frame = frames.last().unwrap();
            Some((frame.context, frame.argument))
        };
        assert_eq!(at("p. "), Some((Context::Head, 0)));
        assert_eq!(at("p :- "), Some((Context::Goal, 0)));
        assert_eq!(at(":- "), Some((Context::Directive, 0)));
        assert_eq!(at(":- state(mark(cell, "), Some((Context::ColumnType, 1)));
        assert_eq!(at("legal("), Some((Context::Action, 0)));
        assert_eq!(at("p :- mark(A, "), Some((Context::Term, 1)));
        assert_eq!(at("p :- q, % "), None);
        assert_eq!(at("p. % note\n"), Some((Context::Head, 0)));
    }

    #[test]
    fn comments_describe_clauses() {
        let text = "% One.\n% Two.\np.\n\n% apart\n\nq.\n:- state(a). % behind\n";
        let analysis = Analysis::of(text);
        let comments: Vec<_> = analysis.clauses().iter().map(|c| c.comment.as_deref()).collect();
        assert_eq!(comments, [Some("One. Two."), None, Some("behind")]);
    }

    #[test]
    fn deep_nesting_does_no_harm() {
        Analysis::of(&"p(".repeat(100_000));
        Analysis::of(&"(".repeat(100_000));
        Analysis::of(&")".repeat(1000));
    }
}
