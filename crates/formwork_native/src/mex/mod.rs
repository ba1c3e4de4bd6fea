//! MEX files: what MATLAB and GNU Octave call as the function it was compiled from.
//!
//! The glue takes arguments apart, tries the entries one after the other, and makes
//! values of what they give. An error of the program becomes one of the host; where no
//! entry fits, the host calls the function's text, kept under another name. Operations of
//! the runtime are functions of the host.

mod glue;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::c::{Options, emit_c};
use crate::compiler::{BuildError, BuildOptions, CCompiler, Cache, Product, SourceFile};
use crate::loops::{Module, VerifyError, as_name};

/// What a MEX file is made of.
#[derive(Clone, Debug)]
pub struct MexOptions {
    /// The name of the function: the file is called `NAME.mex`.
    pub function: String,
    /// The function that is called where no entry fits.
    pub fallback: Option<String>,
    /// Whether it is also called where an entry fails, so that it fails in its own words.
    pub falls_back_on_failure: bool,
    /// The lines of the source, shown in the C.
    pub source_lines: Vec<String>,
}

/// Where the declarations of the host's interface come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MexHeader {
    /// `mex.h` in this folder.
    Folder(PathBuf),
    /// Our own, of the functions that the glue calls, as GNU Octave has them: so that
    /// Octave's headers need not be installed.
    OwnForOctave,
}

impl MexHeader {
    /// The folder that `mkoctfile` knows, or else our own declarations.
    #[must_use]
    pub fn of_octave(mkoctfile: &str) -> MexHeader {
        let answer = Command::new(mkoctfile)
            .args(["-p", "OCTINCLUDEDIR"])
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .output();
        let folder = answer
            .ok()
            .filter(|answer| answer.status.success())
            .map(|answer| PathBuf::from(String::from_utf8_lossy(&answer.stdout).trim()));
        match folder {
            Some(folder) if folder.join("mex.h").is_file() => MexHeader::Folder(folder),
            _ => MexHeader::OwnForOctave,
        }
    }
}

/// The C of a MEX file: that of the module, and the glue.
///
/// # Errors
///
/// If the module does not verify.
pub fn emit_mex(module: &Module, options: &MexOptions) -> Result<Vec<SourceFile>, VerifyError> {
    let mut c_options = Options::new(as_name(&options.function));
    c_options.described_entries = true;
    c_options.source_lines.clone_from(&options.source_lines);
    let files = emit_c(module, &c_options)?;
    let glue = SourceFile {
        name: format!("{}_mex.c", as_name(&options.function)),
        text: glue::glue(module, options, &files.header_name),
    };
    Ok(vec![
        SourceFile { name: files.source_name, text: files.source },
        SourceFile { name: files.header_name, text: files.header },
        glue,
    ])
}

/// Builds a MEX file; where it is.
///
/// # Errors
///
/// If the compiler refuses it.
pub fn build_mex(
    compiler: &CCompiler,
    files: &[SourceFile],
    options: &MexOptions,
    header: &MexHeader,
    cache: &Cache,
) -> Result<PathBuf, BuildError> {
    let mut build = BuildOptions::new(Product::SharedObject);
    build.output_name = Some(format!("{}.mex", as_name(&options.function)));
    // Errors of the host pass through the glue as exceptions of C++.
    build.flags.push("-fexceptions".to_owned());
    match header {
        MexHeader::Folder(folder) => {
            build.flags.push(format!("-I{}", folder.display()));
            // Octave's `mex.h` includes files of the folder above by its name.
            if let Some(parent) = folder.parent() {
                build.flags.push(format!("-I{}", parent.display()));
            }
        }
        MexHeader::OwnForOctave => build.flags.push("-DFW_OWN_MEX".to_owned()),
    }
    compiler.build(files, &build, cache)
}

/// Puts the function's text under the name of the fallback, beside a MEX file.
///
/// # Errors
///
/// If it cannot be written.
#[expect(clippy::disallowed_methods, reason = "the host finds functions by files")]
pub fn write_fallback(folder: &Path, name: &str, text: &str) -> Result<PathBuf, BuildError> {
    let path = folder.join(format!("{}.m", as_name(name)));
    let mut content = String::new();
    let _ = write!(content, "{text}");
    std::fs::write(&path, content)
        .map(|()| path.clone())
        .map_err(|error| BuildError::Files { path, reason: error.to_string() })
}
