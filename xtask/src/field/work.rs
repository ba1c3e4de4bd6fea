//! One file: every command on it, and what came of them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use formwork_syntax::{Dialect, parse};
use serde_json::Value;

use super::process::{self, End};
use super::triage::one_line;
use super::{Project, Step};
use crate::files;

/// What `shapes` says when it does not walk to the end.
const BUDGET: &str = "too long to be walked to its end";

/// How `check` is called.
const CHECK: [&str; 4] = ["--no-cache", "--exit-zero", "--output-format", "json"];

/// The rule under which `check` reports its own defects.
const DEFECT: &str = "internal-error";

/// What is needed to work on a file.
pub(super) struct Job<'a> {
    pub(super) project: &'a Project,
    pub(super) binary: &'a Path,
    pub(super) patience: Duration,
}

/// What came of a file.
pub(super) struct FileOutcome {
    pub(super) file: PathBuf,
    pub(super) lines: usize,
    /// Whether `check` came to its end.
    pub(super) is_checked: bool,
    pub(super) findings: Vec<Finding>,
    pub(super) commands: Vec<CommandOutcome>,
}

/// An error or a warning of `check`.
pub(super) struct Finding {
    pub(super) rule: String,
    pub(super) is_error: bool,
    pub(super) line: usize,
    /// The text of the line, blanks made one.
    pub(super) text: String,
    pub(super) message: String,
}

/// What came of a command.
pub(super) struct CommandOutcome {
    pub(super) step: Step,
    /// The function, if it is about one.
    pub(super) function: Option<String>,
    pub(super) end: End,
    pub(super) time: Duration,
    /// What is wrong besides the end.
    pub(super) trouble: Option<Trouble>,
    /// The first line of what it complained of.
    pub(super) complaint: String,
}

/// What may be wrong with a command that came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Trouble {
    /// The printed text reads back to another tree.
    RoundTrip,
    /// `check` met a defect of its own.
    Defect,
    /// The analysis was cut short.
    Budget,
    /// The residual is no program.
    Residual,
    /// What should be JSON is not.
    Output,
}

impl Job<'_> {
    /// Runs every command on a file of the project.
    pub(super) fn work(&self, file: &Path, steps: &[Step]) -> FileOutcome {
        let text = files::read(&self.project.folder.join(file));
        let lines = lines_of(&text);
        let count = lines.len() - usize::from(text.last().is_none_or(|&byte| byte == b'\n'));
        let mut outcome = FileOutcome {
            file: file.to_path_buf(),
            lines: count,
            is_checked: false,
            findings: Vec::new(),
            commands: Vec::new(),
        };
        for step in steps {
            match step {
                Step::Parse => outcome.commands.push(self.parse(file)),
                Step::Check => {
                    let (command, findings) = self.check(file, &lines);
                    outcome.is_checked = command.end == End::Done;
                    outcome.commands.push(command);
                    outcome.findings.extend(findings);
                }
                Step::Shapes => outcome.commands.push(self.shapes(file)),
                Step::Specialize => {
                    for function in functions(&text) {
                        outcome.commands.push(self.specialize(file, function));
                    }
                }
            }
        }
        outcome
    }

    fn command(&self, name: &str, options: &[&str]) -> Command {
        let mut command = Command::new(self.binary);
        command.current_dir(&self.project.folder).arg(name).args(options);
        for folder in &self.project.search_path {
            let here = folder.as_os_str().is_empty();
            command.arg("--path").arg(if here { Path::new(".") } else { folder });
        }
        command
    }

    fn run(&self, step: Step, mut command: Command, file: &Path) -> (CommandOutcome, Vec<u8>) {
        command.arg(file);
        let ran = process::run(command, self.patience);
        let complaint = ran.errors.lines().find(|line| !line.trim().is_empty());
        let outcome = CommandOutcome {
            step,
            function: None,
            end: ran.end,
            time: ran.time,
            trouble: None,
            complaint: complaint.unwrap_or_default().to_owned(),
        };
        (outcome, ran.output)
    }

    fn parse(&self, file: &Path) -> CommandOutcome {
        let command = self.command("parse", &["--roundtrip", "--output-format", "json"]);
        let (mut outcome, output) = self.run(Step::Parse, command, file);
        if outcome.end == End::Done {
            outcome.trouble = match diagnostics(&output) {
                None => Some(Trouble::Output),
                Some(found) => found
                    .iter()
                    .any(|finding| finding["code"] == "round-trip")
                    .then_some(Trouble::RoundTrip),
            };
        }
        outcome
    }

    fn check(&self, file: &Path, lines: &[String]) -> (CommandOutcome, Vec<Finding>) {
        let (mut outcome, output) = self.run(Step::Check, self.command("check", &CHECK), file);
        let Some(found) = diagnostics(&output) else {
            if outcome.end == End::Done {
                outcome.trouble = Some(Trouble::Output);
            }
            return (outcome, Vec::new());
        };
        if found.iter().any(|finding| finding["code"] == DEFECT) {
            outcome.trouble = Some(Trouble::Defect);
        }
        let findings = found.iter().filter_map(|finding| read_finding(finding, lines)).collect();
        (outcome, findings)
    }

    /// Checks all files of the project with one command, as a user does, which may take as
    /// long as all of them may; what is found is added to `outcomes`.
    pub(super) fn check_together(&self, outcomes: &mut [FileOutcome]) -> CommandOutcome {
        let mut command = Command::new(self.binary);
        command.current_dir(&self.project.folder).arg("check").args(CHECK);
        let files = u32::try_from(self.project.files.len()).unwrap_or(u32::MAX);
        let patience = self.patience.saturating_mul(files.max(1));
        let all = Job { patience, ..*self };
        let (mut outcome, output) = all.run(Step::Check, command, Path::new("."));
        let found = diagnostics(&output);
        if found.is_none() && outcome.end == End::Done {
            outcome.trouble = Some(Trouble::Output);
        }
        let found = found.unwrap_or_default();
        if found.iter().any(|finding| finding["code"] == DEFECT) {
            outcome.trouble = Some(Trouble::Defect);
        }
        for place in outcomes.iter_mut() {
            place.is_checked = outcome.end == End::Done;
            let name = place.file.to_string_lossy().into_owned();
            let own: Vec<&Value> =
                found.iter().filter(|finding| finding["file"] == name.as_str()).collect();
            if !own.is_empty() {
                let lines = lines_of(&files::read(&self.project.folder.join(&place.file)));
                let findings = own.into_iter().filter_map(|finding| read_finding(finding, &lines));
                place.findings.extend(findings);
            }
        }
        outcome
    }

    fn shapes(&self, file: &Path) -> CommandOutcome {
        let (mut outcome, output) = self.run(Step::Shapes, self.command("shapes", &[]), file);
        let says = String::from_utf8_lossy(&output);
        outcome.trouble = says.contains(BUDGET).then_some(Trouble::Budget);
        outcome
    }

    fn specialize(&self, file: &Path, function: String) -> CommandOutcome {
        let command = self.command("specialize", &["--function", &function]);
        let (mut outcome, output) = self.run(Step::Specialize, command, file);
        let reads = || {
            catch_unwind(AssertUnwindSafe(|| parse(&output, Dialect::Auto).is_ok()))
                .unwrap_or(false)
        };
        if outcome.end == End::Done && !output.is_empty() && !reads() {
            outcome.trouble = Some(Trouble::Residual);
        }
        outcome.function = Some(function);
        outcome
    }
}

