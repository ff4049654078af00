//! The words of a line of a game file, and where its comment begins. A word with
//! blanks in it is quoted, and a `#` between quotes does not begin a comment.

/// The line without its comment, and without blanks around it.
pub fn without_comment(line: &str) -> &str {
    let mut quotes = Quotes::default();
    let comment = line.find(|c| !quotes.hold(c) && c == '#');
    line[..comment.unwrap_or(line.len())].trim()
}

/// The words of a line, without their quotes.
pub fn words(line: &str) -> Vec<String> {
    let mut quotes = Quotes::default();
    let parts = line.split(|c: char| !quotes.hold(c) && c.is_whitespace());
    parts.filter(|word| !word.is_empty()).map(unquoted).collect()
}

/// Words as a line that [`words`] splits again.
pub fn written_words(words: &[String]) -> String {
    let written: Vec<String> = words.iter().map(|word| written_word(word)).collect();
    written.join(" ")
}

fn written_word(word: &str) -> String {
    let is_plain = |c: char| !c.is_whitespace() && !c.is_control() && !"'#".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_string();
    }
    let escaped = word.replace('\\', "\\\\").replace('\'', "\\'").replace('\n', "\\n");
    format!("'{escaped}'")
}

fn unquoted(word: &str) -> String {
    let Some(inner) = word.strip_prefix('\'').and_then(|word| word.strip_suffix('\'')) else {
        return word.to_string();
    };
    let mut plain = String::new();
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        plain.extend(match (c, chars.as_str().chars().next()) {
            ('\\', Some(_)) => chars.next().map(|c| if c == 'n' { '\n' } else { c }),
            _ => Some(c),
        });
    }
    plain
}

/// Whether we are between quotes, character by character. A quote inside a word
/// is an apostrophe. A backslash escapes between quotes only: in Hive's notation
/// it is a direction.
#[derive(Default)]
struct Quotes {
    open: bool,
    escaped: bool,
    in_word: bool,
}

impl Quotes {
    /// Whether the next character belongs to a quoted part, its quotes included.
    fn hold(&mut self, c: char) -> bool {
        let was_open = self.open;
        if c == '\'' && !self.escaped && (was_open || !self.in_word) {
            self.open = !self.open;
        }
        self.in_word = c.is_alphanumeric();
        self.escaped = was_open && c == '\\' && !self.escaped;
        was_open || self.open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_ends_the_line() {
        for (line, rest) in [
            ("b2-b3", "b2-b3"),
            ("  b2-b3#good\r", "b2-b3"),
            ("# all of it's a comment", ""),
            ("wA1 bQ\\ # Hive's backslash", "wA1 bQ\\"),
            ("say('a # b') # c", "say('a # b')"),
            ("say('don\\'t #') # c", "say('don\\'t #')"),
            ("game Bob's.pl # not Ann's", "game Bob's.pl"),
            ("say('\\\\') # c", "say('\\\\')"),
        ] {
            assert_eq!(without_comment(line), rest);
        }
    }

    #[test]
    fn words_are_read_as_they_are_written() {
        let names = ["human", "minimax:3", "C:\\engine.exe", "my engine", "", "it's", "#1", "a\nb"];
        let names: Vec<String> = names.map(String::from).to_vec();
        let line = written_words(&names);
        assert!(line.starts_with("human minimax:3 C:\\engine.exe 'my engine' '' "), "{line}");
        assert_eq!(without_comment(&format!("{line} # players")), line);
        assert_eq!(line.lines().count(), 1);
        assert_eq!(words(&line), names);
        assert_eq!(words("Bob's engine"), ["Bob's", "engine"]);
        assert_eq!(words("  human\t random "), ["human", "random"]);
        assert_eq!(words(""), [""; 0]);
    }
}
