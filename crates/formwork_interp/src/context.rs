//! What the interpreter does for built-ins.

use std::path::PathBuf;
use std::rc::Rc;

use formwork_builtins::outside::{EntryKind, Outside};
use formwork_builtins::{
    Args, Context, Description, Found, ObjectRequest, PathKind, Session, Stream, Values,
    VariableScope, WarningState, Workspace, call_row, find,
};
use formwork_hir::body::Body;
use formwork_runtime::{Error, FunctionHandle, Result, Value, Warn};

use crate::classes::{END as END_OF_OBJECT, MethodCode};
use crate::closure::{BoundFunction, Closure};
use crate::code::Callable;
use crate::interpreter::Interpreter;

impl Warn for Interpreter<'_> {
    fn warn(&mut self, identifier: &str, message: &str) -> Result<()> {
        match self.session.raise_warning(identifier, message)? {
            Some(mut text) => {
                if !message.ends_with('\n')
                    && self.session.warnings.get("backtrace") == WarningState::On
                {
                    let stack = self.trace();
                    if !stack.is_empty() {
                        text.push_str("warning: called from\n");
                        text.push_str(&formwork_runtime::frames_text(&stack));
                        text.push('\n');
                    }
                }
                self.write_out(Stream::Error, text.as_bytes())
            }
            None => Ok(()),
        }
    }
}

