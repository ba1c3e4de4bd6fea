//! `cargo xtask table library`: every function of the installed Octave's library,
//! analysed with nothing said of its arguments.
#![expect(clippy::print_stdout, reason = "a chore reports")]

use std::collections::BTreeMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use formwork_hir::{Entry, Host};
use formwork_infer::{Analyst, Options, Summary};
use rayon::prelude::*;

use super::percent;
use crate::files;

/// How many files and how many culprits are shown.
const SHOWN: usize = 12;

/// What came of the library.
#[derive(Default)]
pub(crate) struct LibraryTally {
    pub(crate) files: usize,
    pub(crate) functions: usize,
    pub(crate) summary: Summary,
    pub(crate) panics: Vec<PathBuf>,
    pub(crate) exhausted: Vec<PathBuf>,
    pub(crate) elapsed: Duration,
    slowest: Vec<(Duration, PathBuf)>,
    blame: BTreeMap<String, usize>,
}

impl LibraryTally {
    /// The share of definitions of which something is known.
    pub(crate) fn known(&self) -> f64 {
        percent(self.summary.shapes - self.summary.unknown, self.summary.shapes)
    }

    fn add(mut self, other: LibraryTally) -> LibraryTally {
        self.files += other.files;
        self.functions += other.functions;
        self.summary.add(other.summary);
        self.panics.extend(other.panics);
        self.exhausted.extend(other.exhausted);
        self.slowest.extend(other.slowest);
        for (name, count) in other.blame {
            *self.blame.entry(name).or_default() += count;
        }
        self
    }
}

/// The library, read once.
struct Library {
    folders: BTreeMap<PathBuf, Vec<Entry>>,
    texts: BTreeMap<PathBuf, Vec<u8>>,
}

impl Library {
    fn read(root: &Path) -> Library {
        let mut library = Library { folders: BTreeMap::new(), texts: BTreeMap::new() };
        for path in files::program_files(root) {
            let text = files::read(&path);
            library.texts.insert(path.clone(), text);
            // Every folder above it has the next one down as an entry.
            let mut below = path.as_path();
            let mut is_folder = false;
            while let Some(folder) = below.parent() {
                let name = below.file_name().map(|name| name.to_string_lossy().into_owned());
                let entry = Entry { name: name.unwrap_or_default(), is_folder };
                let entries = library.folders.entry(folder.to_path_buf()).or_default();
                if !entries.contains(&entry) {
                    entries.push(entry);
                }
                if folder == root {
                    break;
                }
                (below, is_folder) = (folder, true);
            }
        }
        library
    }
}

impl Host for Library {
    fn list(&self, folder: &Path) -> Vec<Entry> {
        self.folders.get(folder).cloned().unwrap_or_default()
    }

    fn read(&self, file: &Path) -> io::Result<Vec<u8>> {
        self.texts.get(file).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

/// Analyses the library; `None` if there is no Octave. Calls between folders are
/// followed if asked for; one file of `every` is looked at.
pub(crate) fn measure(follow: bool, every: usize) -> Option<LibraryTally> {
    let root = files::octave_library()?;
    let library = Library::read(&root);
    let mut search: Vec<PathBuf> = Vec::new();
    if follow {
        let visible = |folder: &&PathBuf| {
            !folder.components().any(|part| {
                let name = part.as_os_str().to_string_lossy();
                name.starts_with(['+', '@']) || name == "private"
            })
        };
        search.extend(library.folders.keys().filter(visible).cloned());
    }
    let started = Instant::now();
    let paths: Vec<&PathBuf> = library.texts.keys().step_by(every).collect();
    let mut outcome = paths
        .par_iter()
        .map(|path| analyse(&library, &search, path))
        .reduce(LibraryTally::default, LibraryTally::add);
    outcome.elapsed = started.elapsed();
    outcome.slowest.sort_by(|a, b| b.cmp(a));
    Some(outcome)
}

fn analyse(library: &Library, search: &[PathBuf], path: &Path) -> LibraryTally {
    let started = Instant::now();
    let found = catch_unwind(AssertUnwindSafe(|| {
        let mut analyst = Analyst::over(library, search.to_vec(), Options::default());
        // What is no program has no definitions.
        let _ = analyst.analyse_file(path, None, &[]);
        let analysis = analyst.finish();
        let mut outcome = LibraryTally { files: 1, ..LibraryTally::default() };
        let own = || analysis.functions.iter().filter(|one| one.source.path == path);
        outcome.functions += own().count();
        outcome.summary.add(analysis.summary(own()));
        outcome.blame.extend(analysis.blame.iter().cloned());
        if analysis.exhausted {
            outcome.exhausted.push(path.to_path_buf());
        }
        outcome
    }));
    let mut outcome = found.unwrap_or_else(|_| LibraryTally {
        files: 1,
        panics: vec![path.to_path_buf()],
        ..LibraryTally::default()
    });
    outcome.slowest.push((started.elapsed(), path.to_path_buf()));
    outcome
}

/// Prints the table.
pub(crate) fn run() -> ExitCode {
    let mut fine = true;
    for (follow, what) in
        [(false, "each file with its folder"), (true, "calls followed everywhere")]
    {
        let Some(outcome) = measure(follow, 1) else {
            println!("skipped: GNU Octave is not installed");
            return ExitCode::SUCCESS;
        };
        print(what, &outcome);
        fine &= outcome.panics.is_empty();
    }
    if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn print(what: &str, outcome: &LibraryTally) {
    let LibraryTally { files, functions, summary, panics, exhausted, elapsed, slowest, blame } =
        outcome;
    println!("Octave's library, {what}:");
    println!(
        "  {files} files, {functions} functions, {} definitions, {:.2} s",
        summary.shapes,
        elapsed.as_secs_f64()
    );
    println!(
        "  explicit {:.1} %, symbolic {:.1} %, unknown {:.1} %",
        percent(summary.explicit, summary.shapes),
        percent(summary.symbolic, summary.shapes),
        percent(summary.unknown, summary.shapes)
    );
    println!(
        "  {} of {} checks known to succeed; {} panics, {} files cut short",
        summary.checks_removed,
        summary.checks,
        panics.len(),
        exhausted.len()
    );
    for path in panics.iter().chain(exhausted).take(SHOWN) {
        println!("    {}", path.display());
    }
    println!("  slowest:");
    for (time, path) in slowest.iter().take(SHOWN) {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        println!("    {:>8.1} ms  {}", time.as_secs_f64() * 1e3, name.unwrap_or_default());
    }
    let mut culprits: Vec<(&String, &usize)> = blame.iter().collect();
    culprits.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
    let culprits: Vec<String> =
        culprits.iter().take(4 * SHOWN).map(|(name, count)| format!("{name} {count}")).collect();
    println!("  what gave an unknown shape: {}", culprits.join(", "));
}
