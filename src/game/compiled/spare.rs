//! Tables to be used again: each thread keeps those it has finished with, so that a
//! question need not allocate memory first.

use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::rc::Rc;
use std::thread::LocalKey;

use rustc_hash::FxHashMap;

/// Room for no more than this many rows or places is kept for the next use.
pub const KEPT: usize = 4096;

/// To clear this many places that lie side by side takes about as long as to find
/// one and clear that.
pub const AT_ONCE: usize = 16;

/// What can be emptied and used again.
pub trait Reuse: Default + 'static {
    /// Makes it as good as new.
    fn clear(&mut self);
}

/// Lists of what there is, by type.
type Spare<P> = RefCell<FxHashMap<TypeId, Vec<P>>>;

thread_local! {
    static BOXED: Spare<Box<dyn Any>> = RefCell::default();
    static SHARED: Spare<Rc<dyn Any>> = RefCell::default();
}

/// An empty one, used before if there is such a one.
#[inline(never)]
pub fn take<T: Reuse>() -> Box<T> {
    let spare = pop(&BOXED, TypeId::of::<T>());
    spare.and_then(|spare| spare.downcast().ok()).unwrap_or_default()
}

/// Empties it and keeps it for later.
#[inline(never)]
pub fn keep<T: Reuse>(mut used: Box<T>) {
    used.clear();
    push(&BOXED, TypeId::of::<T>(), used);
}

/// An empty one, to be shared.
#[inline(never)]
pub fn take_shared<T: Reuse>() -> Rc<RefCell<T>> {
    let spare = pop(&SHARED, TypeId::of::<T>());
    spare.and_then(|spare| spare.downcast().ok()).unwrap_or_default()
}

/// Empties it and keeps it for later, unless somebody else still has it.
#[inline(never)]
pub fn keep_shared<T: Reuse>(mut used: Rc<RefCell<T>>) {
    if let Some(table) = Rc::get_mut(&mut used) {
        table.get_mut().clear();
        push(&SHARED, TypeId::of::<T>(), used);
    }
}

/// Not a copy of this for each type: they would not fit into a processor's cache.
#[inline(never)]
fn pop<P>(spare: &'static LocalKey<Spare<P>>, of: TypeId) -> Option<P> {
    spare.try_with(|spare| spare.borrow_mut().get_mut(&of)?.pop()).ok().flatten()
}

#[inline(never)]
fn push<P>(spare: &'static LocalKey<Spare<P>>, of: TypeId, cleared: P) {
    // While a thread ends, there is nothing to keep it in.
    let _ = spare.try_with(|spare| spare.borrow_mut().entry(of).or_default().push(cleared));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Count(u32);

    impl Reuse for Count {
        fn clear(&mut self) {
            self.0 = 0;
        }
    }

    #[test]
    fn what_was_done_with_is_used_again_and_empty() {
        let mut one: Box<Count> = take();
        one.0 = 7;
        let address: *const Count = &*one;
        keep(one);
        let again: Box<Count> = take();
        assert!(std::ptr::eq(&*again, address) && again.0 == 0);
        assert!(!std::ptr::eq(&*take::<Count>(), address));
    }

    #[test]
    fn what_nobody_has_any_more_is_used_again_and_empty() {
        let one: Rc<RefCell<Count>> = take_shared();
        one.borrow_mut().0 = 7;
        let other = one.clone();
        let address = Rc::as_ptr(&one);
        keep_shared(one);
        assert_eq!(other.borrow().0, 7);
        keep_shared(other);
        let again: Rc<RefCell<Count>> = take_shared();
        assert_eq!((Rc::as_ptr(&again), again.borrow().0), (address, 0));
        assert!(Rc::as_ptr(&take_shared::<Count>()) != address);
    }
}
