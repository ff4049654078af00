//! Keeps apart what is computed for a table: one thing after the other, each stopped
//! when it takes too long, so that a slow question delays nobody at other tables. A table
//! has two lanes, so that a question does not hold up the game either.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::error::ApiError;
use super::limits;
use crate::logic::engine::Limits;

/// Things that are computed one after the other.
#[derive(Clone)]
pub struct Lane {
    gate: Arc<Semaphore>,
    stop: Arc<AtomicBool>,
}

impl Lane {
    /// An empty lane.
    pub fn new() -> Lane {
        Lane { gate: Arc::new(Semaphore::new(1)), stop: Arc::default() }
    }

    /// Limits of evaluation for rules that this lane stops.
    pub fn limits(&self) -> Limits {
        limits::stopped_by(self.stop.clone())
    }

    /// Whether rules are stopped by this lane.
    pub fn stops(&self, limits: &Limits) -> bool {
        Arc::ptr_eq(&limits.interrupt, &self.stop)
    }

    /// Waits until nothing else is in the lane. It is free again when the pass is
    /// dropped.
    pub async fn enter(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        let pass = timeout(2 * limits::LONGEST_QUESTION, self.gate.clone().acquire_owned()).await;
        let busy = || ApiError::busy("this table is still busy with another question; try again");
        let pass = pass.ok().and_then(Result::ok).ok_or_else(busy)?;
        self.stop.store(false, Ordering::Relaxed);
        Ok(pass)
    }

    /// Stops what is in the lane.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
