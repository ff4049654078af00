//! How it looks: on small and large screens, in the light and in the dark, and to those
//! who do not see it.

use serde_json::json;

use super::axe::{Part, axe, everybody_can_use};
use super::driver::browse;
use super::games::{GAUSS, HIVE, SPLIT};
use super::server::Server;
use super::table::{Table, cell};
use super::window::Window;

/// A table of each game, somewhere in the middle.
fn tables(server: &Server) -> [String; 4] {
    let rules = include_str!("../../examples/tictactoe.pl");
    let rules = json!({ "name": "tictactoe.pl", "text": rules });
    [
        server.game("hive+mlp", &HIVE[..30]),
        server.game("tanks", &[]),
        server.game("gauss", &GAUSS[..8]),
        server.table(&json!({ "rules": rules, "players": ["human", "human"] })),
    ]
}

#[track_caller]
fn fits_across(window: &Window, what: &str) {
    let (width, needed) = (
        window.value("innerWidth", &[]),
        window.value("document.documentElement.scrollWidth", &[]),
    );
    assert!(needed.as_u64() <= width.as_u64(), "{what} needs {needed} pixels of {width}");
}

/// Asserts that something can be scrolled into sight, and is inside of the window then.
#[track_caller]
fn can_be_reached(window: &Window, css: &str) {
    window.expect(css);
    let is_in_sight = "((it) => {
        it.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { left, right, top, bottom } = it.getBoundingClientRect();
        return left >= -1 && right <= innerWidth + 1 && bottom > 0 && top < innerHeight;
    })(document.querySelector(arguments[0]))";
    window.until(&format!("{css} is in sight"), is_in_sight, &[css.into()]);
}

#[test]
fn the_page_fits_screens_small_and_large() {
    browse(|window, server| {
        let tables = tables(server);
        for (width, height) in [(360, 740), (1024, 700), (1400, 900)] {
            window.screen(width, height);
            let size = |what: &str| format!("{what} at {width} by {height}");
            window.open("/");
            fits_across(window, &size("the menu"));
            window.open("/new/hive");
            can_be_reached(window, "#start");
            fits_across(window, &size("a new game"));
            for (number, id) in tables.iter().enumerate() {
                Table::open(window, server, id);
                fits_across(window, &size(&format!("table {number}")));
                let tabs = window.has("#tab-game");
                assert_eq!(tabs, width < 1380, "{}", size("tabs"));
                can_be_reached(window, "#board");
                if tabs {
                    window.click("#tab-game");
                }
                for css in ["#undo", "#history", "#play", "#save-game", "#main-menu"] {
                    can_be_reached(window, css);
                }
                fits_across(window, &size(&format!("the game of table {number}")));
                if tabs {
                    window.click("#tab-ask");
                    window.expect_gone("#part-game");
                }
                for tab in ["rules", "facts", "prompt"] {
                    window.click(&format!("#tab-{tab}"));
                    fits_across(window, &size(&format!("the {tab} of table {number}")));
                }
                can_be_reached(window, "#entry");
                if number == 0 {
                    window.look(&format!("hive-{width}"));
                }
            }
        }
    });
}

/// The brightness of the ground of the page, from 0 to 255.
#[track_caller]
fn brightness(window: &Window) -> f64 {
    let ground = window.value(
        "getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g).slice(0, 3).map(Number)",
        &[],
    );
    ground.as_array().unwrap().iter().map(|part| part.as_f64().unwrap()).sum::<f64>() / 3.0
}

#[test]
fn colours_are_those_of_the_system_unless_others_are_chosen() {
    browse(|window, server| {
        window.system_colours("light");
        Table::open(window, server, &server.game("hive", &SPLIT));
        assert!(brightness(window) > 200.0);
        window.system_colours("dark");
        window.until("it is dark", "matchMedia('(prefers-color-scheme: dark)').matches", &[]);
        assert!(brightness(window) < 60.0);
        window.look("hive-dark");
        // Light, then dark, then as the system again; the choice is kept.
        window.click("#theme");
        assert!(brightness(window) > 200.0);
        window.reload();
        assert!(brightness(window) > 200.0);
        window.click("#theme");
        window.system_colours("light");
        assert!(brightness(window) < 60.0);
        window.click("#theme");
        assert!(brightness(window) > 200.0);
    });
}

