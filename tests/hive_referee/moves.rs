//! Where a piece gets by its own strength, once it is lifted off the hive.

use std::collections::BTreeSet;

use super::bugs::Kind;
use super::hive::{DIRECTIONS, Hex, Hive};

/// The cells where a piece that moves like `kind` gets from `from`. The hive is
/// the one without it. A mosquito has no way of its own.
pub fn destinations(hive: &Hive, kind: Kind, from: Hex) -> BTreeSet<Hex> {
    match kind {
        Kind::Queen | Kind::Pillbug => slides(hive, from).collect(),
        Kind::Spider => spider(from, |cell| slides(hive, cell).collect()),
        Kind::Beetle => beetle(hive, from),
        Kind::Grasshopper => grasshopper(hive, from),
        Kind::Ant => ant(from, |cell| slides(hive, cell).collect()),
        Kind::Ladybug => ladybug(hive, from),
        Kind::Mosquito => BTreeSet::new(),
    }
}

/// The same for a spider or an ant that could squeeze through between two pieces.
pub fn squeezing(hive: &Hive, kind: Kind, from: Hex) -> BTreeSet<Hex> {
    let pushes = |cell: Hex| -> Vec<Hex> {
        let is_open = |to: &Hex| hive.slides(cell, *to) || hive.is_gap(cell, *to);
        cell.neighbours().into_iter().filter(is_open).collect()
    };
    match kind {
        Kind::Spider => spider(from, pushes),
        Kind::Ant => ant(from, pushes),
        _ => BTreeSet::new(),
    }
}

fn slides(hive: &Hive, from: Hex) -> impl Iterator<Item = Hex> + '_ {
    from.neighbours().into_iter().filter(move |to| hive.slides(from, *to))
}

/// The cells that one can climb to, down to the ground or on top of pieces.
fn climbs(hive: &Hive, from: Hex) -> impl Iterator<Item = Hex> + '_ {
    from.neighbours().into_iter().filter(move |to| hive.climbs(from, *to))
}

fn spider(from: Hex, steps: impl Fn(Hex) -> Vec<Hex>) -> BTreeSet<Hex> {
    let mut paths = vec![vec![from]];
    for _ in 0..3 {
        let further = |path: &Vec<Hex>| -> Vec<Vec<Hex>> {
            let next = steps(path[path.len() - 1]).into_iter().filter(|to| !path.contains(to));
            next.map(|to| [path.as_slice(), &[to]].concat()).collect()
        };
        paths = paths.iter().flat_map(further).collect();
    }
    paths.iter().map(|path| path[3]).collect()
}

fn ant(from: Hex, steps: impl Fn(Hex) -> Vec<Hex>) -> BTreeSet<Hex> {
    let mut reached = BTreeSet::from([from]);
    let mut to_visit = vec![from];
    while let Some(cell) = to_visit.pop() {
        to_visit.extend(steps(cell).into_iter().filter(|next| reached.insert(*next)));
    }
    reached.remove(&from);
    reached
}

fn beetle(hive: &Hive, from: Hex) -> BTreeSet<Hex> {
    slides(hive, from).chain(climbs(hive, from)).collect()
}

fn grasshopper(hive: &Hive, from: Hex) -> BTreeSet<Hex> {
    let lands = |direction: (i16, i16)| {
        let line = std::iter::successors(Some(from), |cell| Some(cell.toward(direction)));
        line.skip(1).find(|cell| !hive.is_occupied(*cell)).unwrap()
    };
    DIRECTIONS.into_iter().map(lands).filter(|to| !from.touches(*to)).collect()
}

fn ladybug(hive: &Hive, from: Hex) -> BTreeSet<Hex> {
    let on_top = |cell: &Hex| hive.is_occupied(*cell);
    climbs(hive, from)
        .filter(on_top)
        .flat_map(|first| climbs(hive, first).filter(on_top))
        .flat_map(|second| climbs(hive, second).filter(|to| !on_top(to)))
        .filter(|to| *to != from)
        .collect()
}
