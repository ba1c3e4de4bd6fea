//! Which function a call names, as far as the files tell: the one reading of a call's
//! [`Callee`] for whoever runs a program and whoever analyses it.
//!
//! A name goes to a function of the same unit first, then to a file, then to the table. Two
//! things are known only to the reader: which names scripts have defined so far (they come
//! before files of the current folder and the search path), and what a name that is looked up
//! when the call happens means. So a reader says what is `hidden` and gets, of
//!
//! ```text
//! helper (x)     Local: a function of the file
//! solve (x)      File: …/solve.m, or Named if a script has defined `solve`
//! sum (x)        Builtin: the table's, unless a script has defined `sum`
//! ```

use std::path::Path;

use crate::body::{BodyId, CallTarget, Unit};
use crate::callee::{Callee, Origin};

/// Which function a call names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallResolution<'t> {
    /// A function of the same unit.
    Local(BodyId),
    /// What a file defines.
    File(&'t Path),
    /// A method, or else what a file defines.
    Method(Option<&'t Path>),
    /// The table's, unless the name has been defined.
    Builtin,
    /// The table's, although the unit has a function of the name: what a file of a package is
    /// for goes by its full name.
    BuiltinOnly,
    /// Whatever the name means when the call happens.
    Named,
}

/// What calling a file by its name runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryPoint {
    /// Its statements.
    Script(BodyId),
    /// Its first function.
    Function(BodyId),
}

impl CallTarget {
    /// Which function it is. `unit` is the one that the call stands in, if it is still there;
    /// `hidden` says whether a function that a script has defined comes before a file.
    pub fn resolution(
        &self,
        unit: Option<&Unit>,
        hidden: impl Fn(Origin, &str) -> bool,
    ) -> CallResolution<'_> {
        if let (Some(local), Some(_)) = (self.local, unit) {
            return CallResolution::Local(local);
        }
        match &self.callee {
            Some(Callee::File { origin, .. }) if hidden(*origin, &self.name) => {
                CallResolution::Named
            }
            Some(Callee::File { path, .. }) => CallResolution::File(path),
            Some(Callee::Method { otherwise, .. }) => {
                CallResolution::Method(otherwise.as_deref().and_then(|callee| match callee {
                    Callee::File { path, .. } => Some(path.as_path()),
                    Callee::Nested(_)
                    | Callee::Local(_)
                    | Callee::Method { .. }
                    | Callee::Builtin => None,
                }))
            }
            Some(Callee::Builtin) => {
                match unit.is_some_and(|unit| unit.function(&self.name).is_some()) {
                    true => CallResolution::BuiltinOnly,
                    false => CallResolution::Builtin,
                }
            }
            Some(Callee::Nested(_) | Callee::Local(_)) | None => CallResolution::Named,
        }
    }
}

impl Unit {
    /// What calling its file by its name runs; `None` if it defines nothing that can be called.
    #[must_use]
    pub fn entry_point(&self) -> Option<EntryPoint> {
        let first = || self.functions.first().map(|&(_, first)| EntryPoint::Function(first));
        self.script.map(EntryPoint::Script).or_else(first)
    }
}
