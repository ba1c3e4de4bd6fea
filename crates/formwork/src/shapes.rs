//! `formwork shapes`

use std::path::Path;
use std::process::ExitCode;

use formwork_driver::{Config, Semantics, ShapesOptions, shapes};

use crate::arguments::{ShapesArguments, Shared};
use crate::{complain, exit, write_results};

pub(crate) fn run(shared: &Shared, arguments: &ShapesArguments) -> ExitCode {
    let config = match Config::load(shared.config.as_deref(), Path::new(".")) {
        Ok(config) => config,
        Err(error) => {
            complain(&error.to_string());
            return exit::usage();
        }
    };
    let options = ShapesOptions {
        dialect: shared.dialect.or(config.dialect).unwrap_or_default(),
        semantics: shared.semantics.map(Semantics::from),
        search_path: [&shared.path[..], &config.path].concat(),
        function: arguments.function.clone(),
        arguments: arguments.arguments.clone(),
    };
    let mut found = match shapes(&arguments.file, &options) {
        Ok(found) => found,
        Err(error) => {
            complain(&error.to_string());
            return exit::usage();
        }
    };
    let text = if arguments.json {
        found.json()
    } else if arguments.dot {
        found.dot()
    } else if let Some(name) = &arguments.trace {
        match found.trace(name) {
            Some(text) => text,
            None => {
                complain(&format!("{} has no variable '{name}'", arguments.file.display()));
                return exit::usage();
            }
        }
    } else {
        found.listing()
    };
    if write_results(text.as_bytes()) { exit::FINE } else { exit::usage() }
}
