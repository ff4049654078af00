//! What several tests and the bench share: positions from random play, and
//! SWI-Prolog as a referee.

#![allow(dead_code, reason = "each test uses its part")]

pub mod clauses;
pub mod session;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::Arc;

use hornet::game::{Action, Board, Game, Rules, export};
use hornet::logic::Cell;
use hornet::logic::engine::EvalError;
use hornet::logic::program::{Origin, Program, RelationId, Wrapper};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A source of chance that gives the same each time.
pub fn chance(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// The lines of a data file that empty lines keep apart, without comments.
pub fn paragraphs(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let paragraphs = text.split("\n\n").map(|paragraph| {
        let lines = paragraph.lines().filter(|line| !line.starts_with('#'));
        lines.collect::<Vec<&str>>()
    });
    paragraphs.filter(|lines| !lines.is_empty())
}

/// The rules of a game.
pub fn rules(name: &str) -> Arc<Rules> {
    Arc::new(Rules::open(name).unwrap_or_else(|error| panic!("{name}: {error}")))
}

/// How many actions a random game may have. Hive would go on and on.
const LONGEST: usize = 64;

/// Every position of games played at random, the last one of each included. In
/// every other game all kinds of actions are equally likely, so that in Hive
/// many pieces get placed.
pub fn random_positions(rules: &Arc<Rules>, games: usize, seed: u64) -> Vec<Game> {
    let mut chance = chance(seed);
    let mut positions = Vec::new();
    for number in 0..games {
        let mut game = Game::new(rules.clone()).unwrap();
        for _ in 0..LONGEST {
            positions.push(game.clone());
            let mut legal = game.legal().unwrap();
            if number % 2 == 1 {
                let mut kinds: Vec<_> = legal.iter().map(|action| action.name).collect();
                kinds.dedup();
                let kind = kinds.choose(&mut chance);
                legal.retain(|action| Some(&action.name) == kind);
            }
            let Some(action) = legal.choose(&mut chance) else { break };
            game.play(action).unwrap();
        }
    }
    positions
}

/// An action that need not be legal: any cells of the board, any values. On
/// the board without end, the cells are at most two steps from what is there.
pub fn random_attempt(game: &Game, chance: &mut ChaCha8Rng) -> Action {
    let declarations = &game.rules().program().declarations;
    let board = game.rules().board().unwrap();
    let cells: Vec<Cell> = match declarations.board_is_unbounded() {
        true => nearby(game, board),
        false => board.cells().collect(),
    };
    let template = declarations.actions.choose(chance).unwrap();
    let args = template
        .columns
        .iter()
        .map(|ty| match ty {
            hornet::logic::check::types::Type::Cell => (*cells.choose(chance).unwrap()).into(),
            hornet::logic::check::types::Type::Int => chance.random_range(-1i64..=9).into(),
            hornet::logic::check::types::Type::Enum(id) => {
                (*declarations.values(*id).choose(chance).unwrap()).into()
            }
            hornet::logic::check::types::Type::Atom => hornet::logic::Atom::new("anything").into(),
        })
        .collect();
    Action { name: template.name, args }
}

fn nearby(game: &Game, board: &Board) -> Vec<Cell> {
    let mut cells = BTreeSet::from([Cell::Axial(0, 0)]);
    for (_, row) in game.position().sorted() {
        cells.extend(row.iter().filter_map(|value| value.as_cell()));
    }
    for _ in 0..2 {
        let steps: Vec<Cell> =
            cells.iter().flat_map(|cell| board.steps(*cell)).map(|(_, to)| to).collect();
        cells.extend(steps);
    }
    cells.into_iter().collect()
}

/// Facts as text, without the white space that Hornet and Prolog put
/// differently.
pub fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The facts of some relations as text.
pub type Answers = BTreeSet<String>;

/// A position, with an action played and one tried, if any.
pub struct Case {
    /// The position.
    pub game: Game,
    /// Supposed to be played.
    pub does: Option<Action>,
    /// Supposed to be tried.
    pub tried: Option<Action>,
}

impl Case {
    /// The position by itself.
    pub fn plain(game: Game) -> Case {
        Case { game, does: None, tried: None }
    }

    fn facts(&self) -> Vec<String> {
        let relations = &self.game.rules().program().relations;
        let mut facts: Vec<String> = self
            .game
            .position()
            .sorted()
            .iter()
            .map(|(relation, row)| relations[*relation].show(row))
            .collect();
        facts.push(format!("turn_number({})", self.game.turn_number()));
        facts.push(format!("repetitions({})", self.game.repetitions()));
        facts.extend(self.does.iter().map(|action| format!("does({action})")));
        facts.extend(self.tried.iter().map(|action| format!("tried({action})")));
        facts
    }
}

impl hornet::logic::engine::Facts for Case {
    fn each(&self, relation: RelationId, visit: &mut dyn FnMut(&[hornet::logic::Value])) {
        self.game.situation().each(relation, visit);
        for (wrapper, action) in [(Wrapper::Does, &self.does), (Wrapper::Tried, &self.tried)] {
            if let Some(action) = action {
                self.game.supposing(wrapper, action).each_supposed(relation, visit);
            }
        }
    }
}

/// The relations that rules derive.
pub fn derived_relations(program: &Program) -> Vec<RelationId> {
    program.relations.ids().filter(|id| program.relations[*id].origin == Origin::Rules).collect()
}

/// Whether SWI-Prolog is here. Where it must be, as in continuous integration,
/// its absence is a failure.
pub fn swipl_is_here() -> bool {
    let here = Command::new("swipl").arg("--version").output().is_ok();
    if !here {
        assert!(
            std::env::var_os("HORNET_REQUIRE_SWIPL").is_none(),
            "SWI-Prolog (swipl) is not installed"
        );
        eprintln!("skipped: SWI-Prolog (swipl) is not installed");
    }
    here
}

/// Loads a program and a driver into SWI-Prolog and runs `driver:main`; its
/// output. Anything on standard error is a failure.
///
/// SWI-Prolog collects garbage in a thread of its own, which on a busy machine
/// may be late to stop, and then it says so on standard error: so, no thread.
pub fn swipl(program: &str, driver: &str) -> String {
    let file = |text: &str| {
        let mut file = tempfile::Builder::new().suffix(".pl").tempfile().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file
    };
    let program = file(&format!(":- set_prolog_gc_thread(false).\n{program}"));
    let driver = file(driver);
    let output = Command::new("swipl")
        .args(["--stack-limit=2g", "--table-space=2g", "-g", "driver:main", "-t", "halt"])
        .args([program.path(), driver.path()])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(complaints.trim().is_empty(), "SWI-Prolog complains:\n{complaints}");
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

/// The rules as a Prolog program.
pub fn prolog_program(rules: &Arc<Rules>) -> String {
    export(&Game::new(rules.clone()).unwrap())
}

/// A Prolog module with some positions to go through: `case(N, Facts)`, and
/// `set(Facts)` to go to one. Its `main/0` is the caller's to write.
pub fn driver_with_cases(cases: &[Case]) -> String {
    let mut text = String::from(":- module(driver, []).\n:- use_module(library(lists)).\n");
    for (number, case) in cases.iter().enumerate() {
        let _ = writeln!(text, "case({number}, [{}]).", case.facts().join(", "));
    }
    text.push_str(
        "set(Facts) :-
            user:hornet_clear,
            retractall(user:turn_number(_)), retractall(user:repetitions(_)),
            retractall(user:does(_)), retractall(user:tried(_)),
            forall(member(Fact, Facts), assertz(user:Fact)),
            abolish_all_tables.\n",
    );
    text
}

/// All facts that SWI-Prolog derives in each case, and those of the position
/// after the action that is played in it.
pub fn swipl_answers(rules: &Arc<Rules>, cases: &[Case]) -> Vec<Answers> {
    swipl_answers_about(rules, cases, &derived_relations(rules.program()))
}

/// The same about some relations only.
pub fn swipl_answers_about(
    rules: &Arc<Rules>,
    cases: &[Case],
    relations: &[RelationId],
) -> Vec<Answers> {
    let program = rules.program();
    let mut text = driver_with_cases(cases);
    for id in relations {
        let relation = &program.relations[*id];
        let _ = writeln!(text, "goal({}).", relation.show(&vec!["_"; relation.arity]));
    }
    text.push_str(
        "main :-
            forall(case(N, Facts),
                   ( set(Facts),
                     forall(goal(G),
                            forall(user:G, format('~d ~q~n', [N, G]))),
                     forall(user:does(_), after(N)) )).
        after(N) :-
            findall(Old, user:del(Old), Deleted),
            findall(New, user:add(New), Added),
            user:hornet_change(Deleted, Added),
            user:hornet_position(Facts),
            forall(member(Fact, Facts), format('~d ~q~n', [N, after(Fact)])).\n",
    );
    let mut answers = vec![Answers::new(); cases.len()];
    for line in swipl(&prolog_program(rules), &text).lines() {
        let (number, fact) = line.split_once(' ').unwrap();
        answers[number.parse::<usize>().unwrap()].insert(squeezed(fact));
    }
    answers
}

/// The facts of the position after the action that is played in a case, as
/// `after(Fact)`.
pub fn facts_after(case: &Case) -> Answers {
    let Some(action) = &case.does else { return Answers::new() };
    let mut game = case.game.clone();
    game.play(action).unwrap();
    let relations = &game.rules().program().relations;
    let facts = game.position().sorted();
    facts
        .iter()
        .map(|(id, row)| squeezed(&format!("after({})", relations[*id].show(row))))
        .collect()
}

/// All facts that the interpreter derives in a case.
pub fn interpreted_answers(case: &Case) -> Answers {
    try_interpreted_answers(case).unwrap()
}

/// The same, of rules that may have no end.
pub fn try_interpreted_answers(case: &Case) -> Result<Answers, EvalError> {
    let rules = case.game.rules();
    let program = rules.program();
    let targets = derived_relations(program);
    let engine = rules.engine();
    let model = engine.derive(&engine.as_written(&targets), case)?;
    let mut answers = Answers::new();
    for id in targets {
        let relation = &program.relations[id];
        answers.extend(model.rows(id).map(|row| squeezed(&relation.show(&row))));
    }
    Ok(answers)
}
