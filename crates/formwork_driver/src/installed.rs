//! An installed Octave: the folders of its library, and of the packages that were installed for
//! it. They are looked for when a program needs something that nothing else has.

#![expect(clippy::disallowed_methods, reason = "the driver is where the system is asked")]

use std::path::{Path, PathBuf};

use formwork_builtins::Description;
use formwork_builtins::texinfo::usage_in;

/// How deep folders are followed.
const DEPTH: usize = 6;

/// The program on the path of the system, links followed.
pub(crate) fn program() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let programs = std::env::split_paths(&path)
        .flat_map(|folder| ["octave-cli", "octave"].map(|name| folder.join(name)));
    let program = programs.into_iter().find(|program| program.is_file())?;
    std::fs::canonicalize(program).ok()
}

/// The folders below `share/octave` of the Octave that is on the path of the system, or of the one
/// that the environment names.
fn share() -> Option<PathBuf> {
    let named = std::env::var_os("OCTAVE_HOME").map(PathBuf::from);
    let found = program().and_then(|program| {
        // PREFIX/bin/octave, and programs behind it in folders of their own.
        program
            .ancestors()
            .skip(1)
            .map(Path::to_path_buf)
            .find(|prefix| prefix.join("share/octave").is_dir())
    });
    named
        .into_iter()
        .chain(found)
        .map(|prefix| prefix.join("share/octave"))
        .find(|share| share.is_dir())
}

/// The folders of a folder, in order.
fn folders_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}

fn name_of(folder: &Path) -> &str {
    folder.file_name().and_then(|name| name.to_str()).unwrap_or_default()
}

/// A folder and those below it in which functions are found by their names.
fn collect(folder: PathBuf, depth: usize, found: &mut Vec<PathBuf>) {
    let inner = if depth == 0 { Vec::new() } else { folders_in(&folder) };
    found.push(folder);
    for folder in inner {
        let name = name_of(&folder);
        if !name.starts_with(['.', '@', '+']) && name != "private" {
            collect(folder, depth - 1, found);
        }
    }
}

/// The folder of the newest version that is installed.
pub(crate) fn version_folder() -> Option<PathBuf> {
    let is_version = |folder: &PathBuf| name_of(folder).starts_with(|c: char| c.is_ascii_digit());
    let versions = folders_in(&share()?).into_iter().rev().filter(is_version);
    versions.into_iter().find(|version| version.join("m").is_dir())
}

/// The folders of the library of the installed Octave; none if there is no Octave.
pub(crate) fn library_folders() -> Vec<PathBuf> {
    let mut found = Vec::new();
    if let Some(version) = version_folder() {
        collect(version.join("m"), DEPTH, &mut found);
    }
    found
}

/// The folders of an installed package, behind those of the packages that it needs; none if it is
/// not installed.
#[must_use]
pub fn package_folders(name: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut seen = Vec::new();
    add_package(name, &mut seen, &mut found);
    found
}

fn add_package(name: &str, seen: &mut Vec<String>, found: &mut Vec<PathBuf>) {
    if seen.iter().any(|other| other == name) {
        return;
    }
    seen.push(name.to_owned());
    let Some(folder) = package_folder(name) else { return };
    found.insert(0, folder.clone());
    let description = std::fs::read_to_string(folder.join("packinfo/DESCRIPTION"));
    let description = description.unwrap_or_default();
    let depends = description.lines().find_map(|line| line.strip_prefix("Depends:"));
    for needed in depends.unwrap_or_default().split(',') {
        let needed = needed.trim().split([' ', '(']).next().unwrap_or_default();
        if !needed.is_empty() && needed != "octave" {
            add_package(needed, seen, found);
        }
    }
}

/// Where packages are: the user's own first.
fn package_places() -> impl Iterator<Item = PathBuf> {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let own = home.into_iter().flat_map(|home| {
        let local = folders_in(&home.join(".local/share/octave")).into_iter();
        local
            .map(|api| api.join("packages"))
            .chain([home.join(".local/share/octave/packages"), home.join("octave")])
    });
    let shared = share().into_iter().map(|share| share.join("packages"));
    own.chain(shared)
}

/// The packages that are installed, as `NAME-VERSION`.
pub(crate) fn packages() -> Vec<String> {
    let folders = package_places().flat_map(|place| folders_in(&place));
    let described = folders.filter(|folder| folder.join("packinfo/DESCRIPTION").is_file());
    let mut names: Vec<String> = described.map(|folder| name_of(&folder).to_owned()).collect();
    names.sort();
    names.dedup();
    names
}

/// `NAME-VERSION` in one of the folders where packages are.
fn package_folder(name: &str) -> Option<PathBuf> {
    let version = format!("{name}-");
    package_places().flat_map(|packages| folders_in(&packages).into_iter().rev()).find(|folder| {
        let rest = name_of(folder).strip_prefix(&version);
        rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    })
}

/// What the manual says of a function: of one that is a file in its comments, of a compiled one in
/// a file for all of them.
pub(crate) fn described(name: &str) -> Option<Description> {
    let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let version = version_folder().filter(|_| is_name)?;
    let compiled = std::fs::read(version.join("etc/built-in-docstrings")).unwrap_or_default();
    let compiled = String::from_utf8_lossy(&compiled);
    let entry = compiled.split('\u{1d}').find(|entry| entry.lines().next() == Some(name));
    if let Some(entry) = entry {
        let origin = format!("@c {name} ");
        let file = entry.lines().find_map(|line| line.strip_prefix(&origin));
        let file = file.unwrap_or_default().to_owned();
        return Some(Description { file, usage: usage_in(entry) });
    }
    let files = library_folders().into_iter().map(|folder| folder.join(format!("{name}.m")));
    let file = files.into_iter().find(|file| file.is_file())?;
    let text = std::fs::read(&file).ok()?;
    let usage = usage_in(&String::from_utf8_lossy(&text));
    Some(Description { file: file.to_string_lossy().into_owned(), usage })
}
