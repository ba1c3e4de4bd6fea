//! The figures of the specializer.

use super::board::{Board, Figure};
use crate::inference::growth;
use crate::{equivalence, mpe, soundness};

/// Programs that are compared with their residuals.
const PROGRAMS: usize = 5_000;

/// The same with `--full`.
const ALL_PROGRAMS: usize = 100_000;

/// The figures of the specializer.
pub(super) fn measure(full: bool, figures: &mut Board) {
    let count = if full { ALL_PROGRAMS } else { PROGRAMS };
    let outcome = equivalence::random_programs(count, 5, soundness::STATEMENTS);
    let wrong = outcome.wrong.len() + outcome.panics + outcome.refused.len();
    figures.push(Figure {
        issue: "7.3",
        what: format!("programs of {count} whose residual differs"),
        value: wrong.to_string(),
        target: "0",
        met: Some(wrong == 0),
    });
    let measured = mpe::measure(!full);
    let right = measured.iter().filter(|one| one.wrong.is_none()).count();
    figures.push(Figure {
        issue: "7.2",
        what: "thesis programs that give the same specialized".to_owned(),
        value: format!("{right} of {}", measured.len()),
        target: "all",
        met: Some(right == measured.len()),
    });
    let timed: Vec<_> = measured.iter().filter_map(|one| Some((one, one.octave?))).collect();
    let met = timed.iter().filter(|(one, ratio)| *ratio >= one.thesis).count();
    figures.push(Figure {
        issue: "7.2",
        what: "of them as much faster in Octave as the thesis's".to_owned(),
        value: format!("{met} of {}", timed.len()),
        target: "all",
        met: (!timed.is_empty()).then_some(met == timed.len()),
    });
    if let Some(one) = measured.iter().find(|one| one.name == mpe::SHIPPED) {
        figures.push(Figure {
            issue: "7.2",
            what: "residual of Octave's ode45, lines".to_owned(),
            value: one.lines.to_string(),
            target: "< 150",
            met: Some(one.lines > 0 && one.lines < 150),
        });
    }
    let small = measured.iter().filter(|one| one.name != mpe::LONGEST);
    let slowest = small.map(|one| one.millis).fold(0.0, f64::max);
    figures.push(Figure {
        issue: "7.4",
        what: "slowest to specialize".to_owned(),
        value: format!("{slowest:.1} ms"),
        target: "< 50 ms",
        met: Some(slowest < 50.0),
    });
    let ((shallow, few), (deep, many)) = (growth::specialized_nest(1), growth::specialized_nest(6));
    let ratio = (deep / many as f64) / (shallow / few as f64);
    figures.push(Figure {
        issue: "7.4",
        what: "specializing a line: six nested loops that stay against one".to_owned(),
        value: format!("{ratio:.1}x"),
        target: "< 2x",
        met: Some(ratio < 2.0),
    });
    if let Some(one) = measured.iter().find(|one| one.name == mpe::LONGEST) {
        figures.push(Figure {
            issue: "7.4",
            what: "the Mars lander".to_owned(),
            value: format!("{:.0} ms", one.millis),
            target: "< 1000 ms",
            met: Some(one.millis < 1000.0),
        });
    }
}
