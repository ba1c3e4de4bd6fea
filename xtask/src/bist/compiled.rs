//! The blocks of a file as native code: `cargo xtask equivalence --bist --native`.
//!
//! They are interpreted first, which collects what they would compile; that is compiled in one
//! go, and they are run again, everything that can be as native code.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use formwork_fuzz::{Behaviour, run_in};
use formwork_jit::{Batch, CodeStore, Jit};

use super::blocks::{Beside, FILE};
use crate::native::equivalence::compile;

/// What came of a block.
pub(crate) struct Compared {
    /// Where the block begins.
    pub(crate) line: usize,
    /// What it does otherwise as native code.
    pub(crate) difference: Option<String>,
}

/// Runs the blocks of a file in both ways. `before` is told of each block that is about to run,
/// and whether as native code; `after` what came of it.
pub(crate) fn compare(
    programs: &[(usize, String)],
    folders: &[PathBuf],
    mut before: impl FnMut(usize, bool),
    mut after: impl FnMut(Compared),
) {
    let batch = Batch::default();
    let mut expected = Vec::new();
    for (line, program) in programs {
        before(*line, false);
        expected.push(behaviour(program, folders, || CodeStore::collecting(&batch)));
    }
    let library = match compile(&batch, "-O1") {
        Ok(library) => library,
        Err(message) => {
            let line = programs.first().map_or(0, |(line, _)| *line);
            after(Compared {
                line,
                difference: Some(format!("the C compiler refuses: {message}")),
            });
            return;
        }
    };
    for ((line, program), expected) in programs.iter().zip(expected) {
        before(*line, true);
        let Ok(store) = CodeStore::ready(&library) else { continue };
        let found = behaviour(program, folders, || store);
        let difference = match (expected, found) {
            (Some(expected), Some(found)) => {
                let stopped = expected.stopped || found.stopped;
                (!stopped && found != expected).then(|| told(&expected, &found))
            }
            (None, None) => None,
            (_, None) => Some("panics".to_owned()),
            (None, _) => Some("panics only when it is interpreted".to_owned()),
        };
        after(Compared { line: *line, difference });
    }
    if let Some(folder) = library.parent() {
        // What cannot be removed is in a folder for such things.
        let _ = std::fs::remove_dir_all(folder);
    }
}

/// What a block does; `None` if that ends in a panic.
fn behaviour(
    program: &str,
    folders: &[PathBuf],
    store: impl FnOnce() -> CodeStore,
) -> Option<Behaviour> {
    let host = Beside { text: program.as_bytes() };
    let run = || {
        run_in(&host, (Path::new(FILE), folders), &[], |interpreter, stop| {
            let native = Jit::new(store(), stop.clone(), true);
            interpreter.set_accelerator(Box::new(native));
        })
    };
    catch_unwind(AssertUnwindSafe(run)).ok()
}

fn told(expected: &Behaviour, found: &Behaviour) -> String {
    let lines = expected.output.lines().zip(found.output.lines());
    let at = lines
        .filter(|(one, other)| one != other)
        .map(|(one, other)| format!("prints {other:?}, not {one:?}\n"))
        .next();
    format!("{}ends with {:?}, not {:?}", at.unwrap_or_default(), found.error, expected.error)
}
