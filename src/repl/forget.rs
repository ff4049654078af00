//! Taking back what somebody added to the rules: single clauses, or all that
//! differs from the book.

use rustc_hash::FxHashSet;

use super::change::WITHOUT_IT;
use super::session::{Answer, Error, Session, counted};
use super::style::{self, paint};
use crate::game::LoadError;
use crate::logic::Rejected;
use crate::logic::amend::{Added, Amendments, PROMPT, TakenIn};
use crate::logic::check::vocabulary::is_expected;
use crate::logic::describe::Clause;
use crate::logic::program::{Program, Relation, Rule};
use crate::logic::syntax::source::FileId;

impl Session {
    /// Drops what was added: a clause, those of a relation, a file, or all.
    pub(super) fn forget(&mut self, argument: &str) -> Answer {
        let before = self.game.rules().amendments().clone();
        if before.added().is_empty() && before.files.is_empty() {
            return Err(Error::new("you have added nothing")
                .help("`off` and a line switches off a clause of the game itself"));
        }
        let mut amendments = before.clone();
        match argument {
            "" => {
                return Err(Error::new("forget what?")
                    .help("name a relation, a place such as prompt:2, a file, or `all`"));
            }
            "all" => {
                amendments.keep_added(|_| false);
                amendments.files.clear();
            }
            place => {
                match self.added_at(place).or_else(|| self.added_at(&format!("{PROMPT}:{place}"))) {
                    Some(clause) => amendments.keep_added(|kept| *kept != clause),
                    None => {
                        let file = format!("{place}.pl");
                        amendments.files.retain(|taken| taken.file != place && taken.file != file);
                        let clauses = self.added_for(place);
                        amendments.keep_added(|kept| !clauses.contains(kept));
                    }
                }
            }
        }
        let dropped = Dropped::between(&before, &amendments);
        if dropped.is_empty() {
            return Err(Error::new(format!("you have added nothing for `{argument}`"))
                .help("`changes` lists what you added"));
        }
        let notes = self.replace_amendments(amendments, WITHOUT_IT)?;
        let mut said = dropped.told("forgotten");
        said.extend(notes);
        Ok(said.join("\n"))
    }

    /// The added clause at a place such as `prompt:2`.
    pub(super) fn added_at(&self, place: &str) -> Option<Added> {
        let line = place.strip_prefix(PROMPT)?.strip_prefix(':')?;
        self.game.rules().amendments().added_at(line.parse().ok()?).cloned()
    }

    /// The clauses that were added for a relation, and what declares it dynamic.
    pub(super) fn added_for(&self, name: &str) -> Vec<Added> {
        let program = self.game.rules().program();
        let amendments = self.game.rules().amendments();
        let is_meant = |clause: &&Clause| {
            let mut rules = program.rules.iter().filter(|rule| rule.span == clause.span);
            clause.at.file == PROMPT
                && rules.any(|rule| program.relations[rule.head].is_called(name))
        };
        let clauses = program.clauses();
        let dynamic = program.declarations.dynamic.iter().filter(|declared| {
            name == declared.name.as_str()
                || name == format!("{}/{}", declared.name, declared.arity)
        });
        let dynamic = dynamic.map(|declared| program.sources.location(declared.span));
        let lines = clauses.iter().filter(is_meant).map(|clause| clause.at.line);
        let lines = lines.chain(dynamic.filter(|at| at.file == PROMPT).map(|at| at.line));
        lines.filter_map(|line| amendments.added_at(line)).cloned().collect()
    }

    /// How the rules differ from the original.
    pub(super) fn changes(&self) -> String {
        let rules = self.game.rules();
        let amendments = rules.amendments();
        let aside = |text: String| paint(style::ASIDE, &text);
        let mut said = Vec::new();
        for clause in rules.program().clauses().iter().filter(|clause| !clause.is_on) {
            said.push(aside(format!("% {}: switched off", clause.at)));
            said.push(format!("{}.", clause.text));
        }
        for taken in &amendments.files {
            said.push(aside(format!("% {}: taken in", taken.file)));
        }
        for clause in amendments.added() {
            said.push(aside(format!("% {PROMPT}:{}: added", clause.line())));
            said.push(clause.text.clone());
        }
        if said.is_empty() {
            return "The rules are unchanged.".into();
        }
        if rules.is_game() && rules.is_by_the_book() {
            said.push(aside("% the game itself is played by the original rules".into()));
        }
        said.join("\n")
    }

    /// Back to the book: with the relations that somebody defined beside it, or
    /// without anything.
    pub(super) fn reset(&mut self, argument: &str) -> Answer {
        let before = self.game.rules().amendments().clone();
        let amendments = match argument {
            "rules" if before.is_empty() => {
                return Ok("The rules are the original ones already.".into());
            }
            "all" if before.is_empty() => {
                return Ok("There is nothing to drop: the rules are unchanged.".into());
            }
            "rules" => self.own_relations()?,
            "all" => Amendments::default(),
            other => {
                return Err(Error::new(match other {
                    "" => "reset what?".to_string(),
                    other => format!("`{other}` cannot be reset"),
                })
                .help(
                    "`reset rules` restores the original rules and keeps the relations you \
                     defined yourself, `reset all` drops those too; `new` begins the game anew",
                ));
            }
        };
        if amendments == before {
            return Ok(format!(
                "The rules are the original ones already.\n{}",
                self.kept_beside_the_book()
            ));
        }
        let mut said = vec!["The rules are the original ones again.".to_string()];
        for clause in self.game.rules().program().clauses().iter().filter(|clause| !clause.is_on) {
            said.push(paint(style::ASIDE, &format!("% {} is on again", clause.at)));
        }
        said.extend(Dropped::between(&before, &amendments).told("dropped"));
        let is_empty = amendments.is_empty();
        let notes = self.replace_amendments(amendments, "the original rules have errors:")?;
        if !is_empty {
            said.push(self.kept_beside_the_book());
        }
        said.extend(notes);
        Ok(said.join("\n"))
    }

