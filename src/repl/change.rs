//! Rules that change while the game goes on: clauses added, switched off and
//! replaced.

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::listing::clauses_in_words;
use super::session::{Answer, Error, Event, Session, counted};
use super::style::{self, paint};
use crate::game::{LoadError, Rules};
use crate::logic::Rejected;
use crate::logic::amend::{
    Added, Amendments, PROMPT, SwitchedOff, TakenIn, are_several, clauses, is_directive,
};
use crate::logic::check::declarations::Named;
use crate::logic::check::diagnostic::Diagnostic;
use crate::logic::check::vocabulary::is_expected;
use crate::logic::describe::Clause;
use crate::logic::program::{Literal, Name, Origin, Program, RelationId, Wrapper};
use crate::logic::syntax::source::{Sources, Span};

/// What is said where something cannot be taken away.
pub(super) const WITHOUT_IT: &str = "the other rules need it:";

impl Session {
    /// Takes in clauses: they count from now on.
    pub(super) fn define(&mut self, text: &str) -> Answer {
        self.define_all(text).map_err(|wrong| match are_several(text) {
            true => wrong.help("these clauses were entered together, so none of them was added"),
            false => wrong,
        })
    }

    fn define_all(&mut self, text: &str) -> Answer {
        let mut amendments = self.game.rules().amendments().clone();
        amendments.add(clauses(text)?);
        self.extend(amendments)
    }

    /// Takes in facts, where each by itself would be a question.
    pub(super) fn define_facts(&mut self, text: &str) -> Answer {
        let note = "% taken in as facts, since there are several; one alone is a question";
        Ok(format!("{}\n{}", self.define(text)?, paint(style::ASIDE, note)))
    }

    /// Takes in a file of clauses; if it was taken in before, it is read anew.
    pub(super) fn take_in(&mut self, file: &str, text: String) -> Answer {
        let mut amendments = self.game.rules().amendments().clone();
        match amendments.files.iter_mut().find(|taken| taken.file == file) {
            Some(taken) => taken.text = text,
            None => amendments.files.push(TakenIn { file: file.into(), text }),
        }
        self.extend(amendments)
    }

    /// Puts amendments with something more into force, and says what is new.
    pub(super) fn extend(&mut self, amendments: Amendments) -> Answer {
        let before = self.game.rules().clone();
        let amended = before.amended(amendments, self.limits.clone()).map_err(|error| {
            let (may_follow, off) = match &error {
                LoadError::Rejected(rejected) => {
                    (lacks_a_part(rejected), self.why_unknown(rejected))
                }
                _ => (false, None),
            };
            let wrong = Error::from(error);
            match off {
                Some(off) => wrong.help(off),
                None if may_follow => wrong.help("clauses that need each other go into one entry"),
                None => wrong,
            }
        })?;
        let notes = self.put_into_force(amended);
        let mut said = self.what_is_new(&before);
        if said.is_empty() {
            said.push(self.nothing_new(&before));
        }
        said.extend(self.new_warnings(&before));
        said.extend(notes);
        Ok(said.join("\n"))
    }

    /// What has come of amendments that say nothing which was not said before.
    fn nothing_new(&self, before: &Rules) -> String {
        let known = before.amendments().added();
        let added = self.game.rules().amendments().added().iter();
        let again: Vec<&Added> = added.filter(|clause| !known.contains(clause)).collect();
        if let [directive] = again.as_slice()
            && is_directive(&directive.text)
        {
            return format!(
                "changes nothing here: relations need no such directive; `forget {PROMPT}:{}` \
                 drops it again",
                directive.line()
            );
        }
        let again: Vec<String> =
            again.iter().map(|clause| format!("{PROMPT}:{}", clause.line())).collect();
        match again.as_slice() {
            [] => "nothing new: that was known already".into(),
            [place] => format!(
                "nothing new: that was known already, and is there once more; `forget {place}` \
                 drops it again"
            ),
            places => format!(
                "nothing new: that was known already, and is there once more: {}",
                places.join(", ")
            ),
        }
    }

