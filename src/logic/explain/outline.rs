//! Explanations drawn as trees of lines: whole, or folded so that the deeper
//! parts wait until they are opened.
//!
//! What several rules rest on is drawn once. The line of each further place
//! says that it is shown above.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::logic::explain::one_line::{NO_RULE, switched_off};
use crate::logic::explain::proof::{
    Alike, Attempt, Because, Failure, Premise, RuleText, Why, WhyNot,
};
use crate::logic::explain::prove::COMPUTED;

/// A drawing in which some parts are folded.
#[derive(Clone, Debug)]
pub struct Folded {
    /// The drawing. The line of a folded part ends in its number: `… [3]`.
    pub text: String,
    /// The folded parts, in the order of their numbers.
    pub parts: Vec<Part>,
}

/// A part of an explanation that is folded in a drawing.
#[derive(Clone, Debug)]
pub enum Part {
    /// It can be drawn.
    Why(Why),
    /// It is yet to be explained: the question to explain.
    Ask(String),
    /// It rests on all answers to a question.
    Answers(String),
    /// The rules for a goal that got less far than the one that is shown.
    OtherRules(Arc<Failure>),
    /// What instances come to that share the fate of the one that is shown, in a
    /// line each.
    Alike(String),
}

/// What a piece of a drawing is, for those who want to colour it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// The lines of the tree.
    Branch,
    /// A goal that holds.
    Holds,
    /// A goal that fails.
    Fails,
    /// A rule.
    Rule,
    /// Where a rule stands.
    Place,
    /// A remark, such as `[built in]`.
    Remark,
    /// The number of a folded part.
    Number,
}

/// Gives a piece of a drawing its colour.
pub type Paint<'p> = &'p dyn Fn(Ink, &str) -> String;

const SHOWN_ABOVE: &str = "shown above";
const ASK_WHY: &str = "ask why it holds";
const ASK_WHY_NOT: &str = "ask why it does";
const NO_ANSWER: &str = "nothing derives it";

/// Leaves every piece as it is.
fn plain(_: Ink, text: &str) -> String {
    text.into()
}

impl Why {
    /// The explanation as a tree of lines.
    pub fn render(&self) -> String {
        self.render_in(&plain)
    }

    /// The same in colour.
    pub fn render_in(&self, paint: Paint<'_>) -> String {
        Drawing::of(self, None, usize::MAX, paint).text
    }

    /// The same, with everything folded that lies below `depth` levels of
    /// rules. The folded parts are numbered from `first`.
    pub fn folded(&self, depth: usize, first: usize) -> Folded {
        self.folded_in(depth, first, &plain)
    }

    /// The same in colour.
    pub fn folded_in(&self, depth: usize, first: usize, paint: Paint<'_>) -> Folded {
        Drawing::of(self, Some(first), depth, paint)
    }
}

impl Failure {
    /// A drawing of the rules that got less far than the first. Its folded parts
    /// are numbered from `first`; without a number nothing is folded.
    pub fn other_rules_in(&self, depth: usize, first: Option<usize>, paint: Paint<'_>) -> Folded {
        let mut drawing = Drawing::new(first, paint);
        let WhyNot::Rules(attempts) = &self.why else { return drawing.folded() };
        let margin = Margin { first: String::new(), under: String::new() };
        drawing.line("", &[(Ink::Fails, &format!("{} fails", self.goal))]);
        drawing.drawn.insert(&self.goal);
        let others = &attempts[1..];
        for (attempt, margin) in others.iter().zip(margin.below(others.len())) {
            drawing.attempt(attempt, &margin, depth.saturating_sub(1));
        }
        drawing.folded()
    }
}

/// What stands before the lines of a part of the tree.
struct Margin {
    /// Before its first line.
    first: String,
    /// Before those under it.
    under: String,
}

impl Margin {
    /// The margins of what lies below: the trunk goes on for all but the last.
    fn below(&self, count: usize) -> impl Iterator<Item = Margin> {
        (1..=count).map(move |number| {
            let (branch, trunk) =
                if number < count { ("├─ ", "│  ") } else { ("└─ ", "   ") };
            let under = &self.under;
            Margin { first: format!("{under}{branch}"), under: format!("{under}{trunk}") }
        })
    }
}

