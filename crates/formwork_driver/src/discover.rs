//! From the paths a user names to the files that are meant.

use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

/// The files to work on, and the paths that are no files.
#[derive(Debug, Default)]
pub struct Inputs {
    /// The files, each once, in a fixed order.
    pub files: Vec<PathBuf>,
    /// What is wrong with paths that could not be used.
    pub problems: Vec<String>,
    /// What below a folder was passed over, and why.
    pub passed_over: Vec<String>,
}

/// Finds the program files that `paths` mean: a file itself, whatever its name, or
/// every `.m` file below a folder; `-` is standard input. Hidden folders and files are
/// passed over: no call can mean them.
#[must_use]
pub fn discover(paths: &[PathBuf]) -> Inputs {
    let mut inputs = Inputs::default();
    for path in paths {
        if path == Path::new("-") || (path.exists() && !path.is_dir()) {
            inputs.files.push(path.clone());
        } else if path.is_dir() {
            let walk = WalkDir::new(path).follow_links(true).sort_by_file_name();
            for entry in walk.into_iter().filter_entry(|entry| !is_hidden(entry)) {
                match entry {
                    Ok(entry) if entry.file_type().is_file() && is_program(entry.path()) => {
                        inputs.files.push(entry.into_path());
                    }
                    Ok(_) => {}
                    // A link that leads nowhere or in circles is no program.
                    Err(error) => inputs.passed_over.push(error.to_string()),
                }
            }
        } else {
            let problem = "no such file or folder";
            inputs.problems.push(format!("{}: {problem}", path.display()));
        }
    }
    let mut seen = std::collections::HashSet::new();
    inputs.files.retain(|file| seen.insert(file.clone()));
    inputs
}

fn is_hidden(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    entry.depth() > 0 && name.starts_with('.')
}

fn is_program(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "m")
}
