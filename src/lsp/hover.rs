//! What a name means: a relation's description and columns, what a type holds, how a
//! directive is written. From the texts as they are now; types of columns come from the
//! last version without errors.

use std::sync::Arc;

use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};

use super::analysis::{Clause, Occurrence, Role, Symbol, is_wrapper};
use super::documents::Document;
use super::project::{Project, Template};
use super::reference;
use crate::logic::Atom;
use crate::logic::check::declarations::DIRECTION;
use crate::logic::program::{Name, Origin, Program, RelationId};
use crate::repl::help::language::{self, Construct};

/// This many values of a type are listed, and this many places of clauses.
const MOST_LISTED: usize = 12;

/// What there is to say about the name at a byte.
pub fn hover(
    project: &Project,
    program: Option<&Program>,
    document: &Arc<Document>,
    offset: usize,
) -> Option<Hover> {
    let name = document.analysis().name_at(offset)?;
    let said = Told { project, program }.about(document, name)?;
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: said });
    Some(Hover { contents, range: Some(document.range(name.bytes.clone())) })
}

/// Rule text as Markdown.
fn code(text: &str) -> String {
    format!("```prolog\n{text}\n```")
}

/// What the help of the prompt says about a construct.
pub fn construct(construct: &Construct) -> String {
    format!("{}\n\n{}", code(construct.usage), construct.text.replace('\n', " "))
}

/// What the reference says about a directive or relation.
pub fn entry(entry: &reference::Entry) -> String {
    format!("{}\n\n{}", code(entry.usage), entry.text)
}

/// What is known of the names of a project.
pub struct Told<'a> {
    /// The texts.
    pub project: &'a Project,
    /// The last program without errors.
    pub program: Option<&'a Program>,
}

