//! Annotations of GitHub's workflows.

use std::fmt::Write as _;

use crate::check::report::{CheckReport, shown};
use crate::diagnostic::Level;

pub(super) fn render(report: &CheckReport) -> String {
    let mut out = String::new();
    for (file, found) in report.each() {
        let (start, end) =
            (file.source.line_column(found.span.0), file.source.line_column(found.span.1));
        let level = match found.level {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note => "notice",
        };
        // A mark over several lines has no columns there.
        let columns = if start.line == end.line {
            format!(",col={},endColumn={}", start.column, end.column)
        } else {
            String::new()
        };
        let _ = writeln!(
            out,
            "::{level} title={},file={},line={},endLine={}{columns}::{}",
            property(&format!("formwork ({})", found.code)),
            property(&shown(file.source.path())),
            start.line,
            end.line,
            data(&found.message)
        );
    }
    out
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_a_meaning_is_escaped() {
        assert_eq!(data("50%\nmore"), "50%25%0Amore");
        assert_eq!(property("a:b,c"), "a%3Ab%2Cc");
    }
}
