//! The figures on code that nobody here wrote: Octave's self-tests as programs, and random
//! programs that Octave judges.

use super::board::{Board, Figure, sample};
use crate::bist::blocks::{BlockOptions, What, measure as go_through};

/// The figures on code that nobody here wrote.
pub(super) fn measure(full: bool, figures: &mut Board) {
    blocks(full, figures);
    failures(full, figures);
    statements(full, figures);
    readable(full, figures);
    displayed(figures);
}

/// Programs of the markdown tests whose assignments are displayed as a person would write them,
/// with and without what is said of their parameters.
fn displayed(figures: &mut Board) {
    let folder = crate::files::root().join("crates/formwork/mdtests/programs");
    let found = crate::speed::formwork()
        .and_then(|binary| crate::readable::programs::measure(&binary, &folder));
    let ways = [("described", "100 %", 100.0), ("undescribed", ">= 80 %", 80.0)];
    for (way, (name, target, least)) in ways.into_iter().enumerate() {
        let share = found.as_ref().map(|found| found[way].0.share());
        figures.push(Figure {
            issue: "25.2",
            what: format!("short extents in programs as people write them, {name}"),
            value: share.map_or_else(String::new, |share| format!("{share:.1} %")),
            target,
            met: share.map(|share| share >= least),
        });
    }
}

/// Shapes of Octave's library that a reader can use, with nothing said of any parameter.
fn readable(full: bool, figures: &mut Board) {
    let files = if full { 400 } else { 60 };
    let found =
        crate::files::octave_library().and_then(|folder| crate::readable::shares(&folder, files));
    let percent =
        |share: Option<f64>| share.map_or_else(String::new, |share| format!("{share:.1} %"));
    let kinds = [
        ("shapes of Octave's library a reader can use", ">= 70 %", 70.0, found.map(|one| one.0)),
        ("assignments there with one class", ">= 75 %", 75.0, found.map(|one| one.1)),
    ];
    for (what, target, least, share) in kinds {
        figures.push(Figure {
            issue: "25.1",
            what: what.to_owned(),
            value: percent(share),
            target,
            met: share.map(|share| share >= least),
        });
    }
}

/// The blocks of the self-tests that did what was ruled out, or whose residuals differ.
fn blocks(full: bool, figures: &mut Board) {
    let kinds = [
        (What::Soundness, "self-tests that store what was ruled out", 40),
        (What::Residuals, "self-tests whose residuals differ", 120),
    ];
    for (what, name, part) in kinds {
        let every = if full { 1 } else { part };
        let found = go_through(what, &BlockOptions::every(every));
        let wrong = found.as_ref().map(|found| found.wrong.len() + found.lost.len());
        figures.push(Figure {
            issue: "23.3",
            what: format!("{name}{}", sample(every, "file")),
            value: found.as_ref().map_or_else(String::new, |found| {
                format!("{} of {}", wrong.unwrap_or(0), found.blocks)
            }),
            target: "0",
            met: wrong.map(|wrong| wrong == 0),
        });
    }
}

/// Programs of one operation: what Octave rejects is to be reported, and nothing else.
fn failures(full: bool, figures: &mut Board) {
    let count = if full { 5000 } else { 500 };
    let found = crate::failures::figures(count, 23);
    let percent = |(all, wrong): (usize, usize)| 100.0 * (all - wrong) as f64 / all.max(1) as f64;
    figures.push(Figure {
        issue: "23.4",
        what: "operations Octave rejects that are reported".to_owned(),
        value: found
            .map_or_else(String::new, |(no, _)| format!("{:.1} % of {}", percent(no), no.0)),
        target: ">= 98 %",
        met: found.map(|(no, _)| percent(no) >= 98.0),
    });
    figures.push(Figure {
        issue: "23.4",
        what: "operations Octave accepts that are reported".to_owned(),
        value: found.map_or_else(String::new, |(_, yes)| format!("{} of {}", yes.1, yes.0)),
        target: "0",
        met: found.map(|(_, yes)| yes.1 == 0),
    });
}

/// Single statements of all kinds in both engines.
fn statements(full: bool, figures: &mut Board) {
    let found = crate::statements::figures(if full { 20_000 } else { 1_000 }, 23);
    let percent = found.map(|(alike, total)| 100.0 * alike as f64 / total.max(1) as f64);
    figures.push(Figure {
        issue: "23.6",
        what: "statements that do what they do in Octave".to_owned(),
        value: percent.map_or_else(String::new, |percent| format!("{percent:.1} %")),
        target: ">= 99 %",
        met: percent.map(|percent| percent >= 99.0),
    });
}
