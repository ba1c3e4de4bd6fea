//! Finding the function that a name means, loading its file when it is first called.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use formwork_builtins::Row;
use formwork_hir::body::{BodyId, CallId, CallTarget};
use formwork_hir::{CallResolution, Callee, EntryPoint, Origin};
use formwork_runtime::{Error, Result};
use formwork_syntax::{Dialect, Severity, SyntaxError};

use crate::code::{Callable, Code, LoadedUnit};
use crate::evaluate::is_text;
use crate::interpreter::Interpreter;

/// The file whose first function a name means where no argument is an object.
pub(crate) fn file_of(callee: Callee) -> Option<(PathBuf, Origin)> {
    match callee {
        Callee::File { path, origin } => Some((path, origin)),
        Callee::Method { otherwise: Some(otherwise), .. } => file_of(*otherwise),
        Callee::Method { otherwise: None, .. }
        | Callee::Nested(_)
        | Callee::Local(_)
        | Callee::Builtin => None,
    }
}

impl Interpreter<'_> {
    /// A file, loaded if it has not been.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or its text is not a program.
    pub(crate) fn load(&mut self, path: &Path) -> Result<Rc<LoadedUnit>> {
        if let Some(unit) = self.units.get(path) {
            return Ok(Rc::clone(unit));
        }
        let id = self.program.load(path).map_err(|error| Error::plain(error.to_string()))?;
        let file = self.program.file(id);
        let is_error = |error: &&SyntaxError| error.severity == Severity::Error;
        if let Some(error) = file.parsed.errors.iter().find(is_error) {
            let source = file.parsed.tree.source();
            let lines = formwork_syntax::LineIndex::new(source);
            let place = lines.line_column(source, error.span.start);
            return Err(Error::plain(format!(
                "parse error in {}:{}:{}: {}",
                path.display(),
                place.line,
                place.column,
                error.message
            )));
        }
        let unit = LoadedUnit::new(self.program.lower(id));
        self.units.insert(path.to_path_buf(), Rc::clone(&unit));
        Ok(unit)
    }

    /// The row of a function in the dialect of the program.
    fn row(&self, name: &str) -> Option<&'static Row> {
        formwork_builtins::find_for(name, self.reads_matlab())
    }

    /// Whether the program is read as MATLAB's.
    pub(crate) fn reads_matlab(&self) -> bool {
        self.program.dialect() == Dialect::Matlab
    }

    /// What a call in `code` means.
    pub(crate) fn callable(&mut self, code: &Rc<Code>, call: CallId) -> Result<Callable> {
        if let Some(callable) = code.callable(call) {
            return Ok(callable);
        }
        let target = &code.body.calls[call];
        let unit = code.unit.upgrade();
        if let Some(found) = self.find_around(code, &target.name) {
            // The same text may be evaluated elsewhere: nothing is remembered.
            return Ok(found);
        }
        let found = match self.resolution(target, unit.as_deref()) {
            // A method of a class with a folder is not what its file calls by its name.
            CallResolution::Local(_)
                if unit.as_ref().is_some_and(|unit| unit.is_own_method(&target.name)) =>
            {
                self.find_callable(code, &target.name)
            }
            CallResolution::Local(local) => {
                unit.map(|unit| Callable::User(self.latest(&unit, local)))
            }
            CallResolution::File(path) | CallResolution::Method(Some(path)) => {
                Some(self.load_function(path)?)
            }
            CallResolution::BuiltinOnly => self.row(&target.name).map(Callable::Builtin),
            CallResolution::Builtin | CallResolution::Method(None) | CallResolution::Named => {
                self.find_callable(code, &target.name)
            }
        };
        match found {
            Some(callable) => {
                // A name that is defined while the program runs may change its meaning.
                if !self.defined.contains_key(&target.name) {
                    code.remember(call, callable.clone());
                }
                Ok(callable)
            }
            None => Err(self.undefined(code, &target.name, target.span.start)),
        }
    }

    /// What a call would mean if it happened now, without being held to it: nothing is
    /// remembered, and scripts, which define functions once they are looked at, are not.
    pub(crate) fn peek(&mut self, code: &Rc<Code>, call: CallId) -> Option<Callable> {
        if let Some(callable) = code.callable(call) {
            return Some(callable);
        }
        let target = &code.body.calls[call];
        let unit = code.unit.upgrade();
        match self.resolution(target, unit.as_deref()) {
            CallResolution::Local(_)
                if unit.as_ref().is_some_and(|unit| unit.is_own_method(&target.name)) =>
            {
                None
            }
            CallResolution::Local(local) => {
                unit.map(|unit| Callable::User(self.latest(&unit, local)))
            }
            CallResolution::File(path) => self.peek_file(path),
            CallResolution::Method(_) => None,
            CallResolution::BuiltinOnly => self.row(&target.name).map(Callable::Builtin),
            CallResolution::Builtin | CallResolution::Named => self.peek_name(code, &target.name),
        }
    }

    /// Which function a call of a unit names, with what scripts have defined so far.
    fn resolution<'t>(
        &self,
        target: &'t CallTarget,
        unit: Option<&LoadedUnit>,
    ) -> CallResolution<'t> {
        let hidden = |origin: Origin, name: &str| {
            origin.is_behind_scripts() && self.defined.contains_key(name)
        };
        target.resolution(unit.map(|unit| &unit.unit), hidden)
    }

    /// The same for a name that `code` calls.
    pub(crate) fn peek_name(&mut self, code: &Rc<Code>, name: &str) -> Option<Callable> {
        if let Some(unit) = code.unit.upgrade()
            && let Some(id) = unit.function(name)
        {
            return Some(Callable::User(self.latest(&unit, id)));
        }
        if let Some(path) = self.file_for(code, name) {
            return self.peek_file(&path);
        }
        self.peek_global(name)
    }

    /// The same for a name that everybody sees.
    pub(crate) fn peek_global(&mut self, name: &str) -> Option<Callable> {
        if let Some(code) = self.defined.get(name) {
            return Some(Callable::User(Rc::clone(code)));
        }
        if let Some(found) = self.found.get(name) {
            return found.clone();
        }
        if let Some(path) = self.file_for_everybody(name) {
            return self.peek_file(&path);
        }
        self.row(name).map(Callable::Builtin)
    }

    fn peek_file(&mut self, path: &Path) -> Option<Callable> {
        let unit = self.load(path).ok()?;
        if unit.unit.class.is_some() {
            return self.class_of_file(path).ok().flatten().map(Callable::Class);
        }
        match unit.unit.entry_point()? {
            EntryPoint::Script(_) => None,
            EntryPoint::Function(first) => Some(Callable::User(unit.code(first))),
        }
    }

    fn load_function(&mut self, path: &Path) -> Result<Callable> {
        let unit = self.load(path)?;
        if unit.unit.class.is_some()
            && let Some(class) = self.class_of_file(path)?
        {
            return Ok(Callable::Class(class));
        }
        if crate::classes::is_constructor_file(path) {
            self.classes.exist = true;
        }
        match unit.unit.entry_point() {
            Some(EntryPoint::Script(script)) => {
                self.define_functions(&unit);
                Ok(Callable::Script(unit.code(script)))
            }
            Some(EntryPoint::Function(first)) => Ok(Callable::User(unit.code(first))),
            None => Err(Error::plain(format!(
                "'{}' defines no function that can be called",
                path.display()
            ))),
        }
    }

    /// The functions of a script can be called from anywhere. Those that are not defined so far
    /// are from its beginning on, as in MATLAB.
    pub(crate) fn define_functions(&mut self, unit: &Rc<LoadedUnit>) {
        for (name, id) in &unit.unit.functions {
            if !self.defined.contains_key(name) {
                self.define_function(name, unit.code(*id));
            }
        }
    }

    /// From here on a name means a function of a script.
    pub(crate) fn define_function(&mut self, name: &Rc<str>, code: Rc<Code>) {
        let known = self.defined.get(name).is_some_and(|known| Rc::ptr_eq(known, &code));
        if known {
            return;
        }
        self.definitions += 1;
        if self.defined.insert(Rc::clone(name), code).is_none() {
            // It may have been a file or a built-in function so far.
            let loaded = self.units.values().chain(&self.kept).chain(self.texts.values());
            loaded.for_each(|unit| unit.forget(name));
        }
    }

    /// A function of a unit as calls in it mean it: the name of one of a script may have been
    /// defined anew.
    fn latest(&self, unit: &Rc<LoadedUnit>, id: BodyId) -> Rc<Code> {
        let code = unit.code(id);
        if unit.unit.script.is_some()
            && let Some(latest) = self.defined.get(&code.body.name)
        {
            return Rc::clone(latest);
        }
        code
    }

    /// The file that a name means to `code`, unless a script has defined a function of the name.
    fn file_for(&mut self, code: &Rc<Code>, name: &str) -> Option<PathBuf> {
        let folder = code.body.source.path.parent().map(Path::to_path_buf);
        let folder = folder.filter(|folder| !folder.as_os_str().is_empty())?;
        let (path, origin) = self.program.find_function(name, &folder).and_then(file_of)?;
        let hidden = origin.is_behind_scripts() && self.defined.contains_key(name);
        (!hidden).then_some(path)
    }

    /// What a name means in the file of the function that evaluates the text `code`: one of its
    /// functions, or one of a folder of private ones beside it.
    fn find_around(&mut self, code: &Rc<Code>, name: &str) -> Option<Callable> {
        let frame = self.frames.last()?;
        let mut over = frame.over?;
        if !Rc::ptr_eq(&frame.code, code) || !is_text(&code.body.source.path) {
            return None;
        }
        while let Some(next) = self.frames[over].over {
            over = next;
        }
        let around = Rc::clone(&self.frames[over].code);
        // What a script defines is found by its name once it has been.
        let unit = around.unit.upgrade().filter(|unit| unit.unit.script.is_none())?;
        match unit.function(name) {
            Some(_) if unit.is_own_method(name) => None,
            Some(id) => Some(Callable::User(self.latest(&unit, id))),
            None if around.body.source.path.as_os_str().is_empty() => None,
            None => {
                let path = self.file_for(&around, name)?;
                self.load_function(&path).ok()
            }
        }
    }

    /// What a name means to `code`.
    pub(crate) fn find_callable(&mut self, code: &Rc<Code>, name: &str) -> Option<Callable> {
        if let Some(found) = self.find_around(code, name) {
            return Some(found);
        }
        if let Some(unit) = code.unit.upgrade()
            && let Some(id) = unit.function(name)
        {
            return Some(Callable::User(self.latest(&unit, id)));
        }
        if let Some(path) = self.file_for(code, name) {
            return self.load_function(&path).ok();
        }
        self.find_global(name)
    }

    /// What a name means to everybody.
    pub(crate) fn find_global(&mut self, name: &str) -> Option<Callable> {
        if let Some(code) = self.defined.get(name) {
            return Some(Callable::User(Rc::clone(code)));
        }
        if let Some(found) = self.found.get(name) {
            return found.clone();
        }
        let found = self.search(name);
        self.found.insert(name.into(), found.clone());
        found
    }

    fn search(&mut self, name: &str) -> Option<Callable> {
        // Functions of the folder of the main program count for everybody, too.
        if let Some(path) = self.file_for_everybody(name) {
            return self.load_function(&path).ok();
        }
        if let Some(row) = self.row(name) {
            return Some(Callable::Builtin(row));
        }
        if let Some(found) = self.static_method(name) {
            return Some(found);
        }
        if let Some(path) = formwork_builtins::library_path(name) {
            return self.load_function(&path).ok();
        }
        let fallback = self.fallback.clone();
        for folder in fallback {
            if let Some((path, _)) = self.program.find_function(name, &folder).and_then(file_of) {
                return self.load_function(&path).ok();
            }
        }
        self.search_installed(name)
    }

    /// The file that a name means to everybody: one in the folder to which the program went, or in
    /// that of the main program.
    fn file_for_everybody(&mut self, name: &str) -> Option<PathBuf> {
        let folders = self.moved_to.clone().into_iter().chain([self.start_folder()]);
        let folders: Vec<PathBuf> = folders.collect();
        let mut found = folders.iter().filter_map(|folder| {
            let callee = self.program.find_function(name, folder);
            callee.and_then(file_of).map(|(path, _)| path)
        });
        found.next()
    }

    /// The path of a file from the root, as far as it is known where the program began.
    pub(crate) fn full_path(&self, path: &Path) -> String {
        match &self.began_in {
            Some(folder) if path.is_relative() && !is_text(path) => folder.join(path),
            _ => path.to_path_buf(),
        }
        .to_string_lossy()
        .into_owned()
    }

    /// A function of the library of an installed Octave, which is looked for when it is needed.
    fn search_installed(&mut self, name: &str) -> Option<Callable> {
        if self.installed.is_none() {
            let folders = self.environment.library_folders();
            self.program.add_library(&folders);
            self.installed = Some(folders);
        }
        let folders = self.installed.clone().unwrap_or_default();
        for folder in folders {
            let Some(Callee::File { path, .. }) = self.program.find_function(name, &folder) else {
                continue;
            };
            let found = self.load_function(&path).ok()?;
            if !self.told_of_installed {
                self.told_of_installed = true;
                self.environment.note(&format!(
                    "'{name}' comes from the installed Octave ({}), as others may",
                    path.display()
                ));
            }
            return Some(found);
        }
        None
    }

    /// The folder of the program that was started.
    pub(crate) fn start_folder(&self) -> PathBuf {
        let outermost =
            self.frames.iter().find(|frame| !frame.code.body.source.path.as_os_str().is_empty());
        outermost
            .and_then(|frame| frame.code.body.source.path.parent())
            .map(Path::to_path_buf)
            .unwrap_or_default()
    }
}
