//! Asking the board: refusals, why not, questions, proofs.

use std::time::Duration;

use fantoccini::key::Key;
use serde_json::json;

use super::driver::browse;
use super::games::SPLIT;
use super::server::Server;
use super::table::{Table, cell};
use super::window::Window;

/// Black's spider holds the hive together at (1,0); black's queen is at (2,-1).
#[track_caller]
fn split<'a>(window: &'a Window, server: &'a Server) -> Table<'a> {
    Table::open(window, server, &server.game("hive", &SPLIT))
}

/// Types something at the prompt.
#[track_caller]
pub fn ask(window: &Window, entry: &str) {
    window.fill("#entry", entry);
    window.press(&[Key::Enter]);
    window.expect_text("#transcript .exchange:last-child .asked", entry);
}

/// The last answer at the prompt.
const ANSWER: &str = "#transcript .exchange:last-child .replies";

#[test]
fn an_illegal_attempt_is_explained_with_its_rule_and_its_cells() {
    browse(|window, server| {
        let table = split(window, server);
        table.touch("(1,0)");
        window.expect_text("#selection", "black spider, (1,0): nowhere to go");
        window.expect_text("#refusal", "the hive would split");
        assert_eq!(table.cells_with("selected"), ["(1,0)"]);
        table.touch("(-1,1)");
        window.expect_text("#refusal", "bS1 wQ\\: the hive would split");
        assert_eq!(table.cells_with("marked"), ["(-1,1)", "(1,0)"]);
        assert_eq!(table.state()["at"], 9, "nothing was played");
        window.look("refusal");

        window.click("#refusal .rule-link");
        window.expect_text(
            "#part-ask .clause.pointed-out",
            "refuse(move(Piece, From, To), splits) :-",
        );
        window.look("rule");

        window.click("#explain");
        window.expect_text(&format!("{ANSWER} .proof"), "legal(move(bS1, (1,0), (-1,1)))");
        window.look("refusal-explained");

        window.click("#refusal-close");
        window.expect_gone("#refusal");
        assert_eq!(table.cells_with("marked"), [""; 0]);
        window.press(&[Key::Escape]);
        window.expect_gone("#selection");

        // Where nothing begins, that is said too.
        table.touch("(0,1)");
        window.expect_text("#refusal", "No move of black begins at (0,1)");
    });
}

#[test]
fn why_not_can_be_asked_of_any_cell_and_nothing_is_played() {
    browse(|window, server| {
        let table = split(window, server);
        table.touch("(2,-1)");
        assert_eq!(table.cells_with("target"), ["(1,-1)", "(2,0)"]);
        let asked = |words: &str| {
            window.expect_text("#refusal", words);
            window.click("#refusal-close");
            window.expect_gone("#refusal");
            assert_eq!(table.cells_with("selected"), ["(2,-1)"]);
        };

        window.click("#why-not");
        window.expect_text("#selection", "touch the cell you ask about");
        table.touch("(-1,1)");
        asked("bQ wQ\\: that piece goes only to a cell next to it");

        window.alt_click(&cell("(0,1)"));
        asked("bQ wB1\\: ");

        window.write("b");
        window.press(&[Key::Left, Key::Left]);
        window.press_with(Key::Shift, Key::Enter);
        asked("bQ ");

        window.tap(&cell("(-1,1)"), Duration::from_millis(700));
        asked("bQ wQ\\: that piece goes only to a cell next to it");

        // Of a cell that it can go to, the rule that allows it.
        window.alt_click(&cell("(2,0)"));
        window.expect_text("#refusal", "It can: ");
        assert_eq!(table.state()["at"], 9);
        window.look("why-not");

        // Why a piece can do nothing, without selecting it.
        window.press(&[Key::Escape]);
        window.alt_click(&cell("(1,0)"));
        window.expect_text("#refusal", "the hive would split");
        window.expect_gone("#selection");
    });
}

