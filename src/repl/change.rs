//! Rules that change while the game goes on: clauses added, switched off,
//! replaced and forgotten.

use super::session::{Event, Said, Session, Wrong, counted};
use super::style::{self, paint};
use crate::game::Rules;
use crate::logic::amend::{Amendments, PROMPT, SwitchedOff};
use crate::logic::describe::Clause;
use crate::logic::diagnostic::Diagnostic;
use crate::logic::reader;
use crate::logic::source::Sources;
use crate::logic::term::Item;

impl Session {
    /// Takes in clauses: they count from now on.
    pub(super) fn define(&mut self, text: &str) -> Said {
        let added = clauses_in(text)?;
        let mut known = self.relation_names();
        let mut amendments = self.game.rules().amendments().clone();
        let first = amendments.added.len();
        amendments.added.extend(added);
        self.amend(amendments)?;
        let mut said = self.what_is_defined(first, &mut known);
        said.extend(self.warnings());
        said.extend(self.note_on_the_book());
        Ok(said.join("\n"))
    }

    /// The names of all relations.
    fn relation_names(&self) -> Vec<String> {
        let program = self.game.rules().program();
        program.relations.iter().map(|relation| relation.indicator()).collect()
    }

    /// What the added clauses from a number on define, a line each.
    fn what_is_defined(&self, first: usize, known: &mut Vec<String>) -> Vec<String> {
        let program = self.game.rules().program();
        let Some(begin) = self.game.rules().amendments().lines().nth(first) else {
            return Vec::new();
        };
        let clauses = program.clauses();
        let added = clauses.iter().filter(|clause| is_added(clause) && clause.at.line >= begin);
        let mut said: Vec<String> = Vec::new();
        for clause in added {
            let rule = program.rules.iter().find(|rule| rule.span == clause.span);
            let Some(rule) = rule else { continue };
            let head = program.relations[rule.head].indicator();
            let what = match known.contains(&head) {
                true => format!("one more clause for {head}"),
                false => format!("{head} is defined"),
            };
            known.push(head);
            said.push(format!("{what} {}", paint(style::ASIDE, &format!("[{}]", clause.at))));
        }
        said
    }

    /// Puts amendments into force, or says what is wrong with them.
    fn amend(&mut self, amendments: Amendments) -> Result<(), Wrong> {
        let spec = self.game.rules().spec().clone();
        let rules = Rules::load_amended(&spec, amendments, self.limits.clone())?;
        let by_the_book = rules.is_by_the_book();
        self.play_under(rules);
        self.event = Event::Changed(by_the_book);
        Ok(())
    }

    /// The same for amendments with something less.
    fn take_away(&mut self, amendments: Amendments) -> Result<(), Wrong> {
        self.amend(amendments)
            .map_err(|wrong| wrong.under("the rest of the rules needs it, and would not be right:"))
    }

    /// What to mind about the added clauses.
    fn warnings(&self) -> Vec<String> {
        let rules = self.game.rules();
        let sources = &rules.program().sources;
        let is_added = |warning: &&Diagnostic| Some(warning.primary.0.file) == sources.amendments();
        let warnings = rules.warnings().iter().filter(is_added);
        warnings.map(|warning| warning.render(sources, true)).collect()
    }

    fn note_on_the_book(&self) -> Option<String> {
        let note = "% the rules differ from the book: `changes` tells how, `reset rules` goes back";
        (!self.game.rules().is_by_the_book()).then(|| paint(style::ASIDE, note))
    }

    /// Switches a clause off.
    pub(super) fn switch_off(&mut self, argument: &str) -> Said {
        let (amendments, place) = self.without(argument)?;
        self.take_away(amendments)?;
        let said = [Some(format!("{place} is switched off")), self.note_on_the_book()];
        Ok(said.into_iter().flatten().collect::<Vec<_>>().join("\n"))
    }

