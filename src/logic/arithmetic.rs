//! Integer arithmetic as SWI-Prolog does it, within 64 bits.

use std::fmt;

/// Why arithmetic has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoResult {
    /// The result does not fit in 64 bits.
    Overflow,
    /// A division by zero.
    DivisionByZero,
    /// A power with a negative exponent, which would be a fraction.
    NegativeExponent,
}

impl fmt::Display for NoResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoResult::Overflow => "the number does not fit in 64 bits",
            NoResult::DivisionByZero => "division by zero",
            NoResult::NegativeExponent => "negative exponent",
        })
    }
}

/// An operation on one number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unary {
    /// `-X`.
    Neg,
    /// `abs(X)`.
    Abs,
    /// `sign(X)`.
    Sign,
}

/// An operation on two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binary {
    /// `X + Y`.
    Add,
    /// `X - Y`.
    Sub,
    /// `X * Y`.
    Mul,
    /// `X // Y`, towards zero.
    Div,
    /// `X mod Y`, with the sign of `Y`.
    Mod,
    /// `X rem Y`, with the sign of `X`.
    Rem,
    /// `X ^ Y`.
    Pow,
    /// `min(X, Y)`.
    Min,
    /// `max(X, Y)`.
    Max,
}

/// How two numbers compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// `<`.
    Less,
    /// `=<`.
    AtMost,
    /// `>`.
    Greater,
    /// `>=`.
    AtLeast,
    /// `=:=`.
    Equal,
    /// `=\=`.
    Unequal,
}

impl Unary {
    /// Each, and how it is written.
    const NAMES: [(Unary, &'static str); 3] =
        [(Unary::Neg, "-"), (Unary::Abs, "abs"), (Unary::Sign, "sign")];

    /// The one written so.
    pub fn find(name: &str) -> Option<Unary> {
        Self::NAMES.iter().find(|(_, written)| *written == name).map(|(op, _)| *op)
    }

    /// How it is written.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(op, _)| *op == self).expect("every one has a name").1
    }

    /// The result, if it fits.
    pub fn apply(self, x: i64) -> Result<i64, NoResult> {
        let result = match self {
            Unary::Neg => x.checked_neg(),
            Unary::Abs => x.checked_abs(),
            Unary::Sign => Some(x.signum()),
        };
        result.ok_or(NoResult::Overflow)
    }
}

impl Binary {
    /// Each, and how it is written.
    const NAMES: [(Binary, &'static str); 9] = [
        (Binary::Add, "+"),
        (Binary::Sub, "-"),
        (Binary::Mul, "*"),
        (Binary::Div, "//"),
        (Binary::Mod, "mod"),
        (Binary::Rem, "rem"),
        (Binary::Pow, "^"),
        (Binary::Min, "min"),
        (Binary::Max, "max"),
    ];

    /// The one written so.
    pub fn find(name: &str) -> Option<Binary> {
        let name = if name == "**" { "^" } else { name };
        Self::NAMES.iter().find(|(_, written)| *written == name).map(|(op, _)| *op)
    }

    /// How it is written.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(op, _)| *op == self).expect("every one has a name").1
    }

    /// The result, if there is one and it fits.
    pub fn apply(self, x: i64, y: i64) -> Result<i64, NoResult> {
        let result = match self {
            Binary::Add => x.checked_add(y),
            Binary::Sub => x.checked_sub(y),
            Binary::Mul => x.checked_mul(y),
            Binary::Div => x.checked_div(y),
            Binary::Mod => x
                .checked_rem(y)
                .map(|rem| if rem != 0 && (rem < 0) != (y < 0) { rem + y } else { rem }),
            Binary::Rem => x.checked_rem(y),
            Binary::Pow => match (x, u32::try_from(y)) {
                (_, Ok(exponent)) => x.checked_pow(exponent),
                (1, _) => Some(1),
                (-1, _) => Some(if y % 2 == 0 { 1 } else { -1 }),
                (0, _) if y > 0 => Some(0),
                _ => None,
            },
            Binary::Min => Some(x.min(y)),
            Binary::Max => Some(x.max(y)),
        };
        result.ok_or_else(|| self.why_not(y))
    }

    /// Why there is no result with that number on the right.
    #[cold]
    fn why_not(self, y: i64) -> NoResult {
        match self {
            Binary::Div | Binary::Mod | Binary::Rem if y == 0 => NoResult::DivisionByZero,
            Binary::Pow if y < 0 => NoResult::NegativeExponent,
            _ => NoResult::Overflow,
        }
    }
}

impl Comparison {
    /// Each, and how it is written.
    const NAMES: [(Comparison, &'static str); 6] = [
        (Comparison::Less, "<"),
        (Comparison::AtMost, "=<"),
        (Comparison::Greater, ">"),
        (Comparison::AtLeast, ">="),
        (Comparison::Equal, "=:="),
        (Comparison::Unequal, "=\\="),
    ];

    /// The one written so.
    pub fn find(name: &str) -> Option<Comparison> {
        Self::NAMES.iter().find(|(_, written)| *written == name).map(|(op, _)| *op)
    }

    /// How it is written.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(op, _)| *op == self).expect("every one has a name").1
    }

    /// The same with its sides exchanged: `X < Y` is `Y > X`.
    pub fn turned(self) -> Comparison {
        match self {
            Comparison::Less => Comparison::Greater,
            Comparison::AtMost => Comparison::AtLeast,
            Comparison::Greater => Comparison::Less,
            Comparison::AtLeast => Comparison::AtMost,
            same => same,
        }
    }

    /// Whether it holds.
    #[inline]
    pub fn holds(self, x: i64, y: i64) -> bool {
        match self {
            Comparison::Less => x < y,
            Comparison::AtMost => x <= y,
            Comparison::Greater => x > y,
            Comparison::AtLeast => x >= y,
            Comparison::Equal => x == y,
            Comparison::Unequal => x != y,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_follows_prolog() {
        assert_eq!(Binary::Div.apply(-7, 2), Ok(-3));
        assert_eq!(Binary::Mod.apply(-7, 2), Ok(1));
        assert_eq!(Binary::Mod.apply(7, -2), Ok(-1));
        assert_eq!(Binary::Rem.apply(-7, 2), Ok(-1));
        assert_eq!(Binary::Mod.apply(-8, 2), Ok(0));
    }

    #[test]
    fn what_has_no_result_says_why() {
        assert_eq!(Binary::Div.apply(1, 0), Err(NoResult::DivisionByZero));
        assert_eq!(Binary::Mod.apply(1, 0), Err(NoResult::DivisionByZero));
        assert_eq!(Binary::Div.apply(i64::MIN, -1), Err(NoResult::Overflow));
        assert_eq!(Binary::Add.apply(i64::MAX, 1), Err(NoResult::Overflow));
        assert_eq!(Binary::Pow.apply(2, 64), Err(NoResult::Overflow));
        assert_eq!(Binary::Pow.apply(2, -1), Err(NoResult::NegativeExponent));
        assert_eq!(Binary::Pow.apply(1, -1), Ok(1));
        assert_eq!(Unary::Neg.apply(i64::MIN), Err(NoResult::Overflow));
    }
}
