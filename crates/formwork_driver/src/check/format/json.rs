//! One JSON object, stable and documented.

use serde_json::{Value, json};

use crate::check::report::{CheckReport, CheckedFile, Found, shown};
use crate::check::statistics::HiddenCount;

pub(super) fn render(report: &CheckReport) -> String {
    let diagnostics: Vec<Value> = report.each().map(|(file, found)| one(file, found)).collect();
    let object = json!({ "version": 1, "diagnostics": diagnostics, "summary": summary(report) });
    format!("{object}\n")
}

/// How often each rule finds something, instead of what it finds.
pub(super) fn render_statistics(report: &CheckReport) -> String {
    let rules: Vec<Value> = report
        .statistics()
        .into_iter()
        .map(|row| {
            json!({
                "code": row.code, "id": row.id, "severity": row.level.name(),
                "count": row.count, "hidden": hidden(row.hidden),
            })
        })
        .collect();
    let object = json!({ "version": 1, "statistics": rules, "summary": summary(report) });
    format!("{object}\n")
}

fn hidden(count: HiddenCount) -> Value {
    json!({
        "comments": count.comments, "baseline": count.baseline, "unchanged": count.unchanged,
    })
}

fn summary(report: &CheckReport) -> Value {
    let summary = report.summary();
    json!({
        "files": summary.files, "lines": summary.lines,
        "errors": summary.errors, "warnings": summary.warnings, "notes": summary.notes,
        "classes_not_analysed": summary.classes,
        "passed_over": report.passed_over.len(),
        "hidden": hidden(report.hidden_count()),
        "stale_baseline_entries": report.baseline.stale,
        "remembered": report.remembered,
        "micros": u64::try_from(report.micros).unwrap_or(u64::MAX),
    })
}

fn one(file: &CheckedFile, found: &Found) -> Value {
    let source = &file.source;
    let path = shown(source.path());
    let start = source.line_column(found.span.0);
    let end = source.line_column(found.span.1);
    let place = |one: &crate::check::Location| match &one.file {
        Some(other) => json!({
            "file": shown(other), "line": one.line, "column": one.column, "message": one.message,
        }),
        None => {
            let at = source.line_column(one.span.0);
            json!({
                "file": path, "line": at.line, "column": at.column, "message": one.message,
            })
        }
    };
    let related: Vec<Value> = found.labels.iter().chain(&found.related).map(place).collect();
    let fix = found.fix.as_ref().map(|fix| {
        let edits: Vec<Value> = fix
            .edits
            .iter()
            .map(|(from, to, text)| {
                let (from, to) = (source.line_column(*from), source.line_column(*to));
                json!({
                    "line": from.line, "column": from.column,
                    "end_line": to.line, "end_column": to.column, "text": text,
                })
            })
            .collect();
        json!({ "message": fix.message, "safe": fix.safe, "edits": edits })
    });
    json!({
        "code": found.code, "id": found.id, "severity": found.level.name(),
        "message": found.message, "file": path,
        "line": start.line, "column": start.column,
        "end_line": end.line, "end_column": end.column,
        "condition": found.condition, "related": related,
        "runtime_error": found.runtime, "example": found.example, "call": found.call,
        "help": found.help, "fix": fix,
    })
}
