//! "Did you mean": the known name nearest to a mistyped one.

/// Nobody mistypes a longer name than this by accident.
const LONGEST: usize = 60;

/// The name among `known` that `name` was most likely meant to be.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.len() > LONGEST {
        return None;
    }
    known
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= candidate.len().max(name.len()).div_ceil(3))
        .min()
        .map(|(_, candidate)| candidate)
}

/// The same as a sentence.
pub fn suggestion<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(name, known).map(|candidate| format!("did you mean `{candidate}`?"))
}

/// The word with its first letter in upper case.
pub fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    let first = chars.next().into_iter().flat_map(char::to_uppercase);
    first.chain(chars).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_keys_is_understood_and_a_stranger_is_not() {
        let known = ["legal", "occupied", "turn", "tank"];
        assert_eq!(nearest("leagl", known), Some("legal"));
        assert_eq!(nearest("ocupied", known), Some("occupied"));
        assert_eq!(nearest("tan", known), Some("tank"));
        assert_eq!(nearest("elephant", known), None);
    }
}
