//! `formwork repl`: a program that is typed in.

use formwork_interp::{Interpreter, StopSignal};
use formwork_runtime::{ErrorKind, Stop};
use formwork_syntax::{Dialect, SyntaxErrorCode, parse};

use crate::host::DiskHost;
use crate::run::{RunOptions, error_text, new_interpreter};

/// A session: what was typed in so far has happened.
pub struct Repl {
    interpreter: Interpreter<'static>,
    stop: StopSignal,
}

/// What became of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It ran; what it prints has been printed.
    Done,
    /// It failed, and this says why.
    Failed(String),
    /// The session is over, with this status.
    Over(i32),
}

impl Repl {
    /// A session without variables.
    #[must_use]
    pub fn new(options: &RunOptions) -> Repl {
        static HOST: DiskHost = DiskHost;
        let stop = StopSignal::default();
        let interrupted = stop.clone();
        // Without a handler Ctrl-C ends the session.
        let _ = ctrlc::set_handler(move || interrupted.interrupt());
        Repl { interpreter: new_interpreter(&HOST, options, stop.clone()), stop }
    }

    /// Runs an input.
    pub fn run(&mut self, text: &str) -> Answer {
        if let Some(name) = text.trim().strip_prefix("help ") {
            let name = name.trim().trim_end_matches(';');
            return match help(name) {
                Some(text) => {
                    println_text(&text);
                    Answer::Done
                }
                None => Answer::Failed(format!("error: help: '{name}' not found\n")),
            };
        }
        self.stop.reset();
        match self.interpreter.run_text(text.as_bytes()) {
            Ok(()) => Answer::Done,
            Err(error) => match error.kind {
                ErrorKind::Stop(Stop::Exit(status)) => Answer::Over(status),
                ErrorKind::Stop(Stop::Interrupted) => Answer::Failed("interrupted\n".to_owned()),
                ErrorKind::Stop(Stop::TimedOut | Stop::OutOfMemory)
                | ErrorKind::Catchable
                | ErrorKind::Limit => Answer::Failed(error_text(&error)),
            },
        }
    }

    /// Names that begin with `prefix`: variables, then built-ins.
    #[must_use]
    pub fn completions(&self, prefix: &str) -> Vec<String> {
        let mut names = self.interpreter.variable_names();
        names.retain(|name| name.starts_with(prefix));
        let mut builtins: Vec<String> = formwork_builtins::rows()
            .map(|row| row.name)
            .filter(|name| name.starts_with(prefix))
            .map(str::to_owned)
            .collect();
        builtins.sort();
        names.extend(builtins);
        names
    }
}

#[expect(clippy::print_stdout, reason = "help is a result of the session")]
fn println_text(text: &str) {
    println!("{text}");
}

/// What the table says about a function.
#[must_use]
pub fn help(name: &str) -> Option<String> {
    let row = formwork_builtins::find(name)?;
    let arguments = match row.inputs.max {
        Some(max) if max == row.inputs.min => format!("{max}"),
        Some(max) => format!("{} to {max}", row.inputs.min),
        None => format!("{} or more", row.inputs.min),
    };
    Some(format!("{name}: {}\n\nArguments: {arguments}. Outputs: {}.", row.doc, row.outputs.len()))
}

/// Whether more has to be typed before the input is whole: a block or a bracket is
/// open, or the last line says that it goes on.
#[must_use]
pub fn needs_more(text: &str) -> bool {
    if text.trim_end().ends_with("...") {
        return true;
    }
    // A file may leave out the end of its functions; who types one in says `end`.
    let is_function = text.trim_start().starts_with("function");
    let last = text.trim_end().lines().last().unwrap_or_default().trim();
    if is_function && !last.starts_with("end") && !last.ends_with(" end") {
        return true;
    }
    let parsed = parse(text.as_bytes(), Dialect::Octave);
    parsed.errors.iter().any(|error| {
        matches!(
            error.code,
            SyntaxErrorCode::UnclosedBlock
                | SyntaxErrorCode::UnclosedBracket
                | SyntaxErrorCode::UnterminatedComment
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_open_block_needs_more() {
        for text in ["for i = 1:3", "x = [1 2", "if a, b", "y = 1 + ...", "function f()"] {
            assert!(needs_more(text), "{text}");
        }
        for text in ["x = 1", "for i = 1:3, i, end", "x = [1 2]", "x ="] {
            assert!(!needs_more(text), "{text}");
        }
    }

    #[test]
    fn a_session_remembers_and_fails_politely() {
        let mut repl = Repl::new(&RunOptions::default());
        assert_eq!(repl.run("value_of_mine = 3;"), Answer::Done);
        assert!(repl.completions("value_of").contains(&"value_of_mine".to_owned()));
        assert!(
            matches!(repl.run("value_of_mine + undefined_one"), Answer::Failed(text) if text.contains("'undefined_one' undefined"))
        );
        assert_eq!(repl.run("exit(3)"), Answer::Over(3));
    }

    #[test]
    fn help_comes_from_the_table() {
        assert!(help("zeros").is_some_and(|text| text.starts_with("zeros: ")));
        assert_eq!(help("no_such_function"), None);
    }
}
