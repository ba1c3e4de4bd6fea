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

/// A path seen from a folder, with `..` where it is not below it.
pub(crate) fn relative(path: &Path, folder: &Path) -> PathBuf {
    let (path, folder) = (normal(path), normal(folder));
    let common = path.components().zip(folder.components()).take_while(|(a, b)| a == b).count();
    let up = folder.components().skip(common).map(|_| Component::ParentDir);
    up.chain(path.components().skip(common)).collect()
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

    #[cfg(unix)]
    #[test]
    fn paths_are_seen_from_folders() {
        let seen = |path: &str, folder: &str| relative(Path::new(path), Path::new(folder));
        assert_eq!(seen("/p/a/f.m", "/p"), Path::new("a/f.m"));
        assert_eq!(seen("/p/a/f.m", "/p/b/c"), Path::new("../../a/f.m"));
        assert_eq!(seen("f.m", "."), Path::new("f.m"));
    }
}
