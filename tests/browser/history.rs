//! Back and forth in a game: looking back, variations, undo, what if, giving up.

use fantoccini::key::Key;

use super::driver::browse;
use super::table::Table;

#[test]
fn a_look_back_changes_nothing_and_a_move_made_there_begins_a_variation() {
    browse(|window, server| {
        let moves = ["b2-b3", "b5-b4", "a2-a3", "c5-c4"];
        let table = Table::open(window, server, &server.game("tanks:6", &moves));
        window.click("#history [data-node=\"1\"]");
        window.expect_text("#banner", "Looking at move 1: b2-b3");
        window.expect_text("#standing", "top to move (move 2)");
        assert_eq!(table.pieces_on("b4"), [""; 0]);
        assert_eq!(table.state()["at"], 4, "nothing changes for others");
        window.press(&[Key::Right]);
        window.expect_text("#banner", "Looking at move 2: b5-b4");
        window.press(&[Key::End]);
        window.expect_gone("#banner");
        window.press(&[Key::Home]);
        window.expect_text("#banner", "Looking at the start");
        window.click("#back-to-game");
        window.expect_gone("#banner");
        table.expect_last("c5-c4");

        // Another second move: the first one is kept, set in below.
        window.click("#history [data-node=\"1\"]");
        window.expect_text("#banner", "Looking at move 1");
        table.touch("e5");
        table.touch("e4");
        table.expect_last("e5-e4");
        window.expect_count("#history .variation", 1);
        window.expect_text("#history .variation", "b5-b4");
        window.expect_text("#history .variation", "c5-c4");
        window.look("variation");
        table.play("c2-c3");

        // Back to the variation, to play on there.
        window.click("#history [data-node=\"4\"]");
        window.expect_text("#banner", "Looking at move 4: c5-c4");
        window.click("#play-on");
        window.expect_gone("#banner");
        table.expect_last("c5-c4");
        table.play("d2-d3");
        window.expect_text("#history .variation", "e5-e4");

        // A variation can be removed.
        window.click("#history .variation [data-remove]");
        window.expect_text("dialog", "e5-e4");
        window.click("#dialog-ok");
        window.expect_gone("#history .variation");
        assert_eq!(table.state()["at"], 7);
        window.reload();
        table.expect_last("d2-d3");
        window.expect_count("#history [data-node]", 6);
    });
}

#[test]
fn moves_are_taken_back_and_played_again_and_games_are_given_up() {
    browse(|window, server| {
        let moves = ["b2-b3", "b5-b4", "a2-a3"];
        let table = Table::open(window, server, &server.game("tanks:6", &moves));
        window.expect("#redo:disabled");
        window.click("#undo");
        table.expect_last("b5-b4");
        window.click("#undo");
        table.expect_last("b2-b3");
        window.click("#redo");
        table.expect_last("b5-b4");
        window.click("#restart");
        table.expect_last("Start");
        window.expect("#undo:disabled");
        window.click("#redo");
        table.expect_last("b2-b3");

        // Moves as buttons, for who prefers them.
        window.click("#all-moves > summary");
        window.fill("#moves-filter", "f5");
        window.expect_count("#moves [data-move]", 2);
        window.click("#moves [data-move=\"f5-f4\"]");
        table.expect_last("f5-f4");

        // Resigning, and taking it back.
        window.click("#resign");
        window.expect_text("dialog", "Who resigns?");
        window.click("dialog [data-choice=\"1\"]");
        window.expect_text("dialog", "top resigns?");
        window.click("#dialog-ok");
        window.expect_text(".status", "top");
        window.expect("#resign:disabled");
        window.look("resigned");
        let standing = table.state()["view"]["standing"].to_string();
        assert!(standing.contains("resign"), "{standing}");
        window.click("#undo");
        window.expect("#resign:not(:disabled)");
        table.expect_last("f5-f4");
        window.click("#agree-draw");
        window.click("#dialog-ok");
        window.expect_text(".status", "draw");
    });
}

#[test]
fn what_if_tries_moves_that_are_not_played() {
    browse(|window, server| {
        let table = Table::open(window, server, &server.game("tanks:6", &["b2-b3"]));
        window.click("#what-if");
        window.expect_text("#banner", "What if: nothing is played");
        for (from, to) in [("b5", "b4"), ("a2", "a3")] {
            table.touch(from);
            table.touch(to);
            window.expect_text("#banner", &format!("{from}-{to}"));
        }
        window.expect_text("#banner", "What if: b5-b4, a2-a3");
        assert_eq!(table.pieces_on("a3"), ["M"]);
        assert_eq!(table.state()["at"], 1);
        window.look("what-if");
        window.click("#what-if-back");
        let text = "!document.querySelector('#banner').textContent.includes('a2-a3')";
        window.until("the second move is taken back", text, &[]);
        window.expect_text("#banner", "What if: b5-b4");
        assert_eq!(table.pieces_on("a3"), [""; 0]);
        window.click("#what-if-leave");
        window.expect_gone("#banner");
        assert_eq!(table.pieces_on("b5"), ["m"]);

        window.click("#what-if");
        table.touch("f5");
        table.touch("f4");
        window.expect_text("#banner", "What if: f5-f4");
        window.click("#what-if-play");
        window.expect_gone("#banner");
        table.expect_last("f5-f4");
        assert_eq!(table.state()["at"], 2);
    });
}
