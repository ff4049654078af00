//! Portable game notation, as programs for Hive write it: tags in brackets, then the
//! moves, each with its number, and comments in braces. It is read leniently: moves
//! may share lines and lack numbers, and several games may follow each other.

use super::{Ply, Scoresheet, clean};
use crate::game::{Game, Outcome, Settlement, game_type};
use crate::logic::Atom;
use crate::logic::engine::EvalError;

/// The tags that every record has, in this order; their values may be empty.
const USUAL: [&str; 6] = ["Date", "Event", "Site", "Round", "White", "Black"];

/// The tags that follow from the game itself.
const GAME_TYPE: &str = "GameType";
const RESULT: &str = "Result";
const TERMINATION: &str = "Termination";

/// Longer tags, in bytes, are not looked for, and longer cells neither.
const LONGEST_TAG: usize = 2000;
const LONGEST_CELL: usize = 20;

/// The marks of the six directions, also as word processors write them.
const MARKS: [char; 12] = ['-', '/', '\\', '‐', '‑', '–', '—', '−', '⁄', '∕', '／', '＼'];

/// Whether a text is meant as a record of this kind: it begins with a tag, a comment,
/// or the number of a move.
pub fn is_meant(text: &str) -> bool {
    let text = text.trim_start();
    let after_number = text.trim_start_matches(|c: char| c.is_ascii_digit());
    tag(text).is_some()
        || text.starts_with('{')
        || (after_number.len() < text.len() && after_number.starts_with('.'))
}

/// The games in a text.
pub fn sheets(text: &str) -> Vec<Scoresheet> {
    let mut reader = Reader::default();
    let mut scanner = Scanner { rest: text, line: 1, is_line_start: true };
    while let Some((line, token)) = scanner.next() {
        reader.take(line, token);
    }
    reader.end_game();
    reader.sheets
}

/// A tag at the beginning of a text, its name and value, and what follows. Its value
/// ends with a quote before a bracket; one that is escaped only if there is no other, as
/// not everybody escapes quotes.
pub fn tag(text: &str) -> Option<((String, String), &str)> {
    let inside = text.strip_prefix('[')?;
    let line = beginning(inside, LONGEST_TAG).lines().next()?;
    let (name, value) = line.trim_start().split_once(char::is_whitespace)?;
    if name.is_empty() || name.contains(['"', ']']) {
        return None;
    }
    let value = value.trim_start();
    let begin = line.len() - value.len();
    let (value, length) = match value.strip_prefix('"') {
        Some(quoted) => {
            let is_end = |at: &usize| quoted[at + 1..].trim_start().starts_with(']');
            let is_escaped = |at: &usize| {
                quoted[..*at].bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1
            };
            let ends = || quoted.match_indices('"').map(|(at, _)| at).filter(is_end);
            let end = ends().find(|at| !is_escaped(at)).or_else(|| ends().next())?;
            let bracket = quoted[end..].find(']')?;
            (&quoted[..end], 1 + end + bracket + 1)
        }
        None => {
            let end = value.find(']')?;
            (value[..end].trim_end(), end + 1)
        }
    };
    let value = value.replace("\\\"", "\"").replace("\\\\", "\\");
    Some(((name.to_string(), value), &inside[begin + length..]))
}

/// This many bytes of a text, or a few less, where the last one is not the end of a
/// character.
fn beginning(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
    &text[..end.unwrap_or(0)]
}

