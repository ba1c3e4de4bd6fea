//! The figures of inference.

use super::board::{Board, Figure, sample};
use crate::inference::{closed, growth, library, magica};
use crate::soundness;

/// Programs that are checked for soundness.
const PROGRAMS: usize = 5_000;

/// The same with `--full`.
const ALL_PROGRAMS: usize = 1_000_000;

/// One closed expression of so many is looked at, without `--full`.
const EXPRESSIONS: usize = 10;

/// The figures of inference.
pub(super) fn measure(full: bool, figures: &mut Board) {
    programs(figures);
    sound(full, figures);
    whole_library(figures);
    expressions(if full { 1 } else { EXPRESSIONS }, figures);
    cost(full, figures);
}

fn programs(figures: &mut Board) {
    let (mut met, mut unknown, mut slowest) = (0, 0, 0.0_f64);
    for paper in magica::PAPER {
        if let Some(ours) = magica::measure(paper) {
            met += usize::from(magica::meets(paper, &ours));
            unknown += ours.unknown;
            slowest = slowest.max(ours.milliseconds);
        }
    }
    let count = magica::PAPER.len();
    figures.push(Figure {
        issue: "5.1",
        what: "MAGICA's programs as well known as in the paper".to_owned(),
        value: format!("{met} of {count}, {unknown} unknown"),
        target: "all, 0 unknown",
        met: Some(met == count && unknown == 0),
    });
    figures.push(Figure {
        issue: "5.1",
        what: "slowest of MAGICA's programs, with start-up".to_owned(),
        value: format!("{slowest:.1} ms"),
        target: "< 20 ms",
        met: Some(slowest < 20.0),
    });
}

fn sound(full: bool, figures: &mut Board) {
    let count = if full { ALL_PROGRAMS } else { PROGRAMS };
    let outcome =
        soundness::random_programs(count, 7, soundness::STATEMENTS, formwork_fuzz::Looks::Joins);
    let wrong = outcome.wrong.len() + outcome.panics;
    figures.push(Figure {
        issue: "5.3",
        what: format!("programs of {count} that do what was ruled out"),
        value: format!("{wrong} in {} stores", outcome.stores),
        target: "0",
        met: Some(wrong == 0),
    });
}

fn whole_library(figures: &mut Board) {
    let Some(outcome) = library::measure(false, 1) else { return };
    figures.push(Figure {
        issue: "5.4",
        what: "known definitions of Octave's library, each file with its folder".to_owned(),
        value: format!("{:.1} %", outcome.known()),
        target: ">= 70 %",
        met: Some(outcome.known() >= 70.0),
    });
    let seconds = outcome.elapsed.as_secs_f64();
    let failed = outcome.panics.len() + outcome.exhausted.len();
    figures.push(Figure {
        issue: "5.4",
        what: "time for it".to_owned(),
        value: format!("{seconds:.1} s, {failed} fail"),
        target: "< 10 s, 0 fail",
        met: Some(seconds < 10.0 && failed == 0),
    });
}

fn expressions(every: usize, figures: &mut Board) {
    let Some(outcome) = closed::measure(every) else { return };
    let wrong = outcome.contradictions.len();
    figures.push(Figure {
        issue: "5.5",
        what: format!("exact among {} closed expressions{}", outcome.total, sample(every, "one")),
        value: format!("{:.1} %, {wrong} wrong", outcome.share()),
        target: ">= 95 %, 0 wrong",
        met: Some(outcome.share() >= 95.0 && wrong == 0),
    });
}

fn cost(full: bool, figures: &mut Board) {
    let largest = if full { growth::LINES[3] } else { growth::LINES[2] };
    let (short, long) = (growth::per_line(growth::LINES[1]), growth::per_line(largest));
    let ratio = long / short;
    figures.push(Figure {
        issue: "5.6",
        what: format!("cost of a line: {largest} lines against 1000"),
        value: format!("{long:.1} us, {ratio:.2}x"),
        target: "< 2x",
        met: Some(ratio < 2.0),
    });
    let ((shallow, few), (deep, many)) = (growth::nest(1), growth::nest(8));
    let ratio = (deep / many as f64) / (shallow / few as f64);
    figures.push(Figure {
        issue: "5.6",
        what: "cost of a line: eight nested loops against one".to_owned(),
        value: format!("{ratio:.1}x"),
        target: "< 2x",
        met: Some(ratio < 2.0),
    });
}
