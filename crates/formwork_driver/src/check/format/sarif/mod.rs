//! SARIF 2.1.0, which code scanning services read.
//!
//! It keeps to what GitHub's accepts: references relative to the folder in which the command was
//! given, which should be that of the repository, regions that are not empty, fingerprints that
//! stay when lines move, and not more results than it takes.

mod rules;

use std::path::Path;

use serde_json::{Value, json};

use crate::check::fingerprint::Marks;
use crate::check::report::{CheckReport, CheckedFile, Found, Location};
use crate::diagnostic::Level;
use crate::paths::{normal, with_slashes};
use crate::source::Source;

/// The folder that references are relative to.
const ROOT: &str = "%SRCROOT%";

/// How many results a service takes.
const MOST: usize = 25_000;

pub(super) fn render(report: &CheckReport) -> String {
    let codes = rules::codes();
    let mut marks = Marks::default();
    let all: Vec<(&CheckedFile, &Found, String)> = report
        .each()
        .map(|(file, found)| {
            let mark = marks.next(file, found);
            (file, found, mark)
        })
        .collect();
    let left_out = all.len().saturating_sub(MOST);
    let results: Vec<Value> =
        worst(all).into_iter().map(|(file, found, mark)| one(file, found, &mark, &codes)).collect();
    let mut notifications: Vec<Value> = report
        .problems
        .iter()
        .filter(|problem| !problem.is_empty())
        .map(|problem| json!({ "level": "error", "message": { "text": problem } }))
        .collect();
    if left_out > 0 {
        let text = format!("{left_out} results are left out: a run has at most {MOST}");
        notifications.push(json!({ "level": "warning", "message": { "text": text } }));
    }
    let object = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "formwork",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules::descriptors(),
            } },
            "automationDetails": { "id": "formwork/check/" },
            "originalUriBaseIds": { ROOT: { "uri": folder_uri(Path::new(".")) } },
            "invocations": [{
                "executionSuccessful": report.problems.is_empty(),
                "toolExecutionNotifications": notifications,
            }],
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    format!("{object}\n")
}

/// As many as a service takes, the worst of them, in their order.
fn worst<'r>(
    all: Vec<(&'r CheckedFile, &'r Found, String)>,
) -> Vec<(&'r CheckedFile, &'r Found, String)> {
    if all.len() <= MOST {
        return all;
    }
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by_key(|&which| std::cmp::Reverse(all[which].1.level));
    order.truncate(MOST);
    order.sort_unstable();
    let mut order = order.into_iter().peekable();
    all.into_iter()
        .enumerate()
        .filter(|(which, _)| order.next_if_eq(which).is_some())
        .map(|(_, one)| one)
        .collect()
}

fn one(file: &CheckedFile, found: &Found, mark: &str, codes: &[&str]) -> Value {
    let source = &file.source;
    let level = match found.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "note",
    };
    let related: Vec<Value> = found
        .labels
        .iter()
        .chain(&found.related)
        .zip(1..)
        .map(|(place, id): (&Location, u32)| {
            let mut location = match &place.file {
                Some(other) => json!({ "physicalLocation": {
                    "artifactLocation": artifact(other),
                    "region": {
                        "startLine": place.line.max(1), "startColumn": place.column.max(1),
                    },
                } }),
                None => json!({ "physicalLocation": physical(source, place.span) }),
            };
            location["id"] = json!(id);
            location["message"] = json!({ "text": text(&place.message, &found.code) });
            location
        })
        .collect();
    let mut result = json!({
        "ruleId": found.code,
        "level": level,
        "message": { "text": text(&found.message, &found.code) },
        "locations": [{ "physicalLocation": physical(source, found.span) }],
        "partialFingerprints": { "primaryLocationLineHash": mark },
    });
    if let Some(index) = codes.iter().position(|code| *code == found.code) {
        result["ruleIndex"] = json!(index);
    }
    if !related.is_empty() {
        result["relatedLocations"] = json!(related);
    }
    if let Some(fix) = &found.fix {
        let replacements: Vec<Value> = fix
            .edits
            .iter()
            .map(|(start, end, text)| {
                json!({
                    "deletedRegion": region(source, (*start, *end), false),
                    "insertedContent": { "text": text },
                })
            })
            .collect();
        result["fixes"] = json!([{
            "description": { "text": text(&fix.message, &found.code) },
            "artifactChanges": [{
                "artifactLocation": artifact(source.path()),
                "replacements": replacements,
            }],
        }]);
    }
    result
}

/// A message, which must not be empty.
fn text<'t>(message: &'t str, otherwise: &'t str) -> &'t str {
    if message.trim().is_empty() { otherwise } else { message }
}

fn physical(source: &Source, span: (u32, u32)) -> Value {
    json!({
        "artifactLocation": artifact(source.path()),
        "region": region(source, span, true),
    })
}

/// A stretch of text. What is deleted may be nothing; what is shown is not.
fn region(source: &Source, span: (u32, u32), shown: bool) -> Value {
    let (start, end) = (source.line_column(span.0), source.line_column(span.1.max(span.0)));
    let empty = (start.line, start.column) == (end.line, end.column);
    let end_column = end.column + u32::from(empty && shown);
    json!({
        "startLine": start.line, "startColumn": start.column,
        "endLine": end.line, "endColumn": end_column,
    })
}

/// Where a file is: below the current folder relative to it, elsewhere by its whole path.
fn artifact(path: &Path) -> Value {
    if path == Path::new("<stdin>") {
        return json!({ "uri": reference("stdin.m"), "uriBaseId": ROOT });
    }
    let absolute = normal(path);
    match absolute.strip_prefix(normal(Path::new("."))) {
        Ok(below) => json!({ "uri": reference(&with_slashes(below)), "uriBaseId": ROOT }),
        Err(_) => json!({ "uri": file_uri(&absolute) }),
    }
}

/// A whole path as a reference.
fn file_uri(path: &Path) -> String {
    let path = with_slashes(path);
    let slash = if path.starts_with('/') { "" } else { "/" };
    format!("file://{slash}{}", reference(&path))
}

/// A folder as a reference that others are relative to.
fn folder_uri(folder: &Path) -> String {
    let uri = file_uri(&normal(folder));
    if uri.ends_with('/') { uri } else { format!("{uri}/") }
}

/// A path as a reference: what is no letter of one is written by its number.
fn reference(path: &str) -> String {
    let mut out = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'_' | b'-' | b'~' => {
                out.push(char::from(byte));
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}
