//! What a function handle stands for.

use crate::call::resolved_name::ResolvedName;
use formwork_domain::AbstractValue;
use formwork_hir::body::{Anonymous, Body, Unit};
use std::rc::Rc;

/// What a function handle calls.
#[derive(Clone)]
pub(crate) enum Closure {
    /// A function by name.
    Named(Rc<str>, ResolvedName),
    /// `@(…) …` with what it captured.
    Anonymous { unit: Rc<Unit>, anonymous: Rc<Anonymous>, captured: Vec<Option<AbstractValue>> },
}

/// What a function handle calls, for who reads facts.
#[derive(Clone, Debug)]
pub enum Handle {
    /// A function of the program.
    Function(Rc<Body>),
    /// A built-in function.
    Builtin(Rc<str>),
    /// `@(…) …`, with what it captured.
    Anonymous(Rc<Anonymous>, Vec<Option<AbstractValue>>),
    /// Something else.
    Unknown,
}

impl From<Closure> for Handle {
    fn from(closure: Closure) -> Handle {
        match closure {
            Closure::Named(_, ResolvedName::Function(_, body)) => Handle::Function(body),
            Closure::Named(name, ResolvedName::Builtin(_)) => Handle::Builtin(name),
            Closure::Named(..) => Handle::Unknown,
            Closure::Anonymous { anonymous, captured, .. } => {
                Handle::Anonymous(anonymous, captured)
            }
        }
    }
}

impl PartialEq for Closure {
    fn eq(&self, other: &Closure) -> bool {
        match (self, other) {
            (Closure::Named(a, x), Closure::Named(b, y)) => a == b && same_target(x, y),
            (
                Closure::Anonymous { anonymous: a, captured: x, .. },
                Closure::Anonymous { anonymous: b, captured: y, .. },
            ) => Rc::ptr_eq(a, b) && x == y,
            (Closure::Named(..), Closure::Anonymous { .. })
            | (Closure::Anonymous { .. }, Closure::Named(..)) => false,
        }
    }
}

fn same_target(a: &ResolvedName, b: &ResolvedName) -> bool {
    match (a, b) {
        (
            ResolvedName::Function(_, x) | ResolvedName::Script(_, x),
            ResolvedName::Function(_, y) | ResolvedName::Script(_, y),
        ) => Rc::ptr_eq(x, y),
        (ResolvedName::Builtin(x), ResolvedName::Builtin(y)) => x.name == y.name,
        (ResolvedName::Unwritten, ResolvedName::Unwritten)
        | (ResolvedName::Missing, ResolvedName::Missing) => true,
        _ => false,
    }
}