#[test]
fn answers_are_marked_on_the_board_and_proofs_unfold() {
    browse(|window, server| {
        let table = split(window, server);
        ask(window, "pinned(Piece), at(Piece, Cell, _).");
        window.expect_text(ANSWER, "2 answers");
        assert_eq!(window.texts(&format!("{ANSWER} td")), ["bS1", "(1,0)", "wQ", "(-1,0)"]);
        window.hover(&format!("{ANSWER} tbody tr:nth-child(2)"));
        window.expect(&format!("{}.lit", cell("(-1,0)")));
        assert_eq!(table.cells_with("lit"), ["(-1,0)"]);
        window.click(&format!("{ANSWER} .mark-all"));
        window.expect_text("#marks", "2 marked");
        assert_eq!(table.cells_with("marked"), ["(-1,0)", "(1,0)"]);
        window.look("answers");
        window.click("#unmark");
        window.expect_gone("#marks");
        ask(window, "mark");
        window.expect_text("#marks", "2 marked");
        window.click("#unmark");

        // A proof is a tree that opens and closes; each step leads to its rule.
        ask(window, "why pinned(wQ).");
        let step = format!("{ANSWER} .proof > details.step");
        window.expect_text(&step, "pinned(wQ)");
        let inside = format!("{step} > .children");
        window.expect(&inside);
        window.look("proof");
        window.click(&format!("{step} > summary code"));
        window.expect_gone(&inside);
        window.click(&format!("{step} > summary code"));
        window.expect(&inside);
        window.hover(&format!("{inside} > .step summary code"));
        window.expect("g.cell.lit");
        while window.count(&format!("{step} details:not([open])")) > 0 {
            window.click(&format!("{step} details:not([open]) > summary"));
        }
        let before = window.count(&format!("{step} .step"));
        window.click(&format!("{step} .more"));
        window.until(
            "more of the proof is there",
            "document.querySelectorAll(arguments[0]).length > arguments[1]",
            &[format!("{step} .step, {step} pre").into(), before.into()],
        );
        window.click(&format!("{step} > .step-rule .rule-link"));
        window.expect_text(".clause.pointed-out", "pinned(Piece) :-");
    });
}

#[test]
fn the_prompt_is_that_of_the_terminal_from_the_beginning() {
    browse(|window, server| {
        let rules = include_str!("../../examples/river_crossing.pl");
        let rules = json!({ "name": "river_crossing.pl", "text": rules });
        let tables = [
            (server.game("hive+mlp", &[]), "hive+mlp>"),
            (server.game("tanks:6", &[]), "tanks>"),
            (server.table(&json!({ "rules": rules })), "river_crossing>"),
        ];
        for (id, prompt) in &tables {
            Table::open(window, server, id);
            let shown = || window.text(".entry-line .prompt-sign");
            window.expect_text(".entry-line .prompt-sign", prompt);
            let first = shown();
            ask(window, "help");
            window.expect_text(ANSWER, "why");
            assert_eq!(shown(), first);
        }
        // With nobody else there is no draw to agree.
        window.expect("#resign");
        window.expect_gone("#agree-draw");
    });
}

#[test]
fn the_prompt_completes_remembers_and_says_what_is_wrong() {
    browse(|window, server| {
        let table = split(window, server);
        // The key `/` leads to the prompt.
        window.press(&[Key::Escape]);
        window.write("/");
        window.write("pinne");
        window.press(&[Key::Tab]);
        window.until(
            "it is completed",
            "document.getElementById('entry').value === 'pinned('",
            &[],
        );
        window.write("P).");
        window.press(&[Key::Enter]);
        window.expect_text(ANSWER, "2 answers");
        window.write("s");
        window.press(&[Key::Tab]);
        window.expect("#choices .choice-item");
        window.press(&[Key::Backspace, Key::Up]);
        window.until(
            "what was asked comes back",
            "document.getElementById('entry').value === 'pinned(P).'",
            &[],
        );
        window.press(&[Key::Down]);

        // The full stop of a query may be left out.
        ask(window, "pinned(P)");
        window.expect_text(ANSWER, "2 answers");
        window.expect_gone("#goes-on");

        // An entry may have several lines.
        window.write("pinned(P),");
        window.press(&[Key::Enter]);
        window.expect_text("#goes-on", "up to a full stop");
        window.until(
            "it goes on in the next line",
            "document.getElementById('entry').rows === 2",
            &[],
        );
        window.write("at(P, C, _).");
        window.press(&[Key::Enter]);
        window.expect_text(ANSWER, "2 answers");

        window.expect_gone("#goes-on");

        ask(window, "pined(P).");
        window.expect_text(&format!("{ANSWER} .wrong"), "pined");
        ask(window, "help");
        window.expect_text(ANSWER, "why");
        ask(window, "why not bS1");
        window.expect_text(&format!("{ANSWER} .reply-line"), "stuck: the hive would split");
        window.expect_text(&format!("{ANSWER} .proof"), "stuck(bS1, ");

        // A move played at the prompt is played on the board.
        ask(window, "bQ bS1-");
        table.expect_last("bQ bS1-");
        assert_eq!(table.pieces_on("(2,0)"), ["bQ"]);

        // The facts of the position can be read.
        window.click("#tab-facts");
        window.fill("#facts-filter", "bQ");
        window.expect_count("#facts li", 2);
        assert_eq!(window.texts("#facts li"), ["at(bQ, (2,0), 1)", "moved(bQ)"]);
    });
}
