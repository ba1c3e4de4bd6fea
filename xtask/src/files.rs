//! The files that chores work on.

use std::path::Path;

pub(crate) use formwork_mdtest::{octave_library, program_files};

/// The repository's root.
pub(crate) fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The bytes of a file; none if it cannot be read.
#[expect(clippy::disallowed_methods, reason = "chores read files")]
pub(crate) fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_default()
}

/// Writes a scratch file; a chore that cannot will find it missing.
#[expect(clippy::disallowed_methods, reason = "chores write scratch files")]
pub(crate) fn write(path: &Path, bytes: &[u8]) {
    let _ = std::fs::write(path, bytes);
}

/// The entries of a folder.
#[expect(clippy::disallowed_methods, reason = "chores read folders")]
pub(crate) fn entries(folder: &Path) -> Vec<std::path::PathBuf> {
    std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

/// A new folder for files that do not last.
pub(crate) fn scratch(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("formwork-{name}-{}", std::process::id()));
    make_folder(&folder);
    folder
}

pub(crate) fn make_folder(path: &Path) {
    // A chore that cannot will find it missing.
    let _ = std::fs::create_dir_all(path);
}

pub(crate) fn remove_folder(path: &Path) {
    let _ = std::fs::remove_dir_all(path);
}

/// Copies a folder with all below, links and hidden folders left out.
pub(crate) fn copy_folder(from: &Path, to: &Path) {
    make_folder(to);
    for path in entries(from) {
        let Some(name) = path.file_name() else { continue };
        if path.is_symlink() || name.to_string_lossy().starts_with('.') {
            continue;
        }
        if path.is_dir() {
            copy_folder(&path, &to.join(name));
        } else {
            // What cannot be copied is missed by both engines.
            let _ = std::fs::copy(&path, to.join(name));
        }
    }
}
