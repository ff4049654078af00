//! A rule file with all that it includes: what is named in one part may be defined in
//! another. A part is understood, and checked, as part of the file that includes it.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_types::Location;

use super::analysis::{Clause, Occurrence, Role, Symbol};
use super::documents::{Document, Documents};
use crate::game::{folder_of, is_below, plain_path};
use crate::logic::Atom;

/// No project has more files.
const MOST_FILES: usize = 200;

/// This many folders above a file are searched for one that includes it.
const MOST_FOLDERS: usize = 4;

/// This many rule files of each are looked at.
const MOST_LOOKED_AT: usize = 100;

/// Which file each file is a part of, as far as it has been found out.
#[derive(Default)]
pub struct Roots {
    known: RefCell<BTreeMap<PathBuf, PathBuf>>,
}

impl Roots {
    /// To be found out anew: files have come or gone, or include others than before.
    pub fn forget(&self) {
        self.known.borrow_mut().clear();
    }

    /// The text that a text is a part of; itself, if nothing includes it.
    pub fn root(&self, documents: &Documents, document: &Arc<Document>) -> Arc<Document> {
        let Some(path) = &document.path else { return document.clone() };
        let known = self.known.borrow().get(path).cloned();
        let root = known.unwrap_or_else(|| {
            let root = find_root(documents, path);
            self.known.borrow_mut().insert(path.clone(), root.clone());
            root
        });
        match root == *path {
            true => document.clone(),
            false => documents.at_path(&root).unwrap_or_else(|| document.clone()),
        }
    }
}

fn find_root(documents: &Documents, path: &Path) -> PathBuf {
    let mut root = path.to_path_buf();
    let mut seen = HashSet::from([root.clone()]);
    while let Some(above) = includer(documents, &root) {
        if !seen.insert(above.clone()) {
            break;
        }
        root = above;
    }
    root
}

/// A file that includes another: one that is open, or else one on the disk.
fn includer(documents: &Documents, path: &Path) -> Option<PathBuf> {
    let includes =
        |document: &Document| included_by(document).iter().any(|included| included == path);
    let open = documents.all_open().find(|document| includes(document));
    if let Some(open) = open.and_then(|document| document.path.clone()) {
        return Some(open);
    }
    let mut folders = path.ancestors().skip(1).take(MOST_FOLDERS);
    folders.find_map(|folder| {
        let entries = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
        let is_rule_file =
            |path: &PathBuf| path.extension().is_some_and(|extension| extension == "pl");
        let mut files: Vec<PathBuf> = entries.filter(is_rule_file).take(MOST_LOOKED_AT).collect();
        files.sort();
        files.into_iter().find(|file| {
            documents
                .at_path(file)
                .is_some_and(|document| document.text.contains("include") && includes(&document))
        })
    })
}

/// The files that a text includes.
fn included_by(document: &Document) -> Vec<PathBuf> {
    let Some(from) = &document.path else { return Vec::new() };
    let folder = folder_of(from);
    let included = document.analysis().includes().map(Path::new);
    included.filter(|path| is_below(folder, path)).map(|path| beside(from, path)).collect()
}

/// The file that a text means by a path.
pub fn beside(from: &Path, path: &Path) -> PathBuf {
    plain_path(&folder_of(from).join(path))
}

/// A type that the rules declare.
pub struct DeclaredType<'a> {
    /// Its name.
    pub name: Atom,
    /// Its values.
    pub values: Vec<&'a Occurrence>,
    /// Where.
    pub document: &'a Arc<Document>,
}

/// A state fact or action that the rules declare.
pub struct Template<'a> {
    /// What is declared.
    pub name: &'a Occurrence,
    /// The types of its columns.
    pub columns: Vec<Atom>,
    /// The directive.
    pub clause: &'a Clause,
    /// Its word: `state`, `memory` or `action`.
    pub word: &'static str,
    /// Where.
    pub document: &'a Arc<Document>,
}

/// A text and all that belongs to it.
pub struct Project {
    /// The text that includes the others.
    pub root: Arc<Document>,
    /// All texts, the root first.
    pub documents: Vec<Arc<Document>>,
}

impl Project {
    /// The project that a text belongs to.
    pub fn of(documents: &Documents, roots: &Roots, document: &Arc<Document>) -> Project {
        let root = roots.root(documents, document);
        let mut found = vec![root.clone()];
        let mut next = 0;
        while next < found.len() && found.len() < MOST_FILES {
            for path in included_by(&found[next].clone()) {
                let is_new = found.iter().all(|known| known.path.as_ref() != Some(&path));
                if is_new && let Some(included) = documents.at_path(&path) {
                    found.push(included);
                }
            }
            next += 1;
        }
        Project { root, documents: found }
    }

    /// Every name of every text.
    pub fn names(&self) -> impl Iterator<Item = (&Arc<Document>, &Occurrence)> {
        self.documents.iter().flat_map(|document| {
            document.analysis().names().iter().map(move |name| (document, name))
        })
    }

    /// What a name means here: the relation of a declared type is that type, since they
    /// are renamed together.
    pub fn meaning(&self, symbol: Symbol) -> Symbol {
        match symbol {
            Symbol::Relation(name, 1) if self.types().any(|declared| declared.name == name) => {
                Symbol::Type(name)
            }
            symbol => symbol,
        }
    }

