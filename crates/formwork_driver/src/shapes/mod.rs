//! `formwork shapes`: what is known of every definition of a program, for people and
//! for tools.
//!
//! The analysis is made here, `callers` finds who calls the function; `listing` writes it beside the source (`listed` says which part of
//! it), `json` as data; `why` tells what a shape is made of or where it was lost, `trace` the
//! definitions it comes from, `graph` draws these. `words` has the names of types, `local_names`
//! those of sizes.

mod callers;
mod facts;
mod graph;
mod json;
mod listed;
mod listing;
mod local_names;
mod trace;
mod why;
pub(crate) mod words;

use std::fmt;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use formwork_hir::Program;
use formwork_hir::body::{Body, Unit};
use formwork_infer::{Analysis, Analyst, ArgumentSpec, Assumption, FunctionRecord, Options};
use rustc_hash::FxHashMap;

use self::local_names::LocalNames;
use crate::program::{MainFile, ProgramSettings};

pub use facts::{VariableFact, VariableKind};
pub use why::Answer as WhyAnswer;
use words::Words;
pub use words::{full_type_text, type_text};

/// What to look at, and what to assume.
#[derive(Clone, Debug, Default)]
pub struct ShapesOptions {
    /// How the program is read.
    pub program: ProgramSettings,
    /// The function to begin with, if not the first.
    pub function: Option<String>,
    /// What is said of parameters, as written.
    pub arguments: Vec<String>,
    /// Whether functions are also shown as tests and other files in sight call them.
    pub callers: bool,
    /// Ends the analysis when somebody sets it; then there is an error.
    pub stop: Option<Arc<AtomicBool>>,
}

/// Why there is nothing to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapesError(String);

impl fmt::Display for ShapesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ShapesError {}

/// A program with what is known of it.
pub struct Shapes {
    analysis: Analysis,
    /// The file that was asked for.
    file: PathBuf,
    assume: Assumption,
    /// How the sizes of each function are written.
    names: Vec<LocalNames>,
    units: FxHashMap<PathBuf, Rc<Unit>>,
    /// What is wrong with the syntax of the file.
    syntax_error: Option<String>,
    micros: u128,
}

/// What is known of the definitions of a file, or of standard input for `-`, and of
/// every function it calls. Statements that cannot be read may do anything to the variables that
/// they name.
///
/// # Errors
///
/// If it cannot be read, is no program, has no such function, or what is said of a
/// parameter makes no sense.
pub fn shapes(file: &Path, options: &ShapesOptions) -> Result<Shapes, ShapesError> {
    let started = Instant::now();
    let specs = ArgumentSpec::parse_all(&options.arguments)
        .map_err(|error| ShapesError(error.to_string()))?;
    let texts = &options.program.texts;
    let source =
        texts.read(file).map_err(|error| ShapesError(format!("{}: {error}", file.display())))?;
    let main = MainFile::among(&source, texts.clone());
    let syntax_error = main.syntax_error(options.program.dialect);
    let assume = options.program.assume;
    let stop = options.stop.clone();
    let inference = Options { returning: true, assume, stop, ..options.program.inference() };
    let mut program = options.program.program(&main);
    program.read_unfinished();
    let mut analyst = Analyst::new(program, inference);
    analyst
        .analyse_file(&main.path, options.function.as_deref(), &specs)
        .map_err(|error| ShapesError(error.to_string()))?;
    if options.callers {
        let dialect = options.program.dialect;
        callers::walk_callers(&mut analyst, &main, &options.program.search_path, dialect);
    }
    if analyst.is_stopped() {
        return Err(ShapesError("stopped".to_owned()));
    }
    let (mut analysis, program) = analyst.finish_keeping_program();
    let micros = started.elapsed().as_micros();
    let units = units(program, &analysis);
    let functions = &analysis.functions;
    let names = functions.iter().map(|one| LocalNames::of(one, &mut analysis.algebra)).collect();
    Ok(Shapes { analysis, file: main.path.clone(), assume, names, units, syntax_error, micros })
}

/// The files whose functions were walked, as they were lowered for it.
fn units(mut program: Program<'_>, analysis: &Analysis) -> FxHashMap<PathBuf, Rc<Unit>> {
    let mut units = FxHashMap::default();
    for function in &analysis.functions {
        let path = &function.source.path;
        if !units.contains_key(path)
            && let Some(unit) = program.unit(path)
        {
            units.insert(path.clone(), unit);
        }
    }
    units
}

/// The functions that were walked for their own sake or because those call them, and not for the
/// sake of files that call them.
fn own_walks(functions: &[FunctionRecord]) -> impl Iterator<Item = &FunctionRecord> {
    functions.iter().filter(|function| function.caller.is_none())
}

impl Shapes {
    /// The first thing that is wrong with the syntax of the file, if anything: then only what could
    /// be read is known.
    #[must_use]
    pub fn syntax_error(&self) -> Option<&str> {
        self.syntax_error.as_deref()
    }

    /// What was assumed of parameters without a description, if anything.
    fn assumed(&self) -> Option<&'static str> {
        match self.assume {
            Assumption::Nothing => None,
            Assumption::Numeric => Some("parameters without a description are numeric arrays"),
        }
    }

    /// How types of one of the functions are written.
    fn words(&self, place: usize) -> Words<'_> {
        Words::new(&self.analysis.algebra, &self.names[place])
    }

    /// The body of a function that was walked.
    fn body(&self, function: &FunctionRecord) -> Option<&Rc<Body>> {
        let unit = self.units.get(&function.source.path)?;
        unit.bodies.values().find(|body| body.name == function.name)
    }
}
