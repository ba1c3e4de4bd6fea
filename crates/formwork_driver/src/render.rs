//! Findings as text or JSON: the only place where they become words on a page.

use std::fmt::Write as _;

use annotate_snippets::{AnnotationKind, Group, Level as SnippetLevel, Renderer, Snippet};
use serde_json::{Value, json};

use crate::diagnostic::{Diagnostic, Level, Related};
use crate::parse_files::ParseReport;
use crate::source::Source;

/// How findings are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum OutputFormat {
    /// With the source around them.
    #[default]
    Full,
    /// One line each.
    Concise,
    /// One JSON object.
    Json,
}

/// How to render.
#[derive(Clone, Copy, Debug, Default)]
pub struct RenderOptions {
    /// The form.
    pub format: OutputFormat,
    /// With colours.
    pub color: bool,
}

/// The counts at the end of a report.
#[derive(Clone, Copy, Debug, Default)]
pub struct Summary {
    /// Files looked at.
    pub files: usize,
    /// Their lines.
    pub lines: usize,
    /// Their bytes.
    pub bytes: usize,
    /// Errors found.
    pub errors: usize,
    /// Warnings found.
    pub warnings: usize,
    /// Microseconds it took.
    pub micros: u128,
}

impl Summary {
    /// The counts of a report.
    #[must_use]
    pub fn of(report: &ParseReport) -> Summary {
        let mut summary =
            Summary { files: report.files.len(), micros: report.micros, ..Summary::default() };
        for file in &report.files {
            summary.lines += file.source.line_count();
            summary.bytes += file.source.text().len();
            let count = |level| file.diagnostics.iter().filter(|d| d.level == level).count();
            summary.errors += count(Level::Error);
            summary.warnings += count(Level::Warning);
        }
        summary
    }

    fn json(self) -> Value {
        json!({
            "files": self.files, "lines": self.lines, "bytes": self.bytes,
            "errors": self.errors, "warnings": self.warnings,
            "micros": u64::try_from(self.micros).unwrap_or(u64::MAX),
        })
    }
}

/// All findings of a report, in the order of files and places.
#[must_use]
pub fn render_diagnostics(report: &ParseReport, options: RenderOptions) -> String {
    let all = report
        .files
        .iter()
        .flat_map(|file| file.diagnostics.iter().map(move |diagnostic| (&file.source, diagnostic)));
    match options.format {
        OutputFormat::Full => all.fold(String::new(), |mut out, (source, diagnostic)| {
            out.push_str(&render_full(source, diagnostic, diagnostic.code, &[], options.color));
            out.push_str("\n\n");
            out
        }),
        OutputFormat::Concise => all.fold(String::new(), |mut out, (source, diagnostic)| {
            let place = source.line_column(diagnostic.span.start);
            let _ = writeln!(
                out,
                "{}:{}:{}: {}[{}] {}",
                source.path().display(),
                place.line,
                place.column,
                diagnostic.level.name(),
                diagnostic.code,
                diagnostic.message
            );
            out
        }),
        OutputFormat::Json => {
            let diagnostics: Vec<Value> =
                all.map(|(source, diagnostic)| diagnostic_json(source, diagnostic)).collect();
            let summary = Summary::of(report).json();
            let object = json!({ "version": 1, "diagnostics": diagnostics, "summary": summary });
            format!("{object}\n")
        }
    }
}

/// The trees of a report as one JSON object.
#[must_use]
pub fn render_parse_json(report: &ParseReport) -> String {
    let mut out = String::from("{\"version\":1,\"files\":[");
    for (index, file) in report.files.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        let diagnostics: Vec<Value> = file
            .diagnostics
            .iter()
            .map(|diagnostic| diagnostic_json(&file.source, diagnostic))
            .collect();
        let path = json!(file.source.path().to_string_lossy());
        let _ = write!(out, "{{\"path\":{path},\"diagnostics\":{},\"tree\":", json!(diagnostics));
        match &file.tree {
            Some(tree) => out.push_str(&formwork_syntax::dump::json(tree)),
            None => out.push_str("null"),
        }
        out.push('}');
    }
    let _ = writeln!(out, "],\"summary\":{}}}", Summary::of(report).json());
    out
}

fn diagnostic_json(source: &Source, diagnostic: &Diagnostic) -> Value {
    let file = source.path().to_string_lossy();
    let start = source.line_column(diagnostic.span.start);
    let end = source.line_column(diagnostic.span.end);
    let related: Vec<Value> = diagnostic
        .related
        .iter()
        .map(|related| {
            let place = source.line_column(related.span.start);
            json!({
                "file": file, "line": place.line, "column": place.column,
                "message": related.message,
            })
        })
        .collect();
    json!({
        "code": diagnostic.code, "id": diagnostic.id, "severity": diagnostic.level.name(),
        "message": diagnostic.message, "file": file,
        "line": start.line, "column": start.column,
        "end_line": end.line, "end_column": end.column,
        "condition": diagnostic.condition, "related": related,
        "help": diagnostic.help, "fix": null,
    })
}

/// Places further apart than this are not shown in one excerpt.
const NEAR_LINES: u32 = 20;

/// Lines longer than this were written by a machine and are not shown.
const LONG_LINE: usize = 2000;

/// One finding with the lines around it.
pub(crate) fn render_full(
    source: &Source,
    diagnostic: &Diagnostic,
    code: &str,
    notes: &[String],
    color: bool,
) -> String {
    let line = source.line_column(diagnostic.span.start).line;
    let (near, far): (Vec<&Related>, Vec<&Related>) = diagnostic
        .related
        .iter()
        .partition(|r| source.line_column(r.span.start).line.abs_diff(line) <= NEAR_LINES);
    let whole = near.iter().fold(diagnostic.span, |whole, related| whole.to(related.span));
    let excerpt = source.excerpt(whole);
    let level = match diagnostic.level {
        Level::Note => SnippetLevel::NOTE,
        Level::Warning => SnippetLevel::WARNING,
        Level::Error => SnippetLevel::ERROR,
    };
    let title = level.primary_title(&diagnostic.message).id(code);
    let path = source.path().to_string_lossy();
    let mut group = Group::with_title(title);
    let place = format!("{path}:{line}:{}", source.line_column(diagnostic.span.start).column);
    if excerpt.text.lines().any(|line| line.len() > LONG_LINE) {
        group = group.element(SnippetLevel::NOTE.message(format!("at {place}, in a long line")));
    } else {
        let mut snippet = Snippet::source(&*excerpt.text)
            .line_start(excerpt.first_line)
            .path(&*path)
            .annotation(AnnotationKind::Primary.span(visible(&excerpt, diagnostic.span)));
        for related in near {
            snippet = snippet.annotation(
                AnnotationKind::Context
                    .span(visible(&excerpt, related.span))
                    .label(&related.message),
            );
        }
        group = group.element(snippet);
    }
    for related in far {
        let line = source.line_column(related.span.start).line;
        let message = format!("{} (line {line})", related.message);
        group = group.element(SnippetLevel::NOTE.message(message));
    }
    for note in notes {
        group = group.element(SnippetLevel::NOTE.message(note));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(SnippetLevel::HELP.message(help));
    }
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&[group])
}

/// The span in the excerpt, cut at the end of its line so that a mark under a line
/// end does not drag the next line in.
fn visible(
    excerpt: &crate::source::Excerpt<'_>,
    span: formwork_syntax::Span,
) -> std::ops::Range<usize> {
    let range = excerpt.locate(span);
    let text = &excerpt.text[range.clone()];
    let trimmed = text.trim_end_matches(['\n', '\r']);
    range.start..range.start + trimmed.len()
}
