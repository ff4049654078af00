//! The three readers of the rules agree: on every relation of positions from
//! random games, the compiled program (where it has the relation), the
//! interpreter and SWI-Prolog derive the same facts.

mod support;

use std::collections::BTreeSet;
use std::sync::Arc;

use hornet::game::compiled::{Compiled, Engine, Output};
use hornet::game::{Game, Marks, Rules};
use hornet::logic::program::RelationId;
use hornet::logic::slice::Slice;
use hornet::logic::{Atom, Row};
use hornet_compiled_for_tests as compiled_for_tests;
use rand::seq::IndexedRandom;
use support::{
    Answers, Case, chance, derived_relations, facts_after, interpreted_answers, random_attempt,
    random_positions, rules, swipl_answers, swipl_answers_about, swipl_is_here,
};

/// Positions of random games, each with an action played and one tried.
fn cases(name: &str, games: usize, most: usize, seed: u64) -> Vec<Case> {
    let mut chance = chance(seed);
    let positions = random_positions(&rules(name), games, seed);
    let chosen: Vec<_> = positions.choose_multiple(&mut chance, most).cloned().collect();
    let mut cases = Vec::new();
    for game in chosen {
        let does = game.legal().unwrap().choose(&mut chance).cloned();
        let tried = Some(random_attempt(&game, &mut chance));
        cases.push(Case { game, does, tried });
    }
    cases
}

fn compare_with_swipl(cases: &[Case]) {
    if !swipl_is_here() {
        return;
    }
    let rules = cases[0].game.rules().clone();
    for (case, prolog) in cases.iter().zip(swipl_answers(&rules, cases)) {
        let mut hornet = interpreted_answers(case);
        hornet.extend(facts_after(case));
        let only_hornet: Vec<_> = hornet.difference(&prolog).collect();
        let only_prolog: Vec<_> = prolog.difference(&hornet).collect();
        assert!(
            only_hornet.is_empty() && only_prolog.is_empty(),
            "{}\nonly Hornet derives {only_hornet:?}\nonly SWI-Prolog derives {only_prolog:?}",
            rules.presentation().draw(&case.game, &Marks::none())
        );
    }
}

fn compare_with_shipped(cases: &[Case]) {
    let rules = cases[0].game.rules().clone();
    compare_with_compiled(cases, rules.compiled().expect("a shipped game"));
}

/// The compiled rules, the run-time engine with every pass, and the same engine
/// with the rules as they are written derive the same.
fn compare_with_compiled(cases: &[Case], compiled: &dyn Compiled) {
    let mut compared = 0;
    for case in cases {
        let rules = case.game.rules();
        let (program, engine) = (rules.program(), rules.engine());
        let model = engine.derive(&engine.as_written(&derived_relations(program)), case).unwrap();
        let as_written = |id: RelationId| model.rows(id).collect::<BTreeSet<Row>>();
        for slice in Slice::ALL {
            let about = |id| format!("{}, {slice:?}", program.relations[id].indicator());
            let mut out = Output::everything();
            compiled.run(slice, case, engine.limits(), &mut out).unwrap();
            for id in &out.relations {
                let own = out.facts.iter().filter(|(relation, _)| relation == id);
                let compiled: BTreeSet<Row> = own.map(|(_, row)| row.clone()).collect();
                assert_eq!(compiled, as_written(*id), "compiled {}", about(*id));
                compared += 1;
            }
            let optimised = engine.derive(rules.prepared(slice), case).unwrap();
            for id in rules.prepared(slice).derived() {
                let found: BTreeSet<Row> = optimised.rows(id).collect();
                assert_eq!(found, as_written(id), "optimised {}", about(id));
            }
        }
    }
    // What is looked up in place is no relation of the compiled slices.
    assert!(compared >= 9 * cases.len(), "the compiled slices have many relations: {compared}");
}

#[test]
fn tanks_compiled_and_interpreted() {
    for (name, seed) in [("tanks:6", 1), ("tanks:8", 2), ("tanks:12", 3)] {
        compare_with_shipped(&cases(name, 4, 40, seed));
    }
}

#[test]
fn tanks_interpreted_and_swi_prolog() {
    for (name, seed) in [("tanks:6", 11), ("tanks:8", 12), ("tanks:10", 13)] {
        compare_with_swipl(&cases(name, 4, 40, seed));
    }
}

/// Every position of whole games, each with what was played in it.
fn whole_games(name: &str, games: usize, seed: u64) -> Vec<Case> {
    cases(name, games, usize::MAX, seed)
}

#[test]
fn gauss_compiled_and_interpreted() {
    compare_with_shipped(&whole_games("gauss", 10, 51));
}

