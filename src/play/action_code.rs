//! Numbers for actions: equal actions have equal ones, and different actions of
//! a position as good as never.

use crate::game::Action;
use crate::logic::{Atom, Cell, Value};

/// The number of an action, given numbers for the atoms in it.
pub fn action_code(action: &Action, mut atom_code: impl FnMut(Atom) -> u64) -> u64 {
    let start = atom_code(action.name).wrapping_add(1);
    action.args.iter().fold(start, |mixed, value| {
        let code = match *value {
            Value::Int(number) => number as u64,
            Value::Atom(atom) | Value::Cell(Cell::Named(atom)) => atom_code(atom),
            Value::Cell(Cell::Lettered(column, number)) => {
                u64::from(column) << 8 | u64::from(number)
            }
            Value::Cell(Cell::Axial(q, r)) => u64::from(q as u16) << 16 | u64::from(r as u16),
        };
        (mixed.rotate_left(26) ^ code).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}
