//! What was compiled, kept by what it was compiled from.

use std::hash::{DefaultHasher, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::build::BuildOptions;
use super::error::BuildError;

/// A folder of what was compiled. Several processes may share it: a product appears
/// whole or not at all.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

static NEXT: AtomicU64 = AtomicU64::new(0);

impl Cache {
    /// The cache in a folder, which is made when it is needed.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>) -> Cache {
        Cache { folder: folder.into() }
    }

    /// What was compiled under a name with [`super::CCompiler::build_named`], if it was.
    #[must_use]
    pub fn find(&self, name: &[&str], options: &BuildOptions) -> Option<PathBuf> {
        let product = self.place(name).join(options.output_name());
        product.is_file().then_some(product)
    }

    /// Where what has these contents is kept.
    pub(super) fn place(&self, contents: &[&str]) -> PathBuf {
        self.folder.join(fingerprint(contents))
    }

    /// A new folder to build in.
    pub(super) fn scratch(&self) -> Result<PathBuf, BuildError> {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = self.folder.join(format!(".build-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(|error| BuildError::files(&folder, &error))?;
        Ok(folder)
    }

    /// Puts a folder that was built at its place. Who comes second keeps what is there:
    /// it is the same.
    pub(super) fn publish(scratch: &Path, place: &Path) -> Result<(), BuildError> {
        let moved = std::fs::rename(scratch, place);
        if let Err(error) = moved {
            let is_there = place.is_dir();
            // Leaving it behind costs room, not correctness.
            let _ = std::fs::remove_dir_all(scratch);
            if !is_there {
                return Err(BuildError::files(place, &error));
            }
        }
        Ok(())
    }
}

/// 128 bits of the contents, in hexadecimal digits. The lengths count, too, so that no
/// two lists have the same bytes.
#[must_use]
pub fn fingerprint(contents: &[&str]) -> String {
    let half = |seed: u8| {
        let mut hasher = DefaultHasher::new();
        hasher.write_u8(seed);
        for text in contents {
            hasher.write_usize(text.len());
            hasher.write(text.as_bytes());
        }
        hasher.finish()
    };
    format!("{:016x}{:016x}", half(1), half(2))
}