struct Drawing<'a> {
    paint: Paint<'a>,
    lines: Vec<String>,
    /// The goals whose rules are drawn.
    drawn: FxHashSet<&'a str>,
    /// The number of the first folded part, if parts can be opened.
    first: Option<usize>,
    parts: Vec<Part>,
    /// The numbers of the goals that are folded.
    numbers: FxHashMap<&'a str, usize>,
}

/// How many lines stand below a goal.
fn lines_of(alike: &Option<Alike>) -> usize {
    usize::from(alike.is_some())
}

impl<'a> Drawing<'a> {
    fn of(why: &'a Why, first: Option<usize>, depth: usize, paint: Paint<'a>) -> Folded {
        let mut drawing = Drawing::new(first, paint);
        let margin = Margin { first: String::new(), under: String::new() };
        match why {
            Why::Holds(premises) if premises.is_empty() => drawing.lines.push("true".into()),
            Why::Holds(premises) => {
                premises.iter().for_each(|premise| drawing.premise(premise, &margin, depth));
            }
            Why::Fails(failures) => {
                for failure in failures {
                    drawing.failure(failure, &margin, depth);
                    for goal in &failure.also {
                        drawing.line("", &[(Ink::Fails, &format!("{goal} fails too"))]);
                    }
                    drawing.alike(&failure.alike, "fail", &margin);
                }
            }
        }
        drawing.folded()
    }

