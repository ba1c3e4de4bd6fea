//! The residual program as one readable file.
//!
//! The entry comes first, then the functions it reaches in the order in which they are
//! met, then large constants. The text reads alike in Octave, MATLAB and Formwork as far
//! as the statements of the program do.
//!
//! - `names`: what functions and variables are called.
//! - `expr`, `stmt`: expressions and statements; `script`: programs that are scripts.
//! - `layout`: long lines.

mod expr;
mod layout;
mod names;
mod script;
mod stmt;

use std::fmt;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::lift::LiftOptions;
use crate::residual::{Callee, FunctionId, Origin, Program};
use names::Names;

/// How a program is printed.
#[derive(Clone, Copy, Debug, Default)]
pub struct PrintOptions {
    /// To how many significant digits constants are rounded; `None`: they are exact.
    pub precision: Option<usize>,
    /// Constants of more elements go into functions of their own.
    pub max_constant: Option<usize>,
    /// Whether a comment says what is known of each value that is assigned.
    pub attributes: bool,
}

/// Why a program has no text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PrintError {
    /// There is no entry function.
    NoEntry,
    /// A constant cannot be written.
    Constant {
        /// The function it is in.
        function: Rc<str>,
        /// What kind of value it is.
        class: &'static str,
    },
    /// Two functions that are kept as they were written have the same name.
    SameName(Rc<str>),
    /// A variable that keeps its name has that of a function which is called beside it.
    Hides(Rc<str>),
}

impl fmt::Display for PrintError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PrintError::NoEntry => write!(out, "the program has no entry function"),
            PrintError::Constant { function, class } => {
                write!(out, "in {function}: a constant of class {class} cannot be written")
            }
            PrintError::SameName(name) => {
                write!(out, "two functions with the name {name} are kept as they were written")
            }
            PrintError::Hides(name) => write!(
                out,
                "there is a variable and a call of a function with the name {name}: give one of \
                 them another name"
            ),
        }
    }
}

impl std::error::Error for PrintError {}

/// The text of a program.
///
/// # Errors
///
/// If it has no entry, or a constant that cannot be written.
pub fn print(program: &Program, options: PrintOptions) -> Result<String, PrintError> {
    if program.entry.is_none() {
        return Err(PrintError::NoEntry);
    }
    let order = program.reached();
    let names = Names::choose(program, &order)?;
    Ok(printed(program, options, names, &order, None)?.out)
}

/// A line of a program, with the line that it came from, as far as that is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// It.
    pub text: String,
    /// Where its first statement came from.
    pub from: Option<Origin>,
    /// The function that begins in it, and what it is called there.
    pub begins: Option<(FunctionId, Rc<str>)>,
}

/// The lines of a program.
///
/// # Errors
///
/// If it has no text.
pub fn lines(program: &Program, options: PrintOptions) -> Result<Vec<Line>, PrintError> {
    if program.entry.is_none() {
        return Err(PrintError::NoEntry);
    }
    let order = program.reached();
    let names = Names::choose(program, &order)?;
    let printer = printed(program, options, names, &order, Some(Vec::new()))?;
    let marks = printer.marks.as_deref().unwrap_or_default();
    Ok(printer.out.lines().map(|line| marked_line(line, marks, &printer.names)).collect())
}

/// A line without the marks at its beginning.
fn marked_line(line: &str, marks: &[Mark], names: &Names) -> Line {
    let mut made = Line { text: String::new(), from: None, begins: None };
    let mut rest = line;
    while let Some((number, after)) =
        rest.strip_prefix(layout::ORIGIN).and_then(|rest| rest.split_once(layout::ORIGIN))
    {
        let Some(mark) = number.parse().ok().and_then(|number: usize| marks.get(number)) else {
            break;
        };
        made.from = mark.from.or(made.from);
        if let Some(id) = mark.begins {
            made.begins = Some((id, names.callee(&Callee::Function(id))));
        }
        rest = after;
    }
    rest.clone_into(&mut made.text);
    made
}

/// What is noted at the beginning of a line.
#[derive(Clone, Copy, Debug)]
struct Mark {
    from: Option<Origin>,
    begins: Option<FunctionId>,
}

/// Prints functions; notes where lines came from if there is a list for that.
fn printed<'a>(
    program: &'a Program,
    options: PrintOptions,
    names: Names,
    order: &[FunctionId],
    marks: Option<Vec<Mark>>,
) -> Result<Printer<'a>, PrintError> {
    let mut printer = Printer {
        program,
        options,
        names,
        marks,
        out: String::new(),
        indent: 0,
        function: order[0],
        variables: FxHashMap::default(),
        params: Vec::new(),
        constants: Vec::new(),
    };
    if program.script {
        printer.script(order)?;
        return Ok(printer);
    }
    printer.functions(order)?;
    printer.constant_functions();
    Ok(printer)
}

/// Prints.
struct Printer<'a> {
    program: &'a Program,
    options: PrintOptions,
    names: Names,
    out: String,
    /// Where lines came from, if that is noted: the text has numbers of these.
    marks: Option<Vec<Mark>>,
    /// How many levels deep statements stand.
    indent: usize,
    /// The function that is being printed.
    function: FunctionId,
    /// What its variables are called.
    variables: FxHashMap<crate::residual::VarId, Rc<str>>,
    /// What the parameters of the anonymous functions around are called, outermost first.
    params: Vec<Vec<(Rc<str>, Rc<str>)>>,
    /// Large constants: the names of the functions that give them, and their texts.
    constants: Vec<(Rc<str>, String)>,
}

impl Printer<'_> {
    /// Notes where the line that comes next is from.
    fn mark(&mut self, from: Option<Origin>, begins: Option<FunctionId>) {
        let Some(marks) = &mut self.marks else { return };
        self.out.push_str(&format!("{0}{1}{0}", layout::ORIGIN, marks.len()));
        marks.push(Mark { from, begins });
    }

    fn functions(&mut self, ids: &[FunctionId]) -> Result<(), PrintError> {
        for &id in ids {
            if !self.out.is_empty() {
                self.out.push('\n');
            }
            self.function(id)?;
        }
        Ok(())
    }

    fn lift_options(&self) -> LiftOptions {
        LiftOptions { precision: self.options.precision }
    }

    /// The functions that give the large constants.
    fn constant_functions(&mut self) {
        for (name, text) in std::mem::take(&mut self.constants) {
            self.out.push_str(&format!("\nfunction value = {name}()\n"));
            let line = format!("value = {};", layout::marked(&text));
            layout::write(&mut self.out, &line, 1);
            self.out.push_str("end\n");
        }
    }
}
