//! A position is set up on the page, checked by the rules, and played from.

use super::driver::browse;
use super::table::Table;

#[test]
fn a_position_is_set_up_checked_and_played() {
    browse(|window, server| {
        let table = Table::open(window, server, &server.game("hive", &["wS1", "bS1 wS1-"]));
        window.click("#setup");
        window.expect("#setup-panel");
        window.click("#setup-empty");
        window.expect_count("#board [data-piece]", 0);
        // Without a piece chosen, nothing is put down.
        table.touch("(0,0)");
        window.expect_text("#notes", "Choose a piece");
        for (piece, cell) in [
            ("wQ", "(0,0)"),
            ("bQ", "(1,0)"),
            ("wA1", "(-1,0)"),
            ("bB1", "(2,0)"),
            ("bB2", "(3,-1)"),
        ] {
            window.click(&format!("#palette [data-put^=\"{} \"]", piece));
            table.touch(cell);
            window.expect(&format!("g.cell[data-cell=\"{cell}\"] [data-piece]"));
        }
        window.look("setup");
        window.click("#setup-remove");
        table.touch("(3,-1)");
        window.expect_gone("g.cell[data-cell=\"(3,-1)\"] [data-piece]");
        window.choose("#setup-turn", "black");
        window.click("#setup-done");
        window.until(
            "a new table is shown",
            "!location.hash.includes(arguments[0])",
            &[table.id.clone().into()],
        );
        window.expect_gone("#setup-panel");
        let new = Table::shown(window, server);
        window.expect_text("#standing", "black to move");
        assert_eq!(new.pieces_on("(2,0)"), ["bB1"]);
        new.play("bB1 bQ");
        assert_eq!(new.pieces_on("(1,0)"), ["bQ", "bB1"]);
        // The table before is as it was.
        assert_eq!(table.state()["at"], 2);
        assert_eq!(table.state()["setup"], serde_json::Value::Null);
    });
}

#[test]
fn what_is_wrong_with_a_position_is_said_and_it_can_be_left() {
    browse(|window, server| {
        let table = Table::open(window, server, &server.game("tanks:6", &["b2-b3"]));
        window.click("#setup");
        window.click("#setup-empty");
        window.expect_text("#setup-problems li", "both would have won");
        window.expect("#setup-done:disabled");
        window.click("#palette [data-put=\"tank({cell}, bot, heavy)\"]");
        table.touch("c3");
        window.click("#palette [data-put=\"tank({cell}, top, medium)\"]");
        table.touch("c4");
        window.expect_gone("#setup-problems li");
        window.expect("#setup-done:not(:disabled)");
        window.click("#setup-cancel");
        window.expect_gone("#setup-panel");
        table.expect_last("b2-b3");
        assert_eq!(table.pieces_on("b3"), ["M"]);
    });
}
