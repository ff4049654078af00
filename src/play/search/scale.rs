//! Values of any size in the 16 bits that the crate `minimax` knows.

use minimax::Evaluation;

/// Values up to here stay as they are.
const EXACT: i64 = 1 << 13;

/// Larger ones are logarithmic: so many steps each time they double.
const STEPS: f64 = 480.0;

/// A value in 16 bits, in the same order. Beyond 8192 only values that differ by
/// more than one part in 700 stay different.
pub fn compressed(value: i64) -> Evaluation {
    let size = value.unsigned_abs();
    let small = if size <= EXACT as u64 {
        size as Evaluation
    } else {
        EXACT as Evaluation + ((size as f64 / EXACT as f64).log2() * STEPS) as Evaluation
    };
    if value < 0 { -small } else { small }
}

/// The value that was compressed, as exactly as it is known.
pub fn expanded(value: Evaluation) -> i64 {
    let size = i64::from(value.unsigned_abs());
    let large = match size - EXACT {
        ..=0 => size,
        beyond => (EXACT as f64 * (beyond as f64 / STEPS).exp2()).round() as i64,
    };
    if value < 0 { -large } else { large }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greater_values_stay_greater() {
        let sizes: Vec<i64> = (0..62).flat_map(|bits| [1 << bits, 3 << bits >> 1]).collect();
        let all = sizes.iter().flat_map(|size| [*size, -size]);
        let mut values: Vec<i64> = all.chain([0, i64::MAX, i64::MIN]).collect();
        values.sort();
        values.dedup();
        for pair in values.windows(2) {
            assert!(compressed(pair[0]) < compressed(pair[1]), "{pair:?}");
        }
        let greatest = compressed(i64::MAX);
        assert!(greatest < minimax::BEST_EVAL - 100, "{greatest} would be taken for a win");
        assert_eq!(compressed(i64::MIN), -greatest);
    }

    #[test]
    fn compressed_values_are_known_again() {
        for value in [0, 1, -8192, 8192] {
            assert_eq!(expanded(compressed(value)), value);
        }
        for value in [10_000_i64, -123_456, 1 << 40] {
            let off = (expanded(compressed(value)) - value).abs();
            assert!(off * 600 < value.abs(), "{value} is off by {off}");
        }
    }
}
