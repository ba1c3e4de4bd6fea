//! The figures of the interpreter.

use std::process::{Command, Stdio};
use std::time::Instant;

use super::Figure;
use crate::{bist, programs, speed};

/// Octave's blocks that need no graphics, files or neighbours, as the issue counts
/// them; ours counts more, so the share is the lower of the two.
const SHARE: f64 = 0.4;

/// The figures of the interpreter.
pub(super) fn measure(full: bool, figures: &mut Vec<Figure>) {
    self_tests(full, figures);
    examples(figures);
    for workload in speed::WORKLOADS {
        let large = workload.ours >= 2000.0 && workload.target <= 1.0;
        if large && !full {
            continue;
        }
        if let Some((octave, ours)) = speed::measure(workload) {
            let ratio = octave / ours;
            figures.push(Figure {
                issue: "4.3",
                what: format!("speed: {} against Octave", workload.name),
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
    let count = if full { 10_000 } else { 400 };
    if let Some(outcome) = programs::compare(count, 1, 0) {
        figures.push(Figure {
            issue: "4.5",
            what: "random programs that print what Octave prints".to_owned(),
            value: format!("{} of {}", outcome.alike, outcome.total),
            target: "all",
            met: Some(outcome.alike == outcome.total),
        });
    }
}

fn self_tests(full: bool, figures: &mut Vec<Figure>) {
    let mut runs = vec![(false, "Octave's self-tests, own functions alone")];
    if full {
        runs.push((true, "Octave's self-tests, its function files on the path"));
    }
    for (with_library, what) in runs {
        let every = if full { 1 } else { 8 };
        if let Some(result) = bist::measure(&bist::Options::quiet(with_library, every)) {
            let share = result.passed as f64 / result.eligible.max(1) as f64;
            figures.push(Figure {
                issue: "4.1",
                what: if full { what.to_owned() } else { format!("{what} (every 8th file)") },
                value: format!("{} of {} ({:.1} %)", result.passed, result.eligible, 100.0 * share),
                target: ">= 40 %",
                met: Some(share >= SHARE),
            });
        }
    }
}

/// How many of the examples print what was recorded from Octave.
fn examples(figures: &mut Vec<Figure>) {
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

fn start_up(figures: &mut Vec<Figure>) {
    let Some(formwork) = speed::formwork() else { return };
    let script = std::env::temp_dir().join(format!("formwork_nothing_{}.m", std::process::id()));
    crate::files::write(&script, b"x = 1;\n");
    let mut best = f64::INFINITY;
    for _ in 0..20 {
        let start = Instant::now();
        let run = Command::new(&formwork).arg("run").arg(&script).status();
        if run.is_ok_and(|status| status.success()) {
            best = best.min(start.elapsed().as_secs_f64() * 1e3);
        }
    }
    let _ = std::fs::remove_file(&script);
    figures.push(Figure {
        issue: "4.3",
        what: "starting up and running one statement".to_owned(),
        value: format!("{best:.1} ms"),
        target: "< 5 ms",
        met: Some(best < 5.0),
    });
}
