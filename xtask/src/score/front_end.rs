//! The figures of the front end.

use std::time::Instant;

use formwork_syntax::{Dialect, LineIndex, Severity, parse};

use super::board::{Board, Figure};
use crate::{corpus, files, fuzz, oracle};

/// The figures of the front end.
pub(super) fn measure(full: bool, figures: &mut Board) {
    match files::octave_library() {
        Some(library) => {
            let folders = [library];
            let report = corpus::read(&folders, true);
            let (clean, all) = (corpus::clean_files(&report), report.files.len());
            figures.push(Figure {
                issue: "2.1",
                what: "Octave's library: files read and printed back".to_owned(),
                value: format!("{clean} of {all}"),
                target: "all",
                met: Some(clean == all && all > 0),
            });
            speed(&folders, figures);
        }
        None => figures.push(Figure {
            issue: "2.1",
            what: "Octave's library".to_owned(),
            value: "GNU Octave is not installed".to_owned(),
            target: "all",
            met: None,
        }),
    }
    let minutes = if full { 60.0 } else { 0.05 };
    let outcome = fuzz::fuzz(&fuzz::Options::lasting(minutes));
    figures.push(Figure {
        issue: "2.3",
        what: format!("fuzzing the parser for {minutes} min: panics, hangs"),
        value: match &outcome.failure {
            None => format!("none in {} inputs", outcome.inputs),
            Some(failure) => failure.lines().next().unwrap_or_default().to_owned(),
        },
        target: "none",
        met: Some(outcome.failure.is_none()),
    });
    figures.push(broken_programs());
    if let Some(figure) = oracle::figure(if full { 20_000 } else { 2_000 }) {
        figures.push(figure);
    }
}

/// How fast the library is read: whole on all cores, and per core beside a plain
/// count of its lines, which tells what the machine is up to.
#[expect(clippy::disallowed_methods, reason = "chores read files")]
fn speed(folders: &[std::path::PathBuf], figures: &mut Board) {
    let best = |measure: &dyn Fn() -> f64| (0..5).map(|_| measure()).fold(f64::INFINITY, f64::min);
    let whole = best(&|| corpus::read(folders, false).micros as f64 / 1e3);
    figures.push(Figure {
        issue: "2.2",
        what: "Octave's library, read from disk on two cores".to_owned(),
        value: format!("{whole:.0} ms"),
        target: "< 1000 ms",
        met: Some(whole < 1000.0),
    });
    let texts: Vec<Vec<u8>> = folders
        .iter()
        .flat_map(files::program_files)
        .filter_map(|path| std::fs::read(path).ok())
        .collect();
    let bytes: usize = texts.iter().map(Vec::len).sum();
    let timed = |work: &dyn Fn(&[u8]) -> usize| {
        let start = Instant::now();
        let total: usize = texts.iter().map(|text| work(text)).sum();
        assert!(total > 0, "the work must not be optimised away");
        start.elapsed().as_secs_f64()
    };
    let reading = best(&|| timed(&|text| parse(text, Dialect::Auto).tree.expr_count() + 1));
    let counting = best(&|| timed(&|text| LineIndex::new(text).len()));
    let rate = bytes as f64 / 1e6 / reading;
    figures.push(Figure {
        issue: "2.2",
        what: format!("reading on one core ({:.0} times counting lines)", reading / counting),
        value: format!("{rate:.0} MB/s"),
        target: ">= 40 MB/s",
        met: Some(rate >= 40.0),
    });
}

/// The broken programs of the markdown tests: each must get an error that says
/// where and what was expected.
#[expect(clippy::disallowed_methods, reason = "chores read files")]
fn broken_programs() -> Figure {
    let path = files::root().join("crates/formwork_syntax/mdtests/broken.md");
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let cases = formwork_mdtest::parse_cases(&text);
    let explained = cases
        .iter()
        .filter(|case| {
            case.block("matlab").is_some_and(|block| {
                let dialect = block.argument("dialect").and_then(|name| name.parse().ok());
                let parsed = parse(block.text.as_bytes(), dialect.unwrap_or_default());
                let errors: Vec<_> =
                    parsed.errors.iter().filter(|e| e.severity == Severity::Error).collect();
                !errors.is_empty()
                    && errors.iter().all(|error| {
                        error.message.contains("expected")
                            && error.span.end as usize <= block.text.len()
                    })
            })
        })
        .count();
    Figure {
        issue: "2.4",
        what: "broken programs told where and what was expected".to_owned(),
        value: format!("{explained} of {}", cases.len()),
        target: "50, and all",
        met: Some(explained == cases.len() && explained >= 50),
    }
}
