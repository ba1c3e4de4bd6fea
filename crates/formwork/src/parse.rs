//! `formwork parse`

use std::process::ExitCode;

use formwork_driver::{
    OutputFormat, ParseOptions, ParseReport, RenderOptions, Summary, discover, file_names,
    parse_files, print_tree, render_diagnostics, render_parse_json,
};

use crate::arguments::{ParseArguments, Shared};
use crate::output::{
    CommandResult, Complaint, complain, exit, plural, write_findings, write_results,
};

pub(crate) fn run(shared: &Shared, arguments: &ParseArguments) -> CommandResult {
    let program = shared.program_settings()?;
    let inputs = discover(&arguments.paths);
    for problem in &inputs.problems {
        complain(problem);
    }
    if !inputs.problems.is_empty() {
        return Ok(exit::usage());
    }
    for passed_over in &inputs.passed_over {
        complain(&format!("passed over: {passed_over}"));
    }
    if inputs.files.is_empty() {
        return Err(Complaint::new("no .m file below the given paths"));
    }
    let format = OutputFormat::from(arguments.output_format);
    let render = RenderOptions { format, color: true };
    if arguments.names {
        let (names, report) = file_names(&inputs.files, &program);
        anstream::eprint!("{}", render_findings(&report, render));
        return Ok(finish(write_results(names.as_bytes()), &Summary::of(&report)));
    }
    let options = ParseOptions {
        dialect: program.dialect,
        round_trip: arguments.roundtrip,
        keep_trees: arguments.json || arguments.print,
    };
    let report = parse_files(&inputs.files, options);
    let summary = Summary::of(&report);
    let wrote = if arguments.json {
        write_results(render_parse_json(&report).as_bytes())
    } else if arguments.print {
        // The program is the result; findings go where they do not spoil it.
        anstream::eprint!("{}", render_findings(&report, render));
        let texts = report.files.iter().filter_map(|file| file.tree.as_ref()).map(print_tree);
        write_results(&texts.collect::<Vec<_>>().concat())
    } else {
        let mut text = render_diagnostics(&report, render);
        if format == OutputFormat::Full {
            text.push_str(&describe(&summary, arguments.roundtrip));
        }
        write_findings(&text)
    };
    Ok(finish(wrote, &summary))
}

/// Findings beside another result: nothing where there are none.
fn render_findings(report: &ParseReport, render: RenderOptions) -> String {
    let any = report.files.iter().any(|file| !file.diagnostics.is_empty());
    if any { render_diagnostics(report, render) } else { String::new() }
}

fn finish(wrote: bool, summary: &Summary) -> ExitCode {
    if !wrote {
        exit::usage()
    } else if summary.errors > 0 {
        exit::findings()
    } else {
        exit::FINE
    }
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
