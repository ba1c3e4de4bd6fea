//! JUnit's XML: a suite per file, a failed case per finding.

use std::fmt::Write as _;

use crate::check::report::{CheckReport, shown};
use crate::diagnostic::Level;

pub(super) fn render(report: &CheckReport) -> String {
    let summary = report.summary();
    let failures = summary.errors + summary.warnings;
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(
        out,
        "<testsuites name=\"formwork check\" tests=\"{}\" failures=\"{failures}\">",
        failures + report.files.iter().filter(|file| file.found.is_empty()).count()
    );
    for file in &report.files {
        let path = escaped(&shown(file.source.path()));
        let failed: Vec<_> = file.found.iter().filter(|found| found.level != Level::Note).collect();
        let tests = failed.len().max(1);
        let _ = writeln!(
            out,
            "  <testsuite name=\"{path}\" tests=\"{tests}\" failures=\"{}\">",
            failed.len()
        );
        if failed.is_empty() {
            let _ = writeln!(out, "    <testcase classname=\"{path}\" name=\"check\"/>");
        }
        for found in failed {
            let place = file.source.line_column(found.span.0);
            let message = escaped(&found.message);
            let _ = writeln!(
                out,
                "    <testcase classname=\"{path}\" name=\"{} at {}:{}\">",
                escaped(&found.code),
                place.line,
                place.column
            );
            let _ = writeln!(
                out,
                "      <failure type=\"{}\" message=\"{message}\">{}</failure>\n    </testcase>",
                found.level.name(),
                escaped(&found.notes().join("\n"))
            );
        }
        out.push_str("  </testsuite>\n");
    }
    out.push_str("</testsuites>\n");
    out
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            c if u32::from(c) < 0x20 && c != '\t' => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
    out
}
