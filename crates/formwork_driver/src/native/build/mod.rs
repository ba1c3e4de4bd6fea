//! `formwork build FILE.m`.
//!
//! - `executable`: a program that needs neither its files nor Formwork.
//! - `function`: C and MEX files of one function.
//! - `listing`: what comes before native code.
//! - `payload`: what an executable carries.

mod executable;
mod function;
mod listing;
mod payload;

use std::path::{Path, PathBuf};

use formwork_hir::Program;
use formwork_infer::{Analysis, Analyst, ArgumentSpec};
use formwork_syntax::Span;

use crate::build::{Built, Emit, Output, ProgramError};
use crate::diagnostic::{Diagnostic, Level};
use crate::host::DiskHost;
use crate::program::{MainFile, ProgramSettings};
use crate::render::render_full;
use crate::source::Source;

pub use executable::EmbeddedProgram;

/// How a MATLAB program is built.
#[derive(Clone, Debug, Default)]
pub struct MatlabOptions {
    /// How the program is read.
    pub program: ProgramSettings,
    /// Where functions are looked for that nothing else defines.
    pub fallback: Vec<PathBuf>,
    /// The function that is meant, if not the first.
    pub function: Option<String>,
    /// What parameters are, as `formwork shapes` takes it: `x: double 1x?`.
    pub arguments: Vec<String>,
    /// What all parameters are, in order: `double 1x?, double 1x1`; one for each way in
    /// which the function is to be called.
    pub signatures: Vec<String>,
    /// With colours in what is said of the program.
    pub color: bool,
}

type Result<T> = std::result::Result<T, ProgramError>;

/// Makes something of a program.
///
/// # Errors
///
/// If the program is wrong, or it cannot be made.
pub fn build_matlab(file: &Path, build: &Output, options: &MatlabOptions) -> Result<Built> {
    let source = Source::read_file(file)
        .map_err(|error| ProgramError::Usage(format!("{}: {error}", file.display())))?;
    if let Some(error) = MainFile::new(&source).syntax_error(options.program.dialect) {
        return Err(ProgramError::Program(format!("error: {error}\n")));
    }
    let described = !options.arguments.is_empty() || !options.signatures.is_empty();
    match &build.emit {
        Emit::Executable if described => Err(ProgramError::Usage(
            "--arg and --args say what --emit c and --emit mex are for; an executable takes \
             whatever it is given"
                .to_owned(),
        )),
        Emit::Executable => executable::build(&source, build, options),
        Emit::C => function::build_c(&source, build, options),
        Emit::Mex => function::build_mex(&source, build, options),
        Emit::Ir(_) | Emit::Loops if described => function::build_listing(&source, build, options),
        Emit::Ir(_) | Emit::Loops => listing::build(&source, build, options),
    }
}

/// What inference knows of a program that begins with a function of a file.
fn analyse(
    file: &Path,
    specs: &[ArgumentSpec],
    options: &MatlabOptions,
) -> Result<(Analysis, Program<'static>)> {
    static HOST: DiskHost = DiskHost;
    let mut analyst = Analyst::new(options.program.program(&HOST), options.program.inference());
    analyst
        .analyse_file(file, options.function.as_deref(), specs)
        .map_err(|error| ProgramError::Usage(error.to_string()))?;
    Ok(analyst.finish_keeping_program())
}

/// Something that cannot be compiled, with its place.
fn refused(source: &Source, span: Span, message: &str, color: bool) -> ProgramError {
    let diagnostic = Diagnostic {
        code: "native",
        id: "native",
        level: Level::Error,
        message: format!("cannot be compiled: {message}"),
        span,
        condition: None,
        related: Vec::new(),
        help: Some("`formwork build --emit exe` interprets what cannot be compiled".to_owned()),
    };
    let text = render_full(source, &diagnostic, diagnostic.code, &[], color);
    ProgramError::Program(format!("{text}\n"))
}

/// The name of a file without its ending.
fn stem(path: &Path) -> String {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    stem.unwrap_or_else(|| "program".to_owned())
}