/// A tag as it is written.
pub fn written_tag(name: &str, value: &str) -> String {
    format!("[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A comment as it is written.
pub fn written_comment(text: &str) -> String {
    format!("{{{}}}", text.replace('}', ")"))
}

/// A game of Hive as other programs read it; nothing for other games.
pub fn written(game: &Game) -> Result<Option<String>, EvalError> {
    let Some(game_type) = game_type(game) else { return Ok(None) };
    let result = match game.outcome()? {
        Outcome::Open => "InProgress",
        Outcome::Draw => "Draw",
        Outcome::Won(winners) => match winners.as_slice() {
            [winner] if winner.as_str() == "white" => "WhiteWins",
            [_] => "BlackWins",
            _ => "Draw",
        },
    };
    let about = game.about();
    let mut lines = vec![written_tag(GAME_TYPE, &game_type)];
    lines.extend(USUAL.map(|name| {
        let value = about.tags().find(|(known, _)| *known == name);
        written_tag(name, value.map_or("", |(_, value)| value))
    }));
    lines.push(written_tag(RESULT, result));
    let own = |name: &str| {
        USUAL.contains(&name)
            || [GAME_TYPE, RESULT].contains(&name)
            || (name == TERMINATION && game.settlement().is_some())
    };
    let further = about.tags().filter(|(name, _)| !own(name));
    lines.extend(further.map(|(name, value)| written_tag(name, value)));
    lines.extend(game.settlement().and_then(termination).map(|by| written_tag(TERMINATION, &by)));
    lines.push(String::new());
    lines.extend(about.comment(0).map(written_comment));
    for (index, (before, action)) in game.moves().iter().enumerate() {
        let written = before.rules().presentation().write(before, action);
        lines.push(format!("{}. {written}", index + 1));
        lines.extend(about.comment(index + 1).map(written_comment));
    }
    if result != "InProgress" {
        lines.extend([String::new(), result.to_string()]);
    }
    Ok(Some(lines.join("\n") + "\n"))
}

/// How players ended a game, where the result alone does not tell it.
fn termination(settlement: Settlement) -> Option<String> {
    match settlement {
        Settlement::Resigned(_) | Settlement::Forfeited(_) => Some(settlement.to_string()),
        Settlement::AgreedDraw => Some("draw agreed".into()),
        Settlement::Declared(_) => None,
    }
}

/// A part of a text.
enum Token<'a> {
    Tag(String, String),
    Comment(&'a str),
    /// The number of a move.
    Number,
    Word(&'a str),
}

struct Scanner<'a> {
    rest: &'a str,
    line: usize,
    is_line_start: bool,
}

impl<'a> Scanner<'a> {
    /// The next token, with the line it begins on.
    fn next(&mut self) -> Option<(usize, Token<'a>)> {
        loop {
            let was_glued = !self.skip_blanks();
            let line = self.line;
            let first = self.rest.chars().next()?;
            let is_line_start = std::mem::replace(&mut self.is_line_start, false);
            match first {
                '[' => {
                    if let Some(((name, value), after)) = tag(self.rest) {
                        self.rest = after;
                        return Some((line, Token::Tag(name, value)));
                    }
                    match is_line_start {
                        true => _ = self.take_line(),
                        false => _ = self.take(1),
                    }
                }
                '{' => {
                    self.take(1);
                    let text = self.take(self.rest.find('}').unwrap_or(self.rest.len()));
                    self.take(1);
                    return Some((line, Token::Comment(text)));
                }
                // Right behind a move it separates, as in a GameString.
                ';' if was_glued && !is_line_start => _ = self.take(1),
                ';' => {
                    self.take(1);
                    return Some((line, Token::Comment(self.take_line())));
                }
                '%' if is_line_start => _ = self.take_line(),
                '(' if is_cell(self.rest) => {
                    let end = self.rest.find(')').map_or(self.rest.len(), |at| at + 1);
                    return Some((line, Token::Word(self.take(end))));
                }
                '(' => self.skip_variation(),
                ')' | '}' | ']' => _ = self.take(1),
                '$' => _ = self.take_word(),
                _ if self.number() > 0 => {
                    self.take(self.number());
                    return Some((line, Token::Number));
                }
                _ => {
                    let word = self.take_word().trim_end_matches(['!', '?']);
                    if !word.is_empty() {
                        return Some((line, Token::Word(word)));
                    }
                }
            }
        }
    }

    /// Skips blanks; whether there were any.
    fn skip_blanks(&mut self) -> bool {
        let is_blank = |c: char| c.is_whitespace() || c == '\u{feff}';
        let after = self.rest.trim_start_matches(is_blank);
        let length = self.rest.len() - after.len();
        self.is_line_start |= self.take(length).contains('\n');
        length > 0
    }

    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length.min(self.rest.len()));
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    fn take_line(&mut self) -> &'a str {
        self.take(self.rest.find('\n').unwrap_or(self.rest.len()))
    }

    fn take_word(&mut self) -> &'a str {
        let ends = |c: char| c.is_whitespace() || "{};()[]".contains(c);
        self.take(self.rest.find(ends).unwrap_or(self.rest.len()).max(1))
    }

    /// The length of the number of a move, such as `12.`, if there is one here. `1-0`
    /// is none.
    fn number(&self) -> usize {
        let after = self.rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = self.rest.len() - after.len();
        let rest = after.trim_start_matches('.');
        let is_whole =
            rest.len() < after.len() || rest.is_empty() || rest.starts_with(char::is_whitespace);
        if digits > 0 && is_whole { self.rest.len() - rest.len() } else { 0 }
    }

    /// Skips other moves that were thought of: `(2. bQ wS1- (2. bA1 wS1-))`.
    fn skip_variation(&mut self) {
        let mut depth = 0;
        loop {
            let next = self.rest.find(['(', ')', '{']).unwrap_or(self.rest.len());
            self.take(next);
            match self.take(1) {
                "(" => depth += 1,
                ")" => depth -= 1,
                "{" => _ = self.take(self.rest.find('}').unwrap_or(self.rest.len())),
                _ => return,
            }
            if depth == 0 {
                return;
            }
        }
    }
}

/// Whether a text begins with a cell, such as `(1,-1)`.
fn is_cell(text: &str) -> bool {
    let text = beginning(text, LONGEST_CELL);
    let inside = text.strip_prefix('(').and_then(|text| text.split_once(')'));
    inside.is_some_and(|(cell, _)| {
        let is_number = |text: &str| text.trim().parse::<i64>().is_ok();
        cell.split_once(',').is_some_and(|(q, r)| is_number(q) && is_number(r))
    })
}

/// Puts tokens together to games.
#[derive(Default)]
struct Reader {
    sheets: Vec<Scoresheet>,
    sheet: Option<Scoresheet>,
    /// A move whose place may follow, and its line.
    begun: Option<(usize, String)>,
    /// Whether the result has been told after the moves.
    is_over: bool,
}

