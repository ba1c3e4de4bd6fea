//! The markdown tests of inference: programs whose `%?` comments say what variables
//! are after their line.
//!
//! `%? x : A | B` says what `x` is in each way its function is called in; `of any value` behind a
//! type, that nothing more is known of `x`. An `args` block says what the parameters are; a program
//! with `dialect=matlab` is read as MATLAB's. A case
//! below a heading with "known gap" in it must fail: when it does not, it belongs elsewhere.

use std::path::Path;

use formwork_driver::{full_type_text, type_text};
use formwork_hir::{MemoryHost, Program};
use formwork_infer::{Analysis, Analyst, ArgumentSpec, Definition, DefinitionKind, Options};
use formwork_mdtest::{Block, Case, Claim, Report, assertions};
use formwork_shape::Dialect;

#[test]
fn variables_are_what_programs_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("mdtests");
    formwork_mdtest::run(folder, |case| {
        let mut report = Report::new();
        let wrong = mistakes(case);
        if case.name.contains("known gap") {
            if wrong.is_empty() {
                report.fail("this is known now: move it to where it belongs");
            }
            return report;
        }
        for message in wrong {
            report.fail(message);
        }
        report
    });
}

/// What inference does not see as the case says.
fn mistakes(case: &Case) -> Vec<String> {
    let programs: Vec<&Block> = case.blocks("matlab").collect();
    if programs.is_empty() {
        return vec!["there is no program".to_owned()];
    }
    programs.into_iter().flat_map(|program| mistakes_in(program, case)).collect()
}

/// What inference does not see as a program of the case says.
fn mistakes_in(program: &Block, case: &Case) -> Vec<String> {
    let claims = match assertions(&program.text) {
        Ok(claims) => claims,
        Err(message) => return vec![message],
    };
    let lines = case.block("args").map(|block| block.text.lines()).into_iter().flatten();
    let specs: Result<Vec<ArgumentSpec>, _> = lines.map(ArgumentSpec::parse).collect();
    let mut host = MemoryHost::default();
    let path = Path::new("case.m");
    host.insert(path, program.text.as_bytes());
    let matlab = program.argument("dialect") == Some("matlab");
    let (spoken, dialect) = if matlab {
        (formwork_syntax::Dialect::Matlab, Dialect::Matlab)
    } else {
        (formwork_syntax::Dialect::Auto, Options::default().dialect)
    };
    let mut program = Program::new(&host, spoken, Vec::new());
    program.read_unfinished();
    let mut analyst = Analyst::new(program, Options { dialect, ..Options::default() });
    let outcome = specs.and_then(|specs| analyst.analyse_file(path, None, &specs));
    if let Err(error) = outcome {
        return vec![error.to_string()];
    }
    let analysis = analyst.finish();
    let mut wrong = Vec::new();
    for assertion in claims {
        let message = match &assertion.claim {
            Claim::Type { name, text } if text.contains(" | ") => {
                let found = ways(&analysis, name, assertion.line).join(" | ");
                (*text != found).then(|| format!("{name} is not `{text}` but `{found}`"))
            }
            Claim::Type { name, text } => match state(&analysis, name, assertion.line) {
                None => Some(format!("{name} has no value")),
                Some(definition) => {
                    let short = type_text(&definition.value, &analysis.algebra);
                    let full = full_type_text(&definition.value, &analysis.algebra);
                    let holds = match text.strip_suffix(" of any value") {
                        Some(text) => text == full,
                        None => *text == short || *text == full,
                    };
                    (!holds).then(|| format!("{name} is not `{text}` but `{full}`"))
                }
            },
            Claim::SameShape { name, other } => {
                let [one, two] = [name, other].map(|name| {
                    state(&analysis, name, assertion.line).and_then(|one| one.value.shape)
                });
                (one.is_none() || one != two).then(|| format!("{name} and {other} differ"))
            }
            // Diagnostics are the business of another crate.
            Claim::Diagnostic(_) => None,
        };
        wrong.extend(message.map(|message| format!("line {}: {message}", assertion.line)));
    }
    wrong
}

/// What a variable is that is defined in a line, in each way its function is called in.
fn ways(analysis: &Analysis, name: &str, line: u32) -> Vec<String> {
    let functions = analysis.functions.iter();
    let own = functions.flat_map(|function| {
        function
            .definitions
            .iter()
            .filter(|one| one.kind != DefinitionKind::Temp && &*one.name == name)
            .filter(move |one| function.source.place(one.span.start).line == line)
    });
    own.map(|definition| type_text(&definition.value, &analysis.algebra)).collect()
}

/// The last definition of a variable at or before a line.
fn state<'a>(analysis: &'a Analysis, name: &str, line: u32) -> Option<&'a Definition> {
    let functions = analysis.functions.iter();
    let own = functions.filter_map(|function| {
        function
            .definitions
            .iter()
            .filter(|one| one.kind != DefinitionKind::Temp && &*one.name == name)
            .map(|one| (function.source.place(one.span.start).line, one))
            .filter(|(at, _)| *at <= line)
            .max_by_key(|(at, _)| *at)
    });
    own.max_by_key(|(at, _)| *at).map(|(_, one)| one)
}
