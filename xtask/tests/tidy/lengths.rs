//! Functions and files are short.

use std::path::Path;

use crate::{all_rust_files, root};

/// A function that is longer is split, or is one of few.
const LONG: usize = 80;

/// No function is longer.
const LONGEST: usize = 150;

/// How many functions may be long: algorithms that are one piece, and matches with one arm for
/// each case.
const LONG_FUNCTIONS: usize = 25;

/// A file that is longer is split, or is one of few.
const LONG_FILE: usize = 600;

/// How many files may be long.
const LONG_FILES: usize = 8;

/// The functions of a file, each with its number of lines: from `fn` to the brace that closes it,
/// as the formatter puts it.
fn functions(text: &str) -> Vec<(String, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let indent = line.len() - line.trim_start().len();
        let mut words = line.trim_start().split([' ', '(', '<']);
        let modifier = |word: &str| {
            ["const", "unsafe", "extern", "async"].contains(&word)
                || word.starts_with("pub")
                || word.starts_with('"')
                || word.ends_with(')')
        };
        let is_function = words.by_ref().find(|word| !modifier(word)) == Some("fn");
        let Some(name) = words.next().filter(|_| is_function) else { continue };
        let close = format!("{}}}", " ".repeat(indent));
        let end = lines[start..].iter().position(|line| *line == close);
        // One without a body ends before another brace does.
        let head = lines[start..].iter().position(|line| line.ends_with(['{', ';', '}']));
        let has_body = head.is_some_and(|head| lines[start + head].ends_with('{'));
        if let (Some(end), true) = (end, has_body) {
            found.push((name.to_owned(), end + 1));
        }
    }
    found
}

#[test]
fn functions_are_short() {
    let mut long = Vec::new();
    for path in all_rust_files() {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let own = functions(&text).into_iter().filter(|(_, lines)| *lines > LONG);
        long.extend(own.map(|(name, lines)| (lines, name, path.clone())));
    }
    long.sort_by(|a, b| b.cmp(a));
    let longest: Vec<_> = long.iter().filter(|(lines, ..)| *lines > LONGEST).collect();
    assert!(longest.is_empty(), "split at their joints: {longest:#?}");
    assert!(long.len() <= LONG_FUNCTIONS, "{} are longer than {LONG}: {long:#?}", long.len());
}

#[test]
fn functions_are_measured() {
    let text = "fn a() {\n    b();\n}\n\npub(crate) const fn c(\n    x: u8,\n) -> u8 {\n    x\n}\n\
                trait T {\n    fn d(&self);\n    fn e(&self) {\n    }\n}\n";
    let found: Vec<(String, usize)> = functions(text);
    let expected = [("a", 3), ("c", 5), ("e", 2)].map(|(name, lines)| (name.to_owned(), lines));
    assert_eq!(found, expected);
}

#[test]
fn files_are_short() {
    // Tables of data may be long.
    let is_data = |path: &Path| path.ends_with("formwork_builtins/src/names.rs");
    let mut long = Vec::new();
    for path in all_rust_files() {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let lines = text.lines().count();
        let own = path.strip_prefix(root()).unwrap_or(&path);
        if lines > LONG_FILE && !is_data(&path) && own.iter().any(|part| part == "src") {
            long.push((lines, path));
        }
    }
    long.sort_by(|a, b| b.cmp(a));
    assert!(long.len() <= LONG_FILES, "split by what they own: {long:#?}");
}
