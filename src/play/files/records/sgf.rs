//! Smart game format, as BoardSpace writes it for Hive: what a player does with the
//! mouse, step by step. Pieces are picked up and set down until the player is done,
//! and only then is it a move.

use std::collections::HashMap;

use super::dates::date;
use super::{Ply, Scoresheet, Skipped, clean};
use crate::game::Settlement;
use crate::logic::Atom;

/// The number of Hive among the games of the format.
const HIVE: &str = "27";

/// Whether a text is meant as a record of this kind.
pub fn is_meant(text: &str) -> bool {
    let inside = text.trim_start().strip_prefix('(');
    inside.is_some_and(|inside| inside.trim_start().starts_with([';', '(']))
}

/// The games in a text. A game that stands there twice, as BoardSpace writes it after
/// a review, is one.
pub fn sheets(text: &str) -> Result<Vec<Scoresheet>, OtherGame> {
    let mut sheets: Vec<Scoresheet> = Vec::new();
    for tree in trees(text) {
        let sheet = sheet(&tree)?;
        if !sheets.last().is_some_and(|known| known.tells_the_same(&sheet)) {
            sheets.push(sheet);
        }
    }
    Ok(sheets)
}

/// A record of another game than Hive.
#[derive(Debug)]
pub struct OtherGame {
    /// Where it begins.
    pub line: usize,
    /// What it says it is.
    pub found: String,
}

/// A property: its name, its value, and the line it stands on.
struct Property {
    line: usize,
    name: String,
    value: String,
}

/// A game: its properties in order, where each node is done with when the next one
/// begins. Of several variations, the first is the game.
struct Tree {
    line: usize,
    properties: Vec<Property>,
}

fn trees(text: &str) -> Vec<Tree> {
    let mut trees: Vec<Tree> = Vec::new();
    let (mut line, mut depth, mut rest) = (1, 0usize, text);
    // What follows the end of the first variation is another one.
    let mut is_main = true;
    while let Some(at) = rest.find(['(', ')', '[', '\n']) {
        let (name, c) = (&rest[..at], rest.as_bytes()[at]);
        rest = &rest[at + 1..];
        match c {
            b'\n' => line += 1,
            b'(' => {
                depth += 1;
                if depth == 1 {
                    trees.push(Tree { line, properties: Vec::new() });
                    is_main = true;
                }
            }
            b')' => {
                depth = depth.saturating_sub(1);
                is_main = false;
            }
            _ => {
                let (value, length) = value(rest);
                let name = name.rsplit([';', ']']).next().unwrap_or_default().trim();
                if let (Some(tree), true) = (trees.last_mut().filter(|_| depth > 0), is_main) {
                    let name = match (name, tree.properties.last()) {
                        // Another value of the same property.
                        ("", Some(last)) => last.name.clone(),
                        (name, _) => name.to_string(),
                    };
                    tree.properties.push(Property { line, name, value });
                }
                line += rest[..length].matches('\n').count();
                rest = &rest[length..];
            }
        }
    }
    trees
}

/// The value at the beginning of a text, up to its bracket, and its length there.
/// A backslash escapes brackets and itself; before anything else it is a direction.
fn value(text: &str) -> (String, usize) {
    let mut value = String::new();
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let escaped = chars.peek().map(|(_, next)| *next).filter(|_| c == '\\');
        match (c, escaped) {
            (']', _) => return (value, at + 1),
            (_, Some(next @ ('\\' | ']' | '['))) => {
                value.push(next);
                chars.next();
            }
            _ => value.push(c),
        }
    }
    (value, text.len())
}

