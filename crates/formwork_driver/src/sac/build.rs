//! `formwork build prog.sac`: C, loop form, array IR, an executable.

use std::path::{Path, PathBuf};

use formwork_array::optimise::optimise_until;
use formwork_array::print_module;
use formwork_native::c::{Options, emit_c};
use formwork_native::lower::lower_module;

use super::{Program, Result, SacError, SacOptions, native, read};
use crate::source::write_file;

/// What is made of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Emit {
    /// C source and header.
    C,
    /// Array IR, optimised, or after the last run of a pass.
    Ir(Option<String>),
    /// The loop form.
    Loops,
    /// A program that prints what `formwork run` prints.
    Executable,
}

impl std::str::FromStr for Emit {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Emit, String> {
        match text {
            "c" => Ok(Emit::C),
            "ir" => Ok(Emit::Ir(None)),
            "loops" => Ok(Emit::Loops),
            "exe" => Ok(Emit::Executable),
            _ => match text.strip_prefix("ir=") {
                Some(pass) => Ok(Emit::Ir(Some(pass.to_owned()))),
                None => Err(format!("{text:?} is none of c, ir, ir=PASS, loops, exe")),
            },
        }
    }
}

/// What to make, and where to.
#[derive(Clone, Debug)]
pub struct SacBuild {
    /// What.
    pub emit: Emit,
    /// The file; text goes to the standard output without one, an executable to a file
    /// with the name of the program.
    pub output: Option<PathBuf>,
}

/// What was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SacProduct {
    /// Text to print.
    Text(String),
    /// These files.
    Files(Vec<PathBuf>),
}

/// Makes something of a program.
///
/// # Errors
///
/// If the program is wrong, or it cannot be made.
pub fn build_sac(path: &Path, build: &SacBuild, options: &SacOptions) -> Result<SacProduct> {
    match &build.emit {
        Emit::Ir(Some(pass)) => {
            let (_, mut module) = read(path, options.color)?;
            optimise_until(&mut module, pass, options.by_types).map_err(SacError::Usage)?;
            written(build, print_module(&module))
        }
        Emit::Ir(None) => written(build, print_module(&library(path, options)?.module)),
        Emit::Loops => {
            let program = library(path, options)?;
            let lowered = lower_module(&program.module)
                .map_err(|limitation| native::limited(&program, &limitation))?;
            written(build, lowered.to_string())
        }
        Emit::C => {
            let program = library(path, options)?;
            let lowered = lower_module(&program.module)
                .map_err(|limitation| native::limited(&program, &limitation))?;
            let named = build.output.as_deref().unwrap_or(path);
            let stem = named.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            let mut style = Options::new(stem.unwrap_or_else(|| "program".to_owned()));
            let text = String::from_utf8_lossy(program.source.text());
            style.source_lines = text.lines().map(str::to_owned).collect();
            let files = emit_c(&lowered, &style)
                .map_err(|error| SacError::Usage(format!("a defect of Formwork: {error}")))?;
            let Some(output) = &build.output else {
                return Ok(SacProduct::Text(format!("{}\n{}", files.header, files.source)));
            };
            let header = output.with_file_name(&files.header_name);
            let source = output.with_file_name(&files.source_name);
            write(&source, files.source.as_bytes())?;
            write(&header, files.header.as_bytes())?;
            Ok(SacProduct::Files(vec![source, header]))
        }
        Emit::Executable => {
            let program = Program::read(path, options)?;
            let made = native::executable(&program)?;
            let output = build.output.clone().unwrap_or_else(|| {
                PathBuf::from(path.file_stem().unwrap_or_else(|| "program".as_ref()))
            });
            std::fs::copy(&made, &output)
                .map_err(|error| SacError::Usage(format!("{}: {error}", output.display())))?;
            Ok(SacProduct::Files(vec![output]))
        }
    }
}

/// An optimised program, of which all functions count.
fn library(path: &Path, options: &SacOptions) -> Result<Program> {
    let (source, mut module) = read(path, options.color)?;
    let pipeline = if options.by_types {
        formwork_array::optimise::optimise_by_types
    } else {
        formwork_array::optimise::optimise
    };
    pipeline(&mut module, false).map_err(SacError::Usage)?;
    let main = module.functions.keys().next();
    let main = main.ok_or_else(|| SacError::Usage("the program defines nothing".to_owned()))?;
    Ok(Program { source, module, main, color: options.color })
}

fn written(build: &SacBuild, text: String) -> Result<SacProduct> {
    match &build.output {
        None => Ok(SacProduct::Text(text)),
        Some(output) => {
            write(output, text.as_bytes())?;
            Ok(SacProduct::Files(vec![output.clone()]))
        }
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    write_file(path, bytes).map_err(|error| SacError::Usage(format!("{}: {error}", path.display())))
}
