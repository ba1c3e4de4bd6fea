//! The figures of native code.

use super::{Board, Figure};
use crate::sac;

/// The figures of native code.
pub(super) fn measure(full: bool, figures: &mut Board) {
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
