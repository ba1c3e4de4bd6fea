//! The fence of a sandbox: which paths lie inside of the working folder.
//!
//! A path is judged by where it really leads: as much of it as is there is freed of links and dots
//! by the system, and of the rest nothing may go up. The folder for files that do not last is made
//! when it is first asked for, and removed in the end.

use std::fs;
use std::path::{Component, Path, PathBuf};

/// The folders that a program may use.
#[derive(Debug)]
pub(crate) struct Fence {
    working: Option<PathBuf>,
    temporary: Option<PathBuf>,
}

impl Drop for Fence {
    fn drop(&mut self) {
        if let Some(folder) = &self.temporary {
            // What stays there is cleared away by the system some day.
            let _ = fs::remove_dir_all(folder);
        }
    }
}

impl Fence {
    /// Around the current folder.
    pub(crate) fn here() -> Fence {
        let working = fs::canonicalize(".").ok();
        Fence { working, temporary: None }
    }

    fn contains(&self, path: &Path) -> bool {
        [&self.working, &self.temporary]
            .into_iter()
            .flatten()
            .any(|folder| path == folder || path.starts_with(folder))
    }

    /// Whether what a path leads to lies inside.
    pub(crate) fn has_inside(&self, path: &Path) -> bool {
        real(path).is_some_and(|path| self.contains(&path))
    }

    /// Whether the entry of that name lies inside, wherever it links to.
    pub(super) fn has_name_inside(&self, path: &Path) -> bool {
        let Some(Component::Normal(name)) = path.components().next_back() else { return false };
        let around = match path.parent() {
            Some(around) if !around.as_os_str().is_empty() => around,
            _ => Path::new("."),
        };
        real(around).is_some_and(|around| self.contains(&around.join(name)))
    }

    /// The folder for files that do not last.
    pub(super) fn temporary_folder(&mut self) -> String {
        if self.temporary.is_none() {
            self.temporary = made(&std::env::temp_dir());
        }
        let folder = self.temporary.as_ref().or(self.working.as_ref());
        folder.map_or_else(|| ".".to_owned(), |folder| folder.to_string_lossy().into_owned())
    }
}

/// A new folder in another one.
fn made(around: &Path) -> Option<PathBuf> {
    let around = fs::canonicalize(around).ok()?;
    (0..100).find_map(|attempt| {
        let folder = around.join(format!("formwork-{}-{attempt}", std::process::id()));
        fs::create_dir(&folder).ok().map(|()| folder)
    })
}

/// Where a path really leads, whether something is there or not.
fn real(path: &Path) -> Option<PathBuf> {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    if let Ok(real) = fs::canonicalize(path) {
        return Some(real);
    }
    // A link that leads nowhere would be made where it leads to.
    if fs::symlink_metadata(path).is_ok_and(|known| known.is_symlink()) {
        return None;
    }
    let Some(Component::Normal(name)) = path.components().next_back() else { return None };
    let around = match path.parent() {
        Some(around) if !around.as_os_str().is_empty() => around,
        _ => Path::new("."),
    };
    Some(real(around)?.join(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_judged_by_where_they_lead() {
        let base = fs::canonicalize(std::env::temp_dir()).expect("a folder");
        let base = made(&base).expect("a new folder");
        let inner = base.join("inner");
        fs::create_dir(&inner).expect("a folder");
        let fence = Fence { working: Some(inner.clone()), temporary: None };
        assert!(fence.has_inside(&inner.join("new")));
        assert!(fence.has_inside(&inner.join("a/b/c")));
        assert!(fence.has_inside(&inner));
        assert!(!fence.has_inside(&base));
        assert!(!fence.has_inside(&inner.join("../other")));
        assert!(!fence.has_inside(&inner.join("nothing/../../other")));
        assert!(!fence.has_inside(Path::new("/etc/passwd")));
        assert!(!fence.has_inside(&base.join("inner2")));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&base, inner.join("up")).expect("a link");
            std::os::unix::fs::symlink(base.join("nowhere"), inner.join("lost")).expect("a link");
            assert!(!fence.has_inside(&inner.join("up")));
            assert!(!fence.has_inside(&inner.join("up/other")));
            assert!(!fence.has_inside(&inner.join("lost")));
            assert!(fence.has_name_inside(&inner.join("up")));
            assert!(!fence.has_name_inside(&inner.join("up/other")));
        }
        fs::remove_dir_all(&base).expect("it is ours");
    }
}