#[test]
fn gauss_interpreted_and_swi_prolog() {
    compare_with_swipl(&whole_games("gauss", 3, 52));
}

#[test]
#[ignore = "long; .ci/run runs it"]
fn a_hundred_games_of_gauss() {
    let cases = whole_games("gauss", 100, 53);
    compare_with_shipped(&cases);
    for part in cases.chunks(500) {
        compare_with_swipl(part);
    }
}

/// Every game type of Hive.
const HIVE: [&str; 8] =
    ["hive", "hive+m", "hive+l", "hive+p", "hive+ml", "hive+mp", "hive+lp", "hive+mlp"];

/// Positions of every game type of Hive, so many of each.
fn hive_cases(each: usize, seed: u64) -> Vec<Vec<Case>> {
    HIVE.iter().zip(seed..).map(|(name, seed)| cases(name, 4, each, seed)).collect()
}

#[test]
fn hive_compiled_and_interpreted() {
    hive_cases(12, 61).iter().for_each(|cases| compare_with_shipped(cases));
}

#[test]
fn hive_interpreted_and_swi_prolog() {
    hive_cases(4, 71).iter().for_each(|cases| compare_with_swipl(cases));
}

#[test]
#[ignore = "long; .ci/run runs it"]
fn hundreds_of_positions_of_hive() {
    let all = hive_cases(45, 81);
    let (mut most_pieces, mut highest, mut throws) = (0, 0, 0);
    for cases in &all {
        compare_with_shipped(cases);
        compare_with_swipl(cases);
        for case in cases {
            let facts = interpreted_answers(case);
            throws += facts.iter().filter(|fact| fact.starts_with("throws(")).count();
            let relations = &case.game.rules().program().relations;
            let at = relations.plain("at", 3).unwrap();
            most_pieces = most_pieces.max(case.game.position().rows(at).count());
            let levels = case.game.position().rows(at).filter_map(|row| row[2].as_int());
            highest = highest.max(levels.max().unwrap_or(0));
        }
    }
    assert!(all.iter().flatten().count() >= 300);
    assert!(most_pieces >= 27 && highest >= 3 && throws > 100, "{most_pieces} {highest} {throws}");
}

/// What a position is worth to each player, and who leads, as facts.
fn judgement(game: &Game) -> Answers {
    let values = game.values().unwrap().into_iter();
    let leads = game.leads().unwrap().into_iter();
    let values = values.map(|(player, value)| format!("value({player},{value})"));
    values.chain(leads.map(|player| format!("leads({player})"))).collect()
}

/// All readers judge the same positions alike. How many judgements differ.
fn compare_judgements(name: &str, cases: &[Case]) -> usize {
    let compiled: Vec<Answers> = cases.iter().map(|case| judgement(&case.game)).collect();
    let interpreted = Arc::new(Rules::open(name).unwrap().interpreted());
    for (case, compiled) in cases.iter().zip(&compiled) {
        assert_eq!(judgement(&case.game.under(interpreted.clone())), *compiled, "{name}");
    }
    if swipl_is_here() {
        let relations = &interpreted.program().relations;
        let asked = [("value", 2), ("leads", 1)].map(|(n, arity)| relations.plain(n, arity));
        let asked = asked.map(|relation| relation.unwrap());
        for (prolog, compiled) in
            swipl_answers_about(&interpreted, cases, &asked).iter().zip(&compiled)
        {
            assert_eq!(prolog, compiled, "{name}");
        }
    }
    compiled.iter().collect::<BTreeSet<_>>().len()
}

#[test]
fn hive_is_judged_alike_in_every_style() {
    let mut judgements = BTreeSet::new();
    let styles = ["mobility", "density", "insects", "all_round"];
    for style in styles {
        let name = format!("hive+mlp:style={style}");
        let positions = random_positions(&rules(&name), 4, 65);
        let chosen = positions.into_iter().filter(|game| game.turn_number() % 4 == 3);
        let cases: Vec<Case> = chosen.map(Case::plain).collect();
        assert!(cases.len() >= 48, "only {} positions", cases.len());
        let different = compare_judgements(&name, &cases);
        assert!(different >= 8, "{style} tells only {different} positions apart");
        judgements.insert(cases.iter().map(|case| judgement(&case.game)).collect::<Vec<_>>());
        compare_with_shipped(&cases[..12]);
    }
    assert_eq!(judgements.len(), styles.len(), "each style has judgements of its own");
}

