//! Function handles. What they call belongs to whoever runs them.

use std::any::Any;
use std::fmt;
use std::rc::Rc;

use crate::value::Value;

/// A function handle.
#[derive(Clone, Debug)]
pub enum FunctionHandle {
    /// `@name`, looked up when it is called.
    Named(Rc<str>),
    /// `@name` of a function that only the place where the handle was made can see.
    Bound(Rc<dyn BoundCode>),
    /// `@(x) …`
    Anonymous(Rc<dyn AnonymousCode>),
}

/// A function that has no name everybody can look up: a subfunction, a nested
/// function with the variables it shares.
pub trait BoundCode: fmt::Debug {
    /// Its name.
    fn name(&self) -> &str;

    /// For whoever runs it.
    fn as_any(&self) -> &dyn Any;
}

/// An anonymous function with what it captured.
pub trait AnonymousCode: fmt::Debug {
    /// Its text as `func2str` prints it.
    fn text(&self) -> String;

    /// The variables it captured, by name.
    fn captured(&self) -> Vec<(String, Value)>;

    /// How many parameters it has; with `varargin`, one less and `true`.
    fn parameters(&self) -> (usize, bool);

    /// Whether it is the same function, not only one with the same text.
    fn equals(&self, other: &dyn AnonymousCode) -> bool;

    /// For whoever runs it.
    fn as_any(&self) -> &dyn Any;
}

impl FunctionHandle {
    /// What `func2str` gives: `name`, or `@(x) …`.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            FunctionHandle::Named(name) => name.to_string(),
            FunctionHandle::Bound(code) => code.name().to_owned(),
            FunctionHandle::Anonymous(code) => code.text(),
        }
    }

    /// How it is displayed: `@name`, or `@(x) …`.
    #[must_use]
    pub fn display(&self) -> String {
        match self {
            FunctionHandle::Anonymous(code) => code.text(),
            FunctionHandle::Named(_) | FunctionHandle::Bound(_) => format!("@{}", self.text()),
        }
    }
}
