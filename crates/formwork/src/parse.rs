//! `formwork parse`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use formwork_driver::{
    Config, Dialect, OutputFormat, ParseOptions, RenderOptions, Summary, discover, file_names,
    parse_files, print_tree, render_diagnostics, render_parse_json,
};

use crate::arguments::{ParseArguments, Shared};
use crate::{complain, exit, write_results};

pub(crate) fn run(shared: &Shared, arguments: &ParseArguments) -> ExitCode {
    let config = match Config::load(shared.config.as_deref(), Path::new(".")) {
        Ok(config) => config,
        Err(error) => {
            complain(&error.to_string());
            return exit::usage();
        }
    };
    let inputs = discover(&arguments.paths);
    for problem in &inputs.problems {
        complain(problem);
    }
    if !inputs.problems.is_empty() {
        return exit::usage();
    }
    if inputs.files.is_empty() {
        complain("no .m file below the given paths");
        return exit::usage();
    }
    let options = ParseOptions {
        dialect: shared.dialect.or(config.dialect).unwrap_or_default(),
        round_trip: arguments.roundtrip,
        keep_trees: arguments.json || arguments.print,
    };
    if arguments.names {
        let search_path = [&shared.path[..], &config.path].concat();
        return list_names(&inputs.files, options.dialect, &search_path);
    }
    let report = parse_files(&inputs.files, options);
    let summary = Summary::of(&report);
    let format = OutputFormat::from(arguments.output_format);
    let mut out = Vec::new();
    if arguments.json {
        out.extend(render_parse_json(&report).into_bytes());
    } else {
        if arguments.print {
            for file in &report.files {
                out.extend(file.tree.as_ref().map(print_tree).unwrap_or_default());
            }
        }
        let render = RenderOptions { format, color: true };
        out.extend(render_diagnostics(&report, render).into_bytes());
        if format == OutputFormat::Full && !arguments.print {
            out.extend(describe(&summary, arguments.roundtrip).into_bytes());
        }
    }
    write_results(&out);
    if summary.errors > 0 { exit::findings() } else { exit::FINE }
}

fn list_names(files: &[PathBuf], dialect: Dialect, search_path: &[PathBuf]) -> ExitCode {
    let mut code = exit::FINE;
    for file in files {
        match file_names(file, dialect, search_path.to_vec()) {
            Ok(names) => {
                if files.len() > 1 {
                    write_results(format!("{}:\n", file.display()).as_bytes());
                }
                write_results(names.as_bytes());
            }
            Err(error) => {
                complain(&error);
                code = exit::findings();
            }
        }
    }
    code
}

fn describe(summary: &Summary, round_trip: bool) -> String {
    let Summary { files, lines, errors, warnings, .. } = *summary;
    let found = match (errors, warnings) {
        (0, 0) if round_trip => "no errors, all print back to the same tree".to_owned(),
        (0, 0) => "no errors".to_owned(),
        (errors, 0) => plural(errors, "error"),
        (errors, warnings) => {
            format!("{}, {}", plural(errors, "error"), plural(warnings, "warning"))
        }
    };
    format!("{}, {}: {found}\n", plural(files, "file"), plural(lines, "line"))
}

fn plural(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
