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

/// A number with so many digits after the point.
pub fn rounded(number: f64, digits: i32) -> f64 {
    let scale = 10_f64.powi(digits);
    (number * scale).round() / scale
}

/// Rows as a table: labels aligned to the left, the other columns to the right.
pub fn aligned(rows: &[[String; 3]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let [labels, first, second] = [0, 1, 2].map(|column| width(column).unwrap_or(0));
    let line = |[label, one, two]: &[String; 3]| {
        format!("{label:labels$}   {one:>first$}   {two:>second$}\n")
    };
    rows.iter().map(line).collect()
}
