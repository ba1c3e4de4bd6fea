//! `formwork build`

use std::process::ExitCode;

use formwork_driver::{SacBuild, SacError, SacOptions, SacProduct, build_sac, is_sac};

use crate::arguments::BuildArguments;
use crate::{complain, exit, write_results};

pub(crate) fn run(arguments: &BuildArguments) -> ExitCode {
    if !is_sac(&arguments.file) {
        complain(&format!(
            "{}: only SaC-mini programs (.sac) are compiled so far",
            arguments.file.display()
        ));
        return exit::usage();
    }
    let options = SacOptions {
        function: arguments.function.clone(),
        by_types: arguments.no_attributes,
        native: false,
        color: true,
    };
    let build = SacBuild { emit: arguments.emit.clone(), output: arguments.output.clone() };
    match build_sac(&arguments.file, &build, &options) {
        Ok(SacProduct::Text(text)) if !write_results(text.as_bytes()) => exit::usage(),
        Ok(SacProduct::Text(_) | SacProduct::Files(_)) => exit::FINE,
        Err(error) => explain(&error),
    }
}

/// Says why there is no result.
pub(crate) fn explain(error: &SacError) -> ExitCode {
    match error {
        SacError::Program(text) => {
            anstream::eprint!("{text}");
            exit::findings()
        }
        SacError::Usage(text) => {
            complain(text.trim_end());
            exit::usage()
        }
    }
}
