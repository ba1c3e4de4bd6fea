//! `formwork repl`

use std::borrow::Cow;
use std::cell::RefCell;
use std::io::{BufRead as _, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;

use formwork_driver::{Answer, Repl, RunOptions, needs_more};
use reedline::{
    ColumnarMenu, Completer, DefaultHinter, Emacs, FileBackedHistory, KeyCode, KeyModifiers,
    MenuBuilder as _, Prompt, PromptEditMode, PromptHistorySearch, Reedline, ReedlineEvent,
    ReedlineMenu, Signal, Span, Suggestion, ValidationResult, Validator, default_emacs_keybindings,
};

use crate::arguments::Shared;
use crate::output::{CommandResult, complain, exit};

pub(crate) fn run(shared: &Shared) -> CommandResult {
    let options = RunOptions { program: shared.program_settings()?, ..RunOptions::default() };
    let repl = Repl::new(&options);
    Ok(if std::io::stdin().is_terminal() { interactive(repl) } else { piped(repl) })
}

/// Lines from another program, run as soon as they are whole.
fn piped(mut repl: Repl) -> ExitCode {
    let mut input = String::new();
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        input.push_str(&line);
        input.push('\n');
        if needs_more(&input) {
            continue;
        }
        if let Some(status) = answer(&mut repl, &std::mem::take(&mut input)) {
            return status;
        }
    }
    if !input.trim().is_empty()
        && let Some(status) = answer(&mut repl, &input)
    {
        return status;
    }
    exit::FINE
}

/// Runs an input; the exit code if the session is over.
fn answer(repl: &mut Repl, input: &str) -> Option<ExitCode> {
    match repl.run(input) {
        Answer::Done => None,
        Answer::Failed(text) => {
            anstream::eprint!("{text}");
            None
        }
        Answer::Over(status) => Some(ExitCode::from(status.to_le_bytes()[0])),
    }
}

fn interactive(repl: Repl) -> ExitCode {
    let repl = Rc::new(RefCell::new(repl));
    let names: Names = std::sync::Arc::default();
    let mut keys = default_emacs_keybindings();
    keys.add_binding(
        KeyModifiers::NONE,
        KeyCode::Tab,
        ReedlineEvent::UntilFound(vec![
            ReedlineEvent::Menu("completions".to_owned()),
            ReedlineEvent::MenuNext,
        ]),
    );
    let menu = Box::new(ColumnarMenu::default().with_name("completions"));
    let mut editor = Reedline::create()
        .with_validator(Box::new(WholeInput))
        .with_completer(Box::new(NameCompleter { names: names.clone() }))
        .with_menu(ReedlineMenu::EngineCompleter(menu))
        .with_hinter(Box::new(DefaultHinter::default()))
        .with_edit_mode(Box::new(Emacs::new(keys)));
    if let Some(file) = history_file()
        && let Ok(history) = FileBackedHistory::with_file(10_000, file)
    {
        editor = editor.with_history(Box::new(history));
    }
    anstream::println!(
        "Formwork {}. `help NAME` explains, `exit` ends.",
        env!("CARGO_PKG_VERSION")
    );
    loop {
        if let Ok(mut names) = names.lock() {
            *names = repl.borrow().completions("");
        }
        match editor.read_line(&Arrows) {
            Ok(Signal::Success(input)) => {
                if let Some(status) = answer(&mut repl.borrow_mut(), &input) {
                    return status;
                }
            }
            Ok(Signal::CtrlC) => {}
            Ok(_) => return exit::FINE,
            Err(error) => {
                complain(&format!("cannot read the terminal: {error}"));
                return exit::usage();
            }
        }
    }
}

/// Where the history of sessions is kept.
#[expect(clippy::disallowed_methods, reason = "the history lies in the user's folder")]
fn history_file() -> Option<PathBuf> {
    std::env::var("HOME").ok().map(|home| Path::new(&home).join(".formwork_history"))
}

type Names = std::sync::Arc<std::sync::Mutex<Vec<String>>>;

struct NameCompleter {
    names: Names,
}

impl Completer for NameCompleter {
    fn complete(&mut self, line: &str, position: usize) -> Vec<Suggestion> {
        let before = &line[..position.min(line.len())];
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
        let start = before.rfind(|c| !is_name(c)).map_or(0, |at| at + 1);
        let word = &before[start..];
        if word.is_empty() {
            return Vec::new();
        }
        let Ok(names) = self.names.lock() else { return Vec::new() };
        names
            .iter()
            .filter(|name| name.starts_with(word))
            .take(200)
            .map(|name| Suggestion {
                value: name.clone(),
                span: Span::new(start, position),
                append_whitespace: false,
                ..Suggestion::default()
            })
            .collect()
    }
}

struct WholeInput;

impl Validator for WholeInput {
    fn validate(&self, line: &str) -> ValidationResult {
        if needs_more(line) { ValidationResult::Incomplete } else { ValidationResult::Complete }
    }
}

struct Arrows;

impl Prompt for Arrows {
    fn render_prompt_left(&self) -> Cow<'_, str> {
        Cow::Borrowed("")
    }

    fn render_prompt_right(&self) -> Cow<'_, str> {
        Cow::Borrowed("")
    }

    fn render_prompt_indicator(&self, _mode: PromptEditMode) -> Cow<'_, str> {
        Cow::Borrowed(">> ")
    }

    fn render_prompt_multiline_indicator(&self) -> Cow<'_, str> {
        Cow::Borrowed("   ")
    }

    fn render_prompt_history_search_indicator(&self, search: PromptHistorySearch) -> Cow<'_, str> {
        Cow::Owned(format!("(search: {}) ", search.term))
    }
}