fn lines_of(text: &[u8]) -> Vec<String> {
    text.split(|&byte| byte == b'\n').map(one_line).collect()
}

fn diagnostics(output: &[u8]) -> Option<Vec<Value>> {
    let mut report: Value = serde_json::from_slice(output).ok()?;
    match report["diagnostics"].take() {
        Value::Array(found) => Some(found),
        _ => None,
    }
}

/// Reads an error or a warning; notes are advice.
fn read_finding(finding: &Value, lines: &[String]) -> Option<Finding> {
    let is_error = match finding["severity"].as_str()? {
        "error" => true,
        "warning" => false,
        _ => return None,
    };
    let line = usize::try_from(finding["line"].as_u64()?).ok()?;
    let text = line.checked_sub(1).and_then(|line| lines.get(line)).cloned();
    Some(Finding {
        rule: finding["code"].as_str()?.to_owned(),
        is_error,
        line,
        text: text.unwrap_or_default(),
        message: finding["message"].as_str()?.to_owned(),
    })
}

/// The functions of a file that can be specialized by their names; methods of a class and
/// nested functions cannot.
fn functions(text: &[u8]) -> Vec<String> {
    let read = || {
        let parsed = parse(text, Dialect::Auto);
        if !parsed.is_ok() {
            return Vec::new();
        }
        let tree = &parsed.tree;
        let mut names: Vec<String> = tree
            .body()
            .iter()
            .filter_map(|&statement| match tree.stmt(statement).kind {
                formwork_syntax::StmtKind::Function(id) => match &*tree.function(id).name {
                    [name] => Some(tree.name(*name).to_owned()),
                    _ => None,
                },
                _ => None,
            })
            .collect();
        names.dedup();
        names
    };
    // The command on the same file has told of the panic.
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::functions;

    #[test]
    fn functions_of_a_file_are_listed() {
        assert_eq!(functions(b"function a, end\nfunction y = b(x), y = x; end\n"), ["a", "b"]);
        assert!(functions(b"x = 1;\n").is_empty());
        assert!(functions(b"function a(\n").is_empty());
    }
}
