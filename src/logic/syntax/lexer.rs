//! Text to tokens.

use crate::logic::atom::is_symbol_char;
use crate::logic::check::diagnostic::Diagnostic;
use crate::logic::check::prolog_habits;
use crate::logic::syntax::hidden;
use crate::logic::syntax::identifier::{begins_atom, begins_variable, goes_on};
use crate::logic::syntax::source::{FileId, Span};

/// A word or sign of the text.
#[derive(Clone, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands.
    pub span: Span,
    /// Whether white space or a comment stands before it.
    pub spaced: bool,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq)]
pub enum TokenKind {
    /// `medium`, `'quoted'`, `:-`, `=<`.
    Atom {
        /// Its name, without quotes.
        name: String,
        /// Whether it stood between quotes, and so is never an operator.
        quoted: bool,
    },
    /// `Player`, `_`.
    Var(String),
    /// `42`.
    Int(i64),
    /// One of `( ) [ ] , |`.
    Punct(char),
    /// The full stop that ends a clause.
    End,
    /// `% ...` to the end of the line, or `/* ... */`, without its signs.
    Comment(String),
}

/// What stands between tokens. Prolog systems disagree about other spaces.
fn is_space(c: char) -> bool {
    c.is_ascii_whitespace()
}

/// What is said of a quoted atom or a comment that the text breaks off in.
pub const NEVER_CLOSED: &str = "is never closed";

/// After so many words that cannot be read, the rest is not looked at.
const MOST_ERRORS: usize = 20;

/// Splits a text into tokens. What cannot be read is left out and complained
/// of; nothing is read behind what is never closed.
pub fn tokens(file: FileId, text: &str) -> (Vec<Token>, Vec<Diagnostic>) {
    let mut lexer = Lexer { file, text, at: 0 };
    if let Some(error) = lexer.hidden() {
        return (Vec::new(), vec![error]);
    }
    lexer.tokens(|_| false)
}

/// The same up to the first full stop, without a look at what follows it.
pub fn first_sentence(file: FileId, text: &str) -> (Vec<Token>, Vec<Diagnostic>) {
    let (tokens, errors) = Lexer { file, text, at: 0 }.tokens(|kind| *kind == TokenKind::End);
    let end = match tokens.last() {
        Some(Token { kind: TokenKind::End, span, .. }) => span.end as usize,
        _ => text.len(),
    };
    let hidden = Lexer { file, text: &text[..end], at: 0 }.hidden();
    match hidden {
        Some(hidden) => (Vec::new(), vec![hidden]),
        None => (tokens, errors),
    }
}

/// The tokens of the first sentence, with the comments on the line where it ends.
pub struct Sentence {
    /// Its tokens.
    pub tokens: Vec<Token>,
    /// Where the next one begins.
    pub end: usize,
    /// Whether all of it could be read. What could not be may depend on all that follows.
    pub is_sound: bool,
}

/// Reads the first sentence, whatever the characters in it, and nothing else.
pub fn sentence(file: FileId, text: &str) -> Sentence {
    let mut lexer = Lexer { file, text, at: 0 };
    let (mut tokens, errors) = lexer.tokens(|kind| *kind == TokenKind::End);
    match tokens.last() {
        Some(Token { kind: TokenKind::End, .. }) => {
            lexer.comments_behind(&mut tokens);
            Sentence { tokens, end: lexer.at, is_sound: errors.is_empty() }
        }
        _ => Sentence { tokens, end: text.len(), is_sound: errors.is_empty() },
    }
}

