//! Changing rules at the prompt is safe: whatever is done can be undone, what is
//! dropped is shown, numbers stay, and a change that ends the game is told at once.

#[path = "support/clauses.rs"]
mod clauses;
#[path = "support/session.rs"]
mod session;

use clauses::line_of;
use hornet::repl::Session;
use hornet::repl::statement::{self, Statement};
use session::Prompt;

/// Tanks: the clause by which a bot drives to the upper left.
const HEADING: &str = "heading(bot, diagonal, nw)";

/// What somebody is asked before an entry is done.
fn asked_before(session: &Session, entry: &str) -> Option<String> {
    let (statement, _) = statement::first(session.game(), entry).unwrap();
    session.question_before(&statement)
}

#[test]
fn reset_rules_keeps_the_relations_that_the_book_does_not_have() {
    let mut prompt = Prompt::on("tanks");
    let by_the_book = prompt.legal();
    let heading = line_of("tanks.pl", HEADING);
    prompt.fine("far(C) :- row(C, 8).");
    prompt.fine("drives(bot, A, C) :- step(A, n, B), step(B, n, C).");
    prompt.fine(&format!("off {heading}"));
    let said = prompt.fine("reset rules");
    assert_eq!(
        said,
        format!(
            "The rules are the original ones again.\n\
             % tanks.pl:{heading} is on again\n\
             % prompt:2 is dropped:\n\
             drives(bot, A, C) :- step(A, n, B), step(B, n, C).\n\
             % kept, as the original rules do not have them: far/1; `reset all` drops them too"
        )
    );
    assert_eq!(prompt.legal(), by_the_book);
    assert_eq!(prompt.0.prompt(), "tanks> ");
    assert!(prompt.fine("far(a8).").starts_with("true."));
    let said = prompt.fine("reset rules");
    assert!(said.starts_with("The rules are the original ones already.\n% kept"), "{said}");
    let said = prompt.fine("reset all");
    assert!(said.contains("% prompt:1 is dropped:\nfar(C) :- row(C, 8)."), "{said}");
    prompt.wrong("far(C).", &["no relation `far/1`"]);
    prompt.wrong("reset", &["reset what?", "`reset all` drops those too"]);
    prompt.wrong("reset everything", &["cannot be reset"]);
}

#[test]
fn what_rests_on_something_dropped_is_dropped_with_it() {
    let mut prompt = Prompt::on("tanks");
    prompt.fine(":- type(mood, [calm, grim]).");
    prompt.fine("feels(P, M) :- player(P), mood(M).");
    prompt.fine(":- state(flag(cell)).");
    prompt.fine("flagged(C) :- flag(C).\nlow(C) :- row(C, 1).\ncalm(P) :- feels(P, _), low(_).");
    let said = prompt.fine("reset rules");
    assert!(said.contains("is dropped:\n:- state(flag(cell))."), "{said}");
    assert!(said.contains("is dropped:\nflagged(C) :- flag(C)."), "{said}");
    assert!(said.contains("is dropped:\ncalm(P) :- feels(P, _), low(_)."), "{said}");
    assert!(said.contains("% kept, as the original rules do not have them: low/1;"), "{said}");
    assert!(prompt.fine("low(a1).").starts_with("true."));
    prompt.wrong("flagged(C).", &["no relation"]);
    assert_eq!(prompt.0.prompt(), "tanks> ");
}

#[test]
fn a_definition_of_what_the_engine_asks_is_no_relation_of_ones_own() {
    let mut prompt = Prompt::on("examples/tictactoe.pl");
    prompt.fine("leads(P) :- value(P, N), N > 2.");
    assert_eq!(prompt.0.prompt(), "tictactoe*> ");
    let said = prompt.fine("reset rules");
    assert!(said.contains("% prompt:1 is dropped:\nleads(P)"), "{said}");
    assert_eq!(prompt.0.prompt(), "tictactoe> ");
}

