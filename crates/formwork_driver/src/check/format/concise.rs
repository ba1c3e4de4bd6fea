//! Findings, one line each.

use std::fmt::Write as _;

use crate::check::report::{CheckReport, shown};

pub(super) fn render(report: &CheckReport) -> String {
    let mut out = String::new();
    for (file, found) in report.each() {
        let place = file.source.line_column(found.span.0);
        let _ = writeln!(
            out,
            "{}:{}:{}: {}[{}] {}",
            shown(file.source.path()),
            place.line,
            place.column,
            found.level.name(),
            found.code,
            found.message
        );
    }
    out
}
