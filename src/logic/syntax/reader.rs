//! Tokens to terms: the part of Prolog's syntax that rules need.

use crate::logic::Atom;
use crate::logic::check::diagnostic::Diagnostic;
use crate::logic::check::prolog_habits::{self, ForeignOperator};
use crate::logic::syntax::lexer::{self, NEVER_CLOSED, Token, TokenKind};
use crate::logic::syntax::operators;
use crate::logic::syntax::source::{FileId, Sources, Span};
use crate::logic::syntax::term::{CommentPlace, Item, Term, TermKind};

/// Terms nested deeper than this are refused, rather than exhaust the stack.
const MAX_DEPTH: usize = 200;

/// Reads a whole text. Goes on after a mistake, at the next clause, so that
/// one reading finds them all.
pub fn read(sources: &Sources, file: FileId) -> (Vec<Item>, Vec<Diagnostic>) {
    let text = &sources.file(file).text;
    let (tokens, unreadable) = lexer::tokens(file, text);
    let broken_off = unreadable.last().is_some_and(|error| error.message.contains(NEVER_CLOSED));
    let mut items = Vec::new();
    let mut errors = Vec::new();
    let mut reader = Reader { text, tokens: &tokens, at: 0 };
    while let Some(token) = reader.tokens.get(reader.at) {
        if matches!(token.kind, TokenKind::Comment(_)) {
            items.push(reader.comment());
            continue;
        }
        let begin = token.span.start;
        match reader.clause(broken_off) {
            Ok(Some(term)) => items.push(Item::Clause(term)),
            Ok(None) => break,
            Err(error) => {
                reader.skip_clause();
                let end = reader.tokens[reader.at - 1].span.end;
                // A mistake in a word of the clause may be all that is wrong.
                let is_inside = |other: &Diagnostic| (begin..end).contains(&other.primary.0.start);
                if !unreadable.iter().any(is_inside) {
                    errors.push(error);
                }
            }
        }
    }
    errors.extend(unreadable);
    (items, errors)
}

/// Reads one goal, such as a query. The closing full stop may be left out.
pub fn read_goal(sources: &Sources, file: FileId) -> Result<Term, Diagnostic> {
    let text = &sources.file(file).text;
    let (mut tokens, unreadable) = lexer::tokens(file, text);
    if let Some(error) = unreadable.into_iter().next() {
        return Err(error);
    }
    tokens.retain(|token| !matches!(token.kind, TokenKind::Comment(_)));
    let end = Span { file, start: text.trim_end().len() as u32, end: text.len() as u32 };
    if tokens.last().is_none_or(|token| token.kind != TokenKind::End) {
        tokens.push(Token { kind: TokenKind::End, span: end, spaced: false });
    }
    let mut reader = Reader { text, tokens: &tokens, at: 0 };
    if tokens.len() == 1 {
        return Err(Diagnostic::error("syntax", end, "there is no goal here", "nothing to ask")
            .help("ask for example: legal(Action)."));
    }
    let term = reader.clause(false)?.expect("there is a token before the end");
    match tokens.get(reader.at) {
        None => Ok(term),
        Some(extra) => Err(Diagnostic::error(
            "syntax",
            extra.span,
            "one goal at a time",
            "a second clause begins here",
        )
        .help("join goals with a comma")),
    }
}

struct Reader<'a> {
    text: &'a str,
    tokens: &'a [Token],
    at: usize,
}

/// A term, and the priority of its outermost operator.
type Read = (Term, u32);

