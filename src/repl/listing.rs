//! What the rules say: their relations, the clauses of each, and the whole text.

use super::layout;
use super::prose::rules_in_prose;
use super::session::{Answer, Error, Session, counted};
use super::style::{self, paint};
use crate::logic::names;
use crate::logic::program::{Name, Origin, Program, Relation, RelationId, Rule, Wrapper};

impl Session {
    /// All relations, or those whose name or description holds a text.
    pub(super) fn relations(&self, argument: &str) -> String {
        let program = self.game.rules().program();
        let added = program.sources.amendments();
        let is_own = |relation: &Relation| {
            relation.declared_at.is_some_and(|span| added.contains(&span.file))
        };
        let mut said = Vec::new();
        for (heading, wanted) in [
            ("The position", Group::Position),
            ("Actions", Group::Actions),
            ("Rules", Group::Rules),
            ("Yours", Group::Own),
            ("Built in", Group::BuiltIn),
        ] {
            let entries: Vec<(String, String)> = program
                .relations
                .ids()
                .filter(|id| group(program, *id, is_own(&program.relations[*id])) == wanted)
                .map(|id| (program.signature(id), description(&program.relations[id])))
                .filter(|(name, doc)| name.contains(argument) || doc.contains(argument))
                .collect();
            if !entries.is_empty() {
                let listed = layout::glossary(&entries, self.screen.width);
                said.push(format!("{}\n{listed}", paint(style::STRONG, heading)));
            }
        }
        if said.is_empty() {
            return format!("No relation mentions `{argument}`.");
        }
        said.join("\n")
    }

    /// The relations with clauses, and how many, a line each.
    pub(super) fn overview(&self) -> String {
        let program = self.game.rules().program();
        let relations =
            program.relations.ids().filter(|id| program.relations[*id].origin == Origin::Rules);
        let line = |id: RelationId| {
            let name = program.relations[id].indicator();
            format!("{name}: {}", clauses_in_words(program.rules_for(id)))
        };
        relations.map(line).collect::<Vec<_>>().join("\n")
    }

    /// The clauses of a relation.
    pub(super) fn listing(&self, argument: &str) -> Answer {
        let program = self.game.rules().program();
        if argument.is_empty() {
            return self.listing_of_own();
        }
        let names: Vec<&str> = argument.split([',', ' ']).filter(|name| !name.is_empty()).collect();
        let is_meant = |id: &RelationId| names.iter().any(|n| program.relations[*id].is_called(n));
        let relations: Vec<RelationId> = program.relations.ids().filter(is_meant).collect();
        if relations.is_empty() {
            let name = argument.split(['/', '(']).next().unwrap_or_default();
            let help = names::suggestion(name, program.relations.iter().map(Relation::word));
            return Err(Error::new(format!("there is no relation `{argument}`"))
                .help(help.unwrap_or_else(|| "`relations` lists them all".into())));
        }
        let listed: Vec<String> = relations.iter().map(|id| self.clauses_of(*id)).collect();
        let listed: Vec<String> = listed.into_iter().filter(|text| !text.is_empty()).collect();
        Ok(match listed.is_empty() {
            true => format!("% {argument} has no clauses"),
            false => listed.join("\n\n"),
        })
    }

    /// The clauses that were added; in a knowledge base, all there are.
    fn listing_of_own(&self) -> Answer {
        let rules = self.game.rules();
        let program = rules.program();
        let added = program.sources.amendments();
        let is_own = |rule: &Rule| !rules.is_game() || added.contains(&rule.span.file);
        let mut relations: Vec<RelationId> = Vec::new();
        for rule in program.rules.iter().filter(|rule| is_own(rule)) {
            if !relations.contains(&rule.head) {
                relations.push(rule.head);
            }
        }
        if relations.is_empty() {
            return Ok(
                "% you have added no clauses; `listing RELATION` shows those of the rules".into()
            );
        }
        let listed: Vec<String> = relations.iter().map(|id| self.clauses_of(*id)).collect();
        Ok(listed.join("\n\n"))
    }

