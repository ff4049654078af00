//! What a relation says, in the words of the comment above its first clause. An
//! explanation that does not go into the rules of a relation ends with this.

use crate::logic::Value;
use crate::logic::program::{Program, RelationId};

/// The first sentence of a relation's comment, with what is known of its columns
/// in the place of their names: `the neighbours of (1,0) stand in several rows`.
pub fn description(
    program: &Program,
    relation: RelationId,
    columns: &[Option<Value>],
) -> Option<String> {
    let doc = program.relations[relation].doc.as_deref()?;
    let sentence = doc.split_once(". ").map_or(doc, |(first, _)| first);
    let sentence = sentence.trim().trim_end_matches('.');
    let names = program.column_names(relation);
    let value = |word: &str| {
        let column = names.iter().position(|name| *name == word)?;
        columns[column]
    };
    let mut text = String::new();
    let mut rest = sentence;
    while !rest.is_empty() {
        let end = |of_word: bool| {
            rest.find(|c: char| is_in_word(c) != of_word).unwrap_or(rest.len()).max(1)
        };
        let is_word = rest.starts_with(is_in_word);
        let (piece, behind) = rest.split_at(end(is_word));
        match value(piece) {
            Some(value) => text += &value.to_string(),
            None if text.is_empty() && !names.contains(&piece) => text += &uncapitalised(piece),
            None => text += piece,
        }
        rest = behind;
    }
    (!text.is_empty()).then_some(text)
}

fn is_in_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// A word from the beginning of a sentence, as it is written within one.
fn uncapitalised(word: &str) -> String {
    let mut letters = word.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::sample::Sample;

    fn described(comment: &str, columns: &[Option<Value>]) -> Option<String> {
        let sample = Sample::new(&format!("{comment}\nnear(A, B) :- turn(A), turn(B).\n"));
        let program = sample.engine.program();
        let relation = program.relations.plain("near", 2).unwrap();
        description(program, relation, columns)
    }

    #[test]
    fn known_columns_are_filled_in() {
        let both = [Some(Value::Int(1)), Some(Value::Int(2))];
        let text = described("% The reach of A's is B. It says more.", &both);
        assert_eq!(text.as_deref(), Some("the reach of 1's is 2"));
        let text = described("% A stands next to B.", &[None, Some(Value::Int(2))]);
        assert_eq!(text.as_deref(), Some("A stands next to 2"));
    }

    #[test]
    fn without_a_comment_there_is_nothing_to_say() {
        assert_eq!(described("", &[None, None]), None);
    }
}
