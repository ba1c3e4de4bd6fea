//! `formwork specialize`

use std::path::Path;
use std::process::ExitCode;

use formwork_driver::{
    Config, PrintOptions, Semantics, SpecializeOptions, specialize_file, specialize_report,
    write_file,
};

use crate::arguments::{ReportKind, Shared, SpecializeArguments};
use crate::{complain, exit, write_results};

pub(crate) fn run(shared: &Shared, arguments: &SpecializeArguments) -> ExitCode {
    let config = match Config::load(shared.config.as_deref(), Path::new(".")) {
        Ok(config) => config,
        Err(error) => {
            complain(&error.to_string());
            return exit::usage();
        }
    };
    let name = match &arguments.output {
        Some(path) => match path.file_stem().map(|name| name.to_string_lossy().into_owned()) {
            Some(name) if is_name(&name) => Some(name),
            _ => {
                complain(&format!(
                    "{}: the file is named after its function, so its name must be one",
                    path.display()
                ));
                return exit::usage();
            }
        },
        None => None,
    };
    let options = SpecializeOptions {
        dialect: shared.dialect.or(config.dialect).unwrap_or_default(),
        semantics: shared.semantics.map(Semantics::from),
        search_path: [&shared.path[..], &config.path].concat(),
        function: arguments.function.clone(),
        definitions: arguments.definitions.clone(),
        arguments: arguments.arguments.clone(),
        annotations: arguments.annotations.clone(),
        name,
        keep: arguments.keep.clone(),
        never_run: arguments.never_run.clone(),
        unroll_limit: arguments.unroll_limit,
        asserts: arguments.asserts,
        static_io: arguments.static_io,
        post: !arguments.no_post,
        inline: !arguments.no_inline,
        reassociate: arguments.reassociate,
    };
    let print = PrintOptions {
        precision: arguments.precision,
        max_constant: arguments.max_constant,
        attributes: arguments.comments,
    };
    let made = match specialize_file(&arguments.file, &options) {
        Ok(made) => made,
        Err(error) => {
            complain(&error.to_string());
            return exit::usage();
        }
    };
    let text = if arguments.functions {
        made.function_list()
    } else if arguments.symbols {
        made.variable_list()
    } else if arguments.graph {
        made.graph()
    } else {
        match made.text(print) {
            Ok(text) => text,
            Err(error) => {
                complain(&error.to_string());
                return exit::usage();
            }
        }
    };
    match arguments.report {
        Some(ReportKind::Text) => complain(&made.report_text()),
        Some(ReportKind::Json) => anstream::eprintln!("{}", specialize_report(&made)),
        None => {}
    }
    if let Some(path) = &arguments.output
        && !(arguments.functions || arguments.symbols || arguments.graph)
    {
        if let Err(error) = write_file(path, text.as_bytes()) {
            complain(&format!("{}: {error}", path.display()));
            return exit::usage();
        }
        return exit::FINE;
    }
    if write_results(text.as_bytes()) { exit::FINE } else { exit::usage() }
}

/// Whether a function can be called that.
fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
