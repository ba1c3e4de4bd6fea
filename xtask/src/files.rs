//! The files that chores work on.

use std::path::Path;

pub(crate) use formwork_mdtest::{octave_library, program_files};

/// The repository's root.
pub(crate) fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}
