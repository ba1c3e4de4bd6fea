//! `formwork build prog.sac`: C, loop form, array IR, an executable.

use std::path::{Path, PathBuf};

use formwork_array::optimise::optimise_until;
use formwork_array::print_module;
use formwork_native::c::{Options, emit_c};
use formwork_native::to_loops::lower_module;

use super::{Program, Result, SacOptions, native, read};
use crate::build::{Built, Emit, Output, ProgramError, write};

/// Makes something of a program.
///
/// # Errors
///
/// If the program is wrong, or it cannot be made.
pub fn build_sac(path: &Path, build: &Output, options: &SacOptions) -> Result<Built> {
    match &build.emit {
        Emit::Ir(Some(pass)) => {
            let (_, mut module) = read(path, options.color)?;
            optimise_until(&mut module, pass, options.by_types).map_err(ProgramError::Usage)?;
            build.text(print_module(&module))
        }
        Emit::Ir(None) => build.text(print_module(&library(path, options)?.module)),
        Emit::Loops => {
            let program = library(path, options)?;
            let lowered = lower_module(&program.module)
                .map_err(|limitation| native::limited(&program, &limitation))?;
            build.text(lowered.to_string())
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
                .map_err(|error| ProgramError::Usage(format!("a defect of Formwork: {error}")))?;
            let Some(output) = &build.output else {
                return Ok(Built::Text(format!("{}\n{}", files.header, files.source)));
            };
            let header = output.with_file_name(&files.header_name);
            let source = output.with_file_name(&files.source_name);
            write(&source, files.source.as_bytes())?;
            write(&header, files.header.as_bytes())?;
            Ok(Built::Files(vec![source, header]))
        }
        Emit::Mex => Err(ProgramError::Usage(
            "MEX files are made of MATLAB functions (.m), not of SaC-mini programs".to_owned(),
        )),
        Emit::Executable => {
            let program = Program::read(path, options)?;
            let made = native::executable(&program)?;
            let output = build.output.clone().unwrap_or_else(|| {
                PathBuf::from(path.file_stem().unwrap_or_else(|| "program".as_ref()))
            });
            std::fs::copy(&made, &output)
                .map_err(|error| ProgramError::Usage(format!("{}: {error}", output.display())))?;
            Ok(Built::Files(vec![output]))
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
    pipeline(&mut module, false).map_err(ProgramError::Usage)?;
    let main = module.functions.keys().next();
    let main = main.ok_or_else(|| ProgramError::Usage("the program defines nothing".to_owned()))?;
    Ok(Program { source, module, main, color: options.color })
}
