//! The files that chores work on.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The `.m` files below `directory`, in a fixed order.
#[expect(clippy::disallowed_methods, reason = "chores read files")]
pub(crate) fn program_files(directory: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut open = vec![directory.to_path_buf()];
    while let Some(directory) = open.pop() {
        for entry in std::fs::read_dir(&directory).into_iter().flatten().flatten() {
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

/// Where the installed GNU Octave keeps its library, if there is one.
pub(crate) fn octave_library() -> Option<PathBuf> {
    let asked = [
        ("octave-config", vec!["-p", "FCNFILEDIR"]),
        (
            "octave-cli",
            vec!["--norc", "-q", "--eval", "disp(__octave_config_info__('fcnfiledir'))"],
        ),
    ];
    asked.into_iter().find_map(|(program, arguments)| {
        let output = Command::new(program).args(arguments).output().ok()?;
        let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
        (path.is_absolute() && path.is_dir()).then_some(path)
    })
}

/// The repository's root.
pub(crate) fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}
