//! Machines: as players, against each other, and for advice.

use serde_json::json;

use super::asking::ask;
use super::driver::browse;
use super::table::Table;

#[test]
fn a_person_plays_against_a_machine_whose_options_are_shown() {
    browse(|window, server| {
        window.open("/new/tanks");
        window.choose("#option-size", "6");
        window.choose("#player-bot", "human");
        window.choose("#player-top", "depth");
        window.fill("#strength-top", "1");
        window.click("#start");
        let table = Table::shown(window, server);
        table.touch("b2");
        table.touch("b3");
        // Before it moves, what it could do with the piece is shown.
        window.expect("g.cell.considering");
        window.expect("g.cell.option");
        window.expect_text("#thinking", "top considers");
        window.look("considering");
        window.until(
            "the machine has moved",
            "document.querySelectorAll('#history [data-node]').length === 3",
            &[],
        );
        window.expect_gone("g.cell.option");
        window.expect_text("#standing", "bot to move (move 3)");
        assert_eq!(table.cells_with("last-to").len(), 1);
        // Undo goes back to the last turn of a person.
        window.click("#undo");
        table.expect_last("Start");
        // So does `undo` at the prompt.
        window.click("#redo");
        window.expect_text("#standing", "bot to move (move 3)");
        ask(window, "undo");
        table.expect_last("Start");

        // The next time this game is begun, the players are those of the last time.
        window.click("#new-game");
        window.expect("#start");
        assert_eq!(window.value("document.getElementById('player-top').value", &[]), "depth");
    });
}

#[test]
fn a_game_does_not_begin_with_a_strength_that_is_not_allowed() {
    browse(|window, server| {
        window.open("/new/tanks");
        window.choose("#player-top", "depth");
        window.fill("#strength-top", "99");
        window.click("#start");
        window.expect_text("#notes", "The depth is a whole number, 1 to 20.");
        window.still();
        assert_eq!(window.page(), "/new/tanks");
        assert_eq!(server.get("/tables")["tables"], json!([]));
        window.fill("#strength-top", "3");
        window.click("#start");
        let table = Table::shown(window, server);
        assert_eq!(table.state()["sides"][1]["player"], "minimax:3");
    });
}

#[test]
fn machines_play_each_other_step_by_step_or_in_one_go() {
    browse(|window, server| {
        let id = server.table(&json!({
            "game": "tanks", "options": { "size": "6" }, "players": ["random", "random"],
        }));
        let table = Table::open(window, server, &id);
        window.expect_text("#waiting", "Play or Step lets bot move");
        let played = || table.state()["at"].as_u64().unwrap();
        window.click("#step");
        window.expect_text("#standing", "top to move (move 2)");
        window.expect("#pause[aria-pressed=true]");
        assert_eq!(played(), 1);
        window.click("#show-options");
        window.until(
            "options are not shown",
            "!document.getElementById('show-options').checked",
            &[],
        );
        window.click("#play");
        window.until(
            "they play",
            "document.querySelectorAll('#history [data-node]').length > 5",
            &[],
        );
        window.click("#pause");
        window.expect("#pause[aria-pressed=true]");
        let paused = played();
        // While they wait, a person may take a side, and a machine may move once for them.
        window.choose("#player-bot", "human");
        window.choose("#player-top", "human");
        window.until(
            "people play",
            "!document.getElementById('waiting').textContent.includes('Step')",
            &[],
        );
        assert_eq!(played(), paused);
        window.click("#machine-move");
        window.until(
            "the machine has moved once",
            "document.querySelector('#history [aria-current]').dataset.node == arguments[0]",
            &[(paused + 1).into()],
        );
        // To the end.
        window.choose("#player-bot", "greedy");
        window.expect_gone("#take-bot");
        window.choose("#player-top", "random");
        window.expect_gone("#take-top");
        window.click("#play");
        window.expect_text("#standing", "won");
    });
}

#[test]
fn a_hint_is_given_and_can_be_played() {
    browse(|window, server| {
        let moves = ["b2-b3", "e5-e4", "b3-b4"];
        let table = Table::open(window, server, &server.game("tanks:6", &moves));
        window.click("#hint");
        window.expect_text("#hint-words", "looks good");
        assert_eq!(table.cells_with("marked").len(), 2);
        window.look("hint");
        let hinted = window.text("#hint-words p");
        let hinted = hinted.split(' ').next().unwrap();
        window.click("#hint-play");
        table.expect_last(hinted);
        window.expect_gone("#hint-words");
    });
}