#[test]
fn the_styles_of_a_game_are_compiled_one_by_one() {
    let mut values = BTreeSet::new();
    for style in ["timid", "bold", "Two words"] {
        let cases = language_cases(&format!("tests/rules/styles.pl:style={style}"));
        let rules = cases[0].game.rules();
        let compiled = compiled_for_tests::styles::Rules::new(rules.engine());
        compare_with_compiled(&cases, &compiled);
        compare_with_swipl(&cases);
        let value = rules.program().relations.plain("value", 2).unwrap();
        for case in &cases {
            let wanted = [value];
            let mut out = Output::only(&wanted);
            compiled.run(Slice::Judgement, case, rules.engine().limits(), &mut out).unwrap();
            let compiled: BTreeSet<Row> = out.facts.into_iter().map(|(_, row)| row).collect();
            let judged =
                |(player, value): (Atom, i64)| Row::from_slice(&[player.into(), value.into()]);
            let interpreted = case.game.values().unwrap().into_iter().map(judged);
            assert_eq!(compiled, interpreted.collect(), "{style}");
            values.insert((style, compiled));
        }
    }
    assert!(values.len() > 12, "only {values:?}");
}

#[test]
fn weights_are_given_to_all_three_readers_when_a_game_is_loaded() {
    let mut values = BTreeSet::new();
    for name in ["", ":mark=77", ":mark=0,middle=50"] {
        let cases = language_cases(&format!("tests/rules/weights.pl{name}"));
        let rules = cases[0].game.rules();
        let compiled = compiled_for_tests::weights::Rules::new(rules.engine());
        compare_with_compiled(&cases, &compiled);
        compare_with_swipl(&cases);
        values.insert(cases.iter().map(|case| case.game.values().unwrap()).collect::<Vec<_>>());
    }
    assert_eq!(values.len(), 3, "each choice has judgements of its own");
}

#[test]
fn tictactoe_interpreted_and_swi_prolog() {
    compare_with_swipl(&cases("examples/tictactoe.pl", 20, 120, 21));
}

#[test]
fn connect_four_interpreted_and_swi_prolog() {
    compare_with_swipl(&cases("examples/connect_four.pl", 4, 60, 22));
}

/// What no shipped game uses yet, in rules made for the purpose.
fn language_cases(name: &str) -> Vec<Case> {
    let positions = random_positions(&rules(name), 2, 31);
    let cases = positions.into_iter().take(24);
    let does = |game: &Game| game.legal().unwrap().pop();
    cases.map(|game| Case { does: does(&game), tried: does(&game), game }).collect()
}

#[test]
fn the_whole_language_interpreted_and_swi_prolog() {
    let boards = ["hexagon", "rhombus", "islands", "morris", "plane", "far"];
    for name in ["language", "own_words", "repeats", "arities"].into_iter().chain(boards) {
        compare_with_swipl(&language_cases(&format!("tests/rules/{name}.pl")));
    }
}

#[test]
fn the_whole_language_compiled_and_interpreted() {
    type Compile = fn(&Engine) -> Box<dyn Compiled>;
    let games: [(&str, Compile); 10] = [
        ("tests/rules/language.pl", |i| Box::new(compiled_for_tests::language::Rules::new(i))),
        ("tests/rules/hexagon.pl", |i| Box::new(compiled_for_tests::hexagon::Rules::new(i))),
        ("tests/rules/rhombus.pl", |i| Box::new(compiled_for_tests::rhombus::Rules::new(i))),
        ("tests/rules/islands.pl", |i| Box::new(compiled_for_tests::islands::Rules::new(i))),
        ("tests/rules/morris.pl", |i| Box::new(compiled_for_tests::morris::Rules::new(i))),
        ("tests/rules/own_words.pl", |i| Box::new(compiled_for_tests::own_words::Rules::new(i))),
        ("tests/rules/plane.pl", |i| Box::new(compiled_for_tests::plane::Rules::new(i))),
        ("tests/rules/far.pl", |i| Box::new(compiled_for_tests::far::Rules::new(i))),
        ("tests/rules/repeats.pl", |i| Box::new(compiled_for_tests::repeats::Rules::new(i))),
        ("tests/rules/arities.pl", |i| Box::new(compiled_for_tests::arities::Rules::new(i))),
    ];
    for (name, compile) in games {
        let cases = language_cases(name);
        let rules = cases[0].game.rules();
        let compiled = compile(rules.engine());
        compare_with_compiled(&cases, &*compiled);
    }
}

#[test]
#[ignore = "long; .ci/run runs it"]
fn many_more_positions() {
    // The largest board has so many facts about its geometry that a few do.
    for (name, most, seed) in [("tanks:6", 150, 41), ("tanks:8", 150, 42), ("tanks:26", 5, 43)] {
        let cases = cases(name, 10, most, seed);
        compare_with_shipped(&cases);
        compare_with_swipl(&cases);
    }
    compare_with_swipl(&cases("examples/tictactoe.pl", 100, 600, 44));
    compare_with_swipl(&cases("examples/connect_four.pl", 20, 300, 45));
}
