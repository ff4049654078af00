//! How long the prompt lets somebody wait, on a position of Hive with all 28
//! pieces: for an answer, an explanation, a key, and for the prompt itself.
//! `cargo bench --bench prompt` prints the table that stands in
//! `docs/performance.md`.

#[path = "../tests/support/mod.rs"]
mod support;

use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use hornet::game::{Game, Rules};
use hornet::logic::engine::Limits;
use hornet::logic::program::{Name, Program, RelationId, Wrapper};
use hornet::repl::{Assistant, Session, Status, statement};
use rand::seq::IndexedRandom;
use support::chance;

/// Each thing is measured so often, and the best time counts: the machine may
/// have other things to do.
const ROUNDS: usize = 5;

/// A clause as somebody might type it, key by key.
const TYPED: &str = "trapped(Piece) :- at(Piece, Cell, 1), bug(Piece, white, _, _), \\+ moved(Piece), \
                     \\+ (step(Cell, Dir, Next), \\+ occupied(Next)), \\+ legal(move(Piece, Cell, _)).";

fn main() {
    let game = full_hive();
    println!(
        "A position of Hive with {} pieces, {} moves old:\n",
        pieces(&game),
        game.actions().len()
    );
    println!("| what | how many | median | longest | which | wanted |");
    println!("|---|---|---|---|---|---|");
    let program = game.rules().program().clone();
    let goals = questions(&program);
    row("a question", answers(&game, &goals), 100);
    let goals: Vec<String> = goals.iter().map(|goal| format!("why {goal}")).collect();
    row("`why`, of the first answer or of none", answers(&game, &goals), 200);
    let moves = game.legal().unwrap();
    let legal: Vec<String> = moves.iter().map(|action| format!("why legal({action}).")).collect();
    row("`why`, of a legal action", answers(&game, &legal), 200);
    row("a key, with colour and hint", keys(&game), 5);
    row("Tab", tabs(&game), 100);
    let changed = changed(&game);
    let goals = questions(changed.rules().program());
    row("a question, changed rules", answers(&changed, &goals), 100);
    let legal: Vec<String> =
        changed.legal().unwrap().iter().map(|action| format!("why legal({action}).")).collect();
    row("`why`, of a legal action, changed rules", answers(&changed, &legal), 200);
    row("a key, changed rules", keys(&changed), 5);
    let base = knowledge_base();
    let goals = [
        "parent(p20001, X).",
        "ancestor(p20001, X).",
        "sibling(p20001, X).",
        "\\+ parent(p20001, p1).",
    ];
    let goals = goals.map(String::from);
    row("a question, 20,000 facts", answers(&base, &goals), 100);
    let goals = goals[..3].iter().map(|goal| format!("why {goal}")).collect::<Vec<_>>();
    row("`why`, 20,000 facts", answers(&base, &goals), 200);
    let clauses = ["cousin(X, Y) :- parent(X, A), parent(Y, B), sibling(A, B).".to_string()];
    row("a clause more, 20,000 facts", answers(&base, &clauses), 100);
    row("a key, 20,000 facts", keys(&base), 5);
    row("from the shell to the first answer", vec![("hornet hive+mlp".into(), start())], 50);
}

fn row(what: &str, mut times: Vec<(String, Duration)>, wanted: u64) {
    times.sort_by_key(|(_, time)| *time);
    let ms = |time: Duration| format!("{:.2} ms", time.as_secs_f64() * 1e3);
    let (which, longest) = times.last().expect("something was measured");
    let which = which.replace('|', "\\|");
    println!(
        "| {what} | {} | {} | {} | `{which}` | {wanted} ms |",
        times.len(),
        ms(times[times.len() / 2].1),
        ms(*longest),
    );
}

/// The best of some rounds.
fn best(mut measured: impl FnMut()) -> Duration {
    let one = |_| {
        let began = Instant::now();
        measured();
        began.elapsed()
    };
    (0..ROUNDS).map(one).min().expect("there are rounds")
}

fn pieces(game: &Game) -> usize {
    let at = game.rules().program().relations.plain("at", 3).unwrap();
    game.position().rows(at).count()
}

