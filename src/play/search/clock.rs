//! When a search ends: when its time is over, somebody interrupts it, or the rules
//! cannot be evaluated. Every node asks, so that a search ends at any of them.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use crate::logic::engine::EvalError;

/// When a search ends, and how many positions it has evaluated until then.
pub struct Clock {
    deadline: Option<Instant>,
    /// Set from elsewhere to stop.
    interrupt: Arc<AtomicBool>,
    /// Whether the deadline counts yet: something must have been found before.
    runs: AtomicBool,
    stopped: AtomicBool,
    error: Mutex<Option<EvalError>>,
    nodes: Arc<AtomicU64>,
}

impl Clock {
    /// A search that ends at the deadline or when interrupted.
    pub fn new(
        deadline: Option<Instant>,
        interrupt: Arc<AtomicBool>,
        nodes: Arc<AtomicU64>,
    ) -> Clock {
        let (runs, stopped, error) = Default::default();
        Clock { deadline, interrupt, runs, stopped, error, nodes }
    }

    /// From here on, the deadline counts.
    pub fn run(&self) {
        self.runs.store(true, Ordering::Relaxed);
    }

    /// Whether the search is to end here.
    pub fn must_stop(&self) -> bool {
        let is_late = || {
            let runs = self.runs.load(Ordering::Relaxed);
            runs && self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
        };
        let stop = self.stopped.load(Ordering::Relaxed)
            || self.interrupt.load(Ordering::Relaxed)
            || is_late();
        if stop {
            self.stopped.store(true, Ordering::Relaxed);
        }
        stop
    }

    /// Whether the deadline decides how far the search gets.
    pub fn decides(&self) -> bool {
        self.deadline.is_some()
    }

    /// What the rules answered. An error ends the search.
    pub fn answered<T>(&self, answer: Result<T, EvalError>) -> Option<T> {
        let error = match answer {
            Ok(answer) => return Some(answer),
            Err(error) => error,
        };
        self.stopped.store(true, Ordering::Relaxed);
        if !matches!(error, EvalError::Interrupted) {
            self.error.lock().expect("no panic while held").get_or_insert(error);
        }
        None
    }

    /// Why the rules could not be evaluated, if they could not.
    pub fn error(&self) -> Option<EvalError> {
        self.error.lock().expect("no panic while held").take()
    }

    /// Counts a position that is evaluated.
    pub fn count_node(&self) {
        self.nodes.fetch_add(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_deadline_counts_once_the_clock_runs() {
        let past = Instant::now() - Duration::from_millis(1);
        let clock = Clock::new(Some(past), Arc::default(), Arc::default());
        assert!(!clock.must_stop());
        clock.run();
        assert!(clock.must_stop());
        let clock = Clock::new(None, Arc::default(), Arc::default());
        clock.run();
        assert!(!clock.must_stop());
    }

    #[test]
    fn an_interrupt_and_an_error_stop_it_at_once() {
        let interrupt = Arc::new(AtomicBool::new(false));
        let clock = Clock::new(None, interrupt.clone(), Arc::default());
        assert!(!clock.must_stop());
        interrupt.store(true, Ordering::Relaxed);
        assert!(clock.must_stop());
        interrupt.store(false, Ordering::Relaxed);
        assert!(clock.must_stop(), "it stays stopped");
        let clock = Clock::new(None, Arc::default(), Arc::default());
        assert_eq!(clock.answered::<()>(Err(EvalError::Interrupted)), None);
        assert!(clock.must_stop() && clock.error().is_none());
    }
}
