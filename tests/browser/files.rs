//! What comes in and goes out: rules of one's own, records, downloads; and text that
//! would like to be more than text.

use std::fs;
use std::path::Path;

use serde_json::json;

use super::driver::browse;
use super::games::SPLIT;
use super::server::Server;
use super::table::Table;
use super::window::Window;

fn example(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(name)).unwrap()
}

/// Drops a file on the page.
#[track_caller]
fn drop_file(window: &Window, name: &str, text: &str) {
    let dropped = "((name, text) => {
        const files = new DataTransfer();
        files.items.add(new File([text], name));
        for (const kind of ['dragenter', 'dragover', 'drop']) {
            const about = { bubbles: true, cancelable: true, dataTransfer: files };
            document.body.dispatchEvent(new DragEvent(kind, about));
        }
    })(arguments[0], arguments[1])";
    window.value(dropped, &[name.into(), text.into()]);
}

#[test]
fn a_game_of_ones_own_is_checked_and_played() {
    browse(|window, server| {
        let rules = example("tictactoe.pl");
        window.open("/");
        // What is wrong with rules is shown as at the terminal.
        let wrong = rules.replace("\\+ taken(Cell)", "\\+ takenn(Cell)");
        window.choose_file("#rules-file", &server.file("wrong.pl", &wrong));
        window.expect_text("#diagnostics", "there is no relation `takenn/1`");
        window.expect_text("#diagnostics", "wrong.pl:18");
        window.look("rules-wrong");

        window.choose_file("#rules-file", &server.file("tictactoe.pl", &rules));
        window.expect_text("h1", "Tic-tac-toe");
        window.reload();
        window.expect_text("h1", "Tic-tac-toe");
        window.choose("#player-o", "human");
        window.click("#start");
        let table = Table::shown(window, server);
        for (count, cell) in ["b2", "a1", "c1", "b1"].into_iter().enumerate() {
            table.touch(cell);
            window.expect_count("#history [data-node]", count + 2);
        }
        table.touch("b2");
        window.expect_text("#refusal", "that cell already holds a mark");
        table.touch("a3");
        window.expect_text(".status", "x has won");
        window.look("tictactoe");

        // The rules that were changed here are kept with the table.
        window.reload();
        window.expect_text(".status", "x has won");

        // Rules dropped on any page, and rules that are pasted.
        drop_file(window, "tictactoe.pl", &rules);
        window.expect_text("h1", "Tic-tac-toe");
        window.open("/");
        window.click("section:has(#rules-text) summary");
        window.fill("#rules-text", &rules);
        window.click("#rules-paste");
        window.expect_text("h1", "Tic-tac-toe");
        // A binary file is not read as rules.
        window.open("/");
        let path = server.file("bytes.pl", "");
        fs::write(&path, [0xff, 0xfe, 0x00]).unwrap();
        window.choose_file("#rules-file", &path);
        window.expect_text("#notes .wrong", "bytes.pl is not a text file");
    });
}

#[test]
fn which_of_several_moves_is_meant_is_asked() {
    browse(|window, server| {
        let rules = json!({ "name": "chess.pl", "text": example("chess.pl") });
        let id = server.table(&json!({ "rules": rules, "players": ["human", "human"] }));
        let moves = ["a2-a4", "b7-b5", "a4xb5", "a7-a6", "b5xa6", "c8-b7", "a6xb7", "h7-h6"];
        let path = format!("/tables/{id}/moves");
        for played in moves {
            let (from, to) = (&played[..2], &played[3..]);
            server.post(&path, &json!({ "touches": [from, to] }));
        }
        let table = Table::open(window, server, &id);
        table.touch("b7");
        table.touch("a8");
        window.expect_text("dialog", "Which of these?");
        window.expect_count("dialog .choice", 4);
        window.look("which");
        window.click("#dialog-cancel");
        window.expect_gone("dialog");
        assert_eq!(table.state()["at"], moves.len());
        table.touch("b7");
        table.touch("a8");
        let choices = window.texts("dialog .choice");
        let knight = choices.iter().position(|choice| choice.to_lowercase().contains('n')).unwrap();
        window.click(&format!("dialog [data-choice=\"{knight}\"]"));
        table.expect_last(&choices[knight]);
    });
}

