//! Paths as they are compared: absolute, and without `.` and `..`.

use std::path::{Component, Path, PathBuf};

/// A path that begins at the root and has no `.` and `..` in it. Links are not followed: what a
/// user sees below a folder is below it.
pub(crate) fn normal(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let mut out = PathBuf::new();
    for part in absolute.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => out.push(part),
        }
    }
    out
}

/// The folder of a file, as a path that can be opened.
pub(crate) fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// A path with `/` between its parts, whatever the system writes.
pub(crate) fn with_slashes(path: &Path) -> String {
    let text = path.to_string_lossy();
    if std::path::MAIN_SEPARATOR == '/' {
        text.into_owned()
    } else {
        text.replace(std::path::MAIN_SEPARATOR, "/")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn dots_go() {
        assert_eq!(normal(Path::new("/a/./b/../c/f.m")), Path::new("/a/c/f.m"));
        assert_eq!(normal(Path::new("/../a")), Path::new("/a"));
        assert!(normal(Path::new("x.m")).is_absolute());
    }
}
