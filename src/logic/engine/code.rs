//! Values as small numbers, by the type of their column.
//!
//! A declared value is its place among the values of its type, a cell its place on
//! the board, so that tables can have a place for each. What lies beyond, a cell
//! off the board or an atom that nobody declared, has a number all the same,
//! behind the others.

use rustc_hash::FxHashMap;

use crate::logic::check::declarations::{Declarations, Shape};
use crate::logic::check::types::Type;
use crate::logic::{Atom, Cell, Value};

/// A value as it stands in a row.
pub type Code = u64;

/// So many numbers from 0 on may have places of their own.
const NUMBERS: Code = 256;

/// The cells of an unbounded board whose coordinates lie within this distance of
/// the origin have places of their own.
const REACH: i32 = 32;

/// How many coordinates that are.
const SPAN: Code = 2 * REACH as Code;

/// From here on, codes among cells are of atoms that name none: they can stand in a
/// column of atoms that a query takes for cells.
const NAMES: Code = 1 << 40;

/// Turns values into codes, and back.
pub struct Codec {
    enums: Vec<Enum>,
    cells: Cells,
}

/// The values of a declared type.
struct Enum {
    values: Vec<Atom>,
    /// The number of an atom less this is a place in `codes`.
    first: u32,
    /// For each atom from the first one on, its code, or none; unless the atoms
    /// are far apart.
    codes: Vec<Option<u32>>,
    /// The codes of such atoms.
    far: FxHashMap<Atom, u32>,
}

/// Atoms have codes by their numbers if these span no more than so many times as
/// many as there are.
const APART: usize = 64;

/// From here on, behind the others, are cells of other boards than this one.
const ELSEWHERE_LETTERED: Code = 1 << 33;
const ELSEWHERE_AXIAL: Code = 1 << 34;

/// The cells of a board.
enum Cells {
    /// Columns of cells, all with room for the longest one.
    Bounded { columns: Code, height: Code },
    /// The named cells of a graph.
    Named(Enum),
    /// Hexagons without end.
    Plane,
}

impl Codec {
    /// For the types of a program, and the cells that its board has, if it is a
    /// bounded one.
    pub fn new(declarations: &Declarations, cells: &[Cell]) -> Codec {
        let enums = declarations.enums.iter().map(|declared| Enum::new(&declared.values));
        let mut bounded = Cells::Bounded { columns: 0, height: 0 };
        for cell in cells {
            if let (Cell::Lettered(column, number), Cells::Bounded { columns, height }) =
                (cell, &mut bounded)
            {
                *columns = (*columns).max(Code::from(*column));
                *height = (*height).max(Code::from(*number));
            }
        }
        let names: Vec<Atom> = cells
            .iter()
            .filter_map(|cell| match cell {
                Cell::Named(name) => Some(*name),
                _ => None,
            })
            .collect();
        let cells = match &declarations.board {
            Some(Shape::Hex) => Cells::Plane,
            Some(Shape::Graph(_)) => Cells::Named(Enum::new(&names)),
            _ => bounded,
        };
        Codec { enums: enums.collect(), cells }
    }

    /// How many values of a type have codes below all others.
    pub fn domain(&self, ty: Option<Type>) -> Code {
        match ty {
            Some(Type::Enum(id)) => self.enums[id.0 as usize].values.len() as Code,
            Some(Type::Cell) => self.cells.domain(),
            Some(Type::Int) => NUMBERS,
            Some(Type::Atom) | None => 0,
        }
    }

    /// The code of a value in a column of that type.
    #[inline]
    pub fn encode(&self, ty: Option<Type>, value: Value) -> Code {
        match (value, ty) {
            (Value::Int(number), _) => number as Code,
            (Value::Cell(cell), _) => self.cells.encode(cell),
            (Value::Atom(atom), Some(Type::Cell)) => NAMES | Code::from(atom.number()),
            (Value::Atom(atom), Some(Type::Enum(id))) => self.enums[id.0 as usize].encode(atom),
            (Value::Atom(atom), _) => Code::from(atom.number()),
        }
    }

    /// The value of a code in a column of that type.
    #[inline]
    pub fn decode(&self, ty: Option<Type>, code: Code) -> Value {
        match ty {
            Some(Type::Int) => Value::Int(code as i64),
            Some(Type::Cell) if code >= NAMES => Value::Atom(Atom::from_number(code as u32)),
            Some(Type::Cell) => Value::Cell(self.cells.decode(code)),
            Some(Type::Enum(id)) => Value::Atom(self.enums[id.0 as usize].decode(code)),
            Some(Type::Atom) | None => Value::Atom(Atom::from_number(code as u32)),
        }
    }
}

