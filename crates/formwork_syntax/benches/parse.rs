//! Throughput of reading, printing and dumping on one core.
//!
//! The text is the library of the installed GNU Octave, or our own examples many
//! times over where there is none. `lines` only counts line ends: what a machine
//! can do at most, for comparing machines.
#![expect(clippy::disallowed_methods, reason = "a benchmark reads its input")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use divan::Bencher;
use divan::counter::BytesCount;
use formwork_syntax::{Dialect, LineIndex, dump, parse, print};

fn main() {
    divan::main();
}

static TEXTS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let folder = octave_library()
        .unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples"));
    let mut texts = Vec::new();
    read_programs(&folder, &mut texts);
    // Enough text that one round takes longer than a clock tick.
    let once = texts.clone();
    while !once.is_empty() && texts.iter().map(Vec::len).sum::<usize>() < 2_000_000 {
        texts.extend(once.iter().cloned());
    }
    texts
});

fn octave_library() -> Option<PathBuf> {
    let output = Command::new("octave-config").args(["-p", "FCNFILEDIR"]).output().ok()?;
    let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
    path.is_dir().then_some(path)
}

fn read_programs(folder: &Path, texts: &mut Vec<Vec<u8>>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            read_programs(&path, texts);
        } else if path.extension().is_some_and(|extension| extension == "m") {
            texts.extend(std::fs::read(path).ok());
        }
    }
}

fn total() -> BytesCount {
    BytesCount::new(TEXTS.iter().map(Vec::len).sum::<usize>())
}

#[divan::bench]
fn lines(bencher: Bencher) {
    bencher
        .counter(total())
        .bench(|| TEXTS.iter().map(|text| LineIndex::new(text).len()).sum::<usize>());
}

#[divan::bench]
fn read(bencher: Bencher) {
    bencher.counter(total()).bench(|| {
        TEXTS.iter().map(|text| parse(text, Dialect::Auto).tree.expr_count()).sum::<usize>()
    });
}

#[divan::bench]
fn read_and_print(bencher: Bencher) {
    bencher.counter(total()).bench(|| {
        TEXTS.iter().map(|text| print(&parse(text, Dialect::Auto).tree).len()).sum::<usize>()
    });
}

#[divan::bench]
fn read_and_dump(bencher: Bencher) {
    bencher.counter(total()).bench(|| {
        TEXTS.iter().map(|text| dump::sexpr(&parse(text, Dialect::Auto).tree).len()).sum::<usize>()
    });
}
