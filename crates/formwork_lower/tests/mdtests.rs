//! The markdown tests: of `matlab` blocks, with what `args` say of parameters, `regions`
//! blocks list what is compiled and what is not and why; `ir` blocks show it.

use std::fmt::Write as _;
use std::path::Path;

use formwork_array::{print_function, verify};
use formwork_hir::MemoryHost;
use formwork_infer::{Analyst, ArgumentSpec, Options};
use formwork_lower::{Found, Lowering, Worth, from_inference, regions};
use formwork_mdtest::{Case, Report};

#[test]
fn programs_become_regions() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("mdtests");
    formwork_mdtest::run(folder, |case| {
        let mut report = Report::new();
        match listings(case) {
            Ok((list, ir)) => {
                for (number, block) in case.blocks.iter().enumerate() {
                    match block.language.as_str() {
                        "regions" => report.generate(number, list.clone()),
                        "ir" => report.generate(number, ir.clone()),
                        _ => {}
                    }
                }
            }
            Err(message) => report.fail(message),
        }
        report
    });
}

fn listings(case: &Case) -> Result<(String, String), String> {
    let program = case.block("matlab").ok_or("there is no program")?;
    let lines = case.block("args").map(|block| block.text.lines()).into_iter().flatten();
    let specs: Result<Vec<ArgumentSpec>, _> = lines.map(ArgumentSpec::parse).collect();
    let mut host = MemoryHost::default();
    let path = Path::new("case.m");
    host.insert(path, program.text.as_bytes());
    let mut analyst = Analyst::over(&host, Vec::new(), Options::default());
    specs
        .and_then(|specs| analyst.analyse_file(path, None, &specs))
        .map_err(|error| error.to_string())?;
    let (analysis, mut names) = analyst.finish_keeping_program();
    let function = analysis.functions.iter().find(|one| one.entry).ok_or("nothing was walked")?;
    let mut lowering = Lowering::default();
    let entry = |stmt: &_, slot| from_inference::given_before(function, &analysis, stmt, slot);
    let found = regions(&mut lowering, &function.body, &entry, &mut names, Worth::Loops);
    let module = lowering.into_module();
    verify(&module)?;
    let mut list = String::new();
    let line = |at: u32| function.source.place(at).line;
    let Found { regions, reasons } = found;
    for region in &regions {
        let name = |slot| &function.body.slots[slot].name;
        let inputs: Vec<String> =
            region.inputs.iter().map(|one| format!("{} {}", one.given, name(one.slot))).collect();
        let outputs: Vec<String> = region
            .outputs
            .iter()
            .map(|one| {
                let maybe = if one.has_state { "?" } else { "" };
                format!("{} {}{maybe}", one.kind, name(one.slot))
            })
            .collect();
        let (first, last) = (line(region.span.start), line(region.span.end.saturating_sub(1)));
        let _ = writeln!(
            list,
            "lines {first} to {last}: ({}) to ({}), {} of {} checks known",
            inputs.join(", "),
            outputs.join(", "),
            region.removed,
            region.checks
        );
    }
    for reason in &reasons {
        let _ = writeln!(list, "line {}: not compiled: {reason}", line(reason.span().start));
    }
    let mut ir = String::new();
    for region in &regions {
        ir.push_str(&print_function(&module, &module.functions[region.function]));
    }
    Ok((list, ir))
}