    /// Goes on under changed rules; where nothing has changed, that is no change to undo.
    /// Returns what that leads to.
    pub(super) fn put_into_force(&mut self, rules: Rules) -> Vec<String> {
        if is_same(self.game.rules(), &rules) {
            return Vec::new();
        }
        let before = self.game.clone();
        self.event = Event::Changed(rules.is_by_the_book());
        self.rule_history.record(&self.entry, before.rules().clone());
        self.play_under(Arc::new(rules));
        // Nobody needs to save what the tutorial told them to type.
        if self.tutorial.is_some() {
            self.regard_as_saved();
        }
        self.consequences(&before)
    }

    /// What the clauses define that were not there before, a line each.
    fn what_is_new(&self, before: &Rules) -> Vec<String> {
        let rules = self.game.rules();
        let program = rules.program();
        let known: FxHashSet<String> =
            before.program().relations.iter().map(|relation| relation.indicator()).collect();
        let heads: FxHashMap<Span, RelationId> =
            program.rules.iter().map(|rule| (rule.span, rule.head)).collect();
        let at = |span: Span| {
            let place = program.sources.location(span).to_string();
            paint(style::ASIDE, &format!("[{place}]"))
        };
        let older = Places::of(before);
        let is_new = |span: Span| older.lack(program, span);
        let mut said = Vec::new();
        for span in program.declarations.spans().filter(|span| is_new(*span)) {
            said.push(format!("{} is declared {}", program.sources.text(span), at(span)));
        }
        for dynamic in &program.declarations.dynamic {
            let is_declared =
                |known: &Named| (known.name, known.arity) == (dynamic.name, dynamic.arity);
            if before.program().declarations.dynamic.iter().any(is_declared) {
                continue;
            }
            let name = format!("{}/{}", dynamic.name, dynamic.arity);
            let place = at(dynamic.span);
            let relation = program.relations.plain(dynamic.name.as_str(), dynamic.arity);
            let is_derived = |id: &RelationId| program.relations[*id].origin == Origin::Rules;
            let Some(id) = relation.filter(is_derived) else { continue };
            let has_clauses = program.rules_for(id).next().is_some();
            said.push(match has_clauses {
                true => format!("{name} may be asked now even if it loses its clauses {place}"),
                false => format!("{name} may be asked now, though it has no clauses {place}"),
            });
        }
        let clauses = program.clauses();
        let mut by_head: Vec<(RelationId, Vec<&Clause<'_>>)> = Vec::new();
        let mut places: FxHashMap<RelationId, usize> = FxHashMap::default();
        for clause in clauses.iter().filter(|clause| clause.is_on && is_new(clause.span)) {
            let Some(head) = heads.get(&clause.span) else { continue };
            let place = *places.entry(*head).or_insert_with(|| {
                by_head.push((*head, Vec::new()));
                by_head.len() - 1
            });
            by_head[place].1.push(clause);
        }
        let is_single = by_head.iter().map(|(_, clauses)| clauses.len()).sum::<usize>() == 1;
        for (id, clauses) in by_head {
            let relation = &program.relations[id];
            let head = relation.indicator();
            let later = match relation.name {
                Name::Wrapped(Wrapper::Start, _) => ", from the next `new` on",
                _ => "",
            };
            let is_known = known.contains(&head);
            let place = at(clauses[0].span);
            if is_single {
                said.push(match is_known {
                    true => format!("one more clause for {head}{later} {place}"),
                    false => format!("{head} is defined{later} {place}"),
                });
                continue;
            }
            let spans: FxHashSet<Span> = clauses.iter().map(|clause| clause.span).collect();
            let new = program.rules_for(id).filter(|rule| spans.contains(&rule.span));
            let added = if is_known { " added" } else { "" };
            said.push(format!("{head}: {}{added}{later} {place}", clauses_in_words(new)));
        }
        said
    }

    /// What to mind about what is new.
    fn new_warnings(&self, before: &Rules) -> Vec<String> {
        let rules = self.game.rules();
        let shown = |warning: &Diagnostic| warning.render(&before.program().sources, false);
        let known: Vec<String> = before.warnings().iter().map(shown).collect();
        let is_new = |warning: &&Diagnostic| {
            !known.contains(&warning.render(&rules.program().sources, false))
        };
        let warnings = rules.warnings().iter().filter(is_new);
        warnings.map(|warning| warning.render(&rules.program().sources, true)).collect()
    }

    /// Switches off the clauses on a line.
    pub(super) fn switch_off(&mut self, argument: &str) -> Answer {
        if argument.starts_with(&format!("{PROMPT}:")) {
            return self.forget(argument);
        }
        let program = self.game.rules().program().clone();
        let clauses = program.clauses();
        let found = self.clauses_at(&clauses, argument)?;
        let found: Vec<&Clause> = match found.iter().any(|clause| clause.is_on) {
            true => found.into_iter().filter(|clause| clause.is_on).collect(),
            false => return Err(Error::new(format!("{} switched off already", are(&found)))),
        };
        self.require_dispensable(&found, argument)?;
        let mut amendments = self.game.rules().amendments().clone();
        let off = found.iter().map(|clause| SwitchedOff::at(&program.sources, clause.span));
        amendments.off.extend(off);
        let notes = self.replace_amendments(amendments, WITHOUT_IT)?;
        Ok(switched(&found, "switched off", notes))
    }

    /// How relations that a complaint does not know became unknown, if their clauses are
    /// switched off.
    pub(super) fn why_unknown(&self, rejected: &Rejected) -> Option<String> {
        let program = self.game.rules().program();
        let clauses = program.clauses();
        let complaint = rejected.diagnostics.iter().find(|it| it.code == "unknown")?;
        let is_named = |clause: &&Clause| {
            let indicator = clause.indicator();
            indicator.is_some_and(|name| complaint.message.contains(&format!("`{name}`")))
        };
        let off: Vec<&Clause> = clauses.iter().filter(|it| !it.is_on).filter(is_named).collect();
        let first = off.first()?;
        let (all, them) = match off.len() {
            1 => ("its only clause is".to_string(), "it"),
            several => (format!("its {several} clauses are"), "them"),
        };
        Some(match self.are_rules_fixed {
            true => format!("{all} switched off"),
            false => format!("{all} switched off: `on {}` switches {them} on again", first.at),
        })
    }

    /// Refuses to switch off the last clauses of a relation that other rules ask.
    fn require_dispensable(&self, clauses: &[&Clause], place: &str) -> Result<(), Error> {
        let program = self.game.rules().program();
        let goes = |span: Span| clauses.iter().any(|clause| clause.span == span);
        for rule in program.rules.iter().filter(|rule| goes(rule.span)) {
            let is_last = program.rules_for(rule.head).all(|other| goes(other.span));
            let needed_by = self.rules_that_ask(rule.head);
            if is_last && !needed_by.is_empty() && !is_expected(&program.relations[rule.head]) {
                let name = program.relations[rule.head].indicator();
                return Err(Error::new(format!(
                    "{name} has no other clause, and is asked at {}",
                    needed_by.join(", ")
                ))
                .help(match clauses {
                    [_] => format!("`replace {place} CLAUSE.` puts another clause in its place"),
                    _ => "type the clauses that are to count instead first".into(),
                }));
            }
        }
        Ok(())
    }

    /// Where rules stand that ask a relation.
    fn rules_that_ask(&self, relation: RelationId) -> Vec<String> {
        let program = self.game.rules().program();
        let mut places = Vec::new();
        for rule in program.rules.iter().filter(|rule| rule.head != relation) {
            let mut asks = false;
            for literal in &rule.body {
                literal.visit(&mut |inner| {
                    asks |= matches!(inner, Literal::Fact { relation: asked, .. } if *asked == relation);
                });
            }
            let place = program.sources.location(rule.span).to_string();
            if asks && !places.contains(&place) {
                places.push(place);
            }
        }
        places
    }

    /// Switches the clauses on a line on again.
    pub(super) fn switch_on(&mut self, argument: &str) -> Answer {
        let program = self.game.rules().program().clone();
        let clauses = program.clauses();
        let found = self.clauses_at(&clauses, argument)?;
        let found: Vec<&Clause> = match found.iter().all(|clause| clause.is_on) {
            true => return Err(Error::new(format!("{} not switched off", are(&found)))),
            false => found.into_iter().filter(|clause| !clause.is_on).collect(),
        };
        let mut amendments = self.game.rules().amendments().clone();
        let is_found =
            |off: &SwitchedOff| found.iter().any(|clause| off.is(&program.sources, clause.span));
        amendments.off.retain(|off| !is_found(off));
        let notes =
            self.replace_amendments(amendments, "with it, the rules would not be right:")?;
        Ok(switched(&found, "on again", notes))
    }

    /// Puts another clause in the place of one.
    pub(super) fn replace(&mut self, argument: &str) -> Answer {
        let Some((place, text)) = argument.split_once(char::is_whitespace) else {
            return Err(Error::new("the new clause is missing")
                .help("write it behind the line of the old one: replace 201 head :- body."));
        };
        let before = self.game.rules().clone();
        let mut amendments = before.amendments().clone();
        let (replaced, old) = match self.added_at(place) {
            Some(clause) => {
                amendments.keep_added(|kept| *kept != clause);
                let heads = heads_of(before.program(), |span| {
                    let at = before.program().sources.location(span);
                    at.file == PROMPT && before.amendments().added_at(at.line) == Some(&clause)
                });
                (format!("{PROMPT}:{}", clause.line()), heads)
            }
            None => {
                let clauses = before.program().clauses();
                let [clause] = self.clauses_at(&clauses, place)?[..] else {
                    return Err(Error::new(format!("several clauses stand on line {place}")).help(
                        format!(
                            "`off {place}` switches all of them off; type those that are to \
                             count instead"
                        ),
                    ));
                };
                if !clause.is_on {
                    return Err(Error::new(format!("{} is switched off already", clause.at))
                        .help("`changes` shows what replaces it"));
                }
                amendments.off.push(SwitchedOff::at(&before.program().sources, clause.span));
                let heads = heads_of(before.program(), |span| span == clause.span);
                (clause.at.to_string(), heads)
            }
        };
        amendments.add(clauses(text)?);
        let said = self.extend(amendments)?;
        let older = Places::of(&before);
        let program = self.game.rules().program();
        let new = heads_of(program, |span| older.lack(program, span));
        let mut said = vec![format!("{replaced} is replaced"), said];
        if !new.is_empty() && old.is_disjoint(&new) {
            let [old, new] = [old, new].map(|heads| heads.into_iter().collect::<Vec<_>>());
            said.push(format!(
                "{} {replaced} was a clause of {}, the new one is a clause of {}; `undo rules` \
                 takes the change back",
                paint(style::ERROR, "warning:"),
                old.join(", "),
                new.join(", "),
            ));
        }
        Ok(said.join("\n"))
    }

    /// Puts amendments into force, or says what is wrong with them. Returns what
    /// they lead to.
    pub(super) fn replace_amendments(
        &mut self,
        amendments: Amendments,
        why: &str,
    ) -> Result<Vec<String>, Error> {
        let amended = self.game.rules().amended(amendments, self.limits.clone());
        let rules = amended.map_err(|error| Error::from(error).under(why))?;
        Ok(self.put_into_force(rules))
    }

    /// Reads the rule file again, and the files that were taken in.
    pub(super) fn reload(&mut self) -> Answer {
        self.require_files()?;
        let mut amendments = self.game.rules().amendments().clone();
        for taken in &mut amendments.files {
            taken.text = super::games::text_of(&taken.file)?;
        }
        let spec = self.game.rules().spec().clone();
        let rules = Rules::load_amended(&spec, amendments.clone(), self.limits.clone())?;
        if !self.game.fits(&rules) {
            return Err(Error::new("the position does not fit the rules as they are now")
                .help(format!("`new {}` begins a game by them", rules.name())));
        }
        let sources = &rules.program().sources;
        let left_out = &rules.program().left_out;
        let is_off = |off: &SwitchedOff| left_out.iter().any(|span| off.is(sources, *span));
        let count = counted(rules.program().rules.len(), "rule");
        let mut said = vec![format!("{} read again: {count}", rules.name())];
        for gone in amendments.off.iter().filter(|gone| !is_off(gone)) {
            let note =
                format!("% no longer in {}, and so not switched off: {}.", gone.file, gone.clause);
            said.push(paint(style::ASIDE, &note));
        }
        said.extend(self.put_into_force(rules));
        Ok(said.join("\n"))
    }

    /// The clauses on a line, `201` or `hive/moving.pl:20`: those that begin there, or
    /// else those that go on there.
    fn clauses_at<'a>(
        &self,
        clauses: &'a [Clause<'a>],
        place: &str,
    ) -> Result<Vec<&'a Clause<'a>>, Error> {
        let sources = &self.game.rules().program().sources;
        let (file, line) = match place.rsplit_once(':') {
            Some((file, line)) => (sources.find(file), line),
            None => (Some(sources.main()), place),
        };
        let (Some(file), Ok(line)) = (file, line.trim().parse::<usize>()) else {
            return Err(Error::new(format!("`{place}` is not the place of a clause"))
                .help(how_places_are_named(sources, clauses, None)));
        };
        let here = || clauses.iter().filter(|clause| clause.span.file == file);
        let goes_on = |clause: &&Clause| (clause.at.line..=clause.last_line).contains(&line);
        let mut found: Vec<&Clause> = here().filter(|clause| clause.at.line == line).collect();
        if found.is_empty() {
            found = here().filter(goes_on).collect();
        }
        if found.is_empty() {
            let file = &sources.file(file).name;
            return Err(Error::new(format!("there is no clause on line {line} of {file}"))
                .help(how_places_are_named(sources, clauses, Some(line))));
        }
        Ok(found)
    }
}

