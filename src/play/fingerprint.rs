//! Numbers that tell whether texts are still the same, for files that are picked up again
//! later: results of a match, the state of a tuning.

use crate::game::Rules;

/// Differs where texts do: FNV-1a, which every version of Hornet computes in the same way.
pub fn fingerprint<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    let bytes = texts.flat_map(|text| text.bytes().chain([0]));
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// Differs where the texts of rules do, those that they include among them.
pub fn fingerprint_of(rules: &Rules) -> String {
    fingerprint(rules.program().sources.iter().map(|(_, file)| file.text.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_told_apart_also_where_they_are_divided() {
        let of = |texts: &[&str]| fingerprint(texts.iter().copied());
        assert_eq!(of(&["a", "b"]), of(&["a", "b"]));
        assert_ne!(of(&["a", "b"]), of(&["ab"]));
        assert_eq!(of(&[]), "cbf29ce484222325", "kept in files: it may not change");
    }
}