struct Lexer<'a> {
    file: FileId,
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    /// Tokens up to the end, or to one that is the last wanted.
    fn tokens(&mut self, is_last: impl Fn(&TokenKind) -> bool) -> (Vec<Token>, Vec<Diagnostic>) {
        let (mut tokens, mut errors) = (Vec::new(), Vec::new());
        loop {
            let spaced = self.skip_space();
            if self.at == self.text.len() {
                return (tokens, errors);
            }
            let start = self.at;
            match self.token() {
                Ok(kind) => {
                    let ends = is_last(&kind);
                    self.push(&mut tokens, kind, start, spaced);
                    if ends {
                        return (tokens, errors);
                    }
                }
                Err(error) => {
                    let is_last =
                        error.message.contains(NEVER_CLOSED) || errors.len() + 1 == MOST_ERRORS;
                    errors.push(error);
                    if is_last {
                        return (tokens, errors);
                    }
                }
            }
        }
    }

    fn push(&self, tokens: &mut Vec<Token>, kind: TokenKind, start: usize, spaced: bool) {
        let after_comment =
            matches!(tokens.last(), Some(Token { kind: TokenKind::Comment(_), .. }));
        tokens.push(Token { kind, span: self.span(start), spaced: spaced || after_comment });
    }

    /// Goes on over comments for as long as they stand on the same line.
    fn comments_behind(&mut self, tokens: &mut Vec<Token>) {
        loop {
            let before = self.at;
            let between = self.take_while(is_space);
            let start = self.at;
            let is_comment = self.rest().starts_with('%') || self.rest().starts_with("/*");
            let comment = (is_comment && !between.contains('\n')).then(|| self.token());
            let Some(Ok(kind)) = comment else {
                self.at = before;
                return;
            };
            self.push(tokens, kind, start, !between.is_empty());
        }
    }

    fn span(&self, start: usize) -> Span {
        Span { file: self.file, start: start as u32, end: self.at as u32 }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn skip_space(&mut self) -> bool {
        !self.take_while(is_space).is_empty()
    }

    /// A character that nobody would see.
    fn hidden(&mut self) -> Option<Diagnostic> {
        let (at, c) = hidden::first_hidden(self.text)?;
        self.at = at + c.len_utf8();
        let message =
            format!("there is a hidden character, {}", hidden::visible(c.encode_utf8(&mut [0; 4])));
        Some(self.error(at, message, "here").help("remove it; a line break between quotes is \\n"))
    }

    fn token(&mut self) -> Result<TokenKind, Diagnostic> {
        let start = self.at;
        let first = self.peek().expect("called before the end of the text");
        if self.rest().starts_with("/*") {
            return self.block_comment(start);
        }
        match first {
            '%' => {
                let line = self.take_while(|c| c != '\n');
                Ok(TokenKind::Comment(line[1..].trim_end().to_string()))
            }
            '(' | ')' | '[' | ']' | ',' | '|' => {
                self.at += 1;
                Ok(TokenKind::Punct(first))
            }
            '!' | ';' => {
                self.at += 1;
                Ok(TokenKind::Atom { name: first.to_string(), quoted: false })
            }
            '\'' => self.quoted(start),
            _ if begins_variable(first) => Ok(TokenKind::Var(self.take_while(goes_on).into())),
            _ if begins_atom(first) => {
                Ok(TokenKind::Atom { name: self.take_while(goes_on).into(), quoted: false })
            }
            '0'..='9' => self.integer(start),
            _ if is_symbol_char(first) => Ok(self.symbol()),
            '"' => Err(self.string(start)),
            '‘' | '’' | '“' | '”' => Err(self.curly_quote(start)),
            _ => {
                self.at += first.len_utf8();
                let name: String = first.escape_debug().collect();
                Err(self.error(start, format!("unexpected character `{name}`"), "here").help(
                    "names begin with a lower-case letter, variables with an upper-case letter or \
                     _; anything else goes between single quotes",
                ))
            }
        }
    }

    /// A full stop followed by white space, a comment or the end of the text
    /// ends a clause; any other run of symbol characters is an atom.
    fn symbol(&mut self) -> TokenKind {
        let name = self.take_while(is_symbol_char);
        let at_end = self.peek().is_none_or(|c| is_space(c) || c == '%');
        if name == "." && at_end {
            return TokenKind::End;
        }
        TokenKind::Atom { name: name.into(), quoted: false }
    }

    /// A curly quote, with all up to the one that closes it on its line.
    fn curly_quote(&mut self, start: usize) -> Diagnostic {
        let line = self.rest().lines().next().unwrap_or_default();
        let closing = line.char_indices().skip(1).find(|(_, c)| matches!(c, '’' | '”'));
        let first = line.chars().next().map_or(1, char::len_utf8);
        self.at += closing.map_or(first, |(at, c)| at + c.len_utf8());
        let quote = &self.text[start..start + first];
        self.error(start, format!("unexpected character `{quote}`"), "a curly quote")
            .help("use straight single quotes: 'like this'")
    }

    /// A string, up to the quote that closes it on its line.
    fn string(&mut self, start: usize) -> Diagnostic {
        let line = self.rest().lines().next().unwrap_or_default();
        let (length, inside) = match line[1..].find('"') {
            Some(length) => (length + 2, &line[1..=length]),
            None => (1, ""),
        };
        let atom = match inside.contains(['\'', '\\']) || inside.is_empty() {
            true => "'like this'".to_string(),
            false => format!("'{inside}'"),
        };
        let before = self.text[..start].strip_suffix('(').unwrap_or_default();
        let name = &before[before.trim_end_matches(goes_on).len()..];
        self.at += length;
        if let Some((message, help)) = prolog_habits::printing(name) {
            return self.error(start, message, "a string to be printed").help(help);
        }
        self.error(start, "strings are not part of the rule language", "a string")
            .help(format!("write an atom between single quotes: {atom}"))
    }

    fn integer(&mut self, start: usize) -> Result<TokenKind, Diagnostic> {
        let digits = self.take_while(|c| c.is_ascii_digit());
        if let Some(error) = self.other_notation(start) {
            return Err(error);
        }
        let after = &self.rest();
        if after.starts_with('.') && after[1..].starts_with(|c: char| c.is_ascii_digit()) {
            self.at += 1;
            self.take_while(|c| c.is_ascii_digit());
            return Err(self
                .error(start, "numbers are whole numbers", "a fraction")
                .help("count in smaller units, such as hundredths"));
        }
        digits.parse().map(TokenKind::Int).map_err(|_| {
            self.error(start, "this number is too large", "does not fit in 64 bits")
                .help("the largest number is 9223372036854775807")
        })
    }

    /// A number that is not written in decimal: `0x1f`, `0'a`, `1_000`, `1e3`.
    fn other_notation(&mut self, start: usize) -> Option<Diagnostic> {
        if self.rest().starts_with("'") && self.rest()[1..].starts_with(goes_on) {
            self.at += 1;
        } else if !self.rest().starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            return None;
        }
        self.take_while(goes_on);
        let written = &self.text[start..self.at];
        let radix = |prefix: &str, radix: u32| {
            written.strip_prefix(prefix).and_then(|digits| i64::from_str_radix(digits, radix).ok())
        };
        let number = radix("0x", 16)
            .or_else(|| radix("0o", 8))
            .or_else(|| radix("0b", 2))
            .or_else(|| written.replace('_', "").parse().ok());
        let help = match number {
            Some(number) => format!("write {number}"),
            None => "write digits alone; a name begins with a letter".to_string(),
        };
        let message = format!("`{written}` is not a number of the rule language");
        Some(self.error(start, message, "numbers are written in decimal").help(help))
    }

    fn quoted(&mut self, start: usize) -> Result<TokenKind, Diagnostic> {
        self.at += 1;
        let mut name = String::new();
        loop {
            let Some(c) = self.peek() else {
                self.at = start + 1;
                return Err(self
                    .error(start, format!("this quoted atom {NEVER_CLOSED}"), "opened here")
                    .help("close it with a single quote; write a quote inside as \\'"));
            };
            self.at += c.len_utf8();
            match c {
                '\'' if self.peek() == Some('\'') => {
                    self.at += 1;
                    name.push('\'');
                }
                '\'' => return Ok(TokenKind::Atom { name, quoted: true }),
                '\\' => {
                    let escaped = self.peek();
                    self.at += escaped.map_or(0, char::len_utf8);
                    match escaped {
                        Some('n') => name.push('\n'),
                        Some('t') => name.push('\t'),
                        Some(c @ ('\\' | '\'' | '"' | '`')) => name.push(c),
                        _ => {
                            let error = self
                                .error(start, "unknown escape in a quoted atom", "in this atom")
                                .help("the escapes are \\n, \\t, \\\\ and \\'");
                            self.skip_quoted();
                            return Err(error);
                        }
                    }
                }
                '\n' => {
                    self.at = start + 1;
                    return Err(self
                        .error(
                            start,
                            "this quoted atom runs over the end of the line",
                            "opened here",
                        )
                        .help("close it with a single quote; write a line break inside as \\n"));
                }
                c => name.push(c),
            }
        }
    }

    /// Goes on behind the quote that closes an atom, if its line has one.
    fn skip_quoted(&mut self) {
        let line = self.rest().lines().next().unwrap_or_default();
        self.at += line.find('\'').map_or(0, |end| end + 1);
    }

    fn block_comment(&mut self, start: usize) -> Result<TokenKind, Diagnostic> {
        let inside = &self.rest()[2..];
        match inside.find("*/") {
            Some(length) if inside[..length].contains("/*") => {
                // As many ends as there are beginnings before the first.
                let begun = inside[..length].matches("/*").count();
                let ends = inside.match_indices("*/").take(begun + 1);
                self.at += 4 + ends.last().map_or(0, |(end, _)| end);
                Err(self
                    .error(start, "another comment begins inside of this one", "opened here")
                    .help("take the inner /* out: some Prolog systems would wait for two */"))
            }
            Some(length) => {
                let text = format!(" {}", inside[..length].trim());
                self.at += length + 4;
                Ok(TokenKind::Comment(text))
            }
            None => {
                self.at += 2;
                Err(self
                    .error(start, format!("this comment {NEVER_CLOSED}"), "opened here")
                    .help("close it with */"))
            }
        }
    }

    fn error(&self, start: usize, message: impl Into<String>, label: &str) -> Diagnostic {
        Diagnostic::error("syntax", self.span(start), message, label)
    }
}
/// How many bytes of blank space and comments a text begins with.
pub fn layout(text: &str) -> usize {
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        rest = if rest.starts_with('%') {
            rest.find('\n').map_or("", |end| &rest[end..])
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or("", |end| &rest[end + 2..])
        } else {
            return text.len() - rest.len();
        };
    }
}
