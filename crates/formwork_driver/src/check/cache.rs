//! Files that have not changed, and whose callees have not: what was found in them
//! before. One file per set of options; what is in it is only believed if the same
//! program wrote it.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use formwork_hir::Host as _;
use serde::{Deserialize, Serialize};

use super::file::Checked;
use super::project::Project;
use super::report::Found;

/// What is remembered of a file.
#[derive(Serialize, Deserialize)]
struct Entry {
    own: u64,
    read: Vec<(PathBuf, u64)>,
    found: Vec<Found>,
}

#[derive(Serialize, Deserialize, Default)]
struct Stored {
    key: u64,
    files: BTreeMap<PathBuf, Entry>,
}

/// What is remembered of files.
pub(super) struct Cache {
    file: PathBuf,
    key: u64,
    known: BTreeMap<PathBuf, Entry>,
    new: Mutex<BTreeMap<PathBuf, Entry>>,
}

impl Cache {
    /// What was remembered in a folder for such a project.
    #[expect(clippy::disallowed_methods, reason = "the driver is where files are read")]
    pub(super) fn open(folder: &Path, project: &Project) -> Cache {
        let key = key(project);
        let mut place = DefaultHasher::new();
        reading(project).hash(&mut place);
        project.search_path.hash(&mut place);
        let file = folder.join(format!("check-{:016x}.json", place.finish()));
        let stored: Stored = std::fs::read(&file)
            .ok()
            .and_then(|text| serde_json::from_slice(&text).ok())
            .unwrap_or_default();
        let known = if stored.key == key { stored.files } else { BTreeMap::new() };
        Cache { file, key, known, new: Mutex::default() }
    }

    /// What was found in a file before, if that still holds.
    pub(super) fn get(&self, project: &Project, which: usize) -> Option<Vec<Found>> {
        let input = &project.files[which];
        let entry = self.known.get(&input.path)?;
        if input.trouble.is_some() || entry.own != digest(input.source.text()) {
            return None;
        }
        let holds = entry
            .read
            .iter()
            .all(|(path, known)| project.read(path).is_ok_and(|text| digest(&text) == *known));
        holds.then(|| entry.found.clone())
    }

    /// Remembers what was found in a file.
    pub(super) fn put(&self, project: &Project, which: usize, checked: &Checked) {
        let input = &project.files[which];
        if input.trouble.is_some() || input.path.as_os_str() == "<stdin>" {
            return;
        }
        let read = checked
            .read
            .iter()
            .filter_map(|path| Some((path.clone(), digest(&project.read(path).ok()?))))
            .collect();
        let own = digest(input.source.text());
        let entry = Entry { own, read, found: checked.found.clone() };
        if let Ok(mut new) = self.new.lock() {
            new.insert(input.path.clone(), entry);
        }
    }
}

impl Drop for Cache {
    #[expect(clippy::disallowed_methods, reason = "the driver is where files are written")]
    fn drop(&mut self) {
        let Ok(new) = self.new.get_mut() else { return };
        if new.is_empty() {
            return;
        }
        let mut files = std::mem::take(&mut self.known);
        files.append(new);
        let stored = Stored { key: self.key, files };
        // A cache that cannot be written is none.
        if let (Some(folder), Ok(text)) = (self.file.parent(), serde_json::to_vec(&stored)) {
            let _ = std::fs::create_dir_all(folder);
            let ignore = folder.join(".gitignore");
            if !ignore.exists() {
                let _ = std::fs::write(ignore, "*\n");
            }
            let new = self.file.with_extension("new");
            if std::fs::write(&new, text).is_ok() {
                let _ = std::fs::rename(&new, &self.file);
            }
        }
    }
}

/// What every answer depends on besides the files: this program, the options, and which
/// functions there are.
fn key(project: &Project) -> u64 {
    let mut hasher = DefaultHasher::new();
    env!("CARGO_PKG_VERSION").hash(&mut hasher);
    if let Ok(program) = std::env::current_exe()
        && let Ok(about) = program.metadata()
    {
        about.len().hash(&mut hasher);
        about.modified().ok().hash(&mut hasher);
    }
    reading(project).hash(&mut hasher);
    project.reading.hash(&mut hasher);
    project.names_digest().hash(&mut hasher);
    hasher.finish()
}

/// The options that say how programs are understood. Those that say what counts come later.
fn reading(project: &Project) -> String {
    let options = &project.options;
    format!("{:?}", (options.dialect, options.semantics, options.assume, &options.search_path))
}

fn digest(text: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
