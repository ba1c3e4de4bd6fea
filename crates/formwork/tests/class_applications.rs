//! The applications under `examples/applications/` that are written with classes print what GNU
//! Octave printed, and nothing is found in them.
#![expect(clippy::disallowed_methods, reason = "the test reads the recorded outputs")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const APPLICATIONS: [&str; 3] = ["accounts", "manifold", "queueing"];

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/applications").join(name)
}

fn formwork(arguments: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_formwork"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program starts")
}

#[test]
fn applications_print_what_octave_prints() {
    for name in APPLICATIONS {
        let folder = folder(name);
        let file = format!("{name}.m");
        let wanted = std::fs::read(folder.join("expected.txt")).expect("the output was recorded");
        let output = formwork(&["run", file.as_str()], &folder);
        assert!(output.status.success(), "{name}: {output:?}");
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(printed, String::from_utf8_lossy(&wanted), "{name}");
    }
}

#[test]
fn nothing_is_found_in_applications() {
    for name in APPLICATIONS {
        let output = formwork(&["check", "."], &folder(name));
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && text.contains("nothing found"), "{name}: {text}");
    }
}
