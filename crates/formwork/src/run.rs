//! `formwork run`

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use formwork_driver::{
    Config, NativeOptions, RunOptions, RunOutcome, SacOptions, is_sac, run_program, run_sac,
};

use crate::arguments::{RunArguments, Shared};
use crate::{complain, exit, write_results};

pub(crate) fn run(shared: &Shared, arguments: &RunArguments) -> ExitCode {
    if is_sac(Path::new(&arguments.program)) {
        return run_program_of_arrays(arguments);
    }
    if Path::new(&arguments.program).is_dir() {
        complain(&format!("{}: this is a folder; name one of its .m files", arguments.program));
        return exit::usage();
    }
    if arguments.no_attributes && !arguments.native {
        complain("--no-attributes is for SaC-mini programs (.sac) and for --native");
        return exit::usage();
    }
    let config = match Config::load(shared.config.as_deref(), Path::new(".")) {
        Ok(config) => config,
        Err(error) => {
            complain(&error.to_string());
            return exit::usage();
        }
    };
    let options = RunOptions {
        dialect: shared.dialect.or(config.dialect).unwrap_or_default(),
        search_path: [&shared.path[..], &config.path].concat(),
        fallback: arguments.fallback.clone(),
        max_memory: arguments.max_memory.map(|size| size.0),
        timeout: arguments.timeout.map(|seconds| seconds.0),
        function: arguments.function.clone(),
        native: arguments.native.then(|| NativeOptions {
            facts: !arguments.no_attributes,
            report: arguments.report,
            ..NativeOptions::from_environment()
        }),
    };
    finish(run_program(&arguments.program, &arguments.arguments, &options))
}

/// Says how a program ended, where it did not come to its end.
pub(crate) fn finish(outcome: RunOutcome) -> ExitCode {
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

fn run_program_of_arrays(arguments: &RunArguments) -> ExitCode {
    if arguments.report {
        complain("--report is for MATLAB programs");
        return exit::usage();
    }
    let options = SacOptions {
        function: arguments.function.clone(),
        by_types: arguments.no_attributes,
        native: arguments.native,
        color: true,
        timeout: arguments.timeout.map(|seconds| seconds.0),
    };
    match run_sac(Path::new(&arguments.program), &arguments.arguments, &options) {
        Ok(text) if write_results(text.as_bytes()) => exit::FINE,
        Ok(_) => exit::usage(),
        Err(error) => crate::build::explain(&error),
    }
}

/// A number of bytes: `500M`, `2G`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bytes(pub(crate) usize);

impl std::str::FromStr for Bytes {
    type Err = String;

    fn from_str(text: &str) -> Result<Bytes, String> {
        let problem = || format!("{text:?} is no size: write 500M or 2G");
        let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let unit: usize = match text[digits.len()..].to_ascii_uppercase().as_str() {
            "" | "B" => 1,
            "K" | "KB" => 1 << 10,
            "M" | "MB" => 1 << 20,
            "G" | "GB" => 1 << 30,
            _ => return Err(problem()),
        };
        let count: usize = digits.trim().parse().map_err(|_| problem())?;
        count.checked_mul(unit).map(Bytes).ok_or_else(problem)
    }
}

/// A number of seconds: `10`, `0.5`, `2m`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seconds(pub(crate) Duration);

impl std::str::FromStr for Seconds {
    type Err = String;

    fn from_str(text: &str) -> Result<Seconds, String> {
        let problem = || format!("{text:?} is no time: write 10, 0.5s or 2m");
        let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let unit = match &text[digits.len()..] {
            "" | "s" => 1.0,
            "ms" => 1e-3,
            "m" => 60.0,
            "h" => 3600.0,
            _ => return Err(problem()),
        };
        let count: f64 = digits.trim().parse().map_err(|_| problem())?;
        Duration::try_from_secs_f64(count * unit).map(Seconds).map_err(|_| problem())
    }
}