#[test]
fn a_file_is_kept_or_dropped_as_a_whole() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let own = write("own.pl", "far(C) :- row(C, 8).\n");
    let other = write("other.pl", "near(C) :- row(C, 1).\nheading(bot, straight, e).\n");
    let mut prompt = Prompt::on("tanks");
    prompt.fine(&format!("load {own}\nload {other}"));
    let said = prompt.fine("reset rules");
    assert!(said.contains(&format!("% {other} is dropped; `load {other}` takes it in again")));
    assert!(said.contains("as the original rules do not have them: far/1;"), "{said}");
    prompt.fine("far(a8).");
    prompt.wrong("near(C).", &["no relation"]);
}

#[test]
fn reset_all_and_quit_ask_only_where_something_would_be_lost() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let mut prompt = Prompt::on("tanks");
    assert_eq!(asked_before(&prompt.0, "quit"), None);
    assert_eq!(asked_before(&prompt.0, "reset all"), None);
    prompt.fine("far(C) :- row(C, 8).\nnear(C) :- row(C, 1).");
    let asked = asked_before(&prompt.0, "halt.").unwrap();
    assert!(asked.starts_with("2 clauses are not saved (`save mine"), "{asked}");
    let asked = asked_before(&prompt.0, "reset all").unwrap();
    assert_eq!(asked, "This drops 2 clauses that you typed. Drop them?");
    assert_eq!(asked_before(&prompt.0, "reset rules"), None);
    // A game by the book is saved without them, the clauses alone are saved.
    prompt.fine(&format!("save {}", file("my.game")));
    assert!(prompt.0.question_before_leaving().is_some());
    prompt.fine(&format!("save mine {}", file("mine.pl")));
    assert_eq!(prompt.0.question_before_leaving(), None);
    // Also those of a game that waits.
    prompt.fine("mid(C) :- row(C, 4).");
    prompt.fine("new gauss");
    let asked = prompt.0.question_before_leaving().unwrap();
    assert!(asked.starts_with("1 clause is not saved (in a game that waits: `resume`"), "{asked}");
    prompt.fine("high(C) :- column(C, 4).");
    let asked = prompt.0.question_before_leaving().unwrap();
    assert!(asked.starts_with("2 clauses are not saved (`save mine FILE.pl` saves those"));
    prompt.fine("forget high");
    // Changed rules are saved with the game, and loaded with it.
    prompt.fine("resume");
    prompt.fine("heading(bot, straight, e) :- true.");
    prompt.fine(&format!("save {}", file("changed.game")));
    assert_eq!(prompt.0.question_before_leaving(), None);
    let mut other = Prompt::on("tanks");
    other.fine(&format!("load {}", file("changed.game")));
    assert_eq!(other.0.question_before_leaving(), None);
}

#[test]
fn what_a_tutorial_has_typed_need_not_be_saved() {
    let mut prompt = Prompt::on("tanks");
    let is_asked = |prompt: &Prompt| prompt.0.question_before_leaving().is_some();
    prompt.fine("tutorial family 8");
    assert!(!is_asked(&prompt));
    prompt.fine("skip\nskip");
    prompt.fine("mine(X) :- parent(X, _).");
    assert!(!is_asked(&prompt));
}

#[test]
fn a_file_that_brings_nothing_new_is_no_change_to_undo() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two.pl").display().to_string();
    std::fs::write(&path, "two(a). two(b).").unwrap();
    let mut prompt = Prompt::on("examples/family.pl");
    prompt.fine(&format!("['{path}']."));
    assert!(prompt.fine(&format!("consult('{path}').")).starts_with("nothing new"));
    prompt.fine("undo rules");
    prompt.wrong("undo rules", &["there is no change of the rules to undo"]);
}

#[test]
fn what_a_directive_brings_is_told() {
    let mut prompt = Prompt::on("examples/family.pl");
    let said = prompt.fine(":- dynamic zed/1.");
    assert_eq!(said, "zed/1 may be asked now, though it has no clauses [prompt:1]");
    assert!(prompt.fine("zed(X).").starts_with("false."));
    assert!(prompt.fine(":- table parent/2.").starts_with("changes nothing here"));
    prompt.fine("forget zed");
    prompt.wrong("zed(X).", &["there is no relation `zed/1`"]);
}

