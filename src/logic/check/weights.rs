//! Weights as rule files declare them: integers in a range by which rules judge a
//! position. They are given to rules when a game is loaded, so that they can be
//! changed, and tuned, without another reading of the rules.

use super::declarations::{Declarations, atom, twice, wanted};
use super::diagnostic::Diagnostic;
use crate::logic::Atom;
use crate::logic::syntax::source::Span;
use crate::logic::syntax::term::{Term, TermKind};

/// The relation by which rules ask for weights.
pub const WEIGHT: &str = "weight";

/// `:- weight(heavy, 150, 0, 400).`
#[derive(Clone, Debug)]
pub struct WeightDecl {
    /// Its name.
    pub name: Atom,
    /// Its value where nobody chooses one.
    pub default: i64,
    /// The least value it may have.
    pub least: i64,
    /// The largest.
    pub most: i64,
    /// What the comment behind or above it says.
    pub doc: Option<String>,
    /// Where it is declared.
    pub span: Span,
    /// Where its default stands.
    pub default_span: Span,
}

impl WeightDecl {
    /// Whether it may have that value.
    pub fn allows(&self, value: i64) -> bool {
        (self.least..=self.most).contains(&value)
    }

    /// The values that it may have, in words: `from 0 to 400`.
    pub fn choices(&self) -> String {
        format!("from {} to {}", self.least, self.most)
    }

    /// As it is declared, with another default.
    pub fn directive(&self, value: i64) -> String {
        format!(":- weight({}, {value}, {}, {}).", self.name, self.least, self.most)
    }
}

impl Declarations {
    /// The weight of that name.
    pub fn weight_named(&self, name: &str) -> Option<&WeightDecl> {
        self.weights.iter().find(|weight| weight.name.as_str() == name)
    }

    /// Takes in a weight.
    pub(super) fn weight(
        &mut self,
        [name, default, least, most]: [&Term; 4],
        term: &Term,
        earlier: &[&Term],
    ) -> Result<(), Diagnostic> {
        let name = atom(name, "a weight's name", "heavy")?;
        let default_span = default.span;
        let range = least.span.to(most.span);
        let [default, least, most] =
            [number(default, "150")?, number(least, "0")?, number(most, "400")?];
        if least > most {
            let message = format!("there is no value in the range of weight `{name}`");
            return Err(Diagnostic::error("declaration", range, message, "the allowed values")
                .help(format!("the least value comes first: {most}, {least}")));
        }
        let weight =
            WeightDecl { name, default, least, most, doc: None, span: term.span, default_span };
        if !weight.allows(default) {
            return Err(Diagnostic::error(
                "declaration",
                default_span,
                format!("the default of weight `{name}` is out of its range"),
                format!("{default} is not {}", weight.choices()),
            )
            .help("choose one that is in it, or another range"));
        }
        if self.weight_named(name.as_str()).is_some() {
            return Err(twice(term, earlier));
        }
        if let Some(option) = self.options.iter().find(|option| option.name == name) {
            return Err(named_alike(name, term.span, option.span));
        }
        self.weights.push(weight);
        Ok(())
    }
}

/// An option and a weight of one name: who chooses a value names neither.
pub(super) fn named_alike(name: Atom, here: Span, first: Span) -> Diagnostic {
    let message = format!("an option and a weight are both called `{name}`");
    Diagnostic::error("declaration", here, message, "declared here")
        .also(first, "and here")
        .help("give one of them another name: a value is chosen for either by its name")
}

fn number(term: &Term, example: &str) -> Result<i64, Diagnostic> {
    match term.kind {
        TermKind::Int(number) => Ok(number),
        _ => Err(wanted(term, "an integer", example)),
    }
}
