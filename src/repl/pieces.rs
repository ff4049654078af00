//! What can be done with a piece, and why nothing can: as the rules say in
//! `stuck(Piece, Reason)`, and shown on the board.

use super::session::{Answer, Error, Session};
use super::style::{self, paint};
use crate::game::{Action, Marks, Reason, unquoted};
use crate::logic::{Atom, Cell, Value};

impl Session {
    /// The piece, cell or other value of that name that the declarations or the
    /// board know.
    pub(super) fn value_named(&self, name: &str) -> Option<Value> {
        let rules = self.game.rules();
        let mut enums = rules.program().declarations.enums.iter();
        let is_declared = enums.any(|known| known.values.iter().any(|v| v.as_str() == name));
        match is_declared {
            true => Some(Value::Atom(Atom::new(name))),
            false => rules.program().declarations.cell_named(name).map(Value::Cell),
        }
    }

    /// Why no legal move names a piece, in a line, and where the piece is.
    pub(super) fn without_moves(&self, name: &str, value: Value) -> Answer {
        let reasons = self.game.stuck(value)?;
        if reasons.is_empty() {
            return Ok(format!("No legal move names {name}."));
        }
        let why: Vec<&str> = reasons.iter().map(|reason| reason.message.as_str()).collect();
        let line = format!("No legal move names {name}: {}.", why.join("; "));
        Ok(self.above_board(line, self.cells_of(value)))
    }

    /// Explains why nothing can be done with a piece; if something can, lists it.
    pub(super) fn why_piece(&mut self, name: &str, value: Value) -> Answer {
        let legal = self.game.legal()?;
        let reasons = self.game.stuck(value)?;
        if reasons.is_empty() || legal.iter().any(|action| action.args.contains(&value)) {
            return self.moves(name);
        }
        let goal = |reason: &Reason| format!("stuck({value}, {})", Value::Atom(reason.name));
        let goals: Vec<String> = reasons.iter().map(goal).collect();
        let why = self.explained(&self.query(&goals.join(", "))?)?;
        let lines = self.with_their_rules("stuck:", &reasons, Some(&why));
        let said = self.above_board(lines.join("\n"), self.cells_of(value));
        Ok(format!("{said}\n{}", self.shown_folded(&why)))
    }

    /// What the player to move can choose from, if that is to be shown before a
    /// machine plays.
    pub fn options_of_machine(&self) -> Result<Option<String>, Error> {
        let legal = self.game.legal()?;
        if !self.settings.show_options || legal.is_empty() {
            return Ok(None);
        }
        let side = self.game.turn().map_or(String::new(), |side| format!("{side} can play:\n"));
        let board = self.drawn(&self.game, &cells_in(legal.iter()));
        Ok(Some(format!("{board}\n{}{}", paint(style::STRONG, &side), self.moves("")?)))
    }

    /// A text, and the board with marks below it, if the board is to be drawn.
    pub(super) fn above_board(&self, text: String, marks: Marks) -> String {
        match self.settings.board && !marks.is_empty() {
            true => format!("{text}\n{}", self.drawn(&self.game, &marks)),
            false => text,
        }
    }

    /// Where a value lies: the cell of the only fact about it that names one cell.
    pub(super) fn place_of(&self, value: Value) -> Option<Cell> {
        value.as_atom()?;
        let facts = self.game.position().sorted();
        let rows = facts.iter().map(|(_, row)| row).filter(|row| row.contains(&value));
        let mut places = rows.filter_map(|row| {
            let mut cells = row.iter().filter_map(|value| value.as_cell());
            cells.next().filter(|_| cells.next().is_none())
        });
        places.next().filter(|_| places.next().is_none())
    }

    /// A goal that asks the position for the cells of a value, which a variable stands
    /// for: `tank(Cell, P, _)`.
    pub(super) fn fact_of_place(&self, value: Value, variable: &str) -> Option<String> {
        let program = self.game.rules().program();
        let facts = self.game.position().sorted();
        facts.iter().find_map(|(relation, row)| {
            let cells = row.iter().filter(|known| known.as_cell().is_some()).count();
            let value = row.iter().position(|known| *known == value)?;
            let column = |(index, known): (usize, &Value)| match known.as_cell() {
                Some(_) => "Cell".to_string(),
                None if index == value => variable.to_string(),
                None => "_".to_string(),
            };
            let columns: Vec<String> = row.iter().enumerate().map(column).collect();
            (cells == 1).then(|| program.relations[*relation].show(&columns))
        })
    }

    /// The cells that the position names together with a value, or the value if it
    /// is one.
    fn cells_of(&self, value: Value) -> Marks {
        let facts = self.game.position().sorted();
        let rows = facts.iter().map(|(_, row)| row).filter(|row| row.contains(&value));
        let cells = rows.flat_map(|row| row.iter().filter_map(|value| value.as_cell()));
        cells.chain(value.as_cell()).collect()
    }
}

/// The cells that actions name.
pub(super) fn cells_in<'a>(actions: impl Iterator<Item = &'a Action>) -> Marks {
    actions.flat_map(|action| action.args.iter().filter_map(|value| value.as_cell())).collect()
}

/// Whether an action names a value: a piece, a cell.
pub(super) fn names(action: &Action, name: &str) -> bool {
    action.args.iter().any(|value| unquoted(value) == name)
}
