//! Relations that nobody asks: neither a rule nor Hornet itself. Most are misspelt, or
//! are what another language calls something that is called otherwise here.
//!
//! A relation may be there for who asks at the prompt. So one with a description is
//! left alone, unless it is named like one that Hornet asks, and so is one that
//! `:- dynamic` names.

use rustc_hash::FxHashSet;

use crate::logic::Value;
use crate::logic::check::completeness::{ENDING, MOST_OF_ENDING, STUCK, UNSOUND};
use crate::logic::check::declarations::{Declarations, WEIGHT};
use crate::logic::check::diagnostic::Diagnostic;
use crate::logic::names;
use crate::logic::program::{Arg, Literal, Name, Origin, RelationId, Relations, Rule, Wrapper};
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
    warn_of_weights(declarations, relations, rules, sources, warnings);
    let mut asked = asked_by_others(rules);
    asked.extend(asked_by_notations(declarations, relations));
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

/// Warns of weights that no rule asks, by their names or all of them.
fn warn_of_weights(
    declarations: &Declarations,
    relations: &Relations,
    rules: &[Rule],
    sources: &Sources,
    warnings: &mut Vec<Diagnostic>,
) {
    let Some(relation) = relations.plain(WEIGHT, 2) else { return };
    let mut asked: Vec<Arg> = Vec::new();
    for literal in rules.iter().flat_map(|rule| &rule.body) {
        literal.visit(&mut |literal| match literal {
            Literal::Fact { relation: id, args, .. } if *id == relation => asked.push(args[0]),
            _ => {}
        });
    }
    if asked.iter().any(|name| matches!(name, Arg::Var(_))) {
        return;
    }
    for weight in &declarations.weights {
        let is_asked = asked.contains(&Arg::Const(Value::Atom(weight.name)));
        if !is_asked && !sources.amendments().contains(&weight.span.file) {
            let message = format!("nothing asks the weight `{}`", weight.name);
            let help = format!("ask it where a position is judged: weight({}, W)", weight.name);
            let warning = Diagnostic::warning("unused", weight.span, message, "declared here");
            warnings.push(warning.help(help));
        }
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

/// The relations that goals behind notations ask.
fn asked_by_notations(declarations: &Declarations, relations: &Relations) -> Vec<RelationId> {
    let mut asked = Vec::new();
    for goal in declarations.notations.iter().filter_map(|notation| notation.goal.as_ref()) {
        goal.walk(&mut |term| {
            let named = term.functor().map(|(name, args)| (Name::Plain(name), args.len()));
            asked.extend(named.and_then(|(name, arity)| relations.find(name, arity)));
        });
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

#[cfg(test)]
mod tests {
    use crate::logic::{Loader, load};

    struct Nothing;

    impl Loader for Nothing {
        fn load(&self, _: &str, _: &str) -> Result<(String, String), String> {
            Err("nothing is included".into())
        }
    }

    /// The help of every warning about a small game with some more clauses.
    fn warned(clauses: &str) -> Vec<String> {
        let game = ":- players([a, b]).\n:- state(turn(player)).\n:- action(pass).\n\
                    start(turn(a)).\nlegal(pass) :- turn(_).\ndraw :- turn_number(9).\n\
                    del(turn(P)) :- turn(P).\nadd(turn(Q)) :- turn(P), opponent(P, Q).\n";
        let checked = load("game.pl", &format!("{game}\n{clauses}"), &Nothing).unwrap();
        checked.warnings.into_iter().filter_map(|warning| warning.help).collect()
    }

    #[test]
    fn what_hornet_or_a_rule_asks_is_used() {
        assert_eq!(warned("value(P, N) :- player(P), some(N).\nsome(1).").len(), 0);
        assert_eq!(warned("glyph(C, x, P, disc) :- player(P), C = 1.\ntally(a, b, 1).").len(), 0);
        assert_eq!(warned("some(1).\nsome(N) :- some(M), M < 3, N is M + 1.").len(), 1);
    }

    #[test]
    fn a_slip_is_told_even_where_it_is_described() {
        for (clause, meant) in [
            ("% Worth so much.\nvalues(a, 1).", "did you mean `value`? Hornet asks value("),
            ("draws.", "did you mean `draw`?"),
            ("legall(1).", "did you mean `legal`?"),
            ("tie.", "Hornet asks draw; is that meant?"),
            ("glyph(1).", "Hornet asks glyph(Cell, Text) or glyph(Cell, Text, Player)"),
        ] {
            let warned = warned(clause);
            assert!(warned.len() == 1 && warned[0].contains(meant), "{clause}: {warned:?}");
        }
    }

    #[test]
    fn what_is_there_for_the_prompt_is_left_alone() {
        assert_eq!(warned("good(1).").len(), 1);
        assert_eq!(warned("% It is good.\ngood(1).").len(), 0);
        assert_eq!(warned(":- dynamic good/1, values/2.\ngood(1).\nvalues(a, 1).").len(), 0);
    }
}
