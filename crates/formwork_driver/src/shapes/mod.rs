//! `formwork shapes`: what is known of every definition of a program, for people and
//! for tools.
//!
//! The analysis is made here; `listing` writes it beside the source, `json` as data,
//! `trace` tells where a shape comes from, `graph` draws that. `words` has the names of
//! types, `flow` which definition an operand means.

mod graph;
mod json;
mod listing;
mod trace;
pub(crate) mod words;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Instant;

use formwork_hir::body::{Body, Unit};
use formwork_hir::{Entry, Host, Program};
use formwork_infer::{Analysis, Analyst, ArgumentSpec, FunctionFacts, Options};
use formwork_shape::{Dialect as ShapeDialect, Semantics};
use formwork_syntax::{Dialect, LineIndex, Severity};
use rustc_hash::FxHashMap;

use crate::names::DiskHost;
use crate::source::Source;

pub use words::{full_type_text, type_text};

/// What to look at, and what to assume.
#[derive(Clone, Debug, Default)]
pub struct ShapesOptions {
    /// How files are read.
    pub dialect: Dialect,
    /// How elementwise operators treat different shapes.
    pub semantics: Option<Semantics>,
    /// Where functions are looked for.
    pub search_path: Vec<PathBuf>,
    /// The function to begin with, if not the first.
    pub function: Option<String>,
    /// What is said of parameters, as written.
    pub arguments: Vec<String>,
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
    units: FxHashMap<PathBuf, Rc<Unit>>,
    micros: u128,
}

/// What is known of the definitions of a file, or of standard input for `-`, and of
/// every function it calls.
///
/// # Errors
///
/// If it cannot be read, is no program, has no such function, or what is said of a
/// parameter makes no sense.
pub fn shapes(file: &Path, options: &ShapesOptions) -> Result<Shapes, ShapesError> {
    let started = Instant::now();
    let specs: Vec<ArgumentSpec> = options
        .arguments
        .iter()
        .map(|text| ArgumentSpec::parse(text))
        .collect::<Result<_, _>>()
        .map_err(|error| ShapesError(error.to_string()))?;
    let source =
        Source::read(file).map_err(|error| ShapesError(format!("{}: {error}", file.display())))?;
    let path = source.path().to_path_buf();
    let host = OneRead { path: path.clone(), text: source.text().to_vec() };
    complain_of_syntax(&host, &path, options.dialect)?;
    let program = Program::new(&host, options.dialect, options.search_path.clone());
    let mut analyst = Analyst::new(program, inference_options(options));
    analyst
        .analyse_file(&path, options.function.as_deref(), &specs)
        .map_err(|error| ShapesError(error.to_string()))?;
    let (analysis, program) = analyst.finish_keeping_program();
    let micros = started.elapsed().as_micros();
    let units = units(program, &analysis);
    Ok(Shapes { analysis, units, micros })
}

fn inference_options(options: &ShapesOptions) -> Options {
    let dialect = match options.dialect {
        Dialect::Auto | Dialect::Octave => ShapeDialect::Octave,
        Dialect::Matlab => ShapeDialect::Matlab,
    };
    let semantics = options.semantics.unwrap_or(Semantics::Expand);
    Options { semantics, dialect, ..Options::default() }
}

/// The first thing that is wrong with the text, in the words of `run`.
pub(crate) fn complain_of_syntax(
    host: &OneRead,
    path: &Path,
    dialect: Dialect,
) -> Result<(), ShapesError> {
    let parsed = formwork_syntax::parse(&host.text, dialect);
    let Some(error) = parsed.errors.iter().find(|error| error.severity == Severity::Error) else {
        return Ok(());
    };
    let place = LineIndex::new(&host.text).line_column(&host.text, error.span.start);
    Err(ShapesError(format!(
        "parse error in {}:{}:{}: {}",
        path.display(),
        place.line,
        place.column,
        error.message
    )))
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

/// The file system, with a text that has been read already.
pub(crate) struct OneRead {
    pub(crate) path: PathBuf,
    pub(crate) text: Vec<u8>,
}

impl Host for OneRead {
    fn list(&self, folder: &Path) -> Vec<Entry> {
        DiskHost.list(folder)
    }

    fn read(&self, file: &Path) -> io::Result<Vec<u8>> {
        if file == self.path { Ok(self.text.clone()) } else { DiskHost.read(file) }
    }
}

impl Shapes {
    /// The body of a function that was walked.
    fn body(&self, function: &FunctionFacts) -> Option<&Rc<Body>> {
        let unit = self.units.get(&function.source.path)?;
        unit.bodies.values().find(|body| body.name == function.name)
    }
}
