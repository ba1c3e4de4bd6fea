//! `formwork parse --names`: what every identifier of a file means.

use std::io;
use std::path::{Path, PathBuf};

use formwork_hir::{Entry, Host, Program, list_names};
use formwork_syntax::Dialect;

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
                let is_folder = entry.path().is_dir();
                Some(Entry { name, is_folder })
            })
            .collect();
        entries.sort();
        entries
    }

    fn read(&self, file: &Path) -> io::Result<Vec<u8>> {
        Source::read(file).map(|source| source.text().to_vec())
    }
}

/// What the names of `file` mean, one line each, if it can be read.
///
/// # Errors
///
/// If it cannot be read; the message says why.
pub fn file_names(
    file: &Path,
    dialect: Dialect,
    search_path: Vec<PathBuf>,
) -> Result<String, String> {
    let mut program = Program::new(&DiskHost, dialect, search_path);
    let id = program.load(file).map_err(|error| error.to_string())?;
    let names = program.resolve(id);
    Ok(list_names(program.file(id), &names))
}
