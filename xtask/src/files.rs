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