impl<'a> Reader<'a> {
    /// Comments on following lines become one item.
    fn comment(&mut self) -> Item {
        let first = &self.tokens[self.at];
        let behind = self.at > 0 && self.newlines_between(&self.tokens[self.at - 1], first) == 0;
        let mut lines = Vec::new();
        let mut last = first;
        while let Some(token) = self.tokens.get(self.at) {
            let TokenKind::Comment(text) = &token.kind else { break };
            let apart = !lines.is_empty() && (behind || self.newlines_between(last, token) != 1);
            if apart {
                break;
            }
            // An empty comment is a line of its own.
            lines.extend(text.split('\n').map(|line| line.trim_end().to_string()));
            last = token;
            self.at += 1;
        }
        let above = self.tokens.get(self.at).is_some_and(|next| {
            !matches!(next.kind, TokenKind::Comment(_)) && self.newlines_between(last, next) == 1
        });
        let place = match (behind, above) {
            (true, _) => CommentPlace::Behind,
            (false, true) => CommentPlace::Above,
            (false, false) => CommentPlace::Apart,
        };
        Item::Comment { lines, place }
    }

    fn newlines_between(&self, before: &Token, after: &Token) -> usize {
        self.text[before.span.end as usize..after.span.start as usize].matches('\n').count()
    }

    /// One clause and its full stop. `None` where the tokens end too early
    /// because the text itself broke off, which has been reported already.
    fn clause(&mut self, broken_off: bool) -> Result<Option<Term>, Diagnostic> {
        let first = self.tokens[self.at].span;
        let (term, _) = match self.term(1200, 0) {
            Err(_) if broken_off && self.peek().is_none() => return Ok(None),
            read => read?,
        };
        match self.peek() {
            Some(Token { kind: TokenKind::End, .. }) => {
                self.next();
                Ok(Some(term))
            }
            Some(token) => Err(self.unexpected(token)),
            None if broken_off => Ok(None),
            None => Err(Diagnostic::error(
                "syntax",
                first.to(term.span),
                "this clause does not end",
                "no full stop behind it",
            )
            .help("end every clause with a full stop")),
        }
    }

    fn skip_clause(&mut self) {
        while let Some(token) = self.tokens.get(self.at) {
            self.at += 1;
            if token.kind == TokenKind::End {
                return;
            }
        }
    }

