//! `cargo run -p formwork_native --example sac_program -- prog.sac folder [--by-types]
//! [--keep-checks]`: writes the C of a SaC-mini program, with a `main`, into a folder.
#![expect(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a tool for those who work on it"
)]

use std::path::Path;

use formwork_array::optimise::{Options as Improvements, optimise_with};
use formwork_array::read_module;
use formwork_native::c::{Options, ProgramOptions, emit_c, emit_program};
use formwork_native::to_loops::lower_program;

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let has = |words: &[String], flag: &str| words.iter().any(|word| word == flag);
    let improvements = Improvements {
        by_types: has(&words, "--by-types"),
        keep_checks: has(&words, "--keep-checks"),
        verified: true,
    };
    words.retain(|word| !word.starts_with("--"));
    let text = std::fs::read_to_string(&words[0]).unwrap();
    let mut module = read_module(&text).unwrap();
    optimise_with(&mut module, &improvements).unwrap();
    let root = module.find("main").unwrap();
    let lowered = lower_program(&module, root).unwrap();
    let mut options = Options::new("program");
    options.described_entries = true;
    let files = emit_c(&lowered, &options).unwrap();
    let function = &module.functions[root];
    let about = ProgramOptions {
        arguments: module.parameter_types(root).iter().map(ToString::to_string).collect(),
        results: function.results.iter().map(|ty| ty.base.to_string()).collect(),
        column_major: false,
    };
    let main = emit_program(&lowered, &function.name, &files.header_name, &about).unwrap();
    let folder = Path::new(&words[1]);
    std::fs::create_dir_all(folder).unwrap();
    let all = [(files.header_name, files.header), (files.source_name, files.source)];
    for (name, text) in all.into_iter().chain([("main.c".to_owned(), main)]) {
        std::fs::write(folder.join(name), text).unwrap();
    }
}
