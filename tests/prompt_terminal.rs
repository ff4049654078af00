//! The prompt in a real terminal: every command and every key, long answers,
//! windows that change their size, Ctrl-C, pastes, the history of earlier runs,
//! and bad input of every kind, which never ends a session.

#![cfg(unix)]

#[path = "support/clauses.rs"]
mod clauses;
#[path = "support/prompt.rs"]
mod prompt;

use std::fs;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use clauses::line_of;
use hornet::game::{Game, Rules};
use hornet::repl::command::COMMANDS;
use hornet::repl::tutorial::LESSONS;
use prompt::{DOWN, END, ENTER, HOME, LEFT, Prompt, TAB, UP, ctrl, folder, hornet, says};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A question that goes on for ages.
const LONG: &str =
    "aggregate_all(count, (cell(A), cell(B), cell(C), cell(D), cell(E), cell(F)), N).";

/// Enters lines one after the other: each answer holds its text.
fn converse(prompt: &mut Prompt, lines: &[(&str, &str)]) {
    for (line, expected) in lines {
        let answer = prompt.enter(line);
        assert!(says(&answer, expected), "{line}: no `{expected}` in\n{answer}");
    }
}

/// A session with a clause of its own, to see whether it outlives something.
fn with_a_clause(game: &str) -> Prompt {
    let mut prompt = hornet(game).prompt();
    add_a_clause(&mut prompt);
    prompt
}

fn add_a_clause(prompt: &mut Prompt) {
    converse(prompt, &[("mine(7) :- true.", "mine/1 is defined")]);
}

/// The clause is still there, and the session answers.
fn is_intact(prompt: &mut Prompt) {
    prompt.press(format!("mine(N).{ENTER}"));
    prompt.skip_to("N = 7.");
    prompt.answered();
}

// Commands.

/// The clause of Tanks whose line some commands name, as `{line}`.
const CLAUSE: &str = "legal(move(From, To)) :- turn(Player), tank(From, Player, _),";

/// Each command under each of its names, and a part of what it says.
const EACH_COMMAND: &[(&str, &str)] = &[
    ("board", "Turn 1: bot to move"),
    ("show", "Turn 1: bot to move"),
    ("relations occ", "Some tank stands on Cell."),
    ("listing drives", "heading(Player, _, Dir),"),
    ("rules every_game.pl", "   1  "),
    ("set depth 1", "depth is 1"),
    ("explain turn(bot).", "a fact of the position"),
    ("why b2-b3", "drives(bot, b2, b3)"),
    ("open 1", "over fails"),
    ("open 2", "heading(bot, straight, n)"),
    ("derivations ahead(bot, a1, a2).", "% 1 derivation"),
    ("legal(move(From, To)), column(From, 2).", "% 3 answers"),
    ("mark To", "% 3 cells marked"),
    ("off {line}", "{line} is switched off"),
    ("on {line}", "tanks.pl:{line} is on again"),
    ("replace {line} drives(P, F, T) :- ahead(P, F, T).", "{line} is replaced"),
    ("undo rules", "undone: replace {line}"),
    ("redo rules", "done again: replace {line}"),
    ("reset rules", "The rules are the original ones again."),
    ("mine(X) :- tank(X, bot, heavy).", "mine/1 is defined"),
    ("changes", "% prompt:1: added"),
    ("save mine own.pl", "your clauses saved to own.pl"),
    ("forget mine", "% prompt:1 is forgotten:"),
    ("load own.pl", "own.pl is taken in"),
    ("consult own.pl", "own.pl is taken in"),
    ("edit mine", "nothing has changed"),
    ("reset rules", "as the original rules do not have them: mine/1"),
    ("forget all", "% own.pl is forgotten"),
    ("reload", "tanks:6 read again"),
    ("make", "tanks:6 read again"),
    ("moves b2", "% 3 legal moves of 16"),
    ("play b2-b3", "Turn 1: top to move"),
    ("what if a5-a4; a2-a3", "only looked at"),
    ("what a5-a4", "only looked at"),
    ("undo", "Turn 1: bot to move"),
    ("redo", "Turn 1: top to move"),
    ("goto 0", "Turn 1: bot to move"),
    ("goto 1", "Turn 1: top to move"),
    ("history", "1. b2-b3"),
    ("hint 0.1", "looks good"),
    ("solve 3", "No win within 3 actions for"),
    ("machine 1", "plays"),
    ("undo", "Turn 1: top to move"),
    ("value", "worth 200 to bot"),
    ("games", "Games are not saved, as HORNET_GAMES is empty."),
    ("transcript lesson.txt", "The transcript is written to lesson.txt"),
    ("noprotocol", "The transcript is in lesson.txt."),
    ("protocola lesson.txt", "The transcript is written to lesson.txt"),
    ("protocol lesson.txt", "The transcript is written to lesson.txt already."),
    ("save my.game", "the game saved to my.game"),
    ("export facts", "tank(b3, bot, medium)."),
    ("export position.pl", "`swipl position.pl` goes on from here"),
    ("new tanks:8", "the previous game is kept"),
    ("resume", "Turn 1: top to move"),
    ("restart", "the previous game is kept"),
    ("resume", "Turn 1: top to move"),
    ("load my.game", "Turn 1: top to move"),
    ("setup remove b3", "`setup done` plays on from here"),
    ("setup cancel", "the position is dropped"),
    ("options", "size 6  cells a side: 6, 8,"),
    ("help keys", "Ctrl-R searches"),
    ("?", "`tutorial` is a guided first ten minutes."),
    ("tutorial", "[1/"),
    ("skip", "[2/"),
    ("tutorial stop", "The tutorial is over."),
];