impl Context for Interpreter<'_> {
    fn call(&mut self, function: &Value, args: Args, nargout: usize) -> Result<Values> {
        self.call_value(function, args, nargout)
    }

    fn call_named(&mut self, name: &str, args: Args, nargout: usize) -> Result<Values> {
        let code = Rc::clone(&self.frame().code);
        if self.classes.exist
            && crate::classes::has_object(&args)
            && let Some(outcome) = self.dispatch(name, &args, nargout)
        {
            return outcome;
        }
        match self.find_callable(&code, name) {
            Some(callable) => self.call_callable(&callable, args, nargout, None),
            None => Err(Error::with_id(
                "Octave:undefined-function",
                format!("feval: function '{name}' not found"),
            )),
        }
    }

    fn call_builtin(&mut self, name: &str, args: Args, nargout: usize) -> Result<Values> {
        if name == END_OF_OBJECT {
            return crate::classes::plain_end(&args);
        }
        call_row(self, name, args, nargout)
    }

    fn has_builtin(&self, name: &str) -> bool {
        find(name).is_some() || name == END_OF_OBJECT
    }

    fn write(&mut self, stream: Stream, bytes: &[u8]) -> Result<()> {
        self.write_out(stream, bytes)
    }

    fn note(&mut self, text: &str) {
        self.environment.note(text);
    }

    fn session(&mut self) -> &mut Session {
        &mut self.session
    }

    fn workspace(&mut self, place: VariableScope) -> &mut dyn Workspace {
        self.viewed = self.frame_at(place);
        self
    }

    fn evaluate_text(
        &mut self,
        text: &[u8],
        place: VariableScope,
        nargout: usize,
    ) -> Result<Values> {
        let over = self.frame_at(place);
        if nargout == 0 {
            self.run_text_over(text, over)
        } else {
            self.text_values(text, over, nargout)
        }
    }

    fn run_file(&mut self, text: &[u8], file: &str, place: VariableScope) -> Result<()> {
        let over = self.frame_at(place);
        self.run_file_over(text, std::path::Path::new(file), over)
    }

    fn capture_output(
        &mut self,
        body: &mut dyn FnMut(&mut dyn Context) -> Result<()>,
    ) -> Result<Vec<u8>> {
        let depth = self.captured.len();
        self.captured.push(Vec::new());
        let outcome = body(self);
        let captured = self.captured.drain(depth..).next().unwrap_or_default();
        outcome.map(|()| captured)
    }

    fn lookup(&mut self, name: &str) -> Found {
        let here = self.frames.len() - 1;
        if self.variable(here, name).is_some() {
            return Found::Variable;
        }
        let code = Rc::clone(&self.frame().code);
        match self.find_callable(&code, name) {
            Some(Callable::Builtin(_)) => Found::Builtin,
            Some(Callable::Class(class)) => {
                let path = &class.unit.unit.source.path;
                Found::File(path.to_string_lossy().into_owned())
            }
            Some(Callable::User(code) | Callable::Script(code)) => {
                let source = &code.body.source;
                if formwork_builtins::library_text(&source.path).is_some() {
                    Found::Builtin
                } else if self.defined.contains_key(name) || source.path.as_os_str().is_empty() {
                    Found::Local
                } else {
                    Found::File(source.path.to_string_lossy().into_owned())
                }
            }
            None => Found::Nothing,
        }
    }

    fn handle(&mut self, name: &str) -> Value {
        let code = Rc::clone(&self.frame().code);
        match self.find_callable(&code, name) {
            Some(Callable::User(function)) if self.find_global(name).is_none() => {
                FunctionHandle::Bound(Rc::new(BoundFunction { code: function, shared: None }))
                    .into()
            }
            _ => FunctionHandle::Named(name.into()).into(),
        }
    }

    fn arity(&mut self, function: &Value) -> Result<(i64, i64)> {
        let callable = match function {
            Value::Function(handle) => match &**handle {
                FunctionHandle::Anonymous(code) => {
                    let closure = code.as_any().downcast_ref::<Closure>();
                    return Ok(closure.map_or((0, -1), |closure| {
                        let (inputs, _) = arity_of(&closure.code.body);
                        (inputs, -1)
                    }));
                }
                FunctionHandle::Bound(code) => code
                    .as_any()
                    .downcast_ref::<BoundFunction>()
                    .map(|bound| Callable::User(Rc::clone(&bound.code))),
                FunctionHandle::Named(name) => self.find_global(&Rc::clone(name)),
            },
            _ => {
                let name = function.as_text().unwrap_or_default().into_owned();
                let code = Rc::clone(&self.frame().code);
                self.find_callable(&code, &name)
            }
        };
        match callable {
            Some(Callable::User(code)) => Ok(arity_of(&code.body)),
            Some(Callable::Builtin(row)) => {
                let inputs = match row.inputs.max {
                    Some(max) => i64::from(max),
                    None => -1,
                };
                let outputs = i64::try_from(row.outputs.len()).unwrap_or(1);
                let repeated = row.outputs.last().is_some_and(|output| output.repeated);
                Ok((inputs, if repeated { -outputs } else { outputs }))
            }
            Some(Callable::Class(class)) => match class.constructor().map(|own| &own.code) {
                Some(MethodCode::Here(code)) => Ok(arity_of(&code.body)),
                _ => Ok((-1, 1)),
            },
            Some(Callable::Script(_)) | None => {
                let name = match function {
                    Value::Function(handle) => handle.text(),
                    other => other.as_text().unwrap_or_default().into_owned(),
                };
                Err(Error::with_id(
                    "Octave:undefined-function",
                    format!("invalid function name: {name}"),
                ))
            }
        }
    }

    fn poll(&mut self) -> Result<()> {
        self.stop.check()
    }

    fn now(&mut self) -> f64 {
        self.environment.now()
    }

    fn cpu_time(&mut self) -> f64 {
        self.environment.cpu_time()
    }

    fn environment(&mut self, name: &str) -> Option<String> {
        match self.environment.outside() {
            Some(outside) => outside.variable(name),
            None => self.environment.variable(name),
        }
    }

    fn read_file(&mut self, name: &str) -> std::io::Result<Vec<u8>> {
        self.environment.read_file(name)
    }

    fn outside(&mut self) -> Option<&mut dyn Outside> {
        self.environment.outside()
    }

    fn search_path(&mut self) -> Vec<String> {
        let folders = self.program.search_path();
        folders.iter().map(|folder| folder.to_string_lossy().into_owned()).collect()
    }

    fn set_search_path(&mut self, folders: Vec<String>) {
        self.program.set_search_path(folders.into_iter().map(Into::into).collect());
        // What names mean to everybody may have changed; what a place has called it calls again.
        self.found.clear();
        self.definitions += 1;
        let now = self.environment.current_folder().map(PathBuf::from);
        self.moved_to = now.filter(|now| self.began_in.as_ref() != Some(now));
    }

    fn full_folder(&mut self, folder: &str) -> String {
        match &self.moved_to {
            Some(here) => here.join(folder).to_string_lossy().into_owned(),
            None => folder.to_owned(),
        }
    }

    fn folder_entries(&mut self, name: &str) -> Vec<(String, bool)> {
        let name = self.full_folder(name);
        let entries = self.program.host().list(std::path::Path::new(&name));
        entries.into_iter().map(|entry| (entry.name, entry.is_folder)).collect()
    }

    fn package_folders(&mut self, name: &str) -> Vec<String> {
        let folders = self.environment.package_folders(name);
        folders.into_iter().map(|folder| folder.to_string_lossy().into_owned()).collect()
    }

    fn described(&mut self, name: &str) -> Option<Description> {
        self.environment.described(name)
    }

    fn current_folder(&mut self) -> Option<String> {
        self.environment.current_folder()
    }

    fn kind_of_path(&mut self, name: &str) -> PathKind {
        if let Some(outside) = self.environment.outside() {
            return match outside.status(name, true) {
                Ok(status) if status.kind == EntryKind::Folder => PathKind::Folder,
                Ok(_) => PathKind::File,
                Err(_) => PathKind::Nothing,
            };
        }
        // A file or folder is what the listing of the folder around it says.
        let path = std::path::Path::new(name);
        let Some(last) = path.file_name().and_then(|last| last.to_str()) else {
            let is_root = path.has_root() && path.parent().is_none();
            return if is_root { PathKind::Folder } else { PathKind::Nothing };
        };
        let around = path.parent().unwrap_or(std::path::Path::new(""));
        let entries = self.program.host().list(around);
        match entries.iter().find(|entry| entry.name == last) {
            Some(entry) if entry.is_folder => PathKind::Folder,
            Some(_) => PathKind::File,
            None => PathKind::Nothing,
        }
    }

    fn argument_texts(&mut self) -> Vec<String> {
        let Some(call) = self.calling else { return Vec::new() };
        let body = Rc::clone(&self.frame().code.body);
        let mut texts = Vec::new();
        while let Some(text) = body.written_argument(call, texts.len()) {
            texts.push(formwork_hir::expression_text(text));
        }
        texts
    }

    fn of_object(&mut self, request: ObjectRequest, args: Args, nargout: usize) -> Result<Values> {
        self.answer(request, args, nargout)
    }

    fn call_stack(&mut self) -> Vec<formwork_runtime::Frame> {
        self.trace()
    }
}

/// Inputs and outputs, negative with `varargin` or `varargout`.
fn arity_of(body: &Body) -> (i64, i64) {
    let count = |fixed: usize, any: bool| {
        let fixed = i64::try_from(fixed).unwrap_or(i64::MAX - 1);
        if any { -fixed - 1 } else { fixed }
    };
    (
        count(body.inputs.len(), body.varargin.is_some()),
        count(body.outputs.len(), body.varargout.is_some()),
    )
}
