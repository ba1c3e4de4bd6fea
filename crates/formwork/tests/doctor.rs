//! `formwork doctor`: what it finds, what it says of what it does not find, and how it exits.

use std::path::Path;
use std::process::{Command, Output};

use formwork_mdtest::Folder;
use serde_json::Value;

/// Runs it on a machine that has nothing but what is in a folder.
fn doctor(folder: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_formwork"));
    command.arg("doctor").args(arguments).current_dir(folder).env_clear();
    command.env("PATH", folder.join("bin")).env("HOME", folder.join("home"));
    command.envs(environment.iter().copied()).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The states of everything that was examined, by their keys.
fn states(output: &Output) -> Vec<(String, String)> {
    let all: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let examined = all["examined"].as_array().expect("a list").iter();
    let word = |value: &Value| value.as_str().expect("a text").to_owned();
    examined.map(|one| (word(&one["key"]), word(&one["state"]))).collect()
}

fn state<'s>(states: &'s [(String, String)], key: &str) -> Option<&'s str> {
    states.iter().find(|(known, _)| known == key).map(|(_, state)| state.as_str())
}

#[test]
fn a_bare_machine_is_enough_and_is_told_what_it_lacks() {
    let folder = Folder::new("bare");
    let output = doctor(&folder.0, &[], &[]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let told = text(&output.stdout);
    for lacking in ["Octave", "C compiler", "git", "editor extension"] {
        let line = told.lines().find(|line| line.contains(lacking)).unwrap_or_default();
        assert!(line.starts_with("missing "), "{lacking}:\n{told}");
    }
    assert!(told.contains("-> install it (Debian: `apt install octave`)"), "{told}");
    assert!(told.contains("none: the defaults hold"), "{told}");
    assert!(told.lines().all(|line| line.chars().count() <= 100 || line.contains('/')), "{told}");
    assert!(!told.contains('\u{1b}'), "no colours where nobody sees them");
    let listed = states(&doctor(&folder.0, &["--json"], &[]));
    assert_eq!(state(&listed, "octave"), Some("missing"));
    assert_eq!(state(&listed, "compiler"), Some("missing"));
    assert_eq!(state(&listed, "formwork"), Some("found"));
}

#[test]
fn what_is_there_is_found() {
    let folder = Folder::new("there");
    folder.file("octave/share/octave/9.1.0/m/general/flip.m", "function flip, end\n");
    folder.file("octave/share/octave/packages/signal-1.4.5/packinfo/DESCRIPTION", "Name: signal\n");
    folder.file("home/.vscode/extensions/formwork.formwork-0.1.0/package.json", "{}");
    folder.file("home/.cache/formwork/native/one", "0123456789");
    folder.file("formwork.toml", "dialect = \"matlab\"\n");
    folder.file(".formwork_cache/a", "four");
    let home = folder.0.join("octave").to_string_lossy().into_owned();
    let output = doctor(&folder.0, &[], &[("OCTAVE_HOME", &home)]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let told = text(&output.stdout).split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "Octave 9.1.0",
        "signal-1.4.5",
        "octave/share/octave/9.1.0/m",
        "matlab (formwork.toml)",
        "4 bytes in 1 file: .formwork_cache",
        "10 bytes in 1 file:",
        "ok editor extension installed",
    ] {
        assert!(told.contains(part), "{part}:\n{told}");
    }
    let given = doctor(&folder.0, &["--dialect", "octave"], &[]);
    assert!(text(&given.stdout).contains("octave (--dialect)"));
}

#[test]
fn what_was_asked_for_and_cannot_be_used_is_a_fault() {
    let folder = Folder::new("faults");
    for (toml, environment, key) in [
        ("dialct = \"octave\"\n", vec![], "configuration"),
        ("path = [\"nowhere\"]\n", vec![], "path"),
        ("", vec![("OCTAVE_HOME", "/nowhere")], "octave"),
        ("", vec![("CC", "no-such-compiler")], "compiler"),
    ] {
        folder.file("formwork.toml", toml);
        let output = doctor(&folder.0, &["--json"], &environment);
        assert_eq!(output.status.code(), Some(1), "{key}: {}", text(&output.stdout));
        let listed = states(&output);
        assert_eq!(state(&listed, key), Some("faulty"), "{listed:?}");
        assert_eq!(listed.iter().filter(|(_, state)| state == "faulty").count(), 1, "{listed:?}");
        let told = text(&doctor(&folder.0, &[], &environment).stdout);
        assert!(told.ends_with("\nOne thing has to be repaired.\n"), "{told}");
    }
}
