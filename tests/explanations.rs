//! Explanations of positions from random play: whatever is derived has its
//! derivations, folded drawings show the same as whole ones, and what can be
//! asked further makes sense.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use hornet::game::Game;
use hornet::logic::explain::derivations::{Derivations, derivations};
use hornet::logic::explain::explain;
use hornet::logic::explain::outline::Part;
use hornet::logic::explain::proof::{Because, Failure, Premise, Why};
use hornet::logic::query::Query;
use rand::seq::IndexedRandom;
use support::{Case, chance, interpreted_answers, random_attempt, random_positions, rules};

fn query(game: &Game, goal: &str) -> Query {
    Query::parse(game.rules().program(), goal).unwrap_or_else(|error| panic!("{goal}: {error}"))
}

fn why(game: &Game, goal: &str) -> Why {
    explain(game.rules().engine(), &query(game, goal), &game.situation()).unwrap()
}

fn ways(game: &Game, goal: &str, most: usize) -> Derivations {
    derivations(game.rules().engine(), &query(game, goal), &game.situation(), most).unwrap()
}

/// Some positions of each game.
fn positions() -> Vec<Game> {
    let mut chance = chance(11);
    let mut some = Vec::new();
    for name in ["tanks:6", "hive+mlp"] {
        let all = random_positions(&rules(name), 4, 7);
        some.extend(all.choose_multiple(&mut chance, 12).cloned());
    }
    some
}

/// Goals that hold and goals that do not: some actions, legal or not.
fn goals(game: &Game, seed: u64) -> Vec<String> {
    let mut chance = chance(seed);
    let legal = game.legal().unwrap();
    let mut actions: Vec<_> = legal.choose_multiple(&mut chance, 3).cloned().collect();
    actions.extend((0..5).map(|_| random_attempt(game, &mut chance)));
    actions.iter().map(|action| format!("legal({action})")).collect()
}

/// The proof of a goal, and the rule that derives it or where it is written.
fn root(why: &Why) -> (&str, &Premise) {
    let Why::Holds(premises) = why else { panic!("it fails:\n{}", why.render()) };
    match &premises[0].because {
        Because::Rule { at, .. } | Because::Written(at) => (at, &premises[0]),
        because => panic!("{} is not derived: {because:?}", premises[0].goal),
    }
}

#[test]
fn whatever_is_derived_has_its_derivations() {
    let mut several = 0;
    for (number, game) in positions().iter().enumerate() {
        let mut chance = chance(number as u64);
        let legal = game.legal().unwrap();
        let legal = legal.choose_multiple(&mut chance, 3).map(|action| format!("legal({action})"));
        let mut goals: Vec<String> = legal.collect();
        let mut relations: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for fact in interpreted_answers(&Case::plain(game.clone())) {
            let name = fact.split('(').next().unwrap().to_string();
            relations.entry(name).or_default().push(fact);
        }
        // Messages have lost their spaces, and are no longer themselves.
        relations.remove("reason");
        goals.extend(relations.values().map(|facts| facts.choose(&mut chance).unwrap().clone()));
        for goal in goals {
            let least = why(game, &goal);
            let found = ways(game, &goal, 50);
            let (rule, proof) = root(&least);
            assert!(found.ways.iter().any(|way| root(&way.why).0 == rule), "{goal}: {rule}");
            let (_, first) = root(&found.ways[0].why);
            assert_eq!(first.height(), proof.height(), "{goal}: the lowest comes first");
            let drawn: BTreeSet<String> = found.ways.iter().map(|way| way.why.render()).collect();
            assert_eq!(drawn.len(), found.ways.len(), "{goal}: each way is another");
            let itself = format!("─ {}", proof.goal);
            let in_circles = |way: &String| {
                way.lines().any(|line| line.split("   [").next().unwrap().ends_with(&itself))
            };
            assert!(!drawn.iter().any(in_circles), "{goal} rests on itself");
            several += usize::from(drawn.len() > 1);
            let cut = ways(game, &goal, 1);
            assert_eq!((cut.ways.len(), cut.more), (1, found.ways.len() > 1), "{goal}");
        }
    }
    assert!(several > 20, "only {several} facts are derived in several ways");
}

/// How lines end whose part is folded where anything can be, or drawn elsewhere.
const ELSEWHERE: [&str; 4] =
    ["[shown above]", "[ask why it does]", "[nothing derives it]", " alike"];

/// The lines of a drawing without the tree's, but not those that say no more
/// than that something is shown or can be asked elsewhere.
fn lines(text: &str) -> BTreeSet<String> {
    text.lines()
        .filter(|line| !ELSEWHERE.iter().any(|remark| line.ends_with(remark)))
        .filter(|line| !line.contains("   … ["))
        .map(|line| line.trim_start_matches([' ', '│', '├', '└', '─']).to_string())
        // Its answers are folded, where anything can be folded.
        .filter(|line| !line.starts_with("aggregate_all("))
        .collect()
}

