//! `cargo run -p formwork_lower --example region_c -- file.m 'n : double 1x1'`: the regions of
//! the first function of a file, given what is said of its parameters, as optimised array IR
//! and as C. `--ir`, `--loops` or `--c` alone show one of them.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a tool for those who work on it"
)]

use std::path::Path;

use formwork_array::optimise::{Options as Improvements, optimise_with};
use formwork_array::print_function;
use formwork_hir::MemoryHost;
use formwork_infer::{Analyst, ArgumentSpec, Options};
use formwork_lower::{Found, Lowering, Worth, from_inference, regions};
use formwork_native::c::{Options as COptions, emit_c};
use formwork_native::loops::clean_up;
use formwork_native::to_loops::lower_module;

fn main() {
    let mut shown: Vec<String> = std::env::args().skip(1).collect();
    let flags: Vec<String> = shown.iter().filter(|one| one.starts_with("--")).cloned().collect();
    shown.retain(|one| !one.starts_with("--"));
    let wants = |name: &str| flags.is_empty() || flags.iter().any(|flag| flag == name);
    let text = std::fs::read(&shown[0]).unwrap();
    let specs: Vec<ArgumentSpec> =
        shown[1..].iter().map(|spec| ArgumentSpec::parse(spec).unwrap()).collect();
    let mut host = MemoryHost::default();
    let path = Path::new("case.m");
    host.insert(path, text.as_slice());
    let mut analyst = Analyst::over(&host, Vec::new(), Options::default());
    analyst.analyse_file(path, None, &specs).unwrap();
    let (analysis, mut names) = analyst.finish_keeping_program();
    let function = analysis.functions.iter().find(|one| one.entry).unwrap();
    let mut lowering = Lowering::default();
    let entry = |stmt: &_, slot| from_inference::given_before(function, &analysis, stmt, slot);
    let Found { regions, reasons } =
        regions(&mut lowering, &function.body, &entry, &mut names, Worth::Loops);
    let mut module = lowering.into_module();
    for reason in &reasons {
        println!("/* not compiled: {reason} */");
    }
    if flags.iter().any(|flag| flag == "--raw") {
        for region in &regions {
            println!("{}", print_function(&module, &module.functions[region.function]));
        }
        return;
    }
    let keep_checks = flags.iter().any(|flag| flag == "--keep-checks");
    let by_types = flags.iter().any(|flag| flag == "--by-types");
    let options = Improvements { keep_checks, by_types, verified: true };
    let report = optimise_with(&mut module, &options).unwrap();
    if wants("--ir") {
        println!("/* {:?} */", report.functions());
        for region in &regions {
            println!("{}", print_function(&module, &module.functions[region.function]));
        }
    }
    let mut lowered = lower_module(&module).unwrap();
    clean_up(&mut lowered);
    if wants("--loops") {
        println!("{lowered}");
    }
    let files = emit_c(&lowered, &COptions::new("region")).unwrap();
    if wants("--c") {
        println!("{}\n{}", files.header, files.source);
    }
}
