//! What makes the prompt comfortable: a transcript, a machine to play, saved games,
//! and columns that read in order.

#[path = "support/clauses.rs"]
mod clauses;
#[path = "support/session.rs"]
mod session;

use std::fs;

use clauses::line_of;
use hornet::repl::{Screen, Status};
use session::Prompt;

#[test]
fn a_machine_plays_a_move_and_says_what_it_considered() {
    let mut prompt = Prompt::on("tanks:6");
    let said = prompt.fine("machine minimax:2");
    assert!(said.starts_with("bot plays "), "{said}");
    assert!(said.contains("\n% minimax:2: one of 16 legal moves, 2 moves ahead, "), "{said}");
    assert!(said.contains("Turn 1: top to move"), "{said}");
    assert!(prompt.fine("machine 1").contains("% minimax:1: one of"));
    assert!(prompt.fine("machine 0.01s").contains("% minimax:0.01s: one of"));
    assert!(prompt.fine("machine random").contains("% random: one of"));
    assert_eq!(prompt.0.game().actions().len(), 4);
    prompt.fine("undo 4");
    prompt.fine("set board off");
    let said = prompt.fine("machine greedy");
    assert_eq!(said.lines().count(), 2, "{said}");
    prompt.fine("undo");
    prompt.wrong("machine robot", &["there is no player `robot`", "minimax:1.5s"]);
    prompt.wrong("machine human", &["plays by typing a move"]);
    prompt.wrong("machine 99", &["from 1 to 20"]);
    prompt.fine("wins(P) :- tank(a1, P, _).");
    prompt.wrong("machine 1", &["The game is over: bot won."]);
}

#[test]
fn a_transcript_never_replaces_a_file_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lesson.txt");
    let file = path.to_str().unwrap();
    let mut prompt = Prompt::on("tanks");
    assert!(prompt.fine("transcript").contains("There is no transcript"));
    prompt.wrong("transcript off", &["there is no transcript"]);
    prompt.wrong("noprotocol.", &["there is no transcript"]);
    prompt.wrong("protocola", &["append to which file?"]);
    prompt.fine(&format!("protocol('{file}')."));
    assert!(prompt.fine("transcript").contains(file));
    assert_eq!(prompt.0.transcribe("one"), None);
    assert!(prompt.fine("transcript off").contains("lesson.txt"));
    prompt
        .wrong(&format!("transcript {file}"), &["is there already", "`protocola", "`transcript !"]);
    prompt.fine(&format!("protocola({file})."));
    assert_eq!(prompt.0.transcribe_entry("a(X) :-\n  b(X).\n"), None);
    assert_eq!(prompt.0.transcribe("\u{1b}[1mtwo\u{1b}[0m"), None);
    prompt.fine("noprotocol.");
    assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntanks> a(X) :-\n|     b(X).\ntwo\n");
    prompt.fine(&format!("transcript ! {file}"));
    assert_eq!(fs::read_to_string(&path).unwrap(), "");
    assert_eq!(prompt.0.transcribe("three"), None);
    prompt.wrong("transcript /no/such/folder/x.txt", &["cannot write /no/such/folder/x.txt"]);
}

#[test]
fn a_page_of_columns_reads_in_order() {
    let mut prompt = Prompt::on("tanks");
    let first_lines = |said: &str| said.lines().take(4).collect::<Vec<_>>().join("\n");
    let whole = prompt.fine("cell(C).");
    assert!(whole.starts_with("C\na1  a5  b1  b5  c1"), "{whole}");
    prompt.0.set_screen(Screen { width: 10, height: 5 });
    let paged = prompt.fine("cell(C).");
    assert_eq!(first_lines(&paged), "C\na1  a4  a7\na2  a5  a8\na3  a6  b1");
    assert_eq!(paged.lines().nth(4), Some("b2  b6  c2"));
    prompt.fine("set pager off");
    assert!(!prompt.0.has_pager());
    assert_eq!(first_lines(&prompt.fine("cell(C).")), "C\na1  c7  f5\na2  c8  f6\na3  d1  f7");
}

#[test]
fn without_a_terminal_there_is_nothing_to_edit_with() {
    let mut prompt = Prompt::on("tanks");
    prompt.wrong("edit", &["needs a terminal"]);
}

