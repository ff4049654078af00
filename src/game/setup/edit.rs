//! How a position changes while it is set up.

use crate::logic::Row;
use crate::logic::program::RelationId;

/// A fact of a position.
pub type Fact = (RelationId, Row);

/// Facts that go, and facts that come after them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Edit {
    /// The facts that hold no longer.
    pub gone: Vec<Fact>,
    /// The facts that hold then.
    pub come: Vec<Fact>,
}
