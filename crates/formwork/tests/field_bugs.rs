//! Bugs as people make them (`examples/field_bugs`): found where they are marked, nothing found in their
//! fixed twins, and told apart by Octave.
#![expect(clippy::disallowed_methods, reason = "the tests read files and run Octave")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use formwork_driver::{CheckOptions, Level, check_files, discover};

/// The folders of the bugs.
fn bugs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/field_bugs");
    let entries = std::fs::read_dir(root).expect("the bugs are there");
    let mut folders: Vec<PathBuf> = entries
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    folders
}

/// File name and line of the errors and warnings in a folder, which is checked as a project.
fn found(folder: &Path) -> BTreeSet<(String, u32)> {
    let files = discover(&[folder.to_path_buf()]).files;
    let report = check_files(&files, &CheckOptions::default());
    let mut found = BTreeSet::new();
    for file in &report.files {
        let name = file.source.path().file_name().expect("it has one").to_string_lossy();
        for one in file.found.iter().filter(|one| one.level != Level::Note) {
            found.insert((name.clone().into_owned(), file.source.line_column(one.span.0).line));
        }
    }
    found
}

/// File name and line of the marks in a folder.
fn marked(folder: &Path, mark: &str) -> BTreeSet<(String, u32)> {
    let mut marked = BTreeSet::new();
    for file in discover(&[folder.to_path_buf()]).files {
        let text = std::fs::read_to_string(&file).expect("it is text");
        let name = file.file_name().expect("it has one").to_string_lossy().into_owned();
        let lines = (1..).zip(text.lines()).filter(|(_, line)| line.trim_end().ends_with(mark));
        marked.extend(lines.map(|(number, _)| (name.clone(), number)));
    }
    marked
}

#[test]
fn bugs_as_people_make_them_are_found_and_their_twins_are_clean() {
    let mut wrong = Vec::new();
    let bugs = bugs();
    assert!(bugs.len() >= 80, "only {} bugs", bugs.len());
    for bug in bugs {
        let name = bug.file_name().expect("it has one").to_string_lossy().into_owned();
        let there = found(&bug.join("buggy"));
        let (bugs, missed) =
            (marked(&bug.join("buggy"), "%? bug"), marked(&bug.join("buggy"), "%? missed bug"));
        match (bugs.is_empty(), missed.is_empty()) {
            (false, true) if bugs.is_disjoint(&there) => {
                wrong.push(format!("{name}: not found any more; found: {there:?}"));
            }
            (true, false) if !missed.is_disjoint(&there) => {
                wrong.push(format!("{name}: found now: mark it with `%? bug`"));
            }
            (true, true) | (false, false) => wrong.push(format!("{name}: no mark, or both")),
            _ => {}
        }
        let alarms = found(&bug.join("fixed"));
        if !alarms.is_empty() {
            wrong.push(format!("{name} is fixed, and yet: {alarms:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn octave_tells_bugs_from_their_twins() {
    let quiet = ["-q", "--no-gui", "--no-history"];
    let runs = |folder: PathBuf| {
        let mut command = Command::new("octave-cli");
        command.args(quiet).arg("../call.m").current_dir(folder);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().ok().map(|status| status.success())
    };
    let step = if std::env::var_os("FORMWORK_ALL").is_some() { 1 } else { 8 };
    for bug in bugs().into_iter().step_by(step) {
        let name = bug.display().to_string();
        match (runs(bug.join("buggy")), runs(bug.join("fixed"))) {
            (Some(false), Some(true)) => {}
            (None, _) | (_, None) => {
                println!("skipped: there is no Octave here");
                return;
            }
            other => panic!("{name}: with the bug and without it, Octave ends as {other:?}"),
        }
    }
}
