//! GitLab's code quality report.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use serde_json::{Value, json};

use crate::check::report::{CheckReport, shown};
use crate::diagnostic::Level;

pub(super) fn render(report: &CheckReport) -> String {
    let mut seen = std::collections::HashMap::new();
    let issues: Vec<Value> = report
        .each()
        .map(|(file, found)| {
            let place = file.source.line_column(found.span.0);
            let path = shown(file.source.path());
            // The same finding keeps its fingerprint when lines move.
            let mut hasher = DefaultHasher::new();
            (&path, &found.code, &found.message).hash(&mut hasher);
            let again: &mut u32 = seen.entry(hasher.finish()).or_default();
            again.hash(&mut hasher);
            *again += 1;
            let severity = match found.level {
                Level::Error => "critical",
                Level::Warning => "major",
                Level::Note => "info",
            };
            json!({
                "description": found.message,
                "check_name": found.code,
                "fingerprint": format!("{:016x}", hasher.finish()),
                "severity": severity,
                "location": { "path": path, "lines": { "begin": place.line } },
            })
        })
        .collect();
    format!("{}\n", Value::Array(issues))
}
