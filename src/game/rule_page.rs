//! The rules of a game in prose, as a player would explain them. They stand in a
//! file beside the rule file, `my_game.md` beside `my_game.pl`, in a small part of
//! Markdown; without one, the comment at the head of the rule file is the page.
//!
//! What is true only with an option says so: `<!-- where mosquito is on -->` at the
//! end of a paragraph or an item, or at the end of a heading for all below it.

use super::files::read_text;
use super::rules::Rules;
use super::shipped::shipped_game;
use super::spec::Source;
use crate::logic::engine::Includes;

/// A part of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Block {
    /// A heading.
    Heading(String),
    /// A paragraph, on one line.
    Paragraph(String),
    /// An item of a list, on one line.
    Item(String),
    /// An item of a list with numbers, on one line, its number first.
    Numbered(String),
    /// Lines that stay as they are.
    Lines(Vec<String>),
}

/// The rules of a game in prose, with the options it is played with. Nothing if
/// nobody has written any.
pub fn rule_page(rules: &Rules) -> Option<Vec<Block>> {
    let holds = |option: &str, value: &str| rules.chosen(option).as_deref() == Some(value);
    let written = match &rules.spec().source {
        Source::Shipped(name) => shipped_game(name)?.page.map(String::from),
        Source::File(path) => match rules.engine().limits().includes {
            Includes::Files => read_text(&path.with_extension("md")).ok(),
            Includes::Nothing => None,
        },
    };
    let blocks = match written {
        Some(text) => blocks(&text, holds),
        None => {
            let sources = &rules.program().sources;
            head_comment(&sources.file(sources.main()).text)
        }
    };
    (!blocks.is_empty()).then_some(blocks)
}

/// The blocks of a page that hold with the options of a game.
fn blocks(text: &str, holds: impl Fn(&str, &str) -> bool) -> Vec<Block> {
    let mut blocks = Vec::new();
    // The level of a heading whose condition does not hold.
    let mut skipped: Option<usize> = None;
    for (kind, text) in pieces(text) {
        let (text, condition) = conditioned(&text);
        let is_true = condition.is_none_or(|(option, value)| holds(option, value));
        let level = match kind {
            Kind::Heading(level) => level,
            _ => usize::MAX,
        };
        if skipped.is_some_and(|above| level > above) {
            continue;
        }
        skipped = (!is_true && level < usize::MAX).then_some(level);
        if is_true {
            // Strong words are as good without their signs.
            let text = text.replace("**", "");
            blocks.push(match kind {
                Kind::Heading(_) => Block::Heading(text),
                Kind::Item => Block::Item(text),
                Kind::Numbered => Block::Numbered(text),
                Kind::Paragraph => Block::Paragraph(text),
            });
        }
    }
    blocks
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Heading(usize),
    Item,
    Numbered,
    Paragraph,
}

/// The blocks of a text, each on one line.
fn pieces(text: &str) -> Vec<(Kind, String)> {
    let mut pieces: Vec<(Kind, String)> = Vec::new();
    let mut goes_on = false;
    for line in text.lines() {
        let line = line.trim();
        let level = line.chars().take_while(|c| *c == '#').count();
        if line.is_empty() {
            goes_on = false;
        } else if level > 0 {
            pieces.push((Kind::Heading(level), line[level..].trim().to_string()));
            goes_on = false;
        } else if let Some(item) = line.strip_prefix("- ") {
            pieces.push((Kind::Item, item.trim().to_string()));
            goes_on = true;
        } else if is_numbered(line) {
            pieces.push((Kind::Numbered, line.to_string()));
            goes_on = true;
        } else if let Some((_, last)) = pieces.last_mut().filter(|_| goes_on) {
            last.push(' ');
            last.push_str(line);
        } else {
            pieces.push((Kind::Paragraph, line.to_string()));
            goes_on = true;
        }
    }
    pieces
}

