//! A move of Hive as it is written: which word says what, before it is known
//! whether there are such pieces.

/// Where the mark of a direction stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// `-wQ`.
    Before,
    /// `wQ-`.
    Behind,
}

/// The signs that mark directions.
pub const SIGNS: [char; 3] = ['-', '/', '\\'];

pub const USAGE: &str = "a move is a piece and where it goes: `wA1 -bQ` for west of the black queen, \
                         `bQ-` east, `\\bQ` north-west, `bQ/` north-east, `/bQ` south-west, \
                         `bQ\\` south-east, `bQ` on top; or `pass`";

/// Where a piece goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place<'a> {
    /// It is not said.
    Unsaid,
    /// `.`: where the first piece of all goes.
    First,
    /// A cell by its coordinates, from its parenthesis on.
    Cell(&'a str),
    /// Next to a piece, or on top of it.
    At {
        /// The piece.
        name: &'a str,
        /// The direction from there.
        mark: Option<(Side, char)>,
    },
}

enum Part<'a> {
    Name(&'a str),
    Sign(char),
    Other(char),
}

/// The piece to move, and what is written behind it. There are no typographic signs
/// in the text.
pub fn piece(text: &str) -> Result<(&str, &str), String> {
    let (piece, rest) = text.split_at(text.find(is_not_in_name).unwrap_or(text.len()));
    match piece.is_empty() {
        false => Ok((piece, rest)),
        true if text.starts_with(SIGNS) => {
            Err(format!("the piece to move comes first, then where it goes; {USAGE}"))
        }
        true => Err(USAGE.into()),
    }
}

impl<'a> Place<'a> {
    /// Where a piece goes, as it is written behind it.
    pub fn parse(piece: &str, rest: &'a str) -> Result<Place<'a>, String> {
        match rest.trim() {
            "" => Ok(Place::Unsaid),
            "." => Ok(Place::First),
            cell if cell.starts_with('(') => Ok(Place::Cell(cell)),
            _ => reference(piece, rest),
        }
    }
}

/// The reference that a text behind the piece makes.
fn reference<'a>(piece: &str, text: &'a str) -> Result<Place<'a>, String> {
    let parts = parts(text);
    if let Some(other) = parts.iter().find_map(|part| match part {
        Part::Other(c) => Some(c),
        _ => None,
    }) {
        return Err(format!("`{other}` says nothing in a move; {USAGE}"));
    }
    match parts.as_slice() {
        [Part::Name(name)] => Ok(Place::At { name, mark: None }),
        [Part::Sign(sign), Part::Name(name)] if is_parted(text) => Err(format!(
            "`{piece}{sign} {name}` is ambiguous: `{piece} {sign}{name}` or `{piece} {name}{sign}`?"
        )),
        [Part::Sign(sign), Part::Name(name)] => {
            Ok(Place::At { name, mark: Some((Side::Before, *sign)) })
        }
        [Part::Name(name), Part::Sign(sign)] => {
            Ok(Place::At { name, mark: Some((Side::Behind, *sign)) })
        }
        [Part::Sign(sign)] => Err(format!("`{sign}` needs a piece to go next to; {USAGE}")),
        [Part::Sign(_), Part::Name(name), Part::Sign(_)] => {
            Err(format!("{name} has a mark before and behind it, and can have one; {USAGE}"))
        }
        parts => {
            let names = parts.iter().filter(|part| matches!(part, Part::Name(_))).count();
            Err(match names {
                0 | 1 => format!("there are too many marks; {USAGE}"),
                _ => format!("there are too many pieces; {USAGE}"),
            })
        }
    }
}

/// Whether the mark stands at the piece that moves, and a blank behind it.
fn is_parted(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(|c| !c.is_whitespace())
        && letters.next().is_some_and(char::is_whitespace)
}

fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut rest = text.trim();
    while let Some(c) = rest.chars().next() {
        let end = match is_not_in_name(c) {
            true => c.len_utf8(),
            false => rest.find(is_not_in_name).unwrap_or(rest.len()),
        };
        parts.push(match c {
            c if SIGNS.contains(&c) => Part::Sign(c),
            c if is_not_in_name(c) => Part::Other(c),
            _ => Part::Name(&rest[..end]),
        });
        rest = rest[end..].trim_start();
    }
    parts
}

fn is_not_in_name(c: char) -> bool {
    !c.is_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Place<'_>, String> {
        let (piece, rest) = piece(text)?;
        assert_eq!(piece, "wA1");
        Place::parse(piece, rest)
    }

    #[test]
    fn a_mark_belongs_to_the_piece_referred_to() {
        let at = |mark| Ok(Place::At { name: "wQ", mark: Some(mark) });
        for text in ["wA1 -wQ", "wA1-wQ", "wA1 - wQ", "wA1\t-\twQ"] {
            assert_eq!(read(text), at((Side::Before, '-')), "{text}");
        }
        for text in ["wA1 wQ/", "wA1  wQ /"] {
            assert_eq!(read(text), at((Side::Behind, '/')), "{text}");
        }
    }

    #[test]
    fn a_mark_between_the_two_is_not_guessed_at() {
        let error = read("wA1- wQ").unwrap_err();
        assert_eq!(error, "`wA1- wQ` is ambiguous: `wA1 -wQ` or `wA1 wQ-`?");
    }
}
