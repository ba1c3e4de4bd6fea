//! The markdown tests of the rules: programs whose `%?` comments say what is found in their line.
//!
//! `%? error[rule]`, `%? warning[rule]` and `%? note[rule]` name a finding, several with commas
//! between them. In a line without one nothing may be found.

use std::collections::BTreeMap;
use std::path::Path;

use formwork_check::{Severity, findings};
use formwork_hir::MemoryHost;
use formwork_infer::{Analyst, Options};
use formwork_mdtest::{Claim, Report, assertions};

/// What is found in each line: severities and rules.
type ByLine = BTreeMap<usize, Vec<String>>;

#[test]
fn rules_find_what_programs_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("mdtests");
    formwork_mdtest::run(folder, |case| {
        let mut report = Report::new();
        let mut programs = case.blocks("matlab").peekable();
        if programs.peek().is_none() {
            report.fail("there is no program");
        }
        for program in programs {
            match expected(&program.text) {
                Ok(expected) => compare(&expected, &found(&program.text), &mut report),
                Err(message) => report.fail(message),
            }
        }
        report
    });
}

/// Reports the lines in which something else was found than was expected.
fn compare(expected: &ByLine, found: &ByLine, report: &mut Report) {
    let mut lines: Vec<usize> = expected.keys().chain(found.keys()).copied().collect();
    lines.sort_unstable();
    lines.dedup();
    for line in lines {
        let [wanted, got] =
            [expected, found].map(|one| one.get(&line).cloned().unwrap_or_default());
        if wanted != got {
            let [wanted, got] = [wanted, got].map(|one| one.join(", "));
            report.fail(format!("line {line}: expected `{wanted}`, found `{got}`"));
        }
    }
}

/// What the comments of a program say is found.
fn expected(program: &str) -> Result<ByLine, String> {
    let mut expected = ByLine::new();
    for assertion in assertions(program)? {
        let Claim::Diagnostic(text) = assertion.claim else {
            return Err(format!("line {}: this is said of a variable", assertion.line));
        };
        let mut all: Vec<String> = text.split(", ").map(str::to_owned).collect();
        all.sort();
        expected.insert(assertion.line as usize, all);
    }
    Ok(expected)
}

/// What the rules find.
fn found(program: &str) -> ByLine {
    let path = Path::new("case.m");
    let mut host = MemoryHost::default();
    host.insert(path, program.as_bytes());
    let options = Options { checking: true, ..Options::default() };
    let mut analyst = Analyst::over(&host, Vec::new(), options);
    analyst.analyse_everything(path);
    analyst.analyse_failing_callees(path);
    analyst.analyse_ordinary_calls(path);
    let mut found = ByLine::new();
    for finding in findings(&mut analyst.finish(), path) {
        let severity = match finding.severity {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        let before = &program.as_bytes()[..finding.span.start as usize];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        found.entry(line).or_default().push(format!("{severity}[{}]", finding.rule));
    }
    found.values_mut().for_each(|all| all.sort());
    found
}
