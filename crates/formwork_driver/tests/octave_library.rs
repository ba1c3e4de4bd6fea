//! Everything that the installed GNU Octave ships reads without error and prints
//! back to the same tree. Skipped, with a line, where Octave is not installed.

use std::path::PathBuf;

use formwork_driver::{
    Level, OutputFormat, ParseOptions, RenderOptions, Source, discover, foreign_language,
    parse_files, render_diagnostics,
};
use formwork_mdtest::octave_library;

#[test]
fn octaves_own_library_reads_and_prints_back() {
    let Some(library) = octave_library() else {
        println!("skipped: GNU Octave is not installed");
        return;
    };
    let inputs = discover(&[library]);
    assert!(inputs.files.len() > 500, "the library was not found: {inputs:?}");
    let options = ParseOptions { round_trip: true, ..ParseOptions::default() };
    let report = parse_files(&inputs.files, options);
    let bad =
        report.files.iter().flat_map(|file| &file.diagnostics).any(|d| d.level == Level::Error);
    let format = RenderOptions { format: OutputFormat::Concise, color: false };
    assert!(!bad, "{}", render_diagnostics(&report, format));
}

/// No program of Octave's or of ours is taken for something else.
#[test]
fn programs_are_not_taken_for_other_languages() {
    let examples = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples"));
    let folders: Vec<PathBuf> = octave_library().into_iter().chain([examples]).collect();
    let mut wrong = Vec::new();
    for file in discover(&folders).files {
        let source = Source::read_file(&file).expect("it can be read");
        wrong.extend(foreign_language(source.text()).map(|language| (file, language)));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn our_examples_read_and_print_back() {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let inputs = discover(&[PathBuf::from(examples)]);
    assert!(inputs.files.len() > 50, "the examples were not found");
    let options = ParseOptions { round_trip: true, ..ParseOptions::default() };
    let report = parse_files(&inputs.files, options);
    let format = RenderOptions { format: OutputFormat::Concise, color: false };
    assert_eq!(render_diagnostics(&report, format), "");
}
