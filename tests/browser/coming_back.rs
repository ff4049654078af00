//! Addresses, windows and people: reload, back, several windows at one table, seats,
//! the list of games that are kept, a server that is started again.

use super::driver::{browse, browse_with};
use super::table::Table;

#[test]
fn reload_and_back_lead_to_the_same_game() {
    browse(|window, server| {
        window.open("/");
        let id = server.game("tanks:6", &[]);
        let table = Table::open(window, server, &id);
        table.play_all(&["b2-b3", "b5-b4"]);
        window.reload();
        window.expect_text("#standing", "bot to move (move 3)");
        table.expect_last("b5-b4");
        assert_eq!(table.pieces_on("b4"), ["m"]);
        table.play("a2-a3");

        window.click("#menu");
        window
            .expect_text(&format!("#tables [data-table=\"{id}\"]"), "Breakthrough Tanks:6 3 moves");
        window.click("#games [data-game=gauss]");
        window.expect_text("h1", "Gauss");
        window.back();
        window.expect("#tables");
        window.back();
        table.expect_last("a2-a3");
        window.forward();
        window.expect("#tables");

        // The list: go on with a game, or delete it.
        window.look("menu");
        window.click(&format!("#tables [data-table=\"{id}\"] a"));
        table.expect_last("a2-a3");
        window.click("#main-menu");
        window.click(&format!("#tables [data-table=\"{id}\"] .delete"));
        window.expect_text("dialog", "Breakthrough Tanks, 3 moves, is gone for good");
        window.click("#dialog-cancel");
        window.expect_gone("dialog");
        window.click(&format!("#tables [data-table=\"{id}\"] .delete"));
        window.click("#dialog-ok");
        window.expect_gone(&format!("[data-table=\"{id}\"]"));
        window.open(&format!("/table/{id}"));
        window.expect_text("h1", "No such table");
    });
}

#[test]
fn two_windows_see_one_game_and_seats_are_for_those_who_took_them() {
    browse(|window, server| {
        let id = server.game("tanks:6", &[]);
        let one = window.this_window();
        window.open(&format!("/table/{id}"));
        let other = window.another_person();
        window.open(&format!("/table/{id}"));
        let third = window.another_person();
        window.open(&format!("/table/{id}"));
        let [table, there, elsewhere] = [(); 3].map(|()| Table::shown(window, server));

        // A move in one window appears in the other, which is another person's.
        window.go_to_window(&one);
        table.play("b2-b3");
        window.go_to_window(&other);
        there.expect_last("b2-b3");
        assert_eq!(there.pieces_on("b3"), ["M"]);
        there.play("b5-b4");
        window.go_to_window(&one);
        table.expect_last("b5-b4");

        // One takes a seat, the other comes by the link to the other seat.
        window.click("#take-bot");
        window.expect("#leave-bot");
        window.go_to_window(&other);
        window.expect_text(".player[data-side=bot]", "taken elsewhere");
        window.expect_text("#waiting", "Waiting for bot, who plays elsewhere");
        window.open(&format!("/table/{id}/take/top"));
        window.expect("#leave-top");
        assert_eq!(window.page(), format!("/table/{id}"));
        window.look("seat-taken");

        // Nobody moves for a side that is not theirs.
        there.touch("a2");
        there.touch("a3");
        window.expect_text("#refusal, #notes", "bot is played by somebody in another window");
        assert_eq!(table.state()["at"], 2);
        window.go_to_window(&third);
        window.expect_text("#waiting", "Waiting for bot");
        elsewhere.touch("a2");
        elsewhere.touch("a3");
        window.expect_text("#refusal, #notes", "bot is played by somebody in another window");
        assert_eq!(table.state()["at"], 2);

        // Those whose seats they are play on, and the third sees it.
        window.go_to_window(&one);
        table.play("a2-a3");
        window.go_to_window(&other);
        there.expect_last("a2-a3");
        there.play("a5-a4");
        window.go_to_window(&third);
        elsewhere.expect_last("a5-a4");

        // A seat can be left.
        window.go_to_window(&one);
        window.click("#leave-bot");
        window.expect("#take-bot");
        window.go_to_window(&third);
        window.expect("#take-bot");
        elsewhere.play("c2-c3");
    });
}

#[test]
fn a_game_that_the_server_was_started_with_is_offered_first() {
    browse_with(&["gauss"], |window, _| {
        window.open_first_page();
        window.expect_text("h1", "Gauss");
        window.click("#menu");
        window.expect("#games");
        assert_eq!(window.attributes("#games [data-game]", "data-game")[0], "gauss");
    });
}

#[test]
fn a_server_that_was_killed_comes_back_with_its_games() {
    browse(|window, server| {
        let id = server.game("hive", &["wS1", "bS1 wS1-"]);
        let table = Table::open(window, server, &id);
        table.play("wQ -wS1");
        server.kill();
        window.expect_text("#offline", "no connection");
        // Meanwhile nothing can be played, and that is said.
        window.click("#undo");
        window.expect_text("#notes .wrong", "the server does not answer");
        server.start_again();
        window.expect_gone("#offline");
        let table = Table::shown(window, server);
        table.play("bQ bS1-");
        assert_eq!(table.state()["at"], 4);
        // The browser itself complains of the connection; that is as it should be.
        let console = window.console();
        assert!(console.iter().all(|line| line.contains("ERR_")), "{console:#?}");
    });
}
