//! `formwork build`

use std::process::ExitCode;

use formwork_driver::{
    Built, MatlabOptions, Output, ProgramError, SacOptions, build_matlab, build_sac, is_sac,
    working,
};

use crate::arguments::{BuildArguments, Shared};
use crate::output::{exit, explain_error, finish_with};

pub(crate) fn run(shared: &Shared, arguments: &BuildArguments) -> ExitCode {
    let output = Output { emit: arguments.emit.clone(), output: arguments.output.clone() };
    let busy = working("compiling");
    let built = if is_sac(&arguments.file) {
        build_arrays(arguments, &output)
    } else {
        build_program(shared, arguments, &output)
    };
    drop(busy);
    match built {
        Ok(Built::Text(text)) => finish_with(text.as_bytes()),
        Ok(Built::Files(_)) => exit::FINE,
        Err(error) => explain_error(&error),
    }
}

fn build_arrays(arguments: &BuildArguments, output: &Output) -> Result<Built, ProgramError> {
    if !arguments.arguments.is_empty() || !arguments.signatures.is_empty() {
        let message = "--arg and --args describe parameters of MATLAB functions; SaC-mini \
                       functions say their types themselves";
        return Err(ProgramError::Usage(message.to_owned()));
    }
    let options = SacOptions {
        function: arguments.function.clone(),
        by_types: arguments.no_attributes,
        native: false,
        color: true,
        timeout: None,
    };
    build_sac(&arguments.file, output, &options)
}

fn build_program(
    shared: &Shared,
    arguments: &BuildArguments,
    output: &Output,
) -> Result<Built, ProgramError> {
    if arguments.no_attributes {
        let message = "--no-attributes is for SaC-mini programs (.sac)";
        return Err(ProgramError::Usage(message.to_owned()));
    }
    let program =
        shared.program_settings().map_err(|error| ProgramError::Usage(error.to_string()))?;
    let options = MatlabOptions {
        program,
        fallback: arguments.fallback.clone(),
        function: arguments.function.clone(),
        arguments: arguments.arguments.clone(),
        signatures: arguments.signatures.clone(),
        color: true,
    };
    build_matlab(&arguments.file, output, &options)
}
