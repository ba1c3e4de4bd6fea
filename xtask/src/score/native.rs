//! The figures of native code.

use super::board::{Board, Figure, sample};
use crate::native::{self, Engine, Kind, MOST_TO_C, Scratch, Times, WORKLOADS};
use crate::sac;

/// Programs that are run in both ways.
const PROGRAMS: usize = 1_000;

/// The same with `--full`.
const ALL_PROGRAMS: usize = 10_000;

/// Of the timed programs one of so many is measured.
const EVERY: usize = 7;

/// The figures of native code.
pub(super) fn measure(full: bool, figures: &mut Board) {
    case_study(full, figures);
    speed(if full { 1 } else { EVERY }, figures);
    let count = if full { ALL_PROGRAMS } else { PROGRAMS };
    let outcome =
        native::equivalence::random_programs(count, 5, crate::soundness::STATEMENTS, false);
    let wrong = outcome.wrong.len() + outcome.refused.len();
    figures.push(Figure {
        issue: "8.4",
        what: format!("programs of {count} that native code runs otherwise"),
        value: format!("{wrong} in {} calls", outcome.counts.completed),
        target: "0",
        met: Some(wrong == 0),
    });
}

/// Native code against Octave, the interpreter, and C written by hand.
fn speed(every: usize, figures: &mut Board) {
    let Ok(scratch) = Scratch::new() else { return };
    let rounds = if every == 1 { 3 } else { 1 };
    let mut measured: Vec<(Kind, Times)> = Vec::new();
    let (mut implied, mut left) = (0, 0);
    for workload in WORKLOADS.iter().step_by(every) {
        match native::measure(workload, &Engine::ALL, rounds, scratch.path()) {
            Ok(times) => measured.push((workload.kind, times)),
            Err(problem) => {
                let (what, target) = ("native code is right".to_owned(), "measured");
                let met = Some(false);
                figures.push(Figure { issue: "8.2", what, value: problem, target, met });
            }
        }
        if let Some(checks) = native::checks(workload, scratch.path()) {
            implied += checks.implied;
            left += checks.left;
        }
    }
    let sampled = sample(every, "program");
    let ratios = |of: Option<Kind>, slower, faster| -> Vec<f64> {
        let wanted = measured.iter().filter(|(kind, _)| of.is_none_or(|of| of == *kind));
        wanted.filter_map(|(_, times)| times.ratio(slower, faster)).collect()
    };
    let mut least = |what: &str, ratios: Vec<f64>, target, bound: f64| {
        let met = ratios.iter().filter(|&&ratio| ratio >= bound).count();
        let worst = ratios.iter().copied().fold(f64::INFINITY, f64::min);
        figures.push(Figure {
            issue: "8.2",
            what: format!("{what}{sampled}"),
            value: format!("{met} of {}, least {worst:.1}x", ratios.len()),
            target,
            met: (!ratios.is_empty()).then_some(met == ratios.len()),
        });
    };
    let octave = |kind| ratios(Some(kind), Engine::Octave, Engine::Native);
    least("scalar loops over Octave", octave(Kind::Scalar), ">= 100x", Kind::Scalar.target());
    least("vectorised over Octave", octave(Kind::Vectorised), ">= 3x", Kind::Vectorised.target());
    least("over the interpreter", ratios(None, Engine::Interpreter, Engine::Native), "> 1x", 1.0);
    let to_c = ratios(None, Engine::Native, Engine::HandWritten);
    let met = to_c.iter().filter(|&&ratio| ratio <= MOST_TO_C).count();
    let worst = to_c.iter().copied().fold(0.0, f64::max);
    figures.push(Figure {
        issue: "8.2",
        what: format!("time to that of C by hand{sampled}"),
        value: format!("{met} of {}, most {worst:.2}x", to_c.len()),
        target: "<= 1.5x",
        met: (!to_c.is_empty()).then_some(met == to_c.len()),
    });
    figures.push(Figure {
        issue: "8.3",
        what: format!("checks left in the C{sampled}"),
        value: format!("{left} of {implied}"),
        target: "fewer",
        met: (implied > 0).then_some(left < implied),
    });
}

/// The case study of the paper on symbolic attributes.
fn case_study(full: bool, figures: &mut Board) {
    let measured = match sac::measure(full) {
        Ok(measured) => measured,
        Err(problem) => {
            let what = "SaC-mini case study".to_owned();
            let value = problem.lines().next().unwrap_or_default().to_owned();
            figures.push(Figure { issue: "8.1", what, value, target: "measured", met: None });
            return;
        }
    };
    for operation in ["negation", "implication"] {
        let of = |knowledge, on| sac::find(&measured, operation, knowledge, on);
        let (Some(shape), Some(rank), Some(unknown)) =
            (of("known shape", true), of("known rank", true), of("unknown rank", true))
        else {
            continue;
        };
        let ratio = unknown.seconds / shape.seconds;
        figures.push(Figure {
            issue: "8.1",
            what: format!("{operation}: unknown rank to known shape"),
            value: format!("{ratio:.2}x"),
            target: "<= 1.2x",
            met: Some(ratio <= 1.2),
        });
        let ratio = rank.seconds / shape.seconds;
        figures.push(Figure {
            issue: "8.1",
            what: format!("{operation}: known rank to known shape"),
            value: format!("{ratio:.2}x"),
            target: "1.0x (<= 1.1x)",
            met: Some(ratio <= 1.1),
        });
        let most = rank.bytes.max(unknown.bytes) / shape.bytes;
        figures.push(Figure {
            issue: "8.1",
            what: format!("{operation}: peak memory to known shape"),
            value: format!("{most:.2}x"),
            target: "1.0x (<= 1.05x)",
            met: (shape.bytes > 0.0).then_some(most <= 1.05),
        });
        if let Some(off) = of("unknown rank", false) {
            let faster = off.seconds / unknown.seconds;
            let paper = if operation == "negation" { 149.5 / 7.1 } else { 442.5 / 9.8 };
            figures.push(Figure {
                issue: "8.1",
                what: format!("{operation}: unknown rank faster by attributes"),
                value: format!("{faster:.0}x"),
                target: "the paper's",
                met: Some(faster >= paper),
            });
        }
    }
}
