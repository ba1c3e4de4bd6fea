//! Throughput of reading, printing and dumping on one core.
//!
//! The text is the library of the installed GNU Octave, or our own examples many
//! times over where there is none. `lines` only counts line ends: what a machine
//! can do at most, for comparing machines.
#![expect(clippy::disallowed_methods, reason = "a benchmark reads its input")]

use std::path::Path;
use std::sync::LazyLock;

use divan::Bencher;
use divan::counter::BytesCount;
use formwork_mdtest::{octave_library, program_files};
use formwork_syntax::{Dialect, LineIndex, dump, parse, print};

fn main() {
    divan::main();
}

static TEXTS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let folder = octave_library()
        .unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples"));
    let mut texts: Vec<Vec<u8>> =
        program_files(folder).iter().filter_map(|path| std::fs::read(path).ok()).collect();
    // Enough text that one round takes longer than a clock tick.
    let once = texts.clone();
    while !once.is_empty() && texts.iter().map(Vec::len).sum::<usize>() < 2_000_000 {
        texts.extend(once.iter().cloned());
    }
    texts
});

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
