//! Running functions and their variables.

use std::cell::RefCell;
use std::rc::Rc;

use formwork_builtins::LocalChange;
use formwork_hir::SlotId;
use formwork_hir::body::ExprId;
use formwork_runtime::Value;
use rustc_hash::FxHashMap;

use crate::code::Code;

/// A variable that several calls see: global, persistent, or shared with nested
/// functions. `None`: it has no value.
pub(crate) type SharedVariable = Rc<RefCell<Option<Value>>>;

/// A variable of a running function.
#[derive(Clone, Debug, Default)]
pub(crate) enum Slot {
    /// It has no value.
    #[default]
    Unset,
    /// It has one.
    Value(Value),
    /// Others see it, too.
    Shared(SharedVariable),
}

impl Slot {
    /// Its value.
    pub(crate) fn get(&self) -> Option<Value> {
        match self {
            Slot::Unset => None,
            Slot::Value(value) => Some(value.clone()),
            Slot::Shared(shared) => shared.borrow().clone(),
        }
    }

    /// Whether it has a value.
    pub(crate) fn is_set(&self) -> bool {
        match self {
            Slot::Unset => false,
            Slot::Value(_) => true,
            Slot::Shared(shared) => shared.borrow().is_some(),
        }
    }

    /// Gives it a value; what it had before is returned.
    pub(crate) fn set(&mut self, value: Value) -> Option<Value> {
        match self {
            Slot::Shared(shared) => shared.borrow_mut().replace(value),
            Slot::Value(old) => Some(std::mem::replace(old, value)),
            Slot::Unset => {
                *self = Slot::Value(value);
                None
            }
        }
    }
}

/// The variables a function shares with those nested in it.
#[derive(Debug)]
pub(crate) struct Shared {
    /// The function.
    pub(crate) owner: Rc<Code>,
    pub(crate) variables: FxHashMap<SlotId, SharedVariable>,
    /// Those of the function around it.
    pub(crate) outer: Option<Rc<Shared>>,
}

/// A running function.
pub(crate) struct Frame {
    pub(crate) code: Rc<Code>,
    /// Where its slots begin.
    pub(crate) base: usize,
    pub(crate) nargin: usize,
    pub(crate) nargout: usize,
    /// Bit k: output k is `~`.
    pub(crate) ignored: u64,
    /// The expression of the caller that called it.
    pub(crate) call: Option<ExprId>,
    /// What its nested functions share.
    pub(crate) shared: Option<Rc<Shared>>,
    /// Variables whose names its text does not mention.
    pub(crate) dynamic: FxHashMap<Rc<str>, Slot>,
    /// For a script or an evaluated text: the frame whose variables these are.
    pub(crate) over: Option<usize>,
    /// Where it is, while it calls another.
    pub(crate) at: u32,
    /// What is undone when it returns.
    pub(crate) undo: Vec<LocalChange>,
    /// The name under which it displays its argument, if it is a method that does.
    pub(crate) shown_as: Option<Rc<str>>,
}