    fn peek(&self) -> Option<&'a Token> {
        self.tokens[self.at..].iter().find(|token| !matches!(token.kind, TokenKind::Comment(_)))
    }

    /// The next token, passing over comments inside a clause.
    fn next(&mut self) -> Option<&'a Token> {
        let token = self.peek()?;
        while !std::ptr::eq(&self.tokens[self.at], token) {
            self.at += 1;
        }
        self.at += 1;
        Some(token)
    }

    fn eat(&mut self, sign: char) -> bool {
        let found = self.peek().is_some_and(|token| token.kind == TokenKind::Punct(sign));
        if found {
            self.next();
        }
        found
    }

    fn term(&mut self, max: u32, depth: usize) -> Result<Read, Diagnostic> {
        let (mut left, mut left_priority) = self.primary(max, depth)?;
        let mut chain = depth;
        while let Some(token) = self.peek() {
            let name = match &token.kind {
                TokenKind::Atom { name, quoted: false } => name.as_str(),
                TokenKind::Punct(',') => ",",
                TokenKind::Punct('|') => "|",
                _ => break,
            };
            let Some(op) = operators::infix(name) else {
                match self.foreign_operator(name).filter(|foreign| foreign.priority <= max) {
                    Some(foreign) => return Err(self.foreign(&left, foreign, chain)),
                    None => break,
                }
            };
            if op.priority > max || left_priority > op.left_max() {
                break;
            }
            chain += 1;
            self.check_depth(chain, token.span)?;
            self.next();
            let (right, _) = self.term(op.right_max(), chain)?;
            let span = left.span.to(right.span);
            let kind = if name == "," {
                TermKind::Comma(join(left, right))
            } else {
                TermKind::Compound(Atom::new(name), vec![left, right])
            };
            left = Term { kind, span };
            left_priority = op.priority;
        }
        Ok((left, left_priority))
    }

    /// The operator that follows, if it is one of another language. `!` is a
    /// token of its own, so that `!=` are two.
    fn foreign_operator(&self, name: &str) -> Option<&'static ForeignOperator> {
        if name != "!" {
            return prolog_habits::operator(name);
        }
        match self.tokens.get(self.at + 1) {
            Some(Token {
                kind: TokenKind::Atom { name, quoted: false }, spaced: false, ..
            }) => prolog_habits::operator(&format!("!{name}")),
            _ => None,
        }
    }

    /// What to write instead of such an operator, for the terms beside it.
    fn foreign(&mut self, left: &Term, foreign: &ForeignOperator, depth: usize) -> Diagnostic {
        let sign = self.next().expect("just seen");
        if matches!(&sign.kind, TokenKind::Atom { name, .. } if name == "!") {
            self.next();
        }
        let sign = sign.span.to(self.tokens[self.at - 1].span);
        let right = match self.term(foreign.priority - 1, depth) {
            Ok((right, _)) => &self.text[right.span.range()],
            // Another operator of that kind, such as in `X in 1..8`.
            Err(inner)
                if prolog_habits::operator(&self.text[inner.primary.0.range()]).is_some() =>
            {
                return inner;
            }
            Err(_) => "...",
        };
        let left = &self.text[left.span.range()];
        Diagnostic::error("syntax", sign, foreign.message(), "not an operator of the rules")
            .help(foreign.instead(left, right))
    }

    /// The text of the arguments that follow, with their parentheses.
    fn arguments_text(&mut self, depth: usize) -> String {
        let Some(open) = self.next() else { return "(...)".into() };
        match (self.arguments(depth), self.eat(')')) {
            (Ok(_), true) => self.text[open.span.to(self.tokens[self.at - 1].span).range()].into(),
            _ => "(...)".into(),
        }
    }

    fn check_depth(&self, depth: usize, span: Span) -> Result<(), Diagnostic> {
        if depth <= MAX_DEPTH {
            return Ok(());
        }
        Err(Diagnostic::error(
            "syntax",
            span,
            format!("terms are nested more than {MAX_DEPTH} deep"),
            "too deep here",
        )
        .help("name the parts as relations of their own"))
    }

    fn primary(&mut self, max: u32, depth: usize) -> Result<Read, Diagnostic> {
        let Some(token) = self.next() else {
            let last = self.tokens.last().expect("a clause has a token").span;
            return Err(Diagnostic::error("syntax", last, "the text ends too early", "after this")
                .help("end every clause with a full stop"));
        };
        self.check_depth(depth, token.span)?;
        let span = token.span;
        let kind = match &token.kind {
            TokenKind::Int(number) => TermKind::Int(*number),
            TokenKind::Var(name) if self.opens(false) => {
                return Err(self.capital_functor(name, span, depth));
            }
            TokenKind::Var(name) => TermKind::Var(Atom::new(name)),
            TokenKind::Punct('(') => return self.parenthesised(span, depth),
            TokenKind::Punct('[') => return self.list(span, depth),
            TokenKind::Atom { name, quoted } => return self.named(name, *quoted, span, max, depth),
            _ => {
                self.at -= 1;
                return Err(self.unexpected(token));
            }
        };
        Ok((Term { kind, span }, 0))
    }

    fn parenthesised(&mut self, open: Span, depth: usize) -> Result<Read, Diagnostic> {
        let (mut term, _) = self.term(1200, depth + 1)?;
        if !self.eat(')') {
            return Err(self.unclosed(open, "this parenthesis is never closed", ")"));
        }
        term.span = open.to(self.tokens[self.at - 1].span);
        Ok((term, 0))
    }

    fn list(&mut self, open: Span, depth: usize) -> Result<Read, Diagnostic> {
        let parts = if self.eat(']') {
            Vec::new()
        } else {
            let parts = self.arguments(depth)?;
            if let Some(bar) = self.peek().filter(|next| next.kind == TokenKind::Punct('|')) {
                return Err(self.unexpected(bar));
            }
            if !self.eat(']') {
                return Err(self.unclosed(open, "this list is never closed", "]"));
            }
            parts
        };
        let span = open.to(self.tokens[self.at - 1].span);
        Ok((Term { kind: TermKind::List(parts), span }, 0))
    }

    fn arguments(&mut self, depth: usize) -> Result<Vec<Term>, Diagnostic> {
        let mut parts = vec![self.term(999, depth + 1)?.0];
        while self.eat(',') {
            parts.push(self.term(999, depth + 1)?.0);
        }
        Ok(parts)
    }

    /// An atom, a compound term, a negative number or a prefix operator.
    fn named(
        &mut self,
        name: &str,
        quoted: bool,
        span: Span,
        max: u32,
        depth: usize,
    ) -> Result<Read, Diagnostic> {
        let atom = Atom::new(name);
        let next = self.tokens.get(self.at);
        if next.is_some_and(|next| next.kind == TokenKind::Punct('(') && !next.spaced) {
            let open = self.next().expect("just seen").span;
            let args = self.arguments(depth)?;
            if !self.eat(')') {
                return Err(self.unclosed(open, "this parenthesis is never closed", ")"));
            }
            let span = span.to(self.tokens[self.at - 1].span);
            return Ok((Term { kind: TermKind::Compound(atom, args), span }, 0));
        }
        if let (false, "-", Some(Token { kind: TokenKind::Int(number), spaced: false, .. })) =
            (quoted, name, next)
        {
            let span = span.to(self.next().expect("just seen").span);
            return Ok((Term { kind: TermKind::Int(-number), span }, 0));
        }
        if !operators::is_operator(name) && self.opens(true) {
            return Err(self.spaced_functor(span, name, depth));
        }
        let operand_follows = self.peek().is_some_and(|next| match &next.kind {
            TokenKind::Atom { name, quoted: false } => {
                !operators::is_infix_in_prolog(name) || operators::prefix(name).is_some()
            }
            TokenKind::Punct(sign) => matches!(sign, '(' | '['),
            kind => *kind != TokenKind::End,
        });
        if name == "not" && !quoted && operand_follows {
            return Err(self.word_for_not(span, depth));
        }
        if let Some(op) = operators::prefix(name).filter(|_| !quoted && operand_follows) {
            if op.priority > max {
                let message = format!("`{name}` needs parentheses here");
                return Err(Diagnostic::error(
                    "syntax",
                    span,
                    message,
                    "binds less than what is before it",
                )
                .help(format!("write ({name} ...)")));
            }
            let (argument, _) = self.term(op.right_max(), depth + 1)?;
            let span = span.to(argument.span);
            return Ok((
                Term { kind: TermKind::Compound(atom, vec![argument]), span },
                op.priority,
            ));
        }
        if operators::is_operator(name) && !self.stands_for_itself(name, max) {
            let message =
                match operators::infix(name).is_some() || operators::prefix(name).is_some() {
                    true => format!("`{name}` is an operator, and something is missing beside it"),
                    false => format!("`{name}` is an operator of Prolog that rules do not have"),
                };
            return Err(Diagnostic::error("syntax", span, message, "not expected here")
                .help(format!("as a name, write it in parentheses: ({name})")));
        }
        Ok((Term { kind: TermKind::Atom(atom), span }, 0))
    }

    /// Whether an operator may stand for itself here: nothing follows that it could
    /// be applied to. Prolog systems do not agree on other places.
    fn stands_for_itself(&self, name: &str, max: u32) -> bool {
        self.peek().is_none_or(|next| match next.kind {
            TokenKind::Punct(',') => max == 999 || (max < 1000 && !operators::takes_commas(name)),
            TokenKind::Punct(sign) => sign == ')' || sign == ']',
            _ => next.kind == TokenKind::End,
        })
    }

    /// Whether a parenthesis comes next, with or without a space before it.
    fn opens(&self, spaced: bool) -> bool {
        let next = self.tokens.get(self.at);
        next.is_some_and(|next| next.kind == TokenKind::Punct('(') && next.spaced == spaced)
    }

    /// `Tank(..)`.
    fn capital_functor(&mut self, name: &str, span: Span, depth: usize) -> Diagnostic {
        let word = name.trim_start_matches('_');
        let mut letters = word.chars();
        let first = letters.next().map_or('p', |first| first.to_ascii_lowercase());
        let arguments = self.arguments_text(depth);
        Diagnostic::error(
            "syntax",
            span,
            format!("`{name}` is a variable, and a variable cannot stand for a relation"),
            "a capital letter makes it a variable",
        )
        .help(format!(
            "names of relations begin with a small letter: `{first}{}{arguments}`",
            letters.as_str()
        ))
    }

    /// `tank (..)`.
    fn spaced_functor(&mut self, span: Span, name: &str, depth: usize) -> Diagnostic {
        if name == "not" {
            return self.word_for_not(span, depth);
        }
        let written = &self.text[span.range()];
        let arguments = self.arguments_text(depth);
        Diagnostic::error(
            "syntax",
            span,
            format!("a space stands between `{written}` and its parenthesis"),
            "no space may follow this name",
        )
        .help(format!("write `{written}{arguments}`"))
    }

    /// `not p`.
    fn word_for_not(&mut self, span: Span, depth: usize) -> Diagnostic {
        let goal = match self.term(900, depth + 1) {
            Ok((goal, _)) => &self.text[goal.span.range()],
            Err(_) => "...",
        };
        Diagnostic::error(
            "syntax",
            span,
            "`not` is not part of the rule language",
            "not allowed here",
        )
        .help(format!("write `\\+ {goal}`"))
    }

    fn unclosed(&self, open: Span, message: &str, sign: &str) -> Diagnostic {
        // `course(ai 6)`: two terms side by side.
        let beside = self.peek().filter(|found| match &found.kind {
            TokenKind::Int(_) | TokenKind::Var(_) => true,
            TokenKind::Atom { name, .. } => !operators::is_operator(name),
            _ => false,
        });
        if let Some(found) = beside {
            let shown = &self.text[found.span.range()];
            let message = format!("nothing stands between `{shown}` and what is before it");
            return Diagnostic::error("syntax", found.span, message, "a comma is missing here")
                .also(open, "opened here")
                .help(format!("put a comma before `{shown}`, or close with {sign} what is open"));
        }
        let error = Diagnostic::error("syntax", open, message, "opened here")
            .help(format!("close it with {sign}"));
        match self.peek() {
            Some(found) => error.also(found.span, format!("a {sign} was expected before this")),
            None => error,
        }
    }

    fn unexpected(&self, token: &Token) -> Diagnostic {
        let shown = &self.text[token.span.range()];
        let (message, help) = match &token.kind {
            TokenKind::End => (
                "the clause ends too early".to_string(),
                "a goal or an argument is missing before the full stop",
            ),
            TokenKind::Punct('|') => (
                "`|` is not part of the rule language".to_string(),
                "rules have no lists, and so no list patterns",
            ),
            TokenKind::Punct(_) => (
                format!("unexpected `{shown}`"),
                "a term is missing before it, or it is one too many",
            ),
            _ => (
                format!("unexpected `{shown}`"),
                "a comma between goals, or the full stop of the clause before, may be missing",
            ),
        };
        Diagnostic::error("syntax", token.span, message, "not expected here").help(help)
    }
}

/// `a, (b, c)`, `(a, b), c` and `a, b, c` are the same conjunction.
fn join(left: Term, right: Term) -> Vec<Term> {
    let mut goals = Vec::new();
    for Term { kind, span } in [left, right] {
        match kind {
            TermKind::Comma(more) => goals.extend(more),
            kind => goals.push(Term { kind, span }),
        }
    }
    goals
}
