//! What a name stands for by where it stands: in a head, a goal, an argument of this or
//! that directive. Tokens are gone through with a stack of what is open, so that a
//! clause which is not finished is understood as far as it goes.

use std::ops::Range;

use super::{Role, Symbol, is_wrapper};
use crate::logic::Atom;
use crate::logic::program::Wrapper;
use crate::logic::syntax::lexer::{Token, TokenKind};
use crate::logic::syntax::operators;

/// What may stand at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Context {
    /// The head of a clause.
    Head,
    /// A goal of a body.
    Goal,
    /// A part of a comparison or of arithmetic.
    Expression,
    /// What is aggregated: `count`, `max(X)`.
    Aggregate,
    /// An argument of a relation: a value or a variable.
    Term,
    /// An action, such as inside of `legal`.
    Action,
    /// A state fact, such as inside of `add`.
    State,
    /// A directive.
    Directive,
    /// An action or state fact that is being declared.
    Template {
        /// Whether it is an action.
        is_action: bool,
    },
    /// The type of a declared column.
    ColumnType,
    /// A type that is being declared.
    NewType,
    /// A value of a type that is being declared.
    NewValue,
    /// An option that is being declared.
    NewOption,
    /// The name of an option.
    Option,
    /// A board.
    Board,
    /// A measure of a board.
    Measure,
    /// Relations as `name/arity`.
    Indicator {
        /// Whether there need not be clauses for them.
        declares: bool,
    },
    /// The name of a file.
    Path,
    /// A text that means nothing to the rules.
    Text,
}

/// Something that is open: a clause, a call, a parenthesis or a list.
#[derive(Clone, Debug)]
pub struct Frame {
    /// What may stand here.
    pub context: Context,
    /// Which argument it is, from 0.
    pub argument: usize,
    /// What is called, if it is a call.
    pub functor: Option<Atom>,
    /// Where the call itself stands.
    outer: Context,
    /// Whether an operator of arithmetic or comparison has been seen in this goal.
    in_expression: bool,
}

impl Frame {
    fn new(context: Context) -> Frame {
        Frame { context, argument: 0, functor: None, outer: context, in_expression: false }
    }
}

/// A parenthesis: how many arguments are in it, and the token that closes it.
#[derive(Clone, Copy)]
struct Parenthesis {
    arguments: usize,
    close: usize,
}

/// Words that stand where goals do, and are no relations.
const CONSTRUCTS: [&str; 8] =
    ["aggregate_all", "forall", "option", "true", "findall", "setof", "bagof", "after"];

/// Goes through the tokens of a clause.
pub struct Walk<'a> {
    text: &'a str,
    tokens: &'a [Token],
    parentheses: Vec<Option<Parenthesis>>,
    at: usize,
    frames: Vec<Frame>,
}

