//! Pictures as the text of an SVG file. Names and titles come from strangers: all
//! text is escaped, and nothing but text goes in.

use std::fmt::{self, Write as _};

use super::picture::{Form, Kind, Picture, Shape};
use crate::game::drawing::geometry::Point;
use crate::game::drawing::scene::TINTS;
use crate::logic::syntax::hidden::visible_line;

/// How each kind of shape looks in a light surrounding, and what is different in a
/// dark one. The classes are those of [`class`].
const LIGHT: &str = "\
.ground{fill:#fffdf8}
text{font-family:system-ui,'DejaVu Sans',sans-serif;text-anchor:middle;fill:#3b372e}
.caption{text-anchor:start}
.label{fill:#7a7366}
.cell{fill:#f6f2e7;stroke:#cfc7b6}
.shaded{fill:#e3dccb;stroke:#cfc7b6}
.edge{stroke:#b9b09c;stroke-width:3}
.piece{stroke:#6f685a;stroke-width:1.5}
.ink{font-weight:600}
.writing{font-weight:600}
.from{fill:none;stroke:#b45309;stroke-width:2;stroke-dasharray:4 3}
.to{fill:none;stroke:#b45309;stroke-width:3}
.mark{fill:#0891b2;fill-opacity:.16;stroke:#0e7490;stroke-width:3}
.marked-empty{fill:#0e7490}
.badge{fill:#fffdf8;stroke:#6f685a}
.count{font-weight:600}
";

const DARK: &str = "\
.ground{fill:#1b1a18}
text{fill:#e9e3d5}
.label{fill:#a49c8c}
.cell{fill:#2c2a26;stroke:#4a463e}
.shaded{fill:#3a3730;stroke:#4a463e}
.edge{stroke:#5d574c}
.piece{stroke:#a49c8c}
.from,.to{stroke:#f0a03c}
.mark{fill:#22d3ee;stroke:#22d3ee}
.marked-empty{fill:#22d3ee}
.badge{fill:#1b1a18;stroke:#a49c8c}
";

/// A style sheet that holds only inside of pictures.
fn scoped(rules: &str) -> String {
    let scoped = |rule: &str| {
        let (selectors, style) = rule.split_once('{').unwrap_or((rule, "}"));
        let selectors: Vec<String> =
            selectors.split(',').map(|selector| format!(".hornet {selector}")).collect();
        format!("{}{{{style}\n", selectors.join(","))
    };
    rules.lines().map(scoped).collect()
}

/// The class of a shape in the style of a picture.
fn class(kind: Kind) -> String {
    match kind {
        Kind::Cell => "cell".into(),
        Kind::Shaded => "shaded".into(),
        Kind::Edge => "edge".into(),
        Kind::Piece(tint) => format!("piece {}", tint.name),
        Kind::Ink(tint) => format!("ink on-{}", tint.name),
        Kind::Writing => "writing".into(),
        Kind::Mark => "mark".into(),
        Kind::MarkedEmpty => "marked-empty".into(),
        Kind::From => "from".into(),
        Kind::To => "to".into(),
        Kind::Badge => "badge".into(),
        Kind::Count => "count".into(),
        Kind::Label => "label".into(),
        Kind::Caption => "caption".into(),
    }
}

/// How far below its middle the line is that text stands on, as a part of its height.
const DESCENT: f64 = 0.35;

/// Text as it stands between tags or in an attribute.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in visible_line(text).chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            // These two are no characters of XML.
            '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

/// A number with no more digits than can be seen.
fn number(number: f64) -> String {
    let rounded = (number * 10.0).round() / 10.0;
    // There is no minus nought.
    format!("{}", if rounded == 0.0 { 0.0 } else { rounded })
}

fn pair(point: Point) -> String {
    format!("{},{}", number(point.x), number(point.y))
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let class = class(self.kind);
        let (tag, attributes, inside) = match &self.form {
            Form::Polygon(corners) => {
                let corners: Vec<String> = corners.iter().map(|corner| pair(*corner)).collect();
                ("polygon", format!("points=\"{}\"", corners.join(" ")), String::new())
            }
            Form::Circle(middle, radius) => {
                let (x, y, radius) = (number(middle.x), number(middle.y), number(*radius));
                ("circle", format!("cx=\"{x}\" cy=\"{y}\" r=\"{radius}\""), String::new())
            }
            Form::Line(from, to) => {
                let [x1, y1, x2, y2] = [from.x, from.y, to.x, to.y].map(number);
                let ends = format!("x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"");
                ("line", ends, String::new())
            }
            Form::Text(at, height, text) => {
                // Not all viewers know how to centre text from top to bottom.
                let (x, y) = (number(at.x), number(at.y + DESCENT * height));
                let height = number(*height);
                ("text", format!("x=\"{x}\" y=\"{y}\" font-size=\"{height}\""), escaped(text))
            }
        };
        let name = self.name.as_ref();
        let name = name.map_or(String::new(), |name| format!("<title>{}</title>", escaped(name)));
        write!(f, "<{tag} class=\"{class}\" {attributes}>{name}{inside}</{tag}>")
    }
}

impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (corner, size) = (self.corner, self.size);
        let (width, height) = (number(size.x), number(size.y));
        let (x, y) = (number(corner.x), number(corner.y));
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"hornet\" role=\"img\" \
             width=\"{width}\" height=\"{height}\" viewBox=\"{x} {y} {width} {height}\">"
        )?;
        writeln!(f, "<title>{}</title>", escaped(&self.title))?;
        writeln!(f, "<desc>{}</desc>", escaped(&self.description))?;
        let mut tints = String::new();
        for tint in TINTS {
            let _ = writeln!(tints, ".{}{{fill:{}}}", tint.name, tint.fill);
            let _ = writeln!(tints, ".on-{}{{fill:{}}}", tint.name, tint.ink);
        }
        let (light, dark) = (scoped(&format!("{LIGHT}{tints}")), scoped(&format!("{DARK}{tints}")));
        writeln!(f, "<style>\n{light}@media (prefers-color-scheme:dark){{\n{dark}}}\n</style>")?;
        writeln!(
            f,
            "<rect class=\"ground\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
        )?;
        self.shapes.iter().try_for_each(|shape| writeln!(f, "{shape}"))?;
        write!(f, "</svg>")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_text_goes_in() {
        let text = "</text><script>alert(\"x\") & 'y'\u{1b}\u{202e}\u{ffff}\n";
        let safe = escaped(text);
        assert!(
            !safe.contains(['<', '>', '"', '\'', '\u{1b}', '\u{202e}', '\u{ffff}', '\n']),
            "{safe}"
        );
        assert!(safe.starts_with("&lt;/text&gt;&lt;script&gt;alert(&quot;x&quot;) &amp; &#39;y"));
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([1.0, -0.01, 2.25, 48.497_4, -3.0].map(number), ["1", "0", "2.3", "48.5", "-3"]);
    }
}
