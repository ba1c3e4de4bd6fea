//! Cleanups: what `onCleanup` is given runs when the last copy of its object is gone.
//!
//! Values are counted references and are dropped anywhere; so before a variable changes,
//! the objects in it are held on to, and after the change those that nobody else holds
//! run. Programs that make no such object pay one test.

use std::rc::Rc;

use formwork_builtins::Stream;
use formwork_runtime::{ErrorKind, Result, Value};

use crate::interpreter::Interpreter;

/// The objects in a value, also in cells and fields.
fn collect(value: &Value, found: &mut Vec<Rc<Value>>) {
    match value {
        Value::Cleanup(action) => found.push(Rc::clone(action)),
        Value::Cell(cell) => {
            for element in cell.as_slice() {
                collect(element, found);
            }
        }
        Value::Struct(array) => {
            for (_, values) in array.fields() {
                for value in values {
                    collect(value, found);
                }
            }
        }
        _ => {}
    }
}

impl Interpreter<'_> {
    /// The cleanups that a value holds, held by the list as well.
    pub(crate) fn held(&self, value: Option<&Value>) -> Vec<Rc<Value>> {
        let mut found = Vec::new();
        if self.session.made_cleanups
            && let Some(value) = value
        {
            collect(value, &mut found);
        }
        found
    }

    /// Runs those cleanups that only the list holds.
    pub(crate) fn let_go(&mut self, held: Vec<Rc<Value>>) -> Result<()> {
        for action in held {
            if let Ok(action) = Rc::try_unwrap(action) {
                self.clean_up(&action)?;
            }
        }
        Ok(())
    }

    /// Runs the cleanups a value stood for, where it was the last copy.
    pub(crate) fn released(&mut self, value: Option<Value>) -> Result<()> {
        if !self.session.made_cleanups {
            return Ok(());
        }
        let held = self.held(value.as_ref());
        drop(value);
        self.let_go(held)
    }

    fn clean_up(&mut self, action: &Value) -> Result<()> {
        let outcome = formwork_builtins::Context::call(self, action, smallvec::SmallVec::new(), 0);
        let Err(error) = outcome else { return Ok(()) };
        if let ErrorKind::Stop(_) = error.kind {
            return Err(error);
        }
        let text = format!(
            "warning: onCleanup: error caught while executing cleanup function:\n{}\n\n",
            error.message
        );
        self.write_out(Stream::Error, text.as_bytes())
    }
}
