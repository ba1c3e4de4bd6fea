//! The programs under `examples/` print what GNU Octave printed when their outputs
//! were recorded.
#![expect(clippy::disallowed_methods, reason = "the test reads the recorded outputs")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

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

/// Each example: its name, its driver, and what Octave printed.
fn recorded() -> Vec<(String, PathBuf, Vec<u8>)> {
    let outputs = std::fs::read_dir(examples().join("expected")).expect("outputs were recorded");
    let all: Vec<(String, PathBuf, Vec<u8>)> = outputs
        .flatten()
        .map(|entry| {
            let path = entry.path();
            let name = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
            let driver =
                driver(&examples(), &name).unwrap_or_else(|| panic!("{name} has no driver"));
            (name, driver, std::fs::read(&path).expect("the output can be read"))
        })
        .collect();
    assert!(all.len() >= 24, "only {} examples were found", all.len());
    all
}

/// Runs Formwork beside a file.
fn formwork(arguments: &[&str], file: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_formwork"))
        .args(arguments)
        .arg(file.file_name().expect("it has a name"))
        .current_dir(file.parent().expect("it is in a folder"))
        .output()
        .expect("the program starts")
}

#[test]
fn every_example_prints_what_octave_prints() {
    let mut failures = Vec::new();
    for (name, driver, wanted) in recorded() {
        let output = formwork(&["run", "--timeout", "120"], &driver);
        if output.stdout != wanted {
            failures.push(format!("{name}: {}", String::from_utf8_lossy(&output.stderr)));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A message says where a variable without a value was read: elsewhere in a residual.
fn without_places(output: &[u8]) -> Vec<String> {
    let place = |line: &str| line.split(" near line ").next().unwrap_or_default().to_owned();
    String::from_utf8_lossy(output).lines().map(place).collect()
}

/// The residual of every example, moved away from what it was made of, prints the same.
#[test]
fn every_residual_prints_what_octave_prints() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("residuals");
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let mut failures = Vec::new();
    for (name, driver, wanted) in recorded() {
        let residual = folder.join(format!("residual_{name}.m"));
        let target = residual.to_string_lossy();
        let made = formwork(&["specialize", "-o", &target], &driver);
        let output = formwork(&["run", "--timeout", "120"], &residual);
        let same = without_places(&output.stdout) == without_places(&wanted);
        if !made.status.success() || !same {
            let (made, run) = (made.stderr, output.stderr);
            let (made, run) = (String::from_utf8_lossy(&made), String::from_utf8_lossy(&run));
            failures.push(format!("{name}: {made}{run}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