/// The commands that end a session.
const LEAVING: [&str; 3] = ["quit", "halt", "exit"];

#[test]
fn every_command_does_what_it_says() {
    let folder = folder();
    let mut prompt = hornet("tanks:6").in_folder(folder.path()).with("EDITOR", "true").prompt();
    let line = line_of("tanks.pl", CLAUSE).to_string();
    for (entry, expected) in EACH_COMMAND {
        let [entry, expected] = [entry, expected].map(|text| text.replace("{line}", &line));
        converse(&mut prompt, &[(&entry, &expected)]);
    }
    for name in ["own.pl", "my.game", "position.pl", "lesson.txt"] {
        assert!(folder.path().join(name).is_file(), "{name}");
    }
    for name in COMMANDS.iter().flat_map(|command| command.names) {
        let is_entered = |(line, _): &(&str, &str)| {
            line.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        let is_tried = LEAVING.contains(name) || EACH_COMMAND.iter().any(is_entered);
        assert!(is_tried, "`{name}` is tried nowhere");
    }
}

#[test]
fn each_way_to_leave_ends_well() {
    for line in LEAVING {
        let mut prompt = hornet("tanks:6").prompt();
        prompt.press(format!("{line}{ENTER}"));
        assert_eq!(prompt.exit_code(), 0, "{line}");
    }
    let mut prompt = hornet("tanks:6").prompt();
    prompt.press(ctrl('d'));
    assert_eq!(prompt.exit_code(), 0);
}

/// Whoever leaves with clauses that are in no file is asked, once.
#[test]
fn leaving_with_unsaved_clauses_asks_once() {
    let folder = folder();
    let asked = "1 clause is not saved (`save mine FILE.pl` saves it). Leave anyway? (y/n) ";
    for keys in [format!("quit{ENTER}"), ctrl('d')] {
        let mut prompt = with_a_clause("tanks:6");
        prompt.press(&keys);
        prompt.skip_to(asked);
        prompt.press_until_answered("n");
        is_intact(&mut prompt);
        prompt.press(&keys);
        prompt.skip_to(asked);
        prompt.press_until("y", "yes");
        assert_eq!(prompt.exit_code(), 0);
        // Ctrl-D once more leaves, too.
        let mut prompt = with_a_clause("tanks:6");
        prompt.press(&keys);
        prompt.skip_to(asked);
        prompt.press_until(&ctrl('d'), "yes");
        assert_eq!(prompt.exit_code(), 0);
    }
    let mut prompt = hornet("tanks:6").in_folder(folder.path()).prompt();
    add_a_clause(&mut prompt);
    prompt.enter("save mine own.pl");
    prompt.press(ctrl('d'));
    assert_eq!(prompt.exit_code(), 0);
}

#[test]
fn reset_all_asks_before_it_drops_clauses() {
    let mut prompt = with_a_clause("tanks:6");
    for key in ["n", &ctrl('c')] {
        prompt.press(format!("reset all{ENTER}"));
        prompt.skip_to("This drops 1 clause that you typed. Drop them? (y/n) ");
        prompt.press_until_answered(key);
        is_intact(&mut prompt);
    }
    prompt.press(format!("reset all{ENTER}"));
    prompt.skip_to("(y/n) ");
    prompt.press_until("y", "yes");
    prompt.skip_to("The rules are the original ones again.");
    prompt.answered();
    converse(&mut prompt, &[("changes", "The rules are unchanged.")]);
}

/// An editor that puts one word in the place of another.
fn editor(folder: &std::path::Path, name: &str, from: &str, to: &str) -> String {
    let path = folder.join(name);
    fs::write(
        &path,
        format!("#!/bin/sh\nsed 's/{from}/{to}/' \"$1\" > \"$1.new\" && mv \"$1.new\" \"$1\"\n"),
    )
    .unwrap();
    format!("sh {}", path.display())
}

#[test]
fn clauses_are_edited_until_they_are_right() {
    let folder = folder();
    let wrong = editor(folder.path(), "wrong", "row", "rwo");
    let mut prompt = hornet("tanks:6").with("EDITOR", &wrong).prompt();
    converse(&mut prompt, &[("low(C) :- row(C, 1).", "low/1 is defined [prompt:1]")]);
    prompt.press(format!("edit low{ENTER}"));
    prompt.shows("did you mean `row`?");
    prompt.shows("Nothing has changed. Edit again? (y/n)");
    prompt.press_until("n", "your text is in ");
    prompt.answered();
    converse(&mut prompt, &[("low(a1).", "true."), ("changes", "row(C, 1)")]);
    // VISUAL goes first, and its options are heeded.
    let right = editor(folder.path(), "right", "1", "2");
    let mut prompt = hornet("tanks:6").with("VISUAL", &right).with("EDITOR", &wrong).prompt();
    let conversation = [
        ("low(C) :- row(C, 1).", "low/1 is defined [prompt:1]"),
        ("edit", "% prompt:1 is dropped:"),
        ("low(a2).", "true."),
        ("undo rules", "undone: edit"),
        ("low(a1).", "true."),
    ];
    converse(&mut prompt, &conversation);
    let mut prompt = hornet("tanks:6").with("EDITOR", "no_such_editor").prompt();
    prompt.press(format!("edit{ENTER}"));
    prompt.shows("cannot edit with `no_such_editor`");
    prompt.skip_to("(y/n)");
    prompt.press_until_answered("n");
    converse(&mut prompt, &[("row(a3, R).", "R = 3.")]);
}

#[test]
fn a_transcript_holds_what_is_typed_and_what_is_said() {
    let folder = folder();
    let mut prompt = hornet("tanks:6").in_folder(folder.path()).prompt();
    prompt.enter("protocol('lesson.txt').");
    prompt.enter("row(a3, R).");
    prompt.enter("tank(a1,\nbot, K).");
    prompt.enter("rwo(a3, R).");
    prompt.enter("transcript off");
    prompt.enter("column(a3, C).");
    let text = fs::read_to_string(folder.path().join("lesson.txt")).unwrap();
    assert!(text.contains("tanks> row(a3, R).\nR = 3.\n% 1 answer in "), "{text}");
    assert!(text.contains("there is no relation `rwo/2`"), "{text}");
    assert!(!text.contains('\u{1b}') && !text.contains("column"), "{text}");
}

#[test]
fn saved_games_are_listed_and_loaded_by_number() {
    let games = folder();
    fs::write(games.path().join("a.game"), "game tanks:8\nb2-b3\nc7-c6\n").unwrap();
    let mut prompt = hornet("tanks:6").with("HORNET_GAMES", games.path()).prompt();
    let conversation = [
        ("games", "1  tanks:8  2 moves  just now"),
        ("load 1", "Turn 2: bot to move"),
        ("load 2", "there is no saved game 2"),
        ("games some", "`games all` all of them"),
    ];
    converse(&mut prompt, &conversation);
}

/// Without a line editor, too, Ctrl-C drops what was typed and nothing else.
#[test]
fn ctrl_c_drops_an_unfinished_question_on_a_dumb_terminal() {
    let mut prompt = hornet("tanks:6").with("TERM", "dumb").watched();
    prompt.shows("tanks>");
    prompt.press("tank(A,\r");
    prompt.shows("|");
    prompt.press(ctrl('c'));
    prompt.line_is("tanks>");
    prompt.press("row(a3,\rR).\r");
    prompt.shows("R = 3.");
    prompt.press(ctrl('c'));
    prompt.press(ctrl('c'));
    // A signal may come late, and is then about what was typed after it.
    prompt.press_until("column(c1, C).\r", "C = 3.");
    prompt.press(ctrl('d'));
    assert_eq!(prompt.exit_code(), 0);
}

#[test]
fn the_tutorial_can_be_followed_to_its_end() {
    let mut prompt = hornet("tanks:6").prompt();
    converse(&mut prompt, &[("tutorial", "[1/")]);
    let hive = Game::new(Arc::new(Rules::open("hive").unwrap())).unwrap();
    let steps = LESSONS[0].steps();
    for (number, step) in steps.iter().enumerate() {
        let next = match number + 2 <= steps.len() {
            true => format!("[{}/{}]", number + 2, steps.len()),
            false => "That was the tutorial.".to_string(),
        };
        for entry in step.entries(&hive) {
            converse(&mut prompt, &[(&entry, &next)]);
        }
    }
    converse(&mut prompt, &[("skip", "no tutorial is under way")]);
}

#[test]
fn a_star_tells_of_changed_rules() {
    let mut prompt = hornet("tanks:6").prompt();
    prompt.line_is("tanks>");
    prompt.enter("drives(bot, From, To) :- step(From, n, Over), step(Over, n, To).");
    prompt.line_is("tanks*>");
    converse(&mut prompt, &[("b2-b4", "(move 2)"), ("undo", "(move 1)")]);
    prompt.enter("reset rules");
    prompt.line_is("tanks>");
    converse(&mut prompt, &[("b2-b4", "refused:")]);
}

// Keys.

#[test]
fn tab_completes_whatever_is_being_written() {
    let folder = folder();
    fs::write(folder.path().join("opening.game"), "game tanks:6\nb2-b3\n").unwrap();
    let on_tanks = [
        ("rela", "relations"),
        ("occ", "occupied("),
        ("why occ", "why occupied("),
        ("b2-b", "b2-b3"),
        ("play f2-f", "play f2-f3"),
        ("what if f2-f", "what if f2-f3"),
        ("set tim", "set timing"),
        ("set timing of", "set timing off"),
        ("new ga", "new gauss"),
        ("load op", "load opening.game"),
        ("help nota", "help notation"),
        ("listing in_", "listing in_range"),
        ("tank(C, to", "tank(C, top"),
        ("why not tank(a2, bot, me", "why not tank(a2, bot, medium"),
        ("legal(mo", "legal(move("),
        ("tank(Cell, bot, K), occupied(Ce", "tank(Cell, bot, K), occupied(Cell"),
    ];
    let on_hive = [("moves wG", "moves wG1"), ("pinn", "pinned("), ("wS", "wS1")];
    for (game, lines) in [("tanks", on_tanks.as_slice()), ("hive", &on_hive)] {
        let mut prompt = hornet(game).in_folder(folder.path()).prompt();
        for (typed, completed) in lines {
            prompt.press(format!("{typed}{TAB}"));
            prompt.line_begins(&format!("{game}> {completed}"));
            prompt.press(ctrl('u'));
            prompt.line_is(&format!("{game}>"));
        }
    }
}

#[test]
fn tab_completes_the_cells_of_a_board_without_end() {
    let mut prompt = hornet("hive").prompt();
    converse(&mut prompt, &[("wS1", "black to move")]);
    prompt.press(format!("occupied(({TAB}"));
    prompt.line_begins("hive> occupied((0,0)");
}

#[test]
fn tab_lists_the_candidates() {
    for (game, typed, candidates) in [
        ("tanks", "re", ["relations", "replace", "repetitions(int)"]),
        ("tanks", "tank(a", ["a1", "a2", "a8"]),
        ("tanks", "b2-", ["b2-a3", "b2-b3", "b2-c3"]),
        ("tanks", "set size 1", ["10", "12", "18"]),
        ("tanks", "new ", ["gauss", "hive", "tanks"]),
        ("tanks", "help ", ["asking", "notation", "keys"]),
        ("hive", "at(wG", ["wG1", "wG2", "wG3"]),
    ] {
        let mut prompt = hornet(game).prompt();
        prompt.press(format!("{typed}{TAB}"));
        for candidate in candidates {
            prompt.shows(candidate);
        }
        // The line is there again, and goes on.
        prompt.line_begins(format!("{game}> {typed}").trim_end());
        prompt.press(ctrl('c'));
        assert_eq!(prompt.answer(), "");
        converse(&mut prompt, &[("history", "No move has been played.")]);
    }
}

#[test]
fn an_entry_of_several_lines_is_recalled_as_one() {
    let mut prompt = hornet("tanks:6").prompt();
    converse(&mut prompt, &[("row(a3, R).", "R = 3.")]);
    prompt.press(format!("tank(a2, P,{ENTER}"));
    prompt.wait("the next line", |screen| screen.cursor_position().1 == 0);
    converse(&mut prompt, &[("medium).", "P = bot.")]);
    prompt.press(UP);
    prompt.line_is("medium).");
    assert!(prompt.screen().ends_with("tanks> tank(a2, P,\nmedium)."), "{}", prompt.screen());
    prompt.press(ENTER);
    assert!(prompt.answer().contains("P = bot."));
    prompt.press(UP);
    prompt.line_is("medium).");
    // Up within the entry first, and then to the entry before.
    prompt.press(UP);
    prompt.press(UP);
    prompt.line_begins("tanks> row(a3, R).");
    prompt.press(DOWN);
    prompt.line_is("medium).");
    prompt.press(ENTER);
    assert!(prompt.answer().contains("P = bot."));
}

#[test]
fn ctrl_r_searches_earlier_entries() {
    let mut prompt = hornet("tanks:6").prompt();
    converse(&mut prompt, &[("row(a3, R).", "R = 3."), ("tank(a2, P, K).", "K = medium")]);
    prompt.press(ctrl('r'));
    prompt.press("row");
    prompt.shows("row(a3, R).");
    prompt.wait("the entry that was found", |screen| {
        screen.contents().lines().last().is_some_and(|line| line.contains("reverse-i-search"))
    });
    prompt.press(ENTER);
    assert!(prompt.answer().contains("R = 3."));
}

#[test]
fn a_line_can_be_edited() {
    let mut prompt = hornet("tanks:6").prompt();
    prompt.press("ow(a3, R) and more");
    for (key, line) in [
        (ctrl('w'), "ow(a3, R) and"),
        (ctrl('y'), "ow(a3, R) and more"),
        (ctrl('a') + "r", "row(a3, R) and more"),
        (ctrl('e') + "!", "row(a3, R) and more!"),
        ("\x1bb\x1bb".to_string() + &ctrl('k'), "row(a3, R)"),
        (HOME.to_string() + &ctrl('d'), "ow(a3, R)"),
        (ctrl('_'), "row(a3, R)"),
        (format!("{END}\x7f."), "row(a3, R)."),
        (format!("{LEFT}{LEFT}, _"), "row(a3, R, _)."),
        ("\x7f\x7f\x7f".to_string(), "row(a3, R)."),
    ] {
        prompt.press(key);
        prompt.line_is(&format!("tanks> {line}"));
    }
    prompt.press(ctrl('l'));
    prompt.wait("a clear screen", |screen| screen.contents() == "tanks> row(a3, R).");
    prompt.press(ENTER);
    assert!(prompt.answer().contains("R = 3."));
}

#[test]
fn ctrl_c_drops_what_was_typed_and_nothing_else() {
    let mut prompt = with_a_clause("tanks:6");
    prompt.press("tank(a2, P,");
    prompt.press(ctrl('c'));
    assert_eq!(prompt.answer(), "");
    prompt.press(format!("tank(a2,{ENTER}P,{ENTER}"));
    prompt.press(ctrl('c'));
    assert_eq!(prompt.answer(), "");
    is_intact(&mut prompt);
}

#[test]
fn a_goal_goes_on_until_its_full_stop() {
    let mut prompt = hornet("tanks:6").prompt();
    prompt.press(format!("tank(Cell, bot, heavy),{ENTER}"));
    prompt.press(format!("  row(Cell, Row){ENTER}"));
    // Neither line has been run: the one answer is that to all of them.
    let answer = prompt.enter(".");
    assert!(answer.starts_with("Cell = c1, Row = 1 ;\nCell = d1, Row = 1."), "{answer}");
    prompt.press(format!("heavies(P, C) :-{ENTER}"));
    converse(&mut prompt, &[("  tank(C, P, heavy).", "heavies/2 is defined")]);
    prompt.press(format!("why{ENTER}"));
    assert!(prompt.answer().contains("bot, heavy)   [a fact of the position]"));
    prompt.press(format!("why heavies(bot, c1){ENTER}"));
    converse(&mut prompt, &[(".", "prompt:1: heavies(P, C)")]);
}

#[test]
fn hints_stand_dimmed_behind_the_cursor() {
    let mut prompt = hornet("hive").prompt();
    prompt.press("at(");
    prompt.styled("piece, cell, int)", vt100::Cell::dim);
    prompt.press(ctrl('u'));
    prompt.press("undo");
    prompt.styled("[N | all]   % take moves back", vt100::Cell::dim);
    prompt.styled("undo", |cell| cell.bold() && !cell.dim());
    prompt.press(ENTER);
    assert!(prompt.answer().contains("there is no move to take back"));
}

#[test]
fn what_is_unknown_is_underlined_and_brackets_are_matched() {
    let mut prompt = hornet("tanks:6").prompt();
    prompt.press("tnak(X)");
    prompt.styled("tnak", vt100::Cell::underline);
    prompt.styled("(", vt100::Cell::inverse);
    prompt.styled(")", vt100::Cell::inverse);
    prompt.styled("X", |cell| !cell.underline() && !cell.inverse());
    prompt.press(ctrl('u'));
    prompt.press("occupied(X), ");
    prompt.styled("occupied", |cell| !cell.underline());
    prompt.styled("(", |cell| !cell.inverse());
}

#[test]
fn without_colour_nothing_is_coloured() {
    let plain = |text: &str| !is_coloured(text);
    let (mut prompt, greeting) = hornet("tanks:6").with("NO_COLOR", "1").greeted();
    assert!(plain(&greeting), "{greeting:?}");
    for line in ["board", "tnak(X).", "why b2-b3", "b1-b3", "options", "nonsense", "help"] {
        prompt.press(format!("{line}{ENTER}"));
        let typed = prompt.typed();
        assert!(plain(&typed), "{typed:?}");
        let answer = prompt.answered();
        assert!(!answer.is_empty() && plain(&answer), "{line}: {answer:?}");
    }
    let (_, coloured) = hornet("tanks:6").greeted();
    assert!(is_coloured(&coloured), "{coloured:?}");
}

/// Whether a text has colours: an escape sequence that ends in `m`.
fn is_coloured(text: &str) -> bool {
    let sequences = text.split("\x1b[").skip(1);
    let ends = sequences.map(|rest| rest.trim_start_matches(|c: char| !c.is_ascii_alphabetic()));
    ends.into_iter().any(|end| end.starts_with('m'))
}

// Pastes.

#[test]
fn a_paste_of_several_lines_is_done_in_order() {
    let mut prompt = hornet("tanks:6").prompt();
    let answer = prompt.paste(
        "set board off\n\
         near(A, B) :- step(A, _, B).\n\
         far(A, B) :- cell(A), cell(B), A \\= B, \\+ near(A, B).\n\
         aggregate_all(count, far(a1, B), N).\n\
         b2-b3\n\
         history\n\
         tank(b3,\n  Player, _).\n",
    );
    let order = ["board is off", "near/2", "far/2", "N = ", "played b2-b3", "1. b2-b3", "Player ="];
    let places: Vec<_> = order.iter().map(|text| answer.find(text)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}\n{answer}");
}

#[test]
fn a_pasted_program_is_taken_in_with_its_facts() {
    let mut prompt = hornet("examples/family.pl").prompt();
    let said =
        prompt.paste("married(ann, bob).\ncouple(A, B) :- married(B, A).\nmarried(dora, hugo).\n");
    assert!(said.contains("married/2: 2 facts") && said.contains("couple/2: 1 rule"), "{said}");
    let said = prompt.paste("größe(ann, 170).\ngröße(bob, 180).\n");
    assert!(said.contains("größe/2: 2 facts") && said.contains("% taken in as facts"), "{said}");
    converse(&mut prompt, &[("couple(hugo, X), größe(ann, Größe).", "X = dora, Größe = 170.")]);
}

#[test]
fn clauses_are_read_from_the_keyboard_until_ctrl_d() {
    let mut prompt = hornet("tanks").prompt();
    prompt.press(format!("[user].{ENTER}"));
    prompt.line_is("|:");
    prompt.press(format!("pet(rex, ann).{ENTER}"));
    prompt.line_is("|:");
    prompt.press(format!("owns(A, P) :-{ENTER}pet(P, A).{ENTER}"));
    prompt.line_is("|:");
    prompt.press(ctrl('d'));
    prompt.shows("owns/2: 1 rule");
    prompt.line_is("tanks>");
    prompt.press(format!("owns(ann, P).{ENTER}"));
    prompt.shows("P = rex.");
    // Ctrl-C drops them all.
    prompt.line_is("tanks>");
    prompt.press(format!("[user].{ENTER}"));
    prompt.line_is("|:");
    prompt.press(format!("pet(tom, bob).{ENTER}"));
    prompt.shows("pet(tom, bob).");
    prompt.line_is("|:");
    prompt.press(ctrl('c'));
    prompt.line_is("tanks>");
    prompt.press(format!("aggregate_all(count, pet(_, _), N).{ENTER}"));
    prompt.shows("N = 1.");
}

#[test]
fn lines_typed_ahead_are_not_lost() {
    let mut prompt = hornet("tanks:6").prompt();
    prompt.press(format!("row(a3, R).{ENTER}row(a4, R).{ENTER}row(a5, R).{ENTER}"));
    for row in 3..=5 {
        let answer = prompt.answer();
        assert!(answer.starts_with(&format!("R = {row}.")), "{answer}");
    }
}

#[test]
fn bytes_that_are_no_text_do_no_harm() {
    let mut prompt = with_a_clause("tanks:6");
    let text = "\0\u{1}\u{7}\u{8}\u{7f}\u{85}\u{2028}\u{feff}\u{202e}é漢字\u{1f41d}";
    assert!(prompt.paste(text).contains("error:"));
    is_intact(&mut prompt);
    let escapes = "board\x1b[31m\x1b]0;title\x07 \x1b[2J\x1b[999;999H\x1bZ";
    prompt.paste(escapes);
    is_intact(&mut prompt);
    // Keys that mean nothing here: function keys, a mouse, a report.
    prompt.press("\x1bOP\x1b[15~\x1b[99;9~\x1b[M !!\x1b[<0;1;1M\x1b[1;1R\x1b[I\0");
    prompt.press(ctrl('c'));
    assert_eq!(prompt.answer(), "");
    is_intact(&mut prompt);
}

#[test]
fn bytes_that_are_not_even_unicode_do_no_harm() {
    let mut prompt = with_a_clause("tanks:6");
    // Without what a terminal acts upon by itself: Ctrl-C, Q, S, Z and \.
    let is_left_alone = |byte: &u8| !b"\x03\x11\x13\x1a\x1c".contains(byte);
    let mut chance = ChaCha8Rng::seed_from_u64(1);
    let noise: Vec<u8> =
        (0..3_000).map(|_| chance.random()).filter(|byte| is_left_alone(byte)).collect();
    for bytes in [b"\xff".as_slice(), b"row(a3, \xc3(\r\x04\rquit\r", &noise] {
        prompt.put_in(bytes);
        assert!(prompt.answer().contains("input is not UTF-8"));
        is_intact(&mut prompt);
    }
    prompt.press(b"\xff");
    assert!(prompt.answer().contains("input is not UTF-8"));
    is_intact(&mut prompt);
}

#[test]
fn very_long_lines_do_no_harm() {
    let mut prompt = with_a_clause("tanks:6");
    let long = "x".repeat(100_000);
    let goal = format!("tank(a2, P, _){}.", ", row(a3, 3)".repeat(8_000));
    let atom = format!("tank(a2, P, {long}).");
    for (line, expected) in [
        (&long, "is not a command"),
        (&goal, "nested more than 200 deep"),
        (&atom, "one of: medium,"),
    ] {
        let answer = prompt.paste(line);
        assert!(says(&answer, expected), "{answer}");
    }
    is_intact(&mut prompt);
}

// Long answers.

/// More lines than a screen has.
const TABLE: &str = "cell(A), row(A, Row), column(A, Column).";

/// The table has a line for each cell, a heading, a rule and a footer.
const TABLE_LINES: usize = 39;

/// What stands at the foot of the screen after so many lines.
fn foot(lines: usize) -> String {
    format!("-- {lines} of {TABLE_LINES} ")
}

#[test]
fn a_long_answer_stops_at_the_foot_of_the_screen() {
    let mut prompt = hornet("tanks:6").on_screen(12, 80).prompt();
    prompt.press(format!("{TABLE}{ENTER}"));
    prompt.line_begins(&foot(11));
    for shown in ["space: page", "enter: line", "a: all", "q: stop"] {
        prompt.shows(shown);
    }
    prompt.press(" ");
    prompt.line_begins(&foot(22));
    prompt.press(ENTER);
    prompt.line_begins(&foot(23));
    prompt.press("x");
    prompt.press("a");
    let answer = prompt.answer();
    assert!(answer.contains("f6") && answer.contains("% 36 answers"), "{answer}");
    prompt.press(format!("{TABLE}{ENTER}"));
    prompt.line_begins(&foot(11));
    prompt.press("q");
    let answer = prompt.answer();
    assert!(answer.contains("% 28 lines left out") && answer.contains("% 36 answers"));
    converse(&mut prompt, &[("row(a3, R).", "R = 3.")]);
    prompt.press(format!("{TABLE}{ENTER}"));
    prompt.typed();
    prompt.line_begins(&foot(11));
    assert!(prompt.press_until_answered(&ctrl('c')).contains("% 28 lines left out"));
}

#[test]
fn a_long_answer_can_be_searched() {
    let mut prompt = hornet("tanks:6").on_screen(12, 80).prompt();
    prompt.press(format!("{TABLE}{ENTER}"));
    prompt.line_begins(&foot(11));
    prompt.press("/e1");
    prompt.line_begins("/e1");
    prompt.press(ENTER);
    prompt.shows("lines skipped");
    prompt.shows("n: next");
    prompt.press("n");
    prompt.shows("% `e1` does not come up further down");
    prompt.press(format!("/F6{ENTER}"));
    prompt.shows("% `F6` does not come up further down");
    prompt.press("/f6\u{7f}5");
    prompt.line_begins("/f5");
    prompt.press(ENTER);
    let answer = prompt.answer();
    assert!(answer.contains("f5") && answer.contains("% 36 answers"), "{answer}");
}

#[test]
fn the_pager_can_be_switched_off() {
    let mut prompt = hornet("tanks:6").on_screen(12, 80).prompt();
    converse(&mut prompt, &[("set pager off", "pager is off"), (TABLE, "% 36 answers")]);
}

#[test]
fn pages_and_columns_follow_the_size_of_the_window() {
    let mut prompt = hornet("tanks:6").on_screen(12, 80).prompt();
    let lines = |prompt: &mut Prompt| prompt.enter("moves").lines().count();
    assert_eq!(lines(&mut prompt), 3);
    prompt.resize(20, 30);
    assert_eq!(lines(&mut prompt), 5);
    prompt.resize(20, 80);
    assert_eq!(lines(&mut prompt), 3);
    prompt.press(format!("{TABLE}{ENTER}"));
    prompt.line_begins(&foot(19));
    // Also while a page is shown.
    prompt.resize(10, 80);
    prompt.press(" ");
    prompt.line_begins(&foot(28));
    // A window may be too narrow for all that stands at the foot of a page.
    prompt.resize(10, 30);
    prompt.press(ENTER);
    prompt.line_begins(&foot(29));
    prompt.press("q");
    assert!(prompt.answer().contains("% 10 lines left out"));
    assert!(!prompt.screen().contains("-- "), "{}", prompt.screen());
}

#[test]
fn a_window_may_change_while_a_line_is_typed() {
    let mut prompt = hornet("tanks:6").prompt();
    let goal = "tank(a2, P, _), row(a3, R), column(a4, C), row(a5, S), column(a6, T)";
    prompt.press(goal);
    prompt.line_begins(&format!("tanks> {goal}"));
    prompt.resize(30, 40);
    converse(&mut prompt, &[(".", "P = bot, R = 3, C = 1, S = 5, T = 1.")]);
}

// Ctrl-C.

#[test]
fn ctrl_c_stops_what_takes_long_and_keeps_the_session() {
    let mut prompt = with_a_clause("tanks:26");
    converse(&mut prompt, &[("set limit 1000000000", "limit is 1000000000")]);
    for entry in [
        LONG,
        LONG,
        "cell(A), cell(B), cell(C), A \\= B.",
        "big(N) :- aggregate_all(count, (cell(A), cell(B), cell(C), cell(D)), N).\nbig(N).",
        &format!("why {LONG}"),
    ] {
        prompt.put_in(entry);
        prompt.press(ENTER);
        prompt.typed();
        // Let it get under way. If it has not, that is no harm.
        thread::sleep(Duration::from_millis(200));
        prompt.press(ctrl('c'));
        let said = prompt.answered();
        assert!(said.contains("interrupted"), "{entry}: {said}");
        is_intact(&mut prompt);
    }
}

#[test]
fn ctrl_c_ends_a_search_with_the_best_so_far() {
    let mut prompt = with_a_clause("tanks:26");
    prompt.press(format!("hint 600{ENTER}"));
    prompt.typed();
    // It says at once what it finds; on a busy machine it needs a moment to begin.
    thread::sleep(Duration::from_secs(2));
    prompt.press(ctrl('c'));
    let said = prompt.answered();
    assert!(said.contains("looks good") && said.contains("moves ahead"), "{said}");
    is_intact(&mut prompt);
}

#[test]
fn ctrl_c_does_not_stop_completion_afterwards() {
    let mut prompt = hornet("tanks:26").prompt();
    prompt.press(format!("{LONG}{ENTER}"));
    prompt.typed();
    prompt.press(ctrl('c'));
    prompt.answered();
    prompt.press(format!("b2-b{TAB}"));
    prompt.line_begins("tanks> b2-b3");
}

#[test]
fn ctrl_c_drops_the_rest_of_a_paste() {
    let mut prompt = with_a_clause("tanks:26");
    prompt.put_in(format!("set board off\n{LONG}\nb2-b3\nquit\n"));
    prompt.press(ENTER);
    prompt.typed();
    prompt.press(ctrl('c'));
    let said = prompt.answered();
    assert!(said.contains("interrupted: the rest is left out"), "{said}");
    is_intact(&mut prompt);
    converse(&mut prompt, &[("history", "No move has been played.")]);
}

// What is remembered.

#[test]
fn entries_are_remembered_from_run_to_run() {
    let folder = folder();
    let file = folder.path().join("deep").join("history");
    let start = || hornet("tanks:6").with("HORNET_HISTORY", &file).prompt();
    let mut first = start();
    converse(&mut first, &[("row(a3, R).", "R = 3.")]);
    first.press(format!("tank(a2, P,{ENTER}"));
    converse(&mut first, &[("_).", "P = bot.")]);
    first.press(ctrl('d'));
    assert_eq!(first.exit_code(), 0);
    let mut second = start();
    second.press(UP);
    second.line_is("_).");
    second.shows("tanks> tank(a2, P,");
    second.press(UP);
    second.press(UP);
    second.line_is("tanks> row(a3, R).");
    second.press(ENTER);
    assert!(second.answer().contains("R = 3."));
}

#[test]
fn a_history_that_cannot_be_kept_is_a_warning_and_no_more() {
    let folder = folder();
    let (file, locked) = (folder.path().join("file"), folder.path().join("locked"));
    fs::write(&file, "").unwrap();
    fs::write(&locked, "").unwrap();
    let mut permissions = fs::metadata(&locked).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&locked, permissions).unwrap();
    // Whoever may do anything may write to that file as well.
    let is_bound = fs::OpenOptions::new().append(true).open(&locked).is_err();
    let below_a_file = file.join("history");
    for (history, warns) in
        [(below_a_file.as_path(), true), (folder.path(), true), (&locked, is_bound)]
    {
        let (mut prompt, greeting) = hornet("tanks:6").with("HORNET_HISTORY", history).greeted();
        let said = greeting.contains("will not be remembered");
        assert_eq!(said, warns, "{}: {greeting}", history.display());
        converse(&mut prompt, &[("row(a3, R).", "R = 3.")]);
        prompt.press(UP);
        prompt.line_is("tanks> row(a3, R).");
        prompt.press(ctrl('u'));
        prompt.press(ctrl('d'));
        assert_eq!(prompt.exit_code(), 0);
    }
}

