//! What a name that is called means.

use std::rc::Rc;

use formwork_hir::body::{Body, Unit};

/// What a name that is called means.
#[derive(Clone)]
pub(crate) enum ResolvedName {
    Function(Rc<Unit>, Rc<Body>),
    Script(Rc<Unit>, Rc<Body>),
    Builtin(&'static formwork_builtins::Row),
    /// Makes an object of a class of the program; its methods nobody follows.
    Constructor(Rc<Unit>),
    /// Part of the language, but not in the table.
    Unwritten,
    /// Nobody knows.
    Missing,
}
