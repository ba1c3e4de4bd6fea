//! Runs what objects of `onCleanup` leave to be done.

use formwork_builtins::Stream;
use formwork_runtime::{ErrorKind, Result, Value};

use crate::interpreter::Interpreter;

impl Interpreter<'_> {
    /// Calls the actions that are due. Programs that make no such object pay one test.
    #[inline]
    pub(crate) fn run_cleanups(&mut self) -> Result<()> {
        if self.session.made_cleanups { self.run_due() } else { Ok(()) }
    }

    fn run_due(&mut self) -> Result<()> {
        loop {
            let due = std::mem::take(&mut *self.session.due_cleanups.borrow_mut());
            if due.is_empty() {
                return Ok(());
            }
            for action in due {
                self.clean_up(&action)?;
            }
        }
    }

    fn clean_up(&mut self, action: &Value) -> Result<()> {
        let outcome = match action {
            Value::Object(_) => self.destroy(action),
            action => formwork_builtins::Context::call(self, action, smallvec::SmallVec::new(), 0)
                .map(drop),
        };
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