// Bad input.

#[test]
fn bad_input_is_told_and_changes_nothing() {
    let folder = folder();
    for name in ["noise.pl", "noise.game"] {
        fs::write(folder.path().join(name), b"\0\xff\xfe\x80").unwrap();
    }
    let mut prompt = hornet("tanks:6").in_folder(folder.path()).prompt();
    add_a_clause(&mut prompt);
    for (line, message) in [
        ("tank((a2, P, K).", "this parenthesis is never closed"),
        ("tank(a2, P, K)).", "unexpected `)`"),
        ("(((.", "the clause ends too early"),
        ("\"a2.", "strings are not part of the rule language"),
        ("lgal(A).", "did you mean `legal`?"),
        ("tank(a2).", "`tank` takes 3 arguments, not 1"),
        ("tank(a2, 3, K).", "3 is an integer, where a player must stand"),
        ("nonsense", "is not a command, a query or a move"),
        ("undoo", "did you mean `undo`?"),
        ("b2-z9", "there is no cell z9 on this board"),
        ("b1-b3", "refused:"),
        ("bad(X) :- cell(Y).", "nothing in the body gives `X` a value"),
        ("bad(X) :- cell(X), \\+ bad(X).", "`bad/1` depends on its own negation: bad -> \\+ bad"),
        ("bad(X) :- nowhere(X).", "there is no relation `nowhere/1`"),
        ("load nowhere.pl", "cannot read nowhere.pl"),
        ("load nowhere.game", "cannot read nowhere.game"),
        ("load .", "error: "),
        ("load noise.pl", "cannot read noise.pl"),
        ("load noise.game", "cannot read noise.game"),
        ("new nowhere", "there is no game `nowhere`"),
        ("new nowhere.pl", "cannot read nowhere.pl"),
        ("save nowhere/my.game", "cannot write nowhere/my.game"),
        ("save noise.game", "noise.game already exists"),
        ("set size 7", "tanks cannot have size 7"),
        ("set colour red", "there is no setting `colour`"),
        ("undo", "there is no move to take back"),
        ("off 9999", "there is no clause on line 9999"),
        ("help nothing", "there is no help on `nothing`"),
    ] {
        converse(&mut prompt, &[(line, message)]);
        is_intact(&mut prompt);
    }
    converse(&mut prompt, &[("history", "No move has been played."), ("bad(X).", "Error:")]);
}