/// What is folded and can be drawn.
enum Folded {
    Why(Why),
    OtherRules(Arc<Failure>),
}

/// The lines of a drawing and of all parts that are folded in it, opened. What
/// is yet to be asked is gathered.
fn opened(why: &Why, depth: usize, asks: &mut BTreeSet<String>) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let plain = |_, text: &str| text.to_string();
    let mut waiting = vec![Folded::Why(why.clone())];
    while let Some(next) = waiting.pop() {
        let folded = match next {
            Folded::Why(why) => why.folded(depth, 10),
            Folded::OtherRules(failure) => failure.other_rules_in(depth, Some(10), &plain),
        };
        let mut numbers: BTreeMap<usize, &str> = BTreeMap::new();
        for line in folded.text.lines() {
            if let Some((goal, number)) = line.split_once("   … [") {
                let goal = goal.trim_start_matches([' ', '│', '├', '└', '─']);
                let number = number.strip_suffix(']').unwrap().parse().unwrap();
                assert_eq!(*numbers.entry(number).or_insert(goal), goal, "one number, one goal");
            }
        }
        let expected: Vec<usize> = (10..10 + folded.parts.len()).collect();
        assert_eq!(numbers.keys().copied().collect::<Vec<_>>(), expected, "{}", folded.text);
        all.extend(lines(&folded.text));
        for (number, part) in (10..).zip(folded.parts) {
            match part {
                Part::Ask(goal) => _ = asks.insert(goal),
                Part::Answers(goals) => assert_reads(&goals),
                Part::Alike(lines) => assert!(!lines.is_empty()),
                Part::OtherRules(failure) => {
                    waiting.push(Folded::OtherRules(failure));
                }
                Part::Why(why) => {
                    let whole = why.render();
                    assert_eq!(whole.lines().next(), Some(numbers[&number]));
                    if seen.insert(whole) {
                        waiting.push(Folded::Why(why));
                    }
                }
            }
        }
    }
    all
}

/// What an aggregate asks can be asked by itself.
fn assert_reads(goals: &str) {
    let readable = ["hive", "tanks"].iter().any(|name| {
        let program = rules(name);
        Query::parse(program.program(), goals).is_ok()
    });
    assert!(readable, "{goals}");
}

#[test]
fn opening_all_that_is_folded_shows_the_whole() {
    let mut asked = 0;
    for (number, game) in positions().iter().enumerate() {
        for goal in goals(game, number as u64) {
            let why = why(game, &goal);
            for depth in [1, 2, 4] {
                let mut asks = BTreeSet::new();
                let shown = opened(&why, depth, &mut asks);
                assert_eq!(shown, lines(&why.render()), "{goal}, folded at {depth}");
                for ask in asks {
                    let further =
                        explain(game.rules().engine(), &query(game, &ask), &game.situation());
                    assert!(matches!(further, Ok(Why::Fails(_))), "{goal}: {ask}");
                    asked += 1;
                }
            }
        }
    }
    assert!(asked > 20, "only {asked} places were left to ask about");
}

#[test]
fn every_failure_is_told_on_one_line() {
    for (number, game) in positions().iter().enumerate() {
        for goal in goals(game, 100 + number as u64) {
            let why = why(game, &goal);
            match (why.in_short(), &why) {
                (None, Why::Holds(_)) => {}
                (Some(line), Why::Fails(_)) => {
                    let told = line.contains(" fails: ") || line.contains(" fails, because ");
                    assert!(told && !line.contains('\n'), "{goal}: {line}");
                }
                (line, _) => panic!("{goal}: {line:?}\n{}", why.render()),
            }
        }
    }
}

/// All 28 pieces in the hive. It takes about a hundredth of a second; the limit
/// leaves room for a busy machine.
#[test]
fn a_full_hive_is_explained_in_no_time() {
    let pieces = |game: &Game| game.position().sorted().iter().filter(|f| f.1.len() == 3).count();
    let all = random_positions(&rules("hive+mlp"), 8, 1);
    let game = all.iter().max_by_key(|game| pieces(game)).unwrap();
    assert_eq!(pieces(game), 28);
    let mut asked = goals(game, 3);
    asked.extend(["pinned(X)", "pinned(wA1)", "reachable(X, Y)", "legal(pass)"].map(String::from));
    asked.push("reachable(wA1, (90,90))".into());
    for goal in asked {
        let began = Instant::now();
        let explained = why(game, &goal);
        let to_explain = began.elapsed();
        let began = Instant::now();
        let found = ways(game, &goal, 20);
        let to_derive = began.elapsed();
        println!(
            "{goal}: {to_explain:?}, {} lines; {} ways in {to_derive:?}; {}",
            explained.render().lines().count(),
            found.ways.len(),
            explained.in_short().unwrap_or_default(),
        );
        assert!(to_explain.max(to_derive) < Duration::from_millis(1000), "{goal}");
    }
}
