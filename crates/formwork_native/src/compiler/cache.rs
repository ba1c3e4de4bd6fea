//! What was compiled, kept by what it was compiled from.
//!
//! An entry is a folder with the product, what it was made of, and a *seal*: the name of the
//! entry, the length of the product and its checksum. Files get lost, cut short, mixed up and
//! damaged, and code that is not what was written ends the whole process when it is loaded. So
//! what does not match its seal is not there: it is made again, beside, and put in its place.

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

/// The file that seals an entry.
const SEAL: &str = "seal";

impl Cache {
    /// The cache in a folder, which is made when it is needed.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>) -> Cache {
        Cache { folder: folder.into() }
    }

    /// What was compiled under a name with [`super::CCompiler::build_named`], if it was and
    /// is what it was then.
    #[must_use]
    pub fn find(&self, name: &[&str], options: &BuildOptions) -> Option<PathBuf> {
        let place = self.place(name);
        let output = options.output_name();
        is_whole(&place, &output).then(|| place.join(output))
    }

    /// Forgets what was compiled under a name: it cannot be used although it is whole.
    pub fn forget(&self, name: &[&str]) {
        // What cannot be removed is found again, and no worse than before.
        let _ = std::fs::remove_dir_all(self.place(name));
    }

    /// Where what has these contents is kept.
    pub(super) fn place(&self, contents: &[&str]) -> PathBuf {
        self.folder.join(fingerprint(contents))
    }

    /// A new folder to build in.
    pub(super) fn scratch(&self) -> Result<PathBuf, BuildError> {
        let folder = self.aside("build");
        std::fs::create_dir_all(&folder).map_err(|error| BuildError::files(&folder, &error))?;
        Ok(folder)
    }

    /// A name that no entry has and nobody else uses.
    fn aside(&self, what: &str) -> PathBuf {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        self.folder.join(format!(".{what}-{}-{number}", std::process::id()))
    }

    /// Seals a folder that was built, and puts it at its place. Who comes second keeps what is
    /// there if that is whole: it is the same. If it is not, it makes room.
    pub(super) fn publish(
        &self,
        scratch: &Path,
        place: &Path,
        output: &str,
    ) -> Result<(), BuildError> {
        let published = seal(scratch, place, output).and_then(|()| {
            let Err(error) = std::fs::rename(scratch, place) else { return Ok(()) };
            if is_whole(place, output) {
                return Ok(());
            }
            let old = self.aside("old");
            let moved = std::fs::rename(place, &old);
            let again = std::fs::rename(scratch, place);
            if moved.is_ok() {
                remove(&old);
            }
            match again {
                // Somebody else was faster.
                Err(_) if is_whole(place, output) => Ok(()),
                Err(_) => Err(BuildError::files(place, &error)),
                Ok(()) => Ok(()),
            }
        });
        if scratch.exists() {
            remove(scratch);
        }
        published
    }
}

/// Removes a folder, or a file that is where one should be.
fn remove(path: &Path) {
    // Leaving it behind costs room, not correctness.
    if std::fs::remove_dir_all(path).is_err() {
        let _ = std::fs::remove_file(path);
    }
}

/// What the seal of a product says at a place.
fn seal_of(place: &Path, product: &[u8]) -> String {
    let entry = place.file_name().unwrap_or_default().to_string_lossy();
    let sum = fingerprint_of_bytes(&[product]);
    format!("formwork 1\n{entry}\n{}\n{sum}\n", product.len())
}

#[expect(clippy::disallowed_methods, reason = "the cache is files")]
fn seal(scratch: &Path, place: &Path, output: &str) -> Result<(), BuildError> {
    let product = scratch.join(output);
    let bytes = std::fs::read(&product).map_err(|error| BuildError::files(&product, &error))?;
    let path = scratch.join(SEAL);
    write(&path, seal_of(place, &bytes).as_ref())
}

#[expect(clippy::disallowed_methods, reason = "the cache is files")]
fn is_whole(place: &Path, output: &str) -> bool {
    let Ok(sealed) = std::fs::read(place.join(SEAL)) else { return false };
    let Ok(product) = std::fs::read(place.join(output)) else { return false };
    sealed == seal_of(place, &product).as_bytes()
}

/// 128 bits of the contents, in hexadecimal digits. The lengths count, too, so that no
/// two lists have the same bytes.
#[must_use]
pub fn fingerprint(contents: &[&str]) -> String {
    let bytes: Vec<&[u8]> = contents.iter().map(|text| text.as_bytes()).collect();
    fingerprint_of_bytes(&bytes)
}

fn fingerprint_of_bytes(contents: &[&[u8]]) -> String {
    let half = |seed: u8| {
        let mut hasher = DefaultHasher::new();
        hasher.write_u8(seed);
        for bytes in contents {
            hasher.write_usize(bytes.len());
            hasher.write(bytes);
        }
        hasher.finish()
    };
    format!("{:016x}{:016x}", half(1), half(2))
}

/// Writes a file. One that is larger than the system lets files become is not begun: it would
/// end the program with a signal.
#[expect(clippy::disallowed_methods, reason = "the cache is files")]
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), BuildError> {
    if bytes.len() as u64 > largest_file() {
        let error = std::io::Error::from(std::io::ErrorKind::FileTooLarge);
        return Err(BuildError::files(path, &error));
    }
    std::fs::write(path, bytes).map_err(|error| BuildError::files(path, &error))
}

/// How many bytes a file may have.
#[cfg(unix)]
fn largest_file() -> u64 {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Fsize);
    limit.current.unwrap_or(u64::MAX)
}

#[cfg(not(unix))]
fn largest_file() -> u64 {
    u64::MAX
}
