//! The figures of the checker.

use std::path::{Path, PathBuf};
use std::time::Instant;

use formwork_driver::{CheckOptions, CheckReport, Level, check_files, discover};

use super::board::{Board, Figure};
use crate::files;

/// The figures of the checker.
pub(super) fn measure(figures: &mut Board) {
    gallery(figures);
    field_bugs(figures);
    library(figures);
}

/// The bugs of the gallery that are found where they are, and fixed programs with
/// findings.
fn gallery(figures: &mut Board) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/gallery");
    let (mut bugs, mut found, mut alarms) = (0, 0, 0);
    for file in discover(&[root]).files {
        let report = check_files(std::slice::from_ref(&file), &CheckOptions::default());
        let checked = &report.files[0];
        if file.components().any(|part| part.as_os_str() == "fixed") {
            alarms += checked.found.iter().filter(|one| one.level != Level::Note).count();
            continue;
        }
        bugs += 1;
        let text = String::from_utf8_lossy(checked.source.text()).into_owned();
        let expected = (1..).zip(text.lines()).find_map(|(number, line)| {
            let (_, mark) = line.split_once("%? error[")?;
            Some((number, mark.trim_end().trim_end_matches(']').to_owned()))
        });
        let there = expected.is_some_and(|(line, code)| {
            checked.found.iter().any(|one| {
                one.level == Level::Error
                    && one.code == code
                    && checked.source.line_column(one.span.0).line == line
            })
        });
        found += usize::from(there);
    }
    figures.push(Figure {
        issue: "6.1",
        what: "shape bugs of the gallery that are found".to_owned(),
        value: format!("{found} of {bugs}"),
        target: ">= 50 of 60",
        met: Some(bugs >= 60 && found * 6 >= bugs * 5),
    });
    figures.push(Figure {
        issue: "6.1",
        what: "errors and warnings in fixed programs".to_owned(),
        value: alarms.to_string(),
        target: "0",
        met: Some(alarms == 0),
    });
}

/// The bugs as people make them that are found as an error or a warning in a line that is marked, and
/// what is found in their twins.
fn field_bugs(figures: &mut Board) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/field_bugs");
    let (mut bugs, mut found, mut alarms) = (0, 0, 0);
    let Ok(folders) = root.read_dir() else { return };
    for folder in folders.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()) {
        let check = |part: &str| {
            let files = discover(&[folder.join(part)]).files;
            check_files(&files, &CheckOptions::default())
        };
        let told = |one: &&formwork_driver::Found| one.level != Level::Note;
        alarms += check("fixed").files.iter().flat_map(|file| &file.found).filter(told).count();
        bugs += 1;
        let there = check("buggy").files.iter().any(|file| {
            let text = String::from_utf8_lossy(file.source.text()).into_owned();
            let is_marked = |line: u32| {
                let text = text.lines().nth(line.saturating_sub(1) as usize);
                text.is_some_and(|text| text.trim_end().ends_with(" bug"))
            };
            let mut told = file.found.iter().filter(told);
            told.any(|one| is_marked(file.source.line_column(one.span.0).line))
        });
        found += usize::from(there);
    }
    figures.push(Figure {
        issue: "26.1",
        what: "bugs as people make them that are found".to_owned(),
        value: format!("{found} of {bugs}"),
        target: ">= 65 of each 80",
        met: Some(bugs >= 80 && found * 80 >= bugs * 65),
    });
    figures.push(Figure {
        issue: "26.1",
        what: "errors and warnings in their fixed twins".to_owned(),
        value: alarms.to_string(),
        target: "0",
        met: Some(alarms == 0),
    });
}

/// Octave's library, cold and warm.
fn library(figures: &mut Board) {
    let Some(root) = files::octave_library() else {
        figures.push(Figure {
            issue: "6.2",
            what: "findings in Octave's library".to_owned(),
            value: "no Octave here".to_owned(),
            target: "0 errors",
            met: None,
        });
        return;
    };
    let files: Vec<PathBuf> = discover(&[root]).files;
    let folder = std::env::temp_dir().join(format!("formwork-score-{}", std::process::id()));
    let options = CheckOptions { cache: Some(folder.clone()), ..CheckOptions::default() };
    let timed = || -> (CheckReport, f64) {
        let started = Instant::now();
        let report = check_files(&files, &options);
        (report, started.elapsed().as_secs_f64())
    };
    let (report, cold) = timed();
    let (_, warm) = timed();
    // What cannot be removed is in a folder for such things.
    let _ = std::fs::remove_dir_all(&folder);
    let summary = report.summary();
    let per_thousand = summary.warnings as f64 * 1000.0 / summary.lines.max(1) as f64;
    figures.push(Figure {
        issue: "6.2",
        what: format!("errors in Octave's library ({} files)", summary.files),
        value: summary.errors.to_string(),
        target: "0",
        met: Some(summary.errors == 0),
    });
    figures.push(Figure {
        issue: "6.2",
        what: format!("warnings per 1,000 of its {} lines", summary.lines),
        value: format!("{per_thousand:.3}"),
        target: "< 1",
        met: Some(per_thousand < 1.0),
    });
    figures.push(Figure {
        issue: "6.3",
        what: "Octave's library checked, cold".to_owned(),
        value: format!("{cold:.2} s"),
        target: "< 5 s",
        met: Some(cold < 5.0),
    });
    figures.push(Figure {
        issue: "6.3",
        what: "Octave's library checked, warm".to_owned(),
        value: format!("{warm:.2} s"),
        target: "< 0.5 s",
        met: Some(warm < 0.5),
    });
}