#[test]
fn on_a_small_screen_nothing_is_cut_by_what_is_selected() {
    browse(|window, server| {
        window.screen(380, 680);
        let table = Table::open(window, server, &server.game("hive", &SPLIT));
        table.touch("(2,-1)");
        window.expect_text("#selection", "black queen, (2,-1): 2 places to go");
        window.expect_text("#captions", "Last move: ");
        let is_on_top = "((it) => {
            const { left, top, width, height } = it.getBoundingClientRect();
            const at = (down) => document.elementFromPoint(left + width / 4, top + down);
            return it.contains(at(1)) && it.contains(at(height - 1));
        })(document.querySelector('#captions li'))";
        window.until("the last move is seen", is_on_top, &[]);
        window.look("small-selected");
    });
}

#[test]
fn everybody_can_use_the_page() {
    let Some(axe) = axe() else { return };
    browse(|window, server| {
        let tables = tables(server);
        for (colours, part) in [("light", Part::All), ("dark", Part::Colours)] {
            window.system_colours(colours);
            let check = |what: &str| {
                everybody_can_use(window, &axe, part, &format!("{what}, {colours}"));
            };
            window.open("/");
            check("menu");
            window.open("/new/hive");
            check("new game");
            for (number, id) in tables.iter().enumerate() {
                Table::open(window, server, id);
                check(&format!("table {number}"));
            }
            let table = Table::open(window, server, &server.game("hive", &SPLIT));
            table.touch("(1,0)");
            table.touch("(-1,1)");
            window.expect_text("#refusal", "bS1 wQ\\: the hive would split");
            window.click("#explain");
            window.expect("#transcript .proof");
            check("refusal and proof");
            window.click("#help");
            window.expect("dialog");
            check("dialog: help");
            window.click("#dialog-close");
            if let Part::All = part {
                check_more(window, &table, &check);
            }
            window.click("#tab-rules");
            window.click(".rule-file[data-file=\"hive/refused_moves.pl\"] > summary");
            window.expect(".clause");
            check("rules");
        }
    });
}

/// What has the same colours as the rest.
fn check_more(window: &Window, table: &Table, check: &dyn Fn(&str)) {
    window.click("#tab-facts");
    window.click("#history [data-node=\"2\"]");
    window.expect("#banner.back");
    check("looking back, facts");
    window.click("#back-to-game");
    window.click("#resign");
    window.expect("dialog");
    check("dialog: who resigns");
    window.click("#dialog-cancel");
    window.click("#setup");
    window.expect("#setup-panel");
    check("setting up");
    window.click("#setup-cancel");
    window.expect_gone("#setup-panel");
    window.screen(360, 740);
    table.touch("(2,-1)");
    check("small, selected");
    window.click("#tab-ask");
    check("small, ask");
    window.screen(1400, 900);
}

#[test]
fn the_board_can_be_read_without_seeing_it() {
    browse(|window, server| {
        let table = Table::open(window, server, &server.game("hive", &SPLIT));
        let label = |name: &str| window.attribute(&cell(name), "aria-label");
        assert!(
            label("(2,-1)").starts_with("(2,-1), black queen bQ, can be played"),
            "{}",
            label("(2,-1)")
        );
        assert!(label("(0,0)").contains("white beetle wB1 on white spider"), "{}", label("(0,0)"));
        assert!(label("(0,0)").contains("the last move ended here"), "{}", label("(0,0)"));
        table.touch("(2,-1)");
        let read = |words: &str| {
            window.until(
                words,
                "document.getElementById('live').textContent.includes(arguments[0])",
                &[words.into()],
            );
        };
        read("black queen selected, 2 places to go");
        assert!(label("(2,0)").contains("empty, can be moved to"), "{}", label("(2,0)"));
        table.touch("(-1,1)");
        read("that piece goes only to a cell next to it");
        table.touch("(2,0)");
        read("black: bQ bS1-");
        // One stop of the Tab key for all of the board.
        assert_eq!(window.count("#board [tabindex=\"0\"]"), 1);
        assert_eq!(window.value("document.title", &[]), "Hive – Hornet");
        assert_eq!(window.attribute("html", "lang"), "en");
    });
}
