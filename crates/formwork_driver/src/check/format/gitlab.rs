//! GitLab's code quality report.

use serde_json::{Value, json};

use crate::check::fingerprint::Marks;
use crate::check::report::{CheckReport, shown};
use crate::diagnostic::Level;

pub(super) fn render(report: &CheckReport) -> String {
    let mut marks = Marks::default();
    let issues: Vec<Value> = report
        .each()
        .map(|(file, found)| {
            let place = file.source.line_column(found.span.0);
            let path = shown(file.source.path());
            let severity = match found.level {
                Level::Error => "critical",
                Level::Warning => "major",
                Level::Note => "info",
            };
            json!({
                "description": found.message,
                "check_name": found.code,
                "fingerprint": marks.next(file, found),
                "severity": severity,
                "location": { "path": path, "lines": { "begin": place.line } },
            })
        })
        .collect();
    format!("{}\n", Value::Array(issues))
}
