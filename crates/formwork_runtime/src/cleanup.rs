//! Objects of `onCleanup`: when the last copy of one is gone, its action is due.
//!
//! Values are dropped anywhere, also where nothing can be called; so the action goes
//! to a list that whoever runs the program empties at the next statement.

use std::cell::RefCell;
use std::rc::Rc;

use crate::value::Value;

/// Actions that are due, the earliest first.
pub type DueActions = Rc<RefCell<Vec<Value>>>;

/// What is done when the object is gone.
#[derive(Debug)]
pub struct Cleanup {
    action: Value,
    due: DueActions,
}

impl Cleanup {
    /// An object whose action goes to the list when it is dropped.
    #[must_use]
    pub fn new(action: Value, due: DueActions) -> Cleanup {
        Cleanup { action, due }
    }

    /// The function to call.
    #[must_use]
    pub fn action(&self) -> &Value {
        &self.action
    }
}

impl Drop for Cleanup {
    fn drop(&mut self) {
        // Only while the list is being emptied is it borrowed: never here.
        if let Ok(mut due) = self.due.try_borrow_mut() {
            due.push(std::mem::take(&mut self.action));
        }
    }
}
