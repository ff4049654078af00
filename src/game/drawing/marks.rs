//! Cells to point out in a drawing, such as those that answer a question.

use std::collections::BTreeSet;

use crate::logic::Cell;

/// A set of cells to point out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks(BTreeSet<Cell>);

impl Marks {
    /// No cell at all.
    pub fn none() -> Marks {
        Marks::default()
    }

    /// Whether a cell is marked.
    pub fn contains(&self, cell: Cell) -> bool {
        self.0.contains(&cell)
    }

    /// Whether no cell is marked.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The marked cells, each once, in order.
    pub fn iter(&self) -> impl Iterator<Item = Cell> {
        self.0.iter().copied()
    }
}

impl FromIterator<Cell> for Marks {
    fn from_iter<T: IntoIterator<Item = Cell>>(cells: T) -> Marks {
        Marks(cells.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_cell_is_marked_once() {
        let cell = |name| Cell::from_name(name).unwrap();
        let marks: Marks = [cell("b2"), cell("a1"), cell("b2")].into_iter().collect();
        assert_eq!(marks.iter().collect::<Vec<_>>(), [cell("a1"), cell("b2")]);
        assert!(marks.contains(cell("a1")) && !marks.contains(cell("b1")));
        assert!(!marks.is_empty() && Marks::none().is_empty());
    }
}
