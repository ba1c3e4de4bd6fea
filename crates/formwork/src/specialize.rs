//! `formwork specialize`

use std::path::Path;

use formwork_driver::{
    PrintOptions, SpecializeOptions, Specialized, specialize_file, specialize_page,
    specialize_report, working, write_file,
};

use crate::arguments::{ReportKind, Shared, SpecializeArguments};
use crate::output::{CommandResult, Complaint, complain, exit, finish_with};

pub(crate) fn run(shared: &Shared, arguments: &SpecializeArguments) -> CommandResult {
    let options = options(shared, arguments)?;
    let busy = working("specializing");
    let made = specialize_file(&arguments.file, &options)?;
    let text = text(&made, arguments)?;
    drop(busy);
    match arguments.report {
        Some(ReportKind::Text) => complain(&made.report_text()),
        Some(ReportKind::Json) => anstream::eprintln!("{}", specialize_report(&made)),
        None => {}
    }
    if let Some(path) = &arguments.html {
        let page = specialize_page(&made, print_options(arguments))?;
        write(path, page.as_bytes())?;
    }
    match &arguments.output {
        Some(path) if !(arguments.functions || arguments.symbols || arguments.graph) => {
            write(path, text.as_bytes())?;
            Ok(exit::FINE)
        }
        Some(_) | None => Ok(finish_with(text.as_bytes())),
    }
}

fn write(path: &Path, text: &[u8]) -> Result<(), Complaint> {
    write_file(path, text).map_err(|error| Complaint::new(format!("{}: {error}", path.display())))
}

fn options(
    shared: &Shared,
    arguments: &SpecializeArguments,
) -> Result<SpecializeOptions, Complaint> {
    Ok(SpecializeOptions {
        program: shared.program_settings()?,
        function: arguments.function.clone(),
        call: arguments.call.clone(),
        definitions: arguments.definitions.clone(),
        arguments: arguments.arguments.clone(),
        annotations: arguments.annotations.clone(),
        name: arguments.output.as_deref().map(name_of).transpose()?,
        keep: arguments.keep.clone(),
        never_run: arguments.never_run.clone(),
        unroll_limit: arguments.unroll_limit,
        asserts: arguments.asserts,
        static_io: arguments.static_io,
        post: !arguments.no_post,
        inline: !arguments.no_inline,
        reassociate: arguments.reassociate,
        goal: arguments.goal.into(),
        growth: arguments.growth,
        anew: arguments.no_cache_variants,
        no_octave_library: arguments.no_octave_library,
    })
}

/// The name that the main function takes from its file.
fn name_of(path: &Path) -> Result<String, Complaint> {
    let name = path.file_stem().map(|name| name.to_string_lossy().into_owned());
    name.filter(|name| is_name(name)).ok_or_else(|| {
        Complaint::new(format!(
            "{}: the file is named after its function, so its name must be one",
            path.display()
        ))
    })
}

/// What was asked for: lists, the graph of calls, or the residual itself.
fn text(made: &Specialized, arguments: &SpecializeArguments) -> Result<String, Complaint> {
    if arguments.functions {
        Ok(made.function_list())
    } else if arguments.symbols {
        Ok(made.variable_list())
    } else if arguments.graph {
        Ok(made.graph())
    } else {
        made.text(print_options(arguments)).map_err(|error| Complaint::new(error.to_string()))
    }
}

/// How the residual is printed.
fn print_options(arguments: &SpecializeArguments) -> PrintOptions {
    PrintOptions {
        precision: arguments.precision,
        max_constant: arguments.max_constant,
        attributes: arguments.comments,
    }
}

/// Whether a function can be called that.
fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
