//! Tables to be used again: each thread keeps the ones it has done with, so
//! that a question need not begin by asking for memory.

use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

/// What can be emptied and used again.
pub trait Reuse: Default + 'static {
    /// Makes it as good as new.
    fn clear(&mut self);
}

impl<T: Reuse> Reuse for RefCell<T> {
    fn clear(&mut self) {
        self.get_mut().clear();
    }
}

thread_local! {
    static SPARE: RefCell<FxHashMap<TypeId, Vec<Rc<dyn Any>>>> = RefCell::default();
}

/// An empty one, used before if there is such a one. Nobody else has it.
pub fn take<T: Reuse>() -> Rc<T> {
    let spare = SPARE.try_with(|spare| spare.borrow_mut().get_mut(&TypeId::of::<T>())?.pop());
    let spare = spare.ok().flatten().and_then(|spare| spare.downcast::<T>().ok());
    spare.unwrap_or_default()
}

/// Keeps it for later, unless somebody else still has it.
#[inline]
pub fn give_back<T: Reuse>(mut used: Rc<T>) {
    if let Some(table) = Rc::get_mut(&mut used) {
        table.clear();
        keep(used);
    }
}

fn keep<T: Reuse>(cleared: Rc<T>) {
    // While a thread ends, there is nothing to keep it in.
    let _ = SPARE.try_with(|spare| {
        spare.borrow_mut().entry(TypeId::of::<T>()).or_default().push(cleared);
    });
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
    fn what_nobody_has_any_more_is_used_again_and_empty() {
        let mut one: Rc<Count> = take();
        Rc::get_mut(&mut one).unwrap().0 = 7;
        let other = one.clone();
        let address = Rc::as_ptr(&one);
        give_back(one);
        assert_eq!(other.0, 7);
        give_back(other);
        let again: Rc<Count> = take();
        assert_eq!((Rc::as_ptr(&again), again.0), (address, 0));
        assert!(Rc::as_ptr(&take::<Count>()) != address);
    }
}
