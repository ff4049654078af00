//! Editing clauses as a text: what somebody's editor is to be given, and what comes
//! of the text afterwards. Clauses that were left alone keep their numbers.

use std::path::{Path, PathBuf};

use super::change::WITHOUT_IT;
use super::forget::Dropped;
use super::games::text_of;
use super::session::{Answer, Error, Session};
use super::style::{self, paint};
use crate::game::Source;
use crate::logic::amend::{Added, PROMPT, SwitchedOff, clauses, on_one_line};
use crate::logic::describe::Clause;
use crate::logic::names;
use crate::logic::program::{Relation, RelationId};

/// A text to be edited.
pub struct Draft {
    /// What was typed, for the change to be known by.
    pub entry: String,
    /// The text as it is.
    pub text: String,
    target: Target,
}

enum Target {
    /// A rule file of somebody's own, and the line to begin at.
    File(PathBuf, usize),
    /// Clauses that count now.
    Clauses(Vec<Original>),
}

/// A clause as it was before it was edited.
struct Original {
    text: String,
    origin: Origin,
}

enum Origin {
    Typed(Added),
    /// A clause of the book, and its place.
    Book(SwitchedOff, String),
}

impl Draft {
    /// The file that is edited in its place, and the line to begin at.
    pub fn file(&self) -> Option<(&Path, usize)> {
        match &self.target {
            Target::File(path, line) => Some((path, *line)),
            Target::Clauses(_) => None,
        }
    }
}

/// What stands in an editor where there are no clauses yet.
const EMPTY: &str = "% Write clauses here: they take effect when you leave the editor.\n";

impl Session {
    /// The text that somebody wants to edit: a relation, a rule file of their own,
    /// or the clauses that they typed.
    pub fn draft(&self, argument: &str) -> Result<Draft, Error> {
        let entry = format!("edit {argument}").trim_end().to_string();
        let draft = |text: String, target: Target| Draft { entry, text, target };
        let rules = self.game.rules();
        let typed = rules.amendments().added();
        if let Some(path) =
            self.own_file(argument).filter(|_| typed.is_empty() || !argument.is_empty())
        {
            let text = text_of(&path.display().to_string())?;
            return Ok(draft(text, Target::File(path, 1)));
        }
        if argument.is_empty() {
            let text = match typed.is_empty() {
                true => EMPTY.to_string(),
                false => rules.amendments().text(),
            };
            return Ok(draft(text, Target::Clauses(typed.iter().map(Original::typed).collect())));
        }
        let program = rules.program();
        let is_meant = |id: &RelationId| program.relations[*id].is_called(argument);
        let relations: Vec<RelationId> = program.relations.ids().filter(is_meant).collect();
        if relations.is_empty() {
            let help = names::suggestion(argument, program.relations.iter().map(Relation::word));
            return Err(Error::new(format!("there is no relation or file `{argument}` to edit"))
                .help(help.unwrap_or_else(|| "`edit` alone opens the clauses you typed".into())));
        }
        let all = program.clauses();
        let defines = |clause: &Clause| relations.iter().any(|id| program.defines(clause, *id));
        let found: Vec<&Clause> = all.iter().filter(|c| c.is_on && defines(c)).collect();
        let Some(first) = found.first() else {
            return Err(Error::new(format!("{argument} has no clauses to edit"))
                .help("`edit` alone opens the clauses you typed"));
        };
        if let Some(path) = self.own_file(&first.at.file)
            && found.iter().all(|clause| clause.at.file == first.at.file)
        {
            let text = text_of(&path.display().to_string())?;
            return Ok(draft(text, Target::File(path, first.at.line)));
        }
        let original = |clause: &&Clause| self.original(clause);
        let originals: Vec<Original> = found.iter().map(original).collect();
        let text = originals.iter().map(|clause| format!("{}\n", clause.text)).collect();
        Ok(draft(text, Target::Clauses(originals)))
    }

    /// The file of somebody's own that a name means: one that was taken in, or that
    /// of the game, which an empty name means, too.
    fn own_file(&self, name: &str) -> Option<PathBuf> {
        let rules = self.game.rules();
        let named = |file: &str| file == name || Path::new(file).file_name() == Some(name.as_ref());
        let mut taken = rules.amendments().files.iter();
        if let Some(taken) = taken.find(|taken| named(&taken.file)) {
            return Some(taken.file.clone().into());
        }
        let sources = &rules.program().sources;
        match &rules.spec().source {
            Source::File(path) => {
                let is_main = name.is_empty() || named(&sources.file(sources.main()).name);
                is_main.then(|| path.clone())
            }
            Source::Shipped(_) => None,
        }
    }

    fn original(&self, clause: &Clause) -> Original {
        let typed = match clause.at.file == PROMPT {
            true => self.game.rules().amendments().added_at(clause.at.line),
            false => None,
        };
        typed.map(Original::typed).unwrap_or_else(|| {
            let sources = &self.game.rules().program().sources;
            let origin = Origin::Book(SwitchedOff::at(sources, clause.span), clause.at.to_string());
            Original { text: format!("{}.", clause.text), origin }
        })
    }

    /// Takes in a text that was edited.
    pub(super) fn take_edited(&mut self, draft: &Draft, text: &str) -> Answer {
        if text == draft.text {
            return Ok("nothing has changed".into());
        }
        match &draft.target {
            Target::File(..) => self.reload(),
            Target::Clauses(originals) => self.exchange(originals, clauses(text)?),
        }
    }

    /// Puts clauses in the place of others. Those that are among both stay.
    fn exchange(&mut self, originals: &[Original], mut new: Vec<String>) -> Answer {
        let before = self.game.rules().amendments().clone();
        let mut amendments = before.clone();
        let mut off = Vec::new();
        for original in originals {
            let wanted = on_one_line(&original.text);
            if let Some(at) = new.iter().position(|clause| on_one_line(clause) == wanted) {
                new.remove(at);
                continue;
            }
            match &original.origin {
                Origin::Typed(clause) => amendments.keep_added(|kept| kept != clause),
                Origin::Book(clause, place) => {
                    let note = format!("% {place} is switched off:");
                    off.push(format!("{}\n{}", paint(style::ASIDE, &note), original.text));
                    amendments.off.push(clause.clone());
                }
            }
        }
        let is_only_less = new.is_empty();
        amendments.add(new);
        if amendments == before {
            return Ok("nothing has changed".into());
        }
        let mut said = Dropped::between(&before, &amendments).told("dropped");
        said.extend(off);
        match is_only_less {
            true => said.extend(self.replace_amendments(amendments, WITHOUT_IT)?),
            false => said.push(self.extend(amendments)?),
        }
        Ok(said.join("\n"))
    }
}

impl Original {
    fn typed(clause: &Added) -> Original {
        Original { text: clause.text.clone(), origin: Origin::Typed(clause.clone()) }
    }
}