    /// The amendments with one clause less, switched off or, if it was added,
    /// dropped; and its place in full.
    fn without(&self, place: &str) -> Result<(Amendments, String), Wrong> {
        let mut amendments = self.game.rules().amendments().clone();
        if let Some(line) = place.strip_prefix(PROMPT).and_then(|rest| rest.strip_prefix(':')) {
            let added = line.parse().ok().and_then(|line| amendments.added_at(line));
            let Some(added) = added else {
                return Err(Wrong::new(format!("you have added no clause on line {line}"))
                    .help("`changes` lists what you added"));
            };
            amendments.added.remove(added);
            return Ok((amendments, place.to_string()));
        }
        let clauses = self.game.rules().program().clauses();
        let clause = self.clause_at(&clauses, place)?;
        if !clause.is_on {
            return Err(Wrong::new(format!("{} is switched off already", clause.at)));
        }
        let place = clause.at.to_string();
        let (file, clause) = (clause.at.file.clone(), clause.text.to_string());
        amendments.off.push(SwitchedOff { file, clause });
        Ok((amendments, place))
    }

    /// Switches a clause on again.
    pub(super) fn switch_on(&mut self, argument: &str) -> Said {
        let program = self.game.rules().program().clone();
        let clauses = program.clauses();
        let clause = self.clause_at(&clauses, argument)?;
        if clause.is_on {
            return Err(Wrong::new(format!("{} is not switched off", clause.at)));
        }
        let mut amendments = self.game.rules().amendments().clone();
        amendments.off.retain(|off| off.file != clause.at.file || off.clause != clause.text);
        self.amend(amendments)?;
        Ok(format!("{} counts again", clause.at))
    }

    /// Puts another clause in the place of one.
    pub(super) fn replace(&mut self, argument: &str) -> Said {
        let Some((place, text)) = argument.split_once(char::is_whitespace) else {
            return Err(Wrong::new("the new clause is missing")
                .help("write it behind the line of the old one: replace 201 head :- body."));
        };
        let (mut amendments, place) = self.without(place)?;
        amendments.added.extend(clauses_in(text)?);
        self.amend(amendments)?;
        let mut said = vec![format!("{place} is replaced")];
        said.extend(self.warnings());
        said.extend(self.note_on_the_book());
        Ok(said.join("\n"))
    }

    /// Drops added clauses: one, those of a relation, or all.
    pub(super) fn forget(&mut self, argument: &str) -> Said {
        let before = self.game.rules().amendments().added.len();
        if before == 0 {
            return Err(Wrong::new("you have added no clauses")
                .help("`off` and a line switches a clause of the book off"));
        }
        let amendments = match argument {
            "" => {
                return Err(Wrong::new("forget what?")
                    .help("name a relation, a place such as prompt:2, or `all`"));
            }
            "all" => Amendments { added: Vec::new(), ..self.game.rules().amendments().clone() },
            line if line.parse::<usize>().is_ok() => self.without(&format!("{PROMPT}:{line}"))?.0,
            place if place.starts_with(&format!("{PROMPT}:")) => self.without(place)?.0,
            relation => self.without_relation(relation),
        };
        let dropped = before - amendments.added.len();
        if dropped == 0 {
            return Err(Wrong::new(format!("you have added no clauses for `{argument}`"))
                .help("`changes` lists what you added"));
        }
        self.take_away(amendments)?;
        Ok(format!("{} forgotten", counted(dropped, "clause")))
    }

    /// The amendments without the clauses that were added for a relation.
    fn without_relation(&self, name: &str) -> Amendments {
        let program = self.game.rules().program();
        let mut amendments = self.game.rules().amendments().clone();
        let is_meant = |clause: &Clause| {
            let mut rules = program.rules.iter().filter(|rule| rule.span == clause.span);
            is_added(clause) && rules.any(|rule| program.relations[rule.head].is_called(name))
        };
        let clauses = program.clauses();
        let lines = clauses.iter().filter(|clause| is_meant(clause)).map(|clause| clause.at.line);
        let mut numbers: Vec<usize> = lines.filter_map(|line| amendments.added_at(line)).collect();
        numbers.dedup();
        for number in numbers.into_iter().rev() {
            amendments.added.remove(number);
        }
        amendments
    }

