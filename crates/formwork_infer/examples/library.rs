//! Walks many files and prints totals: a developer's view.

use std::path::{Path, PathBuf};
use std::time::Instant;

use formwork_hir::{Entry, Host};
use formwork_infer::{Analyst, Options, Summary};

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
    let files: Vec<PathBuf> = std::env::args().skip(1).map(PathBuf::from).collect();
    let mut folders: Vec<PathBuf> =
        files.iter().filter_map(|file| file.parent().map(Path::to_path_buf)).collect();
    folders.sort();
    folders.dedup();
    let mut total = Summary::default();
    let mut times = Vec::new();
    let mut blame: std::collections::HashMap<String, usize> = Default::default();
    for file in &files {
        let start = Instant::now();
        let outcome = std::panic::catch_unwind(|| {
            let mut analyst = Analyst::over(&Disk, folders.clone(), Options::default());
            analyst.analyse_everything(file);
            let analysis = analyst.finish();
            if std::env::var_os("UNKNOWN").is_some() {
                for function in analysis.functions.iter().filter(|f| f.entry) {
                    for definition in &function.definitions {
                        if analysis.knowledge(definition.value.shape)
                            == formwork_infer::Knowledge::Unknown
                        {
                            let place = function.source.place(definition.span.start);
                            let text = &function.source.text()
                                [definition.span.start as usize..definition.span.end as usize];
                            println!(
                                "U {} {} {}:{} {}",
                                definition.kind.name(),
                                definition.name,
                                file.file_name().unwrap_or_default().to_string_lossy(),
                                place.line,
                                String::from_utf8_lossy(text).replace('\n', " ")
                            );
                        }
                    }
                }
            }
            let mut summary = Summary::default();
            for function in analysis.functions.iter().filter(|f| f.entry) {
                summary.add(analysis.summary(function));
            }
            (summary, analysis.blame, analysis.exhausted)
        });
        match outcome {
            Ok((summary, names, exhausted)) => {
                total.add(summary);
                for (name, count) in names {
                    *blame.entry(name).or_default() += count;
                }
                if exhausted {
                    println!("exhausted: {}", file.display());
                }
            }
            Err(_) => println!("PANIC {}", file.display()),
        }
        times.push((start.elapsed(), file));
    }
    times.sort();
    for (time, file) in times.iter().rev().take(12) {
        println!("{time:?} {}", file.display());
    }
    println!("total {:?}", times.iter().map(|(time, _)| *time).sum::<std::time::Duration>());
    println!("{total:?}");
    println!(
        "explicit {:.1} %, symbolic {:.1} %, unknown {:.1} %",
        100.0 * total.explicit as f64 / total.shapes as f64,
        100.0 * total.symbolic as f64 / total.shapes as f64,
        100.0 * total.unknown as f64 / total.shapes as f64
    );
    let mut blame: Vec<_> = blame.into_iter().collect();
    blame.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    println!("{:?}", &blame[..blame.len().min(60)]);
}