impl<'a> Walk<'a> {
    /// From the first token of a clause.
    pub fn new(text: &'a str, tokens: &'a [Token]) -> Walk<'a> {
        let frames = vec![Frame::new(Context::Head)];
        Walk { text, tokens, parentheses: parentheses(tokens), at: 0, frames }
    }

    /// What is open in the end, the innermost last.
    pub fn into_frames(self) -> Vec<Frame> {
        self.frames
    }

    /// The next name, in the clause of that number.
    pub fn next_name(&mut self, clause: usize) -> Option<(Symbol, Role, Range<usize>)> {
        while let Some(token) = self.tokens.get(self.at) {
            let index = self.at;
            self.at += 1;
            let bytes = token.span.range();
            match &token.kind {
                TokenKind::Var(name) if name != "_" => {
                    let symbol = Symbol::Variable(Atom::new(name), clause);
                    return Some((symbol, Role::Uses, bytes));
                }
                TokenKind::Atom { name, quoted } => {
                    if let Some((symbol, role)) = self.atom(index, name, *quoted) {
                        return Some((symbol, role, bytes));
                    }
                }
                TokenKind::Punct(sign) => self.sign(*sign),
                _ => {}
            }
        }
        None
    }

    fn top(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the clause itself is never closed")
    }

    fn sign(&mut self, sign: char) {
        match sign {
            '(' | '[' => {
                let context = self.top().context;
                self.frames.push(Frame::new(context));
            }
            ')' | ']' if self.frames.len() > 1 => _ = self.frames.pop(),
            ',' => {
                let top = self.top();
                top.argument += 1;
                top.in_expression = false;
                if let Some(functor) = top.functor {
                    top.context = argument(top.outer, functor.as_str(), top.argument);
                }
            }
            _ => {}
        }
    }

    fn atom(&mut self, index: usize, name: &str, quoted: bool) -> Option<(Symbol, Role)> {
        let call = self.opens_call(index);
        let atom = Atom::new(name);
        if !quoted && call.is_none() && operators::is_operator(name) {
            return self.operator(index, atom);
        }
        let mut context = self.top().context;
        let is_last = call.map_or(index, |call| call.close);
        if context == Context::Goal && (self.top().in_expression || self.is_operand(is_last)) {
            context = Context::Expression;
        }
        let arity = call.map_or(0, |call| call.arguments);
        let found = self.meaning(index, atom, arity, context);
        if call.is_some() {
            self.at += 1;
            self.frames.push(Frame {
                context: argument(context, name, 0),
                functor: Some(atom),
                outer: context,
                ..Frame::new(context)
            });
        }
        found
    }

    /// The parenthesis of the call that a token begins.
    fn opens_call(&self, index: usize) -> Option<Parenthesis> {
        let next = self.tokens.get(index + 1)?;
        if next.spaced { None } else { self.parentheses[index + 1] }
    }

    /// Whether an operator follows that makes a value of what ends at a token.
    fn is_operand(&self, last: usize) -> bool {
        let next = self.tokens.get(last + 1..).unwrap_or_default().iter();
        let next =
            next.map(|token| &token.kind).find(|kind| !matches!(kind, TokenKind::Comment(_)));
        match next {
            Some(TokenKind::Atom { name, quoted: false }) => {
                operators::infix(name).is_some() && !matches!(name.as_str(), ":-" | ";" | "->")
            }
            _ => false,
        }
    }

    fn operator(&mut self, index: usize, name: Atom) -> Option<(Symbol, Role)> {
        let is_first = index == 0;
        let is_outermost = self.frames.len() == 1;
        let top = self.top();
        match name.as_str() {
            ":-" if is_outermost => {
                top.context = if is_first { Context::Directive } else { Context::Goal };
                top.in_expression = false;
            }
            "\\+" | ";" | "->" => top.in_expression = false,
            word if top.context == Context::Directive && operators::takes_commas(word) => {
                top.context = Context::Indicator { declares: word == "dynamic" };
                return Some((Symbol::Directive(name), Role::Uses));
            }
            _ => top.in_expression = true,
        }
        Some((Symbol::Word(name), Role::Uses))
    }

    fn meaning(
        &self,
        index: usize,
        name: Atom,
        arity: usize,
        context: Context,
    ) -> Option<(Symbol, Role)> {
        let meant = match context {
            Context::Head => (Symbol::Relation(name, arity), Role::Defines),
            Context::Goal if CONSTRUCTS.contains(&name.as_str()) => {
                (Symbol::Word(name), Role::Uses)
            }
            Context::Goal | Context::State => (Symbol::Relation(name, arity), Role::Uses),
            Context::Action => (Symbol::Action(name, arity), Role::Uses),
            Context::Expression | Context::Term if arity == 0 => (Symbol::Value(name), Role::Uses),
            Context::Expression | Context::Term | Context::Aggregate | Context::Board => {
                (Symbol::Word(name), Role::Uses)
            }
            Context::Directive => (Symbol::Directive(name), Role::Uses),
            Context::Template { is_action: true } => (Symbol::Action(name, arity), Role::Declares),
            Context::Template { .. } => (Symbol::Relation(name, arity), Role::Declares),
            Context::ColumnType => (Symbol::Type(name), Role::Uses),
            Context::NewType => (Symbol::Type(name), Role::Declares),
            Context::NewValue => (Symbol::Value(name), Role::Declares),
            Context::NewOption => (Symbol::Option(name), Role::Declares),
            Context::Option | Context::Measure => (Symbol::Option(name), Role::Uses),
            Context::Indicator { declares } => {
                let role = if declares { Role::Declares } else { Role::Uses };
                (Symbol::Relation(name, self.indicated(index)?), role)
            }
            Context::Path => (Symbol::Path(name), Role::Uses),
            Context::Text => return None,
        };
        Some(meant)
    }

    /// The number behind a name, as in `parent/2`.
    fn indicated(&self, index: usize) -> Option<usize> {
        match self.tokens.get(index + 1..index + 3)? {
            [slash, Token { kind: TokenKind::Int(arity), .. }]
                if &self.text[slash.span.range()] == "/" =>
            {
                usize::try_from(*arity).ok()
            }
            _ => None,
        }
    }
}

