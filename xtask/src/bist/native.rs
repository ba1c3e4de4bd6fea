//! The blocks of a file, interpreted and run by native code wherever that can be.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use formwork_jit::{Batch, CodeStore, Counts, Jit, Toolchain};

use super::worker::{BlockVerdict, Setting, run_file};

/// Reports of each block what native code makes of it, which must be what the interpreter does;
/// how many calls of native code came to their end.
pub(super) fn run_twice(
    file: &Path,
    setting: &Setting,
    octave: &dyn Fn(usize) -> Option<String>,
    report: &mut dyn FnMut(usize, &BlockVerdict),
) -> usize {
    let batch = Batch::default();
    let mut interpreted: BTreeMap<usize, BlockVerdict> = BTreeMap::new();
    run_file(
        file,
        setting,
        octave,
        &|interpreter, stop| {
            let store = CodeStore::collecting(&batch);
            interpreter.set_accelerator(Box::new(Jit::new(store, stop.clone(), true)));
        },
        &mut |line, outcome| {
            interpreted.insert(line, outcome.clone());
        },
    );
    let cache = std::env::temp_dir().join(format!("formwork-bist-native-{}", std::process::id()));
    let toolchain = Toolchain { cache: cache.clone(), compiler: None };
    let compiled = if batch.is_empty() {
        None
    } else {
        match batch.compile(&toolchain, false, &["-O0"]) {
            Ok(path) => Some(path),
            Err(message) => {
                // The C compiler refuses what it is given, or is not there.
                interpreted.keys().for_each(|&line| {
                    report(line, &BlockVerdict::Failed(format!("native code: {message}")));
                });
                return 0;
            }
        }
    };
    let Some(compiled) = compiled else {
        interpreted.iter().for_each(|(&line, outcome)| report(line, outcome));
        return 0;
    };
    let counts: RefCell<Vec<Rc<Cell<Counts>>>> = RefCell::default();
    run_file(
        file,
        setting,
        octave,
        &|interpreter, stop| {
            if let Ok(store) = CodeStore::ready(&compiled) {
                let native = Jit::new(store, stop.clone(), true);
                counts.borrow_mut().push(native.counts());
                interpreter.set_accelerator(Box::new(native));
            }
        },
        &mut |line, outcome| match interpreted.get(&line) {
            Some(before) if before == outcome => report(line, outcome),
            before => {
                let text = format!("native code does otherwise: {outcome:?}, not {before:?}");
                report(line, &BlockVerdict::Failed(text));
            }
        },
    );
    let _ = std::fs::remove_dir_all(cache);
    counts.borrow().iter().map(|counts| counts.get().completed).sum()
}
