//! Prints what is known of a file, one line a definition: a developer's view.

use std::path::{Path, PathBuf};

use formwork_hir::{Entry, Host};
use formwork_infer::{Analyst, ArgumentSpec, Options};

struct Disk;

impl Host for Disk {
    fn list(&self, folder: &Path) -> Vec<Entry> {
        let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
        entries
            .flatten()
            .map(|entry| Entry {
                name: entry.file_name().to_string_lossy().into_owned(),
                is_folder: entry.path().is_dir(),
            })
            .collect()
    }

    fn read(&self, file: &Path) -> std::io::Result<Vec<u8>> {
        std::fs::read(file)
    }
}

#[expect(clippy::print_stdout, reason = "it is a program")]
fn main() {
    let mut args = std::env::args().skip(1);
    let Some(path) = args.next() else { return };
    let specs: Vec<ArgumentSpec> =
        args.filter_map(|text| ArgumentSpec::parse(&text).ok()).collect();
    let mut analyst = Analyst::over(&Disk, Vec::new(), Options::default());
    if let Err(error) = analyst.analyse_file(&PathBuf::from(path), None, &specs) {
        println!("{error}");
        return;
    }
    let analysis = analyst.finish();
    for function in &analysis.functions {
        println!("== {} #{} {:?}", function.name, function.variant, analysis.summary(function));
        for definition in &function.definitions {
            let place = function.source.place(definition.span.start);
            let shape = definition.value.shape.map_or("?".to_owned(), |s| analysis.algebra.text(s));
            println!(
                "{}:{} {} {} : {} {} {:?}",
                place.line,
                place.column,
                definition.kind.name(),
                definition.name,
                definition.value.classes,
                shape,
                definition.value.value
            );
        }
        for check in &function.checks {
            let place = function.source.place(check.span.start);
            println!(
                "   check {}:{} {:?} {:?}",
                place.line, place.column, check.kind, check.verdict
            );
        }
    }
    println!("{:?}", analysis.blame);
}
