//! Who calls the function that is asked about: its self-tests and the examples of its help, and the files in sight that mention
//! it.
//!
//! Tests, demonstrations and short files come first: they say most of the arguments. Few are
//! looked at, so that the answer does not take longer than its question deserves.

use std::path::{Path, PathBuf};

use formwork_hir::Host;
use formwork_infer::Analyst;
use formwork_syntax::Dialect;
use rustc_hash::FxHashSet;

use crate::contexts;
use crate::program::MainFile;

/// How many callers are walked.
const WALKED: usize = 4;

/// How many files are looked at.
const FILES: usize = 6_000;

/// Folders beside a file, or beside its folder, that tests and examples stand in.
const BESIDE: [&str; 7] = ["test", "tests", "unit_tests", "example", "examples", "demo", "demos"];

/// Words in the names of files that show what a function is for.
const SHOWN: [&str; 4] = ["test", "demo", "example", "run"];

/// Walks what calls the function that a file is for.
pub(super) fn walk_callers(
    analyst: &mut Analyst<'_>,
    main: &MainFile,
    search_path: &[PathBuf],
    dialect: Dialect,
) {
    for context in contexts::of(&main.text, dialect) {
        analyst.analyse_calling_text(&main.path, context.text.as_bytes(), context.line);
    }
    // Tests that stand in a folder of their own are run where the function is found.
    analyst.also_search(main.path.parent().unwrap_or(Path::new("")));
    let Some(name) = main.path.file_stem().and_then(|stem| stem.to_str()) else { return };
    for caller in callers(main, name, search_path) {
        analyst.analyse_caller(&main.path, &caller);
    }
}

/// The files in sight that call a function, those first that say most of its arguments.
fn callers(main: &MainFile, name: &str, search_path: &[PathBuf]) -> Vec<PathBuf> {
    let folder = main.path.parent().unwrap_or(Path::new(""));
    let mut folders = vec![folder.to_path_buf()];
    for around in [Some(folder), folder.parent()].into_iter().flatten() {
        folders.extend(BESIDE.iter().map(|name| around.join(name)));
    }
    folders.extend(search_path.iter().cloned());
    let mut seen = FxHashSet::default();
    let mut files = 0;
    let mut found: Vec<(bool, usize, PathBuf)> = Vec::new();
    for folder in folders {
        if !seen.insert(folder.clone()) {
            continue;
        }
        for entry in main.list(&folder) {
            let path = folder.join(&entry.name);
            let stem = entry.name.strip_suffix(".m").filter(|_| !entry.is_folder);
            let Some(stem) = stem.filter(|_| path != main.path && files < FILES) else { continue };
            files += 1;
            let Ok(text) = main.read(&path) else { continue };
            if calls(&text, name.as_bytes()) {
                let lower = stem.to_lowercase();
                let shows = SHOWN.iter().any(|word| lower.contains(word));
                found.push((!shows, text.len(), path));
            }
        }
    }
    found.sort();
    found.truncate(WALKED);
    found.into_iter().map(|(_, _, path)| path).collect()
}

/// Whether a text has a name as a word with parentheses behind it.
fn calls(text: &[u8], name: &[u8]) -> bool {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.';
    memchr::memmem::find_iter(text, name).any(|at| {
        let before = at.checked_sub(1).is_none_or(|before| !is_word(text[before]));
        let rest = text[at + name.len()..].trim_ascii_start();
        before && rest.first() == Some(&b'(')
    })
}

#[cfg(test)]
mod tests {
    use super::calls;

    #[test]
    fn calls_are_words_with_parentheses() {
        assert!(calls(b"y = area (p);", b"area"));
        assert!(!calls(b"y = myarea(p); area = 3;", b"area"));
        assert!(!calls(b"y = o.area(p);", b"area"));
    }
}
