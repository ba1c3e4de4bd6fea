//! Where files come from.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// One entry of a folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// Its name, without the folder's.
    pub name: String,
    /// Whether it is a folder itself.
    pub is_folder: bool,
}

/// Gives a program its files. Listing a folder reads none of them.
pub trait Host {
    /// The entries of `folder`; empty if there is no such folder.
    fn list(&self, folder: &Path) -> Vec<Entry>;

    /// The bytes of `file`.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    fn read(&self, file: &Path) -> io::Result<Vec<u8>>;
}

/// Files in memory, for tests and for text that is in no file yet.
#[derive(Clone, Debug, Default)]
pub struct MemoryHost {
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl MemoryHost {
    /// Adds or replaces a file.
    pub fn insert(&mut self, path: impl Into<PathBuf>, text: impl Into<Vec<u8>>) {
        self.files.insert(path.into(), text.into());
    }
}

impl Host for MemoryHost {
    fn list(&self, folder: &Path) -> Vec<Entry> {
        let mut entries: Vec<Entry> = self
            .files
            .keys()
            .filter_map(|path| {
                let mut rest = path.strip_prefix(folder).ok()?.components();
                let name = rest.next()?.as_os_str().to_string_lossy().into_owned();
                Some(Entry { name, is_folder: rest.next().is_some() })
            })
            .collect();
        entries.sort();
        entries.dedup();
        entries
    }

    fn read(&self, file: &Path) -> io::Result<Vec<u8>> {
        self.files.get(file).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}