    /// The places of all names that mean the same as a name of a text.
    pub fn same<'a>(
        &'a self,
        document: &'a Arc<Document>,
        symbol: Symbol,
    ) -> Vec<(&'a Arc<Document>, &'a Occurrence)> {
        if let Symbol::Variable(_, clause) = symbol {
            let analysis = document.analysis();
            let names = analysis.clauses().get(clause).map(|clause| analysis.names_of(clause));
            let names = names.unwrap_or_default().iter();
            return names
                .filter(|name| name.symbol == symbol)
                .map(|name| (document, name))
                .collect();
        }
        let meant = self.meaning(symbol);
        let is_it = |other: Symbol| match meant {
            Symbol::Type(name) => other == meant || other == Symbol::Relation(name, 1),
            _ => other == meant,
        };
        self.names().filter(|(_, name)| is_it(name.symbol)).collect()
    }

    /// The types that are declared, the players among them.
    pub fn types(&self) -> impl Iterator<Item = DeclaredType<'_>> {
        self.documents.iter().flat_map(|document| {
            let directives = document.analysis().directives(&["type", "players"]);
            directives.filter_map(move |(_, names)| {
                let (name, names) = match names.first()?.symbol {
                    Symbol::Type(name) => (name, &names[1..]),
                    _ => (Atom::new("player"), names),
                };
                let is_value = |name: &&Occurrence| name.role == Role::Declares;
                let values = names.iter().filter(is_value).collect();
                Some(DeclaredType { name, values, document })
            })
        })
    }

    /// The state facts and actions that are declared.
    pub fn templates(&self) -> impl Iterator<Item = Template<'_>> {
        let words = ["state", "memory", "action"];
        words.into_iter().flat_map(move |word| {
            self.documents.iter().flat_map(move |document| {
                let analysis = document.analysis();
                let directives = analysis.clauses().iter().filter(|clause| clause.is_directive);
                directives.filter_map(move |clause| {
                    let names = analysis.names_of(clause);
                    let is_it = |name: &Occurrence| {
                        matches!(name.symbol, Symbol::Directive(name) if name.as_str() == word)
                    };
                    let at = names.iter().position(is_it)?;
                    let name = names.get(at + 1).filter(|name| name.role == Role::Declares)?;
                    let columns = names[at + 2..].iter().filter_map(|name| match name.symbol {
                        Symbol::Type(name) => Some(name),
                        _ => None,
                    });
                    let columns = columns.collect();
                    Some(Template { name, columns, clause, word, document })
                })
            })
        })
    }

    /// The options that are declared, each with the values it may have.
    pub fn options(&self) -> impl Iterator<Item = (&Arc<Document>, &Clause, Atom, Vec<Atom>)> {
        self.documents.iter().flat_map(|document| {
            let directives = document.analysis().directives(&["option"]);
            directives.filter_map(move |(clause, names)| {
                let Symbol::Option(name) = names.first()?.symbol else { return None };
                let mut values: Vec<Atom> = names[1..].iter().map(|it| it.symbol.name()).collect();
                values.sort();
                values.dedup();
                Some((document, clause, name, values))
            })
        })
    }

    /// The weights that are declared.
    pub fn weights(&self) -> impl Iterator<Item = (&Arc<Document>, &Clause, Atom)> {
        self.documents.iter().flat_map(|document| {
            let directives = document.analysis().directives(&["weight"]);
            directives.filter_map(move |(clause, names)| {
                Some((document, clause, names.first()?.symbol.name()))
            })
        })
    }

    /// The clauses that define a relation, those for one action or state fact if it wraps
    /// them, in the order of the texts.
    pub fn clauses_for(
        &self,
        symbol: Symbol,
        wrapped: Option<Symbol>,
    ) -> impl Iterator<Item = (&Arc<Document>, &Clause, &Occurrence)> {
        self.documents.iter().flat_map(move |document| {
            let analysis = document.analysis();
            analysis.clauses().iter().filter_map(move |clause| {
                let (head, inner) = analysis.head(clause)?;
                let is_wrapped = wrapped.is_none() || wrapped == inner.map(|inner| inner.symbol);
                (head.symbol == symbol && is_wrapped).then_some((document, clause, head))
            })
        })
    }
}

/// The place of a name.
pub fn location(document: &Document, name: &Occurrence) -> Location {
    Location::new(document.uri.clone(), document.range(name.bytes.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lsp::documents::uri_of;

    #[test]
    fn a_part_belongs_to_the_file_that_includes_it() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().canonicalize().unwrap();
        fs::create_dir(folder.join("parts")).unwrap();
        fs::write(folder.join("game.pl"), ":- include('parts/a.pl').\np :- q.").unwrap();
        fs::write(folder.join("parts/a.pl"), ":- include('b.pl').\nq :- r.").unwrap();
        fs::write(folder.join("parts/b.pl"), "r.").unwrap();
        fs::write(folder.join("other.pl"), "r.").unwrap();
        let (documents, roots) = (Documents::default(), Roots::default());
        let names = |path: &str| -> Vec<String> {
            let document = documents.at_path(&folder.join(path)).unwrap();
            let project = Project::of(&documents, &roots, &document);
            project.documents.iter().map(|it| it.short_name()).collect()
        };
        for part in ["game.pl", "parts/a.pl", "parts/b.pl"] {
            assert_eq!(names(part), ["game.pl", "a.pl", "b.pl"]);
        }
        assert_eq!(names("other.pl"), ["other.pl"]);
    }

    #[test]
    fn files_that_include_each_other_do_no_harm() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().canonicalize().unwrap();
        let mut documents = Documents::default();
        for (name, other) in [("a.pl", "b.pl"), ("b.pl", "a.pl")] {
            let uri = uri_of(&folder.join(name)).unwrap();
            documents.open(uri, 1, format!(":- include('{other}')."));
        }
        let document = documents.at_path(&folder.join("a.pl")).unwrap();
        let project = Project::of(&documents, &Roots::default(), &document);
        assert_eq!(project.documents.len(), 2);
    }
}
