//! The interpreter as an object: what a running program consists of.
//!
//! First, some terminology. A *frame* is one call that is open; its variables stand on one *stack*
//! of slots, at fixed places, because the body says how many it has. Variables that a text makes by
//! name (`eval`, `load`) are *dynamic* and live beside the stack. The *base* is the frame outside all
//! functions. An *accelerator* may run a statement in the interpreter's place (the JIT does).
//!
//! Invariants: an error leaves the frames as they were where it is caught; a value that is read from
//! a slot shares its storage until one of the two is changed; what names mean is remembered per call
//! site until a definition makes it forget.
//!
//! ```text
//! function y = f (x)   frame 1 over the stack [x, y, t]
//!   t = x + 1;         slot 2 is set
//!   y = g (t);         frame 2 is opened behind, and gone when g returns
//! ```

use std::path::{Path, PathBuf};
use std::rc::{Rc, Weak};

use cranelift_entity::EntityRef as _;
use formwork_builtins::outside::Opening;
use formwork_builtins::{Context as _, Session, Stream, Values};
use formwork_hir::body::ExprId;
use formwork_hir::{FunctionId, Program, SlotId};
use formwork_runtime::{Error, Frame as ErrorFrame, Result, Value};
use rustc_hash::FxHashMap;

use crate::accelerator::{Accelerator, Rests};
use crate::classes::Classes;
use crate::code::{Callable, Code, LoadedUnit};
use crate::environment::{Environment, StopSignal};
use crate::frame::{Frame, SharedVariable, Slot};
use crate::observer::Observer;

/// Bounds on what a program may do.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How deep functions may call each other.
    pub recursion: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { recursion: 256 }
    }
}

/// What `end` means in the arguments that are being evaluated.
pub(crate) struct EndContext {
    pub(crate) object: EndObject,
    pub(crate) position: usize,
    pub(crate) count: usize,
}

/// What is indexed.
pub(crate) enum EndObject {
    /// A slot of the stack.
    Slot(usize),
    /// A value on the way.
    Value(Value),
}

/// Runs programs.
pub struct Interpreter<'h> {
    pub(crate) program: Program<'h>,
    pub(crate) environment: Box<dyn Environment + 'h>,
    pub(crate) session: Session,
    pub(crate) stop: StopSignal,
    pub(crate) limits: Limits,
    /// Folders whose functions are found after those of the table.
    pub(crate) fallback: Vec<PathBuf>,
    /// The folders of an installed library, once somebody needed them.
    pub(crate) installed: Option<Vec<PathBuf>>,
    /// Whether somebody was told that functions come from there.
    pub(crate) told_of_installed: bool,
    pub(crate) units: FxHashMap<PathBuf, Rc<LoadedUnit>>,
    /// Units of evaluated texts that define functions.
    pub(crate) kept: Vec<Rc<LoadedUnit>>,
    /// Functions that were typed in or defined by a script that ran.
    pub(crate) defined: FxHashMap<Rc<str>, Rc<Code>>,
    /// What names mean outside all files.
    pub(crate) found: FxHashMap<Rc<str>, Option<Callable>>,
    pub(crate) globals: FxHashMap<Rc<str>, SharedVariable>,
    pub(crate) stack: Vec<Slot>,
    pub(crate) base: usize,
    pub(crate) frames: Vec<Frame>,
    pub(crate) ends: Vec<EndContext>,
    /// What is printed while its output is taken.
    pub(crate) captured: Vec<Vec<u8>>,
    /// Where the running statement is.
    pub(crate) at: u32,
    /// Outputs that the call about to happen is not asked for.
    pub(crate) ignored: u64,
    /// The arguments of the call that is being made that were written as `:`.
    pub(crate) colons: u64,
    /// The expression of the call about to happen.
    pub(crate) calling: Option<ExprId>,
    /// The frame that built-ins look at.
    pub(crate) viewed: usize,
    /// Evaluated texts, read.
    pub(crate) texts: FxHashMap<Vec<u8>, Rc<LoadedUnit>>,
    /// Who watches, if anybody does.
    pub(crate) observer: Option<Box<dyn Observer + 'h>>,
    /// Who runs statements faster, if anybody does.
    pub(crate) accelerator: Option<Box<dyn Accelerator + 'h>>,
    /// How often functions were defined while the program ran.
    pub(crate) definitions: u64,
    /// The folder in which the program began, if it is known.
    pub(crate) began_in: Option<PathBuf>,
    /// The folder to which it went since.
    pub(crate) moved_to: Option<PathBuf>,
    /// The functions that an accelerator was told of.
    pub(crate) seen: FxHashMap<FunctionId, Weak<Code>>,
    /// The rests of loops that were begun, if they can be taken over.
    pub(crate) rests: Rests,
    /// The classes of the program.
    pub(crate) classes: Classes,
    /// The name under which a method displays the object that it is about to be given.
    pub(crate) shown_as: Option<Rc<str>>,
    /// Whether every variable counts as one that shares what it holds with another.
    pub(crate) all_shared: bool,
    /// Whether messages say nothing of places in the program.
    pub(crate) without_places: bool,
}

