//! The markdown tests of names.
//!
//! Each `matlab` block is a file: `file=main.m` gives its path, `main.m` if there
//! is none. A `names` block lists what the names of the first file mean. Folders
//! named by `path=` on the `names` block are the search path. No test reads a file
//! it does not need: resolving loads the one file only.

use std::path::{Path, PathBuf};

use formwork_hir::{MemoryHost, Program, list_names};
use formwork_mdtest::{Case, Report};
use formwork_syntax::Dialect;

#[test]
fn markdown() {
    formwork_mdtest::run(concat!(env!("CARGO_MANIFEST_DIR"), "/mdtests"), check);
}

fn check(case: &Case) -> Report {
    let mut report = Report::new();
    let mut host = MemoryHost::default();
    let mut first: Option<PathBuf> = None;
    for (index, block) in case.blocks.iter().enumerate() {
        match block.language.as_str() {
            "matlab" => {
                let path = PathBuf::from(block.argument("file").unwrap_or("main.m"));
                host.insert(path.clone(), block.text.clone());
                first.get_or_insert(path);
            }
            "names" => {
                let path = block.argument("path").map(PathBuf::from).into_iter().collect();
                let entry = first.clone().unwrap_or_default();
                report.generate(index, names(&host, &entry, path));
            }
            other => report.fail(format!("unknown block `{other}`")),
        }
    }
    if case.block("names").is_none() {
        report.fail("a case without a `names` block checks nothing");
    }
    report
}

fn names(host: &MemoryHost, entry: &Path, search_path: Vec<PathBuf>) -> String {
    let mut program = Program::new(host, Dialect::Auto, search_path);
    match program.load(entry) {
        Ok(file) => {
            let names = program.resolve(file);
            assert_eq!(program.loaded(), 1, "resolving reads no other file");
            list_names(program.file(file), &names)
        }
        Err(error) => format!("{error}\n"),
    }
}
