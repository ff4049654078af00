//! What facts can be looked up by.

use super::seen::{NeverSeen, Seen, SeenAtAll, SeenOnes, SeenPairs};
use crate::game::board::{Axial, Lettered, Named};
use crate::logic::Atom;
use crate::logic::engine::hashed::Link;

/// Columns to look facts up by.
pub trait Key: Copy + Eq + 'static {
    /// Links for keys that are near each other; none for keys that are always hashed.
    type Places: Array<Link>;

    /// Bits that tell which rows there are, where these columns are a whole row.
    type Seen: Seen<Self>;

    /// The number of its link, which other keys may share, but hardly those near it.
    fn place(&self) -> usize;

    /// A number for each column.
    type Codes: AsRef<[u64]>;

    /// The numbers of its columns, which only they have.
    fn codes(&self) -> Self::Codes;

    /// A number that equal keys share, and different ones seldom do.
    #[inline]
    fn code(&self) -> u64 {
        let codes = self.codes();
        codes.as_ref().iter().fold(0, |all: u64, code| all.rotate_left(21) ^ code)
    }
}

/// Values whose number the compiler knows, so that it need not check for each one
/// whether it is there.
pub trait Array<T>: AsRef<[T]> + AsMut<[T]> + 'static {
    /// All the same.
    fn all(value: T) -> Self;
}

impl<T: Copy + 'static, const NUMBER: usize> Array<T> for [T; NUMBER] {
    fn all(value: T) -> [T; NUMBER] {
        [value; NUMBER]
    }
}

/// A key without columns: all rows have it.
impl Key for () {
    type Places = [Link; 1];
    type Seen = SeenAtAll;

    #[inline]
    fn place(&self) -> usize {
        0
    }

    type Codes = [u64; 0];

    fn codes(&self) -> [u64; 0] {
        []
    }
}

/// A value that can be part of a key.
pub trait KeyColumn: Copy + Eq + 'static {
    /// Something for each value near another one.
    type Near<T: Copy + 'static>: Array<T>;

    /// A bit for each of them.
    type Bits: Array<u64>;

    /// Where values may be near to.
    type Home: Copy + Default;

    /// Where this value is.
    fn home(self) -> Self::Home;

    /// A number less than there may be near values, which values near each other
    /// do not share.
    fn place(self) -> usize;

    /// The place of a value near `home`.
    fn near(self, home: Self::Home) -> Option<usize>;

    /// A number that only this value has.
    fn code(self) -> u64;
}

/// Whether a number is at most `REACH` below another one, or less than that above.
#[inline]
fn is_around<const REACH: i64>(number: i64, home: i64) -> bool {
    (number.wrapping_sub(home).wrapping_add(REACH) as u64) < 2 * REACH as u64
}

impl KeyColumn for Atom {
    type Near<T: Copy + 'static> = [T; 512];
    type Bits = [u64; 512 / 64];
    type Home = i64;

    fn home(self) -> i64 {
        i64::from(self.number())
    }

    #[inline]
    fn place(self) -> usize {
        self.number() as usize % 512
    }

    #[inline]
    fn near(self, home: i64) -> Option<usize> {
        is_around::<256>(i64::from(self.number()), home).then_some(self.place())
    }

    #[inline]
    fn code(self) -> u64 {
        u64::from(self.number())
    }
}

impl KeyColumn for i64 {
    type Near<T: Copy + 'static> = [T; 128];
    type Bits = [u64; 128 / 64];
    type Home = i64;

    fn home(self) -> i64 {
        self
    }

    #[inline]
    fn place(self) -> usize {
        self as usize % 128
    }

    #[inline]
    fn near(self, home: i64) -> Option<usize> {
        is_around::<64>(self, home).then_some(self.place())
    }

    /// In the order of the numbers, so that near ones have near codes.
    #[inline]
    fn code(self) -> u64 {
        (self as u64).wrapping_sub(i64::MIN as u64)
    }
}

impl KeyColumn for Axial {
    type Near<T: Copy + 'static> = [T; 32 * 32];
    type Bits = [u64; 32 * 32 / 64];
    type Home = (i16, i16);

    fn home(self) -> (i16, i16) {
        (self.0.wrapping_sub(16), self.1.wrapping_sub(16))
    }

    #[inline]
    fn place(self) -> usize {
        ((self.1 as usize % 32) << 5) | (self.0 as usize % 32)
    }

    #[inline]
    fn near(self, (q, r): (i16, i16)) -> Option<usize> {
        let (q, r) = (self.0.wrapping_sub(q) as u16, self.1.wrapping_sub(r) as u16);
        (q | r < 32).then_some(self.place())
    }

    #[inline]
    fn code(self) -> u64 {
        u64::from(Axial::code(self))
    }
}

impl KeyColumn for Lettered {
    type Near<T: Copy + 'static> = [T; 32 * 128];
    type Bits = [u64; 32 * 128 / 64];
    type Home = ();

    fn home(self) {}

    #[inline]
    fn place(self) -> usize {
        usize::from(self.0 % 32) << 7 | usize::from(self.1 % 128)
    }

    #[inline]
    fn near(self, _home: ()) -> Option<usize> {
        (self.0 < 32 && self.1 < 128).then_some(self.place())
    }

    #[inline]
    fn code(self) -> u64 {
        u64::from(self.0) << 8 | u64::from(self.1)
    }
}

impl KeyColumn for Named {
    type Near<T: Copy + 'static> = <Atom as KeyColumn>::Near<T>;
    type Bits = <Atom as KeyColumn>::Bits;
    type Home = <Atom as KeyColumn>::Home;

    fn home(self) -> Self::Home {
        self.0.home()
    }

    #[inline]
    fn place(self) -> usize {
        self.0.place()
    }

    #[inline]
    fn near(self, home: Self::Home) -> Option<usize> {
        self.0.near(home)
    }

    #[inline]
    fn code(self) -> u64 {
        KeyColumn::code(self.0)
    }
}

impl<A: KeyColumn> Key for (A,) {
    type Places = A::Near<Link>;
    type Seen = SeenOnes<A>;

    #[inline]
    fn place(&self) -> usize {
        self.0.place()
    }

    type Codes = [u64; 1];

    #[inline]
    fn codes(&self) -> [u64; 1] {
        [self.0.code()]
    }
}

macro_rules! hashed_keys {
    ($seen:ty; $($name:ident $index:tt),+) => {
        impl<$($name: KeyColumn),+> Key for ($($name,)+) {
            type Places = [Link; 0];
            type Seen = $seen;

            #[inline]
            fn place(&self) -> usize {
                0
            }

            type Codes = [u64; [$($index),+].len()];

            #[inline]
            fn codes(&self) -> Self::Codes {
                [$(self.$index.code()),+]
            }
        }
    };
}

macro_rules! longer_keys {
    ($($columns:tt)+) => {
        hashed_keys!(NeverSeen; $($columns)+);
    };
}

hashed_keys!(SeenPairs<A, B>; A 0, B 1);
for_longer_tuples!(longer_keys);
