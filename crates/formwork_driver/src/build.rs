//! What `formwork build` makes, of whatever kind of program.

use std::path::{Path, PathBuf};

use crate::source::write_file;

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProgramError {
    /// The program is wrong, or failed; the text is rendered with the place.
    Program(String),
    /// It cannot be done: the call is wrong, a limit is reached, something is missing.
    Usage(String),
    /// The program came to a limit that was set for it.
    Limit(String),
}

/// What is made of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Emit {
    /// C source and header.
    C,
    /// Array IR, optimised, or after the last run of a pass.
    Ir(Option<String>),
    /// The loop form.
    Loops,
    /// What MATLAB and Octave call as the function.
    Mex,
    /// A program that prints what `formwork run` prints.
    Executable,
}

impl std::str::FromStr for Emit {
    type Err = String;

    fn from_str(text: &str) -> Result<Emit, String> {
        match text {
            "c" => Ok(Emit::C),
            "ir" => Ok(Emit::Ir(None)),
            "loops" => Ok(Emit::Loops),
            "mex" => Ok(Emit::Mex),
            "exe" => Ok(Emit::Executable),
            _ => match text.strip_prefix("ir=") {
                Some(pass) => Ok(Emit::Ir(Some(pass.to_owned()))),
                None => Err(format!("{text:?} is none of exe, c, mex, ir, ir=PASS, loops")),
            },
        }
    }
}

/// What to make, and where to.
#[derive(Clone, Debug)]
pub struct Output {
    /// What.
    pub emit: Emit,
    /// The file; text goes to the standard output without one, an executable to a file
    /// with the name of the program.
    pub output: Option<PathBuf>,
}

/// What was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Built {
    /// Text to print.
    Text(String),
    /// These files.
    Files(Vec<PathBuf>),
}

impl Output {
    /// A text where it is wanted.
    pub(crate) fn text(&self, text: String) -> Result<Built, ProgramError> {
        match &self.output {
            None => Ok(Built::Text(text)),
            Some(output) => {
                write(output, text.as_bytes())?;
                Ok(Built::Files(vec![output.clone()]))
            }
        }
    }
}

/// Writes a file anew.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), ProgramError> {
    write_file(path, bytes).map_err(|error| unwritten(path, &error))
}

/// A file could not be written.
pub(crate) fn unwritten(path: &Path, error: &std::io::Error) -> ProgramError {
    ProgramError::Usage(format!("{}: {error}", path.display()))
}
