//! Reports in the formats that people and tools read.

mod concise;
mod full;
mod github;
mod gitlab;
mod json;
mod junit;
mod sarif;

use super::report::CheckReport;

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
        CheckFormat::Concise => concise::render(report),
        CheckFormat::Json => json::render(report),
        CheckFormat::Sarif => sarif::render(report),
        CheckFormat::Github => github::render(report),
        CheckFormat::Gitlab => gitlab::render(report),
        CheckFormat::Junit => junit::render(report),
    }
}

/// Writes how often each rule finds something, as JSON.
#[must_use]
pub fn render_statistics_json(report: &CheckReport) -> String {
    json::render_statistics(report)
}
