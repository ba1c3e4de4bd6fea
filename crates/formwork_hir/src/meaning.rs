//! What a call means to whoever runs a program.

use std::path::Path;
use std::rc::Rc;

use crate::body::{Body, CallId};
use crate::lookup::Callee;
use crate::program::Program;

/// What a call means.
#[derive(Clone, Debug)]
pub enum Meaning {
    /// A function of the table, by the name that is written.
    Builtin,
    /// A function of the program.
    User(Rc<Body>),
    /// Something else, or nothing that could be found.
    Unknown,
}

impl PartialEq for Meaning {
    fn eq(&self, other: &Meaning) -> bool {
        match (self, other) {
            (Meaning::Builtin, Meaning::Builtin) | (Meaning::Unknown, Meaning::Unknown) => true,
            (Meaning::User(one), Meaning::User(two)) => Rc::ptr_eq(one, two),
            (Meaning::Builtin | Meaning::User(_) | Meaning::Unknown, _) => false,
        }
    }
}

impl Eq for Meaning {}

/// Says what calls mean.
pub trait Names {
    /// What a call in a body means now.
    fn meaning(&mut self, body: &Rc<Body>, call: CallId) -> Meaning;
}

impl Names for Program<'_> {
    /// What a call means as far as files say. Names that a script defines while it runs,
    /// methods of classes and scripts are unknown.
    fn meaning(&mut self, body: &Rc<Body>, call: CallId) -> Meaning {
        let target = &body.calls[call];
        if let Some(local) = target.local {
            let unit = self.unit(&body.source.path);
            let function = unit.and_then(|unit| unit.bodies.get(local).cloned());
            return function.map_or(Meaning::Unknown, Meaning::User);
        }
        match &target.callee {
            Some(Callee::Builtin) => Meaning::Builtin,
            Some(Callee::File { path, .. }) => self.first_function(path),
            Some(Callee::Nested(_) | Callee::Local(_) | Callee::Method { .. }) | None => {
                Meaning::Unknown
            }
        }
    }
}

impl Program<'_> {
    /// The function that calling a file by its name runs.
    fn first_function(&mut self, path: &Path) -> Meaning {
        let Some(unit) = self.unit(path) else { return Meaning::Unknown };
        if unit.script.is_some() {
            return Meaning::Unknown;
        }
        let first = unit.functions.first().and_then(|&(_, first)| unit.bodies.get(first));
        first.map_or(Meaning::Unknown, |body| Meaning::User(Rc::clone(body)))
    }
}