    /// What is asked before all amendments are dropped.
    pub(super) fn question_before_reset(&self) -> Option<String> {
        let amendments = self.game.rules().amendments();
        let counts = [
            (amendments.added().len(), "clause", "you typed"),
            (amendments.files.len(), "file", "you loaded"),
        ];
        let dropped: Vec<String> = counts
            .into_iter()
            .filter(|(number, ..)| *number > 0)
            .map(|(number, noun, origin)| format!("{} that {origin}", counted(number, noun)))
            .collect();
        (!dropped.is_empty()).then(|| format!("This drops {}. Drop them?", dropped.join(" and ")))
    }

    /// The amendments that only define relations which the book does not have, as
    /// far as they can be kept without the others.
    fn own_relations(&self) -> Result<Amendments, Error> {
        let rules = self.game.rules();
        let book = rules.amended(Amendments::default(), self.limits.clone())?;
        let heads = Heads { now: rules.program(), book: book.program() };
        let mut kept = rules.amendments().clone();
        kept.off.clear();
        kept.files.retain(|taken| heads.are_own(&taken.file, |_| true));
        kept.keep_added(|clause| {
            heads.are_own(PROMPT, |line| {
                rules.amendments().added_at(line).is_some_and(|at| at == clause)
            })
        });
        loop {
            match rules.amended(kept.clone(), self.limits.clone()) {
                // Without any clause left, numbers begin at 1 again.
                Ok(_) if kept.is_empty() => return Ok(Amendments::default()),
                Ok(_) => return Ok(kept),
                Err(LoadError::Rejected(rejected)) => {
                    let size = (kept.files.len(), kept.added().len());
                    drop_wrong(&mut kept, &rejected);
                    if size == (kept.files.len(), kept.added().len()) {
                        return Ok(Amendments::default());
                    }
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Which relations of somebody's own are there beside the book.
    fn kept_beside_the_book(&self) -> String {
        let program = self.game.rules().program();
        let amends = |rule: &&Rule| program.sources.amendments().contains(&rule.span.file);
        let mut names: Vec<String> = Vec::new();
        for rule in program.rules.iter().filter(amends) {
            let name = program.relations[rule.head].indicator();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let kept = format!("% kept, as the original rules do not have them: {}", names.join(", "));
        paint(style::ASIDE, &format!("{kept}; `reset all` drops them too"))
    }
}

/// Which relations the amendments define, as against those of the book.
struct Heads<'a> {
    now: &'a Program,
    book: &'a Program,
}

impl Heads<'_> {
    /// Whether a text, as far as its lines are meant, declares nothing and has
    /// clauses for relations that the book does not have, and for no others.
    fn are_own(&self, file: &str, is_meant: impl Fn(usize) -> bool) -> bool {
        let sources = &self.now.sources;
        let is_in_file =
            |id: FileId| sources.amendments().contains(&id) && sources.file(id).name == file;
        let mut spans = self.now.declarations.spans().filter(|span| is_in_file(span.file));
        if spans.any(|span| is_meant(sources.location(span).line)) {
            return false;
        }
        let rules = self.now.rules.iter().filter(|rule| is_in_file(rule.span.file));
        let mut rules = rules.filter(|rule| is_meant(sources.location(rule.span).line)).peekable();
        rules.peek().is_some() && rules.all(|rule| self.is_own(&self.now.relations[rule.head]))
    }

    fn is_own(&self, relation: &Relation) -> bool {
        let in_book = self.book.relations.find(relation.name, relation.arity);
        in_book.is_none() && !is_expected(relation)
    }
}

/// Drops the clauses and files that are complained of.
fn drop_wrong(amendments: &mut Amendments, rejected: &Rejected) {
    let places =
        rejected.diagnostics.iter().map(|wrong| rejected.sources.location(wrong.primary.0));
    let places: FxHashSet<(String, usize)> =
        places.map(|place| (place.file.clone(), place.line)).collect();
    amendments.files.retain(|taken| !places.iter().any(|(file, _)| *file == taken.file));
    let at = amendments.clone();
    let lines = places.iter().filter(|(file, _)| file == PROMPT).map(|(_, line)| *line);
    let wrong: Vec<&Added> = lines.filter_map(|line| at.added_at(line)).collect();
    amendments.keep_added(|clause| !wrong.contains(&clause));
}

/// What was among the amendments, and no longer is.
pub(super) struct Dropped {
    clauses: Vec<Added>,
    files: Vec<TakenIn>,
}

impl Dropped {
    pub(super) fn between(before: &Amendments, after: &Amendments) -> Dropped {
        let clauses = before.added().iter().filter(|clause| !after.added().contains(clause));
        let files = before.files.iter().filter(|file| !after.files.contains(file));
        Dropped { clauses: clauses.cloned().collect(), files: files.cloned().collect() }
    }

    fn is_empty(&self) -> bool {
        self.clauses.is_empty() && self.files.is_empty()
    }

    /// Each of them, with its text.
    pub(super) fn told(&self, word: &str) -> Vec<String> {
        let mut said = Vec::new();
        for taken in &self.files {
            let file = &taken.file;
            let note = format!("% {file} is {word}; `load {file}` takes it in again");
            said.push(paint(style::ASIDE, &note));
        }
        for clause in &self.clauses {
            said.push(paint(style::ASIDE, &format!("% {PROMPT}:{} is {word}:", clause.line())));
            said.push(clause.text.clone());
        }
        said
    }
}
