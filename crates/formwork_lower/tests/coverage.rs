//! Which loops of the example programs are compiled, and why others are not: the `loops`
//! blocks of `coverage/examples.md`, of the programs that `program` blocks name.

use std::path::{Path, PathBuf};

use formwork_array::verify;
use formwork_hir::MemoryHost;
use formwork_hir::body::{Stmt, StmtKind};
use formwork_infer::{Analyst, ArgumentSpec, FunctionRecord, Options};
use formwork_lower::{Found, Lowering, Worth, from_inference, regions};
use formwork_mdtest::{Case, Report};
use formwork_syntax::Span;

#[test]
fn loops_of_the_examples() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("coverage");
    formwork_mdtest::run(folder, |case| {
        let mut report = Report::new();
        match listing(case) {
            Ok(list) => {
                for (number, block) in case.blocks.iter().enumerate() {
                    if block.language == "loops" {
                        report.generate(number, list.clone());
                    }
                }
            }
            Err(message) => report.fail(message),
        }
        report
    });
}

#[expect(clippy::disallowed_methods, reason = "tests read files")]
fn listing(case: &Case) -> Result<String, String> {
    let program = case.block("program").ok_or("no program is named")?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut list = String::new();
    for line in program.text.lines() {
        let (file, arguments) = line.split_once(" : ").unwrap_or((line, ""));
        let path = root.join(file);
        let folder = path.parent().ok_or("a file in a folder")?;
        let mut host = MemoryHost::default();
        for entry in std::fs::read_dir(folder).map_err(|error| error.to_string())? {
            let other = entry.map_err(|error| error.to_string())?.path();
            if other.extension().is_some_and(|ending| ending == "m") {
                let text = std::fs::read(&other).map_err(|error| error.to_string())?;
                host.insert(PathBuf::from(other.file_name().unwrap_or_default()), text);
            }
        }
        let specs: Result<Vec<ArgumentSpec>, _> = arguments
            .split(',')
            .filter(|one| !one.trim().is_empty())
            .map(|one| ArgumentSpec::parse(one.trim()))
            .collect();
        let mut analyst = Analyst::over(&host, Vec::new(), Options::default());
        let name = PathBuf::from(path.file_name().unwrap_or_default());
        specs
            .and_then(|specs| analyst.analyse_file(&name, None, &specs))
            .map_err(|error| error.to_string())?;
        let (analysis, mut names) = analyst.finish_keeping_program();
        for function in &analysis.functions {
            let mut lowering = Lowering::default();
            let entry =
                |stmt: &_, slot| from_inference::given_before(function, &analysis, stmt, slot);
            let found = regions(&mut lowering, &function.body, &entry, &mut names, Worth::Loops);
            verify(lowering.module())?;
            describe(function, &found, &mut list);
        }
    }
    Ok(list)
}

fn describe(function: &FunctionRecord, found: &Found, list: &mut String) {
    let mut loops = Vec::new();
    collect(&function.body.statements, &mut loops);
    for span in loops {
        let line = function.source.place(span.start).line;
        let inside = |other: Span| other.start <= span.start && span.end <= other.end;
        let text = match found.regions.iter().find(|region| inside(region.span)) {
            Some(region) => format!(
                "{} line {line}: compiled, {} of {} checks known\n",
                function.name, region.removed, region.checks
            ),
            None => {
                let reason = found.reasons.iter().find(|reason| {
                    span.start <= reason.span().start && reason.span().end <= span.end
                });
                let reason = reason.map_or("not worth it".to_owned(), ToString::to_string);
                format!("{} line {line}: {reason}\n", function.name)
            }
        };
        // A function may be called in many ways.
        if !list.contains(&text) {
            list.push_str(&text);
        }
    }
}

/// The outermost loops.
fn collect(statements: &[Stmt], loops: &mut Vec<Span>) {
    for stmt in statements {
        match &stmt.kind {
            StmtKind::For(_) | StmtKind::While(..) | StmtKind::DoUntil(..) => loops.push(stmt.span),
            kind => kind.blocks().into_iter().for_each(|inner| collect(inner, loops)),
        }
    }
}
