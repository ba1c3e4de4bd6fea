//! What an evaluator may ask of whoever runs the program.

use formwork_runtime::{Error, Frame, Result, Value, Warn};
use smallvec::SmallVec;

use crate::outside::Outside;
use crate::session::{LocalChange, Session};

/// The arguments of a call.
pub type Args = SmallVec<[Value; 4]>;

/// The outputs of a call: as many as there are, at most as many as were asked for
/// (at least one may be given when none was: it becomes `ans`).
pub type Values = SmallVec<[Value; 1]>;

/// One output.
///
/// # Errors
///
/// Never: it is what an evaluator returns.
pub fn one(value: impl Into<Value>) -> Result<Values> {
    Ok(smallvec::smallvec![value.into()])
}

/// No output.
///
/// # Errors
///
/// Never: it is what an evaluator returns.
pub fn none() -> Result<Values> {
    Ok(Values::new())
}

/// Where output goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    /// Standard output.
    Output,
    /// Standard error.
    Error,
}

/// Whose variables are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariableScope {
    /// Those of the function that calls the built-in.
    Here,
    /// Those of the caller of that function.
    Caller,
    /// Those outside all functions.
    Base,
}

/// What a name means at the place of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// A variable.
    Variable,
    /// A function in a file.
    File(String),
    /// A function of the same file, or one typed in.
    Local,
    /// A function of the table.
    Builtin,
    /// Nothing.
    Nothing,
}

/// The services of whoever runs the program.
pub trait Context: Warn {
    /// Calls a function handle, or the function whose name a text is.
    ///
    /// # Errors
    ///
    /// Those of the call.
    fn call(&mut self, function: &Value, args: Args, nargout: usize) -> Result<Values>;

    /// Calls a function by name.
    ///
    /// # Errors
    ///
    /// Those of the call.
    fn call_named(&mut self, name: &str, args: Args, nargout: usize) -> Result<Values>;

    /// Calls a built-in function, as if nobody had redefined it: what a built-in does is its
    /// own. Who runs the program calls its row by `call_row`.
    ///
    /// # Errors
    ///
    /// Those of the call.
    fn call_builtin(&mut self, name: &str, args: Args, nargout: usize) -> Result<Values>;

    /// Whether there is a built-in function of that name, whatever else the name means here.
    fn has_builtin(&self, name: &str) -> bool;

    /// Prints.
    ///
    /// # Errors
    ///
    /// If the stream is closed.
    fn write(&mut self, stream: Stream, bytes: &[u8]) -> Result<()>;

    /// Tells who runs the program something about Formwork, not about the program: it is no
    /// output, no warning, and nobody can take or silence it from inside.
    fn note(&mut self, _text: &str) {}

    /// What lasts from one statement to the next.
    fn session(&mut self) -> &mut Session;

    /// The variables of a function that is running.
    fn workspace(&mut self, place: VariableScope) -> &mut dyn Workspace;

    /// Runs a text as statements among the variables of `place`; with outputs asked
    /// for, as an expression.
    ///
    /// # Errors
    ///
    /// Those of the text, and those of reading it.
    fn evaluate_text(
        &mut self,
        text: &[u8],
        place: VariableScope,
        nargout: usize,
    ) -> Result<Values>;

    /// Runs the text of `file` as statements among the variables of `place`.
    ///
    /// # Errors
    ///
    /// Those of the text, and those of reading it.
    fn run_file(&mut self, text: &[u8], _file: &str, place: VariableScope) -> Result<()> {
        self.evaluate_text(text, place, 0).map(drop)
    }

    /// Runs `body`, taking what it would print to standard output.
    ///
    /// # Errors
    ///
    /// Those of the body; what it printed is lost then.
    fn capture_output(
        &mut self,
        body: &mut dyn FnMut(&mut dyn Context) -> Result<()>,
    ) -> Result<Vec<u8>>;

    /// What a name means here.
    fn lookup(&mut self, name: &str) -> Found;

    /// A handle to the function `name` as seen from here.
    fn handle(&mut self, name: &str) -> Value;

    /// The declared inputs and outputs of a function, negative with `varargin` or
    /// `varargout` as `nargin(f)` counts them.
    ///
    /// # Errors
    ///
    /// If there is no such function.
    fn arity(&mut self, function: &Value) -> Result<(i64, i64)>;

    /// Gives the program a chance to be stopped; long-running evaluators call it.
    ///
    /// # Errors
    ///
    /// If the program is to stop.
    fn poll(&mut self) -> Result<()>;

    /// Seconds since the epoch.
    fn now(&mut self) -> f64;

    /// Processor seconds this program has used.
    fn cpu_time(&mut self) -> f64;

    /// An environment variable.
    fn environment(&mut self, name: &str) -> Option<String>;

