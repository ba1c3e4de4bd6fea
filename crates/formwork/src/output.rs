//! What the command line says and how it ends: results, findings, complaints, exit codes.

use std::io::Write as _;
use std::process::ExitCode;

use formwork_driver::{ConfigError, ProgramError, RunOutcome, ShapesError, SpecializeError};

/// The program's exit codes.
pub(crate) mod exit {
    use std::process::ExitCode;

    /// Fine.
    pub(crate) const FINE: ExitCode = ExitCode::SUCCESS;

    /// Something was found, or the program failed.
    pub(crate) fn findings() -> ExitCode {
        ExitCode::from(1)
    }

    /// The command line makes no sense, or a limit was reached.
    pub(crate) fn usage() -> ExitCode {
        ExitCode::from(2)
    }
}

/// Why a command was not carried out, for who called it.
pub(crate) struct Complaint(String);

/// How a command ended, or why it did not begin.
pub(crate) type CommandResult = Result<ExitCode, Complaint>;

impl Complaint {
    pub(crate) fn new(message: impl Into<String>) -> Complaint {
        Complaint(message.into())
    }
}

impl From<ConfigError> for Complaint {
    fn from(error: ConfigError) -> Complaint {
        Complaint(error.to_string())
    }
}

impl From<ShapesError> for Complaint {
    fn from(error: ShapesError) -> Complaint {
        Complaint(error.to_string())
    }
}

impl From<SpecializeError> for Complaint {
    fn from(error: SpecializeError) -> Complaint {
        Complaint(error.to_string())
    }
}

/// The exit code of a command, after its complaint.
pub(crate) fn conclude(outcome: CommandResult) -> ExitCode {
    outcome.unwrap_or_else(|Complaint(message)| {
        complain(&message);
        exit::usage()
    })
}

/// Says what is wrong with how the program was called.
pub(crate) fn complain(message: &str) {
    anstream::eprintln!("formwork: {message}");
}

/// Writes findings for people, with colours where they can be seen.
pub(crate) fn write_findings(text: &str) -> bool {
    written(anstream::stdout().lock().write_all(text.as_bytes()))
}

/// Writes results as they are, byte for byte.
pub(crate) fn write_results(bytes: &[u8]) -> bool {
    let mut out = std::io::stdout().lock();
    written(out.write_all(bytes).and_then(|()| out.flush()))
}

/// The same for a command whose results are all that it has to say.
pub(crate) fn finish_with(results: &[u8]) -> ExitCode {
    if write_results(results) { exit::FINE } else { exit::usage() }
}

/// Whether writing went well. A reader that went away, as `head` does, is no error.
fn written(result: std::io::Result<()>) -> bool {
    match result {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            complain(&format!("cannot write: {error}"));
            false
        }
        Ok(()) | Err(_) => true,
    }
}

/// Says why there is no result.
pub(crate) fn explain_error(error: &ProgramError) -> ExitCode {
    match error {
        ProgramError::Program(text) => {
            anstream::eprint!("{text}");
            exit::findings()
        }
        ProgramError::Limit(text) => {
            anstream::eprintln!("error: {text}");
            exit::usage()
        }
        ProgramError::Usage(text) => {
            complain(text.trim_end());
            exit::usage()
        }
    }
}

/// Says how a program ended, where it did not come to its end.
pub(crate) fn finish_run(outcome: RunOutcome) -> ExitCode {
    match outcome {
        RunOutcome::Finished(0) => exit::FINE,
        RunOutcome::Finished(status) => ExitCode::from(status.to_le_bytes()[0]),
        RunOutcome::Failed(text) => {
            anstream::eprint!("{text}");
            exit::findings()
        }
        RunOutcome::Limited(text) => {
            anstream::eprintln!("error: {text}");
            exit::usage()
        }
        RunOutcome::Interrupted => {
            anstream::eprintln!("interrupted");
            ExitCode::from(130)
        }
    }
}

/// A number of things: `1 file`, `2 files`.
pub(crate) fn plural(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