#[test]
fn every_change_of_the_rules_can_be_undone_and_redone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("more.pl").display().to_string();
    std::fs::write(&path, "near(C) :- row(C, 1).\n").unwrap();
    let heading = line_of("tanks.pl", HEADING);
    let mut prompt = Prompt::on("tanks");
    prompt.fine("b2-b3");
    let entries = [
        "far(C) :- row(C, 8).".to_string(),
        "far(C) :- row(C, 7).".to_string(),
        format!("off {heading}"),
        format!("on {heading}"),
        format!("replace {heading} heading(bot, diagonal, w) :- true."),
        "forget prompt:1".to_string(),
        format!("load {path}"),
        "reset rules".to_string(),
        "reset all".to_string(),
    ];
    let mut states = vec![prompt.0.game().rules().amendments().clone()];
    for entry in &entries {
        prompt.fine(entry);
        states.push(prompt.0.game().rules().amendments().clone());
    }
    for (entry, state) in entries.iter().zip(&states).rev() {
        let said = prompt.fine("undo rules");
        let shown: String = entry.chars().take(20).collect();
        assert!(said.starts_with(&format!("undone: {shown}")), "{said}");
        assert_eq!(prompt.0.game().rules().amendments(), state, "{entry}");
        assert_eq!(prompt.0.game().actions().len(), 1, "moves stay");
    }
    prompt.wrong("undo rules", &["no change of the rules to undo"]);
    assert_eq!(prompt.0.prompt(), "tanks> ");
    for (entry, state) in entries.iter().zip(&states[1..]) {
        let said = prompt.fine("redo rules");
        assert!(said.starts_with("done again: "), "{said}");
        assert_eq!(prompt.0.game().rules().amendments(), state, "{entry}");
    }
    prompt.wrong("redo rules", &["no change of the rules was undone"]);
    prompt.fine("undo rules all");
    assert_eq!(prompt.0.game().rules().amendments(), &states[0]);
    prompt.wrong("redo rules 10", &["only 9 changes of the rules can be redone"]);
    prompt.fine("redo rules 2");
    assert_eq!(prompt.0.game().rules().amendments(), &states[2]);
    // What is new puts an end to what was undone.
    prompt.fine("low(C) :- row(C, 1).");
    prompt.wrong("redo rules", &["no change"]);
    prompt.wrong("undo rules 0", &["is not how many changes"]);
    prompt.wrong("undo rules some", &["is not how many changes"]);
}

#[test]
fn only_so_many_changes_are_remembered() {
    let mut prompt = Prompt::on("tanks:6");
    for number in 1..=102 {
        prompt.fine(&format!("low{number}(C) :- row(C, 1)."));
    }
    prompt.wrong("undo rules 101", &["only 100 changes of the rules can be undone"]);
    prompt.fine("undo rules all");
    assert!(prompt.fine("low2(a1).").starts_with("true."));
    prompt.wrong("low3(a1).", &["no relation"]);
}

#[test]
fn a_reloaded_file_is_as_it_was_after_undo() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pl");
    let text = std::fs::read_to_string("examples/tictactoe.pl").unwrap();
    std::fs::write(&path, &text).unwrap();
    let mut prompt = Prompt::on(path.to_str().unwrap());
    std::fs::write(&path, text.replace("    \\+ taken(Cell).", "    cell(Cell).")).unwrap();
    prompt.fine("put(b2)");
    assert_eq!(prompt.legal().len(), 8);
    prompt.fine("reload");
    assert_eq!(prompt.legal().len(), 9);
    prompt.fine("undo rules");
    assert_eq!(prompt.legal().len(), 8);
}

#[test]
fn options_stay_as_they_are_when_a_change_is_undone() {
    let mut prompt = Prompt::on("tanks");
    prompt.fine("far(C) :- row(C, 8).");
    prompt.fine("set size 6");
    prompt.fine("undo rules");
    assert_eq!(prompt.0.game().rules().name(), "tanks:6");
    prompt.wrong("far(C).", &["no relation"]);
    prompt.fine("redo rules");
    assert_eq!(prompt.0.game().rules().name(), "tanks:6");
    assert!(prompt.fine("far(C).").starts_with("false."));
}

