//! The `formwork` command line: arguments in, the driver's results out.

mod algebra;
mod arguments;
mod build;
mod check;
mod explain;
mod parse;
mod repl;
mod run;
mod shapes;
mod specialize;

use std::io::Write as _;
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser as _};

use arguments::{Arguments, Command};

/// Arrays that compiled code gives are taken over, not copied.
#[global_allocator]
static ALLOCATOR: formwork_driver::CAllocator = formwork_driver::CAllocator;

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
    match formwork_driver::EmbeddedProgram::find() {
        None => {}
        Some(Ok(program)) => {
            let words = std::env::args_os().skip(1);
            let words: Vec<String> =
                words.map(|word| word.to_string_lossy().into_owned()).collect();
            return run::finish(program.run(&words));
        }
        Some(Err(problem)) => {
            complain(&problem);
            return exit::usage();
        }
    }
    let arguments = Arguments::parse();
    arguments.shared.color.write_global();
    match arguments.command {
        Command::Parse(options) => parse::run(&arguments.shared, &options),
        Command::Run(options) => run::run(&arguments.shared, &options),
        Command::Build(options) => build::run(&arguments.shared, &options),
        Command::Check(options) => check::run(&arguments.shared, &options),
        Command::Explain(options) => explain::run(&options),
        Command::Shapes(options) => shapes::run(&arguments.shared, &options),
        Command::Specialize(options) => specialize::run(&arguments.shared, &options),
        Command::Repl => repl::run(&arguments.shared),
        Command::Algebra(options) => algebra::run(&arguments.shared, &options),
        Command::GenerateShellCompletion { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "formwork", &mut script);
            if write_results(&script) { exit::FINE } else { exit::usage() }
        }
    }
}

/// Says what is wrong with how the program was called.
fn complain(message: &str) {
    anstream::eprintln!("formwork: {message}");
}

/// Writes findings for people, with colours where they can be seen.
fn write_findings(text: &str) -> bool {
    written(anstream::stdout().lock().write_all(text.as_bytes()))
}

/// Writes results as they are, byte for byte.
fn write_results(bytes: &[u8]) -> bool {
    let mut out = std::io::stdout().lock();
    written(out.write_all(bytes).and_then(|()| out.flush()))
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
