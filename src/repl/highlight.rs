//! Colour while typing: relations, variables, numbers, what is unknown, and the
//! bracket that belongs to the one at the cursor.

use anstyle::Style;

use super::command::{self, Takes};
use super::lexicon::{Lexicon, tokens};
use super::style::{self, paint};
use crate::logic::syntax::lexer::{Token, TokenKind};

/// A line in colour, with the cursor at a byte of it. One that controls the
/// terminal itself, as a paste may, is left alone: colours would break into
/// what it says.
pub fn highlight(lexicon: &Lexicon, line: &str, cursor: usize) -> String {
    let controls = |sign: char| sign.is_control() && !matches!(sign, '\n' | '\t');
    if line.contains(controls) {
        return line.to_string();
    }
    let indent = line.len() - line.trim_start().len();
    let Some((command, argument)) = command::find(line) else {
        return logic(lexicon, line, cursor);
    };
    let end = line.trim_end().len() - argument.trim_end().len();
    let (name, rest) = line.split_at(end.max(indent));
    let rest = match command.takes {
        Takes::Question | Takes::Place => logic(lexicon, rest, cursor.wrapping_sub(name.len())),
        _ => rest.to_string(),
    };
    format!("{}{rest}", paint(style::STRONG, name))
}

/// A goal or clause in colour.
fn logic(lexicon: &Lexicon, text: &str, cursor: usize) -> String {
    let tokens = tokens(text);
    let brackets = matching(text, cursor);
    let is_clause = tokens.iter().any(is_neck);
    let mut painted = String::new();
    let mut at = 0;
    for (index, token) in tokens.iter().enumerate() {
        let (start, end) = (token.span.start as usize, token.span.end as usize);
        painted.push_str(&text[at..start]);
        let is_call = tokens
            .get(index + 1)
            .is_some_and(|next| next.kind == TokenKind::Punct('(') && !next.spaced);
        let is_head = is_clause && index == 0;
        let style = match brackets.contains(&start) {
            true => Some(style::BRACKET),
            false => style_of(lexicon, token, is_call, is_head),
        };
        match style {
            Some(style) => painted.push_str(&paint(style, &text[start..end])),
            None => painted.push_str(&text[start..end]),
        }
        at = end;
    }
    painted.push_str(&text[at..]);
    painted
}

fn is_neck(token: &Token) -> bool {
    matches!(&token.kind, TokenKind::Atom { name, quoted: false } if name == ":-")
}

fn style_of(lexicon: &Lexicon, token: &Token, is_call: bool, is_head: bool) -> Option<Style> {
    match &token.kind {
        TokenKind::Var(_) => Some(style::VARIABLE),
        TokenKind::Int(_) => Some(style::NUMBER),
        TokenKind::Comment(_) => Some(style::ASIDE),
        TokenKind::Atom { name, .. } if is_call && (lexicon.knows_functor(name) || is_head) => {
            Some(style::RELATION)
        }
        TokenKind::Atom { .. } if is_call => Some(style::UNKNOWN),
        TokenKind::Atom { name, .. } if lexicon.is_value(name) => Some(style::VALUE),
        TokenKind::Atom { name, .. } if lexicon.is_relation(name) => Some(style::RELATION),
        _ => None,
    }
}

/// The bracket at or right before the cursor, and the one that belongs to it.
fn matching(text: &str, cursor: usize) -> Vec<usize> {
    let brackets: Vec<(usize, char)> = tokens(text)
        .iter()
        .filter_map(|token| match token.kind {
            TokenKind::Punct(sign @ ('(' | ')' | '[' | ']')) => {
                Some((token.span.start as usize, sign))
            }
            _ => None,
        })
        .collect();
    let mut open = Vec::new();
    for (at, sign) in brackets {
        if matches!(sign, '(' | '[') {
            open.push(at);
            continue;
        }
        let Some(from) = open.pop() else { continue };
        let is_at = |place: usize| place == cursor || place + 1 == cursor;
        if is_at(at) || is_at(from) {
            return vec![from, at];
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::game::{Game, Rules};

    fn lexicon() -> Lexicon {
        Lexicon::of(&Game::new(Arc::new(Rules::open("tanks").unwrap())).unwrap())
    }

    #[test]
    fn the_text_stays_the_same() {
        let lexicon = lexicon();
        for line in [
            "",
            "  why  tank(Cell, bot, X), \\+ ocupied(Cell). % what",
            "legal(move(a1",
            "undo 3",
            "foo(X) :- bar(X), 'quoted' = X.",
            "héllo @ (",
            "what",
        ] {
            for cursor in 0..=line.len() {
                let painted = highlight(&lexicon, line, cursor);
                assert_eq!(anstream::adapter::strip_str(&painted).to_string(), line);
            }
        }
    }

    #[test]
    fn what_controls_the_terminal_is_left_alone() {
        for line in ["'\u{1b}'A", "tank(X\u{1b}[1", "why \u{9b}X, tank(X)", "undo\u{7} 3"] {
            assert_eq!(highlight(&lexicon(), line, 0), line);
        }
    }

    #[test]
    fn what_is_unknown_stands_out() {
        let lexicon = lexicon();
        let painted = highlight(&lexicon, "tnak(X), tank(X, bot, _).", 0);
        assert!(painted.contains(&paint(style::UNKNOWN, "tnak")), "{painted:?}");
        assert!(painted.contains(&paint(style::RELATION, "tank")), "{painted:?}");
        assert!(painted.contains(&paint(style::VALUE, "bot")), "{painted:?}");
        let defined = highlight(&lexicon, "far(X) :- tank(X, bot, _).", 0);
        assert!(defined.contains(&paint(style::RELATION, "far")), "{defined:?}");
    }

    #[test]
    fn brackets_are_matched_at_the_cursor() {
        assert_eq!(matching("a(b(c), d)", 10), [1, 9]);
        assert_eq!(matching("a(b(c), d)", 3), [3, 5]);
        assert!(matching("a(b(c), d", 2).is_empty());
    }
}
