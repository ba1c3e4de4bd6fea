//! The figures of the interpreter.

use std::process::{Command, Stdio};

use super::board::{Board, Figure, sample};
use super::memory;
use crate::{bist, programs, speed};

/// Octave's blocks that need no graphics, files or neighbours, as the issue counts
/// them; ours counts more, so the share is the lower of the two.
const SHARE: f64 = 0.4;

/// The figures of the interpreter.
pub(super) fn measure(full: bool, figures: &mut Board) {
    self_tests(full, figures);
    examples(figures);
    let every = if full { 1 } else { 5 };
    for workload in speed::WORKLOADS.iter().step_by(every) {
        if let Some((octave, ours)) = speed::measure(workload) {
            let ratio = octave / ours;
            figures.push(Figure {
                issue: "4.3",
                what: format!(
                    "speed: {} against Octave{}",
                    workload.name,
                    sample(every, "program")
                ),
                value: format!("{ratio:.1}x"),
                target: match workload.target {
                    30.0 => ">= 30x",
                    10.0 => ">= 10x",
                    5.0 => ">= 5x",
                    _ => ">= 1x",
                },
                met: Some(ratio >= workload.target),
            });
        }
    }
    start_up(figures);
    in_place(figures);
    let count = if full { 10_000 } else { 100 };
    if let Some(outcome) = programs::compare(count, 1, 0, false) {
        figures.push(Figure {
            issue: "4.5",
            what: format!("{count} random programs print what Octave prints"),
            value: format!("{} of {}", outcome.alike, outcome.total),
            target: "all",
            met: Some(outcome.alike == outcome.total),
        });
    }
}

fn self_tests(full: bool, figures: &mut Board) {
    let mut runs = vec![(false, "Octave's self-tests, own functions alone")];
    if full {
        runs.push((true, "Octave's self-tests, its function files on the path"));
    }
    for (with_library, what) in runs {
        let every = if full { 1 } else { 20 };
        if let Some(result) = bist::measure(&bist::Options::quiet(with_library, every)) {
            let share = result.passed as f64 / result.eligible.max(1) as f64;
            figures.push(Figure {
                issue: "4.1",
                what: format!("{what}{}", sample(every, "file")),
                value: format!("{} of {} ({:.1} %)", result.passed, result.eligible, 100.0 * share),
                target: ">= 40 %",
                met: Some(share >= SHARE),
            });
        }
    }
}

/// How many of the examples print what was recorded from Octave.
fn examples(figures: &mut Board) {
    let Some(formwork) = speed::formwork() else { return };
    let root = crate::files::root().join("examples");
    let (mut alike, mut total) = (0, 0);
    let mut open = vec![root.clone()];
    while let Some(folder) = open.pop() {
        for path in crate::files::entries(&folder) {
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let file = path.file_name().map(|name| name.to_string_lossy().into_owned());
            let Some(name) = file.as_deref().and_then(|file| file.strip_prefix("drv_")) else {
                continue;
            };
            let wanted = root.join("expected").join(name.replace(".m", ".txt"));
            let output = Command::new(&formwork)
                .args(["run", "--timeout", "120"])
                .arg(&path)
                .current_dir(&folder)
                .stderr(Stdio::null())
                .output();
            total += 1;
            alike += usize::from(
                output.is_ok_and(|output| output.stdout == crate::files::read(&wanted)),
            );
        }
    }
    figures.push(Figure {
        issue: "4.2",
        what: "examples that print what Octave printed".to_owned(),
        value: format!("{alike} of {total}"),
        target: "all",
        met: Some(alike == total && total > 0),
    });
}

fn start_up(figures: &mut Board) {
    let Some(speed::StartUp { wall, processor }) = speed::start_up() else { return };
    figures.push(Figure {
        issue: "4.3",
        what: "starting up and running an empty file".to_owned(),
        value: format!("{:.1} ms ({:.1} ms processor)", wall * 1e3, processor * 1e3),
        target: "< 5 ms",
        met: Some(wall < 5e-3 && processor < 5e-3),
    });
}

/// The memory a loop over a large vector needs that changes it in place, in copies of
/// the vector.
fn in_place(figures: &mut Board) {
    const COUNT: f64 = 1e8;
    let text = format!(
        "x = ones({COUNT}, 1);\n\
         for i = 1:1000:{COUNT}\n    x(i) = x(i) + i;\n    x(i:i+9) = x(i:i+9) * 2;\nend\n"
    );
    if let Some(bytes) = memory::peak(&text) {
        let copies = bytes / (8.0 * COUNT);
        figures.push(Figure {
            issue: "4.4",
            what: "memory of a loop that changes 100 million numbers".to_owned(),
            value: format!("{:.0} MB, {copies:.2} copies", bytes / 1e6),
            target: "< 1.2 copies",
            met: Some(copies < 1.2),
        });
    }
}
