//! What facts can be looked up by.

use super::lookup::Link;
use crate::game::board::{Axial, Lettered};
use crate::logic::Atom;

/// Columns to look facts up by.
pub trait Key: Copy + Eq + 'static {
    /// Places for keys near another one; none for keys that are always hashed.
    type Places: Places;

    /// Where keys may be near to.
    type Home: Copy + Default;

    /// Where this key is.
    fn home(&self) -> Self::Home;

    /// The place of a key near `home`, which no other key has.
    fn near(&self, home: Self::Home) -> Option<usize>;

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

/// Places whose number the compiler knows, so that it need not check for each
/// one whether it is there.
pub trait Places: AsRef<[Link]> + AsMut<[Link]> + 'static {
    /// How many there are.
    const NUMBER: usize;

    /// Empty ones.
    fn empty() -> Box<Self>;
}

impl<const NUMBER: usize> Places for [Link; NUMBER] {
    const NUMBER: usize = NUMBER;

    fn empty() -> Box<[Link; NUMBER]> {
        Box::new([0; NUMBER])
    }
}

/// A key without columns: all rows have it.
impl Key for () {
    type Places = [Link; 1];
    type Home = ();

    fn home(&self) {}

    #[inline]
    fn near(&self, _home: ()) -> Option<usize> {
        Some(0)
    }

    type Codes = [u64; 0];

    fn codes(&self) -> [u64; 0] {
        []
    }
}

/// A value that can be part of a key.
pub trait KeyColumn: Copy + Eq + 'static {
    /// Places for values near another one.
    type Places: Places;

    /// Where values may be near to.
    type Home: Copy + Default;

    /// Where this value is.
    fn home(self) -> Self::Home;

    /// The place of a value near `home`.
    fn near(self, home: Self::Home) -> Option<usize>;

    /// A number that only this value has.
    fn code(self) -> u64;
}

/// The place of a number at most `REACH` below or less than that above another.
#[inline]
fn around<const REACH: i64>(number: i64, home: i64) -> Option<usize> {
    let place = number.wrapping_sub(home).wrapping_add(REACH) as usize;
    (place < 2 * REACH as usize).then_some(place)
}

impl KeyColumn for Atom {
    type Places = [Link; 512];
    type Home = i64;

    fn home(self) -> i64 {
        i64::from(self.number())
    }

    #[inline]
    fn near(self, home: i64) -> Option<usize> {
        around::<256>(i64::from(self.number()), home)
    }

    #[inline]
    fn code(self) -> u64 {
        u64::from(self.number())
    }
}

impl KeyColumn for i64 {
    type Places = [Link; 128];
    type Home = i64;

    fn home(self) -> i64 {
        self
    }

    #[inline]
    fn near(self, home: i64) -> Option<usize> {
        around::<64>(self, home)
    }

    /// In the order of the numbers, so that near ones have near codes.
    #[inline]
    fn code(self) -> u64 {
        (self as u64).wrapping_sub(i64::MIN as u64)
    }
}

impl KeyColumn for Axial {
    type Places = [Link; 32 * 32];
    type Home = (i16, i16);

    fn home(self) -> (i16, i16) {
        (self.0.wrapping_sub(16), self.1.wrapping_sub(16))
    }

    #[inline]
    fn near(self, (q, r): (i16, i16)) -> Option<usize> {
        let (q, r) = (self.0.wrapping_sub(q) as u16, self.1.wrapping_sub(r) as u16);
        (q | r < 32).then_some(usize::from((r & 31) << 5 | q & 31))
    }

    #[inline]
    fn code(self) -> u64 {
        u64::from(Axial::code(self))
    }
}

impl KeyColumn for Lettered {
    type Places = [Link; 32 * 128];
    type Home = ();

    fn home(self) {}

    #[inline]
    fn near(self, _home: ()) -> Option<usize> {
        let place = usize::from(self.0) << 7 | usize::from(self.1);
        (self.0 < 32 && self.1 < 128).then_some(place)
    }

    #[inline]
    fn code(self) -> u64 {
        u64::from(self.0) << 8 | u64::from(self.1)
    }
}

impl<A: KeyColumn> Key for (A,) {
    type Places = A::Places;
    type Home = A::Home;

    #[inline]
    fn home(&self) -> A::Home {
        self.0.home()
    }

    #[inline]
    fn near(&self, home: A::Home) -> Option<usize> {
        self.0.near(home)
    }

    type Codes = [u64; 1];

    #[inline]
    fn codes(&self) -> [u64; 1] {
        [self.0.code()]
    }
}

macro_rules! hashed_keys {
    ($($name:ident $index:tt),+) => {
        impl<$($name: KeyColumn),+> Key for ($($name,)+) {
            type Places = [Link; 0];
            type Home = ();

            fn home(&self) {}

            #[inline]
            fn near(&self, _home: ()) -> Option<usize> {
                None
            }

            type Codes = [u64; [$($index),+].len()];

            #[inline]
            fn codes(&self) -> Self::Codes {
                [$(self.$index.code()),+]
            }
        }
    };
}

for_longer_tuples!(hashed_keys);
