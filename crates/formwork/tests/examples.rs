//! The programs under `examples/` print what GNU Octave printed when their outputs
//! were recorded.
#![expect(clippy::disallowed_methods, reason = "the test reads the recorded outputs")]

use std::path::{Path, PathBuf};
use std::process::Command;

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

/// The driver `drv_NAME.m` below `folder`.
fn driver(folder: &Path, name: &str) -> Option<PathBuf> {
    for entry in std::fs::read_dir(folder).ok()?.flatten() {
        let path = entry.path();
        if path.is_dir() {
            if let Some(found) = driver(&path, name) {
                return Some(found);
            }
        } else if path
            .file_name()
            .is_some_and(|file| file.to_string_lossy() == format!("drv_{name}.m"))
        {
            return Some(path);
        }
    }
    None
}

#[test]
fn every_example_prints_what_octave_prints() {
    let expected = examples().join("expected");
    let mut count = 0;
    let mut failures = Vec::new();
    for entry in std::fs::read_dir(&expected).expect("outputs were recorded").flatten() {
        let path = entry.path();
        let name = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
        let driver = driver(&examples(), &name).unwrap_or_else(|| panic!("{name} has no driver"));
        let folder = driver.parent().expect("it is in a folder");
        let file = driver.file_name().expect("it has a name");
        let output = Command::new(env!("CARGO_BIN_EXE_formwork"))
            .args(["run", "--timeout", "120"])
            .arg(file)
            .current_dir(folder)
            .output()
            .expect("the program starts");
        let wanted = std::fs::read(&path).expect("the output can be read");
        count += 1;
        if output.stdout != wanted {
            failures.push(format!("{name}: {}", String::from_utf8_lossy(&output.stderr)));
        }
    }
    assert!(count >= 24, "only {count} examples were found");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
