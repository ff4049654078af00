//! Student's distribution: how far an average may be from the truth if the variance is
//! not known either, but found in the same few results.

use super::score::DEVIATIONS;

/// 95% of the distribution lie within so many standard deviations, for 1 to 30 degrees
/// of freedom.
const FEW: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045, 2.042,
];

/// 95% lie within so many standard deviations, for so many degrees of freedom: results
/// without those that were used up to fit what they are compared with. Of more than 30
/// they are as many as if the variance were known.
pub fn deviations(degrees: usize) -> f64 {
    degrees.checked_sub(1).and_then(|at| FEW.get(at)).copied().unwrap_or(DEVIATIONS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_results_say_less() {
        assert_eq!((deviations(1), deviations(2), deviations(30)), (12.706, 4.303, 2.042));
        assert_eq!((deviations(31), deviations(1_000_000)), (DEVIATIONS, DEVIATIONS));
        assert!((1..40).all(|degrees| deviations(degrees) >= deviations(degrees + 1)));
    }
}
