//! Where clauses begin and end among tokens, and which comments are theirs.
//!
//! A full stop ends a clause. While one is typed it has none yet, and would take in
//! the clause below; so tokens that cannot be one clause are divided where a line
//! begins with a name.

use std::ops::Range;

use crate::logic::syntax::lexer::{Token, TokenKind};
use crate::logic::syntax::operators;

/// The tokens of each clause, comments before the first and behind the last one left out.
pub fn split(text: &str, tokens: &[Token]) -> Vec<Range<usize>> {
    let mut clauses = Vec::new();
    let mut start = 0;
    while start < tokens.len() {
        let end = tokens[start..].iter().position(|token| token.kind == TokenKind::End);
        let end = end.map_or(tokens.len(), |length| start + length + 1);
        let whole = without_comments(tokens, start..end);
        if is_broken(&tokens[whole.clone()]) {
            clauses.extend(divided(text, tokens, whole));
        } else {
            clauses.push(whole);
        }
        start = end;
    }
    clauses.retain(|clause| !clause.is_empty());
    clauses
}

fn without_comments(tokens: &[Token], mut range: Range<usize>) -> Range<usize> {
    while !range.is_empty() && is_comment(&tokens[range.start]) {
        range.start += 1;
    }
    while !range.is_empty() && is_comment(&tokens[range.end - 1]) {
        range.end -= 1;
    }
    range
}

fn is_comment(token: &Token) -> bool {
    matches!(token.kind, TokenKind::Comment(_))
}

fn is_operator(token: &Token) -> bool {
    matches!(&token.kind, TokenKind::Atom { name, quoted: false } if operators::is_operator(name))
}

fn is_neck(token: &Token) -> bool {
    matches!(&token.kind, TokenKind::Atom { name, quoted: false } if name == ":-")
}

/// Whether tokens cannot be one clause: there is no full stop, a parenthesis or a comma
/// is missing, or there are two heads.
fn is_broken(tokens: &[Token]) -> bool {
    let ends = tokens.last().is_some_and(|token| token.kind == TokenKind::End);
    let mut open = 0i32;
    let mut necks = 0;
    let mut ends_operand = false;
    let mut wants_operand = false;
    for token in tokens.iter().filter(|token| !is_comment(token)) {
        let begins_operand = match &token.kind {
            TokenKind::Atom { .. } => !is_operator(token),
            TokenKind::Var(_) | TokenKind::Int(_) => true,
            TokenKind::Punct(sign) => *sign == '(' && token.spaced || *sign == '[',
            _ => false,
        };
        if ends_operand && begins_operand {
            return true;
        }
        match token.kind {
            TokenKind::Punct('(' | '[') => open += 1,
            TokenKind::Punct(')' | ']') => open -= 1,
            TokenKind::End if wants_operand => return true,
            _ => {}
        }
        if open < 0 {
            return true;
        }
        necks += usize::from(is_neck(token));
        wants_operand = matches!(token.kind, TokenKind::Punct(','));
        ends_operand = match token.kind {
            TokenKind::Punct(sign) => matches!(sign, ')' | ']'),
            _ => begins_operand,
        };
    }
    !ends || open != 0 || necks > 1
}

/// Divides tokens before each name at the beginning of a line, unless it goes on with
/// what stands before it.
fn divided(text: &str, tokens: &[Token], whole: Range<usize>) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut start = whole.start;
    let mut before: Option<&Token> = None;
    for index in whole.clone() {
        let token = &tokens[index];
        if is_comment(token) {
            continue;
        }
        if let Some(before) = before {
            let between = &text[before.span.end as usize..token.span.start as usize];
            let begins_line = between.ends_with('\n');
            let begins_clause = is_neck(token)
                || matches!(token.kind, TokenKind::Atom { .. }) && !is_operator(token);
            let goes_on =
                is_operator(before) || matches!(before.kind, TokenKind::Punct(',' | '(' | '['));
            let is_apart = between.matches('\n').count() > 1;
            if begins_line && begins_clause && (is_apart || !goes_on) {
                parts.push(without_comments(tokens, start..index));
                start = index;
            }
        }
        before = Some(token);
    }
    parts.push(without_comments(tokens, start..whole.end));
    parts
}

fn newlines_between(text: &str, before: &Token, after: &Token) -> usize {
    text[before.span.end as usize..after.span.start as usize].matches('\n').count()
}

/// What the comment directly above a token says.
pub fn comment_above(text: &str, tokens: &[Token], at: usize) -> Option<String> {
    let mut first = at;
    while first > 0
        && is_comment(&tokens[first - 1])
        && newlines_between(text, &tokens[first - 1], &tokens[first]) == 1
        && !is_behind(text, tokens, first - 1)
    {
        first -= 1;
    }
    said(&tokens[first..at])
}

/// What the comment behind a clause says, on its last line.
pub fn comment_behind(text: &str, tokens: &[Token], clause: &Range<usize>) -> Option<String> {
    let comment = tokens.get(clause.end).filter(|token| is_comment(token))?;
    let is_beside = newlines_between(text, &tokens[clause.end - 1], comment) == 0;
    if is_beside { said(std::slice::from_ref(comment)) } else { None }
}

fn is_behind(text: &str, tokens: &[Token], comment: usize) -> bool {
    comment > 0 && newlines_between(text, &tokens[comment - 1], &tokens[comment]) == 0
}

fn said(comments: &[Token]) -> Option<String> {
    let lines = comments.iter().flat_map(|token| match &token.kind {
        TokenKind::Comment(text) => text.lines().map(str::trim).collect::<Vec<_>>(),
        _ => Vec::new(),
    });
    let said = lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    (!said.is_empty()).then_some(said)
}

/// The comments of a text, those on following lines as one.
pub fn comments(text: &str, tokens: &[Token]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (index, token) in tokens.iter().enumerate().filter(|(_, token)| is_comment(token)) {
        let bytes = token.span.range();
        let goes_on = index > 0
            && is_comment(&tokens[index - 1])
            && newlines_between(text, &tokens[index - 1], token) == 1
            && !is_behind(text, tokens, index - 1);
        match found.last_mut() {
            Some(last) if goes_on => last.end = bytes.end,
            _ => found.push(bytes),
        }
    }
    found
}
