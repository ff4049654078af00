//! Cells as the protocol names them: columns and rows of hexagons with flat tops, in
//! which odd columns lie half a cell lower ("odd-q" offset coordinates).
//!
//! Our hexagons have pointed tops. Turned by thirty degrees they are the others, so
//! that east becomes south-east, and neighbours stay neighbours. The first piece of
//! all, which lies on (0,0) here, is on column 4, row 3 there: in the middle of the
//! window that players over HTTP were first made for.

use crate::logic::Cell;

/// The column and the row of the cell (0,0). The column is even, so that all
/// columns keep their parity.
const ORIGIN: (i64, i64) = (4, 3);

/// The column and the row of a cell.
pub fn of_cell(cell: Cell) -> (i64, i64) {
    let (q, r) = match cell {
        Cell::Axial(q, r) => (i64::from(q), i64::from(r)),
        Cell::Lettered(column, number) => (i64::from(column), i64::from(number)),
        // Only games of Hive are played like this, and its board has no names.
        Cell::Named(_) => (0, 0),
    };
    (ORIGIN.0 + q, ORIGIN.1 + r + half(q))
}

/// The cell in a column and a row; none that is too far away.
pub fn cell((x, y): (i64, i64)) -> Option<Cell> {
    let q = x.checked_sub(ORIGIN.0)?;
    let r = y.checked_sub(ORIGIN.1)?.checked_sub(half(q))?;
    // One more step in any direction still has to be a cell.
    let number = |n: i64| i16::try_from(n).ok().filter(|n| n.unsigned_abs() < i16::MAX as u16 / 4);
    Some(Cell::Axial(number(q)?, number(r)?))
}

/// Half of a number of columns, rounded down.
fn half(columns: i64) -> i64 {
    columns.div_euclid(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::plane_steps;

    fn cells() -> impl Iterator<Item = Cell> {
        (-9..=9).flat_map(|q| (-9..=9).map(move |r| Cell::Axial(q, r)))
    }

    /// The neighbours of a cell with flat tops, by its column and row.
    fn around((x, y): (i64, i64)) -> Vec<(i64, i64)> {
        let lower = x.rem_euclid(2);
        let mut around = vec![(x, y - 1), (x, y + 1)];
        for side in [x - 1, x + 1] {
            around.extend([(side, y - 1 + lower), (side, y + lower)]);
        }
        around.sort();
        around
    }

    #[test]
    fn the_first_piece_goes_to_the_middle_of_the_window() {
        assert_eq!(of_cell(Cell::Axial(0, 0)), (4, 3));
        assert_eq!(cell((4, 3)), Some(Cell::Axial(0, 0)));
    }

    #[test]
    fn every_cell_is_found_again() {
        for known in cells() {
            assert_eq!(cell(of_cell(known)), Some(known));
        }
    }

    #[test]
    fn neighbours_stay_neighbours() {
        for known in cells() {
            let steps = plane_steps(known).into_iter();
            let mut next: Vec<_> = steps.map(|(_, next)| of_cell(next)).collect();
            next.sort();
            assert_eq!(next, around(of_cell(known)), "{known}");
        }
    }

    #[test]
    fn what_is_too_far_away_is_no_cell() {
        for far in [i64::MIN, i64::MAX, 40_000, -40_000] {
            assert_eq!((cell((far, 3)), cell((4, far))), (None, None), "{far}");
        }
        assert_eq!(cell((i64::MIN, i64::MAX)), None);
    }
}
