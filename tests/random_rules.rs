//! Rules made up at random: whatever the checks accept means the same to the
//! run-time engine with the rules as they are written, to the same engine after
//! each pass of the optimiser and after all of them, and to SWI-Prolog.

mod support;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use hornet::game::Rules;
use hornet::logic::Row;
use hornet::logic::check::strata;
use hornet::logic::engine::{Model, Prepared};
use hornet::logic::optimise;
use hornet::logic::program::{Program, RelationId, Rule};
use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use support::{
    Answers, Case, chance, derived_relations, random_positions, swipl_answers, swipl_is_here,
    try_interpreted_answers,
};

/// A game to which random relations are added.
const GAME: &str = "
:- board(square(3, 3)).
:- players([x, o]).
:- state(mark(cell, player)).
:- state(turn(player)).
:- action(put(cell)).
:- action(swap(player)).
start(turn(x)).
legal(put(Cell)) :- cell(Cell), \\+ mark(Cell, _).
legal(swap(Player)) :- turn(Player), turn_number(4).
add(mark(Cell, Player)) :- does(put(Cell)), turn(Player).
del(turn(Player)) :- turn(Player).
add(turn(Other)) :- turn(Player), opponent(Player, Other).
draw :- turn_number(9).
";

/// The same on the unbounded board.
const PLANE: &str = "
:- board(hex).
:- players([x, o]).
:- state(mark(cell, player)).
:- state(turn(player)).
:- action(put(cell)).
start(turn(x)).
start(mark((0,0), x)).
start(mark((1,0), o)).
legal(put(Cell)) :- mark(At, _), step(At, _, Cell), \\+ mark(Cell, _).
add(mark(Cell, Player)) :- does(put(Cell)), turn(Player).
del(turn(Player)) :- turn(Player).
add(turn(Other)) :- turn(Player), opponent(Player, Other).
draw :- turn_number(9).
";

#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    Cell,
    Player,
    Number,
    Direction,
}

const KINDS: [Kind; 4] = [Kind::Cell, Kind::Player, Kind::Number, Kind::Direction];

/// A relation that random rules may ask, with the kinds of its columns.
#[derive(Clone)]
struct Known {
    name: String,
    columns: Vec<Kind>,
}

/// Writes the body of a rule from left to right, minding what has a value.
struct Writer<'a> {
    chance: &'a mut ChaCha8Rng,
    known: &'a [Known],
    bound: Vec<(String, Kind)>,
    fresh: usize,
    on_plane: bool,
    /// Whether it does without what is short for other goals, and ranges.
    is_plain: bool,
}