#[test]
fn undo_alone_is_about_moves_and_says_so() {
    let mut prompt = Prompt::on("tanks");
    prompt.fine("far(C) :- row(C, 8).");
    prompt.wrong("undo", &["no move to take back", "`undo rules` takes back the last change"]);
    prompt.fine("b2-b3");
    assert!(!prompt.fine("undo").contains("undo rules"));
    prompt.fine("redo");
    prompt.fine("near(C) :- row(C, 1).");
    prompt.fine("near(X).");
    let said = prompt.fine("undo");
    assert!(
        said.ends_with("% 1 move taken back; `undo rules` takes back the last change of the rules")
    );
    assert!(prompt.fine("near(a1).").starts_with("true."));
    prompt.fine("undo rules");
    prompt.fine("redo");
    prompt.wrong("redo", &["no move was taken back", "`redo rules`"]);
}

#[test]
fn each_game_has_changes_of_its_own() {
    let mut prompt = Prompt::on("tanks");
    prompt.fine("far(C) :- row(C, 8).");
    prompt.fine("new gauss");
    prompt.wrong("undo rules", &["no change of the rules to undo"]);
    prompt.fine("resume");
    prompt.fine("b2-b3");
    prompt.fine("new");
    assert!(prompt.fine("undo rules").starts_with("undone: far(C) :- row(C, 8)."));
    prompt.fine("resume");
    assert!(prompt.fine("far(a8).").starts_with("true."));
}

#[test]
fn a_clause_keeps_its_number() {
    let mut prompt = Prompt::on("tanks");
    prompt.fine("one(C) :- row(C, 1).");
    prompt.fine("% C is on\n% the second row.\ntwo(C) :-\n    row(C, 2).");
    let said = prompt.fine("three(C) :- row(C, 3).");
    assert_eq!(said, "three/1 is defined [prompt:6]");
    let said = prompt.fine("forget prompt:1");
    assert_eq!(said, "% prompt:1 is forgotten:\none(C) :- row(C, 1).");
    for entry in ["listing two", "changes", "why two(a2)."] {
        assert!(prompt.fine(entry).contains("prompt:4"), "{entry}: {}", prompt.fine(entry));
    }
    assert!(prompt.fine("why three(a3).").contains("prompt:6: three(C)"));
    let said = prompt.fine("forget three");
    assert_eq!(said, "% prompt:6 is forgotten:\nthree(C) :- row(C, 3).");
    // A number is not given to another clause.
    assert_eq!(prompt.fine("four(C) :- row(C, 4)."), "four/1 is defined [prompt:7]");
    prompt.wrong("forget prompt:6", &["added nothing for `prompt:6`"]);
    assert!(prompt.fine("forget 4").starts_with("% prompt:4 is forgotten:\n% C is on"));
    prompt.wrong("five(C) :- rwo(C, 5).", &["prompt:8:12"]);
    let said = prompt.fine("replace prompt:7 four(C) :- row(C, 5).");
    assert!(said.starts_with("prompt:7 is replaced\none more clause for four/1 [prompt:8]"));
    let said = prompt.fine("forget all");
    assert_eq!(said, "% prompt:8 is forgotten:\nfour(C) :- row(C, 5).");
}

#[test]
fn saved_rules_have_no_gaps() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rules.pl");
    let mut prompt = Prompt::on("tanks");
    prompt.fine("one(C) :- row(C, 1).\ntwo(C) :- row(C, 2).\nthree(C) :- row(C, 3).");
    prompt.fine("forget one");
    prompt.fine("forget two");
    prompt.fine(&format!("save rules {}", path.display()));
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.ends_with("%   Added: prompt\n\nthree(C) :- row(C, 3).\n"), "{text}");
}

#[test]
fn replacing_by_a_clause_of_another_relation_warns() {
    let heading = line_of("tanks.pl", HEADING);
    let mut prompt = Prompt::on("tanks");
    let said = prompt.fine(&format!("replace {heading} takes(medium, straight, 2) :- true."));
    assert!(
        said.ends_with(&format!(
            "warning: tanks.pl:{heading} was a clause of heading/3, the new one is a clause of \
             takes/3; `undo rules` takes the change back"
        )),
        "{said}"
    );
    let said = prompt.fine("replace prompt:1 takes(medium, diagonal, 2) :- true.");
    assert!(!said.contains("warning"), "{said}");
    let said = prompt.fine("replace prompt:2 far(C) :- row(C, 8).");
    assert!(said.contains("prompt:2 was a clause of takes/3"), "{said}");
}