impl Told<'_> {
    fn about(&self, document: &Arc<Document>, name: &Occurrence) -> Option<String> {
        match name.symbol {
            Symbol::Relation(relation, arity) => self.relation(relation, arity),
            Symbol::Action(action, _) => self.template(action, true).map(|it| self.action(&it)),
            Symbol::Variable(variable, _) => Some(self.variable(document, name, variable)),
            Symbol::Type(ty) => self.type_named(ty),
            Symbol::Value(value) => self.value(value),
            Symbol::Option(option) => self.option(option),
            Symbol::Directive(directive) => reference::directive(directive.as_str()).map(entry),
            Symbol::Path(_) => None,
            Symbol::Word(word) => language::find(word.as_str())
                .map(construct)
                .or_else(|| reference::relations().find(|it| it.name == word.as_str()).map(entry)),
        }
    }

    fn template(&self, name: Atom, is_action: bool) -> Option<Template<'_>> {
        let mut templates = self.project.templates();
        templates.find(|it| it.name.symbol.name() == name && (it.word == "action") == is_action)
    }

    /// The relation's number in the last program without errors.
    fn known(&self, name: Atom, arity: usize) -> Option<(&Program, RelationId)> {
        let program = self.program?;
        Some((program, program.relations.find(Name::Plain(name), arity)?))
    }

    /// What there is to say about a relation, or about others of its name.
    pub fn relation(&self, name: Atom, arity: usize) -> Option<String> {
        self.exactly(name, arity).or_else(|| self.alike(name))
    }

    /// What there is to say about a relation with that number of columns.
    fn exactly(&self, name: Atom, arity: usize) -> Option<String> {
        if let Some(template) = self.template(name, false)
            && template.name.symbol == Symbol::Relation(name, arity)
        {
            return Some(self.state(&template));
        }
        let symbol = Symbol::Relation(name, arity);
        let clauses: Vec<_> = self.project.clauses_for(symbol, None).collect();
        let known = self.known(name, arity);
        let built_in = reference::relation(name.as_str(), arity);
        let mut said = Vec::new();
        match (&clauses[..], built_in, known) {
            (_, Some(built_in), _) if is_wrapper(name.as_str()) || clauses.is_empty() => {
                said.push(entry(built_in));
                let construct = language::find(name.as_str()).filter(|_| is_wrapper(name.as_str()));
                said.extend(construct.map(|construct| construct.text.replace('\n', " ")));
            }
            ([(document, clause, _), ..], built_in, known) => {
                let signature = known.map(|(program, id)| program.signature(id));
                said.push(code(&signature.unwrap_or_else(|| head(document, clause).into())));
                let comment = clauses.iter().find_map(|(_, clause, _)| clause.comment.clone());
                said.extend(comment);
                said.extend(built_in.map(|entry| format!("Hornet asks for it: {}.", entry.text)));
            }
            ([], _, Some((program, id))) => {
                said.push(code(&program.signature(id)));
                said.extend(program.relations[id].doc.clone());
            }
            ([], _, None) => return None,
        }
        said.extend(known.and_then(|(program, id)| columns(program, id)));
        if !clauses.is_empty() && !is_wrapper(name.as_str()) {
            said.push(places(&clauses));
        } else if known.is_some_and(|(program, id)| program.relations[id].origin != Origin::Rules) {
            said.push("Built in.".into());
        }
        Some(said.join("\n\n"))
    }

    /// What is known by that name with other numbers of columns.
    fn alike(&self, name: Atom) -> Option<String> {
        let mut arities: Vec<usize> = self
            .project
            .names()
            .filter_map(|(_, other)| match other.symbol {
                Symbol::Relation(other_name, arity)
                    if other_name == name && other.role != Role::Uses =>
                {
                    Some(arity)
                }
                _ => None,
            })
            .collect();
        arities.extend(
            reference::relations().filter(|it| it.name == name.as_str()).map(|it| it.arity()),
        );
        arities.sort_unstable();
        arities.dedup();
        let said = arities.into_iter().filter_map(|arity| self.exactly(name, arity));
        let said: Vec<String> = said.collect();
        (!said.is_empty()).then(|| said.join("\n\n---\n\n"))
    }

    fn state(&self, template: &Template) -> String {
        let what = match template.word {
            "memory" => "A fact of the position that does not tell positions apart",
            _ => "A fact of the position",
        };
        self.declared(template, what)
    }

    fn action(&self, template: &Template) -> String {
        self.declared(template, "An action")
    }

    fn declared(&self, template: &Template, what: &str) -> String {
        let (document, name) = (template.document, template.name.symbol.name());
        let columns: Vec<String> = template.columns.iter().map(Atom::to_string).collect();
        let usage = match columns.is_empty() {
            true => name.to_string(),
            false => format!("{name}({})", columns.join(", ")),
        };
        let mut said = vec![code(&usage)];
        said.extend(template.clause.comment.clone());
        said.push(format!("{what}, declared at {}.", place(document, template.clause)));
        said.join("\n\n")
    }

    fn variable(&self, document: &Arc<Document>, name: &Occurrence, variable: Atom) -> String {
        let clause = document.analysis().clause_of(name);
        let ty = self.program.and_then(|program| {
            let own = document.name();
            let rule = program.rules.iter().find(|rule| {
                let file = program.sources.file(rule.span.file);
                rule.span.start as usize == clause.bytes.start
                    && file.name == own
                    && *file.text == *document.text
            })?;
            let found = rule.variables.iter().find(|known| known.shown() == variable.as_str())?;
            Some(program.declarations.type_name(found.ty))
        });
        let said = match ty {
            Some(ty) => format!("A variable: {ty}."),
            None => "A variable of this clause.".into(),
        };
        format!("{}\n\n{said}", code(variable.as_str()))
    }

    fn type_named(&self, name: Atom) -> Option<String> {
        let declared = self.project.types().find(|declared| declared.name == name);
        let said = match (declared, name.as_str()) {
            (Some(declared), _) => {
                let values: Vec<String> =
                    declared.values.iter().map(|value| value.symbol.name().to_string()).collect();
                format!("A type: {}.", listed(&values))
            }
            (None, "int") => "Whole numbers.".into(),
            (None, "cell") => "The cells of the board.".into(),
            (None, "atom") => "Atoms of any kind.".into(),
            (None, "player") => "The players.".into(),
            (None, "direction") => {
                let values = self.program?.declarations.values(DIRECTION);
                let values: Vec<String> = values.iter().map(Atom::to_string).collect();
                format!("The directions of the board: {}.", listed(&values))
            }
            _ => return None,
        };
        Some(format!("{}\n\n{said}", code(&name.to_string())))
    }

    fn value(&self, value: Atom) -> Option<String> {
        let has_it = |values: &[&Occurrence]| values.iter().any(|it| it.symbol.name() == value);
        let types: Vec<String> = self
            .project
            .types()
            .filter(|declared| has_it(&declared.values))
            .map(|declared| format!("`{}`", declared.name))
            .collect();
        if !types.is_empty() {
            return Some(format!(
                "{}\n\nA value of {}.",
                code(&value.to_string()),
                types.join(", ")
            ));
        }
        if let Some(said) = self.weight(value) {
            return Some(said);
        }
        // Reasons have messages.
        let reason = self.project.documents.iter().find_map(|document| {
            let analysis = document.analysis();
            analysis.clauses().iter().find_map(|clause| match analysis.names_of(clause) {
                [head, reason, message]
                    if head.symbol.name().as_str() == "reason"
                        && reason.symbol == Symbol::Value(value) =>
                {
                    Some((message.symbol.name(), place(document, clause)))
                }
                _ => None,
            })
        });
        reason.map(|(message, at)| {
            format!(
                "{}\n\n{}\n\nA reason, told at {at}.",
                code(&value.to_string()),
                message.as_str()
            )
        })
    }

    fn weight(&self, name: Atom) -> Option<String> {
        let (document, clause, _) = self.project.weights().find(|(_, _, known)| *known == name)?;
        let mut said = vec![code(&document.text[clause.bytes.clone()])];
        said.extend(clause.comment.clone());
        said.push(format!("A weight, declared at {}.", place(document, clause)));
        Some(said.join("\n\n"))
    }

    fn option(&self, name: Atom) -> Option<String> {
        let mut options = self.project.options();
        let (document, clause, ..) = options.find(|(_, _, known, _)| *known == name)?;
        let mut said = vec![code(&document.text[clause.bytes.clone()])];
        said.extend(clause.comment.clone());
        said.push(format!("An option, declared at {}.", place(document, clause)));
        Some(said.join("\n\n"))
    }
}

