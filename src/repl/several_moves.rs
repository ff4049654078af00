//! Several moves in one line, as people write them down: `b2-b3; c5-c4`, or with
//! blanks between them, `wS1 bS1 wS1-`. A move may have blanks in it, so where one
//! ends is decided by what can be played.

use super::statement::{action_of, is_logic};
use super::style::{self, paint};
use crate::game::{Action, Game};

/// A move is written in no more words than this.
const WORDS_OF_A_MOVE: usize = 4;

/// This many moves further on decide between two ways of reading a line.
const MOVES_AHEAD: usize = 3;

/// The first of several moves in a line, and what follows it; nothing if the line
/// is something else.
pub fn first<'a>(game: &Game, line: &'a str) -> Option<(Action, &'a str)> {
    if !game.rules().is_game() {
        return None;
    }
    match line.split_once(';') {
        Some((one, others)) => match action_of(game, one) {
            Some(action) => are_moves(game, &action, others).then_some((action, others)),
            None => {
                let (action, rest) = by_blanks(game, one)?;
                Some((action, &line[one.len() - rest.len()..]))
            }
        },
        None => by_blanks(game, line),
    }
}

/// Whether what stands between semicolons behind a move are moves. After one that
/// is refused, the others cannot be read; and somebody may have mistyped the next.
fn are_moves(game: &Game, action: &Action, others: &str) -> bool {
    let mut game = game.clone();
    if game.play(action).is_err() {
        return others.split(';').all(|other| !other.contains('('));
    }
    match others.split(';').find(|other| !other.trim().is_empty()) {
        Some(next) => action_of(&game, next).is_some() || !is_logic(next),
        None => true,
    }
}

/// The reading in which most words belong to moves, the longer moves first.
fn by_blanks<'a>(game: &Game, line: &'a str) -> Option<(Action, &'a str)> {
    let ends = word_ends(line);
    let (mut best, mut first) = (0, None);
    for words in (1..=WORDS_OF_A_MOVE.min(ends.len().saturating_sub(1))).rev() {
        let text = &line[..ends[words - 1]];
        let Some(action) = action_of(game, text) else { continue };
        let mut next = game.clone();
        if next.play(&action).is_err() {
            continue;
        }
        let further = reach(&next, line, &ends, words, MOVES_AHEAD);
        if further > 0 && words + further > best {
            (best, first) = (words + further, Some((action, text.len())));
        }
    }
    let (action, end) = first?;
    Some((action, &line[end..]))
}

/// How many words from a place on are moves, one after the other. What is refused
/// is a move as well, but nothing can be read after it.
fn reach(game: &Game, line: &str, ends: &[usize], from: usize, moves: usize) -> usize {
    let most = WORDS_OF_A_MOVE.min(ends.len() - from);
    if moves == 0 || most == 0 {
        return 0;
    }
    let reached = |words: usize| {
        let action = action_of(game, &line[ends[from - 1]..ends[from + words - 1]])?;
        let mut next = game.clone();
        Some(match next.play(&action) {
            Ok(()) => words + reach(&next, line, ends, from + words, moves - 1),
            Err(_) => words,
        })
    };
    (1..=most).filter_map(reached).max().unwrap_or(0)
}

/// What was typed and is not done, and why.
pub(crate) fn left_out(rest: &str, why: &str) -> Option<String> {
    const SHORT: usize = 60;
    let words: Vec<&str> = rest.split_whitespace().collect();
    if words.is_empty() {
        return None;
    }
    let line = words.join(" ");
    let shown = match line.char_indices().nth(SHORT) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line,
    };
    Some(paint(style::ASIDE, &format!("% left out, since {why}: {shown}")))
}

/// Where the words of a line end.
fn word_ends(line: &str) -> Vec<usize> {
    let words = line.split_whitespace();
    words.map(|word| word.as_ptr().addr() - line.as_ptr().addr() + word.len()).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::game::Rules;

    /// The moves of a line, each in the notation, and what is left.
    fn read(name: &str, line: &str) -> (Vec<String>, String) {
        let mut game = Game::new(Arc::new(Rules::open(name).unwrap())).unwrap();
        let (mut moves, mut rest) = (Vec::new(), line);
        while let Some((action, others)) = first(&game, rest) {
            moves.push(game.rules().presentation().write(&game, &action));
            game.play(&action).unwrap();
            rest = others;
        }
        (moves, rest.trim().to_string())
    }

    #[test]
    fn moves_between_semicolons() {
        let (moves, last) = read("tanks:6", "b2-b3; c5-c4 ;b3-b4");
        assert_eq!((moves.join(" "), last.as_str()), ("b2-b3 c5-c4".into(), "b3-b4"));
        assert_eq!(read("tanks:6", "b2-b3; turn(P)."), (vec![], "b2-b3; turn(P).".into()));
        let (moves, typo) = read("hive", "wS1;bS1 wS1-;wX -wS1");
        assert_eq!((moves.join("; "), typo.as_str()), ("wS1; bS1 wS1-".into(), "wX -wS1"));
    }

    #[test]
    fn moves_between_blanks_are_told_apart_by_what_is_legal() {
        let (moves, last) = read("tanks:6", "b2-b3 c5-c4 b3-b4");
        assert_eq!((moves.join(" "), last.as_str()), ("b2-b3 c5-c4".into(), "b3-b4"));
        let (moves, last) = read("hive", "wS1 bS1 wS1- wQ -wS1 bQ bS1-");
        assert_eq!((moves.join("; "), last.as_str()), ("wS1; bS1 wS1-; wQ -wS1".into(), "bQ bS1-"));
        let (moves, last) = read("gauss", "r d4 b 4 3 r d4");
        assert_eq!((moves.join("; "), last.as_str()), ("r d4; b d3".into(), "r d4"));
    }

    #[test]
    fn other_lines_are_left_alone() {
        for line in ["", "b2-b3", "hello there", "b2 - b3", "turn(P), player(P)"] {
            assert_eq!(read("tanks:6", line).0, Vec::<String>::new(), "{line}");
        }
        assert_eq!(read("hive", "wS1 wS1-").0, Vec::<String>::new());
    }
}
