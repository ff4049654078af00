//! A text that has changed, taken apart by means of what it was before.

use std::ops::Range;

use super::{Analysis, Clause, Occurrence, Symbol};

/// Where two versions of a text differ.
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    /// The bytes that are gone.
    old: Range<usize>,
    /// Those that stand there instead.
    new: Range<usize>,
}

impl Change {
    /// What lies between the beginning and the end that both versions have.
    pub fn between(old: &str, new: &str) -> Change {
        let (old, new) = (old.as_bytes(), new.as_bytes());
        let is_same = |(one, other): &(&u8, &u8)| one == other;
        let start = old.iter().zip(new).take_while(is_same).count();
        let rest = old[start..].iter().rev().zip(new[start..].iter().rev());
        let end = rest.take_while(is_same).count();
        Change { old: start..old.len() - end, new: start..new.len() - end }
    }

    /// Where a byte behind the change stands now.
    fn moved(&self, offset: usize) -> usize {
        offset - self.old.end + self.new.end
    }

    /// Where a byte behind the change stood before.
    fn before(&self, offset: usize) -> Option<usize> {
        Some(offset.checked_sub(self.new.end)? + self.old.end)
    }
}

impl Analysis {
    /// Takes a text apart that differs from this one by a change.
    pub fn changed(&self, text: &str, change: &Change) -> Analysis {
        let first = self.first_affected(change);
        let mut at = self.sentences.get(first).map_or(0, |sentence| sentence.start);
        let mut analysis = self.up_to(first);
        while at < text.len() {
            at = analysis.add_sentence(text, at);
            let begins = |before| self.sentences.binary_search_by_key(&before, |it| it.start).ok();
            if let Some(rest) = change.before(at).and_then(begins) {
                analysis.append(self, rest, change);
                break;
            }
        }
        analysis
    }

    /// How many sentences begin before a byte.
    pub(super) fn sentences_before(&self, offset: usize) -> usize {
        self.sentences.partition_point(|sentence| sentence.start < offset)
    }

    /// The first sentence that may be another than before. What follows a full stop
    /// decides whether it is one, and which comments are on its line.
    fn first_affected(&self, change: &Change) -> usize {
        let around = self.sentences_before(change.old.start).saturating_sub(1);
        let unsound = self.sentences.iter().position(|sentence| !sentence.is_sound);
        unsound.map_or(around, |unsound| unsound.min(around)).saturating_sub(1)
    }

    /// What belongs to the sentences before one.
    fn up_to(&self, sentence: usize) -> Analysis {
        let (clauses, names, comments) = self.counts_before(sentence);
        Analysis {
            sentences: self.sentences[..sentence].to_vec(),
            clauses: self.clauses[..clauses].to_vec(),
            names: self.names[..names].to_vec(),
            comments: self.comments[..comments].to_vec(),
        }
    }

    /// How many clauses, names and comments stand before a sentence.
    fn counts_before(&self, sentence: usize) -> (usize, usize, usize) {
        let Some(sentence) = self.sentences.get(sentence) else {
            return (self.clauses.len(), self.names.len(), self.comments.len());
        };
        let start = sentence.start;
        (
            self.clauses.partition_point(|clause| clause.bytes.start < start),
            self.names.partition_point(|name| name.bytes.start < start),
            self.comments.partition_point(|comment| comment.start < start),
        )
    }

    /// Takes over what belongs to a sentence of the text before, and to all behind it.
    fn append(&mut self, old: &Analysis, sentence: usize, change: &Change) {
        let (clauses, names, comments) = old.counts_before(sentence);
        let (clauses_here, names_here) = (self.clauses.len(), self.names.len());
        let clause_now = |clause: usize| clause - clauses + clauses_here;
        let name_now = |name: usize| name - names + names_here;
        let bytes_now = |bytes: &Range<usize>| change.moved(bytes.start)..change.moved(bytes.end);
        self.sentences.extend(
            old.sentences[sentence..].iter().map(|sentence| super::Sentence {
                start: change.moved(sentence.start),
                ..*sentence
            }),
        );
        self.clauses.extend(old.clauses[clauses..].iter().map(|clause| Clause {
            bytes: bytes_now(&clause.bytes),
            names: name_now(clause.names.start)..name_now(clause.names.end),
            ..clause.clone()
        }));
        self.names.extend(old.names[names..].iter().map(|name| Occurrence {
            symbol: match name.symbol {
                Symbol::Variable(variable, clause) => {
                    Symbol::Variable(variable, clause_now(clause))
                }
                symbol => symbol,
            },
            role: name.role,
            bytes: bytes_now(&name.bytes),
            clause: clause_now(name.clause),
        }));
        self.comments.extend(old.comments[comments..].iter().map(bytes_now));
    }
}

#[cfg(test)]
mod tests {
    use rand::seq::IndexedRandom;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// What is typed, pasted and taken away: all that begins or ends something.
    const PIECES: [&str; 24] = [
        ".",
        ". ",
        ".\n",
        "\n",
        " ",
        "p",
        "q(X)",
        ":-",
        " :- ",
        ",",
        "(",
        ")",
        "%",
        "% said\n",
        "/*",
        "*/",
        "/* a */",
        "'",
        "\\",
        "ä",
        "\u{7}",
        ":- state(a). % said",
        "\n\n",
        "0.5",
    ];

    #[test]
    fn what_is_kept_is_what_would_be_read() {
        let mut chance = ChaCha8Rng::seed_from_u64(7);
        for _ in 0..300 {
            let count = chance.random_range(0..40);
            let mut text: String =
                (0..count).map(|_| *PIECES.choose(&mut chance).unwrap()).collect();
            let mut analysis = Analysis::of(&text);
            for _ in 0..20 {
                let is_end = |at: &usize| text.is_char_boundary(*at);
                let ends: Vec<usize> = (0..=text.len()).filter(is_end).collect();
                let start = *ends.choose(&mut chance).unwrap();
                let length = chance.random_range(0..4);
                let end = ends.iter().copied().filter(|end| *end >= start).nth(length);
                let mut changed = text.clone();
                let piece = PIECES.choose(&mut chance).unwrap();
                changed.replace_range(start..end.unwrap_or(text.len()), piece);
                analysis = analysis.changed(&changed, &Change::between(&text, &changed));
                assert_eq!(analysis, Analysis::of(&changed), "{text:?} became {changed:?}");
                text = changed;
            }
        }
    }

    #[test]
    fn a_change_lies_between_what_is_the_same() {
        let change = |old, new| Change::between(old, new);
        assert_eq!(change("abcd", "abXcd"), Change { old: 2..2, new: 2..3 });
        assert_eq!(change("aaa", "aa"), Change { old: 2..3, new: 2..2 });
        assert_eq!(change("a", "a"), Change { old: 1..1, new: 1..1 });
        assert_eq!(change("", "a"), Change { old: 0..0, new: 0..1 });
    }

    #[test]
    fn sentences_far_from_a_change_are_not_read_again() {
        let old: String = (0..100).map(|n| format!("p({n}) :- q(X), r(X).\n")).collect();
        let new = old.replace("p(50)", "p(x50)");
        let analysis = Analysis::of(&old);
        let change = Change::between(&old, &new);
        assert_eq!(analysis.first_affected(&change), 49);
        assert_eq!(analysis.changed(&new, &change), Analysis::of(&new));
    }
}
