//! Reports in the formats that people and tools read.

mod full;
mod github;
mod gitlab;
mod json;
mod junit;
mod sarif;

use std::fmt::Write as _;

use super::{CheckReport, CheckedFile, Found, shown};

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum CheckFormat {
    /// With the source around findings.
    #[default]
    Full,
    /// One line each.
    Concise,
    /// One JSON object.
    Json,
    /// SARIF 2.1.0.
    Sarif,
    /// Annotations of GitHub's workflows.
    Github,
    /// GitLab's code quality report.
    Gitlab,
    /// JUnit's XML.
    Junit,
}

/// Writes a report.
#[must_use]
pub fn render_check(report: &CheckReport, format: CheckFormat, color: bool) -> String {
    match format {
        CheckFormat::Full => full::render(report, color),
        CheckFormat::Concise => concise(report),
        CheckFormat::Json => json::render(report),
        CheckFormat::Sarif => sarif::render(report),
        CheckFormat::Github => github::render(report),
        CheckFormat::Gitlab => gitlab::render(report),
        CheckFormat::Junit => junit::render(report),
    }
}

/// Every finding with its file.
fn each(report: &CheckReport) -> impl Iterator<Item = (&CheckedFile, &Found)> {
    report.files.iter().flat_map(|file| file.found.iter().map(move |found| (file, found)))
}

fn concise(report: &CheckReport) -> String {
    let mut out = String::new();
    for (file, found) in each(report) {
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

/// The lines below a finding: what the program says, sizes that make it fail, a fix.
fn notes(found: &Found) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(runtime) = &found.runtime {
        notes.push(format!("at run time: error: {runtime}"));
    }
    if let Some(example) = &found.example {
        notes.push(format!("for example with {example}"));
    }
    notes
}