/// What stands in an argument of a call that stands in a context.
fn argument(outer: Context, functor: &str, index: usize) -> Context {
    match outer {
        Context::Head | Context::Goal => match (functor, index) {
            (word, 0) if is_wrapper(word) => {
                let of_actions =
                    Wrapper::ALL.iter().any(|known| known.name() == word && known.of_actions());
                if of_actions { Context::Action } else { Context::State }
            }
            _ if outer == Context::Head => Context::Term,
            ("aggregate_all", 0) => Context::Aggregate,
            ("aggregate_all", 1) | ("forall", _) | ("\\+", _) => Context::Goal,
            ("findall" | "setof" | "bagof" | "after", 1) => Context::Goal,
            ("after", 0) => Context::Action,
            ("option", 0) => Context::Option,
            _ => Context::Term,
        },
        Context::Directive => match (functor, index) {
            ("title", _) => Context::Text,
            ("board", 0) => Context::Board,
            ("players", 0) | ("type", 1) => Context::NewValue,
            ("type", 0) => Context::NewType,
            ("option", 0) => Context::NewOption,
            ("weight", 0) => Context::NewValue,
            ("state" | "memory", 0) => Context::Template { is_action: false },
            ("action", 0) => Context::Template { is_action: true },
            ("dynamic", _) | ("facts", 0) => Context::Indicator { declares: true },
            ("opaque" | "discontiguous" | "multifile" | "table", _) => {
                Context::Indicator { declares: false }
            }
            ("include", 0) | ("facts", 1) => Context::Path,
            ("facts", _) => Context::Text,
            ("notation", 0) => Context::Action,
            ("notation", 2) => Context::Goal,
            _ => Context::Term,
        },
        Context::Template { .. } => Context::ColumnType,
        Context::Aggregate | Context::Expression => Context::Expression,
        Context::Board if functor == "graph" => Context::Term,
        Context::Board => Context::Measure,
        _ => Context::Term,
    }
}

/// For each token that opens a parenthesis, what is known of that.
fn parentheses(tokens: &[Token]) -> Vec<Option<Parenthesis>> {
    let mut found = vec![None; tokens.len()];
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Punct('(' | '[') => open.push((index, 1)),
            TokenKind::Punct(')' | ']') => {
                if let Some((begin, arguments)) = open.pop() {
                    found[begin] = Some(Parenthesis { arguments, close: index });
                }
            }
            TokenKind::Punct(',') => {
                if let Some((_, arguments)) = open.last_mut() {
                    *arguments += 1;
                }
            }
            _ => {}
        }
    }
    for (begin, arguments) in open {
        found[begin] = Some(Parenthesis { arguments, close: tokens.len() });
    }
    for (index, token) in tokens.iter().enumerate() {
        if token.kind != TokenKind::Punct('(') {
            found[index] = None;
        }
    }
    found
}
