//! What facts can be looked up by.

use crate::game::board::{Axial, Lettered};
use crate::logic::Atom;

/// Columns to look facts up by.
pub trait Key: Copy + Eq + 'static {
    /// How many places there are for keys near another one; none for keys that
    /// are always hashed.
    const NEAR: usize;

    /// Where keys may be near to.
    type Home: Copy + Default;

    /// Where this key is.
    fn home(&self) -> Self::Home;

    /// The place of a key near `home`, which no other key has; below `NEAR`.
    fn near(&self, home: Self::Home) -> Option<usize>;

    /// A number that equal keys share, and different ones seldom do.
    fn code(&self) -> u64;
}

/// A key without columns: all rows have it.
impl Key for () {
    const NEAR: usize = 1;
    type Home = ();

    fn home(&self) {}

    #[inline]
    fn near(&self, _home: ()) -> Option<usize> {
        Some(0)
    }

    fn code(&self) -> u64 {
        0
    }
}

/// A value that can be part of a key.
pub trait KeyColumn: Copy + Eq + 'static {
    /// How many places there are for values near another one.
    const NEAR: usize;

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
    const NEAR: usize = 512;
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
    const NEAR: usize = 128;
    type Home = i64;

    fn home(self) -> i64 {
        self
    }

    #[inline]
    fn near(self, home: i64) -> Option<usize> {
        around::<64>(self, home)
    }

    #[inline]
    fn code(self) -> u64 {
        self as u64
    }
}

impl KeyColumn for Axial {
    const NEAR: usize = 64 * 64;
    type Home = (i16, i16);

    fn home(self) -> (i16, i16) {
        (self.0.wrapping_sub(32), self.1.wrapping_sub(32))
    }

    #[inline]
    fn near(self, (q, r): (i16, i16)) -> Option<usize> {
        let (q, r) = (self.0.wrapping_sub(q) as u16, self.1.wrapping_sub(r) as u16);
        (q | r < 64).then_some(usize::from(r) << 6 | usize::from(q))
    }

    #[inline]
    fn code(self) -> u64 {
        u64::from(Axial::code(self))
    }
}

impl KeyColumn for Lettered {
    const NEAR: usize = 32 * 128;
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
    const NEAR: usize = A::NEAR;
    type Home = A::Home;

    #[inline]
    fn home(&self) -> A::Home {
        self.0.home()
    }

    #[inline]
    fn near(&self, home: A::Home) -> Option<usize> {
        self.0.near(home)
    }

    #[inline]
    fn code(&self) -> u64 {
        self.0.code()
    }
}

macro_rules! hashed_keys {
    ($($name:ident $index:tt),+) => {
        impl<$($name: KeyColumn),+> Key for ($($name,)+) {
            const NEAR: usize = 0;
            type Home = ();

            fn home(&self) {}

            #[inline]
            fn near(&self, _home: ()) -> Option<usize> {
                None
            }

            #[inline]
            fn code(&self) -> u64 {
                let mut code = 0u64;
                $(code = code.rotate_left(21) ^ self.$index.code();)+
                code
            }
        }
    };
}

for_longer_tuples!(hashed_keys);