/// `1. Place a stone.`
fn is_numbered(line: &str) -> bool {
    line.split_once(". ").is_some_and(|(number, _)| {
        (1..=3).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// A text without the condition at its end, and the condition.
fn conditioned(text: &str) -> (&str, Option<(&str, &str)>) {
    let condition = || {
        let (before, comment) = text.rsplit_once("<!--")?;
        let words: Vec<&str> = comment.strip_suffix("-->")?.split_whitespace().collect();
        match words.as_slice() {
            ["where", option, "is", value] => Some((before.trim_end(), (*option, *value))),
            _ => None,
        }
    };
    match condition() {
        Some((before, condition)) => (before, Some(condition)),
        None => (text, None),
    }
}

/// Lines of a comment that are indented by so much more than its first are kept.
const INDENTED: usize = 2;

/// What the comment at the head of a rule file says: its first line is the heading.
fn head_comment(text: &str) -> Vec<Block> {
    let lines = text.lines().skip_while(|line| line.trim().is_empty());
    let lines: Vec<&str> = lines.map_while(|line| line.trim_start().strip_prefix('%')).collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let base = lines.first().map_or(0, |line| indent(line));
    let mut blocks: Vec<Block> = Vec::new();
    let mut goes_on = false;
    for line in lines {
        let text = line.trim().trim_start_matches('%').trim();
        if text.is_empty() {
            goes_on = false;
        } else if indent(line) >= base + INDENTED {
            let kept = line.trim_end().get(base..).unwrap_or_default().to_string();
            match blocks.last_mut() {
                Some(Block::Lines(lines)) => lines.push(kept),
                _ => blocks.push(Block::Lines(vec![kept])),
            }
            goes_on = false;
        } else {
            match blocks.last_mut() {
                None => blocks.push(Block::Heading(text.trim_end_matches('.').to_string())),
                Some(Block::Paragraph(last)) if goes_on => {
                    last.push(' ');
                    last.push_str(text);
                }
                Some(_) => {
                    blocks.push(Block::Paragraph(text.to_string()));
                    goes_on = true;
                }
            }
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_option_excludes_is_left_out() {
        let page = "# Game\n\nOne\ntwo. <!-- where a is on -->\n\n- x <!-- where a is off -->\n- y\n  z\n\n\
                    ## B <!-- where b is on -->\n\nhidden\n\n### C\n\nhidden\n\n## D\n\nseen\n";
        let holds = |option: &str, value: &str| (option, value) == ("a", "on");
        let said = blocks(page, holds);
        let paragraph = |text: &str| Block::Paragraph(text.into());
        let heading = |text: &str| Block::Heading(text.into());
        let expected = [
            heading("Game"),
            paragraph("One two."),
            Block::Item("y z".into()),
            heading("D"),
            paragraph("seen"),
        ];
        assert_eq!(said, expected);
    }

    #[test]
    fn lists_may_have_numbers() {
        let said = blocks("1. **Place**\n   a stone.\n2. Pass.\n", |_, _| true);
        let item = |text: &str| Block::Numbered(text.into());
        assert_eq!(said, [item("1. Place a stone."), item("2. Pass.")]);
    }

    #[test]
    fn the_head_of_a_rule_file_is_a_page_too() {
        let text = "%   Three in a row.\n%\n%   Two players\n%   take turns.\n%       a   b\n%\n\n% later\na.\n";
        let expected = [
            Block::Heading("Three in a row".into()),
            Block::Paragraph("Two players take turns.".into()),
            Block::Lines(vec!["    a   b".into()]),
        ];
        assert_eq!(head_comment(text), expected);
        assert_eq!(head_comment(":- title(x).\n% not a head\n"), []);
    }

    #[test]
    fn every_game_that_ships_has_a_page_without_conditions_left_in_it() {
        for name in ["hive", "hive+mlp:tournament=off", "tanks", "gauss"] {
            let page = rule_page(&Rules::open(name).unwrap()).unwrap();
            let shown = format!("{page:?}");
            assert!(!shown.contains("<!--"), "{shown}");
            assert_eq!(shown.contains("pillbug"), name.contains("mlp"), "{name}");
            assert_eq!(shown.contains("tournament"), name == "hive", "{name}");
        }
    }
}
