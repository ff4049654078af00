//! What may stand where the cursor is: relations with their columns and descriptions,
//! directives behind `:-`, types, values, and the variables of the clause.

use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, InsertTextFormat,
    MarkupContent, MarkupKind, Range, TextEdit,
};
use rustc_hash::FxHashMap;

use super::analysis::{Clause, Context, Frame, Occurrence, Role, Symbol, is_wrapper};
use super::documents::Document;
use super::hover;
use super::project::{Project, Template};
use super::reference;
use crate::game::folder_of;
use crate::logic::Atom;
use crate::logic::check::types::Type;
use crate::logic::program::{Name, Program, Relation, Wrapper};
use crate::logic::syntax::identifier::goes_on;
use crate::repl::help::language;

/// More files of a folder are not offered.
const MOST_FILES: usize = 200;

/// What can be typed at a place.
pub struct Completer<'a> {
    /// The texts.
    pub project: &'a Project,
    /// The last program without errors.
    pub program: Option<&'a Program>,
    /// The text being typed.
    pub document: &'a Arc<Document>,
    /// Whether the editor has places to fill in.
    pub has_snippets: bool,
}

/// Where the word at the cursor begins.
fn word_start(text: &str, offset: usize) -> usize {
    let word = text[..offset].chars().rev().take_while(|c| goes_on(*c));
    offset - word.map(char::len_utf8).sum::<usize>()
}

/// An entry, before it is known what it replaces.
struct Item {
    /// What is typed.
    text: String,
    /// What is called with arguments, the names of these.
    columns: Vec<String>,
    kind: CompletionItemKind,
    detail: Option<String>,
    documentation: Option<String>,
}

impl Item {
    fn new(text: impl Into<String>, kind: CompletionItemKind) -> Item {
        Item { text: text.into(), columns: Vec::new(), kind, detail: None, documentation: None }
    }

    fn detail(mut self, detail: impl Into<String>) -> Item {
        self.detail = Some(detail.into());
        self
    }

    fn told(mut self, documentation: Option<String>) -> Item {
        self.documentation = documentation;
        self
    }

    fn columns(mut self, columns: Vec<String>) -> Item {
        self.columns = columns;
        self
    }

    fn label(&self) -> String {
        match self.columns.is_empty() {
            true => self.text.clone(),
            false => format!("{}({})", self.text, self.columns.join(", ")),
        }
    }
}

