//! The repository keeps its own rules: crate edges as in ARCHITECTURE.md, a module
//! doc at the top of every file, short functions and files, files that import in one direction,
//! and no knowledge about built-ins outside their table.
#![expect(clippy::disallowed_methods, reason = "the test reads the repository")]

mod circles;
mod lengths;
mod names;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in the root").to_path_buf()
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() && !path.ends_with("target") {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The text of a file without comments and without its tests.
fn code_of(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

fn all_rust_files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in ["crates", "xtask", "fuzz"] {
        rust_files(&root().join(folder), &mut files);
    }
    assert!(files.len() > 20, "the files were not found");
    files
}

/// The crates of the table, with the number of their rows.
fn table() -> BTreeMap<String, usize> {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("it is there");
    let mut rows = BTreeMap::new();
    for line in text.lines().filter(|line| line.starts_with("| ")) {
        let cell = line.split('|').nth(2).unwrap_or_default().trim();
        let name = cell.trim_matches('*').trim_matches('`');
        if name.starts_with("formwork") || name == "xtask" {
            rows.insert(name.to_owned(), rows.len());
        }
    }
    assert!(rows.len() > 10, "the table of rooms was not found");
    rows
}

#[test]
fn crate_edges_go_up_the_table() {
    let rows = table();
    let mut manifests = vec![root().join("xtask/Cargo.toml")];
    for entry in std::fs::read_dir(root().join("crates")).expect("it is there").flatten() {
        manifests.push(entry.path().join("Cargo.toml"));
    }
    let mut problems = Vec::new();
    for manifest in manifests {
        let text = std::fs::read_to_string(&manifest).expect("every crate has a manifest");
        let folder = manifest.parent().and_then(Path::file_name).expect("it is in a folder");
        let name = folder.to_string_lossy().into_owned();
        let Some(&row) = rows.get(&name) else {
            problems.push(format!("{name} has no row in ARCHITECTURE.md"));
            continue;
        };
        let mut section = "";
        for line in text.lines() {
            // `[dependencies]`, `[build-dependencies]`, `[target.….dependencies]`, and
            // `[dependencies.name]`; only what is for tests is free.
            let (key, counts) = if let Some(header) = line.strip_prefix('[') {
                section = line;
                let name = header.trim_end_matches(']').rsplit('.').next().unwrap_or_default();
                (name, header.contains("dependencies.") && !header.contains("dev-"))
            } else {
                let key = line.split(['.', ' ', '=']).next().unwrap_or_default();
                (key, section.ends_with("dependencies]") && !section.contains("dev-"))
            };
            if counts && key.starts_with("formwork") {
                match rows.get(key) {
                    Some(&other) if other < row => {}
                    _ => problems.push(format!("{name} must not use {key}")),
                }
            }
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
}

#[test]
fn every_file_opens_with_a_module_doc() {
    let bare: Vec<PathBuf> = all_rust_files()
        .into_iter()
        .filter(|path| !std::fs::read_to_string(path).is_ok_and(|text| text.starts_with("//!")))
        .collect();
    assert!(bare.is_empty(), "no module doc: {bare:#?}");
}

#[test]
fn the_readme_names_the_commands_that_work() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("it is there");
    for command in
        ["cargo run --release -- run examples/magica/nb3d/drv_nb3d.m", "cargo test --workspace"]
    {
        assert!(readme.contains(command), "{command}");
    }
}

#[test]
fn the_page_of_the_rules_is_what_the_rules_say() {
    let page = std::fs::read_to_string(root().join("docs/book/src/reference/rules.md"))
        .unwrap_or_default();
    let same = page == formwork_driver::rules_page();
    assert!(same, "docs/book/src/reference/rules.md is stale: run `cargo xtask book`");
}

#[test]
fn bodies_and_texts_are_told_apart_by_their_ids() {
    // Where a part of a text lies in it.
    let is_offset = |path: &Path| path.ends_with("formwork_syntax/src/parse/annotation.rs");
    let address = ["as_ptr(", ") as usize"];
    let found: Vec<String> = all_rust_files()
        .into_iter()
        .filter(|path| !is_offset(path) && !path.ends_with("xtask/tests/tidy/main.rs"))
        .flat_map(|path| {
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let lines = text.lines().enumerate().filter(|(_, line)| {
                address.iter().all(|part| line.contains(part)) && line.contains("Rc::")
            });
            let place = |(number, _): (usize, &str)| format!("{}:{}", path.display(), number + 1);
            lines.map(place).collect::<Vec<_>>()
        })
        .collect();
    assert!(found.is_empty(), "take `Body::id` or `SourceText::id`: {found:#?}");
}
