//! A chart as SVG: lines over a scale of numbers, upwards by powers of ten.

use std::fmt::Write as _;

/// One line of the chart.
pub struct Line {
    /// What it is of.
    pub name: &'static str,
    /// Its points, from left to right.
    pub points: Vec<(f64, f64)>,
}

impl Line {
    /// One without points yet.
    pub fn new(name: &'static str) -> Line {
        Line { name, points: Vec::new() }
    }
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
/// Room for the scales and the names of the lines.
const LEFT: f64 = 80.0;
const RIGHT: f64 = 160.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = 60.0;
/// Names stand no closer than that.
const APART: f64 = 16.0;
/// Colours that most people can tell apart, also in print.
const COLOURS: [&str; 5] = ["#d55e00", "#cc79a7", "#009e73", "#0072b2", "#555555"];

/// Draws lines, with what the two scales tell.
pub fn draw(across: &str, upwards: &str, lines: &[Line]) -> String {
    let points = || lines.iter().flat_map(|line| &line.points);
    let last = points().map(|(x, _)| *x).fold(1.0, f64::max);
    let decade = |y: &f64| y.max(1e-3).log10();
    let lowest = points().map(|(_, y)| decade(y)).fold(f64::MAX, f64::min).min(9.0).floor();
    let highest = points().map(|(_, y)| decade(y)).fold(lowest + 1.0, f64::max).ceil();
    let place_x = |x: f64| LEFT + x / last * (WIDTH - LEFT - RIGHT);
    let place_y =
        |log: f64| HEIGHT - BOTTOM - (log - lowest) / (highest - lowest) * (HEIGHT - TOP - BOTTOM);

    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    let (right, bottom) = (place_x(last), place_y(lowest));
    for power in lowest as i32..=highest as i32 {
        let y = place_y(power.into());
        let number = 10f64.powi(power);
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {y:.1}H{right:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{number}</text>",
            LEFT - 8.0,
            y + 4.0
        );
    }
    for number in (0..=last as u32).step_by(4) {
        let x = place_x(number.into());
        let _ = writeln!(
            svg,
            "<path d=\"M{x:.1} {bottom:.1}v5\" stroke=\"black\"/>\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{number}</text>",
            bottom + 20.0
        );
    }
    let middle = (TOP + bottom) / 2.0;
    let _ = writeln!(
        svg,
        "<path d=\"M{LEFT} {TOP}V{bottom:.1}H{right:.1}\" fill=\"none\" stroke=\"black\"/>\n\
         <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{across}</text>\n\
         <text transform=\"translate(20 {middle:.1}) rotate(-90)\" text-anchor=\"middle\">{upwards}</text>",
        (LEFT + right) / 2.0,
        bottom + 45.0
    );
    let mut ends: Vec<(f64, usize)> = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let colour = COLOURS[number % COLOURS.len()];
        let places: Vec<(f64, f64)> =
            line.points.iter().map(|(x, y)| (place_x(*x), place_y(decade(y)))).collect();
        let path: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            path.join(" ")
        );
        for (x, y) in &places {
            let _ =
                writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>");
        }
        ends.extend(places.last().map(|(_, y)| (*y, number)));
    }
    // The names stand where the lines end, one below the other.
    ends.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut free = TOP;
    for (y, number) in ends {
        let y = y.max(free);
        free = y + APART;
        let (x, name) = (right + 10.0, lines[number].name);
        let colour = COLOURS[number % COLOURS.len()];
        let _ = writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{:.1}\" fill=\"{colour}\">{name}</text>",
            y + 4.0
        );
    }
    svg.push_str("</svg>\n");
    svg
}
