//! `formwork check`: what is wrong with the programs below some paths, and when.
//!
//! `file` checks one file; `project` knows which files there are, so that they see each
//! other; `words` and `chain` put findings into words; `suppress` and `settings` say which
//! of them count; `cache` remembers files that have not changed; `format` writes reports,
//! `fix` repairs files.

mod cache;
mod chain;
mod file;
mod fix;
pub(crate) mod format;
mod project;
mod settings;
mod suppress;
mod words;

use std::path::{Path, PathBuf};
use std::time::Instant;

use formwork_check::Rule;
use formwork_shape::Semantics;
use formwork_syntax::Dialect;
use serde::{Deserialize, Serialize};

use crate::diagnostic::Level;
use crate::progress;
use crate::source::Source;
use crate::workers;

pub use fix::{apply_fixes, unified_diff};
pub use format::{CheckFormat, render_check};
pub use settings::{RuleSelection, Settings};

use cache::Cache;
use file::Kept;
use project::{Project, View};

/// What to check, and how.
#[derive(Clone, Debug, Default)]
pub struct CheckOptions {
    /// How files are read.
    pub dialect: Option<Dialect>,
    /// How elementwise operators treat different shapes.
    pub semantics: Option<Semantics>,
    /// Where functions are looked for besides the checked files.
    pub search_path: Vec<PathBuf>,
    /// The configuration, if not the nearest to each file.
    pub config: Option<PathBuf>,
    /// Rules that count, if not those of the configuration.
    pub select: Vec<String>,
    /// Rules that do not count.
    pub ignore: Vec<String>,
    /// Where files that have not changed are remembered, if they are.
    pub cache: Option<PathBuf>,
}

/// What was found.
pub struct CheckReport {
    /// Each file, in the order given.
    pub files: Vec<CheckedFile>,
    /// Files or settings that could not be used, with why.
    pub problems: Vec<String>,
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
    pub labels: Vec<Place>,
    /// Where the operands come from.
    pub related: Vec<Place>,
    /// What the program says when it fails.
    pub runtime: Option<String>,
    /// Small sizes for which it fails.
    pub example: Option<String>,
    /// What to do about it.
    pub fix: Option<FixText>,
    /// What else there is to say.
    pub help: Option<String>,
}

/// A place and what is there.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct Place {
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
    /// Files with a class, whose methods are not analysed.
    pub classes: usize,
}

impl CheckReport {
    /// The counts.
    #[must_use]
    pub fn summary(&self) -> CheckSummary {
        let mut summary = CheckSummary { files: self.files.len(), ..CheckSummary::default() };
        for file in &self.files {
            summary.lines += file.source.line_count();
            summary.classes += usize::from(formwork_hir::defines_class(file.source.text()));
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

/// Checks files in parallel. The result does not depend on the number of threads.
#[must_use]
pub fn check_files(files: &[PathBuf], options: &CheckOptions) -> CheckReport {
    let started = Instant::now();
    let mut problems = Vec::new();
    let settings = settings::for_files(files, options, &mut problems);
    let project = Project::read(files, options, &settings);
    let cache = options.cache.as_deref().map(|folder| Cache::open(folder, &project));
    let bar = progress::bar(files.len(), "checking");
    let (views, view_of) = View::all(&project);
    let mut outcomes = workers::each(files.len(), Kept::default, |kept, which| {
        let remembered = cache.as_ref().and_then(|cache| cache.get(&project, which));
        let outcome = match remembered {
            Some(found) => (found, true),
            None => {
                let place = (which, view_of[which]);
                let checked = file::check(&project, &views, place, &settings[which], kept);
                if let Some(cache) = &cache {
                    cache.put(&project, which, &checked);
                }
                (checked.found, false)
            }
        };
        bar.inc(1);
        outcome
    });
    bar.finish_and_clear();
    project::name_once(&mut outcomes);
    let remembered = outcomes.iter().filter(|(_, remembered)| *remembered).count();
    let files = project
        .files
        .into_iter()
        .zip(outcomes)
        .zip(&settings)
        .map(|((input, (found, _)), settings)| {
            let found = suppress::apply(&input.source, found, settings);
            CheckedFile { source: input.source, found }
        })
        .collect();
    CheckReport { files, problems, remembered, micros: started.elapsed().as_micros() }
}

/// The documentation of a rule, by its name or its short id.
#[must_use]
pub fn explain(code: &str) -> Option<&'static str> {
    Rule::find(code).map(Rule::documentation)
}

/// All rules: name, short id and what they are about.
#[must_use]
pub fn rules() -> Vec<(&'static str, &'static str, &'static str)> {
    Rule::ALL.into_iter().map(|rule| (rule.code(), rule.id(), rule.title())).collect()
}

/// A path as reports show it.
pub(crate) fn shown(path: &Path) -> String {
    path.strip_prefix("./").unwrap_or(path).to_string_lossy().into_owned()
}