impl Reader {
    fn take(&mut self, line: usize, token: Token) {
        match token {
            Token::Tag(name, value) => {
                self.end_move();
                if self.sheet.as_ref().is_some_and(|sheet| !sheet.moves.is_empty()) || self.is_over
                {
                    self.end_game();
                }
                self.tag(line, clean(&name), &clean(&value));
            }
            Token::Comment(text) => {
                self.end_move();
                let sheet = self.sheet(line);
                sheet.about.add_comment(sheet.moves.len(), &clean(text));
            }
            Token::Number => self.end_move(),
            Token::Word(word) => match result(word) {
                Some(result) => {
                    self.end_move();
                    let sheet = self.sheet(line);
                    sheet.result = result.or(sheet.result);
                    self.is_over = true;
                }
                None => self.word(line, word),
            },
        }
    }

    /// The game that is being read; another one, after the end of the last.
    fn sheet(&mut self, line: usize) -> &mut Scoresheet {
        self.sheet.get_or_insert_with(|| Scoresheet::at(line))
    }

    fn tag(&mut self, line: usize, name: String, value: &str) {
        let sheet = self.sheet(line);
        match name.as_str() {
            GAME_TYPE => sheet.game_type = Some(value.to_string()),
            RESULT => sheet.result = result(value).flatten(),
            _ => sheet.about.set_tag(name, value),
        }
    }

    /// Takes a move, or a part of one: a piece, or its place.
    fn word(&mut self, line: usize, word: &str) {
        if word.chars().all(|c| c == '.') && self.begun.is_none() {
            return;
        }
        if self.is_over {
            self.end_game();
        }
        let is_first = self.sheet(line).moves.is_empty();
        let is_mark = word.chars().all(|c| MARKS.contains(&c));
        let Some((begun, text)) = self.begun.take() else {
            self.begun = Some((line, word.to_string()));
            if is_whole(word) {
                self.end_move();
            }
            return;
        };
        if text.ends_with(MARKS) || (!is_first && !is_mark) || is_place(word) {
            let gap = if text.ends_with(MARKS) { "" } else { " " };
            self.begun = Some((begun, format!("{text}{gap}{word}")));
            if !is_mark {
                self.end_move();
            }
            return;
        }
        // The first piece of all has no place: this is the next one.
        self.begun = Some((begun, text));
        self.end_move();
        self.word(line, word);
    }

    fn end_move(&mut self) {
        if let Some((line, text)) = self.begun.take() {
            self.sheet(line).moves.push(Ply::certain(line, clean(&text)));
        }
    }

    fn end_game(&mut self) {
        self.end_move();
        self.is_over = false;
        if let Some(mut sheet) = self.sheet.take() {
            sheet.result = sheet.result.map(|result| explained(result, &sheet));
            if matches!(
                sheet.result,
                Some(Settlement::Resigned(_) | Settlement::Forfeited(_) | Settlement::AgreedDraw)
            ) {
                sheet.about.remove_tag(TERMINATION);
            }
            self.sheets.push(sheet);
        }
    }
}

/// Whether a word is a move by itself: `pass`, or a piece and its place without a
/// blank, as in `wA1-wQ`.
fn is_whole(word: &str) -> bool {
    let within = word.trim_matches(MARKS);
    word.eq_ignore_ascii_case("pass") || (within == word && within.contains(MARKS))
}

/// Whether a word cannot be a piece by itself.
fn is_place(word: &str) -> bool {
    word == "." || word.starts_with('(') || word.starts_with(MARKS) || word.ends_with(MARKS)
}

/// What a word says about the result, if it says anything; nothing for a game that
/// goes on.
fn result(word: &str) -> Option<Option<Settlement>> {
    let winner = |name: &str| Some(Some(Settlement::Declared(Some(Atom::new(name)))));
    match word.to_ascii_lowercase().as_str() {
        "whitewins" | "1-0" => winner("white"),
        "blackwins" | "0-1" => winner("black"),
        "draw" | "1/2-1/2" | "1/2" | "½-½" | "½" => Some(Some(Settlement::Declared(None))),
        "*" | "inprogress" | "notstarted" | "unknown" | "unkown" | "" => Some(None),
        _ => None,
    }
}

/// The one who lost to the winner.
fn loser(winner: Atom) -> Atom {
    Atom::new(if winner.as_str() == "white" { "black" } else { "white" })
}

/// The result with its cause, if the record tells it.
fn explained(result: Settlement, sheet: &Scoresheet) -> Settlement {
    let by = sheet.about.tag(TERMINATION).unwrap_or_default().to_lowercase();
    match result {
        Settlement::Declared(Some(winner)) if by.contains("resign") => {
            Settlement::Resigned(loser(winner))
        }
        Settlement::Declared(Some(winner)) if by.contains("forfeit") => {
            Settlement::Forfeited(loser(winner))
        }
        Settlement::Declared(None) if by.contains("agree") => Settlement::AgreedDraw,
        other => other,
    }
}