    fn clauses_of(&self, id: RelationId) -> String {
        let program = self.game.rules().program();
        let relation = &program.relations[id];
        let aside = |text: &str| paint(style::ASIDE, text);
        let mut said = Vec::new();
        if let Some(doc) = &relation.doc {
            said.push(aside(&format!("% {doc}")));
        }
        match relation.origin {
            Origin::Rules => {}
            Origin::Supposed => return String::new(),
            Origin::State => {
                said.push(aside(&format!("% {} is part of the position", program.signature(id))))
            }
            Origin::Given(_) | Origin::History => {
                said.push(aside(&format!("% {} is built in", program.signature(id))));
            }
        }
        let clauses = program.clauses();
        for clause in clauses.iter().filter(|clause| program.defines(clause, id)) {
            let off = if clause.is_on { "" } else { ", switched off" };
            said.push(aside(&format!("% {}{off}", clause.at)));
            said.push(format!("{}.", clause.text));
        }
        said.join("\n")
    }

    /// The rules in prose.
    pub(crate) fn rule_page(&self) -> String {
        rules_in_prose(self.game.rules(), self.screen.width)
    }

    /// The text of the rules, with line numbers.
    pub(super) fn rule_text(&self, argument: &str) -> Answer {
        let program = self.game.rules().program();
        let sources = &program.sources;
        let file = match argument {
            "" => Some(sources.main()),
            name => sources.find(name).or_else(|| sources.find(&format!("{name}.pl"))),
        };
        let Some(file) = file else {
            let known: Vec<&str> = sources.iter().map(|(_, file)| file.name.as_str()).collect();
            return Err(Error::new(format!("no file of the rules is called `{argument}`"))
                .help(format!("they are in {}", known.join(", "))));
        };
        let text = program.effective_text(file);
        let numbered = text.lines().enumerate().map(|(index, line)| {
            let number = paint(style::ASIDE, &format!("{:>4}", index + 1));
            format!("{number}  {line}").trim_end().to_string()
        });
        let part = sources.includes_of(file).next().map(|(_, part)| &sources.file(part).name);
        let note = part.map(|part| format!("% `rules {part}` shows that part, and so on"));
        let note = note.map(|note| paint(style::ASIDE, &note));
        Ok(numbered.chain(note).collect::<Vec<_>>().join("\n"))
    }
}

#[derive(PartialEq, Eq)]
enum Group {
    Position,
    Actions,
    Rules,
    Own,
    BuiltIn,
    /// What only says the same of each fact: `start(..)`, `add(..)`.
    Hidden,
}

fn group(program: &Program, id: RelationId, is_own: bool) -> Group {
    let relation = &program.relations[id];
    match (relation.origin, relation.name) {
        (_, Name::Wrapped(Wrapper::Legal, _)) => Group::Actions,
        (_, Name::Wrapped(..)) => Group::Hidden,
        (Origin::State, _) => Group::Position,
        (Origin::Rules, _) if program.rules_for(id).next().is_none() => Group::Hidden,
        (Origin::Rules, _) if is_own => Group::Own,
        (Origin::Rules, _) => Group::Rules,
        _ => Group::BuiltIn,
    }
}

/// `6 facts`, `2 rules`, `6 facts and 1 rule`.
pub(super) fn clauses_in_words<'a>(rules: impl Iterator<Item = &'a Rule>) -> String {
    let (facts, rules): (Vec<&Rule>, Vec<&Rule>) = rules.partition(|rule| rule.body.is_empty());
    match (facts.len(), rules.len()) {
        (0, 0) => "no clauses".into(),
        (facts, 0) => counted(facts, "fact"),
        (0, rules) => counted(rules, "rule"),
        (facts, rules) => format!("{} and {}", counted(facts, "fact"), counted(rules, "rule")),
    }
}

/// The first sentence of what is written above a relation.
pub fn description(relation: &Relation) -> String {
    let doc = relation.doc.as_deref().unwrap_or_default();
    match doc.find(". ") {
        Some(end) => doc[..=end].to_string(),
        None => doc.to_string(),
    }
}
