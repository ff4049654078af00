//! Whole games, from the menu to the end: by mouse, by keys, by touch.

use std::time::Duration;

use fantoccini::key::Key;

use super::driver::browse;
use super::games;
use super::server::Server;
use super::table::{Table, cell, touchable};
use super::window::Window;

/// Begins a game for two people from the menu.
#[track_caller]
fn begin<'a>(
    window: &'a Window,
    server: &'a Server,
    game: &str,
    options: &[(&str, &str)],
) -> Table<'a> {
    window.open("/");
    window.click(&format!("#games [data-game=\"{game}\"]"));
    window.expect("#start");
    for side in window.attributes("select[id^=player-]", "id") {
        window.choose(&format!("#{side}"), "human");
    }
    for (option, value) in options {
        window.choose(&format!("#option-{option}"), value);
    }
    window.look(&format!("new-{game}"));
    window.click("#start");
    Table::shown(window, server)
}

/// Asserts that nothing more can be played.
#[track_caller]
fn is_over(window: &Window, table: &Table, words: &str) {
    window.expect_text(".status", words);
    assert_eq!(table.cells_with("start"), [""; 0]);
    assert_eq!(window.count(".hand-item.start"), 0);
    assert_eq!(table.state()["waits_for"], serde_json::Value::Null);
    assert!(window.texts("#moves-count").contains(&"(0)".to_string()));
}

const EXTENSIONS: [(&str, &str); 3] = [("mosquito", "on"), ("ladybug", "on"), ("pillbug", "on")];

#[test]
fn hive_is_played_by_clicks_until_a_queen_is_surrounded() {
    browse(|window, server| {
        let table = begin(window, server, "hive", &EXTENSIONS);
        window.expect_text("#standing", "Turn 1: white to move");
        table.play_all(&games::HIVE[..16]);

        // White's pillbug throws a black beetle: it is touched like a piece of one's own.
        let [beetle, target] = &table.touches_of("bB1 wP-")[..] else { panic!() };
        assert!(table.cells_with("start").contains(beetle));
        assert_eq!(table.pieces_on(beetle), ["bB1"]);
        table.touch(beetle);
        assert!(table.cells_with("target").contains(target));
        table.touch(target);
        table.expect_last("bB1 wP-");
        assert_eq!(table.pieces_on(target), ["bB1"]);
        assert_eq!(table.cells_with("last-from"), [beetle.as_str()]);
        assert_eq!(table.cells_with("last-to"), [target.as_str()]);

        // A beetle climbs on a stack, which opens under the pointer.
        table.play_all(&games::HIVE[17..30]);
        assert_eq!(table.pieces_on("(-1,-1)"), ["bA1", "wB1", "bB2"]);
        window.hover(&cell("(-1,-1)"));
        window.expect_text("#stack", "(-1,-1), from the top");
        let stacked = ["black beetle (bB2)", "white beetle (wB1)", "black ant (bA1)"];
        for (text, name) in window.texts("#stack li").into_iter().zip(stacked) {
            assert!(text.ends_with(name), "{text}");
        }
        let label = window.attribute(&cell("(-1,-1)"), "aria-label");
        assert!(
            label.starts_with("(-1,-1), black beetle bB2 on white beetle on black ant"),
            "{label}"
        );
        window.look("stack");

        table.play_all(&games::HIVE[30..]);
        is_over(window, &table, "white's queen is surrounded on all six sides");
        window.look("hive-end");
        assert_eq!(window.count("#history [data-node]"), games::HIVE.len() + 1);
        assert!(!window.has("#resign:not(:disabled)") && !window.has("#hint:not(:disabled)"));
    });
}

#[test]
fn tanks_and_gauss_are_played_by_clicks_until_they_are_over() {
    browse(|window, server| {
        window.system_motion();
        let table = begin(window, server, "tanks", &[]);
        table.touch("a2");
        assert_eq!(table.cells_with("target"), ["a3", "b3"]);
        window.press(&[Key::Escape]);
        table.play_all(&games::TANKS);
        is_over(window, &table, "bot has reached the far row");
        window.still();
        assert_eq!(window.count("#board .away, #board .above .piece"), 0);
        window.system_colours("light");

        let table = begin(window, server, "gauss", &[]);
        table.play_all(&games::GAUSS);
        is_over(window, &table, "red has won: 10 points to 1");
        window.look("gauss-end");
        window.expect_text("#captions", "bonus");
    });
}

/// Presses Tab until the focus is on something.
#[track_caller]
fn tab_to(window: &Window, css: &str, backwards: bool) {
    for _ in 0..80 {
        if window.value("document.activeElement?.matches(arguments[0])", &[css.into()]) == true {
            return;
        }
        match backwards {
            true => window.press_with(Key::Shift, Key::Tab),
            false => window.press(&[Key::Tab]),
        }
    }
    panic!("Tab does not lead to {css}");
}

