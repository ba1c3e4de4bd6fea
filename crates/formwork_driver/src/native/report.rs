//! What `formwork run --native --report` tells of the loops of a program that ran.

use std::fmt::Write as _;

use formwork_jit::{Checks, Report, SiteReport, SiteStatus};

/// A line for each loop that was tried, and one for all.
pub(crate) fn report_text(report: &Report) -> String {
    let (mut text, mut compiled) = (String::new(), 0);
    for SiteReport { file, line, outcome } in &report.sites {
        match outcome {
            SiteStatus::Compiled { checks: Checks { implied, left }, calls, fallbacks, reason } => {
                compiled += 1;
                let _ = write!(
                    text,
                    "{file}:{line}: compiled, {implied} checks, {left} left; {calls} calls, \
                     {fallbacks} given up"
                );
                let _ = match reason {
                    Some(reason) => writeln!(text, " ({reason})"),
                    None => writeln!(text),
                };
            }
            SiteStatus::Interpreted(why) => {
                let _ = writeln!(text, "{file}:{line}: interpreted: {why}");
            }
        }
    }
    let Checks { implied, left } = report.checks();
    let _ = writeln!(
        text,
        "native code: {compiled} of {} places compiled, {implied} checks, {left} left",
        report.sites.len()
    );
    text
}