#[test]
fn a_clause_that_ends_the_game_is_told_at_once() {
    let mut prompt = Prompt::on("tanks");
    let said = prompt.fine("wins(P) :- tank(a1, P, _).");
    assert!(said.contains("warning: this ends the game: bot won; `undo rules`"), "{said}");
    let said = prompt.fine("undo rules");
    assert!(said.ends_with("% the game is not over any more"), "{said}");
    assert!(prompt.fine("redo rules").contains("this ends the game: bot won"));
    // Once it is over, another clause does not end it.
    assert!(!prompt.fine("wins(P) :- tank(b1, P, _).").contains("ends the game"));
    prompt.fine("undo rules 2");
    let said = prompt.fine("draw :- turn(bot).");
    assert!(said.contains("warning: this ends the game: a draw"), "{said}");
    prompt.fine("reset rules");
    let driving = line_of("tanks.pl", "legal(move(From, To)) :- turn(Player), tank(");
    let said = prompt.fine(&format!("off {driving}"));
    assert!(said.contains("warning: there is no legal move now"), "{said}");
}

#[test]
fn muddled_turns_are_told_at_once() {
    let mut prompt = Prompt::on("tanks");
    let said = prompt.fine("add(turn(bot)) :- does(move(_, _)).");
    assert!(said.contains("warning: after a2-a3, bot and top have the turn; `undo"), "{said}");
    prompt.fine("undo rules");
    let line = line_of("tanks.pl", "add(turn(");
    let said = prompt.fine(&format!("off {line}"));
    assert!(said.contains("warning: after a2-a3, nobody has the turn"), "{said}");
    // What is muddled already is not told again, and what is sound is not told at all.
    assert!(!prompt.fine("heading(bot, straight, e) :- true.").contains("turn"));
    assert!(!prompt.fine("undo rules 2").contains("warning"));
}

#[test]
fn scripts_are_not_asked() {
    let mut prompt = Prompt::on("tanks");
    prompt.fine("far(C) :- row(C, 8).");
    assert!(prompt.fine("reset all").starts_with("The rules are the original ones again."));
    assert!(matches!(
        statement::first(prompt.0.game(), "quit"),
        Some((Statement::Command(..), ""))
    ));
}

#[test]
fn a_game_with_a_move_by_other_rules_is_saved_from_behind_it() {
    let mut prompt = Prompt::on("tanks");
    let by_the_book = prompt.0.game().legal().unwrap();
    prompt.fine("drives(bot, A, C) :- step(A, n, B), step(B, n, C).");
    let legal = prompt.0.game().legal().unwrap();
    let leap = legal.iter().find(|action| !by_the_book.contains(action)).unwrap();
    prompt.fine(&leap.to_string());
    let answer = prompt.0.game().legal().unwrap().remove(0);
    prompt.fine(&answer.to_string());
    prompt.fine("reset rules");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("leap.game").display().to_string();
    let said = prompt.fine(&format!("save {path}"));
    let note = "from the position after move 1 on, which is not legal by these rules";
    assert!(said.contains(note), "{said}");
    let position = prompt.0.game().position().clone();
    prompt.fine(&format!("load {path}"));
    let loaded = prompt.0.game();
    assert!(*loaded.position() == position && loaded.is_set_up() && loaded.actions().len() == 1);
}

#[test]
fn a_refusal_by_changed_rules_says_what_reasons_are() {
    let mut prompt = Prompt::on("tanks");
    let before = prompt.0.game().legal().unwrap();
    prompt.fine(&format!("off {}", line_of("tanks.pl", HEADING)));
    let now = prompt.0.game().legal().unwrap();
    let gone = before.iter().find(|action| !now.contains(action)).unwrap();
    prompt.wrong(&gone.to_string(), &["reasons are rules of their own"]);
}
