//! `formwork run`

use std::path::Path;

use formwork_driver::{NativeOptions, RunOptions, SacOptions, is_sac, run_program, run_sac};

use crate::arguments::{RunArguments, Shared};
use crate::output::{CommandResult, Complaint, explain_error, finish_run, finish_with};

pub(crate) fn run(shared: &Shared, arguments: &RunArguments) -> CommandResult {
    if is_sac(Path::new(&arguments.program)) {
        return run_program_of_arrays(arguments);
    }
    if Path::new(&arguments.program).is_dir() {
        let message = format!("{}: this is a folder; name one of its .m files", arguments.program);
        return Err(Complaint::new(message));
    }
    if arguments.no_attributes && !arguments.native {
        let message = "--no-attributes is for SaC-mini programs (.sac) and for --native";
        return Err(Complaint::new(message));
    }
    let options = RunOptions {
        program: shared.program_settings()?,
        fallback: arguments.fallback.clone(),
        no_octave_library: arguments.no_octave_library,
        max_memory: arguments.max_memory.map(|size| size.0),
        timeout: arguments.timeout.map(|seconds| seconds.0),
        function: arguments.function.clone(),
        sandbox: arguments.sandbox,
        native: arguments.native.then(|| NativeOptions {
            facts: !arguments.no_attributes,
            report: arguments.report,
            ..NativeOptions::from_environment()
        }),
    };
    Ok(finish_run(run_program(&arguments.program, &arguments.arguments, &options)))
}

fn run_program_of_arrays(arguments: &RunArguments) -> CommandResult {
    if arguments.report {
        return Err(Complaint::new("--report is for MATLAB programs"));
    }
    let options = SacOptions {
        function: arguments.function.clone(),
        by_types: arguments.no_attributes,
        native: arguments.native,
        color: true,
        timeout: arguments.timeout.map(|seconds| seconds.0),
    };
    Ok(match run_sac(Path::new(&arguments.program), &arguments.arguments, &options) {
        Ok(text) => finish_with(text.as_bytes()),
        Err(error) => explain_error(&error),
    })
}
