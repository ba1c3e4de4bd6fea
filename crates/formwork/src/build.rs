//! `formwork build`

use std::path::Path;
use std::process::ExitCode;

use formwork_driver::{
    Built, Config, MatlabOptions, Output, ProgramError, SacOptions, build_matlab, build_sac, is_sac,
};

use crate::arguments::{BuildArguments, Shared};
use crate::{complain, exit, write_results};

pub(crate) fn run(shared: &Shared, arguments: &BuildArguments) -> ExitCode {
    let output = Output { emit: arguments.emit.clone(), output: arguments.output.clone() };
    let built = if is_sac(&arguments.file) {
        build_arrays(arguments, &output)
    } else {
        build_program(shared, arguments, &output)
    };
    match built {
        Ok(Built::Text(text)) if !write_results(text.as_bytes()) => exit::usage(),
        Ok(Built::Text(_) | Built::Files(_)) => exit::FINE,
        Err(error) => explain(&error),
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
    let config = Config::load(shared.config.as_deref(), Path::new("."))
        .map_err(|error| ProgramError::Usage(error.to_string()))?;
    let options = MatlabOptions {
        dialect: shared.dialect.or(config.dialect).unwrap_or_default(),
        semantics: shared.semantics.map(Into::into),
        search_path: [&shared.path[..], &config.path].concat(),
        fallback: arguments.fallback.clone(),
        function: arguments.function.clone(),
        arguments: arguments.arguments.clone(),
        signatures: arguments.signatures.clone(),
        color: true,
    };
    build_matlab(&arguments.file, output, &options)
}

/// Says why there is no result.
pub(crate) fn explain(error: &ProgramError) -> ExitCode {
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
