//! The applications under `examples/applications/` print what GNU Octave printed, as they stand and
//! as residuals, and nothing but arrays that grow is found in them.
#![expect(clippy::disallowed_methods, reason = "the test reads the recorded outputs")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Those that are written with classes.
const WITH_CLASSES: [&str; 3] = ["accounts", "manifold", "queueing"];

/// Those that are written with functions.
const WITH_FUNCTIONS: [&str; 9] = [
    "images",
    "life",
    "logs",
    "network",
    "portfolio",
    "powerflow",
    "report",
    "spectral",
    "tracking",
];

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

fn expect_output(name: &str, what: &str, output: &Output) {
    let wanted = std::fs::read(folder(name).join("expected.txt")).expect("the output was recorded");
    assert!(output.status.success(), "{name}, {what}: {output:?}");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(printed, String::from_utf8_lossy(&wanted), "{name}, {what}");
}

#[test]
fn applications_print_what_octave_prints() {
    for name in WITH_CLASSES.into_iter().chain(WITH_FUNCTIONS) {
        let output = formwork(&["run", &format!("{name}.m")], &folder(name));
        expect_output(name, "as it stands", &output);
    }
}

#[test]
fn residuals_of_applications_print_the_same() {
    // The two that compute longest are left to `cargo xtask equivalence`.
    for name in WITH_FUNCTIONS.into_iter().filter(|name| !matches!(*name, "life" | "spectral")) {
        let residual = formwork(&["specialize", &format!("{name}.m")], &folder(name));
        assert!(residual.status.success(), "{name}: {residual:?}");
        let here = std::env::temp_dir().join(format!("formwork-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&here).expect("a folder can be made");
        let file = here.join("residual.m");
        std::fs::write(&file, &residual.stdout).expect("a file can be written");
        let path = file.to_string_lossy().into_owned();
        let own = folder(name).to_string_lossy().into_owned();
        let output = formwork(&["run", "--path", &own, &path], &folder(name));
        let _ = std::fs::remove_dir_all(&here);
        expect_output(name, "as a residual", &output);
    }
}

#[test]
fn nothing_is_found_in_applications() {
    for name in WITH_CLASSES {
        let output = formwork(&["check", "."], &folder(name));
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && text.contains("nothing found"), "{name}: {text}");
    }
    for name in WITH_FUNCTIONS {
        let output = formwork(&["check", "."], &folder(name));
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let heads = text.lines().filter(|line| line.starts_with(char::is_alphabetic));
        let others: Vec<&str> =
            heads.filter(|line| !line.starts_with("note[growing-array]")).collect();
        assert!(output.status.success() && others.is_empty(), "{name}: {text}");
    }
}