impl Writer<'_> {
    fn constant(&mut self, kind: Kind) -> String {
        let values: &[&str] = match kind {
            Kind::Cell if self.on_plane => &["(0,0)", "(1,0)", "(-1,1)", "(40,-3)"],
            Kind::Cell => &["a1", "b2", "c3", "a2"],
            Kind::Direction if self.on_plane => &["e", "sw", "nw"],
            Kind::Direction => &["n", "se", "w"],
            Kind::Player => &["x", "o"],
            Kind::Number => &["0", "1", "2", "3"],
        };
        values.choose(self.chance).unwrap().to_string()
    }

    fn bound_var(&mut self, kind: Kind) -> Option<String> {
        let fitting: Vec<&String> =
            self.bound.iter().filter(|(_, other)| *other == kind).map(|(name, _)| name).collect();
        fitting.choose(self.chance).map(|name| name.to_string())
    }

    fn new_var(&mut self) -> String {
        self.fresh += 1;
        format!("V{}", self.fresh)
    }

    /// A goal that gives its new variables values, unless it stands where they
    /// would be lost.
    fn fact(&mut self, local: bool) -> String {
        let relation = self.known.choose(self.chance).unwrap().clone();
        let mut columns = Vec::new();
        let mut new = Vec::new();
        for kind in &relation.columns {
            let column = match self.chance.random_range(0..10) {
                0..5 => self.bound_var(*kind),
                5 => Some(self.constant(*kind)),
                6 => Some("_".to_string()),
                _ => None,
            };
            columns.push(column.unwrap_or_else(|| {
                let var = self.new_var();
                new.push((var.clone(), *kind));
                var
            }));
        }
        if !local {
            self.bound.extend(new);
        } else {
            for (var, _) in new {
                columns
                    .iter_mut()
                    .filter(|column| **column == var)
                    .for_each(|column| *column = "_".into());
            }
        }
        match columns.is_empty() {
            true => relation.name,
            false => format!("{}({})", relation.name, columns.join(", ")),
        }
    }

    fn goal(&mut self) -> String {
        let roll = match self.is_plain {
            true => self.chance.random_range(0..12),
            false => self.chance.random_range(0..16),
        };
        match roll {
            11 if self.is_plain => self.count(),
            0..6 => self.fact(false),
            6 | 7 => format!("\\+ {}", self.fact(true)),
            8 => match (self.bound_var(Kind::Number), self.bound_var(Kind::Number)) {
                (Some(a), Some(b)) => {
                    let op = ["<", "=<", ">", ">=", "=:=", "=\\="].choose(self.chance).unwrap();
                    format!("{a} {op} {b} + 1")
                }
                _ => self.fact(false),
            },
            9 => match self.bound_var(Kind::Number) {
                Some(number) => {
                    let var = self.new_var();
                    self.bound.push((var.clone(), Kind::Number));
                    let op = ["+ 1", "* 2", "mod 3", "- 2", "// 2"].choose(self.chance).unwrap();
                    format!("{var} is {number} {op}")
                }
                None => self.fact(false),
            },
            10 => {
                let kind = *KINDS.choose(self.chance).unwrap();
                match (self.bound_var(kind), self.bound_var(kind)) {
                    (Some(a), Some(b)) => format!("{a} \\= {b}"),
                    _ => self.fact(false),
                }
            }
            11 => format!("( {} ; {}, {} )", self.fact(true), self.fact(true), self.fact(true)),
            12 => self.range(),
            13 => self.for_all(),
            14 => self.witness(),
            _ => self.count(),
        }
    }

    fn count(&mut self) -> String {
        let goal = format!("({}, {})", self.fact(true), self.fact(true));
        let var = self.new_var();
        self.bound.push((var.clone(), Kind::Number));
        format!("aggregate_all(count, {goal}, {var})")
    }

    /// A range that ends soon: numbers that rules compute may be large.
    fn range(&mut self) -> String {
        let (bound, high) = match self.bound_var(Kind::Number) {
            Some(high) => (format!("{high} < 9, "), high),
            None => (String::new(), "3".into()),
        };
        match self.bound_var(Kind::Number) {
            Some(known) if self.chance.random_bool(0.3) => {
                format!("{bound}between(1, {high}, {known})")
            }
            _ => {
                let var = self.new_var();
                self.bound.push((var.clone(), Kind::Number));
                format!("{bound}between(1, {high}, {var})")
            }
        }
    }

    /// A goal whose new variables only the other one knows.
    fn for_all(&mut self) -> String {
        let before = self.bound.len();
        let condition = self.fact(false);
        let action = self.fact(true);
        self.bound.truncate(before);
        format!("forall({condition}, {action})")
    }

    /// The largest number that a goal gives, and something that has it.
    fn witness(&mut self) -> String {
        let before = self.bound.len();
        let goal = self.fact(false);
        let mut own = self.bound.split_off(before);
        let number = own.iter().position(|(_, kind)| *kind == Kind::Number);
        let number = number.map(|place| own.remove(place).0);
        match (number, own.first()) {
            (Some(number), Some((witness, kind))) => {
                let (largest, who) = (self.new_var(), self.new_var());
                self.bound.push((largest.clone(), Kind::Number));
                self.bound.push((who.clone(), *kind));
                format!("aggregate_all(max({number}, {witness}), {goal}, max({largest}, {who}))")
            }
            _ => self.fact(false),
        }
    }
}

/// Random relations, each asking those before it, and some asking themselves.
fn random_rules(seed: u64, on_plane: bool, is_plain: bool) -> String {
    let chance = &mut chance(seed);
    let known = |name: &str, columns: &[Kind]| Known { name: name.into(), columns: columns.into() };
    let mut relations = vec![
        known("mark", &[Kind::Cell, Kind::Player]),
        known("turn", &[Kind::Player]),
        known("row", &[Kind::Cell, Kind::Number]),
        known("turn_number", &[Kind::Number]),
        known("opponent", &[Kind::Player, Kind::Player]),
        known("step", &[Kind::Cell, Kind::Direction, Kind::Cell]),
    ];
    let mut text = if on_plane { PLANE.to_string() } else { GAME.to_string() };
    for number in 0..8 {
        let columns: Vec<Kind> =
            (0..chance.random_range(0..4)).map(|_| *KINDS.choose(chance).unwrap()).collect();
        let own = Known { name: format!("p{number}"), columns };
        let mut asked = relations.clone();
        if chance.random_bool(0.4) {
            asked.push(own.clone());
        }
        for _ in 0..chance.random_range(1..4) {
            let mut writer =
                Writer { chance, known: &asked, bound: Vec::new(), fresh: 0, on_plane, is_plain };
            let mut goals = vec![writer.fact(false)];
            for _ in 0..writer.chance.random_range(0..3) {
                goals.push(writer.goal());
            }
            // Each column of the head gets what the body gives, or a constant.
            let mut head = Vec::new();
            for kind in &own.columns {
                let bound = writer.bound_var(*kind);
                head.push(bound.unwrap_or_else(|| writer.constant(*kind)));
            }
            let head = match head.is_empty() {
                true => own.name.clone(),
                false => format!("{}({})", own.name, head.join(", ")),
            };
            let variables = writer.fresh;
            let mut clause = format!("{head} :- {}.", goals.join(", "));
            for number in 1..=variables {
                clause = without_singleton(&clause, &format!("V{number}"));
            }
            let _ = writeln!(text, "{clause}");
        }
        relations.push(own);
    }
    let _ = writeln!(text, "anything :- legal(_).\nnothing :- \\+ legal(_).");
    text
}

