//! Texts that are almost right: parts of good ones, moved, left out and put in.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// What the rule language, game files and commands are made of, and what they are
/// not.
const WORDS: &[&str] = &[
    "\\+ ",
    ":- ",
    ", ",
    ". ",
    ".\n",
    "(",
    ")",
    "[",
    "]",
    "|",
    ";",
    "->",
    "_",
    "X",
    "Y",
    "a",
    "''",
    "'",
    "0",
    "1",
    "-1",
    "9223372036854775807",
    "99999999999999999999",
    "%",
    "/*",
    "*/",
    " is ",
    " = ",
    " \\= ",
    " < ",
    " =:= ",
    "**",
    "^",
    " mod ",
    "//",
    " - ",
    "legal(A)",
    "turn(P)",
    "cell(C)",
    "step(A, D, B)",
    "aggregate_all(count, ",
    "aggregate_all(max(X), ",
    ":- include('x.pl').\n",
    ":- state(",
    ":- action(",
    ":- option(",
    ":- type(",
    "\n",
    "\r\n",
    "\t",
    " ",
    "\u{1b}[31m",
    "\0",
    "ä",
    "漢",
    "\u{202e}",
    "!",
    "rule add ",
    "rule off ",
    "players ",
    "game ",
    "resigned ",
    "why ",
    "what if ",
    "undo",
    "pass",
    "Base+MLP;",
    "wQ",
    "/",
    "\\",
    "-",
    "–",
    "−",
    "∕",
    "＼",
    "…",
    "12. ",
    "7... ",
    "!?",
    " .",
    "wA -wA1",
    "wB1-wB1",
    "wL1",
    "bestmove depth 1",
    "newgame ",
];

/// Longer texts are cut.
const LONGEST: usize = 20_000;

/// Makes texts out of good ones.
pub struct Mutator {
    seeds: Vec<String>,
    chance: ChaCha8Rng,
}

impl Mutator {
    pub fn new(seeds: Vec<String>, seed: u64) -> Mutator {
        assert!(!seeds.is_empty(), "there are texts to begin with");
        Mutator { seeds, chance: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// Another text.
    pub fn next(&mut self) -> String {
        let mut text = self.seed();
        for _ in 0..self.chance.random_range(0..8) {
            self.mutate(&mut text);
        }
        text.truncate(boundary(&text, LONGEST.min(text.len())));
        text
    }

    fn seed(&mut self) -> String {
        self.seeds.choose(&mut self.chance).expect("there are some").clone()
    }

    fn mutate(&mut self, text: &mut String) {
        let (start, end) = self.part(text);
        match self.chance.random_range(0..7) {
            0 => text.replace_range(start..end, ""),
            1 => {
                let part = text[start..end].to_string();
                text.insert_str(start, &part);
            }
            2 | 3 => {
                let word = WORDS.choose(&mut self.chance).expect("there are some");
                text.insert_str(start, word);
            }
            4 => {
                let word = WORDS.choose(&mut self.chance).expect("there are some");
                text.replace_range(start..end, word);
            }
            5 => {
                let other = self.seed();
                let (from, to) = self.part(&other);
                text.replace_range(start..end, &other[from..to]);
            }
            _ => {
                let part = text[start..end].to_string();
                text.replace_range(start..end, "");
                let (place, _) = self.part(text);
                text.insert_str(place, &part);
            }
        }
    }

    /// A part of a text, short as a rule.
    fn part(&mut self, text: &str) -> (usize, usize) {
        let start = self.chance.random_range(0..=text.len());
        let most = if self.chance.random_bool(0.9) { 12 } else { text.len() };
        let end = (start + self.chance.random_range(0..=most)).min(text.len());
        (boundary(text, start), boundary(text, end))
    }
}

/// The nearest place before that is not inside of a character.
fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
