//! What a request may use, so that none can hurt the others.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::logic::engine::{Includes, Limits};

/// No request has a longer body, in bytes.
pub const MOST_BYTES: usize = 1 << 20;

/// No entry at the prompt is longer, in bytes.
pub const LONGEST_ENTRY: usize = 64 << 10;

/// There are no more tables than these.
pub const MOST_TABLES: usize = 500;

/// There are no more moves in the tree of a table, variations included.
pub const MOST_NODES: usize = 20_000;

/// This many connections are served at a time.
pub const MOST_CONNECTIONS: usize = 300;

/// This many requests compute something at a time.
pub const MOST_WORKING: usize = 16;

/// This many requests wait for that; more are told that there is too much to do.
pub const MOST_WAITING: usize = 200;

/// No question takes longer.
pub const LONGEST_QUESTION: Duration = Duration::from_secs(10);

/// After that, it has so long to stop.
pub const GRACE: Duration = Duration::from_secs(2);

/// No machine thinks longer about a move.
pub const LONGEST_THOUGHT: Duration = Duration::from_secs(60);

/// A sender that takes longer for the head of a request is not waited for.
pub const SLOWEST_HEAD: Duration = Duration::from_secs(10);

/// The same for its body.
pub const SLOWEST_BODY: Duration = Duration::from_secs(20);

/// No more facts than these are derived for one question.
const MOST_FACTS: usize = 1_000_000;

/// No more answers than these can be asked for.
pub const MOST_ANSWERS: usize = 10_000;

/// The limits of evaluation, for rules that nobody stops.
pub fn evaluation() -> Limits {
    stopped_by(Arc::default())
}

/// The limits of evaluation, for rules that a flag stops.
pub fn stopped_by(interrupt: Arc<AtomicBool>) -> Limits {
    Limits { facts: MOST_FACTS, interrupt, includes: Includes::Nothing }
}
