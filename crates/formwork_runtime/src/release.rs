//! Dropping values that hold others: cells in cells in cells, a hundred thousand deep, without a
//! stack as deep. Down to a depth values are dropped as they are met, those further inside when
//! the outermost is done.

use std::any::Any;
use std::cell::{Cell, RefCell};

/// How deep values are dropped as they are met.
const DEEP: usize = 256;

thread_local! {
    /// How deep the value is that is being dropped.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    /// What is left.
    static LEFT: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

/// A value that may hold others.
pub trait Holder: 'static {
    /// Whether it holds others.
    fn holds_others(&self) -> bool;
}

/// Drops what a value held.
pub fn release<V: Holder>(values: Vec<V>) {
    if !values.iter().any(V::holds_others) {
        return;
    }
    // At the end of a thread there is nothing left to keep them in.
    let Ok(depth) = DEPTH.try_with(Cell::get) else { return };
    if depth >= DEEP {
        let _ = LEFT.try_with(|left| left.borrow_mut().push(Box::new(values)));
        return;
    }
    DEPTH.set(depth + 1);
    drop(values);
    while depth == 0
        && let Ok(Some(next)) = LEFT.try_with(|left| left.borrow_mut().pop())
    {
        drop(next);
    }
    DEPTH.set(depth);
}