    /// How the rules differ from the book.
    pub(super) fn changes(&self) -> String {
        let rules = self.game.rules();
        let aside = |text: String| paint(style::ASIDE, &text);
        let mut said = Vec::new();
        for clause in rules.program().clauses().iter().filter(|clause| !clause.is_on) {
            said.push(aside(format!("% {}: switched off", clause.at)));
            said.push(format!("{}.", clause.text));
        }
        for (line, clause) in rules.amendments().lines().zip(&rules.amendments().added) {
            said.push(aside(format!("% {PROMPT}:{line}: added")));
            said.push(clause.clone());
        }
        if said.is_empty() {
            return "The rules are those of the book.".into();
        }
        if rules.is_by_the_book() {
            said.push(aside("% the game itself is played by the book".into()));
        }
        said.join("\n")
    }

    /// Back to the book.
    pub(super) fn reset(&mut self, argument: &str) -> Said {
        if argument != "rules" {
            return Err(Wrong::new(match argument {
                "" => "reset what?".to_string(),
                other => format!("`{other}` cannot be reset"),
            })
            .help("`reset rules` goes back to the book; `new` begins the game anew"));
        }
        if self.game.rules().amendments().is_empty() {
            return Ok("The rules are those of the book already.".into());
        }
        self.amend(Amendments::default())?;
        Ok("The rules are those of the book again.".into())
    }

    /// Reads the rule file again.
    pub(super) fn reload(&mut self) -> Said {
        let amendments = self.game.rules().amendments().clone();
        self.amend(amendments)?;
        let rules = self.game.rules();
        let count = rules.program().rules.len();
        Ok(format!("{} read again: {}", rules.name(), counted(count, "rule")))
    }

    /// The clause at a place: `201`, `hive.pl:201`, `prompt:2`.
    fn clause_at<'a>(
        &self,
        clauses: &'a [Clause<'a>],
        place: &str,
    ) -> Result<&'a Clause<'a>, Wrong> {
        let sources = &self.game.rules().program().sources;
        let (file, line) = match place.rsplit_once(':') {
            Some((file, line)) => (file, line),
            None => (sources.file(sources.main()).name.as_str(), place),
        };
        let help = "`listing` and a relation shows its clauses with their lines, \
                    and so do proofs: off 201, off hive.pl:201, off prompt:2";
        let Ok(line) = line.trim().parse::<usize>() else {
            return Err(Wrong::new(format!("`{place}` is not the place of a clause")).help(help));
        };
        let is_file = |name: &str| name == file || name.rsplit('/').next() == Some(file);
        let found = clauses
            .iter()
            .find(|c| is_file(&c.at.file) && (c.at.line..=c.last_line).contains(&line));
        found.ok_or_else(|| {
            Wrong::new(format!("there is no clause on line {line} of {file}")).help(help)
        })
    }
}

/// The clauses and directives of a text, each with the comment above it. They
/// are only taken apart here; the checks come with the rest of the rules.
pub fn clauses_in(text: &str) -> Result<Vec<String>, Wrong> {
    let mut sources = Sources::default();
    let file = sources.add(PROMPT, text);
    let (items, errors) = reader::read(&sources, file);
    if !errors.is_empty() {
        return Err(crate::logic::Rejected { sources, diagnostics: errors }.into());
    }
    let mut clauses = Vec::new();
    let mut begin = 0;
    for item in &items {
        if let Item::Clause(term) = item {
            let end = sources.end_of_clause(term.span);
            clauses.push(text[begin..end].trim().to_string());
            begin = end;
        }
    }
    Ok(clauses)
}

fn is_added(clause: &Clause) -> bool {
    clause.at.file == PROMPT
}
