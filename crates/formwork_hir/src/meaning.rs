//! What a call means to whoever runs a program.

use std::path::Path;
use std::rc::Rc;

use formwork_runtime::{FunctionHandle, Value};

use crate::body::{Anonymous, AnonymousId, Body, CallId};
use crate::callee::Callee;
use crate::program::Program;
use crate::resolution::{CallResolution, EntryPoint};

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

/// Who sees a function of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sight {
    /// Whoever runs a body, which sees the functions of its file and its folder first.
    Body,
    /// Everybody: what a handle to a name calls.
    Everybody,
}

/// What a function handle calls.
#[derive(Clone, Debug)]
pub enum Called {
    /// What everybody sees under a name when it is called.
    Named(Rc<str>),
    /// A function of the program.
    Bound(Rc<Body>),
    /// An anonymous function, with a value for each of its captures that had one.
    Anonymous(Rc<Anonymous>, Box<[Option<Value>]>),
}

/// Says what calls mean.
pub trait Names {
    /// What a call in a body means now.
    fn meaning(&mut self, body: &Rc<Body>, call: CallId) -> Meaning;

    /// What a name means now where a body calls it.
    fn named(&mut self, body: &Rc<Body>, name: &str, sight: Sight) -> Meaning;

    /// What a handle calls; `None` if that is not known, or shares variables with others.
    fn called(&mut self, handle: &FunctionHandle) -> Option<Called>;

    /// An anonymous function of a body. What calls in it mean may be asked from now on.
    fn anonymous(&mut self, body: &Rc<Body>, id: AnonymousId) -> Rc<Anonymous> {
        Rc::clone(&body.anonymous[id])
    }
}

impl Names for Program<'_> {
    /// What a call means as far as files say. Names that a script defines while it runs,
    /// methods of classes and scripts are unknown.
    fn meaning(&mut self, body: &Rc<Body>, call: CallId) -> Meaning {
        let unit = self.unit(&body.source.path);
        match body.calls[call].resolution(unit.as_deref(), |_, _| false) {
            CallResolution::Local(local) => {
                let function = unit.and_then(|unit| unit.bodies.get(local).cloned());
                function.map_or(Meaning::Unknown, Meaning::User)
            }
            CallResolution::Builtin | CallResolution::BuiltinOnly => Meaning::Builtin,
            CallResolution::File(path) => self.first_function(path),
            CallResolution::Method(_) | CallResolution::Named => Meaning::Unknown,
        }
    }

    /// What everybody sees is taken for what the body does: nobody says where the program
    /// was started.
    fn named(&mut self, body: &Rc<Body>, name: &str, _sight: Sight) -> Meaning {
        if let Some(unit) = self.unit(&body.source.path)
            && let Some(id) = unit.function(name)
        {
            return unit.bodies.get(id).cloned().map_or(Meaning::Unknown, Meaning::User);
        }
        let folder = body.source.path.parent().unwrap_or(Path::new(""));
        match self.find_function(name, folder) {
            Some(Callee::Builtin) => Meaning::Builtin,
            Some(Callee::File { path, .. }) => self.first_function(&path),
            Some(Callee::Nested(_) | Callee::Local(_) | Callee::Method { .. }) => Meaning::Unknown,
            None if formwork_builtins::find(name).is_some() => Meaning::Builtin,
            None => Meaning::Unknown,
        }
    }

    /// Handles are values of a running program.
    fn called(&mut self, handle: &FunctionHandle) -> Option<Called> {
        match handle {
            FunctionHandle::Named(name) => Some(Called::Named(Rc::clone(name))),
            FunctionHandle::Bound(_) | FunctionHandle::Anonymous(_) => None,
        }
    }
}

impl Program<'_> {
    /// The function that calling a file by its name runs.
    fn first_function(&mut self, path: &Path) -> Meaning {
        let Some(unit) = self.unit(path) else { return Meaning::Unknown };
        match unit.entry_point() {
            Some(EntryPoint::Function(first)) => Meaning::User(Rc::clone(&unit.bodies[first])),
            Some(EntryPoint::Script(_)) | None => Meaning::Unknown,
        }
    }
}
