//! The `formwork` command line: arguments in, the driver's results out.

mod algebra;
mod arguments;
mod build;
mod check;
mod doctor;
mod explain;
mod guide;
mod output;
mod parse;
mod quantities;
mod repl;
mod run;
mod shapes;
mod specialize;
mod texts;

use std::process::ExitCode;

use clap::Parser as _;

use arguments::{Arguments, Command};
use output::{Complaint, complain, conclude, exit, finish_run};

/// Arrays that compiled code gives are taken over, not copied.
#[global_allocator]
static ALLOCATOR: formwork_driver::CAllocator = formwork_driver::CAllocator;

fn main() -> ExitCode {
    match formwork_driver::EmbeddedProgram::find() {
        None => {}
        Some(Ok(program)) => {
            let words = std::env::args_os().skip(1);
            let words: Vec<String> =
                words.map(|word| word.to_string_lossy().into_owned()).collect();
            return finish_run(program.run(&words));
        }
        Some(Err(problem)) => {
            complain(&problem);
            return exit::usage();
        }
    }
    let arguments = Arguments::parse();
    arguments.shared.color.write_global();
    let Some(command) = arguments.command else {
        anstream::eprint!("{}", guide::GUIDE);
        return exit::usage();
    };
    conclude(match command {
        Command::Parse(options) => parse::run(&arguments.shared, &options),
        Command::Run(options) => run::run(&arguments.shared, &options),
        Command::Build(options) => Ok(build::run(&arguments.shared, &options)),
        Command::Check(options) => Ok(check::run(&arguments.shared, &options)),
        Command::Explain(options) => explain::run(&options),
        Command::Shapes(options) => shapes::run(&arguments.shared, &options),
        Command::Specialize(options) => specialize::run(&arguments.shared, &options),
        Command::Server => match formwork_server::serve_stdio() {
            Ok(()) => Ok(exit::FINE),
            Err(error) => Err(Complaint::new(error)),
        },
        Command::Repl => repl::run(&arguments.shared),
        Command::Algebra(options) => algebra::run(&arguments.shared, &options),
        Command::Doctor(options) => doctor::run(&arguments.shared, &options),
        Command::GenerateShellCompletion { shell } => texts::completion(shell),
        Command::GenerateManPages { folder } => texts::man_pages(&folder),
    })
}
