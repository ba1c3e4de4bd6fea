//! `formwork parse --names`: what every identifier of some files means.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use formwork_hir::list_names;

use crate::diagnostic::Diagnostic;
use crate::host::DiskHost;
use crate::parse_files::{FileReport, ParseReport, unreadable};
use crate::program::ProgramSettings;
use crate::progress;
use crate::source::Source;

/// What the names of `files` mean, one line each, and what is wrong with the files.
/// With several files, each list stands below the file's name.
#[must_use]
pub fn file_names(files: &[PathBuf], settings: &ProgramSettings) -> (String, ParseReport) {
    let start = Instant::now();
    let mut program = settings.program(&DiskHost);
    let mut out = String::new();
    let mut reports = Vec::new();
    let bar = progress::bar(files.len(), "reading");
    for file in files {
        let report = match program.load(file) {
            Ok(id) => {
                if files.len() > 1 {
                    let _ = writeln!(out, "{}:", file.display());
                }
                let loaded = program.file(id);
                out.push_str(&list_names(loaded, &program.resolve(id)));
                let diagnostics = loaded.parsed.errors.iter().map(Diagnostic::from).collect();
                let text = loaded.parsed.tree.source().to_vec();
                FileReport { source: Source::new(file.clone(), text), tree: None, diagnostics }
            }
            Err(error) => FileReport {
                source: Source::new(file.clone(), Vec::new()),
                tree: None,
                diagnostics: vec![unreadable(&error.error)],
            },
        };
        reports.push(report);
        bar.inc(1);
    }
    bar.finish_and_clear();
    (out, ParseReport { files: reports, micros: start.elapsed().as_micros() })
}
