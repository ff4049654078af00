//! A session at the prompt, without a terminal: what is typed, and what is said.
#![allow(dead_code, reason = "each test uses what it needs")]

use std::sync::Arc;

use hornet::game::{Game, Rules};
use hornet::logic::engine::Limits;
use hornet::repl::{Reply, Session, Status, statement};

/// A position with stacks, a pinned spider, and black to move.
pub const MIDDLE: &str =
    "Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wB1 -wQ;bA1 bQ-;wB1 wQ;bA1 \\wQ;wB1 wS1";

/// A session to type into.
pub struct Prompt(pub Session);

impl Prompt {
    pub fn on(game: &str) -> Prompt {
        Prompt(Session::new(
            Game::new(Arc::new(Rules::open(game).unwrap())).unwrap(),
            Limits::default(),
        ))
    }

    pub fn in_the_middle() -> Prompt {
        let mut prompt = Prompt::on("hive");
        prompt.fine(&format!("load {MIDDLE}"));
        prompt
    }

    /// Types an entry; the replies to its statements, without colour.
    pub fn replies(&mut self, entry: &str) -> Vec<Reply> {
        let mut replies = Vec::new();
        let mut rest = entry;
        while let Some((statement, after)) = statement::first(self.0.game(), rest) {
            rest = after;
            let Reply { text, instruction, status } = self.0.run(statement);
            let plain = |text: &str| anstream::adapter::strip_str(text).to_string();
            replies.push(Reply { text: plain(&text), instruction: plain(&instruction), status });
        }
        replies
    }

    pub fn said(&mut self, entry: &str, wanted: Status) -> String {
        let replies = self.replies(entry);
        let texts: Vec<&str> = replies.iter().map(|reply| reply.text.as_str()).collect();
        let text = texts.join("\n");
        assert!(replies.iter().all(|reply| reply.status == wanted), "{entry}\n{text}");
        text
    }

    /// Types an entry that goes well.
    pub fn fine(&mut self, entry: &str) -> String {
        self.said(entry, Status::Fine)
    }

    /// Types an entry that must not change anything, and be told why.
    pub fn wrong(&mut self, entry: &str, parts: &[&str]) {
        let before = self.0.game().clone();
        let text = self.said(entry, Status::Error);
        for part in parts {
            assert!(text.contains(part), "{entry}: `{part}` is not in\n{text}");
        }
        let game = self.0.game();
        assert!(game.position() == before.position(), "{entry}");
        assert_eq!(game.rules().amendments(), before.rules().amendments(), "{entry}");
        assert_eq!(game.rules().name(), before.rules().name(), "{entry}");
    }

    pub fn legal(&self) -> Vec<String> {
        let game = self.0.game();
        game.legal().unwrap().iter().map(|action| action.to_string()).collect()
    }
}