/// The clause with `_` for a variable that stands in it only once.
fn without_singleton(clause: &str, var: &str) -> String {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let ends_there = |at: usize| !clause[at + var.len()..].starts_with(is_name);
    let places: Vec<usize> =
        clause.match_indices(var).map(|(at, _)| at).filter(|at| ends_there(*at)).collect();
    match places.as_slice() {
        [at] => format!("{}_{}", &clause[..*at], &clause[at + var.len()..]),
        _ => clause.to_string(),
    }
}

fn compare(seeds: std::ops::Range<u64>, at_least: usize) {
    if !swipl_is_here() {
        return;
    }
    let mut compared = 0;
    for seed in seeds {
        let text = random_rules(seed, seed % 3 == 2, false);
        // Rules that the checks turn down, or that compute without end, do not count.
        let Ok(rules) = Rules::from_text("random.pl", &text) else { continue };
        let rules = Arc::new(rules);
        let positions = random_positions(&rules, 1, seed);
        let cases: Vec<Case> = positions.into_iter().step_by(3).map(Case::plain).collect();
        let hornet: Result<Vec<Answers>, _> = cases.iter().map(try_interpreted_answers).collect();
        let Ok(hornet) = hornet else { continue };
        for (hornet, prolog) in hornet.iter().zip(swipl_answers(&rules, &cases)) {
            assert_eq!(*hornet, prolog, "seed {seed}:\n{text}");
        }
        compared += 1;
    }
    assert!(compared >= at_least, "only {compared} of the random programs could be used");
}

/// A pass of the optimiser, by itself.
type Pass = fn(&mut Program, Vec<Rule>, &[RelationId]) -> Vec<Rule>;

const PASSES: [(&str, Pass); 5] = [
    ("inline", |program, rules, _| optimise::inline(program, &rules)),
    ("collapse", |program, rules, targets| optimise::collapse(program, rules, targets)),
    ("without_redundant", |_, rules, _| optimise::without_redundant(&rules)),
    ("demand", |program, rules, targets| optimise::demand(program, rules, targets, "test").rules),
    ("optimise", |program, rules, targets| {
        optimise::optimise(program, &rules, targets, "test").rules
    }),
];

/// The rules that derive some relations from the position, and what they need.
fn needed(program: &Program, targets: &[RelationId]) -> Vec<Rule> {
    let closure = strata::closure(&program.rules, targets);
    let is_needed =
        |rule: &&Rule| closure.contains(&rule.head) && optimise::is_derived(program, rule.head);
    program.rules.iter().filter(is_needed).cloned().collect()
}

/// Some relations of random programs, as they are written and after each pass.
fn compare_passes(seeds: std::ops::Range<u64>, is_plain: bool, at_least: usize) {
    let mut compared = 0;
    for seed in seeds {
        let text = random_rules(seed, seed % 2 == 1, is_plain);
        let Ok(rules) = Rules::from_text("random.pl", &text) else { continue };
        let rules = Arc::new(rules);
        let engine = rules.engine();
        let derived: Vec<RelationId> = derived_relations(rules.program())
            .into_iter()
            .filter(|id| optimise::is_derived(rules.program(), *id))
            .collect();
        let mut chance = chance(seed);
        let targets: Vec<RelationId> = derived.choose_multiple(&mut chance, 2).copied().collect();
        let cases: Vec<Case> =
            random_positions(&rules, 1, seed).into_iter().step_by(3).map(Case::plain).collect();
        let prepared: Vec<(&str, Arc<Prepared>)> = PASSES
            .iter()
            .map(|(name, pass)| {
                let mut program = (**rules.program()).clone();
                let own = needed(&program, &targets);
                let passed = pass(&mut program, own, &targets);
                (*name, Arc::new(engine.prepare(program, &passed, &targets)))
            })
            .collect();
        for case in &cases {
            // Rules that compute without end, or have no result, do not count.
            let Ok(expected) = engine.derive(&engine.as_written(&targets), case) else { break };
            for (name, prepared) in &prepared {
                let found = engine.derive(prepared, case).unwrap();
                for id in &targets {
                    let rows = |model: &Model<'_>| model.rows(*id).collect::<BTreeSet<Row>>();
                    let about = rules.program().relations[*id].indicator();
                    assert_eq!(rows(&found), rows(&expected), "{name}, {about}, {seed}:\n{text}");
                }
            }
            compared += 1;
        }
    }
    assert!(compared >= at_least, "only {compared} positions could be compared");
}

#[test]
fn every_pass_keeps_the_meaning_of_random_rules() {
    compare_passes(0..300, false, 300);
}

#[test]
#[ignore = "long; .ci/run runs it"]
fn every_pass_keeps_the_meaning_of_many_random_rules() {
    compare_passes(10_000..30_000, true, 20_000);
}

#[test]
fn random_rules_mean_the_same_in_prolog() {
    compare(0..40, 15);
}

#[test]
#[ignore = "long; .ci/run runs it"]
fn many_random_rules_mean_the_same_in_prolog() {
    compare(1000..1400, 150);
}