    /// The bytes of a file, found from the current folder.
    ///
    /// # Errors
    ///
    /// If there is no such file, or none may be read here.
    fn read_file(&mut self, _name: &str) -> std::io::Result<Vec<u8>> {
        Err(std::io::ErrorKind::Unsupported.into())
    }

    /// The services of the system, if a program runs that may use them.
    fn outside(&mut self) -> Option<&mut dyn Outside> {
        None
    }

    /// The folders in which functions are looked for, in order.
    fn search_path(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// Looks for functions in other folders from now on.
    fn set_search_path(&mut self, _folders: Vec<String>) {}

    /// A folder of the search path as it is found from anywhere, if the program went to another one
    /// than that in which it began.
    fn full_folder(&mut self, folder: &str) -> String {
        folder.to_owned()
    }

    /// The names in a folder, each with whether it is a folder itself.
    fn folder_entries(&mut self, _name: &str) -> Vec<(String, bool)> {
        Vec::new()
    }

    /// The folders of functions of an installed package and of those that it needs.
    fn package_folders(&mut self, _name: &str) -> Vec<String> {
        Vec::new()
    }

    /// What the manual of an installed Octave says of a function, if there is one.
    fn described(&mut self, _name: &str) -> Option<Description> {
        None
    }

    /// The current folder.
    fn current_folder(&mut self) -> Option<String> {
        None
    }

    /// What a path leads to, found from the current folder.
    fn kind_of_path(&mut self, _name: &str) -> PathKind {
        PathKind::Nothing
    }

    /// How the arguments of the call of this built-in were written, printed as
    /// `func2str` prints; nothing if it was not called by a written call.
    fn argument_texts(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// Answers a question about objects and classes of the program.
    ///
    /// # Errors
    ///
    /// Those of Octave; if there are no classes here, a limit.
    fn of_object(
        &mut self,
        _request: ObjectRequest,
        _args: Args,
        _nargout: usize,
    ) -> Result<Values> {
        Err(Error::limit("there are no objects of the program's classes here"))
    }

    /// The calls that are running, the innermost first.
    fn call_stack(&mut self) -> Vec<Frame> {
        Vec::new()
    }
}

/// What a manual says of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Description {
    /// The file that defines it.
    pub file: String,
    /// How it is called, a line for each way.
    pub usage: Vec<String>,
}

/// What a built-in function asks of who knows the program's classes; the first argument is mostly an
/// object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectRequest {
    /// `class (structure, "name", parents…)`: an object of the old kind.
    Record,
    /// `superiorto`
    Superior,
    /// `inferiorto`
    Inferior,
    /// `methods`
    Methods,
    /// `properties`
    Properties,
    /// `ismethod`
    IsMethod,
    /// `isprop`
    IsProperty,
    /// `metaclass`
    MetaClass,
    /// `superclasses`
    Superclasses,
    /// `enumeration`
    Enumeration,
    /// `struct (object)`
    Structure,
    /// `fieldnames (object)`
    Fieldnames,
    /// `subsref (object, steps)`
    Subsref,
    /// `subsasgn (object, steps, value)`
    Subsasgn,
}

/// What a path leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathKind {
    /// Nothing is there.
    Nothing,
    /// A file.
    File,
    /// A folder.
    Folder,
}

/// The variables of a running function and what is known of its call.
pub trait Workspace {
    /// The value of a variable.
    fn get(&self, name: &str) -> Option<Value>;

    /// Sets a variable.
    ///
    /// # Errors
    ///
    /// If there cannot be a variable of that name.
    fn set(&mut self, name: &str, value: Value) -> Result<()>;

    /// Clears a variable; tells whether there was one.
    fn clear(&mut self, name: &str) -> bool;

    /// The names of the variables that have a value, sorted.
    fn names(&self) -> Vec<String>;

    /// Whether a variable is global.
    fn is_global(&self, name: &str) -> bool;

    /// Forgets the value of a global variable, in all functions.
    fn forget_global(&mut self, name: &str);

    /// The name of the function; empty outside functions.
    fn function_name(&self) -> String;

    /// With how many arguments it was called; `None` outside functions.
    fn nargin(&self) -> Option<usize>;

    /// How many outputs it was asked for; `None` outside functions.
    fn nargout(&self) -> Option<usize>;

    /// Whether output `index` (from 0) was asked for and is not `~`.
    fn is_output_wanted(&self, index: usize) -> bool;

    /// How argument `index` (from 0) was written by the caller, if it was a variable.
    fn input_name(&self, index: usize) -> Option<String>;

    /// How argument `index` (from 0) was written by the caller, whatever it was.
    fn argument_text(&self, index: usize) -> Option<String> {
        self.input_name(index)
    }

    /// Has a change undone (by [`Session::undo`]) when the function returns; outside
    /// functions it lasts.
    fn undo_on_return(&mut self, change: LocalChange) {
        let _ = change;
    }
}