#[test]
fn a_rule_without_end_is_refused() {
    let mut prompt = with_a_clause("tanks:6");
    let conversation = [
        ("n(0) :- true.", "n/1 is defined"),
        ("n(M) :- n(N), M is N + 1.", "there are too many facts: stopped after 2000000, at n/1"),
        ("n(X).", "X = 0."),
    ];
    converse(&mut prompt, &conversation);
    is_intact(&mut prompt);
}

/// What is played at the prompt is kept as in `hornet play`, even if the terminal
/// is gone all of a sudden.
#[test]
fn games_are_kept() {
    let games = folder();
    let kept = || {
        let mut files: Vec<_> =
            fs::read_dir(games.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files.iter().map(|file| fs::read_to_string(file).unwrap()).collect::<Vec<_>>()
    };
    let mut prompt = hornet("tanks:6").with("HORNET_GAMES", games.path()).prompt();
    prompt.enter("turn(P).");
    assert_eq!(kept().len(), 0, "nothing was played");
    prompt.enter("b2-b3");
    assert_eq!(kept(), ["game tanks:6\nb2-b3\n"]);
    prompt.enter("play c5-c4");
    prompt.enter("undo");
    assert_eq!(kept(), ["game tanks:6\nb2-b3\n"]);
    // Another game that begins alike is another game.
    let other = games.path().with_extension("other");
    fs::write(&other, "game tanks:6\nb2-b3\nd5-d4\n").unwrap();
    prompt.enter(&format!("load {}", other.display()));
    assert_eq!(kept(), ["game tanks:6\nb2-b3\n"], "it was only looked at");
    prompt.enter("c2-c3");
    assert_eq!(kept(), ["game tanks:6\nb2-b3\n", "game tanks:6\nb2-b3\nd5-d4\nc2-c3\n"]);
    fs::remove_file(other).unwrap();
    prompt.enter("new tanks:6");
    prompt.enter("b2-c3");
    assert_eq!(kept().len(), 3);
    assert_eq!(kept()[2], "game tanks:6\nb2-c3\n");
    prompt.press(ctrl('d'));
    prompt.shows("the game is kept: `hornet play --load");
    assert_eq!(prompt.exit_code(), 0);
    // All is taken back: nothing is left.
    let mut prompt = hornet("tanks:6").with("HORNET_GAMES", games.path()).prompt();
    prompt.enter("b2-b3");
    prompt.enter("undo");
    prompt.press(ctrl('d'));
    assert_eq!(prompt.exit_code(), 0);
    assert_eq!(kept().len(), 3);
    // The terminal is closed.
    let mut prompt = hornet("tanks:6").with("HORNET_GAMES", games.path()).prompt();
    prompt.enter("b2-b3");
    drop(prompt);
    assert_eq!(kept().len(), 4);
}
