//! Finds what a name means where it is called: a function of the file, of the text around, of
//! another file, or of the table.
//!
//! ```text
//! y = scaled (x);             a function below in the file, else scaled.m beside it, else …
//! eval ('y = scaled (x);')    the same: the text sees the functions of its file
//! ```

use std::path::Path;
use std::rc::Rc;

use formwork_hir::body::{Body, CallId, Unit};
use formwork_hir::{CallResolution, Callee, EntryPoint};

use crate::call::resolved_name::ResolvedName;
use crate::engine::Analyst;
use crate::state::frame::Frame;

impl Analyst<'_> {
    /// What a call in the function that is being walked means.
    pub(crate) fn target(&mut self, call: CallId) -> ResolvedName {
        let key = (self.frame().body.id, call);
        if let Some(target) = self.names.targets.get(&key) {
            return target.clone();
        }
        let target = self.look_up(call);
        self.names.targets.insert(key, target.clone());
        target
    }

    fn look_up(&mut self, call: CallId) -> ResolvedName {
        let frame = self.frame();
        let (unit, body) = (Rc::clone(&frame.unit), Rc::clone(&frame.body));
        let target = &body.calls[call];
        if let Some(function) = self.function_around(&target.name) {
            return function;
        }
        if unit.script.is_some() && self.names.defined.is_redefined(&target.name) {
            return ResolvedName::Unwritten;
        }
        let hidden = |origin, name: &str| self.names.defined.hides(origin, name);
        match target.resolution(Some(&unit), hidden) {
            CallResolution::Local(local) => {
                let function = Rc::clone(&unit.bodies[local]);
                ResolvedName::Function(unit, function)
            }
            CallResolution::File(path) | CallResolution::Method(Some(path)) => {
                self.file_target(path)
            }
            CallResolution::BuiltinOnly => builtin_target(&target.name, self.reads_matlab()),
            CallResolution::Builtin | CallResolution::Method(None) | CallResolution::Named => {
                self.named_target(&target.name)
            }
        }
    }

    /// The function that a call in some function means, if it is one of the program's.
    pub fn function_called(
        &mut self,
        unit: &Rc<Unit>,
        body: &Rc<Body>,
        call: CallId,
    ) -> Option<(Rc<Unit>, Rc<Body>)> {
        self.frames.push(Frame::new(Rc::clone(unit), Rc::clone(body)));
        let target = self.target(call);
        self.frames.pop();
        match target {
            ResolvedName::Function(unit, body) => Some((unit, body)),
            ResolvedName::Script(..)
            | ResolvedName::Builtin(_)
            | ResolvedName::Constructor(_)
            | ResolvedName::Unwritten
            | ResolvedName::Missing => None,
        }
    }

    fn file_target(&mut self, path: &Path) -> ResolvedName {
        let Some(unit) = self.unit(path) else { return ResolvedName::Missing };
        let folder = path.parent().and_then(Path::file_name);
        let is_constructor = folder.is_some_and(|name| name.to_string_lossy().starts_with('@'));
        if self.is_class(path) {
            return ResolvedName::Constructor(unit);
        }
        if is_constructor {
            // What its methods are called with nobody can follow.
            return ResolvedName::Unwritten;
        }
        match unit.entry_point() {
            Some(EntryPoint::Script(script)) => {
                let body = Rc::clone(&unit.bodies[script]);
                match body.statements.is_empty() {
                    // A file of comments tells of a function that is compiled.
                    true => ResolvedName::Unwritten,
                    false => ResolvedName::Script(unit, body),
                }
            }
            Some(EntryPoint::Function(first)) => {
                let body = Rc::clone(&unit.bodies[first]);
                ResolvedName::Function(unit, body)
            }
            None => ResolvedName::Missing,
        }
    }

    /// What a name means in an evaluated text if the file around has such a function.
    fn function_around(&self, name: &str) -> Option<ResolvedName> {
        let around = self.frames.last()?.around.as_ref()?;
        let body = Rc::clone(&around.bodies[around.function(name)?]);
        Some(ResolvedName::Function(Rc::clone(around), body))
    }

    /// What a name means to the function that is being walked.
    pub(crate) fn named_target(&mut self, name: &str) -> ResolvedName {
        if let Some(function) = self.function_around(name) {
            return function;
        }
        if let Some(frame) = self.frames.last() {
            if frame.unit.script.is_some() && self.names.defined.is_redefined(name) {
                return ResolvedName::Unwritten;
            }
            if let Some(id) = frame.unit.function(name) {
                let unit = Rc::clone(&frame.unit);
                let body = Rc::clone(&unit.bodies[id]);
                return ResolvedName::Function(unit, body);
            }
            let folder = frame.body.source.path.parent().map(Path::to_path_buf);
            if let Some(folder) = folder
                && let Some(Callee::File { path, origin }) =
                    self.program.find_function(name, &folder)
                && !self.names.defined.hides(origin, name)
            {
                return self.file_target(&path);
            }
        }
        if self.names.defined.is_redefined(name) {
            return ResolvedName::Unwritten;
        }
        if let Some((unit, id)) = self.names.defined.get(name) {
            return ResolvedName::Function(Rc::clone(unit), Rc::clone(&unit.bodies[id]));
        }
        builtin_target(name, self.reads_matlab())
    }
}

/// What a name means that no function of the program has.
fn builtin_target(name: &str, matlab: bool) -> ResolvedName {
    match formwork_builtins::find_for(name, matlab) {
        Some(row) => ResolvedName::Builtin(row),
        None if formwork_builtins::is_builtin(name) => ResolvedName::Unwritten,
        None => ResolvedName::Missing,
    }
}
