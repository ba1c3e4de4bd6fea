//! `formwork shapes`

use formwork_driver::{ShapesOptions, shapes, working};

use crate::arguments::{ShapesArguments, Shared};
use crate::output::{CommandResult, Complaint, complain, exit, finish_with};

pub(crate) fn run(shared: &Shared, arguments: &ShapesArguments) -> CommandResult {
    let mut program = shared.program_settings()?;
    program.assume = arguments.assume.unwrap_or(program.assume);
    let options = ShapesOptions {
        program,
        function: arguments.function.clone(),
        arguments: arguments.arguments.clone(),
        callers: !arguments.no_callers
            && arguments.arguments.is_empty()
            && arguments.function.is_none(),
        stop: None,
    };
    let busy = working("analysing");
    let mut found = shapes(&arguments.file, &options)?;
    let answers = found.why(&arguments.why)?;
    drop(busy);
    let text = if arguments.json {
        found.json(&answers)
    } else if !answers.is_empty() {
        answers.iter().map(|answer| format!("{answer}\n")).collect::<Vec<_>>().join("\n")
    } else if arguments.dot {
        found.dot()
    } else if let Some(name) = &arguments.trace {
        found.trace(name).ok_or_else(|| {
            Complaint::new(format!("{} has no variable '{name}'", arguments.file.display()))
        })?
    } else {
        found.listing(arguments.all)
    };
    let end = finish_with(text.as_bytes());
    match found.syntax_error() {
        Some(error) => {
            complain(error);
            Ok(exit::findings())
        }
        None => Ok(end),
    }
}
