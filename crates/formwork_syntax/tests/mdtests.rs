//! The markdown tests of reading and printing.
//!
//! A `matlab` block is read. A `tree` block below it is its structure, a `printed`
//! block its text as we print it, an `errors` block what is wrong with it; without
//! an `errors` block nothing is. Whatever has no error must print to text that
//! reads back to the same tree.

use std::fmt::Write as _;

use formwork_mdtest::{Case, Report};
use formwork_syntax::{Dialect, LineIndex, Severity, SyntaxError, dump, parse, print};

#[test]
fn markdown() {
    formwork_mdtest::run(concat!(env!("CARGO_MANIFEST_DIR"), "/mdtests"), check);
}

fn check(case: &Case) -> Report {
    let mut report = Report::new();
    let mut source: Option<(String, Dialect)> = None;
    let mut errors_expected = false;
    for (index, block) in case.blocks.iter().enumerate() {
        if block.language == "matlab" {
            if let Some((source, dialect)) = source.take() {
                finish(&source, dialect, errors_expected, &mut report);
            }
            let dialect = block.argument("dialect").unwrap_or("auto").parse();
            let dialect = dialect.unwrap_or_else(|error| {
                report.fail(error);
                Dialect::Auto
            });
            source = Some((block.text.clone(), dialect));
            errors_expected = false;
            continue;
        }
        let Some((source, dialect)) = &source else {
            report.fail(format!("a `{}` block without a program above it", block.language));
            continue;
        };
        let parsed = parse(source.as_bytes(), *dialect);
        match block.language.as_str() {
            "tree" => report.generate(index, dump::sexpr(&parsed.tree)),
            "printed" => {
                report.generate(index, String::from_utf8_lossy(&print(&parsed.tree)).into_owned());
            }
            "errors" => {
                errors_expected = true;
                report.generate(index, show_errors(source.as_bytes(), &parsed.errors));
            }
            other => report.fail(format!("unknown block `{other}`")),
        }
    }
    if let Some((source, dialect)) = source {
        finish(&source, dialect, errors_expected, &mut report);
    }
    report
}

fn finish(source: &str, dialect: Dialect, errors_expected: bool, report: &mut Report) {
    let parsed = parse(source.as_bytes(), dialect);
    if !parsed.errors.is_empty() && !errors_expected {
        report.fail(format!(
            "unexpected errors:\n{}",
            show_errors(source.as_bytes(), &parsed.errors)
        ));
    }
    if !parsed.is_ok() {
        return;
    }
    let printed = print(&parsed.tree);
    let again = parse(&printed, dialect);
    let (before, after) = (dump::sexpr(&parsed.tree), dump::sexpr(&again.tree));
    if before != after {
        report.fail(format!(
            "printed text reads back differently:\n{}\n{}",
            String::from_utf8_lossy(&printed),
            formwork_mdtest::line_diff(&before, &after)
        ));
    } else if print(&again.tree) != printed {
        report.fail("printing twice gives different texts".to_owned());
    }
}

fn show_errors(source: &[u8], errors: &[SyntaxError]) -> String {
    let lines = LineIndex::new(source);
    let mut out = String::new();
    for error in errors {
        let place = lines.line_column(source, error.span.start);
        let severity = match error.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let _ = writeln!(
            out,
            "{}:{}: {severity}[{}] {}",
            place.line,
            place.column,
            error.code.name(),
            error.message
        );
    }
    out
}