    fn new(first: Option<usize>, paint: Paint<'a>) -> Drawing<'a> {
        Drawing {
            paint,
            lines: Vec::new(),
            drawn: FxHashSet::default(),
            first,
            parts: Vec::new(),
            numbers: FxHashMap::default(),
        }
    }

    fn folded(self) -> Folded {
        Folded { text: self.lines.join("\n"), parts: self.parts }
    }

    fn line(&mut self, margin: &str, pieces: &[(Ink, &str)]) {
        let margin = [(Ink::Branch, margin)];
        let pieces = margin.iter().chain(pieces).filter(|(_, text)| !text.is_empty());
        self.lines.push(pieces.map(|(ink, text)| (self.paint)(*ink, text)).collect());
    }

    fn remark(&mut self, margin: &Margin, goal: (Ink, &str), remark: &str) {
        let remark = format!("   [{remark}]");
        self.line(&margin.first, &[goal, (Ink::Remark, &remark)]);
    }

    /// A line whose part is folded. A goal has one number, however often it is
    /// folded. Where no part can be opened, there is a remark instead.
    fn fold(
        &mut self,
        margin: &Margin,
        goal: (Ink, &str),
        key: &'a str,
        remark: &str,
        part: impl FnOnce() -> Part,
    ) {
        let Some(first) = self.first else { return self.remark(margin, goal, remark) };
        let number = *self.numbers.entry(key).or_insert_with(|| {
            self.parts.push(part());
            first + self.parts.len() - 1
        });
        self.numbered(margin, goal, number);
    }

    /// A line of words about a part that is folded, which has a number of its own.
    fn fold_words(&mut self, margin: &Margin, words: &str, part: Part) {
        let Some(first) = self.first else {
            return self.line(&margin.first, &[(Ink::Remark, words)]);
        };
        self.parts.push(part);
        self.numbered(margin, (Ink::Remark, words), first + self.parts.len() - 1);
    }

    fn numbered(&mut self, margin: &Margin, goal: (Ink, &str), number: usize) {
        let number = format!("   … [{number}]");
        self.line(&margin.first, &[goal, (Ink::Number, &number)]);
    }

    /// The instances that share the fate of the one that is shown.
    fn alike(&mut self, alike: &Option<Alike>, fate: &str, margin: &Margin) {
        let Some(alike) = alike else { return };
        let mut lines = alike.each.clone();
        match alike.count - alike.each.len() {
            0 => {}
            more => lines.push(format!("and {more} more")),
        }
        self.fold_words(margin, &alike.summary(fate), Part::Alike(lines.join("\n")));
    }

    fn premise(&mut self, premise: &'a Arc<Premise>, margin: &Margin, depth: usize) {
        let goal = (Ink::Holds, premise.goal.as_str());
        let key = premise.goal.as_str();
        match &premise.because {
            Because::Leaf(word) => self.remark(margin, goal, word),
            Because::Written(at) => self.remark(margin, goal, at),
            Because::Opaque(says) => self.remark(margin, goal, says),
            Because::Absent { lacking: Some(lacking), .. } => self.remark(margin, goal, lacking),
            _ if self.drawn.contains(key) => self.remark(margin, goal, SHOWN_ABOVE),
            Because::Absent { ask, .. } => {
                self.fold(margin, goal, key, NO_ANSWER, || Part::Ask(ask.clone()));
            }
            Because::Answers { ask } => {
                self.fold(margin, goal, key, COMPUTED, || Part::Answers(ask.clone()));
            }
            Because::NotFollowed { ask } => {
                self.fold(margin, goal, key, ASK_WHY, || Part::Ask(ask.clone()));
            }
            Because::Next(premises) => {
                self.line(&margin.first, &[goal]);
                self.elsewhere(|drawing| drawing.premises(premises, margin, depth));
            }
            Because::Rule { text, at, premises } => match depth.checked_sub(1) {
                None => self.fold(margin, goal, key, ASK_WHY, || {
                    Part::Why(Why::Holds(vec![premise.clone()]))
                }),
                Some(depth) => {
                    self.drawn.insert(key);
                    self.line(&margin.first, &[goal]);
                    self.rule(&format!("{}   ", margin.under), at, text);
                    self.premises(premises, margin, depth);
                }
            },
        }
    }

    /// Draws what is said of another position, where the same goals are others.
    fn elsewhere(&mut self, draw: impl FnOnce(&mut Drawing<'a>)) {
        let (drawn, numbers) = (std::mem::take(&mut self.drawn), std::mem::take(&mut self.numbers));
        draw(self);
        (self.drawn, self.numbers) = (drawn, numbers);
    }

    fn premises(&mut self, premises: &'a [Arc<Premise>], margin: &Margin, depth: usize) {
        for (premise, margin) in premises.iter().zip(margin.below(premises.len())) {
            self.premise(premise, &margin, depth);
        }
    }

    fn rule(&mut self, margin: &str, at: &str, text: &str) {
        self.line(margin, &[(Ink::Place, at), (Ink::Place, ": "), (Ink::Rule, text)]);
    }

    fn failure(&mut self, failure: &'a Arc<Failure>, margin: &Margin, depth: usize) {
        let key = failure.goal.as_str();
        let text = format!("{key} fails");
        let goal = (Ink::Fails, text.as_str());
        match &failure.why {
            WhyNot::Leaf(word) => self.remark(margin, goal, word),
            WhyNot::NoRule => self.remark(margin, goal, NO_RULE),
            WhyNot::Because { premises, others } => {
                self.line(&margin.first, &[goal, (Ink::Fails, ", because")]);
                let mut below = margin.below(premises.len() + lines_of(others));
                for (premise, margin) in premises.iter().zip(&mut below) {
                    self.premise(premise, &margin, depth);
                }
                below.for_each(|margin| self.alike(others, "hold", &margin));
            }
            WhyNot::Next(failure) => {
                self.line(&margin.first, &[goal, (Ink::Fails, ", since then")]);
                let margin = margin.below(1).next().expect("there is one");
                self.elsewhere(|drawing| drawing.failure(failure, &margin, depth));
            }
            _ if self.drawn.contains(key) => self.remark(margin, goal, SHOWN_ABOVE),
            WhyNot::NotFollowed(unfollowed) => {
                self.fold(margin, goal, key, ASK_WHY_NOT, || Part::Ask(unfollowed.ask.clone()));
            }
            WhyNot::Rules(attempts) => match depth.checked_sub(1) {
                None => self.fold(margin, goal, key, ASK_WHY_NOT, || {
                    Part::Why(Why::Fails(vec![failure.clone()]))
                }),
                Some(depth) => {
                    self.drawn.insert(key);
                    self.line(&margin.first, &[goal]);
                    self.attempts(failure, attempts, margin, depth);
                    return;
                }
            },
        }
        for (rule, margin) in
            failure.switched_off.iter().zip(margin.below(failure.switched_off.len()))
        {
            self.off(rule, &margin);
        }
    }

    /// The rules for a goal: those that are switched off and would have derived
    /// it, and the one that got furthest. The others are folded, if anything is.
    fn attempts(
        &mut self,
        failure: &'a Arc<Failure>,
        attempts: &'a [Attempt],
        margin: &Margin,
        depth: usize,
    ) {
        let off = &failure.switched_off;
        let folded = if self.first.is_some() { attempts.len() - 1 } else { 0 };
        let shown = &attempts[..attempts.len() - folded];
        let mut below = margin.below(off.len() + shown.len() + usize::from(folded > 0));
        for (rule, margin) in off.iter().zip(&mut below) {
            self.off(rule, &margin);
        }
        for (attempt, margin) in shown.iter().zip(&mut below) {
            self.attempt(attempt, &margin, depth);
        }
        for margin in below {
            let words = match folded {
                1 => "1 other rule fails".to_string(),
                _ => format!("{folded} other rules fail"),
            };
            self.fold_words(&margin, &words, Part::OtherRules(failure.clone()));
        }
    }

    fn off(&mut self, rule: &RuleText, margin: &Margin) {
        self.line(&margin.first, &[(Ink::Fails, switched_off(1)), (Ink::Fails, ":")]);
        self.rule(&margin.under, &rule.at, &rule.text);
    }

    fn attempt(&mut self, attempt: &'a Attempt, margin: &Margin, depth: usize) {
        self.rule(&margin.first, &attempt.rule.at, &attempt.rule.text);
        if !attempt.bindings.is_empty() {
            let bindings: Vec<_> = attempt
                .bindings
                .iter()
                .map(|(name, value)| format!("{} = {value}", name.as_str()))
                .collect();
            let furthest = format!("got furthest with {}", bindings.join(", "));
            self.line(&margin.under, &[(Ink::Remark, &furthest)]);
        }
        let Failure { also, alike, .. } = &*attempt.failed;
        let mut below = margin.below(1 + also.len() + lines_of(alike));
        let first = below.next().expect("at least one margin");
        self.failure(&attempt.failed, &first, depth);
        for (goal, margin) in also.iter().zip(&mut below) {
            self.line(&margin.first, &[(Ink::Fails, &format!("{goal} fails too"))]);
        }
        below.for_each(|margin| self.alike(alike, "fail", &margin));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::sample::Sample;

    const FAMILY: &str = "
parent(ann, bob).
parent(bob, cid).
elder(X, Y) :- parent(X, Y).
elder(X, Z) :- elder(X, Y), parent(Y, Z).
both(X, Y) :- elder(X, Y), known(X), known(X).
known(X) :- elder(X, _).
";

    fn sample() -> Sample {
        Sample::new(FAMILY)
    }

    #[test]
    fn what_is_drawn_already_is_not_repeated() {
        let drawn = sample().why("both(ann, bob), known(ann)").render();
        assert_eq!(
            drawn,
            "\
both(ann, bob)
   sample.pl:5: both(X, Y) :- elder(X, Y), known(X), known(X)
├─ elder(ann, bob)
│     sample.pl:3: elder(X, Y) :- parent(X, Y)
│  └─ parent(ann, bob)   [sample.pl:1]
├─ known(ann)
│     sample.pl:6: known(X) :- elder(X, _)
│  └─ elder(ann, bob)   [shown above]
└─ known(ann)   [shown above]
known(ann)   [shown above]"
        );
    }

    #[test]
    fn deep_parts_are_folded_and_can_be_opened() {
        let folded = sample().why("both(ann, cid)").folded(1, 3);
        assert_eq!(
            folded.text,
            "\
both(ann, cid)
   sample.pl:5: both(X, Y) :- elder(X, Y), known(X), known(X)
├─ elder(ann, cid)   … [3]
├─ known(ann)   … [4]
└─ known(ann)   … [4]"
        );
        let [Part::Why(elder), Part::Why(known)] = folded.parts.as_slice() else {
            panic!("{folded:?}")
        };
        assert_eq!(
            elder.folded(1, 5).text,
            "\
elder(ann, cid)
   sample.pl:4: elder(X, Z) :- elder(X, Y), parent(Y, Z)
├─ elder(ann, bob)   … [5]
└─ parent(bob, cid)   [sample.pl:2]"
        );
        assert_eq!(known.folded(9, 5).text, known.render());
        assert!(known.folded(9, 5).parts.is_empty());
        assert_eq!(known.folded(0, 7).text, "known(ann)   … [7]");
    }

    #[test]
    fn failures_are_folded_and_what_was_not_followed_can_be_asked() {
        let sample = Sample::new(
            "
top(X) :- middle(X, Y, Y).
middle(X, Y, Z) :- lower(X, Y, Z).
lower(X, Y, Z) :- least(X, Y, Z), turn(_).
least(1, 2, 3) :- turn(blue).
",
        );
        let why = sample.why("top(1)");
        let folded = why.folded(1, 1);
        assert_eq!(
            folded.text,
            "\
top(1) fails
└─ sample.pl:1: top(X) :- middle(X, Y, Y)
   got furthest with X = 1
   └─ middle(1, Y, Y) fails   … [1]"
        );
        let [Part::Why(middle)] = folded.parts.as_slice() else { panic!("{folded:?}") };
        let folded = middle.folded(1, 2);
        assert_eq!(
            folded.text,
            "\
middle(1, Y, Y) fails
└─ sample.pl:2: middle(X, Y, Z) :- lower(X, Y, Z)
   got furthest with X = 1
   └─ lower(1, Y, Z) fails   … [2]"
        );
        let [Part::Ask(ask)] = folded.parts.as_slice() else { panic!("{folded:?}") };
        assert_eq!(ask, "lower(1, _, _)");
        assert!(sample.why(ask).render().contains("least(1, Y, Z) fails"));
        assert!(why.render().ends_with("lower(1, Y, Z) fails   [ask why it does]"));
    }

    #[test]
    fn a_failure_that_comes_back_to_itself_is_shown_once() {
        let sample = Sample::new("a(X) :- b(X). b(X) :- a(X). b(2) :- turn(red).");
        assert!(sample.why("a(1)").render().ends_with("└─ a(1) fails   [shown above]"));
    }

    /// A variable that stands twice keeps its name, and what is supposed in the
    /// question is supposed again.
    #[test]
    fn what_is_asked_means_the_same() {
        let sample = Sample::new(
            "
one(X) :- two(X), turn(X).
two(X) :- three(X, _Y, _Y), tried(wait).
three(X, Y, Z) :- four(X, Y, Z), tried(wait).
four(red, 1, 2) :- turn(red).
",
        );
        let folded = sample.why("tried(wait), one(red)").folded(9, 1);
        let [Part::Ask(ask)] = folded.parts.as_slice() else { panic!("{folded:?}") };
        assert_eq!(ask, "tried(wait), three(red, _Y, _Y)");
        let short = "three(red, _, _) fails, as 1 = 2 fails: they are not the same";
        assert_eq!(sample.why(ask).in_short().unwrap(), short);
    }

    #[test]
    fn every_piece_has_its_ink() {
        let marked = sample().why("elder(ann, bob)").render_in(&|ink, text| {
            let letter = format!("{ink:?}");
            format!("{}{text}", &letter[..1])
        });
        assert_eq!(
            marked,
            "\
Helder(ann, bob)
B   Psample.pl:3P: Relder(X, Y) :- parent(X, Y)
B└─ Hparent(ann, bob)R   [sample.pl:1]"
        );
    }
}
