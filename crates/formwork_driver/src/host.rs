//! The file system, as programs see it.

use std::io;
use std::path::Path;

use formwork_hir::{Entry, Host};

use crate::source::Source;

/// The file system, as programs see it.
pub struct DiskHost;

impl Host for DiskHost {
    #[expect(clippy::disallowed_methods, reason = "the driver is where files are read")]
    fn list(&self, folder: &Path) -> Vec<Entry> {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let mut entries: Vec<Entry> = std::fs::read_dir(folder)
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|entry| {
                let name = entry.file_name().into_string().ok()?;
                let kind = entry.file_type().ok()?;
                let is_folder = kind.is_dir() || (kind.is_symlink() && entry.path().is_dir());
                Some(Entry { name, is_folder })
            })
            .collect();
        entries.sort();
        entries
    }

    fn read(&self, file: &Path) -> io::Result<Vec<u8>> {
        Source::read_file(file).map(|source| source.text().to_vec())
    }
}