impl Enum {
    fn new(values: &[Atom]) -> Enum {
        let first = values.iter().map(|atom| atom.number()).min().unwrap_or(0);
        let last = values.iter().map(|atom| atom.number()).max().unwrap_or(0);
        let span = (last - first) as usize + 1;
        let (mut codes, mut far) = (Vec::new(), FxHashMap::default());
        if span <= APART * values.len() {
            codes.resize(span, None);
            (0..).zip(values).for_each(|(code, atom)| {
                codes[(atom.number() - first) as usize] = Some(code);
            });
        } else {
            far = values.iter().copied().zip(0..).collect();
        }
        Enum { values: values.to_vec(), first, codes, far }
    }

    #[inline]
    fn encode(&self, atom: Atom) -> Code {
        let place = atom.number().wrapping_sub(self.first) as usize;
        match self.codes.get(place) {
            Some(Some(code)) => Code::from(*code),
            _ => self.far_code(atom),
        }
    }

    #[inline(never)]
    fn far_code(&self, atom: Atom) -> Code {
        match self.far.get(&atom) {
            Some(code) => Code::from(*code),
            None => self.values.len() as Code + Code::from(atom.number()),
        }
    }

    #[inline]
    fn decode(&self, code: Code) -> Atom {
        match self.values.get(code as usize) {
            Some(atom) => *atom,
            None => Atom::from_number((code - self.values.len() as Code) as u32),
        }
    }
}

impl Cells {
    #[inline]
    fn domain(&self) -> Code {
        match self {
            Cells::Bounded { columns, height } => columns * height,
            Cells::Named(names) => names.values.len() as Code,
            Cells::Plane => SPAN * SPAN,
        }
    }

    #[inline]
    fn encode(&self, cell: Cell) -> Code {
        match (self, cell) {
            (Cells::Named(names), Cell::Named(name)) => names.encode(name),
            (Cells::Named(_), Cell::Lettered(column, number)) => {
                ELSEWHERE_LETTERED + (Code::from(column) << 8 | Code::from(number))
            }
            (Cells::Named(_), Cell::Axial(q, r)) => {
                ELSEWHERE_AXIAL + (Code::from(q as u16) << 16 | Code::from(r as u16))
            }
            // They are atoms here.
            (_, Cell::Named(name)) => NAMES | Code::from(name.number()),
            (Cells::Bounded { columns, height }, Cell::Lettered(column, number)) => {
                let (across, up) = (Code::from(column), Code::from(number));
                match (1..=*columns).contains(&across) && (1..=*height).contains(&up) {
                    true => (across - 1) * height + (up - 1),
                    false => self.domain() + (across << 8 | up),
                }
            }
            (_, Cell::Axial(q, r)) => {
                let (across, down) = (i32::from(q) + REACH, i32::from(r) + REACH);
                match (across as u32 | down as u32) < SPAN as u32 {
                    true => across as Code * SPAN + down as Code,
                    false => self.domain() + (Code::from(q as u16) << 16 | Code::from(r as u16)),
                }
            }
            (Cells::Plane, Cell::Lettered(column, number)) => {
                self.domain() + (1 << 32) + (Code::from(column) << 8 | Code::from(number))
            }
        }
    }

    #[inline]
    fn decode(&self, code: Code) -> Cell {
        let beyond = code.wrapping_sub(self.domain());
        let axial = |code: Code| Cell::Axial((code >> 16) as u16 as i16, code as u16 as i16);
        match self {
            Cells::Named(_) if code >= ELSEWHERE_AXIAL => axial(code),
            Cells::Named(_) if code >= ELSEWHERE_LETTERED => {
                Cell::Lettered((code >> 8) as u8, code as u8)
            }
            Cells::Named(names) => Cell::Named(names.decode(code)),
            Cells::Bounded { height, .. } if code < self.domain() => {
                Cell::Lettered((code / height + 1) as u8, (code % height + 1) as u8)
            }
            Cells::Bounded { .. } => Cell::Lettered((beyond >> 8) as u8, beyond as u8),
            Cells::Plane if code < SPAN * SPAN => {
                let coordinate = |part: Code| (part as i32 - REACH) as i16;
                Cell::Axial(coordinate(code / SPAN), coordinate(code % SPAN))
            }
            Cells::Plane if beyond >> 32 > 0 => Cell::Lettered((beyond >> 8) as u8, beyond as u8),
            Cells::Plane => axial(beyond),
        }
    }
}

/// The steps of an unbounded board.
pub struct Plane {
    cells: Cells,
    /// For each direction, by its code, what a step adds to the coordinates.
    steps: Vec<(i16, i16)>,
    /// For each cell that has a place, where each step leads to; and from where it
    /// leads here.
    to: Vec<[u32; DIRECTIONS]>,
    from: Vec<[u32; DIRECTIONS]>,
}

/// So many directions are kept for each cell.
const DIRECTIONS: usize = 6;

/// Where a step leads is not kept.
const ELSEWHERE: u32 = u32::MAX;

