//! The `formwork` command line: arguments in, the driver's results out.

mod algebra;
mod arguments;
mod parse;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser as _};

use arguments::{Arguments, Command};

/// The program's exit codes.
mod exit {
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

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    arguments.shared.color.write_global();
    match arguments.command {
        Command::Parse(options) => parse::run(&arguments.shared, &options),
        Command::Algebra(options) => algebra::run(&arguments.shared, &options),
        Command::Completions { shell } => {
            let mut command = Arguments::command();
            clap_complete::generate(shell, &mut command, "formwork", &mut std::io::stdout());
            exit::FINE
        }
    }
}

/// Says what is wrong with how the program was called.
fn complain(message: &str) {
    anstream::eprintln!("formwork: {message}");
}

/// Writes results. A reader that went away, as `head` does, is no error.
fn write_results(text: &[u8]) {
    use std::io::Write as _;
    let mut out = anstream::stdout().lock();
    let written = out.write_all(text).and_then(|()| out.flush());
    if let Err(error) = written
        && error.kind() != std::io::ErrorKind::BrokenPipe
    {
        complain(&format!("cannot write: {error}"));
    }
}
