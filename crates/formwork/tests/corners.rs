//! Corners of the language and its functions: the programs in `corners/` print what GNU
//! Octave 7.3 printed when their outputs were recorded.
//!
//! Most lines were found by `cargo xtask oracle --programs N`. To record the outputs anew, run
//! `octave-cli --norc -q NAME.m > NAME.txt` in that folder.
#![expect(clippy::disallowed_methods, reason = "the test reads the recorded outputs")]

use std::path::Path;
use std::process::Command;

#[test]
fn corners_print_what_octave_prints() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corners");
    let mut failures = Vec::new();
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).expect("outputs were recorded").flatten() {
        let recorded = entry.path();
        if recorded.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let program = recorded.with_extension("m");
        let output = Command::new(env!("CARGO_BIN_EXE_formwork"))
            .arg("run")
            .arg(program.file_name().expect("it has a name"))
            .current_dir(&folder)
            .output()
            .expect("the program starts");
        let wanted = std::fs::read(&recorded).expect("the output can be read");
        let (ours, wanted) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&wanted));
        let differs = ours.lines().zip(wanted.lines()).find(|(ours, wanted)| ours != wanted);
        if ours != wanted {
            failures.push(format!("{}: {differs:?}", program.display()));
        }
        count += 1;
    }
    assert!(count >= 6, "only {count} programs were found");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