/// How to name the place of a clause, with one of those there are: preferably one on the
/// line that was named, if it is in another file.
fn how_places_are_named(sources: &Sources, clauses: &[Clause], line: Option<usize>) -> String {
    let is_of_game = |clause: &&Clause| {
        let file = clause.span.file;
        file != sources.shared() && !sources.amendments().contains(&file)
    };
    let of_game = || clauses.iter().filter(is_of_game);
    let is_main = |clause: &&Clause| clause.span.file == sources.main();
    let meant = line.and_then(|line| of_game().find(|clause| clause.at.line == line));
    let example = meant.or_else(|| of_game().find(is_main)).or_else(|| of_game().next());
    let example = example.map_or(String::new(), |clause| match is_main(&clause) {
        true => format!(": `off {}`", clause.at.line),
        false => format!(": `off {}:{}`", clause.at.file, clause.at.line),
    });
    format!(
        "`listing` and a relation shows its clauses with their lines, and so do proofs{example}"
    )
}

/// `tanks.pl:86 is`, `the 3 clauses at edges.pl:2 are`.
fn are(clauses: &[&Clause]) -> String {
    match clauses {
        [clause] => format!("{} is", clause.at),
        several => format!("the {} clauses at {} are", several.len(), several[0].at),
    }
}

/// What to show of clauses that were switched on or off.
fn switched(clauses: &[&Clause], how: &str, notes: Vec<String>) -> String {
    let heading = format!("% {} {how}:", are(clauses));
    let texts = clauses.iter().map(|clause| format!("{}.", clause.text));
    let said = std::iter::once(paint(style::ASIDE, &heading)).chain(texts).chain(notes);
    said.collect::<Vec<_>>().join("\n")
}