#[test]
fn games_are_saved_in_every_form_and_loaded_again() {
    browse(|window, server| {
        let table = Table::open(window, server, &server.game("hive", &SPLIT));
        let save = |form: &str, ending: &str| {
            window.click(&format!("#save-{form}"));
            window.download(&format!("hive.{ending}"))
        };
        let game = save("game", "game");
        assert!(game.starts_with("game hive\n"), "{game}");
        let pgn = save("pgn", "pgn");
        assert!(pgn.contains("[GameType \"Base\"]"), "{pgn}");
        let uhp = save("uhp", "txt");
        assert!(uhp.starts_with("Base;InProgress;Black[5];wS1;"), "{uhp}");
        assert!(save("facts", "facts").contains("at(bS1, (1,0), 1)."));
        assert!(save("prolog", "prolog").contains("pinned("));
        let picture = save("svg", "svg");
        assert!(picture.starts_with("<svg"), "{picture}");
        // Of an earlier position, while one looks back at it.
        window.click("#history [data-node=\"1\"]");
        window.expect("#banner.back");
        let facts = save("facts", "facts");
        assert!(facts.contains("at(wS1") && !facts.contains("bS1, ("), "{facts}");
        // At the prompt, `save` offers a file.
        window.fill("#entry", "save mine.game");
        window.press(&[fantoccini::key::Key::Enter]);
        window.click("#transcript a.download");
        assert!(window.download("mine.game").starts_with("game hive\n"));

        // All of them can be loaded: pasted, chosen, dropped.
        let is_loaded = |what: &str| {
            let loaded = Table::shown(window, server);
            assert_ne!(loaded.id, table.id, "{what}");
            loaded.expect_last("wB1 wS1");
            assert_eq!(loaded.pieces_on("(0,0)"), ["wS1", "wB1"], "{what}");
        };
        window.open("/");
        window.click("#record-details > summary");
        window.fill("#record-text", "wQ is not a record");
        window.click("#record-load");
        window.expect_text("#record-wrong", "the first line must name the game");
        window.fill("#record-text", uhp.trim());
        window.click("#record-load");
        is_loaded("a GameString");
        // Of several games, the page asks which.
        window.open("/");
        window.click("#record-details > summary");
        window.fill("#record-text", &format!("Base;wA1;bA1 wA1-\n{}", uhp.trim()));
        window.click("#record-load");
        window.expect_count("dialog li", 2);
        window.fill("#dialog-number", "2");
        window.click("#dialog-ok");
        is_loaded("the second of two games");
        window.open("/");
        window.choose_file("#record-file", &server.file("some.pgn", &pgn));
        is_loaded("PGN");
        window.open("/");
        window.expect("#tables");
        drop_file(window, "some.game", &game);
        is_loaded("a game file");
    });
}

/// Text that does something where it is taken for HTML.
const HOSTILE: &str = "<img src=x onerror=\"document.body.dataset.hit=1\">\
                       <script>document.body.dataset.hit=1</script>";

/// Asserts that no text became an element.
#[track_caller]
fn is_only_text(window: &Window) {
    assert_eq!(window.count("img[src=x], body script, [onerror]"), 0);
    assert_eq!(window.value("document.body.dataset.hit ?? null", &[]), serde_json::Value::Null);
}

#[test]
fn text_of_strangers_is_only_text() {
    browse(|window, server| {
        let hostile_name = "<b onclick=alert(1)>x</b>";
        let rules = example("tictactoe.pl")
            .replace("'Tic-tac-toe'", &format!("'{HOSTILE}'"))
            .replace("[x, o]", &format!("['{hostile_name}', o]"))
            .replace("turn(x)", &format!("turn('{hostile_name}')"))
            .replace("that cell already holds a mark", HOSTILE)
            .replace("%   Tic-tac-toe.", &format!("%   {HOSTILE}"))
            .replace("% Cell holds a mark.", &format!("% {HOSTILE}"));
        window.open("/");
        window.choose_file("#rules-file", &server.file("hostile.pl", &rules));
        window.expect_text("h1", "<img src=x onerror");
        is_only_text(window);
        window.choose("select[id^=player-]", "human");
        window.choose("#player-o", "human");
        window.click("#start");
        let table = Table::shown(window, server);
        window.expect_text("#where", "<img src=x");
        window.expect_text("#standing", hostile_name);
        table.touch("b2");
        window.expect_count("#history [data-node]", 2);
        table.touch("b2");
        window.expect_text("#refusal", "<img src=x onerror");
        window.fill("#entry", "mark(Cell, Player).");
        window.press(&[fantoccini::key::Key::Enter]);
        window.expect_text("#transcript .answers", hostile_name);
        window.fill("#entry", &format!("'{HOSTILE}'(X)."));
        window.press(&[fantoccini::key::Key::Enter]);
        window.expect_text("#transcript .wrong", "<img src=x");
        window.click("#tab-rules");
        window.click(".rule-file > summary");
        window.expect_text(".rule-file", "<script>");
        window.click("#tab-facts");
        is_only_text(window);
        window.look("hostile");
        window.open("/");
        window.expect_text("#tables", "<img src=x");
        is_only_text(window);

        // Comments of a record, and what is wrong with one.
        let record = format!(
            "[GameType \"Base\"]\n[Event \"{}\"]\n\n1. wS1 {{{HOSTILE}}}\n",
            HOSTILE.replace('"', "'")
        );
        let id = server.table(&json!({ "record": record }));
        Table::open(window, server, &id);
        window.expect_text("#history .comment", "<img src=x");
        is_only_text(window);
        window.open("/");
        window.click("#record-details > summary");
        window.fill("#record-text", "game <img src=x>");
        window.click("#record-load");
        window.expect_text("#record-wrong", "<img src=x");
        // Addresses are from strangers, too.
        for page in
            ["/table/%3Cimg%20src=x%3E", "/new/%3Cimg%20src=x%3E", "/new/@%3Cimg%20src=x%3E"]
        {
            window.open(page);
            window.expect_text("h1", "No such");
            is_only_text(window);
        }
    });
}

#[test]
fn games_saved_at_the_terminal_go_on_in_the_browser() {
    browse(|window, server: &mut Server| {
        server.saved_game("game tanks:6\nplayers human human\nb2-b3\n");
        window.open("/");
        window.click("#saved [data-saved] button");
        let table = Table::shown(window, server);
        table.expect_last("b2-b3");
        table.play("b5-b4");
    });
}