impl Plane {
    /// The plane with those steps, which may be none.
    pub fn new(steps: Vec<(i16, i16)>) -> Plane {
        let mut plane = Plane { cells: Cells::Plane, steps, to: Vec::new(), from: Vec::new() };
        if !plane.steps.is_empty() {
            let kept = |sign: i16| {
                let cells = 0..SPAN * SPAN;
                let each = cells.map(|cell| {
                    std::array::from_fn(|direction| match plane.walk(cell, direction, sign) {
                        Some(code) if code < SPAN * SPAN => code as u32,
                        _ => ELSEWHERE,
                    })
                });
                each.collect::<Vec<_>>()
            };
            (plane.to, plane.from) = (kept(1), kept(-1));
        }
        plane
    }

    /// What a step in each direction adds to the coordinates.
    pub fn steps(&self) -> &[(i16, i16)] {
        &self.steps
    }

    /// How many directions there are.
    #[inline]
    pub fn directions(&self) -> usize {
        self.steps.len()
    }

    /// The cell that a step leads to, unless coordinates end before.
    #[inline(always)]
    pub fn to(&self, cell: Code, direction: usize) -> Option<Code> {
        match self.to.get(cell as usize).and_then(|next| next.get(direction)) {
            Some(code) if *code != ELSEWHERE => Some(Code::from(*code)),
            _ => self.walk(cell, direction, 1),
        }
    }

    /// The cell that a step leads from.
    #[inline(always)]
    pub fn from(&self, cell: Code, direction: usize) -> Option<Code> {
        match self.from.get(cell as usize).and_then(|next| next.get(direction)) {
            Some(code) if *code != ELSEWHERE => Some(Code::from(*code)),
            _ => self.walk(cell, direction, -1),
        }
    }

    #[cold]
    #[inline(never)]
    fn walk(&self, cell: Code, direction: usize, sign: i16) -> Option<Code> {
        let (across, down) = *self.steps.get(direction)?;
        let Cell::Axial(q, r) = self.cells.decode(cell) else { return None };
        let to = Cell::Axial(q.checked_add(sign * across)?, r.checked_add(sign * down)?);
        Some(self.cells.encode(to))
    }

    /// The coordinates of a cell, across and down.
    #[inline]
    pub fn coordinates(&self, cell: Code) -> Option<(i64, i64)> {
        match self.cells.decode(cell) {
            Cell::Axial(q, r) => Some((q.into(), r.into())),
            Cell::Lettered(..) | Cell::Named(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_have_codes_on_the_board_and_off_it() {
        let bounded = Cells::Bounded { columns: 5, height: 7 };
        for (column, number) in (0..=255).flat_map(|c| (0..=255).map(move |n| (c, n))) {
            let cell = Cell::Lettered(column, number);
            assert_eq!(bounded.decode(bounded.encode(cell)), cell);
        }
        assert_eq!(bounded.encode(Cell::Lettered(5, 7)), bounded.domain() - 1);
        for q in (i16::MIN..=i16::MAX).step_by(97).chain([-32, 31, 32, -33]) {
            for r in [i16::MIN, -33, -32, -1, 0, 31, 32, i16::MAX] {
                let cell = Cell::Axial(q, r);
                assert_eq!(Cells::Plane.decode(Cells::Plane.encode(cell)), cell);
            }
        }
    }

    #[test]
    fn cells_of_a_graph_have_codes_by_name() {
        let names = ["hub", "rim", "a1"].map(Atom::new);
        let cells = Cells::Named(Enum::new(&names));
        assert_eq!(cells.domain(), 3);
        for (code, name) in (0..).zip(names) {
            assert_eq!(cells.encode(Cell::Named(name)), code);
            assert_eq!(cells.decode(code), Cell::Named(name));
        }
        let others = [Cell::Named(Atom::new("nowhere")), Cell::Lettered(1, 1), Cell::Axial(-1, 2)];
        for cell in others {
            assert!(cells.encode(cell) >= 3 && cells.encode(cell) < NAMES);
            assert_eq!(cells.decode(cells.encode(cell)), cell);
        }
    }

    #[test]
    fn atoms_among_cells_are_no_cells() {
        let codec = Codec { enums: Vec::new(), cells: Cells::Bounded { columns: 5, height: 7 } };
        for value in [Value::Atom(Atom::new("ann")), Value::Cell(Cell::Lettered(255, 255))] {
            let code = codec.encode(Some(Type::Cell), value);
            assert!(code >= codec.cells.domain());
            assert_eq!(codec.decode(Some(Type::Cell), code), value);
        }
    }

    #[test]
    fn a_step_leads_there_and_back_also_where_cells_have_no_place() {
        let plane = Plane::new(vec![(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]);
        for start in [(0, 0), (31, -32), (-33, 5), (1000, -1000)] {
            let cell = Cells::Plane.encode(Cell::Axial(start.0, start.1));
            for direction in 0..plane.directions() {
                let next = plane.to(cell, direction).unwrap();
                assert_ne!(next, cell);
                assert_eq!(plane.from(next, direction), Some(cell));
            }
        }
        let edge = Cells::Plane.encode(Cell::Axial(i16::MAX, 0));
        assert_eq!(plane.to(edge, 0), None);
    }
}