/// The head of a clause, as it is written.
fn head<'a>(document: &'a Document, clause: &Clause) -> &'a str {
    let text = &document.text[clause.bytes.clone()];
    text.split_once(":-").map_or(text, |(head, _)| head).trim_end().trim_end_matches('.')
}

fn columns(program: &Program, id: RelationId) -> Option<String> {
    let relation = &program.relations[id];
    let columns = program.column_names(id).into_iter().zip(&relation.columns);
    let columns: Vec<String> = columns
        .map(|(name, ty)| match ty.map(|ty| program.declarations.type_word(ty)) {
            Some(word) if !name.eq_ignore_ascii_case(word) => format!("`{name}` ({word})"),
            _ => format!("`{name}`"),
        })
        .collect();
    (!columns.is_empty()).then(|| format!("Columns: {}", columns.join(", ")))
}

fn listed(values: &[String]) -> String {
    let mut shown: Vec<String> =
        values.iter().take(MOST_LISTED).map(|value| format!("`{value}`")).collect();
    if values.len() > MOST_LISTED {
        shown.push(format!("and {} more", values.len() - MOST_LISTED));
    }
    shown.join(", ")
}

fn place(document: &Document, clause: &Clause) -> String {
    format!("{}:{}", document.short_name(), document.line(clause.bytes.start) + 1)
}

/// Where clauses stand: `tanks.pl:86`, `tanks.pl:91`.
fn places(clauses: &[(&Arc<Document>, &Clause, &Occurrence)]) -> String {
    let all: Vec<String> =
        clauses.iter().map(|(document, clause, _)| place(document, clause)).collect();
    let number = match all.len() {
        1 => "the clause at".into(),
        many => format!("{many} clauses:"),
    };
    format!("Derived by {number} {}.", listed(&all).replace('`', ""))
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use lsp_types::Uri;

    use super::*;
    use crate::lsp::documents::Documents;
    use crate::lsp::project::Roots;

    /// What is said about the first place of `name` in a text that was never checked.
    fn said(text: &str, name: &str) -> String {
        let mut documents = Documents::default();
        let uri = Uri::from_str("untitled:game").unwrap();
        let document = documents.open(uri, 1, text.into());
        let project = Project::of(&documents, &Roots::default(), &document);
        let found = hover(&project, None, &document, text.find(name).unwrap());
        match found.map(|hover| hover.contents) {
            Some(HoverContents::Markup(markup)) => markup.value,
            _ => String::new(),
        }
    }

    #[test]
    fn a_weight_is_told_by_its_declaration() {
        let text = ":- weight(tempo, 3, 0, 9). % What the turn counts.\n\
                    value(P, N) :- turn(P), weight(tempo, N).\n";
        let told = said(text, "tempo, N");
        assert!(
            told.contains("What the turn counts.") && told.contains("weight(tempo, 3"),
            "{told}"
        );
        assert!(said(text, "weight(tempo, N").contains("the weight `Name` has the value"));
    }

    #[test]
    fn without_a_program_the_text_says_what_it_can() {
        let text = "p :- q(a), step(_, _, _), q(b, c).\n% A thing.\nq(X) :- r(X).\nq(d).";
        assert!(said(text, "q(a)").contains("A thing."));
        assert!(said(text, "q(a)").contains("2 clauses: game:3, game:4"), "{}", said(text, "q(a)"));
        assert!(said(text, "q(b").contains("A thing."), "with another number of columns");
        assert!(said(text, "step").contains("one step in direction"));
    }

    #[test]
    fn a_relation_that_is_only_named_is_not_described() {
        assert_eq!(said("p :- q(a).\n:- dynamic q/2.", "q(a)"), "");
        let broken = said(":- state(p(cell, 1)).\nq :- p(X).", "p(X)");
        assert!(broken.contains("A fact of the position"), "{broken}");
    }
}
