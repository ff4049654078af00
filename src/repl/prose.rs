//! A page of prose, such as the rules of a game, laid out for a screen.

use super::layout;
use super::style::{self, paint};
use crate::game::{Block, Rules, rule_page};

/// Lines longer than this are hard to read, however wide the screen.
const WIDEST: usize = 80;

/// The rules of a game as a player would explain them.
pub fn rules_in_prose(rules: &Rules, screen: usize) -> String {
    let aside = |text: &str| paint(style::ASIDE, &format!("% {text}"));
    let Some(page) = rule_page(rules) else {
        return aside(
            "nobody has written a page about this game; `rules text` shows the text of its rules",
        );
    };
    let note = match rules.is_by_the_book() {
        true => "`rules text` shows the text that Hornet plays by",
        false => "the rules have been changed: `rules text` shows them as they are",
    };
    let width = screen.min(WIDEST);
    format!("{}\n\n{}", laid_out(&page, width), layout::wrap_words(&aside(note), width))
}

fn laid_out(page: &[Block], width: usize) -> String {
    let mut text = String::new();
    let mut before: Option<&Block> = None;
    for block in page {
        let is_item = |block: &Block| matches!(block, Block::Item(_) | Block::Numbered(_));
        let is_list = before.is_some_and(is_item) && is_item(block);
        text += match before {
            None => "",
            Some(_) if is_list => "\n",
            Some(_) => "\n\n",
        };
        text += &match block {
            Block::Heading(heading) => paint(style::STRONG, heading),
            Block::Paragraph(paragraph) => layout::wrapped(paragraph, width, 0),
            Block::Item(item) => layout::wrapped(&format!("  - {item}"), width, 4),
            Block::Numbered(item) => layout::wrapped(&format!("  {item}"), width, 5),
            Block::Lines(lines) => lines.join("\n"),
        };
        before = Some(block);
    }
    text
}