/// A game at random in which pieces are placed whenever they can be.
fn full_hive() -> Game {
    let rules = Arc::new(Rules::open("hive+mlp").unwrap());
    for seed in 0.. {
        let mut chance = chance(seed);
        let mut game = Game::new(rules.clone()).unwrap();
        while pieces(&game) < 28 && game.actions().len() < 100 {
            let legal = game.legal().unwrap();
            let places: Vec<_> =
                legal.iter().filter(|action| action.name.as_str() == "place").cloned().collect();
            let from = if places.is_empty() { &legal } else { &places };
            let Some(action) = from.choose(&mut chance) else { break };
            game.play_unchecked(action).unwrap();
        }
        if pieces(&game) == 28 && game.legal().unwrap().len() > 20 {
            return game;
        }
    }
    unreachable!("some game at random gets there")
}

/// The same position, with a clause typed at the prompt on which legal moves depend.
fn changed(game: &Game) -> Game {
    let clause = "sets_out(Q, grasshopper, From) :- movable(Q, From, _), bug(Q, _, queen, _).";
    let mut session = Session::new(game.clone(), Limits::default());
    let (statement, _) = statement::first(session.game(), clause).unwrap();
    let reply = session.run(statement);
    assert_eq!(reply.status, Status::Fine, "{}", reply.text);
    session.game().clone()
}

/// A family of which 20,000 facts are known.
fn knowledge_base() -> Game {
    let mut text: String = (2..20_002).map(|n| format!("parent(p{n}, p{}).\n", n / 8)).collect();
    text += "ancestor(X, Y) :- parent(X, Y).\n\
             ancestor(X, Z) :- ancestor(X, Y), parent(Y, Z).\n\
             sibling(X, Y) :- parent(X, P), parent(Y, P), X \\= Y.\n";
    Game::new(Arc::new(Rules::from_text("family.pl", &text).unwrap())).unwrap()
}

/// A question about every relation that can be listed.
fn questions(program: &Program) -> Vec<String> {
    let can_be_listed = |id: &RelationId| {
        let relation = &program.relations[*id];
        let by_wrapper = match relation.name {
            Name::Wrapped(wrapper, _) => matches!(wrapper, Wrapper::Legal | Wrapper::Start),
            _ => true,
        };
        by_wrapper && !relation.is_computed(&program.declarations)
    };
    let goal = |id: RelationId| {
        let columns: Vec<String> =
            (0..program.relations[id].arity).map(|column| format!("X{column}")).collect();
        format!("{}.", program.relations[id].show(&columns))
    };
    program.relations.ids().filter(can_be_listed).map(goal).collect()
}

/// How long each entry takes from Enter to its answer.
fn answers(game: &Game, entries: &[String]) -> Vec<(String, Duration)> {
    let mut session = Session::new(game.clone(), Limits::default());
    let mut time = |entry: &String| {
        let time = best(|| {
            let (statement, _) = statement::first(session.game(), entry).unwrap();
            let reply = session.run(statement);
            assert_eq!(reply.status, Status::Fine, "{entry}: {}", reply.text);
        });
        (entry.clone(), time)
    };
    entries.iter().map(&mut time).collect()
}

/// How long each key of a clause takes.
fn keys(game: &Game) -> Vec<(String, Duration)> {
    let assistant = Assistant::new(Session::new(game.clone(), Limits::default()));
    let typed = |end: usize| {
        let line = &TYPED[..end];
        let time = best(|| {
            std::hint::black_box(assistant.highlighted(line, end));
            std::hint::black_box(assistant.suggestion(line));
        });
        (format!("key {end}"), time)
    };
    (1..=TYPED.len()).map(typed).collect()
}

/// How long Tab takes, after each key.
fn tabs(game: &Game) -> Vec<(String, Duration)> {
    let assistant = Assistant::new(Session::new(game.clone(), Limits::default()));
    let tab = |line: &str| {
        let time = best(|| _ = std::hint::black_box(assistant.completions(line)));
        (line.to_string(), time)
    };
    ["", "leg", "w", "bA1 ", "play w", "why pinn", "at(w", "legal(move(", "moves w", "set "]
        .map(tab)
        .into()
}

/// How long it takes to start, load the rules, answer, and end.
fn start() -> Duration {
    best(|| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hornet"))
            .arg("hive+mlp")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        use std::io::Write;
        child.stdin.take().unwrap().write_all(b"turn(P).\n").unwrap();
        assert!(child.wait().unwrap().success());
    })
}
