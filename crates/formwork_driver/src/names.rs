//! `formwork parse --names`: what every identifier of some files means.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use formwork_hir::{Entry, Host, Program, list_names};
use formwork_syntax::Dialect;

use crate::diagnostic::Diagnostic;
use crate::parse_files::{FileReport, ParseReport, unreadable};
use crate::source::Source;

/// The file system, as programs see it.
pub struct DiskHost;

impl Host for DiskHost {
    #[expect(clippy::disallowed_methods, reason = "the driver is where files are read")]
    fn list(&self, folder: &Path) -> Vec<Entry> {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let mut entries: Vec<Entry> = std::fs::read_dir(folder)
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|entry| {
                let name = entry.file_name().into_string().ok()?;
                let kind = entry.file_type().ok()?;
                let is_folder = kind.is_dir() || (kind.is_symlink() && entry.path().is_dir());
                Some(Entry { name, is_folder })
            })
            .collect();
        entries.sort();
        entries
    }

    fn read(&self, file: &Path) -> io::Result<Vec<u8>> {
        Source::read_file(file).map(|source| source.text().to_vec())
    }
}

/// What the names of `files` mean, one line each, and what is wrong with the files.
/// With several files, each list stands below the file's name.
#[must_use]
pub fn file_names(
    files: &[PathBuf],
    dialect: Dialect,
    search_path: Vec<PathBuf>,
) -> (String, ParseReport) {
    let start = Instant::now();
    let mut program = Program::new(&DiskHost, dialect, search_path);
    let mut out = String::new();
    let mut reports = Vec::new();
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
    }
    (out, ParseReport { files: reports, micros: start.elapsed().as_micros() })
}
