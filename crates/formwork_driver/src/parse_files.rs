//! `formwork parse`: every file read, in parallel, and proved to print back.

use std::path::PathBuf;
use std::time::Instant;

use formwork_syntax::{Dialect, Parsed, Span, Tree, dump, parse, print};
use rayon::prelude::*;

use crate::diagnostic::{Diagnostic, Level};
use crate::progress;
use crate::source::Source;

/// What to do with each file.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParseOptions {
    /// How to read.
    pub dialect: Dialect,
    /// Print, read again and compare.
    pub round_trip: bool,
    /// Keep the trees.
    pub keep_trees: bool,
}

/// What was found in all files.
pub struct ParseReport {
    /// Each file, in the order given.
    pub files: Vec<FileReport>,
    /// Microseconds it took.
    pub micros: u128,
}

/// What was found in one file.
pub struct FileReport {
    /// The file; empty if it could not be read.
    pub source: Source,
    /// The tree, if asked for.
    pub tree: Option<Tree>,
    /// The findings.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads `files` in parallel. The result does not depend on the number of threads.
#[must_use]
pub fn parse_files(files: &[PathBuf], options: ParseOptions) -> ParseReport {
    let start = Instant::now();
    let bar = progress::bar(files.len(), "reading");
    let files = files
        .par_iter()
        .map(|path| {
            let report = parse_file(path.clone(), options);
            bar.inc(1);
            report
        })
        .collect();
    bar.finish_and_clear();
    ParseReport { files, micros: start.elapsed().as_micros() }
}

fn parse_file(path: PathBuf, options: ParseOptions) -> FileReport {
    let source = match Source::read(&path) {
        Ok(source) => source,
        Err(error) => {
            let diagnostics = vec![unreadable(&error)];
            return FileReport { source: Source::new(path, Vec::new()), tree: None, diagnostics };
        }
    };
    let parsed = parse(source.text(), options.dialect);
    let mut diagnostics: Vec<Diagnostic> = parsed.errors.iter().map(Diagnostic::from).collect();
    if options.round_trip && parsed.is_ok() {
        diagnostics.extend(round_trip_failure(&parsed, options.dialect));
    }
    let tree = options.keep_trees.then_some(parsed.tree);
    FileReport { source, tree, diagnostics }
}

pub(crate) fn unreadable(error: &std::io::Error) -> Diagnostic {
    Diagnostic {
        code: "unreadable-file",
        id: "FW000",
        level: Level::Error,
        message: format!("this file cannot be read: {error}"),
        span: Span::empty(0),
        condition: None,
        related: Vec::new(),
        help: None,
    }
}

/// A finding if the printed text does not read back to the same tree.
fn round_trip_failure(parsed: &Parsed, dialect: Dialect) -> Option<Diagnostic> {
    let printed = print(&parsed.tree);
    let again = parse(&printed, dialect);
    let structure = dump::sexpr(&parsed.tree);
    let message = if dump::sexpr(&again.tree) != structure {
        "the printed text reads back to another tree"
    } else if print(&again.tree) != printed {
        "printing twice gives two texts"
    } else {
        return None;
    };
    Some(Diagnostic {
        code: "round-trip",
        id: "FW001",
        level: Level::Error,
        message: message.to_owned(),
        span: Span::empty(0),
        condition: None,
        related: Vec::new(),
        help: Some("this is a bug in Formwork: please report it with the file".to_owned()),
    })
}
