//! A table on the page: moves by touching cells and things in hands.

use serde_json::Value;

use super::server::Server;
use super::window::Window;

/// The element of a cell, or of something in a hand.
pub fn touchable(touch: &str) -> String {
    match touch.starts_with("hand:") {
        true => format!("button[data-touch=\"{touch}\"]"),
        false => cell(touch),
    }
}

pub fn cell(name: &str) -> String {
    format!("g.cell[data-cell=\"{name}\"]")
}

pub struct Table<'a> {
    pub id: String,
    window: &'a Window,
    server: &'a Server,
}

impl<'a> Table<'a> {
    /// The table that the window shows.
    #[track_caller]
    pub fn shown(window: &'a Window, server: &'a Server) -> Table<'a> {
        Table { id: window.table_id(), window, server }
    }

    /// Opens a table.
    #[track_caller]
    pub fn open(window: &'a Window, server: &'a Server, id: &str) -> Table<'a> {
        window.open(&format!("/table/{id}"));
        window.expect("#board");
        Table { id: id.into(), window, server }
    }

    /// The table as the server has it.
    #[track_caller]
    pub fn state(&self) -> Value {
        self.server.state(&self.id)
    }

    /// Touches a cell, or something in a hand.
    #[track_caller]
    pub fn touch(&self, touch: &str) {
        self.window.click(&touchable(touch));
    }

    /// What is to be touched to play a move.
    #[track_caller]
    pub fn touches_of(&self, text: &str) -> Vec<String> {
        touches_in(&self.state(), text)
    }

    /// Plays a move by touching, and waits until it is shown.
    #[track_caller]
    pub fn play(&self, text: &str) {
        let state = self.state();
        let touches = touches_in(&state, text);
        for touch in &touches {
            self.touch(touch);
        }
        let same = |action: &&Value| action["touches"] == Value::from(touches.clone());
        if actions(&state).filter(same).count() > 1 {
            let choice = actions(&state).filter(same).position(|action| action["text"] == text);
            self.window.click(&format!("dialog [data-choice=\"{}\"]", choice.unwrap()));
        }
        self.expect_last(text);
    }

    /// Waits until a move is shown as the last one.
    #[track_caller]
    pub fn expect_last(&self, text: &str) {
        let current =
            "(document.querySelector('#history [aria-current]')?.lastChild?.textContent ?? '')";
        let found = self.window.comes(&format!("{current} === arguments[0]"), &[text.into()]);
        assert!(found, "{text} is not shown, but {}", self.window.value(current, &[]));
    }

    #[track_caller]
    pub fn play_all(&self, moves: &[&str]) {
        for text in moves {
            self.play(text);
        }
    }

    /// The cells with a sign: `selected`, `target`, `marked` and so on.
    #[track_caller]
    pub fn cells_with(&self, sign: &str) -> Vec<String> {
        let mut cells = self.window.attributes(&format!("g.cell.{sign}"), "data-cell");
        cells.sort();
        cells
    }

    /// What lies on a cell, from the ground up.
    #[track_caller]
    pub fn pieces_on(&self, name: &str) -> Vec<String> {
        self.window.attributes(&format!("{} [data-piece]", cell(name)), "data-piece")
    }
}

fn actions(state: &Value) -> impl Iterator<Item = &Value> {
    state["view"]["actions"].as_array().unwrap().iter()
}

#[track_caller]
fn touches_in(state: &Value, text: &str) -> Vec<String> {
    let action = actions(state).find(|action| action["text"] == text);
    let illegal = || panic!("{text} is not legal: {}", state["view"]["standing"]);
    let touches = action.unwrap_or_else(illegal)["touches"].as_array().unwrap().iter();
    touches.map(|touch| touch.as_str().unwrap().to_string()).collect()
}
