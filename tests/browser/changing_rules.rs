//! The rules, read and changed on the page, and back to the book.

use super::driver::browse;
use super::games::SPLIT;
use super::table::Table;

#[test]
fn a_clause_is_added_and_played_by_and_the_book_comes_back() {
    browse(|window, server| {
        let table = Table::open(window, server, &server.game("hive", &SPLIT));
        window.click("#tab-rules");
        window.expect_text("#rules-state", "The rules are unchanged");
        window.click("#add-clause > summary");
        let jump = "sets_out(Q, grasshopper, From) :- movable(Q, From, _), bug(Q, _, queen, _)";
        window.fill("#new-clause", jump);
        window.click("#add-clause-ok");
        window.expect_text("#add-clause .reply.wrong", "ends with a full stop");
        window.fill("#new-clause", &format!("{jump}."));
        window.click("#add-clause-ok");
        window.expect("#rules-changed");
        window.expect_text("#added-clauses", "sets_out(Q, grasshopper, From)");

        // Now black's queen jumps over the spider.
        table.touch("(2,-1)");
        assert_eq!(table.cells_with("target"), ["(0,1)", "(1,-1)", "(2,0)"]);
        table.touch("(0,1)");
        table.expect_last("bQ wB1\\");
        window.look("rules-changed");
        window.click("#undo");

        window.click("#reset-rules");
        window.expect_gone("#rules-changed");
        window.expect_text("#rules-state", "The rules are unchanged");
        table.touch("(2,-1)");
        assert_eq!(table.cells_with("target"), ["(1,-1)", "(2,0)"]);
    });
}

#[test]
fn clauses_are_switched_off_edited_and_found() {
    browse(|window, server| {
        let table = Table::open(window, server, &server.game("tanks:6", &[]));
        window.click("#tab-rules");
        window.click(".rule-file[data-file=\"tanks.pl\"] > summary");
        window.expect_text(".rule-file .between", "Breakthrough");
        window.fill("#rules-filter", "heading(bot, diagonal");
        window.expect_count(".rule-file .clause", 2);
        for _ in 0..2 {
            window.click(".rule-file .clause:not(.off) .switch");
            window.expect(".rule-file .clause.off");
        }
        window.expect_count(".rule-file .clause.off", 2);
        table.touch("c2");
        assert_eq!(table.cells_with("target"), ["c3"]);
        table.touch("d3");
        window.expect("#refusal");
        window.click("#deselect");
        window.click(".rule-file .clause.off .switch");
        window.expect_count(".rule-file .clause.off", 1);
        window.click("#undo-rules");
        window.expect_count(".rule-file .clause.off", 2);
        window.click("#reset-rules");
        window.expect_gone(".clause.off");

        // A clause is edited in its place.
        window.fill("#rules-filter", "drives(Player, From, To) :-");
        window.expect_count(".rule-file .clause", 1);
        window.click(".rule-file .clause .edit");
        window.fill(
            ".clause-edit",
            "drives(Player, From, To) :- heading(Player, straight, Dir), stepp(From, Dir, To).",
        );
        window.click(".edit-save");
        window.expect_text(".clause .reply.wrong", "stepp");
        assert_eq!(table.state()["by_the_book"], true);
        window.fill(
            ".clause-edit",
            "drives(Player, From, To) :- heading(Player, straight, Dir), step(From, Dir, To).",
        );
        window.click(".edit-save");
        window.expect_text("#added-clauses .clause", "heading(Player, straight, Dir)");
        window.look("rule-edited");
        table.touch("c2");
        assert_eq!(table.cells_with("target"), ["c3"]);
        table.touch("c3");
        table.expect_last("c2-c3");
        window.reload();
        window.expect("#rules-changed");
        window.click("#tab-rules");
        // The clause is needed now; the way back is to put the old one in its place.
        window.click("#added-clauses .forget");
        window.expect_text("#added-clauses .reply.wrong", "the other rules need it");
        window.click("#reset-rules");
        window.expect_gone("#added-clauses .clause");
        table.touch("c5");
        assert_eq!(table.cells_with("target"), ["b4", "c4", "d4"]);

        // The relations that can be asked about, and where they are defined.
        window.fill("#rules-filter", "far_row");
        window.click("#relations > summary");
        window.click("#relations [data-relation=\"far_row/2\"]");
        window.expect_text(".clause.pointed-out", "far_row(Player, Cell) :-");
    });
}
