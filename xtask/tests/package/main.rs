//! Packages are made of the program that the tests are built with, and installed from the file as
//! a user would: each must find a bug, and the seconds from the file to the finding are told. Where a
//! tool is missing a line says so.
#![expect(clippy::disallowed_methods, reason = "the tests install packages in folders")]
#![expect(clippy::print_stdout, reason = "what is left out, and how long it took")]

mod archives;
mod continuous;
mod installed;
mod manifests;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use formwork_mdtest::Folder;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The program that the tests are built with.
fn program() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_BIN_EXE_xtask")).with_file_name("formwork");
    path.is_file().then_some(path)
}

/// Whether a program is there and runs.
fn has(program: &str) -> bool {
    let status = Command::new(program)
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}

/// Whether all of these are there; otherwise a line says what is left out.
fn have(programs: &[&str], what: &str) -> bool {
    let missing: Vec<&str> = programs.iter().copied().filter(|program| !has(program)).collect();
    if missing.is_empty() && program().is_some() {
        return true;
    }
    println!(
        "skipped, {what}: no {}",
        if missing.is_empty() { "program beside the tests" } else { missing[0] }
    );
    false
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs a command that must end well.
fn done(command: &mut Command) -> Output {
    let output = command.stdin(Stdio::null()).output().expect("it can be started");
    assert!(
        output.status.success(),
        "{command:?}\n{}{}",
        text(&output.stdout),
        text(&output.stderr)
    );
    output
}

/// A new environment of Python in a folder, with the wheel, and the pip of the Python outside for it:
/// putting pip itself into an environment takes longer than everything else.
fn environment_with_the_wheel(folder: &Path) -> (PathBuf, impl Fn() -> Command) {
    let environment = folder.join("env");
    done(Command::new("python3").args(["-m", "venv", "--without-pip"]).arg(&environment));
    let python = environment.join("bin/python3");
    let pip = move || {
        let mut pip = Command::new("python3");
        pip.args(["-m", "pip", "--disable-pip-version-check", "--python"]).arg(&python);
        pip
    };
    let mut install = pip();
    done(install.args(["install", "--quiet", "--no-index"]).arg(&packages("wheel")[0]));
    (environment, pip)
}

/// The packages of a kind, made once for all tests.
fn packages(kind: &str) -> Vec<PathBuf> {
    static WHEEL: OnceLock<Vec<PathBuf>> = OnceLock::new();
    static NPM: OnceLock<Vec<PathBuf>> = OnceLock::new();
    static DEB: OnceLock<Vec<PathBuf>> = OnceLock::new();
    let cell = match kind {
        "wheel" => &WHEEL,
        "npm" => &NPM,
        _ => &DEB,
    };
    let make = || {
        let output = Path::new(env!("CARGO_TARGET_TMPDIR")).join("packages");
        let made = done(
            Command::new(env!("CARGO_BIN_EXE_xtask"))
                .args(["package", kind, "--fast", "--binary"])
                .arg(program().expect("have() asked"))
                .arg("--output")
                .arg(output),
        );
        let lines = text(&made.stdout);
        let paths = lines.lines().filter_map(|line| line.rsplit_once(" (").map(|(path, _)| path));
        paths.map(PathBuf::from).collect()
    };
    cell.get_or_init(make).clone()
}
