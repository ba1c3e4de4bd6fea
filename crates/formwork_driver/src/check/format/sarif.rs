//! SARIF 2.1.0, which code scanning services read.

use formwork_check::Rule;
use serde_json::{Value, json};

use crate::check::report::{CheckReport, CheckedFile, Found, Location, shown};
use crate::diagnostic::Level;
use crate::source::Source;

pub(super) fn render(report: &CheckReport) -> String {
    let rules: Vec<Value> = Rule::ALL
        .into_iter()
        .map(|rule| {
            json!({
                "id": rule.code(),
                "name": rule.id(),
                "shortDescription": { "text": rule.title() },
                "help": { "text": rule.documentation(), "markdown": rule.documentation() },
            })
        })
        .collect();
    let results: Vec<Value> = report.each().map(|(file, found)| one(file, found)).collect();
    let object = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "formwork",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    format!("{object}\n")
}

fn one(file: &CheckedFile, found: &Found) -> Value {
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
                    "artifactLocation": { "uri": uri(other) },
                    "region": { "startLine": place.line, "startColumn": place.column },
                } }),
                None => json!({ "physicalLocation": physical(source, place.span) }),
            };
            location["id"] = json!(id);
            location["message"] = json!({ "text": place.message });
            location
        })
        .collect();
    let mut result = json!({
        "ruleId": found.code,
        "level": level,
        "message": { "text": found.message },
        "locations": [{ "physicalLocation": physical(source, found.span) }],
    });
    if let Some(index) = Rule::ALL.into_iter().position(|rule| rule.code() == found.code) {
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
                    "deletedRegion": region(source, (*start, *end)),
                    "insertedContent": { "text": text },
                })
            })
            .collect();
        result["fixes"] = json!([{
            "description": { "text": fix.message },
            "artifactChanges": [{
                "artifactLocation": { "uri": uri(source.path()) },
                "replacements": replacements,
            }],
        }]);
    }
    result
}

fn physical(source: &Source, span: (u32, u32)) -> Value {
    json!({
        "artifactLocation": { "uri": uri(source.path()) },
        "region": region(source, span),
    })
}

fn region(source: &Source, span: (u32, u32)) -> Value {
    let (start, end) = (source.line_column(span.0), source.line_column(span.1.max(span.0)));
    json!({
        "startLine": start.line, "startColumn": start.column,
        "endLine": end.line, "endColumn": end.column,
    })
}

/// A path as a reference: what is no letter of one is written by its number.
fn uri(path: &std::path::Path) -> String {
    let mut out = String::new();
    for byte in shown(path).bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'_' | b'-' | b'~' => {
                out.push(char::from(byte));
            }
            b'\\' => out.push('/'),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}