fn sheet(tree: &Tree) -> Result<Scoresheet, OtherGame> {
    let find = |name: &str| tree.properties.iter().find(|property| property.name == name);
    let text = |name: &str| find(name).map_or("", |property| property.value.trim());
    let variant = text("SU").to_lowercase();
    let number = text("GM");
    if !variant.starts_with("hive") && (!variant.is_empty() || !matches!(number, "" | HIVE)) {
        let found = if variant.is_empty() { format!("GM[{number}]") } else { text("SU").into() };
        return Err(OtherGame { line: tree.line, found: clean(&found) });
    }
    let mut sheet = Scoresheet::at(tree.line);
    let letters = variant.strip_prefix("hive").unwrap_or_default();
    let letters = letters.split(char::is_whitespace).next().unwrap_or_default();
    sheet.game_type = Some(format!("Base+{}", letters.trim_start_matches(['-', '+'])));
    let mut table = Table::default();
    for property in &tree.properties {
        match property.name.as_str() {
            "P0" => table.act(0, property, &mut sheet),
            "P1" => table.act(1, property, &mut sheet),
            "C" => sheet.about.add_comment(sheet.moves.len(), &clean(&property.value)),
            _ => {}
        }
    }
    table.leave(&mut sheet);
    let (first, second) = if table.first == Some(1) { (1, 0) } else { (0, 1) };
    let [white, black] = [first, second].map(|player| clean(&table.names[player]));
    let when = text("DT");
    let known = [
        ("Date", date(when).unwrap_or_default()),
        ("Event", clean(text("EV"))),
        ("Site", clean(text("PC"))),
        ("Round", clean(text("RO"))),
        ("White", white.clone()),
        ("Black", black.clone()),
        ("SgfDate", clean(when)),
        ("SgfGameName", clean(text("GN"))),
        ("SgfResult", clean(text("RE"))),
    ];
    for (name, value) in known.into_iter().filter(|(_, value)| !value.is_empty()) {
        sheet.about.set_tag(name, value);
    }
    sheet.result = match table.ended {
        Some(Ended::Resigned(player)) => {
            let loser = if player == first { "white" } else { "black" };
            Some(Settlement::Resigned(Atom::new(loser)))
        }
        Some(Ended::Agreed) => Some(Settlement::AgreedDraw),
        None => result(text("RE"), &white, &black),
    };
    Ok(sheet)
}

/// What the server says about the result, in its own language: whom it names has won.
fn result(text: &str, white: &str, black: &str) -> Option<Settlement> {
    let named = |name: &str| !name.is_empty() && text.contains(name);
    let declared = |name: &str| Some(Settlement::Declared(Some(Atom::new(name))));
    match (named(white), named(black)) {
        // One name may be a part of the other.
        (true, true) if white.len() > black.len() => declared("white"),
        (true, true) if white.len() < black.len() => declared("black"),
        (true, false) => declared("white"),
        (false, true) => declared("black"),
        _ => {
            let text = text.to_lowercase();
            let is_draw = DRAWN.iter().any(|word| text.contains(word));
            is_draw.then_some(Settlement::Declared(None))
        }
    }
}

/// How a draw is called in the languages of the server.
const DRAWN: [&str; 12] = [
    "draw",
    "unentschieden",
    "remis",
    "empate",
    "nulle",
    "égalité",
    "oavgjort",
    "uafgjort",
    "pareggio",
    "patta",
    "gelijkspel",
    "引き分け",
];

/// How players ended a game.
#[derive(Clone, Copy)]
enum Ended {
    Resigned(usize),
    Agreed,
}

/// A column and a row of BoardSpace's board. Columns are letters, and numbers with a
/// letter beyond Z and before A.
type Place = (i32, i32);

/// More stacks than pieces of Hive are nonsense, which need not be kept.
const MOST_STACKS: usize = 100;

/// This many characters are repeated of what is not understood.
const LONGEST_QUOTED: usize = 60;

/// What lies on the table, and what the player to move has done so far.
#[derive(Default)]
struct Table {
    names: [String; 2],
    /// The player who made the first move, whose pieces are white.
    first: Option<usize>,
    /// Whether the file calls the first player's pieces black.
    is_swapped: bool,
    stacks: HashMap<Place, Vec<String>>,
    /// The piece that was picked up, and from where.
    picked: Option<(String, Option<Place>)>,
    set_down: Option<SetDown>,
    has_passed: bool,
    is_offering: bool,
    ending: Option<Ended>,
    ended: Option<Ended>,
}

/// A piece that was set down, and may be picked up again.
struct SetDown {
    piece: String,
    from: Option<Place>,
    to: Place,
    ply: Ply,
}

/// Where a piece is set down, as the file tells it: by column and row, and by another
/// piece.
struct Target<'a> {
    line: usize,
    place: Option<Place>,
    reference: &'a str,
}

