//! Relations that nobody asks: neither a rule nor Hornet itself. Most are misspelt, or
//! are what another language calls something that is called otherwise here.
//!
//! A relation may be there for who asks at the prompt. So one with a description is
//! left alone, unless it is named like one that Hornet asks, and so is one that
//! `:- dynamic` names.

use rustc_hash::FxHashSet;

use crate::logic::check::completeness::{ENDING, MOST_OF_ENDING, STUCK, UNSOUND};
use crate::logic::check::declarations::Declarations;
use crate::logic::check::diagnostic::Diagnostic;
use crate::logic::names;
use crate::logic::program::{Literal, Name, Origin, RelationId, Relations, Rule, Wrapper};
use crate::logic::syntax::source::{FileId, Sources};

/// The relations that Hornet asks of a game, each with its usage.
const ASKED: [(&str, usize, &str); 18] = [
    ("wins", 1, "wins(Player)"),
    ("draw", 0, "draw"),
    ("value", 2, "value(Player, N)"),
    ("leads", 1, "leads(Player)"),
    ("reason", 2, "reason(Reason, 'message')"),
    ("score", 3, "score(Player, What, Points)"),
    (STUCK, 2, "stuck(Piece, Reason)"),
    (UNSOUND, 1, "unsound(Reason)"),
    (ENDING, 1, "ending(Cause)"),
    (ENDING, 2, "ending(Cause, Value)"),
    (ENDING, MOST_OF_ENDING, "ending(Cause, Value, Value)"),
    ("glyph", 2, "glyph(Cell, Text)"),
    ("glyph", 3, "glyph(Cell, Text, Player)"),
    ("glyph", 4, "glyph(Cell, Text, Player, Shape)"),
    ("shaded", 1, "shaded(Cell)"),
    ("in_hand", 3, "in_hand(Player, Thing, N)"),
    ("tally", 3, "tally(Player, What, N)"),
    ("over", 0, "over"),
];

/// What others call something that Hornet asks, and how it is said here.
const ELSEWHERE: [(&str, &str); 22] = [
    ("winner", "wins(Player)"),
    ("winning", "wins(Player)"),
    ("won", "wins(Player)"),
    ("lost", "wins(Player) of those who have not lost"),
    ("loses", "wins(Player) of those who have not lost"),
    ("loser", "wins(Player) of those who have not lost"),
    ("drawn", "draw"),
    ("tie", "draw"),
    ("stalemate", "draw"),
    ("terminal", "wins(Player) and draw"),
    ("game_over", "wins(Player) and draw"),
    ("gameover", "wins(Player) and draw"),
    ("finished", "wins(Player) and draw"),
    ("goal", "wins(Player), or value(Player, N)"),
    ("eval", "value(Player, N)"),
    ("evaluation", "value(Player, N)"),
    ("heuristic", "value(Player, N)"),
    ("utility", "value(Player, N)"),
    ("init", "start(Fact)"),
    ("initial", "start(Fact)"),
    ("message", "reason(Reason, 'message')"),
    ("symbol", "glyph(Cell, Text)"),
];

/// In a name of so many letters there may be two slips.
const LONG: usize = 6;

/// Whether Hornet asks a relation by itself.
fn is_asked_by_hornet(name: &str, arity: usize) -> bool {
    ASKED.iter().any(|(known, columns, _)| (*known, *columns) == (name, arity))
}

/// Warns of relations that nobody asks. What is typed at the prompt is there to be
/// asked.
pub fn check(
    declarations: &Declarations,
    relations: &Relations,
    rules: &[Rule],
    sources: &Sources,
    warnings: &mut Vec<Diagnostic>,
) {
    if !declarations.is_game() {
        return;
    }
    let asked = asked_by_others(rules);
    let amendments: Vec<FileId> = sources.amendments().to_vec();
    let defined: FxHashSet<RelationId> = rules.iter().map(|rule| rule.head).collect();
    for id in relations.ids().filter(|id| defined.contains(id) && !asked.contains(id)) {
        let relation = &relations[id];
        let (Name::Plain(name), Origin::Rules) = (relation.name, relation.origin) else { continue };
        let Some(span) = relation.declared_at else { continue };
        let is_dynamic = declarations
            .dynamic
            .iter()
            .any(|known| (known.name, known.arity) == (name, relation.arity));
        if is_dynamic
            || amendments.contains(&span.file)
            || is_asked_by_hornet(name.as_str(), relation.arity)
        {
            continue;
        }
        let meant = meant(name.as_str());
        if relation.doc.is_some() && meant.is_none() {
            continue;
        }
        let help = meant.unwrap_or_else(|| {
            "use it in a rule or take it out; if it is there to be asked at the prompt, say \
             in a comment above it what it means"
                .into()
        });
        let message = format!("nothing asks `{}`", relation.indicator());
        warnings.push(Diagnostic::warning("unused", span, message, "defined here").help(help));
    }
}

/// The relations that rules for others ask.
fn asked_by_others(rules: &[Rule]) -> FxHashSet<RelationId> {
    let mut asked = FxHashSet::default();
    for rule in rules {
        for literal in &rule.body {
            literal.visit(&mut |literal| {
                if let Literal::Fact { relation, .. } = literal
                    && *relation != rule.head
                {
                    asked.insert(*relation);
                }
            });
        }
    }
    asked
}

/// What its writer may have meant it to be.
fn meant(name: &str) -> Option<String> {
    if let Some((_, said)) = ELSEWHERE.iter().find(|(known, _)| *known == name) {
        return Some(format!("Hornet asks {said}; is that meant?"));
    }
    let usages = |name: &str| {
        let usages = ASKED.iter().filter(|(known, ..)| *known == name).map(|(.., usage)| *usage);
        usages.collect::<Vec<_>>().join(" or ")
    };
    if ASKED.iter().any(|(known, ..)| *known == name) {
        return Some(format!("Hornet asks {}, with that many columns", usages(name)));
    }
    let wrappers = [Wrapper::Start, Wrapper::Legal, Wrapper::Refuse].map(Wrapper::name);
    let known = ASKED.iter().map(|(known, ..)| *known).filter(|known| *known != "over");
    let near = names::nearest(name, known.chain(wrappers))?;
    let slips = strsim::damerau_levenshtein(name, near);
    let most = if name.len() >= LONG { 2 } else { 1 };
    if slips > most {
        return None;
    }
    Some(match usages(near) {
        usages if usages.is_empty() => format!("did you mean `{near}`?"),
        usages => format!("did you mean `{near}`? Hornet asks {usages}"),
    })
}
