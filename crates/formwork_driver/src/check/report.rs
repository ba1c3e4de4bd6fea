//! What was found, in words: what every format of a report is made from.

use std::path::{Path, PathBuf};

use formwork_check::Rule;
use serde::{Deserialize, Serialize};

use super::provoked::Provoked;
use crate::diagnostic::Level;
use crate::sac::is_sac;
use crate::source::Source;

/// What is said of a file that cannot be read.
pub(super) const UNREADABLE_FILE: &str = "unreadable-file";

/// What is said of a file on which Formwork itself fails.
pub(super) const INTERNAL_ERROR: &str = "internal-error";

/// What was found.
pub struct CheckReport {
    /// Each file, in the order given.
    pub files: Vec<CheckedFile>,
    /// Files or settings that could not be used, with why.
    pub problems: Vec<String>,
    /// Files in another language, which were not read, with its name.
    pub passed_over: Vec<(PathBuf, &'static str)>,
    /// What came of the baselines.
    pub baseline: BaselineOutcome,
    /// Files that were remembered.
    pub remembered: usize,
    /// Microseconds it took.
    pub micros: u128,
}

/// What was found in a file.
pub struct CheckedFile {
    /// Its text.
    pub source: Source,
    /// What was found, in the order of the text.
    pub found: Vec<Found>,
    /// What was found and does not count, and why.
    pub hidden: Vec<(Found, Hidden)>,
}

/// What came of the baselines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BaselineOutcome {
    /// Entries that are found no more, or not as often.
    pub stale: usize,
    /// What was done, one line each.
    pub done: Vec<String>,
}

/// Why a finding does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hidden {
    /// A comment in the program suppresses it.
    Comment,
    /// The baseline has it.
    Baseline,
    /// It is about lines that have not changed.
    Unchanged,
}

/// A finding, in words.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct Found {
    /// The rule's name.
    pub code: String,
    /// The rule's short id.
    pub id: String,
    /// How bad it is.
    pub level: Level,
    /// What is wrong, in one line.
    pub message: String,
    /// Where it begins and ends, in bytes.
    pub span: (u32, u32),
    /// What must hold so that it does not fail.
    pub condition: Option<String>,
    /// What the operands are.
    pub labels: Vec<Location>,
    /// Where the operands come from.
    pub related: Vec<Location>,
    /// What the program says when it fails.
    pub runtime: Option<String>,
    /// Small sizes for which it fails.
    pub example: Option<String>,
    /// A call with small sizes on which it fails.
    pub call: Option<String>,
    /// What to do about it.
    pub fix: Option<FixText>,
    /// What else there is to say.
    pub help: Option<String>,
    /// If a call fails in another file: where, and why.
    pub provoked: Option<Provoked>,
}

/// A place and what is there.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct Location {
    /// The file, if it is another.
    pub file: Option<PathBuf>,
    /// Where it begins and ends, in bytes.
    pub span: (u32, u32),
    /// The line, if it is in another file.
    pub line: u32,
    /// The column, if it is in another file.
    pub column: u32,
    /// What is there.
    pub message: String,
}

/// A change that solves a problem.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct FixText {
    /// What it does.
    pub message: String,
    /// Whether it changes nothing but how long the program takes.
    pub safe: bool,
    /// What is replaced by what.
    pub edits: Vec<(u32, u32, String)>,
}

/// The counts at the end of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckSummary {
    /// Files looked at.
    pub files: usize,
    /// Lines in them.
    pub lines: usize,
    /// Errors found.
    pub errors: usize,
    /// Warnings found.
    pub warnings: usize,
    /// Notes found.
    pub notes: usize,
    /// Files with a class that says itself what a dot does: the properties of its objects are not
    /// followed.
    pub classes: usize,
}

impl CheckReport {
    /// What is said if nothing can be checked.
    pub(super) fn without_files(problem: String) -> CheckReport {
        CheckReport {
            files: Vec::new(),
            problems: vec![problem],
            passed_over: Vec::new(),
            baseline: BaselineOutcome::default(),
            remembered: 0,
            micros: 0,
        }
    }

    /// Every finding with its file.
    pub(super) fn each(&self) -> impl Iterator<Item = (&CheckedFile, &Found)> {
        self.files.iter().flat_map(|file| file.found.iter().map(move |found| (file, found)))
    }

    /// The counts.
    #[must_use]
    pub fn summary(&self) -> CheckSummary {
        let mut summary = CheckSummary { files: self.files.len(), ..CheckSummary::default() };
        for file in &self.files {
            summary.lines += file.source.line_count();
            let program = !is_sac(file.source.path());
            let text = file.source.text();
            let class = program && formwork_hir::defines_class(text);
            summary.classes += usize::from(class && formwork_hir::has_own_dots(text));
            for found in &file.found {
                match found.level {
                    Level::Error => summary.errors += 1,
                    Level::Warning => summary.warnings += 1,
                    Level::Note => summary.notes += 1,
                }
            }
        }
        summary
    }
}

impl Found {
    /// The lines below a finding: what the program says, sizes that make it fail.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if let Some(runtime) = &self.runtime {
            notes.push(format!("at run time: error: {runtime}"));
        }
        if let Some(example) = &self.example {
            notes.push(format!("for example with {example}"));
        }
        if let Some(call) = &self.call {
            notes.push(format!("try {call}"));
        }
        notes
    }

    /// Whether it says that the file was not analysed, wholly or in part: nothing that hides
    /// findings hides this, because it stands for those that nobody looked for.
    pub(super) fn is_about_the_file(&self) -> bool {
        Rule::find(&self.code).is_none()
            && (self.level == Level::Error || self.code == INTERNAL_ERROR)
    }

    /// A finding about a file as a whole.
    pub(super) fn plain(code: &str, id: &str, level: Level, message: String) -> Found {
        Found {
            code: code.to_owned(),
            id: id.to_owned(),
            level,
            message,
            span: (0, 0),
            condition: None,
            labels: Vec::new(),
            related: Vec::new(),
            runtime: None,
            example: None,
            call: None,
            fix: None,
            help: None,
            provoked: None,
        }
    }
}

/// A path as reports show it.
pub(super) fn shown(path: &Path) -> String {
    path.strip_prefix("./").unwrap_or(path).to_string_lossy().into_owned()
}