impl Completer<'_> {
    /// What can be typed at a byte.
    pub fn at(&self, offset: usize) -> Vec<CompletionItem> {
        let (text, analysis) = (&self.document.text, self.document.analysis());
        if let Some(paths) = self.paths(offset) {
            return paths;
        }
        let start = word_start(text, offset);
        let Some(frames) = analysis.frames_at(text, start) else { return Vec::new() };
        let range = self.document.range(start..offset);
        let is_called = text[offset..].starts_with('(');
        let finish = |item| self.finished(item, range, is_called);
        let frame = frames.last().expect("the clause is always there");
        let mut seen = BTreeSet::new();
        let items = self.items(frame, start).into_iter();
        items.filter(|item| seen.insert(item.label())).map(finish).collect()
    }

    fn items(&self, frame: &Frame, start: usize) -> Vec<Item> {
        match frame.context {
            Context::Directive => self.directives(),
            Context::Head => self.heads(),
            Context::Goal => {
                let mut items = self.variables(start);
                items.extend(self.relations());
                items.extend(constructs());
                items
            }
            Context::Action => {
                let mut items = self.variables(start);
                items.extend(self.templates(true));
                items
            }
            Context::State => {
                let mut items = self.variables(start);
                items.extend(self.templates(false));
                items
            }
            Context::ColumnType => self.types(),
            Context::Option | Context::Measure => self.options(),
            Context::Indicator { .. } => self.indicators(),
            Context::Board => ["square", "hex", "rhombus", "graph"]
                .into_iter()
                .map(|shape| Item::new(shape, CompletionItemKind::KEYWORD).detail("a board"))
                .collect(),
            Context::Term | Context::Expression => {
                let mut items = self.variables(start);
                items.extend(self.values(frame));
                if frame.context == Context::Expression {
                    items.extend(functions());
                }
                items
            }
            Context::Aggregate => ["count", "sum", "max", "min"]
                .into_iter()
                .map(|word| {
                    let told = language::find("aggregate_all").map(hover::construct);
                    Item::new(word, CompletionItemKind::KEYWORD).told(told)
                })
                .collect(),
            _ => Vec::new(),
        }
    }

    fn directives(&self) -> Vec<Item> {
        let item = |entry: &reference::Entry| {
            Item::new(entry.name, CompletionItemKind::KEYWORD)
                .detail(entry.usage)
                .told(Some(hover::entry(entry)))
        };
        reference::directives().map(item).collect()
    }

    /// What a clause may begin with: its own relations, and those that Hornet asks for.
    fn heads(&self) -> Vec<Item> {
        let may_define = |entry: &&reference::Entry| {
            let is_supposed = Wrapper::find(entry.name, entry.arity())
                .is_some_and(|wrapper| wrapper.is_supposed());
            let is_given = ["cell", "step", "row", "column", "player", "opponent", "direction"]
                .into_iter()
                .chain(["option", "weight", "turn_number", "repetitions"])
                .chain(["opposite", "straight", "diagonal"])
                .any(|name| name == entry.name);
            !is_supposed && !is_given
        };
        let mut items = self.own_relations();
        items.extend(reference::relations().filter(may_define).map(asked));
        items
    }

    /// What a goal may ask.
    fn relations(&self) -> Vec<Item> {
        let mut items = self.own_relations();
        items.extend(self.templates(false));
        let types = self.project.types().map(|declared| {
            Item::new(declared.name.to_string(), CompletionItemKind::ENUM)
                .columns(vec![capitalised(declared.name.as_str())])
                .detail("a declared type")
        });
        items.extend(types);
        items.extend(reference::relations().map(asked));
        items
    }

    /// The relations that clauses define or directives name.
    fn own_relations(&self) -> Vec<Item> {
        let mut found = IndexedItems::default();
        for (document, name) in self.project.names() {
            let Symbol::Relation(relation, arity) = name.symbol else { continue };
            let is_wanted = match name.role {
                Role::Defines => !is_wrapper(relation.as_str()),
                Role::Declares => true,
                Role::Uses => false,
            };
            if !is_wanted {
                continue;
            }
            let item = found.entry((relation, arity), || {
                Item::new(relation.to_string(), CompletionItemKind::FUNCTION)
                    .detail(format!("{relation}/{arity}"))
                    .columns(self.columns(document, name, relation, arity))
            });
            if item.documentation.is_none() {
                item.documentation = document.analysis().clause_of(name).comment.clone();
            }
        }
        found.items
    }

    /// Names for the columns of a relation: those of the variables in the head of this
    /// clause, or of the last program without errors.
    fn columns(
        &self,
        document: &Document,
        name: &Occurrence,
        relation: Atom,
        arity: usize,
    ) -> Vec<String> {
        let analysis = document.analysis();
        let variables = analysis.names_of(analysis.clause_of(name)).iter();
        let variables: Vec<String> = variables
            .take_while(|other| !matches!(other.symbol, Symbol::Word(_)))
            .filter(|other| matches!(other.symbol, Symbol::Variable(..)))
            .map(|other| other.symbol.name().as_str().to_string())
            .collect();
        if variables.len() == arity {
            return variables;
        }
        let known = self.program.and_then(|program| {
            let id = program.relations.find(Name::Plain(relation), arity)?;
            Some(program.column_names(id))
        });
        match known {
            Some(known) => known.into_iter().map(capitalised).collect(),
            None => vec!["_".into(); arity],
        }
    }

    fn templates(&self, is_action: bool) -> Vec<Item> {
        let templates = self.project.templates();
        let wanted = templates.filter(|template| (template.word == "action") == is_action);
        let item = |template: Template| {
            let name = template.name.symbol.name();
            let kind = match is_action {
                true => CompletionItemKind::EVENT,
                false => CompletionItemKind::FIELD,
            };
            let columns = template.columns.iter().map(|ty| capitalised(ty.as_str())).collect();
            Item::new(name.to_string(), kind)
                .detail(if is_action { "an action" } else { "a state fact" })
                .told(template.clause.comment.clone())
                .columns(columns)
        };
        wanted.map(item).collect()
    }

    fn types(&self) -> Vec<Item> {
        let given = ["cell", "int", "player", "direction", "atom"].into_iter();
        let own = self.project.types().map(|declared| declared.name.as_str()).collect::<Vec<_>>();
        given
            .chain(own)
            .map(|name| {
                Item::new(Atom::new(name).to_string(), CompletionItemKind::ENUM).detail("a type")
            })
            .collect()
    }

    fn options(&self) -> Vec<Item> {
        let options = self.project.options();
        let item = |clause: &Clause, name: Atom| {
            Item::new(name.to_string(), CompletionItemKind::CONSTANT)
                .detail("an option")
                .told(clause.comment.clone())
        };
        options.map(|(_, clause, name, _)| item(clause, name)).collect()
    }

    fn indicators(&self) -> Vec<Item> {
        let items = self.own_relations().into_iter();
        let bare = |item: Item| {
            let text = format!("{}/{}", item.text, item.columns.len());
            Item { text, columns: Vec::new(), ..item }
        };
        items.map(bare).collect()
    }

    /// The variables of the clause around a byte, but for a word that is only being typed.
    fn variables(&self, start: usize) -> Vec<Item> {
        let analysis = self.document.analysis();
        let Some(clause) = analysis.clause_at(start).or_else(|| {
            // Behind the last word of a clause that does not end yet.
            analysis.clauses().iter().rposition(|clause| clause.bytes.end <= start)
        }) else {
            return Vec::new();
        };
        let names = analysis.names_of(&analysis.clauses()[clause]).iter();
        let variables: BTreeSet<Atom> = names
            .filter(|name| name.bytes.start != start)
            .filter_map(|name| match name.symbol {
                Symbol::Variable(variable, _) => Some(variable),
                _ => None,
            })
            .collect();
        variables
            .into_iter()
            .map(|name| Item::new(name.as_str(), CompletionItemKind::VARIABLE))
            .collect()
    }

    /// The values that may stand in an argument: those of its type where that is known,
    /// or else all that are declared.
    fn values(&self, frame: &Frame) -> Vec<Item> {
        let item = |value: Atom, ty: &str| {
            Item::new(value.to_string(), CompletionItemKind::ENUM_MEMBER).detail(ty)
        };
        if frame.functor.is_some_and(|name| name.as_str() == "option") {
            let options = self.project.options();
            return options
                .flat_map(|(_, _, name, values)| {
                    values.into_iter().map(move |value| item(value, name.as_str()))
                })
                .collect();
        }
        let is_weight = |name: Atom| name.as_str() == "weight" && frame.argument == 0;
        if frame.functor.is_some_and(is_weight) && self.project.weights().next().is_some() {
            let weights = self.project.weights();
            return weights
                .map(|(_, clause, name)| item(name, "a weight").told(clause.comment.clone()))
                .collect();
        }
        match self.wanted(frame) {
            Some(wanted) => {
                let declared = self.project.types().find(|declared| declared.name == wanted);
                if let Some(declared) = declared {
                    let values = declared.values.iter();
                    return values.map(|it| item(it.symbol.name(), wanted.as_str())).collect();
                }
                let given = self.program.and_then(|program| {
                    let enums = &program.declarations.enums;
                    enums.iter().find(|known| known.name == wanted)
                });
                let values = given.map_or(&[][..], |known| &known.values);
                values.iter().map(|value| item(*value, wanted.as_str())).collect()
            }
            None => self
                .project
                .types()
                .flat_map(|declared| {
                    let name = declared.name;
                    declared
                        .values
                        .into_iter()
                        .map(move |value| item(value.symbol.name(), name.as_str()))
                })
                .collect(),
        }
    }

    /// The type of the argument that is being typed, by its name.
    fn wanted(&self, frame: &Frame) -> Option<Atom> {
        let functor = frame.functor?;
        let mut templates = self.project.templates();
        if let Some(template) = templates.find(|it| it.name.symbol.name() == functor) {
            return template.columns.get(frame.argument).copied();
        }
        let program = self.program?;
        let fits = |relation: &&Relation| {
            relation.name == Name::Plain(functor) && relation.arity > frame.argument
        };
        let relation = program.relations.iter().find(fits)?;
        match relation.columns[frame.argument]? {
            Type::Enum(id) => Some(program.declarations.enums[id.0 as usize].name),
            Type::Int => Some(Atom::new("int")),
            Type::Cell => Some(Atom::new("cell")),
            Type::Atom => None,
        }
    }

    /// The files that can be named, if the cursor stands in the name of one.
    fn paths(&self, offset: usize) -> Option<Vec<CompletionItem>> {
        let text = &self.document.text;
        let line = &text[text[..offset].rfind('\n').map_or(0, |at| at + 1)..offset];
        let (before, typed) = line.rsplit_once('\'')?;
        let wanted: &[&str] = match before.trim_end() {
            before if before.ends_with("include(") => &["pl"],
            before if before.contains(":- facts(") && before.ends_with(',') => &["csv", "tsv"],
            _ => return None,
        };
        let folder = folder_of(self.document.path.as_deref()?);
        let (below, _) = typed.rsplit_once('/').unwrap_or_default();
        let mut found = Vec::new();
        for entry in fs::read_dir(folder.join(below)).ok()?.flatten().take(MOST_FILES) {
            let (path, name) = (entry.path(), entry.file_name());
            let Some(name) = name.to_str().filter(|name| !name.starts_with('.')) else { continue };
            let is_wanted = path.extension().is_some_and(|it| wanted.iter().any(|ext| it == *ext));
            let is_itself = Some(&path) == self.document.path.as_ref();
            if path.is_dir() {
                found.push(Item::new(format!("{name}/"), CompletionItemKind::FOLDER));
            } else if is_wanted && !is_itself {
                found.push(Item::new(name, CompletionItemKind::FILE));
            }
        }
        found.sort_by(|one, other| one.text.cmp(&other.text));
        let start = offset - typed.rsplit('/').next().unwrap_or_default().len();
        let range = self.document.range(start..offset);
        Some(found.into_iter().map(|item| self.finished(item, range, true)).collect())
    }

    fn finished(&self, item: Item, range: Range, is_called: bool) -> CompletionItem {
        let takes_arguments = !item.columns.is_empty() && !is_called;
        let (new_text, format) = match (takes_arguments, self.has_snippets) {
            (false, _) => (item.text.clone(), InsertTextFormat::PLAIN_TEXT),
            (true, false) => (format!("{}(", item.text), InsertTextFormat::PLAIN_TEXT),
            (true, true) => {
                let places = item.columns.iter().enumerate();
                let places: Vec<String> =
                    places.map(|(index, name)| format!("${{{}:{name}}}", index + 1)).collect();
                let name = item.text.replace('\\', "\\\\").replace('$', "\\$");
                (format!("{name}({})", places.join(", ")), InsertTextFormat::SNIPPET)
            }
        };
        let documentation = item.documentation.clone().map(|value| {
            Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value })
        });
        CompletionItem {
            label: item.label(),
            kind: Some(item.kind),
            detail: item.detail,
            documentation,
            filter_text: Some(item.text),
            insert_text_format: Some(format),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, new_text))),
            ..CompletionItem::default()
        }
    }
}

