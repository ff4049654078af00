//! Rules and questions that would take for ever: they are stopped, and nobody else
//! waits for them.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::server::{Answer, DELAY, Server, Table, example, with_rules};
use super::strangers::slow_senders_keep_nobody_waiting;

/// What is stopped after ten seconds has this long to end.
const LIMIT: Duration = Duration::from_secs(14);

/// The same, if twenty seconds were waited before for others at the table.
const LONGEST: Duration = Duration::from_secs(36);

/// A question that takes for ever on a board of 64 cells.
const SLOW: &str =
    "aggregate_all(count, (cell(A), cell(B), cell(C), cell(D), cell(E), cell(F)), N).";

/// Tic-tac-toe on a larger board, with more clauses.
fn rules(more: &str) -> Value {
    let text = example("tictactoe.pl").replace("square(3, 3)", "square(8, 8)");
    with_rules("hurting.pl", &format!("{text}\n{more}\n"))
}

/// Counts without end, once there is a mark.
const ENDLESS: &str = "% N counts on and on.\ncount(0) :- mark(_, _).\n\
                       count(M) :- count(N), M is N + 1.\nwins(x) :- count(-1).";

/// Millions of facts, once there is a mark.
const MILLIONS: &str = "% Every four cells.\n\
                        many(A, B, C, D) :- mark(_, _), cell(A), cell(B), cell(C), cell(D).\n\
                        crowd(N) :- aggregate_all(count, many(_, _, _, _), N).\n\
                        wins(x) :- crowd(N), N < 0.";

/// Few facts, but a long search, once there is a mark.
const LONG: &str = "% A search that finds nothing.\nslow :- mark(A, _), cell(B), cell(C), cell(D), cell(E), cell(F), \
                    row(A, R1), row(B, R2), row(C, R3), row(D, R4), row(E, R5), row(F, R6), \
                    X is R1 + R2 + R3 + R4 + R5 + R6, X > 100.\nwins(x) :- slow.";

/// Asks while another table is watched: how long it took, and the slowest answer there.
fn while_watched(server: &Server, ask: impl FnOnce() + Send) -> (Duration, Duration) {
    let other = server.table(json!({ "game": "tanks", "options": { "size": 6 } }));
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            let mut slowest = Duration::ZERO;
            while !is_done.load(Ordering::Relaxed) {
                let asked = Instant::now();
                other.state();
                if other.post("/moves", json!({ "move": "b2-b3" })).status == 200 {
                    other.post("/undo", json!({})).good();
                }
                server.get("/tables").good();
                slowest = slowest.max(asked.elapsed() / 4);
                thread::sleep(Duration::from_millis(50));
            }
            slowest
        });
        let began = Instant::now();
        let asked = catch_unwind(AssertUnwindSafe(ask));
        let took = began.elapsed();
        is_done.store(true, Ordering::Relaxed);
        let slowest = watcher.join().unwrap();
        asked.unwrap_or_else(|panic| resume_unwind(panic));
        (took, slowest)
    })
}

/// An answer that is in time, says what is wrong, and comes while others are served.
fn is_stopped(server: &Server, what: &str, ask: impl FnOnce() -> Answer + Send) {
    let mut answer = None;
    let (took, slowest) = while_watched(server, || answer = Some(ask()));
    let answer = answer.unwrap();
    println!("{what}: {} after {took:.1?}; others waited {slowest:.1?} at most", answer.status);
    let answered = answer.json();
    // A move may be played and lead to a position that cannot be shown as it is.
    let problem = answered["view"]["standing"].as_str().or(answered["error"]["message"].as_str());
    let problem = problem.unwrap_or_default();
    assert!(
        ["too many", "took more", "stopped", "interrupted"].iter().any(|it| problem.contains(it)),
        "{what}: {problem}"
    );
    assert!([200, 422, 503].contains(&answer.status), "{what}: {} {}", answer.status, answer.text);
    assert!(took < LIMIT, "{what} took {took:?}");
    assert!(slowest < DELAY, "{what}: somebody else waited {slowest:?}");
}

