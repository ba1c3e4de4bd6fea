//! Markdown tests: prose with programs in it.
//!
//! A test file is ordinary markdown. Each heading opens a case; the fenced blocks
//! below it are the case's programs and what is expected of them. What a block
//! means is up to the crate under test: it hands [`run`] a function from a case to
//! a [`Report`]. A block whose text the function generates is compared with the
//! file, and rewritten when `FORMWORK_BLESS=1` is set.
//!
//! Pages of documentation are run in the same way ([`run_pages`]), but that a page is one case:
//! what stands further down goes on with the files of what stands above.

mod assertions;
mod diff;
mod folder;
mod markdown;
mod octave;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

pub use assertions::{Assertion, Claim, assertions, split_extents};
pub use diff::line_diff;
pub use folder::Folder;
pub use markdown::{Block, Case, inline_code, parse_cases, parse_page, prose};
pub use octave::{octave_library, program_files};

/// What became of one case.
#[derive(Default)]
pub struct Report {
    failures: Vec<String>,
    generated: Vec<(usize, String)>,
    skipped: Option<String>,
}

impl Report {
    /// A report with nothing in it: the case passes.
    #[must_use]
    pub fn new() -> Report {
        Report::default()
    }

    /// Something is not as it should be.
    pub fn fail(&mut self, message: impl Into<String>) {
        self.failures.push(message.into());
    }

    /// The text of the case's block number `block` should be `text`.
    pub fn generate(&mut self, block: usize, text: impl Into<String>) {
        self.generated.push((block, text.into()));
    }

    /// The case cannot be run here, and why.
    pub fn skip(&mut self, reason: impl Into<String>) {
        self.skipped = Some(reason.into());
    }
}

/// Runs every case of every `.md` file below `directory`.
///
/// # Panics
///
/// With a description of every failure, if there is one, or if there is no case
/// at all.
pub fn run(directory: impl AsRef<Path>, check: impl Fn(&Case) -> Report) {
    let files = markdown_files(directory.as_ref());
    let count = run_files(&files, parse_cases, check);
    assert!(count > 0, "no case below {}", directory.as_ref().display());
}

/// Runs each of these files as one case.
///
/// # Panics
///
/// With a description of every failure, if there is one.
pub fn run_pages(files: &[PathBuf], check: impl Fn(&Case) -> Report) {
    run_files(files, |text| vec![parse_page(text)], check);
}

#[expect(clippy::disallowed_methods, reason = "tests live in files")]
#[expect(clippy::print_stdout, reason = "the test harness shows it")]
fn run_files(
    files: &[PathBuf],
    cases: impl Fn(&str) -> Vec<Case>,
    check: impl Fn(&Case) -> Report,
) -> usize {
    let bless = std::env::var("FORMWORK_BLESS").is_ok_and(|value| value == "1");
    let mut failures = String::new();
    let mut count = 0;
    for path in files {
        let text = std::fs::read_to_string(path)
            .unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
        let mut edits: Vec<(Block, String)> = Vec::new();
        for case in cases(&text) {
            count += 1;
            let mut report = check(&case);
            if let Some(reason) = &report.skipped {
                println!("skipped: {}: {}: {reason}", path.display(), case.name);
            }
            for (index, text) in std::mem::take(&mut report.generated) {
                let block = &case.blocks[index];
                if block.text == text {
                    continue;
                }
                if bless {
                    edits.push((block.clone(), text));
                } else {
                    let difference = line_diff(&block.text, &text);
                    report.fail(format!(
                        "the `{}` block on line {} should read (FORMWORK_BLESS=1 rewrites it):\n\
                         {difference}",
                        block.language, block.line
                    ));
                }
            }
            for failure in &report.failures {
                let place = format!("{}:{}", path.display(), case.line);
                let _ = writeln!(failures, "{place}: {}\n{failure}\n", case.name);
            }
        }
        if !edits.is_empty() {
            let blessed = markdown::replace_blocks(&text, edits);
            std::fs::write(path, blessed)
                .unwrap_or_else(|error| panic!("cannot write {}: {error}", path.display()));
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
    count
}

/// The `.md` files below `directory`, in a fixed order.
///
/// # Panics
///
/// If the folder cannot be listed.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "tests live in files")]
pub fn markdown_files(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory)
        .unwrap_or_else(|error| panic!("cannot list {}: {error}", directory.display()));
    let mut files = Vec::new();
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            files.extend(markdown_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            files.push(path);
        }
    }
    files.sort();
    files
}
