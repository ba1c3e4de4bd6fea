//! Objects of `onCleanup`: when the last copy of one is gone, its action is due.
//!
//! Values are dropped anywhere, also where nothing can be called; so the action goes
//! to a list that whoever runs the program empties at the next statement.

use std::cell::RefCell;
use std::rc::Rc;

/// Actions that are due, the earliest first.
pub(crate) type Due<V> = Rc<RefCell<Vec<V>>>;

/// What is done when the object is gone; an action is a value `V`.
#[derive(Debug)]
pub struct Cleanup<V: Default> {
    action: V,
    due: Due<V>,
}

impl<V: Default> Cleanup<V> {
    /// An object whose action goes to the list when it is dropped.
    #[must_use]
    pub fn new(action: V, due: Due<V>) -> Cleanup<V> {
        Cleanup { action, due }
    }

    /// The function to call.
    #[must_use]
    pub fn action(&self) -> &V {
        &self.action
    }
}

impl<V: Default> Drop for Cleanup<V> {
    fn drop(&mut self) {
        // Only while the list is being emptied is it borrowed: never here.
        if let Ok(mut due) = self.due.try_borrow_mut() {
            due.push(std::mem::take(&mut self.action));
        }
    }
}