/// All that takes long, at the same time, so that it does not take longer.
#[test]
fn what_would_take_for_ever_is_stopped_and_keeps_nobody_waiting() {
    thread::scope(|scope| {
        scope.spawn(rules_without_end_are_stopped_when_they_are_handed_over);
        scope.spawn(rules_without_end_are_stopped_when_they_are_played);
        scope.spawn(slow_questions_are_stopped);
        scope.spawn(an_entry_of_many_solutions_is_stopped_as_a_whole);
        scope.spawn(many_slow_questions_at_one_table_hurt_nobody_else);
        scope.spawn(who_hangs_up_leaves_nothing_behind);
        scope.spawn(slow_senders_keep_nobody_waiting);
    });
}

fn rules_without_end_are_stopped_when_they_are_handed_over() {
    let server = Server::start();
    let at_once =
        |text: &str| rules(&text.replace("mark(_, _), ", "").replace(" :- mark(_, _)", ""));
    for (what, text) in [("endless", ENDLESS), ("millions", MILLIONS)] {
        is_stopped(&server, what, || server.post("/tables", &at_once(text)));
    }
    let busy = format!("busy(N) :- {}\nwins(x) :- busy(N), N < 5.", SLOW);
    is_stopped(&server, "a long count", || server.post("/tables", &rules(&busy)));
    assert_eq!(server.tables().len(), 3, "nothing is left of them");
}

fn rules_without_end_are_stopped_when_they_are_played() {
    let server = Server::start();
    for (what, text) in [("endless", ENDLESS), ("millions", MILLIONS), ("long", LONG)] {
        let table = server.table(rules(text));
        let id = table.id.clone();
        is_stopped(&server, what, || {
            server.known(&id).post("/moves", json!({ "move": "put(a1)" }))
        });
        goes_on(&table);
    }
}

/// Each `solve` ends in time by itself, but not a thousand of them.
fn an_entry_of_many_solutions_is_stopped_as_a_whole() {
    let server = Server::start();
    let table = server.table(json!({ "game": "tanks" }));
    let began = Instant::now();
    let answer = table.post("/prompt", json!({ "entry": "solve 4s\n".repeat(1000) })).good();
    assert!(began.elapsed() < LIMIT, "{:?}", began.elapsed());
    let replies = answer["replies"].as_array().unwrap();
    assert!((2..=4).contains(&replies.len()), "{replies:?}");
    let last = replies.last().unwrap();
    assert_eq!(last["kind"], "error", "{last}");
    assert!(last["text"].as_str().unwrap().contains("took more"), "{last}");
    let answer = table.post("/prompt", json!({ "entry": "turn(P)." })).good();
    assert_eq!(answer["replies"][0]["kind"], "answers", "{answer}");
}

/// A table that was hurt is still there, and can be gone back from.
fn goes_on(table: &Table) {
    let began = Instant::now();
    let state = table.state();
    if !state["tree"].as_array().unwrap().is_empty() && state["at"] != 0 {
        let state = table.post("/restart", json!({})).good();
        assert_eq!(state["view"]["actions"].as_array().unwrap().len(), 64);
    }
    assert!(began.elapsed() < 2 * LIMIT, "{:?}", began.elapsed());
}

fn slow_questions_are_stopped() {
    let server = Server::start();
    let table = server.table(rules(""));
    let id = table.id.clone();
    let prompt = || {
        let began = Instant::now();
        let replies = server.known(&id).enter(SLOW);
        println!("the prompt: {} after {:?}", replies[0], began.elapsed());
        assert_eq!(replies[0]["kind"], "error", "{}", replies[0]);
    };
    let (took, slowest) = while_watched(&server, prompt);
    assert!(took < LIMIT && slowest < DELAY, "{took:?}, {slowest:?}");
    is_stopped(&server, "why", || server.known(&id).post("/why", json!({ "goal": SLOW })));
    // The table is as good as before.
    table.reply("turn(P).", "answers");
    table.play("put(a1)");
}