/// Whether rules are the same, and were read from the same texts.
fn is_same(one: &Rules, other: &Rules) -> bool {
    let (sources, others) = (&one.program().sources, &other.program().sources);
    let texts = sources.iter().map(|(_, file)| (&file.name, &file.text));
    let are_texts_same = texts.eq(others.iter().map(|(_, file)| (&file.name, &file.text)));
    are_texts_same && one.amendments() == other.amendments() && one.name() == other.name()
}

/// The relations that some clauses define.
fn heads_of(program: &Program, is_meant: impl Fn(Span) -> bool) -> BTreeSet<String> {
    let rules = program.rules.iter().filter(|rule| is_meant(rule.span));
    rules.map(|rule| program.relations[rule.head].indicator()).collect()
}

/// Whether what is wrong might be put right by a further clause.
fn lacks_a_part(rejected: &Rejected) -> bool {
    rejected
        .diagnostics
        .iter()
        .any(|complaint| matches!(complaint.code, "unknown" | "undeclared" | "missing"))
}

/// What clauses and declarations say, and in which file.
struct Places<'a>(FxHashSet<(&'a str, &'a str)>);

impl<'a> Places<'a> {
    fn of(rules: &'a Rules) -> Places<'a> {
        let program = rules.program();
        let clauses = program.rules.iter().map(|rule| rule.span);
        let all = clauses.chain(program.declarations.spans());
        Places(all.map(|span| Places::place(program, span)).collect())
    }

    fn place(program: &Program, span: Span) -> (&str, &str) {
        (program.sources.file(span.file).name.as_str(), program.sources.text(span))
    }

    /// Whether an amendment is not among them.
    fn lack(&self, program: &Program, span: Span) -> bool {
        program.sources.amendments().contains(&span.file)
            && !self.0.contains(&Places::place(program, span))
    }
}
