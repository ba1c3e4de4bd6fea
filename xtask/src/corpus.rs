//! `cargo xtask corpus`: every program below some folders, read and printed back.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use formwork_driver::{
    Level, OutputFormat, ParseOptions, ParseReport, RenderOptions, parse_files, render_diagnostics,
};

use crate::files;

#[derive(Args)]
pub(crate) struct Options {
    /// Folders with programs [default: the library of the installed GNU Octave]
    folders: Vec<PathBuf>,
}

/// Reads and prints back every program below `folders`.
pub(crate) fn read(folders: &[PathBuf], round_trip: bool) -> ParseReport {
    let paths: Vec<PathBuf> = folders.iter().flat_map(files::program_files).collect();
    parse_files(&paths, ParseOptions { round_trip, ..ParseOptions::default() })
}

/// How many files of a report have no error.
pub(crate) fn clean_files(report: &ParseReport) -> usize {
    let clean = |file: &&formwork_driver::FileReport| {
        file.diagnostics.iter().all(|diagnostic| diagnostic.level < Level::Error)
    };
    report.files.iter().filter(clean).count()
}

#[expect(clippy::print_stdout, reason = "a chore reports")]
pub(crate) fn run(options: &Options) -> ExitCode {
    let mut folders = options.folders.clone();
    if folders.is_empty() {
        folders.extend(files::octave_library());
    }
    let report = read(&folders, true);
    let render = RenderOptions { format: OutputFormat::Concise, color: false };
    print!("{}", render_diagnostics(&report, render));
    let (clean, all) = (clean_files(&report), report.files.len());
    println!("{clean} of {all} files read and print back");
    if clean == all && all > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
