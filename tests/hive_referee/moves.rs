//! Where a piece gets by its own strength, once it is lifted off the hive.

use std::collections::BTreeSet;

use super::bugs::Kind;
use super::hive::{DIRECTIONS, Hex, Hive};

/// The cells where a piece that moves like `kind` gets from `from`. The hive is
/// the one without it. A mosquito has no way of its own.
pub fn destinations(hive: &Hive, kind: Kind, from: Hex) -> BTreeSet<Hex> {
    match kind {
        Kind::Queen | Kind::Pillbug => slides(hive, from).collect(),
        Kind::Spider => spider(hive, from),
        Kind::Beetle => beetle(hive, from),
        Kind::Grasshopper => grasshopper(hive, from),
        Kind::Ant => ant(hive, from),
        Kind::Ladybug => ladybug(hive, from),
        Kind::Mosquito => BTreeSet::new(),
    }
}

fn slides(hive: &Hive, from: Hex) -> impl Iterator<Item = Hex> + '_ {
    from.neighbours().into_iter().filter(move |to| hive.slides(from, *to))
}

/// The cells that one can climb to, down to the ground or on top of pieces.
fn climbs(hive: &Hive, from: Hex) -> impl Iterator<Item = Hex> + '_ {
    from.neighbours().into_iter().filter(move |to| hive.climbs(from, *to))
}

fn spider(hive: &Hive, from: Hex) -> BTreeSet<Hex> {
    let mut paths = vec![vec![from]];
    for _ in 0..3 {
        let further = |path: &Vec<Hex>| -> Vec<Vec<Hex>> {
            let next = slides(hive, path[path.len() - 1]).filter(|to| !path.contains(to));
            next.map(|to| [path.as_slice(), &[to]].concat()).collect()
        };
        paths = paths.iter().flat_map(further).collect();
    }
    paths.iter().map(|path| path[3]).collect()
}

fn ant(hive: &Hive, from: Hex) -> BTreeSet<Hex> {
    let mut reached = BTreeSet::from([from]);
    let mut to_visit = vec![from];
    while let Some(cell) = to_visit.pop() {
        to_visit.extend(slides(hive, cell).filter(|next| reached.insert(*next)));
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