impl<'a> Target<'a> {
    fn new(line: usize, column: &str, row: &str, rest: &[&'a str]) -> Target<'a> {
        let reference = rest.first().copied().unwrap_or_default();
        Target { line, place: place(column, row), reference }
    }
}

impl Table {
    /// What a player does.
    fn act(&mut self, player: usize, property: &Property, sheet: &mut Scoresheet) {
        let words: Vec<&str> = property.value.split_whitespace().collect();
        let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
        let (words, is_step) = match words.split_first() {
            Some((number, rest)) if is_number(number) => (rest, true),
            _ => (words.as_slice(), false),
        };
        let Some((verb, arguments)) = words.split_first() else { return };
        let line = property.line;
        match (verb.to_lowercase().as_str(), arguments) {
            ("id", _) => {
                let name = property.value.split_once(verb).map_or("", |(_, name)| name.trim());
                self.names[player] = name.trim_matches('"').to_string();
            }
            ("pick", [pool, _, piece, ..]) => {
                self.put_back();
                self.picked = Some((self.named(pool, piece, sheet), None));
            }
            ("pickb", [column, row, piece, ..]) => {
                self.put_back();
                let from = place(column, row);
                let top = from.and_then(|from| self.stacks.get(&from)?.last().cloned());
                let kind = |name: &str| name.get(1..).map(str::to_lowercase);
                let named = self.named("", piece, sheet);
                let is_top = |top: &String| kind(top) == kind(&named);
                self.picked = Some((top.filter(is_top).unwrap_or(named), from));
            }
            ("dropb" | "pdropb", [piece, column, row, to @ ..]) => {
                let named = self.named("", piece, sheet);
                let has_colour = colour(piece).is_some();
                // The colour of what was picked up is known, even if this is not told.
                let piece = match &self.picked {
                    Some((picked, _)) if !has_colour && picked.get(1..) == named.get(1..) => {
                        picked.clone()
                    }
                    _ => named,
                };
                let to = Target::new(line, column, row, to);
                self.drop(player, piece, &to, sheet);
            }
            ("move" | "pmove" | "movedone" | "pmovedone", [pool, piece, column, row, to @ ..]) => {
                self.put_back();
                let piece = self.named(pool, piece, sheet);
                let to = Target::new(line, column, row, to);
                self.drop(player, piece, &to, sheet);
                if verb.to_lowercase().ends_with("done") {
                    self.done(line, sheet);
                }
            }
            // Back to where it came from.
            ("drop", _) => {
                self.put_back();
                self.picked = None;
            }
            ("pass", _) => self.has_passed = true,
            ("passdone", _) => {
                self.has_passed = true;
                self.done(line, sheet);
            }
            ("offerdraw" | "declinedraw", _) => {
                self.is_offering = true;
                self.ending = None;
            }
            ("acceptdraw", _) => self.ending = Some(Ended::Agreed),
            ("resign", _) => {
                self.ended = Some(Ended::Resigned(player));
                self.ending = self.ended;
            }
            ("done" | "null", _) => self.done(line, sheet),
            ("start", _) => {}
            // Clocks and the like are not numbered, as the steps of a game are.
            _ if is_step => {
                let text = clean(&property.value).chars().take(LONGEST_QUOTED).collect();
                sheet.skipped.push(Skipped { line, text });
            }
            _ => {}
        }
    }

    /// The name of a piece: its colour, if the file tells it, or else that of the pool
    /// it belongs to or of the player to move. Single pieces have no number.
    fn named(&self, pool: &str, piece: &str, sheet: &Scoresheet) -> String {
        let to_move = if sheet.moves.len().is_multiple_of(2) { 'w' } else { 'b' };
        let (colour, kind) = match colour(piece) {
            Some(colour) => (self.swapped(colour), &piece[1..]),
            None => match pool.to_ascii_lowercase().as_str() {
                "w" => (self.swapped('w'), piece),
                "b" => (self.swapped('b'), piece),
                _ => (to_move, piece),
            },
        };
        format!("{colour}{}", kind_of(kind))
    }

    fn swapped(&self, colour: char) -> char {
        match (self.is_swapped, colour) {
            (true, 'w') => 'b',
            (true, _) => 'w',
            (false, colour) => colour,
        }
    }

    /// Sets a piece down.
    fn drop(&mut self, player: usize, piece: String, to: &Target, sheet: &Scoresheet) {
        self.put_back();
        let Some(place) = to.place.filter(|_| self.stacks.len() < MOST_STACKS) else { return };
        let mut piece = piece;
        if self.stacks.is_empty() {
            self.first = Some(player);
            // Who moves first is white, whatever the file calls it.
            if piece.starts_with('b') {
                self.is_swapped = !self.is_swapped;
                piece.replace_range(..1, "w");
            }
        }
        let is_piece = |stack: &&mut Vec<String>| stack.last() == Some(&piece);
        let from = self.stacks.iter().find(|(_, stack)| stack.last() == Some(&piece));
        let from = from.map(|(from, _)| *from);
        // Where it was picked up, nothing has moved.
        if from == Some(place) {
            self.picked = None;
            return;
        }
        if let Some(stack) = self.stacks.values_mut().find(is_piece) {
            stack.pop();
        }
        let written = self.reference(to.reference);
        let mut candidates = Vec::new();
        if sheet.moves.is_empty() {
            candidates.push(piece.clone());
        } else {
            let top = self.stacks.get(&place).and_then(|stack| stack.last()).cloned();
            let by_column = top.or_else(|| self.beside(place));
            let written = Some(written).filter(|written| !written.is_empty());
            candidates.extend(written.into_iter().chain(by_column));
            candidates.dedup();
            candidates.iter_mut().for_each(|to| *to = format!("{piece} {to}"));
        }
        self.stacks.entry(place).or_default().push(piece.clone());
        let ply = Ply { line: to.line, candidates, is_certain: true };
        self.set_down = Some(SetDown { piece, from, to: place, ply });
    }

    /// A reference as the file has it; empty, if only column and row tell the place.
    fn reference(&self, text: &str) -> String {
        let text = text.trim_end_matches('.');
        let name = text.trim_matches(['-', '/', '\\']);
        let Some(colour) = colour(name) else { return String::new() };
        text.replace(name, &format!("{}{}", self.swapped(colour), kind_of(&name[1..])))
    }

    /// A place by a piece that lies beside it.
    fn beside(&self, (column, row): Place) -> Option<String> {
        let around = [(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)];
        // Where the neighbour lies, seen from the place; so the place is on its other side.
        let marks = [("-", ""), ("/", ""), ("", "\\"), ("", "-"), ("", "/"), ("\\", "")];
        around.iter().zip(marks).find_map(|((dc, dr), (before, behind))| {
            let top = self.stacks.get(&(column + dc, row + dr))?.last()?;
            Some(format!("{before}{top}{behind}"))
        })
    }

    /// Takes up again what was set down.
    fn put_back(&mut self) {
        let Some(SetDown { piece, from, to, .. }) = self.set_down.take() else { return };
        if let Some(stack) = self.stacks.get_mut(&to) {
            stack.pop();
        }
        self.stacks.retain(|_, stack| !stack.is_empty());
        if let Some(from) = from {
            self.stacks.entry(from).or_default().push(piece);
        }
    }

    /// The player is done: what was set down is a move.
    fn done(&mut self, line: usize, sheet: &mut Scoresheet) {
        self.picked = None;
        self.stacks.retain(|_, stack| !stack.is_empty());
        let has_offered = std::mem::take(&mut self.is_offering);
        let has_passed = std::mem::take(&mut self.has_passed);
        if let Some(ended) = self.ending.take() {
            self.ended = Some(ended);
            self.put_back();
            return;
        }
        match self.set_down.take() {
            Some(set_down) => sheet.moves.push(set_down.ply),
            None if has_offered => {}
            // Newer records leave a pass out. A done without anything else means it,
            // if it can.
            None => {
                let pass = Ply { line, candidates: vec!["pass".into()], is_certain: has_passed };
                // Nobody passes twice running by being done.
                let is_again = sheet.moves.last().is_some_and(|last| !last.is_certain);
                if has_passed || !is_again {
                    sheet.moves.push(pass);
                }
            }
        }
    }

    /// What was set down when the record ends may be a move.
    fn leave(&mut self, sheet: &mut Scoresheet) {
        if let Some(SetDown { ply, .. }) = self.set_down.take() {
            sheet.moves.push(Ply { is_certain: false, ..ply });
        }
    }
}

/// The kind of a piece, and which of them it is, if there are several.
fn kind_of(name: &str) -> String {
    let name = name.to_ascii_uppercase();
    match name.as_str() {
        "M1" | "L1" | "P1" | "Q1" => name[..1].to_string(),
        _ => name,
    }
}

/// The colour that the name of a piece begins with, if it does: `b1` is a beetle, and
/// does not tell whose.
fn colour(piece: &str) -> Option<char> {
    let mut chars = piece.chars().map(|c| c.to_ascii_lowercase());
    let (first, second) = (chars.next()?, chars.next()?);
    (matches!(first, 'w' | 'b') && second.is_ascii_alphabetic()).then_some(first)
}

fn place(column: &str, row: &str) -> Option<Place> {
    let row = row.parse().ok()?;
    let letter = column.chars().last()?.to_ascii_uppercase();
    let letter = letter.is_ascii_uppercase().then(|| letter as i32 - 'A' as i32)?;
    let column = match column.len() {
        1 => letter,
        length => {
            let beyond: i32 = column[..length - 1].parse().ok()?;
            if letter == 0 { beyond.checked_neg()? } else { letter.checked_add(beyond)? }
        }
    };
    let is_near = |number: i32| number.unsigned_abs() < 10_000;
    (is_near(column) && is_near(row)).then_some((column, row))
}