/// Items, one for each relation, in the order in which they were found.
#[derive(Default)]
struct IndexedItems {
    items: Vec<Item>,
    by_relation: FxHashMap<(Atom, usize), usize>,
}

impl IndexedItems {
    fn entry(&mut self, relation: (Atom, usize), new: impl FnOnce() -> Item) -> &mut Item {
        let index = *self.by_relation.entry(relation).or_insert_with(|| {
            self.items.push(new());
            self.items.len() - 1
        });
        &mut self.items[index]
    }
}

/// A relation of the reference.
fn asked(entry: &reference::Entry) -> Item {
    let inside = entry.usage.strip_prefix(entry.name).unwrap_or_default();
    let inside = inside.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
    let columns = inside.map_or_else(Vec::new, |columns| {
        columns.split(", ").map(|column| capitalised(column.trim_matches('\''))).collect()
    });
    Item::new(entry.name, CompletionItemKind::FUNCTION)
        .detail(format!("{}/{}", entry.name, entry.arity()))
        .told(Some(hover::entry(entry)))
        .columns(columns)
}

fn constructs() -> impl Iterator<Item = Item> {
    ["aggregate_all", "forall"].into_iter().map(|word| {
        let told = language::find(word).map(hover::construct);
        Item::new(word, CompletionItemKind::KEYWORD).told(told)
    })
}

fn functions() -> impl Iterator<Item = Item> {
    ["min", "max", "abs", "sign", "mod", "rem"].into_iter().map(|word| {
        let told = language::find("is").map(hover::construct);
        Item::new(word, CompletionItemKind::OPERATOR).told(told)
    })
}

/// A column's name as a variable.
fn capitalised(word: &str) -> String {
    crate::logic::names::capitalised(word)
}