/// The text that an editor gets, edited, and what is said to it.
fn edited(prompt: &mut Prompt, argument: &str, edit: impl Fn(&str) -> String) -> (String, Status) {
    let draft = prompt.0.draft(argument).unwrap();
    let reply = prompt.0.edited(&draft, &edit(&draft.text));
    (anstream::adapter::strip_str(&reply.text).to_string(), reply.status)
}

#[test]
fn clauses_that_are_left_alone_keep_their_numbers_when_edited() {
    let mut prompt = Prompt::on("tanks");
    prompt.fine("one(C) :- row(C, 1).");
    prompt.fine("two(C) :- row(C, 2).\nthree(C) :- row(C, 3).");
    let (said, _) = edited(&mut prompt, "", |text| text.to_string());
    assert_eq!(said, "nothing has changed");
    let (said, status) = edited(&mut prompt, "", |text| {
        assert_eq!(text.lines().count(), 3);
        text.replace("row(C, 2)", "row(C, 4)").replace("three(C) :- row(C, 3).", "")
    });
    assert_eq!(status, Status::Fine);
    assert_eq!(
        said,
        "% prompt:2 is dropped:\ntwo(C) :- row(C, 2).\n\
         % prompt:3 is dropped:\nthree(C) :- row(C, 3).\n\
         one more clause for two/1 [prompt:4]"
    );
    assert!(prompt.fine("changes").contains("% prompt:1: added\none(C)"));
    assert!(prompt.fine("two(a4).").starts_with("true."));
    let (said, status) = edited(&mut prompt, "two", |text| text.replace("row", "rwo"));
    assert!(status == Status::Error && said.contains("did you mean `row`?"), "{said}");
    assert!(prompt.fine("two(a4).").starts_with("true."));
    assert!(prompt.fine("undo rules").starts_with("undone: edit"));
    assert!(prompt.fine("three(a3).").starts_with("true."));
}

#[test]
fn a_relation_of_the_book_is_edited_beside_it() {
    let mut prompt = Prompt::on("tanks");
    let (said, _) = edited(&mut prompt, "heading", |text| {
        assert_eq!(text.lines().count(), 6, "{text}");
        text.replace("heading(bot, diagonal, nw).", "heading(bot, diagonal, w).")
    });
    let left = line_of("tanks.pl", "heading(bot, diagonal, nw)");
    let off = format!("% tanks.pl:{left} is switched off:\nheading(bot, diagonal, nw).");
    assert!(said.contains(&off), "{said}");
    assert!(said.contains("one more clause for heading/3 [prompt:1]"), "{said}");
    assert!(prompt.fine("heading(bot, diagonal, w).").starts_with("true."));
    assert!(prompt.fine("heading(bot, diagonal, nw).").starts_with("false."));
    prompt.fine("reset rules");
    let refused = |name: &str| prompt.0.draft(name).map(drop).is_err();
    assert!(refused("tank") && refused("nothing") && refused("tanks.pl"));
}

#[test]
fn a_rule_file_of_ones_own_is_edited_in_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.pl");
    fs::copy("examples/tictactoe.pl", &path).unwrap();
    let mut prompt = Prompt::on(path.to_str().unwrap());
    let draft = prompt.0.draft("taken").unwrap();
    let (file, line) = draft.file().unwrap();
    assert_eq!(file, path);
    assert!(draft.text.lines().nth(line - 1).unwrap().starts_with("taken(Cell) :-"));
    fs::write(&path, draft.text.replace("cell(Cell),\n    \\+ taken(Cell).", "cell(Cell)."))
        .unwrap();
    let text = fs::read_to_string(&path).unwrap();
    prompt.fine("put(b2)");
    let reply = prompt.0.edited(&draft, &text);
    assert_eq!(reply.status, Status::Fine, "{}", reply.text);
    assert!(reply.text.contains("read again"), "{}", reply.text);
    assert_eq!(prompt.legal().len(), 9);
    assert!(prompt.0.draft("").unwrap().file().is_some());
    assert!(prompt.0.draft("own.pl").unwrap().file().is_some());
}
