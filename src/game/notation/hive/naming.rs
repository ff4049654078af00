//! What a name of a piece means: `wA1`; `wQ1`, though there is one queen; `wA` for
//! any of the white ants. If it means nothing, what is wrong with it.

use super::pieces::Piece;

/// This many are said in words.
const NUMBERS: [&str; 10] =
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/// The pieces that a name may mean, in upper or lower case: one if it is a whole
/// name, otherwise all of a kind. Only pieces that take part are meant.
pub fn meant<'a>(pieces: &'a [Piece], name: &str) -> Result<Vec<&'a Piece>, String> {
    let found = match pieces.iter().find(|piece| piece.name.as_str().eq_ignore_ascii_case(name)) {
        Some(piece) => vec![piece],
        None => by_family(pieces, name)?,
    };
    match found.first() {
        Some(piece) if !piece.takes_part => Err(format!(
            "{} takes no part in this game, which is played without the {}",
            piece.name, piece.kind
        )),
        _ => Ok(found),
    }
}

/// Whether a name is that of a piece, or made like one.
pub fn is_like_one(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|colour| "wWbB".contains(colour))
        && letters.next().is_some_and(|kind| kind.is_ascii_alphabetic())
        && letters.all(|c| c.is_ascii_digit())
}

/// The same if it is not a whole name.
fn by_family<'a>(pieces: &'a [Piece], name: &str) -> Result<Vec<&'a Piece>, String> {
    if !is_like_one(name) {
        return Err(unknown(pieces, name));
    }
    let (family, number) = name.split_at(2);
    let belongs = |piece: &&Piece| {
        piece.name.as_str().get(..2).is_some_and(|known| known.eq_ignore_ascii_case(family))
    };
    let members: Vec<&Piece> = pieces.iter().filter(belongs).collect();
    match (members.as_slice(), number) {
        ([], _) => Err(unknown(pieces, name)),
        (_, "") | ([_], "1") => Ok(members),
        ([only], _) => Err(format!(
            "there is no piece {}{number}: there is one {} a side, {}",
            family_of(only),
            only.kind,
            only.name
        )),
        ([first, ..], _) => {
            let count = members.len();
            let count = NUMBERS.get(count).map_or(count.to_string(), |word| word.to_string());
            let names: Vec<&str> = members.iter().map(|piece| piece.name.as_str()).collect();
            Err(format!(
                "there is no piece {}{number}: there are {count} {}s a side, {}",
                family_of(first),
                first.kind,
                listed(&names, "and")
            ))
        }
    }
}

/// Whose a piece is, and its kind: `wA`.
fn family_of(piece: &Piece) -> &str {
    piece.name.as_str().get(..2).unwrap_or_default()
}

/// Why a name means no piece.
fn unknown(pieces: &[Piece], name: &str) -> String {
    let shown: String = name.chars().take(20).collect();
    if name.eq_ignore_ascii_case("pass") {
        return "`pass` stands alone".into();
    }
    let known = pieces.iter().filter(|piece| piece.takes_part);
    let near: Vec<&str> = known
        .clone()
        .map(|piece| piece.name.as_str())
        .filter(|known| name.len() < 8 && strsim::damerau_levenshtein(known, name) == 1)
        .collect();
    let mut kinds: Vec<&str> = Vec::new();
    for kind in known.filter_map(|piece| piece.name.as_str().get(1..2)) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    match near.as_slice() {
        _ if is_like_one(name) => {
            format!("there is no piece `{shown}`; the kinds are {}", kinds.join(" "))
        }
        [] | [_, _, _, ..] => format!(
            "there is no piece `{shown}`; a piece is w or b, its kind ({}) and its number if there \
             are several, such as wA1",
            kinds.join(" ")
        ),
        near => format!("there is no piece `{shown}`; did you mean {}?", listed(near, "or")),
    }
}

/// `a`, `a or b`, `a, b or c`.
pub fn listed(names: &[&str], last: &str) -> String {
    match names {
        [] => String::new(),
        [only] => only.to_string(),
        [before @ .., end] => format!("{} {last} {end}", before.join(", ")),
    }
}
