//! Findings with the lines around them.

use formwork_syntax::Span;

use crate::check::report::{CheckReport, CheckedFile, Found, shown};
use crate::diagnostic::{Diagnostic, Related};
use crate::render::render_full;

pub(super) fn render(report: &CheckReport, color: bool) -> String {
    let mut out = String::new();
    for (file, found) in report.each() {
        out.push_str(&one(file, found, color));
        out.push_str("\n\n");
    }
    out
}

fn one(file: &CheckedFile, found: &Found, color: bool) -> String {
    let span = |(start, end): (u32, u32)| Span::new(start, end.max(start));
    let mut related: Vec<Related> = found
        .labels
        .iter()
        .map(|label| Related { span: span(label.span), message: label.message.clone() })
        .collect();
    let mut notes = found.notes();
    for place in &found.related {
        match &place.file {
            None => {
                related.push(Related { span: span(place.span), message: place.message.clone() });
            }
            Some(other) => {
                let at = format!("{}:{}:{}", shown(other), place.line, place.column);
                notes.push(format!("{at}: {}", place.message));
            }
        }
    }
    let help = match (&found.fix, &found.help) {
        (Some(fix), _) => Some(fix.message.clone()),
        (None, help) => help.clone(),
    };
    let diagnostic = Diagnostic {
        code: "",
        id: "",
        level: found.level,
        message: found.message.clone(),
        span: span(found.span),
        condition: found.condition.clone(),
        related,
        help,
    };
    render_full(&file.source, &diagnostic, &found.code, &notes, color)
}