/// Goes to a cell with arrows, from the cell where the focus is: to its row, then along.
#[track_caller]
fn walk_to(window: &Window, name: &str) {
    let apart = "((css) => {
        const spot = (it) => it.getAttribute('transform').match(/-?[\\d.]+/g).map(Number);
        const here = document.activeElement;
        if (!here?.matches('g.cell')) return null;
        const [from, to] = [spot(here), spot(document.querySelector(css))];
        return [to[0] - from[0], to[1] - from[1]];
    })(arguments[0])";
    for _ in 0..40 {
        let apart = window.value(apart, &[cell(name).into()]);
        let (Some(right), Some(down)) = (apart[0].as_f64(), apart[1].as_f64()) else {
            panic!("the focus is not on the board");
        };
        let key = match (right, down) {
            (_, down) if down > 1.0 => Key::Down,
            (_, down) if down < -1.0 => Key::Up,
            (right, _) if right > 1.0 => Key::Right,
            (right, _) if right < -1.0 => Key::Left,
            _ => return,
        };
        window.press(&[key]);
    }
    panic!("the arrows do not lead to {name}");
}

#[test]
fn hive_is_played_by_keys_alone() {
    browse(|window, server| {
        window.open("/");
        tab_to(window, "[data-game=hive]", false);
        window.press(&[Key::Enter]);
        window.expect("#start");
        for side in ["white", "black"] {
            tab_to(window, &format!("#player-{side}"), false);
            window.write("person");
        }
        for (option, _) in EXTENSIONS {
            tab_to(window, &format!("#option-{option}"), false);
            window.write("on");
        }
        tab_to(window, "#start", false);
        window.press(&[Key::Enter]);
        let table = Table::shown(window, server);
        assert_eq!(table.state()["game"], "hive+mlp");

        for (number, text) in games::HIVE_SHORT.into_iter().enumerate() {
            let touches = table.touches_of(text);
            for touch in touches {
                if touch.starts_with("hand:") {
                    // White's hand is below the board, black's is above it.
                    tab_to(window, &touchable(&touch), number % 2 == 1);
                } else {
                    window.write("b");
                    walk_to(window, &touch);
                }
                window.press(&[Key::Enter]);
            }
            table.expect_last(text);
        }
        is_over(window, &table, "black's queen is surrounded on all six sides");

        // What happens is read out.
        window.until(
            "it is read out",
            "document.getElementById('live').textContent.includes('surrounded')",
            &[],
        );
        // The keys of the table.
        window.write("[");
        window.expect_text("#banner", "Looking at move 14");
        window.write("{");
        window.expect_text("#banner", "Looking at the start");
        window.write("}");
        window.expect_gone("#banner");
        window.write("u");
        table.expect_last(games::HIVE_SHORT[13]);
        window.write("r");
        table.expect_last(games::HIVE_SHORT[14]);
        window.write("?");
        window.expect_text("dialog", "Keys");
        window.press(&[Key::Escape]);
        window.expect_gone("dialog");
    });
}

#[test]
fn pieces_are_dragged_and_the_board_is_moved_and_stays_where_it_was_put() {
    browse(|window, server| {
        let table = Table::open(window, server, &server.game("tanks:6", &[]));
        window.drag(&cell("a2"), &cell("a3"));
        table.expect_last("a2-a3");
        window.drag(&cell("b5"), &cell("e2"));
        window.expect_text("#refusal", "b5");
        assert_eq!(table.state()["at"], 1);
        window.press(&[Key::Escape]);

        let table = Table::open(window, server, &server.game("hive", &games::SPLIT));
        window.drag(&touchable("hand:black:bG1"), &cell("(3,-1)"));
        table.expect_last("bG1 bQ-");
        let view = || window.attribute("#board > g", "transform");
        let first = view();
        window.drag_by("#board", -60.0, 40.0);
        let panned = view();
        assert_ne!(panned, first, "the board is moved");
        window.wheel("#board", 200.0);
        window.until(
            "it is smaller",
            "document.querySelector('#board > g').getAttribute('transform') !== arguments[0]",
            &[panned.into()],
        );
        let smaller = view();
        table.touch("hand:white:wA1");
        table.touch("(-1,1)");
        window.expect(&format!("{}.last-to", cell("(-1,1)")));
        assert_eq!(view(), smaller, "a move does not move the board");
        window.click("#zoom-fit");
        assert_ne!(view(), smaller);
        window.click("#zoom-in");
        window.click("#zoom-out");
    });
}

#[test]
fn a_game_is_played_by_fingers_on_a_small_screen() {
    browse(|window, server| {
        window.screen(360, 740);
        window.devtools(
            "Emulation.setTouchEmulationEnabled",
            &serde_json::json!({ "enabled": true }),
        );
        let table = Table::open(window, server, &server.game("tanks", &[]));
        window.look("small-tanks");
        let brief = Duration::from_millis(30);
        for text in games::TANKS {
            for touch in table.touches_of(text) {
                window.tap(&touchable(&touch), brief);
            }
            table.expect_last(text);
        }
        is_over(window, &table, "bot has reached the far row");

        // What is touched is large enough for a finger.
        let widths = "[...document.querySelectorAll('g.cell .ground')]
            .map((it) => it.getBoundingClientRect().width)";
        let smallest = window.value(&format!("Math.min(...{widths})"), &[]);
        assert!(smallest.as_f64().unwrap() > 30.0, "cells are {smallest} wide");

        let table = Table::open(window, server, &server.game("hive", &games::SPLIT));
        let view = || window.attribute("#board > g", "transform");
        let before = view();
        window.spread("#board");
        assert_ne!(view(), before, "two fingers make the board larger");
        window.tap("#zoom-fit", brief);
        window.tap(&touchable("hand:black:bA2"), brief);
        window.look("small-hive-selected");
        window.tap(&cell("(3,-1)"), brief);
        table.expect_last("bA2 bQ-");
    });
}
