//! Function handles that this interpreter can call.

use std::any::Any;
use std::rc::Rc;

use formwork_hir::body::Anonymous;
use formwork_runtime::{AnonymousCode, BoundCode, Value};

use crate::code::Code;
use crate::frame::Shared;

/// An anonymous function with what it captured.
#[derive(Debug)]
pub(crate) struct Closure {
    pub(crate) code: Rc<Code>,
    pub(crate) anonymous: Rc<Anonymous>,
    /// One value per capture, `None` where the variable had none.
    pub(crate) captured: Box<[Option<Value>]>,
    /// What nested functions around it share.
    pub(crate) shared: Option<Rc<Shared>>,
}

impl Drop for Closure {
    fn drop(&mut self) {
        let captured = std::mem::take(&mut self.captured);
        formwork_runtime::release::release(captured.into_iter().flatten().collect());
    }
}

impl AnonymousCode for Closure {
    fn text(&self) -> String {
        self.anonymous.text.to_string()
    }

    fn captured(&self) -> Vec<(String, Value)> {
        let slots = &self.anonymous.body.slots;
        self.anonymous
            .captures
            .iter()
            .zip(&self.captured)
            .filter_map(|(&(_, slot), value)| Some((slots[slot].name.to_string(), value.clone()?)))
            .collect()
    }

    fn parameters(&self) -> (usize, bool) {
        (self.anonymous.body.inputs.len(), self.anonymous.body.varargin.is_some())
    }

    fn equals(&self, other: &dyn AnonymousCode) -> bool {
        let Some(other) = other.as_any().downcast_ref::<Closure>() else { return false };
        // Only a copy is the same function: a text that is evaluated again makes another.
        std::ptr::eq(self, other)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A function that only its file can see, perhaps nested.
#[derive(Debug)]
pub(crate) struct BoundFunction {
    pub(crate) code: Rc<Code>,
    /// For a nested function: what it shares with the one around it.
    pub(crate) shared: Option<Rc<Shared>>,
}

impl BoundCode for BoundFunction {
    fn name(&self) -> &str {
        &self.code.body.name
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
