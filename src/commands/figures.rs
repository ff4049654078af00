//! How figures are written in results.

/// A number of games.
pub fn counted(games: usize) -> String {
    format!("{games} game{}", if games == 1 { "" } else { "s" })
}

/// A part of 1 in percent.
pub fn percent(part: f64) -> String {
    format!("{:.1}%", part * 100.0)
}

/// A range of parts in percent.
pub fn span((low, high): (f64, f64)) -> String {
    format!("{} to {}", percent(low), percent(high))
}

/// What is not known is a dash.
pub fn or_dash<T>(value: Option<T>, write: impl Fn(T) -> String) -> String {
    value.map_or("-".into(), write)
}

/// A part of 1 in percent, as a number.
pub fn in_percent(part: f64) -> f64 {
    rounded(part * 100.0, 2)
}

/// A number with this many digits after the point.
pub fn rounded(number: f64, digits: i32) -> f64 {
    let scale = 10_f64.powi(digits);
    (number * scale).round() / scale
}

/// A rating or a difference in Elo; one without a bound is infinite.
pub fn elo(number: f64) -> String {
    match number.is_finite() {
        true => format!("{:+.0}", number.round() + 0.0),
        false => "no bound".into(),
    }
}

/// A range of differences in Elo, of which an end may have no bound.
pub fn elo_span((low, high): (f64, f64)) -> String {
    match (low.is_finite(), high.is_finite()) {
        (true, true) => format!("{} to {}", elo(low), elo(high)),
        (true, false) => format!("above {}", elo(low)),
        (false, true) => format!("below {}", elo(high)),
        (false, false) => "-".into(),
    }
}

/// Rows as a table: labels aligned to the left, the other columns to the right.
pub fn aligned<R: AsRef<[String]>>(rows: &[R]) -> String {
    let columns = rows.iter().map(|row| row.as_ref().len()).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.as_ref().get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &R| {
        let cells = row.as_ref().iter().zip(&widths).enumerate();
        let cells = cells.map(|(column, (cell, width))| match column {
            0 => format!("{cell:width$}"),
            _ => format!("{cell:>width$}"),
        });
        cells.collect::<Vec<_>>().join("   ") + "\n"
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_in_elo_say_where_they_have_no_bound() {
        assert_eq!((elo(190.85), elo(-0.2), elo(-7.5)), ("+191".into(), "+0".into(), "-8".into()));
        assert_eq!(elo_span((166.2, f64::INFINITY)), "above +166");
        assert_eq!(elo_span((f64::NEG_INFINITY, -166.2)), "below -166");
        assert_eq!(elo_span((-3.4, 20.6)), "-3 to +21");
        assert_eq!(elo(f64::INFINITY), "no bound");
    }
}