impl<'h> Interpreter<'h> {
    /// An interpreter of `program` with an empty base workspace.
    #[must_use]
    pub fn new(
        program: Program<'h>,
        environment: Box<dyn Environment + 'h>,
        stop: StopSignal,
        limits: Limits,
    ) -> Interpreter<'h> {
        let mut interpreter = Interpreter {
            program,
            environment,
            session: Session::default(),
            stop,
            limits,
            fallback: Vec::new(),
            installed: None,
            told_of_installed: false,
            units: FxHashMap::default(),
            kept: Vec::new(),
            defined: FxHashMap::default(),
            found: FxHashMap::default(),
            globals: FxHashMap::default(),
            stack: Vec::new(),
            base: 0,
            frames: Vec::new(),
            ends: Vec::new(),
            captured: Vec::new(),
            at: 0,
            ignored: 0,
            colons: 0,
            calling: None,
            viewed: 0,
            texts: FxHashMap::default(),
            observer: None,
            accelerator: None,
            definitions: 0,
            began_in: None,
            moved_to: None,
            seen: FxHashMap::default(),
            rests: Rests::default(),
            classes: Classes::default(),
            shown_as: None,
            all_shared: false,
            without_places: false,
        };
        interpreter.began_in = interpreter.environment.current_folder().map(PathBuf::from);
        interpreter.open_base();
        interpreter
    }

    /// Adds a folder whose functions are found after those of the table.
    pub fn add_fallback(&mut self, folder: PathBuf) {
        self.program.add_library(std::slice::from_ref(&folder));
        self.fallback.push(folder);
    }

    /// Reads `x += y` as `x = x + y`: Octave lets no array grow that it writes over, but it
    /// writes over those alone that share their storage with nobody.
    pub fn let_updates_grow(&mut self) {
        self.all_shared = true;
    }

    /// Leaves out of messages where in the program a variable has no value: for who compares
    /// programs that have other lines.
    pub fn leave_places_out(&mut self) {
        self.without_places = true;
    }

    /// The state that built-ins share.
    pub fn session(&mut self) -> &mut Session {
        &mut self.session
    }

    /// Runs a file: a script, or a function file, whose first function is called.
    ///
    /// # Errors
    ///
    /// Those of the program.
    pub fn run_file(&mut self, path: &Path, args: Vec<Value>) -> Result<()> {
        let unit = self.load(path)?;
        if let Some(script) = unit.unit.script {
            self.define_functions(&unit);
            let code = unit.code(script);
            return self.run_script(&code, 0);
        }
        let Some(&(_, first)) = unit.unit.functions.first() else {
            return Err(Error::plain(format!(
                "{} defines nothing that can be run",
                path.display()
            )));
        };
        let code = unit.code(first);
        let nargout = 0;
        let values = self.call_code(&code, args.into_iter().collect(), nargout, None)?;
        self.show_answer(values)
    }

    /// Calls a function of a file, whether it is the first or not, and displays what it
    /// returns.
    ///
    /// # Errors
    ///
    /// If the file has no such function; those of the program.
    pub fn run_function_of(&mut self, path: &Path, name: &str, args: Vec<Value>) -> Result<()> {
        let unit = self.load(path)?;
        let Some(id) = unit.unit.function(name) else {
            return Err(Error::plain(format!("{} defines no function '{name}'", path.display())));
        };
        if unit.unit.script.is_some() {
            self.define_functions(&unit);
        }
        let code = unit.code(id);
        let values = self.call_code(&code, args.into_iter().collect(), 0, None)?;
        self.show_answer(values)
    }

    /// Calls a function by name and displays what it returns.
    ///
    /// # Errors
    ///
    /// Those of the program.
    pub fn run_function(&mut self, name: &str, args: Vec<Value>) -> Result<()> {
        let values =
            formwork_builtins::Context::call_named(self, name, args.into_iter().collect(), 0)?;
        self.show_answer(values)
    }

    /// Runs statements among the variables of the base workspace.
    ///
    /// # Errors
    ///
    /// Those of the text, and those of reading it.
    pub fn run_text(&mut self, text: &[u8]) -> Result<()> {
        self.run_text_over(text, 0).map(drop)
    }

    /// An argument of the command line: the value of the text if it is an expression,
    /// else the text itself.
    pub fn argument(&mut self, text: &[u8]) -> Value {
        match self.text_values(text, 0, 1) {
            Ok(values) => values.into_iter().next().unwrap_or_else(|| Value::text(text)),
            Err(_) => Value::text(text),
        }
    }

    /// The names of the variables of the base workspace.
    #[must_use]
    pub fn variable_names(&self) -> Vec<String> {
        self.names_of(0)
    }

    /// Clears the variables of the base workspace but those named.
    ///
    /// # Errors
    ///
    /// Those of the cleanups that run.
    pub fn clear_except(&mut self, kept: &[String]) -> Result<()> {
        for name in self.variable_names() {
            if !kept.contains(&name) {
                self.clear_variable(0, &name)?;
            }
        }
        Ok(())
    }

    /// Ends the program: cleanups that its variables still hold run.
    ///
    /// # Errors
    ///
    /// If one of them is stopped.
    pub fn finish(&mut self) -> Result<()> {
        let mut ended = Ok(());
        while let Some(function) = self.session.at_exit.pop() {
            let done = self.call_named(&function, smallvec::SmallVec::new(), 0);
            ended = ended.and(done.map(|_| ()));
        }
        let cleaned = if self.session.made_cleanups { self.clear_except(&[]) } else { Ok(()) };
        ended.and(cleaned)
    }

    fn show_answer(&mut self, values: Values) -> Result<()> {
        match values.into_iter().next() {
            Some(value) => self.display("ans", &value),
            None => Ok(()),
        }
    }

    pub(crate) fn write_out(&mut self, stream: Stream, bytes: &[u8]) -> Result<()> {
        // Octave's `evalc` takes what goes to either stream.
        if let Some(captured) = self.captured.last_mut() {
            captured.extend_from_slice(bytes);
            return Ok(());
        }
        if self.session.diary_is_on && stream == Stream::Output {
            self.write_diary(bytes);
        }
        if self.environment.write(stream, bytes) {
            return Ok(());
        }
        Err(Error::stop(formwork_runtime::Stop::Exit(1), "the output is closed"))
    }

    /// Writes to the diary what is printed. What cannot be written is lost: it is printed anyway.
    fn write_diary(&mut self, bytes: &[u8]) {
        let opening = Opening { write: true, create: true, append: true, ..Opening::default() };
        let (Some(file), Some(outside)) = (&self.session.diary_file, self.environment.outside())
        else {
            return;
        };
        if let Ok(mut file) = outside.open(file, opening) {
            let _ = file.write(bytes);
        }
    }

    /// Prints what a statement without a semicolon prints.
    pub(crate) fn display(&mut self, name: &str, value: &Value) -> Result<()> {
        if self.classes.exist && crate::classes::holds_objects(std::slice::from_ref(value)) {
            return self.display_object(name, value);
        }
        let text = formwork_runtime::format::display(name, value, &self.session.format);
        self.write_out(Stream::Output, &text)
    }

    pub(crate) fn frame(&self) -> &Frame {
        // The base frame is never left.
        &self.frames[self.frames.len() - 1]
    }

    pub(crate) fn frame_mut(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    #[inline]
    pub(crate) fn slot(&self, slot: SlotId) -> &Slot {
        &self.stack[self.base + slot.index()]
    }

    #[inline]
    pub(crate) fn slot_mut(&mut self, slot: SlotId) -> &mut Slot {
        &mut self.stack[self.base + slot.index()]
    }

    /// Gives a variable a value; a cleanup it held runs.
    pub(crate) fn set_slot(&mut self, slot: SlotId, value: Value) -> Result<()> {
        let place = &mut self.stack[self.base + slot.index()];
        match place {
            Slot::Value(old @ Value::Double(_)) => {
                *old = value;
                Ok(())
            }
            _ => {
                drop(place.set(value));
                self.run_cleanups()
            }
        }
    }

    /// Gives a variable a number.
    #[inline]
    pub(crate) fn set_number(&mut self, slot: SlotId, number: f64) -> Result<()> {
        if let Slot::Value(Value::Double(array)) = &mut self.stack[self.base + slot.index()]
            && let Some(scalar) = array.as_scalar_mut()
        {
            *scalar = number;
            return Ok(());
        }
        self.set_slot(slot, Value::double(number))
    }

    /// The call stack for an error, innermost first.
    pub(crate) fn trace(&self) -> Vec<ErrorFrame> {
        let mut stack = Vec::new();
        let last = self.frames.len() - 1;
        for (index, frame) in self.frames.iter().enumerate().rev() {
            let at = if index == last { self.at } else { frame.at };
            let body = &frame.code.body;
            if index == 0 || (frame.over.is_some() && body.source.path.as_os_str().is_empty()) {
                continue;
            }
            let place = body.source.octave_location(at);
            stack.push(ErrorFrame {
                file: self.full_path(&body.source.path),
                name: frame.code.shown_name(),
                line: i64::from(place.line),
                column: i64::from(place.column),
            });
        }
        stack
    }

    /// Remembers an error that was caught, and gives it as a value.
    pub(crate) fn caught(&mut self, error: &Error) -> Value {
        self.session.last_error = formwork_builtins::RaisedError {
            message: error.message.clone(),
            identifier: error.identifier.to_string(),
            stack: error.stack.clone(),
        };
        formwork_builtins::error_value(&self.session.last_error)
    }
}
