//! A context without a program: only functions of the table can be called, and nothing
//! is printed. Constants are folded in it, and rules are tested in it.

use formwork_runtime::{Error, FunctionHandle, Result, Value, Warn};

use crate::context::{Args, Context, Found, Stream, Values, VariableScope, Workspace};
use crate::session::{LocalChange, Session};
use crate::table::{call_row, find};

/// Nobody runs a program here.
#[derive(Debug, Default)]
pub struct NullContext {
    session: Session,
    warned: bool,
    /// How often the call that is being computed may still ask whether it is to stop, if that is
    /// limited.
    polls: Option<u32>,
    /// The file that may be read.
    file: Option<(String, Vec<u8>)>,
}

/// How often a call that takes long may ask whether it is to stop: a fraction of a second.
const MOST_POLLS: u32 = 256;

impl NullContext {
    /// A call is computed that must not take long.
    pub fn begin(&mut self) {
        self.polls = Some(MOST_POLLS);
    }

    /// Whether something warned since this was asked last.
    pub fn take_warned(&mut self) -> bool {
        std::mem::take(&mut self.warned)
    }

    /// Something may warn that is not computed here.
    pub fn set_warned(&mut self) {
        self.warned = true;
    }

    /// Lets one file be read, instead of the one before.
    pub fn lend_file(&mut self, file: Option<(String, Vec<u8>)>) {
        self.file = file;
    }
}

fn refuse<T>() -> Result<T> {
    Err(Error::limit("this is not known before the program runs"))
}

impl Warn for NullContext {
    fn warn(&mut self, _identifier: &str, _message: &str) -> Result<()> {
        self.warned = true;
        Ok(())
    }
}

impl Context for NullContext {
    fn call(&mut self, function: &Value, args: Args, nargout: usize) -> Result<Values> {
        match function {
            Value::Function(handle) => match &**handle {
                FunctionHandle::Named(name) => self.call_named(name, args, nargout),
                FunctionHandle::Bound(_) | FunctionHandle::Anonymous(_) => refuse(),
            },
            _ => match function.as_text() {
                Some(name) => self.call_named(&name, args, nargout),
                None => refuse(),
            },
        }
    }

    fn call_named(&mut self, name: &str, args: Args, nargout: usize) -> Result<Values> {
        match find(name) {
            Some(row) if row.inputs.accepts(args.len()) => row.call(self, args, nargout),
            _ => refuse(),
        }
    }

    fn call_builtin(&mut self, name: &str, args: Args, nargout: usize) -> Result<Values> {
        call_row(self, name, args, nargout)
    }

    fn has_builtin(&self, name: &str) -> bool {
        find(name).is_some()
    }

    fn write(&mut self, _stream: Stream, _bytes: &[u8]) -> Result<()> {
        Ok(())
    }

    fn read_file(&mut self, name: &str) -> std::io::Result<Vec<u8>> {
        match &self.file {
            Some((own, bytes)) if own == name => Ok(bytes.clone()),
            _ => Err(std::io::ErrorKind::NotFound.into()),
        }
    }

    fn session(&mut self) -> &mut Session {
        &mut self.session
    }

    fn workspace(&mut self, _place: VariableScope) -> &mut dyn Workspace {
        self
    }

    fn evaluate_text(
        &mut self,
        _text: &[u8],
        _place: VariableScope,
        _nargout: usize,
    ) -> Result<Values> {
        refuse()
    }

    fn capture_output(
        &mut self,
        body: &mut dyn FnMut(&mut dyn Context) -> Result<()>,
    ) -> Result<Vec<u8>> {
        body(self).map(|()| Vec::new())
    }

    fn lookup(&mut self, name: &str) -> Found {
        if find(name).is_some() { Found::Builtin } else { Found::Nothing }
    }

    fn handle(&mut self, name: &str) -> Value {
        Value::Function(FunctionHandle::Named(name.into()).into())
    }

    fn arity(&mut self, _function: &Value) -> Result<(i64, i64)> {
        refuse()
    }

    fn poll(&mut self) -> Result<()> {
        match &mut self.polls {
            None => Ok(()),
            Some(0) => refuse(),
            Some(left) => {
                *left -= 1;
                Ok(())
            }
        }
    }

    fn now(&mut self) -> f64 {
        0.0
    }

    fn cpu_time(&mut self) -> f64 {
        0.0
    }

    fn environment(&mut self, _name: &str) -> Option<String> {
        None
    }
}

impl Workspace for NullContext {
    fn get(&self, _name: &str) -> Option<Value> {
        None
    }

    fn set(&mut self, _name: &str, _value: Value) -> Result<()> {
        refuse()
    }

    fn clear(&mut self, _name: &str) -> bool {
        false
    }

    fn names(&self) -> Vec<String> {
        Vec::new()
    }

    fn is_global(&self, _name: &str) -> bool {
        false
    }

    fn forget_global(&mut self, _: &str) {}

    fn function_name(&self) -> String {
        String::new()
    }

    fn nargin(&self) -> Option<usize> {
        None
    }

    fn nargout(&self) -> Option<usize> {
        None
    }

    fn is_output_wanted(&self, _index: usize) -> bool {
        true
    }

    fn input_name(&self, _index: usize) -> Option<String> {
        None
    }

    fn undo_on_return(&mut self, _change: LocalChange) {}
}
