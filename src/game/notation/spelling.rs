//! What people put around and into a move, whatever the game: dashes and slashes
//! as text programs set them, a number before the move, a remark behind it.

/// A move with plain dashes and slashes, without a number and a remark.
pub fn plain(text: &str) -> String {
    let signs: String = text.chars().map(plain_sign).collect();
    without_remark(without_number(signs.trim())).to_string()
}

fn plain_sign(c: char) -> char {
    match c {
        '\u{2010}'..='\u{2015}'
        | '\u{2043}'
        | '\u{207b}'
        | '\u{2212}'
        | '\u{2796}'
        | '\u{fe58}'
        | '\u{fe63}'
        | '\u{ff0d}' => '-',
        '\u{2044}' | '\u{2215}' | '\u{2571}' | '\u{29f8}' | '\u{ff0f}' => '/',
        '\u{2216}' | '\u{2572}' | '\u{29f5}' | '\u{29f9}' | '\u{fe68}' | '\u{ff3c}' => '\\',
        other => other,
    }
}

/// A text without the number of the move: `12.`, `12...`, `12)`, `12:`.
fn without_number(text: &str) -> &str {
    let behind = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_sign = |c: char| matches!(c, '.' | '…' | ')' | ':');
    match behind.len() < text.len() && behind.starts_with(is_sign) {
        true => behind.trim_start_matches(|c: char| is_sign(c) || c.is_whitespace()),
        false => text,
    }
}

/// A text without what is remarked on the move: `!`, `??`, `!?`, `+`, `#`.
fn without_remark(text: &str) -> &str {
    text.trim_end_matches(|c: char| c.is_whitespace() || "!?+#‼⁇⁈⁉".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_remarks_are_left_out() {
        for text in [
            "b2-b3",
            "12. b2-b3",
            "12.b2-b3",
            "7... b2-b3",
            "7. ... b2-b3",
            "7… b2-b3",
            "3) b2-b3",
            "3: b2–b3",
            "b2−b3!",
            "b2‐b3 !?",
            "  1. b2—b3 ?? ",
            "b2-b3+",
            "b2-b3#",
            "b2-b3 ⁉",
        ] {
            assert_eq!(plain(text), "b2-b3", "{text}");
        }
    }

    #[test]
    fn a_number_is_one_only_before_a_sign() {
        assert_eq!(plain("4 2"), "4 2");
        assert_eq!(plain("12"), "12");
        assert_eq!(plain("12."), "");
        assert_eq!(plain("."), ".");
    }

    #[test]
    fn slashes_become_plain() {
        assert_eq!(plain("∕ ⁄ ／ ╱"), "/ / / /");
        assert_eq!(plain("∖ ＼ ╲ ⧵"), "\\ \\ \\ \\");
    }
}
