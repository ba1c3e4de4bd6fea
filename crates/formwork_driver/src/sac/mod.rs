//! SaC-mini programs: `formwork run prog.sac`, `formwork build prog.sac` and `formwork check
//! prog.sac`.

mod arguments;
mod build;
mod check;
mod native;
mod show;

use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use formwork_array::eval::{Budget, Failure, eval_function};
use formwork_array::ir::{Array, FunctionId, Module, Type};
use formwork_array::optimise::{optimise, optimise_by_types};
use formwork_array::{TextPosition, read_module};
use formwork_syntax::Span;

use crate::build::ProgramError;
use crate::diagnostic::{Diagnostic, Level};
use crate::render::render_full;
use crate::source::Source;

pub use build::build_sac;
pub(crate) use check::findings;

/// What is wrong with a program has one name.
pub(crate) const CODE: &str = "sac";

/// And one id.
pub(crate) const ID: &str = "SAC";

/// What to do with a program.
#[derive(Clone, Debug, Default)]
pub struct SacOptions {
    /// The function that is the program; `main` if there is none.
    pub function: Option<String>,
    /// Without the attributes that types do not tell.
    pub by_types: bool,
    /// As machine code instead of by the evaluator.
    pub native: bool,
    /// With colours in what is said of the program.
    pub color: bool,
    /// How long the program may run.
    pub timeout: Option<Duration>,
}

type Result<T> = std::result::Result<T, ProgramError>;

/// How much a program may cost that is not compiled.
const BUDGET: Budget = Budget { steps: 1_000_000_000, depth: DEEPEST as u32 };

/// How deep functions may call themselves, in the evaluator and in compiled programs.
const DEEPEST: usize = 10_000;

/// Whether a path names a SaC-mini program.
#[must_use]
pub fn is_sac(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "sac")
}

/// Runs a program; what it prints.
///
/// # Errors
///
/// If the program is wrong or fails, or cannot be run.
pub fn run_sac(path: &Path, arguments: &[String], options: &SacOptions) -> Result<String> {
    let program = Program::read(path, options)?;
    let arguments = program.arguments(arguments)?;
    if options.native {
        return native::run(&program, &arguments, options.timeout);
    }
    if let Some(timeout) = options.timeout {
        end_after(timeout);
    }
    let results = eval_function(&program.module, program.main, arguments, BUDGET);
    let results = results.map_err(|failure| match failure {
        Failure::Check { message, place } => program.failed(place, &message, None),
        Failure::Budget => ProgramError::Usage(
            "the program takes too long for the evaluator; compile it: `formwork run --native`"
                .to_owned(),
        ),
        Failure::Unguarded(message) | Failure::Unsupported(message) => ProgramError::Usage(message),
    })?;
    Ok(show::results(&results, program.module.layout))
}

/// What is said when the time is up.
const TIME_IS_UP: &str = "the time limit was reached";

/// Ends the process when the time is up: programs have no effect until they print their
/// results, in the end.
fn end_after(timeout: Duration) {
    std::thread::spawn(move || {
        std::thread::sleep(timeout);
        // Who does not listen sees the status.
        let _ = writeln!(std::io::stderr(), "error: {TIME_IS_UP}");
        std::process::exit(2);
    });
}

/// An optimised program.
struct Program {
    source: Source,
    module: Module,
    main: FunctionId,
    color: bool,
}

impl Program {
    fn read(path: &Path, options: &SacOptions) -> Result<Program> {
        let (source, mut module) = read(path, options.color)?;
        let main = find_main(&module, options.function.as_deref())?;
        let pipeline = if options.by_types { optimise_by_types } else { optimise };
        pipeline(&mut module, false).map_err(ProgramError::Usage)?;
        Ok(Program { source, module, main, color: options.color })
    }

    fn parameters(&self) -> Vec<Type> {
        self.module.parameter_types(self.main)
    }

    fn arguments(&self, texts: &[String]) -> Result<Vec<Arc<Array>>> {
        let parameters = self.parameters();
        if parameters.len() != texts.len() {
            let types: Vec<String> = parameters.iter().map(ToString::to_string).collect();
            return Err(ProgramError::Usage(format!(
                "`{}` takes ({}): {} arguments are needed, {} are given",
                self.module.functions[self.main].name,
                types.join(", "),
                parameters.len(),
                texts.len()
            )));
        }
        texts.iter().zip(&parameters).map(|(text, ty)| arguments::read(text, ty)).collect()
    }

    /// A failure at a place of the program.
    fn failed(&self, place: TextPosition, message: &str, help: Option<String>) -> ProgramError {
        ProgramError::Program(render(&self.source, place, message, help, self.color))
    }
}

/// Reads a program; what is wrong with it is rendered.
fn read(path: &Path, color: bool) -> Result<(Source, Module)> {
    let source = Source::read(path)
        .map_err(|error| ProgramError::Usage(format!("{}: {error}", path.display())))?;
    let text = String::from_utf8_lossy(source.text()).into_owned();
    match read_module(&text) {
        Ok(module) => Ok((source, module)),
        Err(errors) => {
            let rendered: Vec<String> = errors
                .into_iter()
                .map(|error| render(&source, error.place, &error.message, error.help, color))
                .collect();
            Err(ProgramError::Program(rendered.join("\n")))
        }
    }
}

/// The function that is the program.
fn find_main(module: &Module, name: Option<&str>) -> Result<FunctionId> {
    let own = || module.functions.iter().filter(|(_, function)| function.is_source);
    let wanted = name.unwrap_or("main");
    if let Some((id, _)) = own().find(|(_, function)| function.name == wanted) {
        return Ok(id);
    }
    let names: Vec<String> = own().map(|(_, function)| format!("`{}`", function.name)).collect();
    let hint = if name.is_none() { "; choose one with --function" } else { "" };
    Err(ProgramError::Usage(format!(
        "there is no function `{wanted}`; the program defines {}{hint}",
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    )))
}

fn render(
    source: &Source,
    place: TextPosition,
    message: &str,
    help: Option<String>,
    color: bool,
) -> String {
    if place.line == 0 {
        return format!("error: {message}\n");
    }
    let diagnostic = Diagnostic {
        code: CODE,
        id: ID,
        level: Level::Error,
        message: message.to_owned(),
        span: span_at(source.text(), place),
        condition: None,
        related: Vec::new(),
        help,
    };
    format!("{}\n", render_full(source, &diagnostic, diagnostic.code, &[], color))
}

/// The word at a place.
fn span_at(text: &[u8], place: TextPosition) -> Span {
    let text = String::from_utf8_lossy(text);
    let line_start: usize =
        text.split_inclusive('\n').take(place.line.saturating_sub(1) as usize).map(str::len).sum();
    let line = text[line_start..].lines().next().unwrap_or_default();
    let column = place.column.saturating_sub(1) as usize;
    let before: usize = line.chars().take(column).map(char::len_utf8).sum();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let rest = &line[before..];
    let word: usize = rest.chars().take_while(|&c| is_word(c)).map(char::len_utf8).sum();
    let width = word.max(rest.chars().next().map_or(0, char::len_utf8));
    let start = u32::try_from(line_start + before).unwrap_or(u32::MAX);
    Span::new(start, start.saturating_add(u32::try_from(width).unwrap_or(0)))
}