/// Many slow questions at one table, and looks at it meanwhile: each is stopped, and
/// other tables do not notice.
fn many_slow_questions_at_one_table_hurt_nobody_else() {
    let server = Server::start();
    let table = server.table(rules(""));
    let id = table.id.clone();
    let (took, slowest) = while_watched(&server, || {
        thread::scope(|scope| {
            for number in 0..24 {
                let (server, id) = (&server, &id);
                scope.spawn(move || {
                    let began = Instant::now();
                    let answer = match number % 3 {
                        0 => server.known(id).post("/why", json!({ "goal": SLOW })),
                        _ => server.known(id).post("/prompt", json!({ "entry": SLOW })),
                    };
                    assert!([200, 422, 503].contains(&answer.status), "{}", answer.text);
                    let took = began.elapsed();
                    assert!(took < LONGEST, "{took:?}: {}", answer.text);
                });
            }
            // Looks that come all the time do not keep the questions alive.
            for _ in 0..60 {
                server.known(&id).get("");
                thread::sleep(Duration::from_millis(200));
            }
        });
    });
    println!("24 slow questions: {took:.1?}; others waited {slowest:.1?} at most");
    assert!(slowest < DELAY, "somebody else waited {slowest:?}");
    table.wait("peace", |_| true);
    table.reply("turn(P).", "answers");
}

/// Slow questions of people who do not wait for the answer hold a table up no longer than
/// one question does.
fn who_hangs_up_leaves_nothing_behind() {
    let server = Server::start();
    let table = server.table(rules(""));
    let body = json!({ "entry": SLOW }).to_string();
    let asked = format!(
        "POST /api/v1{} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        table.path("/prompt"),
        server.address,
        body.len()
    );
    let streams: Vec<_> = (0..20)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(asked.as_bytes()).unwrap();
            stream
        })
        .collect();
    thread::sleep(Duration::from_millis(300));
    drop(streams);
    let began = Instant::now();
    table.play("put(a1)");
    assert!(began.elapsed() < DELAY, "the game waited {:?}", began.elapsed());
    table.reply("turn(P).", "answers");
    println!("after 20 who hung up: an answer after {:.1?}", began.elapsed());
    assert!(began.elapsed() < LIMIT, "{:?}", began.elapsed());
}

/// A machine whose rules have no end gives up, and says so.
#[test]
fn a_machine_that_cannot_move_says_so() {
    let server = Server::start();
    let mut beginning = rules(
        "% Worth without end.\ncount(0) :- mark(_, _).\ncount(M) :- count(N), M is N + 1.\n\
                               value(x, V) :- mark(_, _), aggregate_all(max(N), count(N), V).",
    );
    beginning["players"] = json!(["human", "minimax:2"]);
    let table = server.table(beginning);
    table.play("put(a1)");
    let state = table.wait("what is wrong", |state| !state["notes"].as_array().unwrap().is_empty());
    let note = state["notes"][0].as_str().unwrap();
    assert!(note.starts_with("o cannot move: "), "{note}");
    assert_eq!((&state["pace"], &state["thinking"]), (&json!("pause"), &Value::Null));
    table.play("put(b2)");
}

/// What is asked for does not pile up in the server's memory.
#[test]
fn great_answers_have_limits() {
    let server = Server::start();
    let table = server.table(rules(""));
    let reply = table.reply("cell(A), cell(B), cell(C).", "answers");
    assert_eq!(reply["answers"]["rows"].as_array().unwrap().len(), 10_000);
    assert_eq!(reply["answers"]["more"], true);
    let many: Vec<String> =
        (0..2000).map(|number| format!("p{number}(X) :- mark(X, _).")).collect();
    let began = Instant::now();
    let answer = table.post("/prompt", json!({ "entry": many.join("\n") }));
    println!("2000 clauses: {} after {:?}", answer.status, began.elapsed());
    assert!(began.elapsed() < LIMIT);
}
