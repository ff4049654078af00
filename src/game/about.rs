//! What a record tells about a game besides its moves: who played, when and where,
//! and comments. The rules know nothing of it.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Nobody has so much to say about a game; what is more is left out.
const MOST_TAGS: usize = 500;

/// A tag's name and value are cut to this many characters.
const LONGEST_NAME: usize = 60;
const LONGEST_VALUE: usize = 400;

/// What is known about a game.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct About {
    /// Names and values as they were read: `Event`, `White` and others. None occurs
    /// twice.
    tags: Vec<(String, String)>,
    /// Comments by how many moves were played before them.
    comments: BTreeMap<usize, String>,
}

/// The first characters of a text.
fn cut(text: String, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => text[..end].to_string(),
        None => text,
    }
}

impl About {
    /// Where nothing is known.
    pub fn nothing() -> &'static About {
        static NOTHING: LazyLock<About> = LazyLock::new(About::default);
        &NOTHING
    }

    /// The tags in order.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The value of a tag, unless it is empty or says that it is not known.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let (_, value) = self.tags().find(|(known, _)| *known == name)?;
        let is_known = !matches!(value.trim(), "" | "?" | "????.??.??");
        is_known.then_some(value)
    }

    /// Sets a tag. One that is there already keeps its place.
    pub fn set_tag(&mut self, name: impl Into<String>, value: impl Into<String>) {
        let (name, value) = (cut(name.into(), LONGEST_NAME), cut(value.into(), LONGEST_VALUE));
        match self.tags.iter().position(|(known, _)| *known == name) {
            Some(index) => self.tags[index].1 = value,
            None if self.tags.len() < MOST_TAGS => self.tags.push((name, value)),
            None => {}
        }
    }

    /// Removes a tag.
    pub fn remove_tag(&mut self, name: &str) {
        self.tags.retain(|(known, _)| known != name);
    }

    /// The comment after this many moves.
    pub fn comment(&self, moves: usize) -> Option<&str> {
        self.comments.get(&moves).map(String::as_str)
    }

    /// Adds a comment after this many moves, behind those that are there. It becomes
    /// one line.
    pub fn add_comment(&mut self, moves: usize, text: &str) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.is_empty() {
            return;
        }
        let comment = self.comments.entry(moves).or_default();
        if !comment.is_empty() {
            comment.push(' ');
        }
        comment.push_str(&text);
    }

    /// Moves what comes after this many moves to one move earlier, as that many are
    /// counted one too many.
    pub fn skip_move(&mut self, moves: usize) {
        let later = self.comments.split_off(&(moves + 1));
        later.into_iter().for_each(|(at, text)| self.add_comment(at - 1, &text));
    }

    /// Whether anything is said about what comes after this many moves.
    pub fn reaches_beyond(&self, moves: usize) -> bool {
        self.comments.last_key_value().is_some_and(|(last, _)| *last > moves)
    }

    /// Forgets what comes after this many moves.
    pub fn forget_beyond(&mut self, moves: usize) {
        self.comments.retain(|at, _| *at <= moves);
    }

    /// Who played, where and when, in a line; nothing if that is not known.
    pub fn heading(&self) -> Option<String> {
        let players = match (self.tag("White"), self.tag("Black")) {
            (Some(white), Some(black)) => Some(format!("{white} against {black}")),
            (Some(white), None) => Some(format!("white: {white}")),
            (None, Some(black)) => Some(format!("black: {black}")),
            (None, None) => None,
        };
        let round = self.tag("Round").map(|round| format!("round {round}"));
        let others = ["Event", "Site", "Date"].map(|name| self.tag(name).map(String::from));
        let [event, site, date] = others;
        let parts: Vec<String> =
            [players, event, round, site, date].into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_tells_what_is_known() {
        let mut about = About::default();
        assert_eq!(about.heading(), None);
        about.set_tag("Black", "Bob");
        about.set_tag("Date", "????.??.??");
        assert_eq!(about.heading().unwrap(), "black: Bob");
        about.set_tag("White", "Ann");
        about.set_tag("Round", "2");
        about.set_tag("Event", "Club Cup");
        about.set_tag("Date", "2024.05.01");
        assert_eq!(about.heading().unwrap(), "Ann against Bob, Club Cup, round 2, 2024.05.01");
    }

    #[test]
    fn comments_belong_to_their_moves() {
        let mut about = About::default();
        about.add_comment(2, "first\n  line ");
        about.add_comment(2, "second");
        about.add_comment(3, "");
        assert_eq!(about.comment(2), Some("first line second"));
        assert!(about.reaches_beyond(1) && !about.reaches_beyond(2));
        about.forget_beyond(1);
        assert_eq!(about, *About::nothing());
    }
}
