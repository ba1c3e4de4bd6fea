//! The installed GNU Octave, which tests compare with where it is there.

use std::path::PathBuf;
use std::process::Command;

/// Where it keeps its library of programs; `None` if it is not installed.
#[must_use]
pub fn octave_library() -> Option<PathBuf> {
    let asked: [(&str, &[&str]); 2] = [
        ("octave-config", &["-p", "FCNFILEDIR"]),
        ("octave-cli", &["--norc", "-q", "--eval", "disp(__octave_config_info__('fcnfiledir'))"]),
    ];
    asked.into_iter().find_map(|(program, arguments)| {
        let output = Command::new(program).args(arguments).output().ok()?;
        let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
        (path.is_absolute() && path.is_dir()).then_some(path)
    })
}

/// The `.m` files below `folder`, in a fixed order.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "tests and chores read files")]
pub fn program_files(folder: impl Into<PathBuf>) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut open = vec![folder.into()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "m") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}
